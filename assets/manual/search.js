// The search of the manual. `INDEX` (search-index.js) holds [title, kind, address, text] for each entry.
"use strict";
(() => {
  const input = document.querySelector("#search"), list = document.querySelector("#found");
  if (!input || !self.INDEX) return;
  const entries = INDEX.map(([title, kind, address, text]) =>
    ({title, kind, address, text, name: title.toLowerCase(), rest: `${kind} ${text}`.toLowerCase()}));
  let chosen = -1;

  const score = (entry, word) => {
    const at = entry.name.indexOf(word);
    if (entry.name === word) return 100;
    if (at === 0) return 60 - entry.name.length / 100;
    // A part of a name begins after a separator, or with a capital letter.
    if (at > 0) return /[\s._-]/.test(entry.name[at - 1]) || /[A-Z]/.test(entry.title[at]) ? 40 : 15;
    const inText = entry.rest.indexOf(word);
    return inText < 0 ? 0 : inText === 0 || /\W/.test(entry.rest[inText - 1]) ? 8 : 3;
  };
  const find = words => entries
    .map(entry => {
      const scores = [...words.map(word => score(entry, word))];
      return [entry, scores.every(Boolean) ? scores.reduce((a, b) => a + b) : score(entry, words.join(""))];
    })
    .filter(([, value]) => value > 0)
    .sort(([a, x], [b, y]) => y - x || a.title.length - b.title.length || a.title.localeCompare(b.title))
    .slice(0, 30);

  const choose = index => {
    const items = list.querySelectorAll("[role=option]");
    items[chosen]?.setAttribute("aria-selected", "false");
    chosen = items.length ? (index + items.length) % items.length : -1;
    items[chosen]?.setAttribute("aria-selected", "true");
    items[chosen]?.scrollIntoView({block: "nearest"});
    input.setAttribute("aria-activedescendant", items[chosen]?.id ?? "");
  };
  const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); };
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return close();
    const found = find(words);
    list.replaceChildren(...found.map(([entry], index) => {
      const item = document.createElement("a");
      Object.assign(item, {href: entry.address, id: `found-${index}`, tabIndex: -1});
      item.setAttribute("role", "option");
      for (const [tag, text] of [["b", entry.title], ["small", entry.kind], ["span", entry.text]]) {
        item.appendChild(document.createElement(tag)).textContent = text;
      }
      return item;
    }));
    if (!found.length) list.textContent = `No results for “${input.value.trim()}”`;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    chosen = -1;
    choose(0);
  };

  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  input.addEventListener("keydown", event => {
    if (event.key === "Escape") { input.value = ""; close(); input.blur(); return; }
    if (list.hidden) return;
    if (event.key === "Enter") list.querySelectorAll("[role=option]")[chosen]?.click();
    else if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", event => { if (event.target.closest("a")) { close(); input.blur(); } });
  document.addEventListener("click", event => { if (!event.target.closest(".search")) close(); });
  document.addEventListener("keydown", event => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target === input) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
})();
