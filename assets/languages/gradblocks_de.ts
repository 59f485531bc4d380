<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
  <context>
    <name>Gradblocks</name>
    <message>
      <source>
Enter: {text}</source>
      <translation>
Enter: {text}</translation>
    </message>
    <message>
      <source>
Right-click to add a surrogate gradient</source>
      <translation>
Rechtsklick, um einen Ersatzgradienten hinzuzufügen</translation>
    </message>
    <message>
      <source>
Tab: new block</source>
      <translation>
Tab: neuer Block</translation>
    </message>
    <message>
      <source>
The gradient of {of} would then also reach {gains}.</source>
      <translation>
Der Gradient von {of} erreichte dann auch {gains}.</translation>
    </message>
    <message>
      <source>
and {count} more</source>
      <translation>
und {count} weitere</translation>
    </message>
    <message>
      <source>
muted</source>
      <translation>
stummgeschaltet</translation>
    </message>
    <message>
      <source>   (element {index})</source>
      <translation>   (Element {index})</translation>
    </message>
    <message>
      <source> (on the path {path})</source>
      <translation> (auf dem Pfad {path})</translation>
    </message>
    <message>
      <source> Not smooth here: {rough}.</source>
      <translation> Hier nicht glatt: {rough}.</translation>
    </message>
    <message>
      <source> Other paths end at {places}.</source>
      <translation> Andere Pfade enden bei {places}.</translation>
    </message>
    <message>
      <source> Recording every iteration would take too much memory, so some show the values of an earlier one.</source>
      <translation> Alle Iterationen aufzuzeichnen bräuchte zu viel Speicher, daher zeigen manche die Werte einer früheren.</translation>
    </message>
    <message>
      <source> and </source>
      <translation> und </translation>
    </message>
    <message>
      <source> and {count:,} more</source>
      <translation> und {count:,} weitere</translation>
    </message>
    <message>
      <source> and {count} more</source>
      <translation> und {count} weitere</translation>
    </message>
    <message>
      <source> entries</source>
      <translation> Einträgen</translation>
    </message>
    <message>
      <source> min</source>
      <translation> min</translation>
    </message>
    <message>
      <source> of {of:,}</source>
      <translation> von {of:,}</translation>
    </message>
    <message>
      <source> or {names}</source>
      <translation> oder {names}</translation>
    </message>
    <message>
      <source> with respect to {pins}</source>
      <translation> nach {pins}</translation>
    </message>
    <message>
      <source>"4 3 1,2:-" are rows 1 and 2, all columns of [4,3]</source>
      <translation>"4 3 1,2:-" sind die Zeilen 1 und 2, alle Spalten von [4,3]</translation>
    </message>
    <message>
      <source>"{name}" already exists with different contents. Overwrite it?</source>
      <translation>„{name}“ existiert schon mit anderem Inhalt. Überschreiben?</translation>
    </message>
    <message>
      <source>"{name}" cannot be opened.</source>
      <translation>„{name}“ lässt sich nicht öffnen.</translation>
    </message>
    <message>
      <source>"{name}" is open in another window{who} and was not saved.</source>
      <translation>„{name}“ ist in einem anderen Fenster offen{who} und wurde nicht gespeichert.</translation>
    </message>
    <message>
      <source>"{name}" was changed by another program since you opened it. Overwrite it?</source>
      <translation>„{name}“ wurde seit dem Öffnen von einem anderen Programm geändert. Überschreiben?</translation>
    </message>
    <message numerus="yes">
      <source>"{name}" was imported, with {n:,} notes. The first: {first}</source>
      <translation>
        <numerusform>„{name}“ wurde importiert: {first}</numerusform>
        <numerusform>„{name}“ wurde importiert, mit {n:,} Hinweisen. Der erste: {first}</numerusform>
      </translation>
    </message>
    <message>
      <source>"{name}" was imported. Notes:</source>
      <translation>„{name}“ wurde importiert. Hinweise:</translation>
    </message>
    <message>
      <source>"{name}" was not saved.</source>
      <translation>„{name}“ wurde nicht gespeichert.</translation>
    </message>
    <message>
      <source>"{name}" was not written.</source>
      <translation>„{name}“ wurde nicht geschrieben.</translation>
    </message>
    <message>
      <source>"{text}" no longer has this shortcut.</source>
      <translation>„{text}“ hat dieses Tastenkürzel nicht mehr.</translation>
    </message>
    <message>
      <source>&amp;Arrange</source>
      <translation>An&amp;ordnen</translation>
    </message>
    <message>
      <source>&amp;Composite</source>
      <translation>&amp;Verbund</translation>
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
      <source>&amp;File</source>
      <translation>&amp;Datei</translation>
    </message>
    <message>
      <source>&amp;Gradient</source>
      <translation>&amp;Gradient</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>&amp;Hilfe</translation>
    </message>
    <message>
      <source>&amp;Iterations</source>
      <translation>&amp;Iterationen</translation>
    </message>
    <message>
      <source>&amp;Loop</source>
      <translation>&amp;Schleife</translation>
    </message>
    <message>
      <source>&amp;Name of the body</source>
      <translation>&amp;Name des Rumpfs</translation>
    </message>
    <message>
      <source>&amp;Run</source>
      <translation>A&amp;usführen</translation>
    </message>
    <message>
      <source>&amp;Value</source>
      <translation>&amp;Wert</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>&amp;Ansicht</translation>
    </message>
    <message>
      <source>'at' must be two finite numbers</source>
      <translation>'at' muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>'color' of {what} must be a string</source>
      <translation>'color' von {what} muss ein String sein</translation>
    </message>
    <message>
      <source>'doc' and 'sets' of the value {name} must be texts</source>
      <translation>'doc' und 'sets' des Werts {name} müssen Texte sein</translation>
    </message>
    <message>
      <source>'doc' must be a string</source>
      <translation>'doc' muss ein String sein</translation>
    </message>
    <message>
      <source>'dtype=' has no place here</source>
      <translation>'dtype=' hat hier keinen Platz</translation>
    </message>
    <message>
      <source>'name' of 'from' cannot be the name of a composite</source>
      <translation>'name' von 'from' kann nicht der Name eines Verbunds sein</translation>
    </message>
    <message>
      <source>'sets' of {what} must be a list of strings</source>
      <translation>'sets' von {what} muss eine Liste von Strings sein</translation>
    </message>
    <message>
      <source>'size' must be two finite numbers</source>
      <translation>'size' muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>'type' must be the name of a block type</source>
      <translation>'type' muss der Name eines Blocktyps sein</translation>
    </message>
    <message>
      <source>'values' must be an object</source>
      <translation>'values' muss ein Objekt sein</translation>
    </message>
    <message>
      <source>'}}' must follow the text of {key}</source>
      <translation>Auf den Text von {key} muss '}}' folgen</translation>
    </message>
    <message>
      <source>(between blocks)</source>
      <translation>(zwischen den Blöcken)</translation>
    </message>
    <message>
      <source>+ added</source>
      <translation>+ hinzugefügt</translation>
    </message>
    <message>
      <source>+ column</source>
      <translation>+ Spalte</translation>
    </message>
    <message>
      <source>+ row</source>
      <translation>+ Zeile</translation>
    </message>
    <message>
      <source>+ {hidden_values} more</source>
      <translation>+ {hidden_values} weitere</translation>
    </message>
    <message>
      <source>, at least {minimum:g}</source>
      <translation>, mindestens {minimum:g}</translation>
    </message>
    <message>
      <source>, before the last edit</source>
      <translation>, vor der letzten Änderung</translation>
    </message>
    <message>
      <source>, before the last edits</source>
      <translation>, vor der Änderung</translation>
    </message>
    <message>
      <source>, cosine {cosine:.3g}</source>
      <translation>, Kosinus {cosine:.3g}</translation>
    </message>
    <message>
      <source>, every {every}th recorded</source>
      <translation>, jede {every}. aufgezeichnet</translation>
    </message>
    <message>
      <source>, exploding</source>
      <translation>, explodierend</translation>
    </message>
    <message>
      <source>, one in {step:,} shown</source>
      <translation>, jeder {step:,}. gezeigt</translation>
    </message>
    <message>
      <source>, one of {allowed}</source>
      <translation>, eines von {allowed}</translation>
    </message>
    <message>
      <source>, optional</source>
      <translation>, optional</translation>
    </message>
    <message>
      <source>, outdated</source>
      <translation>, veraltet</translation>
    </message>
    <message>
      <source>, paused</source>
      <translation>, pausiert</translation>
    </message>
    <message>
      <source>, step {step:,}</source>
      <translation>, Schritt {step:,}</translation>
    </message>
    <message>
      <source>, stopped</source>
      <translation>, angehalten</translation>
    </message>
    <message>
      <source>, vanishing</source>
      <translation>, verschwindend</translation>
    </message>
    <message>
      <source>, weighted by {fromkeys}</source>
      <translation>, gewichtet mit {fromkeys}</translation>
    </message>
    <message>
      <source>, with at least {minimum:g}</source>
      <translation>, mit mindestens {minimum:g}</translation>
    </message>
    <message>
      <source>, with {listed}</source>
      <translation>, mit {listed}</translation>
    </message>
    <message>
      <source>, {count:,} failed</source>
      <translation>, {count:,} fehlgeschlagen</translation>
    </message>
    <message>
      <source>, {count:,} in layout only</source>
      <translation>, {count:,} nur am Layout</translation>
    </message>
    <message>
      <source>, {rate:,.0f} steps/s</source>
      <translation>, {rate:,.0f} Schritte/s</translation>
    </message>
    <message>
      <source>, {rate:.1f} steps/s</source>
      <translation>, {rate:.1f} Schritte/s</translation>
    </message>
    <message>
      <source>, {share} of it in {block}</source>
      <translation>, davon {share} in {block}</translation>
    </message>
    <message>
      <source>, {time} left</source>
      <translation>, noch {time}</translation>
    </message>
    <message>
      <source>--backend jax runs it</source>
      <translation>--backend jax führt es aus</translation>
    </message>
    <message>
      <source>--backend numpy runs it</source>
      <translation>--backend numpy führt es aus</translation>
    </message>
    <message>
      <source>--every {every}: the run has {steps} steps, so that nothing is printed</source>
      <translation>--every {every}: Der Lauf hat {steps} Schritte, es wird also nichts ausgegeben</translation>
    </message>
    <message>
      <source>--folder names a folder all the same</source>
      <translation>--folder nennt trotzdem einen Ordner</translation>
    </message>
    <message>
      <source>--json writes it</source>
      <translation>--json schreibt es</translation>
    </message>
    <message>
      <source>--json writes them in less</source>
      <translation>--json schreibt sie mit weniger</translation>
    </message>
    <message>
      <source>--map {text} is not written OLD=NEW</source>
      <translation>--map {text} ist nicht als OLD=NEW geschrieben</translation>
    </message>
    <message>
      <source>--out {shown}: numbers are written to a .npz file</source>
      <translation>--out {shown}: Zahlen werden in eine .npz-Datei geschrieben</translation>
    </message>
    <message>
      <source>--out {shown}: results are written to a .npz file</source>
      <translation>--out {shown}: Ergebnisse werden in eine .npz-Datei geschrieben</translation>
    </message>
    <message>
      <source>--set {name} is given twice</source>
      <translation>--set {name} ist zweimal gegeben</translation>
    </message>
    <message>
      <source>--set {name}: there is an empty value among {text}</source>
      <translation>--set {name}: unter {text} ist ein leerer Wert</translation>
    </message>
    <message>
      <source>--set {name}: there is no block {block_id}</source>
      <translation>--set {name}: es gibt keinen Block {block_id}</translation>
    </message>
    <message>
      <source>--set {name}: write BLOCK.VALUE=VALUE</source>
      <translation>--set {name}: schreiben Sie BLOCK.VALUE=VALUE</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: it has the shape {shape_text}, and no such axis</source>
      <translation>--shard {name}={axis}: es hat die Form {shape_text} und keine solche Achse</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: {shape} elements along this axis cannot be split over {count} devices</source>
      <translation>--shard {name}={axis}: {shape} Elemente entlang dieser Achse können nicht auf {count} Geräte verteilt werden</translation>
    </message>
    <message>
      <source>-Softplus({sign}x) of what goes into the Sigmoid, or SigmoidCrossEntropyWithLogits for the loss</source>
      <translation>-Softplus({sign}x) von dem, was in das Sigmoid geht, oder SigmoidCrossEntropyWithLogits für den Verlust</translation>
    </message>
    <message>
      <source>1 step per second</source>
      <translation>1 Schritt pro Sekunde</translation>
    </message>
    <message>
      <source>100 %</source>
      <translation>100 %</translation>
    </message>
    <message>
      <source>125 %</source>
      <translation>125 %</translation>
    </message>
    <message>
      <source>150 %</source>
      <translation>150 %</translation>
    </message>
    <message>
      <source>175 %</source>
      <translation>175 %</translation>
    </message>
    <message>
      <source>200 %</source>
      <translation>200 %</translation>
    </message>
    <message>
      <source>30 steps per second</source>
      <translation>30 Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>5 steps per second</source>
      <translation>5 Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>80 %</source>
      <translation>80 %</translation>
    </message>
    <message>
      <source>90 %</source>
      <translation>90 %</translation>
    </message>
    <message>
      <source>: all {number}</source>
      <translation>: alle {number}</translation>
    </message>
    <message>
      <source>: exact in {precision}</source>
      <translation>: exakt in {precision}</translation>
    </message>
    <message>
      <source>: relative error {error} in {precision}</source>
      <translation>: relativer Fehler {error} in {precision}</translation>
    </message>
    <message>
      <source>; some blocks failed: {sentence}</source>
      <translation>; einige Blöcke schlugen fehl: {sentence}</translation>
    </message>
    <message>
      <source>A generator learns to help the discriminator because a StopGradient is missing.</source>
      <translation>Ein Generator lernt, dem Diskriminator zu helfen, weil ein StopGradient fehlt.</translation>
    </message>
    <message>
      <source>A generator makes samples, and a discriminator judges them. Both learn in the same step. The discriminator's loss must not change the generator.</source>
      <translation>Ein Generator macht Stichproben, ein Diskriminator beurteilt sie. Beide lernen im selben Schritt. Der Verlust des Diskriminators darf den Generator nicht verändern.</translation>
    </message>
    <message>
      <source>A merge left {many} in this diagram.</source>
      <translation>Eine Zusammenführung hat {many} in diesem Diagramm hinterlassen.</translation>
    </message>
    <message>
      <source>A muted block passes its first compatible input through unchanged</source>
      <translation>Ein stummgeschalteter Block gibt seinen ersten passenden Eingang unverändert weiter</translation>
    </message>
    <message>
      <source>A plugin is Python code that runs with all your permissions: it can read, change and delete your files. Enable only plugins that you trust.</source>
      <translation>Ein Plugin ist Python-Code, der mit allen Ihren Rechten läuft: er kann Ihre Dateien lesen, ändern und löschen. Aktivieren Sie nur Plugins, denen Sie vertrauen.</translation>
    </message>
    <message>
      <source>A restricted Boltzmann machine starts from the data and draws a sample of its own. Training lowers the free energy of the data relative to that of the sample. The sample was drawn with the same weights.</source>
      <translation>Eine eingeschränkte Boltzmann-Maschine zieht ausgehend von den Daten eine eigene Stichprobe. Das Training senkt die freie Energie der Daten gegenüber der freien Energie der Stichprobe. Die Stichprobe wurde mit denselben Gewichten gezogen.</translation>
    </message>
    <message>
      <source>A softmax built from basic blocks: exp(x) divided by its sum. In float32, the exponential of a number above about 88 is infinite, so the maximum of each row is subtracted first. This does not change the quotient.</source>
      <translation>Ein Softmax aus einfachen Blöcken: exp(x) geteilt durch seine Summe. In float32 ist die Exponentialfunktion einer Zahl über etwa 88 unendlich, deshalb wird vorher das Maximum jeder Zeile abgezogen. Das ändert den Quotienten nicht.</translation>
    </message>
    <message>
      <source>A step takes {time}{share}. View &gt; Timings hides the times</source>
      <translation>Ein Schritt dauert {time}{share}. Ansicht &gt; Zeiten blendet die Zeiten aus</translation>
    </message>
    <message>
      <source>A times b</source>
      <translation>A mal b</translation>
    </message>
    <message>
      <source>A unit fires if a random number is less than the unit's probability. This is a comparison.</source>
      <translation>Eine Einheit feuert, wenn eine Zufallszahl kleiner als ihre Wahrscheinlichkeit ist. Das ist ein Vergleich.</translation>
    </message>
    <message>
      <source>A wire begins here</source>
      <translation>Hier beginnt ein Draht</translation>
    </message>
    <message>
      <source>A wire ends here</source>
      <translation>Hier endet ein Draht</translation>
    </message>
    <message>
      <source>Abort was run</source>
      <translation>Abort wurde ausgeführt</translation>
    </message>
    <message>
      <source>About Gradblocks</source>
      <translation>Über Gradblocks</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>Über {name}</translation>
    </message>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a GradientContract that states what the shown gradient reaches and does not reach</source>
      <translation>Einen GradientContract hinzufügen, der festhält, was der gezeigte Gradient erreicht und was nicht</translation>
    </message>
    <message>
      <source>Add a Minimize block, which updates the variables in each step to reduce the loss</source>
      <translation>Einen Minimize-Block hinzufügen, der in jedem Schritt die Variablen anpasst, um den Verlust zu verringern</translation>
    </message>
    <message>
      <source>Add a Variable to the page</source>
      <translation>Setzen Sie eine Variable auf die Seite</translation>
    </message>
    <message>
      <source>Add a block</source>
      <translation>Einen Block hinzufügen</translation>
    </message>
    <message>
      <source>Add a block library</source>
      <translation>Blockbibliothek hinzufügen</translation>
    </message>
    <message>
      <source>Add a block that {word} {endpoint}</source>
      <translation>Block hinzufügen, der {endpoint} {word}</translation>
    </message>
    <message>
      <source>Add a block that {word} {endpoint}...</source>
      <translation>Block hinzufügen, der {endpoint} {word}...</translation>
    </message>
    <message>
      <source>Add a block...</source>
      <translation>Einen Block hinzufügen...</translation>
    </message>
    <message>
      <source>Add a column on the right</source>
      <translation>Rechts eine Spalte hinzufügen</translation>
    </message>
    <message>
      <source>Add a folder of block libraries</source>
      <translation>Ordner mit Blockbibliotheken hinzufügen</translation>
    </message>
    <message>
      <source>Add a loss for {of}</source>
      <translation>Verlust für {of} hinzufügen</translation>
    </message>
    <message>
      <source>Add a loss that compares the selected block, or the page's outputs, with target values</source>
      <translation>Einen Verlust hinzufügen, der den gewählten Block oder die Ausgaben der Seite mit Zielwerten vergleicht</translation>
    </message>
    <message>
      <source>Add a point to the wire that you can drag or move with the arrow keys</source>
      <translation>Einen Punkt zum Draht hinzufügen, der sich ziehen oder mit den Pfeiltasten bewegen lässt</translation>
    </message>
    <message>
      <source>Add a row below</source>
      <translation>Unten eine Zeile hinzufügen</translation>
    </message>
    <message>
      <source>Add a training step that minimizes {of}</source>
      <translation>Trainingsschritt hinzufügen, der {of} minimiert</translation>
    </message>
    <message>
      <source>Add and remove block libraries, enable and disable plugins</source>
      <translation>Blockbibliotheken hinzufügen und entfernen, Plugins aktivieren und deaktivieren</translation>
    </message>
    <message>
      <source>Add block</source>
      <translation>Block hinzufügen</translation>
    </message>
    <message>
      <source>Add block library...</source>
      <translation>Blockbibliothek hinzufügen...</translation>
    </message>
    <message>
      <source>Add block...</source>
      <translation>Block hinzufügen...</translation>
    </message>
    <message>
      <source>Add default value to {named}</source>
      <translation>Vorgabewert zu {named} hinzufügen</translation>
    </message>
    <message>
      <source>Add default values</source>
      <translation>Vorgabewerte hinzufügen</translation>
    </message>
    <message>
      <source>Add epsilon before {block}</source>
      <translation>Epsilon vor {block} addieren</translation>
    </message>
    <message>
      <source>Add example</source>
      <translation>Beispiel hinzufügen</translation>
    </message>
    <message>
      <source>Add folder...</source>
      <translation>Ordner hinzufügen...</translation>
    </message>
    <message>
      <source>Add frame</source>
      <translation>Rahmen hinzufügen</translation>
    </message>
    <message>
      <source>Add loss</source>
      <translation>Verlust hinzufügen</translation>
    </message>
    <message>
      <source>Add loss...</source>
      <translation>Verlust hinzufügen...</translation>
    </message>
    <message>
      <source>Add note</source>
      <translation>Notiz hinzufügen</translation>
    </message>
    <message>
      <source>Add or remove a breakpoint at the selected block. The Timeline panel sets conditions</source>
      <translation>Am gewählten Block einen Haltepunkt setzen oder entfernen. Bedingungen stehen im Bereich Zeitachse</translation>
    </message>
    <message>
      <source>Add page</source>
      <translation>Seite hinzufügen</translation>
    </message>
    <message>
      <source>Add reroute point</source>
      <translation>Knick hinzufügen</translation>
    </message>
    <message>
      <source>Add surrogate gradient</source>
      <translation>Ersatzgradienten hinzufügen</translation>
    </message>
    <message>
      <source>Add this example to the page, ready to run</source>
      <translation>Dieses Beispiel lauffertig zur Seite hinzufügen</translation>
    </message>
    <message>
      <source>Add training step</source>
      <translation>Trainingsschritt hinzufügen</translation>
    </message>
    <message>
      <source>Add training step...</source>
      <translation>Trainingsschritt hinzufügen...</translation>
    </message>
    <message>
      <source>Add {name} to {path}</source>
      <translation>{name} zu {path} hinzufügen</translation>
    </message>
    <message>
      <source>Add {type}</source>
      <translation>{type} hinzufügen</translation>
    </message>
    <message>
      <source>AddN needs tensors of one shape, got {shape_text} and, at index {i}, {shape_text2}</source>
      <translation>AddN braucht Tensoren gleicher Form, bekommt aber {shape_text} und, am Index {i}, {shape_text2}</translation>
    </message>
    <message>
      <source>Added to {canvas}. All its instances have it</source>
      <translation>Zu {canvas} hinzugefügt. Alle Instanzen haben es</translation>
    </message>
    <message>
      <source>AdjustContrast needs images [..., height, width, channels], got shape {shape_text}</source>
      <translation>AdjustContrast braucht Bilder [..., height, width, channels], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Adversarial example</source>
      <translation>Adversarielles Beispiel</translation>
    </message>
    <message>
      <source>Adversarial examples: treat the attack as a constant</source>
      <translation>Adversarielle Beispiele: der Angriff als Konstante</translation>
    </message>
    <message>
      <source>Adversarial training: no gradient through the attack</source>
      <translation>Adversarielles Training: kein Gradient durch den Angriff</translation>
    </message>
    <message>
      <source>Align</source>
      <translation>Ausrichten</translation>
    </message>
    <message>
      <source>Align bottom</source>
      <translation>Unten ausrichten</translation>
    </message>
    <message>
      <source>Align centers</source>
      <translation>Mitten ausrichten</translation>
    </message>
    <message>
      <source>Align left</source>
      <translation>Links ausrichten</translation>
    </message>
    <message>
      <source>Align middles</source>
      <translation>Mitten waagerecht ausrichten</translation>
    </message>
    <message>
      <source>Align right</source>
      <translation>Rechts ausrichten</translation>
    </message>
    <message>
      <source>Align top</source>
      <translation>Oben ausrichten</translation>
    </message>
    <message>
      <source>Align {count} {side}</source>
      <translation>{count} ausrichten: {side}</translation>
    </message>
    <message>
      <source>All commands...</source>
      <translation>Alle Befehle...</translation>
    </message>
    <message>
      <source>All compared gradients of {title} are correct.{kinks}</source>
      <translation>Alle verglichenen Gradienten von {title} sind richtig.{kinks}</translation>
    </message>
    <message>
      <source>All conflicts are resolved</source>
      <translation>Alle Konflikte sind gelöst</translation>
    </message>
    <message>
      <source>All copies match their block libraries.</source>
      <translation>Alle Kopien stimmen mit ihren Blockbibliotheken überein.</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>Alle Dateien</translation>
    </message>
    <message>
      <source>Alt + drag across them</source>
      <translation>Alt + quer darüberziehen</translation>
    </message>
    <message>
      <source>Another block library with this name is used instead.</source>
      <translation>Stattdessen wird eine andere Blockbibliothek dieses Namens verwendet.</translation>
    </message>
    <message>
      <source>Another diagram may use it. To keep both, save in another folder.</source>
      <translation>Ein anderes Diagramm benutzt sie vielleicht. Speichern Sie in einem anderen Ordner, um beide zu behalten.</translation>
    </message>
    <message>
      <source>Another program changed this file. Reload it, or keep your version?</source>
      <translation>Ein anderes Programm hat diese Datei geändert. Neu laden oder Ihre Fassung behalten?</translation>
    </message>
    <message>
      <source>Another program removed or renamed this file. Save it to keep your work.</source>
      <translation>Ein anderes Programm hat diese Datei entfernt oder umbenannt. Speichern Sie, um Ihre Arbeit zu behalten.</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Erscheinungsbild</translation>
    </message>
    <message>
      <source>Applies to diagrams opened from now on.</source>
      <translation>Gilt für Diagramme, die ab jetzt geöffnet werden.</translation>
    </message>
    <message>
      <source>Applies to menus, panels and dialogs. The canvas has its own zoom.</source>
      <translation>Gilt für Menüs, Bereiche und Dialoge. Die Zeichenfläche hat ihren eigenen Zoom.</translation>
    </message>
    <message>
      <source>Apply</source>
      <translation>Anwenden</translation>
    </message>
    <message>
      <source>Apply now</source>
      <translation>Jetzt anwenden</translation>
    </message>
    <message>
      <source>Apply what-if</source>
      <translation>Annahme anwenden</translation>
    </message>
    <message>
      <source>ApproxTopK looks for the largest elements only</source>
      <translation>ApproxTopK sucht nur die größten Elemente</translation>
    </message>
    <message>
      <source>ApproxTopK searches the last axis only, -1, not {attrs}</source>
      <translation>ApproxTopK sucht nur entlang der letzten Achse, -1, nicht {attrs}</translation>
    </message>
    <message>
      <source>ApproximateEqual needs x and y of one shape, got {shape_text} and {shape_text2}</source>
      <translation>ApproximateEqual braucht x und y gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Arrays</source>
      <translation>Arrays</translation>
    </message>
    <message>
      <source>As .csv...</source>
      <translation>Als .csv...</translation>
    </message>
    <message>
      <source>As .npy...</source>
      <translation>Als .npy...</translation>
    </message>
    <message>
      <source>As {dtype}: {values}</source>
      <translation>Als {dtype}: {values}</translation>
    </message>
    <message>
      <source>AsString does not take a variant here: it holds nothing to write</source>
      <translation>AsString nimmt hier kein variant: es enthält nichts zu schreiben</translation>
    </message>
    <message>
      <source>AsString fills with one of + - 0 # or a blank, not with {attrs}</source>
      <translation>AsString füllt mit einem von + - 0 # oder einem Leerzeichen, nicht mit {attrs}</translation>
    </message>
    <message>
      <source>AsString takes a {name} of {WIDEST} at most, got {attrs}</source>
      <translation>AsString nimmt {name} bis höchstens {WIDEST}, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>AsString takes no precision for {short}</source>
      <translation>AsString nimmt keine precision für {short}</translation>
    </message>
    <message>
      <source>AsString writes numbers scientific or shortest, not both</source>
      <translation>AsString schreibt Zahlen scientific oder shortest, nicht beides</translation>
    </message>
    <message>
      <source>AsString writes only floating point numbers {name}, not {short}</source>
      <translation>AsString schreibt nur Gleitkommazahlen {name}, nicht {short}</translation>
    </message>
    <message>
      <source>Attribute or input to vary between runs, as block.name</source>
      <translation>Attribut oder Eingang, das zwischen Läufen variiert, als Block.Name</translation>
    </message>
    <message>
      <source>Attributes</source>
      <translation>Attribute</translation>
    </message>
    <message>
      <source>Auto layout</source>
      <translation>Automatisch anordnen</translation>
    </message>
    <message>
      <source>Auto layout of {count}</source>
      <translation>{count} anordnen</translation>
    </message>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Back to the previous topic</source>
      <translation>Zurück zum vorigen Thema</translation>
    </message>
    <message>
      <source>BandedTriangularSolve cannot broadcast the batches of {shape_text} and {shape_text2}</source>
      <translation>BandedTriangularSolve kann die Batches von {shape_text} und {shape_text2} nicht broadcasten</translation>
    </message>
    <message>
      <source>BandedTriangularSolve has diagonals {shape_text}, and right sides {shape_text2}</source>
      <translation>BandedTriangularSolve hat die Diagonalen {shape_text} und die rechten Seiten {shape_text2}</translation>
    </message>
    <message>
      <source>BandedTriangularSolve needs at least the main diagonal</source>
      <translation>BandedTriangularSolve braucht mindestens die Hauptdiagonale</translation>
    </message>
    <message>
      <source>Base</source>
      <translation>Basis</translation>
    </message>
    <message>
      <source>Basic</source>
      <translation>Erste Schritte</translation>
    </message>
    <message>
      <source>BatchMatMul needs as many matrices in x as in y, got {both}</source>
      <translation>BatchMatMul braucht ebenso viele Matrizen in x wie in y, bekommt aber {both}</translation>
    </message>
    <message>
      <source>BatchMatMul needs matrices, got {shape_text} at {pin}</source>
      <translation>BatchMatMul braucht Matrizen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>BatchMatMul needs x.shape[{k}] == y.shape[{m}]{notes}, got {both}</source>
      <translation>BatchMatMul braucht x.shape[{k}] == y.shape[{m}]{notes}, bekommt aber {both}</translation>
    </message>
    <message>
      <source>Betainc needs a, b and x of one shape, or scalars, got {shape_text} and, at {pin}, {shape_text2}</source>
      <translation>Betainc braucht a, b und x gleicher Form oder Skalare, bekommt aber {shape_text} und, an {pin}, {shape_text2}</translation>
    </message>
    <message>
      <source>BiasAdd needs a vector at bias, got {shape_text}</source>
      <translation>BiasAdd braucht einen Vektor an bias, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>BiasAdd needs one bias for each of the {channels} channels ({where}), got {shape_text}</source>
      <translation>BiasAdd braucht für jeden der {channels} Kanäle ({where}) einen Bias, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Bincount needs one weight per element of arr, {counts} of them, or none, got {counts2}</source>
      <translation>Bincount braucht ein Gewicht je Element von arr, also {counts}, oder keins, bekommt aber {counts2}</translation>
    </message>
    <message>
      <source>Bitcast reads {parts} elements of {short} as one of {short2}: the last axis must have that size, got shape {shape_text}</source>
      <translation>Bitcast liest {parts} Elemente von {short} als eines von {short2}: die letzte Achse muss diese Größe haben, bekommen wird die Form {shape_text}</translation>
    </message>
    <message>
      <source>Bitwise</source>
      <translation>Bitweise</translation>
    </message>
    <message>
      <source>Block</source>
      <translation>Block</translation>
    </message>
    <message>
      <source>Block help</source>
      <translation>Hilfe zum Block</translation>
    </message>
    <message>
      <source>Blocks</source>
      <translation>Blöcke</translation>
    </message>
    <message>
      <source>Blocks of an unknown type</source>
      <translation>Blöcke unbekannten Typs</translation>
    </message>
    <message>
      <source>Blocks that get a gradient</source>
      <translation>Blöcke, die einen Gradienten bekommen</translation>
    </message>
    <message>
      <source>Blocks with a problem</source>
      <translation>Blöcke mit einem Problem</translation>
    </message>
    <message>
      <source>Blocks with unused outputs</source>
      <translation>Blöcke mit unbenutzten Ausgängen</translation>
    </message>
    <message>
      <source>Blocks without wires</source>
      <translation>Blöcke ohne Drähte</translation>
    </message>
    <message>
      <source>Blue</source>
      <translation>Blau</translation>
    </message>
    <message>
      <source>Blue to red</source>
      <translation>Blau nach Rot</translation>
    </message>
    <message>
      <source>Bookmarks</source>
      <translation>Lesezeichen</translation>
    </message>
    <message>
      <source>Both ran the same diagram</source>
      <translation>Beide führten dasselbe Diagramm aus</translation>
    </message>
    <message>
      <source>Both sides of the merge changed this differently.</source>
      <translation>Beide Seiten der Zusammenführung haben dies verschieden geändert.</translation>
    </message>
    <message>
      <source>Both sides of the merge changed {count:,} things differently.</source>
      <translation>Beide Seiten der Zusammenführung haben {count:,} Dinge verschieden geändert.</translation>
    </message>
    <message>
      <source>Break at the gradient of {loss} here</source>
      <translation>Am Gradienten von {loss} hier anhalten</translation>
    </message>
    <message>
      <source>Break here</source>
      <translation>Hier anhalten</translation>
    </message>
    <message>
      <source>Breakpoint</source>
      <translation>Haltepunkt</translation>
    </message>
    <message>
      <source>Breakpoint removed at {at}</source>
      <translation>Haltepunkt bei {at} entfernt</translation>
    </message>
    <message>
      <source>Breakpoint set at {at}</source>
      <translation>Haltepunkt bei {at} gesetzt</translation>
    </message>
    <message>
      <source>Breakpoints</source>
      <translation>Haltepunkte</translation>
    </message>
    <message>
      <source>BroadcastDynamicShape cannot broadcast the shapes {tolist} and {tolist2} together</source>
      <translation>BroadcastDynamicShape kann die Formen {tolist} und {tolist2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>BroadcastGradientArgs cannot broadcast the shapes {tolist} and {tolist2} together</source>
      <translation>BroadcastGradientArgs kann die Formen {tolist} und {tolist2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>Brown</source>
      <translation>Braun</translation>
    </message>
    <message>
      <source>Bucketize needs boundaries that go up, got {result}</source>
      <translation>Bucketize braucht aufsteigende Grenzen, bekommt aber {result}</translation>
    </message>
    <message>
      <source>By dtype</source>
      <translation>Nach dtype</translation>
    </message>
    <message>
      <source>By source</source>
      <translation>Nach Quelle</translation>
    </message>
    <message>
      <source>CNN of layers</source>
      <translation>CNN aus Schichten</translation>
    </message>
    <message>
      <source>CNN: classify noisy digits with layers as composites</source>
      <translation>CNN: verrauschte Ziffern mit Schichten aus Verbünden erkennen</translation>
    </message>
    <message>
      <source>CNN: classify noisy digits, trained with Adam</source>
      <translation>CNN: verrauschte Ziffern erkennen, mit Adam trainiert</translation>
    </message>
    <message>
      <source>CTC</source>
      <translation>CTC</translation>
    </message>
    <message>
      <source>CTCGreedyDecoder needs blank_index from {classes} to {classes2}, got {blank}</source>
      <translation>CTCGreedyDecoder braucht blank_index von {classes} bis {classes2}, bekommt aber {blank}</translation>
    </message>
    <message>
      <source>CTCLoss gets {values} labels with {indices} indices</source>
      <translation>CTCLoss bekommt {values} Labels mit {indices} Indizes</translation>
    </message>
    <message>
      <source>CTCLoss has no second gradient, as in TensorFlow</source>
      <translation>CTCLoss hat wie in TensorFlow keinen zweiten Gradienten</translation>
    </message>
    <message>
      <source>CTCLoss needs a vector of labels, got shape {shape_text}</source>
      <translation>CTCLoss braucht einen Vektor von Labels, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>CTCLoss needs labels_indices [n, 2], got shape {shape_text}</source>
      <translation>CTCLoss braucht labels_indices [n, 2], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>CUDA_VISIBLE_DEVICES says which one a process takes</source>
      <translation>CUDA_VISIBLE_DEVICES sagt, welches ein Prozess nimmt</translation>
    </message>
    <message>
      <source>Calls</source>
      <translation>Aufrufe</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Candidate sampling</source>
      <translation>Kandidatenauswahl</translation>
    </message>
    <message>
      <source>Canvas</source>
      <translation>Zeichenfläche</translation>
    </message>
    <message>
      <source>Canvas only</source>
      <translation>Nur die Zeichenfläche</translation>
    </message>
    <message>
      <source>Cast does not give {short}: only numbers and truth values</source>
      <translation>Cast gibt kein {short}: nur Zahlen und Wahrheitswerte</translation>
    </message>
    <message>
      <source>Categories of preferences</source>
      <translation>Kategorien der Einstellungen</translation>
    </message>
    <message>
      <source>Cells</source>
      <translation>Zellen</translation>
    </message>
    <message>
      <source>Center at zero</source>
      <translation>Auf null zentrieren</translation>
    </message>
    <message>
      <source>Change a number</source>
      <translation>Zahl ändern</translation>
    </message>
    <message>
      <source>Changes</source>
      <translation>Änderungen</translation>
    </message>
    <message>
      <source>ChannelWindowSum needs channels at x, got a scalar</source>
      <translation>ChannelWindowSum braucht Kanäle an x, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>Chapter</source>
      <translation>Text des Kapitels</translation>
    </message>
    <message>
      <source>Chapters</source>
      <translation>Kapitel</translation>
    </message>
    <message>
      <source>Check</source>
      <translation>Prüfung</translation>
    </message>
    <message>
      <source>Check gradient</source>
      <translation>Gradient prüfen</translation>
    </message>
    <message>
      <source>Check stopped</source>
      <translation>Prüfung angehalten</translation>
    </message>
    <message>
      <source>Check to draw its curves</source>
      <translation>Ankreuzen, um seine Kurven zu zeichnen</translation>
    </message>
    <message>
      <source>Choose the scalar to plot</source>
      <translation>Den Skalar für die Kurven wählen</translation>
    </message>
    <message>
      <source>Choose...</source>
      <translation>Auswählen...</translation>
    </message>
    <message>
      <source>Clear</source>
      <translation>Leeren</translation>
    </message>
    <message>
      <source>Clear display</source>
      <translation>Anzeige leeren</translation>
    </message>
    <message>
      <source>Clear recent files</source>
      <translation>Zuletzt geöffnete Dateien löschen</translation>
    </message>
    <message>
      <source>Clear the values shown so far</source>
      <translation>Die bisher gezeigten Werte löschen</translation>
    </message>
    <message>
      <source>Click to place {name}</source>
      <translation>Klicken, um {name} abzulegen</translation>
    </message>
    <message>
      <source>Click to place, Esc to cancel</source>
      <translation>Klicken zum Ablegen, Esc zum Abbrechen</translation>
    </message>
    <message>
      <source>Clip the input of {block} to between -1 and 1</source>
      <translation>Den Eingang von {block} auf -1 bis 1 begrenzen</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Close "{name}"?</source>
      <translation>„{name}“ schließen?</translation>
    </message>
    <message>
      <source>Close (Esc)</source>
      <translation>Schließen (Esc)</translation>
    </message>
    <message>
      <source>Close tab</source>
      <translation>Tab schließen</translation>
    </message>
    <message>
      <source>Close this panel</source>
      <translation>Diesen Bereich schließen</translation>
    </message>
    <message>
      <source>Close {title}</source>
      <translation>{title} schließen</translation>
    </message>
    <message>
      <source>Collapse</source>
      <translation>Einklappen</translation>
    </message>
    <message>
      <source>Collapse gradient</source>
      <translation>Gradient zuklappen</translation>
    </message>
    <message>
      <source>Collapse {id}</source>
      <translation>{id} einklappen</translation>
    </message>
    <message>
      <source>Collapse {named}</source>
      <translation>{named} einklappen</translation>
    </message>
    <message>
      <source>Collapsed</source>
      <translation>Eingeklappt</translation>
    </message>
    <message>
      <source>Collapsed blocks</source>
      <translation>Eingeklappte Blöcke</translation>
    </message>
    <message>
      <source>Collapsed into {id}</source>
      <translation>Zu {id} zusammengeklappt</translation>
    </message>
    <message>
      <source>Color</source>
      <translation>Farbe</translation>
    </message>
    <message>
      <source>Color {what}</source>
      <translation>{what} färben</translation>
    </message>
    <message>
      <source>Colors</source>
      <translation>Farben</translation>
    </message>
    <message>
      <source>Columns</source>
      <translation>Spalten</translation>
    </message>
    <message>
      <source>CombinedNonMaxSuppression gets {boxes} boxes and {scores} scores</source>
      <translation>CombinedNonMaxSuppression bekommt {boxes} Kästen und {scores} Bewertungen</translation>
    </message>
    <message>
      <source>CombinedNonMaxSuppression needs boxes for all classes or for each of {scores}, got {boxes}</source>
      <translation>CombinedNonMaxSuppression braucht Kästen für alle Klassen oder für jede der {scores}, bekommt aber {boxes}</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>Befehl</translation>
    </message>
    <message>
      <source>Commands and their shortcuts</source>
      <translation>Befehle und ihre Tastenkürzel</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleichen</translation>
    </message>
    <message>
      <source>Compare each gradient with finite differences in float64, along random directions</source>
      <translation>Jeden Gradienten mit finiten Differenzen in float64 entlang zufälliger Richtungen vergleichen</translation>
    </message>
    <message>
      <source>Compare on the canvas</source>
      <translation>Auf der Arbeitsfläche vergleichen</translation>
    </message>
    <message>
      <source>Compare the values, versions, results and diagrams of the two selected runs</source>
      <translation>Werte, Versionen, Ergebnisse und Diagramme der beiden gewählten Läufe vergleichen</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>Vergleichen mit</translation>
    </message>
    <message>
      <source>Compare with...</source>
      <translation>Vergleichen mit...</translation>
    </message>
    <message>
      <source>Compare {first} and {second}</source>
      <translation>{first} und {second} vergleichen</translation>
    </message>
    <message>
      <source>Compared with {name}</source>
      <translation>Verglichen mit {name}</translation>
    </message>
    <message>
      <source>Comparing...</source>
      <translation>Vergleiche...</translation>
    </message>
    <message>
      <source>Comparison of the runs</source>
      <translation>Vergleich der Läufe</translation>
    </message>
    <message>
      <source>Complex cannot broadcast real {shape_text} and imag {shape_text2} together</source>
      <translation>Complex kann real {shape_text} und imag {shape_text2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>Complex of {short} gives {short2}, Tout says {short3}</source>
      <translation>Complex von {short} gibt {short2}, Tout sagt {short3}</translation>
    </message>
    <message>
      <source>Composite of {blocks} and {wires}, with {instances}.</source>
      <translation>Verbund aus {blocks} und {wires}, mit {instances}.</translation>
    </message>
    <message>
      <source>Composite pins</source>
      <translation>Verbund-Pins</translation>
    </message>
    <message>
      <source>Computes whether to run another iteration. Until you build it, the loop runs no iterations.</source>
      <translation>Berechnet, ob eine weitere Iteration läuft. Solange Sie nichts bauen, läuft keine.</translation>
    </message>
    <message>
      <source>ConcatOffset needs shapes of one rank</source>
      <translation>ConcatOffset braucht Formen gleichen Rangs</translation>
    </message>
    <message>
      <source>ConcatOffset needs shapes that differ along axis {axis} only, got {tolist} and {tolist2}</source>
      <translation>ConcatOffset braucht Formen, die sich nur entlang der Achse {axis} unterscheiden, bekommt aber {tolist} und {tolist2}</translation>
    </message>
    <message>
      <source>ConcatOffset needs two shapes or more, got {shapes}</source>
      <translation>ConcatOffset braucht zwei oder mehr Formen, bekommt aber {shapes}</translation>
    </message>
    <message>
      <source>ConcatOffset needs vectors, got {shape_text}</source>
      <translation>ConcatOffset braucht Vektoren, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Condition</source>
      <translation>Bedingung</translation>
    </message>
    <message>
      <source>Conflicts</source>
      <translation>Konflikte</translation>
    </message>
    <message>
      <source>Connect anyway</source>
      <translation>Trotzdem verbinden</translation>
    </message>
    <message>
      <source>Continue</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <source>Continue the run with the edited page. Variables that still fit keep their values</source>
      <translation>Den Lauf mit der geänderten Seite fortsetzen. Variablen, die noch passen, behalten ihre Werte</translation>
    </message>
    <message>
      <source>Contrastive divergence</source>
      <translation>Kontrastive Divergenz</translation>
    </message>
    <message>
      <source>Contrastive divergence: no gradient through the samples</source>
      <translation>Kontrastive Divergenz: kein Gradient durch die Stichproben</translation>
    </message>
    <message>
      <source>Contrastive divergence: treat samples as data</source>
      <translation>Kontrastive Divergenz: Stichproben als Daten</translation>
    </message>
    <message>
      <source>Control flow</source>
      <translation>Kontrollfluss</translation>
    </message>
    <message>
      <source>Controls</source>
      <translation>Regler</translation>
    </message>
    <message>
      <source>Conv does not convolve in groups</source>
      <translation>Conv faltet nicht in Gruppen</translation>
    </message>
    <message>
      <source>Conv does not know the layout CHANNELS_FIRST, which exists on graphics processors only</source>
      <translation>Conv kennt die Anordnung CHANNELS_FIRST nicht, die es nur auf Grafikprozessoren gibt</translation>
    </message>
    <message>
      <source>Conv needs a filter of {form} axes, as many as strides has entries, got {shape_text}</source>
      <translation>Conv braucht einen Filter mit {form} Achsen, so vielen, wie strides Einträge hat, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Conv needs a filter that is not empty, got shape {shape_text}</source>
      <translation>Conv braucht einen nicht leeren Filter, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Conv needs batch_dims of 0 or more, got {attrs}</source>
      <translation>Conv braucht batch_dims ab 0, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>Conv needs four or five numbers at strides (NHWC or NDHWC), got {attrs}</source>
      <translation>Conv braucht vier oder fünf Zahlen an strides (NHWC oder NDHWC), bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>Conv needs {rank} axes at input: {attrs} of the batch, {spatial} of space, the channels; got shape {shape_text}</source>
      <translation>Conv braucht {rank} Achsen an input: {attrs} des Batches, {spatial} des Raums, die Kanäle; bekommen wird die Form {shape_text}</translation>
    </message>
    <message>
      <source>Conv: images of {image} channels do not fit a filter for {filter}</source>
      <translation>Conv: Bilder mit {image} Kanälen passen nicht zu einem Filter für {filter}</translation>
    </message>
    <message>
      <source>Copied LaTeX</source>
      <translation>LaTeX kopiert</translation>
    </message>
    <message>
      <source>Copied text</source>
      <translation>Text kopiert</translation>
    </message>
    <message>
      <source>Copied the formula of {outputs}</source>
      <translation>Formel von {outputs} kopiert</translation>
    </message>
    <message>
      <source>Copies</source>
      <translation>Kopien</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Copy LaTeX</source>
      <translation>LaTeX kopieren</translation>
    </message>
    <message>
      <source>Copy formula</source>
      <translation>Formel kopieren</translation>
    </message>
    <message>
      <source>Copy formula as LaTeX</source>
      <translation>Formel als LaTeX kopieren</translation>
    </message>
    <message>
      <source>Copy text</source>
      <translation>Text kopieren</translation>
    </message>
    <message>
      <source>Core</source>
      <translation>Grundlagen</translation>
    </message>
    <message>
      <source>Correct.</source>
      <translation>Richtig.</translation>
    </message>
    <message>
      <source>Could not save: {found}</source>
      <translation>Speichern nicht möglich: {found}</translation>
    </message>
    <message>
      <source>CountUpTo needs a variable of a single integer, got {shape_text}</source>
      <translation>CountUpTo braucht eine Variable aus einer einzigen ganzen Zahl, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Create contract for the gradient of {block}</source>
      <translation>Vertrag für den Gradienten von {block} erstellen</translation>
    </message>
    <message>
      <source>Create contract from current gradient</source>
      <translation>Vertrag aus aktuellem Gradienten erstellen</translation>
    </message>
    <message>
      <source>Cross needs a and b of one shape, got {shape_text} and {shape_text2}</source>
      <translation>Cross braucht a und b von einer Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Cross needs vectors of 3 numbers, got {shape_text} at {pin}</source>
      <translation>Cross braucht Vektoren aus 3 Zahlen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>Ctrl+Shift+P finds every command, ? shows all shortcuts.</source>
      <translation>Strg+Umschalt+P findet jeden Befehl, ? zeigt alle Tastenkürzel.</translation>
    </message>
    <message>
      <source>Current</source>
      <translation>Aktuell</translation>
    </message>
    <message>
      <source>Current view as .png...</source>
      <translation>Aktuelle Ansicht als .png...</translation>
    </message>
    <message>
      <source>Curve</source>
      <translation>Kurve</translation>
    </message>
    <message>
      <source>Curved wires</source>
      <translation>Gebogene Drähte</translation>
    </message>
    <message>
      <source>Cut</source>
      <translation>Ausschneiden</translation>
    </message>
    <message>
      <source>Cut wires</source>
      <translation>Drähte durchschneiden</translation>
    </message>
    <message>
      <source>Cut {count}</source>
      <translation>{count} durchschneiden</translation>
    </message>
    <message>
      <source>Cycle what-if view</source>
      <translation>Annahme-Ansicht wechseln</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>DataFormatVecPermute needs a number or a pair for each axis at x, got shape {shape_text}</source>
      <translation>DataFormatVecPermute braucht an x für jede Achse eine Zahl oder ein Paar, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>DataFormatVecPermute needs {form} or {spatial} numbers (or pairs) at x, got {shape}</source>
      <translation>DataFormatVecPermute braucht {form} oder {spatial} Zahlen (oder Paare) an x, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>Datasets</source>
      <translation>Datensätze</translation>
    </message>
    <message>
      <source>DecodeAndCropJpeg needs a part that begins in the picture and is not empty, got {window}</source>
      <translation>DecodeAndCropJpeg braucht einen nicht leeren Teil, der im Bild beginnt, bekommt aber {window}</translation>
    </message>
    <message>
      <source>DecodeAndCropJpeg needs four numbers at crop_window, got {shape}</source>
      <translation>DecodeAndCropJpeg braucht vier Zahlen an crop_window, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>DecodeCSV cannot read field {i} of record {row} as {short}: {texts}</source>
      <translation>DecodeCSV kann das Feld {i} des Datensatzes {row} nicht als {short} lesen: {texts}</translation>
    </message>
    <message>
      <source>DecodeCSV misses the quotation mark at the end of a field (record {number})</source>
      <translation>DecodeCSV fehlt das Anführungszeichen am Ende eines Feldes (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeCSV needs a default for each of {chosen} columns, got {defaults}</source>
      <translation>DecodeCSV braucht für jede von {chosen} Spalten einen Vorgabewert, bekommt aber {defaults}</translation>
    </message>
    <message>
      <source>DecodeCSV needs a quotation mark in a quoted field twice (record {number})</source>
      <translation>DecodeCSV braucht ein Anführungszeichen in einem Feld mit Anführungszeichen doppelt (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeCSV needs field {i}, it is empty in record {row}</source>
      <translation>DecodeCSV braucht das Feld {i}, es ist im Datensatz {row} leer</translation>
    </message>
    <message>
      <source>DecodeCSV needs {record_defaults} fields, record {i} has {fields}</source>
      <translation>DecodeCSV braucht {record_defaults} Felder, Datensatz {i} hat {fields}</translation>
    </message>
    <message>
      <source>DecodeCSV takes one default or none for a field, got more for field {i}</source>
      <translation>DecodeCSV nimmt einen oder keinen Vorgabewert je Feld, bekommt aber mehr für das Feld {i}</translation>
    </message>
    <message>
      <source>DecodeCSV takes quotation marks and line ends only in quoted fields (record {number})</source>
      <translation>DecodeCSV nimmt Anführungszeichen und Zeilenenden nur in Feldern mit Anführungszeichen (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeJSONExample cannot read an example: {reason}</source>
      <translation>DecodeJSONExample kann ein Beispiel nicht lesen: {reason}</translation>
    </message>
    <message>
      <source>DecodeJSONExample needs a JSON object for each example</source>
      <translation>DecodeJSONExample braucht für jedes Beispiel ein JSON-Objekt</translation>
    </message>
    <message>
      <source>DecodeRaw cannot divide {length} bytes into {short} of {size} bytes each</source>
      <translation>DecodeRaw kann {length} Bytes nicht in {short} von je {size} Bytes teilen</translation>
    </message>
    <message>
      <source>DecodeRaw needs strings of one length, got {length} and {text} bytes</source>
      <translation>DecodeRaw braucht Strings gleicher Länge, bekommt aber {length} und {text} Bytes</translation>
    </message>
    <message>
      <source>Default number of steps</source>
      <translation>Standardanzahl der Schritte</translation>
    </message>
    <message>
      <source>Default of {name}</source>
      <translation>Vorgabe von {name}</translation>
    </message>
    <message>
      <source>DeformConv has blocks for images only</source>
      <translation>DeformConv hat nur für Bilder Blöcke</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>Delete and reconnect</source>
      <translation>Löschen und neu verbinden</translation>
    </message>
    <message>
      <source>Delete page {name}</source>
      <translation>Seite {name} löschen</translation>
    </message>
    <message>
      <source>Delete the selected runs and their files</source>
      <translation>Die gewählten Läufe und ihre Dateien löschen</translation>
    </message>
    <message>
      <source>Delete unused definitions</source>
      <translation>Unbenutzte Definitionen löschen</translation>
    </message>
    <message>
      <source>Delete {named}</source>
      <translation>{named} löschen</translation>
    </message>
    <message>
      <source>Delete {named} and reconnect</source>
      <translation>{named} löschen und neu verbinden</translation>
    </message>
    <message>
      <source>Delete {name}?</source>
      <translation>{name} löschen?</translation>
    </message>
    <message>
      <source>Delete {what}</source>
      <translation>{what} löschen</translation>
    </message>
    <message>
      <source>Deleted: {text}</source>
      <translation>Gelöscht: {text}</translation>
    </message>
    <message>
      <source>DenseBincount counts in a vector or in the rows of a matrix, got shape {shape_text}</source>
      <translation>DenseBincount zählt in einem Vektor oder in den Zeilen einer Matrix, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>DenseCountSparseOutput counts in a vector or in the rows of a matrix, got shape {shape_text}</source>
      <translation>DenseCountSparseOutput zählt in einem Vektor oder in den Zeilen einer Matrix, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Dequantize gives bfloat16 with mode MIN_COMBINED only, not {attrs}</source>
      <translation>Dequantize gibt bfloat16 nur im Modus MIN_COMBINED, nicht {attrs}</translation>
    </message>
    <message>
      <source>Derivative</source>
      <translation>Ableitung</translation>
    </message>
    <message>
      <source>Describe {name}</source>
      <translation>{name} beschreiben</translation>
    </message>
    <message>
      <source>Description</source>
      <translation>Beschreibung</translation>
    </message>
    <message>
      <source>Description of the composite</source>
      <translation>Beschreibung des Verbunds</translation>
    </message>
    <message>
      <source>DeserializeManySparse needs three strings for each sparse tensor, got shape {shape_text}</source>
      <translation>DeserializeManySparse braucht für jeden dünn besetzten Tensor drei Strings, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>DestroyTemporaryVariable takes a TemporaryVariable at ref, not {name}</source>
      <translation>DestroyTemporaryVariable nimmt an ref eine TemporaryVariable, nicht {name}</translation>
    </message>
    <message>
      <source>Detached target</source>
      <translation>Abgetrenntes Ziel</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Details</translation>
    </message>
    <message>
      <source>Deutsch</source>
      <translation>Deutsch</translation>
    </message>
    <message>
      <source>DiagPart needs a shape that is the same shape twice, got {shape_text}</source>
      <translation>DiagPart braucht eine Form, die zweimal dieselbe Form ist, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Diagram ({count:,})</source>
      <translation>Diagramm ({count:,})</translation>
    </message>
    <message>
      <source>Diagram folder</source>
      <translation>Diagrammordner</translation>
    </message>
    <message>
      <source>Diagrams and models (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)</source>
      <translation>Diagramme und Modelle (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)</translation>
    </message>
    <message>
      <source>Diagrams keep their copies.</source>
      <translation>Diagramme behalten ihre Kopien.</translation>
    </message>
    <message>
      <source>Difference</source>
      <translation>Unterschied</translation>
    </message>
    <message>
      <source>Differences in the diagram</source>
      <translation>Unterschiede im Diagramm</translation>
    </message>
    <message>
      <source>Differences only</source>
      <translation>Nur Unterschiede</translation>
    </message>
    <message>
      <source>Differentiate selected block</source>
      <translation>Gewählten Block ableiten</translation>
    </message>
    <message>
      <source>Differentiate the Square</source>
      <translation>Leiten Sie das Square ab</translation>
    </message>
    <message>
      <source>Digits evaluation</source>
      <translation>Ziffern: Auswertung</translation>
    </message>
    <message>
      <source>Digits training</source>
      <translation>Ziffern: Training</translation>
    </message>
    <message>
      <source>Dim unselected wires</source>
      <translation>Nicht gewählte Drähte abdunkeln</translation>
    </message>
    <message>
      <source>Disable</source>
      <translation>Deaktivieren</translation>
    </message>
    <message>
      <source>Discard</source>
      <translation>Verwerfen</translation>
    </message>
    <message>
      <source>Discard the unsaved edits of "{name}"?</source>
      <translation>Die nicht gespeicherten Änderungen von „{name}“ verwerfen?</translation>
    </message>
    <message>
      <source>Discard...</source>
      <translation>Verwerfen...</translation>
    </message>
    <message>
      <source>Display</source>
      <translation>Anzeige</translation>
    </message>
    <message>
      <source>Display {block}</source>
      <translation>Anzeige {block}</translation>
    </message>
    <message>
      <source>Displays</source>
      <translation>Anzeigen</translation>
    </message>
    <message>
      <source>Distribute</source>
      <translation>Verteilen</translation>
    </message>
    <message>
      <source>Distribute horizontally</source>
      <translation>Waagerecht verteilen</translation>
    </message>
    <message>
      <source>Distribute vertically</source>
      <translation>Senkrecht verteilen</translation>
    </message>
    <message>
      <source>Distribute {count}</source>
      <translation>{count} verteilen</translation>
    </message>
    <message>
      <source>Don't save</source>
      <translation>Nicht speichern</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Done. Press Next to continue.</source>
      <translation>Erledigt. Weiter mit „Weiter“.</translation>
    </message>
    <message>
      <source>Double-click a command, or press Enter on it, to change its shortcut.</source>
      <translation>Doppelklicken Sie auf einen Befehl oder drücken Sie Enter, um sein Tastenkürzel zu ändern.</translation>
    </message>
    <message>
      <source>Double-click or press Tab to add a block.
Or drag one here from the Blocks panel.</source>
      <translation>Doppelklicken oder Tab drücken, um einen Block hinzuzufügen.
Oder einen aus dem Bereich Blöcke hierher ziehen.</translation>
    </message>
    <message>
      <source>Drag a box; Shift adds</source>
      <translation>Rahmen ziehen; Umschalt fügt hinzu</translation>
    </message>
    <message>
      <source>Drag from pin to pin; release over the empty page to see blocks that fit</source>
      <translation>Von Pin zu Pin ziehen; im Leeren loslassen zeigt passende Blöcke</translation>
    </message>
    <message>
      <source>Drag it left or right</source>
      <translation>Nach links oder rechts ziehen</translation>
    </message>
    <message>
      <source>Drag {name} to reorder it, or press Up or Down</source>
      <translation>{name} ziehen, um die Reihenfolge zu ändern, oder Auf/Ab drücken</translation>
    </message>
    <message>
      <source>Draw a computation as wired blocks, run it, differentiate it.</source>
      <translation>Eine Berechnung als verdrahtete Blöcke zeichnen, ausführen, ableiten.</translation>
    </message>
    <message>
      <source>Draw a computation, run it, differentiate it.</source>
      <translation>Zeichnen, ausführen, ableiten.</translation>
    </message>
    <message>
      <source>Draw wire with keyboard</source>
      <translation>Draht mit der Tastatur ziehen</translation>
    </message>
    <message>
      <source>Draw w², run it, differentiate it and stop its gradient, in five minutes.</source>
      <translation>In fünf Minuten w² zeichnen, ausführen, ableiten und den Gradienten anhalten.</translation>
    </message>
    <message>
      <source>DrawBoundingBoxesV2 needs a number for each of {channels} channels at colors, got {colours}</source>
      <translation>DrawBoundingBoxesV2 braucht an colors für jeden von {channels} Kanälen eine Zahl, bekommt aber {colours}</translation>
    </message>
    <message>
      <source>Drawings (*.svg)</source>
      <translation>Zeichnungen (*.svg)</translation>
    </message>
    <message>
      <source>Draws new random values in each step. Set a seed to get the same values in every run.</source>
      <translation>Zieht in jedem Schritt neue Zufallswerte. Mit einem Startwert sind sie in jedem Lauf gleich.</translation>
    </message>
    <message>
      <source>Drop the block on the wire</source>
      <translation>Den Block auf dem Draht ablegen</translation>
    </message>
    <message>
      <source>Dtypes and shapes at pins</source>
      <translation>Dtypes und Formen an Pins</translation>
    </message>
    <message>
      <source>Duplicate</source>
      <translation>Duplizieren</translation>
    </message>
    <message>
      <source>Duplicate definition</source>
      <translation>Definition duplizieren</translation>
    </message>
    <message>
      <source>Duplicate {name}: {new}</source>
      <translation>{name} duplizieren: {new}</translation>
    </message>
    <message>
      <source>Duplicate {what}</source>
      <translation>{what} duplizieren</translation>
    </message>
    <message>
      <source>Duration</source>
      <translation>Dauer</translation>
    </message>
    <message>
      <source>DynamicPartition makes at most {MOST_PARTS} parts, not {count}</source>
      <translation>DynamicPartition macht höchstens {MOST_PARTS} Teile, nicht {count}</translation>
    </message>
    <message>
      <source>DynamicPartition needs a number for each row at partitions, got shape {shape_text} for data of shape {shape_text2}</source>
      <translation>DynamicPartition braucht an partitions für jede Zeile eine Zahl, bekommt aber die Form {shape_text} für data der Form {shape_text2}</translation>
    </message>
    <message>
      <source>EM step</source>
      <translation>EM-Schritt</translation>
    </message>
    <message>
      <source>EM step: no gradient through the E step</source>
      <translation>EM-Schritt: kein Gradient durch den E-Schritt</translation>
    </message>
    <message>
      <source>EM: treat the responsibilities as constants</source>
      <translation>EM: Zuständigkeiten als Konstanten</translation>
    </message>
    <message>
      <source>Edit frame</source>
      <translation>Rahmen bearbeiten</translation>
    </message>
    <message>
      <source>Edit note</source>
      <translation>Notiz bearbeiten</translation>
    </message>
    <message>
      <source>Edit text</source>
      <translation>Text bearbeiten</translation>
    </message>
    <message>
      <source>Edit title</source>
      <translation>Titel bearbeiten</translation>
    </message>
    <message>
      <source>Edit values in block</source>
      <translation>Werte im Block bearbeiten</translation>
    </message>
    <message>
      <source>Edit {name} as a table</source>
      <translation>{name} als Tabelle bearbeiten</translation>
    </message>
    <message>
      <source>Edit {pin}</source>
      <translation>{pin} bearbeiten</translation>
    </message>
    <message>
      <source>EditDistance has nothing to compare: the sequences have the shape {shape_text}</source>
      <translation>EditDistance hat nichts zu vergleichen: die Sequenzen haben die Form {shape_text}</translation>
    </message>
    <message>
      <source>EditDistance needs one row of {rank} numbers per element, got {shape_text}</source>
      <translation>EditDistance braucht je Element eine Zeile aus {rank} Zahlen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>EditDistance needs one value per index, a vector, got {shape_text}</source>
      <translation>EditDistance braucht je Index einen Wert, einen Vektor, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of one rank, got {ranks} and {ranks2}</source>
      <translation>EditDistance braucht dünn besetzte Tensoren gleichen Rangs, bekommt aber {ranks} und {ranks2}</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of rank 2 or more, got rank {rank}</source>
      <translation>EditDistance braucht dünn besetzte Tensoren ab Rang 2, bekommt aber den Rang {rank}</translation>
    </message>
    <message>
      <source>Editing {count} blocks together.
</source>
      <translation>{count} Blöcke werden gemeinsam bearbeitet.
</translation>
    </message>
    <message>
      <source>Eig of {short} gives {short2}, Tout says {short3}</source>
      <translation>Eig von {short} gibt {short2}, Tout sagt {short3}</translation>
    </message>
    <message>
      <source>Elements</source>
      <translation>Elemente</translation>
    </message>
    <message>
      <source>Enable</source>
      <translation>Aktivieren</translation>
    </message>
    <message>
      <source>Enable the plugin {name}?</source>
      <translation>Das Plugin {name} aktivieren?</translation>
    </message>
    <message>
      <source>EncodeJpeg needs {channels} channels{form}, got shape {shape_text}</source>
      <translation>EncodeJpeg braucht {channels} Kanäle{form}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>EncodePng needs pictures [height, width, 1 to 4 channels], got shape {shape_text}</source>
      <translation>EncodePng braucht Bilder [height, width, 1 bis 4 Kanäle], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>End</source>
      <translation>Ende</translation>
    </message>
    <message>
      <source>English</source>
      <translation>English</translation>
    </message>
    <message>
      <source>Enlarge display</source>
      <translation>Anzeige vergrößern</translation>
    </message>
    <message>
      <source>EnsureShape needs a shape with a number of axes</source>
      <translation>EnsureShape braucht eine Form mit einer Zahl von Achsen</translation>
    </message>
    <message>
      <source>Enter composite</source>
      <translation>Verbund öffnen</translation>
    </message>
    <message>
      <source>Enter the values, separated by commas</source>
      <translation>Die Werte eingeben, durch Kommas getrennt</translation>
    </message>
    <message>
      <source>Error details</source>
      <translation>Einzelheiten zum Fehler</translation>
    </message>
    <message>
      <source>EuclideanNorm: a norm is {max}, which {dtype} cannot hold</source>
      <translation>EuclideanNorm: eine Norm ist {max}, das passt nicht in {dtype}</translation>
    </message>
    <message>
      <source>Example</source>
      <translation>Beispiel</translation>
    </message>
    <message>
      <source>Examples</source>
      <translation>Beispiele</translation>
    </message>
    <message>
      <source>Exit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Exit composite</source>
      <translation>Verbund verlassen</translation>
    </message>
    <message>
      <source>Exit composite (Backspace)</source>
      <translation>Verbund verlassen (Rücktaste)</translation>
    </message>
    <message>
      <source>Exit what-if</source>
      <translation>Annahme beenden</translation>
    </message>
    <message>
      <source>Exp of a number above {bound} is infinite in {dtype}, and what is divided by the sum is NaN</source>
      <translation>Exp einer Zahl über {bound} ist in {dtype} unendlich, und was durch die Summe geteilt wird, ist NaN</translation>
    </message>
    <message>
      <source>Expand gradient</source>
      <translation>Gradient aufklappen</translation>
    </message>
    <message>
      <source>Expand {block}</source>
      <translation>{block} auflösen</translation>
    </message>
    <message>
      <source>Expand {named}</source>
      <translation>{named} ausklappen</translation>
    </message>
    <message>
      <source>ExpandDims needs a scalar at axis, got shape {shape_text}</source>
      <translation>ExpandDims braucht einen Skalar an axis, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Expanded {block} into {count}{also}: {what}</source>
      <translation>{block} in {count} aufgeklappt{also}: {what}</translation>
    </message>
    <message>
      <source>Explain the selected block, or open the manual if nothing is selected</source>
      <translation>Den gewählten Block erklären oder ohne Auswahl das Handbuch öffnen</translation>
    </message>
    <message>
      <source>Export JAX program</source>
      <translation>JAX-Programm exportieren</translation>
    </message>
    <message>
      <source>Export JAX program...</source>
      <translation>JAX-Programm exportieren...</translation>
    </message>
    <message>
      <source>Export ONNX...</source>
      <translation>ONNX exportieren...</translation>
    </message>
    <message>
      <source>Export PNG...</source>
      <translation>PNG exportieren...</translation>
    </message>
    <message>
      <source>Export Python program</source>
      <translation>Python-Programm exportieren</translation>
    </message>
    <message>
      <source>Export Python...</source>
      <translation>Python exportieren...</translation>
    </message>
    <message>
      <source>Export SVG...</source>
      <translation>SVG exportieren...</translation>
    </message>
    <message>
      <source>Export display</source>
      <translation>Anzeige exportieren</translation>
    </message>
    <message>
      <source>Export display...</source>
      <translation>Anzeige exportieren...</translation>
    </message>
    <message>
      <source>Export drawing</source>
      <translation>Zeichnung exportieren</translation>
    </message>
    <message>
      <source>Export image</source>
      <translation>Bild exportieren</translation>
    </message>
    <message>
      <source>Export model</source>
      <translation>Modell exportieren</translation>
    </message>
    <message>
      <source>Export web page</source>
      <translation>Webseite exportieren</translation>
    </message>
    <message>
      <source>Export web page (HTML)...</source>
      <translation>Webseite (HTML) exportieren...</translation>
    </message>
    <message>
      <source>Export...</source>
      <translation>Exportieren...</translation>
    </message>
    <message>
      <source>Exported {name}</source>
      <translation>{name} exportiert</translation>
    </message>
    <message>
      <source>Exporting {name}...</source>
      <translation>Exportiere {name}...</translation>
    </message>
    <message>
      <source>FeedType needs a value: wire an Input_Initializer to it</source>
      <translation>FeedType braucht einen Wert: schließen Sie einen Input_Initializer an</translation>
    </message>
    <message>
      <source>File &gt; Open model, group layers... shows repeated layers as one block</source>
      <translation>Datei &gt; Modell öffnen, Schichten gruppieren... zeigt sich wiederholende Schichten als einen Block</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Filter blocks by state</source>
      <translation>Blöcke nach Zustand filtern</translation>
    </message>
    <message>
      <source>Filter results</source>
      <translation>Ergebnisse filtern</translation>
    </message>
    <message>
      <source>Final scalar values</source>
      <translation>Endwerte der Skalare</translation>
    </message>
    <message>
      <source>Find blocks</source>
      <translation>Blöcke suchen</translation>
    </message>
    <message>
      <source>Find blocks: name, type or value, is:error, is:unused</source>
      <translation>Blöcke suchen: Name, Typ oder Wert, is:error, is:unused</translation>
    </message>
    <message>
      <source>Find files</source>
      <translation>Dateien suchen</translation>
    </message>
    <message>
      <source>Find files...</source>
      <translation>Dateien suchen...</translation>
    </message>
    <message>
      <source>Find first bad step</source>
      <translation>Ersten schlechten Schritt suchen</translation>
    </message>
    <message>
      <source>Find the first step with NaN, a jump of the loss or a vanished gradient</source>
      <translation>Den ersten Schritt mit NaN, einem Sprung des Verlusts oder einem verschwundenen Gradienten finden</translation>
    </message>
    <message>
      <source>Find...</source>
      <translation>Suchen...</translation>
    </message>
    <message>
      <source>Fingerprint knows farmhash64 only, got {method}</source>
      <translation>Fingerprint kennt nur farmhash64, bekommt aber {method}</translation>
    </message>
    <message>
      <source>First image</source>
      <translation>Erstes Bild</translation>
    </message>
    <message>
      <source>First image to show</source>
      <translation>Das erste gezeigte Bild</translation>
    </message>
    <message>
      <source>First steps: a matrix-vector product and its gradient</source>
      <translation>Erste Schritte: ein Matrix-Vektor-Produkt und sein Gradient</translation>
    </message>
    <message>
      <source>First steps: draw, run, differentiate</source>
      <translation>Erste Schritte: zeichnen, ausführen, ableiten</translation>
    </message>
    <message>
      <source>Fit all</source>
      <translation>Alles einpassen</translation>
    </message>
    <message>
      <source>Fit selection</source>
      <translation>Auswahl einpassen</translation>
    </message>
    <message>
      <source>Fix</source>
      <translation>Beheben</translation>
    </message>
    <message>
      <source>Fix {block}</source>
      <translation>{block} beheben</translation>
    </message>
    <message>
      <source>Fix {rule} at {block}</source>
      <translation>{rule} bei {block} beheben</translation>
    </message>
    <message>
      <source>FixedUnigramCandidateSampler takes its weights from unigrams or from vocab_file: give one of them</source>
      <translation>FixedUnigramCandidateSampler nimmt seine Gewichte aus unigrams oder aus vocab_file: geben Sie eines davon an</translation>
    </message>
    <message>
      <source>Flow</source>
      <translation>Fluss</translation>
    </message>
    <message>
      <source>Formula</source>
      <translation>Formel</translation>
    </message>
    <message>
      <source>Formula of</source>
      <translation>Formel von</translation>
    </message>
    <message>
      <source>Frame</source>
      <translation>Rahmen</translation>
    </message>
    <message>
      <source>Frame selection</source>
      <translation>Auswahl einrahmen</translation>
    </message>
    <message>
      <source>From before the last edit: {text}</source>
      <translation>Vor der letzten Änderung: {text}</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>Vollbild</translation>
    </message>
    <message>
      <source>FusedResizeAndPadConv2D cannot resize an empty image: {shape_text}</source>
      <translation>FusedResizeAndPadConv2D kann die Größe eines leeren Bilds nicht ändern: {shape_text}</translation>
    </message>
    <message>
      <source>FusedResizeAndPadConv2D needs sizes of 1 or more, got {size}</source>
      <translation>FusedResizeAndPadConv2D braucht Größen ab 1, bekommt aber {size}</translation>
    </message>
    <message>
      <source>FusedResizeAndPadConv2D needs two numbers at size, height and width, got {result}</source>
      <translation>FusedResizeAndPadConv2D braucht zwei Zahlen an size, Höhe und Breite, bekommt aber {result}</translation>
    </message>
    <message>
      <source>FusedResizeAndPadConv2D would make images of {size} x {size2}: that is too much</source>
      <translation>FusedResizeAndPadConv2D würde Bilder von {size} x {size2} machen: das ist zu viel</translation>
    </message>
    <message>
      <source>GAN step</source>
      <translation>GAN-Schritt</translation>
    </message>
    <message>
      <source>GAN: train generator and discriminator with one gradient</source>
      <translation>GAN: Generator und Diskriminator mit einem Gradienten trainieren</translation>
    </message>
    <message>
      <source>GPT</source>
      <translation>GPT</translation>
    </message>
    <message>
      <source>GPT: learn a sentence letter by letter</source>
      <translation>GPT: einen Satz Buchstabe für Buchstabe lernen</translation>
    </message>
    <message>
      <source>GatherNd has nothing to take: params have the shape {shape_text}</source>
      <translation>GatherNd hat nichts zu nehmen: params haben die Form {shape_text}</translation>
    </message>
    <message>
      <source>GatherNd takes at most {params} numbers per index, the rank of params, got {indices}</source>
      <translation>GatherNd nimmt höchstens {params} Zahlen je Index, den Rang von params, bekommt aber {indices}</translation>
    </message>
    <message>
      <source>GatherV2 needs batch_dims of at most axis, which is {axis}, got {batch}</source>
      <translation>GatherV2 braucht batch_dims bis höchstens axis, also {axis}, bekommt aber {batch}</translation>
    </message>
    <message>
      <source>GatherV2 needs params and indices with the same {batch} leading sizes (batch_dims), got {shape_text} and {shape_text2}</source>
      <translation>GatherV2 braucht params und indices mit denselben {batch} vorderen Größen (batch_dims), bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Give all variables their previous values. Undo any edit that does not fit them</source>
      <translation>Allen Variablen ihre vorigen Werte geben. Machen Sie Änderungen rückgängig, die nicht dazu passen</translation>
    </message>
    <message>
      <source>Give the selected Placeholders, or all on the page, zeros as default, so that the page runs without feeds</source>
      <translation>Den gewählten Placeholdern, oder allen der Seite, Nullen als Vorgabe geben, damit die Seite ohne Einspeisung läuft</translation>
    </message>
    <message>
      <source>Give the selected instance its own definition, so that edits do not affect other instances</source>
      <translation>Der gewählten Instanz eine eigene Definition geben, damit Änderungen andere Instanzen nicht betreffen</translation>
    </message>
    <message>
      <source>Go back to an earlier step and compute its values and gradients again</source>
      <translation>Zu einem früheren Schritt zurückgehen und seine Werte und Gradienten neu berechnen</translation>
    </message>
    <message>
      <source>Go back to the current gradient (Esc)</source>
      <translation>Zurück zum aktuellen Gradienten (Esc)</translation>
    </message>
    <message>
      <source>Go back to the instance (Backspace)</source>
      <translation>Zurück zur Instanz (Rücktaste)</translation>
    </message>
    <message>
      <source>Go to bookmark 1</source>
      <translation>Zu Lesezeichen 1</translation>
    </message>
    <message>
      <source>Go to bookmark 2</source>
      <translation>Zu Lesezeichen 2</translation>
    </message>
    <message>
      <source>Go to bookmark 3</source>
      <translation>Zu Lesezeichen 3</translation>
    </message>
    <message>
      <source>Go to bookmark 4</source>
      <translation>Zu Lesezeichen 4</translation>
    </message>
    <message>
      <source>Go to bookmark 5</source>
      <translation>Zu Lesezeichen 5</translation>
    </message>
    <message>
      <source>Go to bookmark 6</source>
      <translation>Zu Lesezeichen 6</translation>
    </message>
    <message>
      <source>Go to bookmark 7</source>
      <translation>Zu Lesezeichen 7</translation>
    </message>
    <message>
      <source>Go to bookmark 8</source>
      <translation>Zu Lesezeichen 8</translation>
    </message>
    <message>
      <source>Go to bookmark 9</source>
      <translation>Zu Lesezeichen 9</translation>
    </message>
    <message>
      <source>Go to first bad step</source>
      <translation>Zum ersten schlechten Schritt</translation>
    </message>
    <message>
      <source>Go to next panel</source>
      <translation>Zum nächsten Bereich</translation>
    </message>
    <message>
      <source>Go to previous panel</source>
      <translation>Zum vorigen Bereich</translation>
    </message>
    <message>
      <source>Go to {block}</source>
      <translation>Gehe zu {block}</translation>
    </message>
    <message>
      <source>Go to {id}</source>
      <translation>Gehe zu {id}</translation>
    </message>
    <message>
      <source>Go to {path}</source>
      <translation>Gehe zu {path}</translation>
    </message>
    <message>
      <source>Gradblocks closed unexpectedly while these diagrams were open. Restoring does not change their files.</source>
      <translation>Gradblocks wurde unerwartet beendet, während diese Diagramme offen waren. Wiederherstellen ändert ihre Dateien nicht.</translation>
    </message>
    <message>
      <source>Gradblocks diagrams (*.gradblocks *.json)</source>
      <translation>Gradblocks-Diagramme (*.gradblocks *.json)</translation>
    </message>
    <message>
      <source>Gradblocks had an internal error.</source>
      <translation>In Gradblocks trat ein interner Fehler auf.</translation>
    </message>
    <message>
      <source>Gradient</source>
      <translation>Gradient</translation>
    </message>
    <message>
      <source>Gradient by iteration</source>
      <translation>Gradient je Iteration</translation>
    </message>
    <message>
      <source>Gradient descent</source>
      <translation>Gradientenabstieg</translation>
    </message>
    <message>
      <source>Gradient descent three ways</source>
      <translation>Gradientenabstieg auf drei Arten</translation>
    </message>
    <message>
      <source>Gradient descent: by hand and with AddSymbolicGradients</source>
      <translation>Gradientenabstieg: von Hand und mit AddSymbolicGradients</translation>
    </message>
    <message>
      <source>Gradient norm</source>
      <translation>Gradientennorm</translation>
    </message>
    <message>
      <source>Gradient norms in a trial of step {step:,}:</source>
      <translation>Gradientennormen in einer Probe von Schritt {step:,}:</translation>
    </message>
    <message>
      <source>Gradient of</source>
      <translation>Gradient von</translation>
    </message>
    <message>
      <source>Gradient of {title}</source>
      <translation>Gradient von {title}</translation>
    </message>
    <message>
      <source>Gradient stops</source>
      <translation>Gradientenstopps</translation>
    </message>
    <message>
      <source>Gradient view</source>
      <translation>Gradientenansicht</translation>
    </message>
    <message>
      <source>Gradient view legend</source>
      <translation>Legende der Gradientenansicht</translation>
    </message>
    <message>
      <source>GradientContract is about no loss: nothing is wired to of</source>
      <translation>GradientContract betrifft keinen Verlust: an of ist nichts angeschlossen</translation>
    </message>
    <message>
      <source>GradientContract says nothing: nothing is wired to reaches or must_not_reach</source>
      <translation>GradientContract sagt nichts: nichts ist mit reaches oder must_not_reach verdrahtet</translation>
    </message>
    <message>
      <source>Gradients flow back to {text}.</source>
      <translation>Gradienten fließen zurück zu {text}.</translation>
    </message>
    <message>
      <source>Gray</source>
      <translation>Grau</translation>
    </message>
    <message>
      <source>Green</source>
      <translation>Grün</translation>
    </message>
    <message>
      <source>Grid</source>
      <translation>Gitter</translation>
    </message>
    <message>
      <source>Heat map</source>
      <translation>Heatmap</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>Help on selected block</source>
      <translation>Hilfe zum gewählten Block</translation>
    </message>
    <message>
      <source>Help on this block</source>
      <translation>Hilfe zu diesem Block</translation>
    </message>
    <message>
      <source>Hide panels, menus and toolbars, or show them again (Esc)</source>
      <translation>Bereiche, Menüs und Leisten ausblenden oder wieder zeigen (Esc)</translation>
    </message>
    <message>
      <source>Histogram</source>
      <translation>Histogramm</translation>
    </message>
    <message>
      <source>HistogramFixedWidth counts no NaN, which is in no bin</source>
      <translation>HistogramFixedWidth zählt kein NaN, das in keinem Bin liegt</translation>
    </message>
    <message>
      <source>HistogramFixedWidth needs 1 bin or more, got {count}</source>
      <translation>HistogramFixedWidth braucht 1 Bin oder mehr, bekommt aber {count}</translation>
    </message>
    <message>
      <source>HistogramFixedWidth needs a range that goes up, got {limits} and {limits2}</source>
      <translation>HistogramFixedWidth braucht einen aufsteigenden Bereich, bekommt aber {limits} und {limits2}</translation>
    </message>
    <message>
      <source>HistogramFixedWidth needs two numbers at value_range, got shape {shape_text}</source>
      <translation>HistogramFixedWidth braucht zwei Zahlen an value_range, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>HistogramSummary needs finite numbers at values, got {what}</source>
      <translation>HistogramSummary braucht endliche Zahlen an values, bekommt aber {what}</translation>
    </message>
    <message>
      <source>History</source>
      <translation>Verlauf</translation>
    </message>
    <message>
      <source>How many steps</source>
      <translation>Wie viele Schritte</translation>
    </message>
    <message>
      <source>IdentityReader and WholeFileReader can</source>
      <translation>IdentityReader und WholeFileReader können es</translation>
    </message>
    <message>
      <source>If given let the gradient through, which of these would get a gradient?</source>
      <translation>Wenn given den Gradienten durchließe: was davon bekäme einen Gradienten?</translation>
    </message>
    <message>
      <source>If given_fake let the gradient through, which variables would get a gradient of loss_d?</source>
      <translation>Wenn given_fake den Gradienten durchließe: welche Variablen bekämen einen Gradienten von loss_d?</translation>
    </message>
    <message>
      <source>If raw_direction let the gradient through, which of these would get a gradient of loss_raw?</source>
      <translation>Wenn raw_direction den Gradienten durchließe: was davon bekäme einen Gradienten von loss_raw?</translation>
    </message>
    <message>
      <source>If sample let the gradient through, which of these would get a gradient as well?</source>
      <translation>Wenn sample den Gradienten durchließe: was davon bekäme ebenfalls einen?</translation>
    </message>
    <message>
      <source>If stopped_max let the gradient through, which of these would get a gradient?</source>
      <translation>Wenn stopped_max den Gradienten durchließe: was davon bekäme einen Gradienten?</translation>
    </message>
    <message>
      <source>If there are values of both signs, center the color scale at zero</source>
      <translation>Bei Werten beider Vorzeichen die Farbskala auf null zentrieren</translation>
    </message>
    <message>
      <source>IgammaByA: order must be 1 to {HIGHEST}, got {attrs}</source>
      <translation>IgammaByA: order muss zwischen 1 und {HIGHEST} liegen, nicht {attrs}</translation>
    </message>
    <message>
      <source>Image</source>
      <translation>Bild</translation>
    </message>
    <message>
      <source>Images</source>
      <translation>Bilder</translation>
    </message>
    <message>
      <source>Images (*.png)</source>
      <translation>Bilder (*.png)</translation>
    </message>
    <message>
      <source>ImmutableConst cannot read {short} from a file</source>
      <translation>ImmutableConst kann {short} nicht aus einer Datei lesen</translation>
    </message>
    <message>
      <source>ImmutableConst needs a shape with all sizes, got {shape_text}</source>
      <translation>ImmutableConst braucht eine Form mit allen Größen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Import from enuSpace</source>
      <translation>Aus enuSpace importieren</translation>
    </message>
    <message>
      <source>Import from enuSpace...</source>
      <translation>Aus enuSpace importieren...</translation>
    </message>
    <message>
      <source>In the gradient view (G)</source>
      <translation>In der Gradientenansicht (G)</translation>
    </message>
    <message>
      <source>Index on axis {number}</source>
      <translation>Index auf Achse {number}</translation>
    </message>
    <message>
      <source>Initial folder for Open and Save. If empty, the last folder is used.</source>
      <translation>Anfangsordner für Öffnen und Speichern. Wenn leer, der zuletzt benutzte Ordner.</translation>
    </message>
    <message>
      <source>Input needs a value</source>
      <translation>Input braucht einen Wert</translation>
    </message>
    <message>
      <source>Input {name}</source>
      <translation>Eingang {name}</translation>
    </message>
    <message>
      <source>InputList needs at least one wire</source>
      <translation>InputList braucht mindestens einen Draht</translation>
    </message>
    <message>
      <source>Input_Initializer needs a value</source>
      <translation>Input_Initializer braucht einen Wert</translation>
    </message>
    <message>
      <source>Inputs</source>
      <translation>Eingänge</translation>
    </message>
    <message>
      <source>Insert Cast to {short}</source>
      <translation>Cast nach {short} einfügen</translation>
    </message>
    <message>
      <source>Insert Reshape to [{other}]</source>
      <translation>Reshape zu [{other}] einfügen</translation>
    </message>
    <message>
      <source>Insert Transpose</source>
      <translation>Transpose einfügen</translation>
    </message>
    <message>
      <source>Insert a StopGradient between the Variable and the Square</source>
      <translation>Setzen Sie ein StopGradient zwischen Variable und Square</translation>
    </message>
    <message>
      <source>Insert a block on a wire</source>
      <translation>Block in einen Draht einfügen</translation>
    </message>
    <message>
      <source>Insert a block...</source>
      <translation>Block einfügen...</translation>
    </message>
    <message>
      <source>Insert between {source} and {target}</source>
      <translation>Einfügen zwischen {source} und {target}</translation>
    </message>
    <message>
      <source>Insert {block} between {source} and {target}</source>
      <translation>{block} zwischen {source} und {target} einfügen</translation>
    </message>
    <message>
      <source>Insert {name}</source>
      <translation>{name} einfügen</translation>
    </message>
    <message>
      <source>Insert {type}</source>
      <translation>{type} einfügen</translation>
    </message>
    <message>
      <source>Inside a loop, show the values of the next iteration</source>
      <translation>In einer Schleife die Werte der nächsten Iteration zeigen</translation>
    </message>
    <message>
      <source>Inside a loop, show the values of the previous iteration</source>
      <translation>In einer Schleife die Werte der vorigen Iteration zeigen</translation>
    </message>
    <message>
      <source>Inspector</source>
      <translation>Inspektor</translation>
    </message>
    <message>
      <source>Instance</source>
      <translation>Instanz</translation>
    </message>
    <message>
      <source>InvertPermutation needs each number from 0 to {n} once, got {wrong}</source>
      <translation>InvertPermutation braucht jede Zahl von 0 bis {n} einmal, bekommt aber {wrong}</translation>
    </message>
    <message>
      <source>InvertPermutation needs each number from 0 to {n} once, {int} occurs twice</source>
      <translation>InvertPermutation braucht jede Zahl von 0 bis {n} einmal, {int} kommt zweimal vor</translation>
    </message>
    <message>
      <source>IsotonicRegression needs rows, got a scalar</source>
      <translation>IsotonicRegression braucht Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>IsotonicRegression of {short} gives {short2}, not {short3}</source>
      <translation>IsotonicRegression von {short} gibt {short2}, nicht {short3}</translation>
    </message>
    <message>
      <source>It continued a run that was not kept.</source>
      <translation>Er setzte einen Lauf fort, der nicht aufbewahrt wurde.</translation>
    </message>
    <message>
      <source>It is open in another tab: close that one first.</source>
      <translation>Es ist in einem anderen Tab offen: diesen zuerst schließen.</translation>
    </message>
    <message>
      <source>It would also reach {listed}.</source>
      <translation>Er erreichte auch {listed}.</translation>
    </message>
    <message>
      <source>It would no longer reach {listed}.</source>
      <translation>Er erreichte {listed} nicht mehr.</translation>
    </message>
    <message>
      <source>It would reach the same pins along other paths.</source>
      <translation>Er erreichte dieselben Pins auf anderen Pfaden.</translation>
    </message>
    <message>
      <source>Item</source>
      <translation>Element</translation>
    </message>
    <message>
      <source>Iteration of {block}</source>
      <translation>Iteration von {block}</translation>
    </message>
    <message>
      <source>Iteration to show, counted from 0 (keys , and .). {about}</source>
      <translation>Gezeigte Iteration, ab 0 gezählt (Tasten , und .). {about}</translation>
    </message>
    <message>
      <source>Its block types are available.</source>
      <translation>Seine Blocktypen sind verfügbar.</translation>
    </message>
    <message>
      <source>Its code does not run until you enable it.</source>
      <translation>Sein Code läuft erst, wenn Sie es aktivieren.</translation>
    </message>
    <message>
      <source>Its weights are in {folder} until you save it.</source>
      <translation>Die Gewichte liegen in {folder}, bis Sie speichern.</translation>
    </message>
    <message>
      <source>JAX cannot run it: {text}</source>
      <translation>JAX kann es nicht ausführen: {text}</translation>
    </message>
    <message>
      <source>JAX could not run the step: {text}</source>
      <translation>JAX konnte den Schritt nicht ausführen: {text}</translation>
    </message>
    <message>
      <source>JAX could not start process {process} of {processes}: {text}</source>
      <translation>JAX konnte Prozess {process} von {processes} nicht starten: {text}</translation>
    </message>
    <message>
      <source>JAX has a rule of its own for the derivative of {name}, which is not that of its steps</source>
      <translation>JAX hat für die Ableitung von {name} eine eigene Regel, die nicht die seiner Schritte ist</translation>
    </message>
    <message>
      <source>JAX's primitive {name} has no block</source>
      <translation>Für das JAX-Primitiv {name} gibt es keinen Block</translation>
    </message>
    <message>
      <source>JAX_PLATFORMS=cpu runs them on the processors</source>
      <translation>JAX_PLATFORMS=cpu führt sie auf den Prozessoren aus</translation>
    </message>
    <message>
      <source>Jet</source>
      <translation>Jet</translation>
    </message>
    <message>
      <source>Keep current</source>
      <translation>Aktuelles behalten</translation>
    </message>
    <message>
      <source>Keep mine</source>
      <translation>Meines behalten</translation>
    </message>
    <message>
      <source>Keep runs in a folder next to the file, so that they move with it, instead of in your data folder</source>
      <translation>Läufe in einem Ordner neben der Datei aufbewahren, damit sie mit ihr umziehen, statt in Ihrem Datenordner</translation>
    </message>
    <message>
      <source>Keep runs next to the diagram</source>
      <translation>Läufe neben dem Diagramm aufbewahren</translation>
    </message>
    <message>
      <source>Keep the diagram as it is now and mark the conflict as resolved</source>
      <translation>Das Diagramm lassen, wie es jetzt ist, und den Konflikt als gelöst markieren</translation>
    </message>
    <message>
      <source>Keep the wires that fit the pins of the new type</source>
      <translation>Drähte behalten, die zu den Pins des neuen Typs passen</translation>
    </message>
    <message>
      <source>Keeps its value between steps.</source>
      <translation>Behält seinen Wert zwischen den Schritten.</translation>
    </message>
    <message>
      <source>Kept unchanged</source>
      <translation>Unverändert aufbewahrt</translation>
    </message>
    <message>
      <source>Kind of loop</source>
      <translation>Art der Schleife</translation>
    </message>
    <message>
      <source>LMDBReader needs the Python package lmdb, which is not installed</source>
      <translation>LMDBReader braucht das Python-Paket lmdb, das nicht installiert ist</translation>
    </message>
    <message>
      <source>LRN needs a depth_radius of 0 ... {value}, got {attrs}</source>
      <translation>LRN braucht depth_radius von 0 ... {value}, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>LSTM</source>
      <translation>LSTM</translation>
    </message>
    <message>
      <source>LSTM cells of nodes have one</source>
      <translation>LSTM-Zellen aus Knoten haben einen</translation>
    </message>
    <message>
      <source>LSTM: predict the next value of a wave</source>
      <translation>LSTM: den nächsten Wert einer Welle vorhersagen</translation>
    </message>
    <message>
      <source>LSTMBlockCell needs at least one cell and one example at cs_prev</source>
      <translation>LSTMBlockCell braucht mindestens eine Zelle und ein Beispiel an cs_prev</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Large tensors are kept completely only for the last step. The histogram shows some elements of this step.</source>
      <translation>Große Tensoren werden nur vom letzten Schritt vollständig aufbewahrt. Das Histogramm zeigt einige Elemente dieses Schritts.</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Später</translation>
    </message>
    <message>
      <source>Learning &amp;rate</source>
      <translation>Lern&amp;rate</translation>
    </message>
    <message>
      <source>Learning rate</source>
      <translation>Lernrate</translation>
    </message>
    <message>
      <source>Lesson</source>
      <translation>Lektion</translation>
    </message>
    <message>
      <source>Lesson complete. You can keep experimenting on the page</source>
      <translation>Lektion beendet. Sie können auf der Seite weiter experimentieren</translation>
    </message>
    <message>
      <source>Lessons</source>
      <translation>Lektionen</translation>
    </message>
    <message>
      <source>License: {licence}.</source>
      <translation>Lizenz: {licence}.</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>LinSpace needs at least one number, got num = {int}</source>
      <translation>LinSpace braucht mindestens eine Zahl, num ist aber {int}</translation>
    </message>
    <message>
      <source>Linear algebra</source>
      <translation>Lineare Algebra</translation>
    </message>
    <message>
      <source>Live</source>
      <translation>Live</translation>
    </message>
    <message>
      <source>Live: recompute after each edit</source>
      <translation>Live: nach jeder Änderung neu berechnen</translation>
    </message>
    <message>
      <source>Live: {computed:,} computed in {seconds:,.1f} ms</source>
      <translation>Live: {computed:,} in {seconds:,.1f} ms berechnet</translation>
    </message>
    <message>
      <source>Load the page's variables from an .npz file</source>
      <translation>Die Variablen der Seite aus einer .npz-Datei laden</translation>
    </message>
    <message>
      <source>Load variables</source>
      <translation>Variablen laden</translation>
    </message>
    <message>
      <source>Load variables...</source>
      <translation>Variablen laden ...</translation>
    </message>
    <message numerus="yes">
      <source>Loaded {n:,} variables</source>
      <translation>
        <numerusform>{n} Variable geladen</numerusform>
        <numerusform>{n:,} Variablen geladen</numerusform>
      </translation>
    </message>
    <message>
      <source>Location</source>
      <translation>Ort</translation>
    </message>
    <message>
      <source>Log of {block_name} (Sigmoid): {what} it is rounded to {number}, which gives -Infinity</source>
      <translation>Log von {block_name} (Sigmoid): {what} wird es auf {number} gerundet, was -Infinity gibt</translation>
    </message>
    <message>
      <source>Log of {block_name} (Softmax): a share that is rounded to 0 gives -Infinity</source>
      <translation>Log von {block_name} (Softmax): ein auf 0 gerundeter Anteil gibt -Infinity</translation>
    </message>
    <message>
      <source>Log scale</source>
      <translation>Log-Skala</translation>
    </message>
    <message>
      <source>Log scale: only values above zero are drawn</source>
      <translation>Logarithmische Skala: nur Werte über null werden gezeichnet</translation>
    </message>
    <message>
      <source>LogSoftmax of what goes into the Softmax</source>
      <translation>LogSoftmax von dem, was in das Softmax geht</translation>
    </message>
    <message>
      <source>Logarithmic</source>
      <translation>Logarithmisch</translation>
    </message>
    <message>
      <source>Logging</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <source>Loss</source>
      <translation>Verlust</translation>
    </message>
    <message>
      <source>MNIST: restore the saved weights and evaluate them</source>
      <translation>MNIST: die gespeicherten Gewichte laden und bewerten</translation>
    </message>
    <message>
      <source>MNIST: softmax regression with readers and queues</source>
      <translation>MNIST: Softmax-Regression mit Lesern und Warteschlangen</translation>
    </message>
    <message>
      <source>Make</source>
      <translation>Bilden</translation>
    </message>
    <message>
      <source>Make a {kind}: {name}</source>
      <translation>{kind} bilden: {name}</translation>
    </message>
    <message>
      <source>Make composite</source>
      <translation>Verbund bilden</translation>
    </message>
    <message>
      <source>Make editable</source>
      <translation>Bearbeitbar machen</translation>
    </message>
    <message>
      <source>Make loop from {count}</source>
      <translation>Schleife aus {count} bilden</translation>
    </message>
    <message>
      <source>Make loop from {instance}</source>
      <translation>Schleife aus {instance} bilden</translation>
    </message>
    <message>
      <source>Make loop...</source>
      <translation>Schleife bilden...</translation>
    </message>
    <message>
      <source>Make trainable</source>
      <translation>Trainierbar machen</translation>
    </message>
    <message>
      <source>Make unique</source>
      <translation>Eigenständig machen</translation>
    </message>
    <message>
      <source>Make {instance} unique: {made}</source>
      <translation>{instance} eigenständig machen: {made}</translation>
    </message>
    <message>
      <source>Make {named} trainable</source>
      <translation>{named} trainierbar machen</translation>
    </message>
    <message>
      <source>Make {name} of {count}</source>
      <translation>{name} aus {count} bilden</translation>
    </message>
    <message>
      <source>Manual</source>
      <translation>Handbuch</translation>
    </message>
    <message>
      <source>Mark differences from the selected run on the canvas</source>
      <translation>Unterschiede zum gewählten Lauf auf der Zeichenfläche markieren</translation>
    </message>
    <message>
      <source>MatchingFiles needs one pattern or a vector of them, got shape {shape_text}</source>
      <translation>MatchingFiles braucht ein Muster oder einen Vektor davon, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Math</source>
      <translation>Mathematik</translation>
    </message>
    <message>
      <source>MatrixBandPart needs {pin} to be at most the number of {what}, {size}, got {number}</source>
      <translation>MatrixBandPart braucht {pin} bis höchstens zur Zahl der {what}, {size}, bekommt aber {number}</translation>
    </message>
    <message>
      <source>MatrixDiagV3 needs a vector of elements, got a scalar</source>
      <translation>MatrixDiagV3 braucht einen Vektor von Elementen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>MatrixSetDiag needs diagonals of the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiag braucht Diagonalen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>MatrixSetDiagV3 needs elements of the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiagV3 braucht Elemente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>MatrixSolveLs has a gradient only where fast is true</source>
      <translation>MatrixSolveLs hat nur einen Gradienten, wo fast true ist</translation>
    </message>
    <message>
      <source>MaxPoolWithArgmax needs at least one value to look for the largest</source>
      <translation>MaxPoolWithArgmax braucht mindestens einen Wert, um den größten zu suchen</translation>
    </message>
    <message>
      <source>Maximum steps per second</source>
      <translation>Höchstzahl der Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>Mean cross entropy of logits [n, classes] and labels [n]. Labels are class indices, which you feed. If a Softmax is selected, its logits are used.</source>
      <translation>Mittlere Kreuzentropie von Logits [n, classes] und Labels [n]. Labels sind eingespeiste Klassenindizes. Ist ein Softmax gewählt, werden seine Logits verwendet.</translation>
    </message>
    <message>
      <source>Mean squared error: the mean of the squared differences between output and target. Feed the target values.</source>
      <translation>Mittlerer quadratischer Fehler: das Mittel der quadrierten Abweichungen zwischen Ausgabe und Ziel. Speisen Sie die Zielwerte ein.</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>Messen</translation>
    </message>
    <message>
      <source>Measure again</source>
      <translation>Neu messen</translation>
    </message>
    <message>
      <source>Measurement stopped</source>
      <translation>Messung angehalten</translation>
    </message>
    <message>
      <source>Measuring ...</source>
      <translation>Messe ...</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>Speicher</translation>
    </message>
    <message>
      <source>Merge conflicts</source>
      <translation>Merge-Konflikte</translation>
    </message>
    <message>
      <source>MergeV2Checkpoints needs one checkpoint at least</source>
      <translation>MergeV2Checkpoints braucht mindestens einen Checkpoint</translation>
    </message>
    <message>
      <source>Middle button, Space + drag, or two fingers</source>
      <translation>Mittlere Taste, Leertaste + Ziehen oder zwei Finger</translation>
    </message>
    <message>
      <source>Minimap</source>
      <translation>Übersichtskarte</translation>
    </message>
    <message>
      <source>Minimap of the page</source>
      <translation>Übersichtskarte der Seite</translation>
    </message>
    <message>
      <source>MirrorPadGrad cannot fold {row} back along axis {axis} of size {size} ({attrs})</source>
      <translation>MirrorPadGrad kann {row} entlang der Achse {axis} der Größe {size} nicht zurückfalten ({attrs})</translation>
    </message>
    <message>
      <source>Models (*.pb *.pbtxt *.onnx)</source>
      <translation>Modelle (*.pb *.pbtxt *.onnx)</translation>
    </message>
    <message>
      <source>Modifies the variable wired to {writes}.</source>
      <translation>Ändert die Variable, die an {writes} angeschlossen ist.</translation>
    </message>
    <message>
      <source>More</source>
      <translation>Mehr</translation>
    </message>
    <message>
      <source>Mouse</source>
      <translation>Maus</translation>
    </message>
    <message>
      <source>Move left</source>
      <translation>Nach links</translation>
    </message>
    <message>
      <source>Move page {name}</source>
      <translation>Seite {name} verschieben</translation>
    </message>
    <message>
      <source>Move pin {name}</source>
      <translation>Pin {name} verschieben</translation>
    </message>
    <message>
      <source>Move reroute points of</source>
      <translation>Knicke verschieben:</translation>
    </message>
    <message>
      <source>Move right</source>
      <translation>Nach rechts</translation>
    </message>
    <message>
      <source>Move wire {wires}</source>
      <translation>Draht {wires} verschieben</translation>
    </message>
    <message>
      <source>Move {count}</source>
      <translation>{count} verschieben</translation>
    </message>
    <message>
      <source>Move {count} to {to}</source>
      <translation>{count} nach {to} verschieben</translation>
    </message>
    <message>
      <source>Move {named}</source>
      <translation>{named} verschieben</translation>
    </message>
    <message>
      <source>Move {name}</source>
      <translation>{name} verschieben</translation>
    </message>
    <message>
      <source>Move {text} {picture}</source>
      <translation>{text} verschieben: {picture}</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>Stummschalten</translation>
    </message>
    <message>
      <source>Mute the StopGradient to get the gradient back</source>
      <translation>Schalten Sie das StopGradient stumm, um den Gradienten zurückzubekommen</translation>
    </message>
    <message>
      <source>Mute the ignored stops and add a StopGradient at each new stop</source>
      <translation>Ignorierte Stopps stummschalten und an jedem neuen Stopp ein StopGradient einfügen</translation>
    </message>
    <message>
      <source>Mute {named}</source>
      <translation>{named} stummschalten</translation>
    </message>
    <message>
      <source>Muted</source>
      <translation>Stumm</translation>
    </message>
    <message>
      <source>Muted blocks</source>
      <translation>Stumme Blöcke</translation>
    </message>
    <message>
      <source>NaN or infinite</source>
      <translation>NaN oder unendlich</translation>
    </message>
    <message>
      <source>NaN or infinite starting at {broken}</source>
      <translation>NaN oder unendlich ab {broken}</translation>
    </message>
    <message>
      <source>NaN or infinity starts</source>
      <translation>NaN oder Unendlich beginnt</translation>
    </message>
    <message>
      <source>NaN/inf here</source>
      <translation>NaN/inf hier</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Name of a block</source>
      <translation>Name eines Blocks</translation>
    </message>
    <message>
      <source>Name of a block, or a value such as {{1, 2}, {3, 4}}</source>
      <translation>Name eines Blocks oder ein Wert wie {{1, 2}, {3, 4}}</translation>
    </message>
    <message>
      <source>Name of the block</source>
      <translation>Name des Blocks</translation>
    </message>
    <message>
      <source>Name of the composite</source>
      <translation>Name des Verbunds</translation>
    </message>
    <message>
      <source>Name of the pin</source>
      <translation>Name des Pins</translation>
    </message>
    <message>
      <source>Name of the value</source>
      <translation>Name des Werts</translation>
    </message>
    <message>
      <source>Neural ODE</source>
      <translation>Neuronale ODE</translation>
    </message>
    <message>
      <source>Neural ODE: rotate and enlarge a circle</source>
      <translation>Neuronale ODE: einen Kreis drehen und vergrößern</translation>
    </message>
    <message>
      <source>Neural networks</source>
      <translation>Neuronale Netze</translation>
    </message>
    <message>
      <source>Never</source>
      <translation>Nie</translation>
    </message>
    <message>
      <source>Never saved</source>
      <translation>Nie gespeichert</translation>
    </message>
    <message>
      <source>New</source>
      <translation>Neu</translation>
    </message>
    <message>
      <source>New diagram</source>
      <translation>Neues Diagramm</translation>
    </message>
    <message>
      <source>New location of {old}</source>
      <translation>Neuer Ort von {old}</translation>
    </message>
    <message>
      <source>New page</source>
      <translation>Neue Seite</translation>
    </message>
    <message>
      <source>New run</source>
      <translation>Neuer Lauf</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Next (Enter)</source>
      <translation>Nächster (Enter)</translation>
    </message>
    <message>
      <source>Next gradient stop</source>
      <translation>Nächster Gradientenstopp</translation>
    </message>
    <message>
      <source>Next iteration</source>
      <translation>Nächste Iteration</translation>
    </message>
    <message>
      <source>Next page</source>
      <translation>Nächste Seite</translation>
    </message>
    <message>
      <source>Next step</source>
      <translation>Nächster Schritt</translation>
    </message>
    <message>
      <source>No block fits.</source>
      <translation>Kein Block passt.</translation>
    </message>
    <message>
      <source>No block has that name.</source>
      <translation>Kein Block heißt so.</translation>
    </message>
    <message>
      <source>No block has that name. These are similar. The arrow keys choose one.</source>
      <translation>Kein Block heißt so. Diese sind ähnlich. Die Pfeiltasten wählen einen.</translation>
    </message>
    <message>
      <source>No block named “{text}”.</source>
      <translation>Kein Block heißt „{text}“.</translation>
    </message>
    <message>
      <source>No curves yet. Run a few steps of a page with a scalar result.</source>
      <translation>Noch keine Kurven. Führen Sie einige Schritte einer Seite mit einem skalaren Ergebnis aus.</translation>
    </message>
    <message>
      <source>No diagram is open.</source>
      <translation>Kein Diagramm ist geöffnet.</translation>
    </message>
    <message>
      <source>No example: {why}.</source>
      <translation>Kein Beispiel: {why}.</translation>
    </message>
    <message>
      <source>No gradient</source>
      <translation>Kein Gradient</translation>
    </message>
    <message>
      <source>No gradient flows back.</source>
      <translation>Kein Gradient fließt zurück.</translation>
    </message>
    <message>
      <source>No gradient flows back: {not_differentiable}.</source>
      <translation>Kein Gradient fließt zurück: {not_differentiable}.</translation>
    </message>
    <message>
      <source>No gradient reaches this pin</source>
      <translation>Kein Gradient erreicht diesen Pin</translation>
    </message>
    <message>
      <source>No gradient stops</source>
      <translation>Keine Gradientenstopps</translation>
    </message>
    <message>
      <source>No operation</source>
      <translation>Keine Operation</translation>
    </message>
    <message>
      <source>No page is open.</source>
      <translation>Keine Seite ist geöffnet.</translation>
    </message>
    <message>
      <source>No problems</source>
      <translation>Keine Probleme</translation>
    </message>
    <message>
      <source>No problems.</source>
      <translation>Keine Probleme.</translation>
    </message>
    <message>
      <source>No recent diagrams. Open one or start a lesson.</source>
      <translation>Keine zuletzt geöffneten Diagramme. Öffnen Sie eines oder beginnen Sie eine Lektion.</translation>
    </message>
    <message>
      <source>No runs yet. Each run of this page is kept here with its seed, values and curves.</source>
      <translation>Noch keine Läufe. Jeder Lauf dieser Seite wird hier mit Seed, Werten und Kurven aufbewahrt.</translation>
    </message>
    <message>
      <source>No steps yet</source>
      <translation>Noch keine Schritte</translation>
    </message>
    <message>
      <source>No timings of this page yet.</source>
      <translation>Noch keine Zeiten dieser Seite.</translation>
    </message>
    <message>
      <source>No value is carried over, so every iteration computes the same. Choose an input that receives an output of the previous iteration.</source>
      <translation>Kein Wert wird weitergereicht, also berechnet jede Iteration dasselbe. Wählen Sie einen Eingang, der einen Ausgang der vorigen Iteration bekommt.</translation>
    </message>
    <message>
      <source>No variables or placeholders</source>
      <translation>Keine Variablen oder Platzhalter</translation>
    </message>
    <message>
      <source>NonMaxSuppressionWithOverlaps needs a square matrix at overlaps, got {shape} x {shape2}</source>
      <translation>NonMaxSuppressionWithOverlaps braucht eine quadratische Matrix an overlaps, bekommt aber {shape} x {shape2}</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>None. Add an {kind} block.</source>
      <translation>Keine. Fügen Sie einen Block {kind} hinzu.</translation>
    </message>
    <message>
      <source>None. Right-click a value of a block inside and choose “Promote”.</source>
      <translation>Keine. Klicken Sie mit der rechten Taste auf einen Wert eines inneren Blocks und wählen Sie „Am Block zeigen“.</translation>
    </message>
    <message>
      <source>Not quite.</source>
      <translation>Nicht ganz.</translation>
    </message>
    <message>
      <source>Note</source>
      <translation>Notiz</translation>
    </message>
    <message>
      <source>Notes</source>
      <translation>Notizen</translation>
    </message>
    <message>
      <source>Notes on the export of "{name}":</source>
      <translation>Hinweise zum Export von „{name}“:</translation>
    </message>
    <message>
      <source>Nothing here is a smooth function of floating-point values. Wire a float32 Variable or Const through blocks such as Mean or Sum to see its gradient.</source>
      <translation>Nichts hier hängt glatt von Gleitkommawerten ab. Führen Sie eine Variable oder Const vom dtype float32 durch Blöcke wie Mean oder Sum, um ihren Gradienten zu sehen.</translation>
    </message>
    <message>
      <source>Nothing is selected.</source>
      <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
      <source>Nothing to delete: all composites are in use</source>
      <translation>Nichts zu löschen: alle Verbünde werden benutzt</translation>
    </message>
    <message>
      <source>Nothing to differentiate</source>
      <translation>Nichts zum Ableiten</translation>
    </message>
    <message>
      <source>Nothing to differentiate on this page.</source>
      <translation>Auf dieser Seite gibt es nichts abzuleiten.</translation>
    </message>
    <message>
      <source>Nothing to move: the blocks are already laid out, or each is in a frame of its own</source>
      <translation>Nichts zu verschieben: die Blöcke sind schon angeordnet oder jeder ist in einem eigenen Rahmen</translation>
    </message>
    <message>
      <source>Nothing was measured here in this step</source>
      <translation>In diesem Schritt wurde hier nichts gemessen</translation>
    </message>
    <message>
      <source>Now add the square. Drag a wire from the pin on the right of the Variable to an empty spot and let go. A list shows the blocks that fit. Type Square and press Enter. To open the same list from the keyboard, select the Variable and press W, then Enter.</source>
      <translation>Fügen Sie nun das Quadrat hinzu. Ziehen Sie einen Draht vom Pin rechts an der Variable an eine leere Stelle und lassen Sie los. Eine Liste zeigt die Blöcke, die dorthin passen. Tippen Sie Square und drücken Sie Enter. Mit der Tastatur öffnen Sie dieselbe Liste so: wählen Sie die Variable und drücken Sie W, dann Enter.</translation>
    </message>
    <message>
      <source>Now imagine the page without the stop.</source>
      <translation>Denken Sie sich nun die Seite ohne den Stopp.</translation>
    </message>
    <message>
      <source>Now suppose that you forgot the stop.</source>
      <translation>Nehmen Sie nun an, Sie hätten den Stopp vergessen.</translation>
    </message>
    <message>
      <source>NthElement needs an index below {shape}, the size of a row, got {n}</source>
      <translation>NthElement braucht einen Index unter {shape}, der Größe einer Zeile, bekommt aber {n}</translation>
    </message>
    <message>
      <source>NthElement needs an index of 0 or more, got {n}</source>
      <translation>NthElement braucht einen Index ab 0, bekommt aber {n}</translation>
    </message>
    <message>
      <source>Nudge</source>
      <translation>Rücken</translation>
    </message>
    <message>
      <source>Nudge down</source>
      <translation>Nach unten rücken</translation>
    </message>
    <message>
      <source>Nudge left</source>
      <translation>Nach links rücken</translation>
    </message>
    <message>
      <source>Nudge right</source>
      <translation>Nach rechts rücken</translation>
    </message>
    <message>
      <source>Nudge up</source>
      <translation>Nach oben rücken</translation>
    </message>
    <message>
      <source>Number of runs at a time. One per core is fastest</source>
      <translation>Anzahl gleichzeitiger Läufe. Einer je Kern ist am schnellsten</translation>
    </message>
    <message>
      <source>Number of seeds, such as 5 for seeds 1 to 5, or a list, such as 3,7</source>
      <translation>Anzahl der Seeds, etwa 5 für die Seeds 1 bis 5, oder eine Liste wie 3,7</translation>
    </message>
    <message>
      <source>ONNX models (*.onnx)</source>
      <translation>ONNX-Modelle (*.onnx)</translation>
    </message>
    <message>
      <source>OUT must end in {SUFFIX}</source>
      <translation>OUT muss auf {SUFFIX} enden</translation>
    </message>
    <message>
      <source>OUT must end in {join}; a folder, with / at the end, becomes a SavedModel</source>
      <translation>OUT muss auf {join} enden; ein Ordner, mit / am Ende, wird ein SavedModel</translation>
    </message>
    <message>
      <source>One element per row</source>
      <translation>Ein Element je Zeile</translation>
    </message>
    <message>
      <source>One per core</source>
      <translation>Einer je Kern</translation>
    </message>
    <message>
      <source>OneHot needs a depth of 0 or more, got {depth}</source>
      <translation>OneHot braucht eine Tiefe ab 0, bekommt aber {depth}</translation>
    </message>
    <message>
      <source>OneHot needs an axis of -1 or more, got {axis}</source>
      <translation>OneHot braucht eine Achse ab -1, bekommt aber {axis}</translation>
    </message>
    <message>
      <source>Only visible, a Cast block. The gradient stops there anyway, because the Cast converts the result of a comparison, which has no derivative. So ignoring the stop does not change the gradients of the parameters. The stop still states the intent. It also protects the gradient if you add a straight-through estimator. The lower half of the page has one without a stop: choose open_grad in the Gradient panel.</source>
      <translation>Nur visible, ein Cast-Block. Dort endet der Gradient ohnehin, denn der Cast wandelt das Ergebnis eines Vergleichs um, und ein Vergleich hat keine Ableitung. Den Stopp zu ignorieren ändert die Gradienten der Parameter also nicht. Der Stopp zeigt trotzdem, was gemeint ist. Er schützt den Gradienten auch dann, wenn Sie einen Straight-through-Schätzer einsetzen. Die untere Hälfte der Seite enthält einen solchen ohne Stopp: wählen Sie open_grad im Bereich Gradient.</translation>
    </message>
    <message>
      <source>Only w and c, the discriminator's variables. The stop given_fake keeps the gradient away from the generator.</source>
      <translation>Nur w und c, die Variablen des Diskriminators. Der Stopp given_fake hält den Gradienten vom Generator fern.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Open a model and replace its repeated layers with one block that runs them</source>
      <translation>Ein Modell öffnen und sich wiederholende Schichten durch einen Block ersetzen, der sie ausführt</translation>
    </message>
    <message>
      <source>Open block</source>
      <translation>Block öffnen</translation>
    </message>
    <message>
      <source>Open diagram</source>
      <translation>Diagramm öffnen</translation>
    </message>
    <message>
      <source>Open diagrams</source>
      <translation>Offene Diagramme</translation>
    </message>
    <message>
      <source>Open model, group layers</source>
      <translation>Modell öffnen, Schichten gruppieren</translation>
    </message>
    <message>
      <source>Open model, group layers...</source>
      <translation>Modell öffnen, Schichten gruppieren...</translation>
    </message>
    <message>
      <source>Open recent</source>
      <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
      <source>Open the files of the last session</source>
      <translation>Die Dateien der letzten Sitzung öffnen</translation>
    </message>
    <message>
      <source>Open the page of the selected run as a new diagram</source>
      <translation>Die Seite des gewählten Laufs als neues Diagramm öffnen</translation>
    </message>
    <message>
      <source>Open...</source>
      <translation>Öffnen...</translation>
    </message>
    <message>
      <source>Opened</source>
      <translation>Geöffnet</translation>
    </message>
    <message>
      <source>Opening "{name}"...</source>
      <translation>Öffne „{name}“...</translation>
    </message>
    <message>
      <source>Optimizer</source>
      <translation>Optimierer</translation>
    </message>
    <message>
      <source>Or choose a gradient stop:</source>
      <translation>Oder einen Gradientenstopp wählen:</translation>
    </message>
    <message>
      <source>Origin</source>
      <translation>Herkunft</translation>
    </message>
    <message>
      <source>Other</source>
      <translation>Sonstiges</translation>
    </message>
    <message>
      <source>Other instances of this composite</source>
      <translation>Andere Instanzen dieses Verbunds</translation>
    </message>
    <message>
      <source>Ours</source>
      <translation>Unseres</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>Gliederung</translation>
    </message>
    <message>
      <source>Output pin</source>
      <translation>Ausgang</translation>
    </message>
    <message>
      <source>Outputs</source>
      <translation>Ausgänge</translation>
    </message>
    <message>
      <source>Overwrite</source>
      <translation>Überschreiben</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Pan</source>
      <translation>Schwenken</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>Bereiche</translation>
    </message>
    <message>
      <source>ParallelConcat makes {shapes} rows of its values, shape is {shape_text}</source>
      <translation>ParallelConcat macht {shapes} Zeilen aus seinen Werten, shape ist {shape_text}</translation>
    </message>
    <message>
      <source>ParallelConcat needs a shape with all sizes</source>
      <translation>ParallelConcat braucht eine Form mit allen Größen</translation>
    </message>
    <message>
      <source>ParallelConcat needs values of the shape {shape_text}, got, at index {i}, {shape_text2}</source>
      <translation>ParallelConcat braucht Werte der Form {shape_text}, bekommt aber, am Index {i}, {shape_text2}</translation>
    </message>
    <message>
      <source>ParameterizedTruncatedNormal needs at least one size at shape</source>
      <translation>ParameterizedTruncatedNormal braucht mindestens eine Größe an shape</translation>
    </message>
    <message>
      <source>ParameterizedTruncatedNormal needs one number or one for each of {rows} rows at {pin}, got shape {shape_text}</source>
      <translation>ParameterizedTruncatedNormal braucht an {pin} eine Zahl oder eine für jede von {rows} Zeilen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>ParseExample is asked for the feature {key_text} twice</source>
      <translation>ParseExample wird zweimal nach dem Merkmal {key_text} gefragt</translation>
    </message>
    <message>
      <source>ParseExample needs a name for each example or none, got {named} for {count} examples</source>
      <translation>ParseExample braucht für jedes Beispiel einen Namen oder keinen, bekommt aber {named} für {count} Beispiele</translation>
    </message>
    <message>
      <source>Parsing</source>
      <translation>Parsen</translation>
    </message>
    <message>
      <source>Paste</source>
      <translation>Einfügen</translation>
    </message>
    <message>
      <source>Paste {what}</source>
      <translation>{what} einfügen</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>Pause</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>Pin</translation>
    </message>
    <message>
      <source>Pink</source>
      <translation>Rosa</translation>
    </message>
    <message>
      <source>Plotted scalar</source>
      <translation>Gezeichneter Skalar</translation>
    </message>
    <message>
      <source>Plugins and block libraries</source>
      <translation>Plugins und Blockbibliotheken</translation>
    </message>
    <message>
      <source>Plugins and libraries...</source>
      <translation>Plugins und Bibliotheken...</translation>
    </message>
    <message>
      <source>Position of {name}</source>
      <translation>Position von {name}</translation>
    </message>
    <message>
      <source>Pow: y has a negative exponent: integers have no negative powers</source>
      <translation>Pow: y hat einen negativen Exponenten: ganze Zahlen haben keine negativen Potenzen</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Preferences...</source>
      <translation>Einstellungen...</translation>
    </message>
    <message>
      <source>Press Ctrl+Return, or click the triangle in the toolbar. Each block shows its result below it: 3 and 9. The Results panel shows all results in full.</source>
      <translation>Drücken Sie Strg+Return oder klicken Sie auf das Dreieck in der Werkzeugleiste. Jeder Block zeigt sein Ergebnis unter sich: 3 und 9. Der Bereich Ergebnisse zeigt alle Ergebnisse vollständig.</translation>
    </message>
    <message>
      <source>Press Esc to cancel or Backspace to remove the shortcut.</source>
      <translation>Esc bricht ab, die Rücktaste entfernt das Tastenkürzel.</translation>
    </message>
    <message>
      <source>Press Esc to show panels, menus and toolbars again</source>
      <translation>Esc zeigt Bereiche, Menüs und Werkzeugleisten wieder</translation>
    </message>
    <message>
      <source>PreventGradient lets no gradient through</source>
      <translation>PreventGradient lässt keinen Gradienten durch</translation>
    </message>
    <message>
      <source>PreventGradient lets no gradient through: {reason}</source>
      <translation>PreventGradient lässt keinen Gradienten durch: {reason}</translation>
    </message>
    <message>
      <source>Preview</source>
      <translation>Vorschau</translation>
    </message>
    <message>
      <source>Previous (Shift+Enter)</source>
      <translation>Vorheriger (Umschalt+Enter)</translation>
    </message>
    <message>
      <source>Previous gradient stop</source>
      <translation>Voriger Gradientenstopp</translation>
    </message>
    <message>
      <source>Previous iteration</source>
      <translation>Vorige Iteration</translation>
    </message>
    <message>
      <source>Previous page</source>
      <translation>Vorige Seite</translation>
    </message>
    <message>
      <source>Previous step</source>
      <translation>Voriger Schritt</translation>
    </message>
    <message>
      <source>PriorityQueue needs at least one component beside the priority, and its shape</source>
      <translation>PriorityQueue braucht neben der Priorität mindestens eine Komponente und deren Form</translation>
    </message>
    <message>
      <source>Problems</source>
      <translation>Probleme</translation>
    </message>
    <message>
      <source>Processes</source>
      <translation>Prozesse</translation>
    </message>
    <message>
      <source>Progress of the rerun</source>
      <translation>Fortschritt der Wiederholung</translation>
    </message>
    <message>
      <source>Progress of the sweep</source>
      <translation>Fortschritt des Sweeps</translation>
    </message>
    <message>
      <source>Promote</source>
      <translation>Am Block zeigen</translation>
    </message>
    <message>
      <source>Promote {block}.{name}</source>
      <translation>{block}.{name} am Block zeigen</translation>
    </message>
    <message>
      <source>Promoted values</source>
      <translation>Werte am Block</translation>
    </message>
    <message>
      <source>Purple</source>
      <translation>Violett</translation>
    </message>
    <message>
      <source>Put the selected blocks or the selected instance into a Repeat, Scan, Map or While loop</source>
      <translation>Die gewählten Blöcke oder die gewählte Instanz in eine Repeat-, Scan-, Map- oder While-Schleife setzen</translation>
    </message>
    <message>
      <source>Python programs (*.py)</source>
      <translation>Python-Programme (*.py)</translation>
    </message>
    <message>
      <source>Q-learning: detach the target</source>
      <translation>Q-Learning: das Ziel abtrennen</translation>
    </message>
    <message>
      <source>Qr has no gradient where full_matrices adds columns to q, or may do so: give the input a shape</source>
      <translation>Qr hat keinen Gradienten, wo full_matrices Spalten an q anfügt oder anfügen könnte: geben Sie dem Eingang eine Form</translation>
    </message>
    <message>
      <source>QuantizeV2 needs max_range of min_range or more</source>
      <translation>QuantizeV2 braucht max_range ab min_range</translation>
    </message>
    <message>
      <source>QuantizeV2 rounds HALF_TO_EVEN with mode SCALED only, not {attrs}</source>
      <translation>QuantizeV2 rundet HALF_TO_EVEN nur im Modus SCALED, nicht {attrs}</translation>
    </message>
    <message>
      <source>QuantizedConcat counts axes from the front, got {axis}</source>
      <translation>QuantizedConcat zählt Achsen von vorn, bekommt aber {axis}</translation>
    </message>
    <message>
      <source>QuantizedConcat needs scalars at {pin}, got shape {shape_text}</source>
      <translation>QuantizedConcat braucht Skalare an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>QuantizedConcat needs two tensors or more</source>
      <translation>QuantizedConcat braucht zwei oder mehr Tensoren</translation>
    </message>
    <message>
      <source>QuantizedConcat needs {count} numbers at {pin}, got {shapes}</source>
      <translation>QuantizedConcat braucht {count} Zahlen an {pin}, bekommt aber {shapes}</translation>
    </message>
    <message>
      <source>QuantizedConv2D has no dilations, got {attrs}</source>
      <translation>QuantizedConv2D hat keine dilations, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>QuantizedConv2D needs filters for the {channels} channels of the input, got {depth} channels</source>
      <translation>QuantizedConv2D braucht Filter für die {channels} Kanäle des Eingangs, bekommt aber {depth} Kanäle</translation>
    </message>
    <message>
      <source>QuantizedConv2D needs filters that are not empty, got {sizes} x {sizes2}</source>
      <translation>QuantizedConv2D braucht nicht leere Filter, bekommt aber {sizes} x {sizes2}</translation>
    </message>
    <message>
      <source>QuantizedConv2D needs one stride for height and width, got {attrs}</source>
      <translation>QuantizedConv2D braucht einen Stride für Höhe und Breite, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>QuantizedInstanceNorm needs given_y_min below given_y_max, got {attrs} and {attrs2}</source>
      <translation>QuantizedInstanceNorm braucht given_y_min unter given_y_max, bekommt aber {attrs} und {attrs2}</translation>
    </message>
    <message>
      <source>QuantizedInstanceNorm needs images [batch, height, width, channels] that are not empty, got shape {shape_text}</source>
      <translation>QuantizedInstanceNorm braucht nicht leere Bilder [batch, height, width, channels], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>QuantizedMul cannot broadcast x {shape_text} and y {shape_text2} together</source>
      <translation>QuantizedMul kann x {shape_text} und y {shape_text2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>QuantizedResizeBilinear needs a height and a width at size, got {result}</source>
      <translation>QuantizedResizeBilinear braucht eine Höhe und eine Breite an size, bekommt aber {result}</translation>
    </message>
    <message>
      <source>QuantizedResizeBilinear needs images [batch, height, width, channels] with pixels, got shape {shape_text}</source>
      <translation>QuantizedResizeBilinear braucht Bilder [batch, height, width, channels] mit Pixeln, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Queues and stores</source>
      <translation>Warteschlangen und Speicher</translation>
    </message>
    <message>
      <source>Queues, readers and other stateful resources restarted during the run.</source>
      <translation>Queues, Reader und andere zustandsbehaftete Ressourcen begannen während des Laufs von vorn.</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>RNN</source>
      <translation>RNN</translation>
    </message>
    <message>
      <source>Ragged</source>
      <translation>Ragged</translation>
    </message>
    <message>
      <source>RaggedCountSparseOutput needs one row or more, so two splits</source>
      <translation>RaggedCountSparseOutput braucht mindestens eine Zeile, also zwei Grenzen</translation>
    </message>
    <message>
      <source>RaggedGather makes {shapes} ragged dimensions here, not {wanted}</source>
      <translation>RaggedGather macht hier {shapes} unregelmäßige Dimensionen, nicht {wanted}</translation>
    </message>
    <message>
      <source>RaggedGather needs row splits between 0 and {count}, got {result}</source>
      <translation>RaggedGather braucht Zeilengrenzen zwischen 0 und {count}, bekommt aber {result}</translation>
    </message>
    <message>
      <source>RaggedGather: row {wrong} does not exist, there are {size}</source>
      <translation>RaggedGather: die Zeile {wrong} gibt es nicht, es gibt {size}</translation>
    </message>
    <message>
      <source>RaggedRange needs a scalar or vector at {pin}, got {shape_text}</source>
      <translation>RaggedRange braucht einen Skalar oder Vektor an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>RaggedRange needs as many starts as limits and deltas, got {join}</source>
      <translation>RaggedRange braucht ebenso viele starts wie limits und deltas, bekommt aber {join}</translation>
    </message>
    <message>
      <source>RaggedRange needs finite numbers, and steps that are not too small</source>
      <translation>RaggedRange braucht endliche Zahlen und Schritte, die nicht zu klein sind</translation>
    </message>
    <message>
      <source>RaggedRange never ends where a delta is 0</source>
      <translation>RaggedRange endet nie, wo ein delta 0 ist</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor makes a tensor of {axes} axes, but shape has {sizes} sizes</source>
      <translation>RaggedTensorToTensor macht einen Tensor mit {axes} Achsen, aber shape hat {sizes} Größen</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs ROW_SPLITS, or FIRST_DIM_SIZE and then VALUE_ROWIDS, got {kind}</source>
      <translation>RaggedTensorToTensor braucht ROW_SPLITS, oder FIRST_DIM_SIZE und dann VALUE_ROWIDS, bekommt aber {kind}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs a default_value of a value's shape {shape_text}, got {shape_text2}</source>
      <translation>RaggedTensorToTensor braucht default_value von der Form eines Werts, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs a type for each row partition, {shapes}, got {kinds}</source>
      <translation>RaggedTensorToTensor braucht für jede Zeilenaufteilung einen Typ, {shapes}, bekommt aber {kinds}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs a vector at shape, or -1, got {tolist}</source>
      <translation>RaggedTensorToTensor braucht einen Vektor an shape oder -1, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs sizes of -1 or more at shape, got {min}</source>
      <translation>RaggedTensorToTensor braucht Größen ab -1 an shape, bekommt aber {min}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor needs {what} for {kind}, got shape {shape_text}</source>
      <translation>RaggedTensorToTensor braucht {what} für {kind}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: values of shape {shape_text} do not fit into {tolist}</source>
      <translation>RaggedTensorToTensor: Werte der Form {shape_text} passen nicht in {tolist}</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>Zufall</translation>
    </message>
    <message>
      <source>Random seed of the next run</source>
      <translation>Startwert der Zufallszahlen des nächsten Laufs</translation>
    </message>
    <message>
      <source>Random, generators</source>
      <translation>Zufall, Generatoren</translation>
    </message>
    <message>
      <source>Random, stateless</source>
      <translation>Zufall, zustandslos</translation>
    </message>
    <message>
      <source>RandomPoisson needs finite rates of 0 or more</source>
      <translation>RandomPoisson braucht endliche Raten ab 0</translation>
    </message>
    <message>
      <source>RandomUniformInt needs minval &lt; maxval, got {low} and {high}</source>
      <translation>RandomUniformInt braucht minval &lt; maxval, bekommt aber {low} und {high}</translation>
    </message>
    <message>
      <source>Range cannot go from {first} to {last} in steps of {step}</source>
      <translation>Range kann nicht in Schritten von {step} von {first} nach {last} gehen</translation>
    </message>
    <message>
      <source>Range from {first} to {last} in steps of {step} has too many numbers</source>
      <translation>Range von {first} bis {last} in Schritten von {step} hat zu viele Zahlen</translation>
    </message>
    <message>
      <source>Range never ends: delta is 0</source>
      <translation>Range endet nie: delta ist 0</translation>
    </message>
    <message>
      <source>ReaderReadUpTo needs a num_records of 0 or more, got {count}</source>
      <translation>ReaderReadUpTo braucht num_records ab 0, bekommt aber {count}</translation>
    </message>
    <message>
      <source>Recent</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <source>Recompute after each edit</source>
      <translation>Nach jeder Änderung neu berechnen</translation>
    </message>
    <message>
      <source>RecordInput needs a number at file_shuffle_shift_ratio</source>
      <translation>RecordInput braucht eine Zahl an file_shuffle_shift_ratio</translation>
    </message>
    <message>
      <source>RecordInput needs a {name} of {lowest} or more, got {attrs}</source>
      <translation>RecordInput braucht {name} ab {lowest}, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>RecordInput reads files compressed by ZLIB, GZIP or not at all, not by {attrs}</source>
      <translation>RecordInput liest Dateien, die mit ZLIB, GZIP oder gar nicht komprimiert sind, nicht mit {attrs}</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Redone: {text}</source>
      <translation>Wiederholt: {text}</translation>
    </message>
    <message>
      <source>ReduceJoin joins along each axis once, got the axes {tolist}</source>
      <translation>ReduceJoin verbindet entlang jeder Achse einmal, bekommt aber die Achsen {tolist}</translation>
    </message>
    <message>
      <source>RefSelect has {shapes} inputs, there is none with index {int}</source>
      <translation>RefSelect hat {shapes} Eingänge, keinen mit dem Index {int}</translation>
    </message>
    <message>
      <source>Reload</source>
      <translation>Neu laden</translation>
    </message>
    <message>
      <source>Reload "{name}" and replace your changes?</source>
      <translation>„{name}“ neu laden und Ihre Änderungen ersetzen?</translation>
    </message>
    <message>
      <source>Reload from disk</source>
      <translation>Von Platte neu laden</translation>
    </message>
    <message>
      <source>Reloaded {name}</source>
      <translation>{name} neu geladen</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove all reroute points</source>
      <translation>Alle Knicke entfernen</translation>
    </message>
    <message>
      <source>Remove color of {what}</source>
      <translation>Farbe von {what} entfernen</translation>
    </message>
    <message>
      <source>Remove folder</source>
      <translation>Ordner entfernen</translation>
    </message>
    <message>
      <source>Remove reroute point</source>
      <translation>Knick entfernen</translation>
    </message>
    <message>
      <source>Remove reroute points</source>
      <translation>Knicke entfernen</translation>
    </message>
    <message>
      <source>Remove reroute points of</source>
      <translation>Knicke entfernen:</translation>
    </message>
    <message>
      <source>Remove the block library {name}?</source>
      <translation>Die Blockbibliothek {name} entfernen?</translation>
    </message>
    <message>
      <source>Remove the selected columns</source>
      <translation>Gewählte Spalten entfernen</translation>
    </message>
    <message>
      <source>Remove the selected rows</source>
      <translation>Gewählte Zeilen entfernen</translation>
    </message>
    <message>
      <source>Remove the wire</source>
      <translation>Draht entfernen</translation>
    </message>
    <message>
      <source>Remove the {count:,} wires</source>
      <translation>Die {count:,} Drähte entfernen</translation>
    </message>
    <message>
      <source>Remove wire {wires}</source>
      <translation>Draht {wires} entfernen</translation>
    </message>
    <message>
      <source>Remove {block} and use {short} instead</source>
      <translation>{block} entfernen und stattdessen {short} verwenden</translation>
    </message>
    <message>
      <source>Remove {count}</source>
      <translation>{count} entfernen</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>{name} entfernen</translation>
    </message>
    <message>
      <source>Removes the wires at {names}</source>
      <translation>Entfernt die Drähte an {names}</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <source>Rename composite</source>
      <translation>Verbund umbenennen</translation>
    </message>
    <message>
      <source>Rename definition...</source>
      <translation>Definition umbenennen...</translation>
    </message>
    <message>
      <source>Rename page</source>
      <translation>Seite umbenennen</translation>
    </message>
    <message>
      <source>Rename page to {new}</source>
      <translation>Seite in {new} umbenennen</translation>
    </message>
    <message>
      <source>Rename pin to {name}</source>
      <translation>Pin in {name} umbenennen</translation>
    </message>
    <message>
      <source>Rename the definition and update all its instances</source>
      <translation>Die Definition umbenennen und alle ihre Instanzen anpassen</translation>
    </message>
    <message>
      <source>Rename {block} to {name}</source>
      <translation>{block} in {name} umbenennen</translation>
    </message>
    <message>
      <source>Rename {name} to {new}</source>
      <translation>{name} in {new} umbenennen</translation>
    </message>
    <message>
      <source>Rename {old} to {new}</source>
      <translation>{old} in {new} umbenennen</translation>
    </message>
    <message>
      <source>Rename...</source>
      <translation>Umbenennen...</translation>
    </message>
    <message>
      <source>Reopen last session</source>
      <translation>Letzte Sitzung wieder öffnen</translation>
    </message>
    <message>
      <source>Reopen the last session at startup</source>
      <translation>Beim Start die letzte Sitzung wieder öffnen</translation>
    </message>
    <message>
      <source>Reorder {block}.{pin}</source>
      <translation>{block}.{pin} umordnen</translation>
    </message>
    <message>
      <source>Repeat the selected run with the same pages, seed and steps, and compare the results bit by bit</source>
      <translation>Den gewählten Lauf mit denselben Seiten, Startwert und Schritten wiederholen und die Ergebnisse bitweise vergleichen</translation>
    </message>
    <message>
      <source>Repeat, Scan, Map and Cond have a second one</source>
      <translation>Repeat, Scan, Map und Cond haben einen zweiten</translation>
    </message>
    <message>
      <source>Replace block type...</source>
      <translation>Blocktyp ersetzen...</translation>
    </message>
    <message>
      <source>Replace the selected instance with the blocks inside it</source>
      <translation>Die gewählte Instanz durch ihre inneren Blöcke ersetzen</translation>
    </message>
    <message>
      <source>Replace {block_id}</source>
      <translation>{block_id} ersetzen</translation>
    </message>
    <message>
      <source>Replace {block_id} with {type}</source>
      <translation>{block_id} durch {type} ersetzen</translation>
    </message>
    <message>
      <source>Replace {block} with -Softplus</source>
      <translation>{block} durch -Softplus ersetzen</translation>
    </message>
    <message>
      <source>Replace {block} with LogSoftmax</source>
      <translation>{block} durch LogSoftmax ersetzen</translation>
    </message>
    <message>
      <source>Replace {instance} with a {kind} of {name}</source>
      <translation>{instance} durch {kind} von {name} ersetzen</translation>
    </message>
    <message>
      <source>Requantize needs a requested_output_max of requested_output_min = {low} or more, got {high}</source>
      <translation>Requantize braucht requested_output_max ab requested_output_min = {low}, bekommt aber {high}</translation>
    </message>
    <message>
      <source>Requantize needs a {pin} of 0 or less, got {low}</source>
      <translation>Requantize braucht {pin} bis höchstens 0, bekommt aber {low}</translation>
    </message>
    <message>
      <source>Reroute</source>
      <translation>Knicken:</translation>
    </message>
    <message>
      <source>Rerun</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Rerunning {name}...</source>
      <translation>{name} wird wiederholt...</translation>
    </message>
    <message>
      <source>ResNet</source>
      <translation>ResNet</translation>
    </message>
    <message>
      <source>ResNet blocks: classify two spirals</source>
      <translation>ResNet-Blöcke: zwei Spiralen unterscheiden</translation>
    </message>
    <message>
      <source>ResNet: classify noisy digits with four residual blocks</source>
      <translation>ResNet: verrauschte Ziffern mit vier Residualblöcken erkennen</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>Zurücksetzen</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>Alle zurücksetzen</translation>
    </message>
    <message>
      <source>Reset panel layout</source>
      <translation>Bereiche zurücksetzen</translation>
    </message>
    <message>
      <source>Reset the variables and discard all results. The next step starts over</source>
      <translation>Die Variablen zurücksetzen und alle Ergebnisse verwerfen. Der nächste Schritt beginnt von vorn</translation>
    </message>
    <message>
      <source>Reset the variables and run as many steps as last time. The Runs panel keeps every run</source>
      <translation>Die Variablen zurücksetzen und so viele Schritte wie beim letzten Mal ausführen. Der Bereich Läufe bewahrt jeden Lauf auf</translation>
    </message>
    <message>
      <source>Reset the variables and run this number of steps from the seed</source>
      <translation>Die Variablen zurücksetzen und so viele Schritte ab dem Seed ausführen</translation>
    </message>
    <message>
      <source>Reset variables</source>
      <translation>Variablen zurücksetzen</translation>
    </message>
    <message>
      <source>Reset {block}.{name}</source>
      <translation>{block}.{name} zurücksetzen</translation>
    </message>
    <message>
      <source>Reset {name} to its default</source>
      <translation>{name} auf die Vorgabe zurücksetzen</translation>
    </message>
    <message>
      <source>Reshape one of them: both to {shape_text}</source>
      <translation>Ändern Sie die Form von einem der beiden: beide auf {shape_text}</translation>
    </message>
    <message>
      <source>Reshape {what} to [{size}, 1]</source>
      <translation>{what} zu [{size}, 1] umformen</translation>
    </message>
    <message>
      <source>Residual blocks</source>
      <translation>Residualblöcke</translation>
    </message>
    <message>
      <source>Resize frame</source>
      <translation>Größe des Rahmens ändern</translation>
    </message>
    <message>
      <source>Resize note</source>
      <translation>Größe der Notiz ändern</translation>
    </message>
    <message>
      <source>Resize {key}</source>
      <translation>Größe von {key} ändern</translation>
    </message>
    <message>
      <source>Resolve conflict</source>
      <translation>Konflikt lösen</translation>
    </message>
    <message>
      <source>Resolve conflicts</source>
      <translation>Konflikte lösen</translation>
    </message>
    <message>
      <source>Resolve conflicts...</source>
      <translation>Konflikte lösen...</translation>
    </message>
    <message>
      <source>Resolve...</source>
      <translation>Lösen...</translation>
    </message>
    <message>
      <source>Restart the editor to use the plugin.</source>
      <translation>Starten Sie den Editor neu, um das Plugin zu verwenden.</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>Wiederherstellen</translation>
    </message>
    <message>
      <source>Restore default shortcuts</source>
      <translation>Standard-Tastenkürzel wiederherstellen</translation>
    </message>
    <message>
      <source>Restore step {steps:,}</source>
      <translation>Schritt {steps:,} wiederherstellen</translation>
    </message>
    <message>
      <source>Restore the variables from the end of the selected run and continue from there</source>
      <translation>Die Variablen vom Ende des gewählten Laufs wiederherstellen und von dort weitermachen</translation>
    </message>
    <message>
      <source>Restore unsaved work...</source>
      <translation>Ungespeicherte Arbeit wiederherstellen...</translation>
    </message>
    <message>
      <source>Restore...</source>
      <translation>Wiederherstellen ...</translation>
    </message>
    <message>
      <source>RestoreV2 needs one of {pin} for each of {count} dtypes, got shape {shape_text}</source>
      <translation>RestoreV2 braucht für jeden von {count} dtypes ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>Restored with {edits} as a new diagram. "{name}" was not changed.</source>
      <translation>Mit {edits} als neues Diagramm wiederhergestellt. „{name}“ wurde nicht geändert.</translation>
    </message>
    <message>
      <source>Restored with {edits}. The file does not change until you save.</source>
      <translation>Mit {edits} wiederhergestellt. Die Datei ändert sich erst beim Speichern.</translation>
    </message>
    <message>
      <source>Restored with {edits}. This diagram was never saved.</source>
      <translation>Wiederhergestellt mit: {edits}. Dieses Diagramm wurde nie gespeichert.</translation>
    </message>
    <message>
      <source>Restored {done:,} of {count:,} changes. The rest of the journal cannot be read.</source>
      <translation>{done:,} von {count:,} Änderungen wiederhergestellt. Der Rest des Journals ist nicht lesbar.</translation>
    </message>
    <message>
      <source>Results</source>
      <translation>Ergebnisse</translation>
    </message>
    <message>
      <source>Results of the gradient check</source>
      <translation>Ergebnisse der Gradientenprüfung</translation>
    </message>
    <message>
      <source>Reverse takes each axis once, got {axes}</source>
      <translation>Reverse nimmt jede Achse einmal, bekommt aber {axes}</translation>
    </message>
    <message>
      <source>ReverseSequence counts axes from the front: {name} is {attrs}</source>
      <translation>ReverseSequence zählt Achsen von vorn: {name} ist {attrs}</translation>
    </message>
    <message>
      <source>ReverseSequence has no axis {axis} ({name}) in a tensor of shape {shape_text}</source>
      <translation>ReverseSequence hat keine Achse {axis} ({name}) in einem Tensor der Form {shape_text}</translation>
    </message>
    <message>
      <source>ReverseSequence needs lengths of 0 to {limit}, got {wrong}</source>
      <translation>ReverseSequence braucht Längen von 0 bis {limit}, bekommt aber {wrong}</translation>
    </message>
    <message>
      <source>ReverseSequence needs one length per index along axis {batch}, {shape} of them, got {count}</source>
      <translation>ReverseSequence braucht je Index entlang der Achse {batch} eine Länge, {shape} Stück, bekommt aber {count}</translation>
    </message>
    <message>
      <source>ReverseSequence needs two axes, seq_dim and batch_dim are the same</source>
      <translation>ReverseSequence braucht zwei Achsen, seq_dim und batch_dim sind gleich</translation>
    </message>
    <message>
      <source>Rewrite {block} with epsilon inside the square root</source>
      <translation>{block} mit Epsilon unter der Wurzel schreiben</translation>
    </message>
    <message>
      <source>Right-click a pin or a StopGradient to see what would change if the gradient stopped there or passed through.</source>
      <translation>Rechtsklick auf einen Pin oder ein StopGradient zeigt, was sich änderte, wenn der Gradient dort stoppte oder durchginge.</translation>
    </message>
    <message>
      <source>Roll needs a number or a vector at {pin}, got {shape_text}</source>
      <translation>Roll braucht eine Zahl oder einen Vektor an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Roll needs as many axes as shifts, got {shape_text} and {shape_text2}</source>
      <translation>Roll braucht ebenso viele Achsen wie Verschiebungen, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Rows and columns</source>
      <translation>Zeilen und Spalten</translation>
    </message>
    <message>
      <source>Run</source>
      <translation>Ausführen</translation>
    </message>
    <message>
      <source>Run again. The result is still 9, and the gradient ends at a stop sign. Select the Variable and press Shift+W to see why it gets no gradient. Now select the StopGradient and press Ctrl+B to mute it. A muted block passes its input through, as if the block were not there.</source>
      <translation>Führen Sie wieder aus. Das Ergebnis ist noch immer 9, und der Gradient endet an einem Stoppschild. Wählen Sie die Variable und drücken Sie Umschalt+W, um zu sehen, warum sie keinen Gradienten bekommt. Wählen Sie nun das StopGradient und drücken Sie Strg+B, um es stummzuschalten. Ein stummer Block reicht seinen Eingang weiter, als wäre er nicht da.</translation>
    </message>
    <message>
      <source>Run continuously</source>
      <translation>Fortlaufend ausführen</translation>
    </message>
    <message>
      <source>Run curves</source>
      <translation>Kurven der Läufe</translation>
    </message>
    <message>
      <source>Run once more to see the values inside. A run records only the instance that is open</source>
      <translation>Noch einmal ausführen, um die inneren Werte zu sehen. Ein Lauf zeichnet nur die geöffnete Instanz auf</translation>
    </message>
    <message>
      <source>Run one step of the page, or continue a run that is paused or at a breakpoint</source>
      <translation>Einen Schritt der Seite ausführen oder einen pausierten oder am Haltepunkt stehenden Lauf fortsetzen</translation>
    </message>
    <message>
      <source>Run one step. In a paused run, run the next step; at a breakpoint, run the next block</source>
      <translation>Einen Schritt ausführen. Bei einem pausierten Lauf den nächsten Schritt, am Haltepunkt den nächsten Block</translation>
    </message>
    <message>
      <source>Run speed is not limited</source>
      <translation>Die Laufgeschwindigkeit ist nicht begrenzt</translation>
    </message>
    <message>
      <source>Run steps</source>
      <translation>Schritte ausführen</translation>
    </message>
    <message>
      <source>Run steps until you press Stop or Pause. Displays update during the run</source>
      <translation>Schritte ausführen, bis Sie Stopp oder Pause drücken. Anzeigen werden dabei aktualisiert</translation>
    </message>
    <message>
      <source>Run steps...</source>
      <translation>Schritte ausführen...</translation>
    </message>
    <message>
      <source>Run the page</source>
      <translation>Führen Sie die Seite aus</translation>
    </message>
    <message>
      <source>Run the page to measure the change.</source>
      <translation>Seite ausführen, um die Änderung zu messen.</translation>
    </message>
    <message>
      <source>Run the page to see it</source>
      <translation>Seite ausführen, um es zu sehen</translation>
    </message>
    <message>
      <source>Run the page to see results</source>
      <translation>Seite ausführen, um Ergebnisse zu sehen</translation>
    </message>
    <message>
      <source>Run the page with many values and seeds in parallel processes</source>
      <translation>Die Seite mit vielen Werten und Seeds in parallelen Prozessen ausführen</translation>
    </message>
    <message>
      <source>Run to here</source>
      <translation>Bis hierher ausführen</translation>
    </message>
    <message>
      <source>Run to measure gradients</source>
      <translation>Ausführen, um Gradienten zu messen</translation>
    </message>
    <message>
      <source>Run to see the iterations of {names}</source>
      <translation>Ausführen, um die Iterationen von {names} zu sehen</translation>
    </message>
    <message>
      <source>Run {number}</source>
      <translation>Lauf {number}</translation>
    </message>
    <message>
      <source>Running</source>
      <translation>Läuft</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>Läufe</translation>
    </message>
    <message>
      <source>Runs a number of times in sequence, for example a stack of layers or a fixed-point iteration.</source>
      <translation>Läuft mehrere Male nacheinander, zum Beispiel ein Stapel von Schichten oder eine Fixpunktiteration.</translation>
    </message>
    <message>
      <source>Runs are kept in {folder}</source>
      <translation>Läufe werden in {folder} aufbewahrt</translation>
    </message>
    <message>
      <source>Runs are kept only until you close the window: {fault}</source>
      <translation>Läufe bleiben nur, bis das Fenster geschlossen wird: {fault}</translation>
    </message>
    <message numerus="yes">
      <source>Runs are limited to {n:,} steps per second</source>
      <translation>
        <numerusform>Läufe sind auf {n} Schritt pro Sekunde begrenzt</numerusform>
        <numerusform>Läufe sind auf {n:,} Schritte pro Sekunde begrenzt</numerusform>
      </translation>
    </message>
    <message>
      <source>Runs of the sweep</source>
      <translation>Läufe des Sweeps</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis, for example a recurrent network over time.</source>
      <translation>Läuft einmal je Element entlang der ersten Achse, zum Beispiel ein rekurrentes Netz über die Zeit.</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis. No value is carried between iterations.</source>
      <translation>Läuft einmal je Element entlang der ersten Achse. Zwischen Iterationen wird kein Wert weitergereicht.</translation>
    </message>
    <message>
      <source>Runs show every {n:,}th step</source>
      <translation>Läufe zeigen jeden {n:,}. Schritt</translation>
    </message>
    <message>
      <source>Runs while a condition holds. The condition is a composite of its own.</source>
      <translation>Läuft, solange eine Bedingung gilt. Die Bedingung ist ein eigener Verbund.</translation>
    </message>
    <message>
      <source>Samples count as data for the gradient, although the weights were used to draw them.</source>
      <translation>Stichproben zählen für den Gradienten als Daten, obwohl sie mit den Gewichten gezogen wurden.</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Speichern unter</translation>
    </message>
    <message>
      <source>Save as...</source>
      <translation>Speichern unter...</translation>
    </message>
    <message>
      <source>Save automatically every</source>
      <translation>Automatisch speichern alle</translation>
    </message>
    <message>
      <source>Save it as another file, or close it there first.</source>
      <translation>Als andere Datei speichern oder dort zuerst schließen.</translation>
    </message>
    <message>
      <source>Save result</source>
      <translation>Ergebnis speichern</translation>
    </message>
    <message>
      <source>Save the changes to "{name}"?</source>
      <translation>Änderungen an „{name}“ speichern?</translation>
    </message>
    <message>
      <source>Save the image or the values to a file</source>
      <translation>Das Bild oder die Werte in einer Datei speichern</translation>
    </message>
    <message>
      <source>Save the page's variables to an .npz file</source>
      <translation>Die Variablen der Seite in einer .npz-Datei speichern</translation>
    </message>
    <message>
      <source>Save this result to a file</source>
      <translation>Dieses Ergebnis als Datei speichern</translation>
    </message>
    <message>
      <source>Save variables</source>
      <translation>Variablen sichern</translation>
    </message>
    <message>
      <source>Save variables...</source>
      <translation>Variablen sichern ...</translation>
    </message>
    <message>
      <source>SaveV2 has no such limit</source>
      <translation>SaveV2 hat keine solche Grenze</translation>
    </message>
    <message numerus="yes">
      <source>Saved {n:,} variables to {file}</source>
      <translation>
        <numerusform>{n} Variable in {file} gesichert</numerusform>
        <numerusform>{n:,} Variablen in {file} gesichert</numerusform>
      </translation>
    </message>
    <message>
      <source>Saved {name}</source>
      <translation>{name} gespeichert</translation>
    </message>
    <message>
      <source>Saved {path}</source>
      <translation>{path} gespeichert</translation>
    </message>
    <message>
      <source>Saves only diagrams that have a file. Unsaved edits survive a crash in any case.</source>
      <translation>Speichert nur Diagramme, die eine Datei haben. Nicht gespeicherte Änderungen überstehen einen Absturz in jedem Fall.</translation>
    </message>
    <message>
      <source>Saving {path}...</source>
      <translation>Speichere {path}...</translation>
    </message>
    <message>
      <source>ScalarSummary needs a value for each tag, got shape {shape_text} and {shape_text2}</source>
      <translation>ScalarSummary braucht für jedes Tag einen Wert, bekommt aber die Formen {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Scan of opset 8, over batches, is not known</source>
      <translation>Scan von Opset 8, über Batches, ist nicht bekannt</translation>
    </message>
    <message>
      <source>Scope of the block</source>
      <translation>Geltungsbereich des Blocks</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Search blocks</source>
      <translation>Blöcke durchsuchen</translation>
    </message>
    <message>
      <source>Search commands and shortcuts</source>
      <translation>Befehle und Tastenkürzel suchen</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>Seed</translation>
    </message>
    <message>
      <source>Seed of the next run</source>
      <translation>Seed des nächsten Laufs</translation>
    </message>
    <message>
      <source>Seeds</source>
      <translation>Seeds</translation>
    </message>
    <message>
      <source>Seeds: {fault}</source>
      <translation>Seeds: {fault}</translation>
    </message>
    <message>
      <source>SegmentAverages needs segments of the shape {shape_text}, got {shape_text2}</source>
      <translation>SegmentAverages braucht Segmente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>SegmentMeanGrad needs {text} at {pin}</source>
      <translation>SegmentMeanGrad braucht {text} an {pin}</translation>
    </message>
    <message>
      <source>Select a block</source>
      <translation>Einen Block wählen</translation>
    </message>
    <message>
      <source>Select a block to see its help.</source>
      <translation>Wählen Sie einen Block, um seine Hilfe zu sehen.</translation>
    </message>
    <message>
      <source>Select a block to see its values and pins.

This {what} has {blocks} and {wires}.</source>
      <translation>Einen Block wählen, um Werte und Pins zu sehen.

Hier ({what}): {blocks} und {wires}.</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>Alles auswählen</translation>
    </message>
    <message>
      <source>Select connected</source>
      <translation>Verbundene auswählen</translation>
    </message>
    <message>
      <source>Select downstream</source>
      <translation>Nachfolger auswählen</translation>
    </message>
    <message>
      <source>Select next</source>
      <translation>Nächsten auswählen</translation>
    </message>
    <message>
      <source>Select several</source>
      <translation>Mehrere auswählen</translation>
    </message>
    <message>
      <source>Select the block above</source>
      <translation>Block darüber auswählen</translation>
    </message>
    <message>
      <source>Select the block below</source>
      <translation>Block darunter auswählen</translation>
    </message>
    <message>
      <source>Select the block to the left</source>
      <translation>Block links auswählen</translation>
    </message>
    <message>
      <source>Select the block to the right</source>
      <translation>Block rechts auswählen</translation>
    </message>
    <message>
      <source>Select the input of {culprit} with the same condition</source>
      <translation>Den Eingang von {culprit} mit derselben Bedingung wählen</translation>
    </message>
    <message>
      <source>Select the path from this variable to where the gradient ends</source>
      <translation>Den Pfad von dieser Variable bis zum Ende des Gradienten auswählen</translation>
    </message>
    <message>
      <source>Select upstream</source>
      <translation>Vorgänger auswählen</translation>
    </message>
    <message>
      <source>Separate values with commas. Commas inside brackets belong to a value</source>
      <translation>Werte mit Kommas trennen. Kommas in Klammern gehören zu einem Wert</translation>
    </message>
    <message>
      <source>Set</source>
      <translation>Setzen</translation>
    </message>
    <message>
      <source>Set bookmark 1</source>
      <translation>Lesezeichen 1 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 2</source>
      <translation>Lesezeichen 2 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 3</source>
      <translation>Lesezeichen 3 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 4</source>
      <translation>Lesezeichen 4 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 5</source>
      <translation>Lesezeichen 5 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 6</source>
      <translation>Lesezeichen 6 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 7</source>
      <translation>Lesezeichen 7 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 8</source>
      <translation>Lesezeichen 8 setzen</translation>
    </message>
    <message>
      <source>Set bookmark 9</source>
      <translation>Lesezeichen 9 setzen</translation>
    </message>
    <message>
      <source>Set the initial value of the Variable to 3.0</source>
      <translation>Setzen Sie den Anfangswert der Variable auf 3.0</translation>
    </message>
    <message>
      <source>Set theme, language, text size, runs, files, folders and shortcuts</source>
      <translation>Design, Sprache, Schriftgröße, Läufe, Dateien, Ordner und Tastenkürzel einstellen</translation>
    </message>
    <message>
      <source>Set {block}.{name}</source>
      <translation>{block}.{name} setzen</translation>
    </message>
    <message>
      <source>Set {name}</source>
      <translation>{name} setzen</translation>
    </message>
    <message>
      <source>Set {what} of pin {name}</source>
      <translation>{what} von Pin {name} setzen</translation>
    </message>
    <message>
      <source>Sets {value}.</source>
      <translation>Setzt {value}.</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Settings are kept only until you close the window: {path} {why}</source>
      <translation>Einstellungen bleiben nur bis zum Schließen des Fensters: {path} {why}</translation>
    </message>
    <message>
      <source>Share</source>
      <translation>Anteil</translation>
    </message>
    <message>
      <source>Shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <source>Show all</source>
      <translation>Alles zeigen</translation>
    </message>
    <message>
      <source>Show an earlier step of the run</source>
      <translation>Einen früheren Schritt des Laufs ansehen</translation>
    </message>
    <message>
      <source>Show differences from its block library</source>
      <translation>Unterschiede zu seiner Blockbibliothek zeigen</translation>
    </message>
    <message>
      <source>Show every Nth step</source>
      <translation>Jeden n-ten Schritt zeigen</translation>
    </message>
    <message>
      <source>Show every Nth step...</source>
      <translation>Jeden n-ten Schritt zeigen...</translation>
    </message>
    <message>
      <source>Show help on this block</source>
      <translation>Hilfe zu diesem Block zeigen</translation>
    </message>
    <message>
      <source>Show lint warnings</source>
      <translation>Lint-Warnungen zeigen</translation>
    </message>
    <message>
      <source>Show lint warnings in the Problems panel: likely NaN, overflow, accidental broadcasting</source>
      <translation>Lint-Warnungen im Bereich Probleme zeigen: wahrscheinliches NaN, Überlauf, versehentliches Broadcasting</translation>
    </message>
    <message>
      <source>Show the blocks inside the selected instance (Enter or double-click)</source>
      <translation>Die Blöcke in der gewählten Instanz zeigen (Enter oder Doppelklick)</translation>
    </message>
    <message>
      <source>Show the current gradient</source>
      <translation>Den aktuellen Gradienten zeigen</translation>
    </message>
    <message>
      <source>Show the difference between the two</source>
      <translation>Den Unterschied der beiden zeigen</translation>
    </message>
    <message>
      <source>Show the gradient on the canvas</source>
      <translation>Gradient auf der Zeichenfläche zeigen</translation>
    </message>
    <message>
      <source>Show the selected display in its own window, with zoom</source>
      <translation>Zeigt die gewählte Anzeige in einem eigenen Fenster, mit Zoom</translation>
    </message>
    <message>
      <source>Show the what-if gradient</source>
      <translation>Den angenommenen Gradienten zeigen</translation>
    </message>
    <message>
      <source>Show what changes if the selected stop is ignored, or if the gradient stops at the selected block</source>
      <translation>Zeigen, was sich ändert, wenn der gewählte Stopp ignoriert wird oder der Gradient am gewählten Block stoppt</translation>
    </message>
    <message>
      <source>Show which copies differ from their block libraries</source>
      <translation>Zeigen, welche Kopien von ihren Blockbibliotheken abweichen</translation>
    </message>
    <message>
      <source>Show wire as tag</source>
      <translation>Draht als Marke zeigen</translation>
    </message>
    <message>
      <source>Since it was created</source>
      <translation>Seit dem Erstellen</translation>
    </message>
    <message>
      <source>Since last save</source>
      <translation>Seit dem Speichern</translation>
    </message>
    <message>
      <source>Since the last save</source>
      <translation>Seit dem letzten Speichern</translation>
    </message>
    <message>
      <source>Slice cannot take {size} along axis {axis} {where}</source>
      <translation>Slice kann {size} entlang Achse {axis} nicht nehmen {where}</translation>
    </message>
    <message>
      <source>Slice needs begin to be {limits} along axis {axis}, got {begin}</source>
      <translation>Slice braucht begin {limits} entlang Achse {axis}, bekommt aber {begin}</translation>
    </message>
    <message>
      <source>Slice needs one entry of {pin} per axis, {rank} of them, got {length}</source>
      <translation>Slice braucht je Achse einen Eintrag von {pin}, {rank} Stück, bekommt aber {length}</translation>
    </message>
    <message>
      <source>Small CNN</source>
      <translation>Kleines CNN</translation>
    </message>
    <message>
      <source>SoftmaxCrossEntropyWithLogits needs features and labels of one shape, got {texts}</source>
      <translation>SoftmaxCrossEntropyWithLogits braucht features und labels gleicher Form, bekommt aber {texts}</translation>
    </message>
    <message>
      <source>SoftmaxCrossEntropyWithLogits needs matrices [batch, classes], got {texts}</source>
      <translation>SoftmaxCrossEntropyWithLogits braucht Matrizen [batch, classes], bekommt aber {texts}</translation>
    </message>
    <message>
      <source>Sometimes a value must count as a constant: a target, a sample, the opponent in a game. The gradient must not pass through it. The StopGradient block passes the value through and stops the gradient. Type stop into the search box of the Blocks panel, and drag StopGradient onto the wire to insert it.</source>
      <translation>Manchmal muss ein Wert als Konstante zählen: ein Ziel, eine Stichprobe, der Gegner in einem Spiel. Der Gradient darf dort nicht hindurch. Der Block StopGradient reicht den Wert weiter und hält den Gradienten an. Tippen Sie stop in das Suchfeld des Bereichs Blöcke und ziehen Sie StopGradient auf den Draht, um es einzufügen.</translation>
    </message>
    <message>
      <source>Sparse</source>
      <translation>Dünn besetzt</translation>
    </message>
    <message>
      <source>SparseAccumulatorApplyGradient needs a row at gradient_values for each of the {count} indices, got shape {shape_text}</source>
      <translation>SparseAccumulatorApplyGradient braucht an gradient_values für jeden der {count} Indizes eine Zeile, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseBincount needs a sparse tensor of one axis or more</source>
      <translation>SparseBincount braucht einen dünn besetzten Tensor mit mindestens einer Achse</translation>
    </message>
    <message>
      <source>SparseConcat needs as many {pin} as indices, {indices}, got {each}</source>
      <translation>SparseConcat braucht ebenso viele {pin} wie Indizes, {indices}, bekommt aber {each}</translation>
    </message>
    <message>
      <source>SparseConcat needs equal sizes except along axis {axis}, got {shape_text} and, at index {i}, {shape_text2}</source>
      <translation>SparseConcat braucht außer entlang der Achse {axis} gleiche Größen, bekommt aber {shape_text} und, am Index {i}, {shape_text2}</translation>
    </message>
    <message>
      <source>SparseConcat needs tensors of one rank, got ranks {sorted}</source>
      <translation>SparseConcat braucht Tensoren gleichen Rangs, bekommt aber die Ränge {sorted}</translation>
    </message>
    <message>
      <source>SparseCountSparseOutput needs a sparse tensor of one row or more</source>
      <translation>SparseCountSparseOutput braucht einen dünn besetzten Tensor mit mindestens einer Zeile</translation>
    </message>
    <message>
      <source>SparseCross gives more combinations than can be counted</source>
      <translation>SparseCross gibt mehr Kombinationen, als gezählt werden können</translation>
    </message>
    <message>
      <source>SparseCross needs as many {pin} as indices, {sparse}, got {item}</source>
      <translation>SparseCross braucht ebenso viele {pin} wie Indizes, {sparse}, bekommt aber {item}</translation>
    </message>
    <message>
      <source>SparseCross needs at least one column of features</source>
      <translation>SparseCross braucht mindestens eine Spalte von Merkmalen</translation>
    </message>
    <message>
      <source>SparseCross needs columns with equally many rows, got {rows} and {count}</source>
      <translation>SparseCross braucht Spalten mit gleich vielen Zeilen, bekommt aber {rows} und {count}</translation>
    </message>
    <message>
      <source>SparseCross needs dense matrices, got shape {shape_text}</source>
      <translation>SparseCross braucht dichte Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseCross needs features in order of their rows</source>
      <translation>SparseCross braucht Merkmale in der Reihenfolge ihrer Zeilen</translation>
    </message>
    <message>
      <source>SparseCross needs sizes of 0 or more, got {shape_text}</source>
      <translation>SparseCross braucht Größen ab 0, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>SparseCross needs sparse matrices, got a sparse tensor of rank {rank}</source>
      <translation>SparseCross braucht dünn besetzte Matrizen, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>SparseCross takes integers only with the internal_type int64</source>
      <translation>SparseCross nimmt ganze Zahlen nur mit dem internal_type int64</translation>
    </message>
    <message>
      <source>SparseDenseCwiseDiv divides by dense, which holds a zero</source>
      <translation>SparseDenseCwiseDiv teilt durch dense, das eine Null enthält</translation>
    </message>
    <message>
      <source>SparseFillEmptyRows needs a tensor that has rows, got a scalar</source>
      <translation>SparseFillEmptyRows braucht einen Tensor mit Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>SparseFilledNumbers needs a tensor that has rows, got a scalar</source>
      <translation>SparseFilledNumbers braucht einen Tensor mit Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>SparseReshape can work out one size, but {wanted} has {count} of -1</source>
      <translation>SparseReshape kann eine Größe errechnen, aber {wanted} hat {count} mal -1</translation>
    </message>
    <message>
      <source>SparseReshape cannot bring the shape {given} into the shape {wanted}: next to a size of 0, -1 could be anything</source>
      <translation>SparseReshape kann die Form {given} nicht in die Form {wanted} bringen: neben einer Größe 0 könnte -1 alles sein</translation>
    </message>
    <message>
      <source>SparseReshape cannot count the elements of the shape {given}: too many</source>
      <translation>SparseReshape kann die Elemente der Form {given} nicht zählen: zu viele</translation>
    </message>
    <message>
      <source>SparseReshape needs sizes of 0 or more, or one -1, got {wanted}</source>
      <translation>SparseReshape braucht Größen ab 0 oder eine -1, bekommt aber {wanted}</translation>
    </message>
    <message>
      <source>SparseReshape needs {rank} sizes at input_shape, one for each number of an index, got {given}</source>
      <translation>SparseReshape braucht {rank} Größen an input_shape, eine für jede Zahl eines Index, bekommt aber {given}</translation>
    </message>
    <message>
      <source>SparseSlice needs {rank} numbers at {pin}, one for each axis, got {length}</source>
      <translation>SparseSlice braucht {rank} Zahlen an {pin}, eine für jede Achse, bekommt aber {length}</translation>
    </message>
    <message>
      <source>SparseSoftmax needs a matrix or more, got a sparse tensor of rank {rank}</source>
      <translation>SparseSoftmax braucht mindestens eine Matrix, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>SparseSplit cannot cut size {size} along axis {axis} into {num} parts: {shape_text}</source>
      <translation>SparseSplit kann die Größe {size} entlang der Achse {axis} nicht in {num} Teile schneiden: {shape_text}</translation>
    </message>
    <message>
      <source>SparseToDense needs a matrix, a vector or a scalar at sparse_indices, got shape {shape_text}</source>
      <translation>SparseToDense braucht eine Matrix, einen Vektor oder einen Skalar an sparse_indices, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseToDense needs a vector or a scalar at sparse_values, got shape {shape_text}</source>
      <translation>SparseToDense braucht einen Vektor oder einen Skalar an sparse_values, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseToDense needs one value for each of the {count} indices, or one for all, got {values}</source>
      <translation>SparseToDense braucht für jeden der {count} Indizes einen Wert oder einen für alle, bekommt aber {values}</translation>
    </message>
    <message>
      <source>SparseToDense needs {rank} sizes at output_shape, got shape {shape_text}</source>
      <translation>SparseToDense braucht {rank} Größen an output_shape, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseToDense needs {rank} sizes at output_shape, one for each number of an index, got {shape}</source>
      <translation>SparseToDense braucht {rank} Größen an output_shape, eine für jede Zahl eines Index, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>Special math</source>
      <translation>Spezielle Funktionen</translation>
    </message>
    <message>
      <source>Spectral</source>
      <translation>Spektral</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>Tempo</translation>
    </message>
    <message>
      <source>Split cannot cut size {size} along axis {axis} into {num} equal parts: {shape_text}</source>
      <translation>Split kann die Größe {size} entlang der Achse {axis} nicht in {num} gleiche Teile schneiden: {shape_text}</translation>
    </message>
    <message>
      <source>SplitV needs as many sizes as num_split says, {num}, got {length}</source>
      <translation>SplitV braucht so viele Größen, wie num_split sagt, {num}, bekommt aber {length}</translation>
    </message>
    <message>
      <source>SplitV needs sizes of 0 or more, of which one may be -1, got {parts}</source>
      <translation>SplitV braucht Größen ab 0, von denen eine -1 sein darf, bekommt aber {parts}</translation>
    </message>
    <message>
      <source>SplitV needs sizes that add up to {size}, the size along axis {axis}, got {parts}</source>
      <translation>SplitV braucht Größen, die zusammen {size} ergeben, die Größe entlang der Achse {axis}, bekommt aber {parts}</translation>
    </message>
    <message>
      <source>SplitV needs the size itself, {size}, where it gives one part</source>
      <translation>SplitV braucht die Größe selbst, {size}, wo es nur einen Teil gibt</translation>
    </message>
    <message>
      <source>Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root</source>
      <translation>Sqrt(Sum(Square(x)) + epsilon), mit epsilon in der Wurzel</translation>
    </message>
    <message>
      <source>Squeeze removes axes of size 1; axis {axis} of {shape_text} has size {shape}</source>
      <translation>Squeeze entfernt Achsen der Größe 1; die Achse {axis} von {shape_text} hat die Größe {shape}</translation>
    </message>
    <message>
      <source>Stable softmax</source>
      <translation>Stabiles Softmax</translation>
    </message>
    <message>
      <source>Stable softmax: no gradient through the maximum</source>
      <translation>Stabiler Softmax: kein Gradient durch das Maximum</translation>
    </message>
    <message>
      <source>Stable softmax: what a gradient stop saves</source>
      <translation>Stabiler Softmax: was ein Gradientenstopp spart</translation>
    </message>
    <message>
      <source>Stack needs tensors of one shape, got {shape_text} and, at index {i}, {shape_text2}</source>
      <translation>Stack braucht Tensoren gleicher Form, bekommt aber {shape_text} und, am Index {i}, {shape_text2}</translation>
    </message>
    <message>
      <source>Start</source>
      <translation>Starten</translation>
    </message>
    <message>
      <source>Start over</source>
      <translation>Neu beginnen</translation>
    </message>
    <message>
      <source>Started</source>
      <translation>Begonnen</translation>
    </message>
    <message>
      <source>State</source>
      <translation>Zustand</translation>
    </message>
    <message>
      <source>Status needs the status of a ClientSession</source>
      <translation>Status braucht den Status einer ClientSession</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <source>Step of the run</source>
      <translation>Schritt des Laufs</translation>
    </message>
    <message>
      <source>Step {done:,}</source>
      <translation>Schritt {done:,}</translation>
    </message>
    <message>
      <source>Step {place} of {count}</source>
      <translation>Schritt {place} von {count}</translation>
    </message>
    <message>
      <source>Step {step:,.0f}: {values}</source>
      <translation>Schritt {step:,.0f}: {values}</translation>
    </message>
    <message>
      <source>Step {step:,} of {last:,}; {used}</source>
      <translation>Schritt {step:,} von {last:,}; {used}</translation>
    </message>
    <message>
      <source>Step {step:,} of {steps:,}{edited}</source>
      <translation>Schritt {step:,} von {steps:,}{edited}</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <source>Steps of a new run</source>
      <translation>Schritte eines neuen Laufs</translation>
    </message>
    <message>
      <source>Steps per second...</source>
      <translation>Schritte pro Sekunde...</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Stop rerun</source>
      <translation>Wiederholung anhalten</translation>
    </message>
    <message>
      <source>Stop the run first</source>
      <translation>Den Lauf zuerst anhalten</translation>
    </message>
    <message>
      <source>Stop the run to go back to its steps</source>
      <translation>Zum Zurückgehen den Lauf anhalten</translation>
    </message>
    <message>
      <source>Stop varying this value</source>
      <translation>Diesen Wert nicht mehr variieren</translation>
    </message>
    <message>
      <source>Stopped in step {step:,} at {at}{held}</source>
      <translation>In Schritt {step:,} bei {at} angehalten{held}</translation>
    </message>
    <message>
      <source>Stopped in the middle of a block. {lost}</source>
      <translation>Mitten in einem Block angehalten. {lost}</translation>
    </message>
    <message>
      <source>StridedSliceGrad needs dy of the shape {shape_text} that is selected, got {shape_text2}</source>
      <translation>StridedSliceGrad braucht dy von der Form {shape_text}, die ausgewählt ist, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>StringFormat needs a placeholder for each of {given} inputs, but the template has {wanted}</source>
      <translation>StringFormat braucht für jeden von {given} Eingängen einen Platzhalter, aber die Vorlage hat {wanted}</translation>
    </message>
    <message>
      <source>StringJoin needs strings of one shape, got {texts}</source>
      <translation>StringJoin braucht Strings gleicher Form, bekommt aber {texts}</translation>
    </message>
    <message>
      <source>StringNGrams puts 1 word or more together, not {width}</source>
      <translation>StringNGrams fügt 1 oder mehr Wörter zusammen, nicht {width}</translation>
    </message>
    <message>
      <source>StringToHashBucketStrong needs a key of 2 numbers, got {attrs}</source>
      <translation>StringToHashBucketStrong braucht einen Schlüssel aus 2 Zahlen, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>StringToNumber cannot read {wrong} as {short}</source>
      <translation>StringToNumber kann {wrong} nicht als {short} lesen</translation>
    </message>
    <message>
      <source>Strings</source>
      <translation>Zeichenketten</translation>
    </message>
    <message>
      <source>Substr needs a len of 0 or more where pos is negative, got {taken}</source>
      <translation>Substr braucht len ab 0, wo pos negativ ist, bekommt aber {taken}</translation>
    </message>
    <message>
      <source>Substr needs pos and len of one shape, got {shape_text} and {shape_text2}</source>
      <translation>Substr braucht pos und len gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Substr needs pos within the string {text} of {total}, got {start}</source>
      <translation>Substr braucht pos im String {text} aus {total}, bekommt aber {start}</translation>
    </message>
    <message>
      <source>Subtract the maximum before {block}</source>
      <translation>Das Maximum vor {block} abziehen</translation>
    </message>
    <message>
      <source>Suppose that given let the gradient through. The means get a gradient either way.</source>
      <translation>Nehmen Sie an, given ließe den Gradienten durch. Die Mittelwerte bekommen so oder so einen Gradienten.</translation>
    </message>
    <message>
      <source>Svd has a gradient with full_matrices only where rows and columns are known and differ by at most 1</source>
      <translation>Svd hat mit full_matrices nur dort einen Gradienten, wo Zeilen und Spalten bekannt sind und sich höchstens um 1 unterscheiden</translation>
    </message>
    <message>
      <source>Sweep of {page}</source>
      <translation>Sweep von {page}</translation>
    </message>
    <message>
      <source>Sweep {number}: {done:,} of {count:,} runs done</source>
      <translation>Sweep {number}: {done:,} von {count:,} Läufen beendet</translation>
    </message>
    <message>
      <source>Sweep...</source>
      <translation>Sweep...</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>Systemvorgabe</translation>
    </message>
    <message>
      <source>Tab, double-click or right-click on the empty page; drag from the Blocks panel</source>
      <translation>Tab, Doppel- oder Rechtsklick ins Leere; aus dem Bereich Blöcke ziehen</translation>
    </message>
    <message>
      <source>Table</source>
      <translation>Tabelle</translation>
    </message>
    <message>
      <source>Tables</source>
      <translation>Tabellen</translation>
    </message>
    <message>
      <source>Tables (*.csv)</source>
      <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
      <source>Tabs of the gradient panel</source>
      <translation>Reiter des Bereichs Gradient</translation>
    </message>
    <message>
      <source>Take all {word}</source>
      <translation>Alle: {word}</translation>
    </message>
    <message>
      <source>Take {word}</source>
      <translation>{word} nehmen</translation>
    </message>
    <message>
      <source>Teal</source>
      <translation>Türkis</translation>
    </message>
    <message>
      <source>TensorArray needs a size of 0 or more, got {size}</source>
      <translation>TensorArray braucht eine Größe ab 0, bekommt aber {size}</translation>
    </message>
    <message>
      <source>TensorArrayScatter needs a row at value for each of the {count} indices, got {shape_text}</source>
      <translation>TensorArrayScatter braucht an value für jeden der {count} Indizes eine Zeile, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>TensorArraySplit needs lengths of 0 or more, got {min}</source>
      <translation>TensorArraySplit braucht Längen ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>TensorArraySplit needs lengths that are {rows} together, got {sum}</source>
      <translation>TensorArraySplit braucht Längen, die zusammen {rows} ergeben, bekommt aber {sum}</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>Text size</source>
      <translation>Textgröße</translation>
    </message>
    <message>
      <source>That is all it takes: draw, run, differentiate, stop. The other lessons show methods that depend on a gradient stop, and ask you where the gradient goes. Press F1 for help on the selected block, and Ctrl+Shift+P to find any command.</source>
      <translation>Mehr braucht es nicht: zeichnen, ausführen, ableiten, anhalten. Die anderen Lektionen zeigen Verfahren, die auf einen Gradientenstopp angewiesen sind, und fragen Sie, wohin der Gradient geht. F1 hilft zum gewählten Block, Strg+Umschalt+P findet jeden Befehl.</translation>
    </message>
    <message>
      <source>The GradientContract at Q records this rule: the gradient must not reach responsibility. Mute given, and the Problems panel reports the broken contract and the path of the gradient. Undo to restore the stop.</source>
      <translation>Der GradientContract an Q hält diese Regel fest: der Gradient darf responsibility nicht erreichen. Schalten Sie given stumm, und der Bereich Probleme meldet den gebrochenen Vertrag und den Weg des Gradienten. Rückgängig stellt den Stopp wieder her.</translation>
    </message>
    <message>
      <source>The GradientContract at loss_d would have reported this bug: the gradient must not reach scale and shift. To add a contract to any page, choose Create contract from current gradient in the Gradient menu.</source>
      <translation>Der GradientContract an loss_d hätte diesen Fehler gemeldet: der Gradient darf scale und shift nicht erreichen. Um einer Seite einen Vertrag hinzuzufügen, wählen Sie im Menü Gradient den Befehl Vertrag aus aktuellem Gradienten erstellen.</translation>
    </message>
    <message>
      <source>The Outline panel lists the blocks and wires of the page</source>
      <translation>Der Bereich Gliederung nennt Blöcke und Drähte der Seite</translation>
    </message>
    <message>
      <source>The Variable needs an initial value. Double-click the row initvalues in the block, type 3.0 and press Enter. The Inspector on the right shows the same value.</source>
      <translation>Die Variable braucht einen Anfangswert. Klicken Sie doppelt auf die Zeile initvalues im Block, tippen Sie 3.0 und drücken Sie Enter. Der Inspektor rechts zeigt denselben Wert.</translation>
    </message>
    <message>
      <source>The attack moves every input a small step along the sign of the loss gradient. Training then lowers the loss for both the original and the attacked inputs.</source>
      <translation>Der Angriff verschiebt jede Eingabe ein wenig entlang dem Vorzeichen des Verlustgradienten. Das Training senkt dann den Verlust für die ursprünglichen und für die angegriffenen Eingaben.</translation>
    </message>
    <message>
      <source>The block's name on this page</source>
      <translation>Der Name des Blocks auf dieser Seite</translation>
    </message>
    <message>
      <source>The blocks of {id} are ordinary blocks now</source>
      <translation>Die Blöcke von {id} sind jetzt gewöhnliche Blöcke</translation>
    </message>
    <message>
      <source>The check runs the page once. Your results do not change.</source>
      <translation>Die Prüfung führt die Seite einmal aus. Ihre Ergebnisse ändern sich nicht.</translation>
    </message>
    <message>
      <source>The conflict was not resolved.</source>
      <translation>Der Konflikt wurde nicht gelöst.</translation>
    </message>
    <message>
      <source>The diagram of one of the runs was not kept</source>
      <translation>Das Diagramm eines der Läufe wurde nicht aufbewahrt</translation>
    </message>
    <message>
      <source>The diagram refers to files that do not exist here. Where are they now?</source>
      <translation>Das Diagramm verweist auf Dateien, die hier nicht existieren. Wo sind sie jetzt?</translation>
    </message>
    <message>
      <source>The direction of the attack depends on W, but it passes through a StopGradient.</source>
      <translation>Die Richtung des Angriffs hängt von W ab, geht aber durch ein StopGradient.</translation>
    </message>
    <message>
      <source>The drawn units, visible, pass through a StopGradient called sample.</source>
      <translation>Die gezogenen Einheiten, visible, gehen durch ein StopGradient namens sample.</translation>
    </message>
    <message>
      <source>The file cannot be read now. The open diagram was not changed. {lines_of}</source>
      <translation>Die Datei ist jetzt nicht lesbar. Das offene Diagramm wurde nicht geändert. {lines_of}</translation>
    </message>
    <message>
      <source>The file has changed since then, so this opens as a new diagram.</source>
      <translation>Die Datei hat sich seither geändert, darum öffnet sich dies als neues Diagramm.</translation>
    </message>
    <message>
      <source>The formula could not be computed: {found}</source>
      <translation>Die Formel konnte nicht berechnet werden: {found}</translation>
    </message>
    <message>
      <source>The gradient at {block} is NaN or infinite{between}. This starts at {path}.</source>
      <translation>Der Gradient an {block} ist NaN oder unendlich{between}. Das beginnt bei {path}.</translation>
    </message>
    <message>
      <source>The gradient ends at {block}: {reasons}</source>
      <translation>Der Gradient endet bei {block}: {reasons}</translation>
    </message>
    <message>
      <source>The gradient ends at {where}: {reason}</source>
      <translation>Der Gradient endet bei {where}: {reason}</translation>
    </message>
    <message>
      <source>The gradient flows around the stop, through shifted and back to x. One step has been run, so you can see how large the gradient is.</source>
      <translation>Der Gradient fließt um den Stopp herum, durch shifted und zurück zu x. Ein Schritt wurde ausgeführt, damit Sie sehen, wie groß der Gradient ist.</translation>
    </message>
    <message>
      <source>The gradient flows only through log_density. The softmax of the E step gets no gradient.</source>
      <translation>Der Gradient fließt nur durch log_density. Das Softmax des E-Schritts bekommt keinen Gradienten.</translation>
    </message>
    <message>
      <source>The gradient now passes through another gradient, so it contains a second derivative. The Gradient panel shows how the gradient of W changes: W would also learn to weaken the attack, by making the gradient with respect to the inputs small. Adversarial training is not meant to do that.</source>
      <translation>Der Gradient geht nun durch einen anderen Gradienten und enthält deshalb eine zweite Ableitung. Der Bereich Gradient zeigt, wie sich der Gradient von W ändert: W lernte auch, den Angriff abzuschwächen, indem es den Gradienten nach den Eingaben klein macht. Das ist nicht der Zweck des adversariellen Trainings.</translation>
    </message>
    <message>
      <source>The gradient of {title} is correct</source>
      <translation>Der Gradient von {title} ist richtig</translation>
    </message>
    <message>
      <source>The gradient reaches W through both losses. It stops at direction, so the attack counts as a constant.</source>
      <translation>Der Gradient erreicht W durch beide Verluste. Er endet an direction, der Angriff zählt also als Konstante.</translation>
    </message>
    <message>
      <source>The gradient reaches the parameters W, a and b through both free energies. It stops at sample.</source>
      <translation>Der Gradient erreicht die Parameter W, a und b durch beide freien Energien. Er endet an sample.</translation>
    </message>
    <message>
      <source>The gradient view is off (G)</source>
      <translation>Die Gradientenansicht ist aus (G)</translation>
    </message>
    <message>
      <source>The input pins have no dtype here. Choose one in the Inspector, or enter the composite through an instance.</source>
      <translation>Die Eingangspins haben hier keinen dtype. Wählen Sie einen im Inspektor, oder öffnen Sie den Verbund über eine Instanz.</translation>
    </message>
    <message>
      <source>The learning rate must be a number</source>
      <translation>Die Lernrate muss eine Zahl sein</translation>
    </message>
    <message>
      <source>The lesson page was closed.</source>
      <translation>Die Seite der Lektion wurde geschlossen.</translation>
    </message>
    <message>
      <source>The lesson page was closed. Open {name} to continue.</source>
      <translation>Die Seite der Lektion wurde geschlossen. Öffnen Sie {name}, um fortzufahren.</translation>
    </message>
    <message>
      <source>The lower part of the page repeats the attack without the sign: x + 2 dL/dx. It does this twice: with the stop raw_direction, and without a stop.</source>
      <translation>Der untere Teil der Seite wiederholt den Angriff ohne das Vorzeichen: x + 2 dL/dx, und zwar zweimal: mit dem Stopp raw_direction und ohne Stopp.</translation>
    </message>
    <message>
      <source>The maximum is subtracted before Exp. Does it matter whether the gradient flows through Max?</source>
      <translation>Vor Exp wird das Maximum abgezogen. Ist es wichtig, ob der Gradient durch Max fließt?</translation>
    </message>
    <message>
      <source>The maximum passes through a StopGradient. Make a guess before you look.</source>
      <translation>Das Maximum geht durch ein StopGradient. Raten Sie, bevor Sie hinsehen.</translation>
    </message>
    <message>
      <source>The means have a gradient in both cases, and nothing looks wrong. But the gradient is different: the Gradient panel shows how much its size and its direction change. Without the stop, the M step would also change the responsibilities, and EM would no longer climb the likelihood. Compare grad_likelihood on the page: it equals the gradient with the stop.</source>
      <translation>Die Mittelwerte haben in beiden Fällen einen Gradienten, und nichts sieht falsch aus. Aber der Gradient ist ein anderer: der Bereich Gradient zeigt, wie sehr sich Größe und Richtung ändern. Ohne den Stopp veränderte der M-Schritt auch die Zuständigkeiten, und EM stiege nicht mehr die Likelihood hinauf. Vergleichen Sie grad_likelihood auf der Seite: es ist gleich dem Gradienten mit dem Stopp.</translation>
    </message>
    <message>
      <source>The next run starts with the variables of step {steps:,}</source>
      <translation>Der nächste Lauf beginnt mit den Variablen von Schritt {steps:,}</translation>
    </message>
    <message>
      <source>The page</source>
      <translation>Die Seite</translation>
    </message>
    <message>
      <source>The page was edited too many times during the run.</source>
      <translation>Die Seite wurde während des Laufs zu oft bearbeitet.</translation>
    </message>
    <message>
      <source>The plugin stays in use until you close the editor.</source>
      <translation>Das Plugin bleibt in Verwendung, bis Sie den Editor schließen.</translation>
    </message>
    <message>
      <source>The recording takes {size:,.1f} MB.</source>
      <translation>Die Aufzeichnung belegt {size:,.1f} MB.</translation>
    </message>
    <message>
      <source>The rerun of {name} will stop and will not be kept.</source>
      <translation>Die Wiederholung von {name} endet und wird nicht aufbewahrt.</translation>
    </message>
    <message>
      <source>The responsibilities are computed from the means, but the M step treats them as constants.</source>
      <translation>Die Zuständigkeiten werden aus den Mittelwerten berechnet, zählen im M-Schritt aber als Konstanten.</translation>
    </message>
    <message>
      <source>The responsibilities depend on the same means that are being learned. A StopGradient called given makes them constants in the M step.</source>
      <translation>Die Zuständigkeiten hängen von denselben Mittelwerten ab, die gelernt werden. Ein StopGradient namens given macht sie im M-Schritt zu Konstanten.</translation>
    </message>
    <message>
      <source>The run continues unchanged. This edit takes effect in the next run.</source>
      <translation>Der Lauf geht unverändert weiter. Diese Änderung wirkt ab dem nächsten Lauf.</translation>
    </message>
    <message>
      <source>The run continues with this edit from step {steps:,}. Variables keep their values</source>
      <translation>Der Lauf geht ab Schritt {steps:,} mit dieser Änderung weiter. Variablen behalten ihre Werte</translation>
    </message>
    <message>
      <source>The run failed: {found}</source>
      <translation>Der Lauf ist gescheitert: {found}</translation>
    </message>
    <message>
      <source>The run of {page} is at step {done:,} and will stop.</source>
      <translation>Der Lauf von {page} ist bei Schritt {done:,} und hört auf.</translation>
    </message>
    <message>
      <source>The run produced no results. See the Problems panel</source>
      <translation>Der Lauf ergab keine Ergebnisse. Siehe Bereich Probleme</translation>
    </message>
    <message>
      <source>The run used other values inside instances, which a diagram cannot store.</source>
      <translation>Der Lauf verwendete in Instanzen andere Werte, die ein Diagramm nicht speichern kann.</translation>
    </message>
    <message>
      <source>The runs will appear here and in the Runs panel.</source>
      <translation>Die Läufe erscheinen hier und im Bereich Läufe.</translation>
    </message>
    <message>
      <source>The samples, fake, depend on the generator's variables scale and shift.</source>
      <translation>Die Stichproben, fake, hängen von den Variablen scale und shift des Generators ab.</translation>
    </message>
    <message>
      <source>The selected loss was deleted or has an error. Select another one in the Gradient panel.</source>
      <translation>Der gewählte Verlust wurde gelöscht oder hat einen Fehler. Wählen Sie im Bereich Gradient einen anderen.</translation>
    </message>
    <message>
      <source>The sweep will stop: {done:,} of {count:,} runs are done.</source>
      <translation>Der Sweep hört auf: {done:,} von {count:,} Läufen sind fertig.</translation>
    </message>
    <message>
      <source>The values could not be computed: {fault}</source>
      <translation>Die Werte konnten nicht berechnet werden: {fault}</translation>
    </message>
    <message>
      <source>The variables of {page} will lose their values of step {steps:,}.</source>
      <translation>Die Variablen von {page} verlieren ihre Werte von Schritt {steps:,}.</translation>
    </message>
    <message>
      <source>The variables scale and shift get a gradient, too. The generator would learn to make fakes that are easy to detect. Nothing fails, and no shape is wrong. The discriminator's loss even falls faster. A bug like this can take a week to find.</source>
      <translation>Auch die Variablen scale und shift bekommen einen Gradienten. Der Generator lernte, leicht erkennbare Fälschungen zu machen. Nichts schlägt fehl, und keine Form ist falsch. Der Verlust des Diskriminators sinkt sogar schneller. Nach so einem Fehler kann man eine Woche lang suchen.</translation>
    </message>
    <message>
      <source>The variables were reset.</source>
      <translation>Die Variablen wurden zurückgesetzt.</translation>
    </message>
    <message>
      <source>Their diagrams and curves will be lost.</source>
      <translation>Ihre Diagramme und Kurven gehen verloren.</translation>
    </message>
    <message>
      <source>Theirs</source>
      <translation>Ihres</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Design</translation>
    </message>
    <message>
      <source>There are no conflicts.</source>
      <translation>Es gibt keine Konflikte.</translation>
    </message>
    <message>
      <source>There is no block type {name!r}.</source>
      <translation>Es gibt keinen Blocktyp {name!r}.</translation>
    </message>
    <message>
      <source>There is no result yet. Run the page</source>
      <translation>Es gibt noch kein Ergebnis. Führen Sie die Seite aus</translation>
    </message>
    <message>
      <source>There is no unsaved work to restore</source>
      <translation>Es gibt keine ungespeicherte Arbeit wiederherzustellen</translation>
    </message>
    <message>
      <source>There is nothing to run: the page is empty</source>
      <translation>Es gibt nichts auszuführen: die Seite ist leer</translation>
    </message>
    <message>
      <source>They will be lost.</source>
      <translation>Sie gehen verloren.</translation>
    </message>
    <message>
      <source>This block shows no editable values</source>
      <translation>Dieser Block zeigt keine bearbeitbaren Werte</translation>
    </message>
    <message>
      <source>This changes nothing: {nothing}.</source>
      <translation>Das ändert nichts: {nothing}.</translation>
    </message>
    <message>
      <source>This diagram</source>
      <translation>Dieses Diagramm</translation>
    </message>
    <message>
      <source>This diagram has not been saved. Compare it with a file</source>
      <translation>Dieses Diagramm wurde noch nicht gespeichert. Vergleichen Sie es mit einer Datei</translation>
    </message>
    <message numerus="yes">
      <source>This diagram refers to {n:,} files that are not on this computer.</source>
      <translation>
        <numerusform>Dieses Diagramm verweist auf eine Datei, die nicht auf diesem Rechner ist.</numerusform>
        <numerusform>Dieses Diagramm verweist auf {n:,} Dateien, die nicht auf diesem Rechner sind.</numerusform>
      </translation>
    </message>
    <message>
      <source>This file is open in another window{who}. You can save your changes only to another file.</source>
      <translation>Diese Datei ist in einem anderen Fenster offen{who}. Sie können Ihre Änderungen nur in einer anderen Datei speichern.</translation>
    </message>
    <message>
      <source>This page fits two Gaussians to eight points. The E step computes the responsibility of each component for each point. The M step increases Q, the expected log-likelihood, with these responsibilities.</source>
      <translation>Diese Seite passt zwei Gauß-Verteilungen an acht Punkte an. Der E-Schritt berechnet die Zuständigkeit jeder Komponente für jeden Punkt. Der M-Schritt erhöht mit diesen Zuständigkeiten Q, die erwartete Log-Likelihood.</translation>
    </message>
    <message>
      <source>This page has no controls. A Control block gives one value to many blocks. You can adjust it here.</source>
      <translation>Diese Seite hat keine Regler. Ein Control-Block gibt vielen Blöcken einen Wert. Hier können Sie ihn einstellen.</translation>
    </message>
    <message>
      <source>This page has no notes. Add one with Edit &gt; Add note.</source>
      <translation>Diese Seite hat keine Notizen. Fügen Sie mit Bearbeiten &gt; Notiz hinzufügen eine hinzu.</translation>
    </message>
    <message>
      <source>This page is empty. You will draw w², run it, differentiate it and stop its gradient. Each step tells you what to do and notices when you have done it.
A number that can be learned is a Variable. Click the page, press Tab, type Variable and press Enter.</source>
      <translation>Diese Seite ist leer. Sie werden w² zeichnen, ausführen, ableiten und den Gradienten anhalten. Jeder Schritt sagt, was zu tun ist, und merkt, wann Sie es getan haben.
Eine Zahl, die gelernt werden kann, ist eine Variable. Klicken Sie auf die Seite, drücken Sie Tab, tippen Sie Variable und drücken Sie Enter.</translation>
    </message>
    <message>
      <source>This view cannot show this value</source>
      <translation>Diese Ansicht kann diesen Wert nicht zeigen</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>Threads</translation>
    </message>
    <message>
      <source>Tile needs one entry of multiples per axis of input, {shape} of them, got {multiples}</source>
      <translation>Tile braucht je Achse von input einen Eintrag von multiples, {shape} Stück, bekommt aber {multiples}</translation>
    </message>
    <message>
      <source>TileGrad needs sizes that are multiples of {shape_text}, got {shape_text2}</source>
      <translation>TileGrad braucht Größen, die Vielfache von {shape_text} sind, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>Time and memory by block</source>
      <translation>Zeit und Speicher je Block</translation>
    </message>
    <message>
      <source>Time per step</source>
      <translation>Zeit je Schritt</translation>
    </message>
    <message>
      <source>Timeline</source>
      <translation>Zeitachse</translation>
    </message>
    <message>
      <source>Timings</source>
      <translation>Zeiten</translation>
    </message>
    <message>
      <source>Timings legend</source>
      <translation>Legende der Zeiten</translation>
    </message>
    <message>
      <source>To keep both, save as another file.</source>
      <translation>Speichern Sie als andere Datei, um beide zu behalten.</translation>
    </message>
    <message>
      <source>Toolbar</source>
      <translation>Werkzeugleiste</translation>
    </message>
    <message>
      <source>TopK needs a scalar at k, got {shape_text}</source>
      <translation>TopK braucht einen Skalar an k, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>Trainieren</translation>
    </message>
    <message>
      <source>Train on attacked inputs without teaching the model to shape the attack.</source>
      <translation>Mit angegriffenen Eingaben trainieren, ohne dass das Modell den Angriff zu formen lernt.</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>Training</translation>
    </message>
    <message>
      <source>Transformer encoder layer: reverse a sequence of numbers</source>
      <translation>Transformer-Encoderschicht: eine Zahlenfolge umkehren</translation>
    </message>
    <message>
      <source>Transformer layer</source>
      <translation>Transformerschicht</translation>
    </message>
    <message>
      <source>TridiagonalMatMul needs diagonals of one row and {size} columns, got {shape_text}</source>
      <translation>TridiagonalMatMul braucht Diagonalen aus einer Zeile und {size} Spalten, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>TridiagonalSolve has diagonals {shape_text}, and right sides {shape_text2}</source>
      <translation>TridiagonalSolve hat die Diagonalen {shape_text} und die rechten Seiten {shape_text2}</translation>
    </message>
    <message>
      <source>TridiagonalSolve needs three diagonals, got {shape_text}</source>
      <translation>TridiagonalSolve braucht drei Diagonalen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Erneut versuchen</translation>
    </message>
    <message>
      <source>Turn off lint rule {words}</source>
      <translation>Lint-Regel {words} ausschalten</translation>
    </message>
    <message>
      <source>Turn off this lint rule</source>
      <translation>Diese Lint-Regel ausschalten</translation>
    </message>
    <message>
      <source>Turn on all lint rules</source>
      <translation>Alle Lint-Regeln einschalten</translation>
    </message>
    <message>
      <source>Turn the selected blocks into a reusable block and put an instance of it in their place</source>
      <translation>Aus den gewählten Blöcken einen wiederverwendbaren Block machen und an ihre Stelle eine Instanz davon setzen</translation>
    </message>
    <message>
      <source>Turn the selected constants, or those in selected instances, into variables. With nothing selected, all weights</source>
      <translation>Die gewählten Konstanten, oder die in gewählten Instanzen, zu Variablen machen. Ohne Auswahl alle Gewichte</translation>
    </message>
    <message>
      <source>Turned off lint rule {rule}. The menu of the Problems panel turns it on again</source>
      <translation>Lint-Regel {rule} ausgeschaltet. Das Menü des Bereichs Probleme schaltet sie wieder ein</translation>
    </message>
    <message>
      <source>Type</source>
      <translation>Typ</translation>
    </message>
    <message>
      <source>Type a command</source>
      <translation>Befehl eingeben</translation>
    </message>
    <message>
      <source>UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 to 15, windows-1250 to 1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR and windows-949 are known</source>
      <translation>Bekannt sind UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 bis 15, windows-1250 bis 1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR und windows-949</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Undone: {text}</source>
      <translation>Rückgängig: {text}</translation>
    </message>
    <message>
      <source>Unknown block type. </source>
      <translation>Unbekannter Blocktyp. </translation>
    </message>
    <message>
      <source>Unknown to this type</source>
      <translation>Diesem Typ unbekannt</translation>
    </message>
    <message>
      <source>Unlimited</source>
      <translation>Unbegrenzt</translation>
    </message>
    <message>
      <source>Unmute {named}</source>
      <translation>{named} nicht mehr stummschalten</translation>
    </message>
    <message>
      <source>Unpack</source>
      <translation>Auflösen</translation>
    </message>
    <message>
      <source>Unpack {instance}</source>
      <translation>{instance} auflösen</translation>
    </message>
    <message>
      <source>Unpromote</source>
      <translation>Nicht am Block</translation>
    </message>
    <message>
      <source>Unpromote {block}.{name}</source>
      <translation>Nicht am Block: {block}.{name}</translation>
    </message>
    <message>
      <source>Unpromote {name}</source>
      <translation>Nicht am Block: {name}</translation>
    </message>
    <message>
      <source>UnravelIndex needs a number or a vector, got {shape_text}</source>
      <translation>UnravelIndex braucht eine Zahl oder einen Vektor, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>UnravelIndex needs at least one index</source>
      <translation>UnravelIndex braucht mindestens einen Index</translation>
    </message>
    <message>
      <source>UnravelIndex needs sizes of 1 or more, got {tolist}</source>
      <translation>UnravelIndex braucht Größen ab 1, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>Unsaved changes will be lost.</source>
      <translation>Nicht gespeicherte Änderungen gehen verloren.</translation>
    </message>
    <message>
      <source>Unsaved edits of this file were found.</source>
      <translation>Es wurden nicht gespeicherte Änderungen an dieser Datei gefunden.</translation>
    </message>
    <message>
      <source>Unsaved work</source>
      <translation>Nicht gespeicherte Arbeit</translation>
    </message>
    <message>
      <source>UnsortedSegmentJoin needs segment ids of 0 or more, got {min}</source>
      <translation>UnsortedSegmentJoin braucht Segment-IDs ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>Unstack needs num to be the size along axis {axis}, which is {shape}, got {num}</source>
      <translation>Unstack braucht als num die Größe entlang der Achse {axis}, also {shape}, bekommt aber {num}</translation>
    </message>
    <message>
      <source>Update</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>Update from block libraries</source>
      <translation>Aus Blockbibliotheken aktualisieren</translation>
    </message>
    <message>
      <source>Update from libraries...</source>
      <translation>Aus Bibliotheken aktualisieren...</translation>
    </message>
    <message>
      <source>Update {changed}</source>
      <translation>{changed} aktualisieren</translation>
    </message>
    <message>
      <source>Update...</source>
      <translation>Aktualisieren...</translation>
    </message>
    <message>
      <source>Use another seed for {block}</source>
      <translation>Anderen Startwert für {block} verwenden</translation>
    </message>
    <message>
      <source>VAE</source>
      <translation>VAE</translation>
    </message>
    <message>
      <source>VAE: encode each digit as two numbers</source>
      <translation>VAE: jede Ziffer als zwei Zahlen kodieren</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>Wert</translation>
    </message>
    <message>
      <source>Value and gradient over steps</source>
      <translation>Wert und Gradient über die Schritte</translation>
    </message>
    <message>
      <source>Value to differentiate</source>
      <translation>Abzuleitender Wert</translation>
    </message>
    <message>
      <source>Value to differentiate: {of}</source>
      <translation>Abzuleitender Wert: {of}</translation>
    </message>
    <message>
      <source>Value to vary</source>
      <translation>Wert, der variiert</translation>
    </message>
    <message>
      <source>Values</source>
      <translation>Werte</translation>
    </message>
    <message>
      <source>Values on wires</source>
      <translation>Werte an Drähten</translation>
    </message>
    <message>
      <source>Values to record</source>
      <translation>Aufgezeichnete Werte</translation>
    </message>
    <message>
      <source>Values to record in each step</source>
      <translation>Werte, die in jedem Schritt aufgezeichnet werden</translation>
    </message>
    <message>
      <source>Values to try</source>
      <translation>Werte zum Ausprobieren</translation>
    </message>
    <message>
      <source>Variables</source>
      <translation>Variablen</translation>
    </message>
    <message>
      <source>Variables (*.npz)</source>
      <translation>Variablen (*.npz)</translation>
    </message>
    <message>
      <source>Variables and blocks that change them</source>
      <translation>Variablen und Blöcke, die sie ändern</translation>
    </message>
    <message>
      <source>Variables have their values of step {steps:,}.</source>
      <translation>Variablen haben ihre Werte von Schritt {steps:,}.</translation>
    </message>
    <message>
      <source>Variables lose their values: {named}{more}.</source>
      <translation>Variablen verlieren ihre Werte: {named}{more}.</translation>
    </message>
    <message>
      <source>Variables were reset.</source>
      <translation>Variablen wurden zurückgesetzt.</translation>
    </message>
    <message>
      <source>Variables, sorted by the change of their gradients</source>
      <translation>Variablen, nach der Änderung ihrer Gradienten sortiert</translation>
    </message>
    <message>
      <source>Variables: </source>
      <translation>Variablen: </translation>
    </message>
    <message>
      <source>Vary</source>
      <translation>Variieren</translation>
    </message>
    <message>
      <source>Vary another value</source>
      <translation>Weiteren Wert variieren</translation>
    </message>
    <message>
      <source>Versions</source>
      <translation>Versionen</translation>
    </message>
    <message>
      <source>Views of the result</source>
      <translation>Ansichten des Ergebnisses</translation>
    </message>
    <message>
      <source>Viridis</source>
      <translation>Viridis</translation>
    </message>
    <message>
      <source>WGAN GP</source>
      <translation>WGAN-GP</translation>
    </message>
    <message>
      <source>Wasserstein GAN with a gradient penalty</source>
      <translation>Wasserstein-GAN mit Gradientenstrafe</translation>
    </message>
    <message>
      <source>Web pages (*.html)</source>
      <translation>Webseiten (*.html)</translation>
    </message>
    <message>
      <source>Welcome</source>
      <translation>Willkommen</translation>
    </message>
    <message>
      <source>What a missing StopGradient does</source>
      <translation>Was ein fehlendes StopGradient anrichtet</translation>
    </message>
    <message>
      <source>What happens to w² if w grows a little? Click the Square and press D to differentiate it. Press G to show or hide the gradient. Run again, and the colors show how large the gradient is: here 2 w = 6. Hover over the wire to read the value.</source>
      <translation>Was geschieht mit w², wenn w ein wenig wächst? Klicken Sie auf das Square und drücken Sie D, um es abzuleiten. Drücken Sie G, um den Gradienten zu zeigen oder zu verbergen. Führen Sie noch einmal aus, und die Farben zeigen, wie groß der Gradient ist: hier 2 w = 6. Halten Sie die Maus auf den Draht, um den Wert zu lesen.</translation>
    </message>
    <message>
      <source>What-if</source>
      <translation>Annahme</translation>
    </message>
    <message>
      <source>What-if...</source>
      <translation>Was wäre, wenn...</translation>
    </message>
    <message>
      <source>What-if: ignore this stop</source>
      <translation>Annahme: diesen Stopp ignorieren</translation>
    </message>
    <message>
      <source>What-if: remove the stop at {output}</source>
      <translation>Annahme: den Stopp bei {output} entfernen</translation>
    </message>
    <message>
      <source>What-if: restore this stop</source>
      <translation>Annahme: diesen Stopp wiederherstellen</translation>
    </message>
    <message>
      <source>What-if: stop at {output}</source>
      <translation>Annahme: bei {output} stoppen</translation>
    </message>
    <message>
      <source>What-if: {words}</source>
      <translation>Annahme: {words}</translation>
    </message>
    <message>
      <source>What-if: {words}. {sentence}</source>
      <translation>Annahme: {words}. {sentence}</translation>
    </message>
    <message>
      <source>Wheel, pinch</source>
      <translation>Rad, Fingergeste</translation>
    </message>
    <message>
      <source>Where3 needs a condition of the shape {shape_text} of x, of one value, or of one per row; got {shape_text2}</source>
      <translation>Where3 braucht eine Bedingung von der Form {shape_text} von x, aus einem Wert oder aus einem je Zeile; bekommen wird {shape_text2}</translation>
    </message>
    <message>
      <source>Where3 needs x and y of one shape, got {shape_text} and {shape_text2}</source>
      <translation>Where3 braucht x und y gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of Q?</source>
      <translation>Was davon bekommt einen Gradienten von Q?</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of loss?</source>
      <translation>Was davon bekommt einen Gradienten von loss?</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of train_loss?</source>
      <translation>Was davon bekommt einen Gradienten von train_loss?</translation>
    </message>
    <message>
      <source>Which variables will get a gradient of loss_d?</source>
      <translation>Welche Variablen bekommen einen Gradienten von loss_d?</translation>
    </message>
    <message>
      <source>While returns only carried values: choose the input that {left} is carried to</source>
      <translation>While liefert nur weitergereichte Werte: den Eingang wählen, an den {left} weitergereicht wird</translation>
    </message>
    <message>
      <source>Why no gradient?</source>
      <translation>Warum kein Gradient?</translation>
    </message>
    <message>
      <source>Why?</source>
      <translation>Warum?</translation>
    </message>
    <message>
      <source>Wire</source>
      <translation>Verbinden</translation>
    </message>
    <message>
      <source>Wire colors</source>
      <translation>Drahtfarben</translation>
    </message>
    <message>
      <source>Wire from {endpoint}?
Arrow keys: another pin. Enter: confirm</source>
      <translation>Draht von {endpoint}?
Pfeiltasten: anderer Pin. Enter: bestätigen</translation>
    </message>
    <message>
      <source>Wire legend</source>
      <translation>Legende der Drähte</translation>
    </message>
    <message>
      <source>Wire the Variable to a Square</source>
      <translation>Verdrahten Sie die Variable mit einem Square</translation>
    </message>
    <message>
      <source>Wire {pin}[{i}]</source>
      <translation>{pin}[{i}] verbinden</translation>
    </message>
    <message>
      <source>Wire {source} to {target}</source>
      <translation>{source} mit {target} verbinden</translation>
    </message>
    <message>
      <source>Wires by dtype</source>
      <translation>Drähte nach dtype</translation>
    </message>
    <message>
      <source>Wires by source</source>
      <translation>Drähte nach Quelle</translation>
    </message>
    <message>
      <source>Wires to distant displays as tags</source>
      <translation>Drähte zu fernen Anzeigen als Marken</translation>
    </message>
    <message>
      <source>With respect to</source>
      <translation>Ableitung nach</translation>
    </message>
    <message>
      <source>Without the stop, a second path appears, through max. Yet the Gradient panel shows that the gradient of x does not change. The gradients that arrive at max add up to zero, because softmax stays the same if you add one number to all elements of a row. The stop saves work and states the intent. No result depends on it.</source>
      <translation>Ohne den Stopp erscheint ein zweiter Weg, durch max. Doch der Bereich Gradient zeigt, dass sich der Gradient von x nicht ändert. Die Gradienten, die bei max ankommen, ergeben zusammen null, denn Softmax bleibt gleich, wenn zu allen Elementen einer Zeile dieselbe Zahl addiert wird. Der Stopp spart Arbeit und zeigt, was gemeint ist. Kein Ergebnis hängt von ihm ab.</translation>
    </message>
    <message>
      <source>Write the values of {block} as floats</source>
      <translation>Die Werte von {block} als Gleitkommazahlen schreiben</translation>
    </message>
    <message>
      <source>Wrong gradient: {wrong}</source>
      <translation>Falscher Gradient: {wrong}</translation>
    </message>
    <message>
      <source>Wrong: {wrong}</source>
      <translation>Falsch: {wrong}</translation>
    </message>
    <message>
      <source>XOR</source>
      <translation>XOR</translation>
    </message>
    <message>
      <source>XOR: backpropagation by hand and with AddSymbolicGradients</source>
      <translation>XOR: Backpropagation von Hand und mit AddSymbolicGradients</translation>
    </message>
    <message>
      <source>Yellow</source>
      <translation>Gelb</translation>
    </message>
    <message>
      <source>You can undo this.</source>
      <translation>Sie können dies rückgängig machen.</translation>
    </message>
    <message>
      <source>Your diagrams are still open. Save them now. The details help to find the error.</source>
      <translation>Ihre Diagramme sind noch offen. Speichern Sie sie jetzt. Die Einzelheiten helfen, den Fehler zu finden.</translation>
    </message>
    <message>
      <source>Your edits cannot be protected from a crash ({why}). Save often.</source>
      <translation>Ihre Änderungen können nicht vor einem Absturz geschützt werden ({why}). Speichern Sie oft.</translation>
    </message>
    <message>
      <source>Zoom</source>
      <translation>Zoom</translation>
    </message>
    <message>
      <source>Zoom in</source>
      <translation>Vergrößern</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>Verkleinern</translation>
    </message>
    <message>
      <source>Zoom to 100 %</source>
      <translation>Zoom auf 100 %</translation>
    </message>
    <message>
      <source>`gradblocks --help` shows what works without it</source>
      <translation>`gradblocks --help` zeigt, was ohne ihn geht</translation>
    </message>
    <message>
      <source>`gradblocks blocks {topic}` describes it</source>
      <translation>`gradblocks blocks {topic}` beschreibt es</translation>
    </message>
    <message>
      <source>`gradblocks blocks` lists them</source>
      <translation>`gradblocks blocks` listet sie auf</translation>
    </message>
    <message>
      <source>`gradblocks check` tells more</source>
      <translation>`gradblocks check` sagt mehr</translation>
    </message>
    <message>
      <source>a .npz file has a name that ends so</source>
      <translation>eine .npz-Datei hat einen Namen, der so endet</translation>
    </message>
    <message>
      <source>a BMP has 3 or 4 channels, 1 cannot be had</source>
      <translation>ein BMP hat 3 oder 4 Kanäle, 1 ist nicht zu haben</translation>
    </message>
    <message>
      <source>a BMP of 8, 24 or 32 bits a pixel can be decoded, this one has {bits}</source>
      <translation>Ein BMP mit 8, 24 oder 32 Bit je Pixel kann dekodiert werden, dieses hat {bits}</translation>
    </message>
    <message>
      <source>a Cast block changes the dtype</source>
      <translation>ein Cast-Block ändert den dtype</translation>
    </message>
    <message>
      <source>a Constant operator</source>
      <translation>ein Operator Constant</translation>
    </message>
    <message>
      <source>a DType is not serialised; write its name</source>
      <translation>Ein DType wird nicht serialisiert; schreiben Sie seinen Namen</translation>
    </message>
    <message>
      <source>a Fourier transform of another length has no block</source>
      <translation>für eine Fourier-Transformation anderer Länge gibt es keinen Block</translation>
    </message>
    <message>
      <source>a GIF has 3 channels, {channels} cannot be had</source>
      <translation>ein GIF hat 3 Kanäle, {channels} sind nicht zu haben</translation>
    </message>
    <message>
      <source>a Gather block takes a tensor as an index</source>
      <translation>ein Gather-Block nimmt einen Tensor als Index</translation>
    </message>
    <message>
      <source>a JPEG has 1 or 3 channels, 4 cannot be had</source>
      <translation>ein JPEG hat 1 oder 3 Kanäle, 4 sind nicht zu haben</translation>
    </message>
    <message>
      <source>a JPEG is {LARGEST} pixels high and wide at most, got shape {shape_text}</source>
      <translation>Ein JPEG ist höchstens {LARGEST} Pixel hoch und breit, bekommen wird die Form {shape_text}</translation>
    </message>
    <message>
      <source>a JPEG of four inks cannot be decoded to grey</source>
      <translation>ein JPEG mit vier Druckfarben kann nicht zu Grau dekodiert werden</translation>
    </message>
    <message>
      <source>a JPEG takes {XMP_LIMIT} bytes of XMP at most, xmp_metadata has {length}</source>
      <translation>Ein JPEG nimmt höchstens {XMP_LIMIT} Bytes XMP, xmp_metadata hat {length}</translation>
    </message>
    <message>
      <source>a Mean or Sum block makes one of it</source>
      <translation>ein Mean- oder Sum-Block macht einen daraus</translation>
    </message>
    <message>
      <source>a MutableDenseHashTable with keys of dtype {short} has values of dtype {names}, not {short2}</source>
      <translation>Eine MutableDenseHashTable mit Schlüsseln vom dtype {short} hat Werte vom dtype {names}, nicht {short2}</translation>
    </message>
    <message>
      <source>a MutableHashTable takes changes</source>
      <translation>eine MutableHashTable nimmt Änderungen</translation>
    </message>
    <message>
      <source>a PaddingFIFOQueue takes elements of different sizes</source>
      <translation>eine PaddingFIFOQueue nimmt Elemente verschiedener Größen</translation>
    </message>
    <message>
      <source>a Python number that is no argument of the traced function has one</source>
      <translation>eine Python-Zahl, die kein Argument der verfolgten Funktion ist, hat einen</translation>
    </message>
    <message>
      <source>a Reshape block makes one row of each example</source>
      <translation>ein Reshape-Block macht aus jedem Beispiel eine Zeile</translation>
    </message>
    <message>
      <source>a SparseReorder block puts them in order</source>
      <translation>ein SparseReorder-Block bringt sie in Reihenfolge</translation>
    </message>
    <message>
      <source>a Variable</source>
      <translation>eine Variable</translation>
    </message>
    <message>
      <source>a backslash before {value} has no meaning</source>
      <translation>Ein Backslash vor {value} hat keine Bedeutung</translation>
    </message>
    <message>
      <source>a backslash itself is written twice</source>
      <translation>Ein Backslash selbst wird doppelt geschrieben</translation>
    </message>
    <message>
      <source>a binary value of type {dtype} is not known</source>
      <translation>Ein binärer Wert vom Typ {dtype} ist nicht bekannt</translation>
    </message>
    <message>
      <source>a block is too short</source>
      <translation>ein Datenblock ist zu kurz</translation>
    </message>
    <message>
      <source>a block of the wire is missing</source>
      <translation>ein Block des Drahts fehlt</translation>
    </message>
    <message>
      <source>a body has the precision that its blocks have</source>
      <translation>Ein Rumpf hat die Genauigkeit, die seine Blöcke haben</translation>
    </message>
    <message>
      <source>a bound is a scalar, or of the shape {shape_text} of t; it has {shape_text2}</source>
      <translation>Eine Grenze ist ein Skalar oder von der Form {shape_text} von t; sie hat {shape_text2}</translation>
    </message>
    <message>
      <source>a box holds a value that is not finite</source>
      <translation>Ein Kasten enthält einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
      <source>a brace is not closed</source>
      <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
      <source>a breakpoint needs a block with a tensor output: select one</source>
      <translation>ein Haltepunkt braucht einen Block mit Tensorausgang: einen wählen</translation>
    </message>
    <message>
      <source>a cell holds one value</source>
      <translation>eine Zelle enthält einen Wert</translation>
    </message>
    <message>
      <source>a checkpoint goes with a model of TensorFlow</source>
      <translation>ein Checkpoint gehört zu einem Modell von TensorFlow</translation>
    </message>
    <message>
      <source>a checksum is wrong</source>
      <translation>eine Prüfsumme ist falsch</translation>
    </message>
    <message>
      <source>a closing brace has no partner</source>
      <translation>eine schließende Klammer hat kein Gegenstück</translation>
    </message>
    <message>
      <source>a comma is missing between two values</source>
      <translation>Zwischen zwei Werten fehlt ein Komma</translation>
    </message>
    <message>
      <source>a comma separates values: a number has a point, as in 3.5</source>
      <translation>ein Komma trennt Werte: eine Zahl hat einen Punkt, etwa 3.5</translation>
    </message>
    <message>
      <source>a comma stands where a value is expected</source>
      <translation>Ein Komma steht, wo ein Wert erwartet wird</translation>
    </message>
    <message>
      <source>a composite cannot contain a ClientSession: sessions belong to pages</source>
      <translation>ein Verbund kann keine ClientSession enthalten: Sitzungen gehören zu Seiten</translation>
    </message>
    <message>
      <source>a composite cannot contain itself: {path}</source>
      <translation>ein Verbund kann sich nicht selbst enthalten: {path}</translation>
    </message>
    <message>
      <source>a condition has at most {LONGEST} characters, this one {text}</source>
      <translation>eine Bedingung hat höchstens {LONGEST} Zeichen, diese {text}</translation>
    </message>
    <message>
      <source>a condition is nonfinite, rises or such as norm &gt; 10, joined by and, or</source>
      <translation>Eine Bedingung ist nonfinite, rises oder etwas wie norm &gt; 10, verbunden durch and, or</translation>
    </message>
    <message>
      <source>a convolution over {count} axes has no block</source>
      <translation>für eine Faltung über {count} Achsen gibt es keinen Block</translation>
    </message>
    <message>
      <source>a dense tensor of {axes} axes cannot be broadcast to a sparse one whose indices have {rank} numbers</source>
      <translation>Ein dichter Tensor mit {axes} Achsen kann nicht auf einen dünn besetzten gebroadcastet werden, dessen Indizes {rank} Zahlen haben</translation>
    </message>
    <message>
      <source>a diagram begins with "format": "{FIRST}"</source>
      <translation>ein Diagramm beginnt mit "format": "{FIRST}"</translation>
    </message>
    <message>
      <source>a diagram cannot hold a first value of its own for {path}</source>
      <translation>ein Diagramm kann keinen eigenen Anfangswert für {path} enthalten</translation>
    </message>
    <message>
      <source>a diagram has at most {MAX_BLOCKS} blocks</source>
      <translation>Ein Diagramm hat höchstens {MAX_BLOCKS} Blöcke</translation>
    </message>
    <message>
      <source>a diagram has at most {MAX_WIRES} wires</source>
      <translation>Ein Diagramm hat höchstens {MAX_WIRES} Drähte</translation>
    </message>
    <message>
      <source>a division by zero has no result</source>
      <translation>Eine Division durch null hat kein Ergebnis</translation>
    </message>
    <message>
      <source>a dtype</source>
      <translation>ein dtype</translation>
    </message>
    <message>
      <source>a feed</source>
      <translation>eine Einspeisung</translation>
    </message>
    <message>
      <source>a feed has its value from the step</source>
      <translation>Ein eingespeister Wert kommt aus dem Schritt</translation>
    </message>
    <message>
      <source>a filter of {rank} axes does not fit images of {rank2}</source>
      <translation>ein Filter mit {rank} Achsen passt nicht zu Bildern mit {rank2}</translation>
    </message>
    <message>
      <source>a folder on this computer</source>
      <translation>ein Ordner auf diesem Rechner</translation>
    </message>
    <message>
      <source>a formula has {{{name}}} for one term: there are {terms}</source>
      <translation>eine Formel hat {{{name}}} für einen Term: es gibt {terms}</translation>
    </message>
    <message>
      <source>a length of {wrong} does not go with {time} steps of inputs</source>
      <translation>Eine Länge von {wrong} passt nicht zu {time} Schritten von inputs</translation>
    </message>
    <message>
      <source>a list of tensors</source>
      <translation>eine Liste von Tensoren</translation>
    </message>
    <message>
      <source>a list of {many}</source>
      <translation>eine Liste von {many}</translation>
    </message>
    <message>
      <source>a loop needs a scope</source>
      <translation>Eine Schleife braucht einen Scope</translation>
    </message>
    <message>
      <source>a matrix has a zero on its diagonal, so that it is singular</source>
      <translation>Eine Matrix hat eine Null auf der Diagonale und ist daher singulär</translation>
    </message>
    <message>
      <source>a matrix of {result} rows and {result2} columns has longer diagonals than those that are given</source>
      <translation>Eine Matrix mit {result} Zeilen und {result2} Spalten hat längere Diagonalen als die gegebenen</translation>
    </message>
    <message>
      <source>a matrix with infinity or NaN has no eigenvalues</source>
      <translation>Eine Matrix mit Unendlich oder NaN hat keine Eigenwerte</translation>
    </message>
    <message>
      <source>a merge left a conflict: {subject}: ours {shown}, theirs {shown2}</source>
      <translation>Beim Zusammenführen blieb ein Konflikt: {subject}: unseres {shown}, deren {shown2}</translation>
    </message>
    <message>
      <source>a number</source>
      <translation>eine Zahl</translation>
    </message>
    <message>
      <source>a number is cut off</source>
      <translation>Eine Zahl ist abgeschnitten</translation>
    </message>
    <message>
      <source>a number is missing behind {symbol}</source>
      <translation>Hinter {symbol} fehlt eine Zahl</translation>
    </message>
    <message>
      <source>a number of {word} characters is too long</source>
      <translation>Eine Zahl aus {word} Zeichen ist zu lang</translation>
    </message>
    <message>
      <source>a package holds composites, and this one has none</source>
      <translation>ein Paket enthält Verbunde, und dieses hat keine</translation>
    </message>
    <message>
      <source>a package says of itself "package": {"name": ..., "version": ..., "doc": ..., "licence": ...}</source>
      <translation>ein Paket sagt von sich "package": {"name": ..., "version": ..., "doc": ..., "licence": ...}</translation>
    </message>
    <message>
      <source>a page with loops over composites, and something that is at fault, muted or shared, cannot be written as a Python program</source>
      <translation>Eine Seite mit Schleifen über Verbünde und etwas Fehlerhaftem, Stummgeschaltetem oder Geteiltem kann nicht als Python-Programm geschrieben werden</translation>
    </message>
    <message>
      <source>a picture of the window is a PNG file: OUT must end in .png</source>
      <translation>ein Bild des Fensters ist eine PNG-Datei: OUT muss auf .png enden</translation>
    </message>
    <message>
      <source>a pin is written block.pin, an element of a list block.pin[0]</source>
      <translation>Ein Pin wird block.pin geschrieben, ein Element einer Liste block.pin[0]</translation>
    </message>
    <message>
      <source>a plain value</source>
      <translation>ein einfacher Wert</translation>
    </message>
    <message>
      <source>a point of a route must be two finite numbers</source>
      <translation>Ein Punkt eines Wegs muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>a point of route number {number} must be two finite numbers</source>
      <translation>Ein Punkt der Route Nummer {number} muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>a pool of {counts} parts is not known: at most {MOST_PARTS} along both axes</source>
      <translation>ein Pool aus {counts} Teilen ist nicht bekannt: höchstens {MOST_PARTS} entlang beider Achsen</translation>
    </message>
    <message>
      <source>a power of a negative number that is no whole one has no real result</source>
      <translation>Eine nicht ganzzahlige Potenz einer negativen Zahl hat kein reelles Ergebnis</translation>
    </message>
    <message>
      <source>a range needs input_max of input_min or more</source>
      <translation>ein Bereich braucht input_max ab input_min</translation>
    </message>
    <message>
      <source>a reader needs a queue of single strings</source>
      <translation>Ein Leser braucht eine Warteschlange einzelner Texte</translation>
    </message>
    <message>
      <source>a reader needs a queue of strings, {queue} holds {names}</source>
      <translation>Ein Leser braucht eine Warteschlange von Strings, {queue} enthält {names}</translation>
    </message>
    <message>
      <source>a recorded value cannot be read: {error}</source>
      <translation>ein aufgezeichneter Wert kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>a scalar holds no elements that could be put in one by one</source>
      <translation>Ein Skalar enthält keine Elemente, die einzeln eingereiht werden könnten</translation>
    </message>
    <message>
      <source>a scalar holds no values that could go to keys one by one</source>
      <translation>Ein Skalar enthält keine Werte, die einzeln zu Schlüsseln gehören könnten</translation>
    </message>
    <message>
      <source>a scope</source>
      <translation>ein Geltungsbereich</translation>
    </message>
    <message>
      <source>a sequence goes from round to round, and not each round appends one tensor to it</source>
      <translation>eine Sequenz geht von Runde zu Runde, und nicht jede Runde hängt ihr einen Tensor an</translation>
    </message>
    <message>
      <source>a sequence has {MOST_ITEMS} items at most</source>
      <translation>eine Sequenz hat höchstens {MOST_ITEMS} Einträge</translation>
    </message>
    <message>
      <source>a shape is written [2, null]</source>
      <translation>eine Form wird [2, null] geschrieben</translation>
    </message>
    <message>
      <source>a shape of {rank} sizes is too long: a tensor has at most {MAX_RANK} axes</source>
      <translation>Eine Form aus {rank} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a shape of {shape} sizes is too long: a tensor has at most {MAX_RANK} axes</source>
      <translation>Eine Form aus {shape} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a shape of {wanted} sizes is too long: a tensor has at most {MAX_RANK} axes</source>
      <translation>Eine Form aus {wanted} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a shape, [2, ?]</source>
      <translation>eine Form, [2, ?]</translation>
    </message>
    <message>
      <source>a sheet has at most {most_cells:,} cells: put the values into a file instead</source>
      <translation>eine Tabelle hat höchstens {most_cells:,} Zellen: die Werte stattdessen in eine Datei schreiben</translation>
    </message>
    <message>
      <source>a size cannot be {size}</source>
      <translation>Eine Größe kann nicht {size} sein</translation>
    </message>
    <message>
      <source>a stride cannot be 0</source>
      <translation>Ein Stride kann nicht 0 sein</translation>
    </message>
    <message>
      <source>a string</source>
      <translation>eine Zeichenkette</translation>
    </message>
    <message>
      <source>a string has control characters, which are not wanted</source>
      <translation>Ein String enthält Steuerzeichen, die nicht erwünscht sind</translation>
    </message>
    <message>
      <source>a string is malformed from its byte {at} on</source>
      <translation>Ein String ist ab seinem Byte {at} fehlerhaft</translation>
    </message>
    <message>
      <source>a temporary variable has no value before something is assigned to it</source>
      <translation>eine temporäre Variable hat keinen Wert, bevor ihr etwas zugewiesen wird</translation>
    </message>
    <message>
      <source>a temporary variable needs a shape without unknown sizes, got {shape_text}</source>
      <translation>Eine temporäre Variable braucht eine Form ohne unbekannte Größen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>a tensor</source>
      <translation>ein Tensor</translation>
    </message>
    <message>
      <source>a tensor needs a name to be saved by</source>
      <translation>Ein Tensor braucht einen Namen, unter dem er gespeichert wird</translation>
    </message>
    <message>
      <source>a tensor of the shape {shape_text} cannot be broadcast to {shape_text2}</source>
      <translation>Ein Tensor der Form {shape_text} kann nicht auf {shape_text2} gebroadcastet werden</translation>
    </message>
    <message>
      <source>a tensor of the shape {shape_text} cannot be summed to {shape_text2}</source>
      <translation>Ein Tensor der Form {shape_text} kann nicht zu {shape_text2} summiert werden</translation>
    </message>
    <message>
      <source>a text among the {kind} {fault}</source>
      <translation>Ein Text unter {kind} {fault}</translation>
    </message>
    <message>
      <source>a text in quotes must follow {key}</source>
      <translation>Auf {key} muss ein Text in Anführungszeichen folgen</translation>
    </message>
    <message>
      <source>a text of the value {name} {fault}</source>
      <translation>Ein Text des Werts {name} {fault}</translation>
    </message>
    <message>
      <source>a text of {text} characters is too long for a tensor: the limit is {MAX_CHARACTERS}</source>
      <translation>Ein Text aus {text} Zeichen ist zu lang für einen Tensor: die Grenze ist {MAX_CHARACTERS}</translation>
    </message>
    <message>
      <source>a text with b before the quotes holds ASCII only: write other bytes as \xff</source>
      <translation>Ein Text mit b vor den Anführungszeichen enthält nur ASCII: schreiben Sie andere Bytes als \xff</translation>
    </message>
    <message>
      <source>a text with b before the quotes holds no character beyond \xff</source>
      <translation>Ein Text mit b vor den Anführungszeichen enthält kein Zeichen über \xff hinaus</translation>
    </message>
    <message>
      <source>a thumbnail is a PNG file: OUT must end in .png</source>
      <translation>eine Vorschau ist eine PNG-Datei: OUT muss auf .png enden</translation>
    </message>
    <message>
      <source>a traced array has no attribute {name}</source>
      <translation>ein verfolgtes Array hat kein Attribut {name}</translation>
    </message>
    <message>
      <source>a traced array without axes has no length</source>
      <translation>ein verfolgtes Array ohne Achsen hat keine Länge</translation>
    </message>
    <message>
      <source>a traced value cannot be written into an array</source>
      <translation>ein verfolgter Wert kann nicht in ein Array geschrieben werden</translation>
    </message>
    <message>
      <source>a value has the shape {shape_text}, the variable {shape_text2}</source>
      <translation>Ein Wert hat die Form {shape_text}, die Variable {shape_text2}</translation>
    </message>
    <message>
      <source>a value is missing between two commas</source>
      <translation>zwischen zwei Kommas fehlt ein Wert</translation>
    </message>
    <message>
      <source>a value is too large for {dtype}</source>
      <translation>Ein Wert ist zu groß für {dtype}</translation>
    </message>
    <message>
      <source>a value of the Python type {name} cannot stand in a diagram</source>
      <translation>Ein Wert vom Python-Typ {name} kann nicht in einem Diagramm stehen</translation>
    </message>
    <message>
      <source>a value of type {dtype} cannot be typed</source>
      <translation>ein Wert vom Typ {dtype} kann nicht getippt werden</translation>
    </message>
    <message>
      <source>a variable inside of it could not be made</source>
      <translation>eine Variable darin könnte nicht angelegt werden</translation>
    </message>
    <message>
      <source>a variable is read by the session</source>
      <translation>Eine Variable wird von der Sitzung gelesen</translation>
    </message>
    <message>
      <source>a variable needs a dtype, or a value to begin with</source>
      <translation>Eine Variable braucht einen dtype oder einen Anfangswert</translation>
    </message>
    <message>
      <source>a variable of {short} cannot hold {name}</source>
      <translation>eine Variable vom Typ {short} kann {name} nicht enthalten</translation>
    </message>
    <message>
      <source>a vector has one row: paste a row, or make it a matrix first</source>
      <translation>ein Vektor hat eine Zeile: eine Zeile einfügen oder erst eine Matrix daraus machen</translation>
    </message>
    <message>
      <source>a wait that nothing can end is an error at once</source>
      <translation>ein Warten, das nichts beenden kann, ist sofort ein Fehler</translation>
    </message>
    <message>
      <source>a whole line ({pin} = {index}) is {short}, the table has {short2}</source>
      <translation>Eine ganze Zeile ({pin} = {index}) ist {short}, die Tabelle hat {short2}</translation>
    </message>
    <message>
      <source>a wire comes from {source}, but there is no block {block}</source>
      <translation>Ein Draht kommt von {source}, aber es gibt keinen Block {block}</translation>
    </message>
    <message>
      <source>a wire comes from {source}, but there is no block {source2}</source>
      <translation>Ein Draht kommt von {source}, aber es gibt keinen Block {source2}</translation>
    </message>
    <message>
      <source>a wire comes from {source}, but {name} has no output pin {pin}</source>
      <translation>Ein Draht kommt von {source}, aber {name} hat keinen Ausgangspin {pin}</translation>
    </message>
    <message>
      <source>a wire in {canvas} gives it, also for page {others}</source>
      <translation>ein Draht in {canvas} liefert ihn, auch für die Seite {others}</translation>
    </message>
    <message>
      <source>a wire no longer exists</source>
      <translation>ein Draht existiert nicht mehr</translation>
    </message>
    <message>
      <source>a wire or a value</source>
      <translation>ein Draht oder ein Wert</translation>
    </message>
    <message>
      <source>a {kind} with keys of dtype {short} has values of dtype {names}, not {short2}</source>
      <translation>Ein {kind} mit Schlüsseln vom dtype {short} hat Werte vom dtype {names}, nicht {short2}</translation>
    </message>
    <message>
      <source>a {name} has no value that can be written</source>
      <translation>{name} hat keinen Wert, der geschrieben werden kann</translation>
    </message>
    <message>
      <source>a {name} is made by a block and cannot be typed</source>
      <translation>{name} wird von einem Block gemacht und kann nicht getippt werden</translation>
    </message>
    <message>
      <source>accumulators add up half, float and double, not {short}</source>
      <translation>Akkumulatoren summieren half, float und double, nicht {short}</translation>
    </message>
    <message>
      <source>add a loss first</source>
      <translation>zuerst einen Verlust hinzufügen</translation>
    </message>
    <message>
      <source>add a loss or a training step</source>
      <translation>einen Verlust oder einen Trainingsschritt hinzufügen</translation>
    </message>
    <message>
      <source>add epsilon inside: {name}({block_name} + epsilon)</source>
      <translation>addieren Sie epsilon darin: {name}({block_name} + epsilon)</translation>
    </message>
    <message>
      <source>added by you</source>
      <translation>von Ihnen hinzugefügt</translation>
    </message>
    <message>
      <source>aggregate_function {kind} has no blocks</source>
      <translation>für aggregate_function {kind} gibt es keine Blöcke</translation>
    </message>
    <message>
      <source>align_corners and half_pixel_centers cannot both be set: each places the pixels differently</source>
      <translation>align_corners und half_pixel_centers können nicht beide gesetzt sein: jedes setzt die Pixel anders</translation>
    </message>
    <message>
      <source>all elements are {element}</source>
      <translation>alle Elemente sind {element}</translation>
    </message>
    <message>
      <source>all its inputs</source>
      <translation>allen Eingängen</translation>
    </message>
    <message>
      <source>all seeds</source>
      <translation>alle Seeds</translation>
    </message>
    <message>
      <source>all variables are</source>
      <translation>alle Variablen sind</translation>
    </message>
    <message numerus="yes">
      <source>all {n:,} with a gradient</source>
      <translation>
        <numerusform>{n}, mit Gradient</numerusform>
        <numerusform>alle {n:,} mit Gradient</numerusform>
      </translation>
    </message>
    <message>
      <source>an InputPin may declare a shape with null sizes</source>
      <translation>ein InputPin darf eine Form mit Größen null erklären</translation>
    </message>
    <message>
      <source>an InputPin of the same name</source>
      <translation>ein InputPin desselben Namens</translation>
    </message>
    <message>
      <source>an array of NumPy type {dtype} is no tensor</source>
      <translation>Ein Array vom NumPy-Typ {dtype} ist kein Tensor</translation>
    </message>
    <message>
      <source>an axis of {size} is not split into {count} equal parts</source>
      <translation>eine Achse der Größe {size} wird nicht in {count} gleiche Teile geteilt</translation>
    </message>
    <message>
      <source>an entry is longer than its block</source>
      <translation>ein Eintrag ist länger als sein Datenblock</translation>
    </message>
    <message>
      <source>an image of {sizes_text} would be padded to {sizes_text2} for its windows</source>
      <translation>Ein Bild von {sizes_text} würde für seine Fenster auf {sizes_text2} aufgefüllt</translation>
    </message>
    <message>
      <source>an index holds ... once at most</source>
      <translation>Ein Index enthält ... höchstens einmal</translation>
    </message>
    <message>
      <source>an index is made of integers, slices, None and ..., not {value}</source>
      <translation>Ein Index besteht aus ganzen Zahlen, Slices, None und ..., nicht {value}</translation>
    </message>
    <message>
      <source>an index lies outside of an axis of {size}</source>
      <translation>ein Index liegt außerhalb einer Achse der Größe {size}</translation>
    </message>
    <message>
      <source>an index of truth values that are computed gives a shape that depends on values</source>
      <translation>ein Index aus berechneten Wahrheitswerten ergibt eine Form, die von Werten abhängt</translation>
    </message>
    <message>
      <source>an initial value</source>
      <translation>ein Anfangswert</translation>
    </message>
    <message>
      <source>an input of an ONNX model needs to know how many axes it has</source>
      <translation>Ein Eingang eines ONNX-Modells muss wissen, wie viele Achsen er hat</translation>
    </message>
    <message>
      <source>an instance of a composite is made where the page is expanded</source>
      <translation>Eine Instanz eines Verbunds wird gemacht, wo die Seite aufgelöst wird</translation>
    </message>
    <message>
      <source>an integer</source>
      <translation>eine ganze Zahl</translation>
    </message>
    <message>
      <source>an integer has more than {MAX_INT_DIGITS} digits</source>
      <translation>Eine ganze Zahl hat mehr als {MAX_INT_DIGITS} Ziffern</translation>
    </message>
    <message>
      <source>an integer of {word} digits is too long</source>
      <translation>Eine ganze Zahl aus {word} Ziffern ist zu lang</translation>
    </message>
    <message>
      <source>an internal error occurred while reading the file: {name}: {error}</source>
      <translation>beim Lesen der Datei trat ein interner Fehler auf: {name}: {error}</translation>
    </message>
    <message>
      <source>an operation</source>
      <translation>eine Operation</translation>
    </message>
    <message>
      <source>an unknown key {fault}</source>
      <translation>Ein unbekannter Schlüssel {fault}</translation>
    </message>
    <message>
      <source>and {count:,} more</source>
      <translation>und {count:,} weitere</translation>
    </message>
    <message>
      <source>and {count:,} more lint warnings</source>
      <translation>und {count:,} weitere Lint-Warnungen</translation>
    </message>
    <message>
      <source>and {many} more</source>
      <translation>und {many} weitere</translation>
    </message>
    <message>
      <source>and {more:,} more</source>
      <translation>und {more:,} weitere</translation>
    </message>
    <message numerus="yes">
      <source>and {n} other types</source>
      <translation>
        <numerusform>und {n} anderer Typ</numerusform>
        <numerusform>und {n} andere Typen</numerusform>
      </translation>
    </message>
    <message>
      <source>another process at {where} has the number {number}</source>
      <translation>Ein anderer Prozess an {where} hat die Nummer {number}</translation>
    </message>
    <message>
      <source>another window has already restored or discarded it</source>
      <translation>ein anderes Fenster hat es schon wiederhergestellt oder verworfen</translation>
    </message>
    <message>
      <source>any dtype</source>
      <translation>beliebiger dtype</translation>
    </message>
    <message>
      <source>any dtype except {missing}</source>
      <translation>jeder dtype außer {missing}</translation>
    </message>
    <message>
      <source>any float dtype</source>
      <translation>beliebiger Gleitkomma-dtype</translation>
    </message>
    <message>
      <source>any integer dtype</source>
      <translation>beliebiger ganzzahliger dtype</translation>
    </message>
    <message>
      <source>any numeric dtype</source>
      <translation>beliebiger Zahlen-dtype</translation>
    </message>
    <message>
      <source>any real dtype</source>
      <translation>beliebiger reeller dtype</translation>
    </message>
    <message>
      <source>any shape</source>
      <translation>beliebige Form</translation>
    </message>
    <message>
      <source>approx_top_k without aggregate_to_topk has no block</source>
      <translation>approx_top_k ohne aggregate_to_topk hat keinen Block</translation>
    </message>
    <message>
      <source>area_range goes up to 1, the whole image, not {attrs}</source>
      <translation>area_range geht bis 1, das ganze Bild, nicht {attrs}</translation>
    </message>
    <message>
      <source>argmax must lie in 0 ... {limit}, got {outside}</source>
      <translation>argmax muss in 0 ... {limit} liegen, ist aber {outside}</translation>
    </message>
    <message>
      <source>asked for by {name}</source>
      <translation>verlangt von {name}</translation>
    </message>
    <message>
      <source>assertion failed: {value}</source>
      <translation>Behauptung verletzt: {value}</translation>
    </message>
    <message>
      <source>at least one step must be run, not {steps}</source>
      <translation>mindestens ein Schritt muss laufen, nicht {steps}</translation>
    </message>
    <message>
      <source>attribute {name}: its annotation must be one of {join}, not {plain}</source>
      <translation>Attribut {name}: die Annotation muss eine von {join} sein, nicht {plain}</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation>automatisch</translation>
    </message>
    <message>
      <source>automatic: {first}</source>
      <translation>automatisch: {first}</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in a tensor of rank {rank}: {limits}</source>
      <translation>Achse {axis} gibt es in einem Tensor vom Rang {rank} nicht: {limits}</translation>
    </message>
    <message>
      <source>axis {axis} is none of the {rank} axes of what it is given</source>
      <translation>Achse {axis} ist keine der {rank} Achsen dessen, was er bekommt</translation>
    </message>
    <message>
      <source>axis {axis} of an array with {rank} axes</source>
      <translation>Achse {axis} eines Arrays mit {rank} Achsen</translation>
    </message>
    <message>
      <source>axis {each} is named twice in {list}</source>
      <translation>Achse {each} steht zweimal in {list}</translation>
    </message>
    <message>
      <source>axis {index} is removed: its stride must be positive, got {stride}</source>
      <translation>Achse {index} wird entfernt: ihr Stride muss positiv sein, ist aber {stride}</translation>
    </message>
    <message>
      <source>bad_indices_policy must be empty or one of {names}, got {policy}</source>
      <translation>bad_indices_policy muss leer oder eines von {names} sein, ist aber {policy}</translation>
    </message>
    <message>
      <source>batch_dims is {batch}, but indices have only {indices} axes</source>
      <translation>batch_dims ist {batch}, aber indices haben nur {indices} Achsen</translation>
    </message>
    <message>
      <source>block library</source>
      <translation>Blockbibliothek</translation>
    </message>
    <message>
      <source>block number {number} has no 'id', or one that is no string</source>
      <translation>Block Nummer {number} hat keine 'id' oder eine, die kein String ist</translation>
    </message>
    <message>
      <source>block number {number} must be an object</source>
      <translation>Block Nummer {number} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>both branches give tensors of the same element types</source>
      <translation>beide Zweige geben Tensoren gleicher Elementtypen</translation>
    </message>
    <message>
      <source>both branches give the same names</source>
      <translation>beide Zweige geben dieselben Namen</translation>
    </message>
    <message>
      <source>box_ind {wrong} is outside the batch of {count} images</source>
      <translation>box_ind {wrong} liegt außerhalb des Batches von {count} Bildern</translation>
    </message>
    <message>
      <source>boxes are given in parts of the image, from 0 to 1; one has {boxes}</source>
      <translation>Kästen werden in Anteilen des Bildes von 0 bis 1 angegeben; einer hat {boxes}</translation>
    </message>
    <message>
      <source>brings a document type (&lt;!DOCTYPE&gt;), which no page of enuSpace has</source>
      <translation>bringt einen Dokumenttyp mit (&lt;!DOCTYPE&gt;), den keine Seite von enuSpace hat</translation>
    </message>
    <message>
      <source>built in</source>
      <translation>eingebaut</translation>
    </message>
    <message>
      <source>cannot be a folder: {getattr}</source>
      <translation>kann kein Ordner sein: {getattr}</translation>
    </message>
    <message>
      <source>cannot be lowered: {splitlines}</source>
      <translation>kann nicht übersetzt werden: {splitlines}</translation>
    </message>
    <message>
      <source>cannot be made: {strerror}</source>
      <translation>lässt sich nicht anlegen: {strerror}</translation>
    </message>
    <message>
      <source>cannot be read: it is not a regular file</source>
      <translation>nicht lesbar: es ist keine reguläre Datei</translation>
    </message>
    <message>
      <source>cannot be read: {error}</source>
      <translation>kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>cannot be read: {strerror}</source>
      <translation>kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
      <source>cannot be read: {why}</source>
      <translation>kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>cannot be removed: {strerror}</source>
      <translation>kann nicht entfernt werden: {strerror}</translation>
    </message>
    <message>
      <source>cannot be used</source>
      <translation>nicht benutzbar</translation>
    </message>
    <message>
      <source>cannot be written for JAX: {title} {reason}</source>
      <translation>kann nicht für JAX geschrieben werden: {title} {reason}</translation>
    </message>
    <message>
      <source>cannot be written: it is a folder</source>
      <translation>kann nicht geschrieben werden: es ist ein Ordner</translation>
    </message>
    <message>
      <source>cannot be written: it is a folder that holds no SavedModel</source>
      <translation>kann nicht geschrieben werden: es ist ein Ordner, der kein SavedModel enthält</translation>
    </message>
    <message>
      <source>cannot be written: there is no folder {folder}</source>
      <translation>kann nicht geschrieben werden: es gibt keinen Ordner {folder}</translation>
    </message>
    <message>
      <source>cannot be written: {error}</source>
      <translation>kann nicht geschrieben werden: {error}</translation>
    </message>
    <message>
      <source>cannot be written: {strerror}</source>
      <translation>kann nicht geschrieben werden: {strerror}</translation>
    </message>
    <message>
      <source>cannot be written: {why}</source>
      <translation>kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
      <source>carried between iterations</source>
      <translation>zwischen Iterationen weitergereicht</translation>
    </message>
    <message>
      <source>cast the integers beside it to float instead</source>
      <translation>wandeln Sie stattdessen die ganzen Zahlen daneben in float um</translation>
    </message>
    <message>
      <source>channels is 0 (as many as the picture has), 1, 3 or 4, not {attrs}</source>
      <translation>channels ist 0 (so viele, wie das Bild hat), 1, 3 oder 4, nicht {attrs}</translation>
    </message>
    <message>
      <source>channels is 0, 3 or 4 for a BMP, not {attrs}</source>
      <translation>channels ist 0, 3 oder 4 für ein BMP, nicht {attrs}</translation>
    </message>
    <message>
      <source>channels must be 1, 3 or 4, got {attrs}</source>
      <translation>channels muss 1, 3 oder 4 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>choose</source>
      <translation>wählen</translation>
    </message>
    <message>
      <source>choose one of its pins</source>
      <translation>einen seiner Pins wählen</translation>
    </message>
    <message>
      <source>choose what goes into {block_name} by the same condition, too, and something safe else</source>
      <translation>wählen Sie auch das, was in {block_name} geht, nach derselben Bedingung, und sonst etwas Sicheres</translation>
    </message>
    <message>
      <source>choose which values to record</source>
      <translation>wählen, welche Werte aufgezeichnet werden</translation>
    </message>
    <message>
      <source>chooses from variables of several shapes</source>
      <translation>wählt aus Variablen verschiedener Formen</translation>
    </message>
    <message>
      <source>classes must be integers from 0, or scores of shape [n, classes]</source>
      <translation>Klassen müssen ganze Zahlen ab 0 oder Bewertungen der Form [n, Klassen] sein</translation>
    </message>
    <message>
      <source>classes must be numbers</source>
      <translation>Klassen müssen Zahlen sein</translation>
    </message>
    <message>
      <source>clear_after_read=false on the TensorArray keeps it</source>
      <translation>clear_after_read=false am TensorArray behält es</translation>
    </message>
    <message>
      <source>click to choose</source>
      <translation>Klicken zum Wählen</translation>
    </message>
    <message>
      <source>click to toggle</source>
      <translation>Klicken zum Umschalten</translation>
    </message>
    <message>
      <source>column {column}: </source>
      <translation>Spalte {column}: </translation>
    </message>
    <message>
      <source>compares sums in half precision</source>
      <translation>vergleicht Summen in halber Genauigkeit</translation>
    </message>
    <message>
      <source>complex numbers need a complex dtype</source>
      <translation>Komplexe Zahlen brauchen einen komplexen dtype</translation>
    </message>
    <message>
      <source>component_index must be at least 0, got {attrs}</source>
      <translation>component_index muss mindestens 0 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>Verbund</translation>
    </message>
    <message>
      <source>compression is a number from -1 to 9, not {attrs}</source>
      <translation>compression ist eine Zahl von -1 bis 9, nicht {attrs}</translation>
    </message>
    <message>
      <source>conflict number {number} has no 'at' that leads to something in a diagram</source>
      <translation>Der Konflikt Nummer {number} hat kein 'at', das zu etwas in einem Diagramm führt</translation>
    </message>
    <message>
      <source>contents is a BMP</source>
      <translation>contents ist ein BMP</translation>
    </message>
    <message>
      <source>contents is a GIF of {frames} frames</source>
      <translation>contents ist ein GIF aus {frames} Bildern</translation>
    </message>
    <message>
      <source>contents is a {form}, no BMP</source>
      <translation>contents ist ein {form}, kein BMP</translation>
    </message>
    <message>
      <source>contents is a {form}, no JPEG</source>
      <translation>contents ist ein {form}, kein JPEG</translation>
    </message>
    <message>
      <source>contents is no JPEG, PNG, GIF or BMP: {what}</source>
      <translation>contents ist kein JPEG, PNG, GIF oder BMP: {what}</translation>
    </message>
    <message>
      <source>contract {name} </source>
      <translation>Vertrag {name}: </translation>
    </message>
    <message>
      <source>control and scope</source>
      <translation>Steuerung und Geltungsbereich</translation>
    </message>
    <message>
      <source>control dependency {name} belongs to another graph</source>
      <translation>Die Steuerabhängigkeit {name} gehört zu einem anderen Graphen</translation>
    </message>
    <message>
      <source>convert it into a {SUFFIX} file first, and that into {suffix}</source>
      <translation>konvertieren Sie es zuerst in eine {SUFFIX}-Datei, und diese in {suffix}</translation>
    </message>
    <message>
      <source>converted: {names}</source>
      <translation>umgewandelt: {names}</translation>
    </message>
    <message>
      <source>correct</source>
      <translation>richtig</translation>
    </message>
    <message>
      <source>could not be drawn: {found}</source>
      <translation>es konnte nicht gezeichnet werden: {found}</translation>
    </message>
    <message>
      <source>currently {value}</source>
      <translation>derzeit {value}</translation>
    </message>
    <message>
      <source>cuts digits off instead of rounding</source>
      <translation>schneidet Stellen ab, statt zu runden</translation>
    </message>
    <message>
      <source>data from a file is not allowed here: {show}</source>
      <translation>Daten aus einer Datei sind hier nicht erlaubt: {show}</translation>
    </message>
    <message>
      <source>data from a file is written {"file": "name.npy"}, with nothing beside</source>
      <translation>Daten aus einer Datei werden {"file": "name.npy"} geschrieben, ohne etwas daneben</translation>
    </message>
    <message>
      <source>dct_method is INTEGER_FAST, INTEGER_ACCURATE or empty, not {attrs}</source>
      <translation>dct_method ist INTEGER_FAST, INTEGER_ACCURATE oder leer, nicht {attrs}</translation>
    </message>
    <message>
      <source>delimiter must be one character, got {attrs}</source>
      <translation>delimiter muss ein Zeichen sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>did you mean `gradblocks {close}`?</source>
      <translation>meinten Sie `gradblocks {close}`?</translation>
    </message>
    <message>
      <source>differ</source>
      <translation>verschieden</translation>
    </message>
    <message>
      <source>differentiated</source>
      <translation>wird abgeleitet</translation>
    </message>
    <message>
      <source>differs in the final values of the variables</source>
      <translation>weicht in den Endwerten der Variablen ab</translation>
    </message>
    <message>
      <source>differs: {name} at step {step:,.0f} is {now:.17g} instead of {before:.17g}</source>
      <translation>weicht ab: {name} ist in Schritt {step:,.0f} {now:.17g} statt {before:.17g}</translation>
    </message>
    <message>
      <source>differs: {steps:,} steps instead of {before:,}</source>
      <translation>weicht ab: {steps:,} Schritte statt {before:,}</translation>
    </message>
    <message>
      <source>does not train {name}: {reason}</source>
      <translation>trainiert {name} nicht: {reason}</translation>
    </message>
    <message>
      <source>drag a number to change it, double-click to type</source>
      <translation>Zahl ziehen, um sie zu ändern, Doppelklick zum Eintippen</translation>
    </message>
    <message>
      <source>draws the numbers that TensorFlow draws for its seeds</source>
      <translation>zieht die Zahlen, die TensorFlow für seine Seeds zieht</translation>
    </message>
    <message>
      <source>draws the numbers that TensorFlow draws for its seeds, run by run of a loop</source>
      <translation>zieht die Zahlen, die TensorFlow für seine Seeds zieht, Lauf für Lauf einer Schleife</translation>
    </message>
    <message>
      <source>duration</source>
      <translation>Dauer</translation>
    </message>
    <message>
      <source>each marks the forward block that it belongs to</source>
      <translation>jeder markiert den Vorwärtsblock, zu dem er gehört</translation>
    </message>
    <message>
      <source>eigenvectors from the left have no block</source>
      <translation>Eigenvektoren von links haben keinen Block</translation>
    </message>
    <message>
      <source>element {index} cannot be written: it has been read already</source>
      <translation>Element {index} kann nicht geschrieben werden: es ist schon gelesen worden</translation>
    </message>
    <message>
      <source>element {index} has been written already</source>
      <translation>Element {index} ist schon geschrieben worden</translation>
    </message>
    <message>
      <source>element {index} has been written already: {short} cannot be added</source>
      <translation>Element {index} ist schon geschrieben worden: {short} kann nicht addiert werden</translation>
    </message>
    <message>
      <source>element {index} has not been written, and its shape is not known</source>
      <translation>Element {index} wurde nicht geschrieben, und seine Form ist nicht bekannt</translation>
    </message>
    <message>
      <source>element {index} has not been written, and there are no zeros of strings</source>
      <translation>Element {index} ist nicht geschrieben worden, und Nullen von Strings gibt es nicht</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, the first {shape_text2}: only their first sizes may differ</source>
      <translation>Element {index} hat die Form {shape_text}, das erste {shape_text2}: nur ihre ersten Größen dürfen sich unterscheiden</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, the first {shape_text2}: they cannot be stacked</source>
      <translation>Element {index} hat die Form {shape_text}, das erste {shape_text2}: sie können nicht gestapelt werden</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, {shape_text2} cannot be added</source>
      <translation>Element {index} hat die Form {shape_text}, {shape_text2} kann nicht addiert werden</translation>
    </message>
    <message>
      <source>element {index} is a scalar: only tensors of rank 1 or more can be concatenated</source>
      <translation>Element {index} ist ein Skalar: nur Tensoren ab Rang 1 können aneinandergefügt werden</translation>
    </message>
    <message>
      <source>element {index} is read twice: it is forgotten when it has been read</source>
      <translation>Element {index} wird zweimal gelesen: es wird vergessen, sobald es gelesen ist</translation>
    </message>
    <message>
      <source>element {indices} has the shape {shape_text}, not {shape_text2}</source>
      <translation>Element {indices} hat die Form {shape_text}, nicht {shape_text2}</translation>
    </message>
    <message>
      <source>element_shape on the TensorArray makes such elements zeros</source>
      <translation>element_shape am TensorArray macht solche Elemente zu Nullen</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>leer</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must be two keys, and are the same</source>
      <translation>empty_key und deleted_key müssen zwei Schlüssel sein und sind gleich</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must have one shape, got {shape_text} and {shape_text2}</source>
      <translation>empty_key und deleted_key müssen dieselbe Form haben, bekommen werden {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>empty_key must be a single key or a vector, got the shape {shape_text}</source>
      <translation>empty_key muss ein einzelner Schlüssel oder ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>enabled</source>
      <translation>aktiviert</translation>
    </message>
    <message>
      <source>ended by a fault of the program: {name}: {fault}</source>
      <translation>durch einen Fehler des Programms beendet: {name}: {fault}</translation>
    </message>
    <message>
      <source>ends at PreventGradient</source>
      <translation>endet an PreventGradient</translation>
    </message>
    <message>
      <source>ends at StopGradient</source>
      <translation>endet an StopGradient</translation>
    </message>
    <message>
      <source>ends at {path}, </source>
      <translation>endet bei {path}, </translation>
    </message>
    <message>
      <source>ends: no further path</source>
      <translation>endet: kein Pfad weiter</translation>
    </message>
    <message>
      <source>ends: not differentiable</source>
      <translation>endet: nicht differenzierbar</translation>
    </message>
    <message>
      <source>ends: the block has no gradient rule</source>
      <translation>endet: Block ohne Gradientenregel</translation>
    </message>
    <message>
      <source>ends: the dtype has no gradient</source>
      <translation>endet: der dtype hat keinen Gradienten</translation>
    </message>
    <message>
      <source>enuSpace pages, tasks and projects (*.svg *.json *.enup)</source>
      <translation>enuSpace-Seiten, -Aufgaben und -Projekte (*.svg *.json *.enup)</translation>
    </message>
    <message>
      <source>enuSpace saves UTF-16</source>
      <translation>enuSpace speichert UTF-16</translation>
    </message>
    <message>
      <source>events cannot be written to {path}: {error}</source>
      <translation>Ereignisse können nicht nach {path} geschrieben werden: {error}</translation>
    </message>
    <message>
      <source>exact</source>
      <translation>exakt</translation>
    </message>
    <message>
      <source>exchanges rows of complex numbers by another norm than XLA</source>
      <translation>tauscht Zeilen komplexer Zahlen nach einer anderen Norm als XLA</translation>
    </message>
    <message>
      <source>expand that first</source>
      <translation>lösen Sie das zuerst auf</translation>
    </message>
    <message>
      <source>exploding 1e{exponent}</source>
      <translation>explodierend 1e{exponent}</translation>
    </message>
    <message>
      <source>failed</source>
      <translation>fehlgeschlagen</translation>
    </message>
    <message>
      <source>feature {key_text} has {longest} of its {sum} values in one example: too much to fill</source>
      <translation>Merkmal {key_text} hat {longest} seiner {sum} Werte in einem Beispiel: zu viel zum Auffüllen</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values, its shape takes {wanted}</source>
      <translation>Merkmal {key_text} von {name} hat {row} Werte, seine Form nimmt {wanted}</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values, no multiple of {inner}</source>
      <translation>Merkmal {key_text} von {name} hat {row} Werte, kein Vielfaches von {inner}</translation>
    </message>
    <message>
      <source>feature {key_text} of {who} says nothing</source>
      <translation>Das Merkmal {key_text} von {who} sagt nichts</translation>
    </message>
    <message>
      <source>feature_list_dense_missing_assumed_empty names those that may be missing</source>
      <translation>feature_list_dense_missing_assumed_empty nennt die, die fehlen dürfen</translation>
    </message>
    <message>
      <source>feed</source>
      <translation>Einspeisung</translation>
    </message>
    <message>
      <source>feed it by its name, or wire a FeedType to a ClientSession</source>
      <translation>speisen Sie ihn über seinen Namen ein, oder schließen Sie ein FeedType an eine ClientSession an</translation>
    </message>
    <message>
      <source>feeds</source>
      <translation>Einspeisungen</translation>
    </message>
    <message>
      <source>field_delim must be one character of one byte, got {delimiter}</source>
      <translation>field_delim muss ein Zeichen aus einem Byte sein, ist aber {delimiter}</translation>
    </message>
    <message>
      <source>finished</source>
      <translation>beendet</translation>
    </message>
    <message>
      <source>floats</source>
      <translation>Gleitkommazahlen</translation>
    </message>
    <message>
      <source>flows here</source>
      <translation>fließt hier</translation>
    </message>
    <message>
      <source>flows here, not measured</source>
      <translation>fließt hier, nicht gemessen</translation>
    </message>
    <message>
      <source>for {some}</source>
      <translation>für {some}</translation>
    </message>
    <message>
      <source>frame number {number} must be an object</source>
      <translation>Rahmen Nummer {number} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>frames of {length} elements, {step} from each other, are none</source>
      <translation>Rahmen aus {length} Elementen im Abstand {step} gibt es nicht</translation>
    </message>
    <message>
      <source>from </source>
      <translation>ab </translation>
    </message>
    <message>
      <source>from a file</source>
      <translation>aus einer Datei</translation>
    </message>
    <message>
      <source>gets {pin} of the previous iteration</source>
      <translation>bekommt {pin} der vorigen Iteration</translation>
    </message>
    <message>
      <source>git cannot be called: {error}</source>
      <translation>git kann nicht aufgerufen werden: {error}</translation>
    </message>
    <message>
      <source>git says: {returncode}</source>
      <translation>git meldet: {returncode}</translation>
    </message>
    <message>
      <source>give a regulariser above 0, or set fast to false</source>
      <translation>geben Sie einen Regularisierer über 0, oder setzen Sie fast auf false</translation>
    </message>
    <message>
      <source>give a vector or a matrix</source>
      <translation>geben Sie einen Vektor oder eine Matrix</translation>
    </message>
    <message>
      <source>give it a rate above 0</source>
      <translation>geben Sie ihm eine Rate über 0</translation>
    </message>
    <message>
      <source>give it a shape, with null for sizes that are not known</source>
      <translation>geben Sie eine Form an, mit null für nicht bekannte Größen</translation>
    </message>
    <message>
      <source>give it another seed</source>
      <translation>geben Sie ihm einen anderen Seed</translation>
    </message>
    <message>
      <source>give it initvalues, or assign to it first</source>
      <translation>geben Sie ihr initvalues, oder weisen Sie zuerst etwas zu</translation>
    </message>
    <message>
      <source>give the queue shapes</source>
      <translation>geben Sie der Warteschlange shapes</translation>
    </message>
    <message>
      <source>gives as many elements as its values say, unless pad_to_max_output_size is set</source>
      <translation>gibt so viele Elemente, wie seine Werte sagen, wenn pad_to_max_output_size nicht gesetzt ist</translation>
    </message>
    <message>
      <source>gives the function {shortened} {given} values, it takes {wanted}</source>
      <translation>gibt der Funktion {shortened} {given} Werte, sie nimmt {wanted}</translation>
    </message>
    <message>
      <source>gives the function {shortened} {inputs} values, it takes {input}</source>
      <translation>gibt der Funktion {shortened} {inputs} Werte, sie nimmt {input}</translation>
    </message>
    <message>
      <source>gives {name} the shape {shape_text} or {shape_text2}</source>
      <translation>gibt {name} die Form {shape_text} oder {shape_text2}</translation>
    </message>
    <message>
      <source>go to a repository, or use --global</source>
      <translation>gehen Sie in ein Repository oder verwenden Sie --global</translation>
    </message>
    <message>
      <source>grad must have the shape {shape_text} of l, got {shape_text2}</source>
      <translation>grad muss die Form {shape_text} von l haben, hat aber {shape_text2}</translation>
    </message>
    <message>
      <source>gradblocks convert {file} OUT{SUFFIX}</source>
      <translation>gradblocks convert {file} OUT{SUFFIX}</translation>
    </message>
    <message>
      <source>gradblocks convert {value} {with_suffix}</source>
      <translation>gradblocks convert {value} {with_suffix}</translation>
    </message>
    <message>
      <source>gradblocks packages list</source>
      <translation>gradblocks packages list zeigt sie</translation>
    </message>
    <message>
      <source>gradient flow, opposite to the data</source>
      <translation>Gradientenfluss, gegen die Daten</translation>
    </message>
    <message>
      <source>gradient of {name}</source>
      <translation>Gradient von {name}</translation>
    </message>
    <message>
      <source>gradient of {type}{by}: {verdict}{details}</source>
      <translation>Gradient von {type}{by}: {verdict}{details}</translation>
    </message>
    <message>
      <source>gradient: {broken_here}</source>
      <translation>Gradient: {broken_here}</translation>
    </message>
    <message>
      <source>gradient: {text}</source>
      <translation>Gradient: {text}</translation>
    </message>
    <message>
      <source>has ClientSession blocks that run together in more than {PERIODS} ways</source>
      <translation>hat ClientSession-Blöcke, die auf mehr als {PERIODS} Arten zusammen laufen</translation>
    </message>
    <message>
      <source>has a condition that is no single truth value</source>
      <translation>hat eine Bedingung, die kein einzelner Wahrheitswert ist</translation>
    </message>
    <message>
      <source>has a field of a kind that is not written any more</source>
      <translation>hat ein Feld einer Art, die nicht mehr geschrieben wird</translation>
    </message>
    <message>
      <source>has a function that calls itself: {cycle}</source>
      <translation>hat eine Funktion, die sich selbst aufruft: {cycle}</translation>
    </message>
    <message>
      <source>has a function that calls itself: {shortened}</source>
      <translation>hat eine Funktion, die sich selbst aufruft: {shortened}</translation>
    </message>
    <message>
      <source>has a function {shortened} that gives {shortened2}, which is not there</source>
      <translation>hat eine Funktion {shortened}, die {shortened2} gibt, was es nicht gibt</translation>
    </message>
    <message>
      <source>has a node {shortened} with an attribute of a function</source>
      <translation>hat einen Knoten {shortened} mit einem Attribut, das eine Funktion ist</translation>
    </message>
    <message>
      <source>has a number of rounds that only another loop knows</source>
      <translation>hat eine Zahl von Durchläufen, die nur eine andere Schleife kennt</translation>
    </message>
    <message>
      <source>has a shape, or checks, that depend on values which are known only when it runs</source>
      <translation>hat eine Form oder Prüfungen, die von Werten abhängen, die erst beim Lauf bekannt werden</translation>
    </message>
    <message>
      <source>has a signature {shortened} that names {decode}, which is not there</source>
      <translation>hat eine Signatur {shortened}, die {decode} nennt, was es nicht gibt</translation>
    </message>
    <message>
      <source>has a value at {what} that is known only when it runs</source>
      <translation>hat an {what} einen Wert, der erst beim Lauf bekannt wird</translation>
    </message>
    <message>
      <source>has branches or loops of single blocks in its body</source>
      <translation>hat Zweige oder Schleifen aus einzelnen Blöcken in seinem Rumpf</translation>
    </message>
    <message>
      <source>has functions that call each other more than {MOST_DEPTH} deep</source>
      <translation>hat Funktionen, die einander mehr als {MOST_DEPTH} tief aufrufen</translation>
    </message>
    <message>
      <source>has images of the form {form}</source>
      <translation>hat Bilder der Form {form}</translation>
    </message>
    <message>
      <source>has images that are smaller than a window</source>
      <translation>hat Bilder, die kleiner als ein Fenster sind</translation>
    </message>
    <message>
      <source>has indices of no axes</source>
      <translation>hat Indizes ohne Achsen</translation>
    </message>
    <message>
      <source>has loops in which the shapes change too often</source>
      <translation>hat Schleifen, in denen sich die Formen zu oft ändern</translation>
    </message>
    <message>
      <source>has matrices without elements</source>
      <translation>hat Matrizen ohne Elemente</translation>
    </message>
    <message>
      <source>has more labels than there are letters</source>
      <translation>hat mehr Labels, als es Buchstaben gibt</translation>
    </message>
    <message>
      <source>has more than {MAX_BLOCKS} nodes, functions expanded: a diagram cannot hold more</source>
      <translation>hat mit aufgelösten Funktionen mehr als {MAX_BLOCKS} Knoten: mehr fasst ein Diagramm nicht</translation>
    </message>
    <message>
      <source>has more than {MOST_PAGES} pages</source>
      <translation>hat mehr als {MOST_PAGES} Seiten</translation>
    </message>
    <message>
      <source>has no ONNX form: {text}</source>
      <translation>hat keine Form in ONNX: {text}</translation>
    </message>
    <message>
      <source>has no free input</source>
      <translation>hat keinen freien Eingang</translation>
    </message>
    <message>
      <source>has no function {shortened}, which {shortened2} calls</source>
      <translation>hat keine Funktion {shortened}, die {shortened2} aufruft</translation>
    </message>
    <message>
      <source>has no input</source>
      <translation>hat keinen Eingang</translation>
    </message>
    <message>
      <source>has no output {shortened}</source>
      <translation>hat keinen Ausgang {shortened}</translation>
    </message>
    <message>
      <source>has no rounds</source>
      <translation>hat keine Durchläufe</translation>
    </message>
    <message>
      <source>has no rule</source>
      <translation>hat keine Regel</translation>
    </message>
    <message>
      <source>has no signature with outputs: there is nothing in it that can be run</source>
      <translation>hat keine Signatur mit Ausgängen: es gibt nichts darin, was ausgeführt werden kann</translation>
    </message>
    <message>
      <source>has no weight for which the diagram has a value</source>
      <translation>hat kein Gewicht, für das das Diagramm einen Wert hat</translation>
    </message>
    <message>
      <source>has no {shortened}, which {shortened2} reads</source>
      <translation>hat kein {shortened}, das {shortened2} liest</translation>
    </message>
    <message>
      <source>has shapes that may vary from round to round</source>
      <translation>hat Formen, die sich von Durchlauf zu Durchlauf ändern können</translation>
    </message>
    <message>
      <source>has too large images</source>
      <translation>hat zu große Bilder</translation>
    </message>
    <message>
      <source>has two nodes {shortened}</source>
      <translation>hat zwei Knoten {shortened}</translation>
    </message>
    <message>
      <source>has two values {shortened}</source>
      <translation>hat zwei Werte {shortened}</translation>
    </message>
    <message>
      <source>has {count} steps, and a model of more than {MOST_STEPS} would be too large</source>
      <translation>hat {count} Schritte, und ein Modell aus mehr als {MOST_STEPS} wäre zu groß</translation>
    </message>
    <message>
      <source>has {name} of the shape {text}</source>
      <translation>hat {name} der Form {text}</translation>
    </message>
    <message>
      <source>holds</source>
      <translation>erfüllt</translation>
    </message>
    <message>
      <source>holds Python objects, which are never read from a file</source>
      <translation>enthält Python-Objekte, die nie aus einer Datei gelesen werden</translation>
    </message>
    <message>
      <source>holds a SavedModel without a graph</source>
      <translation>enthält ein SavedModel ohne Graphen</translation>
    </message>
    <message>
      <source>holds a SavedModel: name the folder in which it is saved_model.pb</source>
      <translation>enthält ein SavedModel: nennen Sie den Ordner, in dem es als saved_model.pb liegt</translation>
    </message>
    <message>
      <source>holds elements of NumPy type {match}, which are no tensor</source>
      <translation>enthält Elemente vom NumPy-Typ {match}, die kein Tensor sind</translation>
    </message>
    <message>
      <source>holds half of a character at position {start}</source>
      <translation>enthält ein halbes Zeichen an Stelle {start}</translation>
    </message>
    <message>
      <source>holds no Gradblocks diagram; {what} is imported first</source>
      <translation>enthält kein Gradblocks-Diagramm; {what} wird zuerst importiert</translation>
    </message>
    <message>
      <source>holds no SavedModel: there is no saved_model.pb in it</source>
      <translation>enthält kein SavedModel: es liegt kein saved_model.pb darin</translation>
    </message>
    <message>
      <source>holds no nodes: it is no GraphDef of TensorFlow</source>
      <translation>enthält keine Knoten: es ist kein GraphDef von TensorFlow</translation>
    </message>
    <message>
      <source>holds no operators, and nothing that it gives</source>
      <translation>enthält keine Operatoren und nichts, was es gibt</translation>
    </message>
    <message>
      <source>holds {expected} bytes of data, too much for this machine's memory</source>
      <translation>enthält {expected} Bytes Daten, zu viel für den Speicher dieses Rechners</translation>
    </message>
    <message>
      <source>how many rounds the loop of {block_name} goes does not follow from constants: no gradient can be built through it</source>
      <translation>Wie oft die Schleife von {block_name} läuft, folgt nicht aus Konstanten: durch sie kann kein Gradient gebildet werden</translation>
    </message>
    <message>
      <source>identical, bit for bit</source>
      <translation>identisch bis auf das letzte Bit</translation>
    </message>
    <message>
      <source>ignore {lift}</source>
      <translation>{lift} ignorieren</translation>
    </message>
    <message>
      <source>ignore_longer_outputs_than_inputs leaves such sequences out</source>
      <translation>ignore_longer_outputs_than_inputs lässt solche Sequenzen aus</translation>
    </message>
    <message>
      <source>image_size is a height and a width, got {size}</source>
      <translation>image_size ist eine Höhe und eine Breite, bekommt aber {size}</translation>
    </message>
    <message>
      <source>images of {kernel} axes are not convolved</source>
      <translation>Bilder mit {kernel} Achsen werden nicht gefaltet</translation>
    </message>
    <message>
      <source>images of {space} axes are not convolved</source>
      <translation>Bilder mit {space} Achsen werden nicht gefaltet</translation>
    </message>
    <message>
      <source>in any iteration</source>
      <translation>in irgendeiner Iteration</translation>
    </message>
    <message>
      <source>in the gradient of '{block_name}': {message}</source>
      <translation>im Gradienten von '{block_name}': {message}</translation>
    </message>
    <message>
      <source>in {precision}</source>
      <translation>in {precision}</translation>
    </message>
    <message>
      <source>include the block that it is wired to, or wire its elements one by one</source>
      <translation>den angeschlossenen Block einschließen oder die Elemente einzeln verbinden</translation>
    </message>
    <message>
      <source>index</source>
      <translation>Index</translation>
    </message>
    <message>
      <source>infinite</source>
      <translation>unendlich</translation>
    </message>
    <message>
      <source>initial values</source>
      <translation>Anfangswerte</translation>
    </message>
    <message>
      <source>initial_num_buckets must be a power of 2, and at least 4, got {buckets}</source>
      <translation>initial_num_buckets muss eine Zweierpotenz ab 4 sein, ist aber {buckets}</translation>
    </message>
    <message>
      <source>initializer takes an Input_Initializer, not {kind_name}</source>
      <translation>initializer nimmt einen Input_Initializer, nicht {kind_name}</translation>
    </message>
    <message>
      <source>initvalues have the shape {shape_text}, the variable {shape_text2}</source>
      <translation>initvalues haben die Form {shape_text}, die Variable {shape_text2}</translation>
    </message>
    <message>
      <source>input {pin} from {source}</source>
      <translation>Eingang {pin} von {source}</translation>
    </message>
    <message>
      <source>input {pin} needs a wire</source>
      <translation>Eingang {pin} braucht einen Draht</translation>
    </message>
    <message>
      <source>inputs takes FeedType blocks, not {kind_name}</source>
      <translation>inputs nimmt FeedType-Blöcke, nicht {kind_name}</translation>
    </message>
    <message>
      <source>inside, at {inside}: {reason}</source>
      <translation>innen, bei {inside}: {reason}</translation>
    </message>
    <message>
      <source>inside: {label}</source>
      <translation>innen: {label}</translation>
    </message>
    <message>
      <source>install git first</source>
      <translation>installieren Sie zuerst git</translation>
    </message>
    <message>
      <source>install it with pip first</source>
      <translation>installieren Sie es zuerst mit pip</translation>
    </message>
    <message>
      <source>install it with pip, then `{enable}`</source>
      <translation>installieren Sie es mit pip, dann `{enable}`</translation>
    </message>
    <message>
      <source>instance {index:,} of {number:,}</source>
      <translation>Instanz {index:,} von {number:,}</translation>
    </message>
    <message>
      <source>int32 or int64</source>
      <translation>int32 oder int64</translation>
    </message>
    <message>
      <source>integers</source>
      <translation>ganze Zahlen</translation>
    </message>
    <message>
      <source>integers cannot be divided by zero, and updates hold a zero</source>
      <translation>Ganze Zahlen können nicht durch null geteilt werden, und updates enthält eine Null</translation>
    </message>
    <message>
      <source>iou_threshold is a part between 0 and 1, not {attrs}</source>
      <translation>iou_threshold ist ein Anteil zwischen 0 und 1, nicht {attrs}</translation>
    </message>
    <message>
      <source>is a .npy file of a version that is not known</source>
      <translation>ist eine .npy-Datei einer unbekannten Version</translation>
    </message>
    <message>
      <source>is a drawing, which is not rewritten</source>
      <translation>ist eine Zeichnung, die nicht neu geschrieben wird</translation>
    </message>
    <message>
      <source>is a folder</source>
      <translation>ist ein Ordner</translation>
    </message>
    <message>
      <source>is a gradient for a shape that is known only when it runs</source>
      <translation>ist ein Gradient für eine Form, die erst beim Lauf bekannt wird</translation>
    </message>
    <message>
      <source>is a gradient of Prod over several axes</source>
      <translation>ist ein Gradient von Prod über mehrere Achsen</translation>
    </message>
    <message>
      <source>is cut off: it became shorter while it was read</source>
      <translation>ist abgeschnitten: sie wurde kürzer, während sie gelesen wurde</translation>
    </message>
    <message>
      <source>is damaged, or holds a structured array, which is no tensor</source>
      <translation>ist beschädigt oder enthält ein strukturiertes Array, das kein Tensor ist</translation>
    </message>
    <message>
      <source>is damaged, or no .npz file</source>
      <translation>ist beschädigt oder keine .npz-Datei</translation>
    </message>
    <message>
      <source>is damaged, or no model of ONNX</source>
      <translation>ist beschädigt oder kein Modell von ONNX</translation>
    </message>
    <message>
      <source>is damaged, or no {name} of TensorFlow</source>
      <translation>ist beschädigt oder kein {name} von TensorFlow</translation>
    </message>
    <message>
      <source>is damaged: a truth value in it is neither 0 nor 1</source>
      <translation>ist beschädigt: ein Wahrheitswert darin ist weder 0 noch 1</translation>
    </message>
    <message>
      <source>is damaged: it ends too early</source>
      <translation>ist beschädigt: es endet zu früh</translation>
    </message>
    <message>
      <source>is damaged: its header is no text</source>
      <translation>ist beschädigt: der Kopf ist kein Text</translation>
    </message>
    <message>
      <source>is damaged: its header is {length} bytes long</source>
      <translation>ist beschädigt: der Kopf ist {length} Bytes lang</translation>
    </message>
    <message>
      <source>is damaged: its shape is ({strip})</source>
      <translation>ist beschädigt: die Form ist ({strip})</translation>
    </message>
    <message>
      <source>is damaged: of the tensor {name}, {why}</source>
      <translation>ist beschädigt: im Tensor {name}, {why}</translation>
    </message>
    <message>
      <source>is damaged: of {name}, {message}</source>
      <translation>ist beschädigt: in {name}, {message}</translation>
    </message>
    <message>
      <source>is damaged: {name} is not what a run writes</source>
      <translation>ist beschädigt: {name} ist nicht das, was ein Lauf schreibt</translation>
    </message>
    <message>
      <source>is given something whose shape is not known</source>
      <translation>bekommt etwas, dessen Form nicht bekannt ist</translation>
    </message>
    <message>
      <source>is given what it refuses</source>
      <translation>bekommt etwas, das er ablehnt</translation>
    </message>
    <message>
      <source>is larger than 2 GiB, which no message of protocol buffers can be</source>
      <translation>ist größer als 2 GiB, was keine Nachricht von Protocol Buffers sein kann</translation>
    </message>
    <message>
      <source>is larger than {MAX_FILE} MiB</source>
      <translation>ist größer als {MAX_FILE} MiB</translation>
    </message>
    <message>
      <source>is looked into</source>
      <translation>wird von innen betrachtet</translation>
    </message>
    <message>
      <source>is no .npy file</source>
      <translation>ist keine .npy-Datei</translation>
    </message>
    <message>
      <source>is no JSON text: it is nested too deeply</source>
      <translation>ist kein JSON-Text: er ist zu tief geschachtelt</translation>
    </message>
    <message>
      <source>is no JSON text: {error}</source>
      <translation>ist kein JSON-Text: {error}</translation>
    </message>
    <message>
      <source>is no XML: {error}</source>
      <translation>ist kein XML: {error}</translation>
    </message>
    <message>
      <source>is no checkpoint of a run</source>
      <translation>ist kein Checkpoint eines Laufs</translation>
    </message>
    <message>
      <source>is no file of enuSpace</source>
      <translation>ist keine Datei von enuSpace</translation>
    </message>
    <message>
      <source>is no model that can be imported</source>
      <translation>ist kein Modell, das importiert werden kann</translation>
    </message>
    <message>
      <source>is no ordinary file</source>
      <translation>ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>is no page of enuSpace</source>
      <translation>ist keine Seite von enuSpace</translation>
    </message>
    <message>
      <source>is no project of enuSpace</source>
      <translation>ist kein Projekt von enuSpace</translation>
    </message>
    <message>
      <source>is no task export of enuSpace</source>
      <translation>ist kein Task-Export von enuSpace</translation>
    </message>
    <message>
      <source>is no {name} of TensorFlow in text form: it is no text</source>
      <translation>ist kein {name} von TensorFlow in Textform: es ist kein Text</translation>
    </message>
    <message>
      <source>is no {name} of TensorFlow in text form: {error}</source>
      <translation>ist kein {name} von TensorFlow in Textform: {error}</translation>
    </message>
    <message>
      <source>is no {name} text (byte {start})</source>
      <translation>ist kein {name}-Text (Byte {start})</translation>
    </message>
    <message>
      <source>is not an ordinary file, and cannot be rewritten</source>
      <translation>ist keine gewöhnliche Datei und kann nicht neu geschrieben werden</translation>
    </message>
    <message>
      <source>is not checked: {block} has an error</source>
      <translation>ist nicht geprüft: {block} hat einen Fehler</translation>
    </message>
    <message>
      <source>is not lowered for images of the form {form}</source>
      <translation>wird für Bilder der Form {form} nicht übersetzt</translation>
    </message>
    <message>
      <source>is open in another tab or window: close it there first</source>
      <translation>ist in einem anderen Tab oder Fenster offen: dort zuerst schließen</translation>
    </message>
    <message>
      <source>is the gradient of a convolution in groups</source>
      <translation>ist der Gradient einer Faltung in Gruppen</translation>
    </message>
    <message>
      <source>is the gradient of a loop whose shapes vary</source>
      <translation>ist der Gradient einer Schleife, deren Formen sich ändern</translation>
    </message>
    <message>
      <source>is the gradient of a pooling with the channels first</source>
      <translation>ist der Gradient eines Poolings mit den Kanälen zuerst</translation>
    </message>
    <message>
      <source>is violated: {faults}</source>
      <translation>verletzt: {faults}</translation>
    </message>
    <message>
      <source>is written in a way in which its nodes are not found; a .pb file can be updated</source>
      <translation>ist so geschrieben, dass die Knoten nicht gefunden werden; eine .pb-Datei kann aktualisiert werden</translation>
    </message>
    <message>
      <source>is {how}: its header announces {expected} bytes of data, it holds {held}</source>
      <translation>ist {how}: der Kopf kündigt {expected} Bytes Daten an, es sind {held}</translation>
    </message>
    <message>
      <source>it already is the only instance of {used}</source>
      <translation>es ist schon die einzige Instanz von {used}</translation>
    </message>
    <message>
      <source>it belongs to one iteration of a loop</source>
      <translation>sie gehört zu einem Durchlauf einer Schleife</translation>
    </message>
    <message>
      <source>it cannot be expanded</source>
      <translation>er kann nicht aufgelöst werden</translation>
    </message>
    <message>
      <source>it cannot be expanded: it needs tensors from inside of {listed}</source>
      <translation>es kann nicht aufgelöst werden: es braucht Tensoren aus dem Inneren von {listed}</translation>
    </message>
    <message>
      <source>it cannot be expanded: it needs variables inside of {listed}, which runs a composite</source>
      <translation>es kann nicht aufgelöst werden: es braucht Variablen im Inneren von {listed}, was einen Verbund ausführt</translation>
    </message>
    <message>
      <source>it cannot be expanded: it takes a value of {block_name} that goes round a loop</source>
      <translation>es kann nicht aufgelöst werden: es nimmt einen Wert von {block_name}, der durch eine Schleife läuft</translation>
    </message>
    <message>
      <source>it cannot be expanded: {block_name} reads {variable} after a write in the same step</source>
      <translation>es lässt sich nicht aufklappen: {block_name} liest {variable} nach einem Schreiben im selben Schritt</translation>
    </message>
    <message>
      <source>it cannot be expanded: {message}</source>
      <translation>es kann nicht aufgelöst werden: {message}</translation>
    </message>
    <message>
      <source>it cannot be expanded: {text}</source>
      <translation>er kann nicht aufgelöst werden: {text}</translation>
    </message>
    <message>
      <source>it cannot be over {size} channels</source>
      <translation>er kann nicht über {size} Kanäle gehen</translation>
    </message>
    <message>
      <source>it cannot be read</source>
      <translation>es kann nicht gelesen werden</translation>
    </message>
    <message>
      <source>it does not have numbers for each of its classes</source>
      <translation>es hat nicht für jede seiner Klassen Zahlen</translation>
    </message>
    <message>
      <source>it does not have numbers for its classes</source>
      <translation>es hat keine Zahlen für seine Klassen</translation>
    </message>
    <message>
      <source>it draws with the seed {seed} and shape {shape_text} as {block_name} does: the same random bits make both</source>
      <translation>es zieht wie {block_name} mit dem Seed {seed} und der Form {shape_text}: dieselben zufälligen Bits ergeben beide</translation>
    </message>
    <message>
      <source>it ends at {path}, {reason}</source>
      <translation>er endet bei {path}, {reason}</translation>
    </message>
    <message>
      <source>it ends at {path}, {reason}{between}</source>
      <translation>er endet bei {path}, {reason}{between}</translation>
    </message>
    <message>
      <source>it has more outputs than are known</source>
      <translation>er hat mehr Ausgänge, als bekannt sind</translation>
    </message>
    <message>
      <source>it has no gradient: {text}</source>
      <translation>er hat keinen Gradienten: {text}</translation>
    </message>
    <message>
      <source>it has no graph that it could run</source>
      <translation>er hat keinen Graphen, den er ausführen könnte</translation>
    </message>
    <message>
      <source>it has no number, or no scale</source>
      <translation>er hat keine Zahl oder keine Skala</translation>
    </message>
    <message>
      <source>it has no value</source>
      <translation>er hat keinen Wert</translation>
    </message>
    <message>
      <source>it has no value for {listed}</source>
      <translation>sie enthält keinen Wert für {listed}</translation>
    </message>
    <message>
      <source>it has no value: {text}</source>
      <translation>es hat keinen Wert: {text}</translation>
    </message>
    <message>
      <source>it has no weights</source>
      <translation>er hat keine Gewichte</translation>
    </message>
    <message>
      <source>it has not a value for each key</source>
      <translation>es hat nicht für jeden Schlüssel einen Wert</translation>
    </message>
    <message>
      <source>it has values for no variable of the page</source>
      <translation>es hat Werte für keine Variable der Seite</translation>
    </message>
    <message>
      <source>it has {groups} groups, more than {MOST_GROUPS}</source>
      <translation>er hat {groups} Gruppen, mehr als {MOST_GROUPS}</translation>
    </message>
    <message>
      <source>it has {size} elements</source>
      <translation>es hat {size} Elemente</translation>
    </message>
    <message>
      <source>it has: {known}</source>
      <translation>er hat: {known}</translation>
    </message>
    <message>
      <source>it has: {names}</source>
      <translation>er hat: {names}</translation>
    </message>
    <message>
      <source>it holds more than {MAX_ELEMENTS} elements</source>
      <translation>er enthält mehr als {MAX_ELEMENTS} Elemente</translation>
    </message>
    <message>
      <source>it holds no list "object" of symbols</source>
      <translation>sie enthält keine Liste "object" von Symbolen</translation>
    </message>
    <message>
      <source>it holds {parts} values, its shape needs {count}</source>
      <translation>er enthält {parts} Werte, seine Form braucht {count}</translation>
    </message>
    <message>
      <source>it is a folder</source>
      <translation>das ist ein Ordner</translation>
    </message>
    <message>
      <source>it is a pipe without a writer</source>
      <translation>das ist eine Pipe ohne Schreiber</translation>
    </message>
    <message>
      <source>it is about nothing that a diagram has</source>
      <translation>er betrifft nichts, was ein Diagramm hat</translation>
    </message>
    <message>
      <source>it is for {images} lists of boxes, more than {MOST_LISTS}</source>
      <translation>er ist für {images} Listen von Kästen, mehr als {MOST_LISTS}</translation>
    </message>
    <message>
      <source>it is given a sequence, and there are none in a diagram</source>
      <translation>er bekommt eine Sequenz, und in einem Diagramm gibt es keine</translation>
    </message>
    <message>
      <source>it is given no images, or no classes</source>
      <translation>er bekommt keine Bilder oder keine Klassen</translation>
    </message>
    <message>
      <source>it is given nothing</source>
      <translation>er bekommt nichts</translation>
    </message>
    <message>
      <source>it is muted, so its blocks do not run: unmute it first</source>
      <translation>es ist stummgeschaltet, seine Blöcke laufen nicht: zuerst die Stummschaltung aufheben</translation>
    </message>
    <message>
      <source>it is no composite</source>
      <translation>es ist kein Verbund</translation>
    </message>
    <message>
      <source>it is not an instance of a composite</source>
      <translation>es ist keine Instanz eines Verbunds</translation>
    </message>
    <message>
      <source>it is not an ordinary file</source>
      <translation>das ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>it is not known how many axes what it is given has</source>
      <translation>es ist nicht bekannt, wie viele Achsen das hat, was er bekommt</translation>
    </message>
    <message>
      <source>it is not known what it would give at {name}</source>
      <translation>es ist nicht bekannt, was er an {name} gäbe</translation>
    </message>
    <message>
      <source>it is to fail where a value is of no category</source>
      <translation>er soll scheitern, wo ein Wert zu keiner Kategorie gehört</translation>
    </message>
    <message>
      <source>it is used only inside composites</source>
      <translation>er wird nur in Verbünden verwendet</translation>
    </message>
    <message>
      <source>it is written `gradblocks {words}`</source>
      <translation>es wird `gradblocks {words}` geschrieben</translation>
    </message>
    <message>
      <source>it keeps a variable {name}, which the page does not have</source>
      <translation>er enthält eine Variable {name}, die die Seite nicht hat</translation>
    </message>
    <message>
      <source>it makes {dtype} of {block_name}: fractions are lost, and the gradient ends here</source>
      <translation>es macht {dtype} aus {block_name}: Nachkommastellen gehen verloren, und der Gradient endet hier</translation>
    </message>
    <message>
      <source>it may be cut off, or belong to another page</source>
      <translation>sie ist vielleicht abgeschnitten oder gehört zu einer anderen Seite</translation>
    </message>
    <message>
      <source>it must be a Python identifier, without an underscore in front, that is no block type</source>
      <translation>es muss ein Python-Bezeichner sein, ohne Unterstrich davor, der kein Blocktyp ist</translation>
    </message>
    <message>
      <source>it must be a list</source>
      <translation>es muss eine Liste sein</translation>
    </message>
    <message>
      <source>it must be a string</source>
      <translation>es muss ein String sein</translation>
    </message>
    <message>
      <source>it must be an object</source>
      <translation>es muss ein Objekt sein</translation>
    </message>
    <message>
      <source>it must be an object with 'block' and 'wires'</source>
      <translation>es muss ein Objekt mit 'block' und 'wires' sein</translation>
    </message>
    <message>
      <source>it must be at least 1, not {number}</source>
      <translation>es muss mindestens 1 sein, nicht {number}</translation>
    </message>
    <message>
      <source>it must be at most {LARGEST}, not {number}</source>
      <translation>es darf höchstens {LARGEST} sein, nicht {number}</translation>
    </message>
    <message>
      <source>it needs tensors from inside {instance}, which cannot be unpacked: {message}</source>
      <translation>es braucht Tensoren aus {instance}, das nicht aufgelöst werden kann: {message}</translation>
    </message>
    <message>
      <source>it needs {count} activations</source>
      <translation>er braucht {count} Aktivierungen</translation>
    </message>
    <message>
      <source>it never changes {name}: its gradient is 0</source>
      <translation>es ändert {name} nie: der Gradient ist 0</translation>
    </message>
    <message>
      <source>it never changes {name}: {value} is always 0</source>
      <translation>es ändert {name} nie: {value} ist immer 0</translation>
    </message>
    <message>
      <source>it no longer exists</source>
      <translation>es existiert nicht mehr</translation>
    </message>
    <message>
      <source>it only stops the run with an error</source>
      <translation>er hält nur den Lauf mit einem Fehler an</translation>
    </message>
    <message>
      <source>it reads a file that another program writes</source>
      <translation>er liest eine Datei, die ein anderes Programm schreibt</translation>
    </message>
    <message>
      <source>it runs a composite of its diagram</source>
      <translation>er führt einen Verbund seines Diagramms aus</translation>
    </message>
    <message>
      <source>it runs a composite of the diagram that it stands in</source>
      <translation>er führt einen Verbund des Diagramms aus, in dem er steht</translation>
    </message>
    <message>
      <source>it runs a composite with the variables of another block, which cannot be said on a flat page</source>
      <translation>es führt einen Verbund mit den Variablen eines anderen Blocks aus, was auf einer flachen Seite nicht gesagt werden kann</translation>
    </message>
    <message>
      <source>it runs one of two composites, but unpacked blocks would all run. Press Enter to look inside</source>
      <translation>es führt einen von zwei Verbünden aus, aufgelöste Blöcke liefen aber alle. Enter zeigt das Innere</translation>
    </message>
    <message>
      <source>it shares the variables of {values}, but blocks on the page cannot share them</source>
      <translation>es teilt die Variablen von {values}, Blöcke der Seite können das nicht</translation>
    </message>
    <message>
      <source>it shares variables with another instance, and both must be instances of the same composite</source>
      <translation>es teilt Variablen mit einer anderen Instanz, und beide müssen Instanzen desselben Verbunds sein</translation>
    </message>
    <message>
      <source>it trains variables inside {instance}, which runs a composite and cannot be unpacked</source>
      <translation>es trainiert Variablen in {instance}, das einen Verbund ausführt und nicht aufgelöst werden kann</translation>
    </message>
    <message>
      <source>it would be {nodes} blocks: more than {MOST_BLOCKS} are not put onto a page</source>
      <translation>es wären {nodes} Blöcke: mehr als {MOST_BLOCKS} werden nicht auf eine Seite gesetzt</translation>
    </message>
    <message>
      <source>its attribute {name} is dtype number {number}, which has no values here</source>
      <translation>sein Attribut {name} ist dtype Nummer {number}, der hier keine Werte hat</translation>
    </message>
    <message>
      <source>its attributes: {known}</source>
      <translation>seine Attribute: {known}</translation>
    </message>
    <message>
      <source>its beta is missing</source>
      <translation>sein beta fehlt</translation>
    </message>
    <message>
      <source>its braces do not make a table</source>
      <translation>die Klammern ergeben keine Tabelle</translation>
    </message>
    <message>
      <source>its channels are last</source>
      <translation>seine Kanäle stehen am Ende</translation>
    </message>
    <message>
      <source>its classes do not fit what it is given</source>
      <translation>seine Klassen passen nicht zu dem, was er bekommt</translation>
    </message>
    <message>
      <source>its coefficients do not fit how many targets it has</source>
      <translation>seine Koeffizienten passen nicht zur Anzahl seiner Ziele</translation>
    </message>
    <message>
      <source>its condition can ask for step only</source>
      <translation>ihre Bedingung kann nur nach step fragen</translation>
    </message>
    <message>
      <source>its constants and variables take more than {LARGEST} GiB, which one ONNX file does not hold</source>
      <translation>seine Konstanten und Variablen brauchen mehr als {LARGEST} GiB, was eine ONNX-Datei nicht fasst</translation>
    </message>
    <message>
      <source>its decay is missing</source>
      <translation>sein decay fehlt</translation>
    </message>
    <message>
      <source>its elements are nested more than {MAX_DEPTH} deep</source>
      <translation>die Elemente sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>its graph gives a value that was left out</source>
      <translation>sein Graph gibt einen Wert, der ausgelassen wurde</translation>
    </message>
    <message>
      <source>its graph gives too little</source>
      <translation>sein Graph gibt zu wenig</translation>
    </message>
    <message>
      <source>its graph takes {input} values, and is given {pins}</source>
      <translation>sein Graph nimmt {input} Werte und bekommt {pins}</translation>
    </message>
    <message>
      <source>its indices do not fit what it is given</source>
      <translation>seine Indizes passen nicht zu dem, was er bekommt</translation>
    </message>
    <message>
      <source>its input {index} is missing</source>
      <translation>sein Eingang {index} fehlt</translation>
    </message>
    <message>
      <source>its keys: {join}</source>
      <translation>seine Schlüssel: {join}</translation>
    </message>
    <message>
      <source>its margin does not fit what it is given</source>
      <translation>sein Rand passt nicht zu dem, was er bekommt</translation>
    </message>
    <message>
      <source>its nodes are no trees</source>
      <translation>seine Knoten sind keine Bäume</translation>
    </message>
    <message>
      <source>its nodes compare by {mode}, which has no block</source>
      <translation>seine Knoten vergleichen mit {mode}, wofür es keinen Block gibt</translation>
    </message>
    <message>
      <source>its output pins: {names}</source>
      <translation>seine Ausgangspins: {names}</translation>
    </message>
    <message>
      <source>its rows have different lengths</source>
      <translation>die Zeilen sind verschieden lang</translation>
    </message>
    <message>
      <source>its scale does not fit what it is given</source>
      <translation>seine Skala passt nicht zu dem, was er bekommt</translation>
    </message>
    <message>
      <source>its sizes are too large for what must be worked out before it runs</source>
      <translation>seine Größen sind zu groß für das, was vor dem Lauf berechnet werden muss</translation>
    </message>
    <message>
      <source>its strides, dilations and pads do not fit its windows</source>
      <translation>seine Strides, Dilatationen und Ränder passen nicht zu seinen Fenstern</translation>
    </message>
    <message>
      <source>its trees are too large, or damaged</source>
      <translation>seine Bäume sind zu groß oder beschädigt</translation>
    </message>
    <message>
      <source>its two graphs do not give the same</source>
      <translation>seine beiden Graphen geben nicht dasselbe</translation>
    </message>
    <message>
      <source>its two graphs give values of different element types</source>
      <translation>seine beiden Graphen geben Werte verschiedener Elementtypen</translation>
    </message>
    <message>
      <source>its values take more than {MAX_DATA} MiB</source>
      <translation>die Werte brauchen mehr als {MAX_DATA} MiB</translation>
    </message>
    <message>
      <source>its variables: {names}</source>
      <translation>seine Variablen: {names}</translation>
    </message>
    <message>
      <source>its weights belong into files beside the diagram: name OUT</source>
      <translation>seine Gewichte gehören in Dateien neben dem Diagramm: nennen Sie OUT</translation>
    </message>
    <message>
      <source>k is one number, or the lowest and the highest, got {shape_text}</source>
      <translation>k ist eine Zahl oder die niedrigste und die höchste, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>k names {highest} diagonals, got elements of the shape {shape_text}</source>
      <translation>k nennt {highest} Diagonalen, bekommt aber Elemente der Form {shape_text}</translation>
    </message>
    <message>
      <source>k names {lowest} as the lowest diagonal, and {highest} as the highest</source>
      <translation>k nennt {lowest} als niedrigste Diagonale und {highest} als höchste</translation>
    </message>
    <message>
      <source>keep it within: ClipByValue to -1 + epsilon ... 1 - epsilon</source>
      <translation>halten Sie es darin: ClipByValue auf -1 + epsilon ... 1 - epsilon</translation>
    </message>
    <message>
      <source>keep large tensors in .npy files: {"file": "weights.npy"}</source>
      <translation>halten Sie große Tensoren in .npy-Dateien: {"file": "weights.npy"}</translation>
    </message>
    <message>
      <source>kernel_type is one of {join}, not {attrs}</source>
      <translation>kernel_type ist eines von {join}, nicht {attrs}</translation>
    </message>
    <message>
      <source>kernel_type {kind} is not known</source>
      <translation>kernel_type {kind} ist nicht bekannt</translation>
    </message>
    <message>
      <source>keys must be a vector, got the shape {shape_text}</source>
      <translation>keys muss ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>keys of the shape {shape_text} do not end with {shape_text2}, the shape of a key of {self}</source>
      <translation>Schlüssel der Form {shape_text} enden nicht mit {shape_text2}, der Form eines Schlüssels von {self}</translation>
    </message>
    <message>
      <source>l2_regularizer is one number, got the shape {shape_text}</source>
      <translation>l2_regularizer ist eine Zahl, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>label</source>
      <translation>Label</translation>
    </message>
    <message>
      <source>labels must be 0 or more, got {label}</source>
      <translation>labels müssen ab 0 sein, sind aber {label}</translation>
    </message>
    <message>
      <source>labels must lie in 0 ... {classes}, got {labels} at index {index}</source>
      <translation>labels müssen in 0 ... {classes} liegen, bekommen wird {labels} am Index {index}</translation>
    </message>
    <message>
      <source>large tensors belong into a file: {"file": "name.npy"}</source>
      <translation>große Tensoren gehören in eine Datei: {"file": "name.npy"}</translation>
    </message>
    <message>
      <source>leaves out sums that are small, so that its size is in its values</source>
      <translation>lässt kleine Summen aus, sodass seine Größe in seinen Werten liegt</translation>
    </message>
    <message>
      <source>let a Cond run a composite that writes it</source>
      <translation>lassen Sie ein Cond ein Composite ausführen, das sie schreibt</translation>
    </message>
    <message>
      <source>line {i} of {name} has {fields} fields: there is no field {column}</source>
      <translation>Zeile {i} von {name} hat {fields} Felder: es gibt kein Feld {column}</translation>
    </message>
    <message>
      <source>line {i} of {name}: {fields} cannot be read as {short}</source>
      <translation>Zeile {i} von {name}: {fields} kann nicht als {short} gelesen werden</translation>
    </message>
    <message>
      <source>line {line}, column {column}: {message}</source>
      <translation>Zeile {line}, Spalte {column}: {message}</translation>
    </message>
    <message>
      <source>line {number} of the file {text_of} is longer than a result may be</source>
      <translation>Zeile {number} der Datei {text_of} ist länger, als ein Ergebnis sein darf</translation>
    </message>
    <message>
      <source>line {number} of {name} does not end in a weight after a comma</source>
      <translation>Zeile {number} von {name} endet nicht mit einem Gewicht nach einem Komma</translation>
    </message>
    <message>
      <source>lists and objects are nested more than {MAX_DEPTH} deep</source>
      <translation>Listen und Objekte sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>lists are nested more than {MAX_DEPTH} deep</source>
      <translation>Listen sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>live mode ended by a fault of the program: {name}: {error}</source>
      <translation>Der Live-Modus endete durch einen Fehler des Programms: {name}: {error}</translation>
    </message>
    <message>
      <source>loops and branches are nested more than {MOST_DEPTH} deep</source>
      <translation>Schleifen und Zweige sind mehr als {MOST_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>loops lie in each other more than {DEEPEST} deep</source>
      <translation>Schleifen liegen mehr als {DEEPEST} tief ineinander</translation>
    </message>
    <message>
      <source>make them inputs</source>
      <translation>machen Sie sie zu Eingängen</translation>
    </message>
    <message>
      <source>makes integers of real numbers, and beyond their range hardware differs</source>
      <translation>macht ganze Zahlen aus reellen, und außerhalb ihres Bereichs unterscheidet sich die Hardware</translation>
    </message>
    <message>
      <source>matmul needs operands with axes</source>
      <translation>matmul braucht Operanden mit Achsen</translation>
    </message>
    <message>
      <source>max_attempts is from 1 to {MOST_ATTEMPTS}, not {attrs}</source>
      <translation>max_attempts ist von 1 bis {MOST_ATTEMPTS}, nicht {attrs}</translation>
    </message>
    <message>
      <source>max_load_factor must lie between 0 and 1, got {load}</source>
      <translation>max_load_factor muss zwischen 0 und 1 liegen, ist aber {load}</translation>
    </message>
    <message>
      <source>mean of {name} {shape}, {low} … {high}</source>
      <translation>Mittel von {name} {shape}, {low} … {high}</translation>
    </message>
    <message>
      <source>mean {mean:.4g}, σ {std:.4g}</source>
      <translation>Mittel {mean:.4g}, σ {std:.4g}</translation>
    </message>
    <message>
      <source>mean {mean}</source>
      <translation>Mittel {mean}</translation>
    </message>
    <message>
      <source>measured before the last edit</source>
      <translation>vor der letzten Änderung gemessen</translation>
    </message>
    <message>
      <source>min_after_dequeue must be at least 0, got {least}</source>
      <translation>min_after_dequeue muss mindestens 0 sein, ist aber {least}</translation>
    </message>
    <message>
      <source>min_after_dequeue must be less than the capacity {capacity}, got {least}</source>
      <translation>min_after_dequeue muss kleiner als die Kapazität {capacity} sein, ist aber {least}</translation>
    </message>
    <message>
      <source>min_object_covered is 0 or more, not {attrs}</source>
      <translation>min_object_covered ist 0 oder mehr, nicht {attrs}</translation>
    </message>
    <message>
      <source>min_object_covered is 0 or more, not {least}</source>
      <translation>min_object_covered ist ab 0, nicht {least}</translation>
    </message>
    <message>
      <source>missing: {names}</source>
      <translation>fehlt: {names}</translation>
    </message>
    <message>
      <source>module 'blocks' has no attribute {name}</source>
      <translation>Das Modul 'blocks' hat kein Attribut {name}</translation>
    </message>
    <message>
      <source>more than {MOST_NAMES} names would have to be compared with {pattern}</source>
      <translation>mehr als {MOST_NAMES} Namen müssten mit {pattern} verglichen werden</translation>
    </message>
    <message>
      <source>moved by {shift}, because {ids} is larger here and would cover it</source>
      <translation>um {shift} verschoben, weil {ids} hier größer ist und es verdecken würde</translation>
    </message>
    <message>
      <source>must be true or false</source>
      <translation>muss wahr oder falsch sein</translation>
    </message>
    <message>
      <source>muted</source>
      <translation>stummgeschaltet</translation>
    </message>
    <message>
      <source>n must be at least 0, got {n}</source>
      <translation>n muss mindestens 0 sein, ist aber {n}</translation>
    </message>
    <message>
      <source>name OUT, the file to write</source>
      <translation>nennen Sie OUT, die Datei, die geschrieben wird</translation>
    </message>
    <message>
      <source>name a pin: block.pin</source>
      <translation>nennen Sie einen Pin: block.pin</translation>
    </message>
    <message>
      <source>name it with --fetch, too</source>
      <translation>nennen Sie es auch mit --fetch</translation>
    </message>
    <message>
      <source>name the page to draw</source>
      <translation>nennen Sie die Seite, die gezeichnet werden soll</translation>
    </message>
    <message>
      <source>name the page to run</source>
      <translation>nennen Sie die Seite, die laufen soll</translation>
    </message>
    <message>
      <source>needs a wire</source>
      <translation>braucht einen Draht</translation>
    </message>
    <message>
      <source>needs to know how many axes its images have</source>
      <translation>muss wissen, wie viele Achsen seine Bilder haben</translation>
    </message>
    <message>
      <source>needs to know how many axes its numbers have</source>
      <translation>muss wissen, wie viele Achsen seine Zahlen haben</translation>
    </message>
    <message>
      <source>needs to know how many axes {what} has</source>
      <translation>muss wissen, wie viele Achsen {what} hat</translation>
    </message>
    <message>
      <source>needs to know how many channels its images have</source>
      <translation>muss wissen, wie viele Kanäle seine Bilder haben</translation>
    </message>
    <message>
      <source>needs to know the size of its matrices</source>
      <translation>muss die Größe seiner Matrizen kennen</translation>
    </message>
    <message>
      <source>needs to know the whole shape of its images</source>
      <translation>muss die ganze Form seiner Bilder kennen</translation>
    </message>
    <message>
      <source>needs to know the whole shape of {what}</source>
      <translation>muss die ganze Form von {what} kennen</translation>
    </message>
    <message>
      <source>needs {kind} of {short}, which ONNX runtimes do not compute</source>
      <translation>braucht {kind} von {short}, was ONNX-Laufzeiten nicht berechnen</translation>
    </message>
    <message>
      <source>needs {short}, got an array of {short2}</source>
      <translation>braucht {short}, bekommt aber ein Array aus {short2}</translation>
    </message>
    <message>
      <source>negate the input</source>
      <translation>negieren Sie die Eingabe</translation>
    </message>
    <message>
      <source>neither a window nor the length of a frame is given</source>
      <translation>weder ein Fenster noch die Länge eines Rahmens ist gegeben</translation>
    </message>
    <message>
      <source>neither sizes nor scales are given</source>
      <translation>weder Größen noch Skalen sind gegeben</translation>
    </message>
    <message>
      <source>no ClientSession runs in each step, as this block does</source>
      <translation>keine ClientSession läuft in jedem Schritt, wie es dieser Block tut</translation>
    </message>
    <message>
      <source>no block of the page can be wired to those: Minimize alone reaches them</source>
      <translation>kein Block der Seite kann mit ihnen verdrahtet werden: nur Minimize erreicht sie</translation>
    </message>
    <message>
      <source>no block type does what {what}{named} does</source>
      <translation>kein Blocktyp tut, was {what}{named} tut</translation>
    </message>
    <message>
      <source>no change</source>
      <translation>keine Änderung</translation>
    </message>
    <message>
      <source>no checkpoint can be written into this folder</source>
      <translation>in diesen Ordner kann kein Checkpoint geschrieben werden</translation>
    </message>
    <message>
      <source>no constant with real values that a gradient could reach</source>
      <translation>keine Konstante mit reellen Werten, die ein Gradient erreichen könnte</translation>
    </message>
    <message>
      <source>no derivative</source>
      <translation>keine Ableitung</translation>
    </message>
    <message>
      <source>no entry of a section: {line}</source>
      <translation>kein Eintrag eines Abschnitts: {line}</translation>
    </message>
    <message>
      <source>no file of the kind {suffix} can be written</source>
      <translation>Dateien der Art {suffix} können nicht geschrieben werden</translation>
    </message>
    <message>
      <source>no finite points</source>
      <translation>keine endlichen Punkte</translation>
    </message>
    <message>
      <source>no gradient</source>
      <translation>kein Gradient</translation>
    </message>
    <message>
      <source>no gradient here</source>
      <translation>kein Gradient hier</translation>
    </message>
    <message>
      <source>no gradient passes here, because no wire leads to an operation</source>
      <translation>hier kommt kein Gradient vorbei, weil kein Draht zu einer Operation führt</translation>
    </message>
    <message>
      <source>no gradient: {reason}</source>
      <translation>kein Gradient: {reason}</translation>
    </message>
    <message>
      <source>no gradient: {where}{reason}</source>
      <translation>kein Gradient: {where}{reason}</translation>
    </message>
    <message>
      <source>no input pin of a branch can be called 'predicate': Cond has one itself</source>
      <translation>Kein Eingangspin eines Zweigs kann 'predicate' heißen: Cond hat selbst einen</translation>
    </message>
    <message>
      <source>no instances</source>
      <translation>keine Instanzen</translation>
    </message>
    <message>
      <source>no matches</source>
      <translation>keine Treffer</translation>
    </message>
    <message>
      <source>no more threads can be started</source>
      <translation>es können keine weiteren Threads gestartet werden</translation>
    </message>
    <message>
      <source>no object but {"base64": "..."} and {"file": "..."} stands for a value</source>
      <translation>Kein Objekt außer {"base64": "..."} und {"file": "..."} steht für einen Wert</translation>
    </message>
    <message>
      <source>no output pin of the body can be called 'rounds': While has one itself</source>
      <translation>Kein Ausgangspin des Rumpfs kann 'rounds' heißen: While hat selbst einen</translation>
    </message>
    <message>
      <source>no path</source>
      <translation>kein Pfad</translation>
    </message>
    <message>
      <source>no pin fits {end}</source>
      <translation>kein Pin passt zu {end}</translation>
    </message>
    <message>
      <source>no pin named {typed}</source>
      <translation>kein Pin heißt {typed}</translation>
    </message>
    <message>
      <source>no pin of {block_at} fits {endpoint}</source>
      <translation>kein Pin von {block_at} passt zu {endpoint}</translation>
    </message>
    <message>
      <source>no pins</source>
      <translation>keine Pins</translation>
    </message>
    <message>
      <source>no process can be started for it: {strerror}</source>
      <translation>dafür kann kein Prozess gestartet werden: {strerror}</translation>
    </message>
    <message>
      <source>no result yet</source>
      <translation>noch kein Ergebnis</translation>
    </message>
    <message>
      <source>no rule</source>
      <translation>keine Regel</translation>
    </message>
    <message>
      <source>no step can be gone back to, not step {step}</source>
      <translation>Zu keinem Schritt kann zurückgegangen werden, nicht zu Schritt {step}</translation>
    </message>
    <message>
      <source>no step was run that could be gone back to</source>
      <translation>kein Schritt wurde ausgeführt, zu dem man zurückgehen könnte</translation>
    </message>
    <message>
      <source>no value above zero</source>
      <translation>kein Wert über null</translation>
    </message>
    <message>
      <source>no value is written here</source>
      <translation>Hier ist kein Wert geschrieben</translation>
    </message>
    <message>
      <source>no value was fed</source>
      <translation>es wurde kein Wert eingespeist</translation>
    </message>
    <message>
      <source>no values for {names}, left unchanged</source>
      <translation>keine Werte für {names}, unverändert gelassen</translation>
    </message>
    <message>
      <source>no weight that can be trained reaches {of}</source>
      <translation>kein trainierbares Gewicht erreicht {of}</translation>
    </message>
    <message>
      <source>noise is uniform, gaussian or zero, not {noise}</source>
      <translation>noise ist uniform, gaussian oder zero, nicht {noise}</translation>
    </message>
    <message>
      <source>none of its pages is there</source>
      <translation>keine seiner Seiten ist da</translation>
    </message>
    <message>
      <source>none of its {pages} pages can be read{why}</source>
      <translation>keine der {pages} Seiten kann gelesen werden{why}</translation>
    </message>
    <message>
      <source>nonfinite, rises, or a condition such as norm &gt; 10 and step &gt; 3. Empty: every step</source>
      <translation>nonfinite, rises oder eine Bedingung wie norm &gt; 10 and step &gt; 3. Leer: jeder Schritt</translation>
    </message>
    <message>
      <source>norm</source>
      <translation>Norm</translation>
    </message>
    <message>
      <source>norm 1</source>
      <translation>Norm 1</translation>
    </message>
    <message>
      <source>norm {kind} is not known</source>
      <translation>die Norm {kind} ist nicht bekannt</translation>
    </message>
    <message>
      <source>norm {value:.3g}{odd}</source>
      <translation>Norm {value:.3g}{odd}</translation>
    </message>
    <message>
      <source>not a scalar: reduce it, for example with Mean</source>
      <translation>kein Skalar: reduzieren, zum Beispiel mit Mean</translation>
    </message>
    <message>
      <source>not all of the {count} processes came to {where} in time</source>
      <translation>Nicht alle {count} Prozesse kamen rechtzeitig nach {where}</translation>
    </message>
    <message>
      <source>not checked</source>
      <translation>nicht geprüft</translation>
    </message>
    <message>
      <source>not connected</source>
      <translation>nicht verbunden</translation>
    </message>
    <message>
      <source>not enabled</source>
      <translation>nicht aktiviert</translation>
    </message>
    <message>
      <source>not installed</source>
      <translation>nicht installiert</translation>
    </message>
    <message>
      <source>not measured</source>
      <translation>nicht gemessen</translation>
    </message>
    <message>
      <source>not on the page: {names}</source>
      <translation>nicht auf der Seite: {names}</translation>
    </message>
    <message>
      <source>not smooth</source>
      <translation>nicht glatt</translation>
    </message>
    <message>
      <source>not smooth here</source>
      <translation>hier nicht glatt</translation>
    </message>
    <message>
      <source>not wired</source>
      <translation>nicht verbunden</translation>
    </message>
    <message>
      <source>note number {number} must be an object</source>
      <translation>Notiz Nummer {number} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>nothing is wired to it that could stand for {name}</source>
      <translation>nichts, was daran angeschlossen ist, könnte für {name} stehen</translation>
    </message>
    <message>
      <source>nothing is wired to the pin</source>
      <translation>an den Pin ist nichts angeschlossen</translation>
    </message>
    <message>
      <source>nothing is wired to {name}, and it has no default</source>
      <translation>an {name} ist nichts angeschlossen, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>nothing is wired to {pin}, and it has no default</source>
      <translation>an {pin} ist nichts angeschlossen, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>nothing of this page takes time</source>
      <translation>Nichts auf dieser Seite braucht Zeit</translation>
    </message>
    <message>
      <source>nothing on this page is differentiated</source>
      <translation>auf dieser Seite wird nichts abgeleitet</translation>
    </message>
    <message>
      <source>np.where chooses by a truth value</source>
      <translation>np.where wählt nach einem Wahrheitswert</translation>
    </message>
    <message>
      <source>np.where chooses by element, and blocks.loops.cond by a truth value</source>
      <translation>np.where wählt Element für Element, blocks.loops.cond nach einem Wahrheitswert</translation>
    </message>
    <message>
      <source>num_elements must be at least 0, got {n}</source>
      <translation>num_elements muss mindestens 0 sein, ist aber {n}</translation>
    </message>
    <message>
      <source>numpy.argsort of {short}</source>
      <translation>numpy.argsort von {short}</translation>
    </message>
    <message>
      <source>numpy.bincount without minlength: its length depends on values</source>
      <translation>numpy.bincount ohne minlength: seine Länge hängt von Werten ab</translation>
    </message>
    <message>
      <source>numpy.compress by values that are computed: its shape depends on them</source>
      <translation>numpy.compress nach berechneten Werten: seine Form hängt von ihnen ab</translation>
    </message>
    <message>
      <source>numpy.correlate of a row with a longer one</source>
      <translation>numpy.correlate einer Zeile mit einer längeren</translation>
    </message>
    <message>
      <source>numpy.cross of vectors that are not of 3 numbers</source>
      <translation>numpy.cross von Vektoren, die nicht aus 3 Zahlen bestehen</translation>
    </message>
    <message>
      <source>numpy.cross over other axes</source>
      <translation>numpy.cross über andere Achsen</translation>
    </message>
    <message>
      <source>numpy.digitize with bins that are computed or fall</source>
      <translation>numpy.digitize mit Grenzen, die berechnet werden oder fallen</translation>
    </message>
    <message>
      <source>numpy.einsum: {equation} is of {terms} operands, {outputs} are given</source>
      <translation>numpy.einsum: {equation} hat {terms} Operanden, gegeben sind {outputs}</translation>
    </message>
    <message>
      <source>numpy.fft.{lower} with another axis or norm</source>
      <translation>numpy.fft.{lower} mit einer anderen Achse oder Norm</translation>
    </message>
    <message>
      <source>numpy.gradient needs at least 2 elements along each axis</source>
      <translation>numpy.gradient braucht mindestens 2 Elemente entlang jeder Achse</translation>
    </message>
    <message>
      <source>numpy.gradient with other distances than one number, or another order at the edges</source>
      <translation>numpy.gradient mit anderen Abständen als einer Zahl oder anderer Ordnung an den Rändern</translation>
    </message>
    <message>
      <source>numpy.histogram without known bins, or as a density</source>
      <translation>numpy.histogram ohne bekannte Grenzen oder als Dichte</translation>
    </message>
    <message>
      <source>numpy.insert at more than one index</source>
      <translation>numpy.insert an mehr als einem Index</translation>
    </message>
    <message>
      <source>numpy.linalg.norm over {axes} axes with ord={ord}</source>
      <translation>numpy.linalg.norm über {axes} Achsen mit ord={ord}</translation>
    </message>
    <message>
      <source>numpy.median of nothing</source>
      <translation>numpy.median von nichts</translation>
    </message>
    <message>
      <source>numpy.split at indices that are not in order</source>
      <translation>numpy.split an Indizes, die nicht der Reihe nach sind</translation>
    </message>
    <message>
      <source>numpy.var of {short}</source>
      <translation>numpy.var von {short}</translation>
    </message>
    <message>
      <source>numpy.where of a condition alone has a shape that depends on values</source>
      <translation>numpy.where nur mit einer Bedingung hat eine Form, die von Werten abhängt</translation>
    </message>
    <message>
      <source>numpy.{name} of a traced array: {error}</source>
      <translation>numpy.{name} eines verfolgten Arrays: {error}</translation>
    </message>
    <message>
      <source>of {total:,}{every}</source>
      <translation>von {total:,}{every}</translation>
    </message>
    <message>
      <source>old: {value}</source>
      <translation>alt: {value}</translation>
    </message>
    <message>
      <source>on %Y-%m-%d at %H:%M</source>
      <translation>am %d.%m.%Y um %H:%M</translation>
    </message>
    <message>
      <source>one element from each iteration</source>
      <translation>ein Element aus jeder Iteration</translation>
    </message>
    <message>
      <source>one element per iteration</source>
      <translation>ein Element je Iteration</translation>
    </message>
    <message>
      <source>only the dense tensor is broadcast, not the sparse one</source>
      <translation>nur der dichte Tensor wird gebroadcastet, nicht der dünn besetzte</translation>
    </message>
    <message>
      <source>operation</source>
      <translation>Operation</translation>
    </message>
    <message>
      <source>operations</source>
      <translation>Operationen</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>optional</translation>
    </message>
    <message>
      <source>origin</source>
      <translation>Herkunft</translation>
    </message>
    <message>
      <source>output {pin} to {target}</source>
      <translation>Ausgang {pin} an {target}</translation>
    </message>
    <message>
      <source>padding_value is one number</source>
      <translation>padding_value ist eine Zahl</translation>
    </message>
    <message>
      <source>page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>pages are .svg files that enuSpace saved</source>
      <translation>Seiten sind .svg-Dateien, die enuSpace gespeichert hat</translation>
    </message>
    <message>
      <source>pages end in .svg, task exports in .json, projects in .enup</source>
      <translation>Seiten enden auf .svg, Task-Exporte auf .json, Projekte auf .enup</translation>
    </message>
    <message>
      <source>partition {flat} lies outside 0 ... {count}</source>
      <translation>Partition {flat} liegt außerhalb 0 ... {count}</translation>
    </message>
    <message>
      <source>parts of {text} overlap</source>
      <translation>Teile von {text} überlappen sich</translation>
    </message>
    <message>
      <source>passes over bad indices</source>
      <translation>übergeht falsche Indizes</translation>
    </message>
    <message>
      <source>perturb_singular goes with partial_pivoting only</source>
      <translation>perturb_singular geht nur mit partial_pivoting</translation>
    </message>
    <message>
      <source>pip install 'gradblocks[gui]' brings what it needs</source>
      <translation>pip install 'gradblocks[gui]' bringt, was gebraucht wird</translation>
    </message>
    <message>
      <source>pip install 'gradblocks[jax]'</source>
      <translation>pip install 'gradblocks[jax]' ausführen</translation>
    </message>
    <message>
      <source>pip install 'gradblocks[lmdb]'</source>
      <translation>pip install 'gradblocks[lmdb]' ausführen</translation>
    </message>
    <message>
      <source>pip install 'gradblocks[{package}]'</source>
      <translation>pip install 'gradblocks[{package}]' ausführen</translation>
    </message>
    <message>
      <source>pip install -U jax</source>
      <translation>pip install -U jax ausführen</translation>
    </message>
    <message>
      <source>pip uninstalls it; `disable` only stops its use</source>
      <translation>pip deinstalliert es; `disable` beendet nur seine Verwendung</translation>
    </message>
    <message>
      <source>plugin</source>
      <translation>Plugin</translation>
    </message>
    <message>
      <source>points must be numbers</source>
      <translation>Punkte müssen Zahlen sein</translation>
    </message>
    <message>
      <source>pools over channels</source>
      <translation>poolt über Kanäle</translation>
    </message>
    <message>
      <source>position {begin} lies outside axis {index}, which has size {size}</source>
      <translation>Position {begin} liegt außerhalb der Achse {index} der Größe {size}</translation>
    </message>
    <message>
      <source>post_transform {kind} has no blocks</source>
      <translation>für post_transform {kind} gibt es keine Blöcke</translation>
    </message>
    <message>
      <source>predicate takes one truth value, got {short}{shape_text}</source>
      <translation>predicate nimmt einen Wahrheitswert, bekommt aber {short}{shape_text}</translation>
    </message>
    <message>
      <source>predicted</source>
      <translation>vorhergesagt</translation>
    </message>
    <message>
      <source>press the new shortcut</source>
      <translation>neues Tastenkürzel drücken</translation>
    </message>
    <message>
      <source>prevented</source>
      <translation>verhindert</translation>
    </message>
    <message>
      <source>problem: {fault}</source>
      <translation>Problem: {fault}</translation>
    </message>
    <message>
      <source>process 0 at {where} waits for fewer processes than {count}: no number {number} is among them</source>
      <translation>Prozess 0 an {where} wartet auf weniger als {count} Prozesse: eine Nummer {number} ist nicht darunter</translation>
    </message>
    <message>
      <source>process 0 was not found at {where} in time, or not all of the {count} processes came there</source>
      <translation>Prozess 0 wurde an {where} nicht rechtzeitig gefunden, oder nicht alle {count} Prozesse kamen dorthin</translation>
    </message>
    <message>
      <source>process {names} of {result} was started with another diagram, other options or another count than process 0</source>
      <translation>Prozess {names} von {result} wurde mit einem anderen Diagramm, anderen Optionen oder einer anderen Anzahl als Prozess 0 gestartet</translation>
    </message>
    <message>
      <source>process {process} of {processes} finds no GPU of its own, and each needs one</source>
      <translation>Prozess {process} von {processes} findet keine eigene GPU, und jeder braucht eine</translation>
    </message>
    <message>
      <source>process {process} of {processes} has the same GPU as another one</source>
      <translation>Prozess {process} von {processes} hat dieselbe GPU wie ein anderer</translation>
    </message>
    <message>
      <source>projects are .enup files that enuSpace saved</source>
      <translation>Projekte sind .enup-Dateien, die enuSpace gespeichert hat</translation>
    </message>
    <message>
      <source>promoted as {promoted}</source>
      <translation>am Block als {promoted}</translation>
    </message>
    <message>
      <source>put a copy of it in its place, or allow its folder with --allow-read DIR</source>
      <translation>legen Sie eine Kopie davon an seine Stelle, oder erlauben Sie den Ordner mit --allow-read DIR</translation>
    </message>
    <message>
      <source>put a queue with a capacity before it</source>
      <translation>setzen Sie eine Warteschlange mit einer Kapazität davor</translation>
    </message>
    <message>
      <source>put it on the page, or write the variables with an Apply block in each iteration</source>
      <translation>setzen Sie es auf die Seite, oder schreiben Sie die Variablen in jeder Iteration mit einem Apply-Block</translation>
    </message>
    <message>
      <source>puts batches on diagonals</source>
      <translation>setzt Batches auf Diagonalen</translation>
    </message>
    <message>
      <source>puts numbers on a diagonal</source>
      <translation>setzt Zahlen auf eine Diagonale</translation>
    </message>
    <message>
      <source>puts truth values together</source>
      <translation>setzt Wahrheitswerte zusammen</translation>
    </message>
    <message>
      <source>quality is a number from 0 to 100, not {attrs}</source>
      <translation>quality ist eine Zahl von 0 bis 100, nicht {attrs}</translation>
    </message>
    <message>
      <source>ragged_dot_general of batches, or with an offset, has no block</source>
      <translation>ragged_dot_general von Stapeln oder mit einem Versatz hat keinen Block</translation>
    </message>
    <message>
      <source>range_max is {range_max}, but there are {own} weights</source>
      <translation>range_max ist {range_max}, aber es gibt {own} Gewichte</translation>
    </message>
    <message>
      <source>rate is one number, not a tensor of the shape {shape_text}</source>
      <translation>rate ist eine Zahl, kein Tensor der Form {shape_text}</translation>
    </message>
    <message>
      <source>rate takes a number with a point, not {short}</source>
      <translation>rate nimmt eine Zahl mit Punkt, nicht {short}</translation>
    </message>
    <message>
      <source>ratio is 1, 2, 4 or 8, not {attrs}</source>
      <translation>ratio ist 1, 2, 4 oder 8, nicht {attrs}</translation>
    </message>
    <message>
      <source>reads an output of {shortened} that it does not have</source>
      <translation>liest einen Ausgang von {shortened}, den es nicht hat</translation>
    </message>
    <message>
      <source>reads the bytes of complex numbers</source>
      <translation>liest die Bytes komplexer Zahlen</translation>
    </message>
    <message>
      <source>record {count} of the file {name} cannot be read: {why}</source>
      <translation>Der Datensatz {count} der Datei {name} kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>recording {count:,} runs would take {size:,} bytes</source>
      <translation>die Aufzeichnung von {count:,} Läufen bräuchte {size:,} Bytes</translation>
    </message>
    <message>
      <source>records another number of rounds of a While each time (give that a maximum)</source>
      <translation>zeichnet jedes Mal eine andere Zahl von Runden eines While auf (ihm ein Maximum geben)</translation>
    </message>
    <message>
      <source>records something of each of its rounds, and has no maximum</source>
      <translation>zeichnet etwas von jedem seiner Durchläufe auf und hat kein Maximum</translation>
    </message>
    <message>
      <source>reduce_precision to {form} bits of exponent and {form2} of mantissa has no block</source>
      <translation>reduce_precision auf {form} Bits des Exponenten und {form2} der Mantisse hat keinen Block</translation>
    </message>
    <message>
      <source>reduce_window over windows of {prod} elements has no block</source>
      <translation>reduce_window über Fenster aus {prod} Elementen hat keinen Block</translation>
    </message>
    <message>
      <source>remove it first</source>
      <translation>entfernen Sie es zuerst</translation>
    </message>
    <message>
      <source>removes files, and is not run to be measured</source>
      <translation>entfernt Dateien und läuft nicht, um gemessen zu werden</translation>
    </message>
    <message>
      <source>repeat must be -1, or at least 1, got 0</source>
      <translation>repeat muss -1 oder mindestens 1 sein, ist aber 0</translation>
    </message>
    <message>
      <source>repeat says how many rounds there are, -1 without end</source>
      <translation>repeat sagt, wie viele Runden es gibt, -1 ohne Ende</translation>
    </message>
    <message>
      <source>rerun of {number}</source>
      <translation>Wiederholung von {number}</translation>
    </message>
    <message>
      <source>route number {number} must be an object</source>
      <translation>Route Nummer {number} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>rows have different lengths: {here} {holds}, {there} {holds2}</source>
      <translation>Zeilen sind verschieden lang: {here} {holds}, {there} {holds2}</translation>
    </message>
    <message>
      <source>run the page first</source>
      <translation>die Seite zuerst ausführen</translation>
    </message>
    <message>
      <source>running</source>
      <translation>läuft</translation>
    </message>
    <message>
      <source>runs cannot be kept in {folder}: {fault}</source>
      <translation>Läufe lassen sich nicht in {folder} aufbewahren: {fault}</translation>
    </message>
    <message>
      <source>runs cannot be kept next to {name}: {fault}</source>
      <translation>Läufe lassen sich nicht neben {name} aufbewahren: {fault}</translation>
    </message>
    <message>
      <source>runs cannot be moved to {folder}: {fault}</source>
      <translation>Läufe lassen sich nicht nach {folder} verschieben: {fault}</translation>
    </message>
    <message>
      <source>runs {block_name}, which {reason}</source>
      <translation>führt {block_name} aus, was {reason}</translation>
    </message>
    <message>
      <source>runs {block}, which {message}</source>
      <translation>führt {block} aus, was {message}</translation>
    </message>
    <message>
      <source>same</source>
      <translation>gleich</translation>
    </message>
    <message>
      <source>same in every iteration</source>
      <translation>in jeder Iteration gleich</translation>
    </message>
    <message>
      <source>sampled</source>
      <translation>Stichprobe</translation>
    </message>
    <message>
      <source>save the diagram first to keep runs next to it</source>
      <translation>zuerst das Diagramm speichern, um Läufe daneben aufzubewahren</translation>
    </message>
    <message>
      <source>save the diagram: its files lie beside it</source>
      <translation>speichern Sie das Diagramm: seine Dateien liegen daneben</translation>
    </message>
    <message>
      <source>save the text as a .gradblocks file and open it</source>
      <translation>den Text als .gradblocks-Datei speichern und öffnen</translation>
    </message>
    <message>
      <source>save the variables of this page with `run --save`</source>
      <translation>speichern Sie die Variablen dieser Seite mit `run --save`</translation>
    </message>
    <message>
      <source>save them as .csv</source>
      <translation>als .csv speichern</translation>
    </message>
    <message>
      <source>save them as .npy</source>
      <translation>als .npy speichern</translation>
    </message>
    <message>
      <source>saved</source>
      <translation>gespeichert</translation>
    </message>
    <message>
      <source>saved states use {size} of {size2}</source>
      <translation>Zustände: {size} von {size2}</translation>
    </message>
    <message>
      <source>says that {shortened} waits for {text}, which is not there</source>
      <translation>sagt, dass {shortened} auf {text} wartet, was es nicht gibt</translation>
    </message>
    <message>
      <source>scope</source>
      <translation>Geltungsbereich</translation>
    </message>
    <message>
      <source>scopes lie in each other with a name of more than {LONGEST} characters together</source>
      <translation>Scopes liegen ineinander mit einem Namen von zusammen mehr als {LONGEST} Zeichen</translation>
    </message>
    <message>
      <source>see `gradblocks --help`</source>
      <translation>siehe `gradblocks --help`</translation>
    </message>
    <message>
      <source>see `gradblocks convert --help`</source>
      <translation>siehe `gradblocks convert --help`</translation>
    </message>
    <message>
      <source>see `{prog} --help`</source>
      <translation>siehe `{prog} --help`</translation>
    </message>
    <message>
      <source>see the Problems panel</source>
      <translation>siehe Bereich Probleme</translation>
    </message>
    <message>
      <source>seed</source>
      <translation>Seed</translation>
    </message>
    <message>
      <source>segment id {max} does not exist: there are {count} segments</source>
      <translation>Die Segment-ID {max} gibt es nicht: es gibt {count} Segmente</translation>
    </message>
    <message>
      <source>select a block of an expanded gradient</source>
      <translation>einen Block eines aufgeklappten Gradienten wählen</translation>
    </message>
    <message>
      <source>select a scalar and press D</source>
      <translation>einen Skalar wählen und D drücken</translation>
    </message>
    <message>
      <source>select nothing to use all weights</source>
      <translation>nichts auswählen, um alle Gewichte zu verwenden</translation>
    </message>
    <message>
      <source>select one block to draw a wire from it</source>
      <translation>einen Block wählen, von dem ein Draht gezogen wird</translation>
    </message>
    <message>
      <source>select the block that computes the prediction</source>
      <translation>den Block wählen, der die Vorhersage berechnet</translation>
    </message>
    <message>
      <source>select the constants, or the instances that contain them</source>
      <translation>die Konstanten wählen oder die Instanzen, die sie enthalten</translation>
    </message>
    <message>
      <source>select_cols must rise and not be negative, got {chosen}</source>
      <translation>select_cols muss ansteigen und darf nicht negativ sein, ist aber {chosen}</translation>
    </message>
    <message>
      <source>sequence {empty} has no labels</source>
      <translation>Sequenz {empty} hat keine Labels</translation>
    </message>
    <message>
      <source>sequence {first} has {given} labels and only {sequence_length} steps</source>
      <translation>Sequenz {first} hat {given} Labels und nur {sequence_length} Schritte</translation>
    </message>
    <message>
      <source>sequence {row} has only {best} results, fewer than top_paths {top_paths}</source>
      <translation>Sequenz {row} hat nur {best} Ergebnisse, weniger als top_paths {top_paths}</translation>
    </message>
    <message>
      <source>set Tout to {name}</source>
      <translation>setzen Sie Tout auf {name}</translation>
    </message>
    <message>
      <source>set full_matrices to false</source>
      <translation>setzen Sie full_matrices auf false</translation>
    </message>
    <message>
      <source>set its checkpoint to 0</source>
      <translation>setzen Sie sein checkpoint auf 0</translation>
    </message>
    <message>
      <source>set {attribute} to {name}</source>
      <translation>setzen Sie {attribute} auf {name}</translation>
    </message>
    <message>
      <source>settle it in the editor: File &gt; Settle conflicts</source>
      <translation>lösen Sie ihn im Editor: Datei &gt; Konflikte lösen</translation>
    </message>
    <message>
      <source>several processes need a newer JAX than {version}</source>
      <translation>Mehrere Prozesse brauchen ein neueres JAX als {version}</translation>
    </message>
    <message>
      <source>several processes need a system that makes processes by forking, and a program of its own</source>
      <translation>mehrere Prozesse brauchen ein System, das Prozesse durch Fork erzeugt, und ein eigenes Programm</translation>
    </message>
    <message>
      <source>several values</source>
      <translation>mehrere Werte</translation>
    </message>
    <message>
      <source>shape</source>
      <translation>Form</translation>
    </message>
    <message>
      <source>shapes {both} are broadcast to {shape_text}: all pairs are compared</source>
      <translation>Die Formen {both} werden auf {shape_text} gebroadcastet: alle Paare werden verglichen</translation>
    </message>
    <message>
      <source>shapes {shape_text} and {shape_text2} do not agree</source>
      <translation>Die Formen {shape_text} und {shape_text2} stimmen nicht überein</translation>
    </message>
    <message>
      <source>shapes {shape_text} and {shape_text2} do not fit together</source>
      <translation>Die Formen {shape_text} und {shape_text2} passen nicht zusammen</translation>
    </message>
    <message>
      <source>shorter names, or fewer scopes in each other</source>
      <translation>kürzere Namen oder weniger Scopes ineinander</translation>
    </message>
    <message>
      <source>sizes must be equal, or one of them 1</source>
      <translation>Größen müssen gleich sein, oder eine davon 1</translation>
    </message>
    <message>
      <source>slices of so many elements are not sorted</source>
      <translation>Scheiben mit so vielen Elementen werden nicht sortiert</translation>
    </message>
    <message>
      <source>soft_nms_sigma is 0 or more, not {float}</source>
      <translation>soft_nms_sigma ist ab 0, nicht {float}</translation>
    </message>
    <message>
      <source>some element must be the odd one out</source>
      <translation>ein Element passt nicht zu den anderen</translation>
    </message>
    <message>
      <source>something else stands among the {kind}</source>
      <translation>Unter {kind} steht etwas anderes</translation>
    </message>
    <message>
      <source>something follows the value: several values stand in braces, {1, 2}</source>
      <translation>auf den Wert folgt noch etwas: mehrere Werte stehen in Klammern, {1, 2}</translation>
    </message>
    <message>
      <source>sources with few wires</source>
      <translation>Quellen mit wenigen Drähten</translation>
    </message>
    <message>
      <source>sparse tensor {number} cannot be read: {message}</source>
      <translation>der dünn besetzte Tensor {number} kann nicht gelesen werden: {message}</translation>
    </message>
    <message>
      <source>sparse tensor {number} holds indices, values and shape that do not fit: {texts}</source>
      <translation>der dünn besetzte Tensor {number} enthält Indizes, Werte und Form, die nicht zusammenpassen: {texts}</translation>
    </message>
    <message>
      <source>sparse tensor {number} holds {dtype}, not {short}</source>
      <translation>der dünn besetzte Tensor {number} enthält {dtype}, nicht {short}</translation>
    </message>
    <message>
      <source>sparse tensors of ranks {sorted} do not go into one minibatch</source>
      <translation>dünn besetzte Tensoren der Ränge {sorted} gehen nicht in einen Minibatch</translation>
    </message>
    <message>
      <source>standard output cannot be written: {strerror}</source>
      <translation>Die Standardausgabe kann nicht geschrieben werden: {strerror}</translation>
    </message>
    <message>
      <source>state</source>
      <translation>Zustand</translation>
    </message>
    <message>
      <source>status</source>
      <translation>Status</translation>
    </message>
    <message>
      <source>status takes the status of a ClientSession, not {kind_name}</source>
      <translation>status nimmt den Status einer ClientSession, nicht {kind_name}</translation>
    </message>
    <message>
      <source>step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <source>step {at:,.0f}</source>
      <translation>Schritt {at:,.0f}</translation>
    </message>
    <message>
      <source>step {round:,}: {shares:.0%} of the elements are about {number:.3g}</source>
      <translation>Schritt {round:,}: {shares:.0%} der Elemente sind etwa {number:.3g}</translation>
    </message>
    <message>
      <source>step {step:,}: gradient norm {found:.6g}</source>
      <translation>Schritt {step:,}: Gradientennorm {found:.6g}</translation>
    </message>
    <message>
      <source>step {x:,.0f}</source>
      <translation>Schritt {x:,.0f}</translation>
    </message>
    <message>
      <source>steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <source>steps {first} to {last} can be gone back to, not step {step}</source>
      <translation>Zurück geht es zu den Schritten {first} bis {last}, nicht zu Schritt {step}</translation>
    </message>
    <message>
      <source>still gets a gradient</source>
      <translation>bekommt weiter einen Gradienten</translation>
    </message>
    <message>
      <source>still gets none</source>
      <translation>bekommt weiter keinen</translation>
    </message>
    <message>
      <source>stop</source>
      <translation>Stopp</translation>
    </message>
    <message>
      <source>stop at {cut}</source>
      <translation>bei {cut} stoppen</translation>
    </message>
    <message>
      <source>stop at {name}</source>
      <translation>Stopp bei {name}</translation>
    </message>
    <message>
      <source>stopped</source>
      <translation>angehalten</translation>
    </message>
    <message>
      <source>stopped in step {step} at {at}{held}</source>
      <translation>in Schritt {step} an {at} angehalten{held}</translation>
    </message>
    <message>
      <source>strides, dilations or paddings are too large</source>
      <translation>strides, dilations oder paddings sind zu groß</translation>
    </message>
    <message>
      <source>string</source>
      <translation>Zeichenkette</translation>
    </message>
    <message>
      <source>strings cannot be saved as .npy</source>
      <translation>Zeichenketten lassen sich nicht als .npy speichern</translation>
    </message>
    <message>
      <source>strings have no fixed size</source>
      <translation>Texte haben keine feste Größe</translation>
    </message>
    <message>
      <source>subtract StopGradient(Max(x)) from x before Exp{after}: the result is the same</source>
      <translation>ziehen Sie vor Exp StopGradient(Max(x)) von x ab{after}: das Ergebnis ist dasselbe</translation>
    </message>
    <message>
      <source>sum of {name}</source>
      <translation>Summe von {name}</translation>
    </message>
    <message>
      <source>supplies</source>
      <translation>liefert</translation>
    </message>
    <message>
      <source>sweep {number}</source>
      <translation>Sweep {number}</translation>
    </message>
    <message>
      <source>switch uniform_noise off</source>
      <translation>schalten Sie uniform_noise aus</translation>
    </message>
    <message>
      <source>take a pin of the branch itself</source>
      <translation>nehmen Sie einen Pin des Zweigs selbst</translation>
    </message>
    <message>
      <source>takes no value that ever is alive</source>
      <translation>nimmt keinen Wert, der jemals lebt</translation>
    </message>
    <message>
      <source>tensors</source>
      <translation>Tensoren</translation>
    </message>
    <message>
      <source>that is no {field} of a block</source>
      <translation>das ist kein {field} eines Blocks</translation>
    </message>
    <message>
      <source>the BMP is cut short or broken: it should have {start} bytes, it has {contents}</source>
      <translation>Das BMP ist abgeschnitten oder beschädigt: es müsste {start} Bytes haben, es hat {contents}</translation>
    </message>
    <message>
      <source>the BMP is cut short: it has no header</source>
      <translation>Das BMP ist abgeschnitten: es hat keinen Kopf</translation>
    </message>
    <message>
      <source>the GIF has a frame without a table of colours</source>
      <translation>Das GIF hat ein Einzelbild ohne Farbtabelle</translation>
    </message>
    <message>
      <source>the GIF is cut short or broken: it has no whole frame</source>
      <translation>Das GIF ist abgeschnitten oder defekt: es hat kein ganzes Einzelbild</translation>
    </message>
    <message>
      <source>the GIF uses colour {wrong}, its table ends at {colours}</source>
      <translation>Das GIF verwendet die Farbe {wrong}, seine Tabelle endet bei {colours}</translation>
    </message>
    <message>
      <source>the JPEG is cut short or broken</source>
      <translation>Das JPEG ist abgeschnitten oder defekt</translation>
    </message>
    <message>
      <source>the JPEG is {what}</source>
      <translation>Das JPEG ist {what}</translation>
    </message>
    <message>
      <source>the PNG is broken: there is no colour type {kind}</source>
      <translation>Das PNG ist defekt: es gibt keinen Farbtyp {kind}</translation>
    </message>
    <message>
      <source>the PNG is cut short or broken</source>
      <translation>Das PNG ist abgeschnitten oder defekt</translation>
    </message>
    <message>
      <source>the PNG is cut short: it has no header</source>
      <translation>Das PNG ist abgeschnitten: es hat keinen Kopf</translation>
    </message>
    <message>
      <source>the Tensor is {short}, dtype says {short2}</source>
      <translation>Der Tensor ist {short}, dtype sagt {short2}</translation>
    </message>
    <message>
      <source>the Variable</source>
      <translation>die Variable</translation>
    </message>
    <message>
      <source>the accumulator {name} holds {short}, not {short2}</source>
      <translation>Der Akkumulator {name} enthält {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the accumulator {name} takes gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>Der Akkumulator {name} nimmt Gradienten der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>the activation {activation} is not known</source>
      <translation>die Aktivierung {activation} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the activation {name} is not known</source>
      <translation>die Aktivierung {name} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the array {name} has no axis that counts examples</source>
      <translation>Das Array {name} hat keine Achse, die Beispiele zählt</translation>
    </message>
    <message>
      <source>the array {name} is {name2}, which does not become {short} by itself</source>
      <translation>Das Array {name} ist {name2}, was nicht von selbst zu {short} wird</translation>
    </message>
    <message>
      <source>the arrays have different numbers of examples: {sizes}</source>
      <translation>Die Arrays haben verschieden viele Beispiele: {sizes}</translation>
    </message>
    <message>
      <source>the backend 'jax' needs JAX, which is not installed</source>
      <translation>Das Backend 'jax' braucht JAX, das nicht installiert ist</translation>
    </message>
    <message>
      <source>the backends are: {join}</source>
      <translation>Die Backends sind: {join}</translation>
    </message>
    <message>
      <source>the block Conv2D does</source>
      <translation>der Block Conv2D tut es</translation>
    </message>
    <message>
      <source>the block DecodeBmp reads it</source>
      <translation>der Block DecodeBmp liest es</translation>
    </message>
    <message>
      <source>the block DecodeGif gives all of them</source>
      <translation>der Block DecodeGif gibt sie alle</translation>
    </message>
    <message>
      <source>the block DecodeImage reads it</source>
      <translation>der Block DecodeImage liest es</translation>
    </message>
    <message>
      <source>the block Decode{name} reads it</source>
      <translation>der Block Decode{name} liest es</translation>
    </message>
    <message>
      <source>the block type of {missing} is unknown</source>
      <translation>der Blocktyp von {missing} ist unbekannt</translation>
    </message>
    <message>
      <source>the blocks are in several scopes, but an instance can be in only one</source>
      <translation>die Blöcke sind in mehreren Geltungsbereichen, eine Instanz kann nur in einem sein</translation>
    </message>
    <message>
      <source>the blocks form a cycle: {names}</source>
      <translation>Die Blöcke bilden einen Zyklus: {names}</translation>
    </message>
    <message>
      <source>the blocks would form a cycle: {names}</source>
      <translation>die Blöcke bildeten einen Kreis: {names}</translation>
    </message>
    <message>
      <source>the body gives {name}, but takes none: what a While gives is carried from round to round</source>
      <translation>Der Rumpf gibt {name}, nimmt aber keines: was ein While gibt, wird von Durchlauf zu Durchlauf weitergetragen</translation>
    </message>
    <message>
      <source>the borders of windows must rise from 0 to at most {size}, got {tolist}</source>
      <translation>die Grenzen von Fenstern müssen von 0 bis höchstens {size} steigen, nicht {tolist}</translation>
    </message>
    <message>
      <source>the breakpoint {strip} names no pin</source>
      <translation>Der Haltepunkt {strip} nennt keinen Pin</translation>
    </message>
    <message>
      <source>the capacity must be -1, got {attrs}: a barrier has no limit</source>
      <translation>capacity muss -1 sein, ist aber {attrs}: eine Barriere hat keine Grenze</translation>
    </message>
    <message>
      <source>the check process was terminated</source>
      <translation>der Prüfprozess wurde beendet</translation>
    </message>
    <message>
      <source>the checkpoint cannot be read: {message}</source>
      <translation>der Checkpoint kann nicht gelesen werden: {message}</translation>
    </message>
    <message>
      <source>the checkpoint holds only parts of {name}, not all of {shape_text} that is asked for</source>
      <translation>Der Checkpoint enthält nur Teile von {name}, nicht alles von {shape_text}, was verlangt ist</translation>
    </message>
    <message>
      <source>the checkpoint {file_name} is damaged</source>
      <translation>Der Checkpoint {file_name} ist beschädigt</translation>
    </message>
    <message>
      <source>the checkpoint {pattern} has no tensor {text}</source>
      <translation>Der Checkpoint {pattern} hat keinen Tensor {text}</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} has no tensor {text}</source>
      <translation>Der Checkpoint {prefix} hat keinen Tensor {text}</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} is damaged where {text} stands</source>
      <translation>Der Checkpoint {prefix} ist beschädigt, wo {text} steht</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} was written on a machine with another order of bytes</source>
      <translation>Der Checkpoint {prefix} wurde auf einem Rechner mit anderer Byte-Reihenfolge geschrieben</translation>
    </message>
    <message>
      <source>the choices are written as a list, such as [0.1, 0.01]</source>
      <translation>die Möglichkeiten werden als Liste geschrieben, etwa [0.1, 0.01]</translation>
    </message>
    <message>
      <source>the clipboard contains no blocks that can be pasted: {sentence}</source>
      <translation>die Zwischenablage enthält keine Blöcke, die sich einfügen lassen: {sentence}</translation>
    </message>
    <message>
      <source>the clipboard contains text but no blocks</source>
      <translation>die Zwischenablage enthält Text, aber keine Blöcke</translation>
    </message>
    <message>
      <source>the clipboard does not contain a table</source>
      <translation>die Zwischenablage enthält keine Tabelle</translation>
    </message>
    <message>
      <source>the clipboard is empty</source>
      <translation>die Zwischenablage ist leer</translation>
    </message>
    <message>
      <source>the components hold different numbers of elements: {join}</source>
      <translation>Die Komponenten enthalten verschieden viele Elemente: {join}</translation>
    </message>
    <message>
      <source>the composite has no such pin: {gone!r}</source>
      <translation>der Verbund hat keinen solchen Pin: {gone!r}</translation>
    </message>
    <message>
      <source>the composites are: {listed}</source>
      <translation>Die Verbünde sind: {listed}</translation>
    </message>
    <message>
      <source>the composites are: {names}</source>
      <translation>Die Verbunde sind: {names}</translation>
    </message>
    <message>
      <source>the compute process cannot be started: {strerror}</source>
      <translation>der Rechenprozess kann nicht gestartet werden: {strerror}</translation>
    </message>
    <message>
      <source>the compute process was terminated</source>
      <translation>der Rechenprozess wurde beendet</translation>
    </message>
    <message>
      <source>the condition gives one truth value, not {outputs} tensors</source>
      <translation>Die Bedingung gibt einen Wahrheitswert, nicht {outputs} Tensoren</translation>
    </message>
    <message>
      <source>the condition must be one truth value, it has the shape {shape_text}</source>
      <translation>Die Bedingung muss ein Wahrheitswert sein, sie hat die Form {shape_text}</translation>
    </message>
    <message>
      <source>the condition must give one truth value, {name}.{name2} is {kind}</source>
      <translation>Die Bedingung muss einen Wahrheitswert geben, {name}.{name2} ist {kind}</translation>
    </message>
    <message>
      <source>the condition {name} must have one output, it has {outputs}</source>
      <translation>Die Bedingung {name} muss einen Ausgang haben, sie hat {outputs}</translation>
    </message>
    <message>
      <source>the condition {strip} is malformed: {reason}</source>
      <translation>Die Bedingung {strip} ist fehlerhaft: {reason}</translation>
    </message>
    <message>
      <source>the coordinates of {mode} are not known</source>
      <translation>die Koordinaten von {mode} sind nicht bekannt</translation>
    </message>
    <message>
      <source>the copies are: {listed}</source>
      <translation>Die Kopien sind: {listed}</translation>
    </message>
    <message>
      <source>the data of {name} are at their end after {rounds} round{rounds2}</source>
      <translation>Die Daten von {name} sind nach {rounds} Durchlauf{rounds2} zu Ende</translation>
    </message>
    <message>
      <source>the database {name} cannot be read: {said}</source>
      <translation>Die Datenbank {name} kann nicht gelesen werden: {said}</translation>
    </message>
    <message>
      <source>the default has the shape {shape_text}, the placeholder {shape_text2}</source>
      <translation>Der Vorgabewert hat die Form {shape_text}, der Platzhalter {shape_text2}</translation>
    </message>
    <message>
      <source>the default of {name} {fault}</source>
      <translation>Der Vorgabewert von {name} {fault}</translation>
    </message>
    <message>
      <source>the derivative of {name} is infinite at 1 and -1, which {block_name} may be</source>
      <translation>Die Ableitung von {name} ist bei 1 und -1 unendlich, was {block_name} sein kann</translation>
    </message>
    <message>
      <source>the diagram has a key {key} that was not known in {FIRST}</source>
      <translation>Das Diagramm hat einen Schlüssel {key}, der in {FIRST} nicht bekannt war</translation>
    </message>
    <message>
      <source>the diagram has no page</source>
      <translation>das Diagramm hat keine Seite</translation>
    </message>
    <message>
      <source>the diagram has no page to draw</source>
      <translation>Das Diagramm hat keine Seite zum Zeichnen</translation>
    </message>
    <message>
      <source>the diagram has the format {declared}, made by a newer Gradblocks; this one reads up to {FORMAT}</source>
      <translation>Das Diagramm hat das Format {declared} eines neueren Gradblocks; dieses liest bis {FORMAT}</translation>
    </message>
    <message>
      <source>the diagram has {count} {key}; at most {limit} are read</source>
      <translation>Das Diagramm hat {count} {key}; höchstens {limit} werden gelesen</translation>
    </message>
    <message>
      <source>the diagram has {pages} pages: name the one to run</source>
      <translation>Das Diagramm hat {pages} Seiten: nennen Sie die, die laufen soll</translation>
    </message>
    <message>
      <source>the diagram of {name} was not kept</source>
      <translation>das Diagramm von {name} wurde nicht aufbewahrt</translation>
    </message>
    <message>
      <source>the diagram on the clipboard has no blocks</source>
      <translation>das Diagramm in der Zwischenablage hat keine Blöcke</translation>
    </message>
    <message>
      <source>the diagram on the clipboard has {count} pages, but only one can be pasted</source>
      <translation>das Diagramm in der Zwischenablage hat {count} Seiten, aber nur eine kann eingefügt werden</translation>
    </message>
    <message>
      <source>the diagram that it ran was not kept.</source>
      <translation>das ausgeführte Diagramm wurde nicht aufbewahrt.</translation>
    </message>
    <message>
      <source>the diagram would be a file of {data} bytes; at most {MAX_BYTES} are read again</source>
      <translation>Das Diagramm wäre eine Datei von {data} Bytes; höchstens {MAX_BYTES} werden wieder gelesen</translation>
    </message>
    <message>
      <source>the docstring cannot be read: {error}</source>
      <translation>der Docstring kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>the document is as it was; the next run begins in a new process</source>
      <translation>das Dokument ist, wie es war; der nächste Lauf beginnt in einem neuen Prozess</translation>
    </message>
    <message>
      <source>the dtype of a file's data is not known before it is read</source>
      <translation>Der dtype der Daten einer Datei ist nicht bekannt, bevor sie gelesen ist</translation>
    </message>
    <message>
      <source>the editor cannot be loaded: {error}</source>
      <translation>Der Editor kann nicht geladen werden: {error}</translation>
    </message>
    <message>
      <source>the elements have the shape {shape_text}, not {shape_text2}</source>
      <translation>Die Elemente haben die Form {shape_text}, nicht {shape_text2}</translation>
    </message>
    <message>
      <source>the elements of the tensor array have the shape {shape_text}, got {shape_text2}</source>
      <translation>Die Elemente des Tensor-Arrays haben die Form {shape_text}, bekommen wird {shape_text2}</translation>
    </message>
    <message>
      <source>the encoding must be utf-8 or "", got {attrs}</source>
      <translation>encoding muss utf-8 oder "" sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>the end is missing</source>
      <translation>das Ende fehlt</translation>
    </message>
    <message>
      <source>the entries of {self} cannot be changed: it is a HashTable</source>
      <translation>Die Einträge von {self} können nicht geändert werden: es ist eine HashTable</translation>
    </message>
    <message>
      <source>the equation {equation} has a stray '.'</source>
      <translation>Die Gleichung {equation} hat einen verirrten '.'</translation>
    </message>
    <message>
      <source>the equation {equation} is of {terms} operands, {count} are wired; one or two can be multiplied</source>
      <translation>Die Gleichung {equation} hat {terms} Operanden, {count} sind verdrahtet; einer oder zwei können multipliziert werden</translation>
    </message>
    <message>
      <source>the equation {equation} needs one '-&gt;'</source>
      <translation>Die Gleichung {equation} braucht ein '-&gt;'</translation>
    </message>
    <message>
      <source>the examples do not fit the function: {error}</source>
      <translation>die Beispiele passen nicht zur Funktion: {error}</translation>
    </message>
    <message>
      <source>the file has more than {MAX_BYTES} bytes</source>
      <translation>Die Datei hat mehr als {MAX_BYTES} Bytes</translation>
    </message>
    <message>
      <source>the file has {data} bytes; at most {MAX_BYTES} are read</source>
      <translation>Die Datei hat {data} Bytes; höchstens {MAX_BYTES} werden gelesen</translation>
    </message>
    <message>
      <source>the file was changed and its previous contents were not kept</source>
      <translation>die Datei wurde geändert, und ihr voriger Inhalt wurde nicht aufbewahrt</translation>
    </message>
    <message>
      <source>the file {file_name} is no checkpoint</source>
      <translation>Die Datei {file_name} ist kein Checkpoint</translation>
    </message>
    <message>
      <source>the file {filename} has no array {name}</source>
      <translation>Die Datei {filename} hat kein Array {name}</translation>
    </message>
    <message>
      <source>the file {filename} {message}</source>
      <translation>Die Datei {filename} {message}</translation>
    </message>
    <message>
      <source>the file {get} {message}</source>
      <translation>Die Datei {get} {message}</translation>
    </message>
    <message>
      <source>the file {index_name} is damaged</source>
      <translation>Die Datei {index_name} ist beschädigt</translation>
    </message>
    <message>
      <source>the file {memory_region_name} holds {data} bytes, {short}{shape_text} takes {wanted}</source>
      <translation>Die Datei {memory_region_name} enthält {data} Bytes, {short}{shape_text} braucht {wanted}</translation>
    </message>
    <message>
      <source>the file {name} cannot be found: the diagram has no folder yet</source>
      <translation>Die Datei {name} kann nicht gefunden werden: das Diagramm hat noch keinen Ordner</translation>
    </message>
    <message>
      <source>the file {name} cannot be read here: the diagram has no folder</source>
      <translation>Die Datei {name} kann hier nicht gelesen werden: das Diagramm hat keinen Ordner</translation>
    </message>
    <message>
      <source>the file {name} cannot be read here: there is no diagram whose folder it could be in</source>
      <translation>Die Datei {name} kann hier nicht gelesen werden: es gibt kein Diagramm, in dessen Ordner sie liegen könnte</translation>
    </message>
    <message>
      <source>the file {name} cannot be read: {error}</source>
      <translation>Die Datei {name} kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>the file {name} cannot be read: {strerror}</source>
      <translation>Die Datei {name} kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
      <source>the file {name} cannot be removed here: there is no diagram whose folder it could be in</source>
      <translation>Die Datei {name} kann hier nicht entfernt werden: es gibt kein Diagramm, in dessen Ordner sie liegen könnte</translation>
    </message>
    <message>
      <source>the file {name} cannot be removed: {strerror}</source>
      <translation>Die Datei {name} kann nicht entfernt werden: {strerror}</translation>
    </message>
    <message>
      <source>the file {name} cannot be written here: there is no diagram whose folder it could be in</source>
      <translation>Die Datei {name} kann hier nicht geschrieben werden: es gibt kein Diagramm, in dessen Ordner sie liegen könnte</translation>
    </message>
    <message>
      <source>the file {name} ends in the middle of its compressed data</source>
      <translation>Die Datei {name} endet mitten in ihren komprimierten Daten</translation>
    </message>
    <message>
      <source>the file {name} has {st_nlink} names (hard links), which may lie outside the diagram's folder</source>
      <translation>Die Datei {name} hat {st_nlink} Namen (harte Links), die außerhalb des Ordners des Diagramms liegen können</translation>
    </message>
    <message>
      <source>the file {name} holds no data that are compressed by {compression}</source>
      <translation>Die Datei {name} enthält keine Daten, die mit {compression} komprimiert sind</translation>
    </message>
    <message>
      <source>the file {name} is compressed, which is not supported</source>
      <translation>Die Datei {name} ist komprimiert, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>the file {name} is damaged: {why}</source>
      <translation>Die Datei {name} ist beschädigt: {why}</translation>
    </message>
    <message>
      <source>the file {name} is no checkpoint: it has no header</source>
      <translation>Die Datei {name} ist kein Checkpoint: sie hat keinen Kopf</translation>
    </message>
    <message>
      <source>the file {name} is no table of TensorFlow's: its end is another</source>
      <translation>Die Datei {name} ist keine Tabelle von TensorFlow: ihr Ende ist ein anderes</translation>
    </message>
    <message>
      <source>the file {name} lies outside the diagram's folder</source>
      <translation>Die Datei {name} liegt außerhalb des Ordners des Diagramms</translation>
    </message>
    <message>
      <source>the file {name} {message}</source>
      <translation>die Datei {name}: {message}</translation>
    </message>
    <message>
      <source>the file {text_of} is shorter than its header of {header} bytes</source>
      <translation>Die Datei {text_of} ist kürzer als ihr Kopf von {header} Bytes</translation>
    </message>
    <message>
      <source>the files {pattern} cannot be found here: there is no diagram whose folder they could be in</source>
      <translation>Die Dateien {pattern} können hier nicht gefunden werden: es gibt kein Diagramm, in dessen Ordner sie liegen könnten</translation>
    </message>
    <message>
      <source>the first frame of the GIF is broken</source>
      <translation>Das erste Einzelbild des GIF ist defekt</translation>
    </message>
    <message>
      <source>the first {max_rows:,} of {size:,} elements</source>
      <translation>die ersten {max_rows:,} von {size:,} Elementen</translation>
    </message>
    <message>
      <source>the folder cannot be made: {why}</source>
      <translation>Der Ordner kann nicht angelegt werden: {why}</translation>
    </message>
    <message>
      <source>the folder {name} cannot be read: {strerror}</source>
      <translation>Der Ordner {name} kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
      <source>the folder {name} cannot be removed here: there is no diagram that it could belong to</source>
      <translation>Der Ordner {name} kann hier nicht entfernt werden: es gibt kein Diagramm, zu dem er gehören könnte</translation>
    </message>
    <message>
      <source>the formula of {name} has {{{name2}}}, which is no pin and no attribute of it</source>
      <translation>Die Formel von {name} hat {{{name2}}}, was kein Pin und kein Attribut davon ist</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read</source>
      <translation>Die Formel {text} kann nicht gelesen werden</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read: {unparse} has no meaning there</source>
      <translation>Die Formel {text} kann nicht gelesen werden: {unparse} hat dort keine Bedeutung</translation>
    </message>
    <message>
      <source>the function gives nothing</source>
      <translation>Die Funktion gibt nichts</translation>
    </message>
    <message>
      <source>the gradient</source>
      <translation>der Gradient</translation>
    </message>
    <message>
      <source>the gradient given for {block_name} must be {wanted}, got {result}</source>
      <translation>Der für {block_name} gegebene Gradient muss {wanted} sein, ist aber {result}</translation>
    </message>
    <message>
      <source>the gradient has no stops</source>
      <translation>der Gradient hat keine Stopps</translation>
    </message>
    <message>
      <source>the gradient inside of a branch cannot be looked at</source>
      <translation>Der Gradient im Inneren eines Zweigs kann nicht angesehen werden</translation>
    </message>
    <message>
      <source>the gradient of Einsum with '...' needs operands of known rank</source>
      <translation>Der Gradient von Einsum mit '...' braucht Operanden bekannten Rangs</translation>
    </message>
    <message>
      <source>the gradient of SoftmaxCrossEntropyWithLogits needs features and labels of one shape, got {texts}</source>
      <translation>Der Gradient von SoftmaxCrossEntropyWithLogits braucht features und labels gleicher Form, bekommt aber {texts}</translation>
    </message>
    <message>
      <source>the gradient of a loop is that of its node</source>
      <translation>Der Gradient einer Schleife ist der ihres Knotens</translation>
    </message>
    <message>
      <source>the gradient of a loop that computes its rounds again has no form in a graph of TensorFlow here</source>
      <translation>Der Gradient einer Schleife, die ihre Durchläufe neu berechnet, hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>the gradient of {loss} no longer reaches {variable}: {reason}</source>
      <translation>Der Gradient von {loss} erreicht {variable} nicht mehr: {reason}</translation>
    </message>
    <message>
      <source>the gradient of {of} reaches {block_name}, and must not, by {path}</source>
      <translation>Der Gradient von {of} erreicht {block_name} und darf es nicht, auf dem Weg {path}</translation>
    </message>
    <message>
      <source>the gradient of {shown} is asked for, but the run does not compute it</source>
      <translation>der Gradient von {shown} ist gefragt, aber der Lauf berechnet {shown} nicht</translation>
    </message>
    <message>
      <source>the gradient of {title}, whose rounds are counted while it runs, has no gradient itself</source>
      <translation>Der Gradient von {title}, dessen Durchläufe beim Lauf gezählt werden, hat selbst keinen Gradienten</translation>
    </message>
    <message>
      <source>the gradient rule of {name} gives {parts} values for {inputs}</source>
      <translation>Die Gradientenregel von {name} gibt {parts} Werte für {inputs}</translation>
    </message>
    <message>
      <source>the gradient view is off: press G to turn it on</source>
      <translation>die Gradientenansicht ist aus: G schaltet sie ein</translation>
    </message>
    <message>
      <source>the id {block_id} of a block {fault}</source>
      <translation>Der Name {block_id} eines Blocks {fault}</translation>
    </message>
    <message>
      <source>the id {shortened} of block number {number} {fault}</source>
      <translation>Die id {shortened} des Blocks Nummer {number} {fault}</translation>
    </message>
    <message>
      <source>the image could not be created</source>
      <translation>das Bild konnte nicht erstellt werden</translation>
    </message>
    <message>
      <source>the image is {sizes_text}</source>
      <translation>das Bild ist {sizes_text}</translation>
    </message>
    <message>
      <source>the index [{row}, {index}] does not lie in {batch} sequences</source>
      <translation>Der Index [{row}, {index}] liegt nicht in {batch} Sequenzen</translation>
    </message>
    <message>
      <source>the index must be at least 0, got {index}</source>
      <translation>Der Index muss mindestens 0 sein, ist aber {index}</translation>
    </message>
    <message>
      <source>the index {wrong} lies outside the sequences of shape {shape_text}</source>
      <translation>Der Index {wrong} liegt außerhalb der Sequenzen der Form {shape_text}</translation>
    </message>
    <message>
      <source>the index {wrong} lies outside the shape {shape_text}</source>
      <translation>Der Index {wrong} liegt außerhalb der Form {shape_text}</translation>
    </message>
    <message>
      <source>the indices are empty: they say which tensors of the element are meant</source>
      <translation>Die Indizes sind leer: sie sagen, welche Tensoren des Elements gemeint sind</translation>
    </message>
    <message>
      <source>the indices must ascend, got {positions}</source>
      <translation>Die Indizes müssen aufsteigen, sind aber {positions}</translation>
    </message>
    <message>
      <source>the indices of labels must be in order, each once: [{row}, {index}] comes after {list}</source>
      <translation>Die Indizes der Labels müssen geordnet sein, jeder einmal: [{row}, {index}] kommt nach {list}</translation>
    </message>
    <message>
      <source>the input is not connected</source>
      <translation>der Eingang ist nicht verbunden</translation>
    </message>
    <message>
      <source>the key {key} is not an unknown one</source>
      <translation>Der Schlüssel {key} ist kein unbekannter</translation>
    </message>
    <message>
      <source>the key {shown} has two values, {rows} and {value}</source>
      <translation>Der Schlüssel {shown} hat zwei Werte, {rows} und {value}</translation>
    </message>
    <message>
      <source>the keys must be a vector, got {shape_text}</source>
      <translation>Die Schlüssel müssen ein Vektor sein, bekommen wird {shape_text}</translation>
    </message>
    <message>
      <source>the keys of a {kind} are {names}, not {short}</source>
      <translation>Die Schlüssel von {kind} sind {names}, nicht {short}</translation>
    </message>
    <message>
      <source>the label {label} comes behind a blank ({classes} or more), which ends its sequence: {labels}</source>
      <translation>Das Label {label} kommt hinter einem Leerzeichen ({classes} oder mehr), das seine Sequenz beendet: {labels}</translation>
    </message>
    <message>
      <source>the label {label} stands for {known} elements and for {size}</source>
      <translation>Das Label {label} steht für {known} Elemente und für {size}</translation>
    </message>
    <message>
      <source>the lengths of a transform are at least 1, got {lengths}</source>
      <translation>Die Längen einer Transformation sind mindestens 1, bekommen wird {lengths}</translation>
    </message>
    <message>
      <source>the lengths of a transform are at least 1, got {tolist}</source>
      <translation>Die Längen einer Transformation sind mindestens 1, bekommen wird {tolist}</translation>
    </message>
    <message>
      <source>the library has no block type for {what}</source>
      <translation>Die Bibliothek hat keinen Blocktyp für {what}</translation>
    </message>
    <message>
      <source>the loop begins with {short}, but an iteration gives {short2}</source>
      <translation>Die Schleife beginnt mit {short}, aber eine Iteration gibt {short2}</translation>
    </message>
    <message>
      <source>the loop has no end: there is no Switch in it, through which something could leave it</source>
      <translation>Die Schleife hat kein Ende: es gibt kein Switch in ihr, durch das etwas sie verlassen könnte</translation>
    </message>
    <message>
      <source>the loop has no initial value: nothing is wired to its Merge but the value of its last iteration</source>
      <translation>Die Schleife hat keinen Anfangswert: an ihrem Merge ist nur der Wert ihrer letzten Iteration angeschlossen</translation>
    </message>
    <message>
      <source>the loop of {block_name} goes too many rounds: more than {MOST_NODES} blocks written out</source>
      <translation>Die Schleife von {block_name} macht zu viele Durchläufe: ausgeschrieben mehr als {MOST_NODES} Blöcke</translation>
    </message>
    <message>
      <source>the loss is</source>
      <translation>der Verlust ist</translation>
    </message>
    <message>
      <source>the loss {loss} needs to know how many axes {source} has</source>
      <translation>Der Verlust {loss} muss wissen, wie viele Achsen {source} hat</translation>
    </message>
    <message>
      <source>the loss {loss} takes logits [n, classes], {source} has {shape} axes</source>
      <translation>Der Verlust {loss} nimmt Logits [n, classes], {source} hat {shape} Achsen</translation>
    </message>
    <message>
      <source>the manual has no topic {topic}</source>
      <translation>Das Handbuch hat kein Thema {topic}</translation>
    </message>
    <message>
      <source>the matrix has not full rank</source>
      <translation>Die Matrix hat nicht vollen Rang</translation>
    </message>
    <message>
      <source>the matrix is singular</source>
      <translation>Die Matrix ist singulär</translation>
    </message>
    <message>
      <source>the minimum, {low}, is above the maximum, {high}</source>
      <translation>Das Minimum {low} liegt über dem Maximum {high}</translation>
    </message>
    <message>
      <source>the mode {mode} is not known</source>
      <translation>der Modus {mode} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the mode {mode} is not known for {space} axes</source>
      <translation>der Modus {mode} ist für {space} Achsen nicht bekannt</translation>
    </message>
    <message>
      <source>the model has more than {MAX_BLOCKS} nodes, which is more than a diagram can have</source>
      <translation>Das Modell hat mehr als {MAX_BLOCKS} Knoten, mehr als ein Diagramm haben kann</translation>
    </message>
    <message>
      <source>the name of a file is a text</source>
      <translation>Der Name einer Datei ist ein Text</translation>
    </message>
    <message>
      <source>the name of a file is one text, not {size}</source>
      <translation>der Name einer Datei ist ein Text, nicht {size}</translation>
    </message>
    <message>
      <source>the name {name!r} {fault}</source>
      <translation>der Name {name!r} {fault}</translation>
    </message>
    <message>
      <source>the name {name} of a pin {fault}</source>
      <translation>Der Name {name} eines Pins {fault}</translation>
    </message>
    <message>
      <source>the name {name} of a value {fault}</source>
      <translation>Der Name {name} eines Werts {fault}</translation>
    </message>
    <message>
      <source>the name {name} of the canvas of a composite does not begin with {INSTANCE}</source>
      <translation>Der Name {name} der Zeichenfläche eines Verbunds beginnt nicht mit {INSTANCE}</translation>
    </message>
    <message>
      <source>the name {new!r} of a composite {fault}</source>
      <translation>der Name {new!r} eines Verbunds {fault}</translation>
    </message>
    <message>
      <source>the name {new} of a value {fault}</source>
      <translation>Der Name {new} eines Werts {fault}</translation>
    </message>
    <message>
      <source>the name {own} of a {what} {fault}</source>
      <translation>Der Name {own} ({what}) {fault}</translation>
    </message>
    <message>
      <source>the name {shortened} of {what} {fault}</source>
      <translation>Der Name {shortened} von {what} {fault}</translation>
    </message>
    <message>
      <source>the names are TensorFlow's: DT_FLOAT, DT_INT32, ...</source>
      <translation>Die Namen sind die von TensorFlow: DT_FLOAT, DT_INT32, ...</translation>
    </message>
    <message>
      <source>the number is too large</source>
      <translation>die Zahl ist zu groß</translation>
    </message>
    <message>
      <source>the number of a line ({pin} = {index}) is {short}, the table has {short2}</source>
      <translation>Die Nummer einer Zeile ({pin} = {index}) ist {short}, die Tabelle hat {short2}</translation>
    </message>
    <message>
      <source>the only folder for them is the one next to the diagram</source>
      <translation>der einzige Ordner dafür ist der neben dem Diagramm</translation>
    </message>
    <message>
      <source>the package {name} has no composite {shortened}</source>
      <translation>Das Paket {name} hat keinen Verbund {shortened}</translation>
    </message>
    <message>
      <source>the package {name} is not enabled</source>
      <translation>Das Paket {name} ist nicht aktiviert</translation>
    </message>
    <message>
      <source>the package {name} is not enabled: `gradblocks packages enable {name2}`, or blocks.use_packages({name3}) for this program</source>
      <translation>Das Paket {name} ist nicht aktiviert: `gradblocks packages enable {name2}` oder blocks.use_packages({name3}) für dieses Programm</translation>
    </message>
    <message>
      <source>the package {package} has no block type {kind}</source>
      <translation>Das Paket {package} hat keinen Blocktyp {kind}</translation>
    </message>
    <message>
      <source>the package {shortened} {where}: it is not in your library folder</source>
      <translation>Das Paket {shortened} ({where}) liegt nicht in Ihrem Bibliotheksordner</translation>
    </message>
    <message>
      <source>the page could not be checked: {why}</source>
      <translation>die Seite konnte nicht geprüft werden: {why}</translation>
    </message>
    <message>
      <source>the page is still being checked</source>
      <translation>die Seite wird noch geprüft</translation>
    </message>
    <message>
      <source>the page reads files step by step, and cannot run again from an earlier step</source>
      <translation>Die Seite liest Dateien Schritt für Schritt und kann nicht ab einem früheren Schritt noch einmal laufen</translation>
    </message>
    <message>
      <source>the page {name} was removed from its diagram</source>
      <translation>Die Seite {name} wurde aus ihrem Diagramm entfernt</translation>
    </message>
    <message>
      <source>the page {shortened} has the name of the instances of the composite {shortened2}</source>
      <translation>Die Seite {shortened} heißt wie die Instanzen des Verbunds {shortened2}</translation>
    </message>
    <message>
      <source>the pages are: {listed}</source>
      <translation>Die Seiten sind: {listed}</translation>
    </message>
    <message>
      <source>the pages are: {names}</source>
      <translation>Die Seiten sind: {names}</translation>
    </message>
    <message>
      <source>the pages {listed} have a block {block}</source>
      <translation>Die Seiten {listed} haben einen Block {block}</translation>
    </message>
    <message>
      <source>the part of {height} x {width} at ({top}, {left}) reaches beyond the picture, which is {shape} x {shape2}</source>
      <translation>Der Teil von {height} x {width} an ({top}, {left}) reicht über das Bild hinaus, das {shape} x {shape2} ist</translation>
    </message>
    <message>
      <source>the parts of {text} do not belong to one tensor: dtypes or shapes of the whole differ</source>
      <translation>Die Teile von {text} gehören nicht zu einem Tensor: dtypes oder Formen des Ganzen unterscheiden sich</translation>
    </message>
    <message>
      <source>the picture {name} cannot be decoded: {message}</source>
      <translation>Das Bild {name} kann nicht dekodiert werden: {message}</translation>
    </message>
    <message>
      <source>the pins of a composite cannot be moved into another composite</source>
      <translation>die Pins eines Verbunds können nicht in einen anderen Verbund verschoben werden</translation>
    </message>
    <message>
      <source>the port {port} cannot be used: permission denied</source>
      <translation>Der Port {port} kann nicht benutzt werden: keine Berechtigung</translation>
    </message>
    <message>
      <source>the port {port} is taken by another program</source>
      <translation>Der Port {port} ist von einem anderen Programm belegt</translation>
    </message>
    <message>
      <source>the program would have no variable {name}</source>
      <translation>das Programm hätte keine Variable {name}</translation>
    </message>
    <message>
      <source>the rank of each component must be known; only sizes may be left open</source>
      <translation>der Rang jeder Komponente muss bekannt sein; nur Größen dürfen offen bleiben</translation>
    </message>
    <message>
      <source>the reduction {reduction} is not known</source>
      <translation>die Reduktion {reduction} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the replacement_char must be a code point of Unicode, 0 to {LAST}, got {attrs}</source>
      <translation>replacement_char muss ein Codepunkt von Unicode sein, 0 bis {LAST}, ist aber {attrs}</translation>
    </message>
    <message>
      <source>the result of the block in the last step</source>
      <translation>das Ergebnis des Blocks im letzten Schritt</translation>
    </message>
    <message>
      <source>the result of {symbol} is too large for any dtype</source>
      <translation>Das Ergebnis von {symbol} ist für jeden dtype zu groß</translation>
    </message>
    <message>
      <source>the rounds of all loops have more than {MOST_IN_LOOPS} blocks together</source>
      <translation>Die Durchläufe aller Schleifen haben zusammen mehr als {MOST_IN_LOOPS} Blöcke</translation>
    </message>
    <message>
      <source>the rule {rule} for {many} and {few} heads is not known</source>
      <translation>die Regel {rule} für {many} und {few} Köpfe ist nicht bekannt</translation>
    </message>
    <message>
      <source>the run does not come to {at}: to compute it changes something</source>
      <translation>Der Lauf kommt nicht zu {at}: es zu berechnen ändert etwas</translation>
    </message>
    <message>
      <source>the run ended by a fault of the program: {name}: {error}</source>
      <translation>Der Lauf endete durch einen Fehler des Programms: {name}: {error}</translation>
    </message>
    <message>
      <source>the run ended since the process that computes {ending}</source>
      <translation>Der Lauf endete, da für den rechnenden Prozess gilt: {ending}</translation>
    </message>
    <message>
      <source>the run {how_it_ended}</source>
      <translation>Der Lauf {how_it_ended}</translation>
    </message>
    <message>
      <source>the scope of the block</source>
      <translation>der Geltungsbereich des Blocks</translation>
    </message>
    <message>
      <source>the scope pin takes a Scope block</source>
      <translation>Der Scope-Pin nimmt einen Scope-Block</translation>
    </message>
    <message>
      <source>the selected loss</source>
      <translation>dem gewählten Verlust</translation>
    </message>
    <message>
      <source>the sequence has no index {index}</source>
      <translation>die Sequenz hat keinen Index {index}</translation>
    </message>
    <message>
      <source>the serialised tensor does not fit its shape: {error}</source>
      <translation>Der serialisierte Tensor passt nicht zu seiner Form: {error}</translation>
    </message>
    <message>
      <source>the serialised tensor has no valid shape</source>
      <translation>Der serialisierte Tensor hat keine gültige Form</translation>
    </message>
    <message>
      <source>the serialised tensor is of dtype number {dtype}, which cannot be read</source>
      <translation>Der serialisierte Tensor ist vom dtype Nummer {dtype}, der nicht gelesen werden kann</translation>
    </message>
    <message>
      <source>the serialised tensor is {short}, not {short2}</source>
      <translation>Der serialisierte Tensor ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the session keeps no tensor for the handle {text}</source>
      <translation>Die Sitzung hält keinen Tensor zum Handle {text}</translation>
    </message>
    <message>
      <source>the shape of {name} depends on values: a traced function needs it now</source>
      <translation>die Form von {name} hängt von Werten ab: eine verfolgte Funktion braucht sie jetzt</translation>
    </message>
    <message>
      <source>the shape {shape_text} is larger than any tensor</source>
      <translation>Die Form {shape_text} ist größer als jeder Tensor</translation>
    </message>
    <message>
      <source>the shape {shape_text} must be wholly known</source>
      <translation>Die Form {shape_text} muss ganz bekannt sein</translation>
    </message>
    <message>
      <source>the shapes of what it carries are not known</source>
      <translation>die Formen dessen, was er weiterreicht, sind nicht bekannt</translation>
    </message>
    <message>
      <source>the shards are numbered from 0 to {attrs} (num_shards - 1), got {attrs2}</source>
      <translation>Die Shards sind von 0 bis {attrs} (num_shards - 1) nummeriert, bekommen wird {attrs2}</translation>
    </message>
    <message>
      <source>the size of axis {axis} of what it is given is not known before it runs</source>
      <translation>die Größe der Achse {axis} dessen, was er bekommt, ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the size of the grid is not known before it runs</source>
      <translation>die Größe des Gitters ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the sizes of its images are not known before it runs</source>
      <translation>die Größen seiner Bilder sind nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the sparse tensor with the handle {number} holds {dtype}, not {short}</source>
      <translation>Der dünn besetzte Tensor mit dem Handle {number} enthält {dtype}, nicht {short}</translation>
    </message>
    <message>
      <source>the status of a session</source>
      <translation>der Status einer Sitzung</translation>
    </message>
    <message>
      <source>the status of the step</source>
      <translation>der Status des Schritts</translation>
    </message>
    <message>
      <source>the strings are not as long as their lengths say</source>
      <translation>Die Strings sind nicht so lang, wie ihre Längen sagen</translation>
    </message>
    <message>
      <source>the sum of {title}</source>
      <translation>die Summe von {title}</translation>
    </message>
    <message>
      <source>the surrogate {name} does not fit {block}</source>
      <translation>Das Surrogat {name} passt nicht zu {block}</translation>
    </message>
    <message>
      <source>the tag {tag} occurs twice in what MergeSummary merges</source>
      <translation>Das Tag {tag} kommt zweimal in dem vor, was MergeSummary vereinigt</translation>
    </message>
    <message>
      <source>the temporary variable at ref is called {name}, not {wanted}</source>
      <translation>die temporäre Variable an ref heißt {name}, nicht {wanted}</translation>
    </message>
    <message>
      <source>the temporary variables {block_name} and {block_name2} are both called {name}</source>
      <translation>Die temporären Variablen {block_name} und {block_name2} heißen beide {name}</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, there is no element {index}</source>
      <translation>Das Tensor-Array hat {size} Elemente, es gibt kein Element {index}</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, value is split into {count}</source>
      <translation>Das Tensor-Array hat {size} Elemente, value wird in {count} geteilt</translation>
    </message>
    <message>
      <source>the tensor array holds {short}, not {short2}</source>
      <translation>Das Tensor-Array enthält {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor has the shape {shape_text}, EnsureShape says {shape_text2}</source>
      <translation>Der Tensor hat die Form {shape_text}, EnsureShape sagt {shape_text2}</translation>
    </message>
    <message>
      <source>the tensor holds {nans} NaN and {infinities} Inf among {size} values</source>
      <translation>Der Tensor enthält {nans} NaN und {infinities} Inf unter {size} Werten</translation>
    </message>
    <message>
      <source>the tensor of the handle {text} is {short}, not {short2}</source>
      <translation>Der Tensor des Handles {text} ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor {gone} of the key {key} was taken out already</source>
      <translation>Der Tensor {gone} des Schlüssels {key} wurde schon herausgenommen</translation>
    </message>
    <message>
      <source>the tensor {key} in the checkpoint is of a dtype that cannot be read</source>
      <translation>der Tensor {key} im Checkpoint hat einen dtype, der nicht gelesen werden kann</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint has shape {list}, not {list2}</source>
      <translation>Der Tensor {text} im Checkpoint hat die Form {list}, nicht {list2}</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint is {short}, not {short2}</source>
      <translation>Der Tensor {text} im Checkpoint ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor {text} is too large for this format</source>
      <translation>Der Tensor {text} ist zu groß für dieses Format</translation>
    </message>
    <message>
      <source>the tensor {text} stands in more than one of the checkpoints</source>
      <translation>Der Tensor {text} steht in mehr als einem der Checkpoints</translation>
    </message>
    <message>
      <source>the tensor {text} would be saved twice</source>
      <translation>Der Tensor {text} würde zweimal gespeichert</translation>
    </message>
    <message>
      <source>the text holds half a character (a lone surrogate)</source>
      <translation>Der Text enthält ein halbes Zeichen (ein einzelnes Surrogat)</translation>
    </message>
    <message>
      <source>the text holds half of a surrogate pair at offset {start}</source>
      <translation>Der Text enthält an der Stelle {start} ein halbes Surrogatpaar</translation>
    </message>
    <message>
      <source>the text in quotes that begins here does not end</source>
      <translation>Der Text in Anführungszeichen, der hier beginnt, endet nicht</translation>
    </message>
    <message>
      <source>the text is no serialised tensor</source>
      <translation>Der Text ist kein serialisierter Tensor</translation>
    </message>
    <message>
      <source>the texts of {name} would take {longest} bytes in a .npz file</source>
      <translation>Die Texte von {name} würden {longest} Bytes in einer .npz-Datei brauchen</translation>
    </message>
    <message>
      <source>the time limit was reached</source>
      <translation>Die Zeitgrenze wurde erreicht</translation>
    </message>
    <message>
      <source>the title {fault}</source>
      <translation>Der Titel {fault}</translation>
    </message>
    <message>
      <source>the traced function gives a {name} as {path}: no tensor</source>
      <translation>die verfolgte Funktion gibt {name} als {path}: kein Tensor</translation>
    </message>
    <message>
      <source>the traced function gives nothing</source>
      <translation>die verfolgte Funktion gibt nichts</translation>
    </message>
    <message>
      <source>the true classes must be from 0 to {count}, got {wrong}</source>
      <translation>Die wahren Klassen müssen von 0 bis {count} sein, bekommen wird {wrong}</translation>
    </message>
    <message>
      <source>the true classes must be from 0 to {num_sampled}, got {wrong}</source>
      <translation>Die wahren Klassen müssen von 0 bis {num_sampled} sein, bekommen wird {wrong}</translation>
    </message>
    <message>
      <source>the two runs have no values in common to compare</source>
      <translation>die beiden Läufe haben keine gemeinsamen Werte zum Vergleichen</translation>
    </message>
    <message>
      <source>the type {fault}</source>
      <translation>Der Typ {fault}</translation>
    </message>
    <message>
      <source>the upper half of a product of numbers of 64 bits has no block</source>
      <translation>die obere Hälfte eines Produkts von Zahlen mit 64 Bits hat keinen Block</translation>
    </message>
    <message>
      <source>the value fed to {name}: {message}</source>
      <translation>der Wert, der in {name} eingespeist wird: {message}</translation>
    </message>
    <message>
      <source>the value has the shape {shape_text}, but {shape_text2} is asked for</source>
      <translation>Der Wert hat die Form {shape_text}, verlangt ist {shape_text2}</translation>
    </message>
    <message>
      <source>the value in {folder} does not fit: {message}</source>
      <translation>der Wert in {folder} passt nicht: {message}</translation>
    </message>
    <message>
      <source>the value in {path} does not fit: {message}</source>
      <translation>Der Wert in {path} passt nicht: {message}</translation>
    </message>
    <message>
      <source>the value is none of the choices</source>
      <translation>Der Wert ist keine der Möglichkeiten</translation>
    </message>
    <message>
      <source>the value is {above} the {name}, {bound}</source>
      <translation>Der Wert liegt außerhalb der Grenzen: {above} {name}, {bound}</translation>
    </message>
    <message>
      <source>the value needs the bytes {position} to {position2}, the file has {size}</source>
      <translation>der Wert braucht die Bytes {position} bis {position2}, die Datei hat {size}</translation>
    </message>
    <message>
      <source>the value {fault}</source>
      <translation>Der Wert {fault}</translation>
    </message>
    <message>
      <source>the values take {size} bytes, the memory_limit of {self} is {limit}</source>
      <translation>Die Werte brauchen {size} Bytes, das memory_limit von {self} ist {limit}</translation>
    </message>
    <message>
      <source>the variable has reached the limit {limit}</source>
      <translation>Die Variable hat die Grenze {limit} erreicht</translation>
    </message>
    <message>
      <source>the variable {block_name} has no value yet</source>
      <translation>Die Variable {block_name} hat noch keinen Wert</translation>
    </message>
    <message>
      <source>the variable {name} has no value yet</source>
      <translation>Die Variable {name} hat noch keinen Wert</translation>
    </message>
    <message>
      <source>the variables are: {listed}</source>
      <translation>Die Variablen sind: {listed}</translation>
    </message>
    <message>
      <source>the variables have no values yet</source>
      <translation>die Variablen haben noch keine Werte</translation>
    </message>
    <message>
      <source>the vocabulary of {name} cannot be read: {why}</source>
      <translation>das Vokabular von {name} kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>the weights are already variables</source>
      <translation>die Gewichte sind schon Variablen</translation>
    </message>
    <message>
      <source>the weights must be 0 or more and finite, and one of them more than 0</source>
      <translation>Die Gewichte müssen ab 0 und endlich sein, und eines davon mehr als 0</translation>
    </message>
    <message>
      <source>the whole path from {name}</source>
      <translation>der ganze Pfad ab {name}</translation>
    </message>
    <message>
      <source>the wire no longer exists</source>
      <translation>der Draht existiert nicht mehr</translation>
    </message>
    <message>
      <source>the {form} has no pixels: its header says {text}</source>
      <translation>{form} hat keine Pixel: der Kopf sagt {text}</translation>
    </message>
    <message>
      <source>the {form} would take {total} MiB decoded ({text} bytes): more than {LIMIT} MiB are refused</source>
      <translation>{form} bräuchte dekodiert {total} MiB ({text} Bytes): mehr als {LIMIT} MiB werden abgelehnt</translation>
    </message>
    <message>
      <source>the {what} of {name} failed: {name2}: {error}</source>
      <translation>{what} von {name} ist fehlgeschlagen: {name2}: {error}</translation>
    </message>
    <message>
      <source>the {what}s are: {join}{more}</source>
      <translation>{what}, die es gibt: {join}{more}</translation>
    </message>
    <message>
      <source>there are more faults</source>
      <translation>es gibt weitere Fehler</translation>
    </message>
    <message>
      <source>there are no cells on the clipboard</source>
      <translation>in der Zwischenablage sind keine Zellen</translation>
    </message>
    <message>
      <source>there are no elements to read: their shape must be given</source>
      <translation>Es gibt keine Elemente zu lesen: ihre Form muss gegeben sein</translation>
    </message>
    <message>
      <source>there are no files {file_pattern}</source>
      <translation>Es gibt keine Dateien {file_pattern}</translation>
    </message>
    <message>
      <source>there are no pictures in {folder}</source>
      <translation>In {folder} gibt es keine Bilder</translation>
    </message>
    <message>
      <source>there are no records in these files</source>
      <translation>In diesen Dateien gibt es keine Datensätze</translation>
    </message>
    <message>
      <source>there are too many event files of this second in {folder}</source>
      <translation>in {folder} gibt es zu viele Ereignisdateien dieser Sekunde</translation>
    </message>
    <message>
      <source>there are {few}</source>
      <translation>es gibt {few}</translation>
    </message>
    <message>
      <source>there are {used} positions for a tensor of rank {rank}</source>
      <translation>Es gibt {used} Positionen für einen Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>there are: {join}</source>
      <translation>es gibt: {join}</translation>
    </message>
    <message>
      <source>there are: {listed}</source>
      <translation>es gibt: {listed}</translation>
    </message>
    <message>
      <source>there are: {names}</source>
      <translation>es gibt: {names}</translation>
    </message>
    <message>
      <source>there can be one ellipsis, ellipsis_mask has more bits</source>
      <translation>Es kann eine Ellipse geben, ellipsis_mask hat mehr Bits</translation>
    </message>
    <message>
      <source>there is a {name} here already</source>
      <translation>{name} gibt es hier schon</translation>
    </message>
    <message>
      <source>there is already a block {id}</source>
      <translation>Es gibt schon einen Block {id}</translation>
    </message>
    <message>
      <source>there is already a block {name!r} on this page</source>
      <translation>auf dieser Seite gibt es schon einen Block {name!r}</translation>
    </message>
    <message>
      <source>there is already a composite {name}</source>
      <translation>Es gibt schon einen Verbund {name}</translation>
    </message>
    <message>
      <source>there is already a composite {new!r}</source>
      <translation>es gibt schon einen Verbund {new!r}</translation>
    </message>
    <message>
      <source>there is already a page {name}</source>
      <translation>Es gibt schon eine Seite {name}</translation>
    </message>
    <message>
      <source>there is already a value {name}</source>
      <translation>Es gibt schon einen Wert {name}</translation>
    </message>
    <message>
      <source>there is no automatic fix: {mend}</source>
      <translation>es gibt keine automatische Behebung: {mend}</translation>
    </message>
    <message>
      <source>there is no backend {name}</source>
      <translation>Es gibt kein Backend {name}</translation>
    </message>
    <message>
      <source>there is no block type {kind}: name the pin</source>
      <translation>Es gibt keinen Blocktyp {kind}: nennen Sie den Pin</translation>
    </message>
    <message>
      <source>there is no block type {name!r}</source>
      <translation>es gibt keinen Blocktyp {name!r}</translation>
    </message>
    <message>
      <source>there is no block type {name}</source>
      <translation>Es gibt keinen Blocktyp {name}</translation>
    </message>
    <message>
      <source>there is no block type {name} in this library</source>
      <translation>Es gibt keinen Blocktyp {name} in dieser Bibliothek</translation>
    </message>
    <message>
      <source>there is no block type {name}: {fault}</source>
      <translation>Es gibt keinen Blocktyp {name}: {fault}</translation>
    </message>
    <message>
      <source>there is no block type {name}{hint}</source>
      <translation>Es gibt keinen Blocktyp {name}{hint}</translation>
    </message>
    <message>
      <source>there is no block type {type!r}</source>
      <translation>es gibt keinen Blocktyp {type!r}</translation>
    </message>
    <message>
      <source>there is no block type {type}</source>
      <translation>Es gibt keinen Blocktyp {type}</translation>
    </message>
    <message>
      <source>there is no block {block!r}</source>
      <translation>es gibt keinen Block {block!r}</translation>
    </message>
    <message>
      <source>there is no block {block_id!r}</source>
      <translation>es gibt keinen Block {block_id!r}</translation>
    </message>
    <message>
      <source>there is no block {block_id}</source>
      <translation>Es gibt keinen Block {block_id}</translation>
    </message>
    <message>
      <source>there is no block {block}</source>
      <translation>Es gibt keinen Block {block}</translation>
    </message>
    <message>
      <source>there is no block {name} to lift</source>
      <translation>Es gibt keinen Block {name}, der herausgenommen werden könnte</translation>
    </message>
    <message>
      <source>there is no block {path}</source>
      <translation>Es gibt keinen Block {path}</translation>
    </message>
    <message>
      <source>there is no bookmark {place} on this page: Alt+{place} sets it to the current view</source>
      <translation>auf dieser Seite gibt es kein Lesezeichen {place}: Alt+{place} setzt es auf die aktuelle Ansicht</translation>
    </message>
    <message>
      <source>there is no box</source>
      <translation>es gibt keinen Kasten</translation>
    </message>
    <message>
      <source>there is no breakpoint at {at}</source>
      <translation>bei {at} gibt es keinen Haltepunkt</translation>
    </message>
    <message>
      <source>there is no composite {names}</source>
      <translation>Es gibt keinen Verbund {names}</translation>
    </message>
    <message>
      <source>there is no composite {name}</source>
      <translation>Es gibt keinen Verbund {name}</translation>
    </message>
    <message>
      <source>there is no composite {removeprefix}</source>
      <translation>Es gibt keinen Verbund {removeprefix}</translation>
    </message>
    <message>
      <source>there is no composite {shortened} in the package</source>
      <translation>Es gibt keinen Verbund {shortened} in dem Paket</translation>
    </message>
    <message>
      <source>there is no diagonal {number} in a matrix of {rows} rows and {columns} columns</source>
      <translation>Es gibt keine Diagonale {number} in einer Matrix mit {rows} Zeilen und {columns} Spalten</translation>
    </message>
    <message>
      <source>there is no element type {get}</source>
      <translation>es gibt keinen Elementtyp {get}</translation>
    </message>
    <message>
      <source>there is no element type {kind}</source>
      <translation>es gibt keinen Elementtyp {kind}</translation>
    </message>
    <message>
      <source>there is no element {reshape} in a tensor of the shape {tolist}</source>
      <translation>Es gibt kein Element {reshape} in einem Tensor der Form {tolist}</translation>
    </message>
    <message>
      <source>there is no example {name}</source>
      <translation>Es gibt kein Beispiel {name}</translation>
    </message>
    <message>
      <source>there is no file and no command {name}</source>
      <translation>Es gibt keine Datei und keinen Befehl {name}</translation>
    </message>
    <message>
      <source>there is no file {pattern}</source>
      <translation>Es gibt keine Datei {pattern}</translation>
    </message>
    <message>
      <source>there is no folder {folder}</source>
      <translation>es gibt keinen Ordner {folder}</translation>
    </message>
    <message>
      <source>there is no folder {text}</source>
      <translation>Es gibt keinen Ordner {text}</translation>
    </message>
    <message>
      <source>there is no index {index} in a list of {length}, or it comes twice or out of order</source>
      <translation>Es gibt keinen Index {index} in einer Liste von {length}, oder er kommt zweimal oder in falscher Reihenfolge</translation>
    </message>
    <message>
      <source>there is no input encoding {encoding} here</source>
      <translation>Es gibt hier keine Eingabekodierung {encoding}</translation>
    </message>
    <message>
      <source>there is no loss to minimize</source>
      <translation>es gibt keinen Verlust zum Minimieren</translation>
    </message>
    <message>
      <source>there is no margin of the kind {mode}</source>
      <translation>es gibt keinen Rand der Art {mode}</translation>
    </message>
    <message>
      <source>there is no output to compute a loss from</source>
      <translation>es gibt keinen Ausgang, aus dem ein Verlust berechnet werden kann</translation>
    </message>
    <message>
      <source>there is no package of composites {shortened} that can be used</source>
      <translation>Es gibt kein Paket von Verbunden {shortened}, das verwendet werden kann</translation>
    </message>
    <message>
      <source>there is no package {name}</source>
      <translation>Es gibt kein Paket {name}</translation>
    </message>
    <message>
      <source>there is no package {shortened} in your library folder</source>
      <translation>Es gibt kein Paket {shortened} in Ihrem Bibliotheksordner</translation>
    </message>
    <message>
      <source>there is no page {name}</source>
      <translation>Es gibt keine Seite {name}</translation>
    </message>
    <message>
      <source>there is no page {page}</source>
      <translation>Es gibt keine Seite {page}</translation>
    </message>
    <message>
      <source>there is no part {shape_text} that begins at {begin} in a tensor of shape {shape_text2}</source>
      <translation>Es gibt keinen Teil {shape_text}, der an {begin} beginnt, in einem Tensor der Form {shape_text2}</translation>
    </message>
    <message>
      <source>there is no pin {block}</source>
      <translation>Es gibt keinen Pin {block}</translation>
    </message>
    <message>
      <source>there is no pin {name!r}</source>
      <translation>es gibt keinen Pin {name!r}</translation>
    </message>
    <message>
      <source>there is no row {row}: the variable has {count}, counted from 0</source>
      <translation>Es gibt keine Zeile {row}: die Variable hat {count}, gezählt ab 0</translation>
    </message>
    <message>
      <source>there is no second gradient of BlockLSTM, as in TensorFlow</source>
      <translation>es gibt keinen zweiten Gradienten von BlockLSTM, wie in TensorFlow</translation>
    </message>
    <message>
      <source>there is no sparse tensor to put into a minibatch</source>
      <translation>es gibt keinen dünn besetzten Tensor für einen Minibatch</translation>
    </message>
    <message>
      <source>there is no sparse tensor with the handle {number}</source>
      <translation>es gibt keinen dünn besetzten Tensor mit dem Handle {number}</translation>
    </message>
    <message>
      <source>there is no such checkpoint</source>
      <translation>diesen Checkpoint gibt es nicht</translation>
    </message>
    <message>
      <source>there is no such file</source>
      <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
      <source>there is no tensor {wrong} in an element of {count}</source>
      <translation>In einem Element aus {count} gibt es keinen Tensor {wrong}</translation>
    </message>
    <message>
      <source>there is no value {index}: values has {shapes}</source>
      <translation>Es gibt keinen Wert {index}: values hat {shapes}</translation>
    </message>
    <message>
      <source>there is no value {name}</source>
      <translation>Es gibt keinen Wert {name}</translation>
    </message>
    <message>
      <source>there is no variable {name}</source>
      <translation>Es gibt keine Variable {name}</translation>
    </message>
    <message>
      <source>there is no variable {path}; there are: {listed}</source>
      <translation>Es gibt keine Variable {path}; es gibt: {listed}</translation>
    </message>
    <message>
      <source>there is no {what}</source>
      <translation>{what}: keine vorhanden</translation>
    </message>
    <message>
      <source>there is nothing in it</source>
      <translation>es ist nichts darin</translation>
    </message>
    <message>
      <source>there is nothing to differentiate by: no inputs are given</source>
      <translation>Es gibt nichts, wonach abgeleitet wird: keine inputs sind gegeben</translation>
    </message>
    <message>
      <source>there is nothing to differentiate by: wire a tensor to inputs</source>
      <translation>Es gibt nichts, wonach abgeleitet wird: schließen Sie einen Tensor an inputs an</translation>
    </message>
    <message>
      <source>there is nothing to differentiate: no outputs are given</source>
      <translation>Es gibt nichts abzuleiten: keine outputs sind gegeben</translation>
    </message>
    <message>
      <source>there is nothing to differentiate: wire a tensor to outputs</source>
      <translation>Es gibt nichts abzuleiten: schließen Sie einen Tensor an outputs an</translation>
    </message>
    <message>
      <source>there is nothing to export: no block gives what a model could compute</source>
      <translation>Es gibt nichts zu exportieren: kein Block gibt etwas, was ein Modell berechnen könnte</translation>
    </message>
    <message>
      <source>there is nothing to export: no page gives an output</source>
      <translation>Es gibt nichts zu exportieren: keine Seite gibt eine Ausgabe</translation>
    </message>
    <message>
      <source>there is nothing to train: no trainable Variable was made before</source>
      <translation>Es gibt nichts zu trainieren: zuvor wurde keine trainierbare Variable gemacht</translation>
    </message>
    <message>
      <source>these are {runs} runs, and a sweep has at most {most}</source>
      <translation>das sind {runs} Läufe, und ein Sweep hat höchstens {most}</translation>
    </message>
    <message>
      <source>these images are too large to show</source>
      <translation>diese Bilder sind zu groß zum Anzeigen</translation>
    </message>
    <message>
      <source>this diagram is no package: it has no 'package'</source>
      <translation>Dieses Diagramm ist kein Paket: es hat kein 'package'</translation>
    </message>
    <message>
      <source>this installation of Gradblocks has no editor</source>
      <translation>Diese Installation von Gradblocks hat keinen Editor</translation>
    </message>
    <message>
      <source>this is for the desktops of Linux and BSD</source>
      <translation>das ist für die Desktops von Linux und BSD</translation>
    </message>
    <message>
      <source>this is no Gradblocks diagram: a diagram is a JSON object</source>
      <translation>Das ist kein Gradblocks-Diagramm: ein Diagramm ist ein JSON-Objekt</translation>
    </message>
    <message>
      <source>this is no Gradblocks diagram: it {what}</source>
      <translation>Das ist kein Gradblocks-Diagramm: es {what}</translation>
    </message>
    <message>
      <source>this is no change of a diagram: {why}</source>
      <translation>Das ist keine Änderung eines Diagramms: {why}</translation>
    </message>
    <message>
      <source>this is no regular expression of RE2: {why}</source>
      <translation>Das ist kein regulärer Ausdruck von RE2: {why}</translation>
    </message>
    <message>
      <source>this is not JSON: {msg} at {location}</source>
      <translation>Das ist kein JSON: {msg} bei {location}</translation>
    </message>
    <message>
      <source>this is not UTF-8 text: byte {data} at offset {start}</source>
      <translation>Das ist kein UTF-8-Text: Byte {data} an Stelle {start}</translation>
    </message>
    <message>
      <source>this library has no block type Placeholder</source>
      <translation>diese Bibliothek hat keinen Blocktyp Placeholder</translation>
    </message>
    <message>
      <source>this {title} has no form in a graph of TensorFlow here</source>
      <translation>dieses {title} hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>those are no values of a composite</source>
      <translation>das sind keine Werte eines Verbunds</translation>
    </message>
    <message>
      <source>time: {text}</source>
      <translation>Zeit: {text}</translation>
    </message>
    <message>
      <source>timeout_ms must be -1, got {attrs}: there are no timeouts</source>
      <translation>timeout_ms muss -1 sein, ist aber {attrs}: es gibt keine Zeitgrenzen</translation>
    </message>
    <message>
      <source>to a display</source>
      <translation>zu einer Anzeige</translation>
    </message>
    <message>
      <source>to run it once, use an instance of the composite</source>
      <translation>um ihn einmal auszuführen, eine Instanz des Verbunds verwenden</translation>
    </message>
    <message>
      <source>to the right</source>
      <translation>nach rechts</translation>
    </message>
    <message>
      <source>today at %H:%M</source>
      <translation>heute um %H:%M</translation>
    </message>
    <message>
      <source>too many classes to show: {count:,}</source>
      <translation>zu viele Klassen zum Anzeigen: {count:,}</translation>
    </message>
    <message>
      <source>top_paths of {count} are more than a beam of {width} holds</source>
      <translation>top_paths von {count} sind mehr, als ein Strahl der Breite {width} enthält</translation>
    </message>
    <message>
      <source>trains {variables}</source>
      <translation>trainiert {variables}</translation>
    </message>
    <message>
      <source>transpose the input</source>
      <translation>transponieren Sie die Eingabe</translation>
    </message>
    <message>
      <source>true or false</source>
      <translation>wahr oder falsch</translation>
    </message>
    <message>
      <source>try again in a moment</source>
      <translation>gleich noch einmal versuchen</translation>
    </message>
    <message>
      <source>turns a finite gradient into NaN or infinity</source>
      <translation>macht aus einem endlichen Gradienten NaN oder Unendlich</translation>
    </message>
    <message>
      <source>two FeedType blocks feed {block_name} different values in one step</source>
      <translation>Zwei FeedType-Blöcke geben {block_name} in einem Schritt verschiedene Werte</translation>
    </message>
    <message>
      <source>two blocks have the id {shortened}</source>
      <translation>Zwei Blöcke haben die id {shortened}</translation>
    </message>
    <message>
      <source>two blocks have the same id</source>
      <translation>Zwei Blöcke haben denselben Namen</translation>
    </message>
    <message>
      <source>two values have the name {shortened}</source>
      <translation>Zwei Werte haben den Namen {shortened}</translation>
    </message>
    <message>
      <source>two {what} have the name {shortened}</source>
      <translation>Zwei {what} haben den Namen {shortened}</translation>
    </message>
    <message>
      <source>uniform_noise and noise {noise} contradict each other</source>
      <translation>uniform_noise und noise {noise} widersprechen einander</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <source>unmute it, or wire past it</source>
      <translation>einschalten oder daran vorbei verdrahten</translation>
    </message>
    <message>
      <source>untitled</source>
      <translation>unbenannt</translation>
    </message>
    <message>
      <source>update Gradblocks to open it</source>
      <translation>aktualisieren Sie Gradblocks, um es zu öffnen</translation>
    </message>
    <message>
      <source>use NHWC or NCHW</source>
      <translation>verwenden Sie NHWC oder NCHW</translation>
    </message>
    <message>
      <source>uses</source>
      <translation>verwendet</translation>
    </message>
    <message>
      <source>value: {value}</source>
      <translation>Wert: {value}</translation>
    </message>
    <message>
      <source>value_shape must be that of a single number or of a vector, got {shape_text}</source>
      <translation>value_shape muss die Form einer einzelnen Zahl oder eines Vektors sein, ist aber {shape_text}</translation>
    </message>
    <message>
      <source>value_shape must be that of a vector, got {shape_text}</source>
      <translation>value_shape muss die eines Vektors sein, ist aber {shape_text}</translation>
    </message>
    <message>
      <source>values are separated by commas</source>
      <translation>Werte werden durch Kommas getrennt</translation>
    </message>
    <message>
      <source>values must have the shape {shape_text}, got {shape_text2}</source>
      <translation>values müssen die Form {shape_text} haben, haben aber {shape_text2}</translation>
    </message>
    <message>
      <source>vanishing 1e{exponent}</source>
      <translation>verschwindend 1e{exponent}</translation>
    </message>
    <message>
      <source>variable reference</source>
      <translation>Verweis auf eine Variable</translation>
    </message>
    <message>
      <source>variables takes Variable blocks, {block_name} is {called}</source>
      <translation>variables nimmt Variable-Blöcke, {block_name} ist {called}</translation>
    </message>
    <message>
      <source>variables without a gradient ({lost})</source>
      <translation>Variablen ohne Gradient ({lost})</translation>
    </message>
    <message>
      <source>vocab_size is {size}, the file {name} has {lines} lines</source>
      <translation>vocab_size ist {size}, die Datei {name} hat {lines} Zeilen</translation>
    </message>
    <message>
      <source>vocab_size must be -1 or at least 1, got 0</source>
      <translation>vocab_size muss -1 oder mindestens 1 sein, ist aber 0</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>wartet</translation>
    </message>
    <message>
      <source>was changed by another program meanwhile, and is left as it is</source>
      <translation>wurde inzwischen von einem anderen Programm geändert und bleibt, wie es ist</translation>
    </message>
    <message>
      <source>what MergeSummary gets at index {index} is no summary</source>
      <translation>was MergeSummary am Index {index} bekommt, ist keine Zusammenfassung</translation>
    </message>
    <message>
      <source>what depends on a loop runs again in each of its rounds</source>
      <translation>was von einer Schleife abhängt, läuft in jeder ihrer Runden wieder</translation>
    </message>
    <message>
      <source>what fits: {known}</source>
      <translation>was passt: {known}</translation>
    </message>
    <message>
      <source>what if it were ignored?</source>
      <translation>was wäre, wenn er ignoriert würde?</translation>
    </message>
    <message>
      <source>what is in the sequence that it is given is not known before it runs</source>
      <translation>was in der Sequenz ist, die er bekommt, ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>what is stacked has the shape {before} and now {shape_text}</source>
      <translation>was gestapelt wird, hat die Form {before} und nun {shape_text}</translation>
    </message>
    <message>
      <source>what is wired to handle is not {what}</source>
      <translation>Was an handle angeschlossen ist, ist nicht {what}</translation>
    </message>
    <message>
      <source>what is wired to state is none of {self}</source>
      <translation>Was an state angeschlossen ist, gehört nicht zu {self}</translation>
    </message>
    <message>
      <source>what is wired to {pin} is not {what}</source>
      <translation>Was an {pin} angeschlossen ist, ist nicht {what}</translation>
    </message>
    <message>
      <source>what it is given is not known before it runs</source>
      <translation>was er bekommt, ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>what its graph carries changes its element type</source>
      <translation>was sein Graph weiterreicht, ändert seinen Elementtyp</translation>
    </message>
    <message>
      <source>what the body of a while gives is carried: it must be among its inputs</source>
      <translation>was der Rumpf eines While gibt, wird weitergereicht: es muss unter seinen Eingängen sein</translation>
    </message>
    <message>
      <source>what-if stop</source>
      <translation>angenommener Stopp</translation>
    </message>
    <message>
      <source>what-if: ignored</source>
      <translation>Annahme: ignoriert</translation>
    </message>
    <message>
      <source>what-if: stop at {name}</source>
      <translation>Annahme: Stopp bei {name}</translation>
    </message>
    <message>
      <source>where all elements are 0, its gradient is NaN, as in TensorFlow and JAX; PyTorch gives 0</source>
      <translation>wo alle Elemente 0 sind, ist sein Gradient NaN, wie in TensorFlow und JAX; PyTorch gibt 0</translation>
    </message>
    <message>
      <source>where it begins and ends is missing</source>
      <translation>wo es beginnt und endet, fehlt</translation>
    </message>
    <message>
      <source>where {pin} is not taken, the derivative of {block_name} ({name}) may be infinite, and the gradient NaN: 0 times infinity</source>
      <translation>wo {pin} nicht genommen wird, kann die Ableitung von {block_name} ({name}) unendlich sein und der Gradient NaN: 0 mal unendlich</translation>
    </message>
    <message>
      <source>where {pin} is not taken, the derivative of {block_name} ({name}) may be infinite. TensorFlow and Gradblocks give the gradient 0 there, PyTorch and JAX give NaN</source>
      <translation>wo {pin} nicht genommen wird, kann die Ableitung von {block_name} ({name}) unendlich sein. TensorFlow und Gradblocks geben dort den Gradienten 0, PyTorch und JAX NaN</translation>
    </message>
    <message>
      <source>whether {self} holds is known when it is run, not before: a Select block chooses by it</source>
      <translation>Ob {self} gilt, weiß man erst, wenn gerechnet wird: Ein Select-Block wählt danach aus</translation>
    </message>
    <message>
      <source>whole numbers are multiplied by a number that is none</source>
      <translation>ganze Zahlen werden mit einer Zahl multipliziert, die keine ganze ist</translation>
    </message>
    <message>
      <source>why?</source>
      <translation>warum?</translation>
    </message>
    <message>
      <source>windows of more than {MOST_STEPS} elements along their axes are not pooled like that</source>
      <translation>Fenster mit mehr als {MOST_STEPS} Elementen entlang ihrer Achsen werden so nicht gepoolt</translation>
    </message>
    <message>
      <source>windows of more than {MOST_STEPS} elements are not pooled like that</source>
      <translation>Fenster mit mehr als {MOST_STEPS} Elementen werden so nicht gepoolt</translation>
    </message>
    <message>
      <source>windows of {count} sizes do not fit what has {rank} axes</source>
      <translation>Fenster aus {count} Größen passen nicht zu etwas mit {rank} Achsen</translation>
    </message>
    <message>
      <source>wire a variable to the pin, and do not carry the pin</source>
      <translation>verbinden Sie den Pin mit einer Variable, und reichen Sie den Pin nicht weiter</translation>
    </message>
    <message>
      <source>wire another variable to one of the pins</source>
      <translation>Verbinden Sie einen der Pins mit einer anderen Variablen</translation>
    </message>
    <message>
      <source>wire its operation to one</source>
      <translation>verbinden Sie seine Operation mit einer</translation>
    </message>
    <message>
      <source>wire number {number} must be a list of two strings</source>
      <translation>Draht Nummer {number} muss eine Liste aus zwei Strings sein</translation>
    </message>
    <message>
      <source>wire number {number}: {message}</source>
      <translation>Draht Nummer {number}: {message}</translation>
    </message>
    <message>
      <source>wire the gradient by {block_name} into {pin}</source>
      <translation>schließen Sie den Gradienten nach {block_name} an {pin} an</translation>
    </message>
    <message>
      <source>wire what depends on the loss into it</source>
      <translation>schließen Sie dort an, was vom Verlust abhängt</translation>
    </message>
    <message>
      <source>wire {bends}</source>
      <translation>Draht {bends}</translation>
    </message>
    <message>
      <source>with a {inserted}</source>
      <translation>mit {inserted}</translation>
    </message>
    <message>
      <source>with use_image_if_no_bounding_boxes the whole image is taken</source>
      <translation>mit use_image_if_no_bounding_boxes wird das ganze Bild genommen</translation>
    </message>
    <message>
      <source>without --strict, NumPy runs it</source>
      <translation>ohne --strict führt NumPy es aus</translation>
    </message>
    <message>
      <source>without the first axis the elements have the shape {shape_text}, not {shape_text2}</source>
      <translation>Ohne die erste Achse haben die Elemente die Form {shape_text}, nicht {shape_text2}</translation>
    </message>
    <message>
      <source>works half precision out by another series</source>
      <translation>berechnet halbe Genauigkeit mit einer anderen Reihe</translation>
    </message>
    <message>
      <source>would flow here, too</source>
      <translation>flösse auch hier</translation>
    </message>
    <message>
      <source>would flow, too</source>
      <translation>flösse auch hier</translation>
    </message>
    <message>
      <source>would get a gradient, too</source>
      <translation>bekäme auch einen Gradienten</translation>
    </message>
    <message>
      <source>would get none</source>
      <translation>bekäme keinen</translation>
    </message>
    <message>
      <source>would no longer flow here</source>
      <translation>flösse hier nicht mehr</translation>
    </message>
    <message>
      <source>would stop flowing</source>
      <translation>flösse nicht mehr</translation>
    </message>
    <message>
      <source>write a shape as [2, 3], with ? for an unknown size</source>
      <translation>eine Form als [2, 3] schreiben, mit ? für eine unbekannte Größe</translation>
    </message>
    <message>
      <source>write grad(LOSS, PIN)</source>
      <translation>schreiben Sie grad(LOSS, PIN)</translation>
    </message>
    <message>
      <source>write numbers with a point for floats: 3.0</source>
      <translation>schreiben Sie Gleitkommazahlen mit Punkt: 3.0</translation>
    </message>
    <message>
      <source>write shapes as [[2, ?], [3]]</source>
      <translation>Formen als [[2, ?], [3]] schreiben</translation>
    </message>
    <message>
      <source>write strings as ["one", "two"]</source>
      <translation>Zeichenketten als ["eins", "zwei"] schreiben</translation>
    </message>
    <message>
      <source>write the numbers with a point: 3.0</source>
      <translation>schreiben Sie die Zahlen mit Punkt: 3.0</translation>
    </message>
    <message>
      <source>write {name}=A,B for both</source>
      <translation>schreiben Sie {name}=A,B für beide</translation>
    </message>
    <message>
      <source>writes files, and is not run to be measured</source>
      <translation>schreibt Dateien und läuft nicht, um gemessen zu werden</translation>
    </message>
    <message>
      <source>wrong</source>
      <translation>falsch</translation>
    </message>
    <message>
      <source>wrong {error}</source>
      <translation>falsch {error}</translation>
    </message>
    <message>
      <source>x = x + y instead of x += y</source>
      <translation>x = x + y statt x += y</translation>
    </message>
    <message>
      <source>you can expand its gradient block, too</source>
      <translation>auch sein Gradientenblock lässt sich aufklappen</translation>
    </message>
    <message>
      <source>zero</source>
      <translation>null</translation>
    </message>
    <message>
      <source>zero everywhere</source>
      <translation>überall null</translation>
    </message>
    <message>
      <source>zeros</source>
      <translation>Nullen</translation>
    </message>
    <message>
      <source>{CONFLICTS} must be a list</source>
      <translation>{CONFLICTS} muss eine Liste sein</translation>
    </message>
    <message>
      <source>{NEEDS}, which is not installed</source>
      <translation>{NEEDS}, das nicht installiert ist</translation>
    </message>
    <message>
      <source>{about}, not used</source>
      <translation>{about}, nicht benutzt</translation>
    </message>
    <message>
      <source>{ask} Click them on the page or check them here.</source>
      <translation>{ask} Klicken Sie sie auf der Seite an, oder haken Sie sie hier an.</translation>
    </message>
    <message>
      <source>{attrs} different classes cannot be drawn from {attrs2} (range_max)</source>
      <translation>{attrs} verschiedene Klassen können nicht aus {attrs2} (range_max) gezogen werden</translation>
    </message>
    <message>
      <source>{at} holds {short}s, which are no numbers</source>
      <translation>{at} enthält {short}s, die keine Zahlen sind</translation>
    </message>
    <message>
      <source>{at} names no pin</source>
      <translation>{at} nennt keinen Pin</translation>
    </message>
    <message>
      <source>{at}: no gradient reaches it</source>
      <translation>{at}: kein Gradient erreicht es</translation>
    </message>
    <message>
      <source>{barrier} has {types} components, none of the index {component_index}</source>
      <translation>{barrier} hat {types} Komponenten, keine mit dem Index {component_index}</translation>
    </message>
    <message>
      <source>{barrier} takes values of shape {shape_text} as component {component_index}, got {shape_text2}</source>
      <translation>{barrier} nimmt Werte der Form {shape_text} als Komponente {component_index}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{begin}, and it is not known what is enabled: {fault}</source>
      <translation>{begin}, und es ist nicht bekannt, was aktiviert ist: {fault}</translation>
    </message>
    <message>
      <source>{begin}, which is not enabled</source>
      <translation>{begin}, das nicht aktiviert ist</translation>
    </message>
    <message>
      <source>{begin}, which is not installed</source>
      <translation>{begin}, das nicht installiert ist</translation>
    </message>
    <message>
      <source>{beside} not on the path</source>
      <translation>{beside} nicht auf dem Pfad</translation>
    </message>
    <message>
      <source>{block_name} ({name}) acts in each iteration of a loop: no gradient can be built through it</source>
      <translation>{block_name} ({name}) wirkt in jeder Iteration einer Schleife: dadurch kann kein Gradient gebildet werden</translation>
    </message>
    <message>
      <source>{block_name} ({name}) has no gradient rule</source>
      <translation>{block_name} ({name}) hat keine Gradientenregel</translation>
    </message>
    <message>
      <source>{block_name} changes the variable {variable}, whose value is fed</source>
      <translation>{block_name} ändert die Variable {variable}, deren Wert eingespeist wird</translation>
    </message>
    <message>
      <source>{block_name} chooses from what another RefSelect has chosen</source>
      <translation>{block_name} wählt aus dem, was ein anderes RefSelect gewählt hat</translation>
    </message>
    <message>
      <source>{block_name} is of another kind than {block_name2}</source>
      <translation>{block_name} ist von anderer Art als {block_name2}</translation>
    </message>
    <message>
      <source>{block_name} may be 0, where the derivative of {name} is infinite</source>
      <translation>{block_name} kann 0 sein, wo die Ableitung von {name} unendlich ist</translation>
    </message>
    <message>
      <source>{block_name} needs an axis of 0 or more, or -1 for one range in all, got {attrs}</source>
      <translation>{block_name} braucht eine Achse ab 0, oder -1 für einen Bereich insgesamt, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>{block_name} needs min below max, got {attrs} and {attrs2}</source>
      <translation>{block_name} braucht min unter max, bekommt aber {attrs} und {attrs2}</translation>
    </message>
    <message>
      <source>{block_name} needs num_bits of 2 to 16, got {attrs}</source>
      <translation>{block_name} braucht num_bits von 2 bis 16, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>{block_name} shares its value and is {short}{shape_text}</source>
      <translation>{block_name} teilt seinen Wert und ist {short}{shape_text}</translation>
    </message>
    <message>
      <source>{block_name} shares its value and is {short}{shape_text}, this is {short2}{shape_text2}</source>
      <translation>{block_name} teilt seinen Wert und ist {short}{shape_text}, dies ist {short2}{shape_text2}</translation>
    </message>
    <message>
      <source>{block_name}, by which it changes {block_name2}, does not depend on that</source>
      <translation>{block_name}, wodurch es {block_name2} ändert, hängt nicht davon ab</translation>
    </message>
    <message>
      <source>{blocks} keeps its name: {fault}</source>
      <translation>{blocks} behält seinen Namen: {fault}</translation>
    </message>
    <message>
      <source>{block} (gradient of {gradient_of})</source>
      <translation>{block} (Gradient von {gradient_of})</translation>
    </message>
    <message>
      <source>{block} cannot pad batch and channels: explicit_paddings {pairs} ({data_format})</source>
      <translation>{block} kann Batch und Kanäle nicht auffüllen: explicit_paddings {pairs} ({data_format})</translation>
    </message>
    <message>
      <source>{block} differentiates by {short} values, which have no gradient</source>
      <translation>{block} leitet nach {short}-Werten ab, die keinen Gradienten haben</translation>
    </message>
    <message>
      <source>{block} gets a gradient of {of} in each of {count:,} iterations.</source>
      <translation>{block} bekommt in jeder der {count:,} Iterationen einen Gradienten von {of}.</translation>
    </message>
    <message>
      <source>{block} gets a gradient of {of}.</source>
      <translation>{block} bekommt einen Gradienten von {of}.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of} {where}</source>
      <translation>{block} bekommt {where} keinen Gradienten von {of}</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {of} does not depend on it.</source>
      <translation>{block} bekommt keinen Gradienten von {of}: {of} hängt nicht davon ab.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {reason}.</source>
      <translation>{block} bekommt keinen Gradienten von {of}: {reason}.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {where}{between}.</source>
      <translation>{block} bekommt keinen Gradienten von {of}: {where}{between}.</translation>
    </message>
    <message>
      <source>{block} has no tensor output, so it has no formula</source>
      <translation>{block} hat keinen Tensorausgang und daher keine Formel</translation>
    </message>
    <message>
      <source>{block} has no tensor output, so no gradient can stop there</source>
      <translation>{block} hat keinen Tensorausgang, dort kann kein Gradient stoppen</translation>
    </message>
    <message>
      <source>{block} is muted, and cannot hand on what it is given: {message}</source>
      <translation>{block} ist stummgeschaltet und kann nicht weitergeben, was er bekommt: {message}</translation>
    </message>
    <message>
      <source>{block} is no gradient: only {GRADIENTS} can be expanded, and what trains</source>
      <translation>{block} ist kein Gradient: nur {GRADIENTS} und was trainiert können aufgelöst werden</translation>
    </message>
    <message>
      <source>{block} needs explicit_paddings of 0 or more, got {pairs}</source>
      <translation>{block} braucht explicit_paddings ab 0, bekommt aber {pairs}</translation>
    </message>
    <message>
      <source>{block} needs the same stride along height and width, got {attrs} ({form})</source>
      <translation>{block} braucht denselben Stride entlang Höhe und Breite, bekommt aber {attrs} ({form})</translation>
    </message>
    <message>
      <source>{block} needs {data_format} numbers at explicit_paddings, two per axis ({data_format2}), got {pairs}</source>
      <translation>{block} braucht {data_format} Zahlen an explicit_paddings, zwei je Achse ({data_format2}), bekommt aber {pairs}</translation>
    </message>
    <message>
      <source>{block} needs {data_format} numbers at {name}, one per axis ({data_format2}), got {entries}</source>
      <translation>{block} braucht {data_format} Zahlen an {name}, eine je Achse ({data_format2}), bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block} needs {name} of 1 for batch and channels ({data_format}), got {entries}</source>
      <translation>{block} braucht {name} von 1 für Batch und Kanäle ({data_format}), bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block} needs {name} of 1 or more, got {entries}</source>
      <translation>{block} braucht {name} ab 1, bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block} needs {pins} above {pins2}, got {low} and {high}</source>
      <translation>{block} braucht {pins} über {pins2}, bekommt aber {low} und {high}</translation>
    </message>
    <message>
      <source>{block} takes explicit_paddings only with padding EXPLICIT, got {pairs}</source>
      <translation>{block} nimmt explicit_paddings nur mit padding EXPLICIT, bekommt aber {pairs}</translation>
    </message>
    <message>
      <source>{block}.{name} is back to its default, {word}. Defaults are hidden on the block; see the Inspector</source>
      <translation>{block}.{name} hat wieder die Vorgabe {word}. Vorgaben zeigt der Block nicht, nur der Inspektor</translation>
    </message>
    <message>
      <source>{block}.{pin} has {value} elements: there is no {source}</source>
      <translation>{block}.{pin} hat {value} Elemente: {source} gibt es nicht</translation>
    </message>
    <message>
      <source>{block}.{pin} is no list: it has no element {index}</source>
      <translation>{block}.{pin} ist keine Liste: es hat kein Element {index}</translation>
    </message>
    <message>
      <source>{block}: iteration</source>
      <translation>{block}: Iteration</translation>
    </message>
    <message>
      <source>{body} is no shape</source>
      <translation>{body} ist keine Form</translation>
    </message>
    <message>
      <source>{called} cannot be inside {inside}: it has an effect</source>
      <translation>{called} darf nicht in {inside} sein: es hat eine Wirkung</translation>
    </message>
    <message>
      <source>{called} cannot be inside {inside}: it writes a variable</source>
      <translation>{called} darf nicht in {inside} sein: es schreibt eine Variable</translation>
    </message>
    <message>
      <source>{called} cannot be inside {kind}: it trains variables once per step</source>
      <translation>{called} darf nicht in {kind} sein: es trainiert Variablen einmal je Schritt</translation>
    </message>
    <message>
      <source>{called} cannot be inside {kind}: it writes a variable</source>
      <translation>{called} darf nicht in {kind} sein: es schreibt eine Variable</translation>
    </message>
    <message>
      <source>{called} cannot be started: {strerror}</source>
      <translation>{called} kann nicht gestartet werden: {strerror}</translation>
    </message>
    <message>
      <source>{called} changes one variable at two pins, which TensorFlow cannot do</source>
      <translation>{called} ändert eine Variable an zwei Pins, was TensorFlow nicht kann</translation>
    </message>
    <message>
      <source>{called} has no form in a graph of TensorFlow here</source>
      <translation>{called} hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{called} inside of a loop has no form in a graph of TensorFlow here</source>
      <translation>{called} in einer Schleife hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{called} is not written for windows over channels</source>
      <translation>{called} wird für Fenster über Kanäle nicht geschrieben</translation>
    </message>
    <message>
      <source>{called} is written for the first derivative only</source>
      <translation>{called} wird nur für die erste Ableitung geschrieben</translation>
    </message>
    <message>
      <source>{called} is written only if its axis and the number of axes are known</source>
      <translation>{called} wird nur geschrieben, wenn seine Achse und die Anzahl der Achsen bekannt sind</translation>
    </message>
    <message>
      <source>{called} is written only if ksize and strides are known</source>
      <translation>{called} wird nur geschrieben, wenn ksize und strides bekannt sind</translation>
    </message>
    <message>
      <source>{called} is written only if the size of its filter is known</source>
      <translation>{called} wird nur geschrieben, wenn die Größe seines Filters bekannt ist</translation>
    </message>
    <message>
      <source>{called} needs a variable at {pin}; {block_name} is a value here</source>
      <translation>{called} braucht bei {pin} eine Variable; {block_name} ist hier ein Wert</translation>
    </message>
    <message>
      <source>{called} writes a variable behind a {decided}, inside a loop or a branch</source>
      <translation>{called} schreibt eine Variable hinter einem {decided}, in einer Schleife oder einem Zweig</translation>
    </message>
    <message>
      <source>{called} writes variables, and has no form in a graph of TensorFlow here</source>
      <translation>{called} schreibt Variablen und hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{caption}: too long to show</source>
      <translation>{caption}: zu lang zum Anzeigen</translation>
    </message>
    <message>
      <source>{columns} more columns</source>
      <translation>{columns} weitere Spalten</translation>
    </message>
    <message>
      <source>{command}: needs a page that is not running</source>
      <translation>{command}: braucht eine Seite, die nicht läuft</translation>
    </message>
    <message>
      <source>{command}: not available now</source>
      <translation>{command}: jetzt nicht möglich</translation>
    </message>
    <message>
      <source>{command}: nothing is running</source>
      <translation>{command}: es läuft nichts</translation>
    </message>
    <message>
      <source>{command}: nothing to redo</source>
      <translation>{command}: nichts wiederherzustellen</translation>
    </message>
    <message>
      <source>{command}: nothing to undo</source>
      <translation>{command}: nichts rückgängig zu machen</translation>
    </message>
    <message>
      <source>{command}: off. Press {keys} to switch back.</source>
      <translation>{command}: aus. {keys} schaltet zurück.</translation>
    </message>
    <message>
      <source>{command}: on. Press {keys} to switch back.</source>
      <translation>{command}: an. {keys} schaltet zurück.</translation>
    </message>
    <message>
      <source>{command}: open a diagram first</source>
      <translation>{command}: zuerst ein Diagramm öffnen</translation>
    </message>
    <message>
      <source>{command}: select a block first</source>
      <translation>{command}: zuerst einen Block auswählen</translation>
    </message>
    <message>
      <source>{command}: select a display first</source>
      <translation>{command}: zuerst eine Anzeige auswählen</translation>
    </message>
    <message>
      <source>{command}: select blocks or frames first</source>
      <translation>{command}: zuerst Blöcke oder Rahmen auswählen</translation>
    </message>
    <message>
      <source>{command}: select one block first</source>
      <translation>{command}: zuerst genau einen Block auswählen</translation>
    </message>
    <message>
      <source>{command}: select something first</source>
      <translation>{command}: zuerst etwas auswählen</translation>
    </message>
    <message>
      <source>{command}: select two or more blocks first</source>
      <translation>{command}: zuerst zwei oder mehr Blöcke auswählen</translation>
    </message>
    <message>
      <source>{contract} no longer covers {names}</source>
      <translation>{contract} gilt nicht mehr für {names}</translation>
    </message>
    <message>
      <source>{count:,} infinite</source>
      <translation>{count:,} unendlich</translation>
    </message>
    <message>
      <source>{count:,} more values</source>
      <translation>{count:,} weitere Werte</translation>
    </message>
    <message>
      <source>{count:,} points</source>
      <translation>{count:,} Punkte</translation>
    </message>
    <message>
      <source>{count} blocks</source>
      <translation>{count} Blöcke</translation>
    </message>
    <message>
      <source>{count} in a composite with {inputs} and {outputs}. Press Enter to open it</source>
      <translation>{count} in einem Verbund mit {inputs} und {outputs}. Enter öffnet ihn</translation>
    </message>
    <message>
      <source>{count} keys need as many values, got {values}</source>
      <translation>{count} Schlüssel brauchen ebenso viele Werte, bekommen aber {values}</translation>
    </message>
    <message>
      <source>{count} more levels</source>
      <translation>{count} weitere Ebenen</translation>
    </message>
    <message>
      <source>{count} wires of {endpoint}</source>
      <translation>{count} Drähte von {endpoint}</translation>
    </message>
    <message>
      <source>{cut} of {on_path} without gradient</source>
      <translation>{cut} von {on_path} ohne Gradient</translation>
    </message>
    <message>
      <source>{decode} is a part of shape {shape_text}, the tensor has shape {shape_text2}</source>
      <translation>{decode} ist ein Teil der Form {shape_text}, der Tensor hat die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{decode} is shared with {maker}, which declares it differently</source>
      <translation>{decode} wird mit {maker} geteilt, das es anders erklärt</translation>
    </message>
    <message>
      <source>{devices} devices are asked for, JAX has {own}</source>
      <translation>{devices} Geräte sind verlangt, JAX hat {own}</translation>
    </message>
    <message>
      <source>{done:,} of {count:,} runs</source>
      <translation>{done:,} von {count:,} Läufen</translation>
    </message>
    <message>
      <source>{each} is a list output: choose one of its elements</source>
      <translation>{each} ist ein Listenausgang: eines seiner Elemente wählen</translation>
    </message>
    <message>
      <source>{each}: {outputs} tensors, {weights} weights</source>
      <translation>{each}: {outputs} Tensoren, {weights} Gewichte</translation>
    </message>
    <message>
      <source>{edits}, the last {when}</source>
      <translation>{edits}, zuletzt {when}</translation>
    </message>
    <message>
      <source>{files} of its values belong into files beside it</source>
      <translation>{files} seiner Werte gehören in Dateien daneben</translation>
    </message>
    <message>
      <source>{first:,} older edits</source>
      <translation>{first:,} ältere Änderungen</translation>
    </message>
    <message>
      <source>{folder} was made with --seed {seed}, not {seed2}: no run goes on so as it began</source>
      <translation>{folder} wurde mit --seed {seed} gemacht, nicht {seed2}: so geht kein Lauf weiter, wie er begann</translation>
    </message>
    <message>
      <source>{found} Queues, readers and other stateful resources restart.</source>
      <translation>{found} Queues, Reader und andere zustandsbehaftete Ressourcen beginnen von vorn.</translation>
    </message>
    <message>
      <source>{found} of {count} found</source>
      <translation>{found} von {count} gefunden</translation>
    </message>
    <message>
      <source>{given} is no output of a graph</source>
      <translation>{given} ist kein Ausgang eines Graphen</translation>
    </message>
    <message>
      <source>{ids} is checked after each edit from now on. Remove the wires of conditions that need not hold</source>
      <translation>{ids} wird ab jetzt nach jeder Änderung geprüft. Entfernen Sie die Drähte von Bedingungen, die nicht gelten müssen</translation>
    </message>
    <message>
      <source>{id} hands on what is not wired to it</source>
      <translation>{id} gibt weiter, was nicht daran angeschlossen ist</translation>
    </message>
    <message>
      <source>{id} runs several composites</source>
      <translation>{id} führt mehrere Verbünde aus</translation>
    </message>
    <message>
      <source>{id}, slider</source>
      <translation>{id}, Schieberegler</translation>
    </message>
    <message>
      <source>{int} is no code point of a character</source>
      <translation>{int} ist kein Codepunkt eines Zeichens</translation>
    </message>
    <message>
      <source>{is_now:.3g} → {would_be:.3g}, difference {difference:.3g}{cosine}</source>
      <translation>{is_now:.3g} → {would_be:.3g}, Unterschied {difference:.3g}{cosine}</translation>
    </message>
    <message>
      <source>{kept} and {path} are one block of {canvas}: choose both or neither</source>
      <translation>{kept} und {path} sind ein Block von {canvas}: Wählen Sie beide oder keinen</translation>
    </message>
    <message>
      <source>{keys} is already the shortcut of "{text}". Press it again to reassign it, or Esc to cancel.</source>
      <translation>{keys} ist schon das Tastenkürzel von „{text}“. Noch einmal drücken, um es neu zuzuweisen, oder Esc zum Abbrechen.</translation>
    </message>
    <message>
      <source>{key} is not a shortcut. Press Tab to search for a block</source>
      <translation>{key} ist kein Tastenkürzel. Tab sucht einen Block</translation>
    </message>
    <message>
      <source>{key} must be a list</source>
      <translation>{key} muss eine Liste sein</translation>
    </message>
    <message>
      <source>{key} must be an object</source>
      <translation>{key} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>{key} must be true or false</source>
      <translation>{key} muss true oder false sein</translation>
    </message>
    <message>
      <source>{key} must be two finite numbers</source>
      <translation>{key} muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>{key} of 'package' must be a string</source>
      <translation>{key} von 'package' muss ein String sein</translation>
    </message>
    <message>
      <source>{key} of {whose} cannot be {shortened}</source>
      <translation>{key} von {whose} kann nicht {shortened} sein</translation>
    </message>
    <message>
      <source>{key} of {whose} must be a string</source>
      <translation>{key} von {whose} muss ein String sein</translation>
    </message>
    <message>
      <source>{kind} goes over nothing: name an input pin</source>
      <translation>{kind} geht über nichts: nennen Sie einen Eingangspin</translation>
    </message>
    <message>
      <source>{kind} goes over {name}, which is a scalar</source>
      <translation>{kind} geht über {name}, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{kind} goes over {pin}, which is a scalar</source>
      <translation>{kind} geht über {pin}, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{kind} has {result} output pins: name the one that is meant</source>
      <translation>{kind} hat {result} Ausgangspins: nennen Sie den gemeinten</translation>
    </message>
    <message>
      <source>{kind} needs something to iterate over: choose an input that receives one element per iteration</source>
      <translation>{kind} braucht etwas zum Iterieren: einen Eingang wählen, der je Iteration ein Element bekommt</translation>
    </message>
    <message>
      <source>{kind} runs its composite once per iteration, but unpacked blocks would run only once. Press Enter to look inside</source>
      <translation>{kind} führt seinen Verbund einmal je Iteration aus, aufgelöste Blöcke liefen aber nur einmal. Enter zeigt das Innere</translation>
    </message>
    <message>
      <source>{labels:,} labels but {predictions:,} predictions</source>
      <translation>{labels:,} Labels, aber {predictions:,} Vorhersagen</translation>
    </message>
    <message>
      <source>{labels} labels {join} do not fit an operand of the shape {shape_text}</source>
      <translation>{labels} Labels {join} passen nicht zu einem Operanden der Form {shape_text}</translation>
    </message>
    <message>
      <source>{label} of the result is in no operand of {equation}</source>
      <translation>{label} im Ergebnis steht in keinem Operanden von {equation}</translation>
    </message>
    <message>
      <source>{left_out:,} NaN or infinite elements left out</source>
      <translation>{left_out:,} NaN oder unendliche Elemente ausgelassen</translation>
    </message>
    <message>
      <source>{lengths} lengths are too few for {count} strings</source>
      <translation>{lengths} Längen sind zu wenige für {count} Strings</translation>
    </message>
    <message>
      <source>{loop} cannot be wired to itself</source>
      <translation>{loop} kann nicht mit sich selbst verbunden werden</translation>
    </message>
    <message>
      <source>{low:.4g} is black, {high:.4g} is full brightness</source>
      <translation>{low:.4g} ist schwarz, {high:.4g} ist volle Helligkeit</translation>
    </message>
    <message>
      <source>{message}

Fix: {mend}</source>
      <translation>{message}

Behebung: {mend}</translation>
    </message>
    <message>
      <source>{message}, its gradient</source>
      <translation>{message}, der Gradient davon</translation>
    </message>
    <message numerus="yes">
      <source>{n:,} blocks</source>
      <translation>
        <numerusform>{n} Block</numerusform>
        <numerusform>{n:,} Blöcke</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} changes</source>
      <translation>
        <numerusform>{n} Änderung</numerusform>
        <numerusform>{n:,} Änderungen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} composites</source>
      <translation>
        <numerusform>{n} Verbund</numerusform>
        <numerusform>{n:,} Verbünde</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} conflicts</source>
      <translation>
        <numerusform>einen Konflikt</numerusform>
        <numerusform>{n:,} Konflikte</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants</source>
      <translation>
        <numerusform>{n} Konstante</numerusform>
        <numerusform>{n:,} Konstanten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants are now variables</source>
      <translation>
        <numerusform>{n} Konstante ist jetzt eine Variable</numerusform>
        <numerusform>{n:,} Konstanten sind jetzt Variablen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} frames</source>
      <translation>
        <numerusform>{n} Rahmen</numerusform>
        <numerusform>{n:,} Rahmen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} inputs</source>
      <translation>
        <numerusform>{n} Eingang</numerusform>
        <numerusform>{n:,} Eingänge</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} instances</source>
      <translation>
        <numerusform>{n} Instanz</numerusform>
        <numerusform>{n:,} Instanzen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} iterations</source>
      <translation>
        <numerusform>{n} Iteration</numerusform>
        <numerusform>{n:,} Iterationen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} notes</source>
      <translation>
        <numerusform>{n} Notiz</numerusform>
        <numerusform>{n:,} Notizen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} outputs</source>
      <translation>
        <numerusform>{n} Ausgang</numerusform>
        <numerusform>{n:,} Ausgänge</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} pages</source>
      <translation>
        <numerusform>{n:,} Seite</numerusform>
        <numerusform>{n:,} Seiten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} problems</source>
      <translation>
        <numerusform>{n} Problem</numerusform>
        <numerusform>{n:,} Probleme</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} runs</source>
      <translation>
        <numerusform>{n} Lauf</numerusform>
        <numerusform>{n:,} Läufe</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} steps</source>
      <translation>
        <numerusform>{n} Schritt</numerusform>
        <numerusform>{n:,} Schritte</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} unsaved edits</source>
      <translation>
        <numerusform>{n} nicht gespeicherte Änderung</numerusform>
        <numerusform>{n:,} nicht gespeicherte Änderungen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires</source>
      <translation>
        <numerusform>{n} Draht</numerusform>
        <numerusform>{n:,} Drähte</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires in</source>
      <translation>
        <numerusform>{n} Draht hinein</numerusform>
        <numerusform>{n:,} Drähte hinein</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires out</source>
      <translation>
        <numerusform>{n} Draht hinaus</numerusform>
        <numerusform>{n:,} Drähte hinaus</numerusform>
      </translation>
    </message>
    <message>
      <source>{names} and {count:,} more</source>
      <translation>{names} und {count:,} weitere</translation>
    </message>
    <message>
      <source>{names} and {count} others</source>
      <translation>{names} und {count} andere</translation>
    </message>
    <message>
      <source>{names} arrays need as many output_types, got {types}</source>
      <translation>{names} Arrays brauchen ebenso viele output_types, bekommen aber {types}</translation>
    </message>
    <message>
      <source>{name} along the channels needs a multiple of {ksize} channels, got {depth}</source>
      <translation>{name} entlang der Kanäle braucht ein Vielfaches von {ksize} Kanälen, bekommt aber {depth}</translation>
    </message>
    <message>
      <source>{name} along the channels needs strides equal to ksize there, got {strides} and {ksize}</source>
      <translation>{name} entlang der Kanäle braucht dort strides gleich ksize, bekommt aber {strides} und {ksize}</translation>
    </message>
    <message>
      <source>{name} and {by} are on different pages</source>
      <translation>{name} und {by} liegen auf verschiedenen Seiten</translation>
    </message>
    <message>
      <source>{name} belongs to another graph</source>
      <translation>{name} gehört zu einem anderen Graphen</translation>
    </message>
    <message>
      <source>{name} can add at most {most} on each side of axis {axis} of size {size} ({mode})</source>
      <translation>{name} kann auf jeder Seite der Achse {axis} der Größe {size} höchstens {most} anfügen ({mode})</translation>
    </message>
    <message>
      <source>{name} can add at most {most} on each side of axis {axis} of size {size} ({mode}), got {row}</source>
      <translation>{name} kann auf jeder Seite der Achse {axis} der Größe {size} höchstens {most} anfügen ({mode}), bekommt aber {row}</translation>
    </message>
    <message>
      <source>{name} can add at most {most} on each side of axis {axis} of size {size} ({mode}), got {row}, got {row2}</source>
      <translation>{name} kann auf jeder Seite der Achse {axis} der Größe {size} höchstens {most} anfügen ({mode}), bekommt aber {row}, {row2}</translation>
    </message>
    <message>
      <source>{name} can work out one size, but {wanted} has {count} of -1</source>
      <translation>{name} kann eine Größe errechnen, aber {wanted} hat {count} mal -1</translation>
    </message>
    <message>
      <source>{name} cannot be fed: it lies in what a block runs, which makes it in each round</source>
      <translation>{name} kann nicht eingespeist werden: es liegt in dem, was ein Block ausführt, der es in jeder Runde macht</translation>
    </message>
    <message>
      <source>{name} cannot be rerun: {why}</source>
      <translation>{name} lässt sich nicht wiederholen: {why}</translation>
    </message>
    <message>
      <source>{name} cannot be the name of a file</source>
      <translation>{name} kann nicht der Name einer Datei sein</translation>
    </message>
    <message>
      <source>{name} cannot be the name of a package</source>
      <translation>{name} kann nicht der Name eines Pakets sein</translation>
    </message>
    <message>
      <source>{name} cannot be traced: {what} has no form as a block yet</source>
      <translation>{name} kann nicht verfolgt werden: für {what} gibt es noch keinen Block</translation>
    </message>
    <message>
      <source>{name} cannot be written</source>
      <translation>{name} kann nicht geschrieben werden</translation>
    </message>
    <message>
      <source>{name} cannot both be gone over and be carried, as an output pin of the same name is</source>
      <translation>{name} kann nicht zugleich durchlaufen und weitergetragen werden, wie es ein Ausgangspin gleichen Namens wird</translation>
    </message>
    <message>
      <source>{name} cannot bring {count} elements, shape {shape_text}, into the shape {wanted}</source>
      <translation>{name} kann {count} Elemente, Form {shape_text}, nicht in die Form {wanted} bringen</translation>
    </message>
    <message>
      <source>{name} cannot broadcast dense {shape_text} to the shape {shape_text2}</source>
      <translation>{name} kann das dichte {shape_text} nicht auf die Form {shape_text2} broadcasten</translation>
    </message>
    <message>
      <source>{name} cannot broadcast the batches of {both}</source>
      <translation>{name} kann die Batches von {both} nicht broadcasten</translation>
    </message>
    <message>
      <source>{name} cannot broadcast {first} {shape_text} and {name2} {shape_text2} to one shape</source>
      <translation>{name} kann {first} {shape_text} und {name2} {shape_text2} nicht auf eine Form broadcasten</translation>
    </message>
    <message>
      <source>{name} cannot change what a RefSelect chose at {name2}</source>
      <translation>{name} kann nicht ändern, was ein RefSelect an {name2} gewählt hat</translation>
    </message>
    <message>
      <source>{name} cannot cut {crops} off axis {i}, of size {total}</source>
      <translation>{name} kann nicht {crops} von der Achse {i} der Größe {total} abschneiden</translation>
    </message>
    <message>
      <source>{name} cannot cut {total} along axis {i}, with its padding, into blocks of {step}: input is {shape_text}, paddings {paddings}</source>
      <translation>{name} kann {total} entlang der Achse {i}, mit Auffüllung, nicht in Blöcke von {step} schneiden: input ist {shape_text}, paddings {paddings}</translation>
    </message>
    <message>
      <source>{name} cannot divide a size of {size} by {ratio}: {shape_text}</source>
      <translation>{name} kann eine Größe von {size} nicht durch {ratio} teilen: {shape_text}</translation>
    </message>
    <message>
      <source>{name} cannot give {length} tensors at {name2}: {MAX_OUTPUTS} are the most</source>
      <translation>{name} kann keine {length} Tensoren an {name2} geben: höchstens {MAX_OUTPUTS}</translation>
    </message>
    <message>
      <source>{name} cannot join value {i} of shape {shape_text}: it {what}</source>
      <translation>{name} kann Wert {i} der Form {shape_text} nicht anfügen: er {what}</translation>
    </message>
    <message>
      <source>{name} cannot multiply matrices of the shapes {both}</source>
      <translation>{name} kann Matrizen der Formen {both} nicht multiplizieren</translation>
    </message>
    <message>
      <source>{name} cannot multiply {shape_text} by {shape_text2}: the inner sizes differ</source>
      <translation>{name} kann {shape_text} nicht mit {shape_text2} multiplizieren: die inneren Größen unterscheiden sich</translation>
    </message>
    <message>
      <source>{name} cannot take {count} elements</source>
      <translation>{name} kann {count} Elemente nicht nehmen</translation>
    </message>
    <message>
      <source>{name} cannot take {count} of {width} elements</source>
      <translation>{name} kann {count} von {width} Elementen nicht nehmen</translation>
    </message>
    <message>
      <source>{name} changes rows, but the variable at ref is a scalar</source>
      <translation>{name} ändert Zeilen, aber die Variable an ref ist ein Skalar</translation>
    </message>
    <message>
      <source>{name} changes rows, but the variable at var is a scalar</source>
      <translation>{name} ändert Zeilen, aber die Variable an var ist ein Skalar</translation>
    </message>
    <message>
      <source>{name} changes what is wired to {name2}: it must be a Variable{instead}</source>
      <translation>{name} ändert, was an {name2} angeschlossen ist: es muss eine Variable sein{instead}</translation>
    </message>
    <message>
      <source>{name} chooses between more than {MOST_BRANCHES} functions</source>
      <translation>{name} wählt zwischen mehr als {MOST_BRANCHES} Funktionen</translation>
    </message>
    <message>
      <source>{name} contains itself: {names}</source>
      <translation>{name} enthält sich selbst: {names}</translation>
    </message>
    <message>
      <source>{name} continues from step {steps:,}</source>
      <translation>{name} geht ab Schritt {steps:,} weiter</translation>
    </message>
    <message>
      <source>{name} does not give just one tensor</source>
      <translation>{name} gibt nicht genau einen Tensor</translation>
    </message>
    <message>
      <source>{name} does not give one tensor</source>
      <translation>{name} gibt nicht einen Tensor</translation>
    </message>
    <message>
      <source>{name} does not know the layout NCHW_VECT_C, which exists on graphics processors only</source>
      <translation>{name} kennt die Anordnung NCHW_VECT_C nicht, die es nur auf Grafikprozessoren gibt</translation>
    </message>
    <message>
      <source>{name} does not take {short} at {name2}: it takes {names}</source>
      <translation>{name} nimmt an {name2} kein {short}: es nimmt {names}</translation>
    </message>
    <message>
      <source>{name} draws 0 or more samples, not {count}</source>
      <translation>{name} zieht 0 oder mehr Stichproben, nicht {count}</translation>
    </message>
    <message>
      <source>{name} finds nothing: axis {axis} of {shape_text} has no elements</source>
      <translation>{name} findet nichts: die Achse {axis} von {shape_text} hat keine Elemente</translation>
    </message>
    <message>
      <source>{name} gives no single tensor</source>
      <translation>{name} gibt keinen einzelnen Tensor</translation>
    </message>
    <message>
      <source>{name} gives no tensor: it has no gradient</source>
      <translation>{name} gibt keinen Tensor: es hat keinen Gradienten</translation>
    </message>
    <message>
      <source>{name} gives no tensor: no gradient can be cut there</source>
      <translation>{name} gibt keinen Tensor: dort kann kein Gradient abgeschnitten werden</translation>
    </message>
    <message>
      <source>{name} gives {count}: a breakpoint is at one</source>
      <translation>{name} gibt {count}: ein Haltepunkt liegt an einem</translation>
    </message>
    <message>
      <source>{name} has a matrix of {rows} rows, and right sides of the shape {shape_text}</source>
      <translation>{name} hat eine Matrix mit {rows} Zeilen und rechte Seiten der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} has no attribute or input {name2}</source>
      <translation>{name} hat kein Attribut und keinen Eingang {name2}</translation>
    </message>
    <message>
      <source>{name} has no attribute {name2}</source>
      <translation>{name} hat kein Attribut {name2}</translation>
    </message>
    <message>
      <source>{name} has no ending, which says what is written</source>
      <translation>{name} hat keine Endung, die sagt, was geschrieben wird</translation>
    </message>
    <message>
      <source>{name} has no feature {key_text}, and there is no default</source>
      <translation>{name} hat kein Merkmal {key_text}, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>{name} has no input pin {name2} (its input pins: {known})</source>
      <translation>{name} hat keinen Eingangspin {name2} (seine Eingangspins: {known})</translation>
    </message>
    <message>
      <source>{name} has no input pin {pin_in!r}</source>
      <translation>{name} hat keinen Eingang {pin_in!r}</translation>
    </message>
    <message>
      <source>{name} has no minimum and maximum</source>
      <translation>{name} hat kein Minimum und Maximum</translation>
    </message>
    <message>
      <source>{name} has no mode MIN_FIRST for a range per slice (axis {attrs})</source>
      <translation>{name} hat keinen Modus MIN_FIRST für einen Bereich je Scheibe (Achse {attrs})</translation>
    </message>
    <message>
      <source>{name} has no output pin {name2}</source>
      <translation>{name} hat keinen Ausgangspin {name2}</translation>
    </message>
    <message>
      <source>{name} has no output pin {pin_out!r}</source>
      <translation>{name} hat keinen Ausgang {pin_out!r}</translation>
    </message>
    <message>
      <source>{name} has no output pin {pin}</source>
      <translation>{name} hat keinen Ausgangspin {pin}</translation>
    </message>
    <message>
      <source>{name} has no pin that fits {endpoint}</source>
      <translation>{name} hat keinen passenden Pin für {endpoint}</translation>
    </message>
    <message>
      <source>{name} has no result</source>
      <translation>{name} hat kein Ergebnis</translation>
    </message>
    <message>
      <source>{name} has no result: run the page</source>
      <translation>{name} hat kein Ergebnis: Seite ausführen</translation>
    </message>
    <message>
      <source>{name} has no value in this step</source>
      <translation>{name} hat in diesem Schritt keinen Wert</translation>
    </message>
    <message>
      <source>{name} has no value in this step: {block_name} ({name2}) took another branch</source>
      <translation>{name} hat in diesem Schritt keinen Wert: {block_name} ({name2}) nahm einen anderen Zweig</translation>
    </message>
    <message>
      <source>{name} has no value in this step: {name2} ({name3}) took another branch</source>
      <translation>{name} hat in diesem Schritt keinen Wert: {name2} ({name3}) nahm einen anderen Zweig</translation>
    </message>
    <message>
      <source>{name} has no value that a file can hold</source>
      <translation>{name} hat keinen Wert, den eine Datei enthalten kann</translation>
    </message>
    <message>
      <source>{name} has no value while the function is traced</source>
      <translation>{name} hat keinen Wert, während die Funktion verfolgt wird</translation>
    </message>
    <message>
      <source>{name} has no value {name2}</source>
      <translation>{name} hat keinen Wert {name2}</translation>
    </message>
    <message>
      <source>{name} has no value: {block_name} ({name2}) took another branch</source>
      <translation>{name} hat keinen Wert: {block_name} ({name2}) nahm einen anderen Zweig</translation>
    </message>
    <message>
      <source>{name} has nothing to mirror at along axis {axis}, which is empty (REFLECT)</source>
      <translation>{name} hat entlang der leeren Achse {axis} nichts, woran gespiegelt werden könnte (REFLECT)</translation>
    </message>
    <message>
      <source>{name} has nowhere to put updates: the shape {shape_text} holds nothing</source>
      <translation>{name} kann Aktualisierungen nirgends ablegen: die Form {shape_text} enthält nichts</translation>
    </message>
    <message>
      <source>{name} has the shape {list}: only single numbers are printed</source>
      <translation>{name} hat die Form {list}: nur einzelne Zahlen werden ausgegeben</translation>
    </message>
    <message>
      <source>{name} has the shape {shape_text}, {result}</source>
      <translation>{name} hat die Form {shape_text}, {result}</translation>
    </message>
    <message>
      <source>{name} has the {what} pin {name2}, {name3} has not: branches have the same pins</source>
      <translation>{name} hat den {what}-Pin {name2}, {name3} nicht: Zweige haben dieselben Pins</translation>
    </message>
    <message>
      <source>{name} has two numbers in a byte: it cannot be written back</source>
      <translation>{name} hat zwei Zahlen in einem Byte: es kann nicht zurückgeschrieben werden</translation>
    </message>
    <message>
      <source>{name} has {count} values, but the rows want {rows}</source>
      <translation>{name} hat {count} Werte, aber die Zeilen brauchen {rows}</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs, its shape rule gives {shapes} shapes</source>
      <translation>{name} hat {outputs} Ausgänge, seine Formregel gibt {shapes} Formen</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs: name the one you mean ({names})</source>
      <translation>{name} hat {outputs} Ausgänge: nennen Sie den gemeinten ({names})</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs: there is no output {index}</source>
      <translation>{name} hat {outputs} Ausgänge: es gibt keinen Ausgang {index}</translation>
    </message>
    <message>
      <source>{name} has {shape_text} and {shape_text2}, whose batches do not fit</source>
      <translation>{name} hat {shape_text} und {shape_text2}, deren Batches nicht zueinander passen</translation>
    </message>
    <message>
      <source>{name} holds a text that ends in a zero byte, which a .npz file would lose</source>
      <translation>{name} enthält einen Text, der mit einem Nullbyte endet, das eine .npz-Datei verlieren würde</translation>
    </message>
    <message>
      <source>{name} ignored</source>
      <translation>{name} ignoriert</translation>
    </message>
    <message>
      <source>{name} is a Python package</source>
      <translation>{name} ist ein Python-Paket</translation>
    </message>
    <message>
      <source>{name} is a number from 0 to 65535, not {attrs}</source>
      <translation>{name} ist eine Zahl von 0 bis 65535, nicht {attrs}</translation>
    </message>
    <message>
      <source>{name} is a package of composites, which are used without being enabled</source>
      <translation>{name} ist ein Paket von Verbunden, die verwendet werden, ohne aktiviert zu sein</translation>
    </message>
    <message>
      <source>{name} is a pin of a composite: it stands in a definition, not on a page</source>
      <translation>{name} ist ein Pin eines Verbunds: er steht in einer Definition, nicht auf einer Seite</translation>
    </message>
    <message>
      <source>{name} is documented twice</source>
      <translation>{name} ist zweimal dokumentiert</translation>
    </message>
    <message>
      <source>{name} is ignored</source>
      <translation>{name} wird ignoriert</translation>
    </message>
    <message>
      <source>{name} is no dtype</source>
      <translation>{name} ist kein dtype</translation>
    </message>
    <message>
      <source>{name} is no file name</source>
      <translation>{name} ist kein Dateiname</translation>
    </message>
    <message>
      <source>{name} is no name of a result: write block, block.pin or block.pin[0]</source>
      <translation>{name} ist kein Name eines Ergebnisses: schreiben Sie block, block.pin oder block.pin[0]</translation>
    </message>
    <message>
      <source>{name} is no name: it must not be empty or hold '/' or control characters</source>
      <translation>{name} ist kein Name: er darf nicht leer sein und weder '/' noch Steuerzeichen enthalten</translation>
    </message>
    <message>
      <source>{name} is no plain file</source>
      <translation>{name} ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>{name} is no real number</source>
      <translation>{name} ist keine reelle Zahl</translation>
    </message>
    <message>
      <source>{name} is no tensor: a model gives none for it</source>
      <translation>{name} ist kein Tensor: ein Modell gibt keinen dafür</translation>
    </message>
    <message>
      <source>{name} is not a block type</source>
      <translation>{name} ist kein Blocktyp</translation>
    </message>
    <message>
      <source>{name} is two numbers above 0, not {result}</source>
      <translation>{name} sind zwei Zahlen über 0, nicht {result}</translation>
    </message>
    <message>
      <source>{name} is {before} before round 0 and {after} after it</source>
      <translation>{name} ist {before} vor Runde 0 und {after} danach</translation>
    </message>
    <message>
      <source>{name} is {name2} {list}, the diagram has {name3} {list2}</source>
      <translation>{name} ist {name2} {list}, das Diagramm hat {name3} {list2}</translation>
    </message>
    <message>
      <source>{name} is {shape_text} before the round and {shape_text2} after it</source>
      <translation>{name} ist vor dem Durchlauf {shape_text} und danach {shape_text2}</translation>
    </message>
    <message>
      <source>{name} is {short} where the predicate is true, and {short2} where not</source>
      <translation>{name} ist {short}, wo predicate wahr ist, und sonst {short2}</translation>
    </message>
    <message>
      <source>{name} is {short}: it has no gradient</source>
      <translation>{name} ist {short}: es hat keinen Gradienten</translation>
    </message>
    <message>
      <source>{name} is {value}</source>
      <translation>{name} ist {value}</translation>
    </message>
    <message>
      <source>{name} knows the algorithms 1 (Philox) and 3, not {alg}</source>
      <translation>{name} kennt die Algorithmen 1 (Philox) und 3, nicht {alg}</translation>
    </message>
    <message>
      <source>{name} knows the algorithms 1 (Philox) and 3, not {chosen}</source>
      <translation>{name} kennt die Algorithmen 1 (Philox) und 3, nicht {chosen}</translation>
    </message>
    <message>
      <source>{name} mirrors height and width only, got paddings {tolist}</source>
      <translation>{name} spiegelt nur Höhe und Breite, bekommt aber paddings {tolist}</translation>
    </message>
    <message>
      <source>{name} modifies its input {name2}: wire a Variable to it</source>
      <translation>{name} ändert seinen Eingang {name2}: eine Variable daran anschließen</translation>
    </message>
    <message>
      <source>{name} must be "", "ZLIB" or "GZIP", got {attrs}</source>
      <translation>{name} muss "", "ZLIB" oder "GZIP" sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at least {int}, got {values}</source>
      <translation>{name} muss mindestens {int} sein, ist aber {values}</translation>
    </message>
    <message>
      <source>{name} must be at least {lowest}, got {attrs}</source>
      <translation>{name} muss mindestens {lowest} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at least {lowest}, got {value}</source>
      <translation>{name} muss mindestens {lowest} sein, ist aber {value}</translation>
    </message>
    <message>
      <source>{name} must be one of {names}, got {each}</source>
      <translation>{name} muss eines von {names} sein, ist aber {each}</translation>
    </message>
    <message>
      <source>{name} needs 0 or more at {pin}, got {rows}</source>
      <translation>{name} braucht 0 oder mehr an {pin}, bekommt aber {rows}</translation>
    </message>
    <message>
      <source>{name} needs 0 or more segments, got {count}</source>
      <translation>{name} braucht 0 oder mehr Segmente, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name} needs 0 rows or more, got {rows}</source>
      <translation>{name} braucht 0 oder mehr Zeilen, bekommt aber {rows}</translation>
    </message>
    <message>
      <source>{name} needs 1 or more at num_required, got {required}</source>
      <translation>{name} braucht 1 oder mehr an num_required, bekommt aber {required}</translation>
    </message>
    <message>
      <source>{name} needs 4 numbers at pooling_ratio (batch, height, width, channels), got {ratios}</source>
      <translation>{name} braucht 4 Zahlen an pooling_ratio (batch, height, width, channels), bekommt aber {ratios}</translation>
    </message>
    <message>
      <source>{name} needs 4 numbers at {pin}, got shape {list}</source>
      <translation>{name} braucht 4 Zahlen an {pin}, bekommt aber die Form {list}</translation>
    </message>
    <message>
      <source>{name} needs [{names}] at {pin} with {name2} {size}, got shape {shape_text}</source>
      <translation>{name} braucht [{names}] an {pin} mit {name2} {size}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs [{names}] at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht [{names}] an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a batch that is a multiple of {blocks}, the size of a block, got {shape}</source>
      <translation>{name} braucht einen Batch, der ein Vielfaches von {blocks} ist, der Größe eines Blocks, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>{name} needs a filter that is not empty, got shape {shape_text}</source>
      <translation>{name} braucht einen nicht leeren Filter, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a filter that is not empty, got {shape_text}</source>
      <translation>{name} braucht einen nicht leeren Filter, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a height and width of {lowest} or more, got {result}</source>
      <translation>{name} braucht eine Höhe und Breite ab {lowest}, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name} needs a length for each axis, got {first} for {second}</source>
      <translation>{name} braucht eine Länge für jede Achse, bekommt aber {first} für {second}</translation>
    </message>
    <message>
      <source>{name} needs a matrix at b, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix an b, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a matrix at {pin}, got {shape_text}</source>
      <translation>{name} braucht eine Matrix an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a matrix at {pin}, with a row for each index, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix an {pin}, mit einer Zeile für jeden Index, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a matrix of {columns} columns (num_true) at true_classes, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix mit {columns} Spalten (num_true) an true_classes, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a matrix or more, got a sparse tensor of rank {rank}</source>
      <translation>{name} braucht mindestens eine Matrix, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>{name} needs a matrix with at least one class at logits, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix mit mindestens einer Klasse an logits, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a matrix, got a sparse tensor of rank {rank}</source>
      <translation>{name} braucht eine Matrix, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>{name} needs a picture with pixels, got shape {shape_text}</source>
      <translation>{name} braucht ein Bild mit Pixeln, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a row at data for each index, got shape {shape_text} for indices of shape {shape_text2}</source>
      <translation>{name} braucht an data für jeden Index eine Zeile, bekommt aber die Form {shape_text} für indices der Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a row of paddings per axis of input, {shape} of them, got {given}</source>
      <translation>{name} braucht je Achse von input eine Zeile von paddings, {shape} Stück, bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name} needs a row of values for each row, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht für jede Zeile eine Zeile von Werten, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a scalar at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht einen Skalar an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a scalar for each of {pin}</source>
      <translation>{name} braucht einen Skalar für jedes von {pin}</translation>
    </message>
    <message>
      <source>{name} needs a scalar or a vector at reduction_axes, got shape {shape_text}</source>
      <translation>{name} braucht einen Skalar oder einen Vektor an reduction_axes, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a scale above 0, got {tolist}</source>
      <translation>{name} braucht eine Skala über 0, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>{name} needs a scope: none of its inputs belongs to a graph</source>
      <translation>{name} braucht einen Scope: keiner seiner Eingänge gehört zu einem Graphen</translation>
    </message>
    <message>
      <source>{name} needs a shape that ends with {shape_text}, that of its parameters, got {shape_text2}</source>
      <translation>{name} braucht eine Form, die mit {shape_text} endet, der seiner Parameter, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a size of 0 or more, got {size}</source>
      <translation>{name} braucht eine Größe ab 0, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name} needs a state of 3 integers or more at resource, got shape {shape_text}</source>
      <translation>{name} braucht einen Zustand aus mindestens 3 ganzen Zahlen an resource, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a transform for all images or one for each of {batch}, got {count}</source>
      <translation>{name} braucht eine Transformation für alle Bilder oder eine für jedes von {batch}, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name} needs a value at {name2}: it is not wired</source>
      <translation>{name} braucht einen Wert an {name2}: dort ist nichts angeschlossen</translation>
    </message>
    <message>
      <source>{name} needs a value for {name2}</source>
      <translation>{name} braucht einen Wert für {name2}</translation>
    </message>
    <message>
      <source>{name} needs a value of the shape {shape_text} that is selected, or one that can be broadcast to it, got {shape_text2}</source>
      <translation>{name} braucht einen Wert der Form {shape_text}, die ausgewählt ist, oder einen, der darauf gebroadcastet werden kann, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a value of the variable's shape {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht einen Wert der Form {shape_text} der Variablen, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a vector at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a vector at {pin}, got the shape {shape_text}</source>
      <translation>{name} braucht einen Vektor an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a vector of sizes at shape, got {shape_text}</source>
      <translation>{name} braucht einen Vektor von Größen an shape, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a vector with a number for each index of the sum, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor mit einer Zahl für jeden Index der Summe, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs a.shape[{k}] == b.shape[{m}]{notes}, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht a.shape[{k}] == b.shape[{m}]{notes}, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs an image with pixels, got the size {size}</source>
      <translation>{name} braucht ein Bild mit Pixeln, bekommt aber die Größe {size}</translation>
    </message>
    <message>
      <source>{name} needs an image with pixels, got {size}</source>
      <translation>{name} braucht ein Bild mit Pixeln, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name} needs as many images and channels at original_image as at grads, got {shape_text}</source>
      <translation>{name} braucht an original_image ebenso viele Bilder und Kanäle wie an grads, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs as many matrices at each pin: {shape_text} does not fit</source>
      <translation>{name} braucht an jedem Pin ebenso viele Matrizen: {shape_text} passt nicht</translation>
    </message>
    <message>
      <source>{name} needs as many rows at {b} as at {a}, got {second} and {first}</source>
      <translation>{name} braucht an {b} ebenso viele Zeilen wie an {a}, bekommt aber {second} und {first}</translation>
    </message>
    <message>
      <source>{name} needs as many tensors at data as at indices, got {rows} and {indices}</source>
      <translation>{name} braucht an data ebenso viele Tensoren wie an indices, bekommt aber {rows} und {indices}</translation>
    </message>
    <message>
      <source>{name} needs at least one class, got {shape_text}</source>
      <translation>{name} braucht mindestens eine Klasse, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs at least one number per index, got none</source>
      <translation>{name} braucht mindestens eine Zahl je Index, bekommt aber keine</translation>
    </message>
    <message>
      <source>{name} needs at least one value at {name2}</source>
      <translation>{name} braucht mindestens einen Wert an {name2}</translation>
    </message>
    <message>
      <source>{name} needs at least {needed} elements along {AXES}, got {shape_text}</source>
      <translation>{name} braucht mindestens {needed} Elemente entlang {AXES}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs begin, end and strides of one length, got {count} and {length}</source>
      <translation>{name} braucht begin, end und strides gleicher Länge, bekommt aber {count} und {length}</translation>
    </message>
    <message>
      <source>{name} needs block sizes of 1 or more, got {result}</source>
      <translation>{name} braucht Blockgrößen ab 1, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name} needs channels that are a multiple of block_size^2 = {step}, got {shape_text} ({form})</source>
      <translation>{name} braucht Kanäle, die ein Vielfaches von block_size^2 = {step} sind, bekommt aber {shape_text} ({form})</translation>
    </message>
    <message>
      <source>{name} needs each axis from 0 to {perm} once in perm, got {vector}</source>
      <translation>{name} braucht in perm jede Achse von 0 bis {perm} einmal, bekommt aber {vector}</translation>
    </message>
    <message>
      <source>{name} needs equal shapes, got {shape_text} and, at {pin}, {shape_text2}</source>
      <translation>{name} braucht gleiche Formen, bekommt aber {shape_text} und an {pin} {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs equal sizes except along axis {axis}, got {shape_text} and, at index {i}, {shape_text2}</source>
      <translation>{name} braucht außer entlang der Achse {axis} gleiche Größen, bekommt aber {shape_text} und, am Index {i}, {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs features [batch, classes], got {shape_text}</source>
      <translation>{name} braucht features [batch, classes], bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs four or five letters at {pin}, one per axis, got {attrs}</source>
      <translation>{name} braucht vier oder fünf Buchstaben an {pin}, einen je Achse, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>{name} needs gradients of the shape of inputs, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht gradients von der Form von inputs, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs height and width that are multiples of block_size = {step}, got {shape_text} ({form})</source>
      <translation>{name} braucht Höhe und Breite, die Vielfache von block_size = {step} sind, bekommt aber {shape_text} ({form})</translation>
    </message>
    <message>
      <source>{name} needs images ({form}) at input, got shape {shape_text}</source>
      <translation>{name} braucht Bilder ({form}) an input, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs images [batch, height, width, channels] at input, got shape {shape_text}</source>
      <translation>{name} braucht Bilder [batch, height, width, channels] an input, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs images of 1, 3 or 4 channels, got shape {shape_text}</source>
      <translation>{name} braucht Bilder mit 1, 3 oder 4 Kanälen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs images with pixels at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht Bilder mit Pixeln an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs images {axes}, got shape {shape_text}</source>
      <translation>{name} braucht Bilder {axes}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs indices in order, got {second} after {first}</source>
      <translation>{name} braucht geordnete Indizes, bekommt aber {second} nach {first}</translation>
    </message>
    <message>
      <source>{name} needs indices of 0 or more, got {min}</source>
      <translation>{name} braucht Indizes ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name} needs indices of equally many numbers, {common} at a_indices, got {rank}</source>
      <translation>{name} braucht Indizes aus gleich vielen Zahlen, {common} an a_indices, bekommt aber {rank}</translation>
    </message>
    <message>
      <source>{name} needs inputs [time, batch, classes], got shape {shape_text}</source>
      <translation>{name} braucht inputs [time, batch, classes], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs inputs that are not empty, got shape {shape_text}</source>
      <translation>{name} braucht nicht leere inputs, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs keys that end with the shape of a key, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht Schlüssel, die mit der Form eines Schlüssels, {shape_text}, enden, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs labels [batch], got {shape_text}</source>
      <translation>{name} braucht labels [batch], bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs matrices, got the shape {shape_text}</source>
      <translation>{name} braucht Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs matrices, got {shape_text} at {pin}</source>
      <translation>{name} braucht Matrizen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>{name} needs minval &lt; maxval, got {low} and {high}</source>
      <translation>{name} braucht minval &lt; maxval, bekommt aber {low} und {high}</translation>
    </message>
    <message>
      <source>{name} needs num_bits of 1 to {most} for integers {sign} a sign, got {bits}</source>
      <translation>{name} braucht für ganze Zahlen {sign} Vorzeichen num_bits von 1 bis {most}, bekommt aber {bits}</translation>
    </message>
    <message>
      <source>{name} needs numbers of 0 or more at values, got {min}</source>
      <translation>{name} braucht Zahlen ab 0 an values, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name} needs numbers of 0 or more at {values}, got {min}</source>
      <translation>{name} braucht Zahlen ab 0 an {values}, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name} needs one element at {pin} for each of the {channels} channels of {shape_text}, got shape {shape_text2}</source>
      <translation>{name} braucht an {pin} für jeden der {channels} Kanäle von {shape_text} ein Element, bekommt aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs one entry of perm per axis of x: x has rank {rank}, perm has {length} entries</source>
      <translation>{name} braucht je Achse von x einen Eintrag von perm: x hat den Rang {rank}, perm hat {length} Einträge</translation>
    </message>
    <message>
      <source>{name} needs one label for each of the {batch} rows of features, got {shape_text}</source>
      <translation>{name} braucht für jede der {batch} Zeilen von features ein Label, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs one length for each of the {batch} sequences, got shape {shape_text}</source>
      <translation>{name} braucht für jede der {batch} Sequenzen eine Länge, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs one number for each of the {channels} channels at {pin}, got {shape_text}</source>
      <translation>{name} braucht an {pin} für jeden der {channels} Kanäle eine Zahl, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs one of {pin} for each of {shapes} tensors, got shape {shape_text}</source>
      <translation>{name} braucht für jeden von {shapes} Tensoren ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs one range for each of the {count} slices along axis {axis}, got shape {shape_text} at {each}</source>
      <translation>{name} braucht für jede der {count} Scheiben entlang der Achse {axis} einen Bereich, bekommt aber die Form {shape_text} an {each}</translation>
    </message>
    <message>
      <source>{name} needs one segment id per index, {lengths} of them, got {lengths2}</source>
      <translation>{name} braucht je Index eine Segment-ID, {lengths} Stück, bekommt aber {lengths2}</translation>
    </message>
    <message>
      <source>{name} needs one segment id per row of data, {data} of them, got {count}</source>
      <translation>{name} braucht je Zeile von data eine Segment-ID, {data} Stück, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name} needs one size for each number of an index: {rank}, got {length}</source>
      <translation>{name} braucht eine Größe für jede Zahl eines Index: {rank}, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name} needs one target for each row of predictions {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht für jede Zeile von predictions {shape_text} ein Ziel, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs one value for each index: {count}, got {n}</source>
      <translation>{name} braucht einen Wert für jeden Index: {count}, bekommt aber {n}</translation>
    </message>
    <message>
      <source>{name} needs one value for each of the {count} indices at {indices}, got {length}</source>
      <translation>{name} braucht für jeden der {count} Indizes an {indices} einen Wert, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name} needs one {pin} for each of the {count} channels, got shape {shape_text}</source>
      <translation>{name} braucht für jeden der {count} Kanäle ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs paddings of 0 or more, got {row}</source>
      <translation>{name} braucht paddings ab 0, bekommt aber {row}</translation>
    </message>
    <message>
      <source>{name} needs paddings smaller than the window, which is {size}, got {list}</source>
      <translation>{name} braucht paddings, die kleiner als das Fenster der Größe {size} sind, bekommt aber {list}</translation>
    </message>
    <message>
      <source>{name} needs predictions [batch, classes], got {shape_text}</source>
      <translation>{name} braucht predictions [batch, classes], bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs ratios of 1 or more at pooling_ratio, got {ratios}</source>
      <translation>{name} braucht Verhältnisse ab 1 an pooling_ratio, bekommt aber {ratios}</translation>
    </message>
    <message>
      <source>{name} needs row ids of 0 or more, got {tensor}</source>
      <translation>{name} braucht Zeilen-IDs ab 0, bekommt aber {tensor}</translation>
    </message>
    <message>
      <source>{name} needs row splits that begin with 0, got {result}</source>
      <translation>{name} braucht Zeilengrenzen, die mit 0 beginnen, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name} needs row splits that end with the number of values, {count}, got {splits}</source>
      <translation>{name} braucht Zeilengrenzen, die mit der Zahl der Werte, {count}, enden, bekommt aber {splits}</translation>
    </message>
    <message>
      <source>{name} needs row splits that go up, got {second} after {first}</source>
      <translation>{name} braucht aufsteigende Zeilengrenzen, bekommt aber {second} nach {first}</translation>
    </message>
    <message>
      <source>{name} needs rows of one shape at data, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht an data Zeilen gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs rows, got a scalar</source>
      <translation>{name} braucht Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name} needs segment ids of 0 or more, got {ids}</source>
      <translation>{name} braucht Segment-IDs ab 0, bekommt aber {ids}</translation>
    </message>
    <message>
      <source>{name} needs segment ids that are sorted, got {ids} before {ids2}</source>
      <translation>{name} braucht sortierte Segment-IDs, bekommt aber {ids} vor {ids2}</translation>
    </message>
    <message>
      <source>{name} needs segment_ids of a shape that {pin} begins with, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht segment_ids von einer Form, mit der {pin} beginnt, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs seq_len_max from 0 to the number of steps, {steps}, got {count}</source>
      <translation>{name} braucht seq_len_max von 0 bis zur Zahl der Schritte, {steps}, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name} needs shape [{size}] at {pin}, got {shape_text}</source>
      <translation>{name} braucht die Form [{size}] an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs sizes of 0 or more at {pin}, got {list}</source>
      <translation>{name} braucht Größen ab 0 an {pin}, bekommt aber {list}</translation>
    </message>
    <message>
      <source>{name} needs sizes of 0 or more at {pin}, got {size}</source>
      <translation>{name} braucht Größen ab 0 an {pin}, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name} needs sizes of 0 or more, got {tolist}</source>
      <translation>{name} braucht Größen ab 0, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>{name} needs sizes of 0 or more, or one -1, got {wanted}</source>
      <translation>{name} braucht Größen ab 0 oder eine -1, bekommt aber {wanted}</translation>
    </message>
    <message>
      <source>{name} needs square matrices, got the shape {shape_text}</source>
      <translation>{name} braucht quadratische Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs the handle of what it uses at {name2}{instead}</source>
      <translation>{name} braucht an {name2} das Handle dessen, was es verwendet{instead}</translation>
    </message>
    <message>
      <source>{name} needs the row splits of one dimension or more at {pin}</source>
      <translation>{name} braucht die Zeilengrenzen einer oder mehrerer Dimensionen an {pin}</translation>
    </message>
    <message>
      <source>{name} needs the same letters in src_format and dst_format, each once, got {source} and {target}</source>
      <translation>{name} braucht in src_format und dst_format dieselben Buchstaben, jeden einmal, bekommt aber {source} und {target}</translation>
    </message>
    <message>
      <source>{name} needs the shape of the convolution at out_backprop, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht an out_backprop die Form der Faltung, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs the shape of the dilation at out_backprop, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht an out_backprop die Form der Dilatation, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs the shape {shape_text} at grad, one row for each index, got {shape_text2}</source>
      <translation>{name} braucht an grad die Form {shape_text}, eine Zeile für jeden Index, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs the variable's shape {shape_text} at {pin}, got {shape_text2}</source>
      <translation>{name} braucht an {pin} die Form {shape_text} der Variablen, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs two numbers per axis at paddings, got shape {shape_text}</source>
      <translation>{name} braucht an paddings zwei Zahlen je Achse, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs updates of the shape {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht Aktualisierungen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs updates of the shape {shape_text}, or a scalar, got {shape_text2}</source>
      <translation>{name} braucht Aktualisierungen der Form {shape_text} oder einen Skalar, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs vectors at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht Vektoren an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs weights of the shape of {values}, {shape_text}, or none, got shape {shape_text2}</source>
      <translation>{name} braucht Gewichte von der Form von {values}, {shape_text}, oder keine, bekommt aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs x of the shape of y_backprop, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht x von der Form von y_backprop, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs {form} sizes at filter_sizes, got {given}</source>
      <translation>{name} braucht {form} Größen an filter_sizes, bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name} needs {needed} segments or more for the ids it gets, got {count}</source>
      <translation>{name} braucht für die IDs, die es bekommt, {needed} Segmente oder mehr, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name} needs {pin} of 0 or more, got {pair}</source>
      <translation>{name} braucht {pin} ab 0, bekommt aber {pair}</translation>
    </message>
    <message>
      <source>{name} needs {pin} of {least} or more, got {wanted}</source>
      <translation>{name} braucht {pin} ab {least}, bekommt aber {wanted}</translation>
    </message>
    <message>
      <source>{name} needs {pin} {wanted}, got {number}</source>
      <translation>{name} braucht {pin} {wanted}, bekommt aber {number}</translation>
    </message>
    <message>
      <source>{name} needs {rank} sizes at input_sizes ({form}), got {given}</source>
      <translation>{name} braucht {rank} Größen an input_sizes ({form}), bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name} needs {rank} sizes at {pin}, got shape {list}</source>
      <translation>{name} braucht {rank} Größen an {pin}, bekommt aber die Form {list}</translation>
    </message>
    <message>
      <source>{name} needs {rank} sizes at {pin}, one for each number of an index, got {length}</source>
      <translation>{name} braucht {rank} Größen an {pin}, eine für jede Zahl eines Index, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name} needs {rows} of two numbers at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht {rows} aus zwei Zahlen an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs {short} at {name2} ({who}), got {short2}</source>
      <translation>{name} braucht {short} an {name2} ({who}), bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{name} needs {what} at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht {what} an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} needs {what} at {pin}, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht {what} an {pin}, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs {what}, got shape {shape_text}</source>
      <translation>{name} braucht {what}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} of keys and numbers with different ranks has no blocks</source>
      <translation>für {name} von Schlüsseln und Zahlen verschiedenen Rangs gibt es keine Blöcke</translation>
    </message>
    <message>
      <source>{name} of keys of random numbers has no blocks</source>
      <translation>für {name} von Schlüsseln von Zufallszahlen gibt es keine Blöcke</translation>
    </message>
    <message>
      <source>{name} of {count} blocks</source>
      <translation>{name} von {count} Blöcken</translation>
    </message>
    <message>
      <source>{name} of {short} gives {short2}, Tout says {short3}</source>
      <translation>{name} von {short} gibt {short2}, Tout sagt {short3}</translation>
    </message>
    <message>
      <source>{name} of {short} gives {short2}, {attribute} says {short3}</source>
      <translation>{name} von {short} gibt {short2}, {attribute} sagt {short3}</translation>
    </message>
    <message>
      <source>{name} over {axes} axes of {short} has no block</source>
      <translation>für {name} über {axes} Achsen von {short} gibt es keinen Block</translation>
    </message>
    <message>
      <source>{name} pools either along the channels or along height and width, got ksize {ksize}, strides {strides}</source>
      <translation>{name} poolt entweder entlang der Kanäle oder entlang Höhe und Breite, bekommt aber ksize {ksize}, strides {strides}</translation>
    </message>
    <message>
      <source>{name} pools height and width only: pooling_ratio is 1 for batch and channels, got {ratios}</source>
      <translation>{name} poolt nur Höhe und Breite: pooling_ratio ist 1 für Batch und Kanäle, bekommen wird {ratios}</translation>
    </message>
    <message>
      <source>{name} ran out of memory</source>
      <translation>{name} hat nicht genug Speicher</translation>
    </message>
    <message>
      <source>{name} refers to {count} tensors, but a formula needs exactly one</source>
      <translation>{name} bezeichnet {count} Tensoren, eine Formel braucht genau einen</translation>
    </message>
    <message>
      <source>{name} runs functions that do not take what it is given</source>
      <translation>{name} führt Funktionen aus, die nicht nehmen, was es bekommt</translation>
    </message>
    <message>
      <source>{name} stands for no single tensor</source>
      <translation>{name} steht für keinen einzelnen Tensor</translation>
    </message>
    <message>
      <source>{name} stands for {outputs} tensors: one can be an input</source>
      <translation>{name} steht für {outputs} Tensoren: nur einer kann ein Eingang sein</translation>
    </message>
    <message>
      <source>{name} stands for {result} tensors: a formula is of one</source>
      <translation>{name} steht für {result} Tensoren: eine Formel gilt für einen</translation>
    </message>
    <message>
      <source>{name} stands for {result} tensors: one can be fed</source>
      <translation>{name} steht für {result} Tensoren: einer kann eingespeist werden</translation>
    </message>
    <message>
      <source>{name} takes a list, which {kind} cannot hand to its composite</source>
      <translation>{name} nimmt eine Liste, die {kind} seinem Verbund nicht übergeben kann</translation>
    </message>
    <message>
      <source>{name} takes a scalar at {pin}, got {shape_text}</source>
      <translation>{name} nimmt einen Skalar an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name} takes a wire, no typed value</source>
      <translation>{name} nimmt einen Draht, keinen getippten Wert</translation>
    </message>
    <message>
      <source>{name} takes at most {wanted} numbers per index, the rank of the result, got {depth}</source>
      <translation>{name} nimmt höchstens {wanted} Zahlen je Index, den Rang des Ergebnisses, bekommt aber {depth}</translation>
    </message>
    <message>
      <source>{name} takes one axis at most, got {length}</source>
      <translation>{name} nimmt höchstens eine Achse, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name} takes one key, got shape {shape_text}</source>
      <translation>{name} nimmt einen Schlüssel, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} takes the shape {shape_text}, got {shape_text2}</source>
      <translation>{name} nimmt die Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name} takes the shape {shape_text}, the value has {shape_text2}</source>
      <translation>{name} nimmt die Form {shape_text}, der Wert hat {shape_text2}</translation>
    </message>
    <message>
      <source>{name} takes {inputs} inputs, got {rest} values</source>
      <translation>{name} nimmt {inputs} Eingänge, bekommt aber {rest} Werte</translation>
    </message>
    <message>
      <source>{name} takes {names} as {name2} here, not {short}</source>
      <translation>{name} nimmt hier {names} als {name2}, nicht {short}</translation>
    </message>
    <message>
      <source>{name} takes {names} at {name2}, not {short}</source>
      <translation>{name} nimmt an {name2} {names}, nicht {short}</translation>
    </message>
    <message>
      <source>{name} takes {rank} lengths, got the shape {shape_text}</source>
      <translation>{name} nimmt {rank} Längen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} takes {short}, got {short2}</source>
      <translation>{name} nimmt {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{name} takes {short}, the value is {short2}</source>
      <translation>{name} nimmt {short}, der Wert ist {short2}</translation>
    </message>
    <message>
      <source>{name} takes {words}, but {pin_out} is {words2}</source>
      <translation>{name} nimmt: {words}, aber {pin_out} ist: {words2}</translation>
    </message>
    <message>
      <source>{name} to {name2}</source>
      <translation>{name} nach {name2}</translation>
    </message>
    <message>
      <source>{name} transforms along each axis once, got {tolist}</source>
      <translation>{name} transformiert entlang jeder Achse einmal, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>{name} transforms along {AXES}, and the input has the shape {shape_text}</source>
      <translation>{name} transformiert entlang {AXES}, und der Eingang hat die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} with a dilation has no block</source>
      <translation>für {name} mit einer Dilatation gibt es keinen Block</translation>
    </message>
    <message>
      <source>{name} works along one axis, got {shape_text} values</source>
      <translation>{name} arbeitet entlang einer Achse, bekommt aber {shape_text} Werte</translation>
    </message>
    <message>
      <source>{name} works along the last axis of its logits: a scalar has none</source>
      <translation>{name} arbeitet entlang der letzten Achse seiner logits: ein Skalar hat keine</translation>
    </message>
    <message>
      <source>{name}, some elements of this step</source>
      <translation>{name}, einige Elemente dieses Schritts</translation>
    </message>
    <message>
      <source>{name}: a window of {reach} is larger than the image of {index}{padding_text} with padding {padding}</source>
      <translation>{name}: ein Fenster von {reach} ist größer als das Bild von {index}{padding_text} mit der Auffüllung {padding}</translation>
    </message>
    <message>
      <source>{name}: fusion is one of {join}, not {fusion}</source>
      <translation>{name}: fusion ist eines von {join}, nicht {fusion}</translation>
    </message>
    <message>
      <source>{name}: images of {channels} channels do not fit a filter for {each}: {shape_text} ({form}) and {shape_text2}</source>
      <translation>{name}: Bilder mit {channels} Kanälen passen nicht zu einem Filter für {each}: {shape_text} ({form}) und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: images of {channels} channels do not fit grads of shape {shape_text}</source>
      <translation>{name}: Bilder mit {channels} Kanälen passen nicht zu grads der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: images of {image} channels do not fit a filter for {filter}: {shape_text} and {shape_text2}</source>
      <translation>{name}: Bilder mit {image} Kanälen passen nicht zu einem Filter für {filter}: {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: integers cannot be divided by zero, and y holds a zero</source>
      <translation>{name}: ganze Zahlen können nicht durch null geteilt werden, und y enthält eine Null</translation>
    </message>
    <message>
      <source>{name}: it is no list</source>
      <translation>{name}: das ist keine Liste</translation>
    </message>
    <message>
      <source>{name}: it raised {name2}: {error}</source>
      <translation>{name}: es warf {name2}: {error}</translation>
    </message>
    <message>
      <source>{name}: no numeric values</source>
      <translation>{name}: keine Zahlenwerte</translation>
    </message>
    <message>
      <source>{name}: the block type has no such attribute or input</source>
      <translation>{name}: der Blocktyp hat kein solches Attribut und keinen solchen Eingang</translation>
    </message>
    <message>
      <source>{name}: the index {first} occurs twice</source>
      <translation>{name}: der Index {first} kommt zweimal vor</translation>
    </message>
    <message>
      <source>{name}: the index {wrong} lies outside the shape {shape_text}</source>
      <translation>{name}: der Index {wrong} liegt außerhalb der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: the list has {value} elements</source>
      <translation>{name}: die Liste hat {value} Elemente</translation>
    </message>
    <message>
      <source>{name}: there are {rows} rows, but a partition has {needed}</source>
      <translation>{name}: es gibt {rows} Zeilen, aber eine Partition hat {needed}</translation>
    </message>
    <message>
      <source>{name}: there is no such element</source>
      <translation>{name}: dieses Element gibt es nicht</translation>
    </message>
    <message>
      <source>{name}: {channels} channels make {channels2} groups of the filter's {each}, which cannot share {outs} outputs</source>
      <translation>{name}: {channels} Kanäle ergeben {channels2} Gruppen aus den {each} des Filters, die sich {outs} Ausgänge nicht teilen können</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} instances updated</source>
      <translation>
        <numerusform>{name}: {n} Instanz aktualisiert</numerusform>
        <numerusform>{name}: {n:,} Instanzen aktualisiert</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {name2} cannot be {short}, it takes {listed}</source>
      <translation>{name}: {name2} kann nicht {short} sein, möglich ist {listed}</translation>
    </message>
    <message>
      <source>{name}: {name2} has no output pin {pin}</source>
      <translation>{name}: {name2} hat keinen Ausgangspin {pin}</translation>
    </message>
    <message>
      <source>{name}: {size:,} elements</source>
      <translation>{name}: {size:,} Elemente</translation>
    </message>
    <message>
      <source>{name}: {what} {wrong} does not exist, {limits}</source>
      <translation>{name}: {what} {wrong} gibt es nicht, {limits}</translation>
    </message>
    <message>
      <source>{not_finite} not finite</source>
      <translation>{not_finite} nicht endlich</translation>
    </message>
    <message>
      <source>{number} different classes cannot be drawn: only {size} are possible</source>
      <translation>{number} verschiedene Klassen können nicht gezogen werden: nur {size} sind möglich</translation>
    </message>
    <message>
      <source>{number} since step {step:,}</source>
      <translation>{number} seit Schritt {step:,}</translation>
    </message>
    <message>
      <source>{of} has no gradient</source>
      <translation>{of} hat keinen Gradienten</translation>
    </message>
    <message>
      <source>{of} has no gradient because {block} has an error</source>
      <translation>{of} hat keinen Gradienten, weil {block} einen Fehler hat</translation>
    </message>
    <message>
      <source>{of} is no output of a block</source>
      <translation>{of} ist kein Ausgang eines Blocks</translation>
    </message>
    <message>
      <source>{of} is {targets} tensors: name the one that is made smaller</source>
      <translation>{of} sind {targets} Tensoren: nennen Sie den, der kleiner werden soll</translation>
    </message>
    <message>
      <source>{opener} is never closed</source>
      <translation>{opener} wird nie geschlossen</translation>
    </message>
    <message>
      <source>{opener}...) needs exactly one value</source>
      <translation>{opener}...) braucht genau einen Wert</translation>
    </message>
    <message>
      <source>{option_strings}: {words}. Remove it.</source>
      <translation>{option_strings}: {words}. Entfernen Sie die Option.</translation>
    </message>
    <message>
      <source>{option} DIR allows another folder</source>
      <translation>{option} DIR erlaubt einen anderen Ordner</translation>
    </message>
    <message>
      <source>{option} {pattern} matches no {what}</source>
      <translation>{option} {pattern} passt auf nichts ({what})</translation>
    </message>
    <message>
      <source>{others} shares its variables</source>
      <translation>{others} teilt seine Variablen</translation>
    </message>
    <message>
      <source>{outside} out of range</source>
      <translation>{outside} außerhalb des Bereichs</translation>
    </message>
    <message>
      <source>{owner} keeps {dtype_names}, not {dtype_names2}</source>
      <translation>{owner} behält {dtype_names}, nicht {dtype_names2}</translation>
    </message>
    <message>
      <source>{owner} needs {dtype_names}, got {dtype_names2}</source>
      <translation>{owner} braucht {dtype_names}, bekommt aber {dtype_names2}</translation>
    </message>
    <message>
      <source>{part!r} is not a size</source>
      <translation>{part!r} ist keine Größe</translation>
    </message>
    <message>
      <source>{path} could not be written</source>
      <translation>{path} konnte nicht geschrieben werden</translation>
    </message>
    <message>
      <source>{path} stands inside of a loop, which is trained by what it is given</source>
      <translation>{path} steht in einer Schleife, die durch das trainiert wird, was sie bekommt</translation>
    </message>
    <message>
      <source>{pin_in} is an attribute: type its value, it cannot be wired</source>
      <translation>{pin_in} ist ein Attribut: den Wert eintippen, ein Draht geht nicht</translation>
    </message>
    <message>
      <source>{pin} has {parts} of {number} elements</source>
      <translation>{pin} hat {parts} von {number} Elementen</translation>
    </message>
    <message>
      <source>{pin} is a number or a list of numbers, got the shape {shape_text}</source>
      <translation>{pin} ist eine Zahl oder eine Liste von Zahlen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{pin} is a part between 0 and 1, not {float}</source>
      <translation>{pin} ist ein Anteil zwischen 0 und 1, nicht {float}</translation>
    </message>
    <message>
      <source>{pin} is not wired</source>
      <translation>{pin} ist nicht angeschlossen</translation>
    </message>
    <message>
      <source>{pin} is one number, got the shape {shape_text}</source>
      <translation>{pin} ist eine Zahl, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{pin} is one of {join}, not {attrs}</source>
      <translation>{pin} ist eines von {join}, nicht {attrs}</translation>
    </message>
    <message>
      <source>{pin} is {before} before round 0 and {after} after it</source>
      <translation>{pin} ist {before} vor Runde 0 und {after} danach</translation>
    </message>
    <message>
      <source>{pin} is {given}, the diagonals need at least {least}</source>
      <translation>{pin} ist {given}, die Diagonalen brauchen mindestens {least}</translation>
    </message>
    <message>
      <source>{pin} is {short}{shape_text}, and none of its inputs is</source>
      <translation>{pin} ist {short}{shape_text}, und keiner seiner Eingänge ist es</translation>
    </message>
    <message>
      <source>{pin} now has {count}</source>
      <translation>{pin} hat jetzt {count}</translation>
    </message>
    <message>
      <source>{pin} takes a Tensor block or a typed value, not {kind_name}</source>
      <translation>{pin} nimmt einen Tensor-Block oder einen getippten Wert, nicht {kind_name}</translation>
    </message>
    <message>
      <source>{pin} takes a tensor, not {kind_name}</source>
      <translation>{pin} nimmt einen Tensor, nicht {kind_name}</translation>
    </message>
    <message>
      <source>{pin} takes a tensor, {source} is {kind_name}</source>
      <translation>{pin} nimmt einen Tensor, {source} ist {kind_name}</translation>
    </message>
    <message>
      <source>{pin} takes one tensor, but {output} is a list: wire one of its elements</source>
      <translation>{pin} nimmt einen Tensor, aber {output} ist eine Liste: eines ihrer Elemente verbinden</translation>
    </message>
    <message>
      <source>{pin} takes one tensor, {source} is a list: name one of its elements</source>
      <translation>{pin} nimmt einen Tensor, {source} ist eine Liste: nennen Sie eines ihrer Elemente</translation>
    </message>
    <message>
      <source>{pin} takes the shape {shape_text}, got {shape_text2}</source>
      <translation>{pin} nimmt die Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{pin} takes {short}, got {short2}</source>
      <translation>{pin} nimmt {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{pin}: {text} in iteration 0, {text2} in iteration {last:,}</source>
      <translation>{pin}: {text} in Iteration 0, {text2} in Iteration {last:,}</translation>
    </message>
    <message>
      <source>{place:,} of {number:,}</source>
      <translation>{place:,} von {number:,}</translation>
    </message>
    <message>
      <source>{points:,} points but {colors:,} colors</source>
      <translation>{points:,} Punkte, aber {colors:,} Farben</translation>
    </message>
    <message>
      <source>{positions} indices need as many values, got {values}</source>
      <translation>{positions} Indizes brauchen ebenso viele Werte, bekommen aber {values}</translation>
    </message>
    <message>
      <source>{position} is no index into a file of values</source>
      <translation>{position} ist kein Index in eine Datei von Werten</translation>
    </message>
    <message>
      <source>{reason}
Release to choose a fix: {mends}</source>
      <translation>{reason}
Loslassen, um eine Behebung zu wählen: {mends}</translation>
    </message>
    <message>
      <source>{result} does not fit into 64 bits</source>
      <translation>{result} passt nicht in 64 Bit</translation>
    </message>
    <message>
      <source>{result} values are too few for {count}</source>
      <translation>{result} Werte sind zu wenige für {count}</translation>
    </message>
    <message>
      <source>{right:,.0f} of {total:,.0f} correct, accuracy {share:.1%}</source>
      <translation>{right:,.0f} von {total:,.0f} richtig, Genauigkeit {share:.1%}</translation>
    </message>
    <message>
      <source>{rows} more rows</source>
      <translation>{rows} weitere Zeilen</translation>
    </message>
    <message>
      <source>{run} of {title}</source>
      <translation>{run} von {title}</translation>
    </message>
    <message>
      <source>{self} cannot be initialised: it begins empty, see LookupTableInsert</source>
      <translation>{self} kann nicht initialisiert werden: sie beginnt leer, siehe LookupTableInsert</translation>
    </message>
    <message>
      <source>{self} cannot be saved and restored: it may be in the middle of a file</source>
      <translation>{self} kann nicht gespeichert und wiederhergestellt werden: er kann mitten in einer Datei sein</translation>
    </message>
    <message>
      <source>{self} does not say which shapes its elements have: they can only be taken one by one</source>
      <translation>{self} sagt nicht, welche Formen seine Elemente haben: sie können nur einzeln genommen werden</translation>
    </message>
    <message>
      <source>{self} has a tensor {i} for the key {key} already</source>
      <translation>{self} hat schon einen Tensor {i} für den Schlüssel {key}</translation>
    </message>
    <message>
      <source>{self} has component {component} of the key {text} already</source>
      <translation>{self} hat die Komponente {component} des Schlüssels {text} schon</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {count} wanted, {possible} there</source>
      <translation>{self} ist geschlossen und hat zu wenige Elemente: {count} verlangt, {possible} vorhanden</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {wanted} wanted, {self2} there</source>
      <translation>{self} ist geschlossen und hat zu wenige Elemente: {wanted} verlangt, {self2} vorhanden</translation>
    </message>
    <message>
      <source>{self} is closed: it cannot be closed again</source>
      <translation>{self} ist geschlossen: es kann nicht noch einmal geschlossen werden</translation>
    </message>
    <message>
      <source>{self} is closed: it takes no elements any more</source>
      <translation>{self} ist geschlossen: es nimmt keine Elemente mehr</translation>
    </message>
    <message>
      <source>{self} is closed: it takes no new key such as {text}</source>
      <translation>{self} ist geschlossen: es nimmt keinen neuen Schlüssel wie {text}</translation>
    </message>
    <message>
      <source>{self} is closed: it {what}</source>
      <translation>{self} ist geschlossen: {what}</translation>
    </message>
    <message>
      <source>{self} needs a default_value of the shape {shape_text}{or_each}, got {shape_text2}</source>
      <translation>{self} braucht default_value von der Form {shape_text}{or_each}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{self} takes elements of shape {shape_text}, got {shape_text2}</source>
      <translation>{self} nimmt Elemente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{self} takes elements of shape {shape_text}, got {shape_text2} for component {i}</source>
      <translation>{self} nimmt Elemente der Form {shape_text}, bekommt aber {shape_text2} für die Komponente {i}</translation>
    </message>
    <message>
      <source>{self} was closed before all elements were in it</source>
      <translation>{self} wurde geschlossen, bevor alle Elemente darin waren</translation>
    </message>
    <message>
      <source>{self} was initialised with other entries: {self2}, now {rows}</source>
      <translation>{self} wurde mit anderen Einträgen initialisiert: {self2}, nun {rows}</translation>
    </message>
    <message>
      <source>{shape} is no shape of a pin</source>
      <translation>{shape} ist keine Form eines Pins</translation>
    </message>
    <message>
      <source>{shape} is not [n, 2]: wire y, too</source>
      <translation>{shape} ist nicht [n, 2]: auch y verdrahten</translation>
    </message>
    <message>
      <source>{shape} is not an image: use [H,W], [H,W,C], [N,H,W] or [N,H,W,C]</source>
      <translation>{shape} ist kein Bild: [H,W], [H,W,C], [N,H,W] oder [N,H,W,C] verwenden</translation>
    </message>
    <message>
      <source>{shape}, not a scalar</source>
      <translation>{shape}, kein Skalar</translation>
    </message>
    <message>
      <source>{shape}: no elements</source>
      <translation>{shape}: keine Elemente</translation>
    </message>
    <message>
      <source>{shape}: no numeric values</source>
      <translation>{shape}: keine Zahlenwerte</translation>
    </message>
    <message>
      <source>{shape}: wire the predictions too</source>
      <translation>{shape}: auch die Vorhersagen verdrahten</translation>
    </message>
    <message>
      <source>{share} spent between blocks</source>
      <translation>{share} vergehen zwischen den Blöcken</translation>
    </message>
    <message>
      <source>{shortened} cannot be updated: it is {words}</source>
      <translation>{shortened} kann nicht aktualisiert werden: {words}</translation>
    </message>
    <message>
      <source>{shortened} contains itself: {join}</source>
      <translation>{shortened} enthält sich selbst: {join}</translation>
    </message>
    <message>
      <source>{shortened} is no copy from a package</source>
      <translation>{shortened} ist keine Kopie aus einem Paket</translation>
    </message>
    <message>
      <source>{shortened} is no pin</source>
      <translation>{shortened} ist kein Pin</translation>
    </message>
    <message>
      <source>{short} at {pin} does not fit into {short2}</source>
      <translation>{short} an {pin} passt nicht in {short2}</translation>
    </message>
    <message>
      <source>{short} scalar</source>
      <translation>{short}-Skalar</translation>
    </message>
    <message>
      <source>{short} values have no gradient</source>
      <translation>{short}-Werte haben keinen Gradienten</translation>
    </message>
    <message>
      <source>{shown} is not written NAME=AXIS, with an integer</source>
      <translation>{shown} ist nicht als NAME=AXIS mit einer ganzen Zahl geschrieben</translation>
    </message>
    <message>
      <source>{shown} is the {reserved} of {self}, and no key</source>
      <translation>{shown} ist {reserved} von {self} und kein Schlüssel</translation>
    </message>
    <message>
      <source>{show} is no number, no true or false and no text in quotes</source>
      <translation>{show} ist keine Zahl, kein true oder false und kein Text in Anführungszeichen</translation>
    </message>
    <message>
      <source>{show} is no value{at}</source>
      <translation>{show} ist kein Wert{at}</translation>
    </message>
    <message>
      <source>{show} stands among {first}{at}</source>
      <translation>{show} steht zwischen {first}{at}</translation>
    </message>
    <message>
      <source>{size:,} elements are too many for a .csv file</source>
      <translation>{size:,} Elemente sind zu viele für eine .csv-Datei</translation>
    </message>
    <message>
      <source>{size} keys need as many values, got {size2}</source>
      <translation>{size} Schlüssel brauchen ebenso viele Werte, bekommen aber {size2}</translation>
    </message>
    <message>
      <source>{source} is a list, but composites cannot have list outputs</source>
      <translation>{source} ist eine Liste, aber Verbünde können keine Listenausgänge haben</translation>
    </message>
    <message>
      <source>{source} to {target}?
Arrow keys: another pin. Letters: find by name. Tab: new block. Enter: confirm</source>
      <translation>{source} nach {target}?
Pfeiltasten: anderer Pin. Buchstaben: nach Namen suchen. Tab: neuer Block. Enter: bestätigen</translation>
    </message>
    <message>
      <source>{strip} is no whole number</source>
      <translation>{strip} ist keine ganze Zahl</translation>
    </message>
    <message>
      <source>{strip} is too large for a whole number</source>
      <translation>{strip} ist zu groß für eine ganze Zahl</translation>
    </message>
    <message>
      <source>{symbol} between two numbers has a blank on both sides or none</source>
      <translation>{symbol} zwischen zwei Zahlen hat auf beiden Seiten ein Leerzeichen oder auf keiner</translation>
    </message>
    <message>
      <source>{symbol} works on finite real numbers, not on {what}</source>
      <translation>{symbol} arbeitet mit endlichen reellen Zahlen, nicht mit {what}</translation>
    </message>
    <message>
      <source>{table} has keys of dtype {short}, got {short2}</source>
      <translation>{table} hat Schlüssel vom dtype {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{table} has values of dtype {short}, got {short2}</source>
      <translation>{table} hat Werte vom dtype {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{text} (blocks the gradient)</source>
      <translation>{text} (blockiert den Gradienten)</translation>
    </message>
    <message>
      <source>{text} are no seeds, such as 5 or 3,7</source>
      <translation>{text} sind keine Seeds wie 5 oder 3,7</translation>
    </message>
    <message>
      <source>{text} before {pins}</source>
      <translation>{text} vor {pins}</translation>
    </message>
    <message>
      <source>{text} inside instances: put the contract there</source>
      <translation>{text} in Instanzen: den Vertrag dort ablegen</translation>
    </message>
    <message>
      <source>{text} is no integer, or too large a one</source>
      <translation>{text} ist keine ganze Zahl oder eine zu große</translation>
    </message>
    <message>
      <source>{text} is no number</source>
      <translation>{text} ist keine Zahl</translation>
    </message>
    <message>
      <source>{text} is no number of bytes such as 1000000, 500M or 2Gi</source>
      <translation>{text} ist keine Zahl von Bytes wie 1000000, 500M oder 2Gi</translation>
    </message>
    <message>
      <source>{text} is no number of seconds above 0</source>
      <translation>{text} ist keine Zahl von Sekunden über 0</translation>
    </message>
    <message>
      <source>{text} is no shape</source>
      <translation>{text} ist keine Form</translation>
    </message>
    <message>
      <source>{text} is not a number</source>
      <translation>{text} ist keine Zahl</translation>
    </message>
    <message>
      <source>{text} is not an integer</source>
      <translation>{text} ist keine ganze Zahl</translation>
    </message>
    <message>
      <source>{text} is not base64 with the letters A-Z a-z 0-9 - _</source>
      <translation>{text} ist kein base64 mit den Zeichen A-Z a-z 0-9 - _</translation>
    </message>
    <message>
      <source>{text} is not base64: no bytes are written in {letters} letters</source>
      <translation>{text} ist kein base64: keine Bytes werden in {letters} Zeichen geschrieben</translation>
    </message>
    <message>
      <source>{text} is not written NAME=VALUE</source>
      <translation>{text} ist nicht als NAME=VALUE geschrieben</translation>
    </message>
    <message>
      <source>{text} names no package</source>
      <translation>{text} nennt kein Paket</translation>
    </message>
    <message>
      <source>{text} to {endpoint}</source>
      <translation>{text} nach {endpoint}</translation>
    </message>
    <message>
      <source>{text}, after step {steps:,}</source>
      <translation>{text}, nach Schritt {steps:,}</translation>
    </message>
    <message>
      <source>{text}, this would be {short}{shape_text}: they cannot be shared</source>
      <translation>{text}, dies wäre {short}{shape_text}: sie können nicht geteilt werden</translation>
    </message>
    <message>
      <source>{text}. Use Undo to revert it</source>
      <translation>{text}. Rückgängig nimmt es zurück</translation>
    </message>
    <message>
      <source>{text}: it has {count} elements</source>
      <translation>{text}: er hat {count} Elemente</translation>
    </message>
    <message>
      <source>{text}: {name} takes one tensor</source>
      <translation>{text}: {name} nimmt einen Tensor</translation>
    </message>
    <message>
      <source>{time} per step</source>
      <translation>{time} je Schritt</translation>
    </message>
    <message>
      <source>{time} per step (average of {steps})</source>
      <translation>{time} je Schritt (Mittel von {steps})</translation>
    </message>
    <message>
      <source>{time} per step, the average of {steps:,}</source>
      <translation>{time} je Schritt, im Mittel von {steps:,}</translation>
    </message>
    <message>
      <source>{title} (read-only)</source>
      <translation>{title} (schreibgeschützt)</translation>
    </message>
    <message>
      <source>{title} goes over {first} with {count} elements and {name} with {shape}</source>
      <translation>{title} durchläuft {first} mit {count} Elementen und {name} mit {shape}</translation>
    </message>
    <message>
      <source>{title} goes over {name}, which is a scalar</source>
      <translation>{title} geht über {name}, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{title} has no gradient to compare</source>
      <translation>{title} hat keinen Gradienten zum Vergleichen</translation>
    </message>
    <message>
      <source>{title} has no gradient to compare.</source>
      <translation>{title} hat keinen Gradienten zum Vergleichen.</translation>
    </message>
    <message>
      <source>{title} needs one truth value at predicate</source>
      <translation>{title} braucht einen Wahrheitswert an predicate</translation>
    </message>
    <message>
      <source>{title} takes more than {maximum} rounds, which is its maximum</source>
      <translation>{title} braucht mehr als {maximum} Runden, das ist sein Maximum</translation>
    </message>
    <message>
      <source>{topic} is a block type</source>
      <translation>{topic} ist ein Blocktyp</translation>
    </message>
    <message>
      <source>{to} takes only one wire</source>
      <translation>{to} nimmt nur einen Draht</translation>
    </message>
    <message>
      <source>{tried}: gradient of {title}</source>
      <translation>{tried}: Gradient von {title}</translation>
    </message>
    <message>
      <source>{twice} can be carried to only one input</source>
      <translation>{twice} kann nur an einen Eingang weitergereicht werden</translation>
    </message>
    <message>
      <source>{type_name} needs as many {name} as {pin}, got {count} and {keys}</source>
      <translation>{type_name} braucht ebenso viele {name} wie {pin}, bekommt aber {count} und {keys}</translation>
    </message>
    <message>
      <source>{type_name} needs shapes with known sizes at {pin}, got {shape_text}</source>
      <translation>{type_name} braucht Formen mit bekannten Größen an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{type_name} needs {what} as default {i}, got shape {shape_text}</source>
      <translation>{type_name} braucht {what} als Vorgabewert {i}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{types} components need as many shapes, got {shapes}</source>
      <translation>{types} Komponenten brauchen ebenso viele Formen, bekommen aber {shapes}</translation>
    </message>
    <message>
      <source>{type} cannot be inserted: a block type is unknown</source>
      <translation>{type} kann nicht eingefügt werden: ein Blocktyp ist unbekannt</translation>
    </message>
    <message>
      <source>{type} has no output for {target}</source>
      <translation>{type} hat keinen Ausgang für {target}</translation>
    </message>
    <message>
      <source>{type} {word} for {source}</source>
      <translation>{type} {word} für {source}</translation>
    </message>
    <message>
      <source>{unfinished:,} inputs or values are missing</source>
      <translation>{unfinished:,} Eingänge oder Werte fehlen noch</translation>
    </message>
    <message>
      <source>{value} describes no part of a tensor</source>
      <translation>{value} beschreibt keinen Teil eines Tensors</translation>
    </message>
    <message>
      <source>{value} is neither true nor false</source>
      <translation>{value} ist weder wahr noch falsch</translation>
    </message>
    <message>
      <source>{value} is no integer</source>
      <translation>{value} ist keine ganze Zahl</translation>
    </message>
    <message>
      <source>{value} is no list</source>
      <translation>{value} ist keine Liste</translation>
    </message>
    <message>
      <source>{value} is no number</source>
      <translation>{value} ist keine Zahl</translation>
    </message>
    <message>
      <source>{value} is no text</source>
      <translation>{value} ist kein Text</translation>
    </message>
    <message>
      <source>{what} finds no finite number in row {lost} of logits</source>
      <translation>{what} findet keine endliche Zahl in Zeile {lost} von logits</translation>
    </message>
    <message>
      <source>{what} finds no number between its bounds</source>
      <translation>{what} findet keine Zahl zwischen seinen Grenzen</translation>
    </message>
    <message>
      <source>{what} finds no number for these parameters, and has tried {ROUNDS} times</source>
      <translation>{what} findet für diese Parameter keine Zahl und hat es {ROUNDS} Mal versucht</translation>
    </message>
    <message>
      <source>{what} has no 'name', or one that is no string</source>
      <translation>{what} hat keinen 'name' oder einen, der kein String ist</translation>
    </message>
    <message>
      <source>{what} has no key {shortened}</source>
      <translation>{what} hat keinen Schlüssel {shortened}</translation>
    </message>
    <message>
      <source>{what} is not known before it runs</source>
      <translation>{what} ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>{what} is {short}, not {short2}</source>
      <translation>{what} ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>{what} must be an object</source>
      <translation>{what} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>{what} needs finite rates</source>
      <translation>{what} braucht endliche Raten</translation>
    </message>
    <message>
      <source>{what} of dtype {var}</source>
      <translation>{what} vom dtype {var}</translation>
    </message>
    <message>
      <source>{what} with the dtype of {first}</source>
      <translation>{what} vom dtype von {first}</translation>
    </message>
    <message>
      <source>{what} with the dtype of {like}</source>
      <translation>{what} vom dtype von {like}</translation>
    </message>
    <message>
      <source>{what} {axis} is none of the {rank} axes of what it is given</source>
      <translation>{what} {axis} ist keine der {rank} Achsen dessen, was er bekommt</translation>
    </message>
    <message>
      <source>{what}: no Placeholder found</source>
      <translation>{what}: kein Placeholder gefunden</translation>
    </message>
    <message>
      <source>{where} is no serialised {what}</source>
      <translation>{where} ist kein serialisiertes {what}</translation>
    </message>
    <message>
      <source>{where} keeps its value: {reason}</source>
      <translation>{where} behält seinen Wert: {reason}</translation>
    </message>
    <message>
      <source>{whose} Python objects, which are no tensor</source>
      <translation>{whose} Python-Objekte, die kein Tensor sind</translation>
    </message>
    <message>
      <source>{whose} has no key {shortened}</source>
      <translation>{whose} hat keinen Schlüssel {shortened}</translation>
    </message>
    <message>
      <source>{whose} has no {key}</source>
      <translation>{whose} hat kein {key}</translation>
    </message>
    <message>
      <source>{whose} the shape {shape_text}, but {shape_text2} is asked for</source>
      <translation>{whose} die Form {shape_text}, verlangt ist {shape_text2}</translation>
    </message>
    <message>
      <source>{whose} {numpy_name}, but {name} is asked for</source>
      <translation>{whose} {numpy_name}, verlangt ist {name}</translation>
    </message>
    <message>
      <source>{who} has no list {key_text}</source>
      <translation>{who} hat keine Liste {key_text}</translation>
    </message>
    <message>
      <source>{who} takes gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>{who} nimmt Gradienten der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{who} takes rows of shape {shape_text}, got {shape_text2}</source>
      <translation>{who} nimmt Zeilen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{who} takes the rows {limits}, got {wrong}</source>
      <translation>{who} nimmt die Zeilen {limits}, bekommt aber {wrong}</translation>
    </message>
    <message>
      <source>{why}The block and its wires are kept unchanged.</source>
      <translation>{why}Der Block und seine Drähte bleiben unverändert.</translation>
    </message>
    <message>
      <source>{words!r} is not a number</source>
      <translation>{words!r} ist keine Zahl</translation>
    </message>
    <message>
      <source>{words!r} is not a single value</source>
      <translation>{words!r} ist kein einzelner Wert</translation>
    </message>
    <message>
      <source>{words} For now, the diagram contains Ours.</source>
      <translation>{words} Im Diagramm steht vorerst unsere Fassung.</translation>
    </message>
    <message>
      <source>{words}. F10 runs the next block, Run continues</source>
      <translation>{words}. F10 führt den nächsten Block aus, Ausführen setzt fort</translation>
    </message>
    <message>
      <source>{words}; default: {value}</source>
      <translation>{words}; Vorgabe: {value}</translation>
    </message>
    <message>
      <source>{words}; required</source>
      <translation>{words}; muss angegeben werden</translation>
    </message>
    <message>
      <source>{word} closes nothing</source>
      <translation>{word} schließt nichts</translation>
    </message>
    <message>
      <source>{word} does not close the {opener} of {there}</source>
      <translation>{word} schließt nicht die {opener} von {there}</translation>
    </message>
    <message>
      <source>{word} does not fit into any dtype</source>
      <translation>{word} passt in keinen dtype</translation>
    </message>
    <message>
      <source>{word} is no JSON; a tensor holds it as the string "{word2}"</source>
      <translation>{word} ist kein JSON; ein Tensor enthält es als String "{word2}"</translation>
    </message>
    <message>
      <source>{word} is no complex number</source>
      <translation>{word} ist keine komplexe Zahl</translation>
    </message>
    <message>
      <source>{word} is no dtype</source>
      <translation>{word} ist kein dtype</translation>
    </message>
    <message>
      <source>{word} is no number</source>
      <translation>{word} ist keine Zahl</translation>
    </message>
    <message>
      <source>{word} is no value: a tensor has no empty elements</source>
      <translation>{word} ist kein Wert: ein Tensor hat keine leeren Elemente</translation>
    </message>
    <message>
      <source>{word} is too large for a number</source>
      <translation>{word} ist zu groß für eine Zahl</translation>
    </message>
    <message>
      <source>{x:,} x values but {y:,} y values</source>
      <translation>{x:,} x-Werte, aber {y:,} y-Werte</translation>
    </message>
    <message>
      <source>{ys} outputs have {seeds} given gradients</source>
      <translation>{ys} Ausgänge haben {seeds} gegebene Gradienten</translation>
    </message>
    <message>
      <source>~ changed</source>
      <translation>~ geändert</translation>
    </message>
    <message>
      <source>− column</source>
      <translation>− Spalte</translation>
    </message>
    <message>
      <source>− removed</source>
      <translation>− entfernt</translation>
    </message>
    <message>
      <source>− row</source>
      <translation>− Zeile</translation>
    </message>
    <message>
      <source>한국어</source>
      <translation>한국어</translation>
    </message>
  </context>
</TS>
