"use strict";
// The web page: draws the data beside it. All text goes through textContent; nothing is fetched, nothing is run.
(() => {
const data = JSON.parse(document.getElementById("web-page").textContent);
const SVG = "http://www.w3.org/2000/svg";
const canvases = new Map(data.canvases.map(each => [each.name, each]));
const CARRIED = [[/^b?float/, "float"], [/^(q?u?int)/, "integer"], [/^bool/, "bool"], [/^string/, "string"], [/^complex/, "complex"]];
const KINDS = {float: "floats", integer: "integers", bool: "bool", string: "string", complex: "complex", reference: "variable reference", control: "control and scope", unknown: "unknown"};
const COLOR = /^#[0-9a-f]{3,8}$/i;
const MANY = 700;

const make = (name, attributes = {}, ...children) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
};
const text = (x, y, name, words, more = {}) => {
  const made = make("text", {x, y, class: name, ...more});
  made.textContent = words;
  return made;
};
const shown = canvas => canvas.composite ? canvas.name.slice(1) : canvas.name;
const cut = (words, room) => words.length <= room ? words : words.slice(0, Math.max(1, room - 1)) + "…";

// What is looked at: a page, and the steps into composites from there.
const state = {page: data.first || data.pages[0] || (data.canvases[0] || {name: ""}).name, path: [], chosen: null, step: 0, frame: null, gradient: false, view: {x: 0, y: 0, scale: 1}};
const replayed = () => state.frame === null || state.path.length ? null : data.history.frames[state.frame];
const canvas = () => replayed() || canvases.get(state.path.length ? state.path.at(-1).canvas : state.page) || {name: "", blocks: [], wires: [], notes: [], frames: []};
const prefix = () => state.path.map(each => each.step).join("");
const run = () => {
  const found = state.frame === null ? data.runs[state.page] || {} : {};
  return found.gradient && hidden().some(each => each.startsWith("gradient of ")) ? {...found, gradient: null, gradients: {}} : found;
};
const steps = () => run().steps || [];

// An exercise: what its questions hide until they are answered

const questions = data.exercise ? data.exercise.questions : [];
const answers = Object.create(null);
const hidden = () => questions.flatMap(each => Object.hasOwn(answers, each.id) ? [] : each.hides);
const isHidden = name => hidden().some(each => name === each || [".", "[", "/"].some(end => name.startsWith(each + end)));
const answer = (question, value, note) => {
  const before = run().gradient;
  if (value === "") delete answers[question.id];
  else answers[question.id] = value;
  if (!before) state.gradient = !!run().gradient;
  note.textContent = value === "" ? toPredict(question) : "Your answer is in the diagram that you save.";
  redraw();
  bars();
  panel();
};
const toPredict = question => question.hides.length ? `Predict first. Hidden until you answer: ${question.hides.join(", ")}` : "";
const questionView = question => {
  const note = line("p", toPredict(question), {class: "dim"});
  const made = element("fieldset", {}, line("legend", question.text));
  question.choices.forEach(each => {
    const words = typeof each === "string" ? each : JSON.stringify(each);
    made.append(element("label", {}, element("input", {type: "radio", name: question.id, onchange: () => answer(question, each, note)}), " " + words));
  });
  const field = element("input", {type: "text", "aria-label": question.text, placeholder: "Your answer, then Enter", onchange: () => answer(question, field.value.trim(), note), onkeydown: event => { if (event.key === "Enter") field.blur(); }});
  made.append(...question.choices.length ? [note] : [field, note]);
  return made;
};

// Values

const at = (rows, name) => {
  const row = rows && Object.hasOwn(rows, name) && !isHidden(name) ? rows[name] : null;
  if (!row) return null;
  for (let i = Math.min(state.step, row.length - 1); i >= 0; i--) if (row[i] !== null) return row[i];
  return null;
};
const valueOf = (block, pin, index) => at(run().values, pinName(block, pin, index));
const pinName = (block, pin, index) => `${prefix()}${block}.${pin}` + (index == null ? "" : `[${index}]`);
const number = value => typeof value === "number" ? (Math.abs(value) >= 1e5 || (value && Math.abs(value) < 1e-3) ? value.toExponential(3) : String(+value.toPrecision(5))) : String(value);
const brief = value => {
  if (!value) return "";
  if (value.size === 1) return number(value.v[0]);
  if (value.size <= 6 && value.shape.length === 1) return `[${value.v.map(number).join(", ")}]`;
  const range = value.range ? ` ${number(value.range[0])} … ${number(value.range[1])}` : "";
  return `[${value.shape.join(",")}]${range}` + (value.bad ? `, ${value.bad} not finite` : "");
};
const typeOf = name => {
  const types = data.types[state.page];
  const found = types && Object.hasOwn(types, name) ? types[name] : null;
  return found ? `${found[0]} ${found[1]}`.trim() : "";
};
const carried = name => {
  const types = data.types[state.page];
  const dtype = types && Object.hasOwn(types, name) ? types[name][0] : "";
  const found = CARRIED.find(([pattern]) => pattern.test(dtype));
  return found ? found[1] : "unknown";
};

// Gradients

// A block by its path, and the composites that it is in, from the inside out.
const around = path => { const found = [path]; for (let i = path.lastIndexOf("/"); i > 0; i = path.lastIndexOf("/", i - 1)) found.push(path.slice(0, i)); return found; };
const flow = () => {
  const gradient = run().gradient;
  if (!gradient) return null;
  if (!gradient.known) {
    const known = gradient.known = {reaches: new Set(gradient.reaches), wires: new Set(gradient.wires.map(each => each.join("\n"))), cuts: new Map(gradient.cuts.map(each => [each.block, each])), stops: new Map()};
    const blocks = pins => new Set(pins.map(each => each.slice(0, each.lastIndexOf("."))));
    known.blocks = blocks([...gradient.wires.flat(), ...gradient.starts]);
    // Composites have it too, of which something inside has it.
    known.around = new Set([...known.blocks].flatMap(around));
    known.within = new Set([...blocks(gradient.wires.map(each => each[0]))].flatMap(each => around(each).slice(1)));
    for (const cut of known.cuts.values()) for (const each of around(cut.block)) known.stops.set(each, [...(known.stops.get(each) || []), cut]);
  }
  return gradient.known;
};
const flows = wire => {
  const known = flow();
  if (!known) return false;
  const [from, to] = [prefix() + wire.from, prefix() + wire.to];
  if (known.wires.has(`${from}\n${to}`)) return true;
  if (!state.path.length || known.within.has(prefix().slice(0, -1))) return false;
  // Inside of a loop it is told by the pins that it reaches.
  const block = to.slice(0, to.lastIndexOf("."));
  const stop = known.cuts.get(block);
  if (!known.reaches.has(from) || (stop && (!stop.pin || to === `${block}.${stop.pin}`))) return false;
  const target = canvas().blocks.find(each => prefix() + each.id === block);
  return known.blocks.has(block) || (target && target.type === "OutputPin");
};
const norm = name => {
  const value = at(run().gradients, name);
  return value && value.range ? value.range[3] : null;
};
const gradientText = name => {
  const value = at(run().gradients, name);
  return value && value.size === 1 ? `gradient ${number(value.v[0])}` : norm(name) === null ? "" : `|g| ${number(norm(name))}`;
};

// The stage

const world = make("g");
const layers = {frames: make("g"), wires: make("g", {class: "wires"}), blocks: make("g"), notes: make("g")};
world.append(...Object.values(layers));
const stage = make("svg", {class: "stage", role: "application", "aria-label": "Diagram", tabindex: 0}, world);
let items = [];

const pinShape = pin => {
  const [x, y] = pin.at;
  const more = {class: `pin ${pin.side}`, style: null};
  delete more.style;
  const fill = `var(--role-${pin.role.replaceAll("_", "-")}, var(--role-input))`;
  const shape = pin.form === "square" ? make("rect", {x: x - 4, y: y - 4 - pin.reach, width: 8, height: 8 + 2 * pin.reach, rx: 2, ...more})
    : pin.form === "diamond" ? make("path", {d: `M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z`, ...more})
    : pin.form === "triangle" ? make("path", {d: `M${x - 4} ${y - 5}l9 5-9 5z`, ...more})
    : make("circle", {cx: x, cy: y, r: pin.kind === "attribute" ? 3 : pin.form === "ring" ? 4 : 5, ...more});
  shape.style.fill = fill;
  if (pin.fault) shape.append(tip(pin.fault));
  return shape;
};
const tip = words => {
  const made = make("title");
  made.textContent = words;
  return made;
};
const conditions = block => ["muted", "missing", "variable"].filter(name => block[name]).concat(block.faults ? ["faulty"] : []);
const tint = (color, share) => `color-mix(in srgb, ${color} ${share}%, var(--block-fill))`;
const blockFill = (block, otherwise = "") => block.color && COLOR.test(block.color) ? tint(block.color, 30) : otherwise;
const familyTint = (family, share) => family ? tint(`var(--family-${family})`, share) : "";
const headerFill = (block, width) => {
  const tall = block.under + 4.5, made = make("path", {class: "header", d: `M1 ${tall}V8a7 7 0 0 1 7-7H${width - 8}a7 7 0 0 1 7 7V${tall}z`});
  made.style.fill = familyTint(block.family, 18);
  return made;
};
// At the right of the title, otherwise of the id, as in the editor.
const icon = (block, width) => {
  const [right, beside] = [width - (block.open ? 24 : 8), 9 + 8.4 * block.title[0].length + 14 < width - (block.open ? 24 : 8)];
  const made = make("g", {class: "icon", transform: `translate(${(beside ? right : width - 8) - 10} ${(beside ? block.y[0] : block.under) - 9})`});
  for (const [d, wide] of data.icons[block.family]) made.append(make("path", {d, "stroke-width": wide}));
  made.style.stroke = `var(--family-${block.family})`;
  return made;
};
const drawBlock = block => {
  const [width, height] = block.size;
  const made = make("g", {class: "block", transform: `translate(${block.at[0]} ${block.at[1]})`});
  made.dataset.id = block.id;
  const body = make("rect", {class: "body", width, height, rx: 8});
  body.style.fill = blockFill(block);
  made.append(body);
  made.classList.add(...conditions(block));
  if (block.faults) body.append(tip(block.faults.join("\n")));
  if (block.family) made.append(headerFill(block, width), icon(block, width));
  block.title.forEach((line, i) => made.append(text(block.inner ? 24 : 9, block.y[0] + i * block.y[1], "title", cut(line, Math.floor((width - (block.inner ? 30 : 14)) / 6.2)))));
  if (block.under && block.inner === undefined) made.append(text(9, block.under, "id", cut(block.aside ? `${block.under_text}  ${block.aside}` : block.under_text, Math.floor((width - 12) / 4.6))));
  for (const pin of block.pins) {
    const [x, y] = pin.at;
    made.append(pinShape(pin));
    const name = pinName(block.id, pin.name, pin.index);
    if (pin.side === "left") {
      if (block.inner && pin === block.pins[0]) continue; // a display: its caption stands there
      const label = made.appendChild(text(24, y + 3.5, pin.kind === "attribute" ? "label soft" : "label", pin.label));
      if (pin.value) made.append(text(width - 8, y + 3.5, "val", cut(pin.value, Math.max(3, Math.floor((width - 34 - pin.label.length * 5.6) / 4.8))), {"text-anchor": "end"}));
      else if (pin.kind === "scope") label.classList.add("soft");
    } else if (pin.side === "right") {
      if (pin.label) made.append(text(x - 10, y + 3.5, "label", pin.label, {"text-anchor": "end"}));
      const type = typeOf(name);
      if (type) made.append(text(x + 9, y - 6, "type", type));
      const gradient = gradientText(name);
      if (gradient) made.append(text(x + 9, y + 14, "gradtext", gradient));
    }
  }
  for (const inside of block.inside || []) made.append(miniature(inside));
  if (block.open) {
    const opener = make("path", {class: "opener", d: `M${width - 18} 8h10v10M${width - 8} 8l-7 7`});
    opener.append(tip("Double-click opens it"));
    made.append(opener);
  }
  if (block.inner) made.append(display(block));
  else made.append(...card(block));
  const mark = make("g", {class: "cutmark", transform: `translate(${width} 0)`}, make("circle", {r: 8}), make("path", {d: "M-3.2-3.2l6.4 6.4m0-6.4l-6.4 6.4"}));
  made.append(mark);
  return made;
};
const miniature = ({box: [x, y, width, height], size, boxes, families, lines}) => {
  const scale = Math.min(width / size[0], height / size[1], .3);
  const made = make("g", {transform: `translate(${x + (width - size[0] * scale) / 2} ${y + (height - size[1] * scale) / 2}) scale(${scale})`});
  for (const [a, b, c, d] of lines) made.append(make("path", {class: "mini line", d: `M${a} ${b}L${c} ${d}`, "stroke-width": 1.2 / scale}));
  boxes.forEach(([x, y, width, height], i) => filled(made, "rect", {class: "mini", x, y, width, height, rx: 2 / scale}, families[i] && `var(--family-${families[i]})`));
  return made;
};
const outputs = block => block.pins.filter(pin => pin.side === "right" || (pin.side === "bottom" && pin.kind !== "result"));
const named = new Map(); // by the values of a run: by the path of a block, the names of its values
const namesOf = path => {
  const values = run().values;
  if (!values) return [];
  if (!named.has(values)) {
    const found = new Map();
    for (const name of Object.keys(values)) {
      const block = name.slice(0, name.lastIndexOf("."));
      found.has(block) ? found.get(block).push(name) : found.set(block, [name]);
    }
    named.set(values, found);
  }
  return named.get(values).get(path) || [];
};
const results = block => {
  const path = `${prefix()}${block.id}`;
  return namesOf(path).map(name => [name.slice(path.length + 1), at(run().values, name)]).filter(each => each[1]);
};
const onCard = block => block.inner || (block.open && block.inside) ? [] : results(block).slice(0, 2);
const cardHeight = lines => 6 + 12 * lines.length;
const card = block => {
  const found = onCard(block);
  if (!found.length) return [];
  const width = Math.max(block.size[0] - 16, 60);
  const lines = found.map(([pin, value]) => cut(found.length > 1 ? `${pin}: ${brief(value)}` : brief(value), Math.floor(width / 5.2)));
  const made = make("g", {class: "card", transform: `translate(8 ${block.size[1] + 8})`}, make("rect", {width, height: cardHeight(lines), rx: 4}));
  lines.forEach((line, i) => made.append(text(6, 12.5 + 12 * i, "", line)));
  return [made];
};
const given = (block, pin) => {
  const wire = canvas().wires.find(each => each.to === `${block.id}.${pin}`);
  return wire ? at(run().values, prefix() + wire.from) : null;
};
const display = block => {
  const [x, y, width, height] = block.inner;
  const made = make("g");
  const value = given(block, "input");
  if (!value) return made;
  const draw = value.size > 0 && value.shape.length > 0 && DISPLAYS[block.type];
  if (block.type === "TrendDisplay") made.append(trend(prefix() + canvas().wires.find(each => each.to === `${block.id}.input`).from, x, y, width, height));
  else if (draw && draw(made, block, value)) return made;
  else if (value.size === 1) {
    made.append(text(x + width / 2, y + height / 2 + Math.min(height, 40) / 4, "val", number(value.v[0]), {"text-anchor": "middle"}));
    made.lastChild.style.fontSize = `${Math.max(9, Math.min(height * .5, 26))}px`;
  } else made.append(text(x + 4, y + 14, "val", cut(brief(value), Math.floor(width / 5))));
  return made;
};
const filled = (made, name, attributes, fill) => {
  const shape = made.appendChild(make(name, attributes));
  shape.style.fill = fill;
  return shape;
};
const imageDisplay = (made, block, value) => {
  const [x, y, width, height] = block.inner;
  const url = value.shape.length >= 2 && picture(value, width / height);
  if (url) made.append(make("image", {href: url, x, y, width, height, preserveAspectRatio: "xMidYMid meet", "image-rendering": "pixelated"}));
  return url;
};
const tableDisplay = (made, block, value) => {
  const [x, y, width, height] = block.inner;
  const columns = value.shape.at(-1), rows = value.size / columns;
  const [most, lines] = [Math.max(1, Math.floor(width / 48)), Math.max(1, Math.floor(height / 13))];
  for (let r = 0; r < Math.min(rows, lines); r++) {
    for (let c = 0; c < Math.min(columns, most); c++) {
      const element = value.v[r * columns + c], left = (c === most - 1 && columns > most) || (r === lines - 1 && rows > lines) || element === undefined;
      made.append(text(x + 48 * c + 44, y + 11 + 13 * r, "val", left ? "…" : cut(number(element), 9), {"text-anchor": "end"}));
    }
  }
  return true;
};
const histogramDisplay = (made, block, value) => {
  if (!value.range) return false;
  const [x, y, width, height] = block.inner;
  const end = (name, otherwise) => block.values[name] === undefined || block.values[name] === "null" ? otherwise : +block.values[name];
  const bins = Math.max(1, end("bins", 24)), low = end("minimum", value.range[0]), high = end("maximum", value.range[1]);
  const counts = new Array(bins).fill(0);
  for (const v of value.v) if (typeof v === "number" && v >= low && v <= high) counts[Math.min(bins - 1, high > low ? Math.floor((v - low) / (high - low) * bins) : 0)]++;
  const tall = count => block.values.logarithmic === "true" ? Math.log1p(count) : count;
  const most = tall(Math.max(1, ...counts));
  counts.forEach((count, i) => {
    const h = (height - 14) * tall(count) / most;
    const bar = filled(made, "rect", {x: x + width * i / bins, y: y + height - 12 - h, width: Math.max(.5, width / bins - 1), height: h}, "var(--accent)");
    bar.append(tip(String(count)));
  });
  made.append(text(x, y + height, "type", number(low)), text(x + width, y + height, "type", number(high), {"text-anchor": "end"}));
  if (value.v.length < value.size) made.append(text(x + width / 2, y + height, "type", `the first ${value.v.length} of ${value.size}`, {"text-anchor": "middle"}));
  return true;
};
const scatterDisplay = (made, block, value) => {
  const [x, y, width, height] = block.inner;
  const ys = given(block, "y"), color = given(block, "color"), log = block.values.logarithmic === "true";
  const pairs = value.shape.length === 2 && value.shape[1] === 2 && !ys;
  if (!pairs && !ys) return false;
  const points = [];
  const count = pairs ? Math.floor(value.v.length / 2) : Math.min(value.v.length, ys.v.length);
  for (let i = 0; i < count; i++) {
    const [u, v] = pairs ? [value.v[2 * i], value.v[2 * i + 1]] : [value.v[i], ys.v[i]];
    if (typeof u === "number" && typeof v === "number" && (!log || v > 0)) points.push([u, log ? Math.log10(v) : v, color ? color.v[i] : 0]);
  }
  const place = (axis, from, room) => {
    const all = points.map(each => each[axis]), low = Math.min(...all), high = Math.max(...all);
    return v => from + room * (high > low ? (v - low) / (high - low) : .5);
  };
  const [px, py] = [place(0, x + 6, width - 12), place(1, y + height - 6, 12 - height)];
  const classes = color && /int/.test(color.dtype);
  const hue = v => !color ? "var(--accent)" : classes ? `hsl(${(210 + 137.5 * v) % 360} 65% 52%)` : color.range ? `hsl(${270 - 210 * (v - color.range[0]) / (color.range[1] - color.range[0] || 1)} 60% 50%)` : "var(--accent)";
  for (const [u, v, c] of points) filled(made, "circle", {cx: px(u).toFixed(1), cy: py(v).toFixed(1), r: (+block.values.size || 4) / 2}, hue(c));
  return true;
};
const classesOf = value => {
  if (value.shape.length < 2) return value.v;
  const wide = value.shape.at(-1), found = [];
  for (let i = 0; i + wide <= value.v.length; i += wide) { const row = value.v.slice(i, i + wide); found.push(row.indexOf(Math.max(...row.filter(each => typeof each === "number")))); }
  return found;
};
const confusionDisplay = (made, block, value) => {
  const [x, y, width, height] = block.inner;
  const predictions = given(block, "predictions"), shares = block.values.shares === "true";
  if ([value, predictions].some(each => each && each.v.length < each.size)) return false; // not all of it is kept
  let counts;
  if (predictions) {
    const [labels, taken] = [classesOf(value), classesOf(predictions)];
    const count = 1 + Math.max(...labels, ...taken, value.shape.length > 1 ? value.shape.at(-1) - 1 : 0, predictions.shape.length > 1 ? predictions.shape.at(-1) - 1 : 0);
    if (!(count > 0 && count <= 1000)) return false;
    counts = Array.from({length: count}, () => new Array(count).fill(0));
    labels.forEach((label, i) => { if (counts[label] && taken[i] in counts) counts[label][taken[i]]++; });
  } else {
    const count = value.shape[0];
    if (value.shape.length !== 2 || value.shape[1] !== count) return false;
    counts = Array.from({length: count}, (_, i) => value.v.slice(i * count, (i + 1) * count));
  }
  const [w, h] = [width / counts.length, (height - 14) / counts.length];
  let all = 0, right = 0;
  counts.forEach((row, i) => {
    const total = row.reduce((a, b) => a + b, 0);
    all += total;
    right += row[i];
    row.forEach((count, j) => {
      const cell = filled(made, "rect", {x: x + j * w, y: y + i * h, width: w - .5, height: h - .5}, `color-mix(in srgb, var(--accent) ${Math.round(100 * count / (total || 1))}%, var(--preview-fill))`);
      cell.append(tip(`${i} taken for ${j}: ${number(count)}`));
      if (w >= 14 && h >= 9) made.append(text(x + (j + .5) * w, y + (i + .5) * h + 3, "val", shares ? (count / (total || 1)).toFixed(2) : number(count), {"text-anchor": "middle"}));
    });
  });
  made.append(text(x, y + height - 1, "val", `${number(right)} of ${number(all)} right (${(100 * right / (all || 1)).toFixed(1)} %)`));
  return true;
};
const DISPLAYS = {ImageDisplay: imageDisplay, HeatMapDisplay: imageDisplay, TableDisplay: tableDisplay, HistogramDisplay: histogramDisplay, ScatterDisplay: scatterDisplay, ConfusionMatrixDisplay: confusionDisplay};
const series = name => {
  const row = isHidden(name) ? [] : (run().values || {})[name] || [];
  let last = null;
  return row.map(each => { last = each === null ? last : each; return last && last.size === 1 && typeof last.v[0] === "number" ? last.v[0] : null; });
};
const trend = (name, x, y, width, height) => {
  const made = make("g");
  const values = series(name);
  const known = values.filter(each => each !== null);
  if (known.length < 2) return known.length ? make("g", {}, text(x + 6, y + 16, "val", number(known[0]))) : made;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const px = i => x + 4 + (width - 8) * i / (values.length - 1);
  const py = v => y + height - 6 - (height - 12) * (high > low ? (v - low) / (high - low) : .5);
  const points = values.map((v, i) => v === null ? null : `${px(i).toFixed(1)} ${py(v).toFixed(1)}`).filter(each => each);
  const line = make("path", {d: "M" + points.join("L"), fill: "none", "stroke-width": 1.8});
  line.style.stroke = "var(--accent)";
  made.append(line);
  const here = values[state.step];
  if (here != null) {
    const dot = make("circle", {cx: px(state.step), cy: py(here), r: 3.5});
    dot.style.fill = "var(--selection)";
    made.append(dot);
  }
  made.append(text(x + 6, y + 10, "type", number(high)), text(x + 6, y + height - 1, "type", number(low)));
  return made;
};
const picture = (value, ratio = 1) => {
  // The last axis of pictures is that of colours; of more channels than these, the first is shown.
  const pictures = value.shape.length === 4 || (value.shape.length === 3 && [1, 3].includes(value.shape[2]));
  const [rows, columns, channels] = pictures ? value.shape.slice(-3) : [...value.shape.slice(-2), 1];
  const count = rows * columns * channels;
  if (!count || count > value.v.length || !value.range) return null;
  const [low, high] = value.range;
  // Those of a batch stand beside and below each other with a gap, as far as they are kept.
  const many = pictures ? Math.floor(value.v.length / count) : 1;
  const across = Math.max(1, Math.min(many, Math.round(Math.sqrt(many * ratio * rows / columns))));
  const drawn = document.createElement("canvas");
  drawn.width = across * (columns + 1) - 1;
  drawn.height = Math.ceil(many / across) * (rows + 1) - 1;
  const context = drawn.getContext("2d");
  for (let n = 0; n < many; n++) {
    const image = context.createImageData(columns, rows);
    for (let i = 0; i < rows * columns; i++) {
      for (let c = 0; c < 3; c++) {
        const v = value.v[n * count + i * channels + (channels === 3 ? c : 0)];
        image.data[4 * i + c] = typeof v === "number" ? 255 * (high > low ? (v - low) / (high - low) : .5) : c ? 0 : 255;
      }
      image.data[4 * i + 3] = 255;
    }
    context.putImageData(image, n % across * (columns + 1), Math.floor(n / across) * (rows + 1));
  }
  return drawn.toDataURL();
};
const drawWire = wire => {
  const p = wire.path;
  let d = `M${p[0]} ${p[1]}`;
  for (let i = 2; i < p.length; i += 2) {
    const [x, y] = [p[i], p[i + 1]];
    if (i + 3 < p.length) { // a rounded corner
      const [a, b, u, v] = [p[i - 2], p[i - 1], p[i + 2], p[i + 3]];
      const r = Math.min(7, Math.hypot(x - a, y - b) / 2, Math.hypot(u - x, v - y) / 2);
      const along = (s, t) => { const length = Math.hypot(s - x, t - y) || 1; return `${(x + (s - x) / length * r).toFixed(1)} ${(y + (t - y) / length * r).toFixed(1)}`; };
      d += `L${along(a, b)}Q${x} ${y} ${along(u, v)}`;
    } else d += `L${x} ${y}`;
  }
  const made = make("path", {class: wireClass(wire), d});
  made.style.stroke = wireColor(wire);
  const size = flows(wire) ? norm(prefix() + wire.from) : null;
  if (size !== null) made.style.strokeWidth = `${Math.max(1.6, Math.min(7, 4 + Math.log10(size || 1e-9)))}px`;
  made.append(tip(`${wire.from} → ${wire.to}`));
  return made;
};
const wireClass = wire => flows(wire) ? "wire flows" : "wire";
const wireGroup = wire => wire.kind === "reference" ? wire.kind : ["operation", "feed", "status", "scope"].includes(wire.kind) ? "control" : carried(prefix() + wire.from);
const wireColor = wire => `var(--carried-${wireGroup(wire)})`;
const area = (p, xs) => { let low = Infinity, high = -Infinity; for (let i = xs; i < p.length; i += 2) { low = Math.min(low, p[i]); high = Math.max(high, p[i]); } return [low, high]; };

const fill = () => {
  for (const layer of Object.values(layers)) layer.replaceChildren();
  const here = canvas();
  items = [];
  distant = null;
  for (const block of here.blocks) {
    const [x, y] = block.at;
    items.push({layer: layers.blocks, box: [x - 10, y - 10, x + block.size[0] + 60, y + block.size[1] + 44], block, draw: () => drawBlock(block)});
  }
  for (const wire of here.wires) {
    const [x, u] = area(wire.path, 0), [y, v] = area(wire.path, 1);
    items.push({layer: layers.wires, box: [x, y, u, v], wire, draw: () => drawWire(wire)});
  }
  for (const frame of here.frames) {
    const made = make("g", {class: "frame", transform: `translate(${frame.at[0]} ${frame.at[1]})`}, make("rect", {width: frame.size[0], height: frame.size[1], rx: 6}), text(10, 18, "", frame.title));
    if (frame.color && COLOR.test(frame.color)) { made.firstChild.style.fill = frame.color; made.firstChild.style.stroke = frame.color; made.classList.add("tinted"); }
    layers.frames.append(made);
  }
  for (const note of here.notes) {
    const made = make("g", {class: "note"});
    let end = note.at[1];
    for (const paragraph of note.text.split("\n")) {
      const heading = paragraph.startsWith("# "), size = heading ? 20 : 12;
      for (const line of wrapped(heading ? paragraph.slice(2) : paragraph, note.size ? Math.max(4, note.size[0] / size * 2) : 60)) {
        end += size * 1.4;
        made.append(text(note.at[0] + 4, end - .4 * size, heading ? "heading" : "", line));
      }
    }
    layers.notes.append(made);
  }
};
const wrapped = (line, room) => {
  const found = [""];
  for (const word of line.split(" ")) {
    if (found.at(-1) && found.at(-1).length + word.length + 1 > room) found.push(word);
    else found[found.length - 1] += (found.at(-1) ? " " : "") + word;
  }
  return found;
};

// From far away all that looks alike is one path: a browser takes seconds to lay out ten thousand elements.
let distant = null;
const drawDistant = () => {
  const paths = new Map();
  for (const {block, wire, layer} of items) {
    const [around, name, style, d] = block
      ? [["block", ...conditions(block), ...marks({block})], "body", {fill: blockFill(block, familyTint(block.family, 40))}, `M${block.at[0]} ${block.at[1]}h${block.size[0]}v${block.size[1]}h${-block.size[0]}z`]
      : [[], [wireClass(wire), ...marks({wire})].join(" "), {stroke: wireColor(wire)}, `M${wire.path.join(" ")}`];
    const key = JSON.stringify([around, name, style]);
    if (!paths.has(key)) paths.set(key, {around, name, style, layer, parts: []});
    paths.get(key).parts.push(d);
  }
  return [...paths.values()].map(({around, name, style, layer, parts}) => {
    const path = make("path", {class: name, d: parts.join("")});
    Object.assign(path.style, style);
    return layer.appendChild(make("g", {class: ["distant", ...around].join(" ")}, path));
  });
};

// Only what can be seen is in the tree: pages have thousands of blocks.
let pending = 0;
const look = () => {
  const {x, y, scale} = state.view;
  world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  world.style.setProperty("--pixel", `${1 / scale}px`);
  stage.classList.toggle("far", scale < .3);
  stage.classList.toggle("grad", state.gradient && !!run().gradient);
  const {width, height} = stage.getBoundingClientRect();
  const [left, top, right, bottom] = [-x / scale, -y / scale, (width - x) / scale, (height - y) / scale];
  const seen = items.filter(({box}) => box[0] <= right && box[2] >= left && box[1] <= bottom && box[3] >= top);
  const far = scale < .3 && seen.length > MANY;
  const visible = new Set(far ? [] : seen);
  for (const item of items) {
    if (item.made && !visible.has(item)) item.made.remove();
    if (visible.has(item)) {
      if (!item.made) { item.made = item.draw(); dress(item); }
      if (!item.made.isConnected) item.layer.append(item.made);
    }
  }
  if (far) distant = distant || drawDistant();
  else nearAgain();
};
const nearAgain = () => {
  for (const each of distant || []) each.remove();
  distant = null;
};
const soon = () => { state.fitted = false; if (!pending) pending = requestAnimationFrame(() => { pending = 0; look(); }); };
// What a block or a wire is, beside what it always is.
const marks = ({block, wire}) => {
  if (wire) return [wire.from, wire.to].some(end => state.chosen !== null && end.startsWith(`${state.chosen}.`)) ? ["hot"] : [];
  const known = state.gradient ? flow() : null, name = prefix() + block.id;
  return [(state.chosen === block.id || isNew(block)) && "chosen", known && known.around.has(name) && "reached", known && known.stops.has(name) && "cut"].filter(each => each);
};
const isNew = block => state.frame > 0 && replayed() && !data.history.frames[state.frame - 1].blocks.includes(block);
const dress = item => {
  const {made, block} = item;
  made.classList.remove("chosen", "reached", "cut", "hot");
  made.classList.add(...marks(item));
  const sign = block && made.classList.contains("cut") && made.querySelector(".cutmark");
  if (sign && !sign.querySelector("title")) sign.append(tip(flow().stops.get(prefix() + block.id).map(each => `${each.block}: ${each.reason}`).join("\n")));
};
const mark = () => {
  for (const item of items) if (item.made) dress(item);
  nearAgain();
  look();
};
const redraw = () => { // what depends on the step
  for (const item of items) { if (item.made) item.made.remove(); item.made = null; }
  nearAgain();
  look();
};

// The view

const bounds = () => {
  const here = canvas();
  const boxes = items.filter(each => each.block).map(each => each.box);
  if (replayed()) for (const {at, size} of data.history.items) if (at) boxes.push([at[0], at[1], at[0] + size[0], at[1] + size[1]]); // one view for all
  for (const {at: [x, y], size} of [...here.frames, ...here.notes]) boxes.push([x, y, x + (size ? size[0] : 200), y + (size ? size[1] : 40)]);
  if (!boxes.length) return [0, 0, 300, 200];
  return boxes.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]);
};
const fit = () => {
  const {width, height} = stage.getBoundingClientRect();
  const [left, top, right, bottom] = bounds();
  const scale = Math.max(.01, Math.min(1.6, (width - 48) / (right - left), (height - 48) / (bottom - top)));
  state.view = {scale, x: (width - (left + right) * scale) / 2, y: (height - (top + bottom) * scale) / 2};
  state.fitted = true;
  look();
};
const zoom = (factor, at) => {
  const {width, height} = stage.getBoundingClientRect();
  const [px, py] = at || [width / 2, height / 2];
  const scale = Math.max(.01, Math.min(8, state.view.scale * factor));
  const by = scale / state.view.scale;
  state.view = {scale, x: px - (px - state.view.x) * by, y: py - (py - state.view.y) * by};
  soon();
};
const centre = block => {
  const {width, height} = stage.getBoundingClientRect();
  const scale = Math.max(state.view.scale, .8);
  state.view = {scale, x: width / 2 - (block.at[0] + block.size[0] / 2) * scale, y: height / 2 - (block.at[1] + block.size[1] / 2) * scale};
  state.fitted = false;
  look();
};
const open = (page, path, chosen = null) => {
  if (state.frame !== null && page !== data.history.page) state.frame = null;
  Object.assign(state, {page, path, chosen});
  state.step = Math.min(state.step, Math.max(0, steps().length - 1));
  fill();
  fit();
  bars();
  panel();
};
const enter = block => { if (block && block.open) open(state.page, [...state.path, block.open[0]]); };
const up = () => {
  if (!state.path.length) return;
  const step = state.path.at(-1).step;
  open(state.page, state.path.slice(0, -1), step.split("/")[0]);
};
const choose = id => {
  state.chosen = id;
  mark();
  panel();
};
const blockOf = id => canvas().blocks.find(each => each.id === id);
const goTo = name => { // a path such as hidden/mm.product, from the page
  let path = [], rest = name;
  for (;;) {
    const here = canvases.get(path.length ? path.at(-1).canvas : state.page);
    const next = here && here.blocks.flatMap(each => each.open || []).find(each => rest.startsWith(each.step));
    if (!next) break;
    path = [...path, next];
    rest = rest.slice(next.step.length);
  }
  const id = rest.includes(".") ? rest.slice(0, rest.indexOf(".")) : rest;
  open(state.page, path, id);
  const block = blockOf(id);
  if (block) centre(block);
};

// Pointer

const held = new Map();
let moved = false;
stage.addEventListener("pointerdown", event => {
  held.set(event.pointerId, [event.offsetX, event.offsetY]);
  stage.setPointerCapture(event.pointerId);
  moved = false;
});
stage.addEventListener("pointermove", event => {
  const before = held.get(event.pointerId);
  if (!before) return;
  const now = [event.offsetX, event.offsetY];
  const other = [...held.entries()].find(([id]) => id !== event.pointerId);
  if (Math.hypot(now[0] - before[0], now[1] - before[1]) > 3 || moved) {
    moved = true;
    stage.classList.add("held");
    if (other) {
      const [a, b] = [Math.hypot(before[0] - other[1][0], before[1] - other[1][1]), Math.hypot(now[0] - other[1][0], now[1] - other[1][1])];
      zoom(b / (a || 1), [(now[0] + other[1][0]) / 2, (now[1] + other[1][1]) / 2]);
    } else {
      state.view.x += now[0] - before[0];
      state.view.y += now[1] - before[1];
      soon();
    }
    held.set(event.pointerId, now);
  }
});
const blockAt = event => {
  const {left, top} = stage.getBoundingClientRect();
  const [x, y] = [(event.clientX - left - state.view.x) / state.view.scale, (event.clientY - top - state.view.y) / state.view.scale];
  const found = canvas().blocks.filter(({at, size}) => x >= at[0] && x <= at[0] + size[0] && y >= at[1] && y <= at[1] + size[1] + 32);
  return found.reverse().find(block => { const lines = onCard(block); return y <= block.at[1] + block.size[1] + (lines.length && 8 + cardHeight(lines)); });
};
const release = event => {
  if (held.delete(event.pointerId) && !moved && event.type === "pointerup") {
    const hit = blockAt(event);
    choose(hit ? hit.id : null);
  }
  stage.classList.remove("held");
};
stage.addEventListener("pointerup", release);
stage.addEventListener("pointercancel", release);
stage.addEventListener("dblclick", event => enter(blockAt(event)));
stage.addEventListener("wheel", event => {
  event.preventDefault();
  if (event.ctrlKey || !event.shiftKey) zoom(Math.exp(-event.deltaY * (event.deltaMode ? .05 : .0016)), [event.offsetX, event.offsetY]);
  else { state.view.x -= event.deltaY; soon(); }
}, {passive: false});
document.addEventListener("keydown", event => {
  if (event.target.matches("input, select") && event.key !== "Escape") return;
  const pan = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]}[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (pan && event.target === stage) { state.view.x += pan[0]; state.view.y += pan[1]; soon(); }
  else if (event.key === "/") search.focus();
  else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-") zoom(.8);
  else if (event.key === "0" || event.key === "f") fit();
  else if (event.key === "Enter" && event.target === stage) enter(blockOf(state.chosen));
  else if (event.key === "Backspace") up();
  else if (event.key === "Escape") { if (event.target === search) { search.value = ""; find(); stage.focus(); } else if (state.chosen !== null) choose(null); else up(); }
  else if (event.key === "]") setStep(place() + 1);
  else if (event.key === "[") setStep(place() - 1);
  else if (event.key === "g") toggleGradient();
  else return;
  event.preventDefault();
});

// Bars

const title = element("h1");
title.textContent = data.title || "Gradblocks";
title.title = title.textContent;
const crumbs = element("nav", {"aria-label": "Location"});
const search = element("input", {type: "search", placeholder: "Find a block", "aria-label": "Find a block", oninput: () => find(), onkeydown: event => pick(event)});
const hits = element("ul", {hidden: true, role: "listbox"});
const button = (words, name, act, more = {}) => { const made = element("button", {type: "button", title: name, "aria-label": name, onclick: act, ...more}); made.textContent = words; return made; };
const gradientButton = button("Gradient", "Show where the gradient flows (g)", () => toggleGradient(), {"aria-pressed": "false"});
const themeButton = button("◐", "Switch between dark and light", () => {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
const save = button("Save diagram", "Save the diagram as a file for the editor", () => {
  const link = element("a", {download: `${(data.title || "diagram").replace(/[^\p{L}\p{N} _-]/gu, "_")}.gradblocks`});
  const diagram = JSON.parse(document.getElementById("gradblocks").textContent);
  if (Object.keys(answers).length) diagram.answers = {...diagram.answers, ...answers};
  link.href = URL.createObjectURL(new Blob([JSON.stringify(diagram, null, 1)], {type: "application/json"}));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
const aside = element("aside", {"aria-label": "Details"});
const legend = element("div", {class: "legend", role: "note", "aria-label": "Legend"});
const main = element("main", {}, stage, aside, legend);
const drawLegend = () => {
  const groups = new Set(canvas().wires.map(wireGroup));
  const flowing = state.gradient && run().gradient;
  const rows = flowing
    ? [["var(--flow)", `Gradient of ${run().gradient.of}` + (Object.keys(run().gradients || {}).length ? ", wider if larger" : "")], ["var(--cut)", "The gradient stops here"]]
    : Object.keys(KINDS).filter(each => groups.has(each)).map(each => [`var(--carried-${each})`, KINDS[each]]);
  legend.replaceChildren(line("b", flowing ? "Gradient" : "Wires by dtype"));
  for (const [color, words] of rows) { const sample = element("i"); sample.style.background = color; legend.append(element("span", {}, sample, words)); }
  legend.hidden = !rows.length;
};
// The steps of the run, or those of the history
const tape = () => state.frame === null ? steps() : data.history.frames;
const place = () => state.frame === null ? state.step : state.frame;
const slider = element("input", {type: "range", min: 0, "aria-label": "Step", oninput: () => setStep(+slider.value)});
const where = element("output");
let playing = 0;
const beat = () => setInterval(() => { setStep(place() + 1); if (place() >= tape().length - 1) play.click(); }, (state.frame === null ? 120 : 1500) / +speed.value);
const play = button("▶", "Play the steps", () => {
  if (playing) { clearInterval(playing); playing = 0; play.textContent = "▶"; return; }
  if (place() >= tape().length - 1) setStep(0);
  play.textContent = "❚❚";
  playing = beat();
});
const speed = element("select", {"aria-label": "Speed", onchange: () => { if (playing) { clearInterval(playing); playing = beat(); } }});
for (const each of [.5, 1, 2, 4]) { const option = element("option", {value: each, selected: each === 1}); option.textContent = `${each}×`; speed.append(option); }
const replayButton = button("Replay", "Show how the page was made", () => {
  if (playing) play.click();
  state.frame = state.frame === null ? 0 : null;
  open(data.history.page, []);
}, {"aria-pressed": "false"});
const foot = element("footer", {}, play, slider, where, speed);
const setStep = step => {
  const to = Math.max(0, Math.min(tape().length - 1, step));
  if (state.frame === null) state.step = to;
  else { state.frame = to; fill(); }
  redraw();
  bars();
  panel();
};
const toggleGradient = () => {
  if (!run().gradient) return;
  state.gradient = !state.gradient;
  mark();
  bars();
  panel();
};
const bars = () => {
  crumbs.replaceChildren();
  const crumb = (words, act) => { const made = button(words, words, act); crumbs.append(made); return made; };
  const pages = data.canvases.filter(each => !each.composite), composites = data.canvases.filter(each => each.composite);
  if (data.canvases.length > 1) {
    const list = element("select", {"aria-label": "Page", onchange: () => open(list.value, [])});
    for (const [words, some] of [["Pages", pages], ["Composites", composites]]) {
      if (!some.length) continue;
      const group = element("optgroup", {label: words});
      for (const each of some) { const option = element("option", {value: each.name, selected: each.name === state.page}); option.textContent = shown(each); group.append(option); }
      list.append(group);
    }
    crumbs.append(list);
  } else if (pages.length) crumb(shown(pages[0]), () => open(state.page, []));
  if (state.path.length && data.canvases.length > 1) { crumbs.append("›"); crumb("↑", up).title = "Exit composite (Backspace)"; }
  state.path.forEach((each, i) => { crumbs.append("›"); crumb(each.step.slice(0, -1), () => open(state.page, state.path.slice(0, i + 1))); });
  drawLegend();
  gradientButton.hidden = !run().gradient;
  gradientButton.setAttribute("aria-pressed", String(state.gradient));
  foot.hidden = tape().length < 2;
  slider.max = Math.max(0, tape().length - 1);
  slider.value = place();
  where.textContent = !tape().length ? "" : state.frame === null ? `step ${steps()[state.step]} of ${steps().at(-1)}` : `${state.frame + 1} of ${tape().length}: ${tape()[state.frame].text}`;
  replayButton.hidden = !data.history;
  replayButton.setAttribute("aria-pressed", String(state.frame !== null));
};

// Search: everywhere, through instances as far as they are many

const places = () => {
  const found = [], queue = data.pages.map(page => ({page, path: []}));
  while (queue.length && found.length < 3000) {
    const place = queue.shift();
    const here = canvases.get(place.path.length ? place.path.at(-1).canvas : place.page);
    if (!here || place.path.length > 6) continue;
    found.push({...place, canvas: here});
    for (const block of here.blocks) for (const step of block.open || []) queue.push({page: place.page, path: [...place.path, step]});
  }
  return found;
};
let all = null;
const find = () => {
  const wanted = search.value.trim().toLowerCase();
  hits.replaceChildren();
  hits.hidden = !wanted;
  if (!wanted) return;
  all = all || places();
  let count = 0;
  for (const place of all) {
    for (const block of place.canvas.blocks) {
      if (!block.id.toLowerCase().includes(wanted) && !block.type.toLowerCase().includes(wanted)) continue;
      if (++count > 60) return;
      const item = element("li", {role: "option", "aria-selected": String(count === 1), onpointerdown: event => { event.preventDefault(); show(place, block); }});
      const before = place.path.map(each => each.step).join("");
      item.append((data.pages.length > 1 ? `${place.page}: ` : "") + before + block.id + " ");
      const small = element("small");
      small.textContent = block.type;
      item.append(small);
      item.show = () => show(place, block);
      hits.append(item);
    }
  }
  if (!count) { const none = element("li", {class: "dim"}); none.textContent = "No blocks found"; hits.append(none); }
};
const show = (place, block) => {
  hits.hidden = true;
  open(place.page, place.path, block.id);
  centre(block);
};
const pick = event => {
  const list = [...hits.children].filter(each => each.show);
  const here = list.findIndex(each => each.getAttribute("aria-selected") === "true");
  if (event.key === "Enter" && list[here]) { list[here].show(); stage.focus(); }
  const next = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!next || !list.length) return;
  event.preventDefault();
  list.forEach(each => each.setAttribute("aria-selected", "false"));
  const now = list[(here + next + list.length) % list.length];
  now.setAttribute("aria-selected", "true");
  now.scrollIntoView({block: "nearest"});
};
search.addEventListener("blur", () => { hits.hidden = true; });
search.addEventListener("focus", () => find());

// The panel

const line = (name, words, more = {}) => { const made = element(name, more); made.textContent = words; return made; };
const heading = words => aside.append(line("h3", words));
const rows = pairs => {
  const made = element("div", {class: "rows"});
  for (const [key, value] of pairs) made.append(typeof key === "string" ? line("span", key) : key, typeof value === "string" ? line("span", value, {class: "mono"}) : value);
  aside.append(made);
};
const link = (words, act) => { const made = line("button", words, {class: "link", type: "button"}); made.addEventListener("click", act); return made; };
const valueView = (name, value) => {
  const made = element("div", {class: "value"});
  const facts = `${value.dtype} [${value.shape.join(",")}]`;
  made.append(line("div", value.size === 1 ? number(value.v[0]) : brief(value), {class: "mono"}), line("div", facts + (value.range && value.size > 1 ? `, mean ${number(value.range[2])}` : ""), {class: "dim"}));
  if (value.size === 1 && steps().length > 1 && series(name).some(each => each !== null)) made.append(make("svg", {viewBox: "0 0 290 64", preserveAspectRatio: "none"}, trend(name, 0, 0, 290, 64)));
  if (value.size > 1 && value.shape.length && value.v.length >= value.size && value.size <= 256 && value.shape.length <= 2) {
    const columns = value.shape.length === 2 ? value.shape[1] : value.size;
    const table = element("table");
    for (let i = 0; i < value.size; i += columns) { const row = element("tr"); for (const each of value.v.slice(i, i + columns)) row.append(line("td", number(each))); table.append(row); }
    made.append(element("div", {class: "scroll"}, table));
  } else if (value.size > 1 && value.shape.length >= 2) {
    const url = picture(value);
    if (url) made.append(element("img", {src: url, alt: ""}));
  } else if (value.size > 1) made.append(line("div", value.v.slice(0, 24).map(number).join(", ") + (value.size > 24 ? ", …" : ""), {class: "mono dim"}));
  return made;
};
const gradientOf = here => {
  if (here && canvases.has(here.gradient)) rows([["Custom gradient", link(here.gradient.slice(1), () => open(here.gradient, []))]]);
};
const tasks = data.exercise ? [element("section", {class: "tasks"}, ...data.exercise.text.split("\n").map(each => line("p", each)), ...questions.map(questionView))] : [];
const panel = () => {
  aside.replaceChildren(...tasks);
  const block = state.chosen === null ? null : blockOf(state.chosen);
  if (block) return blockPanel(block);
  const here = canvas();
  aside.append(line("h2", state.path.length ? prefix().slice(0, -1) : shown(here)));
  if (here.doc) aside.append(line("p", here.doc));
  gradientOf(here);
  aside.append(line("p", `${here.blocks.length} blocks, ${here.wires.length} wires`, {class: "dim"}));
  if (data.problems.length) { heading("Problems"); for (const each of data.problems) aside.append(line("p", each, {class: "fault"})); }
  const gradient = run().gradient;
  if (gradient) {
    heading(`Gradient of ${gradient.of}`);
    rows(gradient.variables.map(each => [link(each.block, () => goTo(each.block)), each.reached ? ["reached", gradientText(`${each.block}.ref`)].filter(Boolean).join(", ") : each.reason]));
    if (gradient.cuts.length) {
      heading("Gradient stops");
      rows(gradient.cuts.map(each => [link(each.block, () => goTo(each.block)), each.reason]));
    }
  }
  const found = here.blocks.flatMap(each => results(each).map(([pin, value]) => [each, pin, value]));
  if (found.length) {
    heading("Results");
    rows(found.slice(0, 300).map(([each, pin, value]) => [link(outputs(each).length > 1 ? `${each.id}.${pin}` : each.id, () => { choose(each.id); centre(each); }), brief(value)]));
  }
};
const blockPanel = block => {
  aside.append(line("h2", block.id), line("p", block.type.replace(/^:/, ""), {class: "dim"}));
  if (block.doc) aside.append(line("p", block.doc));
  gradientOf(canvases.get(block.type));
  for (const fault of block.faults || []) aside.append(line("p", fault, {class: "fault"}));
  for (const each of block.open || []) aside.append(button(`Open ${each.step.slice(0, -1)}`, "Open composite (Enter)", () => open(state.page, [...state.path, each])));
  const values = Object.entries(block.values);
  if (values.length) { heading("Attributes and inputs"); rows(values); }
  const found = results(block);
  if (found.length) {
    heading("Results");
    for (const [pin, value] of found) { if (found.length > 1) aside.append(line("div", pin, {class: "dim"})); aside.append(valueView(`${prefix()}${block.id}.${pin}`, value)); }
  }
  const slopes = outputs(block).map(pin => [pin.name, at(run().gradients, pinName(block.id, pin.name, pin.index)), pinName(block.id, pin.name, pin.index)]).filter(each => each[1]);
  if (slopes.length) {
    heading(`Gradient of ${run().gradient ? run().gradient.of : ""} here`);
    for (const [pin, value, name] of slopes) { if (slopes.length > 1) aside.append(line("div", pin, {class: "dim"})); aside.append(valueView(`gradient ${name}`, value)); }
  }
  const known = flow(), name = prefix() + block.id;
  if (known) for (const each of known.cuts.values()) if (each.block === name) aside.append(line("p", `The gradient stops here: ${each.reason}`, {class: "fault"}));
  heading("Pins");
  rows(block.pins.filter(pin => pin.kind !== "attribute" && pin.kind !== "scope" && pin.kind !== "result").map(pin => {
    const wires = canvas().wires.filter(each => (pin.side === "left" ? each.to : each.from).replace(/\[\d+\]$/, "") === `${block.id}.${pin.name}`);
    const ends = element("span");
    wires.slice(0, 8).forEach((wire, i) => { const end = pin.side === "left" ? wire.from : wire.to; ends.append(i ? ", " : "", link(end, () => { const id = end.slice(0, end.indexOf(".")); choose(id); const to = blockOf(id); if (to) centre(to); })); });
    if (!wires.length) ends.append(pin.value || (pin.side === "left" ? "not wired" : ""));
    return [`${pin.label || pin.name} ${pin.side === "right" ? typeOf(pinName(block.id, pin.name, pin.index)) : ""}`.trim(), ends];
  }));
};

const details = button("☰", "Show or hide details", () => { main.classList.toggle("alone"); look(); });
const header = element("header", {}, title, crumbs, element("span", {class: "grow"}), element("div", {class: "find"}, search, hits), replayButton, gradientButton, button("−", "Zoom out (-)", () => zoom(.8)), button("+", "Zoom in (+)", () => zoom(1.25)), button("Fit", "Fit all (f)", fit), themeButton, save, details);
document.getElementById("app").append(header, main, foot);
if (innerWidth < 900 || document.documentElement.hasAttribute("data-embedded")) main.classList.toggle("alone", document.documentElement.hasAttribute("data-embedded"));
for (const frame of data.history ? data.history.frames : []) for (const kind of ["blocks", "wires"]) frame[kind] = frame[kind].map(each => data.history.items[each]);
state.step = Math.max(0, steps().length - 1);
state.gradient = !!run().gradient && !run().plain;
new ResizeObserver(() => state.fitted ? fit() : soon()).observe(stage); // a frame may get its size later
open(state.page, []);
})();
