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
      <source> (layout-only changes: {count:,})</source>
      <translation> (nur Layout geändert: {count:,})</translation>
    </message>
    <message>
      <source> Custom gradients that differ: {customs}.</source>
      <translation> Benutzerdefinierte Gradienten, die abweichen: {customs}.</translation>
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
      <source> Recording every iteration would take too much memory, so some iterations show the values of an earlier iteration.</source>
      <translation> Alle Iterationen aufzuzeichnen bräuchte zu viel Speicher, daher zeigen manche Iterationen die Werte einer früheren.</translation>
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
      <source>&amp;Loss or prediction</source>
      <translation>Ver&amp;lust oder Vorhersage</translation>
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
      <source>&amp;View</source>
      <translation>&amp;Ansicht</translation>
    </message>
    <message>
      <source>'at' must be two finite numbers</source>
      <translation>'at' muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>'blocks' must be a list of ids of blocks that is not empty</source>
      <translation>„blocks“ muss eine nicht leere Liste von Block-IDs sein</translation>
    </message>
    <message>
      <source>'color' of {what} must be a string</source>
      <translation>'color' von {what} muss ein String sein</translation>
    </message>
    <message>
      <source>'doc' and 'sets' of the promoted value {name} must be strings</source>
      <translation>'doc' und 'sets' des am Block gezeigten Werts {name} müssen Strings sein</translation>
    </message>
    <message>
      <source>'doc' must be a string</source>
      <translation>'doc' muss ein String sein</translation>
    </message>
    <message>
      <source>'dtype=' is not allowed here</source>
      <translation>'dtype=' hat hier keinen Platz</translation>
    </message>
    <message>
      <source>'name' of 'from' must be a valid name of a composite</source>
      <translation>'name' von 'from' muss ein gültiger Name eines Verbunds sein</translation>
    </message>
    <message>
      <source>'name' of 'package' cannot be {shortened}: it {fault}</source>
      <translation>'name' in 'package' kann nicht {shortened} sein: {fault}</translation>
    </message>
    <message>
      <source>'page' must be an object with a string 'name'</source>
      <translation>„page“ muss ein Objekt mit einer Zeichenkette „name“ sein</translation>
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
      <source>'}}' must follow the value of {key}</source>
      <translation>nach dem Wert von {key} muss '}}' stehen</translation>
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
      <source>, and unpacked {listed}</source>
      <translation> und {listed} aufgelöst</translation>
    </message>
    <message>
      <source>, at least {minimum:g}</source>
      <translation>, mindestens {minimum:g}</translation>
    </message>
    <message>
      <source>, cosine {cosine:.3g}</source>
      <translation>, Kosinus {cosine:.3g}</translation>
    </message>
    <message>
      <source>, exact in {precision}</source>
      <translation>, exakt in {precision}</translation>
    </message>
    <message>
      <source>, exploding</source>
      <translation>, explodierend</translation>
    </message>
    <message>
      <source>, measured before the last edit</source>
      <translation>, vor der letzten Änderung gemessen</translation>
    </message>
    <message>
      <source>, minimum length {minimum:g}</source>
      <translation>, Mindestlänge {minimum:g}</translation>
    </message>
    <message>
      <source>, on the path {path}</source>
      <translation>, auf dem Pfad {path}</translation>
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
      <source>, recorded every {every} iterations</source>
      <translation>, alle {every} Iterationen aufgezeichnet</translation>
    </message>
    <message>
      <source>, relative error {error} in {precision}</source>
      <translation>, relativer Fehler {error} in {precision}</translation>
    </message>
    <message>
      <source>, showing one of every {step:,}</source>
      <translation>, gezeigt wird jeder {step:,}.</translation>
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
      <source>, {count:,} failed</source>
      <translation>, {count:,} fehlgeschlagen</translation>
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
      <source>, {share} of that time in {block}</source>
      <translation>, davon {share} in {block}</translation>
    </message>
    <message>
      <source>, {time} left</source>
      <translation>, noch {time}</translation>
    </message>
    <message>
      <source>--every {every}: the run has {steps} steps, so nothing would be printed</source>
      <translation>--every {every}: Der Lauf hat {steps} Schritte, es würde also nichts ausgegeben</translation>
    </message>
    <message>
      <source>--map: expected OLD=NEW, got {text}</source>
      <translation>--map: OLD=NEW erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>--out: --best writes {BEST}. Choose another name.</source>
      <translation>--out: --best schreibt {BEST}. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
      <source>--out: expected the name of a .npz file, got {shown}</source>
      <translation>--out: Name einer .npz-Datei erwartet, {shown} erhalten</translation>
    </message>
    <message>
      <source>--processes needs a system that supports fork(), and works only in the `gradblocks` command itself</source>
      <translation>Mehrere Prozesse brauchen ein System mit fork() und den Befehl `gradblocks` selbst</translation>
    </message>
    <message>
      <source>--resume: {folder} contains the runs of a sweep with a different {name}</source>
      <translation>--resume: {folder} enthält die Läufe eines Sweeps mit anderem {name}</translation>
    </message>
    <message>
      <source>--run: a composite cannot be run</source>
      <translation>--run: ein Verbund kann nicht ausgeführt werden</translation>
    </message>
    <message>
      <source>--set {name} is given twice</source>
      <translation>--set {name} ist zweimal gegeben</translation>
    </message>
    <message>
      <source>--set {name}: there is no block {block_id}</source>
      <translation>--set {name}: es gibt keinen Block {block_id}</translation>
    </message>
    <message>
      <source>--set {name}: {text} contains an empty value</source>
      <translation>--set {name}: {text} enthält einen leeren Wert</translation>
    </message>
    <message>
      <source>--set: expected BLOCK.NAME=VALUE, got {setting}</source>
      <translation>--set: BLOCK.NAME=VALUE erwartet, {setting} erhalten</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: there is no such axis in the shape {shape_text}</source>
      <translation>--shard {name}={axis}: Die Form {shape_text} hat keine solche Achse</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: {shape} elements along this axis cannot be split over {count} devices</source>
      <translation>--shard {name}={axis}: {shape} Elemente entlang dieser Achse können nicht auf {count} Geräte verteilt werden</translation>
    </message>
    <message>
      <source>0</source>
      <translation>0</translation>
    </message>
    <message>
      <source>0.00000000000005</source>
      <translation>0,00000000000005</translation>
    </message>
    <message>
      <source>0.01</source>
      <translation>0,01</translation>
    </message>
    <message>
      <source>0.3</source>
      <translation>0,3</translation>
    </message>
    <message>
      <source>0.6</source>
      <translation>0,6</translation>
    </message>
    <message>
      <source>1</source>
      <translation>1</translation>
    </message>
    <message>
      <source>1 step per second</source>
      <translation>1 Schritt pro Sekunde</translation>
    </message>
    <message>
      <source>100%</source>
      <translation>100 %</translation>
    </message>
    <message>
      <source>125%</source>
      <translation>125 %</translation>
    </message>
    <message>
      <source>150%</source>
      <translation>150 %</translation>
    </message>
    <message>
      <source>175%</source>
      <translation>175 %</translation>
    </message>
    <message>
      <source>2 x</source>
      <translation>2 x</translation>
    </message>
    <message>
      <source>200%</source>
      <translation>200 %</translation>
    </message>
    <message>
      <source>30 steps per second</source>
      <translation>30 Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>36</source>
      <translation>36</translation>
    </message>
    <message>
      <source>5 steps per second</source>
      <translation>5 Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>80%</source>
      <translation>80 %</translation>
    </message>
    <message>
      <source>90%</source>
      <translation>90 %</translation>
    </message>
    <message>
      <source>: all {number}</source>
      <translation>: alle {number}</translation>
    </message>
    <message>
      <source>; some blocks failed: {sentence}</source>
      <translation>; einige Blöcke schlugen fehl: {sentence}</translation>
    </message>
    <message>
      <source>A different block library with the same name is used instead.</source>
      <translation>Stattdessen wird eine andere Blockbibliothek dieses Namens verwendet.</translation>
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
      <source>A gradient equals that of the solution</source>
      <translation>Ein Gradient gleicht dem der Lösung</translation>
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
      <source>A question is answered</source>
      <translation>Eine Frage ist beantwortet</translation>
    </message>
    <message>
      <source>A recurrent network gets a number x, runs 60 iterations, and must then repeat the number: “prediction” must equal x. “report” shows two values: the number of iterations, and log10 of the size of the gradient that arrives at the start. In this network, each iteration makes the state smaller, and the gradient becomes smaller on its way back. Training changes nothing.
Change the iteration so that the gradient survives all 60 iterations and the network learns. The gradient must neither vanish nor explode. To change the iteration, select “memory” and enter the composite Cell. You may also change the weights W and the training block. Keep 60 iterations, the output “states”, and everything that computes the report.</source>
      <translation>Ein rekurrentes Netz bekommt eine Zahl x, führt 60 Iterationen aus und muss die Zahl dann wiederholen: „prediction“ muss gleich x sein. „report“ zeigt zwei Werte: die Anzahl der Iterationen und log10 der Größe des Gradienten, der am Anfang ankommt. In diesem Netz verkleinert jede Iteration den Zustand, und der Gradient wird auf dem Rückweg kleiner. Das Training ändert nichts.
Ändern Sie die Iteration so, dass der Gradient alle 60 Iterationen übersteht und das Netz lernt. Der Gradient darf weder verschwinden noch explodieren. Um die Iteration zu ändern, wählen Sie „memory“ und öffnen den Verbund Cell. Sie dürfen auch die Gewichte W und den Trainingsblock ändern. Behalten Sie 60 Iterationen, die Ausgabe „states“ und alles bei, was den Bericht berechnet.</translation>
    </message>
    <message>
      <source>A restricted Boltzmann machine starts from the data and draws a sample of its own. Training lowers the free energy of the data relative to that of the sample. The sample was drawn with the same weights.</source>
      <translation>Eine eingeschränkte Boltzmann-Maschine zieht ausgehend von den Daten eine eigene Stichprobe. Das Training senkt die freie Energie der Daten gegenüber der freien Energie der Stichprobe. Die Stichprobe wurde mit denselben Gewichten gezogen.</translation>
    </message>
    <message>
      <source>A result has this value</source>
      <translation>Ein Ergebnis hat diesen Wert</translation>
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
      <source>A student network learns to give the same output as a teacher network, which sees another view of the image. The teacher must stay as it is. On this page, training changes both: the loss falls because the teacher also moves toward the student.
Stop the gradient in the right place: the teacher network (T1 and T2) must get no gradient, and the student network (S1 and S2) must still learn. Change nothing else: keep the names of the variables and of “loss”, the data, the initial values and the training block.</source>
      <translation>Ein Schülernetz lernt, dieselbe Ausgabe wie ein Lehrernetz zu geben, das eine andere Ansicht des Bildes sieht. Der Lehrer muss bleiben, wie er ist. Auf dieser Seite ändert das Training beide: Der Verlust sinkt, weil sich auch der Lehrer auf den Schüler zubewegt.
Stoppen Sie den Gradienten an der richtigen Stelle: Das Lehrernetz (T1 und T2) darf keinen Gradienten bekommen, und das Schülernetz (S1 und S2) muss weiter lernen. Ändern Sie sonst nichts: Behalten Sie die Namen der Variablen und von „loss“, die Daten, die Anfangswerte und den Trainingsblock bei.</translation>
    </message>
    <message>
      <source>A times b</source>
      <translation>A mal b</translation>
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
      <source>About Gradblocks</source>
      <translation>Über Gradblocks</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>Über {name}</translation>
    </message>
    <message>
      <source>Absolute value of the gradient</source>
      <translation>Betrag des Gradienten</translation>
    </message>
    <message>
      <source>Accept</source>
      <translation>Annehmen</translation>
    </message>
    <message>
      <source>Accept all proposals</source>
      <translation>Alle Vorschläge annehmen</translation>
    </message>
    <message>
      <source>Accept each edit of the assistant without asking, until pairing ends</source>
      <translation>Jede Änderung des Assistenten ohne Rückfrage annehmen, bis die Kopplung endet</translation>
    </message>
    <message>
      <source>Accept proposal</source>
      <translation>Vorschlag annehmen</translation>
    </message>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a GradientContract that records which variables the current gradient reaches and which it does not</source>
      <translation>Einen GradientContract hinzufügen, der festhält, welche Variablen der aktuelle Gradient erreicht und welche nicht</translation>
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
      <source>Add a check. Each check gives points.</source>
      <translation>Fügen Sie eine Prüfung hinzu. Jede Prüfung gibt Punkte.</translation>
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
      <source>Add a point that reroutes the wire. Drag the point, or move it with the arrow keys</source>
      <translation>Einen Knick hinzufügen. Ziehen Sie ihn, oder verschieben Sie ihn mit den Pfeiltasten</translation>
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
      <source>Add block that {word} {endpoint}...</source>
      <translation>Block hinzufügen, der {endpoint} {word}...</translation>
    </message>
    <message>
      <source>Add block...</source>
      <translation>Block hinzufügen...</translation>
    </message>
    <message>
      <source>Add check</source>
      <translation>Prüfung hinzufügen</translation>
    </message>
    <message>
      <source>Add custom gradient to {name}</source>
      <translation>Benutzerdefinierten Gradienten zu {name} hinzufügen</translation>
    </message>
    <message>
      <source>Add custom gradient {name}</source>
      <translation>Benutzerdefinierten Gradienten {name} hinzufügen</translation>
    </message>
    <message>
      <source>Add custom gradient...</source>
      <translation>Benutzerdefinierten Gradienten hinzufügen...</translation>
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
      <source>Add or remove a breakpoint at the selected block. Set its condition in the Timeline panel</source>
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
      <source>Add the input of each block to its output, once. Add it after W2, and apply no other block after the sum.</source>
      <translation>Addieren Sie die Eingabe jedes Blocks einmal zu seiner Ausgabe. Addieren Sie sie nach W2, und wenden Sie nach der Summe keinen weiteren Block an.</translation>
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
      <source>AddN: all inputs must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>AddN: Alle Eingänge müssen dieselbe Form haben; erwartet: {shape_text} am Index {i}, erhalten: {shape_text2}</translation>
    </message>
    <message>
      <source>Added the gradient composite {name}. Press Shift+G to switch sides</source>
      <translation>Gradientenverbund {name} hinzugefügt. Umschalt+G wechselt die Seite</translation>
    </message>
    <message>
      <source>Added to composite {canvas} and all its instances</source>
      <translation>Zum Verbund {canvas} und allen seinen Instanzen hinzugefügt</translation>
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
      <source>All columns</source>
      <translation>Alle Spalten</translation>
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
      <source>Also show the columns in which the runs do not differ, with duration and start</source>
      <translation>Auch die Spalten zeigen, in denen sich die Läufe nicht unterscheiden, mit Dauer und Beginn</translation>
    </message>
    <message>
      <source>Alt + drag across the wires</source>
      <translation>Alt + quer über die Drähte ziehen</translation>
    </message>
    <message>
      <source>An assistant that uses the server `gradblocks mcp --editor` can then read the open diagrams and propose edits. You accept or reject each edit. Pairing ends when you close the window.</source>
      <translation>Ein Assistent, der den Server „gradblocks mcp --editor“ verwendet, kann dann die offenen Diagramme lesen und Änderungen vorschlagen. Sie nehmen jede Änderung an oder lehnen sie ab. Die Kopplung endet, wenn Sie das Fenster schließen.</translation>
    </message>
    <message>
      <source>Another diagram may use this file. To keep both files, save in a different folder.</source>
      <translation>Ein anderes Diagramm benutzt diese Datei vielleicht. Speichern Sie in einem anderen Ordner, um beide Dateien zu behalten.</translation>
    </message>
    <message>
      <source>Another program changed this file. Reload the file, or keep your version?</source>
      <translation>Ein anderes Programm hat diese Datei geändert. Neu laden oder Ihre Fassung behalten?</translation>
    </message>
    <message>
      <source>Another program removed or renamed this file. Save the diagram to keep your work.</source>
      <translation>Ein anderes Programm hat diese Datei entfernt oder umbenannt. Speichern Sie, um Ihre Arbeit zu behalten.</translation>
    </message>
    <message>
      <source>Another target is also learned</source>
      <translation>Auch ein anderes Ziel wird gelernt</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>Antwort</translation>
    </message>
    <message>
      <source>Answer question {id}</source>
      <translation>Frage {id} beantworten</translation>
    </message>
    <message>
      <source>Answer: {name}</source>
      <translation>Antwort: {name}</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Erscheinungsbild</translation>
    </message>
    <message>
      <source>Applies only to diagrams saved to a file. After a crash, edits to any diagram can be restored.</source>
      <translation>Gilt nur für Diagramme, die in einer Datei gespeichert sind. Nach einem Absturz lassen sich Änderungen an jedem Diagramm wiederherstellen.</translation>
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
      <source>ApproxTopK: expected reduction_dimension -1, the last axis, got {attrs}</source>
      <translation>ApproxTopK sucht nur entlang der letzten Achse, -1, nicht {attrs}</translation>
    </message>
    <message>
      <source>ApproxTopK: is_max_k must be true</source>
      <translation>ApproxTopK: is_max_k muss true sein</translation>
    </message>
    <message>
      <source>ApproximateEqual: x and y must have the same shape, got {shape_text} and {shape_text2}</source>
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
      <source>AsString: scientific and shortest cannot both be true</source>
      <translation>AsString schreibt Zahlen scientific oder shortest, nicht beides</translation>
    </message>
    <message>
      <source>Assistant</source>
      <translation>Assistent</translation>
    </message>
    <message>
      <source>At least</source>
      <translation>Mindestens</translation>
    </message>
    <message>
      <source>At most</source>
      <translation>Höchstens</translation>
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
      <source>Automatic</source>
      <translation>Automatisch</translation>
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
      <source>BandedTriangularSolve: cannot broadcast the batch axes of {shape_text} and {shape_text2}</source>
      <translation>BandedTriangularSolve kann die Batches von {shape_text} und {shape_text2} nicht broadcasten</translation>
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
      <source>Below</source>
      <translation>Unter</translation>
    </message>
    <message>
      <source>Betainc: a, b and x must be scalars or have the same shape; expected {shape_text} at {pin}, got {shape_text2}</source>
      <translation>Betainc: a, b und x müssen Skalare sein oder dieselbe Form haben; erwartet: {shape_text} an {pin}, erhalten: {shape_text2}</translation>
    </message>
    <message>
      <source>Bincount: weights must be empty or have one value per element of arr ({counts}), got {counts2}</source>
      <translation>Bincount braucht ein Gewicht je Element von arr, also {counts}, oder keins, bekommt aber {counts2}</translation>
    </message>
    <message>
      <source>Bitcast from {short} to {short2}: the last axis of input must have the size {parts}, got shape {shape_text}</source>
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
      <source>Block type</source>
      <translation>Blocktyp</translation>
    </message>
    <message>
      <source>Block types are used, or not</source>
      <translation>Blocktypen werden verwendet oder nicht</translation>
    </message>
    <message>
      <source>BlockLSTM has no second-order gradient, as in TensorFlow</source>
      <translation>es gibt keinen zweiten Gradienten von BlockLSTM, wie in TensorFlow</translation>
    </message>
    <message>
      <source>Blocks</source>
      <translation>Blöcke</translation>
    </message>
    <message>
      <source>Blocks are unchanged</source>
      <translation>Blöcke sind unverändert</translation>
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
      <source>Both runs used the same diagram</source>
      <translation>Beide Läufe verwendeten dasselbe Diagramm</translation>
    </message>
    <message>
      <source>Both sides of the merge changed the same item differently.</source>
      <translation>Beide Seiten der Zusammenführung haben dasselbe Element verschieden geändert.</translation>
    </message>
    <message>
      <source>Both sides of the merge changed {count:,} items differently.</source>
      <translation>Beide Seiten der Zusammenführung haben {count:,} Elemente verschieden geändert.</translation>
    </message>
    <message>
      <source>Both variables must be learned from the labels of the page.</source>
      <translation>Beide Variablen müssen aus den Labels der Seite gelernt werden.</translation>
    </message>
    <message>
      <source>Bottom panels</source>
      <translation>Bereiche unten</translation>
    </message>
    <message>
      <source>Break here</source>
      <translation>Hier anhalten</translation>
    </message>
    <message>
      <source>Break here on the gradient of {loss}</source>
      <translation>Am Gradienten von {loss} hier anhalten</translation>
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
      <source>Breakpoints and their conditions have no effect in the background.</source>
      <translation>Haltepunkte und ihre Bedingungen wirken im Hintergrund nicht.</translation>
    </message>
    <message>
      <source>Brown</source>
      <translation>Braun</translation>
    </message>
    <message>
      <source>Build the softmax from Exp and other simple blocks.</source>
      <translation>Bauen Sie den Softmax aus Exp und anderen einfachen Blöcken.</translation>
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
      <source>CNN trained with Adam: classify noisy digits</source>
      <translation>CNN: verrauschte Ziffern erkennen, mit Adam trainiert</translation>
    </message>
    <message>
      <source>CNN: classify noisy digits with layers as composites</source>
      <translation>CNN: verrauschte Ziffern mit Schichten aus Verbünden erkennen</translation>
    </message>
    <message>
      <source>CTC</source>
      <translation>CTC</translation>
    </message>
    <message>
      <source>CTCLoss has no second-order gradient, as in TensorFlow</source>
      <translation>CTCLoss hat wie in TensorFlow keinen zweiten Gradienten</translation>
    </message>
    <message>
      <source>CTCLoss: labels_values must have one label per index ({indices}), got {values}</source>
      <translation>CTCLoss bekommt {values} Labels mit {indices} Indizes</translation>
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
      <source>Cells</source>
      <translation>Zellen</translation>
    </message>
    <message>
      <source>Center at zero</source>
      <translation>Auf null zentrieren</translation>
    </message>
    <message>
      <source>Chain rule</source>
      <translation>Kettenregel</translation>
    </message>
    <message>
      <source>Change a number</source>
      <translation>Zahl ändern</translation>
    </message>
    <message>
      <source>Change the block type and keep the wires that fit the new pins</source>
      <translation>Den Blocktyp ändern und die Drähte behalten, die zu den neuen Pins passen</translation>
    </message>
    <message>
      <source>Change theme, language, text size, shortcuts, and options for runs and files</source>
      <translation>Design, Sprache, Schriftgröße, Läufe, Dateien, Ordner und Tastenkürzel einstellen</translation>
    </message>
    <message>
      <source>Changes</source>
      <translation>Änderungen</translation>
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
      <source>Check both: weights must show whole numbers at each step, and they must change when you train.</source>
      <translation>Prüfen Sie beides: weights muss in jedem Schritt ganze Zahlen zeigen, und sie müssen sich beim Training ändern.</translation>
    </message>
    <message>
      <source>Check gradient</source>
      <translation>Gradient prüfen</translation>
    </message>
    <message>
      <source>Check my work</source>
      <translation>Meine Lösung prüfen</translation>
    </message>
    <message>
      <source>Check stopped</source>
      <translation>Prüfung angehalten</translation>
    </message>
    <message>
      <source>Checks</source>
      <translation>Prüfungen</translation>
    </message>
    <message>
      <source>Choices, one per line</source>
      <translation>Auswahl, je Zeile eine</translation>
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
      <source>Click to place the blocks, or press Esc to cancel</source>
      <translation>Klicken platziert die Blöcke, Esc bricht ab</translation>
    </message>
    <message>
      <source>Click to place {name}</source>
      <translation>Klicken, um {name} abzulegen</translation>
    </message>
    <message>
      <source>Clip the input of {block} to [-1, 1]</source>
      <translation>Den Eingang von {block} auf [-1, 1] begrenzen</translation>
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
      <source>Close discards the variables of {page} from step {steps:,}.</source>
      <translation>Schließen verwirft die Variablen von {page} aus Schritt {steps:,}.</translation>
    </message>
    <message>
      <source>Close tab</source>
      <translation>Tab schließen</translation>
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
      <source>Colors of the window</source>
      <translation>Farben des Fensters</translation>
    </message>
    <message>
      <source>Columns</source>
      <translation>Spalten</translation>
    </message>
    <message>
      <source>CombinedNonMaxSuppression: axis 2 of boxes must have size 1 or one entry per class ({scores}), got {boxes}</source>
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
      <source>Compare the values, results and diagrams of two selected or plotted runs</source>
      <translation>Werte, Ergebnisse und Diagramme zweier gewählter oder gezeichneter Läufe vergleichen</translation>
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
      <source>Complex: cannot broadcast real {shape_text} and imag {shape_text2}</source>
      <translation>Complex kann real {shape_text} und imag {shape_text2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>Composite pins</source>
      <translation>Pins eines Verbunds</translation>
    </message>
    <message>
      <source>Computes whether to run another iteration. Until you build this condition, the loop runs no iterations.</source>
      <translation>Berechnet, ob eine weitere Iteration läuft. Solange Sie diese Bedingung nicht bauen, läuft keine Iteration.</translation>
    </message>
    <message>
      <source>ConcatOffset needs two shapes or more, got {shapes}</source>
      <translation>ConcatOffset braucht zwei oder mehr Formen, bekommt aber {shapes}</translation>
    </message>
    <message>
      <source>ConcatOffset: all vectors must be equally long, got shapes {shape_text} and {shape_text2}</source>
      <translation>ConcatOffset: Alle Vektoren müssen gleich lang sein, die Formen sind {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>ConcatOffset: shapes may differ only along axis {axis}, got {tolist} and {tolist2}</source>
      <translation>ConcatOffset braucht Formen, die sich nur entlang der Achse {axis} unterscheiden, bekommt aber {tolist} und {tolist2}</translation>
    </message>
    <message>
      <source>Condition</source>
      <translation>Bedingung</translation>
    </message>
    <message>
      <source>Condition: nonfinite, rises, or an expression such as norm &gt; 10 and step &gt; 3. Without a condition, the run stops in every step</source>
      <translation>Bedingung: nonfinite, rises oder ein Ausdruck wie norm &gt; 10 and step &gt; 3. Ohne Bedingung hält der Lauf in jedem Schritt an</translation>
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
      <source>Connected assistant: {name}</source>
      <translation>Verbundener Assistent: {name}</translation>
    </message>
    <message>
      <source>Contents</source>
      <translation>Inhalt</translation>
    </message>
    <message>
      <source>Continue</source>
      <translation>Fortsetzen</translation>
    </message>
    <message>
      <source>Continue in "{name}"</source>
      <translation>In „{name}“ weiterarbeiten</translation>
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
      <source>Conv: batch_dims must be 0 or more, got {attrs}</source>
      <translation>Conv braucht batch_dims ab 0, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>Conv: data_format CHANNELS_FIRST is not supported</source>
      <translation>Conv kennt die Anordnung CHANNELS_FIRST nicht, die es nur auf Grafikprozessoren gibt</translation>
    </message>
    <message>
      <source>Conv: grouped convolutions are not supported</source>
      <translation>Conv faltet nicht in Gruppen</translation>
    </message>
    <message>
      <source>Conv: strides must have four or five values (NHWC or NDHWC), got {attrs}</source>
      <translation>Conv braucht vier oder fünf Zahlen an strides (NHWC oder NDHWC), bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>Convert the values of {block} to floats</source>
      <translation>Die Werte von {block} in Gleitkommazahlen umwandeln</translation>
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
      <source>Copied the lines of Python</source>
      <translation>Python-Zeilen kopiert</translation>
    </message>
    <message>
      <source>Copied the text about {block}</source>
      <translation>Text über {block} kopiert</translation>
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
      <source>Copy for an assistant</source>
      <translation>Für einen Assistenten kopieren</translation>
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
      <source>Copy the block's type, pins, errors, causes, fixes and gradient as text, for a chat or a forum</source>
      <translation>Typ, Pins, Fehler, Ursachen, Abhilfen und Gradient des Blocks als Text kopieren, für einen Chat oder ein Forum</translation>
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
      <source>Create contract for the gradient of {block}</source>
      <translation>Vertrag für den Gradienten von {block} erstellen</translation>
    </message>
    <message>
      <source>Create contract from current gradient</source>
      <translation>Vertrag aus aktuellem Gradienten erstellen</translation>
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
      <source>Custom gradient</source>
      <translation>Benutzerdefinierter Gradient</translation>
    </message>
    <message>
      <source>Custom gradients</source>
      <translation>Benutzerdefinierte Gradienten</translation>
    </message>
    <message>
      <source>Custom gradients: rounding, reversal, signs and a fixed point</source>
      <translation>Benutzerdefinierte Gradienten: Runden, Umkehrung, Vorzeichen und ein Fixpunkt</translation>
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
      <source>Data and initial value are as at the start</source>
      <translation>Daten und Anfangswert sind wie am Anfang</translation>
    </message>
    <message>
      <source>Data and initial values are as at the start</source>
      <translation>Daten und Anfangswerte sind wie am Anfang</translation>
    </message>
    <message>
      <source>Datasets</source>
      <translation>Datensätze</translation>
    </message>
    <message>
      <source>DecodeAndCropJpeg: crop_window must start inside the image and must not be empty, got {window}</source>
      <translation>DecodeAndCropJpeg braucht einen nicht leeren Teil, der im Bild beginnt, bekommt aber {window}</translation>
    </message>
    <message>
      <source>DecodeCSV: a field with quotation marks or line breaks must be quoted (record {number})</source>
      <translation>DecodeCSV nimmt Anführungszeichen und Zeilenenden nur in Feldern mit Anführungszeichen (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: a quotation mark in a quoted field must be doubled (record {number})</source>
      <translation>DecodeCSV braucht ein Anführungszeichen in einem Feld mit Anführungszeichen doppelt (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: a quoted field has no closing quotation mark (record {number})</source>
      <translation>DecodeCSV fehlt das Anführungszeichen am Ende eines Feldes (Datensatz {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: cannot convert field {i} of record {row} to {short}: {texts}</source>
      <translation>DecodeCSV kann das Feld {i} des Datensatzes {row} nicht als {short} lesen: {texts}</translation>
    </message>
    <message>
      <source>DecodeCSV: expected {record_defaults} fields, but record {i} has {fields}</source>
      <translation>DecodeCSV braucht {record_defaults} Felder, Datensatz {i} hat {fields}</translation>
    </message>
    <message>
      <source>DecodeCSV: field {i} is required but empty in record {row}</source>
      <translation>DecodeCSV braucht das Feld {i}, es ist im Datensatz {row} leer</translation>
    </message>
    <message>
      <source>DecodeCSV: record_defaults must have one default per column ({chosen}), got {defaults}</source>
      <translation>DecodeCSV braucht für jede von {chosen} Spalten einen Vorgabewert, bekommt aber {defaults}</translation>
    </message>
    <message>
      <source>DecodeJSONExample: cannot parse an example: {reason}</source>
      <translation>DecodeJSONExample kann ein Beispiel nicht lesen: {reason}</translation>
    </message>
    <message>
      <source>DecodeJSONExample: expected a JSON object for each example</source>
      <translation>DecodeJSONExample braucht für jedes Beispiel ein JSON-Objekt</translation>
    </message>
    <message>
      <source>DecodeRaw: expected strings of equal length, got {length} and {text} bytes</source>
      <translation>DecodeRaw braucht Strings gleicher Länge, bekommt aber {length} und {text} Bytes</translation>
    </message>
    <message>
      <source>DecodeRaw: {length} bytes are not a multiple of the {size} bytes of {short}</source>
      <translation>DecodeRaw kann {length} Bytes nicht in {short} von je {size} Bytes teilen</translation>
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
      <source>Define the gradient of the composite with blocks of your own, in a gradient composite</source>
      <translation>Den Gradienten des Verbunds mit eigenen Blöcken festlegen, in einem Gradientenverbund</translation>
    </message>
    <message>
      <source>DeformConv is supported only for images with two spatial axes</source>
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
      <source>DiagPart: the second half of the shape must equal the first half, as in [2,3,2,3], got {shape_text}</source>
      <translation>DiagPart: die Form muss sich wiederholen, etwa [2,3,2,3], ist aber {shape_text}</translation>
    </message>
    <message>
      <source>Diagram ({count:,})</source>
      <translation>Diagramm ({count:,})</translation>
    </message>
    <message>
      <source>Diagram and results</source>
      <translation>Diagramm und Ergebnisse</translation>
    </message>
    <message>
      <source>Diagram folder</source>
      <translation>Diagrammordner</translation>
    </message>
    <message>
      <source>Diagram only</source>
      <translation>Nur das Diagramm</translation>
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
      <source>Differentiate the blocks of the composite again, and delete the gradient composite if it is not used elsewhere</source>
      <translation>Wieder die Blöcke des Verbunds ableiten, und den Gradientenverbund löschen, wenn er sonst nicht benutzt wird</translation>
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
      <source>Discard the unsaved edits to "{name}"?</source>
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
      <source>Does not reach</source>
      <translation>Erreicht nicht</translation>
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
      <source>Done: {text}. Use Undo to revert this change</source>
      <translation>Ausgeführt: {text}. Rückgängig nimmt diese Änderung zurück</translation>
    </message>
    <message>
      <source>Double-click a command, or press Enter on it, to change its shortcut.</source>
      <translation>Doppelklicken Sie auf einen Befehl oder drücken Sie Enter, um sein Tastenkürzel zu ändern.</translation>
    </message>
    <message>
      <source>Double-click or press Tab to add a block.
Or drag a block here from the Blocks panel.</source>
      <translation>Doppelklicken oder Tab drücken, um einen Block hinzuzufügen.
Oder einen aus dem Bereich Blöcke hierher ziehen.</translation>
    </message>
    <message>
      <source>Drag a box. Hold Shift to add to the selection</source>
      <translation>Rahmen ziehen. Umschalt erweitert die Auswahl</translation>
    </message>
    <message>
      <source>Drag from pin to pin, or release over the empty page to see blocks that fit</source>
      <translation>Von Pin zu Pin ziehen oder im Leeren loslassen, um passende Blöcke zu sehen</translation>
    </message>
    <message>
      <source>Drag the number left or right</source>
      <translation>Die Zahl nach links oder rechts ziehen</translation>
    </message>
    <message>
      <source>Drag with the middle button or with Space held, or scroll with two fingers</source>
      <translation>Mit der mittleren Taste oder gehaltener Leertaste ziehen oder mit zwei Fingern scrollen</translation>
    </message>
    <message>
      <source>Drag {name} to reorder it, or press Up or Down</source>
      <translation>{name} ziehen, um die Reihenfolge zu ändern, oder Auf/Ab drücken</translation>
    </message>
    <message>
      <source>Draw a computation as wired blocks, run it and differentiate it.</source>
      <translation>Eine Berechnung als verdrahtete Blöcke zeichnen, ausführen, ableiten.</translation>
    </message>
    <message>
      <source>Draw a computation, run it and differentiate it.</source>
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
      <source>Drawings (*.svg)</source>
      <translation>Zeichnungen (*.svg)</translation>
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
      <source>DynamicPartition: partitions must have an index for each row, got shape {shape_text} for data of shape {shape_text2}</source>
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
      <source>Each of the four blocks must compute x + F(x).</source>
      <translation>Jeder der vier Blöcke muss x + F(x) berechnen.</translation>
    </message>
    <message>
      <source>Each row must have the same softmax as before the change. A value that you subtract must be the same for the whole row.</source>
      <translation>Jede Zeile muss denselben Softmax wie vor der Änderung haben. Ein Wert, den Sie abziehen, muss für die ganze Zeile gleich sein.</translation>
    </message>
    <message>
      <source>Edit by {name}</source>
      <translation>Änderung von {name}</translation>
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
      <source>EditDistance needs at least one sequence, got the shape {shape_text}</source>
      <translation>EditDistance braucht mindestens eine Sequenz, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of rank 2 or more, got rank {rank}</source>
      <translation>EditDistance braucht dünn besetzte Tensoren ab Rang 2, bekommt aber den Rang {rank}</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of the same rank, got ranks {ranks} and {ranks2}</source>
      <translation>EditDistance braucht dünn besetzte Tensoren gleichen Rangs, bekommt aber {ranks} und {ranks2}</translation>
    </message>
    <message>
      <source>EditDistance: indices must have shape [n, {rank}], got {shape_text}</source>
      <translation>EditDistance: Die Indizes müssen die Form [n, {rank}] haben, haben aber {shape_text}</translation>
    </message>
    <message>
      <source>Editing {count} blocks together.</source>
      <translation>{count} Blöcke werden gemeinsam bearbeitet.</translation>
    </message>
    <message>
      <source>Einsum: if the equation contains '...', the gradient requires operands of known rank</source>
      <translation>Der Gradient von Einsum mit '...' braucht Operanden bekannten Rangs</translation>
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
      <source>Enabling a package lets its code run with your permissions. Enable only packages you trust.</source>
      <translation>Ein aktiviertes Plugin führt seinen Code mit Ihren Rechten aus. Aktivieren Sie nur Plugins, denen Sie vertrauen.</translation>
    </message>
    <message>
      <source>EncodeJpeg: expected {channels} channels{form}, got {shape_text}</source>
      <translation>EncodeJpeg braucht {channels} Kanäle{form}, bekommt aber die Form {shape_text}</translation>
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
      <source>EuclideanNorm: the norm {max} is too large for {dtype}</source>
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
      <source>Exercise</source>
      <translation>Übung</translation>
    </message>
    <message>
      <source>Exercises</source>
      <translation>Übungen</translation>
    </message>
    <message>
      <source>Exercises (*.json)</source>
      <translation>Übungen (*.json)</translation>
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
      <source>Exp of a value above {bound} is infinite in {dtype}, and the gradient of Log is then NaN</source>
      <translation>Exp eines Wertes über {bound} ist in {dtype} unendlich, und der Gradient von Log ist dann NaN</translation>
    </message>
    <message>
      <source>Exp of a value above {bound} is infinite in {dtype}, and the quotient is then NaN</source>
      <translation>Exp eines Wertes über {bound} ist in {dtype} unendlich, und der Quotient ist dann NaN</translation>
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
      <source>FFT lengths must be 1 or more, got {lengths}</source>
      <translation>Die Längen einer Transformation sind mindestens 1, bekommen wird {lengths}</translation>
    </message>
    <message>
      <source>FFT lengths must be 1 or more, got {tolist}</source>
      <translation>Die Längen einer Transformation sind mindestens 1, bekommen wird {tolist}</translation>
    </message>
    <message>
      <source>FeedType needs a value: wire an Input_Initializer to it</source>
      <translation>FeedType braucht einen Wert: schließen Sie einen Input_Initializer an</translation>
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
      <source>Find and update outdated copies of composites from block libraries</source>
      <translation>Zeigen, welche Kopien von ihren Blockbibliotheken abweichen</translation>
    </message>
    <message>
      <source>Find blocks</source>
      <translation>Blöcke suchen</translation>
    </message>
    <message>
      <source>Find by name, type, value or state (is:error, is:unused)</source>
      <translation>Nach Name, Typ, Wert oder Zustand suchen (is:error, is:unused)</translation>
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
      <source>Find the first step with a NaN, a jump in the loss or a vanished gradient</source>
      <translation>Den ersten Schritt mit NaN, einem Sprung des Verlusts oder einem verschwundenen Gradienten finden</translation>
    </message>
    <message>
      <source>Find...</source>
      <translation>Suchen...</translation>
    </message>
    <message>
      <source>Fingerprint: method must be farmhash64, got {method}</source>
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
      <source>Fix {rule} in {block}</source>
      <translation>{rule} bei {block} beheben</translation>
    </message>
    <message>
      <source>FixedUnigramCandidateSampler: set exactly one of unigrams and vocab_file</source>
      <translation>FixedUnigramCandidateSampler: setzen Sie genau eines von unigrams und vocab_file</translation>
    </message>
    <message>
      <source>Flow</source>
      <translation>Fluss</translation>
    </message>
    <message>
      <source>Follow the gradient of the loss back through the teacher network, and stop it before it arrives at T1. It must still reach S1 and S2.</source>
      <translation>Verfolgen Sie den Gradienten des Verlusts durch das Lehrernetz zurück, und stoppen Sie ihn, bevor er T1 erreicht. Er muss weiterhin S1 und S2 erreichen.</translation>
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
      <source>Forward</source>
      <translation>Vorwärts</translation>
    </message>
    <message>
      <source>Fourier transforms</source>
      <translation>Fourier-Transformationen</translation>
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
      <source>GatherNd cannot gather from an empty tensor: params has the shape {shape_text}</source>
      <translation>GatherNd kann aus einem leeren Tensor nichts nehmen: params hat die Form {shape_text}</translation>
    </message>
    <message>
      <source>GatherNd: an index must have at most {params} numbers (the rank of params), got {indices}</source>
      <translation>GatherNd nimmt höchstens {params} Zahlen je Index, den Rang von params, bekommt aber {indices}</translation>
    </message>
    <message>
      <source>GatherV2: params and indices must have the same {batch} leading sizes (batch_dims), got {shape_text} and {shape_text2}</source>
      <translation>GatherV2 braucht params und indices mit denselben {batch} vorderen Größen (batch_dims), bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Give the selected Placeholders, or all on the page, a default value of zeros, so that the page runs without feeds</source>
      <translation>Den gewählten Placeholdern, oder allen der Seite, Nullen als Vorgabe geben, damit die Seite ohne Einspeisung läuft</translation>
    </message>
    <message>
      <source>Give the selected instance its own definition, so that edits do not affect other instances</source>
      <translation>Der gewählten Instanz eine eigene Definition geben, damit Änderungen andere Instanzen nicht betreffen</translation>
    </message>
    <message>
      <source>Give {named} a default value</source>
      <translation>Vorgabewert für {named} setzen</translation>
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
      <source>Go to a different instance of this composite</source>
      <translation>Zu einer anderen Instanz dieses Verbunds gehen</translation>
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
      <source>Gradblocks does not run your program. Run these lines in the Python environment of your model. Here, model is a torch.nn.Module, and inputs is a tuple of example tensors.</source>
      <translation>Gradblocks führt Ihr Programm nicht aus. Führen Sie diese Zeilen in der Python-Umgebung Ihres Modells aus. Dabei ist model ein torch.nn.Module und inputs ein Tupel von Beispieltensoren.</translation>
    </message>
    <message>
      <source>Gradblocks encountered an internal error.</source>
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
      <source>GradientContract has no effect: nothing is wired to reaches or must_not_reach</source>
      <translation>GradientContract hat keine Wirkung: reaches und must_not_reach sind nicht verdrahtet</translation>
    </message>
    <message>
      <source>Gradients (norms of tensors) in a trial run of step {step:,}:</source>
      <translation>Gradienten (bei Tensoren die Normen) in einer Probe von Schritt {step:,}:</translation>
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
      <source>Grid and snapping</source>
      <translation>Raster und Einrasten</translation>
    </message>
    <message>
      <source>Guard the input of {culprit} with the condition of {block}</source>
      <translation>Den Eingang von {culprit} mit der Bedingung von {block} absichern</translation>
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
      <source>Hidden check</source>
      <translation>Verborgene Prüfung</translation>
    </message>
    <message>
      <source>Hidden from students</source>
      <translation>Vor Lernenden verborgen</translation>
    </message>
    <message>
      <source>Hidden until you answer: {what}</source>
      <translation>Verborgen bis zur Antwort: {what}</translation>
    </message>
    <message>
      <source>Hide panels, menus and toolbars, or show them again (Esc)</source>
      <translation>Bereiche, Menüs und Leisten ausblenden oder wieder zeigen (Esc)</translation>
    </message>
    <message>
      <source>Hide until answered</source>
      <translation>Bis zur Antwort verbergen</translation>
    </message>
    <message>
      <source>Hint, shown on failure</source>
      <translation>Hinweis bei Misserfolg</translation>
    </message>
    <message>
      <source>Hint: {hint}</source>
      <translation>Hinweis: {hint}</translation>
    </message>
    <message>
      <source>Histogram</source>
      <translation>Histogramm</translation>
    </message>
    <message>
      <source>HistogramFixedWidth: value_range must be strictly increasing, got {limits} and {limits2}</source>
      <translation>HistogramFixedWidth: value_range muss streng aufsteigend sein, erhalten: {limits} und {limits2}</translation>
    </message>
    <message>
      <source>HistogramSummary: values must be finite, got {what}</source>
      <translation>HistogramSummary braucht endliche Zahlen an values, bekommt aber {what}</translation>
    </message>
    <message>
      <source>History</source>
      <translation>Verlauf</translation>
    </message>
    <message>
      <source>If W1 and W2 are 0, F(x) is 0.</source>
      <translation>Wenn W1 und W2 gleich 0 sind, ist F(x) gleich 0.</translation>
    </message>
    <message>
      <source>If the StopGradient “given_fake” let the gradient through, which variables would get a gradient of loss_d?</source>
      <translation>Wenn given_fake den Gradienten durchließe: welche Variablen bekämen einen Gradienten von loss_d?</translation>
    </message>
    <message>
      <source>If the StopGradient “given” let the gradient through, which of these would get a gradient?</source>
      <translation>Wenn given den Gradienten durchließe: was davon bekäme einen Gradienten?</translation>
    </message>
    <message>
      <source>If the StopGradient “raw_direction” let the gradient through, which of these would get a gradient of loss_raw?</source>
      <translation>Wenn raw_direction den Gradienten durchließe: was davon bekäme einen Gradienten von loss_raw?</translation>
    </message>
    <message>
      <source>If the StopGradient “sample” let the gradient through, which of these would also get a gradient?</source>
      <translation>Wenn sample den Gradienten durchließe: was davon bekäme ebenfalls einen?</translation>
    </message>
    <message>
      <source>If the StopGradient “stopped_max” let the gradient through, which of these would get a gradient?</source>
      <translation>Wenn stopped_max den Gradienten durchließe: was davon bekäme einen Gradienten?</translation>
    </message>
    <message>
      <source>If there are values of both signs, center the color scale at zero</source>
      <translation>Bei Werten beider Vorzeichen die Farbskala auf null zentrieren</translation>
    </message>
    <message>
      <source>If w changes from 0.30 to 0.31, how much does the rounded value change?</source>
      <translation>Wenn sich w von 0,30 auf 0,31 ändert, wie stark ändert sich der gerundete Wert?</translation>
    </message>
    <message>
      <source>If you keep it running, queues, readers and other stateful resources restart.</source>
      <translation>Wenn Sie ihn weiterlaufen lassen, beginnen Warteschlangen, Leser und andere zustandsbehaftete Ressourcen von vorn.</translation>
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
      <source>ImmutableConst cannot read {short} values from a file</source>
      <translation>ImmutableConst kann keine {short}-Werte aus einer Datei lesen</translation>
    </message>
    <message>
      <source>ImmutableConst needs a shape with all sizes known, got {shape_text}</source>
      <translation>ImmutableConst braucht eine Form mit allen Größen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Import ONNX or TensorFlow</source>
      <translation>ONNX oder TensorFlow importieren</translation>
    </message>
    <message>
      <source>Import ONNX or TensorFlow...</source>
      <translation>ONNX oder TensorFlow importieren...</translation>
    </message>
    <message>
      <source>Import from PyTorch</source>
      <translation>Aus PyTorch importieren</translation>
    </message>
    <message>
      <source>Import from PyTorch...</source>
      <translation>Aus PyTorch importieren...</translation>
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
      <source>In this run, some values inside instances differed from the composites. A diagram cannot store those values.</source>
      <translation>In diesem Lauf wichen einige Werte in Instanzen von den Verbünden ab. Ein Diagramm kann diese Werte nicht speichern.</translation>
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
      <source>Insert between {source} and {target}</source>
      <translation>Einfügen zwischen {source} und {target}</translation>
    </message>
    <message>
      <source>Insert block...</source>
      <translation>Block einfügen...</translation>
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
      <source>InvertPermutation: x must contain each value from 0 to {n} once, but {int} occurs more than once</source>
      <translation>InvertPermutation braucht jede Zahl von 0 bis {n} einmal, {int} kommt zweimal vor</translation>
    </message>
    <message>
      <source>InvertPermutation: x must contain only values from 0 to {n}, got {wrong}</source>
      <translation>InvertPermutation braucht jede Zahl von 0 bis {n} einmal, bekommt aber {wrong}</translation>
    </message>
    <message>
      <source>IsotonicRegression: expected output_dtype {short} for input {short2}, got {short3}</source>
      <translation>IsotonicRegression erwartet für den Eingang {short2} output_dtype {short}, bekommt aber {short3}</translation>
    </message>
    <message>
      <source>It also works with other images</source>
      <translation>Es funktioniert auch mit anderen Bildern</translation>
    </message>
    <message>
      <source>It becomes exp(-5) times as large.</source>
      <translation>Er wird exp(-5)-mal so groß.</translation>
    </message>
    <message>
      <source>It becomes smaller by 5.</source>
      <translation>Er wird um 5 kleiner.</translation>
    </message>
    <message>
      <source>It conflicts with your last edit. Undo that edit to accept the proposal.</source>
      <translation>Das widerspricht Ihrer letzten Änderung. Machen Sie diese rückgängig, um den Vorschlag anzunehmen.</translation>
    </message>
    <message>
      <source>It does not change.</source>
      <translation>Er ändert sich nicht.</translation>
    </message>
    <message>
      <source>It falls faster.</source>
      <translation>Er sinkt schneller.</translation>
    </message>
    <message>
      <source>It falls more slowly.</source>
      <translation>Er sinkt langsamer.</translation>
    </message>
    <message>
      <source>It grows.</source>
      <translation>Er wächst.</translation>
    </message>
    <message>
      <source>It is divided by 5.</source>
      <translation>Er wird durch 5 geteilt.</translation>
    </message>
    <message>
      <source>It stays the same.</source>
      <translation>Er bleibt gleich.</translation>
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
      <source>Iteration to show, counted from 0. Press comma or period to change it. {about}</source>
      <translation>Angezeigte Iteration, ab 0 gezählt. Komma und Punkt ändern sie. {about}</translation>
    </message>
    <message>
      <source>JAX cannot compile this block: {name} {reason}</source>
      <translation>JAX kann diesen Block nicht kompilieren: {name} {reason}</translation>
    </message>
    <message>
      <source>JAX cannot reverse the derivative rule of {title}: {reason}</source>
      <translation>JAX kann die Ableitungsregel von {title} nicht umkehren: {reason}</translation>
    </message>
    <message>
      <source>JAX cannot run this block: {text}</source>
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
      <source>Keep running</source>
      <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
      <source>Keep running continues it in the background, with its variables.</source>
      <translation>„Weiterlaufen lassen“ setzt ihn mit seinen Variablen im Hintergrund fort.</translation>
    </message>
    <message>
      <source>Keep runs in a folder next to the diagram file, not in your data folder, so that you can move both together</source>
      <translation>Läufe in einem Ordner neben der Diagrammdatei statt in Ihrem Datenordner aufbewahren, damit Sie beides zusammen verschieben können</translation>
    </message>
    <message>
      <source>Keep runs next to the diagram</source>
      <translation>Läufe neben dem Diagramm aufbewahren</translation>
    </message>
    <message>
      <source>Keep the current diagram and mark the conflict as resolved</source>
      <translation>Das Diagramm lassen, wie es jetzt ist, und den Konflikt als gelöst markieren</translation>
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
      <source>LRN: depth_radius must be from 0 to {value}, got {attrs}</source>
      <translation>LRN braucht depth_radius von 0 ... {value}, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>LSTM</source>
      <translation>LSTM</translation>
    </message>
    <message>
      <source>LSTM: predict the next value of a wave</source>
      <translation>LSTM: den nächsten Wert einer Welle vorhersagen</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Large tensors are kept in full only for the last step. For this step, the histogram shows a sample of the elements.</source>
      <translation>Große Tensoren werden nur vom letzten Schritt vollständig aufbewahrt. Von diesem Schritt zeigt das Histogramm eine Stichprobe der Elemente.</translation>
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
      <source>Lesson complete. You can keep experimenting on the page</source>
      <translation>Lektion beendet. Sie können auf der Seite weiter experimentieren</translation>
    </message>
    <message>
      <source>Lessons</source>
      <translation>Lektionen</translation>
    </message>
    <message>
      <source>Let an assistant that uses the Model Context Protocol read the open diagrams and propose edits</source>
      <translation>Einen Assistenten, der das Model Context Protocol verwendet, die offenen Diagramme lesen und Änderungen vorschlagen lassen</translation>
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
      <source>Light, for print</source>
      <translation>Hell, für den Druck</translation>
    </message>
    <message>
      <source>Line of the program that the block was imported from</source>
      <translation>Programmzeile, aus der der Block importiert wurde</translation>
    </message>
    <message>
      <source>Linear algebra</source>
      <translation>Lineare Algebra</translation>
    </message>
    <message>
      <source>Lines of Python</source>
      <translation>Python-Zeilen</translation>
    </message>
    <message>
      <source>Live</source>
      <translation>Live</translation>
    </message>
    <message numerus="yes">
      <source>Live: computed {n:,} operations in {ms:,.1f} ms</source>
      <translation>
        <numerusform>Live: {n} Operation in {ms:,.1f} ms berechnet</numerusform>
        <numerusform>Live: {n:,} Operationen in {ms:,.1f} ms berechnet</numerusform>
      </translation>
    </message>
    <message>
      <source>Live: recompute after each edit</source>
      <translation>Live: nach jeder Änderung neu berechnen</translation>
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
      <source>Log of 1 - {name} (Sigmoid) is -Infinity for x above {end}, where the difference rounds to 0</source>
      <translation>Log von 1 - {name} (Sigmoid): Für x über {end} wird gerundet auf 0, was -Infinity ergibt</translation>
    </message>
    <message>
      <source>Log of {block_name} (Softmax) is -Infinity for a probability that rounds to 0</source>
      <translation>Log von {block_name} (Softmax): Eine auf 0 gerundete Wahrscheinlichkeit ergibt -Infinity</translation>
    </message>
    <message>
      <source>Log of {name} (Sigmoid) is -Infinity for x below -{end}, where the Sigmoid rounds to 0</source>
      <translation>Log von {name} (Sigmoid): Für x unter -{end} wird gerundet auf 0, was -Infinity ergibt</translation>
    </message>
    <message>
      <source>Log scale</source>
      <translation>Log-Skala</translation>
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
      <source>Look at W step by step. Does each step go downhill?</source>
      <translation>Betrachten Sie W Schritt für Schritt. Geht jeder Schritt bergab?</translation>
    </message>
    <message>
      <source>Look at b step by step. Which block changes b, and which block runs it?</source>
      <translation>Betrachten Sie b Schritt für Schritt. Welcher Block ändert b, und welcher Block führt ihn aus?</translation>
    </message>
    <message>
      <source>Lookup tables</source>
      <translation>Nachschlagetabellen</translation>
    </message>
    <message>
      <source>Loss</source>
      <translation>Verlust</translation>
    </message>
    <message>
      <source>Loss or prediction</source>
      <translation>Verlust oder Vorhersage</translation>
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
      <source>Make a {kind} loop: {name}</source>
      <translation>{kind}-Schleife bilden: {name}</translation>
    </message>
    <message>
      <source>Make composite</source>
      <translation>Verbund bilden</translation>
    </message>
    <message>
      <source>Make exercise</source>
      <translation>Übung erstellen</translation>
    </message>
    <message>
      <source>Make exercise...</source>
      <translation>Übung erstellen...</translation>
    </message>
    <message>
      <source>Make gradient editable</source>
      <translation>Gradient bearbeitbar machen</translation>
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
      <source>Make {name} from {count}</source>
      <translation>{name} aus {count} bilden</translation>
    </message>
    <message>
      <source>Manual</source>
      <translation>Handbuch</translation>
    </message>
    <message>
      <source>Math</source>
      <translation>Mathematik</translation>
    </message>
    <message>
      <source>MatrixSetDiag: diagonal must have the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiag braucht Diagonalen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>MatrixSetDiagV3: diagonal must have the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiagV3 braucht Elemente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>MatrixSolveLs has a gradient only if fast is true</source>
      <translation>MatrixSolveLs hat nur einen Gradienten, wo fast true ist</translation>
    </message>
    <message>
      <source>Maximum steps per second</source>
      <translation>Höchstzahl der Schritte pro Sekunde</translation>
    </message>
    <message>
      <source>Mean cross entropy of logits [n, classes] and labels [n]. Feed the labels as class indices. If a Softmax is selected, its logits are used.</source>
      <translation>Mittlere Kreuzentropie von Logits [n, classes] und Labels [n]. Die Labels werden als Klassenindizes eingespeist. Ist ein Softmax gewählt, werden seine Logits verwendet.</translation>
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
      <source>Measuring...</source>
      <translation>Messe ...</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>Speicher</translation>
    </message>
    <message>
      <source>Merge changes of the file</source>
      <translation>Änderungen der Datei zusammenführen</translation>
    </message>
    <message>
      <source>Merge conflicts</source>
      <translation>Merge-Konflikte</translation>
    </message>
    <message>
      <source>MergeSummary: input {index} is not a serialized summary</source>
      <translation>MergeSummary: die Eingabe {index} ist keine serialisierte Zusammenfassung</translation>
    </message>
    <message>
      <source>MergeSummary: the tag {tag} occurs more than once</source>
      <translation>MergeSummary: das Tag {tag} kommt mehr als einmal vor</translation>
    </message>
    <message>
      <source>MergeV2Checkpoints needs at least one checkpoint</source>
      <translation>MergeV2Checkpoints braucht mindestens einen Checkpoint</translation>
    </message>
    <message>
      <source>Merged the changes of {name}</source>
      <translation>Änderungen von {name} zusammengeführt</translation>
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
      <source>MirrorPadGrad: the paddings {row} are too large for axis {axis} of size {size} ({attrs})</source>
      <translation>MirrorPadGrad: Die Paddings {row} sind zu groß für die Achse {axis} der Größe {size} ({attrs})</translation>
    </message>
    <message>
      <source>Missing inputs or values: {unfinished:,}</source>
      <translation>Fehlende Eingänge oder Werte: {unfinished:,}</translation>
    </message>
    <message>
      <source>Models (*.pb *.pbtxt *.onnx)</source>
      <translation>Modelle (*.pb *.pbtxt *.onnx)</translation>
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
      <source>Move reroute points</source>
      <translation>Knicke verschieben</translation>
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
      <source>Move {text} to {endpoint}</source>
      <translation>{text} zu {endpoint} verschieben</translation>
    </message>
    <message>
      <source>Move {text} {picture}</source>
      <translation>{text} verschieben: {picture}</translation>
    </message>
    <message>
      <source>Moved {count} into a composite with {inputs} and {outputs}. Press Enter to open the composite</source>
      <translation>{count} in einen Verbund mit {inputs} und {outputs} verschoben. Enter öffnet den Verbund</translation>
    </message>
    <message>
      <source>Multiply 60 factors of 0.6. The logarithm helps: 60 * log10(0.6) = -13.3.</source>
      <translation>Multiplizieren Sie 60 Faktoren von 0,6. Der Logarithmus hilft: 60 * log10(0,6) = -13,3.</translation>
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
      <source>Mute the ignored stops, remove the ignored custom gradients, and add a StopGradient at each new stop</source>
      <translation>Ignorierte Stopps stummschalten, ignorierte benutzerdefinierte Gradienten entfernen und an jedem neuen Stopp ein StopGradient einfügen</translation>
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
      <source>NaN or infinite gradient, starting at {broken}</source>
      <translation>NaN oder unendlicher Gradient ab {broken}</translation>
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
      <source>No block has that name. Use the arrow keys to choose a similar block.</source>
      <translation>Kein Block heißt so. Wählen Sie mit den Pfeiltasten einen ähnlichen Block.</translation>
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
      <source>No exponential overflows</source>
      <translation>Kein Exponential läuft über</translation>
    </message>
    <message>
      <source>No gradient</source>
      <translation>Kein Gradient</translation>
    </message>
    <message>
      <source>No gradient flows back to the inputs: {not_differentiable}.</source>
      <translation>Zu den Eingängen fließt kein Gradient zurück: {not_differentiable}.</translation>
    </message>
    <message>
      <source>No gradient flows back.</source>
      <translation>Kein Gradient fließt zurück.</translation>
    </message>
    <message>
      <source>No gradient passes through a rounding block. It needs a second path from w to weights.</source>
      <translation>Durch einen Rundungsblock geht kein Gradient. Er braucht einen zweiten Weg von w zu weights.</translation>
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
      <source>No pins yet. Add an {kind} block.</source>
      <translation>Noch keine Pins. Fügen Sie einen Block {kind} hinzu.</translation>
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
      <source>No promoted values. Right-click a value of a block inside the composite and choose “Promote”.</source>
      <translation>Keine hochgestuften Werte. Klicken Sie mit der rechten Taste auf einen Wert eines Blocks im Verbund und wählen Sie „Am Block zeigen“.</translation>
    </message>
    <message>
      <source>No ready-made softmax is used</source>
      <translation>Kein fertiger Softmax wird verwendet</translation>
    </message>
    <message>
      <source>No recent diagrams. Open one or start a lesson.</source>
      <translation>Keine zuletzt geöffneten Diagramme. Öffnen Sie eines oder beginnen Sie eine Lektion.</translation>
    </message>
    <message>
      <source>No steps yet</source>
      <translation>Noch keine Schritte</translation>
    </message>
    <message>
      <source>No timings of this page yet. Press Measure.</source>
      <translation>Noch keine Zeiten dieser Seite. Drücken Sie „Messen“.</translation>
    </message>
    <message>
      <source>No value is carried over, so all iterations get the same inputs. Choose an input that receives an output of the previous iteration.</source>
      <translation>Kein Wert wird weitergereicht, also bekommen alle Iterationen dieselben Eingänge. Wählen Sie einen Eingang, der einen Ausgang der vorigen Iteration bekommt.</translation>
    </message>
    <message>
      <source>No variables or placeholders</source>
      <translation>Keine Variablen oder Platzhalter</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
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
      <source>Nothing here can be differentiated. Wire a float32 Variable or Const to a block such as Mean or Sum to see its gradient.</source>
      <translation>Hier lässt sich nichts ableiten. Verbinden Sie eine Variable oder Const vom dtype float32 mit einem Block wie Mean oder Sum, um ihren Gradienten zu sehen.</translation>
    </message>
    <message>
      <source>Nothing is selected.</source>
      <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
      <source>Nothing to differentiate</source>
      <translation>Nichts zum Ableiten</translation>
    </message>
    <message>
      <source>Nothing to differentiate on this page. Select a scalar and press D.</source>
      <translation>Auf dieser Seite gibt es nichts abzuleiten. Wählen Sie einen Skalar und drücken Sie D.</translation>
    </message>
    <message>
      <source>Nothing was measured at this pin in this step</source>
      <translation>In diesem Schritt wurde an diesem Pin nichts gemessen</translation>
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
      <source>Number of parallel runs. One run per core is fastest</source>
      <translation>Anzahl gleichzeitiger Läufe. Einer je Kern ist am schnellsten</translation>
    </message>
    <message>
      <source>Number of seeds, such as 5 for seeds 1 to 5, or a list, such as 3,7</source>
      <translation>Anzahl der Seeds, etwa 5 für die Seeds 1 bis 5, oder eine Liste wie 3,7</translation>
    </message>
    <message>
      <source>Number of steps</source>
      <translation>Wie viele Schritte</translation>
    </message>
    <message>
      <source>Number of steps of a new run</source>
      <translation>Schritte eines neuen Laufs</translation>
    </message>
    <message>
      <source>ONNX models (*.onnx)</source>
      <translation>ONNX-Modelle (*.onnx)</translation>
    </message>
    <message>
      <source>OUT (the file to write) is missing</source>
      <translation>OUT (die zu schreibende Datei) fehlt</translation>
    </message>
    <message>
      <source>OUT: expected a file name that ends in {SUFFIX}, got {name}</source>
      <translation>OUT: Dateiname mit der Endung {SUFFIX} erwartet, {name} erhalten</translation>
    </message>
    <message>
      <source>OUT: files that end in {suffix} cannot be written</source>
      <translation>OUT: Dateien mit der Endung {suffix} können nicht geschrieben werden</translation>
    </message>
    <message>
      <source>OUT: {name} needs a file extension, which selects the format</source>
      <translation>OUT: {name} braucht eine Dateiendung, die das Format bestimmt</translation>
    </message>
    <message>
      <source>On the canvas, mark all changes since the selected run</source>
      <translation>Auf der Zeichenfläche alle Änderungen seit dem gewählten Lauf markieren</translation>
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
      <source>Only w and c, the discriminator's variables, get a gradient. The StopGradient “given_fake” keeps the gradient away from the generator.</source>
      <translation>Nur w und c, die Variablen des Diskriminators. Der Stopp given_fake hält den Gradienten vom Generator fern.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Open a model and combine its repeated layers into one loop block</source>
      <translation>Ein Modell öffnen und seine wiederholten Schichten zu einem Schleifenblock zusammenfassen</translation>
    </message>
    <message>
      <source>Open a task that checks your work</source>
      <translation>Eine Aufgabe öffnen, die Ihre Lösung prüft</translation>
    </message>
    <message>
      <source>Open an ONNX model or a TensorFlow graph as a diagram</source>
      <translation>Ein ONNX-Modell oder einen TensorFlow-Graphen als Diagramm öffnen</translation>
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
      <source>Open diagram or model...</source>
      <translation>Diagramm oder Modell öffnen...</translation>
    </message>
    <message>
      <source>Open diagrams</source>
      <translation>Offene Diagramme</translation>
    </message>
    <message>
      <source>Open exercise</source>
      <translation>Übung öffnen</translation>
    </message>
    <message>
      <source>Open exercise...</source>
      <translation>Übung öffnen...</translation>
    </message>
    <message>
      <source>Open model with grouped layers</source>
      <translation>Modell mit gruppierten Schichten öffnen</translation>
    </message>
    <message>
      <source>Open model with grouped layers...</source>
      <translation>Modell mit gruppierten Schichten öffnen...</translation>
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
      <source>Page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Pair</source>
      <translation>Koppeln</translation>
    </message>
    <message>
      <source>Pair with an assistant...</source>
      <translation>Mit einem Assistenten koppeln...</translation>
    </message>
    <message>
      <source>Pair with an assistant?</source>
      <translation>Mit einem Assistenten koppeln?</translation>
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
      <source>ParallelConcat needs a shape with all sizes known</source>
      <translation>ParallelConcat braucht eine Form mit allen Größen</translation>
    </message>
    <message>
      <source>ParallelConcat needs values of shape {shape_text}, got {shape_text2} at index {i}</source>
      <translation>ParallelConcat braucht Werte der Form {shape_text}, erhalten: {shape_text2} am Index {i}</translation>
    </message>
    <message>
      <source>ParallelConcat: the result has {shapes} rows, one per value, but shape is {shape_text}</source>
      <translation>ParallelConcat macht {shapes} Zeilen aus seinen Werten, shape ist {shape_text}</translation>
    </message>
    <message>
      <source>ParseExample: feature {key_text} is requested twice</source>
      <translation>ParseExample wird zweimal nach dem Merkmal {key_text} gefragt</translation>
    </message>
    <message>
      <source>Parsing</source>
      <translation>Parsen</translation>
    </message>
    <message>
      <source>Parts of the start diagram</source>
      <translation>Teile des Startdiagramms</translation>
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
      <source>Play</source>
      <translation>Abspielen</translation>
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
      <source>Points</source>
      <translation>Punkte</translation>
    </message>
    <message>
      <source>Points: {points:g}</source>
      <translation>Punkte: {points:g}</translation>
    </message>
    <message>
      <source>Position of {name}</source>
      <translation>Position von {name}</translation>
    </message>
    <message>
      <source>Pow: integers cannot be raised to a negative power, but y contains a negative exponent</source>
      <translation>Pow: y hat einen negativen Exponenten: ganze Zahlen haben keine negativen Potenzen</translation>
    </message>
    <message>
      <source>Predict first: a step changes W by +0.1 times the gradient of the loss, not by -0.1 times. What happens to the loss?</source>
      <translation>Erst vorhersagen: Ein Schritt ändert W um +0,1 mal den Gradienten des Verlusts, nicht um -0,1 mal. Was geschieht mit dem Verlust?</translation>
    </message>
    <message>
      <source>Predict first: all weights of a residual block y = x + F(x) are 0. What does the block return?</source>
      <translation>Erst vorhersagen: Alle Gewichte eines Residualblocks y = x + F(x) sind 0. Was gibt der Block zurück?</translation>
    </message>
    <message>
      <source>Predict first: in each iteration, the gradient becomes about 0.6 times as large. What is the factor for 60 iterations?</source>
      <translation>Erst vorhersagen: In jeder Iteration wird der Gradient etwa 0,6-mal so groß. Welcher Faktor gilt für 60 Iterationen?</translation>
    </message>
    <message>
      <source>Predict first: what is the derivative of the rounded value with respect to w at w = 0.3?</source>
      <translation>Erst vorhersagen: Was ist die Ableitung des gerundeten Werts nach w bei w = 0,3?</translation>
    </message>
    <message>
      <source>Predict first: without a stop, which variables does the Minimize block change?</source>
      <translation>Erst vorhersagen: Welche Variablen ändert der Block Minimize ohne Stopp?</translation>
    </message>
    <message>
      <source>Predict first: you subtract 5 from every element of a row. How does the softmax of the row change?</source>
      <translation>Erst vorhersagen: Sie ziehen 5 von jedem Element einer Zeile ab. Wie ändert sich der Softmax der Zeile?</translation>
    </message>
    <message>
      <source>Preference categories</source>
      <translation>Kategorien der Einstellungen</translation>
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
      <source>Press Ctrl+Shift+P to find any command, or ? to see all shortcuts.</source>
      <translation>Strg+Umschalt+P findet jeden Befehl, ? zeigt alle Tastenkürzel.</translation>
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
      <source>Press G to turn on the gradient view</source>
      <translation>G schaltet die Gradientenansicht ein</translation>
    </message>
    <message>
      <source>Press Tab, double-click or right-click the empty page, or drag from the Blocks panel</source>
      <translation>Tab drücken, doppelt oder rechts ins Leere klicken oder aus dem Bereich Blöcke ziehen</translation>
    </message>
    <message>
      <source>PreventGradient blocks the gradient</source>
      <translation>PreventGradient lässt den Gradienten nicht durch</translation>
    </message>
    <message>
      <source>PreventGradient blocks the gradient: {reason}</source>
      <translation>PreventGradient lässt den Gradienten nicht durch: {reason}</translation>
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
      <source>PriorityQueue needs the shape of at least one component in addition to the priority</source>
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
      <source>Proposed by {name}</source>
      <translation>Vorgeschlagen von {name}</translation>
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
      <source>Python code depends on the value of a tensor: a branch, a loop, an index or a shape</source>
      <translation>Python-Code hängt vom Wert eines Tensors ab: eine Verzweigung, eine Schleife, ein Index oder eine Form</translation>
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
      <source>Qr: if full_matrices is true, the gradient requires a known input shape with no more rows than columns</source>
      <translation>Qr hat keinen Gradienten, wo full_matrices Spalten an q anfügt oder anfügen könnte: geben Sie dem Eingang eine Form</translation>
    </message>
    <message>
      <source>QuantizeV2: max_range must not be below min_range</source>
      <translation>QuantizeV2 braucht max_range ab min_range</translation>
    </message>
    <message>
      <source>QuantizedConcat needs at least two tensors</source>
      <translation>QuantizedConcat braucht zwei oder mehr Tensoren</translation>
    </message>
    <message>
      <source>QuantizedConv2D: dilations must be 1, got {attrs}</source>
      <translation>QuantizedConv2D hat keine dilations, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>QuantizedConv2D: the strides for height and width must be equal, got {attrs}</source>
      <translation>QuantizedConv2D braucht einen Stride für Höhe und Breite, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>QuantizedMul: cannot broadcast x {shape_text} and y {shape_text2}</source>
      <translation>QuantizedMul kann x {shape_text} und y {shape_text2} nicht zusammen broadcasten</translation>
    </message>
    <message>
      <source>Question</source>
      <translation>Frage</translation>
    </message>
    <message>
      <source>Question: 60 factors</source>
      <translation>Frage: 60 Faktoren</translation>
    </message>
    <message>
      <source>Question: a shifted row</source>
      <translation>Frage: eine verschobene Zeile</translation>
    </message>
    <message>
      <source>Question: the derivative of rounding</source>
      <translation>Frage: die Ableitung des Rundens</translation>
    </message>
    <message>
      <source>Question: the sign of a step</source>
      <translation>Frage: das Vorzeichen eines Schritts</translation>
    </message>
    <message>
      <source>Question: variables that change</source>
      <translation>Frage: Variablen, die sich ändern</translation>
    </message>
    <message>
      <source>Question: weights of zero</source>
      <translation>Frage: Gewichte null</translation>
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
      <source>Ragged tensors</source>
      <translation>Ragged-Tensoren</translation>
    </message>
    <message>
      <source>RaggedGather: OUTPUT_RAGGED_RANK must be {shapes}, got {wanted}</source>
      <translation>RaggedGather macht hier {shapes} unregelmäßige Dimensionen, nicht {wanted}</translation>
    </message>
    <message>
      <source>RaggedGather: row {wrong} is out of range, because there are {size} rows</source>
      <translation>RaggedGather: die Zeile {wrong} gibt es nicht, es gibt {size}</translation>
    </message>
    <message>
      <source>RaggedRange: deltas must not be 0</source>
      <translation>RaggedRange: deltas dürfen nicht 0 sein</translation>
    </message>
    <message>
      <source>RaggedRange: starts, limits and deltas must be finite, and deltas must not be too small</source>
      <translation>RaggedRange braucht endliche Zahlen und Schritte, die nicht zu klein sind</translation>
    </message>
    <message>
      <source>RaggedRange: starts, limits and deltas must have the same length, got {join}</source>
      <translation>RaggedRange braucht ebenso viele starts wie limits und deltas, bekommt aber {join}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: default_value must broadcast to the shape {shape_text} of one element of values, got shape {shape_text2}</source>
      <translation>RaggedTensorToTensor: default_value muss sich auf die Form {shape_text} eines Elements von values erweitern lassen, hat aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: row_partition_types must be ROW_SPLITS, or FIRST_DIM_SIZE and then VALUE_ROWIDS, got {kind}</source>
      <translation>RaggedTensorToTensor braucht ROW_SPLITS, oder FIRST_DIM_SIZE und dann VALUE_ROWIDS, bekommt aber {kind}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: row_partition_types must have one type per row partition ({shapes}), got {kinds}</source>
      <translation>RaggedTensorToTensor braucht für jede Zeilenaufteilung einen Typ, {shapes}, bekommt aber {kinds}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: shape must be a vector or -1, got {tolist}</source>
      <translation>RaggedTensorToTensor braucht einen Vektor an shape oder -1, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the result has {axes} axes, but shape has {sizes} sizes</source>
      <translation>RaggedTensorToTensor macht einen Tensor mit {axes} Achsen, aber shape hat {sizes} Größen</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the row partition of {kind} must be {what}, got shape {shape_text}</source>
      <translation>RaggedTensorToTensor braucht {what} für {kind}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the sizes in shape must be -1 or more, got {min}</source>
      <translation>RaggedTensorToTensor braucht Größen ab -1 an shape, bekommt aber {min}</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: values of shape {shape_text} do not match shape {tolist}</source>
      <translation>RaggedTensorToTensor: Werte der Form {shape_text} passen nicht in {tolist}</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>Zufall</translation>
    </message>
    <message>
      <source>Random feeds</source>
      <translation>Zufällige Eingaben</translation>
    </message>
    <message>
      <source>Random seed of the next run</source>
      <translation>Startwert der Zufallszahlen des nächsten Laufs</translation>
    </message>
    <message>
      <source>Random, stateless</source>
      <translation>Zufall, zustandslos</translation>
    </message>
    <message>
      <source>Random, with a generator</source>
      <translation>Zufall, mit Generator</translation>
    </message>
    <message>
      <source>RandomPoisson: rates must be finite and 0 or more</source>
      <translation>RandomPoisson braucht endliche Raten ab 0</translation>
    </message>
    <message>
      <source>Range: cannot go from {first} to {last} in steps of {step}</source>
      <translation>Range kann nicht in Schritten von {step} von {first} nach {last} gehen</translation>
    </message>
    <message>
      <source>Range: delta must not be 0</source>
      <translation>Range: delta darf nicht 0 sein</translation>
    </message>
    <message>
      <source>Range: the sequence from {first} to {last} in steps of {step} is too long</source>
      <translation>Range von {first} bis {last} in Schritten von {step} hat zu viele Zahlen</translation>
    </message>
    <message>
      <source>Reaches</source>
      <translation>Erreicht</translation>
    </message>
    <message>
      <source>ReaderReadUpTo: num_records must be 0 or more, got {count}</source>
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
      <source>Recurrent cells</source>
      <translation>Rekurrente Zellen</translation>
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
      <source>RefSelect has {shapes} inputs, so input {int} does not exist</source>
      <translation>RefSelect hat {shapes} Eingänge, keinen mit dem Index {int}</translation>
    </message>
    <message>
      <source>Reject</source>
      <translation>Ablehnen</translation>
    </message>
    <message>
      <source>Reject proposal</source>
      <translation>Vorschlag ablehnen</translation>
    </message>
    <message>
      <source>Reload</source>
      <translation>Neu laden</translation>
    </message>
    <message>
      <source>Reload "{name}" and discard your changes?</source>
      <translation>„{name}“ neu laden und Ihre Änderungen verwerfen?</translation>
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
      <source>Remark of the import</source>
      <translation>Anmerkung des Imports</translation>
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
      <source>Remove check</source>
      <translation>Prüfung entfernen</translation>
    </message>
    <message>
      <source>Remove color from {what}</source>
      <translation>Farbe von {what} entfernen</translation>
    </message>
    <message>
      <source>Remove custom gradient</source>
      <translation>Benutzerdefinierten Gradienten entfernen</translation>
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
      <source>Remove wire</source>
      <translation>Draht entfernen</translation>
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
      <source>Remove {count:,} wires</source>
      <translation>{count:,} Drähte entfernen</translation>
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
      <source>Remove {pin} from {name}</source>
      <translation>{pin} aus {name} entfernen</translation>
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
      <source>Repair a training loop</source>
      <translation>Eine Trainingsschleife reparieren</translation>
    </message>
    <message>
      <source>Repeat the selected run with the same pages, seed and steps, and compare the results bit by bit</source>
      <translation>Den gewählten Lauf mit denselben Seiten, Startwert und Schritten wiederholen und die Ergebnisse bitweise vergleichen</translation>
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
      <source>Replace {instance} with a {kind} loop that runs {name}</source>
      <translation>{instance} durch eine {kind}-Schleife mit {name} ersetzen</translation>
    </message>
    <message>
      <source>Replay</source>
      <translation>Wiedergabe</translation>
    </message>
    <message>
      <source>Requantize: requested_output_max must be at least requested_output_min = {low}, got {high}</source>
      <translation>Requantize braucht requested_output_max ab requested_output_min = {low}, bekommt aber {high}</translation>
    </message>
    <message>
      <source>Requantize: {pin} must be 0 or less, got {low}</source>
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
      <source>Reset the variables and run as many steps as last time. The Runs panel keeps earlier runs</source>
      <translation>Die Variablen zurücksetzen und so viele Schritte wie beim letzten Mal ausführen. Der Bereich Läufe bewahrt jeden Lauf auf</translation>
    </message>
    <message>
      <source>Reset the variables and run the chosen number of steps with the chosen seed</source>
      <translation>Die Variablen zurücksetzen und die gewählte Zahl von Schritten mit dem gewählten Seed ausführen</translation>
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
      <source>Reshape {what} to [{size}, 1]</source>
      <translation>{what} zu [{size}, 1] umformen</translation>
    </message>
    <message>
      <source>Residual block</source>
      <translation>Residualblock</translation>
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
      <source>Restore the variable values of this step. If an edit does not fit these values, undo the edit first</source>
      <translation>Die Variablenwerte dieses Schritts wiederherstellen. Machen Sie Änderungen, die nicht dazu passen, zuerst rückgängig</translation>
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
      <source>Restored as a new diagram, with {edits}. "{name}" was not changed.</source>
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
      <source>Restored {done:,} of {count:,} edits. The remaining edits cannot be read.</source>
      <translation>{done:,} von {count:,} Änderungen wiederhergestellt. Die übrigen Änderungen sind nicht lesbar.</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>Ergebnis</translation>
    </message>
    <message>
      <source>Results</source>
      <translation>Ergebnisse</translation>
    </message>
    <message>
      <source>Results equal those of the solution</source>
      <translation>Ergebnisse gleichen denen der Lösung</translation>
    </message>
    <message>
      <source>Results of the gradient check</source>
      <translation>Ergebnisse der Gradientenprüfung</translation>
    </message>
    <message>
      <source>ReverseSequence: seq_lengths must have the size of axis {batch} ({shape}), got {count}</source>
      <translation>ReverseSequence braucht je Index entlang der Achse {batch} eine Länge, {shape} Stück, bekommt aber {count}</translation>
    </message>
    <message>
      <source>Rewrite {block} with epsilon inside the square root</source>
      <translation>{block} mit Epsilon unter der Wurzel schreiben</translation>
    </message>
    <message>
      <source>Right answer</source>
      <translation>Richtige Antwort</translation>
    </message>
    <message>
      <source>Right-click a pin or a StopGradient to see what would change if the gradient stopped there or passed through.</source>
      <translation>Rechtsklick auf einen Pin oder ein StopGradient zeigt, was sich änderte, wenn der Gradient dort stoppte oder durchginge.</translation>
    </message>
    <message>
      <source>Roll: axis and shift must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>Roll: axis und shift müssen dieselbe Form haben, haben aber {shape_text} und {shape_text2}</translation>
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
      <source>Run 120 steps and compare prediction with x. The check uses other numbers than the page. If training is unstable, reduce the change in each iteration.</source>
      <translation>Führen Sie 120 Schritte aus und vergleichen Sie prediction mit x. Die Prüfung verwendet andere Zahlen als die Seite. Wenn das Training instabil ist, verringern Sie die Änderung in jeder Iteration.</translation>
    </message>
    <message>
      <source>Run 200 steps and look at the loss. It must fall below 0.007.</source>
      <translation>Führen Sie 200 Schritte aus und betrachten Sie den Verlust. Er muss unter 0,007 sinken.</translation>
    </message>
    <message>
      <source>Run 300 steps. If the loss is not near 0, one of the three parts is still wrong.</source>
      <translation>Führen Sie 300 Schritte aus. Wenn der Verlust nicht nahe 0 ist, ist einer der drei Teile noch falsch.</translation>
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
      <source>Run the page again to see the values inside this instance. A run records only the instance that is open</source>
      <translation>Die Seite noch einmal ausführen, um die Werte in dieser Instanz zu sehen. Ein Lauf zeichnet nur die geöffnete Instanz auf</translation>
    </message>
    <message>
      <source>Run the page to measure the change.</source>
      <translation>Seite ausführen, um die Änderung zu messen.</translation>
    </message>
    <message>
      <source>Run the page to see results</source>
      <translation>Seite ausführen, um Ergebnisse zu sehen</translation>
    </message>
    <message>
      <source>Run the page to see the iterations of {names}</source>
      <translation>Seite ausführen, um die Iterationen von {names} zu sehen</translation>
    </message>
    <message>
      <source>Run the page to see the values</source>
      <translation>Seite ausführen, um die Werte zu sehen</translation>
    </message>
    <message>
      <source>Run the page with each combination of chosen values and seeds, in parallel</source>
      <translation>Die Seite mit jeder Kombination gewählter Werte und Seeds parallel ausführen</translation>
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
      <source>Runs a given number of times in sequence, for example, for a stack of layers or a fixed-point iteration.</source>
      <translation>Läuft eine feste Anzahl von Malen nacheinander, zum Beispiel als Stapel von Schichten oder als Fixpunktiteration.</translation>
    </message>
    <message>
      <source>Runs are kept in {folder}</source>
      <translation>Läufe werden in {folder} aufbewahrt</translation>
    </message>
    <message numerus="yes">
      <source>Runs are limited to {n:,} steps per second</source>
      <translation>
        <numerusform>Läufe sind auf {n} Schritt pro Sekunde begrenzt</numerusform>
        <numerusform>Läufe sind auf {n:,} Schritte pro Sekunde begrenzt</numerusform>
      </translation>
    </message>
    <message>
      <source>Runs cannot be saved: {fault}. Unsaved runs will be lost when you close the window</source>
      <translation>Läufe können nicht gespeichert werden: {fault}. Nicht gespeicherte Läufe gehen verloren, wenn Sie das Fenster schließen</translation>
    </message>
    <message>
      <source>Runs of the sweep</source>
      <translation>Läufe des Sweeps</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis, for example, to run a recurrent network over time.</source>
      <translation>Läuft einmal je Element entlang der ersten Achse, zum Beispiel für ein rekurrentes Netz über die Zeit.</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis. No value is carried between iterations.</source>
      <translation>Läuft einmal je Element entlang der ersten Achse. Zwischen Iterationen wird kein Wert weitergereicht.</translation>
    </message>
    <message>
      <source>Runs show one of every {n:,} steps</source>
      <translation>Läufe zeigen jeden {n:,}. Schritt</translation>
    </message>
    <message>
      <source>Runs while a condition holds. The condition is a separate composite.</source>
      <translation>Läuft, solange eine Bedingung gilt. Die Bedingung ist ein eigener Verbund.</translation>
    </message>
    <message>
      <source>S1 and S2</source>
      <translation>S1 und S2</translation>
    </message>
    <message>
      <source>S1, S2, T1 and T2</source>
      <translation>S1, S2, T1 und T2</translation>
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
      <source>Save exercise</source>
      <translation>Übung speichern</translation>
    </message>
    <message>
      <source>Save exercise...</source>
      <translation>Übung speichern...</translation>
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
      <source>Save the diagram as a different file, or close the file in the other window first.</source>
      <translation>Das Diagramm als andere Datei speichern oder die Datei zuerst im anderen Fenster schließen.</translation>
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
      <source>Saved {name}. The panel checks the solution</source>
      <translation>{name} wurde gespeichert. Die Lösung wird im Bereich geprüft</translation>
    </message>
    <message>
      <source>Saved {path}</source>
      <translation>{path} gespeichert</translation>
    </message>
    <message>
      <source>Saving {path}...</source>
      <translation>Speichere {path}...</translation>
    </message>
    <message>
      <source>ScalarSummary: tags and values must have equal shapes, got {shape_text} and {shape_text2}</source>
      <translation>ScalarSummary braucht für jedes Tag einen Wert, bekommt aber die Formen {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Scan of opset 8, which runs over batches, is not supported</source>
      <translation>Scan von Opset 8, über Batches, ist nicht bekannt</translation>
    </message>
    <message>
      <source>Scope of the block</source>
      <translation>Geltungsbereich des Blocks</translation>
    </message>
    <message>
      <source>Scope pins</source>
      <translation>Scope-Pins</translation>
    </message>
    <message>
      <source>Scroll the wheel, or pinch</source>
      <translation>Mausrad drehen oder zwei Finger spreizen</translation>
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
      <source>SegmentAverages: segments must have the shape {shape_text}, got {shape_text2}</source>
      <translation>SegmentAverages braucht Segmente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>SegmentMeanGrad: {pin} must be {text}, got shape {shape_text}</source>
      <translation>SegmentMeanGrad: {pin} muss {text} sein, hat aber die Form {shape_text}</translation>
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
      <source>Select the check box to plot this run's curves</source>
      <translation>Ankreuzen, um die Kurven dieses Laufs zu zeichnen</translation>
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
      <source>Set custom gradient {name}</source>
      <translation>Benutzerdefinierten Gradienten {name} festlegen</translation>
    </message>
    <message>
      <source>Set speed</source>
      <translation>Tempo einstellen</translation>
    </message>
    <message>
      <source>Set the initial value of the Variable to 3.0</source>
      <translation>Setzen Sie den Anfangswert der Variable auf 3.0</translation>
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
      <source>Settings will be lost when you close the window: {path} {why}</source>
      <translation>Einstellungen gehen verloren, wenn Sie das Fenster schließen: {path} {why}</translation>
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
      <source>Show how this composite differs from the version in its block library</source>
      <translation>Zeigen, wie sich dieser Verbund von seiner Blockbibliothek unterscheidet</translation>
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
      <source>Show step by step how the page was made</source>
      <translation>Schritt für Schritt zeigen, wie die Seite entstanden ist</translation>
    </message>
    <message>
      <source>Show the blocks inside the selected instance (Enter or double-click)</source>
      <translation>Die Blöcke in der gewählten Instanz zeigen (Enter oder Doppelklick)</translation>
    </message>
    <message>
      <source>Show the composite (Shift+G)</source>
      <translation>Verbund zeigen (Umschalt+G)</translation>
    </message>
    <message>
      <source>Show the current gradient</source>
      <translation>Den aktuellen Gradienten zeigen</translation>
    </message>
    <message>
      <source>Show the difference between the current gradient and the what-if gradient</source>
      <translation>Den Unterschied zwischen dem jetzigen Gradienten und dem Was-wäre-wenn-Gradienten zeigen</translation>
    </message>
    <message>
      <source>Show the gradient composite (Shift+G)</source>
      <translation>Gradientenverbund zeigen (Umschalt+G)</translation>
    </message>
    <message>
      <source>Show the gradient composite of the selected instance or of the open composite, or go back to the composite</source>
      <translation>Den Gradientenverbund der ausgewählten Instanz oder des geöffneten Verbunds zeigen, oder zum Verbund zurückkehren</translation>
    </message>
    <message>
      <source>Show the gradient of loss (G). Where does it stop on the way to W?</source>
      <translation>Zeigen Sie den Gradienten von loss an (G). Wo endet er auf dem Weg zu W?</translation>
    </message>
    <message>
      <source>Show the gradient on the canvas</source>
      <translation>Gradient auf der Zeichenfläche zeigen</translation>
    </message>
    <message>
      <source>Show the lines of Python that save a PyTorch model as a diagram</source>
      <translation>Die Python-Zeilen zeigen, die ein PyTorch-Modell als Diagramm speichern</translation>
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
      <source>Show wire as tag</source>
      <translation>Draht als Marke zeigen</translation>
    </message>
    <message>
      <source>Since last save</source>
      <translation>Seit dem Speichern</translation>
    </message>
    <message>
      <source>Since the diagram was created</source>
      <translation>Seit das Diagramm angelegt wurde</translation>
    </message>
    <message>
      <source>Since the last save</source>
      <translation>Seit dem letzten Speichern</translation>
    </message>
    <message>
      <source>Slice cannot take {size} elements from index {begin} along axis {axis} of size {end}</source>
      <translation>Slice kann ab Index {begin} keine {size} Elemente entlang der Achse {axis} der Größe {end} nehmen</translation>
    </message>
    <message>
      <source>Slice: begin must be from 0 to {last} along axis {axis}, got {begin}</source>
      <translation>Slice: begin muss entlang Achse {axis} zwischen 0 und {last} liegen, ist aber {begin}</translation>
    </message>
    <message>
      <source>Slice: size must be 0 or more, or -1, along axis {axis}, got {size}</source>
      <translation>Slice: size muss entlang der Achse {axis} mindestens 0 oder -1 sein, ist aber {size}</translation>
    </message>
    <message>
      <source>Small CNN</source>
      <translation>Kleines CNN</translation>
    </message>
    <message>
      <source>SoftmaxCrossEntropyWithLogits: expected matrices [batch, classes], got {texts}</source>
      <translation>SoftmaxCrossEntropyWithLogits braucht Matrizen [batch, classes], bekommt aber {texts}</translation>
    </message>
    <message>
      <source>Sometimes a value must count as a constant: a target, a sample, the opponent in a game. The gradient must not pass through it. The StopGradient block passes the value through and stops the gradient. Type stop into the search box of the Blocks panel, and drag StopGradient onto the wire to insert it.</source>
      <translation>Manchmal muss ein Wert als Konstante zählen: ein Ziel, eine Stichprobe, der Gegner in einem Spiel. Der Gradient darf dort nicht hindurch. Der Block StopGradient reicht den Wert weiter und hält den Gradienten an. Tippen Sie stop in das Suchfeld des Bereichs Blöcke und ziehen Sie StopGradient auf den Draht, um es einzufügen.</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Quelle</translation>
    </message>
    <message>
      <source>Sparse tensors</source>
      <translation>Dünn besetzte Tensoren</translation>
    </message>
    <message>
      <source>SparseConcat: sizes must be equal except along axis {axis}, got {shape_text} at index 0 and {shape_text2} at index {i}</source>
      <translation>SparseConcat: Die Größen müssen außer entlang der Achse {axis} gleich sein, erhalten: {shape_text} am Index 0 und {shape_text2} am Index {i}</translation>
    </message>
    <message>
      <source>SparseCross: all columns must have the same number of rows, got {rows} and {count}</source>
      <translation>SparseCross braucht Spalten mit gleich vielen Zeilen, bekommt aber {rows} und {count}</translation>
    </message>
    <message>
      <source>SparseCross: the features must be sorted by row</source>
      <translation>SparseCross: Die Merkmale müssen nach Zeilen sortiert sein</translation>
    </message>
    <message>
      <source>SparseCross: the number of combinations is too large</source>
      <translation>SparseCross gibt mehr Kombinationen, als gezählt werden können</translation>
    </message>
    <message>
      <source>SparseCross: the sizes in shapes must be 0 or more, got {shape_text}</source>
      <translation>SparseCross braucht Größen ab 0, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>SparseCross: {pin} must have as many tensors as indices ({sparse}), got {item}</source>
      <translation>SparseCross braucht ebenso viele {pin} wie Indizes, {sparse}, bekommt aber {item}</translation>
    </message>
    <message>
      <source>SparseDenseCwiseDiv: integers cannot be divided by zero, but dense contains a 0</source>
      <translation>SparseDenseCwiseDiv teilt durch dense, das eine Null enthält</translation>
    </message>
    <message>
      <source>SparseReshape: cannot reshape {given} to {wanted}: -1 is ambiguous next to a size of 0</source>
      <translation>SparseReshape kann die Form {given} nicht in die Form {wanted} bringen: neben einer Größe 0 könnte -1 alles sein</translation>
    </message>
    <message>
      <source>SparseReshape: input_shape must have {rank} sizes, one per index component, got {given}</source>
      <translation>SparseReshape braucht {rank} Größen an input_shape, eine für jede Zahl eines Index, bekommt aber {given}</translation>
    </message>
    <message>
      <source>SparseReshape: shape {given} has too many elements</source>
      <translation>SparseReshape kann die Elemente der Form {given} nicht zählen: zu viele</translation>
    </message>
    <message>
      <source>SparseReshape: the sizes in new_shape must be 0 or more, or -1 for one size, got {wanted}</source>
      <translation>SparseReshape braucht Größen ab 0 oder eine -1, bekommt aber {wanted}</translation>
    </message>
    <message>
      <source>SparseToDense: output_shape must have {rank} sizes, got shape {shape_text}</source>
      <translation>SparseToDense braucht {rank} Größen an output_shape, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>SparseToDense: output_shape must have {rank} sizes, one per index component, got {shape}</source>
      <translation>SparseToDense braucht {rank} Größen an output_shape, eine für jede Zahl eines Index, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>SparseToDense: sparse_values must have 1 value or one value per index ({count}), got {values}</source>
      <translation>SparseToDense braucht für jeden der {count} Indizes einen Wert oder einen für alle, bekommt aber {values}</translation>
    </message>
    <message>
      <source>Special functions</source>
      <translation>Spezielle Funktionen</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>Tempo</translation>
    </message>
    <message>
      <source>Split cannot divide axis {axis} of size {size} into {num} equal parts: shape {shape_text}</source>
      <translation>Split kann die Achse {axis} der Größe {size} nicht in {num} gleiche Teile teilen: Form {shape_text}</translation>
    </message>
    <message>
      <source>SplitV: the sizes must add up to {size} (the size along axis {axis}), got {parts}</source>
      <translation>SplitV braucht Größen, die zusammen {size} ergeben, die Größe entlang der Achse {axis}, bekommt aber {parts}</translation>
    </message>
    <message>
      <source>Squeeze removes only axes of size 1; axis {axis} of {shape_text} has size {shape}</source>
      <translation>Squeeze entfernt Achsen der Größe 1; die Achse {axis} von {shape_text} hat die Größe {shape}</translation>
    </message>
    <message>
      <source>Stable softmax</source>
      <translation>Stabiler Softmax</translation>
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
      <source>Stack: all values must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>Stack: Alle Werte müssen dieselbe Form haben; erwartet: {shape_text} am Index {i}, erhalten: {shape_text2}</translation>
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
      <source>Start with</source>
      <translation>Beginnen mit</translation>
    </message>
    <message>
      <source>Start with a new diagram</source>
      <translation>Mit einem neuen Diagramm beginnen</translation>
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
      <source>Status needs a value: wire the status of a ClientSession to it</source>
      <translation>Status braucht einen Wert: Verbinden Sie ihn mit dem Status einer ClientSession</translation>
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
      <source>Steps per second...</source>
      <translation>Schritte pro Sekunde...</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Stop checking</source>
      <translation>Prüfung abbrechen</translation>
    </message>
    <message>
      <source>Stop the run first</source>
      <translation>Den Lauf zuerst anhalten</translation>
    </message>
    <message>
      <source>Stop the run to go back to an earlier step</source>
      <translation>Den Lauf anhalten, um zu einem früheren Schritt zurückzugehen</translation>
    </message>
    <message>
      <source>Stop the selected run and keep its steps so far</source>
      <translation>Den gewählten Lauf stoppen und seine bisherigen Schritte behalten</translation>
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
      <source>Straight-through estimator</source>
      <translation>Straight-Through-Schätzer</translation>
    </message>
    <message>
      <source>Straight-through: pass the gradient to the inputs of the same shape</source>
      <translation>Durchreichen: den Gradienten an die Eingänge derselben Form weitergeben</translation>
    </message>
    <message>
      <source>StringJoin: all inputs must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>StringJoin: Alle Eingänge müssen dieselbe Form haben; erwartet: {shape_text} am Index {i}, erhalten: {shape_text2}</translation>
    </message>
    <message>
      <source>StringToNumber: cannot convert {wrong} to {short}</source>
      <translation>StringToNumber kann {wrong} nicht als {short} lesen</translation>
    </message>
    <message>
      <source>Strings</source>
      <translation>Zeichenketten</translation>
    </message>
    <message>
      <source>Students start with</source>
      <translation>Lernende beginnen mit</translation>
    </message>
    <message>
      <source>Substr: len must be 0 or more if pos is negative, got {taken}</source>
      <translation>Substr braucht len ab 0, wo pos negativ ist, bekommt aber {taken}</translation>
    </message>
    <message>
      <source>Substr: pos and len must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>Substr braucht pos und len gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>Substr: pos is outside the string {text} of length {total}, got {start}</source>
      <translation>Substr braucht pos im String {text} aus {total}, bekommt aber {start}</translation>
    </message>
    <message>
      <source>Subtract the maximum before {block}</source>
      <translation>Das Maximum vor {block} abziehen</translation>
    </message>
    <message>
      <source>Suppose that the StopGradient “given” let the gradient through. The means get a gradient either way.</source>
      <translation>Nehmen Sie an, given ließe den Gradienten durch. Die Mittelwerte bekommen so oder so einen Gradienten.</translation>
    </message>
    <message>
      <source>Svd: if full_matrices is true, the gradient requires known numbers of rows and columns that differ by at most 1</source>
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
      <source>Switch between forward and gradient</source>
      <translation>Zwischen Vorwärts und Gradient wechseln</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>Systemvorgabe</translation>
    </message>
    <message>
      <source>T1 and T2</source>
      <translation>T1 und T2</translation>
    </message>
    <message>
      <source>T2 is closer to the loss than T1. A stop between the two layers is too early. The gradient must still reach S1 and S2.</source>
      <translation>T2 ist näher am Verlust als T1. Ein Stopp zwischen den beiden Schichten kommt zu früh. Der Gradient muss weiterhin S1 und S2 erreichen.</translation>
    </message>
    <message>
      <source>Table</source>
      <translation>Tabelle</translation>
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
      <source>Target network: stop the teacher's gradient</source>
      <translation>Zielnetz: den Gradienten des Lehrers stoppen</translation>
    </message>
    <message>
      <source>Task</source>
      <translation>Aufgabe</translation>
    </message>
    <message>
      <source>Teal</source>
      <translation>Türkis</translation>
    </message>
    <message>
      <source>Tensor.{name} adds a backward hook, which a diagram cannot have</source>
      <translation>Tensor.{name} fügt einen Backward-Hook hinzu, den ein Diagramm nicht haben kann</translation>
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
      <source>The Changes panel lists them.</source>
      <translation>Der Bereich „Änderungen“ zeigt sie.</translation>
    </message>
    <message>
      <source>The GradientContract at Q records this rule: the gradient must not reach responsibility. Mute the block “given”, and the Problems panel reports the broken contract and the path of the gradient. Undo to restore the stop.</source>
      <translation>Der GradientContract an Q hält diese Regel fest: der Gradient darf responsibility nicht erreichen. Schalten Sie given stumm, und der Bereich Probleme meldet den gebrochenen Vertrag und den Weg des Gradienten. Rückgängig stellt den Stopp wieder her.</translation>
    </message>
    <message>
      <source>The GradientContract at loss_d would have reported this bug: the gradient must not reach scale and shift. To add a contract to any page, choose Create contract from current gradient in the Gradient menu.</source>
      <translation>Der GradientContract an loss_d hätte diesen Fehler gemeldet: der Gradient darf scale und shift nicht erreichen. Um einer Seite einen Vertrag hinzuzufügen, wählen Sie im Menü Gradient den Befehl Vertrag aus aktuellem Gradienten erstellen.</translation>
    </message>
    <message>
      <source>The NaN or infinite gradient at {block} starts at {path}{between}.</source>
      <translation>Der Gradient bei {block} ist NaN oder unendlich; das beginnt bei {path}{between}.</translation>
    </message>
    <message>
      <source>The Outline panel lists the blocks and wires of the page</source>
      <translation>Der Bereich Gliederung nennt Blöcke und Drähte der Seite</translation>
    </message>
    <message>
      <source>The Variable needs an initial value. Double-click the initvalues row in the block, type 3.0 and press Enter. The Inspector on the right shows the same value.</source>
      <translation>Die Variable braucht einen Anfangswert. Doppelklicken Sie im Block auf die Zeile initvalues, geben Sie 3.0 ein und drücken Sie die Eingabetaste. Der Inspektor rechts zeigt denselben Wert.</translation>
    </message>
    <message>
      <source>The attack moves every input a small step along the sign of the loss gradient. Training then lowers the loss for both the original and the attacked inputs.</source>
      <translation>Der Angriff verschiebt jede Eingabe ein wenig entlang dem Vorzeichen des Verlustgradienten. Das Training senkt dann den Verlust für die ursprünglichen und für die angegriffenen Eingaben.</translation>
    </message>
    <message>
      <source>The block draws new random values in each step. Set a seed to get the same values in every run.</source>
      <translation>Der Block zieht in jedem Schritt neue Zufallswerte. Mit einem Startwert sind die Werte in jedem Lauf gleich.</translation>
    </message>
    <message>
      <source>The block keeps its value between steps.</source>
      <translation>Der Block behält seinen Wert zwischen den Schritten.</translation>
    </message>
    <message>
      <source>The block modifies the variable wired to {writes}.</source>
      <translation>Der Block ändert die Variable, die an {writes} angeschlossen ist.</translation>
    </message>
    <message>
      <source>The block's name on this page</source>
      <translation>Der Name des Blocks auf dieser Seite</translation>
    </message>
    <message>
      <source>The blocks of {id} are now ordinary blocks</source>
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
      <source>The contract {contract} no longer covers {names}</source>
      <translation>Der Vertrag {contract} gilt nicht mehr für {names}</translation>
    </message>
    <message>
      <source>The contract {ids} is now checked after each edit. To drop a condition, remove its wire</source>
      <translation>Der Vertrag {ids} wird jetzt nach jeder Änderung geprüft. Um eine Bedingung zu streichen, entfernen Sie ihren Draht</translation>
    </message>
    <message>
      <source>The current gradient, written out as blocks</source>
      <translation>Der jetzige Gradient, als Blöcke ausgeschrieben</translation>
    </message>
    <message>
      <source>The data are as at the start</source>
      <translation>Die Daten sind wie am Anfang</translation>
    </message>
    <message>
      <source>The diagram has the gradients of the model: detach, no_grad and frozen parameters are kept.</source>
      <translation>Das Diagramm hat die Gradienten des Modells: detach, no_grad und eingefrorene Parameter bleiben erhalten.</translation>
    </message>
    <message>
      <source>The diagram of one of the runs was not kept</source>
      <translation>Das Diagramm eines der Läufe wurde nicht aufbewahrt</translation>
    </message>
    <message>
      <source>The diagram refers to files that do not exist on this computer. Where are the files now?</source>
      <translation>Das Diagramm verweist auf Dateien, die auf diesem Computer nicht existieren. Wo sind die Dateien jetzt?</translation>
    </message>
    <message>
      <source>The direction of the attack depends on W, but it passes through a StopGradient.</source>
      <translation>Die Richtung des Angriffs hängt von W ab, geht aber durch ein StopGradient.</translation>
    </message>
    <message>
      <source>The exercise page was closed.</source>
      <translation>Die Seite der Übung wurde geschlossen.</translation>
    </message>
    <message>
      <source>The exercise page was closed. Open {name} to continue.</source>
      <translation>Die Seite der Übung wurde geschlossen. Öffnen Sie {name}, um fortzufahren.</translation>
    </message>
    <message>
      <source>The file could not be reloaded. The open diagram was not changed. {lines_of}</source>
      <translation>Die Datei ist jetzt nicht lesbar. Das offene Diagramm wurde nicht geändert. {lines_of}</translation>
    </message>
    <message>
      <source>The file has changed since these edits, so the restored diagram opens as a new diagram.</source>
      <translation>Die Datei hat sich seit diesen Änderungen geändert, darum öffnet sich das wiederhergestellte Diagramm als neues Diagramm.</translation>
    </message>
    <message>
      <source>The file is open in another tab. Close that tab first.</source>
      <translation>Die Datei ist in einem anderen Tab offen. Schließen Sie zuerst diesen Tab.</translation>
    </message>
    <message>
      <source>The first teacher layer gets no gradient</source>
      <translation>Die erste Schicht des Lehrers bekommt keinen Gradienten</translation>
    </message>
    <message>
      <source>The first value of report must be 60, and the second between -2.5 and 2.5. Let the old state also reach the new state on a path that does not shrink it.</source>
      <translation>Der erste Wert von report muss 60 sein und der zweite zwischen -2,5 und 2,5. Lassen Sie den alten Zustand den neuen auch auf einem Weg erreichen, der ihn nicht verkleinert.</translation>
    </message>
    <message>
      <source>The formula could not be computed: {found}</source>
      <translation>Die Formel konnte nicht berechnet werden: {found}</translation>
    </message>
    <message>
      <source>The generator's variables, scale and shift, get a gradient, too. The generator would learn to make fakes that are easy to detect. Nothing fails, and no shape is wrong. The discriminator's loss even falls faster. A bug like this can take a week to find.</source>
      <translation>Auch die Variablen des Generators, scale und shift, bekommen einen Gradienten. Der Generator würde lernen, leicht erkennbare Fälschungen zu machen. Nichts schlägt fehl, und keine Form ist falsch. Der Verlust des Diskriminators sinkt sogar schneller. Nach so einem Fehler kann man eine Woche lang suchen.</translation>
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
      <source>The gradient flows around the stop, through the block “shifted” and back to x. One step has been run, so you can see how large the gradient is.</source>
      <translation>Der Gradient fließt um den Stopp herum, durch shifted und zurück zu x. Ein Schritt wurde ausgeführt, damit Sie sehen, wie groß der Gradient ist.</translation>
    </message>
    <message>
      <source>The gradient flows only through log_density. The softmax of the E step gets no gradient.</source>
      <translation>Der Gradient fließt nur durch log_density. Das Softmax des E-Schritts bekommt keinen Gradienten.</translation>
    </message>
    <message>
      <source>The gradient follows every path from the loss back to a variable.</source>
      <translation>Der Gradient folgt jedem Weg vom Verlust zurück zu einer Variablen.</translation>
    </message>
    <message>
      <source>The gradient is exactly that of the rounded weights</source>
      <translation>Der Gradient ist genau der der gerundeten Gewichte</translation>
    </message>
    <message>
      <source>The gradient must flow through the skip connection and through F. Nothing may stop or scale it.</source>
      <translation>Der Gradient muss durch die Skip-Verbindung und durch F fließen. Nichts darf ihn stoppen oder skalieren.</translation>
    </message>
    <message>
      <source>The gradient must not be NaN, and no StopGradient may be on the path from logits to exp.</source>
      <translation>Der Gradient darf nicht NaN sein, und auf dem Weg von logits zu exp darf kein StopGradient sein.</translation>
    </message>
    <message>
      <source>The gradient now passes through another gradient, so it contains a second derivative. The Gradient panel shows how the gradient with respect to W changes: W would also learn to weaken the attack, by making the gradient with respect to the inputs small. Adversarial training is not meant to do that.</source>
      <translation>Der Gradient geht nun durch einen anderen Gradienten und enthält deshalb eine zweite Ableitung. Der Bereich Gradient zeigt, wie sich der Gradient von W ändert: W lernte auch, den Angriff abzuschwächen, indem es den Gradienten nach den Eingaben klein macht. Das ist nicht der Zweck des adversariellen Trainings.</translation>
    </message>
    <message>
      <source>The gradient of the loss reaches W and b</source>
      <translation>Der Gradient des Verlusts erreicht W und b</translation>
    </message>
    <message>
      <source>The gradient of {name} is right</source>
      <translation>Der Gradient von {name} ist richtig</translation>
    </message>
    <message>
      <source>The gradient of {name} reaches the right blocks</source>
      <translation>Der Gradient von {name} erreicht die richtigen Blöcke</translation>
    </message>
    <message>
      <source>The gradient of {title} is correct</source>
      <translation>Der Gradient von {title} ist richtig</translation>
    </message>
    <message>
      <source>The gradient passes through the skip connections</source>
      <translation>Der Gradient geht durch die Skip-Verbindungen</translation>
    </message>
    <message>
      <source>The gradient points in the direction in which the loss grows most.</source>
      <translation>Der Gradient zeigt in die Richtung, in der der Verlust am stärksten wächst.</translation>
    </message>
    <message>
      <source>The gradient reaches W through both losses. It stops at the StopGradient “direction”, so the attack counts as a constant.</source>
      <translation>Der Gradient erreicht W durch beide Verluste. Er endet an direction, der Angriff zählt also als Konstante.</translation>
    </message>
    <message>
      <source>The gradient reaches the parameters W, a and b through both free energies. It stops at the StopGradient “sample”.</source>
      <translation>Der Gradient erreicht die Parameter W, a und b durch beide freien Energien. Er endet an sample.</translation>
    </message>
    <message>
      <source>The gradient reaches w</source>
      <translation>Der Gradient erreicht w</translation>
    </message>
    <message>
      <source>The gradient reaches, or does not</source>
      <translation>Der Gradient erreicht Blöcke oder nicht</translation>
    </message>
    <message>
      <source>The gradient survives 60 iterations</source>
      <translation>Der Gradient übersteht 60 Iterationen</translation>
    </message>
    <message>
      <source>The gradient treats the samples as data, although they were drawn with the model's weights.</source>
      <translation>Der Gradient behandelt die Stichproben als Daten, obwohl sie mit den Gewichten des Modells gezogen wurden.</translation>
    </message>
    <message>
      <source>The gradient with respect to the logits is right</source>
      <translation>Der Gradient nach den Logits ist richtig</translation>
    </message>
    <message>
      <source>The gradient with respect to w must equal the gradient with respect to weights. It must not be scaled or counted twice.</source>
      <translation>Der Gradient nach w muss gleich dem Gradienten nach weights sein. Er darf nicht skaliert oder doppelt gezählt werden.</translation>
    </message>
    <message>
      <source>The gradient would also reach {listed}.</source>
      <translation>Der Gradient erreichte auch {listed}.</translation>
    </message>
    <message>
      <source>The gradient would no longer reach {listed}.</source>
      <translation>Der Gradient erreichte {listed} nicht mehr.</translation>
    </message>
    <message>
      <source>The gradient would reach the same pins along different paths.</source>
      <translation>Der Gradient erreichte dieselben Pins auf anderen Pfaden.</translation>
    </message>
    <message>
      <source>The input pins have no dtype here. Choose a dtype in the Inspector, or enter the composite through an instance.</source>
      <translation>Die Eingangspins haben hier keinen dtype. Wählen Sie einen im Inspektor, oder öffnen Sie den Verbund über eine Instanz.</translation>
    </message>
    <message>
      <source>The learning rate must be a number</source>
      <translation>Die Lernrate muss eine Zahl sein</translation>
    </message>
    <message>
      <source>The lower part of the page repeats the attack without the sign: x + 2 dL/dx. It does this twice: with the StopGradient “raw_direction”, and without a stop.</source>
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
      <source>The network is a row of four blocks that compute F(x) = relu(x @ W1) @ W2. Each block makes its input smaller. The output and the gradient are nearly 0, and training changes nothing.
Make each of the four a residual block: y = x + F(x). Its skip connection passes the input forward and the gradient back, both unchanged. The four blocks are instances of the composite Block: one edit of the composite changes all four. Keep the names “x”, “output” and “loss”, the initial values of the weights and the training block.</source>
      <translation>Das Netz ist eine Reihe von vier Blöcken, die F(x) = relu(x @ W1) @ W2 berechnen. Jeder Block verkleinert seine Eingabe. Die Ausgabe und der Gradient sind fast 0, und das Training ändert nichts.
Machen Sie aus jedem der vier einen Residualblock: y = x + F(x). Seine Skip-Verbindung gibt die Eingabe vorwärts und den Gradienten rückwärts weiter, beide unverändert. Die vier Blöcke sind Instanzen des Verbunds Block: Eine Änderung des Verbunds ändert alle vier. Behalten Sie die Namen „x“, „output“ und „loss“, die Anfangswerte der Gewichte und den Trainingsblock bei.</translation>
    </message>
    <message>
      <source>The network learns</source>
      <translation>Das Netz lernt</translation>
    </message>
    <message>
      <source>The network learns to repeat numbers</source>
      <translation>Das Netz lernt, Zahlen zu wiederholen</translation>
    </message>
    <message>
      <source>The network may only use whole numbers as weights. The block “rounded” rounds the weights “w”. Run the page: it cannot be trained. Rounding is a step function, and no gradient gets through it.
Change the part between “w” and “weights”: “weights” must still be the rounded values of “w”, but its gradient must pass straight through to “w”, unchanged, as if nothing were rounded. Keep the names “w”, “weights” and “loss”, the data, the initial value of w and the training block. There is more than one way.</source>
      <translation>Das Netz darf nur ganze Zahlen als Gewichte verwenden. Der Block „rounded“ rundet die Gewichte „w“. Führen Sie die Seite aus: Sie lässt sich nicht trainieren. Runden ist eine Stufenfunktion, und kein Gradient kommt hindurch.
Ändern Sie den Teil zwischen „w“ und „weights“: „weights“ müssen weiterhin die gerundeten Werte von „w“ sein, aber ihr Gradient muss unverändert zu „w“ durchgehen, als wäre nichts gerundet. Behalten Sie die Namen „w“, „weights“ und „loss“, die Daten, den Anfangswert von w und den Trainingsblock bei. Es gibt mehr als einen Weg.</translation>
    </message>
    <message>
      <source>The next run starts with the variable values of step {steps:,}</source>
      <translation>Der nächste Lauf beginnt mit den Variablen von Schritt {steps:,}</translation>
    </message>
    <message>
      <source>The output for other data is right</source>
      <translation>Die Ausgabe für andere Daten ist richtig</translation>
    </message>
    <message>
      <source>The output for the given data is right</source>
      <translation>Die Ausgabe für die gegebenen Daten ist richtig</translation>
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
      <source>The plot could not be drawn: {found}</source>
      <translation>Das Diagramm konnte nicht gezeichnet werden: {found}</translation>
    </message>
    <message>
      <source>The plugin stays in use until you close the editor.</source>
      <translation>Das Plugin bleibt in Verwendung, bis Sie den Editor schließen.</translation>
    </message>
    <message>
      <source>The plugin's block types are available.</source>
      <translation>Die Blocktypen des Plugins sind verfügbar.</translation>
    </message>
    <message>
      <source>The plugin's code does not run until you enable the plugin.</source>
      <translation>Der Code des Plugins läuft erst, wenn Sie das Plugin aktivieren.</translation>
    </message>
    <message>
      <source>The probabilities of other data are right</source>
      <translation>Die Wahrscheinlichkeiten anderer Daten sind richtig</translation>
    </message>
    <message>
      <source>The probabilities of the given data are right</source>
      <translation>Die Wahrscheinlichkeiten der gegebenen Daten sind richtig</translation>
    </message>
    <message>
      <source>The recorded diagrams and curves will be lost.</source>
      <translation>Die aufgezeichneten Diagramme und Kurven gehen verloren.</translation>
    </message>
    <message>
      <source>The recording takes {size:,.1f} MB.</source>
      <translation>Die Aufzeichnung belegt {size:,.1f} MB.</translation>
    </message>
    <message>
      <source>The report follows the network</source>
      <translation>Der Bericht folgt dem Netz</translation>
    </message>
    <message>
      <source>The report must be computed from the network, as at the start.</source>
      <translation>Der Bericht muss wie am Anfang aus dem Netz berechnet werden.</translation>
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
      <source>The responsibilities depend on the same means that are being learned. A StopGradient called “given” makes them constants in the M step.</source>
      <translation>Die Zuständigkeiten hängen von denselben Mittelwerten ab, die gelernt werden. Ein StopGradient namens given macht sie im M-Schritt zu Konstanten.</translation>
    </message>
    <message>
      <source>The result of “exp” must not be infinite. Make the argument of exp smaller before you use it, by a different amount for each row.</source>
      <translation>Das Ergebnis von „exp“ darf nicht unendlich sein. Verkleinern Sie das Argument von exp, bevor Sie es verwenden, für jede Zeile um einen anderen Betrag.</translation>
    </message>
    <message>
      <source>The right number of {name} blocks is used</source>
      <translation>Die richtige Anzahl von {name}-Blöcken wird verwendet</translation>
    </message>
    <message>
      <source>The run continued an earlier run.</source>
      <translation>Der Lauf hat einen früheren Lauf fortgesetzt.</translation>
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
      <source>The run of {page} is at step {done:,}. Close stops it.</source>
      <translation>Der Lauf von {page} ist bei Schritt {done:,}. Schließen stoppt ihn.</translation>
    </message>
    <message>
      <source>The run produced no results. See the Problems panel</source>
      <translation>Der Lauf ergab keine Ergebnisse. Siehe Bereich Probleme</translation>
    </message>
    <message>
      <source>The runs of this page appear here, with their values and curves.</source>
      <translation>Die Läufe dieser Seite erscheinen hier mit ihren Werten und Kurven.</translation>
    </message>
    <message>
      <source>The runs will appear here and in the Runs panel.</source>
      <translation>Die Läufe erscheinen hier und im Bereich Läufe.</translation>
    </message>
    <message>
      <source>The sampled units (the block “visible”) pass through a StopGradient called “sample”.</source>
      <translation>Die gezogenen Einheiten, visible, gehen durch ein StopGradient namens sample.</translation>
    </message>
    <message>
      <source>The samples (the block “fake”) depend on the generator's variables scale and shift.</source>
      <translation>Die Stichproben, fake, hängen von den Variablen scale und shift des Generators ab.</translation>
    </message>
    <message>
      <source>The second teacher layer gets no gradient</source>
      <translation>Die zweite Schicht des Lehrers bekommt keinen Gradienten</translation>
    </message>
    <message>
      <source>The selected loss was deleted or has an error. Select a different loss in the Gradient panel.</source>
      <translation>Der gewählte Verlust wurde gelöscht oder hat einen Fehler. Wählen Sie im Bereich Gradient einen anderen.</translation>
    </message>
    <message>
      <source>The softmax of a row is exp(logits) divided by the sum of exp(logits). In float32, exp(89) is already infinite, and infinity / infinity is NaN. Run the page to see it.
Change the page so that “probabilities” is right for all logits, however large or small. Where the result was right before, it must stay the same. Use simple blocks, not a ready-made softmax. Keep the blocks “logits”, “probabilities” and “loss”, and use “exp” for the exponentials.</source>
      <translation>Der Softmax einer Zeile ist exp(logits) geteilt durch die Summe von exp(logits). In float32 ist schon exp(89) unendlich, und unendlich / unendlich ist NaN. Führen Sie die Seite aus, um das zu sehen.
Ändern Sie die Seite so, dass „probabilities“ für alle Logits richtig ist, wie groß oder klein sie auch sind. Wo das Ergebnis vorher richtig war, muss es gleich bleiben. Verwenden Sie einfache Blöcke und keinen fertigen Softmax. Behalten Sie die Blöcke „logits“, „probabilities“ und „loss“ bei, und verwenden Sie „exp“ für die Exponentiale.</translation>
    </message>
    <message>
      <source>The student learns from an unchanged teacher</source>
      <translation>Der Schüler lernt von einem unveränderten Lehrer</translation>
    </message>
    <message>
      <source>The sweep will stop: {done:,} of {count:,} runs are done.</source>
      <translation>Der Sweep hört auf: {done:,} von {count:,} Läufen sind fertig.</translation>
    </message>
    <message>
      <source>The target must come from the teacher network, and the data must be those of the page.</source>
      <translation>Das Ziel muss aus dem Lehrernetz kommen, und die Daten müssen die der Seite sein.</translation>
    </message>
    <message>
      <source>The trained weights are whole and right</source>
      <translation>Die trainierten Gewichte sind ganz und richtig</translation>
    </message>
    <message>
      <source>The values could not be computed: {fault}</source>
      <translation>Die Werte konnten nicht berechnet werden: {fault}</translation>
    </message>
    <message>
      <source>The variables were reset.</source>
      <translation>Die Variablen wurden zurückgesetzt.</translation>
    </message>
    <message>
      <source>The weights must be learned from the data of the page.</source>
      <translation>Die Gewichte müssen aus den Daten der Seite gelernt werden.</translation>
    </message>
    <message>
      <source>The weights of the imported model are in {folder} until you save the diagram.</source>
      <translation>Die Gewichte des importierten Modells liegen in {folder}, bis Sie das Diagramm speichern.</translation>
    </message>
    <message>
      <source>The work could not be checked.</source>
      <translation>Die Lösung konnte nicht geprüft werden.</translation>
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
      <source>There is no result yet. Run the page first</source>
      <translation>Es gibt noch kein Ergebnis. Führen Sie die Seite aus</translation>
    </message>
    <message>
      <source>There is no unsaved work to restore</source>
      <translation>Es gibt keine ungespeicherte Arbeit wiederherzustellen</translation>
    </message>
    <message>
      <source>There is nothing to delete: all composites are in use</source>
      <translation>Nichts zu löschen: alle Verbünde werden benutzt</translation>
    </message>
    <message>
      <source>There is nothing to move: the blocks are already laid out, or each block is in a separate frame</source>
      <translation>Nichts zu verschieben: die Blöcke sind schon angeordnet oder jeder ist in einem eigenen Rahmen</translation>
    </message>
    <message>
      <source>There is nothing to run: the page is empty. Add a block first</source>
      <translation>Es gibt nichts auszuführen: die Seite ist leer. Fügen Sie zuerst einen Block hinzu</translation>
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
      <source>This check is hidden.</source>
      <translation>Diese Prüfung ist verborgen.</translation>
    </message>
    <message>
      <source>This composite contains {blocks} and {wires}, and has {instances}.</source>
      <translation>Dieser Verbund enthält {blocks} und {wires} und hat {instances}.</translation>
    </message>
    <message>
      <source>This composite contains {blocks} and {wires}, and is the custom gradient of {owner}.</source>
      <translation>Dieser Verbund enthält {blocks} und {wires} und ist der benutzerdefinierte Gradient von {owner}.</translation>
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
      <source>This diagram without the unchecked parts</source>
      <translation>Dieses Diagramm ohne die abgewählten Teile</translation>
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
      <source>This page has no controls. Add a Control block to give one value to many blocks and adjust that value here.</source>
      <translation>Diese Seite hat keine Regler. Fügen Sie einen Control-Block hinzu, um vielen Blöcken einen Wert zu geben und diesen hier einzustellen.</translation>
    </message>
    <message>
      <source>This page has no notes.</source>
      <translation>Diese Seite hat keine Notizen.</translation>
    </message>
    <message>
      <source>This page is empty. You will draw w², run it, differentiate it and stop its gradient. Each step tells you what to do and notices when you have done it.
A number that can be learned is a Variable. Click the page, press Tab, type Variable and press Enter.</source>
      <translation>Diese Seite ist leer. Sie werden w² zeichnen, ausführen, ableiten und den Gradienten anhalten. Jeder Schritt sagt, was zu tun ist, und merkt, wann Sie es getan haben.
Eine Zahl, die gelernt werden kann, ist eine Variable. Klicken Sie auf die Seite, drücken Sie Tab, tippen Sie Variable und drücken Sie Enter.</translation>
    </message>
    <message>
      <source>This page should learn prediction = x @ W + b from the labels by gradient descent. It does not learn, because three parts of it are wrong.
Find and repair all three. Then the loss after 300 steps is nearly 0. You may replace blocks and add new ones. Keep the data, the names “W”, “b”, “prediction” and “loss”, and the initial values of W and b: they must be learned, not typed in.</source>
      <translation>Diese Seite soll prediction = x @ W + b aus den Labels durch Gradientenabstieg lernen. Sie lernt nicht, weil drei Teile falsch sind.
Finden und reparieren Sie alle drei. Dann ist der Verlust nach 300 Schritten fast 0. Sie dürfen Blöcke ersetzen und neue hinzufügen. Behalten Sie die Daten, die Namen „W“, „b“, „prediction“ und „loss“ und die Anfangswerte von W und b bei: Sie müssen gelernt und nicht eingetippt werden.</translation>
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
      <source>Tile: multiples must have one entry per axis of input ({shape}), got {multiples}</source>
      <translation>Tile braucht je Achse von input einen Eintrag von multiples, {shape} Stück, bekommt aber {multiples}</translation>
    </message>
    <message>
      <source>TileGrad: the sizes of dy must be multiples of {shape_text}, got {shape_text2}</source>
      <translation>TileGrad braucht Größen, die Vielfache von {shape_text} sind, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>Time and memory for each block</source>
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
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <source>To decide whether a unit fires, the page compares a random number with the unit's probability.</source>
      <translation>Um zu entscheiden, ob eine Einheit feuert, vergleicht die Seite eine Zufallszahl mit der Wahrscheinlichkeit der Einheit.</translation>
    </message>
    <message>
      <source>To keep both versions, save the diagram as a different file.</source>
      <translation>Speichern Sie das Diagramm als andere Datei, um beide Fassungen zu behalten.</translation>
    </message>
    <message>
      <source>To keep it running in the background, save the diagram first.</source>
      <translation>Speichern Sie zuerst das Diagramm, um den Lauf im Hintergrund fortzusetzen.</translation>
    </message>
    <message>
      <source>To show repeated layers as one block, use File &gt; Open model with grouped layers...</source>
      <translation>Datei &gt; Modell mit gruppierten Schichten öffnen... zeigt wiederholte Schichten als einen Block</translation>
    </message>
    <message>
      <source>Tolerance</source>
      <translation>Toleranz</translation>
    </message>
    <message>
      <source>Toolbar</source>
      <translation>Werkzeugleiste</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>Trainieren</translation>
    </message>
    <message>
      <source>Train on adversarial inputs without letting the gradient flow through the attack.</source>
      <translation>Mit angegriffenen Eingaben trainieren, ohne dass das Modell den Angriff zu formen lernt.</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>Training</translation>
    </message>
    <message>
      <source>Training reaches a loss near 0</source>
      <translation>Das Training erreicht einen Verlust nahe 0</translation>
    </message>
    <message>
      <source>Training reduces the loss</source>
      <translation>Das Training senkt den Verlust</translation>
    </message>
    <message>
      <source>Training reduces {name}</source>
      <translation>Das Training senkt {name}</translation>
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
      <source>TridiagonalMatMul: each diagonal must have one row and {size} columns, got {shape_text}</source>
      <translation>TridiagonalMatMul braucht Diagonalen aus einer Zeile und {size} Spalten, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Erneut versuchen</translation>
    </message>
    <message>
      <source>Try rows with very negative logits, and rows of very different size.</source>
      <translation>Probieren Sie Zeilen mit stark negativen Logits und Zeilen von sehr verschiedener Größe.</translation>
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
      <source>Turn the selected constants, or those in the selected instances, into variables. If nothing is selected, turn all weights into variables</source>
      <translation>Die gewählten Konstanten, oder die in gewählten Instanzen, zu Variablen machen. Ohne Auswahl alle Gewichte</translation>
    </message>
    <message>
      <source>Turn this page into a task with checks. The page is the solution</source>
      <translation>Diese Seite in eine Aufgabe mit Prüfungen verwandeln. Die Seite ist die Lösung</translation>
    </message>
    <message>
      <source>Turned off lint rule {rule}. To turn on all rules again, right-click in the Problems panel</source>
      <translation>Lint-Regel {rule} ausgeschaltet. Ein Rechtsklick im Bereich Probleme bietet an, alle Regeln wieder einzuschalten</translation>
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
      <source>Type your answer and press Enter</source>
      <translation>Antwort eingeben und Enter drücken</translation>
    </message>
    <message>
      <source>Unchanged: {name}</source>
      <translation>Unverändert: {name}</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Undo your changes to the data and to the variables.</source>
      <translation>Machen Sie Ihre Änderungen an den Daten und den Variablen rückgängig.</translation>
    </message>
    <message>
      <source>Undo your changes to the data and to w.</source>
      <translation>Machen Sie Ihre Änderungen an den Daten und an w rückgängig.</translation>
    </message>
    <message>
      <source>Undo your changes to the data.</source>
      <translation>Machen Sie Ihre Änderungen an den Daten rückgängig.</translation>
    </message>
    <message>
      <source>Undo your changes to x.</source>
      <translation>Machen Sie Ihre Änderungen an x rückgängig.</translation>
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
      <source>UnravelIndex needs at least one index</source>
      <translation>UnravelIndex braucht mindestens einen Index</translation>
    </message>
    <message>
      <source>UnravelIndex: dims must be 1 or more, got {tolist}</source>
      <translation>UnravelIndex braucht Größen ab 1, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>Unsaved changes will be lost.</source>
      <translation>Nicht gespeicherte Änderungen gehen verloren.</translation>
    </message>
    <message>
      <source>Unsaved edits to this file were found.</source>
      <translation>Es wurden nicht gespeicherte Änderungen an dieser Datei gefunden.</translation>
    </message>
    <message>
      <source>Unsaved edits will be lost.</source>
      <translation>Nicht gespeicherte Änderungen gehen verloren.</translation>
    </message>
    <message>
      <source>Unsaved work</source>
      <translation>Nicht gespeicherte Arbeit</translation>
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
      <source>Use a different seed for {block}</source>
      <translation>Anderen Startwert für {block} verwenden</translation>
    </message>
    <message>
      <source>Use a logarithmic scale, which shows only values above zero</source>
      <translation>Logarithmische Skala verwenden, die nur Werte über null zeigt</translation>
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
      <source>Vanishing gradient over 60 iterations</source>
      <translation>Verschwindender Gradient über 60 Iterationen</translation>
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
      <source>Variables have the values of step {steps:,}.</source>
      <translation>Die Variablen haben die Werte von Schritt {steps:,}.</translation>
    </message>
    <message>
      <source>Variables lost their values: {named}{more}.</source>
      <translation>Variablen haben ihre Werte verloren: {named}{more}.</translation>
    </message>
    <message>
      <source>Variables were reset.</source>
      <translation>Variablen wurden zurückgesetzt.</translation>
    </message>
    <message>
      <source>Variables, sorted by the change in their gradients</source>
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
      <source>W and b learn other labels together</source>
      <translation>W und b lernen gemeinsam andere Labels</translation>
    </message>
    <message>
      <source>W is learned</source>
      <translation>W wird gelernt</translation>
    </message>
    <message>
      <source>WGAN-GP</source>
      <translation>WGAN-GP</translation>
    </message>
    <message>
      <source>Waiting for an assistant</source>
      <translation>Wartet auf einen Assistenten</translation>
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
      <source>What should students do?</source>
      <translation>Was sollen die Lernenden tun?</translation>
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
      <source>What-if: ignore the custom gradient</source>
      <translation>Annahme: den benutzerdefinierten Gradienten ignorieren</translation>
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
      <source>What-if: restore the custom gradient</source>
      <translation>Annahme: den benutzerdefinierten Gradienten wiederherstellen</translation>
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
      <source>Where do you want to work?</source>
      <translation>Wo möchten Sie arbeiten?</translation>
    </message>
    <message>
      <source>Where3: condition must be a scalar, have one value per row, or have the shape of x, {shape_text}, got {shape_text2}</source>
      <translation>Where3 braucht eine Bedingung von der Form {shape_text} von x, aus einem Wert oder aus einem je Zeile; bekommen wird {shape_text2}</translation>
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
      <source>While returns only carried values: choose the input that receives {left} in the next iteration</source>
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
Arrow keys: choose a different pin. Enter: confirm</source>
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
      <source>Wires to distant Display blocks as tags</source>
      <translation>Drähte zu fernen Anzeigen als Marken</translation>
    </message>
    <message>
      <source>With respect to</source>
      <translation>Ableitung nach</translation>
    </message>
    <message>
      <source>With the stop in the right place, the loss falls more slowly, because only the student moves.</source>
      <translation>Mit dem Stopp an der richtigen Stelle sinkt der Verlust langsamer, weil sich nur der Schüler bewegt.</translation>
    </message>
    <message>
      <source>Without the stop, a second path appears, through max. Yet the Gradient panel shows that the gradient with respect to x does not change. The gradients that arrive at max add up to zero, because softmax stays the same if you add the same number to every element of a row. The stop saves work and states the intent. No result depends on it.</source>
      <translation>Ohne den Stopp erscheint ein zweiter Weg, durch max. Doch der Bereich Gradient zeigt, dass sich der Gradient von x nicht ändert. Die Gradienten, die bei max ankommen, ergeben zusammen null, denn Softmax bleibt gleich, wenn zu allen Elementen einer Zeile dieselbe Zahl addiert wird. Der Stopp spart Arbeit und zeigt, was gemeint ist. Kein Ergebnis hängt von ihm ab.</translation>
    </message>
    <message>
      <source>Without the stop, only the Cast block “visible” would also get a gradient. The gradient stops there anyway, because the Cast converts the result of a comparison, which has no derivative. So ignoring the stop does not change the gradients of the parameters. The stop still states the intent. It also protects the gradient if you add a straight-through estimator. The lower half of the page has a straight-through estimator without a stop: choose open_grad in the Gradient panel.</source>
      <translation>Ohne den Stopp bekäme nur der Cast-Block „visible“ zusätzlich einen Gradienten. Dort endet der Gradient ohnehin, denn der Cast wandelt das Ergebnis eines Vergleichs um, und ein Vergleich hat keine Ableitung. Den Stopp zu ignorieren ändert die Gradienten der Parameter also nicht. Der Stopp zeigt trotzdem, was gemeint ist. Er schützt den Gradienten auch dann, wenn Sie einen Straight-through-Schätzer einsetzen. Die untere Hälfte der Seite enthält einen Straight-through-Schätzer ohne Stopp: wählen Sie open_grad im Bereich Gradient.</translation>
    </message>
    <message>
      <source>Write as {dtype}: {values}</source>
      <translation>Als {dtype} schreiben: {values}</translation>
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
      <source>Your diagrams are still open. Save them now. If you report this error, include the details.</source>
      <translation>Ihre Diagramme sind noch offen. Speichern Sie sie jetzt. Fügen Sie die Einzelheiten bei, wenn Sie diesen Fehler melden.</translation>
    </message>
    <message>
      <source>Your edits cannot be protected from a crash ({why}). Save often.</source>
      <translation>Ihre Änderungen können nicht vor einem Absturz geschützt werden ({why}). Speichern Sie oft.</translation>
    </message>
    <message>
      <source>Your work has changed. Check it again.</source>
      <translation>Die Lösung wurde geändert. Prüfen Sie sie erneut.</translation>
    </message>
    <message>
      <source>Zero: return zeros for every input</source>
      <translation>Null: für jeden Eingang Nullen zurückgeben</translation>
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
      <source>Zoom to 100%</source>
      <translation>Zoom auf 100 %</translation>
    </message>
    <message>
      <source>a BMP cannot be decoded to 1 channel, only to 3 or 4</source>
      <translation>ein BMP hat 3 oder 4 Kanäle, 1 ist nicht zu haben</translation>
    </message>
    <message>
      <source>a CMYK JPEG cannot be decoded to grayscale</source>
      <translation>ein CMYK-JPEG lässt sich nicht in Graustufen dekodieren</translation>
    </message>
    <message>
      <source>a DType cannot be pickled. Pickle its name instead.</source>
      <translation>Ein DType wird nicht serialisiert; schreiben Sie seinen Namen</translation>
    </message>
    <message>
      <source>a Feed node has no kernel: the step supplies its value</source>
      <translation>ein Feed-Knoten hat keinen Kernel: Der Schritt liefert seinen Wert</translation>
    </message>
    <message>
      <source>a Fourier transform whose length differs from the size of the input is not supported</source>
      <translation>für eine Fourier-Transformation anderer Länge gibt es keinen Block</translation>
    </message>
    <message>
      <source>a GIF has 3 channels and cannot be decoded to {channels} channels</source>
      <translation>ein GIF hat 3 Kanäle, {channels} sind nicht zu haben</translation>
    </message>
    <message>
      <source>a JPEG cannot be decoded to 4 channels, only to 1 or 3</source>
      <translation>ein JPEG hat 1 oder 3 Kanäle, 4 sind nicht zu haben</translation>
    </message>
    <message>
      <source>a MutableDenseHashTable with keys of dtype {short} needs values of {names}, got {short2}</source>
      <translation>Eine MutableDenseHashTable mit Schlüsseln vom dtype {short} hat Werte vom dtype {names}, nicht {short2}</translation>
    </message>
    <message>
      <source>a Variable</source>
      <translation>eine Variable</translation>
    </message>
    <message>
      <source>a backslash followed by {value} is not a valid escape</source>
      <translation>ein Backslash vor {value} ist keine gültige Escape-Sequenz</translation>
    </message>
    <message>
      <source>a binary value has the unknown type {dtype}</source>
      <translation>Ein binärer Wert vom Typ {dtype} ist nicht bekannt</translation>
    </message>
    <message>
      <source>a block at one end of the wire is missing</source>
      <translation>ein Block an einem Ende des Drahts fehlt</translation>
    </message>
    <message>
      <source>a block is too short</source>
      <translation>ein Datenblock ist zu kurz</translation>
    </message>
    <message>
      <source>a block library must contain at least one composite</source>
      <translation>ein Paket enthält Verbunde, und dieses hat keine</translation>
    </message>
    <message>
      <source>a block rejects the values of its inputs</source>
      <translation>ein Block lehnt die Werte seiner Eingänge ab</translation>
    </message>
    <message>
      <source>a block that trains nothing cannot be expanded</source>
      <translation>ein Block, der nichts trainiert, kann nicht aufgelöst werden</translation>
    </message>
    <message>
      <source>a box contains a value that is not finite</source>
      <translation>Ein Kasten enthält einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
      <source>a brace is not closed</source>
      <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
      <source>a breakpoint needs a tensor output: select a block that has one</source>
      <translation>ein Haltepunkt braucht einen Tensorausgang: einen Block auswählen, der einen hat</translation>
    </message>
    <message>
      <source>a byte string (b'...') can contain only ASCII characters: write other bytes as \xff</source>
      <translation>Ein Text mit b vor den Anführungszeichen enthält nur ASCII: schreiben Sie andere Bytes als \xff</translation>
    </message>
    <message>
      <source>a byte string (b'...') cannot contain characters beyond \xff</source>
      <translation>Ein Text mit b vor den Anführungszeichen enthält kein Zeichen über \xff hinaus</translation>
    </message>
    <message>
      <source>a checkpoint can be given only for a TensorFlow model</source>
      <translation>ein Checkpoint gehört zu einem Modell von TensorFlow</translation>
    </message>
    <message>
      <source>a closing brace has no opening brace</source>
      <translation>eine schließende Klammer hat kein Gegenstück</translation>
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
      <source>a composite cannot have 'gradient' in a file of the format gradblocks/{major}</source>
      <translation>ein Verbund kann in einer Datei im Format gradblocks/{major} kein 'gradient' haben</translation>
    </message>
    <message>
      <source>a condition can have at most {LONGEST} characters, got {text}</source>
      <translation>eine Bedingung hat höchstens {LONGEST} Zeichen, diese {text}</translation>
    </message>
    <message>
      <source>a convolution must have 1 to 3 spatial axes, got {count}</source>
      <translation>eine Faltung muss 1 bis 3 räumliche Achsen haben, {count} erhalten</translation>
    </message>
    <message>
      <source>a dense tensor with {axes} axes cannot be broadcast to a sparse tensor of rank {rank}</source>
      <translation>Ein dichter Tensor mit {axes} Achsen kann nicht auf einen dünn besetzten gebroadcastet werden, dessen Indizes {rank} Zahlen haben</translation>
    </message>
    <message>
      <source>a derivative rule uses a value of a function around it, which is not supported</source>
      <translation>eine Ableitungsregel verwendet einen Wert der umgebenden Funktion, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>a diagram can have at most {MAX_BLOCKS} blocks</source>
      <translation>ein Diagramm kann höchstens {MAX_BLOCKS} Blöcke haben</translation>
    </message>
    <message>
      <source>a diagram can have at most {MAX_WIRES} wires</source>
      <translation>ein Diagramm kann höchstens {MAX_WIRES} Drähte haben</translation>
    </message>
    <message>
      <source>a diagram cannot store a separate initial value for {path}</source>
      <translation>ein Diagramm kann keinen eigenen Anfangswert für {path} enthalten</translation>
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
      <source>a file name must be a string</source>
      <translation>Der Name einer Datei ist ein Text</translation>
    </message>
    <message>
      <source>a filter with {rank} axes does not fit images with {rank2} axes</source>
      <translation>ein Filter mit {rank} Achsen passt nicht zu Bildern mit {rank2}</translation>
    </message>
    <message>
      <source>a folder on this computer</source>
      <translation>ein Ordner auf diesem Rechner</translation>
    </message>
    <message>
      <source>a function calls itself: {cycle}</source>
      <translation>hat eine Funktion, die sich selbst aufruft: {cycle}</translation>
    </message>
    <message>
      <source>a function calls itself: {shortened}</source>
      <translation>hat eine Funktion, die sich selbst aufruft: {shortened}</translation>
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
      <source>a loop has a gradient only after its composites have been built into the graph</source>
      <translation>eine Schleife hat erst dann einen Gradienten, wenn ihre Verbünde in den Graphen eingebaut sind</translation>
    </message>
    <message>
      <source>a mask whose number of elements depends on values</source>
      <translation>einer Maske, deren Anzahl von Elementen von Werten abhängt</translation>
    </message>
    <message>
      <source>a minibatch needs at least one sparse tensor</source>
      <translation>es gibt keinen dünn besetzten Tensor für einen Minibatch</translation>
    </message>
    <message>
      <source>a negative number raised to a fractional power has no real result</source>
      <translation>eine negative Zahl hoch einem Bruch hat kein reelles Ergebnis</translation>
    </message>
    <message>
      <source>a node reads an output of {shortened} that does not exist</source>
      <translation>liest einen Ausgang von {shortened}, den es nicht hat</translation>
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
      <source>a page with loops over composites and with invalid, muted or shared blocks cannot be written as a Python program</source>
      <translation>eine Seite mit Schleifen über Verbunde und mit fehlerhaften, stummgeschalteten oder geteilten Blöcken kann nicht als Python-Programm geschrieben werden</translation>
    </message>
    <message>
      <source>a picture or a web page that contains a diagram cannot be rewritten</source>
      <translation>Es ist ein Bild oder eine Webseite mit einem Diagramm und kann nicht neu geschrieben werden</translation>
    </message>
    <message>
      <source>a plain value</source>
      <translation>ein einfacher Wert</translation>
    </message>
    <message>
      <source>a reader needs a queue of strings, but {queue} has {names}</source>
      <translation>Ein Leser braucht eine Warteschlange von Strings, {queue} enthält {names}</translation>
    </message>
    <message>
      <source>a reader needs a queue whose elements are single strings</source>
      <translation>Ein Leser braucht eine Warteschlange, deren Elemente einzelne Strings sind</translation>
    </message>
    <message>
      <source>a scale or zero point with {rank} axes does not fit an input with {rank2} axes</source>
      <translation>eine Skala oder ein Nullpunkt mit {rank} Achsen passt nicht zu einem Eingang mit {rank2} Achsen</translation>
    </message>
    <message>
      <source>a scope</source>
      <translation>ein Geltungsbereich</translation>
    </message>
    <message>
      <source>a sequence can have at most {MOST_ITEMS} items, got {size}</source>
      <translation>eine Sequenz kann höchstens {MOST_ITEMS} Einträge haben, {size} erhalten</translation>
    </message>
    <message>
      <source>a shape depends on the value of a tensor</source>
      <translation>eine Form hängt vom Wert eines Tensors ab</translation>
    </message>
    <message>
      <source>a shape, [2, ?]</source>
      <translation>eine Form, [2, ?]</translation>
    </message>
    <message>
      <source>a size must be null, -1 or at least 0, got {size}</source>
      <translation>Eine Größe kann nicht {size} sein</translation>
    </message>
    <message>
      <source>a slice of shape {shape_text} at {begin} does not fit in a tensor of shape {shape_text2}</source>
      <translation>Ein Ausschnitt der Form {shape_text} ab {begin} passt nicht in einen Tensor der Form {shape_text2}</translation>
    </message>
    <message>
      <source>a stride must not be 0</source>
      <translation>Ein Stride kann nicht 0 sein</translation>
    </message>
    <message>
      <source>a string</source>
      <translation>eine Zeichenkette</translation>
    </message>
    <message>
      <source>a string contains control characters, which are not allowed if errors is strict</source>
      <translation>Ein String enthält Steuerzeichen, die replace_control_characters bei errors strict nicht erlaubt</translation>
    </message>
    <message>
      <source>a string in the {kind} {fault}</source>
      <translation>Ein Text unter {kind} {fault}</translation>
    </message>
    <message>
      <source>a string is malformed at byte {at}</source>
      <translation>Ein String ist ab seinem Byte {at} fehlerhaft</translation>
    </message>
    <message>
      <source>a string of the promoted value {name} {fault}</source>
      <translation>ein String des am Block gezeigten Werts {name} {fault}</translation>
    </message>
    <message>
      <source>a table can have at most {most_cells:,} cells: put the values into a file instead</source>
      <translation>eine Tabelle hat höchstens {most_cells:,} Zellen: die Werte stattdessen in eine Datei schreiben</translation>
    </message>
    <message>
      <source>a temporary variable has no value until one is assigned</source>
      <translation>eine temporäre Variable hat keinen Wert, bevor ihr etwas zugewiesen wird</translation>
    </message>
    <message>
      <source>a temporary variable needs a shape with all sizes known, got {shape_text}</source>
      <translation>Eine temporäre Variable braucht eine Form ohne unbekannte Größen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>a tensor</source>
      <translation>ein Tensor</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {rank} sizes</source>
      <translation>Eine Form aus {rank} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {shape} sizes</source>
      <translation>Eine Form aus {shape} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {wanted} sizes</source>
      <translation>Eine Form aus {wanted} Größen ist zu lang: ein Tensor hat höchstens {MAX_RANK} Achsen</translation>
    </message>
    <message>
      <source>a tensor can have at most {MOST_PARTS} slices, got {parts}</source>
      <translation>Ein Tensor kann höchstens {MOST_PARTS} Teile haben, sind aber {parts}</translation>
    </message>
    <message>
      <source>a tensor needs a name to be saved</source>
      <translation>Ein Tensor braucht einen Namen, unter dem er gespeichert wird</translation>
    </message>
    <message>
      <source>a tensor of shape {shape_text} cannot be broadcast to shape {shape_text2}</source>
      <translation>Ein Tensor der Form {shape_text} kann nicht auf {shape_text2} gebroadcastet werden</translation>
    </message>
    <message>
      <source>a tensor of shape {shape_text} cannot be summed to shape {shape_text2}</source>
      <translation>Ein Tensor der Form {shape_text} kann nicht zu {shape_text2} summiert werden</translation>
    </message>
    <message>
      <source>a tensor of shape {shape} is not an image: use numbers of shape [H,W], [H,W,C], [N,H,W] or [N,H,W,C]</source>
      <translation>ein Tensor der Form {shape} ist kein Bild: Zahlen der Form [H,W], [H,W,C], [N,H,W] oder [N,H,W,C] verwenden</translation>
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
      <source>a value is missing before a comma</source>
      <translation>vor einem Komma fehlt ein Wert</translation>
    </message>
    <message>
      <source>a value is too large for {dtype}</source>
      <translation>Ein Wert ist zu groß für {dtype}</translation>
    </message>
    <message>
      <source>a value of a graph has no place on a canvas</source>
      <translation>ein Wert eines Graphen hat keinen Platz auf einer Zeichenfläche</translation>
    </message>
    <message>
      <source>a value of a tensor is used as a Python number</source>
      <translation>ein Wert eines Tensors wird als Python-Zahl verwendet</translation>
    </message>
    <message>
      <source>a value of the Python type {name} cannot be stored in a diagram</source>
      <translation>Ein Wert vom Python-Typ {name} kann nicht in einem Diagramm stehen</translation>
    </message>
    <message>
      <source>a value of type {dtype} cannot be written as text</source>
      <translation>ein Wert vom Typ {dtype} kann nicht als Text geschrieben werden</translation>
    </message>
    <message>
      <source>a variable inside the composite could not be created</source>
      <translation>eine Variable darin könnte nicht angelegt werden</translation>
    </message>
    <message>
      <source>a variable needs a dtype or an initial value</source>
      <translation>Eine Variable braucht einen dtype oder einen Anfangswert</translation>
    </message>
    <message>
      <source>a variable of dtype {short} cannot hold values of dtype {name}</source>
      <translation>eine Variable vom Dtype {short} kann keine Werte vom Dtype {name} enthalten</translation>
    </message>
    <message>
      <source>a vector has one row: paste one row, or change the vector to a matrix first</source>
      <translation>ein Vektor hat eine Zeile: eine Zeile einfügen oder erst eine Matrix daraus machen</translation>
    </message>
    <message>
      <source>a window with {count} dimensions does not fit an input with {rank} axes</source>
      <translation>Fenster aus {count} Größen passen nicht zu etwas mit {rank} Achsen</translation>
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
      <source>a wire from {source} ends at the block {block}, which does not exist</source>
      <translation>ein Draht von {source} endet am Block {block}, den es nicht gibt</translation>
    </message>
    <message>
      <source>a wire in {canvas} sets the value for this page and for page {others}</source>
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
      <source>a {kind} with keys of dtype {short} needs values of dtype {names}, got {short2}</source>
      <translation>Ein {kind} mit Schlüsseln vom dtype {short} hat Werte vom dtype {names}, nicht {short2}</translation>
    </message>
    <message>
      <source>a {short} handle is created by a block and cannot be entered as text</source>
      <translation>Ein Handle vom Typ {short} wird von einem Block erzeugt und kann nicht als Text eingegeben werden</translation>
    </message>
    <message>
      <source>accumulators support float16, float32 and float64, not {short}</source>
      <translation>Akkumulatoren unterstützen float16, float32 und float64, nicht {short}</translation>
    </message>
    <message>
      <source>add "package": {"name": ..., "version": ..., "doc": ..., "licence": ...} to the diagram</source>
      <translation>Fügen Sie dem Diagramm "package": {"name": ..., "version": ..., "doc": ..., "licence": ...} hinzu</translation>
    </message>
    <message>
      <source>add a Cast block to change the dtype</source>
      <translation>fügen Sie einen Cast-Block hinzu, um den dtype zu ändern</translation>
    </message>
    <message>
      <source>add a Minimize block</source>
      <translation>fügen Sie einen Block Minimize hinzu</translation>
    </message>
    <message>
      <source>add a Reshape block that makes each example one row</source>
      <translation>fügen Sie einen Reshape-Block ein, der aus jedem Beispiel eine Zeile macht</translation>
    </message>
    <message>
      <source>add a SparseReorder block</source>
      <translation>fügen Sie einen SparseReorder-Block ein</translation>
    </message>
    <message>
      <source>add a default value, feed one by the block's name, or wire a FeedType to a session</source>
      <translation>fügen Sie einen Vorgabewert hinzu, speisen Sie einen Wert über den Namen des Blocks ein, oder schließen Sie ein FeedType an eine Sitzung an</translation>
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
      <source>add an InputPin of the same name</source>
      <translation>fügen Sie einen InputPin desselben Namens hinzu</translation>
    </message>
    <message>
      <source>add epsilon to the input: {name}({block_name} + epsilon)</source>
      <translation>Addieren Sie Epsilon zum Eingang: {name}({block_name} + epsilon)</translation>
    </message>
    <message>
      <source>add the name to --fetch</source>
      <translation>Fügen Sie es zu --fetch hinzu</translation>
    </message>
    <message>
      <source>added by you</source>
      <translation>von Ihnen hinzugefügt</translation>
    </message>
    <message>
      <source>align_corners and half_pixel_centers cannot both be true</source>
      <translation>align_corners und half_pixel_centers können nicht beide gesetzt sein: jedes setzt die Pixel anders</translation>
    </message>
    <message>
      <source>all elements are {element}</source>
      <translation>alle Elemente sind {element}</translation>
    </message>
    <message>
      <source>all inputs of the block</source>
      <translation>allen Eingängen des Blocks</translation>
    </message>
    <message>
      <source>all its inputs have a wire or a typed value</source>
      <translation>alle seine Eingänge haben einen Draht oder einen getippten Wert</translation>
    </message>
    <message>
      <source>all seeds</source>
      <translation>alle Seeds</translation>
    </message>
    <message>
      <source>all slices of the tensor {text} must have the same dtype and full shape</source>
      <translation>Alle Teile des Tensors {text} müssen denselben dtype und dieselbe Gesamtform haben</translation>
    </message>
    <message>
      <source>all variables are inside instances</source>
      <translation>alle Variablen sind in Instanzen</translation>
    </message>
    <message numerus="yes">
      <source>all {n:,} have a gradient</source>
      <translation>
        <numerusform>{n} hat einen Gradienten</numerusform>
        <numerusform>alle {n:,} haben einen Gradienten</numerusform>
      </translation>
    </message>
    <message>
      <source>alpha and beta must be integers if the inputs are integers, got {number}</source>
      <translation>alpha und beta müssen ganze Zahlen sein, wenn die Eingänge ganze Zahlen sind, {number} erhalten</translation>
    </message>
    <message>
      <source>an axis of size {size} cannot be split into {count} equal parts</source>
      <translation>eine Achse der Größe {size} wird nicht in {count} gleiche Teile geteilt</translation>
    </message>
    <message>
      <source>an elided value can be given back only in a whole page</source>
      <translation>ein ausgelassener Wert kann nur in einer ganzen Seite zurückgegeben werden</translation>
    </message>
    <message>
      <source>an elided value is only possible where the block has a value</source>
      <translation>ein ausgelassener Wert ist nur möglich, wo der Block einen Wert hat</translation>
    </message>
    <message>
      <source>an entry is longer than its block</source>
      <translation>ein Eintrag ist länger als sein Datenblock</translation>
    </message>
    <message>
      <source>an index can contain `...` only once</source>
      <translation>Ein Index enthält ... höchstens einmal</translation>
    </message>
    <message>
      <source>an index is out of range for an axis of size {size}</source>
      <translation>ein Index liegt außerhalb einer Achse der Größe {size}</translation>
    </message>
    <message>
      <source>an index must consist of integers, slices, None and ..., got {value}</source>
      <translation>Ein Index besteht aus ganzen Zahlen, Slices, None und ..., nicht {value}</translation>
    </message>
    <message>
      <source>an initial value</source>
      <translation>ein Anfangswert</translation>
    </message>
    <message>
      <source>an input of an ONNX model needs a known number of axes</source>
      <translation>Ein Eingang eines ONNX-Modells muss wissen, wie viele Achsen er hat</translation>
    </message>
    <message>
      <source>an input pin of a branch cannot be named 'predicate': Cond already has a pin with that name</source>
      <translation>Kein Eingangspin eines Zweigs kann 'predicate' heißen: Cond hat selbst einen</translation>
    </message>
    <message>
      <source>an instance of a composite can be used only on a page of a diagram</source>
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
      <source>an integer of {word} digits is too large for any dtype</source>
      <translation>eine ganze Zahl mit {word} Ziffern ist für jeden dtype zu groß</translation>
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
      <source>an operation must be an object with a string "op"</source>
      <translation>eine Operation muss ein Objekt mit einer Zeichenkette „op“ sein</translation>
    </message>
    <message>
      <source>an output of the inner graph has no value</source>
      <translation>ein Ausgang des inneren Graphen hat keinen Wert</translation>
    </message>
    <message>
      <source>an output pin of the body cannot be named 'rounds', because While already has a pin with that name</source>
      <translation>Kein Ausgangspin des Rumpfs kann 'rounds' heißen: While hat selbst einen</translation>
    </message>
    <message>
      <source>and {count:,} more</source>
      <translation>und {count:,} weitere</translation>
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
      <source>and {n:,} more lint warnings</source>
      <translation>
        <numerusform>und {n} weitere Lint-Warnung</numerusform>
        <numerusform>und {n:,} weitere Lint-Warnungen</numerusform>
      </translation>
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
      <source>another program changed the file, so it was not rewritten</source>
      <translation>Ein anderes Programm hat die Datei geändert, daher wurde sie nicht neu geschrieben</translation>
    </message>
    <message>
      <source>another program changed the file, so it was not written</source>
      <translation>ein anderes Programm hat die Datei geändert, daher wurde sie nicht geschrieben</translation>
    </message>
    <message>
      <source>another program is editing the file; try again</source>
      <translation>ein anderes Programm bearbeitet die Datei; versuchen Sie es noch einmal</translation>
    </message>
    <message>
      <source>another run is writing its checkpoints to this folder</source>
      <translation>ein anderer Lauf schreibt seine Checkpoints in diesen Ordner</translation>
    </message>
    <message>
      <source>another window has already restored or discarded these edits</source>
      <translation>ein anderes Fenster hat diese Änderungen schon wiederhergestellt oder verworfen</translation>
    </message>
    <message>
      <source>another window is paired: end pairing there first</source>
      <translation>ein anderes Fenster ist gekoppelt: beenden Sie zuerst dort die Kopplung</translation>
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
      <source>approx_top_k without aggregate_to_topk is not supported</source>
      <translation>approx_top_k ohne aggregate_to_topk hat keinen Block</translation>
    </message>
    <message>
      <source>argmax must be from 0 to {limit}, got {outside}</source>
      <translation>argmax muss in 0 ... {limit} liegen, ist aber {outside}</translation>
    </message>
    <message>
      <source>assertion failed: {value}</source>
      <translation>Behauptung verletzt: {value}</translation>
    </message>
    <message>
      <source>attribute {name}: its annotation must be one of {join}, got {plain}</source>
      <translation>Attribut {name}: die Annotation muss eine von {join} sein, nicht {plain}</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation>automatisch</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in a tensor with {rank} axes: {limits}</source>
      <translation>Achse {axis} gibt es in einem Tensor vom Rang {rank} nicht: {limits}</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in an array with {rank} axes</source>
      <translation>Achse {axis} gibt es in einem Array mit {rank} Achsen nicht</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in an input with {rank} axes</source>
      <translation>Achse {axis} ist keine der {rank} Achsen dessen, was er bekommt</translation>
    </message>
    <message>
      <source>axis {each} occurs twice in {list}</source>
      <translation>Achse {each} steht zweimal in {list}</translation>
    </message>
    <message>
      <source>axis {index} is removed by shrink_axis_mask, so its stride must be positive, got {stride}</source>
      <translation>shrink_axis_mask entfernt die Achse {index}, daher muss ihr Stride positiv sein, ist aber {stride}</translation>
    </message>
    <message>
      <source>b is learned</source>
      <translation>b wird gelernt</translation>
    </message>
    <message>
      <source>batch_dims is {batch}, but indices has only {indices} axes</source>
      <translation>batch_dims ist {batch}, aber indices haben nur {indices} Achsen</translation>
    </message>
    <message>
      <source>between two numbers, write {symbol} with spaces on both sides or on neither side</source>
      <translation>{symbol} zwischen zwei Zahlen hat auf beiden Seiten ein Leerzeichen oder auf keiner</translation>
    </message>
    <message>
      <source>block library</source>
      <translation>Blockbibliothek</translation>
    </message>
    <message>
      <source>block number {number}: 'id' is missing or not a string</source>
      <translation>Block Nummer {number} hat keine 'id' oder eine, die kein String ist</translation>
    </message>
    <message>
      <source>block type {name} is not available: {fault}</source>
      <translation>Es gibt keinen Blocktyp {name}: {fault}</translation>
    </message>
    <message>
      <source>both branches must return tensors of the same dtypes</source>
      <translation>beide Zweige müssen Tensoren derselben Dtypes liefern</translation>
    </message>
    <message>
      <source>bounding_boxes: expected values from 0 to 1, got {boxes}</source>
      <translation>Kästen werden in Anteilen des Bildes von 0 bis 1 angegeben; einer hat {boxes}</translation>
    </message>
    <message>
      <source>box_ind {wrong} is out of range for a batch of {count} images</source>
      <translation>box_ind {wrong} liegt außerhalb des Batches von {count} Bildern</translation>
    </message>
    <message>
      <source>build the LSTM from single blocks</source>
      <translation>bauen Sie das LSTM aus einzelnen Blöcken</translation>
    </message>
    <message>
      <source>built in</source>
      <translation>eingebaut</translation>
    </message>
    <message>
      <source>call it once before</source>
      <translation>rufen Sie es vorher einmal auf</translation>
    </message>
    <message>
      <source>call the module once before</source>
      <translation>rufen Sie das Modul vorher einmal auf</translation>
    </message>
    <message>
      <source>cannot be compiled: {splitlines}</source>
      <translation>kann nicht übersetzt werden: {splitlines}</translation>
    </message>
    <message>
      <source>cannot be created: {strerror}</source>
      <translation>lässt sich nicht anlegen: {strerror}</translation>
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
      <source>cannot be used</source>
      <translation>nicht benutzbar</translation>
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
      <source>cannot draw TensorFlow's random values in each iteration of a loop</source>
      <translation>kann TensorFlows Zufallswerte nicht in jeder Iteration einer Schleife ziehen</translation>
    </message>
    <message>
      <source>cannot draw {attrs} different classes, because range_max is {attrs2}</source>
      <translation>{attrs} verschiedene Klassen können nicht aus {attrs2} (range_max) gezogen werden</translation>
    </message>
    <message>
      <source>cannot draw {number} different classes: only {size} have a probability above 0</source>
      <translation>{number} verschiedene Klassen können nicht gezogen werden: nur {size} haben eine Wahrscheinlichkeit über 0</translation>
    </message>
    <message>
      <source>cannot look for the files {pattern}: this graph has no working folder</source>
      <translation>Die Dateien {pattern} können nicht gesucht werden: Dieser Graph hat keinen Arbeitsordner</translation>
    </message>
    <message>
      <source>cannot read the array {key}: {message}</source>
      <translation>das Array {key} kann nicht gelesen werden: {message}</translation>
    </message>
    <message>
      <source>cannot read the file {name}: the diagram was opened without a working folder</source>
      <translation>Die Datei {name} kann nicht gelesen werden: Das Diagramm wurde ohne Arbeitsordner geöffnet</translation>
    </message>
    <message>
      <source>cannot read the file {name}: this graph has no working folder</source>
      <translation>Die Datei {name} kann nicht gelesen werden: Dieser Graph hat keinen Arbeitsordner</translation>
    </message>
    <message>
      <source>cannot remove the file {name}: this graph has no working folder</source>
      <translation>Die Datei {name} kann nicht entfernt werden: Dieser Graph hat keinen Arbeitsordner</translation>
    </message>
    <message>
      <source>cannot remove the folder {name}: this graph has no working folder</source>
      <translation>Der Ordner {name} kann nicht entfernt werden: Dieser Graph hat keinen Arbeitsordner</translation>
    </message>
    <message>
      <source>cannot stop at {at}: this run does not compute it, and computing it would have side effects</source>
      <translation>Anhalten bei {at} ist nicht möglich: Dieser Lauf berechnet den Wert nicht, und ihn zu berechnen hätte Nebenwirkungen</translation>
    </message>
    <message>
      <source>cannot write the file {name}: this graph has no working folder</source>
      <translation>Die Datei {name} kann nicht geschrieben werden: Dieser Graph hat keinen Arbeitsordner</translation>
    </message>
    <message>
      <source>capacity must be -1, got {attrs}: a barrier cannot have a limit</source>
      <translation>capacity muss -1 sein, ist aber {attrs}: eine Barriere hat keine Grenze</translation>
    </message>
    <message>
      <source>carried between iterations</source>
      <translation>zwischen Iterationen weitergereicht</translation>
    </message>
    <message>
      <source>cast the integer operands to float instead</source>
      <translation>Wandeln Sie stattdessen die ganzzahligen Operanden mit Cast in float um</translation>
    </message>
    <message>
      <source>changes a variable twice in each iteration of a loop</source>
      <translation>ändert eine Variable in jeder Iteration einer Schleife zweimal</translation>
    </message>
    <message>
      <source>changes the shape of a variable on only one branch</source>
      <translation>ändert die Form einer Variable in nur einem Zweig</translation>
    </message>
    <message>
      <source>changes the shape of {name}: {text}</source>
      <translation>hat {name} der Form {text}</translation>
    </message>
    <message>
      <source>channels_last is not supported</source>
      <translation>seine Kanäle stehen am Ende</translation>
    </message>
    <message>
      <source>check that git is installed and works</source>
      <translation>prüfen Sie, ob git installiert ist und funktioniert</translation>
    </message>
    <message>
      <source>check that the file is complete and belongs to this page</source>
      <translation>Prüfen Sie, ob die Datei vollständig ist und zu dieser Seite gehört</translation>
    </message>
    <message>
      <source>choices must be a list, such as [0.1, 0.01]</source>
      <translation>die Möglichkeiten werden als Liste geschrieben, etwa [0.1, 0.01]</translation>
    </message>
    <message>
      <source>choose</source>
      <translation>wählen</translation>
    </message>
    <message>
      <source>choose Help &gt; Pair with an assistant... in the editor</source>
      <translation>wählen Sie im Editor Hilfe &gt; Mit einem Assistenten koppeln...</translation>
    </message>
    <message>
      <source>choose one pin of the block</source>
      <translation>einen Pin des Blocks wählen</translation>
    </message>
    <message>
      <source>choose which values to record</source>
      <translation>wählen, welche Werte aufgezeichnet werden</translation>
    </message>
    <message>
      <source>chooses among variables of different shapes</source>
      <translation>wählt aus Variablen verschiedener Formen</translation>
    </message>
    <message>
      <source>chooses at run time which variable it changes</source>
      <translation>wählt erst zur Laufzeit, welche Variable geändert wird</translation>
    </message>
    <message>
      <source>chooses in a loop which variable it changes</source>
      <translation>wählt in einer Schleife, welche Variable geändert wird</translation>
    </message>
    <message>
      <source>clear the selection to use all weights</source>
      <translation>die Auswahl aufheben, um alle Gewichte zu verwenden</translation>
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
      <source>color must have one value for each point (points: {points:,}, values: {colors:,})</source>
      <translation>color muss je Punkt einen Wert haben (Punkte: {points:,}, Werte: {colors:,})</translation>
    </message>
    <message>
      <source>column {column}: </source>
      <translation>Spalte {column}: </translation>
    </message>
    <message>
      <source>compares half-precision sums, which XLA may compute with higher precision</source>
      <translation>vergleicht Summen in halber Genauigkeit, die XLA genauer berechnen kann</translation>
    </message>
    <message>
      <source>components must have a first axis for the elements, got a scalar</source>
      <translation>components braucht eine erste Achse für die Elemente, ist aber ein Skalar</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>Verbund</translation>
    </message>
    <message>
      <source>conflict number {number}: 'at' does not refer to a part of a diagram</source>
      <translation>Der Konflikt Nummer {number} hat kein 'at', das zu etwas in einem Diagramm führt</translation>
    </message>
    <message>
      <source>contains branches or loops built from Switch and Merge blocks</source>
      <translation>hat Zweige oder Schleifen aus einzelnen Blöcken in seinem Rumpf</translation>
    </message>
    <message>
      <source>contents is not a JPEG, PNG, GIF or BMP image: {what}</source>
      <translation>contents ist kein JPEG, PNG, GIF oder BMP: {what}</translation>
    </message>
    <message>
      <source>continue with the same page and options, or choose another folder</source>
      <translation>setzen Sie mit derselben Seite und denselben Optionen fort oder wählen Sie einen anderen Ordner</translation>
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
      <source>convert the model to a {SUFFIX} file first, and then convert that file to {suffix}</source>
      <translation>Wandeln Sie es zuerst in eine {SUFFIX}-Datei um und diese dann in {suffix}</translation>
    </message>
    <message>
      <source>convert the module before it is scripted</source>
      <translation>wandeln Sie das Modul um, bevor es mit TorchScript übersetzt wird</translation>
    </message>
    <message>
      <source>converted: {names}</source>
      <translation>umgewandelt: {names}</translation>
    </message>
    <message>
      <source>converts real numbers to integers, and results out of range depend on the hardware</source>
      <translation>macht ganze Zahlen aus reellen, und außerhalb ihres Bereichs unterscheidet sich die Hardware</translation>
    </message>
    <message>
      <source>convolutions over {kernel} spatial axes are not supported</source>
      <translation>Bilder mit {kernel} Achsen werden nicht gefaltet</translation>
    </message>
    <message>
      <source>convolutions over {space} spatial axes are not supported</source>
      <translation>Bilder mit {space} Achsen werden nicht gefaltet</translation>
    </message>
    <message>
      <source>correct</source>
      <translation>richtig</translation>
    </message>
    <message>
      <source>currently {value}</source>
      <translation>derzeit {value}</translation>
    </message>
    <message>
      <source>custom gradient</source>
      <translation>benutzerdefinierter Gradient</translation>
    </message>
    <message>
      <source>custom gradient {text}</source>
      <translation>benutzerdefinierter Gradient {text}</translation>
    </message>
    <message>
      <source>custom gradient {title} cannot contain {display_name}: it has a state</source>
      <translation>der benutzerdefinierte Gradient {title} kann {display_name} nicht enthalten, weil der Block einen Zustand hat</translation>
    </message>
    <message>
      <source>custom gradient {title} contains custom gradients more than {DEEPEST} levels deep</source>
      <translation>der benutzerdefinierte Gradient {title} enthält mehr als {DEEPEST} Ebenen benutzerdefinierter Gradienten</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must be exactly one tensor</source>
      <translation>benutzerdefinierter Gradient {title}: grad_{name} muss genau ein Tensor sein</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must have the dtype {short} of {name2}, got {short2}</source>
      <translation>benutzerdefinierter Gradient {title}: grad_{name} muss den dtype {short} von {name2} haben, ist aber {short2}</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must have the shape {shape_text} of {name2}, got {shape_text2}</source>
      <translation>benutzerdefinierter Gradient {title}: grad_{name} muss die Form {shape_text} von {name2} haben, hat aber {shape_text2}</translation>
    </message>
    <message>
      <source>custom gradient {title}: {block}: {message}</source>
      <translation>benutzerdefinierter Gradient {title}: {block}: {message}</translation>
    </message>
    <message>
      <source>custom gradient {title}: {name} is not wired and has no default</source>
      <translation>benutzerdefinierter Gradient {title}: {name} ist nicht verbunden und hat keinen Standardwert</translation>
    </message>
    <message>
      <source>custom gradient: {name}</source>
      <translation>benutzerdefinierter Gradient: {name}</translation>
    </message>
    <message>
      <source>custom {error}</source>
      <translation>benutzerdefiniert {error}</translation>
    </message>
    <message>
      <source>declare a shape with null sizes at the InputPin</source>
      <translation>ein InputPin darf eine Form mit Größen null erklären</translation>
    </message>
    <message>
      <source>desktop entries exist only on Linux and BSD</source>
      <translation>Desktop-Einträge gibt es nur unter Linux und BSD</translation>
    </message>
    <message>
      <source>diagonal {number} does not exist in a matrix with {rows} rows and {columns} columns</source>
      <translation>Es gibt keine Diagonale {number} in einer Matrix mit {rows} Zeilen und {columns} Spalten</translation>
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
      <source>division by zero</source>
      <translation>Eine Division durch null hat kein Ergebnis</translation>
    </message>
    <message>
      <source>divisor_override and ceil_mode</source>
      <translation>divisor_override und ceil_mode</translation>
    </message>
    <message>
      <source>drag a number to change it, or double-click to type a value</source>
      <translation>zum Ändern an der Zahl ziehen oder doppelklicken, um einen Wert einzutippen</translation>
    </message>
    <message>
      <source>draws random values in one of several loops</source>
      <translation>zieht Zufallswerte in einer von mehreren Schleifen</translation>
    </message>
    <message>
      <source>duration</source>
      <translation>Dauer</translation>
    </message>
    <message>
      <source>each iteration of the loop must append exactly one tensor to the sequence</source>
      <translation>jede Iteration der Schleife muss der Sequenz genau einen Tensor anhängen</translation>
    </message>
    <message>
      <source>each point in route {number} must be two finite numbers</source>
      <translation>Ein Punkt der Route Nummer {number} muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>each point of a route must be two finite numbers</source>
      <translation>Ein Punkt eines Wegs muss aus zwei endlichen Zahlen bestehen</translation>
    </message>
    <message>
      <source>element {index} cannot be read twice: reading clears it</source>
      <translation>Element {index} kann nicht zweimal gelesen werden: das Lesen löscht es</translation>
    </message>
    <message>
      <source>element {index} cannot be written after it was read</source>
      <translation>Element {index} kann nicht geschrieben werden: es ist schon gelesen worden</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, but the first element has {shape_text2}, so the elements cannot be stacked</source>
      <translation>Element {index} hat die Form {shape_text}, das erste {shape_text2}: sie können nicht gestapelt werden</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, but the first element has {shape_text2}. Only the sizes of the first axis may differ</source>
      <translation>Element {index} hat die Form {shape_text}, das erste {shape_text2}: nur ihre ersten Größen dürfen sich unterscheiden</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, so a tensor of shape {shape_text2} cannot be added</source>
      <translation>Element {index} hat die Form {shape_text}, {shape_text2} kann nicht addiert werden</translation>
    </message>
    <message>
      <source>element {index} is a scalar: only tensors of rank 1 or more can be concatenated</source>
      <translation>Element {index} ist ein Skalar: nur Tensoren ab Rang 1 können aneinandergefügt werden</translation>
    </message>
    <message>
      <source>element {index} was already written</source>
      <translation>Element {index} ist schon geschrieben worden</translation>
    </message>
    <message>
      <source>element {index} was already written, and {short} values cannot be added</source>
      <translation>Element {index} ist schon geschrieben worden: {short} kann nicht addiert werden</translation>
    </message>
    <message>
      <source>element {index} was not written, and its shape is not known</source>
      <translation>Element {index} wurde nicht geschrieben, und seine Form ist nicht bekannt</translation>
    </message>
    <message>
      <source>element {index} was not written, and strings have no zero value</source>
      <translation>Element {index} ist nicht geschrieben worden, und Nullen von Strings gibt es nicht</translation>
    </message>
    <message>
      <source>element {indices} has the shape {shape_text}, not {shape_text2}</source>
      <translation>Element {indices} hat die Form {shape_text}, nicht {shape_text2}</translation>
    </message>
    <message>
      <source>ellipsis_mask must have at most one bit set</source>
      <translation>in ellipsis_mask darf höchstens ein Bit gesetzt sein</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>leer</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must be different</source>
      <translation>empty_key und deleted_key müssen verschieden sein</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>empty_key und deleted_key müssen dieselbe Form haben, bekommen werden {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>empty_key must be a scalar or a vector, got the shape {shape_text}</source>
      <translation>empty_key muss ein einzelner Schlüssel oder ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>enabled</source>
      <translation>aktiviert</translation>
    </message>
    <message>
      <source>ends at PreventGradient</source>
      <translation>endet an PreventGradient</translation>
    </message>
    <message>
      <source>ends at StopGradient or a custom gradient</source>
      <translation>endet an StopGradient oder einem benutzerdefinierten Gradienten</translation>
    </message>
    <message>
      <source>ends at a block that has no gradient rule</source>
      <translation>endet an einem Block ohne Gradientenregel</translation>
    </message>
    <message>
      <source>ends at a dtype that has no gradient</source>
      <translation>endet an einem dtype ohne Gradienten</translation>
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
      <source>enuSpace pages, tasks and projects (*.svg *.json *.enup)</source>
      <translation>enuSpace-Seiten, -Aufgaben und -Projekte (*.svg *.json *.enup)</translation>
    </message>
    <message>
      <source>epochs: expected at least 1, got {epochs}</source>
      <translation>epochs: erwartet wird mindestens 1, angegeben ist {epochs}</translation>
    </message>
    <message>
      <source>events cannot be written to {path}: {error}</source>
      <translation>Ereignisse können nicht nach {path} geschrieben werden: {error}</translation>
    </message>
    <message>
      <source>every size in the shape {shape_text} must be known</source>
      <translation>Die Form {shape_text} muss ganz bekannt sein</translation>
    </message>
    <message>
      <source>every value that the body of a while loop returns is carried, so it must also be an input of the body</source>
      <translation>was der Rumpf eines While gibt, wird weitergereicht: es muss unter seinen Eingängen sein</translation>
    </message>
    <message>
      <source>exact</source>
      <translation>exakt</translation>
    </message>
    <message>
      <source>exp(a - 5) = exp(a) * exp(-5). The factor exp(-5) is in the numerator and in the denominator.</source>
      <translation>exp(a - 5) = exp(a) * exp(-5). Der Faktor exp(-5) steht im Zähler und im Nenner.</translation>
    </message>
    <message>
      <source>expand these blocks first</source>
      <translation>lösen Sie zuerst diese Blöcke auf</translation>
    </message>
    <message>
      <source>expected 'reached' or 'cut' after the loss, got {which}</source>
      <translation>nach dem Verlust wird „reached“ oder „cut“ erwartet, nicht {which}</translation>
    </message>
    <message>
      <source>expected 1 to {MOST_STEPS} steps and a timeout of at most {LONGEST} s, got {steps} and {timeout}</source>
      <translation>erwartet werden 1 bis {MOST_STEPS} Schritte und ein Zeitlimit von höchstens {LONGEST} s, nicht {steps} und {timeout}</translation>
    </message>
    <message>
      <source>expected MODULE:FUNCTION, got {text}</source>
      <translation>MODUL:FUNKTION erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected NAME=AXIS with an integer axis, got {shown}</source>
      <translation>NAME=AXIS mit ganzzahliger Achse erwartet, {shown} erhalten</translation>
    </message>
    <message>
      <source>expected NAME=VALUE, got {text}</source>
      <translation>NAME=VALUE erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected `gradblocks {words}`</source>
      <translation>`gradblocks {words}` erwartet</translation>
    </message>
    <message>
      <source>expected a BMP image, got a {form} image</source>
      <translation>contents ist ein {form}, kein BMP</translation>
    </message>
    <message>
      <source>expected a GIF with one frame, got {frames} frames</source>
      <translation>GIF mit einem Einzelbild erwartet, {frames} Einzelbilder erhalten</translation>
    </message>
    <message>
      <source>expected a JPEG image, got a {form} image</source>
      <translation>contents ist ein {form}, kein JPEG</translation>
    </message>
    <message>
      <source>expected a JPEG, PNG or GIF image, got a BMP image</source>
      <translation>JPEG-, PNG- oder GIF-Bild erwartet, BMP-Bild erhalten</translation>
    </message>
    <message>
      <source>expected a comma between two values</source>
      <translation>Zwischen zwei Werten fehlt ein Komma</translation>
    </message>
    <message>
      <source>expected a file name that ends in .png</source>
      <translation>Dateiname mit der Endung .png erwartet</translation>
    </message>
    <message>
      <source>expected a file: the diagram to work on</source>
      <translation>eine Datei wird erwartet: das Diagramm, mit dem gearbeitet wird</translation>
    </message>
    <message>
      <source>expected a list of operations, or {"page": {...}}</source>
      <translation>erwartet wird eine Liste von Operationen oder {"page": {...}}</translation>
    </message>
    <message>
      <source>expected a list, got {value}</source>
      <translation>{value} ist keine Liste</translation>
    </message>
    <message>
      <source>expected a new folder, an empty folder or a SavedModel</source>
      <translation>neuer Ordner, leerer Ordner oder SavedModel erwartet</translation>
    </message>
    <message>
      <source>expected a number after {symbol}</source>
      <translation>Hinter {symbol} fehlt eine Zahl</translation>
    </message>
    <message>
      <source>expected a number of bytes such as 1000000, 500M or 2Gi, got {text}</source>
      <translation>Anzahl von Bytes wie 1000000, 500M oder 2Gi erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected a number of seconds above 0, got {text}</source>
      <translation>Anzahl von Sekunden über 0 erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected a number, got {text}</source>
      <translation>Zahl erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected a number, got {value}</source>
      <translation>{value} ist keine Zahl</translation>
    </message>
    <message>
      <source>expected a quoted string after {key}</source>
      <translation>Auf {key} muss ein Text in Anführungszeichen folgen</translation>
    </message>
    <message>
      <source>expected a serialized {short} tensor, got {short2}</source>
      <translation>Der serialisierte Tensor muss den dtype {short} haben, hat aber {short2}</translation>
    </message>
    <message>
      <source>expected a shape such as [2, null], got {text}</source>
      <translation>Form wie [2, null] erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected a size of at most {LARGEST} pixels, got {number}</source>
      <translation>Größe von höchstens {LARGEST} Pixeln erwartet, {number} erhalten</translation>
    </message>
    <message>
      <source>expected a string, got {value}</source>
      <translation>{value} ist kein Text</translation>
    </message>
    <message>
      <source>expected a text file of at most {MOST_BYTES} bytes</source>
      <translation>Textdatei mit höchstens {MOST_BYTES} Bytes erwartet</translation>
    </message>
    <message>
      <source>expected a tolerance of at least 0, got {tolerance}</source>
      <translation>erwartet wird eine Toleranz von mindestens 0, nicht {tolerance}</translation>
    </message>
    <message>
      <source>expected a value</source>
      <translation>Hier ist kein Wert geschrieben</translation>
    </message>
    <message>
      <source>expected a value, got a comma</source>
      <translation>Ein Komma steht, wo ein Wert erwartet wird</translation>
    </message>
    <message>
      <source>expected a {SUFFIX} file</source>
      <translation>erwartet wird eine {SUFFIX}-Datei</translation>
    </message>
    <message>
      <source>expected an entry like 'name: description' in the section Args or Returns, got {line}</source>
      <translation>im Abschnitt Args oder Returns wird ein Eintrag wie 'name: description' erwartet, gefunden wurde {line}</translation>
    </message>
    <message>
      <source>expected an integer of at least 0, got {number}</source>
      <translation>erwartet wird eine ganze Zahl ab 0, nicht {number}</translation>
    </message>
    <message>
      <source>expected an integer of at least 1, got {number}</source>
      <translation>Ganze Zahl ab 1 erwartet, {number} erhalten</translation>
    </message>
    <message>
      <source>expected an integer of at most 18 digits, got {text}</source>
      <translation>Ganze Zahl mit höchstens 18 Ziffern erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected an integer, got {value}</source>
      <translation>{value} ist keine ganze Zahl</translation>
    </message>
    <message>
      <source>expected at least one step, got {steps}</source>
      <translation>mindestens ein Schritt muss laufen, nicht {steps}</translation>
    </message>
    <message>
      <source>expected at most {most} runs, got {runs}</source>
      <translation>Höchstens {most} Läufe erwartet, {runs} erhalten</translation>
    </message>
    <message>
      <source>expected counts such as [1, 2], [1, null] or 1</source>
      <translation>erwartet werden Anzahlen wie [1, 2], [1, null] oder 1</translation>
    </message>
    <message>
      <source>expected either operations or page</source>
      <translation>erwartet wird entweder operations oder page</translation>
    </message>
    <message>
      <source>expected one gradient per output, got {seeds} for {ys} outputs</source>
      <translation>{ys} Ausgänge haben {seeds} gegebene Gradienten</translation>
    </message>
    <message>
      <source>expected only {first}, got {show}{at}</source>
      <translation>{show} steht zwischen {first}{at}</translation>
    </message>
    <message>
      <source>expected seeds such as 5 or 3,7, got {text}</source>
      <translation>Startwerte wie 5 oder 3,7 erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected the name of a plugin, got {text}</source>
      <translation>Name eines Plugins erwartet, {text} erhalten</translation>
    </message>
    <message>
      <source>expected the shape {shape_text}, got {shape_text2}</source>
      <translation>Der Wert hat die Form {shape_text2}, verlangt ist {shape_text}</translation>
    </message>
    <message>
      <source>expected true or false, got {value}</source>
      <translation>{value} ist weder wahr noch falsch</translation>
    </message>
    <message>
      <source>expected {count} positive strides and dilations, and {count2} pads</source>
      <translation>{count} positive Strides und Dilatationen und {count2} Ränder erwartet</translation>
    </message>
    <message>
      <source>expected {kinds} as the reference, got {name}</source>
      <translation>als Referenz wird {kinds} erwartet, nicht {name}</translation>
    </message>
    <message>
      <source>expected {short}, got an array of {short2}</source>
      <translation>braucht {short}, bekommt aber ein Array aus {short2}</translation>
    </message>
    <message>
      <source>explain: expected a mapping of names to "loss" in forbid, got another value</source>
      <translation>explain: forbid muss Namen auf "loss" abbilden, enthält aber einen anderen Wert</translation>
    </message>
    <message>
      <source>explain: expected one real number as the loss of the step, got {found}</source>
      <translation>explain: der Verlust des Schritts muss eine einzelne reelle Zahl sein, ist aber {found}</translation>
    </message>
    <message>
      <source>explain: expected one real number as the result of the function, got {shape}</source>
      <translation>explain: das Ergebnis der Funktion muss eine einzelne reelle Zahl sein, hat aber die Form {shape}</translation>
    </message>
    <message>
      <source>explain: expected {text}, got {kind}</source>
      <translation>explain: {text} erwartet, {kind} erhalten</translation>
    </message>
    <message>
      <source>explain: the model has parameters without a shape</source>
      <translation>explain: das Modell hat Parameter ohne Form</translation>
    </message>
    <message>
      <source>explain: the step calls backward{place}</source>
      <translation>explain: der Schritt ruft backward auf{place}</translation>
    </message>
    <message>
      <source>explain: {option}: the model has no parameter {each}</source>
      <translation>explain: {option}: das Modell hat keinen Parameter {each}</translation>
    </message>
    <message>
      <source>exploding 1e{exponent}</source>
      <translation>explodierend 1e{exponent}</translation>
    </message>
    <message>
      <source>extract the diagram with `gradblocks convert {file} OUT{SUFFIX}`</source>
      <translation>Entnehmen Sie das Diagramm mit `gradblocks convert {file} OUT{SUFFIX}`</translation>
    </message>
    <message>
      <source>failed</source>
      <translation>fehlgeschlagen</translation>
    </message>
    <message>
      <source>feature {key_text} has {longest} of its {sum} values in one example; padding would be too large</source>
      <translation>Merkmal {key_text} hat {longest} seiner {sum} Werte in einem Beispiel: zu viel zum Auffüllen</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values, not a multiple of {inner}</source>
      <translation>Merkmal {key_text} von {name} hat {row} Werte, kein Vielfaches von {inner}</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values; its shape requires {wanted}</source>
      <translation>Merkmal {key_text} von {name} hat {row} Werte, seine Form nimmt {wanted}</translation>
    </message>
    <message>
      <source>feature {key_text} of {who} is empty</source>
      <translation>Das Merkmal {key_text} von {who} ist leer</translation>
    </message>
    <message>
      <source>feed</source>
      <translation>Einspeisung</translation>
    </message>
    <message>
      <source>feed: expected {names} arrays for the inputs {listed}, got {values}</source>
      <translation>feed: {names} Arrays für die Eingänge {listed} erwartet, {values} erhalten</translation>
    </message>
    <message>
      <source>feeds</source>
      <translation>Einspeisungen</translation>
    </message>
    <message>
      <source>filename must be one string, got {size} strings</source>
      <translation>filename muss ein einzelner String sein, sind aber {size}</translation>
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
      <source>for class numbers, use SparseSoftmaxCrossEntropyWithLogits, or add a OneHot block</source>
      <translation>verwenden Sie für Klassennummern SparseSoftmaxCrossEntropyWithLogits, oder fügen Sie einen OneHot-Block hinzu</translation>
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
      <source>from_torch: expected a torch.nn.Module, got {name}</source>
      <translation>from_torch: ein torch.nn.Module erwartet, {name} erhalten</translation>
    </message>
    <message>
      <source>from_torch: the inputs do not fit {name}.forward: {error}</source>
      <translation>from_torch: die Eingaben passen nicht zu {name}.forward: {error}</translation>
    </message>
    <message>
      <source>from_torch: {name} has no shape yet</source>
      <translation>from_torch: {name} hat noch keine Form</translation>
    </message>
    <message>
      <source>from_torch: {owners} is a ScriptModule</source>
      <translation>from_torch: {owners} ist ein ScriptModule</translation>
    </message>
    <message>
      <source>functions call each other more than {MOST_DEPTH} levels deep</source>
      <translation>hat Funktionen, die einander mehr als {MOST_DEPTH} tief aufrufen</translation>
    </message>
    <message>
      <source>git cannot be run: {error}</source>
      <translation>git kann nicht ausgeführt werden: {error}</translation>
    </message>
    <message>
      <source>git does not read attributes from this path, because it is {kind}</source>
      <translation>git liest daraus keine Attribute, denn es ist {kind}</translation>
    </message>
    <message>
      <source>git failed: {returncode}</source>
      <translation>git ist fehlgeschlagen: {returncode}</translation>
    </message>
    <message>
      <source>give the input a shape, with null for unknown sizes</source>
      <translation>geben Sie eine Form an, mit null für nicht bekannte Größen</translation>
    </message>
    <message>
      <source>give the whole value</source>
      <translation>geben Sie den ganzen Wert an</translation>
    </message>
    <message>
      <source>grad must have the shape of l, {shape_text}, got {shape_text2}</source>
      <translation>grad muss die Form {shape_text} von l haben, hat aber {shape_text2}</translation>
    </message>
    <message>
      <source>gradient flow, opposite to the data flow</source>
      <translation>Gradientenfluss, entgegen dem Datenfluss</translation>
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
      <source>handle must be {what}</source>
      <translation>handle muss {what} sein</translation>
    </message>
    <message>
      <source>has Truncate set to true</source>
      <translation>hat Truncate auf true</translation>
    </message>
    <message>
      <source>has a condition that is not a single boolean</source>
      <translation>hat eine Bedingung, die kein einzelner Wahrheitswert ist</translation>
    </message>
    <message>
      <source>has a number of iterations that depends on another loop</source>
      <translation>hat eine Zahl von Durchläufen, die nur eine andere Schleife kennt</translation>
    </message>
    <message>
      <source>has a shape or input check that depends on values known only at run time</source>
      <translation>hat eine Form oder Eingangsprüfung, die von erst zur Laufzeit bekannten Werten abhängt</translation>
    </message>
    <message>
      <source>has an equation that repeats a label of the result next to '...'</source>
      <translation>hat eine Gleichung, deren Ergebnis neben '...' ein Label wiederholt</translation>
    </message>
    <message>
      <source>has an equation whose result repeats a label</source>
      <translation>hat eine Gleichung, deren Ergebnis ein Label wiederholt</translation>
    </message>
    <message>
      <source>has an equation with more than 26 labels</source>
      <translation>hat eine Gleichung mit mehr als 26 Labels</translation>
    </message>
    <message>
      <source>has an equation with more than 52 labels</source>
      <translation>hat eine Gleichung mit mehr als 52 Labels</translation>
    </message>
    <message>
      <source>has an input whose shape is not known</source>
      <translation>bekommt etwas, dessen Form nicht bekannt ist</translation>
    </message>
    <message>
      <source>has bad_indices_policy set to {attrs}</source>
      <translation>hat bad_indices_policy auf {attrs}</translation>
    </message>
    <message>
      <source>has empty index vectors</source>
      <translation>hat leere Indexvektoren</translation>
    </message>
    <message>
      <source>has empty matrices</source>
      <translation>hat leere Matrizen</translation>
    </message>
    <message>
      <source>has images that are smaller than the window</source>
      <translation>hat Bilder, die kleiner als ein Fenster sind</translation>
    </message>
    <message>
      <source>has images that are too large</source>
      <translation>hat zu große Bilder</translation>
    </message>
    <message>
      <source>has inner values that are shown or fetched</source>
      <translation>hat innere Werte, die angezeigt oder abgerufen werden</translation>
    </message>
    <message>
      <source>has inputs of different shapes: {shape_text}, {shape_text2}</source>
      <translation>hat Eingänge verschiedener Form: {shape_text}, {shape_text2}</translation>
    </message>
    <message>
      <source>has no ONNX conversion rule</source>
      <translation>hat keine Regel für die Umwandlung in ONNX</translation>
    </message>
    <message>
      <source>has no free input</source>
      <translation>hat keinen freien Eingang</translation>
    </message>
    <message>
      <source>has no input</source>
      <translation>hat keinen Eingang</translation>
    </message>
    <message>
      <source>has no input that ever gets a value</source>
      <translation>hat keinen Eingang, der jemals einen Wert bekommt</translation>
    </message>
    <message>
      <source>has no iterations</source>
      <translation>hat keine Durchläufe</translation>
    </message>
    <message>
      <source>has shapes that may change between iterations</source>
      <translation>hat Formen, die sich von Durchlauf zu Durchlauf ändern können</translation>
    </message>
    <message>
      <source>has side effects in each iteration of a loop</source>
      <translation>hat Nebenwirkungen in jeder Iteration einer Schleife</translation>
    </message>
    <message>
      <source>has side effects that depend on a loop, but the side effects that follow do not</source>
      <translation>hat Nebenwirkungen, die von einer Schleife abhängen, aber die folgenden Nebenwirkungen hängen nicht von ihr ab</translation>
    </message>
    <message>
      <source>has the shape {shape_text} in one iteration and {shape_text2} in the next</source>
      <translation>hat in einer Iteration die Form {shape_text} und in der nächsten {shape_text2}</translation>
    </message>
    <message>
      <source>has the unsupported data format {form}</source>
      <translation>hat das nicht unterstützte Datenformat {form}</translation>
    </message>
    <message>
      <source>has {count} steps, but a model with more than {MOST_STEPS} steps would be too large</source>
      <translation>hat {count} Schritte, und ein Modell aus mehr als {MOST_STEPS} wäre zu groß</translation>
    </message>
    <message>
      <source>holds</source>
      <translation>erfüllt</translation>
    </message>
    <message>
      <source>hover over a new block to mark its forward block</source>
      <translation>zeigen Sie mit der Maus auf einen neuen Block, um seinen Vorwärtsblock zu markieren</translation>
    </message>
    <message>
      <source>identical, bit for bit</source>
      <translation>identisch bis auf das letzte Bit</translation>
    </message>
    <message>
      <source>if all elements are 0, the gradient is NaN, as in TensorFlow and JAX. In PyTorch, the gradient is 0</source>
      <translation>Wenn alle Elemente 0 sind, ist der Gradient NaN, wie in TensorFlow und JAX. PyTorch ergibt 0</translation>
    </message>
    <message>
      <source>if the feature list may be missing, add its key to feature_list_dense_missing_assumed_empty</source>
      <translation>nehmen Sie den Schlüssel in feature_list_dense_missing_assumed_empty auf, wenn die Liste fehlen darf</translation>
    </message>
    <message>
      <source>ignore {lift}</source>
      <translation>{lift} ignorieren</translation>
    </message>
    <message>
      <source>ignored variables that are not on the page: {names}</source>
      <translation>ignorierte Variablen, die nicht auf der Seite sind: {names}</translation>
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
      <source>in your own Python, load the file into your model and run {lines}</source>
      <translation>Laden Sie die Datei in Ihrem eigenen Python in Ihr Modell und führen Sie {lines} aus</translation>
    </message>
    <message>
      <source>in your own Python, run {lines}</source>
      <translation>Führen Sie in Ihrem eigenen Python {lines} aus</translation>
    </message>
    <message>
      <source>in {precision}</source>
      <translation>in {precision}</translation>
    </message>
    <message>
      <source>in {some}</source>
      <translation>in {some}</translation>
    </message>
    <message>
      <source>include the block at the other end of the wire, or wire the elements of the list one by one</source>
      <translation>den Block am anderen Ende des Drahts einschließen oder die Elemente der Liste einzeln verbinden</translation>
    </message>
    <message>
      <source>increase repeat, or set repeat to -1 to repeat indefinitely</source>
      <translation>erhöhen Sie repeat, oder setzen Sie es auf -1, um ohne Ende zu wiederholen</translation>
    </message>
    <message>
      <source>index</source>
      <translation>Index</translation>
    </message>
    <message>
      <source>index {index} is invalid for a list of {length} items: indices must exist, differ and be in ascending order</source>
      <translation>Es gibt keinen Index {index} in einer Liste von {length}, oder er kommt zweimal oder in falscher Reihenfolge</translation>
    </message>
    <message>
      <source>indexing with a traced boolean array is not supported: the shape of its result depends on values</source>
      <translation>Indizieren mit einem verfolgten Array aus Wahrheitswerten wird nicht unterstützt: Die Form des Ergebnisses hängt von Werten ab</translation>
    </message>
    <message>
      <source>indices must be in ascending order, got {positions}</source>
      <translation>Die Indizes müssen aufsteigen, sind aber {positions}</translation>
    </message>
    <message>
      <source>indices must contain at least one index</source>
      <translation>indices muss mindestens eine Position eines Tensors im Element haben</translation>
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
      <source>initializer must be an Input_Initializer, got {kind_name}</source>
      <translation>initializer nimmt einen Input_Initializer, nicht {kind_name}</translation>
    </message>
    <message>
      <source>initvalues has the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>initvalues haben die Form {shape_text}, die Variable {shape_text2}</translation>
    </message>
    <message>
      <source>initvalues have the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>initvalues haben die Form {shape_text}, die Variable {shape_text2}</translation>
    </message>
    <message>
      <source>input and y must have the same number of values: got {x:,} and {y:,}</source>
      <translation>input und y müssen gleich viele Werte haben: es sind {x:,} und {y:,}</translation>
    </message>
    <message>
      <source>input encoding {encoding} is not supported</source>
      <translation>Es gibt hier keine Eingabekodierung {encoding}</translation>
    </message>
    <message>
      <source>input must have shape [n, 2] unless y is wired: got {shape}</source>
      <translation>input muss die Form [n, 2] haben, wenn y nicht verdrahtet ist: die Form ist {shape}</translation>
    </message>
    <message>
      <source>input {index} is missing</source>
      <translation>sein Eingang {index} fehlt</translation>
    </message>
    <message>
      <source>input {name} takes {words}, not {words2}</source>
      <translation>Art des Eingangs {name}: {words}, nicht {words2}</translation>
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
      <source>input {pin} takes one tensor, but {output} is a list: wire one of its elements</source>
      <translation>Eingang {pin} nimmt einen Tensor, aber {output} ist eine Liste: eines ihrer Elemente verbinden</translation>
    </message>
    <message>
      <source>input, y and color must be numbers</source>
      <translation>input, y und color müssen Zahlen sein</translation>
    </message>
    <message>
      <source>input_max must not be below input_min</source>
      <translation>ein Bereich braucht input_max ab input_min</translation>
    </message>
    <message>
      <source>inputs must be FeedType blocks, got {kind_name}</source>
      <translation>inputs nimmt FeedType-Blöcke, nicht {kind_name}</translation>
    </message>
    <message>
      <source>inputs of the kind {name} are not supported</source>
      <translation>Eingaben der Art {name} werden nicht unterstützt</translation>
    </message>
    <message>
      <source>inside the composite, at {inside}: {reason}</source>
      <translation>im Composite, bei {inside}: {reason}</translation>
    </message>
    <message>
      <source>inside: {label}</source>
      <translation>innen: {label}</translation>
    </message>
    <message>
      <source>install the dependencies of the editor with pip install 'gradblocks[gui]'</source>
      <translation>Installieren Sie die Abhängigkeiten mit pip install 'gradblocks[gui]'</translation>
    </message>
    <message>
      <source>install the plugin with pip first</source>
      <translation>installieren Sie das Plugin zuerst mit pip</translation>
    </message>
    <message>
      <source>install the plugin with pip, and then run `{enable}`</source>
      <translation>installieren Sie es mit pip, dann führen Sie `{enable}` aus</translation>
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
      <source>integers cannot be divided by zero, but updates contains a 0</source>
      <translation>Ganze Zahlen können nicht durch null geteilt werden: updates hat eine Null</translation>
    </message>
    <message>
      <source>internal error: {name}: {fault}</source>
      <translation>durch einen Fehler des Programms beendet: {name}: {fault}</translation>
    </message>
    <message>
      <source>invalid RE2 regular expression: {why}</source>
      <translation>ungültiger regulärer Ausdruck (RE2): {why}</translation>
    </message>
    <message>
      <source>invalid diagram edit: {why}</source>
      <translation>ungültige Änderung am Diagramm: {why}</translation>
    </message>
    <message>
      <source>invalid value for {field} of a block</source>
      <translation>das ist kein {field} eines Blocks</translation>
    </message>
    <message>
      <source>is a gradient of Prod, which is supported only along one nonempty axis</source>
      <translation>ist ein Gradient von Prod, der nur entlang einer einzigen, nicht leeren Achse unterstützt wird</translation>
    </message>
    <message>
      <source>is a gradient whose shape is known only at run time</source>
      <translation>ist ein Gradient für eine Form, die erst beim Lauf bekannt wird</translation>
    </message>
    <message>
      <source>is inside branches that are nested too deeply</source>
      <translation>liegt in zu tief verschachtelten Zweigen</translation>
    </message>
    <message>
      <source>is inside loops that depend on each other</source>
      <translation>liegt in Schleifen, die voneinander abhängen</translation>
    </message>
    <message>
      <source>is inside too many nested loops</source>
      <translation>liegt in zu vielen verschachtelten Schleifen</translation>
    </message>
    <message>
      <source>is needed in each iteration of a loop but cannot run on JAX</source>
      <translation>wird in jeder Iteration einer Schleife gebraucht, kann aber nicht mit JAX laufen</translation>
    </message>
    <message>
      <source>is not checked: {block} has an error</source>
      <translation>ist nicht geprüft: {block} hat einen Fehler</translation>
    </message>
    <message>
      <source>is on a branch but cannot run on JAX</source>
      <translation>liegt in einem Zweig, kann aber nicht mit JAX laufen</translation>
    </message>
    <message>
      <source>is separated from other branches by a block that JAX cannot run</source>
      <translation>ist von anderen Zweigen durch einen Block getrennt, den JAX nicht ausführen kann</translation>
    </message>
    <message>
      <source>is the gradient of a grouped convolution, which is not supported</source>
      <translation>ist der Gradient einer gruppierten Faltung, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>is the gradient of a loop whose shapes change</source>
      <translation>ist der Gradient einer Schleife, deren Formen sich ändern</translation>
    </message>
    <message>
      <source>is the gradient of a pooling with data format NCHW, which is not supported</source>
      <translation>ist der Gradient eines Poolings mit Datenformat NCHW, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>is violated: {faults}</source>
      <translation>verletzt: {faults}</translation>
    </message>
    <message>
      <source>it differs: {join}</source>
      <translation>es gibt Unterschiede: {join}</translation>
    </message>
    <message>
      <source>it does not exist</source>
      <translation>sie existiert nicht</translation>
    </message>
    <message>
      <source>it has an error</source>
      <translation>der Block hat einen Fehler</translation>
    </message>
    <message>
      <source>its gradient with respect to {pin} is NaN</source>
      <translation>sein Gradient nach {pin} ist NaN</translation>
    </message>
    <message>
      <source>its input x</source>
      <translation>seine Eingabe x</translation>
    </message>
    <message>
      <source>k must be one diagonal or two diagonals (the lowest and the highest), got shape {shape_text}</source>
      <translation>k ist eine Zahl oder die niedrigste und die höchste, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>k selects {highest} diagonals, but diagonal has shape {shape_text}</source>
      <translation>k nennt {highest} Diagonalen, bekommt aber Elemente der Form {shape_text}</translation>
    </message>
    <message>
      <source>k: the lowest diagonal {lowest} must not be above the highest diagonal {highest}</source>
      <translation>k nennt {lowest} als niedrigste Diagonale und {highest} als höchste</translation>
    </message>
    <message>
      <source>keep large tensors in .npy files: {"file": "weights.npy"}</source>
      <translation>halten Sie große Tensoren in .npy-Dateien: {"file": "weights.npy"}</translation>
    </message>
    <message>
      <source>keys must be a vector, got shape {shape_text}</source>
      <translation>keys muss ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>keys must be a vector, got the shape {shape_text}</source>
      <translation>keys muss ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>l2_regularizer: expected a scalar, got shape {shape_text}</source>
      <translation>l2_regularizer ist eine Zahl, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>label</source>
      <translation>Label</translation>
    </message>
    <message>
      <source>label {label} follows a blank (a label of {classes} or more), which ends the sequence {labels}</source>
      <translation>Das Label {label} kommt hinter einem Leerzeichen ({classes} oder mehr), das seine Sequenz beendet: {labels}</translation>
    </message>
    <message>
      <source>label {label} has size {known} in one place and {size} in another</source>
      <translation>Das Label {label} steht für {known} Elemente und für {size}</translation>
    </message>
    <message>
      <source>label {label} of the result is not in any operand of {equation}</source>
      <translation>{label} im Ergebnis steht in keinem Operanden von {equation}</translation>
    </message>
    <message>
      <source>labels and predictions must be integers starting at 0, or scores of shape [n, classes]</source>
      <translation>Klassen müssen ganze Zahlen ab 0 oder Bewertungen der Form [n, Klassen] sein</translation>
    </message>
    <message>
      <source>labels and predictions must be numbers</source>
      <translation>labels und predictions müssen Zahlen sein</translation>
    </message>
    <message>
      <source>labels and predictions must have the same length, at least 1: got {labels:,} and {predictions:,}</source>
      <translation>labels und predictions müssen gleich lang sein, mindestens 1: es sind {labels:,} und {predictions:,}</translation>
    </message>
    <message>
      <source>labels must be 0 or more, got {label}</source>
      <translation>labels müssen ab 0 sein, sind aber {label}</translation>
    </message>
    <message>
      <source>labels must be from 0 to {classes}, got {labels} at index {index}</source>
      <translation>labels müssen in 0 ... {classes} liegen, bekommen wird {labels} am Index {index}</translation>
    </message>
    <message>
      <source>labels of shape {shape} also need predictions: wire the predictions input</source>
      <translation>Labels der Form {shape} brauchen auch Vorhersagen: den Eingang predictions verdrahten</translation>
    </message>
    <message>
      <source>labels_indices must be in order without duplicates; [{row}, {index}] comes after {list}</source>
      <translation>Die Indizes der Labels müssen geordnet sein, jeder einmal: [{row}, {index}] kommt nach {list}</translation>
    </message>
    <message>
      <source>labels_indices: [{row}, {index}] is out of range for {batch} sequences</source>
      <translation>Der Index [{row}, {index}] liegt nicht in {batch} Sequenzen</translation>
    </message>
    <message>
      <source>left eigenvectors are not supported</source>
      <translation>Eigenvektoren von links haben keinen Block</translation>
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
      <source>line {number} of the file {text_of} is longer than the memory limit allows</source>
      <translation>Zeile {number} der Datei {text_of} ist länger, als die Speichergrenze erlaubt</translation>
    </message>
    <message>
      <source>line {number} of {name}: the last comma-separated field must be a number</source>
      <translation>Zeile {number} von {name}: das letzte Feld nach einem Komma muss eine Zahl sein</translation>
    </message>
    <message>
      <source>lists and objects are nested more than {MAX_DEPTH} levels deep</source>
      <translation>Listen und Objekte sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>lists are nested more than {MAX_DEPTH} levels deep</source>
      <translation>Listen sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>live mode ended with an internal error: {name}: {error}</source>
      <translation>Der Live-Modus endete durch einen Fehler des Programms: {name}: {error}</translation>
    </message>
    <message>
      <source>loops and branches are nested more than {MOST_DEPTH} levels deep</source>
      <translation>Schleifen und Zweige sind mehr als {MOST_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>loops are nested more than {DEEPEST} levels deep</source>
      <translation>Schleifen liegen mehr als {DEEPEST} tief ineinander</translation>
    </message>
    <message>
      <source>make the sizes equal, or make one of the sizes 1</source>
      <translation>machen Sie die Größen gleich, oder eine davon 1</translation>
    </message>
    <message>
      <source>make the windows smaller than the image of {sizes_text}, or add padding</source>
      <translation>Machen Sie die Fenster kleiner als das Bild ({sizes_text}), oder fügen Sie Ränder hinzu</translation>
    </message>
    <message>
      <source>matmul needs operands with at least one axis</source>
      <translation>matmul braucht Operanden mit Achsen</translation>
    </message>
    <message>
      <source>mean of {name} {shape}, range {low} to {high}</source>
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
      <source>min_object_covered: expected 0 or more, got {least}</source>
      <translation>min_object_covered ist ab 0, nicht {least}</translation>
    </message>
    <message>
      <source>minimize: expected one tensor, {minimize} refers to {named}</source>
      <translation>minimize: erwartet wird ein Tensor, {minimize} bezeichnet {named}</translation>
    </message>
    <message>
      <source>minimum and maximum are not supported for dtype {short}</source>
      <translation>für den dtype {short} gibt es kein Minimum und Maximum</translation>
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
      <source>module {name} has no function {function}</source>
      <translation>das Modul {name} hat keine Funktion {function}</translation>
    </message>
    <message>
      <source>module {name} was not found in {getcwd}</source>
      <translation>das Modul {name} wurde in {getcwd} nicht gefunden</translation>
    </message>
    <message>
      <source>more than 400 parts of the image</source>
      <translation>mehr als 400 Teilen des Bildes</translation>
    </message>
    <message>
      <source>moved by {shift}, because {ids} is larger here and would cover this block</source>
      <translation>um {shift} verschoben, weil {ids} hier größer ist und diesen Block verdecken würde</translation>
    </message>
    <message>
      <source>multiple processes need a newer JAX than {version}</source>
      <translation>Mehrere Prozesse brauchen ein neueres JAX als {version}</translation>
    </message>
    <message>
      <source>must draw the same random values as TensorFlow, because the block has seeds</source>
      <translation>zieht die Zahlen, die TensorFlow für seine Seeds zieht</translation>
    </message>
    <message>
      <source>muted</source>
      <translation>stummgeschaltet</translation>
    </message>
    <message>
      <source>name a block of an instance by its path</source>
      <translation>nennen Sie einen Block einer Instanz mit seinem Pfad</translation>
    </message>
    <message>
      <source>name a composite of this diagram</source>
      <translation>nennen Sie einen Verbund dieses Diagramms</translation>
    </message>
    <message>
      <source>name a loss, with its page if there are several</source>
      <translation>nennen Sie einen Verlust, bei mehreren Seiten mit seiner Seite</translation>
    </message>
    <message>
      <source>name a pin of the branch block itself</source>
      <translation>nehmen Sie einen Pin des Zweigs selbst</translation>
    </message>
    <message>
      <source>name a pin, as block.pin</source>
      <translation>Geben Sie einen Pin an, als block.pin</translation>
    </message>
    <message>
      <source>name one of: {join}</source>
      <translation>nennen Sie einen davon: {join}</translation>
    </message>
    <message>
      <source>name one of: {listed}</source>
      <translation>nennen Sie einen davon: {listed}</translation>
    </message>
    <message>
      <source>name one pin, as block.pin</source>
      <translation>nennen Sie einen Pin: block.pin</translation>
    </message>
    <message>
      <source>name one with --metric or --best</source>
      <translation>nennen Sie einen mit --metric oder --best</translation>
    </message>
    <message>
      <source>name the diagram that defines it, with --in FILE</source>
      <translation>nennen Sie mit --in FILE das Diagramm, das ihn definiert</translation>
    </message>
    <message>
      <source>needs a wire</source>
      <translation>braucht einen Draht</translation>
    </message>
    <message>
      <source>needs the ONNX operator {kind} for {short}, which ONNX runtimes do not support</source>
      <translation>braucht den ONNX-Operator {kind} für {short}, was ONNX-Laufzeiten nicht unterstützen</translation>
    </message>
    <message>
      <source>needs the value of {what}, which is known only at run time</source>
      <translation>hat an {what} einen Wert, der erst beim Lauf bekannt wird</translation>
    </message>
    <message>
      <source>needs to know how many axes the images have</source>
      <translation>muss wissen, wie viele Achsen seine Bilder haben</translation>
    </message>
    <message>
      <source>needs to know how many axes the input has</source>
      <translation>muss wissen, wie viele Achsen seine Zahlen haben</translation>
    </message>
    <message>
      <source>needs to know how many axes {what} has</source>
      <translation>muss wissen, wie viele Achsen {what} hat</translation>
    </message>
    <message>
      <source>needs to know how many channels the images have</source>
      <translation>muss wissen, wie viele Kanäle seine Bilder haben</translation>
    </message>
    <message>
      <source>needs to know the full shape of the images</source>
      <translation>muss die ganze Form der Bilder kennen</translation>
    </message>
    <message>
      <source>needs to know the full shape of {what}</source>
      <translation>muss die ganze Form von {what} kennen</translation>
    </message>
    <message>
      <source>needs to know the size of the matrices</source>
      <translation>muss die Größe seiner Matrizen kennen</translation>
    </message>
    <message>
      <source>negate the input</source>
      <translation>negieren Sie die Eingabe</translation>
    </message>
    <message>
      <source>neither a window nor a frame length is given</source>
      <translation>weder ein Fenster noch die Länge eines Rahmens ist gegeben</translation>
    </message>
    <message>
      <source>neither sizes nor scales are given</source>
      <translation>weder Größen noch Skalen sind gegeben</translation>
    </message>
    <message>
      <source>no block supports PyTorch's operation {kind}</source>
      <translation>kein Block unterstützt die PyTorch-Operation {kind}</translation>
    </message>
    <message>
      <source>no block supports it</source>
      <translation>kein Block unterstützt sie</translation>
    </message>
    <message>
      <source>no changes</source>
      <translation>keine Änderung</translation>
    </message>
    <message>
      <source>no checkpoint can be written to this folder</source>
      <translation>in diesen Ordner kann kein Checkpoint geschrieben werden</translation>
    </message>
    <message>
      <source>no derivative</source>
      <translation>keine Ableitung</translation>
    </message>
    <message>
      <source>no earlier step is available, so step {step} cannot be restored</source>
      <translation>es gibt keinen früheren Schritt, daher kann Schritt {step} nicht wiederhergestellt werden</translation>
    </message>
    <message>
      <source>no editor is paired with this server</source>
      <translation>kein Editor ist mit diesem Server gekoppelt</translation>
    </message>
    <message>
      <source>no files match {file_pattern}</source>
      <translation>Es gibt keine Dateien {file_pattern}</translation>
    </message>
    <message>
      <source>no files match {pattern}</source>
      <translation>keine Datei passt zu {pattern}</translation>
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
      <source>no gradient passes through this pin, because no wire leads from the pin to an operation</source>
      <translation>durch diesen Pin fließt kein Gradient, weil kein Draht von ihm zu einer Operation führt</translation>
    </message>
    <message>
      <source>no gradient reaches {at}</source>
      <translation>{at}: kein Gradient erreicht es</translation>
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
      <source>no input has the dtype and shape of the output {pin}, {short}{shape_text}</source>
      <translation>kein Eingang hat den Dtype und die Form des Ausgangs {pin}, {short}{shape_text}</translation>
    </message>
    <message>
      <source>no instances</source>
      <translation>keine Instanzen</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>ohne Grenze</translation>
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
      <source>no program writes to this pipe</source>
      <translation>das ist eine Pipe ohne Schreiber</translation>
    </message>
    <message>
      <source>no result corresponds to the module's outputs, which have the shapes {shapes}</source>
      <translation>kein Ergebnis entspricht den Ausgaben des Moduls, die die Formen {shapes} haben</translation>
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
      <source>no scalar is recorded</source>
      <translation>kein Skalar wird aufgezeichnet</translation>
    </message>
    <message>
      <source>no value above zero</source>
      <translation>kein Wert über null</translation>
    </message>
    <message>
      <source>no value was fed</source>
      <translation>es wurde kein Wert eingespeist</translation>
    </message>
    <message>
      <source>no variable of the program has the name {name}</source>
      <translation>keine Variable des Programms heißt {name}</translation>
    </message>
    <message>
      <source>no weight of the model has a value in the diagram</source>
      <translation>hat kein Gewicht, für das das Diagramm einen Wert hat</translation>
    </message>
    <message>
      <source>no wired input can replace the output {name}</source>
      <translation>nichts, was daran angeschlossen ist, könnte für {name} stehen</translation>
    </message>
    <message>
      <source>no worker process can be started: {strerror}</source>
      <translation>es kann kein rechnender Prozess gestartet werden: {strerror}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <source>none of the {pages} pages of the project can be read{why}</source>
      <translation>keine der {pages} Seiten kann gelesen werden{why}</translation>
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
      <source>norm {value:.3g}{odd}</source>
      <translation>Norm {value:.3g}{odd}</translation>
    </message>
    <message>
      <source>normalization supports 1 to {MOST_CHANNELS} channels, got {size}</source>
      <translation>die Normalisierung unterstützt 1 bis {MOST_CHANNELS} Kanäle, {size} erhalten</translation>
    </message>
    <message>
      <source>not all {count} processes connected to {where} in time</source>
      <translation>Nicht alle {count} Prozesse haben sich rechtzeitig mit {where} verbunden</translation>
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
      <source>nothing is wired to it</source>
      <translation>nichts ist damit verbunden</translation>
    </message>
    <message>
      <source>nothing is wired to the pin</source>
      <translation>an den Pin ist nichts angeschlossen</translation>
    </message>
    <message>
      <source>nothing on the page trains</source>
      <translation>auf der Seite trainiert nichts</translation>
    </message>
    <message>
      <source>numpy.argsort is not supported for {short}</source>
      <translation>numpy.argsort wird für {short} nicht unterstützt</translation>
    </message>
    <message>
      <source>numpy.cross is supported only along the last axis</source>
      <translation>numpy.cross wird nur entlang der letzten Achse unterstützt</translation>
    </message>
    <message>
      <source>numpy.cross is supported only for vectors of 3 elements</source>
      <translation>numpy.cross wird nur für Vektoren aus 3 Elementen unterstützt</translation>
    </message>
    <message>
      <source>numpy.einsum: {equation} needs {terms} operands, got {outputs}</source>
      <translation>numpy.einsum: {equation} hat {terms} Operanden, gegeben sind {outputs}</translation>
    </message>
    <message>
      <source>numpy.gradient is supported only with one spacing and with edge_order=1</source>
      <translation>numpy.gradient wird nur mit einem Abstand und mit edge_order=1 unterstützt</translation>
    </message>
    <message>
      <source>numpy.gradient needs at least 2 elements along each axis, got {size}</source>
      <translation>numpy.gradient braucht mindestens 2 Elemente entlang jeder Achse, {size} erhalten</translation>
    </message>
    <message>
      <source>numpy.linalg.norm over {axes} axes with ord={ord} is not supported</source>
      <translation>numpy.linalg.norm über {axes} Achsen mit ord={ord} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>numpy.median of an empty array is not defined</source>
      <translation>numpy.median eines leeren Arrays ist nicht definiert</translation>
    </message>
    <message>
      <source>numpy.split needs indices in ascending order</source>
      <translation>numpy.split an Indizes, die nicht der Reihe nach sind</translation>
    </message>
    <message>
      <source>numpy.var is not supported for {short}</source>
      <translation>numpy.var wird für {short} nicht unterstützt</translation>
    </message>
    <message>
      <source>numpy.where needs 3 arguments: otherwise, the shape of its result depends on values</source>
      <translation>numpy.where braucht 3 Argumente: Sonst hängt die Form des Ergebnisses von Werten ab</translation>
    </message>
    <message>
      <source>numpy.{name} cannot be applied to a traced array: {error}</source>
      <translation>numpy.{name} kann nicht auf ein verfolgtes Array angewendet werden: {error}</translation>
    </message>
    <message>
      <source>numpy.{name} is not supported for a tensor of a graph</source>
      <translation>numpy.{name} wird für einen Tensor eines Graphen nicht unterstützt</translation>
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
      <source>omit --strict to run the block with NumPy</source>
      <translation>lassen Sie --strict weg, um es mit NumPy auszuführen</translation>
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
      <source>ones</source>
      <translation>Einsen</translation>
    </message>
    <message>
      <source>only BMP images with 8, 24 or 32 bits per pixel are supported, got {bits}</source>
      <translation>Ein BMP mit 8, 24 oder 32 Bit je Pixel kann dekodiert werden, dieses hat {bits}</translation>
    </message>
    <message>
      <source>only a session can read a variable</source>
      <translation>nur eine Sitzung kann eine Variable lesen</translation>
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
      <source>output_types must have one dtype per array ({names}), got {types}</source>
      <translation>{names} Arrays brauchen ebenso viele output_types, bekommen aber {types}</translation>
    </message>
    <message>
      <source>outside a traced function, a loop needs the argument 'scope'</source>
      <translation>außerhalb einer verfolgten Funktion braucht eine Schleife das Argument 'scope'</translation>
    </message>
    <message>
      <source>padding for the windows would enlarge an image of {sizes_text} to {sizes_text2}</source>
      <translation>Ein Bild von {sizes_text} würde für seine Fenster auf {sizes_text2} aufgefüllt</translation>
    </message>
    <message>
      <source>padding_value: expected a scalar, got shape {shape_text}</source>
      <translation>padding_value: Skalar erwartet, Form {shape_text} erhalten</translation>
    </message>
    <message>
      <source>page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>pairing cannot begin: {why}</source>
      <translation>die Kopplung kann nicht beginnen: {why}</translation>
    </message>
    <message>
      <source>partitions must be from 0 to {count}, got {flat}</source>
      <translation>partitions muss von 0 bis {count} gehen, ist aber {flat}</translation>
    </message>
    <message>
      <source>pass a list, a DataLoader, or a function that returns a new iterator</source>
      <translation>übergeben Sie eine Liste, einen DataLoader oder eine Funktion, die einen neuen Iterator zurückgibt</translation>
    </message>
    <message>
      <source>pass a mapping of names to arrays as the reference</source>
      <translation>geben Sie als Referenz eine Zuordnung von Namen zu Arrays an</translation>
    </message>
    <message>
      <source>pass the diagram instead</source>
      <translation>übergeben Sie stattdessen das Diagramm</translation>
    </message>
    <message>
      <source>pass the value as an argument</source>
      <translation>übergeben Sie den Wert als Argument</translation>
    </message>
    <message>
      <source>perturb_singular requires partial_pivoting</source>
      <translation>perturb_singular geht nur mit partial_pivoting</translation>
    </message>
    <message>
      <source>plugin</source>
      <translation>Plugin</translation>
    </message>
    <message>
      <source>pooled_shape must be two positive sizes that add up to at most {MOST_PARTS}, got {counts}</source>
      <translation>pooled_shape muss aus zwei positiven Größen bestehen, deren Summe höchstens {MOST_PARTS} ist, {counts} erhalten</translation>
    </message>
    <message>
      <source>pools over the batch or channels, which is not supported</source>
      <translation>poolt über den Batch oder die Kanäle, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>position {begin} is outside axis {index}, which has size {size}</source>
      <translation>Position {begin} liegt außerhalb der Achse {index} der Größe {size}</translation>
    </message>
    <message>
      <source>post_transform {kind} is not supported</source>
      <translation>für post_transform {kind} gibt es keine Blöcke</translation>
    </message>
    <message>
      <source>predicate must be one boolean, got {short}{shape_text}</source>
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
      <source>process 0 at {where} expects fewer than {count} processes, so process {number} cannot join</source>
      <translation>Prozess 0 auf {where} erwartet weniger als {count} Prozesse, daher kann Prozess {number} nicht teilnehmen</translation>
    </message>
    <message>
      <source>process 0 was not found at {where} in time, or not all {count} processes connected to it</source>
      <translation>Prozess 0 wurde auf {where} nicht rechtzeitig gefunden, oder nicht alle {count} Prozesse haben sich mit ihm verbunden</translation>
    </message>
    <message>
      <source>process {process} of {processes} found no GPU of its own, and each process needs one</source>
      <translation>Prozess {process} von {processes} findet keine eigene GPU, und jeder braucht eine</translation>
    </message>
    <message>
      <source>process {process} of {processes} uses the same GPU as another process</source>
      <translation>Prozess {process} von {processes} hat dieselbe GPU wie ein anderer</translation>
    </message>
    <message>
      <source>promoted as {promoted}</source>
      <translation>am Block als {promoted}</translation>
    </message>
    <message>
      <source>put a queue with a capacity before the barrier</source>
      <translation>setzen Sie eine Warteschlange mit einer Kapazität davor</translation>
    </message>
    <message>
      <source>put the block on the page, or update the variables with an Apply block in each iteration</source>
      <translation>setzen Sie es auf die Seite, oder schreiben Sie die Variablen in jeder Iteration mit einem Apply-Block</translation>
    </message>
    <message>
      <source>ragged_dot_general with batch axes, several group axes or a group offset is not supported</source>
      <translation>ragged_dot_general mit Batch-Achsen, mehreren Gruppenachsen oder einem Gruppenversatz wird nicht unterstützt</translation>
    </message>
    <message>
      <source>range_max is {range_max}, but the number of weights is {own}</source>
      <translation>range_max ist {range_max}, aber es gibt {own} Gewichte</translation>
    </message>
    <message>
      <source>reached is used only with gradient</source>
      <translation>reached wird nur zusammen mit gradient verwendet</translation>
    </message>
    <message>
      <source>read the file again</source>
      <translation>lesen Sie die Datei noch einmal</translation>
    </message>
    <message>
      <source>reading the contents would exceed the memory limit, which is the size of the files plus {most} bytes: {what} does not fit</source>
      <translation>das Lesen des Inhalts würde die Speichergrenze überschreiten, nämlich die Größe der Dateien plus {most} Bytes: {what} passt nicht hinein</translation>
    </message>
    <message>
      <source>reads a variable that a loop changes</source>
      <translation>liest eine Variable, die eine Schleife ändert</translation>
    </message>
    <message>
      <source>receives {pin} from the previous iteration</source>
      <translation>bekommt {pin} der vorigen Iteration</translation>
    </message>
    <message>
      <source>record {count} of the file {name} cannot be read: {why}</source>
      <translation>Der Datensatz {count} der Datei {name} kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>recording {count:,} runs would take {size:,} bytes, which is more than the memory limit</source>
      <translation>die Aufzeichnung von {count:,} Läufen bräuchte {size:,} Bytes, mehr als die Speichergrenze</translation>
    </message>
    <message>
      <source>records a value in each iteration but has no maximum number of iterations</source>
      <translation>zeichnet in jeder Iteration einen Wert auf, hat aber keine Höchstzahl von Iterationen</translation>
    </message>
    <message>
      <source>records the values of a varying number of iterations. Set a maximum for the While block</source>
      <translation>zeichnet jedes Mal eine andere Zahl von Runden eines While auf (ihm ein Maximum geben)</translation>
    </message>
    <message>
      <source>reduce strides, dilations or paddings</source>
      <translation>verkleinern Sie strides, dilations oder paddings</translation>
    </message>
    <message>
      <source>reduce the number of blocks that depend on a loop, because these blocks run in each iteration</source>
      <translation>Verringern Sie die Zahl der Blöcke, die von einer Schleife abhängen, weil diese Blöcke in jeder Iteration laufen</translation>
    </message>
    <message>
      <source>reduce_precision to {form} exponent bits and {form2} mantissa bits is not supported</source>
      <translation>reduce_precision auf {form} Bits des Exponenten und {form2} der Mantisse hat keinen Block</translation>
    </message>
    <message>
      <source>reinterprets the bytes of complex numbers</source>
      <translation>liest die Bytes komplexer Zahlen</translation>
    </message>
    <message>
      <source>rejects its inputs</source>
      <translation>lehnt seine Eingänge ab</translation>
    </message>
    <message>
      <source>remove or rename this path</source>
      <translation>Entfernen Sie diesen Pfad, oder benennen Sie ihn um</translation>
    </message>
    <message>
      <source>remove the key first</source>
      <translation>entfernen Sie es zuerst</translation>
    </message>
    <message>
      <source>removes small sums, so the size of the result depends on its values</source>
      <translation>lässt kleine Summen aus, sodass seine Größe in seinen Werten liegt</translation>
    </message>
    <message>
      <source>rename a key or an argument</source>
      <translation>benennen Sie einen Schlüssel oder ein Argument um</translation>
    </message>
    <message>
      <source>rename one of the two block libraries</source>
      <translation>benennen Sie eine davon um</translation>
    </message>
    <message>
      <source>repeat must be -1, or 1 or more, got 0</source>
      <translation>repeat muss -1 oder mindestens 1 sein, ist aber 0</translation>
    </message>
    <message>
      <source>replace both blocks with one LogSoftmax block</source>
      <translation>Ersetzen Sie beide durch LogSoftmax</translation>
    </message>
    <message>
      <source>replace it with other blocks</source>
      <translation>ersetzen Sie sie durch andere Blöcke</translation>
    </message>
    <message>
      <source>replace promoted values and random blocks with input pins</source>
      <translation>ersetzen Sie am Block gezeigte Werte und Zufallsblöcke durch Eingangspins</translation>
    </message>
    <message>
      <source>replace the file with a copy, or allow its folder with --allow-read DIR</source>
      <translation>legen Sie eine Kopie davon an seine Stelle, oder erlauben Sie den Ordner mit --allow-read DIR</translation>
    </message>
    <message>
      <source>rerun of {number}</source>
      <translation>Wiederholung von {number}</translation>
    </message>
    <message>
      <source>resolve it in the editor: File &gt; Resolve conflicts</source>
      <translation>lösen Sie ihn im Editor: Datei &gt; Konflikte lösen</translation>
    </message>
    <message>
      <source>resume and every: used only with checkpoint</source>
      <translation>resume und every gelten nur zusammen mit checkpoint</translation>
    </message>
    <message>
      <source>return the loss from the step; explain runs the backward pass</source>
      <translation>geben Sie den Verlust aus dem Schritt zurück; explain führt den Rückwärtsdurchlauf aus</translation>
    </message>
    <message>
      <source>returns a number of elements that depends on values, unless pad_to_max_output_size is set</source>
      <translation>gibt so viele Elemente, wie seine Werte sagen, wenn pad_to_max_output_size nicht gesetzt ist</translation>
    </message>
    <message>
      <source>returns {name} with the shape {shape_text} or {shape_text2}, depending on the branch</source>
      <translation>gibt {name} die Form {shape_text} oder {shape_text2}</translation>
    </message>
    <message>
      <source>row {row} does not exist: the variable has {count} rows, counted from 0</source>
      <translation>Es gibt keine Zeile {row}: die Variable hat {count}, gezählt ab 0</translation>
    </message>
    <message>
      <source>rows have different lengths: {here} {holds}, but {there} {holds2}</source>
      <translation>Zeilen sind verschieden lang: {here} {holds}, {there} {holds2}</translation>
    </message>
    <message>
      <source>run `gradblocks blocks {topic}`</source>
      <translation>führen Sie `gradblocks blocks {topic}` aus</translation>
    </message>
    <message>
      <source>run `gradblocks blocks` to list all block types</source>
      <translation>`gradblocks blocks` listet alle Blocktypen auf</translation>
    </message>
    <message>
      <source>run `gradblocks check` for details</source>
      <translation>`gradblocks check` sagt mehr</translation>
    </message>
    <message>
      <source>run `gradblocks convert {value} {with_suffix}`</source>
      <translation>gradblocks convert {value} {with_suffix}</translation>
    </message>
    <message>
      <source>run `gradblocks manual` to list the topics</source>
      <translation>`gradblocks manual` listet die Themen auf</translation>
    </message>
    <message>
      <source>run `gradblocks packages list`</source>
      <translation>führen Sie `gradblocks packages list` aus</translation>
    </message>
    <message>
      <source>run `pip install 'gradblocks[jax]'`</source>
      <translation>pip install 'gradblocks[jax]' ausführen</translation>
    </message>
    <message>
      <source>run `pip install 'gradblocks[mcp]'`</source>
      <translation>führen Sie `pip install 'gradblocks[mcp]'` aus</translation>
    </message>
    <message>
      <source>run `pip install -U jax`</source>
      <translation>pip install -U jax ausführen</translation>
    </message>
    <message>
      <source>run `pip install llvmlite`</source>
      <translation>führen Sie `pip install llvmlite` aus</translation>
    </message>
    <message>
      <source>run `pip install {wanted}`</source>
      <translation>führen Sie `pip install {wanted}` aus</translation>
    </message>
    <message>
      <source>run a step instead, which changes them</source>
      <translation>führen Sie stattdessen einen Schritt aus, der sie ändert</translation>
    </message>
    <message>
      <source>run again to start a new process. The document is unchanged</source>
      <translation>Starten Sie den Lauf erneut, um einen neuen Prozess zu starten. Das Dokument ist unverändert</translation>
    </message>
    <message>
      <source>run pip install 'gradblocks[lmdb]'</source>
      <translation>pip install 'gradblocks[lmdb]' ausführen</translation>
    </message>
    <message>
      <source>run the page first</source>
      <translation>die Seite zuerst ausführen</translation>
    </message>
    <message>
      <source>run the write in a composite of a Cond block</source>
      <translation>lassen Sie ein Cond ein Composite ausführen, das sie schreibt</translation>
    </message>
    <message>
      <source>run them with `gradblocks run`</source>
      <translation>führen Sie sie mit `gradblocks run` aus</translation>
    </message>
    <message>
      <source>run this command in a repository, or use --global</source>
      <translation>Führen Sie diesen Befehl in einem Repository aus oder verwenden Sie --global</translation>
    </message>
    <message>
      <source>running</source>
      <translation>läuft</translation>
    </message>
    <message>
      <source>runs can only be kept next to this diagram: no other folder is available</source>
      <translation>Läufe können nur neben diesem Diagramm aufbewahrt werden: Es gibt keinen anderen Ordner</translation>
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
      <source>save the diagram first, because file names are relative to the folder of the diagram</source>
      <translation>speichern Sie das Diagramm: seine Dateien liegen daneben</translation>
    </message>
    <message>
      <source>save the elements as .npy</source>
      <translation>die Elemente als .npy speichern</translation>
    </message>
    <message>
      <source>save the file as UTF-16, as enuSpace does</source>
      <translation>Speichern Sie die Datei als UTF-16, wie enuSpace es tut</translation>
    </message>
    <message>
      <source>save the strings as .csv</source>
      <translation>die Zeichenketten als .csv speichern</translation>
    </message>
    <message>
      <source>save the text as a .gradblocks file and open the file</source>
      <translation>den Text als .gradblocks-Datei speichern und öffnen</translation>
    </message>
    <message>
      <source>save the variables of this page with `run --save`</source>
      <translation>speichern Sie die Variablen dieser Seite mit `run --save`</translation>
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
      <source>scale_grad_by_freq or padding_idx</source>
      <translation>scale_grad_by_freq oder padding_idx</translation>
    </message>
    <message>
      <source>scatters booleans, which is not supported</source>
      <translation>verteilt Wahrheitswerte, was nicht unterstützt wird</translation>
    </message>
    <message>
      <source>scope</source>
      <translation>Geltungsbereich</translation>
    </message>
    <message>
      <source>scope must be a Scope block</source>
      <translation>Der Scope-Pin nimmt einen Scope-Block</translation>
    </message>
    <message>
      <source>see `gradblocks --help`</source>
      <translation>siehe `gradblocks --help`</translation>
    </message>
    <message>
      <source>see `gradblocks --help` for the commands that work without it</source>
      <translation>`gradblocks --help` zeigt die Befehle, die ohne ihn funktionieren</translation>
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
      <source>segment id {max} is out of range, because the result has {count} segments</source>
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
      <source>separate values with commas</source>
      <translation>Werte werden durch Kommas getrennt</translation>
    </message>
    <message>
      <source>sequence {empty} has no labels</source>
      <translation>Sequenz {empty} hat keine Labels</translation>
    </message>
    <message>
      <source>sequence {first} has {given} labels but only {sequence_length} steps</source>
      <translation>Sequenz {first} hat {given} Labels und nur {sequence_length} Schritte</translation>
    </message>
    <message>
      <source>sequence {row} has only {best} results, but top_paths is {top_paths}</source>
      <translation>Sequenz {row} hat nur {best} Ergebnisse, weniger als top_paths {top_paths}</translation>
    </message>
    <message>
      <source>sequence_length must be from 0 to the number of steps ({time}), got {wrong}</source>
      <translation>Eine Länge von {wrong} passt nicht zu {time} Schritten von inputs</translation>
    </message>
    <message>
      <source>set CUDA_VISIBLE_DEVICES to give each process its own GPU</source>
      <translation>setzen Sie CUDA_VISIBLE_DEVICES, um jedem Prozess eine eigene GPU zu geben</translation>
    </message>
    <message>
      <source>set JAX_PLATFORMS=cpu to run on the CPU</source>
      <translation>setzen Sie JAX_PLATFORMS=cpu, um auf der CPU zu rechnen</translation>
    </message>
    <message>
      <source>set clear_after_read=false on the TensorArray to keep it</source>
      <translation>setzen Sie am TensorArray clear_after_read=false, um es zu behalten</translation>
    </message>
    <message>
      <source>set element_shape on the TensorArray to read it as zeros</source>
      <translation>setzen Sie am TensorArray element_shape, um es als Nullen zu lesen</translation>
    </message>
    <message>
      <source>set full_matrices to false</source>
      <translation>setzen Sie full_matrices auf false</translation>
    </message>
    <message>
      <source>set ignore_longer_outputs_than_inputs to skip sequences with too many labels</source>
      <translation>setzen Sie ignore_longer_outputs_than_inputs, um Sequenzen mit zu vielen Labels zu überspringen</translation>
    </message>
    <message>
      <source>set initvalues, or assign a value to the variable first</source>
      <translation>geben Sie ihr initvalues, oder weisen Sie zuerst etwas zu</translation>
    </message>
    <message>
      <source>set l2_regularizer above 0, or set fast to false</source>
      <translation>geben Sie einen Regularisierer über 0, oder setzen Sie fast auf false</translation>
    </message>
    <message>
      <source>set minimize to one of: {listed}</source>
      <translation>setzen Sie minimize auf eines von: {listed}</translation>
    </message>
    <message>
      <source>set minimize to the name of the loss</source>
      <translation>setzen Sie minimize auf den Namen des Verlusts</translation>
    </message>
    <message>
      <source>set name to one of {listed}</source>
      <translation>setzen Sie name auf einen dieser Namen: {listed}</translation>
    </message>
    <message>
      <source>set the loop's checkpoint attribute to 0</source>
      <translation>setzen Sie das Attribut checkpoint der Schleife auf 0</translation>
    </message>
    <message>
      <source>set the queue's shapes attribute</source>
      <translation>setzen Sie das Attribut shapes der Warteschlange</translation>
    </message>
    <message>
      <source>set timeout_ms to -1. A wait that no block can end fails immediately</source>
      <translation>setzen Sie es auf -1; ein Warten, das kein Block beenden kann, schlägt sofort fehl</translation>
    </message>
    <message>
      <source>set uniform_noise to false</source>
      <translation>setzen Sie uniform_noise auf false</translation>
    </message>
    <message>
      <source>set use_image_if_no_bounding_boxes to use the whole image</source>
      <translation>setzen Sie use_image_if_no_bounding_boxes, um das ganze Bild zu verwenden</translation>
    </message>
    <message>
      <source>set {attribute} to {name}</source>
      <translation>setzen Sie {attribute} auf {name}</translation>
    </message>
    <message>
      <source>several free inputs of {id} fit {source}</source>
      <translation>mehrere freie Eingänge von {id} passen zu {source}</translation>
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
      <source>shapes {shape_text} and {shape_text2} are not compatible</source>
      <translation>Die Formen {shape_text} und {shape_text2} passen nicht zusammen</translation>
    </message>
    <message>
      <source>shapes {shape_text} and {shape_text2} do not match</source>
      <translation>Die Formen {shape_text} und {shape_text2} stimmen nicht überein</translation>
    </message>
    <message>
      <source>slices of the tensor {text} overlap</source>
      <translation>Teile von {text} überlappen sich</translation>
    </message>
    <message>
      <source>slices of {width} elements cannot be sorted; the limit is 39 elements</source>
      <translation>Ausschnitte mit {width} Elementen können nicht sortiert werden; die Grenze ist 39 Elemente</translation>
    </message>
    <message>
      <source>soft_nms_sigma: expected 0 or more, got {float}</source>
      <translation>soft_nms_sigma ist ab 0, nicht {float}</translation>
    </message>
    <message>
      <source>some element must be the odd one out</source>
      <translation>ein Element passt nicht zu den anderen</translation>
    </message>
    <message>
      <source>sources with few wires</source>
      <translation>Quellen mit wenigen Drähten</translation>
    </message>
    <message>
      <source>sparse tensor handle {number} does not exist</source>
      <translation>es gibt keinen dünn besetzten Tensor mit dem Handle {number}</translation>
    </message>
    <message>
      <source>sparse tensor {number} cannot be deserialized: {message}</source>
      <translation>der dünn besetzte Tensor {number} kann nicht gelesen werden: {message}</translation>
    </message>
    <message>
      <source>sparse tensor {number} has dtype {dtype}, not {short}</source>
      <translation>der dünn besetzte Tensor {number} enthält {dtype}, nicht {short}</translation>
    </message>
    <message>
      <source>sparse tensor {number} has indices, values and shape that do not match: {texts}</source>
      <translation>der dünn besetzte Tensor {number} enthält Indizes, Werte und Form, die nicht zusammenpassen: {texts}</translation>
    </message>
    <message>
      <source>stacked values must have equal shapes: expected {before}, got {shape_text}</source>
      <translation>was gestapelt wird, hat die Form {before} und nun {shape_text}</translation>
    </message>
    <message>
      <source>standard output cannot be written: {strerror}</source>
      <translation>Die Standardausgabe kann nicht geschrieben werden: {strerror}</translation>
    </message>
    <message>
      <source>start with straight-through or zero</source>
      <translation>beginnen Sie mit „Durchreichen“ oder „Null“</translation>
    </message>
    <message>
      <source>starts a loop in each iteration of another loop</source>
      <translation>beginnt eine Schleife in jeder Iteration einer anderen Schleife</translation>
    </message>
    <message>
      <source>starts a loop that shares blocks with another loop</source>
      <translation>beginnt eine Schleife, die Blöcke mit einer anderen Schleife teilt</translation>
    </message>
    <message>
      <source>starts a loop whose values advance under different conditions</source>
      <translation>beginnt eine Schleife, deren Werte unter verschiedenen Bedingungen fortschreiten</translation>
    </message>
    <message>
      <source>state</source>
      <translation>Zustand</translation>
    </message>
    <message>
      <source>state is not a valid state of {self}</source>
      <translation>state ist kein gültiger Zustand für {self}</translation>
    </message>
    <message>
      <source>status</source>
      <translation>Status</translation>
    </message>
    <message>
      <source>status must be the status of a ClientSession, got {kind_name}</source>
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
      <source>step {round:,}: {shares:.0%} of the elements are close to {number:.3g}</source>
      <translation>Schritt {round:,}: {shares:.0%} der Elemente sind etwa {number:.3g}</translation>
    </message>
    <message>
      <source>step {step:,}: gradient norm {found:.6g}</source>
      <translation>Schritt {step:,}: Gradientennorm {found:.6g}</translation>
    </message>
    <message>
      <source>step {step:,}: gradient {found:.6g}</source>
      <translation>Schritt {step:,}: Gradient {found:.6g}</translation>
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
      <source>steps {first} to {last} are available, so step {step} cannot be restored</source>
      <translation>verfügbar sind die Schritte {first} bis {last}, daher kann Schritt {step} nicht wiederhergestellt werden</translation>
    </message>
    <message>
      <source>still gets a gradient</source>
      <translation>bekommt weiter einen Gradienten</translation>
    </message>
    <message>
      <source>still gets no gradient</source>
      <translation>bekommt weiter keinen Gradienten</translation>
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
      <source>store large tensors in a file: {"file": "name.npy"}</source>
      <translation>speichern Sie große Tensoren in einer Datei: {"file": "name.npy"}</translation>
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
      <source>subtract StopGradient(Max(x)) from x before Exp, and add it to the result of Log</source>
      <translation>Ziehen Sie StopGradient(Max(x)) vor Exp von x ab und addieren Sie es zum Ergebnis von Log</translation>
    </message>
    <message>
      <source>subtract StopGradient(Max(x)) from x before Exp. The result stays the same</source>
      <translation>Ziehen Sie StopGradient(Max(x)) vor Exp von x ab. Das Ergebnis bleibt gleich</translation>
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
      <source>tensor {gone} of the element with key {key} has already been taken</source>
      <translation>Tensor {gone} des Elements mit dem Schlüssel {key} wurde schon entnommen</translation>
    </message>
    <message>
      <source>tensors</source>
      <translation>Tensoren</translation>
    </message>
    <message>
      <source>tensors cannot have the NumPy dtype {dtype}</source>
      <translation>Tensoren können den NumPy-dtype {dtype} nicht haben</translation>
    </message>
    <message>
      <source>the BMP is truncated or corrupt: expected {start} bytes, got {contents}</source>
      <translation>Das BMP ist abgeschnitten oder beschädigt: es müsste {start} Bytes haben, es hat {contents}</translation>
    </message>
    <message>
      <source>the BMP is truncated: the header is missing</source>
      <translation>Das BMP ist abgeschnitten: es hat keinen Kopf</translation>
    </message>
    <message>
      <source>the Cast to {dtype} discards the fractional part of {block_name} and stops its gradient</source>
      <translation>der Cast nach {dtype} verwirft die Nachkommastellen von {block_name} und stoppt den Gradienten</translation>
    </message>
    <message>
      <source>the Constant operator has no value</source>
      <translation>der Operator Constant hat keinen Wert</translation>
    </message>
    <message>
      <source>the GIF contains a frame without a color table</source>
      <translation>Das GIF hat ein Einzelbild ohne Farbtabelle</translation>
    </message>
    <message>
      <source>the GIF is truncated or corrupt: it contains no complete frame</source>
      <translation>Das GIF ist abgeschnitten oder defekt: es hat kein ganzes Einzelbild</translation>
    </message>
    <message>
      <source>the GIF uses color {wrong}, but its color table ends at {colours}</source>
      <translation>Das GIF verwendet die Farbe {wrong}, seine Tabelle endet bei {colours}</translation>
    </message>
    <message>
      <source>the JAX primitive {name} is not supported</source>
      <translation>Für das JAX-Primitiv {name} gibt es keinen Block</translation>
    </message>
    <message>
      <source>the JAX primitive {name} is not supported for random keys</source>
      <translation>das JAX-Primitiv {name} wird für Zufallsschlüssel nicht unterstützt</translation>
    </message>
    <message>
      <source>the JPEG is truncated or corrupt</source>
      <translation>Das JPEG ist abgeschnitten oder defekt</translation>
    </message>
    <message>
      <source>the JPEG is {what}</source>
      <translation>Das JPEG ist {what}</translation>
    </message>
    <message>
      <source>the PNG has a wrong checksum</source>
      <translation>das PNG hat eine falsche Prüfsumme</translation>
    </message>
    <message>
      <source>the PNG has no end chunk</source>
      <translation>dem PNG fehlt der Abschluss</translation>
    </message>
    <message>
      <source>the PNG is corrupt: color type {kind} does not exist</source>
      <translation>Das PNG ist defekt: es gibt keinen Farbtyp {kind}</translation>
    </message>
    <message>
      <source>the PNG is truncated or corrupt</source>
      <translation>Das PNG ist abgeschnitten oder defekt</translation>
    </message>
    <message>
      <source>the PNG is truncated: the header is missing</source>
      <translation>Das PNG ist abgeschnitten: es hat keinen Kopf</translation>
    </message>
    <message>
      <source>the Placeholders are: {listed}</source>
      <translation>die Placeholder sind: {listed}</translation>
    </message>
    <message>
      <source>the PyTorch module failed: {name}: {error}</source>
      <translation>das PyTorch-Modul ist fehlgeschlagen: {name}: {error}</translation>
    </message>
    <message>
      <source>the SavedModel contains no graph</source>
      <translation>enthält ein SavedModel ohne Graphen</translation>
    </message>
    <message>
      <source>the Tensor block has dtype {short}, but the attribute dtype of this block is {short2}</source>
      <translation>Der Tensor hat den dtype {short}, dtype ist aber {short2}</translation>
    </message>
    <message>
      <source>the Variable</source>
      <translation>die Variable</translation>
    </message>
    <message>
      <source>the XML elements are nested more than {MAX_DEPTH} levels deep</source>
      <translation>die Elemente sind mehr als {MAX_DEPTH} tief geschachtelt</translation>
    </message>
    <message>
      <source>the `every` intervals of the ClientSession blocks combine in more than {PERIODS} ways</source>
      <translation>Die Intervalle `every` der ClientSession-Blöcke ergeben mehr als {PERIODS} Kombinationen</translation>
    </message>
    <message>
      <source>the accumulator {name} has dtype {short}, not {short2}</source>
      <translation>Der Akkumulator {name} enthält {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the accumulator {name} needs gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>Der Akkumulator {name} nimmt Gradienten der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>the activation {activation} is not supported</source>
      <translation>die Aktivierung {activation} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the activation {name} is not supported</source>
      <translation>die Aktivierung {name} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the archive contains too many arrays</source>
      <translation>sie führt mehr Arrays auf, als gelesen werden können</translation>
    </message>
    <message>
      <source>the arguments are: {listed}</source>
      <translation>die Argumente sind: {listed}</translation>
    </message>
    <message>
      <source>the array contains Python objects, which are never read from a file</source>
      <translation>das Array enthält Python-Objekte, die nie aus einer Datei gelesen werden</translation>
    </message>
    <message>
      <source>the array has the NumPy dtype {str}, which tensors cannot have</source>
      <translation>das Array hat den NumPy-dtype {str}, den Tensoren nicht haben können</translation>
    </message>
    <message>
      <source>the array {key} is compressed with a method that NumPy does not use</source>
      <translation>das Array {key} ist mit einem Verfahren komprimiert, das NumPy nicht verwendet</translation>
    </message>
    <message>
      <source>the array {name} has dtype {name2}, which cannot be converted to {short}</source>
      <translation>Das Array {name} ist {name2}, was sich nicht in {short} umwandeln lässt</translation>
    </message>
    <message>
      <source>the array {name} is a scalar, but must have a first axis that indexes the examples</source>
      <translation>Das Array {name} ist ein Skalar; seine erste Achse muss die Beispiele zählen</translation>
    </message>
    <message>
      <source>the array's shape {shape} is too large for this machine</source>
      <translation>die Form {shape} des Arrays ist zu groß für diesen Rechner</translation>
    </message>
    <message>
      <source>the arrays have different numbers of examples: {sizes}</source>
      <translation>Die Arrays haben verschieden viele Beispiele: {sizes}</translation>
    </message>
    <message>
      <source>the arrays in the file are: {some}</source>
      <translation>Die Arrays in der Datei sind: {some}</translation>
    </message>
    <message>
      <source>the arrays must have the same number of rows: {first} has {rows}, {name} has {shape}</source>
      <translation>die Arrays müssen gleich viele Zeilen haben: {first} hat {rows}, {name} hat {shape}</translation>
    </message>
    <message>
      <source>the attribute {name} has the dtype number {number}, which is not supported</source>
      <translation>sein Attribut {name} ist dtype Nummer {number}, der hier keine Werte hat</translation>
    </message>
    <message>
      <source>the attributes and inputs are: {known}</source>
      <translation>Die Attribute und Eingänge sind: {known}</translation>
    </message>
    <message>
      <source>the attributes are: {known}</source>
      <translation>seine Attribute: {known}</translation>
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
      <source>the block cannot be expanded: it needs a loop-carried value of {block_name}</source>
      <translation>der Block kann nicht aufgelöst werden: er braucht einen von der Schleife weitergegebenen Wert von {block_name}</translation>
    </message>
    <message>
      <source>the block cannot be expanded: it needs tensors from inside {listed}</source>
      <translation>es kann nicht aufgelöst werden: es braucht Tensoren aus dem Inneren von {listed}</translation>
    </message>
    <message>
      <source>the block cannot be expanded: it needs variables inside {listed}, which runs a composite</source>
      <translation>es kann nicht aufgelöst werden: es braucht Variablen im Inneren von {listed}, was einen Verbund ausführt</translation>
    </message>
    <message>
      <source>the block cannot be expanded: the gradient runs {title}, which no block of a page can run</source>
      <translation>der Block kann nicht aufgelöst werden: der Gradient führt {title} aus, was kein Block einer Seite kann</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {block_name} reads {variable} after a write in the same step</source>
      <translation>es lässt sich nicht aufklappen: {block_name} liest {variable} nach einem Schreiben im selben Schritt</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {message}</source>
      <translation>es kann nicht aufgelöst werden: {message}</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {text}</source>
      <translation>er kann nicht aufgelöst werden: {text}</translation>
    </message>
    <message>
      <source>the block does nothing but stop the run with an error</source>
      <translation>der Block hält nur den Lauf mit einem Fehler an</translation>
    </message>
    <message>
      <source>the block has no gradient: {text}</source>
      <translation>er hat keinen Gradienten: {text}</translation>
    </message>
    <message>
      <source>the block is already the only instance of {used}</source>
      <translation>der Block ist schon die einzige Instanz von {used}</translation>
    </message>
    <message>
      <source>the block is not an instance of a composite</source>
      <translation>der Block ist keine Instanz eines Verbunds</translation>
    </message>
    <message>
      <source>the block is used only inside composites</source>
      <translation>der Block wird nur in Verbünden verwendet</translation>
    </message>
    <message>
      <source>the block libraries are: {names}</source>
      <translation>es gibt: {names}</translation>
    </message>
    <message>
      <source>the block library has no composite {shortened}</source>
      <translation>Es gibt keinen Verbund {shortened} in dem Paket</translation>
    </message>
    <message>
      <source>the block library {name} has no composite {shortened}</source>
      <translation>Das Paket {name} hat keinen Verbund {shortened}</translation>
    </message>
    <message>
      <source>the block library {shortened} is not in your library folder: it {where}</source>
      <translation>die Blockbibliothek {shortened} liegt nicht in Ihrem Bibliotheksordner ({where})</translation>
    </message>
    <message>
      <source>the block needs tensors from inside {instance}, which cannot be unpacked: {message}</source>
      <translation>der Block braucht Tensoren aus {instance}, das nicht aufgelöst werden kann: {message}</translation>
    </message>
    <message>
      <source>the block reads a file that another program writes</source>
      <translation>der Block liest eine Datei, die ein anderes Programm schreibt</translation>
    </message>
    <message>
      <source>the block runs a composite of the diagram</source>
      <translation>der Block führt einen Verbund des Diagramms aus</translation>
    </message>
    <message>
      <source>the block runs a composite with the variables of another block, which a flat page cannot represent</source>
      <translation>es führt einen Verbund mit den Variablen eines anderen Blocks aus, was auf einer flachen Seite nicht gesagt werden kann</translation>
    </message>
    <message>
      <source>the block runs one of two composites, but unpacked blocks would all run. Press Enter to look inside the block</source>
      <translation>der Block führt einen von zwei Verbünden aus, aufgelöste Blöcke liefen aber alle. Enter zeigt das Innere des Blocks</translation>
    </message>
    <message>
      <source>the block trains variables inside {instance}, which runs a composite and cannot be unpacked</source>
      <translation>der Block trainiert Variablen in {instance}, das einen Verbund ausführt und nicht aufgelöst werden kann</translation>
    </message>
    <message>
      <source>the block type of {missing} is unknown</source>
      <translation>der Blocktyp von {missing} ist unbekannt</translation>
    </message>
    <message>
      <source>the block {id} runs several composites</source>
      <translation>der Block {id} führt mehrere Verbünde aus</translation>
    </message>
    <message>
      <source>the blocks are in several scopes, but an instance can be in only one scope</source>
      <translation>die Blöcke sind in mehreren Geltungsbereichen, eine Instanz kann nur in einem sein</translation>
    </message>
    <message>
      <source>the blocks form a cycle: {names}</source>
      <translation>Die Blöcke bilden einen Zyklus: {names}</translation>
    </message>
    <message>
      <source>the blocks pass no gradient to any input, so there is nothing to write out</source>
      <translation>die Blöcke leiten an keinen Eingang einen Gradienten weiter, also gibt es nichts auszuschreiben</translation>
    </message>
    <message>
      <source>the blocks would form a cycle: {names}</source>
      <translation>die Blöcke bildeten einen Kreis: {names}</translation>
    </message>
    <message>
      <source>the body has an output {name} but no input of that name: While carries each output from iteration to iteration</source>
      <translation>der Rumpf hat einen Ausgang {name}, aber keinen Eingang dieses Namens: While gibt jeden Ausgang von Iteration zu Iteration weiter</translation>
    </message>
    <message>
      <source>the body of a loop or branch has blocks of a different precision</source>
      <translation>Ein Rumpf hat die Genauigkeit, die seine Blöcke haben</translation>
    </message>
    <message>
      <source>the bound must be a scalar or have the shape of t, {shape_text}, got shape {shape_text2}</source>
      <translation>Die Grenze muss ein Skalar sein oder die Form {shape_text} von t haben, hat aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>the branches must return the same names, got {outputs} and {outputs2}</source>
      <translation>die Zweige müssen dieselben Namen liefern, {outputs} und {outputs2} erhalten</translation>
    </message>
    <message>
      <source>the branches return different dtypes, {short} and {short2}</source>
      <translation>die Zweige liefern verschiedene Dtypes, {short} und {short2}</translation>
    </message>
    <message>
      <source>the breakpoint {strip} does not name a pin</source>
      <translation>Der Haltepunkt {strip} nennt keinen Pin</translation>
    </message>
    <message>
      <source>the cell is empty: enter a value</source>
      <translation>die Zelle ist leer: einen Wert eingeben</translation>
    </message>
    <message>
      <source>the check ended unexpectedly</source>
      <translation>die Prüfung wurde unerwartet beendet</translation>
    </message>
    <message>
      <source>the check process was terminated</source>
      <translation>der Prüfprozess wurde beendet</translation>
    </message>
    <message>
      <source>the checkpoint belongs to the page {page}, not {name}</source>
      <translation>der Checkpoint gehört zur Seite {page}, nicht zu {name}</translation>
    </message>
    <message>
      <source>the checkpoint cannot be read: {message}</source>
      <translation>der Checkpoint kann nicht gelesen werden: {message}</translation>
    </message>
    <message>
      <source>the checkpoint does not exist</source>
      <translation>diesen Checkpoint gibt es nicht</translation>
    </message>
    <message>
      <source>the checkpoint has a variable {name}, which the page does not have</source>
      <translation>er enthält eine Variable {name}, die die Seite nicht hat</translation>
    </message>
    <message>
      <source>the checkpoint has only parts of {name}, not the whole requested shape {shape_text}</source>
      <translation>Der Checkpoint enthält nur Teile von {name}, nicht alles von {shape_text}, was verlangt ist</translation>
    </message>
    <message>
      <source>the checkpoint is damaged: {name} is invalid</source>
      <translation>der Checkpoint ist beschädigt: {name} ist ungültig</translation>
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
      <source>the checkpoint {prefix} has a different byte order from this machine</source>
      <translation>Der Checkpoint {prefix} hat eine andere Byte-Reihenfolge als dieser Rechner</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} has no tensor {text}</source>
      <translation>Der Checkpoint {prefix} hat keinen Tensor {text}</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} is damaged at the tensor {text}</source>
      <translation>Der Checkpoint {prefix} ist beim Tensor {text} beschädigt</translation>
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
      <source>the combined names of the nested scopes exceed {LONGEST} characters</source>
      <translation>die Namen der verschachtelten Scopes sind zusammen länger als {LONGEST} Zeichen</translation>
    </message>
    <message>
      <source>the components have different numbers of elements: {join}</source>
      <translation>Die Komponenten enthalten verschieden viele Elemente: {join}</translation>
    </message>
    <message>
      <source>the composite has no pin {gone!r}</source>
      <translation>der Verbund hat keinen Pin {gone!r}</translation>
    </message>
    <message>
      <source>the composite name {new!r} {fault}</source>
      <translation>der Verbundname {new!r} {fault}</translation>
    </message>
    <message>
      <source>the composite {name} is still used</source>
      <translation>der Verbund {name} wird noch verwendet</translation>
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
      <source>the condition must be one boolean, got a tensor of shape {shape_text}</source>
      <translation>die Bedingung muss ein einzelner Wahrheitswert sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>the condition must return one boolean, but {name}.{name2} is {kind}</source>
      <translation>Die Bedingung muss einen Wahrheitswert geben, {name}.{name2} ist {kind}</translation>
    </message>
    <message>
      <source>the condition must return one boolean, got {outputs} tensors</source>
      <translation>Die Bedingung gibt einen Wahrheitswert, nicht {outputs} Tensoren</translation>
    </message>
    <message>
      <source>the condition {name} must have one output, got {outputs}</source>
      <translation>Die Bedingung {name} muss einen Ausgang haben, sie hat {outputs}</translation>
    </message>
    <message>
      <source>the condition {strip} is invalid: {reason}</source>
      <translation>Die Bedingung {strip} ist fehlerhaft: {reason}</translation>
    </message>
    <message>
      <source>the conflict does not refer to a part of a diagram</source>
      <translation>er betrifft nichts, was ein Diagramm hat</translation>
    </message>
    <message>
      <source>the constants and variables of the page take more than {LARGEST} GiB, the limit of an ONNX file</source>
      <translation>seine Konstanten und Variablen brauchen mehr als {LARGEST} GiB, was eine ONNX-Datei nicht fasst</translation>
    </message>
    <message>
      <source>the contents are damaged at the array {key}</source>
      <translation>der Inhalt ist beim Array {key} beschädigt</translation>
    </message>
    <message>
      <source>the contents are damaged: a boolean is neither 0 nor 1</source>
      <translation>der Inhalt ist beschädigt: ein Wahrheitswert ist weder 0 noch 1</translation>
    </message>
    <message>
      <source>the contents are damaged: the .npy header has {length} bytes</source>
      <translation>der Inhalt ist beschädigt: der .npy-Kopf hat {length} Bytes</translation>
    </message>
    <message>
      <source>the contents are damaged: the array has the shape {shape}</source>
      <translation>der Inhalt ist beschädigt: das Array hat die Form {shape}</translation>
    </message>
    <message>
      <source>the contents are not a .npz archive, or they are damaged</source>
      <translation>der Inhalt ist kein .npz-Archiv oder beschädigt</translation>
    </message>
    <message>
      <source>the contents are not in .npy format</source>
      <translation>der Inhalt hat nicht das Format .npy</translation>
    </message>
    <message>
      <source>the coordinate mode {mode} is not supported</source>
      <translation>die Koordinaten von {mode} sind nicht bekannt</translation>
    </message>
    <message>
      <source>the copies are: {listed}</source>
      <translation>Die Kopien sind: {listed}</translation>
    </message>
    <message>
      <source>the crop window of {height} x {width} pixels at ({top}, {left}) extends beyond the image of {shape} x {shape2} pixels</source>
      <translation>Der Teil von {height} x {width} an ({top}, {left}) reicht über das Bild hinaus, das {shape} x {shape2} ist</translation>
    </message>
    <message>
      <source>the custom gradients form a cycle: {cycle_text}</source>
      <translation>die benutzerdefinierten Gradienten bilden einen Kreis: {cycle_text}</translation>
    </message>
    <message>
      <source>the data contains no arrays</source>
      <translation>die Daten enthalten keine Arrays</translation>
    </message>
    <message>
      <source>the data has no examples</source>
      <translation>die Daten haben keine Beispiele</translation>
    </message>
    <message>
      <source>the data has {size} elements</source>
      <translation>es hat {size} Elemente</translation>
    </message>
    <message>
      <source>the data of {name} ended after {rounds} epoch{rounds2}</source>
      <translation>Die Daten von {name} sind nach {rounds} Durchlauf{rounds2} zu Ende</translation>
    </message>
    <message>
      <source>the data {name} has no rows: its shape is {shape_text}</source>
      <translation>die Daten {name} haben keine Zeilen: ihre Form ist {shape_text}</translation>
    </message>
    <message>
      <source>the data {name}: {message}</source>
      <translation>die Daten {name}: {message}</translation>
    </message>
    <message>
      <source>the database {name} cannot be read: {said}</source>
      <translation>Die Datenbank {name} kann nicht gelesen werden: {said}</translation>
    </message>
    <message>
      <source>the dataset or the collate_fn of a DataLoader can return dicts</source>
      <translation>das Dataset oder die collate_fn eines DataLoaders kann Dictionarys zurückgeben</translation>
    </message>
    <message>
      <source>the decoded {form} would need {total} MiB ({text} bytes); the limit is {LIMIT} MiB</source>
      <translation>{form} bräuchte dekodiert {total} MiB ({text} Bytes): mehr als {LIMIT} MiB werden abgelehnt</translation>
    </message>
    <message>
      <source>the default has the shape {shape_text}, but the placeholder has {shape_text2}</source>
      <translation>Der Vorgabewert hat die Form {shape_text}, der Platzhalter {shape_text2}</translation>
    </message>
    <message>
      <source>the default of the promoted value {name} {fault}</source>
      <translation>der Vorgabewert des am Block gezeigten Werts {name} {fault}</translation>
    </message>
    <message>
      <source>the derivative of {name} is infinite at 1 and -1, and {block_name} can have these values</source>
      <translation>Die Ableitung von {name} ist bei 1 und -1 unendlich, und {block_name} kann diese Werte annehmen</translation>
    </message>
    <message>
      <source>the diagonals are too short for a matrix with {result} rows and {result2} columns</source>
      <translation>Eine Matrix mit {result} Zeilen und {result2} Spalten braucht längere Diagonalen als die gegebenen</translation>
    </message>
    <message>
      <source>the diagram does not have {listed} of the reference: {next}</source>
      <translation>das Diagramm hat {listed} der Referenz nicht: {next}</translation>
    </message>
    <message>
      <source>the diagram has a key {key} that does not exist in {FIRST}</source>
      <translation>Das Diagramm hat einen Schlüssel {key}, der in {FIRST} nicht bekannt war</translation>
    </message>
    <message>
      <source>the diagram has no page</source>
      <translation>das Diagramm hat keine Seite</translation>
    </message>
    <message>
      <source>the diagram has no pages</source>
      <translation>das Diagramm hat keine Seite</translation>
    </message>
    <message>
      <source>the diagram has the format {declared} of a newer Gradblocks; this version reads up to {FORMAT}</source>
      <translation>Das Diagramm hat das Format {declared} eines neueren Gradblocks; dieses liest bis {FORMAT}</translation>
    </message>
    <message>
      <source>the diagram has {count} {key}; the limit is {limit}</source>
      <translation>Das Diagramm hat {count} {key}; höchstens {limit} werden gelesen</translation>
    </message>
    <message>
      <source>the diagram has {pages} pages: name one</source>
      <translation>das Diagramm hat {pages} Seiten: nennen Sie eine</translation>
    </message>
    <message>
      <source>the diagram has {pages} pages: name the page to run</source>
      <translation>Das Diagramm hat {pages} Seiten: nennen Sie die, die laufen soll</translation>
    </message>
    <message>
      <source>the diagram of the run was not kept.</source>
      <translation>das Diagramm des Laufs wurde nicht aufbewahrt.</translation>
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
      <source>the diagram on the clipboard has {count} pages, but only one page can be pasted</source>
      <translation>das Diagramm in der Zwischenablage hat {count} Seiten, aber nur eine kann eingefügt werden</translation>
    </message>
    <message>
      <source>the diagram would take more than {MAX_BYTES} bytes in a file</source>
      <translation>das Diagramm würde in einer Datei mehr als {MAX_BYTES} Bytes belegen</translation>
    </message>
    <message>
      <source>the diagram would take {data} bytes in a file; the limit is {MAX_BYTES}</source>
      <translation>Das Diagramm wäre eine Datei von {data} Bytes; höchstens {MAX_BYTES} werden wieder gelesen</translation>
    </message>
    <message>
      <source>the diagram, the options or the number of processes differ between process 0 and process {names}</source>
      <translation>das Diagramm, die Optionen oder die Prozesszahl unterscheiden sich zwischen Prozess 0 und Prozess {names}</translation>
    </message>
    <message>
      <source>the docstring cannot be read: {error}</source>
      <translation>der Docstring kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>the dtype of a carried value changes from {short} to {short2}</source>
      <translation>der Dtype eines weitergegebenen Werts ändert sich von {short} zu {short2}</translation>
    </message>
    <message>
      <source>the dtype of data in a file is not known before the file is read</source>
      <translation>Der dtype der Daten einer Datei ist nicht bekannt, bevor sie gelesen ist</translation>
    </message>
    <message>
      <source>the dtype {get} is not supported</source>
      <translation>der Dtype {get} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>the dtype {kind} is not supported</source>
      <translation>der Dtype {kind} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>the edit has more than {MOST} bytes, the limit of a proposal</source>
      <translation>die Änderung hat mehr als {MOST} Bytes, das ist die Grenze für einen Vorschlag</translation>
    </message>
    <message>
      <source>the editor cannot be loaded: {error}</source>
      <translation>Der Editor kann nicht geladen werden: {error}</translation>
    </message>
    <message>
      <source>the elements of the tensor array have the shape {shape_text}, got {shape_text2}</source>
      <translation>Die Elemente des Tensor-Arrays haben die Form {shape_text}, bekommen wird {shape_text2}</translation>
    </message>
    <message>
      <source>the elements of the tensor array have the shape {shape_text}, not {shape_text2}</source>
      <translation>die Elemente des Tensor-Arrays haben die Form {shape_text}, nicht {shape_text2}</translation>
    </message>
    <message>
      <source>the engine 'native' needs llvmlite, which is not installed</source>
      <translation>die Engine „native“ braucht llvmlite, das nicht installiert ist</translation>
    </message>
    <message>
      <source>the engines are: {join}</source>
      <translation>die Engines sind: {join}</translation>
    </message>
    <message>
      <source>the entries of {self} cannot be changed: it is a HashTable</source>
      <translation>Die Einträge von {self} können nicht geändert werden: es ist eine HashTable</translation>
    </message>
    <message>
      <source>the equation {equation} contains a stray '.'</source>
      <translation>Die Gleichung {equation} hat einen verirrten '.'</translation>
    </message>
    <message>
      <source>the equation {equation} has {terms} operands, but {count} are wired; Einsum supports one or two</source>
      <translation>Die Gleichung {equation} hat {terms} Operanden, {count} sind verdrahtet; einer oder zwei können multipliziert werden</translation>
    </message>
    <message>
      <source>the equation {equation} must contain one '-&gt;'</source>
      <translation>Die Gleichung {equation} braucht ein '-&gt;'</translation>
    </message>
    <message>
      <source>the examples do not fit the function: {error}</source>
      <translation>die Beispiele passen nicht zur Funktion: {error}</translation>
    </message>
    <message>
      <source>the expansion would have {nodes} blocks; the limit is {MOST_BLOCKS}</source>
      <translation>es wären {nodes} Blöcke: mehr als {MOST_BLOCKS} werden nicht auf eine Seite gesetzt</translation>
    </message>
    <message>
      <source>the feed of {name} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>der Feed von {name} muss die Form {shape_text} haben, {shape_text2} erhalten</translation>
    </message>
    <message>
      <source>the file became shorter while it was read</source>
      <translation>ist abgeschnitten: sie wurde kürzer, während sie gelesen wurde</translation>
    </message>
    <message>
      <source>the file cannot be read</source>
      <translation>die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
      <source>the file cannot be read: {error}</source>
      <translation>die Datei kann nicht gelesen werden: {error}</translation>
    </message>
    <message>
      <source>the file cannot be read: {strerror}</source>
      <translation>die Datei kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
      <source>the file cannot be read: {why}</source>
      <translation>die Datei kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>the file cannot be removed: {strerror}</source>
      <translation>die Datei kann nicht entfernt werden: {strerror}</translation>
    </message>
    <message>
      <source>the file cannot be written: the folder {folder} is read-only</source>
      <translation>die Datei kann nicht geschrieben werden: der Ordner {folder} ist schreibgeschützt</translation>
    </message>
    <message>
      <source>the file cannot be written: the path is a folder</source>
      <translation>die Datei kann nicht geschrieben werden: der Pfad ist ein Ordner</translation>
    </message>
    <message>
      <source>the file cannot be written: the path is not an ordinary file</source>
      <translation>die Datei kann nicht geschrieben werden: der Pfad ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>the file cannot be written: there is no folder {folder}</source>
      <translation>die Datei kann nicht geschrieben werden: es gibt keinen Ordner {folder}</translation>
    </message>
    <message>
      <source>the file cannot be written: {strerror}</source>
      <translation>die Datei kann nicht geschrieben werden: {strerror}</translation>
    </message>
    <message>
      <source>the file contains a document type (&lt;!DOCTYPE&gt;), which enuSpace pages never have</source>
      <translation>die Datei enthält einen Dokumenttyp (&lt;!DOCTYPE&gt;), den enuSpace-Seiten nie haben</translation>
    </message>
    <message>
      <source>the file contains a protobuf field of an unsupported kind</source>
      <translation>die Datei enthält ein Protobuf-Feld einer nicht unterstützten Art</translation>
    </message>
    <message>
      <source>the file contains an incomplete character at position {start}</source>
      <translation>die Datei enthält an Position {start} ein unvollständiges Zeichen</translation>
    </message>
    <message>
      <source>the file does not hold the base revision; read it again</source>
      <translation>die Datei enthält nicht die Ausgangsrevision; lesen Sie sie noch einmal</translation>
    </message>
    <message>
      <source>the file format already defines the key {key}</source>
      <translation>das Dateiformat definiert den Schlüssel {key} bereits</translation>
    </message>
    <message>
      <source>the file has more than {MAX_BYTES} bytes, the limit of a diagram</source>
      <translation>die Datei hat mehr als {MAX_BYTES} Bytes, die Grenze für ein Diagramm</translation>
    </message>
    <message>
      <source>the file has no value for {listed}</source>
      <translation>Die Datei hat keinen Wert für {listed}</translation>
    </message>
    <message>
      <source>the file has no values for the variables of the page</source>
      <translation>es hat Werte für keine Variable der Seite</translation>
    </message>
    <message>
      <source>the file has no values for {names}, which were left unchanged</source>
      <translation>die Datei hat keine Werte für {names}, die unverändert blieben</translation>
    </message>
    <message>
      <source>the file has {data} bytes; the limit is {MAX_BYTES}</source>
      <translation>Die Datei hat {data} Bytes; höchstens {MAX_BYTES} werden gelesen</translation>
    </message>
    <message>
      <source>the file is damaged, or contains a structured array, which cannot become a tensor</source>
      <translation>die Datei ist beschädigt oder enthält ein strukturiertes Array, das kein Tensor werden kann</translation>
    </message>
    <message>
      <source>the file is damaged: it ends too early</source>
      <translation>die Datei ist beschädigt: sie endet zu früh</translation>
    </message>
    <message>
      <source>the file is damaged: tensor {name}: {why}</source>
      <translation>die Datei ist beschädigt: Tensor {name}: {why}</translation>
    </message>
    <message>
      <source>the file is larger than 2 GiB, the limit of protocol buffers</source>
      <translation>ist größer als 2 GiB, was keine Nachricht von Protocol Buffers sein kann</translation>
    </message>
    <message>
      <source>the file is larger than {MAX_FILE} MiB, the limit of an import</source>
      <translation>die Datei ist größer als {MAX_FILE} MiB, die Grenze für einen Import</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name} in text format: {error}</source>
      <translation>die Datei ist kein {name} von TensorFlow im Textformat: {error}</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name}, or it is damaged</source>
      <translation>die Datei ist kein {name} von TensorFlow, oder sie ist beschädigt</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name}: it is not UTF-8 text</source>
      <translation>die Datei ist kein {name} von TensorFlow: sie ist kein UTF-8-Text</translation>
    </message>
    <message>
      <source>the file is not an ONNX model, or it is damaged</source>
      <translation>die Datei ist kein ONNX-Modell, oder sie ist beschädigt</translation>
    </message>
    <message>
      <source>the file is not valid JSON: it is nested too deeply</source>
      <translation>die Datei ist kein gültiges JSON: sie ist zu tief verschachtelt</translation>
    </message>
    <message>
      <source>the file is not valid JSON: {error}</source>
      <translation>die Datei ist kein gültiges JSON: {error}</translation>
    </message>
    <message>
      <source>the file is not valid XML: {error}</source>
      <translation>die Datei ist kein gültiges XML: {error}</translation>
    </message>
    <message>
      <source>the file is not valid {name} text at byte {start}</source>
      <translation>ist kein {name}-Text (Byte {start})</translation>
    </message>
    <message>
      <source>the file is outside the folder of this server</source>
      <translation>die Datei liegt außerhalb des Ordners dieses Servers</translation>
    </message>
    <message>
      <source>the file is {how}: the header announces {expected} bytes of data, but the file has {held}</source>
      <translation>ist {how}: der Kopf kündigt {expected} Bytes Daten an, es sind {held}</translation>
    </message>
    <message>
      <source>the file needs "format": "{FORMAT}"</source>
      <translation>die Datei braucht "format": "{FORMAT}"</translation>
    </message>
    <message>
      <source>the file was changed after the last edit</source>
      <translation>die Datei wurde nach der letzten Bearbeitung geändert</translation>
    </message>
    <message>
      <source>the file was changed, and its previous contents were not kept</source>
      <translation>die Datei wurde geändert, und ihr voriger Inhalt wurde nicht aufbewahrt</translation>
    </message>
    <message>
      <source>the file {file_name} is not a checkpoint</source>
      <translation>Die Datei {file_name} ist kein Checkpoint</translation>
    </message>
    <message>
      <source>the file {filename} has no array {name}</source>
      <translation>Die Datei {filename} hat kein Array {name}</translation>
    </message>
    <message>
      <source>the file {filename}: {message}</source>
      <translation>Die Datei {filename} {message}</translation>
    </message>
    <message>
      <source>the file {get}: {message}</source>
      <translation>Die Datei {get} {message}</translation>
    </message>
    <message>
      <source>the file {index_name} is damaged</source>
      <translation>Die Datei {index_name} ist beschädigt</translation>
    </message>
    <message>
      <source>the file {memory_region_name} has {data} bytes, but {short}{shape_text} needs {wanted}</source>
      <translation>Die Datei {memory_region_name} enthält {data} Bytes, {short}{shape_text} braucht {wanted}</translation>
    </message>
    <message>
      <source>the file {name} cannot be found: the diagram has no folder yet</source>
      <translation>Die Datei {name} kann nicht gefunden werden: das Diagramm hat noch keinen Ordner</translation>
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
      <source>the file {name} cannot be removed: {strerror}</source>
      <translation>Die Datei {name} kann nicht entfernt werden: {strerror}</translation>
    </message>
    <message>
      <source>the file {name} ends in the middle of its compressed data</source>
      <translation>Die Datei {name} endet mitten in ihren komprimierten Daten</translation>
    </message>
    <message>
      <source>the file {name} has {st_nlink} hard links, which may be outside the diagram's folder</source>
      <translation>Die Datei {name} hat {st_nlink} Namen (harte Links), die außerhalb des Ordners des Diagramms liegen können</translation>
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
      <source>the file {name} is not a TensorFlow table: its footer is missing</source>
      <translation>Die Datei {name} ist keine Tabelle von TensorFlow: ihr Ende ist ein anderes</translation>
    </message>
    <message>
      <source>the file {name} is not a checkpoint: it has no header</source>
      <translation>Die Datei {name} ist kein Checkpoint: sie hat keinen Kopf</translation>
    </message>
    <message>
      <source>the file {name} is not compressed with {compression}</source>
      <translation>Die Datei {name} enthält keine Daten, die mit {compression} komprimiert sind</translation>
    </message>
    <message>
      <source>the file {name} is outside the diagram's folder</source>
      <translation>Die Datei {name} liegt außerhalb des Ordners des Diagramms</translation>
    </message>
    <message>
      <source>the file {name}: {message}</source>
      <translation>die Datei {name}: {message}</translation>
    </message>
    <message>
      <source>the file {text_of} is shorter than its header of {header} bytes</source>
      <translation>Die Datei {text_of} ist kürzer als ihr Kopf von {header} Bytes</translation>
    </message>
    <message>
      <source>the files contain no records</source>
      <translation>In diesen Dateien gibt es keine Datensätze</translation>
    </message>
    <message>
      <source>the final values of the variables differ</source>
      <translation>die Endwerte der Variablen unterscheiden sich</translation>
    </message>
    <message>
      <source>the first frame of the GIF is corrupt</source>
      <translation>Das erste Einzelbild des GIF ist defekt</translation>
    </message>
    <message>
      <source>the first {max_rows:,} of {size:,} elements</source>
      <translation>die ersten {max_rows:,} von {size:,} Elementen</translation>
    </message>
    <message>
      <source>the folder cannot be created: {strerror}</source>
      <translation>der Ordner lässt sich nicht anlegen: {strerror}</translation>
    </message>
    <message>
      <source>the folder cannot be created: {why}</source>
      <translation>Der Ordner kann nicht angelegt werden: {why}</translation>
    </message>
    <message>
      <source>the folder cannot be written: {why}</source>
      <translation>in den Ordner kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
      <source>the folder is in use by another tab or window: close the diagram there first</source>
      <translation>der Ordner wird von einem anderen Tab oder Fenster benutzt: das Diagramm dort zuerst schließen</translation>
    </message>
    <message>
      <source>the folder is not a SavedModel: it contains no saved_model.pb</source>
      <translation>der Ordner ist kein SavedModel: er enthält kein saved_model.pb</translation>
    </message>
    <message>
      <source>the folder {folder} cannot be written: {strerror}</source>
      <translation>der Ordner {folder} kann nicht beschrieben werden: {strerror}</translation>
    </message>
    <message>
      <source>the folder {name} cannot be read: {strerror}</source>
      <translation>Der Ordner {name} kann nicht gelesen werden: {strerror}</translation>
    </message>
    <message>
      <source>the formula of {name} has {{{name2}}}, which is not one of its pins or attributes</source>
      <translation>Die Formel von {name} hat {{{name2}}}, was kein Pin und kein Attribut davon ist</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read</source>
      <translation>Die Formel {text} kann nicht gelesen werden</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read: {unparse} is not allowed in it</source>
      <translation>Die Formel {text} kann nicht gelesen werden: {unparse} hat dort keine Bedeutung</translation>
    </message>
    <message>
      <source>the frame length and the step must be at least 1, got {length} and {step}</source>
      <translation>die Rahmenlänge und der Schritt müssen mindestens 1 sein, {length} und {step} erhalten</translation>
    </message>
    <message>
      <source>the free inputs are: {listed}</source>
      <translation>die freien Eingänge sind: {listed}</translation>
    </message>
    <message>
      <source>the function returns nothing</source>
      <translation>Die Funktion gibt nichts</translation>
    </message>
    <message>
      <source>the function {shortened} gets {given} values, but takes {wanted}</source>
      <translation>gibt der Funktion {shortened} {given} Werte, sie nimmt {wanted}</translation>
    </message>
    <message>
      <source>the function {shortened} gets {inputs} values, but takes {input}</source>
      <translation>gibt der Funktion {shortened} {inputs} Werte, sie nimmt {input}</translation>
    </message>
    <message>
      <source>the function {shortened} returns {shortened2}, which does not exist</source>
      <translation>hat eine Funktion {shortened}, die {shortened2} gibt, was es nicht gibt</translation>
    </message>
    <message>
      <source>the gradient</source>
      <translation>der Gradient</translation>
    </message>
    <message>
      <source>the gradient composite {gradient} has the input {name}, but {short} values have no gradient</source>
      <translation>der Gradientenverbund {gradient} hat den Eingang {name}, aber Werte vom Typ {short} haben keinen Gradienten</translation>
    </message>
    <message>
      <source>the gradient ends at {path} ({reason})</source>
      <translation>der Gradient endet bei {path} ({reason})</translation>
    </message>
    <message>
      <source>the gradient ends at {path} ({reason}){between}</source>
      <translation>der Gradient endet bei {path} ({reason}){between}</translation>
    </message>
    <message>
      <source>the gradient given for {block_name}: expected {wanted}, got {result}</source>
      <translation>Der für {block_name} gegebene Gradient muss {wanted} sein, ist aber {result}</translation>
    </message>
    <message>
      <source>the gradient has no stops</source>
      <translation>der Gradient hat keine Stopps</translation>
    </message>
    <message>
      <source>the gradient inside a branch cannot be shown</source>
      <translation>Der Gradient im Inneren eines Zweigs kann nicht angesehen werden</translation>
    </message>
    <message>
      <source>the gradient is hidden until you answer the question in the Exercises panel</source>
      <translation>der Gradient ist verborgen, bis Sie die Frage im Bereich „Übungen“ beantworten</translation>
    </message>
    <message>
      <source>the gradient of a loop that recomputes its iterations cannot be exported to TensorFlow</source>
      <translation>Der Gradient einer Schleife, die ihre Durchläufe neu berechnet, hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>the gradient of {loss} no longer reaches {variable}: {reason}</source>
      <translation>Der Gradient von {loss} erreicht {variable} nicht mehr: {reason}</translation>
    </message>
    <message>
      <source>the gradient of {of} must not reach {block_name}, but reaches it through {path}</source>
      <translation>Der Gradient von {of} erreicht {block_name} und darf es nicht, auf dem Weg {path}</translation>
    </message>
    <message>
      <source>the gradient rule of {name} returns {parts} values for {inputs} inputs</source>
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
      <source>the image {name} cannot be decoded: {message}</source>
      <translation>Das Bild {name} kann nicht dekodiert werden: {message}</translation>
    </message>
    <message>
      <source>the index {index} is out of range for a sequence of {count} items</source>
      <translation>der Index {index} liegt außerhalb einer Sequenz von {count} Einträgen</translation>
    </message>
    <message>
      <source>the index {place} is out of range for a sequence of {items} items</source>
      <translation>der Index {place} liegt außerhalb einer Folge von {items} Elementen</translation>
    </message>
    <message>
      <source>the index {reshape} is outside a tensor of shape {tolist}</source>
      <translation>der Index {reshape} liegt außerhalb eines Tensors der Form {tolist}</translation>
    </message>
    <message>
      <source>the index {wrong} belongs to a sequence outside the shape {shape_text}</source>
      <translation>der Index {wrong} gehört zu einer Sequenz außerhalb der Form {shape_text}</translation>
    </message>
    <message>
      <source>the index {wrong} is outside the shape {shape_text}</source>
      <translation>Der Index {wrong} liegt außerhalb der Form {shape_text}</translation>
    </message>
    <message>
      <source>the indices do not fit an input of shape {shape_text}</source>
      <translation>die Indizes passen nicht zu einem Eingang der Form {shape_text}</translation>
    </message>
    <message>
      <source>the inner graph returns {results} values, expected at least {least}</source>
      <translation>der innere Graph liefert {results} Werte, erwartet werden mindestens {least}</translation>
    </message>
    <message>
      <source>the inner graph takes {input} values, but gets {pins}</source>
      <translation>sein Graph nimmt {input} Werte und bekommt {pins}</translation>
    </message>
    <message>
      <source>the input 'beta' is missing</source>
      <translation>der Eingang 'beta' fehlt</translation>
    </message>
    <message>
      <source>the input 'decay' is missing</source>
      <translation>der Eingang 'decay' fehlt</translation>
    </message>
    <message>
      <source>the input 'starts' or 'ends' is missing</source>
      <translation>der Eingang 'starts' oder 'ends' fehlt</translation>
    </message>
    <message>
      <source>the input 'x' or its scale is missing</source>
      <translation>der Eingang 'x' oder seine Skala fehlt</translation>
    </message>
    <message>
      <source>the input contains no images or no classes</source>
      <translation>er bekommt keine Bilder oder keine Klassen</translation>
    </message>
    <message>
      <source>the input has more than {MAX_BYTES} bytes, the limit</source>
      <translation>die Eingabe hat mehr als {MAX_BYTES} Bytes, das ist die Grenze</translation>
    </message>
    <message>
      <source>the input is not connected</source>
      <translation>der Eingang ist nicht verbunden</translation>
    </message>
    <message>
      <source>the instance has a custom gradient, but unpacked blocks would have their own gradients</source>
      <translation>die Instanz hat einen benutzerdefinierten Gradienten, aufgelöste Blöcke hätten aber ihre eigenen Gradienten</translation>
    </message>
    <message>
      <source>the instance is muted, so its blocks do not run: unmute the instance first</source>
      <translation>die Instanz ist stummgeschaltet, ihre Blöcke laufen nicht: zuerst die Stummschaltung aufheben</translation>
    </message>
    <message>
      <source>the instance shares the variables of {values}, but blocks on a page cannot share variables</source>
      <translation>die Instanz teilt die Variablen von {values}, Blöcke einer Seite können aber keine Variablen teilen</translation>
    </message>
    <message>
      <source>the instance shares variables with another instance, and both must be instances of the same composite</source>
      <translation>die Instanz teilt Variablen mit einer anderen, und beide müssen Instanzen desselben Verbunds sein</translation>
    </message>
    <message>
      <source>the items of the input sequence are not known before the model runs</source>
      <translation>was in der Sequenz ist, die er bekommt, ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the key {shown} has two values, {rows} and {value}</source>
      <translation>Der Schlüssel {shown} hat zwei Werte, {rows} und {value}</translation>
    </message>
    <message>
      <source>the keys of a block are much longer than the block</source>
      <translation>die Schlüssel eines Blocks sind viel länger als der Block</translation>
    </message>
    <message>
      <source>the keys of a {kind} must be {names}, got {short}</source>
      <translation>Die Schlüssel von {kind} sind {names}, nicht {short}</translation>
    </message>
    <message>
      <source>the keys of {what} are: {join}</source>
      <translation>die Schlüssel von {what} sind: {join}</translation>
    </message>
    <message>
      <source>the known keys are: {join}</source>
      <translation>seine Schlüssel: {join}</translation>
    </message>
    <message>
      <source>the labels must have one axis fewer than the scores, got {rank} and {rank2} axes</source>
      <translation>die Label müssen eine Achse weniger haben als die Scores, {rank} und {rank2} Achsen erhalten</translation>
    </message>
    <message>
      <source>the last batch has fewer rows</source>
      <translation>der letzte Batch hat weniger Zeilen</translation>
    </message>
    <message>
      <source>the learning rate must be a scalar, got shape {shape_text}</source>
      <translation>Die Lernrate muss ein Skalar sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>the learning rate must be floating-point, got {short}</source>
      <translation>Die Lernrate muss eine Gleitkommazahl sein, ist aber {short}</translation>
    </message>
    <message>
      <source>the lengths of the strings do not match</source>
      <translation>Die Strings sind nicht so lang, wie ihre Längen sagen</translation>
    </message>
    <message>
      <source>the library has no block type for {what}</source>
      <translation>Die Bibliothek hat keinen Blocktyp für {what}</translation>
    </message>
    <message>
      <source>the loop at {block_name} has no gradient, because its number of iterations cannot be computed from constants</source>
      <translation>die Schleife bei {block_name} hat keinen Gradienten, weil sich die Zahl ihrer Iterationen nicht aus Konstanten berechnen lässt</translation>
    </message>
    <message>
      <source>the loop at {block_name} has too many iterations: it would unroll to more than {MOST_NODES} blocks</source>
      <translation>Die Schleife von {block_name} macht zu viele Durchläufe: ausgeschrieben mehr als {MOST_NODES} Blöcke</translation>
    </message>
    <message>
      <source>the loop has no end: it has no Switch through which a value could leave it</source>
      <translation>Die Schleife hat kein Ende: es gibt kein Switch in ihr, durch das etwas sie verlassen könnte</translation>
    </message>
    <message>
      <source>the loop has no initial value: only the value of the last iteration is wired to the Merge</source>
      <translation>Die Schleife hat keinen Anfangswert: an ihrem Merge ist nur der Wert ihrer letzten Iteration angeschlossen</translation>
    </message>
    <message>
      <source>the loop starts with {short}, but an iteration returns {short2}</source>
      <translation>Die Schleife beginnt mit {short}, aber eine Iteration gibt {short2}</translation>
    </message>
    <message>
      <source>the loops have more than {MOST_IN_LOOPS} blocks in total</source>
      <translation>Die Durchläufe aller Schleifen haben zusammen mehr als {MOST_IN_LOOPS} Blöcke</translation>
    </message>
    <message>
      <source>the loss is inside an instance</source>
      <translation>der Verlust ist in einer Instanz</translation>
    </message>
    <message>
      <source>the loss {loss} needs logits of shape [n, classes], but {source} has {shape} axes</source>
      <translation>der Verlust {loss} braucht Logits der Form [n, classes], aber {source} hat {shape} Achsen</translation>
    </message>
    <message>
      <source>the loss {loss} needs to know the number of axes of {source}</source>
      <translation>Der Verlust {loss} muss wissen, wie viele Achsen {source} hat</translation>
    </message>
    <message>
      <source>the manual has no topic {topic}</source>
      <translation>Das Handbuch hat kein Thema {topic}</translation>
    </message>
    <message>
      <source>the matrix contains infinity or NaN, so it has no eigenvalues</source>
      <translation>Eine Matrix mit Unendlich oder NaN hat keine Eigenwerte</translation>
    </message>
    <message>
      <source>the matrix does not have full rank</source>
      <translation>Die Matrix hat nicht vollen Rang</translation>
    </message>
    <message>
      <source>the matrix is singular</source>
      <translation>Die Matrix ist singulär</translation>
    </message>
    <message>
      <source>the matrix is singular: its diagonal contains a zero</source>
      <translation>Eine Matrix hat eine Null auf der Diagonale und ist daher singulär</translation>
    </message>
    <message>
      <source>the minimum {low} is above the maximum {high}</source>
      <translation>Das Minimum {low} liegt über dem Maximum {high}</translation>
    </message>
    <message>
      <source>the mode {mode} is not supported</source>
      <translation>der Modus {mode} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the mode {mode} is not supported for {space} spatial axes</source>
      <translation>der Modus {mode} wird für {space} räumliche Achsen nicht unterstützt</translation>
    </message>
    <message>
      <source>the model contains no operators</source>
      <translation>enthält keine Operatoren und nichts, was es gibt</translation>
    </message>
    <message>
      <source>the model has large tensors, which must first be saved in separate files next to a diagram</source>
      <translation>das Modell hat große Tensoren, die zuerst in eigenen Dateien neben einem Diagramm gespeichert werden müssen</translation>
    </message>
    <message>
      <source>the model has more than {MAX_BLOCKS} nodes with functions expanded, the limit of a diagram</source>
      <translation>hat mit aufgelösten Funktionen mehr als {MAX_BLOCKS} Knoten: mehr fasst ein Diagramm nicht</translation>
    </message>
    <message>
      <source>the model has more than {MAX_BLOCKS} nodes, the limit of a diagram</source>
      <translation>Das Modell hat mehr als {MAX_BLOCKS} Knoten, mehr als ein Diagramm haben kann</translation>
    </message>
    <message>
      <source>the model has no output {shortened}</source>
      <translation>hat keinen Ausgang {shortened}</translation>
    </message>
    <message>
      <source>the model has no signature with outputs, so there is nothing to run</source>
      <translation>hat keine Signatur mit Ausgängen: es gibt nichts darin, was ausgeführt werden kann</translation>
    </message>
    <message>
      <source>the module returns no tensor</source>
      <translation>das Modul gibt keinen Tensor zurück</translation>
    </message>
    <message>
      <source>the name of a .npz file must end in .npz</source>
      <translation>eine .npz-Datei hat einen Namen, der so endet</translation>
    </message>
    <message>
      <source>the name of the page {shortened} is the block type of the composite {shortened2}</source>
      <translation>der Name der Seite {shortened} ist der Blocktyp des Verbunds {shortened2}</translation>
    </message>
    <message>
      <source>the name {name!r} {fault}</source>
      <translation>der Name {name!r} {fault}</translation>
    </message>
    <message>
      <source>the name {name} of a promoted value {fault}</source>
      <translation>der Name {name} eines am Block gezeigten Werts {fault}</translation>
    </message>
    <message>
      <source>the name {name} of the canvas of a composite must begin with {INSTANCE}</source>
      <translation>Der Name {name} der Zeichenfläche eines Verbunds beginnt nicht mit {INSTANCE}</translation>
    </message>
    <message>
      <source>the name {new} of a promoted value {fault}</source>
      <translation>der Name {new} eines am Block gezeigten Werts {fault}</translation>
    </message>
    <message>
      <source>the name {own} of a {what} {fault}</source>
      <translation>Der Name {own} ({what}) {fault}</translation>
    </message>
    <message>
      <source>the name {shortened} is too similar to the name of the block library {shortened2}</source>
      <translation>Der Name {shortened} ist dem Namen der Blockbibliothek {shortened2} zu ähnlich</translation>
    </message>
    <message>
      <source>the name {shortened} of {what} {fault}</source>
      <translation>Der Name {shortened} von {what} {fault}</translation>
    </message>
    <message>
      <source>the names are: {listed}</source>
      <translation>die Namen sind: {listed}</translation>
    </message>
    <message>
      <source>the new blocks would not get the values of {fixed}</source>
      <translation>die neuen Blöcke bekämen die Werte von {fixed} nicht</translation>
    </message>
    <message>
      <source>the node {shortened} refers to a function's attribute, but is outside a function</source>
      <translation>der Knoten {shortened} verweist auf ein Attribut einer Funktion, liegt aber außerhalb einer Funktion</translation>
    </message>
    <message>
      <source>the nodes cannot be located in the text file, so it cannot be updated. Use a .pb file</source>
      <translation>die Knoten lassen sich in der Textdatei nicht finden, daher kann sie nicht aktualisiert werden. Verwenden Sie eine .pb-Datei</translation>
    </message>
    <message>
      <source>the norm {kind} is not supported</source>
      <translation>die Norm {kind} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>the number has {word} characters; the limit is {MAX_NUMBER}</source>
      <translation>die Zahl hat {word} Zeichen; die Grenze ist {MAX_NUMBER}</translation>
    </message>
    <message>
      <source>the number is too large</source>
      <translation>die Zahl ist zu groß</translation>
    </message>
    <message>
      <source>the number is too large for a float</source>
      <translation>die Zahl ist für eine Gleitkommazahl zu groß</translation>
    </message>
    <message>
      <source>the number of axes of an input is not known</source>
      <translation>es ist nicht bekannt, wie viele Achsen das hat, was er bekommt</translation>
    </message>
    <message>
      <source>the number of steps differs: {steps:,} instead of {before:,}</source>
      <translation>die Zahl der Schritte unterscheidet sich: {steps:,} statt {before:,}</translation>
    </message>
    <message>
      <source>the only objects allowed as values are {"base64": "..."} and {"file": "..."}</source>
      <translation>Kein Objekt außer {"base64": "..."} und {"file": "..."} steht für einen Wert</translation>
    </message>
    <message>
      <source>the operator has more outputs than are supported</source>
      <translation>er hat mehr Ausgänge, als bekannt sind</translation>
    </message>
    <message>
      <source>the operator has no inputs</source>
      <translation>er bekommt nichts</translation>
    </message>
    <message>
      <source>the operator has {groups} groups; the limit is {MOST_GROUPS}</source>
      <translation>er hat {groups} Gruppen, mehr als {MOST_GROUPS}</translation>
    </message>
    <message>
      <source>the operator has {images} lists of boxes; the limit is {MOST_LISTS}</source>
      <translation>er ist für {images} Listen von Kästen, mehr als {MOST_LISTS}</translation>
    </message>
    <message>
      <source>the operator must have two branches that return the same number of values</source>
      <translation>der Operator muss zwei Zweige haben, die gleich viele Werte liefern</translation>
    </message>
    <message>
      <source>the operator needs an inner graph and a valid num_scan_inputs, got {number}</source>
      <translation>der Operator braucht einen inneren Graphen und ein gültiges num_scan_inputs, {number} erhalten</translation>
    </message>
    <message>
      <source>the operator needs an inner graph with at least 2 inputs</source>
      <translation>der Operator braucht einen inneren Graphen mit mindestens 2 Eingängen</translation>
    </message>
    <message>
      <source>the operator needs at least 2 labels and as many intercepts, got {labels} labels</source>
      <translation>der Operator braucht mindestens 2 Label und ebenso viele Achsenabschnitte, {labels} Label erhalten</translation>
    </message>
    <message>
      <source>the operator needs one value per key, got {keys} keys and {values} values</source>
      <translation>der Operator braucht einen Wert je Schlüssel, hat aber {keys} Schlüssel und {values} Werte</translation>
    </message>
    <message>
      <source>the operator needs {count} activations, got {names}</source>
      <translation>der Operator braucht {count} Aktivierungen, {names} erhalten</translation>
    </message>
    <message>
      <source>the operator uses a sequence, which a diagram cannot represent</source>
      <translation>der Operator verwendet eine Sequenz, die ein Diagramm nicht darstellen kann</translation>
    </message>
    <message>
      <source>the optional value is empty</source>
      <translation>es ist nichts darin</translation>
    </message>
    <message>
      <source>the output pins are: {names}</source>
      <translation>seine Ausgangspins: {names}</translation>
    </message>
    <message>
      <source>the output {twice} can be carried to only one input</source>
      <translation>der Ausgang {twice} kann nur an einen Eingang weitergereicht werden</translation>
    </message>
    <message>
      <source>the padding mode {mode} is not supported</source>
      <translation>es gibt keinen Rand der Art {mode}</translation>
    </message>
    <message>
      <source>the padding must have 2 values for each of {axes} axes, got {numbers} values</source>
      <translation>der Rand muss 2 Werte für jede von {axes} Achsen haben, {numbers} Werte erhalten</translation>
    </message>
    <message>
      <source>the page could not be checked: {why}</source>
      <translation>die Seite konnte nicht geprüft werden: {why}</translation>
    </message>
    <message>
      <source>the page has no loss, so it has no gradients to compare. Name the loss.</source>
      <translation>die Seite hat keinen Verlust und daher keine Gradienten zum Vergleichen. Nennen Sie den Verlust.</translation>
    </message>
    <message>
      <source>the page is still being checked</source>
      <translation>die Seite wird noch geprüft</translation>
    </message>
    <message>
      <source>the page minimizes {listed}</source>
      <translation>die Seite minimiert {listed}</translation>
    </message>
    <message>
      <source>the page reads files during its steps and cannot run again from an earlier step</source>
      <translation>Die Seite liest Dateien Schritt für Schritt und kann nicht ab einem früheren Schritt noch einmal laufen</translation>
    </message>
    <message>
      <source>the page {name} was removed from its diagram</source>
      <translation>Die Seite {name} wurde aus ihrem Diagramm entfernt</translation>
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
      <source>the pages {listed} have a block {partition}</source>
      <translation>die Seiten {listed} haben einen Block {partition}</translation>
    </message>
    <message>
      <source>the path cannot be used as a folder: {getattr}</source>
      <translation>der Pfad kann nicht als Ordner verwendet werden: {getattr}</translation>
    </message>
    <message>
      <source>the path is a folder</source>
      <translation>das ist ein Ordner</translation>
    </message>
    <message>
      <source>the path is not a regular file</source>
      <translation>der Pfad ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>the path is not an ordinary file, so it cannot be rewritten</source>
      <translation>Es ist keine gewöhnliche Datei und kann daher nicht neu geschrieben werden</translation>
    </message>
    <message>
      <source>the pattern {pattern} is too broad: it would be checked against more than {MOST_NAMES} file names</source>
      <translation>Das Muster {pattern} ist zu weit gefasst: Es müsste mit mehr als {MOST_NAMES} Dateinamen verglichen werden</translation>
    </message>
    <message>
      <source>the pin must be named, because there is no block type {type}</source>
      <translation>der Pin muss genannt werden, weil es keinen Blocktyp {type} gibt</translation>
    </message>
    <message>
      <source>the pin name {name} {fault}</source>
      <translation>der Pin-Name {name} {fault}</translation>
    </message>
    <message>
      <source>the pins of a composite cannot be moved into another composite</source>
      <translation>die Pins eines Verbunds können nicht in einen anderen Verbund verschoben werden</translation>
    </message>
    <message>
      <source>the plugin {name} is not enabled</source>
      <translation>das Plugin {name} ist nicht aktiviert</translation>
    </message>
    <message>
      <source>the plugin {name} is not enabled: run `gradblocks packages enable {name2}`, or call blocks.use_packages({name3}) in this program</source>
      <translation>Das Paket {name} ist nicht aktiviert: `gradblocks packages enable {name2}` oder blocks.use_packages({name3}) für dieses Programm</translation>
    </message>
    <message>
      <source>the plugin {name} is not installed</source>
      <translation>das Plugin {name} ist nicht installiert</translation>
    </message>
    <message>
      <source>the plugin {package} has no block type {kind}</source>
      <translation>Das Plugin {package} hat keinen Blocktyp {kind}</translation>
    </message>
    <message>
      <source>the port {port} cannot be used: permission denied</source>
      <translation>Der Port {port} kann nicht benutzt werden: keine Berechtigung</translation>
    </message>
    <message>
      <source>the port {port} is used by another program</source>
      <translation>Der Port {port} ist von einem anderen Programm belegt</translation>
    </message>
    <message>
      <source>the problem has no automatic fix</source>
      <translation>für das Problem gibt es keine automatische Lösung</translation>
    </message>
    <message>
      <source>the problem has {fixes} fixes, so there is no choice {choice}</source>
      <translation>für das Problem gibt es {fixes} Lösungen, also keine Auswahl {choice}</translation>
    </message>
    <message>
      <source>the process of {arguments} ended without an answer</source>
      <translation>der Prozess von {arguments} endete ohne Antwort</translation>
    </message>
    <message>
      <source>the program has several pages</source>
      <translation>Das Programm hat mehrere Seiten</translation>
    </message>
    <message>
      <source>the project has more than {MOST_PAGES} pages, the limit of an import</source>
      <translation>das Projekt hat mehr als {MOST_PAGES} Seiten, die Grenze für einen Import</translation>
    </message>
    <message>
      <source>the project has no page that exists</source>
      <translation>das Projekt hat keine Seite, die es gibt</translation>
    </message>
    <message>
      <source>the promoted values of the composite are invalid</source>
      <translation>die am Block gezeigten Werte des Verbunds sind ungültig</translation>
    </message>
    <message>
      <source>the proposal conflicts with your edits, so it was not applied</source>
      <translation>der Vorschlag widerspricht Ihren Änderungen und wurde nicht angewendet</translation>
    </message>
    <message>
      <source>the quoted string that begins here has no closing quote</source>
      <translation>dem hier beginnenden Text fehlt das schließende Anführungszeichen</translation>
    </message>
    <message>
      <source>the rank of each component must be known; only its sizes may be null</source>
      <translation>der Rang jeder Komponente muss bekannt sein; nur Größen dürfen offen bleiben</translation>
    </message>
    <message>
      <source>the reduction {reduction} is not supported</source>
      <translation>die Reduktion {reduction} ist nicht bekannt</translation>
    </message>
    <message>
      <source>the reference contains no values of the diagram, so there is nothing to compare</source>
      <translation>die Referenz enthält keine Werte des Diagramms, also gibt es nichts zu vergleichen</translation>
    </message>
    <message>
      <source>the reference value of {name}: {message}</source>
      <translation>der Referenzwert von {name}: {message}</translation>
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
      <source>the rows of the value have different lengths</source>
      <translation>die Zeilen sind verschieden lang</translation>
    </message>
    <message>
      <source>the run does not compute {shown}, so there is no gradient to show</source>
      <translation>der Lauf berechnet {shown} nicht, daher gibt es keinen Gradienten zu zeigen</translation>
    </message>
    <message>
      <source>the run ended because the worker process {ending}</source>
      <translation>der Lauf endete wegen des rechnenden Prozesses: {ending}</translation>
    </message>
    <message>
      <source>the run ended with an internal error: {name}: {error}</source>
      <translation>Der Lauf endete durch einen Fehler des Programms: {name}: {error}</translation>
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
      <source>the second-order gradient of {title} is not supported, because the number of iterations is not known in advance</source>
      <translation>Der Gradient von {title}, dessen Zahl der Iterationen nicht im Voraus bekannt ist, hat keinen Gradienten</translation>
    </message>
    <message>
      <source>the selected loss</source>
      <translation>dem gewählten Verlust</translation>
    </message>
    <message>
      <source>the serialized tensor does not have a valid shape</source>
      <translation>Der serialisierte Tensor hat keine gültige Form</translation>
    </message>
    <message>
      <source>the serialized tensor does not match its shape: {error}</source>
      <translation>Der serialisierte Tensor passt nicht zu seiner Form: {error}</translation>
    </message>
    <message>
      <source>the serialized tensor has the unsupported dtype number {dtype}</source>
      <translation>Der serialisierte Tensor ist vom dtype Nummer {dtype}, der nicht gelesen werden kann</translation>
    </message>
    <message>
      <source>the server needs the package mcp 2.2 or later, which is not installed</source>
      <translation>der Server braucht das Paket mcp ab 2.2, das nicht installiert ist</translation>
    </message>
    <message>
      <source>the session has no tensor for the handle {text}</source>
      <translation>Die Sitzung hält keinen Tensor zum Handle {text}</translation>
    </message>
    <message>
      <source>the shape of a value has changed</source>
      <translation>die Form eines Werts hat sich geändert</translation>
    </message>
    <message>
      <source>the shape of {name} depends on values, but tracing needs it</source>
      <translation>die Form von {name} hängt von Werten ab: eine verfolgte Funktion braucht sie jetzt</translation>
    </message>
    <message>
      <source>the shape {shape_text} is too large for a tensor</source>
      <translation>Die Form {shape_text} ist größer als jeder Tensor</translation>
    </message>
    <message>
      <source>the shape {shape_text} of keys does not end with {shape_text2}, the shape of a key of {self}</source>
      <translation>Schlüssel der Form {shape_text} enden nicht mit {shape_text2}, der Form eines Schlüssels von {self}</translation>
    </message>
    <message>
      <source>the shapes in the loops of the model cannot be determined</source>
      <translation>die Formen in den Schleifen des Modells lassen sich nicht bestimmen</translation>
    </message>
    <message>
      <source>the shapes of the values that the loop carries cannot be determined</source>
      <translation>die Formen der Werte, die die Schleife weitergibt, lassen sich nicht bestimmen</translation>
    </message>
    <message>
      <source>the shapes {both} broadcast to {shape_text}, so all pairs are compared</source>
      <translation>Die Formen {both} werden auf {shape_text} erweitert, daher werden alle Paare verglichen</translation>
    </message>
    <message>
      <source>the shared name {name} is also used by {maker}, whose type or attributes differ</source>
      <translation>den gemeinsamen Namen {name} verwendet auch {maker} mit anderem Typ oder anderen Attributen</translation>
    </message>
    <message>
      <source>the signature {shortened} names the tensor {decode}, which does not exist</source>
      <translation>die Signatur {shortened} nennt den Tensor {decode}, den es nicht gibt</translation>
    </message>
    <message>
      <source>the size of axis {axis} of an input is not known before the model runs</source>
      <translation>die Größe der Achse {axis} dessen, was er bekommt, ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the size of the grid is not known before the model runs</source>
      <translation>die Größe des Gitters ist nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the sizes of a shape must be -1 (unknown), 0 or more, got {body}</source>
      <translation>die Größen einer Form müssen -1 (unbekannt), 0 oder mehr sein, {body} erhalten</translation>
    </message>
    <message>
      <source>the sizes of the images are not known before the model runs</source>
      <translation>die Größen seiner Bilder sind nicht bekannt, bevor es läuft</translation>
    </message>
    <message>
      <source>the slice indexes {used} axes, but the tensor has rank {rank}</source>
      <translation>der Ausschnitt indiziert {used} Achsen, der Tensor hat aber den Rang {rank}</translation>
    </message>
    <message>
      <source>the solutions of the exercise {why}</source>
      <translation>die Lösungen der Aufgabe {why}</translation>
    </message>
    <message>
      <source>the sparse tensor with handle {number} has dtype {dtype}, not {short}</source>
      <translation>Der dünn besetzte Tensor mit dem Handle {number} enthält {dtype}, nicht {short}</translation>
    </message>
    <message>
      <source>the sparse tensors of a minibatch must have the same rank, got {sorted}</source>
      <translation>dünn besetzte Tensoren der Ränge {sorted} gehen nicht in einen Minibatch</translation>
    </message>
    <message>
      <source>the state of {self} cannot be saved or restored, because the reader may be in the middle of a file</source>
      <translation>{self} kann nicht gespeichert und wiederhergestellt werden: er kann mitten in einer Datei sein</translation>
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
      <source>the string contains an incomplete character (a lone surrogate)</source>
      <translation>Der Text enthält ein halbes Zeichen (ein einzelnes Surrogat)</translation>
    </message>
    <message>
      <source>the string is not a serialized tensor</source>
      <translation>Der Text ist kein serialisierter Tensor</translation>
    </message>
    <message>
      <source>the strings of {name} would take {longest} bytes in a .npz file</source>
      <translation>Die Texte von {name} würden {longest} Bytes in einer .npz-Datei brauchen</translation>
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
      <source>the temporary variable at ref has the name {name}, not {wanted}</source>
      <translation>die temporäre Variable an ref heißt {name}, nicht {wanted}</translation>
    </message>
    <message>
      <source>the temporary variables {block_name} and {block_name2} both have the name {name}</source>
      <translation>Die temporären Variablen {block_name} und {block_name2} heißen beide {name}</translation>
    </message>
    <message>
      <source>the tensor array has dtype {short}, not {short2}</source>
      <translation>Das Tensor-Array enthält {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor array has no elements to read, so the shape of an element must be given</source>
      <translation>Es gibt keine Elemente zu lesen: ihre Form muss gegeben sein</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, but value is split into {count} parts</source>
      <translation>Das Tensor-Array hat {size} Elemente, value wird in {count} geteilt</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, so element {index} does not exist</source>
      <translation>Das Tensor-Array hat {size} Elemente, es gibt kein Element {index}</translation>
    </message>
    <message>
      <source>the tensor has the shape {shape_text}, but EnsureShape requires {shape_text2}</source>
      <translation>Der Tensor hat die Form {shape_text}, EnsureShape verlangt aber {shape_text2}</translation>
    </message>
    <message>
      <source>the tensor has {nans} NaN and {infinities} Inf among {size} values</source>
      <translation>Der Tensor enthält {nans} NaN und {infinities} Inf unter {size} Werten</translation>
    </message>
    <message>
      <source>the tensor is too large to be computed before the model runs</source>
      <translation>seine Größen sind zu groß für das, was vor dem Lauf berechnet werden muss</translation>
    </message>
    <message>
      <source>the tensor of the handle {text} has dtype {short}, not {short2}</source>
      <translation>Der Tensor des Handles {text} ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor {key} in the checkpoint has a dtype that cannot be read</source>
      <translation>der Tensor {key} im Checkpoint hat einen dtype, der nicht gelesen werden kann</translation>
    </message>
    <message>
      <source>the tensor {text} cannot be saved twice</source>
      <translation>Der Tensor {text} kann nicht zweimal gespeichert werden</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint has dtype {short}, not {short2}</source>
      <translation>Der Tensor {text} im Checkpoint ist {short}, nicht {short2}</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint has shape {list}, not {list2}</source>
      <translation>Der Tensor {text} im Checkpoint hat die Form {list}, nicht {list2}</translation>
    </message>
    <message>
      <source>the tensor {text} is in more than one of the checkpoints</source>
      <translation>Der Tensor {text} steht in mehr als einem der Checkpoints</translation>
    </message>
    <message>
      <source>the tensor {text} is too large for this format</source>
      <translation>Der Tensor {text} ist zu groß für dieses Format</translation>
    </message>
    <message>
      <source>the text has half of a surrogate pair at offset {start}</source>
      <translation>Der Text enthält an der Stelle {start} ein halbes Surrogatpaar</translation>
    </message>
    <message>
      <source>the text has {text} characters; the limit for a tensor is {MAX_CHARACTERS}</source>
      <translation>Ein Text aus {text} Zeichen ist zu lang für einen Tensor: die Grenze ist {MAX_CHARACTERS}</translation>
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
      <source>the traced function returns a {name} as {path}, which is not a tensor</source>
      <translation>die verfolgte Funktion gibt {name} als {path}: kein Tensor</translation>
    </message>
    <message>
      <source>the traced function returns nothing</source>
      <translation>die verfolgte Funktion gibt nichts</translation>
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
      <source>the upper half of a product of 64-bit numbers is not supported</source>
      <translation>die obere Hälfte eines Produkts von Zahlen mit 64 Bits hat keinen Block</translation>
    </message>
    <message>
      <source>the usable block libraries are: {listed}</source>
      <translation>es gibt: {listed}</translation>
    </message>
    <message>
      <source>the value cannot be read</source>
      <translation>es kann nicht gelesen werden</translation>
    </message>
    <message>
      <source>the value fed to {name}: {message}</source>
      <translation>der Wert, der in {name} eingespeist wird: {message}</translation>
    </message>
    <message>
      <source>the value has more than {MAX_ELEMENTS} elements</source>
      <translation>er enthält mehr als {MAX_ELEMENTS} Elemente</translation>
    </message>
    <message>
      <source>the value has the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>Ein Wert hat die Form {shape_text}, die Variable {shape_text2}</translation>
    </message>
    <message>
      <source>the value has {parts} elements, but the shape needs {count}</source>
      <translation>er enthält {parts} Werte, seine Form braucht {count}</translation>
    </message>
    <message>
      <source>the value in {folder} does not fit: {message}</source>
      <translation>der Wert in {folder} passt nicht: {message}</translation>
    </message>
    <message>
      <source>the value in {path} does not fit the variable: {message}</source>
      <translation>der Wert in {path} passt nicht zur Variable: {message}</translation>
    </message>
    <message>
      <source>the value is not a scalar: add a reduction block such as Mean</source>
      <translation>der Wert ist kein Skalar: einen reduzierenden Block wie Mean hinzufügen</translation>
    </message>
    <message>
      <source>the value is not one of the choices</source>
      <translation>Der Wert ist keine der Möglichkeiten</translation>
    </message>
    <message>
      <source>the value is {above} the {name} {bound}</source>
      <translation>Der Wert liegt außerhalb der Grenzen: {above} {name}, {bound}</translation>
    </message>
    <message>
      <source>the value must be a list</source>
      <translation>es muss eine Liste sein</translation>
    </message>
    <message>
      <source>the value must be a string</source>
      <translation>es muss ein String sein</translation>
    </message>
    <message>
      <source>the value must be an object</source>
      <translation>es muss ein Objekt sein</translation>
    </message>
    <message>
      <source>the value must be an object with 'block' and 'wires'</source>
      <translation>es muss ein Objekt mit 'block' und 'wires' sein</translation>
    </message>
    <message>
      <source>the value must be one list in braces, with commas between its elements</source>
      <translation>der Wert muss eine Liste in geschweiften Klammern sein, mit Kommas zwischen den Elementen</translation>
    </message>
    <message>
      <source>the value must be true or false</source>
      <translation>der Wert muss wahr oder falsch sein</translation>
    </message>
    <message>
      <source>the value occupies bytes {position} to {position2}, but the file has only {size} bytes</source>
      <translation>der Wert belegt die Bytes {position} bis {position2}, aber die Datei hat nur {size} Bytes</translation>
    </message>
    <message>
      <source>the value of a Constant operator</source>
      <translation>der Wert eines Operators Constant</translation>
    </message>
    <message>
      <source>the value of an unknown key {fault}</source>
      <translation>der Wert eines unbekannten Schlüssels: {fault}</translation>
    </message>
    <message>
      <source>the value of the output {name} is not known</source>
      <translation>es ist nicht bekannt, was er an {name} gäbe</translation>
    </message>
    <message>
      <source>the value {fault}</source>
      <translation>Der Wert {fault}</translation>
    </message>
    <message>
      <source>the values of the inputs are not known before the model runs</source>
      <translation>die Werte der Eingänge sind vor dem Lauf des Modells nicht bekannt</translation>
    </message>
    <message>
      <source>the values take more than {MAX_DATA} MiB</source>
      <translation>die Werte brauchen mehr als {MAX_DATA} MiB</translation>
    </message>
    <message>
      <source>the values take {size} bytes, but the memory_limit of {self} is {limit}</source>
      <translation>Die Werte brauchen {size} Bytes, das memory_limit von {self} ist {limit}</translation>
    </message>
    <message>
      <source>the variable belongs to one iteration of a loop</source>
      <translation>sie gehört zu einem Durchlauf einer Schleife</translation>
    </message>
    <message>
      <source>the variable has no value: {text}</source>
      <translation>es hat keinen Wert: {text}</translation>
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
      <source>the variables have their values from before the step</source>
      <translation>die Variablen haben die Werte von vor dem Schritt</translation>
    </message>
    <message>
      <source>the variables have their values from before the step. The batch is in {batch}</source>
      <translation>die Variablen haben die Werte von vor dem Schritt. Der Batch ist in {batch}</translation>
    </message>
    <message>
      <source>the variables of the page are: {names}</source>
      <translation>die Variablen der Seite sind: {names}</translation>
    </message>
    <message>
      <source>the variables of {name} cannot be read</source>
      <translation>die Variablen von {name} können nicht gelesen werden</translation>
    </message>
    <message>
      <source>the variables were not saved. Use --save-every N or --checkpoint DIR to save them during the run</source>
      <translation>Die Variablen wurden nicht gespeichert. Mit --save-every N oder --checkpoint DIR werden sie während des Laufs gespeichert</translation>
    </message>
    <message>
      <source>the vocabulary of {name} cannot be read: {why}</source>
      <translation>das Vokabular von {name} kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
      <source>the weights W or R are missing</source>
      <translation>die Gewichte W oder R fehlen</translation>
    </message>
    <message>
      <source>the weights are already variables</source>
      <translation>die Gewichte sind schon Variablen</translation>
    </message>
    <message>
      <source>the weights of the model are stored in files next to the diagram, so OUT is required</source>
      <translation>Die Gewichte werden in Dateien neben dem Diagramm gespeichert. Geben Sie OUT an</translation>
    </message>
    <message>
      <source>the wire no longer exists</source>
      <translation>der Draht existiert nicht mehr</translation>
    </message>
    <message>
      <source>the wires into it are from {names}</source>
      <translation>die Drähte hinein kommen von {names}</translation>
    </message>
    <message>
      <source>the {form} contains no pixels: the size in its header is {text}</source>
      <translation>{form} hat keine Pixel: der Kopf sagt {text}</translation>
    </message>
    <message>
      <source>the {kind} contain an item of a different kind</source>
      <translation>Unter {kind} steht etwas anderes</translation>
    </message>
    <message>
      <source>the {labels} labels {join} do not match an operand of shape {shape_text}</source>
      <translation>{labels} Labels {join} passen nicht zu einem Operanden der Form {shape_text}</translation>
    </message>
    <message>
      <source>the {short} values of {pin} cannot be stored in the output dtype {short2}</source>
      <translation>{short} an {pin} passt nicht in {short2}</translation>
    </message>
    <message>
      <source>the {size} coefficients cannot be divided evenly among {count} outputs</source>
      <translation>die {size} Koeffizienten lassen sich nicht gleichmäßig auf {count} Ausgänge verteilen</translation>
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
      <source>there are more errors</source>
      <translation>es gibt weitere Fehler</translation>
    </message>
    <message>
      <source>there are no bounding boxes</source>
      <translation>Es gibt keine Bounding Boxes</translation>
    </message>
    <message>
      <source>there are no cells on the clipboard</source>
      <translation>in der Zwischenablage sind keine Zellen</translation>
    </message>
    <message>
      <source>there are no images in {folder}</source>
      <translation>In {folder} gibt es keine Bilder</translation>
    </message>
    <message>
      <source>there are no inputs to differentiate with respect to</source>
      <translation>Es gibt nichts, wonach abgeleitet wird: keine inputs sind gegeben</translation>
    </message>
    <message>
      <source>there are no outputs to differentiate</source>
      <translation>Es gibt nichts abzuleiten: keine outputs sind gegeben</translation>
    </message>
    <message>
      <source>there are only {examples} examples, fewer than the batch size {batch_size}</source>
      <translation>es gibt nur {examples} Beispiele, weniger als die Batchgröße {batch_size}</translation>
    </message>
    <message>
      <source>there are {operations} operations; the limit is {MOST_OPERATIONS}</source>
      <translation>es sind {operations} Operationen; die Grenze ist {MOST_OPERATIONS}</translation>
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
      <source>there is already a promoted value {name}</source>
      <translation>es gibt schon einen am Block gezeigten Wert {name}</translation>
    </message>
    <message>
      <source>there is no automatic fix. Suggestion: {mend}</source>
      <translation>es gibt keine automatische Korrektur. Vorschlag: {mend}</translation>
    </message>
    <message>
      <source>there is no backend {name}</source>
      <translation>Es gibt kein Backend {name}</translation>
    </message>
    <message>
      <source>there is no block library {shortened} in your library folder</source>
      <translation>Es gibt kein Paket {shortened} in Ihrem Bibliotheksordner</translation>
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
      <source>there is no block type {type!r}</source>
      <translation>es gibt keinen Blocktyp {type!r}</translation>
    </message>
    <message>
      <source>there is no block type {type}</source>
      <translation>Es gibt keinen Blocktyp {type}</translation>
    </message>
    <message>
      <source>there is no block type {value}</source>
      <translation>es gibt keinen Blocktyp {value}</translation>
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
      <source>there is no block {block}, which the name {name} refers to</source>
      <translation>Es gibt keinen Block {block}, auf den der Name {name} verweist</translation>
    </message>
    <message>
      <source>there is no block {name} whose gradient stop could be ignored</source>
      <translation>Es gibt keinen Block {name}, der herausgenommen werden könnte</translation>
    </message>
    <message>
      <source>there is no block {partition}</source>
      <translation>es gibt keinen Block {partition}</translation>
    </message>
    <message>
      <source>there is no block {path}</source>
      <translation>Es gibt keinen Block {path}</translation>
    </message>
    <message>
      <source>there is no block {shortened}</source>
      <translation>es gibt keinen Block {shortened}</translation>
    </message>
    <message>
      <source>there is no block {short}</source>
      <translation>es gibt keinen Block {short}</translation>
    </message>
    <message>
      <source>there is no bookmark {place} on this page: press Alt+{place} to set it to the current view</source>
      <translation>auf dieser Seite gibt es kein Lesezeichen {place}: Alt+{place} setzt es auf die aktuelle Ansicht</translation>
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
      <source>there is no earlier step to go back to</source>
      <translation>kein Schritt wurde ausgeführt, zu dem man zurückgehen könnte</translation>
    </message>
    <message>
      <source>there is no edit to undo</source>
      <translation>es gibt keine Bearbeitung, die rückgängig gemacht werden kann</translation>
    </message>
    <message>
      <source>there is no engine {wanted}</source>
      <translation>es gibt keine Engine {wanted}</translation>
    </message>
    <message>
      <source>there is no example {name}</source>
      <translation>Es gibt kein Beispiel {name}</translation>
    </message>
    <message>
      <source>there is no floating-point constant that a gradient could reach</source>
      <translation>es gibt keine Konstante mit reellen Werten, die ein Gradient erreichen könnte</translation>
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
      <source>there is no loss to minimize</source>
      <translation>es gibt keinen Verlust zum Minimieren</translation>
    </message>
    <message>
      <source>there is no optimizer {name}</source>
      <translation>es gibt keinen Optimierer {name}</translation>
    </message>
    <message>
      <source>there is no output to compute a loss from</source>
      <translation>es gibt keinen Ausgang, aus dem ein Verlust berechnet werden kann</translation>
    </message>
    <message>
      <source>there is no page or composite {shortened}</source>
      <translation>es gibt keine Seite und keinen Verbund {shortened}</translation>
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
      <source>there is no pin {block}</source>
      <translation>Es gibt keinen Pin {block}</translation>
    </message>
    <message>
      <source>there is no pin {name!r}</source>
      <translation>es gibt keinen Pin {name!r}</translation>
    </message>
    <message>
      <source>there is no promoted value {name}</source>
      <translation>es gibt keinen am Block gezeigten Wert {name}</translation>
    </message>
    <message>
      <source>there is no result {name}</source>
      <translation>es gibt kein Ergebnis {name}</translation>
    </message>
    <message>
      <source>there is no such file</source>
      <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
      <source>there is no such wire into {target}</source>
      <translation>es gibt keinen solchen Draht nach {target}</translation>
    </message>
    <message>
      <source>there is no tensor {wrong} in an element of {count} tensors</source>
      <translation>In einem Element aus {count} gibt es keinen Tensor {wrong}</translation>
    </message>
    <message>
      <source>there is no tool {name}</source>
      <translation>es gibt kein Werkzeug {name}</translation>
    </message>
    <message>
      <source>there is no usable block library {shortened}</source>
      <translation>Es gibt kein Paket von Verbunden {shortened}, das verwendet werden kann</translation>
    </message>
    <message>
      <source>there is no value {index}: values has {shapes} tensors</source>
      <translation>Es gibt keinen Wert {index}: values hat {shapes}</translation>
    </message>
    <message>
      <source>there is no variable {name}</source>
      <translation>Es gibt keine Variable {name}</translation>
    </message>
    <message>
      <source>there is no variable {path}; the variables are: {listed}</source>
      <translation>Es gibt keine Variable {path}; es gibt: {listed}</translation>
    </message>
    <message>
      <source>there is no {what}</source>
      <translation>{what}: keine vorhanden</translation>
    </message>
    <message>
      <source>there is no {what} {shortened}</source>
      <translation>{what} {shortened} gibt es nicht</translation>
    </message>
    <message>
      <source>there is nothing to differentiate</source>
      <translation>auf dieser Seite wird nichts abgeleitet</translation>
    </message>
    <message>
      <source>there is nothing to differentiate with respect to: wire a tensor to inputs</source>
      <translation>Es fehlt, wonach abgeleitet wird: schließen Sie einen Tensor an inputs an</translation>
    </message>
    <message>
      <source>there is nothing to differentiate: wire a tensor to outputs</source>
      <translation>Es gibt nichts abzuleiten: schließen Sie einen Tensor an outputs an</translation>
    </message>
    <message>
      <source>there is nothing to export: no block has a result that a model can compute</source>
      <translation>Es gibt nichts zu exportieren: kein Block gibt etwas, was ein Modell berechnen könnte</translation>
    </message>
    <message>
      <source>there is nothing to export: no page has an output</source>
      <translation>Es gibt nichts zu exportieren: keine Seite gibt eine Ausgabe</translation>
    </message>
    <message>
      <source>there is nothing to train: no trainable Variable comes before this block</source>
      <translation>Es gibt nichts zu trainieren: zuvor wurde keine trainierbare Variable gemacht</translation>
    </message>
    <message>
      <source>these images are too large to show</source>
      <translation>diese Bilder sind zu groß zum Anzeigen</translation>
    </message>
    <message>
      <source>these surrogates fit: {known}</source>
      <translation>was passt: {known}</translation>
    </message>
    <message>
      <source>this GradientContract has no loss</source>
      <translation>dieser GradientContract hat keinen Verlust</translation>
    </message>
    <message>
      <source>this block aborted the step</source>
      <translation>dieser Block hat den Schritt abgebrochen</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: its value is not an array</source>
      <translation>dieser Block kann nicht nach JAX exportiert werden: sein Wert ist kein Array</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: {name} uses {of}</source>
      <translation>dieser Block kann nicht nach JAX exportiert werden: {name} verwendet {of}</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: {title} {reason}</source>
      <translation>dieser Block kann nicht nach JAX exportiert werden: {title} {reason}</translation>
    </message>
    <message>
      <source>this block cannot be exported to ONNX: {text}</source>
      <translation>dieser Block kann nicht nach ONNX exportiert werden: {text}</translation>
    </message>
    <message>
      <source>this block removes files and cannot be timed</source>
      <translation>entfernt Dateien und läuft nicht, um gemessen zu werden</translation>
    </message>
    <message>
      <source>this block runs in every step, but no ClientSession does</source>
      <translation>dieser Block läuft in jedem Schritt, aber keine ClientSession</translation>
    </message>
    <message>
      <source>this block writes files and cannot be timed</source>
      <translation>schreibt Dateien und läuft nicht, um gemessen zu werden</translation>
    </message>
    <message>
      <source>this diagram is not a block library: it has no 'package'</source>
      <translation>Dieses Diagramm ist kein Paket: es hat kein 'package'</translation>
    </message>
    <message>
      <source>this file is part of a SavedModel: name the folder that contains saved_model.pb</source>
      <translation>enthält ein SavedModel: nennen Sie den Ordner, in dem es als saved_model.pb liegt</translation>
    </message>
    <message>
      <source>this installation of Gradblocks does not include the editor</source>
      <translation>Diese Installation von Gradblocks enthält den Editor nicht</translation>
    </message>
    <message>
      <source>this is a PyTorch file. Only PyTorch can open it, because opening it can run code</source>
      <translation>Dies ist eine PyTorch-Datei. Nur PyTorch kann sie öffnen, weil das Öffnen Code ausführen kann</translation>
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
      <source>this is not a Gradblocks diagram: a diagram is a JSON object</source>
      <translation>Das ist kein Gradblocks-Diagramm: ein Diagramm ist ein JSON-Objekt</translation>
    </message>
    <message>
      <source>this is not a Gradblocks diagram: it {what}</source>
      <translation>Das ist kein Gradblocks-Diagramm: es {what}</translation>
    </message>
    <message>
      <source>this is not a Gradblocks diagram: {what} must be imported first</source>
      <translation>dies ist kein Gradblocks-Diagramm: {what} muss zuerst importiert werden</translation>
    </message>
    <message>
      <source>this is not a TensorFlow GraphDef: it has no nodes</source>
      <translation>dies ist kein GraphDef von TensorFlow: es enthält keine Knoten</translation>
    </message>
    <message>
      <source>this is not a checkpoint of a run</source>
      <translation>dies ist kein Checkpoint eines Laufs</translation>
    </message>
    <message>
      <source>this is not a composite</source>
      <translation>es ist kein Verbund</translation>
    </message>
    <message>
      <source>this is not a model that can be imported</source>
      <translation>dies ist kein Modell, das importiert werden kann</translation>
    </message>
    <message>
      <source>this is not an enuSpace file</source>
      <translation>dies ist keine enuSpace-Datei</translation>
    </message>
    <message>
      <source>this is not an enuSpace page</source>
      <translation>dies ist keine enuSpace-Seite</translation>
    </message>
    <message>
      <source>this is not an enuSpace project</source>
      <translation>dies ist kein enuSpace-Projekt</translation>
    </message>
    <message>
      <source>this is not an enuSpace task export</source>
      <translation>dies ist kein Task-Export von enuSpace</translation>
    </message>
    <message>
      <source>this is not an exercise: expected an object with "format": "{FORMAT}"</source>
      <translation>das ist keine Aufgabe: erwartet wird ein Objekt mit "format": "{FORMAT}"</translation>
    </message>
    <message>
      <source>this library has no block type Placeholder</source>
      <translation>diese Bibliothek hat keinen Blocktyp Placeholder</translation>
    </message>
    <message>
      <source>this note or frame no longer exists</source>
      <translation>diese Notiz oder dieser Rahmen existiert nicht mehr</translation>
    </message>
    <message>
      <source>this page has nothing to measure</source>
      <translation>Nichts auf dieser Seite braucht Zeit</translation>
    </message>
    <message>
      <source>this pooling does not support windows of more than {MOST_STEPS} elements</source>
      <translation>dieses Pooling unterstützt keine Fenster mit mehr als {MOST_STEPS} Elementen</translation>
    </message>
    <message>
      <source>this pooling does not support windows whose sizes add up to more than {MOST_STEPS}</source>
      <translation>Fenster mit mehr als {MOST_STEPS} Elementen entlang ihrer Achsen werden so nicht gepoolt</translation>
    </message>
    <message>
      <source>this value cannot come from a file: {show}</source>
      <translation>Daten aus einer Datei sind hier nicht erlaubt: {show}</translation>
    </message>
    <message>
      <source>this variable cannot be exported to JAX: it has no initial value</source>
      <translation>diese Variable kann nicht nach JAX exportiert werden: sie hat keinen Anfangswert</translation>
    </message>
    <message>
      <source>this version of the .npy format is not supported</source>
      <translation>ist eine .npy-Datei einer unbekannten Version</translation>
    </message>
    <message>
      <source>this {title} cannot be exported to TensorFlow</source>
      <translation>dieses {title} hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>time: {text}</source>
      <translation>Zeit: {text}</translation>
    </message>
    <message>
      <source>timeout_ms must be -1, got {attrs}: timeouts are not supported</source>
      <translation>timeout_ms muss -1 sein, ist aber {attrs}: es gibt keine Zeitgrenzen</translation>
    </message>
    <message>
      <source>to a display</source>
      <translation>zu einer Anzeige</translation>
    </message>
    <message>
      <source>to run the composite once, use an instance of the composite</source>
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
      <source>too many event files were created within one second</source>
      <translation>innerhalb einer Sekunde wurden zu viele Ereignisdateien angelegt</translation>
    </message>
    <message>
      <source>total gradient with respect to {name}</source>
      <translation>gesamter Gradient nach {name}</translation>
    </message>
    <message>
      <source>trace a function of arrays with blocks.trace instead</source>
      <translation>verfolgen Sie stattdessen eine Funktion von Arrays mit blocks.trace</translation>
    </message>
    <message>
      <source>trainable: expected the name or the index of an argument, got {each}</source>
      <translation>trainable: Name oder Index eines Arguments erwartet, {each} erhalten</translation>
    </message>
    <message>
      <source>trainable: the argument {name} has no arrays</source>
      <translation>trainable: das Argument {name} enthält keine Arrays</translation>
    </message>
    <message>
      <source>trainable: two arrays have the name {name}</source>
      <translation>trainable: zwei Arrays haben den Namen {name}</translation>
    </message>
    <message>
      <source>trainable: {path} needs an array as its initial value, got {name}</source>
      <translation>trainable: {path} braucht ein Array als Anfangswert, {name} erhalten</translation>
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
      <source>true classes must be from 0 to {count}, got {wrong}</source>
      <translation>Die wahren Klassen müssen von 0 bis {count} sein, bekommen wird {wrong}</translation>
    </message>
    <message>
      <source>true classes must be from 0 to {num_sampled}, got {wrong}</source>
      <translation>Die wahren Klassen müssen von 0 bis {num_sampled} sein, bekommen wird {wrong}</translation>
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
      <source>turn large constants or variables into inputs</source>
      <translation>Machen Sie große Konstanten oder Variablen zu Eingängen</translation>
    </message>
    <message>
      <source>turns a finite gradient into NaN or infinity</source>
      <translation>macht aus einem endlichen Gradienten NaN oder Unendlich</translation>
    </message>
    <message>
      <source>two FeedType blocks feed different values to {block_name} in the same step</source>
      <translation>zwei FeedType-Blöcke geben {block_name} im selben Schritt verschiedene Werte</translation>
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
      <source>two nodes have the name {shortened}</source>
      <translation>hat zwei Knoten {shortened}</translation>
    </message>
    <message>
      <source>two promoted values have the name {shortened}</source>
      <translation>zwei am Block gezeigte Werte haben den Namen {shortened}</translation>
    </message>
    <message>
      <source>two questions have the id {shortened}</source>
      <translation>zwei Fragen haben die ID {shortened}</translation>
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
      <source>type its value</source>
      <translation>tippen Sie den Wert</translation>
    </message>
    <message>
      <source>unexpected text after the value: write several values in braces, {1, 2}</source>
      <translation>auf den Wert folgt noch etwas: mehrere Werte stehen in Klammern, {1, 2}</translation>
    </message>
    <message>
      <source>uniform_noise cannot be true if noise is {noise}</source>
      <translation>uniform_noise und noise {noise} widersprechen einander</translation>
    </message>
    <message>
      <source>uninstall the plugin with pip, or use `disable` to keep its code from running</source>
      <translation>deinstallieren Sie das Plugin mit pip, oder verhindern Sie mit `disable`, dass sein Code läuft</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>unbekannt</translation>
    </message>
    <message>
      <source>unmute the block, or wire around the block</source>
      <translation>einschalten oder daran vorbei verdrahten</translation>
    </message>
    <message>
      <source>unresolved merge conflict: {subject}: ours {shown}, theirs {shown2}</source>
      <translation>Beim Zusammenführen blieb ein Konflikt: {subject}: unseres {shown}, deren {shown2}</translation>
    </message>
    <message>
      <source>untitled</source>
      <translation>unbenannt</translation>
    </message>
    <message>
      <source>unwire {source} first</source>
      <translation>trennen Sie zuerst {source}</translation>
    </message>
    <message>
      <source>update Gradblocks to open the diagram</source>
      <translation>aktualisieren Sie Gradblocks, um es zu öffnen</translation>
    </message>
    <message>
      <source>update_rule {rule} with {many} query heads and {few} key and value heads is not supported</source>
      <translation>die Regel {rule} für {many} und {few} Köpfe ist nicht bekannt</translation>
    </message>
    <message>
      <source>use --backend jax to run the block</source>
      <translation>verwenden Sie --backend jax, um es auszuführen</translation>
    </message>
    <message>
      <source>use --backend numpy to run the page</source>
      <translation>verwenden Sie --backend numpy, um es auszuführen</translation>
    </message>
    <message>
      <source>use --folder to write the files anyway</source>
      <translation>Mit --folder werden die Dateien trotzdem geschrieben</translation>
    </message>
    <message>
      <source>use --json to write the value</source>
      <translation>--json schreibt es</translation>
    </message>
    <message>
      <source>use --json, which takes less space</source>
      <translation>--json schreibt sie mit weniger</translation>
    </message>
    <message>
      <source>use --page with one of {listed}</source>
      <translation>Verwenden Sie --page mit einer von {listed}</translation>
    </message>
    <message>
      <source>use --resume to continue that run, or choose another folder for a new run</source>
      <translation>setzen Sie ihn mit --resume fort, oder wählen Sie für einen neuen Lauf einen anderen Ordner</translation>
    </message>
    <message>
      <source>use --resume to continue that sweep, or choose another folder for a new one</source>
      <translation>setzen Sie diesen Sweep mit --resume fort oder wählen Sie einen anderen Ordner für einen neuen</translation>
    </message>
    <message>
      <source>use -Softplus(-x), where x is the input of the Sigmoid</source>
      <translation>Verwenden Sie -Softplus(-x), wobei x der Eingang von Sigmoid ist</translation>
    </message>
    <message>
      <source>use -Softplus(x), where x is the input of the Sigmoid</source>
      <translation>Verwenden Sie -Softplus(x), wobei x der Eingang von Sigmoid ist</translation>
    </message>
    <message>
      <source>use ClipByValue with the bounds -1 + epsilon and 1 - epsilon</source>
      <translation>verwenden Sie ClipByValue mit den Grenzen -1 + epsilon und 1 - epsilon</translation>
    </message>
    <message>
      <source>use Conv2D</source>
      <translation>verwenden Sie Conv2D</translation>
    </message>
    <message>
      <source>use DecodeBmp</source>
      <translation>verwenden Sie DecodeBmp</translation>
    </message>
    <message>
      <source>use DecodeGif to decode all frames</source>
      <translation>verwenden Sie DecodeGif, um alle Einzelbilder zu dekodieren</translation>
    </message>
    <message>
      <source>use DecodeImage</source>
      <translation>verwenden Sie DecodeImage</translation>
    </message>
    <message>
      <source>use Decode{name}</source>
      <translation>verwenden Sie Decode{name}</translation>
    </message>
    <message>
      <source>use Minimize, because no block of the page can be wired to these variables</source>
      <translation>Verwenden Sie Minimize, weil kein Block der Seite mit diesen Variablen verdrahtet werden kann</translation>
    </message>
    <message>
      <source>use NHWC or NCHW</source>
      <translation>verwenden Sie NHWC oder NCHW</translation>
    </message>
    <message>
      <source>use Repeat, Scan, Map or Cond for second-order gradients</source>
      <translation>verwenden Sie für Gradienten zweiter Ordnung Repeat, Scan, Map oder Cond</translation>
    </message>
    <message>
      <source>use Reshape to give both tensors the shape {shape_text}</source>
      <translation>Geben Sie beiden mit Reshape die Form {shape_text}</translation>
    </message>
    <message>
      <source>use SaveV2, which has no size limit</source>
      <translation>verwenden Sie SaveV2, das keine solche Grenze hat</translation>
    </message>
    <message>
      <source>use Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root</source>
      <translation>Verwenden Sie Sqrt(Sum(Square(x)) + epsilon), mit Epsilon innerhalb der Wurzel</translation>
    </message>
    <message>
      <source>use UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 to 15, windows-1250 to 1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR or windows-949</source>
      <translation>Bekannt sind UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 bis 15, windows-1250 bis 1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR und windows-949</translation>
    </message>
    <message>
      <source>use `gradblocks convert` to make a diagram of another file</source>
      <translation>erzeugen Sie mit `gradblocks convert` ein Diagramm aus einer anderen Datei</translation>
    </message>
    <message>
      <source>use a Gather block to index with a tensor</source>
      <translation>verwenden Sie einen Gather-Block, um mit einem Tensor zu indizieren</translation>
    </message>
    <message>
      <source>use a Mean or Sum block to reduce the tensor to one number</source>
      <translation>ein Mean- oder Sum-Block macht einen daraus</translation>
    </message>
    <message>
      <source>use a MutableHashTable</source>
      <translation>verwenden Sie eine MutableHashTable</translation>
    </message>
    <message>
      <source>use a PaddingFIFOQueue for elements of different sizes</source>
      <translation>verwenden Sie eine PaddingFIFOQueue für Elemente verschiedener Größen</translation>
    </message>
    <message>
      <source>use a Python identifier that does not start with an underscore and is not a block type</source>
      <translation>Verwenden Sie einen Python-Bezeichner, der nicht mit einem Unterstrich beginnt und kein Blocktyp ist</translation>
    </message>
    <message>
      <source>use a Python number that is not an argument of the traced function</source>
      <translation>eine Python-Zahl, die kein Argument der verfolgten Funktion ist, hat einen</translation>
    </message>
    <message>
      <source>use a complex dtype for complex numbers</source>
      <translation>verwenden Sie für komplexe Zahlen einen komplexen dtype</translation>
    </message>
    <message>
      <source>use a decimal point, as in 3.5: a comma separates values</source>
      <translation>ein Komma trennt Werte: eine Zahl hat einen Punkt, etwa 3.5</translation>
    </message>
    <message>
      <source>use a dense tensor that broadcasts to the shape of the sparse tensor</source>
      <translation>verwenden Sie einen dichten Tensor, der auf die Form des dünn besetzten gebroadcastet werden kann</translation>
    </message>
    <message>
      <source>use a different seed</source>
      <translation>Verwenden Sie einen anderen Startwert</translation>
    </message>
    <message>
      <source>use a file that contains "format": "{FIRST}"</source>
      <translation>Verwenden Sie eine Datei, die "format": "{FIRST}" enthält</translation>
    </message>
    <message>
      <source>use a file with a list of symbols under the key "object"</source>
      <translation>verwenden Sie eine Datei mit einer Liste von Symbolen unter dem Schlüssel "object"</translation>
    </message>
    <message>
      <source>use a function of blocks.ops, or trace a function of arrays with blocks.trace</source>
      <translation>verwenden Sie eine Funktion aus blocks.ops, oder verfolgen Sie eine Funktion von Arrays mit blocks.trace</translation>
    </message>
    <message>
      <source>use a learning rate above 0</source>
      <translation>Verwenden Sie eine Lernrate über 0</translation>
    </message>
    <message>
      <source>use a mask and torch.where</source>
      <translation>verwenden Sie eine Maske und torch.where</translation>
    </message>
    <message>
      <source>use a name such as float32, int32, bool or string</source>
      <translation>verwenden Sie einen Namen wie float32, int32, bool oder string</translation>
    </message>
    <message>
      <source>use a number, true, false or a quoted string</source>
      <translation>verwenden Sie eine Zahl, true, false oder eine Zeichenkette in Anführungszeichen</translation>
    </message>
    <message>
      <source>use a page (.svg), a task export (.json) or a project (.enup)</source>
      <translation>Verwenden Sie eine Seite (.svg), einen Task-Export (.json) oder ein Projekt (.enup)</translation>
    </message>
    <message>
      <source>use a vector or a matrix</source>
      <translation>geben Sie einen Vektor oder eine Matrix</translation>
    </message>
    <message>
      <source>use an .enup file that enuSpace saved</source>
      <translation>verwenden Sie eine .enup-Datei, die enuSpace gespeichert hat</translation>
    </message>
    <message>
      <source>use an .svg file that enuSpace saved</source>
      <translation>verwenden Sie eine .svg-Datei, die enuSpace gespeichert hat</translation>
    </message>
    <message>
      <source>use an IdentityReader or a WholeFileReader</source>
      <translation>verwenden Sie einen IdentityReader oder einen WholeFileReader</translation>
    </message>
    <message>
      <source>use intervals that are multiples of each other</source>
      <translation>Verwenden Sie Intervalle, die Vielfache voneinander sind</translation>
    </message>
    <message>
      <source>use nonfinite, rises or a comparison such as norm &gt; 10, joined by `and` or `or`</source>
      <translation>Verwenden Sie nonfinite, rises oder einen Vergleich wie norm &gt; 10, verbunden mit `and` oder `or`</translation>
    </message>
    <message>
      <source>use np.where to choose elements</source>
      <translation>verwenden Sie np.where, um Elemente zu wählen</translation>
    </message>
    <message>
      <source>use np.where to select element by element, or blocks.loops.cond to branch on a boolean</source>
      <translation>np.where wählt elementweise aus, blocks.loops.cond verzweigt nach einem Wahrheitswert</translation>
    </message>
    <message>
      <source>use one of {join}</source>
      <translation>verwenden Sie eines von {join}</translation>
    </message>
    <message>
      <source>use one of {join}, or a folder that ends in / for a SavedModel</source>
      <translation>Verwenden Sie {join} oder für ein SavedModel einen Ordner, der mit / endet</translation>
    </message>
    <message>
      <source>use one of: {join}</source>
      <translation>Möglich sind: {join}</translation>
    </message>
    <message>
      <source>use one of: {names}</source>
      <translation>verwenden Sie eines von: {names}</translation>
    </message>
    <message>
      <source>use only `step` in the condition</source>
      <translation>verwenden Sie in der Bedingung nur `step`</translation>
    </message>
    <message>
      <source>use shorter names or fewer nested scopes</source>
      <translation>kürzere Namen oder weniger Scopes ineinander</translation>
    </message>
    <message>
      <source>use tensors instead</source>
      <translation>verwenden Sie stattdessen Tensoren</translation>
    </message>
    <message>
      <source>use the same condition to replace unsafe inputs of {block_name} with a safe value</source>
      <translation>Wählen Sie auch den Eingang von {block_name} mit derselben Bedingung aus, sonst einen sicheren Wert</translation>
    </message>
    <message>
      <source>use torch.where, or pass the value as a Python number</source>
      <translation>verwenden Sie torch.where, oder übergeben Sie den Wert als Python-Zahl</translation>
    </message>
    <message>
      <source>use {name} only</source>
      <translation>verwenden Sie nur {name}</translation>
    </message>
    <message>
      <source>use {option} DIR to allow another folder</source>
      <translation>{option} DIR erlaubt einen anderen Ordner</translation>
    </message>
    <message>
      <source>uses</source>
      <translation>verwendet</translation>
    </message>
    <message>
      <source>uses a different approximation from JAX for half precision</source>
      <translation>verwendet für halbe Genauigkeit eine andere Näherung als JAX</translation>
    </message>
    <message>
      <source>uses a norm for the rows of complex matrices that differs from XLA's</source>
      <translation>verwendet für die Zeilen komplexer Matrizen eine andere Norm als XLA</translation>
    </message>
    <message>
      <source>value</source>
      <translation>Wert</translation>
    </message>
    <message>
      <source>value: {value}</source>
      <translation>Wert: {value}</translation>
    </message>
    <message>
      <source>value_shape must be the shape of a scalar or a vector, got {shape_text}</source>
      <translation>value_shape muss die Form eines Skalars oder eines Vektors sein, ist aber {shape_text}</translation>
    </message>
    <message>
      <source>value_shape must be the shape of a vector, got {shape_text}</source>
      <translation>value_shape muss die Form eines Vektors sein, ist aber {shape_text}</translation>
    </message>
    <message>
      <source>values must have one value per key, got a scalar</source>
      <translation>values muss je Schlüssel einen Wert haben, ist aber ein Skalar</translation>
    </message>
    <message>
      <source>values must have the shape {shape_text}, got {shape_text2}</source>
      <translation>values müssen die Form {shape_text} haben, haben aber {shape_text2}</translation>
    </message>
    <message>
      <source>values of dtype {short} cannot be written as JSON</source>
      <translation>Werte vom dtype {short} lassen sich nicht als JSON schreiben</translation>
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
      <source>variables must be Variable blocks, but {block_name} is {display_name}</source>
      <translation>variables nimmt Variable-Blöcke, {block_name} ist {display_name}</translation>
    </message>
    <message>
      <source>variables without a gradient ({lost})</source>
      <translation>Variablen ohne Gradient ({lost})</translation>
    </message>
    <message>
      <source>vocab_size is {size}, but the file {name} has {lines} lines</source>
      <translation>vocab_size ist {size}, die Datei {name} hat {lines} Zeilen</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>wartet</translation>
    </message>
    <message>
      <source>weights must be finite and 0 or more, and at least one must be above 0</source>
      <translation>Die Gewichte müssen ab 0 und endlich sein, und eines davon mehr als 0</translation>
    </message>
    <message>
      <source>weights: several trained arguments are like this pytree</source>
      <translation>weights: mehrere trainierte Argumente gleichen diesem Pytree</translation>
    </message>
    <message>
      <source>weights: the leaves of this pytree do not fit the variables of a trained argument</source>
      <translation>weights: die Blätter dieses Pytrees passen nicht zu den Variablen eines trainierten Arguments</translation>
    </message>
    <message>
      <source>what if this stop were ignored?</source>
      <translation>was wäre, wenn dieser Stopp ignoriert würde?</translation>
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
      <source>where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite, and 0 times infinity makes the gradient NaN</source>
      <translation>Wo {pin} nicht ausgewählt wird, kann die Ableitung von {block_name} ({name}) unendlich sein, und 0 mal unendlich macht den Gradienten zu NaN</translation>
    </message>
    <message>
      <source>where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite. There, the gradient is 0 in TensorFlow and Gradblocks, but NaN in PyTorch and JAX</source>
      <translation>Wo {pin} nicht ausgewählt wird, kann die Ableitung von {block_name} ({name}) unendlich sein. TensorFlow und Gradblocks ergeben dort den Gradienten 0, PyTorch und JAX NaN</translation>
    </message>
    <message>
      <source>why?</source>
      <translation>warum?</translation>
    </message>
    <message>
      <source>window boundaries must be in ascending order and between 0 and {size}, got {tolist}</source>
      <translation>Fenstergrenzen müssen aufsteigend und zwischen 0 und {size} sein, erhalten: {tolist}</translation>
    </message>
    <message>
      <source>windows can have at most {LARGEST_WINDOW} elements, got {prod}</source>
      <translation>Fenster können höchstens {LARGEST_WINDOW} Elemente haben, {prod} erhalten</translation>
    </message>
    <message>
      <source>wire a different variable to one of the pins</source>
      <translation>Verbinden Sie einen der Pins mit einer anderen Variablen</translation>
    </message>
    <message>
      <source>wire a loss to this pin</source>
      <translation>verbinden Sie einen Verlust mit diesem Pin</translation>
    </message>
    <message>
      <source>wire a nonzero value to {value}</source>
      <translation>Verbinden Sie einen Wert ungleich 0 mit {value}</translation>
    </message>
    <message>
      <source>wire a variable to the pin, and do not carry it between iterations</source>
      <translation>verbinden Sie den Pin mit einer Variable, und reichen Sie den Pin nicht weiter</translation>
    </message>
    <message>
      <source>wire number {number} must be a list of two strings, such as ["A.output", "v.a"]</source>
      <translation>Draht Nummer {number} muss eine Liste aus zwei Strings sein, wie ["A.output", "v.a"]</translation>
    </message>
    <message>
      <source>wire number {number}: {message}</source>
      <translation>Draht Nummer {number}: {message}</translation>
    </message>
    <message>
      <source>wire the gradient with respect to {block_name} to {pin}</source>
      <translation>Verbinden Sie den Gradienten nach {block_name} mit {pin}</translation>
    </message>
    <message>
      <source>wire the operation of this block to a ClientSession</source>
      <translation>verbinden Sie die Operation dieses Blocks mit einer ClientSession</translation>
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
      <source>with this result, the tensors of a step take {size} bytes; the limit is {total}</source>
      <translation>mit diesem Ergebnis belegen die Tensoren eines Schritts {size} Bytes; die Grenze ist {total}</translation>
    </message>
    <message>
      <source>without their first axis, the elements have the shape {shape_text}, but element_shape_except0 is {shape_text2}</source>
      <translation>Ohne ihre erste Achse haben die Elemente die Form {shape_text}, element_shape_except0 ist aber {shape_text2}</translation>
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
      <source>would get no gradient</source>
      <translation>bekäme keinen Gradienten</translation>
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
      <source>write "4 3 1,2:-" for rows 1 and 2 of a [4,3] tensor</source>
      <translation>schreiben Sie "4 3 1,2:-" für die Zeilen 1 und 2 eines Tensors [4,3]</translation>
    </message>
    <message>
      <source>write a backslash as two backslashes</source>
      <translation>Ein Backslash selbst wird doppelt geschrieben</translation>
    </message>
    <message>
      <source>write a shape as [2, 3], with ? for an unknown size</source>
      <translation>eine Form als [2, 3] schreiben, mit ? für eine unbekannte Größe</translation>
    </message>
    <message>
      <source>write block.pin, or block.pin[0] for a list element</source>
      <translation>schreiben Sie block.pin, oder block.pin[0] für ein Listenelement</translation>
    </message>
    <message>
      <source>write data from a file as {"file": "name.npy"}, without other keys</source>
      <translation>Daten aus einer Datei werden {"file": "name.npy"} geschrieben, ohne etwas daneben</translation>
    </message>
    <message>
      <source>write floats with a decimal point: 3.0</source>
      <translation>schreiben Sie Gleitkommazahlen mit Punkt: 3.0</translation>
    </message>
    <message>
      <source>write grad(LOSS, PIN)</source>
      <translation>schreiben Sie grad(LOSS, PIN)</translation>
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
      <source>write the values as floats, such as 3.0</source>
      <translation>Schreiben Sie die Werte als float, etwa 3.0</translation>
    </message>
    <message>
      <source>write x = x + y instead of x += y</source>
      <translation>schreiben Sie x = x + y statt x += y</translation>
    </message>
    <message>
      <source>write {name}=A,B for two values</source>
      <translation>Schreiben Sie {name}=A,B für zwei Werte</translation>
    </message>
    <message>
      <source>write, for example, {block}.{pin}[0]</source>
      <translation>zum Beispiel {block}.{pin}[0]</translation>
    </message>
    <message>
      <source>write, for example, {source}[0]</source>
      <translation>zum Beispiel {source}[0]</translation>
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
      <source>xmp_metadata: expected at most {XMP_LIMIT} bytes, got {length}</source>
      <translation>Ein JPEG nimmt höchstens {XMP_LIMIT} Bytes XMP, xmp_metadata hat {length}</translation>
    </message>
    <message>
      <source>you can also expand the new gradient block</source>
      <translation>auch der neue Gradientenblock lässt sich aufklappen</translation>
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
      <source>zeros=0 is not supported: no block can fail for an unknown category</source>
      <translation>er soll scheitern, wo ein Wert zu keiner Kategorie gehört</translation>
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
      <source>{arguments} took longer than {seconds} s</source>
      <translation>{arguments} dauerte länger als {seconds} s</translation>
    </message>
    <message>
      <source>{ask} Click the blocks on the page, or check them in this list.</source>
      <translation>{ask} Klicken Sie die Blöcke auf der Seite an, oder haken Sie sie in dieser Liste an.</translation>
    </message>
    <message>
      <source>{at} does not name a pin</source>
      <translation>{at} nennt keinen Pin</translation>
    </message>
    <message>
      <source>{at} holds values of dtype {short}, which are not numbers</source>
      <translation>{at} enthält {short}s, die keine Zahlen sind</translation>
    </message>
    <message>
      <source>{barrier} has {types} components, so component {component_index} does not exist</source>
      <translation>{barrier} hat {types} Komponenten, keine mit dem Index {component_index}</translation>
    </message>
    <message>
      <source>{barrier} needs values of shape {shape_text} for component {component_index}, got {shape_text2}</source>
      <translation>{barrier} nimmt Werte der Form {shape_text} als Komponente {component_index}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{begin}, but the list of enabled plugins cannot be read: {fault}</source>
      <translation>{begin}, aber die Liste der aktivierten Plugins kann nicht gelesen werden: {fault}</translation>
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
      <source>{beside} not on the gradient path</source>
      <translation>{beside} nicht auf dem Gradientenpfad</translation>
    </message>
    <message>
      <source>{block_name} ({name}) has no gradient rule</source>
      <translation>{block_name} ({name}) hat keine Gradientenregel</translation>
    </message>
    <message>
      <source>{block_name} ({name}) has side effects in each iteration of a loop, so the loop has no gradient</source>
      <translation>{block_name} ({name}) hat in jeder Iteration einer Schleife Nebenwirkungen, daher hat die Schleife keinen Gradienten</translation>
    </message>
    <message>
      <source>{block_name} and {block_name2} have different dtypes or shapes</source>
      <translation>{block_name} ist von anderer Art als {block_name2}</translation>
    </message>
    <message>
      <source>{block_name} can be 0, where the derivative of {name} is infinite</source>
      <translation>{block_name} kann 0 sein, wo die Ableitung von {name} unendlich ist</translation>
    </message>
    <message>
      <source>{block_name} cannot be evaluated, because {block_name2} changes variables</source>
      <translation>{block_name} kann nicht ausgewertet werden, weil {block_name2} Variablen ändert</translation>
    </message>
    <message>
      <source>{block_name} cannot change the variable {variable}: its value is fed</source>
      <translation>{block_name} ändert die Variable {variable}, deren Wert eingespeist wird</translation>
    </message>
    <message>
      <source>{block_name} cannot select from the result of another RefSelect</source>
      <translation>{block_name} wählt aus dem, was ein anderes RefSelect gewählt hat</translation>
    </message>
    <message>
      <source>{block_name} does not depend on {block_name2}, the variable that it updates</source>
      <translation>{block_name} hängt nicht von {block_name2} ab, der Variablen, die damit geändert wird</translation>
    </message>
    <message>
      <source>{block_name} has the same seed {seed} and shape {shape_text} as this block, so both blocks use the same random bits</source>
      <translation>{block_name} hat denselben Startwert {seed} und dieselbe Form {shape_text}, daher verwenden beide dieselben Zufallsbits</translation>
    </message>
    <message>
      <source>{block_name} is {short}{shape_text} and cannot share its value with this block, which is {this}</source>
      <translation>{block_name} ist {short}{shape_text} und kann seinen Wert nicht mit diesem Block teilen, der {this} ist</translation>
    </message>
    <message>
      <source>{block} (gradient of {gradient_of})</source>
      <translation>{block} (Gradient von {gradient_of})</translation>
    </message>
    <message>
      <source>{block} cannot be expanded: only {GRADIENTS} and training blocks can be expanded</source>
      <translation>{block} ist kein Gradient: nur {GRADIENTS} und was trainiert können aufgelöst werden</translation>
    </message>
    <message>
      <source>{block} differentiates with respect to {short} values, which have no gradient</source>
      <translation>{block} leitet nach Werten vom Typ {short} ab, die keinen Gradienten haben</translation>
    </message>
    <message>
      <source>{block} gets a gradient of {of} in all {count:,} iterations.</source>
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
      <source>{block} gets no gradient of {of}: {of} does not depend on {block}.</source>
      <translation>{block} bekommt keinen Gradienten von {of}: {of} hängt nicht von {block} ab.</translation>
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
      <source>{block} is muted and cannot pass its input through: {message}</source>
      <translation>{block} ist stummgeschaltet und kann nicht weitergeben, was er bekommt: {message}</translation>
    </message>
    <message>
      <source>{block} was not renamed: {reason}</source>
      <translation>{block} wurde nicht umbenannt: {reason}</translation>
    </message>
    <message>
      <source>{block}.{name} is back to its default, {word}. The block does not show defaults, but the Inspector does</source>
      <translation>{block}.{name} hat wieder die Vorgabe {word}. Vorgaben zeigt der Block nicht, nur der Inspektor</translation>
    </message>
    <message>
      <source>{block}.{pin} has {value} elements, so {source} does not exist</source>
      <translation>{block}.{pin} hat {value} Elemente: {source} gibt es nicht</translation>
    </message>
    <message>
      <source>{block}.{pin} is not a list and has no element {index}</source>
      <translation>{block}.{pin} ist keine Liste: es hat kein Element {index}</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be 0 for batch and channels, got {pairs} ({data_format})</source>
      <translation>{block} kann Batch und Kanäle nicht auffüllen: explicit_paddings {pairs} ({data_format})</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be 0 or more, got {pairs}</source>
      <translation>{block} braucht explicit_paddings ab 0, bekommt aber {pairs}</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be empty unless padding is EXPLICIT, got {pairs}</source>
      <translation>{block}: explicit_paddings muss leer sein, außer wenn padding EXPLICIT ist, erhalten: {pairs}</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must have {data_format} values, two per axis ({data_format2}), got {pairs}</source>
      <translation>{block} braucht {data_format} Zahlen an explicit_paddings, zwei je Achse ({data_format2}), bekommt aber {pairs}</translation>
    </message>
    <message>
      <source>{block}: iteration</source>
      <translation>{block}: Iteration</translation>
    </message>
    <message>
      <source>{block}: the strides for height and width must be equal, got {attrs} ({form})</source>
      <translation>{block} braucht denselben Stride entlang Höhe und Breite, bekommt aber {attrs} ({form})</translation>
    </message>
    <message>
      <source>{block}: {name} must be 1 for batch and channels ({data_format}), got {entries}</source>
      <translation>{block} braucht {name} von 1 für Batch und Kanäle ({data_format}), bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block}: {name} must be 1 or more, got {entries}</source>
      <translation>{block} braucht {name} ab 1, bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block}: {name} must have {data_format} values, one per axis ({data_format2}), got {entries}</source>
      <translation>{block} braucht {data_format} Zahlen an {name}, eine je Achse ({data_format2}), bekommt aber {entries}</translation>
    </message>
    <message>
      <source>{block}: {pins} must be above {pins2}, got {low} and {high}</source>
      <translation>{block} braucht {pins} über {pins2}, bekommt aber {low} und {high}</translation>
    </message>
    <message>
      <source>{called} cannot be inside {inside}: it writes a variable</source>
      <translation>{called} darf nicht in {inside} sein: es schreibt eine Variable</translation>
    </message>
    <message>
      <source>{called} cannot be started: {strerror}</source>
      <translation>{called} kann nicht gestartet werden: {strerror}</translation>
    </message>
    <message>
      <source>{caption}: too long to show</source>
      <translation>{caption}: zu lang zum Anzeigen</translation>
    </message>
    <message>
      <source>{check}: {field} must be a number or a list</source>
      <translation>{check}: {field} muss eine Zahl oder eine Liste sein</translation>
    </message>
    <message>
      <source>{command}: not available during a run, or without an open page</source>
      <translation>{command}: dieser Befehl braucht eine Seite, die nicht läuft</translation>
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
      <source>{count:,} infinite</source>
      <translation>{count:,} unendlich</translation>
    </message>
    <message>
      <source>{count:,} more values</source>
      <translation>{count:,} weitere Werte</translation>
    </message>
    <message>
      <source>{count} blocks</source>
      <translation>{count} Blöcke</translation>
    </message>
    <message>
      <source>{count} keys need one value each, got {values}</source>
      <translation>{count} Schlüssel brauchen ebenso viele Werte, bekommen aber {values}</translation>
    </message>
    <message>
      <source>{count} more levels</source>
      <translation>{count} weitere Ebenen</translation>
    </message>
    <message>
      <source>{count} wires from {endpoint}</source>
      <translation>{count} Drähte von {endpoint}</translation>
    </message>
    <message>
      <source>{cut} of {on_path} without a gradient</source>
      <translation>{cut} von {on_path} ohne Gradient</translation>
    </message>
    <message>
      <source>{decode} is a slice of shape {shape_text}, but the tensor has shape {shape_text2}</source>
      <translation>{decode} ist ein Teil der Form {shape_text}, der Tensor hat die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{devices} devices were requested, but JAX has {own}</source>
      <translation>{devices} Geräte sind verlangt, JAX hat {own}</translation>
    </message>
    <message>
      <source>{diagram}, {run}: {state} after step {n:,}</source>
      <translation>{diagram}, {run}: {state} nach Schritt {n:,}</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if ksize and strides are known</source>
      <translation>{display_name} wird nur geschrieben, wenn ksize und strides bekannt sind</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if the axis and the number of axes are known</source>
      <translation>{display_name} wird nur geschrieben, wenn seine Achse und die Anzahl der Achsen bekannt sind</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if the size of the filter is known</source>
      <translation>{display_name} wird nur geschrieben, wenn die Größe seines Filters bekannt ist</translation>
    </message>
    <message>
      <source>{display_name} cannot be exported to TensorFlow</source>
      <translation>{display_name} hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {inside}: it has side effects</source>
      <translation>{display_name} darf nicht in {inside} sein: es hat eine Wirkung</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {kind}: it trains variables once per step</source>
      <translation>{display_name} darf nicht in {kind} sein: es trainiert Variablen einmal je Schritt</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {kind}: it writes a variable</source>
      <translation>{display_name} darf nicht in {kind} sein: es schreibt eine Variable</translation>
    </message>
    <message>
      <source>{display_name} cannot write a variable after a {decided} inside a loop or branch</source>
      <translation>{display_name} schreibt eine Variable hinter einem {decided}, in einer Schleife oder einem Zweig</translation>
    </message>
    <message>
      <source>{display_name} inside a loop cannot be exported to TensorFlow</source>
      <translation>{display_name} in einer Schleife hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{display_name} modifies the same variable through two pins, which TensorFlow does not support</source>
      <translation>{display_name} ändert dieselbe Variable über zwei Pins, was TensorFlow nicht unterstützt</translation>
    </message>
    <message>
      <source>{display_name} with this method or dtype cannot be exported to TensorFlow</source>
      <translation>{display_name} kann mit dieser Methode oder diesem Datentyp nicht nach TensorFlow exportiert werden</translation>
    </message>
    <message>
      <source>{display_name} with windows over channels cannot be exported to TensorFlow</source>
      <translation>{display_name} wird für Fenster über Kanäle nicht geschrieben</translation>
    </message>
    <message>
      <source>{display_name} writes variables and cannot be exported to TensorFlow</source>
      <translation>{display_name} schreibt Variablen und hat hier keine Form in einem Graphen von TensorFlow</translation>
    </message>
    <message>
      <source>{display_name}: input {pin} must be a variable, but {block_name} is only a value</source>
      <translation>{display_name} braucht bei {pin} eine Variable; {block_name} ist hier ein Wert</translation>
    </message>
    <message>
      <source>{display_name}: only the first derivative can be exported</source>
      <translation>{display_name}: Nur die erste Ableitung kann exportiert werden</translation>
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
      <source>{each}: expected one weight per tensor, got {outputs} tensors and {weights} weights</source>
      <translation>{each}: {outputs} Tensoren, {weights} Gewichte</translation>
    </message>
    <message>
      <source>{edits}, the last {when}</source>
      <translation>{edits}, zuletzt {when}</translation>
    </message>
    <message>
      <source>{first:,} older edits</source>
      <translation>{first:,} ältere Änderungen</translation>
    </message>
    <message>
      <source>{first} (automatic)</source>
      <translation>{first} (automatisch)</translation>
    </message>
    <message>
      <source>{folder} contains another run's checkpoint (after step {last}), which would be overwritten</source>
      <translation>{folder} enthält einen Checkpoint eines anderen Laufs (nach Schritt {last}), der überschrieben würde</translation>
    </message>
    <message>
      <source>{folder} contains the runs of another sweep</source>
      <translation>{folder} enthält die Läufe eines anderen Sweeps</translation>
    </message>
    <message>
      <source>{folder} was made with --engine {engine}, not {wanted_engine}: a run must continue with the same engine</source>
      <translation>{folder} wurde mit --engine {engine} erzeugt, nicht mit {wanted_engine}: ein Lauf muss mit derselben Engine fortgesetzt werden</translation>
    </message>
    <message>
      <source>{folder} was made with --seed {seed}, not {seed2}: a run must continue with the same seed</source>
      <translation>{folder} wurde mit --seed {seed} gemacht, nicht {seed2}: so geht kein Lauf weiter, wie er begann</translation>
    </message>
    <message>
      <source>{folder} was made with {was}: a run must continue with the same data, batch size and shuffling</source>
      <translation>{folder} entstand mit {was}: ein Lauf muss mit denselben Daten, derselben Batchgröße und derselben Mischung fortgesetzt werden</translation>
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
      <source>{function}: expected a function that returns (step, model)</source>
      <translation>{function}: eine Funktion erwartet, die (step, model) zurückgibt</translation>
    </message>
    <message>
      <source>{given} is not an output of a graph</source>
      <translation>{given} ist kein Ausgang eines Graphen</translation>
    </message>
    <message>
      <source>{id} has no free input that fits {source}</source>
      <translation>{id} hat keinen freien Eingang, der zu {source} passt</translation>
    </message>
    <message>
      <source>{id} passes on a value that is not wired to the block</source>
      <translation>{id} gibt weiter, was nicht daran angeschlossen ist</translation>
    </message>
    <message>
      <source>{id}, slider</source>
      <translation>{id}, Schieberegler</translation>
    </message>
    <message>
      <source>{int} is not a valid Unicode code point</source>
      <translation>{int} ist kein Codepunkt eines Zeichens</translation>
    </message>
    <message>
      <source>{is_now:.3g} → {would_be:.3g}, difference {difference:.3g}{cosine}</source>
      <translation>{is_now:.3g} → {would_be:.3g}, Unterschied {difference:.3g}{cosine}</translation>
    </message>
    <message>
      <source>{kept} and {path} are the same block of {canvas}: choose both or neither</source>
      <translation>{kept} und {path} sind ein Block von {canvas}: Wählen Sie beide oder keinen</translation>
    </message>
    <message>
      <source>{keys} is already the shortcut of "{text}". Press the keys again to reassign the shortcut, or Esc to cancel.</source>
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
      <source>{key} of {whose} has the invalid value {shortened}</source>
      <translation>{key} von {whose} hat den ungültigen Wert {shortened}</translation>
    </message>
    <message>
      <source>{key} of {whose} must be a string</source>
      <translation>{key} von {whose} muss ein String sein</translation>
    </message>
    <message>
      <source>{kind} cannot iterate over {name}, which is a scalar</source>
      <translation>{kind} geht über {name}, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{kind} cannot iterate over {pin}, which is a scalar</source>
      <translation>{kind} geht über {pin}, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{kind} has nothing to iterate over: name an input pin</source>
      <translation>{kind} geht über nichts: nennen Sie einen Eingangspin</translation>
    </message>
    <message>
      <source>{kind} needs an input to iterate over: choose one that receives one element per iteration</source>
      <translation>{kind} braucht einen Eingang zum Iterieren: einen wählen, der je Iteration ein Element bekommt</translation>
    </message>
    <message>
      <source>{kind} runs its composite once per iteration, but unpacked blocks would run only once. Press Enter to look inside the block</source>
      <translation>{kind} führt seinen Verbund einmal je Iteration aus, aufgelöste Blöcke liefen aber nur einmal. Enter zeigt das Innere</translation>
    </message>
    <message>
      <source>{lengths} lengths are not enough for {count} strings</source>
      <translation>{lengths} Längen sind zu wenige für {count} Strings</translation>
    </message>
    <message>
      <source>{listed} must be removed first</source>
      <translation>{listed} muss zuerst entfernt werden</translation>
    </message>
    <message>
      <source>{loop} cannot be wired to itself</source>
      <translation>{loop} kann nicht mit sich selbst verbunden werden</translation>
    </message>
    <message>
      <source>{loss} does not correspond to an output of the module</source>
      <translation>{loss} entspricht keiner Ausgabe des Moduls</translation>
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
    <message numerus="yes">
      <source>{n:,} NaN or infinite elements left out</source>
      <translation>
        <numerusform>{n} NaN oder unendliches Element ausgelassen</numerusform>
        <numerusform>{n:,} NaN oder unendliche Elemente ausgelassen</numerusform>
      </translation>
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
      <source>{n:,} more columns</source>
      <translation>
        <numerusform>{n} weitere Spalte</numerusform>
        <numerusform>{n:,} weitere Spalten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} more rows</source>
      <translation>
        <numerusform>{n} weitere Zeile</numerusform>
        <numerusform>{n:,} weitere Zeilen</numerusform>
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
      <source>{n:,} points</source>
      <translation>
        <numerusform>{n} Punkt</numerusform>
        <numerusform>{n:,} Punkte</numerusform>
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
      <source>{name} (a sample of the elements in this step)</source>
      <translation>{name} (eine Stichprobe der Elemente dieses Schritts)</translation>
    </message>
    <message>
      <source>{name} already exists in this folder</source>
      <translation>{name} gibt es in diesem Ordner schon</translation>
    </message>
    <message>
      <source>{name} and {by} are on different pages. Name two tensors on the same page</source>
      <translation>{name} und {by} sind auf verschiedenen Seiten. Geben Sie zwei Tensoren einer Seite an</translation>
    </message>
    <message>
      <source>{name} belongs to another graph</source>
      <translation>{name} gehört zu einem anderen Graphen</translation>
    </message>
    <message>
      <source>{name} can add at most {most} elements on each side of axis {axis} of size {size} ({mode}), got {row}</source>
      <translation>{name} kann auf jeder Seite der Achse {axis} der Größe {size} höchstens {most} anfügen ({mode}), bekommt aber {row}</translation>
    </message>
    <message>
      <source>{name} can pool either channels or height and width, but not both; got ksize {ksize} and strides {strides}</source>
      <translation>{name} poolt entweder entlang der Kanäle oder entlang Höhe und Breite, bekommt aber ksize {ksize}, strides {strides}</translation>
    </message>
    <message>
      <source>{name} cannot be both iterated over and carried: an output pin has the same name</source>
      <translation>{name} kann nicht zugleich durchlaufen und weitergetragen werden, wie es ein Ausgangspin gleichen Namens wird</translation>
    </message>
    <message>
      <source>{name} cannot be drawn: {what} cannot be written as a block</source>
      <translation>{name} kann nicht gezeichnet werden: {what} lässt sich nicht als Block schreiben</translation>
    </message>
    <message>
      <source>{name} cannot be fed: it is computed inside another block</source>
      <translation>{name} kann nicht eingespeist werden: es liegt in dem, was ein Block ausführt, der es in jeder Runde macht</translation>
    </message>
    <message>
      <source>{name} cannot be rerun: {why}</source>
      <translation>{name} lässt sich nicht wiederholen: {why}</translation>
    </message>
    <message>
      <source>{name} cannot be used as a tensor: it does not have exactly one tensor output</source>
      <translation>{name} kann nicht als Tensor verwendet werden: es hat nicht genau einen Tensor als Ausgang</translation>
    </message>
    <message>
      <source>{name} cannot broadcast the shapes {tolist} and {tolist2} together</source>
      <translation>{name} kann die Formen {tolist} und {tolist2} nicht aneinander anpassen</translation>
    </message>
    <message>
      <source>{name} cannot broadcast {first} {shape_text} and {name2} {shape_text2} to a common shape</source>
      <translation>{name} kann {first} {shape_text} und {name2} {shape_text2} nicht auf eine gemeinsame Form bringen</translation>
    </message>
    <message>
      <source>{name} cannot continue in the background: {error}</source>
      <translation>{name} kann nicht im Hintergrund fortgesetzt werden: {error}</translation>
    </message>
    <message>
      <source>{name} cannot crop {crops} from axis {i} of size {total}</source>
      <translation>{name} kann nicht {crops} von der Achse {i} der Größe {total} abschneiden</translation>
    </message>
    <message>
      <source>{name} cannot divide the padded size {total} of axis {i} into blocks of {step}; input has the shape {shape_text}, paddings is {paddings}</source>
      <translation>{name} kann {total} entlang der Achse {i}, mit Auffüllung, nicht in Blöcke von {step} schneiden: input ist {shape_text}, paddings {paddings}</translation>
    </message>
    <message>
      <source>{name} cannot have {length} tensors at the output {name2}; the limit is {MAX_OUTPUTS}</source>
      <translation>{name} kann keine {length} Tensoren an {name2} geben: höchstens {MAX_OUTPUTS}</translation>
    </message>
    <message>
      <source>{name} cannot join value {i} of shape {shape_text}: it {what}</source>
      <translation>{name} kann Wert {i} der Form {shape_text} nicht anfügen: er {what}</translation>
    </message>
    <message>
      <source>{name} cannot mirror along the empty axis {axis} in mode REFLECT</source>
      <translation>{name} kann entlang der leeren Achse {axis} nicht spiegeln (REFLECT)</translation>
    </message>
    <message>
      <source>{name} cannot reshape {count} elements of shape {shape_text} to the shape {wanted}</source>
      <translation>{name} kann {count} Elemente, Form {shape_text}, nicht in die Form {wanted} bringen</translation>
    </message>
    <message>
      <source>{name} cannot scatter into an empty tensor of shape {shape_text}</source>
      <translation>{name} kann in einen leeren Tensor der Form {shape_text} nichts schreiben</translation>
    </message>
    <message>
      <source>{name} changes its input {name2}, which must be a Variable{instead}</source>
      <translation>{name} ändert, was an {name2} angeschlossen ist: es muss eine Variable sein{instead}</translation>
    </message>
    <message>
      <source>{name} computes the right values</source>
      <translation>{name} berechnet die richtigen Werte</translation>
    </message>
    <message>
      <source>{name} contains a string that ends in a zero byte, which a .npz file would lose</source>
      <translation>{name} enthält einen Text, der mit einem Nullbyte endet, das eine .npz-Datei verlieren würde</translation>
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
      <source>{name} declares a pin of a composite: use it inside a composite, not on a page</source>
      <translation>{name} deklariert einen Pin eines Verbunds: Verwenden Sie ihn in einem Verbund, nicht auf einer Seite</translation>
    </message>
    <message>
      <source>{name} differs at step {step:,.0f}: {now:.17g} instead of {before:.17g}</source>
      <translation>{name} unterscheidet sich in Schritt {step:,.0f}: {now:.17g} statt {before:.17g}</translation>
    </message>
    <message>
      <source>{name} does not contain feature {key_text}, which has no default</source>
      <translation>{name} hat kein Merkmal {key_text}, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>{name} does not have exactly one output that is a tensor</source>
      <translation>{name} hat nicht genau einen Ausgang, der ein Tensor ist</translation>
    </message>
    <message>
      <source>{name} does not refer to exactly one output pin</source>
      <translation>{name} bezeichnet nicht genau einen Ausgangspin</translation>
    </message>
    <message>
      <source>{name} does not refer to exactly one tensor</source>
      <translation>{name} steht für keinen einzelnen Tensor</translation>
    </message>
    <message>
      <source>{name} does not support mode MIN_FIRST with one range per slice (axis {attrs})</source>
      <translation>{name} unterstützt den Modus MIN_FIRST nicht mit einem Bereich je Scheibe (Achse {attrs})</translation>
    </message>
    <message>
      <source>{name} has both {name2} and its earlier name {earlier}</source>
      <translation>{name} hat sowohl {name2} als auch den früheren Namen {earlier}</translation>
    </message>
    <message>
      <source>{name} has dtype {short}, but the value has dtype {short2}</source>
      <translation>{name} nimmt {short}, der Wert ist {short2}</translation>
    </message>
    <message>
      <source>{name} has no argument {each}</source>
      <translation>{name} hat kein Argument {each}</translation>
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
      <source>{name} has no input pin {name2}; its input pins are: {known}</source>
      <translation>{name} hat keinen Eingangspin {name2} (seine Eingangspins: {known})</translation>
    </message>
    <message>
      <source>{name} has no input pin {pin_in!r}</source>
      <translation>{name} hat keinen Eingang {pin_in!r}</translation>
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
      <source>{name} has no pin {pin}</source>
      <translation>{name} hat keinen Pin {pin}</translation>
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
      <source>{name} has no value that a file can store</source>
      <translation>{name} hat keinen Wert, den eine Datei enthalten kann</translation>
    </message>
    <message>
      <source>{name} has no value while the function is traced</source>
      <translation>{name} hat keinen Wert, während die Funktion verfolgt wird</translation>
    </message>
    <message>
      <source>{name} has no value: {block_name} ({name2}) took another branch</source>
      <translation>{name} hat keinen Wert: {block_name} ({name2}) nahm einen anderen Zweig</translation>
    </message>
    <message>
      <source>{name} has the right value</source>
      <translation>{name} hat den richtigen Wert</translation>
    </message>
    <message>
      <source>{name} has the shape {list}: only single numbers can be printed</source>
      <translation>{name} hat die Form {list}: nur einzelne Zahlen werden ausgegeben</translation>
    </message>
    <message>
      <source>{name} has the shape {shape_text}, but {result}</source>
      <translation>{name} hat die Form {shape_text}, {result}</translation>
    </message>
    <message>
      <source>{name} has the {what} pin {name2}, but {name3} does not: branches must have the same pins</source>
      <translation>{name} hat den {what}-Pin {name2}, {name3} nicht: Zweige haben dieselben Pins</translation>
    </message>
    <message>
      <source>{name} has {bodies} branches; the limit is {MOST_BRANCHES}</source>
      <translation>{name} hat {bodies} Zweige; die Grenze ist {MOST_BRANCHES}</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs, but its shape rule returns {shapes} shapes</source>
      <translation>{name} hat {outputs} Ausgänge, seine Formregel gibt {shapes} Formen</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs, so output {index} does not exist</source>
      <translation>{name} hat {outputs} Ausgänge: es gibt keinen Ausgang {index}</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs: name one of them ({names})</source>
      <translation>{name} hat {outputs} Ausgänge: nennen Sie den gemeinten ({names})</translation>
    </message>
    <message>
      <source>{name} ignored</source>
      <translation>{name} ignoriert</translation>
    </message>
    <message>
      <source>{name} is a block library, which does not need to be enabled</source>
      <translation>{name} ist eine Blockbibliothek, die nicht aktiviert werden muss</translation>
    </message>
    <message>
      <source>{name} is a plugin, not a block library</source>
      <translation>{name} ist ein Plugin, keine Blockbibliothek</translation>
    </message>
    <message>
      <source>{name} is an attribute of {type} and takes no wire</source>
      <translation>{name} ist ein Attribut von {type} und nimmt keinen Draht</translation>
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
      <source>{name} is neither a file nor a command</source>
      <translation>{name} ist weder eine Datei noch ein Befehl</translation>
    </message>
    <message>
      <source>{name} is not a block type</source>
      <translation>{name} ist kein Blocktyp</translation>
    </message>
    <message>
      <source>{name} is not a dtype</source>
      <translation>{name} ist kein dtype</translation>
    </message>
    <message>
      <source>{name} is not a real number</source>
      <translation>{name} ist keine reelle Zahl</translation>
    </message>
    <message>
      <source>{name} is not a regular file</source>
      <translation>{name} ist keine gewöhnliche Datei</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so a model cannot return it</source>
      <translation>{name} ist kein Tensor: ein Modell gibt keinen dafür</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so it has no gradient</source>
      <translation>{name} gibt keinen Tensor: es hat keinen Gradienten</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so the gradient cannot stop there</source>
      <translation>{name} gibt keinen Tensor: dort kann kein Gradient abgeschnitten werden</translation>
    </message>
    <message>
      <source>{name} is not a valid file name</source>
      <translation>{name} ist kein gültiger Dateiname</translation>
    </message>
    <message>
      <source>{name} is not a valid name: it must not be empty or contain '/' or control characters</source>
      <translation>{name} ist kein Name: er darf nicht leer sein und weder '/' noch Steuerzeichen enthalten</translation>
    </message>
    <message>
      <source>{name} is not a valid plugin name</source>
      <translation>{name} ist kein gültiger Pluginname</translation>
    </message>
    <message>
      <source>{name} is not supported for keys and values of different ranks</source>
      <translation>{name} wird für Schlüssel und Werte verschiedener Ränge nicht unterstützt</translation>
    </message>
    <message>
      <source>{name} is not the name of a result: write block, block.pin or block.pin[0]</source>
      <translation>{name} ist kein Name eines Ergebnisses: schreiben Sie block, block.pin oder block.pin[0]</translation>
    </message>
    <message>
      <source>{name} is not trained: {reason}</source>
      <translation>{name} wird nicht trainiert: {reason}</translation>
    </message>
    <message>
      <source>{name} is not wired and has no default</source>
      <translation>an {name} ist nichts angeschlossen, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>{name} is {name2} {list} in the model, but {name3} {list2} in the diagram</source>
      <translation>{name} ist {name2} {list}, das Diagramm hat {name3} {list2}</translation>
    </message>
    <message>
      <source>{name} is {short}, which has no gradient</source>
      <translation>{name} ist {short}: es hat keinen Gradienten</translation>
    </message>
    <message>
      <source>{name} is {value}</source>
      <translation>{name} ist {value}</translation>
    </message>
    <message>
      <source>{name} modifies its input {name2}: wire a Variable to this input</source>
      <translation>{name} ändert seinen Eingang {name2}: eine Variable daran anschließen</translation>
    </message>
    <message>
      <source>{name} must be +, -, 0, # or a space, got {attrs}</source>
      <translation>{name} muss eines von + - 0 # oder ein Leerzeichen sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be -1, or 1 or more, got {attrs}</source>
      <translation>{name} muss -1 oder mindestens 1 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 0 (as in the image), 1, 3 or 4, got {attrs}</source>
      <translation>{name} muss 0 (so viele, wie das Bild hat), 1, 3 oder 4 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 0 or more, got {attrs}</source>
      <translation>{name} muss 0 oder mehr sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 0 or more, or -1 for a single range, got {attrs}</source>
      <translation>{name} muss 0 oder mehr, oder für einen Bereich insgesamt -1, sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 0, 3 or 4 for a BMP image, got {attrs}</source>
      <translation>{name} muss für ein BMP 0, 3 oder 4 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 1, 2, 4 or 8, got {attrs}</source>
      <translation>{name} muss 1, 2, 4 oder 8 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 1, 3 or 4, got {attrs}</source>
      <translation>{name} muss 1, 3 oder 4 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be 2 integers, got {attrs}</source>
      <translation>{name} muss zwei ganze Zahlen sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be HALF_AWAY_FROM_ZERO unless mode is SCALED, got {attrs}</source>
      <translation>{name} muss außer im Modus SCALED HALF_AWAY_FROM_ZERO sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be INTEGER_FAST, INTEGER_ACCURATE or empty, got {attrs}</source>
      <translation>{name} muss INTEGER_FAST, INTEGER_ACCURATE oder leer sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be ZLIB, GZIP or empty, got {attrs}</source>
      <translation>{name} muss ZLIB, GZIP oder leer sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be a Unicode code point, 0 to {LAST}, got {attrs}</source>
      <translation>{name} muss ein Codepunkt von Unicode, 0 bis {LAST}, sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be a finite number, got {attrs}</source>
      <translation>{name} muss endlich sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be a height and a width, got {attrs}</source>
      <translation>{name} muss eine Höhe und eine Breite sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be a number between 0 and 1, got {attrs}</source>
      <translation>{name} muss eine Zahl zwischen 0 und 1 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be a power of 2, 4 or more, got {attrs}</source>
      <translation>{name} muss eine Zweierpotenz ab 4 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be another axis than seq_dim, got {attrs}</source>
      <translation>{name} muss eine andere Achse als seq_dim sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at least 0, got {attrs}</source>
      <translation>{name} muss mindestens 0 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at least {int}, got {values}</source>
      <translation>{name} muss mindestens {int} sein, ist aber {values}</translation>
    </message>
    <message>
      <source>{name} must be at least {lowest}, got {value}</source>
      <translation>{name} muss mindestens {lowest} sein, ist aber {value}</translation>
    </message>
    <message>
      <source>{name} must be at most 1, got {attrs}</source>
      <translation>{name} muss höchstens 1 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at most beam_width ({width}), got {attrs}</source>
      <translation>{name} muss höchstens beam_width ({width}) sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at most {MOST_PARTS}, got {attrs}</source>
      <translation>{name} muss höchstens {MOST_PARTS} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be at most {WIDEST}, got {attrs}</source>
      <translation>{name} muss höchstens {WIDEST} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be empty or one of {names}, got {attrs}</source>
      <translation>{name} muss leer oder eines von {names} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be exactly one tensor</source>
      <translation>{name} gibt nicht einen Tensor</translation>
    </message>
    <message>
      <source>{name} must be float32 unless mode is MIN_COMBINED, got {attrs}</source>
      <translation>{name} muss außer im Modus MIN_COMBINED float32 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from -1 to 9, got {attrs}</source>
      <translation>{name} muss von -1 bis 9 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 1, got {attrs}</source>
      <translation>{name} muss von 0 bis 1 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 100, got {attrs}</source>
      <translation>{name} muss von 0 bis 100 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 65535, got {attrs}</source>
      <translation>{name} muss von 0 bis 65535 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 0 to {attrs} (num_shards - 1), got {attrs2}</source>
      <translation>{name} muss von 0 bis {attrs} (num_shards - 1) sein, ist aber {attrs2}</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {MOST_ATTEMPTS}, got {attrs}</source>
      <translation>{name} muss von 1 bis {MOST_ATTEMPTS} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {MOST_ORDER}, got {attrs}</source>
      <translation>{name} muss von 1 bis {MOST_ORDER} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {most} for {sign} integers, got {attrs}</source>
      <translation>{name} muss für ganze Zahlen ({sign}) von 1 bis {most} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be from 2 to 16, got {attrs}</source>
      <translation>{name} muss von 2 bis 16 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be increasing numbers of 0 or more, got {attrs}</source>
      <translation>{name} muss ansteigend und nicht negativ sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be less than the capacity {capacity}, got {attrs}</source>
      <translation>{name} muss kleiner als die Kapazität {capacity} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be more than given_y_min ({attrs}), got {attrs2}</source>
      <translation>{name} muss größer als given_y_min ({attrs}) sein, ist aber {attrs2}</translation>
    </message>
    <message>
      <source>{name} must be more than min ({attrs}), got {attrs2}</source>
      <translation>{name} muss größer als min ({attrs}) sein, ist aber {attrs2}</translation>
    </message>
    <message>
      <source>{name} must be numbers in increasing order, got {attrs}</source>
      <translation>{name} muss eine ansteigende Folge von Zahlen sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be one ASCII character, got {attrs}</source>
      <translation>{name} muss ein einzelnes ASCII-Zeichen sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be one character of one byte, got {attrs}</source>
      <translation>{name} muss ein Zeichen aus einem Byte sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be one of {join}, got {attrs}</source>
      <translation>{name} muss eines von {join} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be one of {names}, got {each}</source>
      <translation>{name} muss eines von {names} sein, ist aber {each}</translation>
    </message>
    <message>
      <source>{name} must be two values above 0, got {attrs}</source>
      <translation>{name} muss aus zwei Zahlen über 0 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be uniform, gaussian or zero, got {attrs}</source>
      <translation>{name} muss uniform, gaussian oder zero sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be utf-8 or "", got {attrs}</source>
      <translation>{name} muss utf-8 oder "" sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be widths of 1 or more, got {attrs}</source>
      <translation>{name} muss aus Breiten ab 1 sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be {lowest} or more, got {attrs}</source>
      <translation>{name} muss mindestens {lowest} sein, ist aber {attrs}</translation>
    </message>
    <message>
      <source>{name} must be {short}, got {short2}</source>
      <translation>{name} nimmt {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{name} must be {wanted}, got {attrs}</source>
      <translation>{name} muss {wanted} sein, nicht {attrs}</translation>
    </message>
    <message>
      <source>{name} must have one dtype: it is {short} if the predicate is true, but {short2} otherwise</source>
      <translation>{name} ist {short}, wo predicate wahr ist, und sonst {short2}</translation>
    </message>
    <message>
      <source>{name} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{name} nimmt die Form {shape_text}, der Wert hat {shape_text2}</translation>
    </message>
    <message>
      <source>{name} must keep its dtype and shape, but is {before} before iteration 0 and {after} after iteration 0</source>
      <translation>{name} ist {before} vor Runde 0 und {after} danach</translation>
    </message>
    <message>
      <source>{name} must keep its shape, but has {shape_text} before the iteration and {shape_text2} after the iteration</source>
      <translation>{name} ist vor dem Durchlauf {shape_text} und danach {shape_text2}</translation>
    </message>
    <message>
      <source>{name} needs a scope: none of its inputs belongs to a graph</source>
      <translation>{name} braucht einen Scope: keiner seiner Eingänge gehört zu einem Graphen</translation>
    </message>
    <message>
      <source>{name} needs floats and at most 3 axes, got {short} and {axes} axes</source>
      <translation>{name} braucht Gleitkommazahlen und höchstens 3 Achsen, bekommt aber {short} und {axes} Achsen</translation>
    </message>
    <message>
      <source>{name} needs the shape {shape_text}, but the value has the shape {shape_text2}</source>
      <translation>{name} nimmt die Form {shape_text}, der Wert hat {shape_text2}</translation>
    </message>
    <message>
      <source>{name} never changes, because {value} is always 0</source>
      <translation>{name} ändert sich nie, weil {value} immer 0 ist</translation>
    </message>
    <message>
      <source>{name} of {count} blocks</source>
      <translation>{name} von {count} Blöcken</translation>
    </message>
    <message>
      <source>{name} proposes a change to {title}</source>
      <translation>{name} schlägt eine Änderung an {title} vor</translation>
    </message>
    <message numerus="yes">
      <source>{name} proposes {n:,} changes.</source>
      <translation>
        <numerusform>{name} schlägt {n} Änderung vor.</numerusform>
        <numerusform>{name} schlägt {n:,} Änderungen vor.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} ran out of memory</source>
      <translation>{name} hat nicht genug Speicher</translation>
    </message>
    <message>
      <source>{name} refers to {count} tensors, but a formula needs exactly one tensor</source>
      <translation>{name} bezeichnet {count} Tensoren, eine Formel braucht genau einen</translation>
    </message>
    <message>
      <source>{name} refers to {count}, but a breakpoint needs exactly one tensor</source>
      <translation>{name} gibt {count}: ein Haltepunkt liegt an einem</translation>
    </message>
    <message>
      <source>{name} refers to {outputs} tensors, but an input must be one tensor</source>
      <translation>{name} steht für {outputs} Tensoren: nur einer kann ein Eingang sein</translation>
    </message>
    <message>
      <source>{name} refers to {result} tensors, but a feed needs exactly one tensor</source>
      <translation>{name} steht für {result} Tensoren: einer kann eingespeist werden</translation>
    </message>
    <message>
      <source>{name} runs functions that differ in their outputs or do not accept its inputs</source>
      <translation>{name} führt Funktionen aus, deren Ausgänge sich unterscheiden oder die seine Eingänge nicht annehmen</translation>
    </message>
    <message>
      <source>{name} runs functions that do not accept its inputs</source>
      <translation>{name} führt Funktionen aus, die nicht nehmen, was es bekommt</translation>
    </message>
    <message>
      <source>{name} stores two values per byte and cannot be written back</source>
      <translation>{name} hat zwei Zahlen in einem Byte: es kann nicht zurückgeschrieben werden</translation>
    </message>
    <message>
      <source>{name} takes a list, which {kind} cannot pass to its composite</source>
      <translation>{name} nimmt eine Liste, die {kind} seinem Verbund nicht übergeben kann</translation>
    </message>
    <message>
      <source>{name} takes a wire, not a typed value</source>
      <translation>{name} nimmt einen Draht, keinen getippten Wert</translation>
    </message>
    <message>
      <source>{name} takes at most one axis, got {length}</source>
      <translation>{name} nimmt höchstens eine Achse, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name} takes at most {most} inputs and attributes, got {rest}</source>
      <translation>{name} nimmt höchstens {most} Eingänge und Attribute, erhalten: {rest}</translation>
    </message>
    <message>
      <source>{name} to {name2}</source>
      <translation>{name} nach {name2}</translation>
    </message>
    <message>
      <source>{name} transforms along {AXES}, but input has shape {shape_text}</source>
      <translation>{name} transformiert entlang {AXES}, und der Eingang hat die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name} with a dilation is not supported</source>
      <translation>für {name} mit einer Dilatation gibt es keinen Block</translation>
    </message>
    <message>
      <source>{name}() got both {new} and its earlier name {old}. Remove {old2}.</source>
      <translation>{name}() hat sowohl {new} als auch {old}, den früheren Namen, erhalten. Entfernen Sie {old2}.</translation>
    </message>
    <message>
      <source>{name}.backward returned {gradients} gradients for {args} arguments</source>
      <translation>{name}.backward hat {gradients} Gradienten für {args} Argumente zurückgegeben</translation>
    </message>
    <message>
      <source>{name}: a and b must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht a und b von einer Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: a page and a composite cannot replace each other</source>
      <translation>{name}: Eine Seite und ein Verbund können einander nicht ersetzen</translation>
    </message>
    <message>
      <source>{name}: all indices must have the rank of a_indices ({common}), got {rank}</source>
      <translation>{name}: Alle Indizes müssen den Rang von a_indices ({common}) haben, gefunden wurde {rank}</translation>
    </message>
    <message>
      <source>{name}: all inputs must have the same batch axes, but {shape_text} does not match</source>
      <translation>{name} braucht an jedem Pin ebenso viele Matrizen: {shape_text} passt nicht</translation>
    </message>
    <message>
      <source>{name}: all rows of data must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht an data Zeilen gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: all tensors must have the same rank, got ranks {sorted}</source>
      <translation>{name} braucht Tensoren gleichen Rangs, bekommt aber die Ränge {sorted}</translation>
    </message>
    <message>
      <source>{name}: an index must have at least one number, got none</source>
      <translation>{name} braucht mindestens eine Zahl je Index, bekommt aber keine</translation>
    </message>
    <message>
      <source>{name}: an index must have at most {wanted} numbers (the rank of the result), got {depth}</source>
      <translation>{name} nimmt höchstens {wanted} Zahlen je Index, den Rang des Ergebnisses, bekommt aber {depth}</translation>
    </message>
    <message>
      <source>{name}: at most one size may be -1, but {wanted} has {count}</source>
      <translation>{name}: höchstens eine Größe darf -1 sein, {wanted} hat aber {count}</translation>
    </message>
    <message>
      <source>{name}: attribute {name2} needs a value</source>
      <translation>{name} braucht einen Wert für {name2}</translation>
    </message>
    <message>
      <source>{name}: axis must be -1 or more, got {axis}</source>
      <translation>{name} braucht eine Achse ab -1, bekommt aber {axis}</translation>
    </message>
    <message>
      <source>{name}: axis must be a scalar, got shape {shape_text}</source>
      <translation>{name} arbeitet entlang einer Achse, bekommt aber {shape_text} Werte</translation>
    </message>
    <message>
      <source>{name}: axis {axis} of shape {shape_text} has no elements</source>
      <translation>{name} findet nichts: die Achse {axis} von {shape_text} hat keine Elemente</translation>
    </message>
    <message>
      <source>{name}: backprop_val_grad must be a vector with one value per index of the sum, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor mit einer Zahl für jeden Index der Summe, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: batch_dims must be at most axis ({axis}), got {batch}</source>
      <translation>{name} braucht batch_dims bis höchstens axis, also {axis}, bekommt aber {batch}</translation>
    </message>
    <message>
      <source>{name}: begin, end and strides must have the same length, got {count} and {length}</source>
      <translation>{name} braucht begin, end und strides gleicher Länge, bekommt aber {count} und {length}</translation>
    </message>
    <message>
      <source>{name}: bias must be a vector, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor an bias, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: bias must have one value for each of the {channels} channels ({where}), got shape {shape_text}</source>
      <translation>{name} braucht für jeden der {channels} Kanäle ({where}) einen Bias, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: blank_index must be from {classes} to {classes2}, got {blank}</source>
      <translation>{name} braucht blank_index von {classes} bis {classes2}, bekommt aber {blank}</translation>
    </message>
    <message>
      <source>{name}: block_shape must be 1 or more, got {result}</source>
      <translation>{name} braucht Blockgrößen ab 1, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: cannot broadcast dense {shape_text} to shape {shape_text2}</source>
      <translation>{name} kann das dichte {shape_text} nicht auf die Form {shape_text2} broadcasten</translation>
    </message>
    <message>
      <source>{name}: cannot broadcast the batch axes of {both}</source>
      <translation>{name} kann die Batches von {both} nicht broadcasten</translation>
    </message>
    <message>
      <source>{name}: cannot multiply matrices of shapes {both}</source>
      <translation>{name} kann Matrizen der Formen {both} nicht multiplizieren</translation>
    </message>
    <message>
      <source>{name}: cannot multiply {shape_text} by {shape_text2}: the inner sizes differ</source>
      <translation>{name} kann {shape_text} nicht mit {shape_text2} multiplizieren: die inneren Größen unterscheiden sich</translation>
    </message>
    <message>
      <source>{name}: cannot resize an empty image: {shape_text}</source>
      <translation>{name} kann die Größe eines leeren Bilds nicht ändern: {shape_text}</translation>
    </message>
    <message>
      <source>{name}: cannot split axis {axis} of size {size} into {num} parts</source>
      <translation>{name}: Die Achse {axis} der Größe {size} lässt sich nicht in {num} Teile zerlegen</translation>
    </message>
    <message>
      <source>{name}: colors must have one value per channel ({channels}), got {colours}</source>
      <translation>{name} braucht an colors für jeden von {channels} Kanälen eine Zahl, bekommt aber {colours}</translation>
    </message>
    <message>
      <source>{name}: crop_window must have four values, got {shape}</source>
      <translation>{name} braucht vier Zahlen an crop_window, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>{name}: cs_prev must have at least one cell and one example</source>
      <translation>{name} braucht mindestens eine Zelle und ein Beispiel an cs_prev</translation>
    </message>
    <message>
      <source>{name}: data and indices must have the same number of tensors, got {rows} and {indices}</source>
      <translation>{name} braucht an data ebenso viele Tensoren wie an indices, bekommt aber {rows} und {indices}</translation>
    </message>
    <message>
      <source>{name}: data must have a row for each index, got shape {shape_text} for indices of shape {shape_text2}</source>
      <translation>{name} braucht an data für jeden Index eine Zeile, bekommt aber die Form {shape_text} für indices der Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: data_format NCHW_VECT_C is not supported</source>
      <translation>{name} kennt die Anordnung NCHW_VECT_C nicht, die es nur auf Grafikprozessoren gibt</translation>
    </message>
    <message>
      <source>{name}: diagonal must have at least one axis, got a scalar</source>
      <translation>{name} braucht einen Vektor von Elementen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name}: diagonals {shape_text} do not match rhs {shape_text2}</source>
      <translation>{name} hat die Diagonalen {shape_text} und die rechten Seiten {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: dy must have the slice's shape {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht dy von der Form {shape_text}, die ausgewählt ist, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: each axis may occur only once, got {axes}</source>
      <translation>{name}: Jede Achse darf nur einmal vorkommen, erhalten: {axes}</translation>
    </message>
    <message>
      <source>{name}: each axis may occur only once, got {tolist}</source>
      <translation>{name} transformiert entlang jeder Achse einmal, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>{name}: each sparse tensor must have three strings, got shape {shape_text}</source>
      <translation>{name} braucht für jeden dünn besetzten Tensor drei Strings, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: each tensor of {pin} must be a scalar</source>
      <translation>{name} braucht einen Skalar für jedes von {pin}</translation>
    </message>
    <message>
      <source>{name}: expected 1 transform or one per image ({batch}), got {count}</source>
      <translation>{name} braucht eine Transformation für alle Bilder oder eine für jedes von {batch}, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name}: expected a dict for each batch, got {name2}</source>
      <translation>{name}: erwartet wird ein Dictionary für jeden Batch, angegeben ist {name2}</translation>
    </message>
    <message>
      <source>{name}: expected a matrix at b, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix an b, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a matrix at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht Matrizen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>{name}: expected a matrix, got a sparse tensor of rank {rank}</source>
      <translation>{name} braucht eine Matrix, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty filter, got shape {shape_text}</source>
      <translation>{name} braucht einen nicht leeren Filter, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty image, got shape {shape_text}</source>
      <translation>{name} braucht ein Bild mit Pixeln, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty image, got size {size}</source>
      <translation>{name} braucht ein Bild mit Pixeln, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name}: expected a numeric or boolean dtype, got {short}</source>
      <translation>{name} gibt kein {short}: nur Zahlen und Wahrheitswerte</translation>
    </message>
    <message>
      <source>{name}: expected a scalar at {pin}, got shape {shape_text}</source>
      <translation>{name} nimmt einen Skalar an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a scale above 0, got {tolist}</source>
      <translation>{name} braucht eine Skala über 0, bekommt aber {tolist}</translation>
    </message>
    <message>
      <source>{name}: expected a sparse tensor with at least one axis</source>
      <translation>{name} braucht einen dünn besetzten Tensor mit mindestens einer Achse</translation>
    </message>
    <message>
      <source>{name}: expected a sparse tensor with at least one row</source>
      <translation>{name} braucht einen dünn besetzten Tensor mit mindestens einer Zeile</translation>
    </message>
    <message>
      <source>{name}: expected a tensor with rows, got a scalar</source>
      <translation>{name} braucht einen Tensor mit Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name}: expected a vector at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a vector or a matrix, got shape {shape_text}</source>
      <translation>{name} zählt in einem Vektor oder in den Zeilen einer Matrix, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected a.shape[{k}] == b.shape[{m}]{notes}, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht a.shape[{k}] == b.shape[{m}]{notes}, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: expected algorithm 1 (Philox) or 3 (auto), got {alg}</source>
      <translation>{name} kennt die Algorithmen 1 (Philox) und 3, nicht {alg}</translation>
    </message>
    <message>
      <source>{name}: expected algorithm 1 (Philox) or 3 (auto), got {chosen}</source>
      <translation>{name} kennt die Algorithmen 1 (Philox) und 3, nicht {chosen}</translation>
    </message>
    <message>
      <source>{name}: expected at least one axis, got a scalar</source>
      <translation>{name} braucht Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name}: expected at least one class, got shape {shape_text}</source>
      <translation>{name} braucht mindestens eine Klasse, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected at least one column of features</source>
      <translation>{name} braucht mindestens eine Spalte von Merkmalen</translation>
    </message>
    <message>
      <source>{name}: expected at least one element per window, got none</source>
      <translation>{name} braucht mindestens ein Element je Fenster, bekommt aber keins</translation>
    </message>
    <message>
      <source>{name}: expected at least {needed} elements along {AXES}, got {shape_text}</source>
      <translation>{name} braucht mindestens {needed} Elemente entlang {AXES}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected at most {rows} rows in a partition, got {needed}</source>
      <translation>{name}: es gibt {rows} Zeilen, aber eine Partition hat {needed}</translation>
    </message>
    <message>
      <source>{name}: expected dense matrices, got {shape_text}</source>
      <translation>{name} braucht dichte Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected dicts of arrays or a dict of arrays, got {name2}</source>
      <translation>{name}: erwartet werden Dictionarys von Arrays oder ein Dictionary von Arrays, angegeben ist {name2}</translation>
    </message>
    <message>
      <source>{name}: expected images [..., height, width, channels], got shape {shape_text}</source>
      <translation>{name} braucht Bilder [..., height, width, channels], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected images [height, width, 1 to 4 channels], got shape {shape_text}</source>
      <translation>{name} braucht Bilder [height, width, 1 bis 4 Kanäle], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected images with 1, 3 or 4 channels, got shape {shape_text}</source>
      <translation>{name} braucht Bilder mit 1, 3 oder 4 Kanälen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected images {axes}, got shape {shape_text}</source>
      <translation>{name} braucht Bilder {axes}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected matrices at {pin}, got shape {shape_text}</source>
      <translation>{name} braucht Matrizen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>{name}: expected matrices, got shape {shape_text}</source>
      <translation>{name} braucht Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected minval &lt; maxval, got {low} and {high}</source>
      <translation>{name} braucht minval &lt; maxval, bekommt aber {low} und {high}</translation>
    </message>
    <message>
      <source>{name}: expected one default or none for field {i}, got several</source>
      <translation>{name} nimmt einen oder keinen Vorgabewert je Feld, bekommt aber mehr für das Feld {i}</translation>
    </message>
    <message>
      <source>{name}: expected one tensor, got {result}</source>
      <translation>{name}: ein Tensor erwartet, {result} erhalten</translation>
    </message>
    <message>
      <source>{name}: expected one value for each of the {count} rows of {indices}, got {length}</source>
      <translation>{name} braucht für jeden der {count} Indizes an {indices} einen Wert, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name}: expected rank 2 or more, got a sparse tensor of rank {rank}</source>
      <translation>{name} braucht mindestens eine Matrix, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>{name}: expected sparse matrices, got a sparse tensor of rank {rank}</source>
      <translation>{name} braucht dünn besetzte Matrizen, bekommt aber einen dünn besetzten Tensor vom Rang {rank}</translation>
    </message>
    <message>
      <source>{name}: expected square matrices, got shape {shape_text}</source>
      <translation>{name} braucht quadratische Matrizen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected three diagonals, got {shape_text}</source>
      <translation>{name} braucht drei Diagonalen, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: expected vectors, got shape {shape_text}</source>
      <translation>{name}: Vektoren erwartet, Form {shape_text} erhalten</translation>
    </message>
    <message>
      <source>{name}: expected x.shape[{k}] == y.shape[{m}]{notes}, got {both}</source>
      <translation>{name} braucht x.shape[{k}] == y.shape[{m}]{notes}, bekommt aber {both}</translation>
    </message>
    <message>
      <source>{name}: expected {attribute} {short} for input {short2}, got {short3}</source>
      <translation>{name} erwartet für den Eingang {short2} {attribute} {short}, bekommt aber {short3}</translation>
    </message>
    <message>
      <source>{name}: expected {rows} values for the row partition, got {count}</source>
      <translation>{name} hat {count} Werte, aber die Zeilen brauchen {rows}</translation>
    </message>
    <message>
      <source>{name}: expected {short} at input {name2} ({who}), got {short2}</source>
      <translation>{name} braucht {short} an {name2} ({who}), bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{name}: expected {what}, got shape {shape_text}</source>
      <translation>{name} braucht {what}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: explicit_paddings must be smaller than the window size {size}, got {list}</source>
      <translation>{name} braucht paddings, die kleiner als das Fenster der Größe {size} sind, bekommt aber {list}</translation>
    </message>
    <message>
      <source>{name}: features and labels must have the same shape, got {texts}</source>
      <translation>{name} braucht features und labels gleicher Form, bekommt aber {texts}</translation>
    </message>
    <message>
      <source>{name}: features must have the shape [batch, classes], got shape {shape_text}</source>
      <translation>{name}: features muss die Form [batch, classes] haben, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: fft_length must have one length per axis ({second}), got {first}</source>
      <translation>{name} braucht eine Länge für jede Achse, bekommt aber {first} für {second}</translation>
    </message>
    <message>
      <source>{name}: fft_length must have {rank} lengths, got shape {shape_text}</source>
      <translation>{name} nimmt {rank} Längen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: filter_sizes must have {form} values, got {given}</source>
      <translation>{name} braucht {form} Größen an filter_sizes, bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name}: fusion must be one of {join}, got {fusion}</source>
      <translation>{name}: fusion ist eines von {join}, nicht {fusion}</translation>
    </message>
    <message>
      <source>{name}: grad must have the shape {shape_text}, one row per index, got {shape_text2}</source>
      <translation>{name} braucht an grad die Form {shape_text}, eine Zeile für jeden Index, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: gradient_values must have a row for each of the {count} indices, got shape {shape_text}</source>
      <translation>{name} braucht an gradient_values für jeden der {count} Indizes eine Zeile, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: gradients must have the shape of inputs, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht gradients von der Form von inputs, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: height and width must be at most {LARGEST} pixels, got shape {shape_text}</source>
      <translation>{name}: Ein JPEG ist höchstens {LARGEST} Pixel hoch und breit, bekommen wird die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: height and width must be multiples of block_size = {step}, got {shape_text} ({form})</source>
      <translation>{name} braucht Höhe und Breite, die Vielfache von block_size = {step} sind, bekommt aber {shape_text} ({form})</translation>
    </message>
    <message>
      <source>{name}: height and width must be {lowest} or more, got {result}</source>
      <translation>{name} braucht eine Höhe und Breite ab {lowest}, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: if channels are pooled, strides must equal ksize; got {strides} and {ksize}</source>
      <translation>{name} entlang der Kanäle braucht dort strides gleich ksize, bekommt aber {strides} und {ksize}</translation>
    </message>
    <message>
      <source>{name}: images must be non-empty images [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name} braucht Bilder [batch, height, width, channels] mit Pixeln, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: images with {channels} channels do not match a filter for {each} channels: {shape_text} ({form}) and {shape_text2}</source>
      <translation>{name}: Bilder mit {channels} Kanälen passen nicht zu einem Filter für {each}: {shape_text} ({form}) und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: index {first} occurs twice</source>
      <translation>{name}: der Index {first} kommt zweimal vor</translation>
    </message>
    <message>
      <source>{name}: index {wrong} is outside shape {shape_text}</source>
      <translation>{name}: der Index {wrong} liegt außerhalb der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: indices must be 0 or more, got {min}</source>
      <translation>{name} braucht Indizes ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name}: indices must be a scalar or vector, got shape {shape_text}</source>
      <translation>{name}: indices muss ein Skalar oder ein Vektor sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: indices must be in row-major order, got {second} after {first}</source>
      <translation>{name} braucht geordnete Indizes, bekommt aber {second} nach {first}</translation>
    </message>
    <message>
      <source>{name}: input must be [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name} braucht Bilder [batch, height, width, channels] an input, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: input must be images ({form}), got shape {shape_text}</source>
      <translation>{name} braucht Bilder ({form}) an input, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: input must have at least one axis, got a scalar</source>
      <translation>{name} braucht Zeilen, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name}: input must have {rank} axes ({attrs} batch axes, {spatial} spatial axes, and channels), got shape {shape_text}</source>
      <translation>{name} braucht {rank} Achsen an input: {attrs} des Batches, {spatial} des Raums, die Kanäle; bekommen wird die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: input {name2} cannot be a variable that a RefSelect selects</source>
      <translation>{name} kann nicht ändern, was ein RefSelect an {name2} gewählt hat</translation>
    </message>
    <message>
      <source>{name}: input {name2} is not wired and has no value</source>
      <translation>{name} braucht einen Wert an {name2}: dort ist nichts angeschlossen</translation>
    </message>
    <message>
      <source>{name}: input {name2} must be one of {names}, got {short}</source>
      <translation>{name} nimmt an {name2} kein {short}: es nimmt {names}</translation>
    </message>
    <message>
      <source>{name}: input {name2} must be the handle of a resource{instead}</source>
      <translation>{name} braucht an {name2} das Handle dessen, was es verwendet{instead}</translation>
    </message>
    <message>
      <source>{name}: input {name2} needs at least one value</source>
      <translation>{name} braucht mindestens einen Wert an {name2}</translation>
    </message>
    <message>
      <source>{name}: input {name2} takes {listed}, not {short}</source>
      <translation>{name}: {name2} nimmt {listed}, nicht {short}</translation>
    </message>
    <message>
      <source>{name}: input_sizes must have {rank} values ({form}), got {given}</source>
      <translation>{name} braucht {rank} Größen an input_sizes ({form}), bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name}: inputs must have the shape [time, batch, classes], got shape {shape_text}</source>
      <translation>{name}: inputs muss die Form [time, batch, classes] haben, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: inputs must not be empty, got shape {shape_text}</source>
      <translation>{name} braucht nicht leere inputs, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: integer features require internal_type int64</source>
      <translation>{name} nimmt ganze Zahlen nur mit dem internal_type int64</translation>
    </message>
    <message>
      <source>{name}: integers cannot be divided by zero, but y contains a 0</source>
      <translation>{name}: ganze Zahlen können nicht durch null geteilt werden, und y enthält eine Null</translation>
    </message>
    <message>
      <source>{name}: k must be 0 or more, got {count}</source>
      <translation>{name}: k muss 0 oder mehr sein, ist aber {count}</translation>
    </message>
    <message>
      <source>{name}: k must be at most the size of a row ({width}), got {count}</source>
      <translation>{name}: k darf höchstens {width}, die Größe einer Zeile, sein, ist aber {count}</translation>
    </message>
    <message>
      <source>{name}: key must have one element, got shape {shape_text}</source>
      <translation>{name} nimmt einen Schlüssel, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: labels must have one value per row of features ({batch}), got shape {shape_text}</source>
      <translation>{name} braucht für jede der {batch} Zeilen von features ein Label, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: labels must have the shape [batch], got shape {shape_text}</source>
      <translation>{name}: labels muss die Form [batch] haben, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: labels_indices must have the shape [n, 2], got {shape_text}</source>
      <translation>{name} braucht labels_indices [n, 2], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: lengths must be 0 or more, got {min}</source>
      <translation>{name} braucht Längen ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name}: logits must be a matrix with at least one class, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix mit mindestens einer Klasse an logits, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: logits must have at least one axis, got a scalar</source>
      <translation>{name} arbeitet entlang der letzten Achse seiner logits: ein Skalar hat keine</translation>
    </message>
    <message>
      <source>{name}: matrix must contain at least the main diagonal, got no diagonals</source>
      <translation>{name} braucht mindestens die Hauptdiagonale</translation>
    </message>
    <message>
      <source>{name}: n must be less than the row size ({shape}), got {n}</source>
      <translation>{name} braucht einen Index unter {shape}, der Größe einer Zeile, bekommt aber {n}</translation>
    </message>
    <message>
      <source>{name}: names must be empty or have one name per example ({count}), got {named}</source>
      <translation>{name} braucht für jedes Beispiel einen Namen oder keinen, bekommt aber {named} für {count} Beispiele</translation>
    </message>
    <message>
      <source>{name}: no batches</source>
      <translation>{name}: keine Batches</translation>
    </message>
    <message>
      <source>{name}: no numeric values</source>
      <translation>{name}: keine Zahlenwerte</translation>
    </message>
    <message>
      <source>{name}: num must be 1 or more, got {int}</source>
      <translation>{name} braucht mindestens eine Zahl, num ist aber {int}</translation>
    </message>
    <message>
      <source>{name}: num must be the size along axis {axis} ({shape}), got {num}</source>
      <translation>{name} braucht als num die Größe entlang der Achse {axis}, also {shape}, bekommt aber {num}</translation>
    </message>
    <message>
      <source>{name}: num_segments must be at least {needed} for these segment_ids, got {count}</source>
      <translation>{name} braucht für die IDs, die es bekommt, {needed} Segmente oder mehr, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name}: only height and width can be padded, got paddings {tolist}</source>
      <translation>{name} spiegelt nur Höhe und Breite, bekommt aber paddings {tolist}</translation>
    </message>
    <message>
      <source>{name}: original_image must have the batch size and channels of grads, got {shape_text}</source>
      <translation>{name} braucht an original_image ebenso viele Bilder und Kanäle wie an grads, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: out_backprop must have the shape of the convolution, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht an out_backprop die Form der Faltung, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: out_backprop must have the shape of the dilation, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht an out_backprop die Form der Dilatation, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: overlaps must be a square matrix, got {shape} x {shape2}</source>
      <translation>{name} braucht eine quadratische Matrix an overlaps, bekommt aber {shape} x {shape2}</translation>
    </message>
    <message>
      <source>{name}: paddings must be 0 or more, got {row}</source>
      <translation>{name} braucht paddings ab 0, bekommt aber {row}</translation>
    </message>
    <message>
      <source>{name}: paddings must have one row per axis of input ({shape}), got {given}</source>
      <translation>{name} braucht je Achse von input eine Zeile von paddings, {shape} Stück, bekommt aber {given}</translation>
    </message>
    <message>
      <source>{name}: paddings must have two numbers per axis, got shape {shape_text}</source>
      <translation>{name} braucht an paddings zwei Zahlen je Achse, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: pattern must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name} braucht ein Muster oder einen Vektor davon, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: perm must contain each axis from 0 to {perm} once, got {vector}</source>
      <translation>{name} braucht in perm jede Achse von 0 bis {perm} einmal, bekommt aber {vector}</translation>
    </message>
    <message>
      <source>{name}: perm must have one entry per axis of x; x has rank {rank}, perm has {length} entries</source>
      <translation>{name} braucht je Achse von x einen Eintrag von perm: x hat den Rang {rank}, perm hat {length} Einträge</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must be 1 for batch and channels, got {ratios}</source>
      <translation>{name} poolt nur Höhe und Breite: pooling_ratio ist 1 für Batch und Kanäle, bekommen wird {ratios}</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must be 1 or more, got {ratios}</source>
      <translation>{name} braucht Verhältnisse ab 1 an pooling_ratio, bekommt aber {ratios}</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must have 4 values (batch, height, width, channels), got {ratios}</source>
      <translation>{name} braucht 4 Zahlen an pooling_ratio (batch, height, width, channels), bekommt aber {ratios}</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio {ratio} is larger than size {size} in shape {shape_text}</source>
      <translation>{name}: pooling_ratio {ratio} ist größer als die Größe {size} in der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: precision is not supported for {short}</source>
      <translation>{name} nimmt keine precision für {short}</translation>
    </message>
    <message>
      <source>{name}: predictions must have the shape [batch, classes], got shape {shape_text}</source>
      <translation>{name}: predictions muss die Form [batch, classes] haben, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: reduction_axes must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name} braucht einen Skalar oder einen Vektor an reduction_axes, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: ref must be a TemporaryVariable, got {name2}</source>
      <translation>{name} nimmt an ref eine TemporaryVariable, nicht {name2}</translation>
    </message>
    <message>
      <source>{name}: ref must be a scalar variable, got shape {shape_text}</source>
      <translation>{name}: ref muss eine skalare Variable sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: ref must have rows, got a scalar variable</source>
      <translation>{name}: ref muss Zeilen haben, ist aber eine skalare Variable</translation>
    </message>
    <message>
      <source>{name}: resized images of {size} x {size2} are too large</source>
      <translation>{name} würde Bilder von {size} x {size2} machen: das ist zu viel</translation>
    </message>
    <message>
      <source>{name}: resource must hold at least 3 integers, got shape {shape_text}</source>
      <translation>{name}: resource muss mindestens 3 ganze Zahlen enthalten, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: row ids must be 0 or more, got {tensor}</source>
      <translation>{name} braucht Zeilen-IDs ab 0, bekommt aber {tensor}</translation>
    </message>
    <message>
      <source>{name}: row partitions must not decrease, got {second} after {first}</source>
      <translation>{name} braucht aufsteigende Zeilengrenzen, bekommt aber {second} nach {first}</translation>
    </message>
    <message>
      <source>{name}: row splits must be from 0 to {count}, got {result}</source>
      <translation>{name} braucht Zeilengrenzen zwischen 0 und {count}, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: row splits must end with the number of values ({count}), got {splits}</source>
      <translation>{name} braucht Zeilengrenzen, die mit der Zahl der Werte, {count}, enden, bekommt aber {splits}</translation>
    </message>
    <message>
      <source>{name}: row splits must start with 0, got {result}</source>
      <translation>{name} braucht Zeilengrenzen, die mit 0 beginnen, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: scores must have one entry per box ({boxes}), got {scores}</source>
      <translation>{name} bekommt {boxes} Kästen und {scores} Bewertungen</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be 0 or more, got {ids}</source>
      <translation>{name} braucht Segment-IDs ab 0, bekommt aber {ids}</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be 0 or more, got {min}</source>
      <translation>{name} braucht Segment-IDs ab 0, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be sorted, got {ids} before {ids2}</source>
      <translation>{name} braucht sortierte Segment-IDs, bekommt aber {ids} vor {ids2}</translation>
    </message>
    <message>
      <source>{name}: segment_ids must have one value per index ({lengths}), got {lengths2}</source>
      <translation>{name} braucht je Index eine Segment-ID, {lengths} Stück, bekommt aber {lengths2}</translation>
    </message>
    <message>
      <source>{name}: segment_ids must have one value per row of data ({data}), got {count}</source>
      <translation>{name} braucht je Zeile von data eine Segment-ID, {data} Stück, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name}: seq_len_max must be from 0 to the number of steps ({steps}), got {count}</source>
      <translation>{name} braucht seq_len_max von 0 bis zur Zahl der Schritte, {steps}, bekommt aber {count}</translation>
    </message>
    <message>
      <source>{name}: seq_lengths must be from 0 to {limit}, got {wrong}</source>
      <translation>{name} braucht Längen von 0 bis {limit}, bekommt aber {wrong}</translation>
    </message>
    <message>
      <source>{name}: sequence_length must have one value per sequence ({batch}), got shape {shape_text}</source>
      <translation>{name} braucht für jede der {batch} Sequenzen eine Länge, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: shape must end with {shape_text}, the broadcast shape of the parameters, got {shape_text2}</source>
      <translation>{name} braucht eine Form, die mit {shape_text} endet, der seiner Parameter, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: shape must have a known rank</source>
      <translation>{name}: shape muss einen bekannten Rang haben</translation>
    </message>
    <message>
      <source>{name}: shape must have at least one axis, got []</source>
      <translation>{name}: shape braucht mindestens eine Achse, ist aber []</translation>
    </message>
    <message>
      <source>{name}: shapes must have {rank} sizes, one per index component, got {length}</source>
      <translation>{name} braucht eine Größe für jede Zahl eines Index: {rank}, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name}: size must be 1 or more, got {size}</source>
      <translation>{name} braucht Größen ab 1, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name}: size must be a height and a width of 1 or more, got {result}</source>
      <translation>{name} braucht eine Höhe und eine Breite an size, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: size must have two values (height and width), got {result}</source>
      <translation>{name} braucht zwei Zahlen an size, Höhe und Breite, bekommt aber {result}</translation>
    </message>
    <message>
      <source>{name}: size_splits must have num_split = {num} sizes, got {length}</source>
      <translation>{name}: size_splits muss num_split = {num} Größen haben, hat aber {length}</translation>
    </message>
    <message>
      <source>{name}: sizes must be 0 or more, and at most one may be -1; got {parts}</source>
      <translation>{name}: Größen müssen 0 oder mehr sein, und höchstens eine darf -1 sein; bekommen wird {parts}</translation>
    </message>
    <message>
      <source>{name}: sizes must be 0 or more, and at most one may be -1; got {wanted}</source>
      <translation>{name}: Größen müssen 0 oder mehr sein, und höchstens eine darf -1 sein; bekommen wird {wanted}</translation>
    </message>
    <message>
      <source>{name}: sizes must be equal except along axis {axis}; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>{name}: Die Größen müssen außer entlang der Achse {axis} gleich sein; erwartet: {shape_text} am Index {i}, erhalten: {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: sparse_indices must be a scalar, vector or matrix, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix, einen Vektor oder einen Skalar an sparse_indices, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: sparse_values must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor oder einen Skalar an sparse_values, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: splits must have at least two values (one row)</source>
      <translation>{name} braucht mindestens eine Zeile, also zwei Grenzen</translation>
    </message>
    <message>
      <source>{name}: src_format and dst_format must contain the same letters, each letter once, got {source} and {target}</source>
      <translation>{name} braucht in src_format und dst_format dieselben Buchstaben, jeden einmal, bekommt aber {source} und {target}</translation>
    </message>
    <message>
      <source>{name}: targets must have one value per row of predictions, which have the shape {shape_text}, got shape {shape_text2}</source>
      <translation>{name} braucht für jede Zeile von predictions {shape_text} ein Ziel, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: template must have one placeholder per input ({given}), got {wanted}</source>
      <translation>{name} braucht für jeden von {given} Eingängen einen Platzhalter, aber die Vorlage hat {wanted}</translation>
    </message>
    <message>
      <source>{name}: the batch axes of {shape_text} and {shape_text2} do not match</source>
      <translation>{name} hat {shape_text} und {shape_text2}, deren Batches nicht zueinander passen</translation>
    </message>
    <message>
      <source>{name}: the batch size must be a multiple of {blocks} (the block size), got {shape}</source>
      <translation>{name} braucht einen Batch, der ein Vielfaches von {blocks} ist, der Größe eines Blocks, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>{name}: the block raised {name2}: {error}</source>
      <translation>{name}: es warf {name2}: {error}</translation>
    </message>
    <message>
      <source>{name}: the block type has no such attribute or input</source>
      <translation>{name}: der Blocktyp hat kein solches Attribut und keinen solchen Eingang</translation>
    </message>
    <message>
      <source>{name}: the gradient requires features and labels of equal shape, got {texts}</source>
      <translation>Der Gradient von {name} braucht features und labels gleicher Form, bekommt aber {texts}</translation>
    </message>
    <message>
      <source>{name}: the images at {pin} must not be empty, got shape {shape_text}</source>
      <translation>{name} braucht Bilder mit Pixeln an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: the images have {channels} channels, but grads has shape {shape_text}</source>
      <translation>{name}: Bilder mit {channels} Kanälen passen nicht zu grads der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: the images have {image} channels, but the filter has {filter}: {shape_text} and {shape_text2}</source>
      <translation>{name}: Bilder mit {image} Kanälen passen nicht zu einem Filter für {filter}: {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the inputs must have equal row counts, got {shape_text} and {shape_text2}</source>
      <translation>{name}: die Eingaben müssen gleich viele Zeilen haben, haben aber die Formen {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the iterator has no batches left for epoch {number}</source>
      <translation>{name}: der Iterator hat für Epoche {number} keine Batches mehr</translation>
    </message>
    <message>
      <source>{name}: the lengths must add up to {rows}, got {sum}</source>
      <translation>{name} braucht Längen, die zusammen {rows} ergeben, bekommt aber {sum}</translation>
    </message>
    <message>
      <source>{name}: the list has only {value} elements</source>
      <translation>{name}: die Liste hat {value} Elemente</translation>
    </message>
    <message>
      <source>{name}: the matrix has {rows} rows, but rhs has shape {shape_text}</source>
      <translation>{name} hat eine Matrix mit {rows} Zeilen und rechte Seiten der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: the number of channels must be a multiple of block_size^2 = {step}, got {shape_text} ({form})</source>
      <translation>{name} braucht Kanäle, die ein Vielfaches von block_size^2 = {step} sind, bekommt aber {shape_text} ({form})</translation>
    </message>
    <message>
      <source>{name}: the number of channels must be a multiple of {ksize}, got {depth}</source>
      <translation>{name} entlang der Kanäle braucht ein Vielfaches von {ksize} Kanälen, bekommt aber {depth}</translation>
    </message>
    <message>
      <source>{name}: the number of outputs must be a multiple of {channels} ({channels2} channels in groups of {each}), got {outs}</source>
      <translation>{name} braucht ein Vielfaches von {channels} Ausgängen ({channels2} Kanäle in Gruppen zu {each}), bekommt aber {outs}</translation>
    </message>
    <message>
      <source>{name}: the number of rows must be 0 or more, got {rows}</source>
      <translation>{name} braucht 0 oder mehr Zeilen, bekommt aber {rows}</translation>
    </message>
    <message>
      <source>{name}: the ranges must have one value for each of the {count} slices along axis {axis}, got shape {shape_text} at {each}</source>
      <translation>{name} braucht für jede der {count} Scheiben entlang der Achse {axis} einen Bereich, bekommt aber die Form {shape_text} an {each}</translation>
    </message>
    <message>
      <source>{name}: the shape of keys must end with the shape of a key, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht Schlüssel, die mit der Form eines Schlüssels, {shape_text}, enden, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the shape of segment_ids must be a prefix of the shape of {pin}, got {shape_text} and {shape_text2}</source>
      <translation>{name}: Die Form von segment_ids muss ein Anfang der Form von {pin} sein, die Formen sind {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the shapes must be equal, got {shape_text} and {shape_text2}</source>
      <translation>{name}: Die Formen müssen gleich sein, erhalten: {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the size of a single part must be given as {size}, not as -1</source>
      <translation>{name}: ein einzelner Teil muss seine Größe ({size}) angeben, nicht -1</translation>
    </message>
    <message>
      <source>{name}: the sizes at {pin} must be 0 or more, got {size}</source>
      <translation>{name} braucht Größen ab 0 an {pin}, bekommt aber {size}</translation>
    </message>
    <message>
      <source>{name}: the sizes in {pin} must be 0 or more, got {list}</source>
      <translation>{name} braucht Größen ab 0 an {pin}, bekommt aber {list}</translation>
    </message>
    <message>
      <source>{name}: the values must be a vector with one value per index, got shape {shape_text}</source>
      <translation>{name}: Die Werte müssen ein Vektor mit einem Wert je Index sein, haben aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: there is no axis {axis} ({name2}) in a tensor of shape {shape_text}</source>
      <translation>{name} hat keine Achse {axis} ({name2}) in einem Tensor der Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: there is no element {index}</source>
      <translation>{name}: Es gibt kein Element {index}</translation>
    </message>
    <message>
      <source>{name}: there is no page {page}</source>
      <translation>{name}: Es gibt keine Seite {page}</translation>
    </message>
    <message>
      <source>{name}: this output is not a list</source>
      <translation>{name}: das ist keine Liste</translation>
    </message>
    <message>
      <source>{name}: true_classes must be a matrix with {columns} columns (num_true), got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix mit {columns} Spalten (num_true) an true_classes, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: unknown options of a block type: {join}</source>
      <translation>{name}: unbekannte Optionen eines Blocktyps: {join}</translation>
    </message>
    <message>
      <source>{name}: updates must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht Aktualisierungen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: updates must have the shape {shape_text}, or be a scalar, got {shape_text2}</source>
      <translation>{name} braucht Aktualisierungen der Form {shape_text} oder einen Skalar, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: value must have a row for each of the {count} indices, got {shape_text}</source>
      <translation>{name} braucht an value für jeden der {count} Indizes eine Zeile, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: value must have the slice's shape {shape_text}, or a shape that broadcasts to it, got {shape_text2}</source>
      <translation>{name} braucht einen Wert der Form {shape_text}, die ausgewählt ist, oder einen, der darauf gebroadcastet werden kann, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: value must have the variable's shape {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht einen Wert der Form {shape_text} der Variablen, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: value_range must have two values, got shape {shape_text}</source>
      <translation>{name} braucht zwei Zahlen an value_range, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: values must be 0 or more, got {min}</source>
      <translation>{name} braucht Zahlen ab 0 an values, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name}: values must have {count} entries, one per index, got {n}</source>
      <translation>{name} braucht einen Wert für jeden Index: {count}, bekommt aber {n}</translation>
    </message>
    <message>
      <source>{name}: values must not contain NaN</source>
      <translation>{name}: values darf kein NaN enthalten</translation>
    </message>
    <message>
      <source>{name}: var must have at least one axis, got a scalar</source>
      <translation>{name} ändert Zeilen, aber die Variable an var ist ein Skalar</translation>
    </message>
    <message>
      <source>{name}: variant input is not supported</source>
      <translation>{name} nimmt hier kein variant: es enthält nichts zu schreiben</translation>
    </message>
    <message>
      <source>{name}: weights must be empty or have the shape of {values}, {shape_text}, got shape {shape_text2}</source>
      <translation>{name} braucht Gewichte von der Form von {values}, {shape_text}, oder keine, bekommt aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: window size {reach} is larger than image size {index}{padding_text} with padding {padding}</source>
      <translation>{name}: ein Fenster von {reach} ist größer als das Bild von {index}{padding_text} mit der Auffüllung {padding}</translation>
    </message>
    <message>
      <source>{name}: x and y must have the same batch axes, got {both}</source>
      <translation>{name} braucht ebenso viele Matrizen in x wie in y, bekommt aber {both}</translation>
    </message>
    <message>
      <source>{name}: x and y must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name} braucht x und y gleicher Form, bekommt aber {shape_text} und {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: x must be non-empty images [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name} braucht nicht leere Bilder [batch, height, width, channels], bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: x must have a channel axis, got a scalar</source>
      <translation>{name} braucht Kanäle an x, bekommt aber einen Skalar</translation>
    </message>
    <message>
      <source>{name}: x must have one value or one pair per axis, got shape {shape_text}</source>
      <translation>{name} braucht an x für jede Achse eine Zahl oder ein Paar, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: x must have the shape of y_backprop, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht x von der Form von y_backprop, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: x must have {form} or {spatial} values (or pairs), got {shape}</source>
      <translation>{name} braucht {form} oder {spatial} Zahlen (oder Paare) an x, bekommt aber {shape}</translation>
    </message>
    <message>
      <source>{name}: {a} and {b} must have the same number of rows, got {first} and {second}</source>
      <translation>{name} braucht an {b} ebenso viele Zeilen wie an {a}, bekommt aber {second} und {first}</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} elements</source>
      <translation>
        <numerusform>{name}: {n} Element</numerusform>
        <numerusform>{name}: {n:,} Elemente</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} instances updated</source>
      <translation>
        <numerusform>{name}: {n} Instanz aktualisiert</numerusform>
        <numerusform>{name}: {n:,} Instanzen aktualisiert</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {name2} has no output pin {pin}</source>
      <translation>{name}: {name2} hat keinen Ausgangspin {pin}</translation>
    </message>
    <message>
      <source>{name}: {name2} must be {names}, got {short}</source>
      <translation>{name} nimmt hier {names} als {name2}, nicht {short}</translation>
    </message>
    <message>
      <source>{name}: {name2} requires floating-point input, got {short}</source>
      <translation>{name} schreibt nur Gleitkommazahlen {name2}, nicht {short}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be 0 or more, got {pair}</source>
      <translation>{name} braucht {pin} ab 0, bekommt aber {pair}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a matrix with one row per index, got shape {shape_text}</source>
      <translation>{name} braucht eine Matrix an {pin}, mit einer Zeile für jeden Index, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a matrix, got shape {shape_text}</source>
      <translation>{name}: {pin} muss eine Matrix sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name} braucht einen Skalar oder Vektor an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a scalar, got shape {shape_text}</source>
      <translation>{name} braucht einen Skalar an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a vector, got shape {shape_text}</source>
      <translation>{name} braucht einen Vektor an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be at most the number of {what} ({size}), got {number}</source>
      <translation>{name} braucht {pin} bis höchstens zur Zahl der {what}, {size}, bekommt aber {number}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be scalars, got shape {shape_text}</source>
      <translation>{name} braucht Skalare an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {least} or more, got {value}</source>
      <translation>{name} braucht {pin} ab {least}, bekommt aber {value}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {wanted}, got {number}</source>
      <translation>{name} braucht {pin} {wanted}, bekommt aber {number}</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {what}, got shape {shape_text}</source>
      <translation>{name} braucht {what} an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain row splits for at least one dimension</source>
      <translation>{name} braucht die Zeilengrenzen einer oder mehrerer Dimensionen an {pin}</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain vectors with 3 elements, got shape {shape_text}</source>
      <translation>{name} braucht Vektoren aus 3 Zahlen, bekommt aber {shape_text} an {pin}</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain vectors, got shape {shape_text}</source>
      <translation>{name} braucht Vektoren an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have 1 value or one value per row ({rows}), got shape {shape_text}</source>
      <translation>{name} braucht an {pin} eine Zahl oder eine für jede von {rows} Zeilen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have 4 values, got shape {list}</source>
      <translation>{name} braucht 4 Zahlen an {pin}, bekommt aber die Form {list}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have as many tensors as indices ({indices}), got {each}</source>
      <translation>{name} braucht ebenso viele {pin} wie Indizes, {indices}, bekommt aber {each}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have four or five letters, one per axis, got {attrs}</source>
      <translation>{name} braucht vier oder fünf Buchstaben an {pin}, einen je Achse, bekommt aber {attrs}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry for each of the {shapes} tensors, got shape {shape_text}</source>
      <translation>{name} braucht für jeden von {shapes} Tensoren ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry per axis ({rank}), got {length}</source>
      <translation>{name} braucht je Achse einen Eintrag von {pin}, {rank} Stück, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry per dtype ({count}), got shape {shape_text}</source>
      <translation>{name} braucht für jeden von {count} dtypes ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({channels} in {shape_text}), got shape {shape_text2}</source>
      <translation>{name} braucht an {pin} für jeden der {channels} Kanäle von {shape_text} ein Element, bekommt aber die Form {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({channels}), got shape {shape_text}</source>
      <translation>{name} braucht an {pin} für jeden der {channels} Kanäle eine Zahl, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({count}), got shape {shape_text}</source>
      <translation>{name} braucht für jeden der {count} Kanäle ein {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{names}] with {name2} = {size}, got {shape_text}</source>
      <translation>{name} braucht [{names}] an {pin} mit {name2} {size}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{names}], got {shape_text}</source>
      <translation>{name} braucht [{names}] an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{size}], got {shape_text}</source>
      <translation>{name} braucht die Form [{size}] an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape of var, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht an {pin} die Form {shape_text} der Variablen, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {count} tensors, got {shapes}</source>
      <translation>{name} braucht {count} Zahlen an {pin}, bekommt aber {shapes}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} sizes, got shape {list}</source>
      <translation>{name} braucht {rank} Größen an {pin}, bekommt aber die Form {list}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} sizes, one per index component, got {length}</source>
      <translation>{name} braucht {rank} Größen an {pin}, eine für jede Zahl eines Index, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} values, one per axis, got {length}</source>
      <translation>{name} braucht {rank} Zahlen an {pin}, eine für jede Achse, bekommt aber {length}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rows} of two numbers, got shape {shape_text}</source>
      <translation>{name} braucht {rows} aus zwei Zahlen an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {what}, got shape {shape_text}</source>
      <translation>{name} braucht {what} an {pin}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {what}, {shape_text}, got {shape_text2}</source>
      <translation>{name} braucht {what} an {pin}, {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: {values} must be 0 or more, got {min}</source>
      <translation>{name} braucht Zahlen ab 0 an {values}, bekommt aber {min}</translation>
    </message>
    <message>
      <source>{name}: {wanted}, got shape {shape_text}</source>
      <translation>{name}: {wanted}, Form ist {shape_text}</translation>
    </message>
    <message>
      <source>{name}: {what} {wrong} is out of range; {limits}</source>
      <translation>{name}: {what} {wrong} gibt es nicht, {limits}</translation>
    </message>
    <message>
      <source>{next}: used only if the page has one Minimize block and no wire gives it the value</source>
      <translation>{next}: gilt nur, wenn die Seite einen Block Minimize hat und kein Draht ihm den Wert gibt</translation>
    </message>
    <message>
      <source>{not_finite} not finite</source>
      <translation>{not_finite} nicht endlich</translation>
    </message>
    <message>
      <source>{number} since step {step:,}</source>
      <translation>{number} seit Schritt {step:,}</translation>
    </message>
    <message>
      <source>{of} does not depend on a trainable weight</source>
      <translation>kein trainierbares Gewicht erreicht {of}</translation>
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
      <source>{of} is not an output of a block</source>
      <translation>{of} ist kein Ausgang eines Blocks</translation>
    </message>
    <message>
      <source>{of} refers to {targets} tensors: name the one to minimize</source>
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
      <source>{option_strings}: {words}. Remove the option.</source>
      <translation>{option_strings}: {words}. Entfernen Sie die Option.</translation>
    </message>
    <message>
      <source>{option} {pattern} matches no {what}</source>
      <translation>{option} {pattern} passt auf nichts ({what})</translation>
    </message>
    <message>
      <source>{option}: expected 1 to {rows} rows, got {size}</source>
      <translation>{option}: erwartet werden 1 bis {rows} Zeilen, angegeben sind {size}</translation>
    </message>
    <message>
      <source>{option}: used only with a dict of arrays, because other data is in batches already</source>
      <translation>{option}: gilt nur für ein Dictionary von Arrays, denn andere Daten sind schon in Batches</translation>
    </message>
    <message>
      <source>{others} shares the instance's variables, but blocks on a page cannot share variables</source>
      <translation>{others} teilt die Variablen der Instanz, aber Blöcke einer Seite können keine Variablen teilen</translation>
    </message>
    <message>
      <source>{outside} out of range</source>
      <translation>{outside} außerhalb des Bereichs</translation>
    </message>
    <message>
      <source>{owner} has a backward hook, which a diagram cannot have</source>
      <translation>{owner} hat einen Backward-Hook, den ein Diagramm nicht haben kann</translation>
    </message>
    <message>
      <source>{owner} has dtypes {dtype_names}, not {dtype_names2}</source>
      <translation>{owner} hat die dtypes {dtype_names}, nicht {dtype_names2}</translation>
    </message>
    <message>
      <source>{owner} needs dtypes {dtype_names}, got {dtype_names2}</source>
      <translation>{owner} braucht die dtypes {dtype_names}, bekommt aber {dtype_names2}</translation>
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
      <source>{path} is inside a loop: train the inputs of the loop block instead</source>
      <translation>{path} liegt in einer Schleife: trainieren Sie stattdessen die Eingänge des Schleifenblocks</translation>
    </message>
    <message>
      <source>{pin_in} is an attribute and cannot be wired: type its value</source>
      <translation>{pin_in} ist ein Attribut und kann nicht verdrahtet werden: den Wert eintippen</translation>
    </message>
    <message>
      <source>{pin} = {index} selects {what}, which are {short}, but the table has {short2}</source>
      <translation>{pin} = {index} wählt {what}, diese sind {short}, die Tabelle hat aber {short2}</translation>
    </message>
    <message>
      <source>{pin} is not wired</source>
      <translation>{pin} ist nicht angeschlossen</translation>
    </message>
    <message>
      <source>{pin} is not wired and has no default</source>
      <translation>an {pin} ist nichts angeschlossen, und es gibt keinen Vorgabewert</translation>
    </message>
    <message>
      <source>{pin} must be a Tensor block or a typed value, got {kind_name}</source>
      <translation>{pin} nimmt einen Tensor-Block oder einen getippten Wert, nicht {kind_name}</translation>
    </message>
    <message>
      <source>{pin} must be a tensor, but {source} is {kind_name}</source>
      <translation>{pin} nimmt einen Tensor, {source} ist {kind_name}</translation>
    </message>
    <message>
      <source>{pin} must be a tensor, got {kind_name}</source>
      <translation>{pin} nimmt einen Tensor, nicht {kind_name}</translation>
    </message>
    <message>
      <source>{pin} must be at least {least} for these diagonals, got {given}</source>
      <translation>{pin} ist {given}, die Diagonalen brauchen mindestens {least}</translation>
    </message>
    <message>
      <source>{pin} must be {short}, got {short2}</source>
      <translation>{pin} nimmt {short}, bekommt aber {short2}</translation>
    </message>
    <message>
      <source>{pin} must be {what}</source>
      <translation>{pin} muss {what} sein</translation>
    </message>
    <message>
      <source>{pin} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{pin} nimmt die Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{pin} must keep its dtype and shape: it is {before} before iteration 0 and {after} after it</source>
      <translation>{pin} ist {before} vor Runde 0 und {after} danach</translation>
    </message>
    <message>
      <source>{pin} now has {count}</source>
      <translation>{pin} hat jetzt {count}</translation>
    </message>
    <message>
      <source>{pin} takes one tensor, but {source} is a list: name one of its elements</source>
      <translation>{pin} nimmt einen Tensor, {source} ist eine Liste: nennen Sie eines ihrer Elemente</translation>
    </message>
    <message>
      <source>{pin}: expected 0 to 1, got {float}</source>
      <translation>{pin} ist ein Anteil zwischen 0 und 1, nicht {float}</translation>
    </message>
    <message>
      <source>{pin}: expected a scalar or a vector, got shape {shape_text}</source>
      <translation>{pin} ist eine Zahl oder eine Liste von Zahlen, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{pin}: expected a scalar, got shape {shape_text}</source>
      <translation>{pin} ist eine Zahl, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{pin}: {parts} out of {number} elements</source>
      <translation>{pin}: {parts} von {number} Elementen</translation>
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
      <source>{positions} indices need one value each, got {values}</source>
      <translation>{positions} Indizes brauchen ebenso viele Werte, bekommen aber {values}</translation>
    </message>
    <message>
      <source>{position} is not a valid position in a file of values</source>
      <translation>{position} ist keine gültige Position in einer Datei mit Werten</translation>
    </message>
    <message>
      <source>{reason}
Release to choose a fix: {mends}</source>
      <translation>{reason}
Loslassen, um eine Behebung zu wählen: {mends}</translation>
    </message>
    <message>
      <source>{removeprefix} has a custom gradient, which a flat page cannot represent</source>
      <translation>{removeprefix} hat einen benutzerdefinierten Gradienten, den eine flache Seite nicht darstellen kann</translation>
    </message>
    <message>
      <source>{result} does not fit in 64 bits</source>
      <translation>{result} passt nicht in 64 Bit</translation>
    </message>
    <message>
      <source>{result} values are not enough for {count} elements</source>
      <translation>{result} Werte sind zu wenige für {count}</translation>
    </message>
    <message>
      <source>{right:,.0f} of {total:,.0f} correct (accuracy {share:.1%})</source>
      <translation>{right:,.0f} von {total:,.0f} richtig (Genauigkeit {share:.1%})</translation>
    </message>
    <message>
      <source>{run} of {title}</source>
      <translation>{run} von {title}</translation>
    </message>
    <message>
      <source>{score:g} of {most:g} points</source>
      <translation>{score:g} von {most:g} Punkten</translation>
    </message>
    <message>
      <source>{self} already has component {component} of the key {text}</source>
      <translation>{self} hat die Komponente {component} des Schlüssels {text} schon</translation>
    </message>
    <message>
      <source>{self} already has tensor {i} of the key {key}</source>
      <translation>{self} hat schon einen Tensor {i} für den Schlüssel {key}</translation>
    </message>
    <message>
      <source>{self} cannot be initialized: use LookupTableInsert to add entries</source>
      <translation>{self} kann nicht initialisiert werden: verwenden Sie LookupTableInsert, um Einträge hinzuzufügen</translation>
    </message>
    <message>
      <source>{self} has no declared shapes: its elements can only be taken one at a time</source>
      <translation>{self} sagt nicht, welche Formen seine Elemente haben: sie können nur einzeln genommen werden</translation>
    </message>
    <message>
      <source>{self} has no value before the graph runs: use SelectV2 instead of a Python condition</source>
      <translation>{self} hat vor der Ausführung des Graphen keinen Wert: Verwenden Sie SelectV2 statt einer Python-Bedingung</translation>
    </message>
    <message>
      <source>{self} has {self2} entries and cannot be filled again with {rows}</source>
      <translation>{self} hat {self2} Einträge und kann nicht noch einmal mit {rows} gefüllt werden</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {count} requested, {possible} available</source>
      <translation>{self} ist geschlossen und hat zu wenige Elemente: {count} verlangt, {possible} vorhanden</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {wanted} requested, {self2} available</source>
      <translation>{self} ist geschlossen und hat zu wenige Elemente: {wanted} verlangt, {self2} vorhanden</translation>
    </message>
    <message>
      <source>{self} is closed: it accepts no more elements</source>
      <translation>{self} ist geschlossen: es nimmt keine Elemente mehr</translation>
    </message>
    <message>
      <source>{self} is closed: it cannot be closed again</source>
      <translation>{self} ist geschlossen: es kann nicht noch einmal geschlossen werden</translation>
    </message>
    <message>
      <source>{self} is closed: it does not accept the new key {text}</source>
      <translation>{self} ist geschlossen und nimmt den neuen Schlüssel {text} nicht an</translation>
    </message>
    <message>
      <source>{self} is closed: it {what}</source>
      <translation>{self} ist geschlossen: {what}</translation>
    </message>
    <message>
      <source>{self} needs elements of shape {shape_text}, got {shape_text2}</source>
      <translation>{self} nimmt Elemente der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{self} needs elements of shape {shape_text}, got {shape_text2} for component {i}</source>
      <translation>{self} nimmt Elemente der Form {shape_text}, bekommt aber {shape_text2} für die Komponente {i}</translation>
    </message>
    <message>
      <source>{self} was closed before all elements were added</source>
      <translation>{self} wurde geschlossen, bevor alle Elemente darin waren</translation>
    </message>
    <message>
      <source>{self}: default_value must have the shape {shape_text}{or_each}, got {shape_text2}</source>
      <translation>{self} braucht default_value von der Form {shape_text}{or_each}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{shape} is not a shape of the form [2][3]</source>
      <translation>{shape} ist keine Form der Art [2][3]</translation>
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
      <source>{share} spent between blocks</source>
      <translation>{share} vergehen zwischen den Blöcken</translation>
    </message>
    <message>
      <source>{shortened} calls the function {shortened2}, which does not exist</source>
      <translation>hat keine Funktion {shortened2}, die {shortened} aufruft</translation>
    </message>
    <message>
      <source>{shortened} cannot be updated: it is {words}</source>
      <translation>{shortened} kann nicht aktualisiert werden: {words}</translation>
    </message>
    <message>
      <source>{shortened} contains itself: {cycle_text}</source>
      <translation>{shortened} enthält sich selbst: {cycle_text}</translation>
    </message>
    <message>
      <source>{shortened} is not a copy from a block library</source>
      <translation>{shortened} ist keine Kopie aus einem Paket</translation>
    </message>
    <message>
      <source>{shortened} is not the name of a pin</source>
      <translation>{shortened} ist nicht der Name eines Pins</translation>
    </message>
    <message>
      <source>{shortened} reads {shortened2}, which does not exist</source>
      <translation>hat kein {shortened2}, das {shortened} liest</translation>
    </message>
    <message>
      <source>{shortened} waits for the node {text}, which does not exist</source>
      <translation>{shortened} wartet auf den Knoten {text}, den es nicht gibt</translation>
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
      <source>{shown} is the {reserved} of {self} and cannot be used</source>
      <translation>{shown} ist {reserved} von {self} und kann nicht verwendet werden</translation>
    </message>
    <message>
      <source>{show} is not a valid value</source>
      <translation>{show} ist kein gültiger Wert</translation>
    </message>
    <message>
      <source>{show} is not a value{at}</source>
      <translation>{show} ist kein Wert{at}</translation>
    </message>
    <message>
      <source>{size:,} elements are too many for a .csv file</source>
      <translation>{size:,} Elemente sind zu viele für eine .csv-Datei</translation>
    </message>
    <message>
      <source>{size} keys need one value each, got {size2}</source>
      <translation>{size} Schlüssel brauchen ebenso viele Werte, bekommen aber {size2}</translation>
    </message>
    <message>
      <source>{source} is a list, but composites cannot have list outputs</source>
      <translation>{source} ist eine Liste, aber Verbünde können keine Listenausgänge haben</translation>
    </message>
    <message>
      <source>{source} to {target}?
Arrow keys: choose a different pin. Letters: find a pin by name. Tab: add a block. Enter: confirm</source>
      <translation>{source} nach {target}?
Pfeiltasten: anderer Pin. Buchstaben: nach Namen suchen. Tab: neuer Block. Enter: bestätigen</translation>
    </message>
    <message>
      <source>{strip} is not an integer</source>
      <translation>{strip} ist keine ganze Zahl</translation>
    </message>
    <message>
      <source>{strip} is too large for an integer</source>
      <translation>{strip} ist zu groß für eine ganze Zahl</translation>
    </message>
    <message>
      <source>{symbol} needs finite real numbers, got {what}</source>
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
      <source>{target} takes one wire and has one</source>
      <translation>{target} nimmt einen Draht auf und hat schon einen</translation>
    </message>
    <message>
      <source>{target} with {option} is not supported</source>
      <translation>{target} mit {option} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>{target}: the shape of the blocks' result is {shapes}</source>
      <translation>{target}: die Form des Ergebnisses der Blöcke ist {shapes}</translation>
    </message>
    <message>
      <source>{text} (blocks the gradient)</source>
      <translation>{text} (blockiert den Gradienten)</translation>
    </message>
    <message>
      <source>{text} before {pins}</source>
      <translation>{text} vor {pins}</translation>
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
      <source>{text} is not base64: no string encodes to {letters} characters</source>
      <translation>{text} ist kein base64: keine Bytes werden in {letters} Zeichen geschrieben</translation>
    </message>
    <message>
      <source>{text} is not web-safe base64 (A-Z a-z 0-9 - _)</source>
      <translation>{text} ist kein base64 mit den Zeichen A-Z a-z 0-9 - _</translation>
    </message>
    <message>
      <source>{text}, after step {steps:,}</source>
      <translation>{text}, nach Schritt {steps:,}</translation>
    </message>
    <message>
      <source>{text}, because {name} takes only one tensor</source>
      <translation>{text}: {name} nimmt einen Tensor</translation>
    </message>
    <message>
      <source>{text}: create the contract inside the composite</source>
      <translation>{text}: den Vertrag im Verbund anlegen</translation>
    </message>
    <message>
      <source>{text}: the tensor has {count} elements</source>
      <translation>{text}: er hat {count} Elemente</translation>
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
      <source>{title} (read-only)</source>
      <translation>{title} (schreibgeschützt)</translation>
    </message>
    <message>
      <source>{title} cannot iterate over {name}, which is a scalar</source>
      <translation>{title} kann {name} nicht durchlaufen, das ein Skalar ist</translation>
    </message>
    <message>
      <source>{title} has no derivatives of order {order}</source>
      <translation>{title} hat keine Ableitungen der Ordnung {order}</translation>
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
      <source>{title} iterates over {first}, which has {count} elements, but {name} has {shape}</source>
      <translation>{title} durchläuft {first} mit {count} Elementen und {name} mit {shape}</translation>
    </message>
    <message>
      <source>{title} needs more iterations than its maximum of {maximum}</source>
      <translation>{title} braucht mehr als {maximum} Runden, das ist sein Maximum</translation>
    </message>
    <message>
      <source>{title}: predicate must be a scalar, got shape {shape_text}</source>
      <translation>{title}: predicate muss ein Skalar sein, hat aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{topic} is a block type, not a topic</source>
      <translation>{topic} ist ein Blocktyp, kein Thema</translation>
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
      <source>{type_name} is a composite</source>
      <translation>{type_name} ist ein Verbund</translation>
    </message>
    <message>
      <source>{type_name}: default {i} must have {what}, got shape {shape_text}</source>
      <translation>{type_name} braucht {what} als Vorgabewert {i}, bekommt aber die Form {shape_text}</translation>
    </message>
    <message>
      <source>{type_name}: {name} and {pin} must have the same number of entries, got {count} and {keys}</source>
      <translation>{type_name} braucht ebenso viele {name} wie {pin}, bekommt aber {count} und {keys}</translation>
    </message>
    <message>
      <source>{type_name}: {pin} must contain only known sizes, got {shape_text}</source>
      <translation>{type_name} braucht Formen mit bekannten Größen an {pin}, bekommt aber {shape_text}</translation>
    </message>
    <message>
      <source>{types} components need one shape each, got {shapes}</source>
      <translation>{types} Komponenten brauchen ebenso viele Formen, bekommen aber {shapes}</translation>
    </message>
    <message>
      <source>{type} cannot be inserted: this block or one of the connected blocks has an unknown type</source>
      <translation>{type} kann nicht eingefügt werden: der Typ dieses Blocks oder eines verbundenen Blocks ist unbekannt</translation>
    </message>
    <message>
      <source>{type} has no attribute or input {name}</source>
      <translation>{type} hat kein Attribut und keinen Eingang {name}</translation>
    </message>
    <message>
      <source>{type} has no input pin {name}</source>
      <translation>{type} hat keinen Eingangspin {name}</translation>
    </message>
    <message>
      <source>{type} has no output pin {name}</source>
      <translation>{type} hat keinen Ausgangspin {name}</translation>
    </message>
    <message>
      <source>{type} has no output that fits {target}</source>
      <translation>{type} hat keinen Ausgang, der zu {target} passt</translation>
    </message>
    <message>
      <source>{type} has {result} output pins</source>
      <translation>{type} hat {result} Ausgangspins</translation>
    </message>
    <message>
      <source>{type} {word} for {source}</source>
      <translation>{type} {word} für {source}</translation>
    </message>
    <message>
      <source>{unused}: not used with a Session</source>
      <translation>{unused}: gilt nicht mit einer Session</translation>
    </message>
    <message>
      <source>{value} is not a slice of a tensor</source>
      <translation>{value} ist kein Teil eines Tensors</translation>
    </message>
    <message>
      <source>{what} has an unknown key {shortened}</source>
      <translation>{what} hat einen unbekannten Schlüssel {shortened}</translation>
    </message>
    <message>
      <source>{what} has neither 'reaches' nor 'not_reaches', so it checks nothing</source>
      <translation>{what} hat weder 'reaches' noch 'not_reaches' und prüft daher nichts</translation>
    </message>
    <message>
      <source>{what} has no block type</source>
      <translation>für {what} gibt es keinen Blocktyp</translation>
    </message>
    <message>
      <source>{what} must be an object</source>
      <translation>{what} muss ein Objekt sein</translation>
    </message>
    <message>
      <source>{what} must be known before the model runs</source>
      <translation>{what} muss bekannt sein, bevor das Modell läuft</translation>
    </message>
    <message>
      <source>{what} needs one of the keys {join}</source>
      <translation>{what} braucht einen der Schlüssel {join}</translation>
    </message>
    <message>
      <source>{what} needs the key {name}</source>
      <translation>{what} braucht den Schlüssel {name}</translation>
    </message>
    <message>
      <source>{what} of dtype {var}</source>
      <translation>{what} vom dtype {var}</translation>
    </message>
    <message>
      <source>{what} takes {size} bytes; all tensors together take {used}, and the limit is {total}</source>
      <translation>{what} belegt {size} Bytes; alle Tensoren zusammen belegen {used}, die Grenze ist {total}</translation>
    </message>
    <message>
      <source>{what} takes {size} bytes; the limit is {each}</source>
      <translation>{what} belegt {size} Bytes; die Grenze ist {each}</translation>
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
      <source>{what} would take {size} bytes; other tensors take {used} and the limit is {total} for all tensors together</source>
      <translation>{what} würde {size} Bytes belegen; andere Tensoren belegen {used}, und die Grenze für alle zusammen ist {total}</translation>
    </message>
    <message>
      <source>{what} would take {size} bytes; the limit is {each}</source>
      <translation>{what} würde {size} Bytes belegen; die Grenze ist {each}</translation>
    </message>
    <message>
      <source>{what} {axis} does not exist in an input with {rank} axes</source>
      <translation>{what} {axis} ist keine der {rank} Achsen dessen, was er bekommt</translation>
    </message>
    <message>
      <source>{what}: 'name' is missing or not a string</source>
      <translation>{what} hat keinen 'name' oder einen, der kein String ist</translation>
    </message>
    <message>
      <source>{what}: expected {short}, got {short2}</source>
      <translation>{what}: erwartet wird {short}, gefunden wurde {short2}</translation>
    </message>
    <message>
      <source>{what}: no Placeholder found</source>
      <translation>{what}: kein Placeholder gefunden</translation>
    </message>
    <message>
      <source>{what}: no sample was accepted for these parameters in {ROUNDS} attempts</source>
      <translation>{what} findet für diese Parameter keine Zahl und hat es {ROUNDS} Mal versucht</translation>
    </message>
    <message>
      <source>{what}: no value was found between the bounds</source>
      <translation>{what} findet keine Zahl zwischen seinen Grenzen</translation>
    </message>
    <message>
      <source>{what}: rates must be finite</source>
      <translation>{what} braucht endliche Raten</translation>
    </message>
    <message>
      <source>{what}: row {lost} of logits contains no finite value</source>
      <translation>{what} findet keine endliche Zahl in Zeile {lost} von logits</translation>
    </message>
    <message>
      <source>{what}: {name} must be {expected}</source>
      <translation>{what}: {name} muss {expected} sein</translation>
    </message>
    <message>
      <source>{what}: {text}. The valid names are {join}</source>
      <translation>{what}: {text}; die Namen sind {join}</translation>
    </message>
    <message>
      <source>{what}{named} is not supported</source>
      <translation>{what}{named} wird nicht unterstützt</translation>
    </message>
    <message>
      <source>{where} is not a serialized {what}</source>
      <translation>{where} ist kein serialisiertes {what}</translation>
    </message>
    <message>
      <source>{where} was not changed: {reason}</source>
      <translation>{where} wurde nicht geändert: {reason}</translation>
    </message>
    <message>
      <source>{whose} contains Python objects, which cannot become a tensor</source>
      <translation>{whose} enthält Python-Objekte, die kein Tensor werden können</translation>
    </message>
    <message>
      <source>{whose} has an unknown key {shortened}</source>
      <translation>{whose} hat einen unbekannten Schlüssel {shortened}</translation>
    </message>
    <message>
      <source>{whose} has no {key}</source>
      <translation>{whose} hat kein {key}</translation>
    </message>
    <message>
      <source>{whose} has the dtype {numpy_name}, expected {short}</source>
      <translation>{whose} hat den dtype {numpy_name}, erwartet: {short}</translation>
    </message>
    <message>
      <source>{whose} has the shape {shape_text}, expected {shape_text2}</source>
      <translation>{whose} hat die Form {shape_text}, erwartet: {shape_text2}</translation>
    </message>
    <message>
      <source>{who} does not contain feature list {key_text}</source>
      <translation>{who} hat keine Liste {key_text}</translation>
    </message>
    <message>
      <source>{who} needs gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>{who} nimmt Gradienten der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{who} needs rows of shape {shape_text}, got {shape_text2}</source>
      <translation>{who} nimmt Zeilen der Form {shape_text}, bekommt aber {shape_text2}</translation>
    </message>
    <message>
      <source>{who}: row indices must be 0 or more, got {wrong}</source>
      <translation>{who}: Zeilenindizes müssen mindestens 0 sein, hier ist einer {wrong}</translation>
    </message>
    <message>
      <source>{who}: row indices must be less than {rows}, got {wrong}</source>
      <translation>{who}: Zeilenindizes müssen kleiner als {rows} sein, hier ist einer {wrong}</translation>
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
      <source>{words} For now, the diagram contains the version labeled Ours.</source>
      <translation>{words} Vorerst enthält das Diagramm unsere Fassung.</translation>
    </message>
    <message>
      <source>{words}. Press F10 to run the next block, or Run to continue</source>
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
      <source>{word} does not close the {opener} at {there}</source>
      <translation>{word} schließt nicht die {opener} von {there}</translation>
    </message>
    <message>
      <source>{word} has no opening bracket</source>
      <translation>{word} schließt nichts</translation>
    </message>
    <message>
      <source>{word} is not a complex number</source>
      <translation>{word} ist keine komplexe Zahl</translation>
    </message>
    <message>
      <source>{word} is not a dtype</source>
      <translation>{word} ist kein dtype</translation>
    </message>
    <message>
      <source>{word} is not a number</source>
      <translation>{word} ist keine Zahl</translation>
    </message>
    <message>
      <source>{word} is not a valid value: every element of a tensor needs a value</source>
      <translation>{word} ist kein gültiger Wert: jedes Element eines Tensors braucht einen Wert</translation>
    </message>
    <message>
      <source>{word} is not valid JSON; in a tensor, write it as the string "{word2}"</source>
      <translation>{word} ist kein JSON; ein Tensor enthält es als String "{word2}"</translation>
    </message>
    <message>
      <source>{word} is too large for a float64 number</source>
      <translation>{word} ist zu groß für eine float64-Zahl</translation>
    </message>
    <message>
      <source>{word} is too large for any dtype</source>
      <translation>{word} ist für jeden dtype zu groß</translation>
    </message>
    <message>
      <source>{{{name}}} in a formula must be one term, got {terms}</source>
      <translation>eine Formel hat {{{name}}} für einen Term: es gibt {terms}</translation>
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
