<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
  <context>
    <name>Gradblocks</name>
    <message>
      <source>
A gradient of {of} would also reach {gains}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>
Enter: {text}</source>
      <translation>
Enter: {text}</translation>
    </message>
    <message>
      <source>
The right button offers it a gradient</source>
      <translation>
오른쪽 버튼으로 그래디언트를 줄 수 있습니다</translation>
    </message>
    <message>
      <source>
and {count} more</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>
and {count} other types</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>
muted</source>
      <translation>
음소거됨</translation>
    </message>
    <message>
      <source>   (element {index})</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> (on the path {path})</source>
      <translation> (경로 {path})</translation>
    </message>
    <message>
      <source> All rounds would take more than is kept: between them there is the one before.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> Click them on the page, or mark them here.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> Not smooth here: {rough}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> Other paths end at {places}.</source>
      <translation> 다른 경로는 {places}에서 끝납니다.</translation>
    </message>
    <message>
      <source> and </source>
      <translation>, </translation>
    </message>
    <message>
      <source> and {count:,} more</source>
      <translation> 외 {count:,}개</translation>
    </message>
    <message>
      <source> and {count} more</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> by {pins}</source>
      <translation>, {pins} 기준</translation>
    </message>
    <message>
      <source> entries</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> of {of:,}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source> or {names}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" cannot be opened.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" is open in another window{who} and was not saved.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" was changed by another program since it was opened. Overwrite it?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" was imported. What to know about it:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" was not saved.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{name}" was not written.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>"{text}" had these keys and has none of them now.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Arrange</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;File</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Help</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Loop</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Name of its body</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Of</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Rate</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Rounds</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;Run</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>&amp;View</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>(between the blocks)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>+ added</source>
      <translation>+ 추가됨</translation>
    </message>
    <message>
      <source>+ column</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>+ row</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>+ {hidden_values} more</source>
      <translation>+ {hidden_values}개 더</translation>
    </message>
    <message>
      <source>, at least {minimum:g}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, before the last edit</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, before the last edits</source>
      <translation>, 마지막 편집 이전</translation>
    </message>
    <message>
      <source>, cosine {cosine:.3g}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, every {every}th recorded</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, exploding</source>
      <translation>, 폭발</translation>
    </message>
    <message>
      <source>, may stay open</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, one of {allowed}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, outdated</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, paused</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, step {step:,}</source>
      <translation>, {step:,}단계</translation>
    </message>
    <message>
      <source>, vanishing</source>
      <translation>, 소실</translation>
    </message>
    <message>
      <source>, weighted by {fromkeys}</source>
      <translation>, {fromkeys}(으)로 가중</translation>
    </message>
    <message>
      <source>, with at least {minimum:g}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, with {listed}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, {count:,} of places and sizes only</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, {rate:,.0f} steps/s</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, {rate:.1f} steps/s</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>, {share} of it {block}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>-Softplus at {block}</source>
      <translation>{block}에 -Softplus</translation>
    </message>
    <message>
      <source>: all {number}</source>
      <translation>: 모두 {number}</translation>
    </message>
    <message>
      <source>: exact in {precision}</source>
      <translation>: {precision}에서 정확함</translation>
    </message>
    <message>
      <source>: relative error {error} in {precision}</source>
      <translation>: {precision}에서 상대 오차 {error}</translation>
    </message>
    <message>
      <source>; not all ran: {sentence}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>; run to see how strong</source>
      <translation>; 실행하면 세기가 보입니다</translation>
    </message>
    <message>
      <source>A GradientContract of what the gradient that is shown reaches, and what it does not</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A generator that learns to help its judge, because a detach was forgotten.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A merge left {many} in this diagram.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A muted block is skipped when the page runs</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A run stops at {at}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A run stops no longer at {at}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A step takes {time}{share}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A wire begins here</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>A wire ends here</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>About Gradblocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>About {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a Minimize block: each step of a run makes the loss smaller</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a bend</source>
      <translation>꺾임 추가</translation>
    </message>
    <message>
      <source>Add a block</source>
      <translation>블록 추가</translation>
    </message>
    <message>
      <source>Add a block that {word} {endpoint}</source>
      <translation>{endpoint}을(를) {word} 블록 추가</translation>
    </message>
    <message>
      <source>Add a block that {word} {endpoint}...</source>
      <translation>{endpoint}을(를) {word} 블록 추가...</translation>
    </message>
    <message>
      <source>Add a block...</source>
      <translation>블록 추가...</translation>
    </message>
    <message>
      <source>Add a column at the right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a folder of packages</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a loss</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a loss of {of}</source>
      <translation>{of}의 손실 추가</translation>
    </message>
    <message>
      <source>Add a loss...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a package of composites</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a row below</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a training step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add a training step that makes {of} smaller</source>
      <translation>{of}을(를) 줄이는 학습 단계 추가</translation>
    </message>
    <message>
      <source>Add a training step...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add block...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add epsilon before {block}</source>
      <translation>{block} 앞에 엡실론 더하기</translation>
    </message>
    <message>
      <source>Add example</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add folder...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add frame</source>
      <translation>프레임 추가</translation>
    </message>
    <message>
      <source>Add note</source>
      <translation>메모 추가</translation>
    </message>
    <message>
      <source>Add package...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add {name} to {path}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Add {type}</source>
      <translation>{type} 추가</translation>
    </message>
    <message>
      <source>Adversarial examples: the attack is given</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Advice in Problems</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Advise on everything again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>After each edit, compute again what depends on it</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align bottom</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align centres</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align left</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align middles</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align top</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Align {count} {side}</source>
      <translation>{count} 정렬: {side}</translation>
    </message>
    <message>
      <source>All commands...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>All conflicts are settled</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>All elements of large tensors are kept of the last step only. Histogram shows some of this one.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>All files</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>All instances follow</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>All {word}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Alt + drag across them</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Another package of this name is used instead.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Another program changed this file. Reload it, or keep what you have here?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Another program removed or renamed this file. What is here is in no file until you save it.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Another seed for {block}</source>
      <translation>{block}에 다른 시드</translation>
    </message>
    <message>
      <source>As .csv ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>As .npy ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>As it is</source>
      <translation>현재 그대로</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Attributes</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Back</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Back to what was shown before</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Base</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Bend wire</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Block help</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks in a certain state</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks of an unknown type</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks whose outputs nothing uses</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks with a problem</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blocks with no wire at all</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blue</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Blue to red</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Bookmarks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Both sides of the merge changed this, each in another way:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Both sides of the merge changed {count:,} things, each in another way:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Break at its gradient of {loss}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Break here</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Breakpoint</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Breakpoints</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Brown</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>By data type</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>By source</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Calls</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Cancel</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Canvas</source>
      <translation>캔버스</translation>
    </message>
    <message>
      <source>Cells</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Change a number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Changes</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Chapter</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Chapters</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Check</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Check gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Check of the gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Checking was stopped</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Choose what goes into {culprit} by the same condition</source>
      <translation>같은 조건으로 {culprit}의 입력 고르기</translation>
    </message>
    <message>
      <source>Choose...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Clear</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Clear display</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Click to place {name}</source>
      <translation>클릭하여 {name} 놓기</translation>
    </message>
    <message>
      <source>Click to place. Esc: give up</source>
      <translation>클릭하여 놓기. Esc: 취소</translation>
    </message>
    <message>
      <source>Close</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Close (Esc)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Close tab</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Close this panel</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Close {title}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Collapse</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Collapse gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Collapse {id}</source>
      <translation>{id} 접기</translation>
    </message>
    <message>
      <source>Collapse {named}</source>
      <translation>{named} 접기</translation>
    </message>
    <message>
      <source>Collapsed</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Collapsed blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Colour</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Colour {what}</source>
      <translation>{what} 색 지정</translation>
    </message>
    <message>
      <source>Colours</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Command</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Compare each block with differences, in float64 along random directions</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Compare with</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Compare with...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Compared with {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Comparing ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Composite of {blocks} and {wires}, with {instances}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Compute how far what is selected, or what the page gives, is from what it should be</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Condition</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Conflicts</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Conflicts of a merge</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Contrastive divergence: samples are given</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copied LaTeX</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copied text</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copied the formula of {outputs}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copies</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copy</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copy LaTeX</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copy formula</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copy formula as LaTeX</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Copy text</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Ctrl+Shift+P finds every command, ? shows the keys.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Curve</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Curved wires</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Cut</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Cut wires</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Cut {count}</source>
      <translation>{count} 자르기</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Default of {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Delete</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Delete and heal</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Delete page {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Delete unused definitions</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Delete {named}</source>
      <translation>{named} 삭제</translation>
    </message>
    <message>
      <source>Delete {named} and heal</source>
      <translation>{named} 삭제 후 잇기</translation>
    </message>
    <message>
      <source>Delete {what}</source>
      <translation>{what} 삭제</translation>
    </message>
    <message>
      <source>Deleted: {text}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Derivative</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Derivative by</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Describe {name}</source>
      <translation>{name} 설명</translation>
    </message>
    <message>
      <source>Deutsch</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Diagrams and models (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Diagrams keep their copies.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Difference</source>
      <translation>차이</translation>
    </message>
    <message>
      <source>Differentiate the selected block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Dim wires that are not selected</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Disable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Discard</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Discard the edits of "{name}" that were not saved?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Discard...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Display</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Display {block}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Distribute</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Distribute horizontally</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Distribute vertically</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Distribute {count}</source>
      <translation>{count} 고르게 배치</translation>
    </message>
    <message>
      <source>Don't save</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Done</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Double-click a command to give it other keys.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Double-click, or press Tab, to add a block.
Or drag one here from the list of blocks.</source>
      <translation>블록을 추가하려면 두 번 클릭하거나 Tab 키를 누르십시오.
블록 목록에서 끌어다 놓아도 됩니다.</translation>
    </message>
    <message>
      <source>Drag a box; Shift adds</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Drag from pin to pin; let go in the empty for the blocks that fit</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Drag it to the left or right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Drag {name} to another place, or press Up or Down</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Draw a computation as wired blocks, run it, differentiate it.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Draw a computation, run it, differentiate it.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Draw a wire by keys</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Drawings (*.svg)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Drop the block on the wire</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Dtypes and shapes at pins</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Duplicate</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Duplicate definition</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Duplicate {name}: {new}</source>
      <translation>{name} 복제: {new}</translation>
    </message>
    <message>
      <source>Duplicate {what}</source>
      <translation>{what} 복제</translation>
    </message>
    <message>
      <source>EM: responsibilities are given</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Edit frame</source>
      <translation>프레임 편집</translation>
    </message>
    <message>
      <source>Edit note</source>
      <translation>메모 편집</translation>
    </message>
    <message>
      <source>Edit the page: mute what is lifted, put a StopGradient where it is cut</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Edit values in the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Edit {name} as a table</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Edit {pin}</source>
      <translation>{pin} 편집</translation>
    </message>
    <message>
      <source>Elements</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Elsewhere</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Enable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Enable {name}?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>End</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Ends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>English</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Enlarge display</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Escape leaves it as it is, Backspace takes the keys away.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Example</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Examples</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Expand gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Expand instance</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Expand {block}</source>
      <translation>{block} 펼치기</translation>
    </message>
    <message>
      <source>Expand {instance}</source>
      <translation>{instance} 펼치기</translation>
    </message>
    <message>
      <source>Expand {named}</source>
      <translation>{named} 펼치기</translation>
    </message>
    <message>
      <source>Export HTML page...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export JAX program...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export ONNX...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export PNG...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export Python...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export SVG...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export display</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export display...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export drawing</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export model</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export picture</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export program</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export program for JAX</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Export...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Exported {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Exporting {name}...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Filter</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Filter results</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find blocks: name, type or value, is:error, is:unused</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find files</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find first bad step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find them...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Find...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>First picture</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Fit all</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Fit selection</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Flow</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>For logits [n, classes]: the mean of -log of the share that each label gets, labels [n] being the numbers of the right classes, which are fed. Of what a Softmax gives its logits are taken.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Forget these</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Forget what it has shown so far</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Forget what variables hold, and all results: the next step starts again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Formula</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Formula of</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Frame</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Frame selection</source>
      <translation>선택을 프레임으로 묶기</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Give it a gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Give the selected instance a definition of its own: edits of it reach no other</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go back to an earlier step: it is run again, to the same values and gradients</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go back to the instance (Backspace)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go in</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go on with it now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go out</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go out (Backspace)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go out of the composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 1</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 2</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 3</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 4</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 5</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 6</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 7</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 8</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to bookmark 9</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to first bad step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to the next panel</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to the panel before</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to {block}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to {id}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Go to {path}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradblocks diagrams (*.gradblocks *.json)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradblocks ended without closing these diagrams. Nothing is written into their files by restoring.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradient from round to round</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradient of</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradient of {title}</source>
      <translation>{title}의 그래디언트</translation>
    </message>
    <message>
      <source>Gradient view</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Gradients flow back to {text}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Green</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Grey</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Grid</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Heat map</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Help</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Help on the selected block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Help with this block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Histogram</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>History</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>How many steps</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Image</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Import from enuSpace</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Import from enuSpace...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>In numbers of step {step:,}, which is only tried:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>In the gradient view (G)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Input {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Inputs</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Insert Cast to {short}</source>
      <translation>{short}(으)로 Cast 삽입</translation>
    </message>
    <message>
      <source>Insert Reshape to [{other}]</source>
      <translation>[{other}](으)로 Reshape 삽입</translation>
    </message>
    <message>
      <source>Insert Transpose</source>
      <translation>Transpose 삽입</translation>
    </message>
    <message>
      <source>Insert a block on a wire</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Insert a block...</source>
      <translation>블록 삽입...</translation>
    </message>
    <message>
      <source>Insert on {source} to {target}</source>
      <translation>{source} → {target} 사이에 삽입</translation>
    </message>
    <message>
      <source>Insert {block} on {source} to {target}</source>
      <translation>{source} → {target} 사이에 {block} 삽입</translation>
    </message>
    <message>
      <source>Insert {name}</source>
      <translation>{name} 삽입</translation>
    </message>
    <message>
      <source>Insert {type}</source>
      <translation>{type} 삽입</translation>
    </message>
    <message>
      <source>Inside of a loop, look at the values of the next round</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Inside of a loop, look at the values of the round before</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Inspector</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Instance</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Is</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It cannot be shown so</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It changes what is wired to {writes}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It could not be saved: {found}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It could not be worked out: {found}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It draws again in each step; a seed makes the numbers the same in each run.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It ends nowhere before the data</source>
      <translation>데이터에 이르기 전에는 끝나지 않습니다</translation>
    </message>
    <message>
      <source>It is in no file yet: compare it with one</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It is open in another tab: close that one first.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It is used from the next start of the editor on.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It is used until the editor is closed.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It keeps its value from step to step.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It sets {value}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It would also reach {listed}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It would no longer reach {listed}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>It would reach the same pins, along more paths or fewer.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Its block types are used.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Its code is not run until it is enabled.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Jet</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Keep mine</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Keep what goes into {block} within -1 and 1</source>
      <translation>{block}의 입력을 -1과 1 사이로 유지</translation>
    </message>
    <message>
      <source>Keep what is there now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Kept as they are</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Keys</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Kind of loop</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Language</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Later</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Lay out</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Lay out {count}</source>
      <translation>{count} 자동 배치</translation>
    </message>
    <message>
      <source>Legend of the gradient view</source>
      <translation>그래디언트 보기 범례</translation>
    </message>
    <message>
      <source>Legend of the timings</source>
      <translation>실행 시간 범례</translation>
    </message>
    <message>
      <source>Legend of the wires</source>
      <translation>와이어 범례</translation>
    </message>
    <message>
      <source>Lessons</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Let it stop again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Licence: {licence}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Light</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Live</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Live: {computed:,} computed in {seconds:,.1f} ms</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Log scale</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>LogSoftmax at {block}</source>
      <translation>{block}에 LogSoftmax</translation>
    </message>
    <message>
      <source>Logarithmic</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Look at an earlier step of the run</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Loss</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make a loop of {count}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make a loop of {instance}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make a loop...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make a {kind}: {name}</source>
      <translation>{kind} 만들기: {name}</translation>
    </message>
    <message>
      <source>Make composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make editable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make it so</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make trainable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make unique</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Make {instance} unique: {made}</source>
      <translation>{instance} 독립시키기: {made}</translation>
    </message>
    <message>
      <source>Make {named} trainable</source>
      <translation>{named} 학습 가능하게 하기</translation>
    </message>
    <message>
      <source>Make {name} of {count}</source>
      <translation>{count}(으)로 {name} 만들기</translation>
    </message>
    <message>
      <source>Manual</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Map of the page</source>
      <translation>페이지 지도</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Measure again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Measuring ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Measuring was stopped</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Memory</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mend</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mend {rule} at {block}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Middle button, Space + drag, or two fingers</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Minimap</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mouse</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Move bends</source>
      <translation>꺾임 이동</translation>
    </message>
    <message>
      <source>Move left</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Move page {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Move pin {name}</source>
      <translation>핀 {name} 이동</translation>
    </message>
    <message>
      <source>Move right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Move wire {wires}</source>
      <translation>와이어 {wires} 이동</translation>
    </message>
    <message>
      <source>Move {count}</source>
      <translation>{count} 이동</translation>
    </message>
    <message>
      <source>Move {count} to {to}</source>
      <translation>{count}을(를) {to}(으)로 이동</translation>
    </message>
    <message>
      <source>Move {named}</source>
      <translation>{named} 이동</translation>
    </message>
    <message>
      <source>Move {name}</source>
      <translation>{name} 이동</translation>
    </message>
    <message>
      <source>Move {text} {picture}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mute</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mute the stops that are lifted, put a StopGradient where it is cut</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Mute {named}</source>
      <translation>{named} 음소거</translation>
    </message>
    <message>
      <source>Muted</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Muted blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>NaN or infinite</source>
      <translation>NaN 또는 무한대</translation>
    </message>
    <message>
      <source>NaN or infinite from {broken} on</source>
      <translation>{broken}부터 NaN 또는 무한대</translation>
    </message>
    <message>
      <source>NaN or infinity begins</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>NaN/inf here</source>
      <translation>여기 NaN/inf</translation>
    </message>
    <message>
      <source>Name</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of a block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of a block, or a value such as {{1, 2}, {3, 4}}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of the composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of the pin</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Name of the value</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Never saved</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>New</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>New diagram</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>New page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Next</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Next (Enter)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Next page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Next place where it ends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Next round</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No block is called that.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No block is called that; these come near. The arrow keys choose one.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No block is called “{text}”.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No diagram is open.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No gradient</source>
      <translation>그래디언트 없음</translation>
    </message>
    <message>
      <source>No gradient flows back.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No gradient flows back: {not_differentiable}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No gradient reaches this pin</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No gradient rule on the path of {title} is wrong.{kinks}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No longer advise on this</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No longer advise on {words}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No longer cut at {output}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No page is open.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No problems</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No problems.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>No variables or placeholders</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>None</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>None: add a block {kind}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>None: right-click a value of a block inside, and choose “Show on the block”.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Norm of the gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Not known to this type</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Not on the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Not on the block: {block}.{name}</source>
      <translation>블록에서 내리기: {block}.{name}</translation>
    </message>
    <message>
      <source>Not on the block: {name}</source>
      <translation>블록에서 내리기: {name}</translation>
    </message>
    <message>
      <source>Not quite.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Note</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Notes</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing differs from the packages.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing fits.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing here is computed smoothly from floating-point numbers. Wire a float Variable or Const through blocks such as Mean or Sum, and their gradient shows.</source>
      <translation>여기에는 부동소수점으로 매끄럽게 계산되는 것이 없습니다. float Variable이나 Const를 Mean, Sum 같은 블록에 연결하면 그래디언트가 나타납니다.</translation>
    </message>
    <message>
      <source>Nothing is differentiated on this page.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing is marked.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing to delete: all composites are in use</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing to differentiate</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing to move: they lie so already, or each in a frame of its own</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing was measured here in this step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing was measured on this page yet.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing was run yet</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nothing yet.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nudge</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nudge down</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nudge left</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nudge right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Nudge up</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>ONNX models (*.onnx)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Of</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Of before the last edit: {text}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>One element a row</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>One step back</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>One step on</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>One step; of a run that is paused, the next one</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Open</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Open block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Open recent</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Open...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Opened</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Opening "{name}" ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Optimiser</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Other instances of this composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Ours</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Output pin</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Outputs</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Overwrite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Own keys again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Packages</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Packages of composites and of block types: add, remove, enable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Packages...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pages</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pages for browsers (*.html)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pan</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Panels</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Panels as at first</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Parameters</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Paste</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Paste {what}</source>
      <translation>{what} 붙여넣기</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pictures (*.png)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pin</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Pink</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Place of {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Place on axis {number}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Previous (Shift+Enter)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Previous page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Previous place where it ends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Previous round</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Problems</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Purple</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Put a point on the wire, by which it is dragged, or moved by the arrow keys</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Put the blocks inside of the selected instance in its place</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Put the selected blocks into a block of their own, and an instance of it in their place</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Put the selected blocks, or the selected instance, into a Repeat, Scan, Map or While</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Put this example on the page, ready to run</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Python programs (*.py)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Quit</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rate</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Recent</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Redo</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Redone: {text}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reload</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reload "{name}" and put what is in the file in the place of your changes?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reload from disk</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reloaded {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Remove</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Remove all bends</source>
      <translation>모든 꺾임 제거</translation>
    </message>
    <message>
      <source>Remove bends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Remove folder</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Remove the wire</source>
      <translation>와이어 제거</translation>
    </message>
    <message>
      <source>Remove the {count:,} wires</source>
      <translation>와이어 {count:,}개 제거</translation>
    </message>
    <message>
      <source>Remove this bend</source>
      <translation>이 꺾임 제거</translation>
    </message>
    <message>
      <source>Remove wire {wires}</source>
      <translation>와이어 {wires} 제거</translation>
    </message>
    <message>
      <source>Remove {count}</source>
      <translation>{count} 제거</translation>
    </message>
    <message>
      <source>Remove {name} from your library?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rename</source>
      <translation>이름 바꾸기</translation>
    </message>
    <message>
      <source>Rename composite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rename definition...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rename page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rename page to {new}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rename pin to {name}</source>
      <translation>핀 이름을 {name}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename {block} to {name}</source>
      <translation>{block} 이름을 {name}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename {name} to {new}</source>
      <translation>{name} 이름을 {new}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename {old} to {new}</source>
      <translation>{old} 이름을 {new}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reorder {block}.{pin}</source>
      <translation>{block}.{pin} 순서 바꾸기</translation>
    </message>
    <message>
      <source>Replace by another type...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Replace {block_id}</source>
      <translation>{block_id} 바꾸기</translation>
    </message>
    <message>
      <source>Replace {block_id} by {type}</source>
      <translation>{block_id}을(를) {type}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Replace {instance} by a {kind} of {name}</source>
      <translation>{instance}을(를) {name}의 {kind}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reset all</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reset variables</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Reset {block}.{name}</source>
      <translation>{block}.{name} 초기화</translation>
    </message>
    <message>
      <source>Reshape {what} to [{size}, 1]</source>
      <translation>{what}을(를) [{size}, 1](으)로 Reshape</translation>
    </message>
    <message>
      <source>Resize frame</source>
      <translation>프레임 크기 조정</translation>
    </message>
    <message>
      <source>Resize note</source>
      <translation>메모 크기 조정</translation>
    </message>
    <message>
      <source>Resize {key}</source>
      <translation>{key} 크기 조정</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Restore unsaved work...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Restored as far as the journal can be read: {done:,} of {count:,} changes.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Restored with {edits}, as a diagram of its own: "{name}" was left as it is now.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Restored with {edits}. The file is as it was until you save.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Restored with {edits}. This diagram was never saved.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Results</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Right-click a StopGradient, or any pin while the gradient shows, and ask what if the gradient went on there, or ended. Or choose a place where it is stopped:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Right.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Round of {block}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Rows and columns</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run on and on</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run once more to see what is inside: a run keeps that of the instance in front</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run steps</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run steps...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run the page once, with the variables as they are, and show all results</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run the page to see by how much.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run the page to see it</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run the page to see results</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run to here</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run to look at the rounds of {names}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Run to see how strong it is</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Running</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Runs a number of times, one round after the other: a stack of layers, a fixed-point iteration.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Runs as long as a condition holds, which is drawn as a composite of its own.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Runs once for each element along the first axis: a recurrent network over time.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Runs once for each element along the first axis; nothing is carried between rounds.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save as</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save as another file keeps both.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save as...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save it as another file, or close it there first.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save result</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save the changes to "{name}"?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save the import as</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Save this result as a file</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Saved {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Saved {path}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Saving {path}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Say in the Problems panel what will go wrong later: NaN, overflow, pairs that are hardly meant</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Search</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Search blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select a block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select a block to read what it does.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select a block to see its values and pins.

This {what} has {blocks} and {wires}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select all</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select all that is connected</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select next</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select several</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select the block above</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select the block below</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select the block to the left</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select the block to the right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select the path from this variable to the place where the gradient ends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select what depends on it</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Select what it depends on</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Selected constants, and those in selected instances, become variables that a step can change; with nothing selected all weights</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 1</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 2</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 3</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 4</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 5</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 6</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 7</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 8</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set bookmark 9</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Set {block}.{name}</source>
      <translation>{block}.{name} 설정</translation>
    </message>
    <message>
      <source>Set {name}</source>
      <translation>{name} 설정</translation>
    </message>
    <message>
      <source>Set {what} of pin {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Settle conflict</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Settle conflicts</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Settle conflicts of a merge...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Settle...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Share</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Shortcuts</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show all</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show by how much it would be another one</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show how it differs from its package</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show on the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show the gradient as it is</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show the gradient on the canvas</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show the selected display in a window of its own, with a zoom</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show what is inside of the selected instance (Enter, or a double-click)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show what it would be</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show which copies differ from their packages</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show wire as tag</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Show {block}.{name} on the block</source>
      <translation>{block}.{name}을(를) 블록에 표시</translation>
    </message>
    <message>
      <source>Since it was begun</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Since it was saved</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Since saved</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Something went wrong inside Gradblocks.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Stable softmax: what a stop saves</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step after step until Stop: displays and gauges follow</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step of the run</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step {done:,}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step {place} of {count}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step {step:,} of {last:,}; {used}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Step {step:,} of {steps:,}{edited}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Steps</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Stop</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Stop each run at the selected block, or no longer; the Steps panel has conditions</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Stopped in step {step:,} at {at}{held}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Stopped in the midst of a block. {lost}</source>
      <translation>블록 계산 중에 중지했습니다. {lost}</translation>
    </message>
    <message>
      <source>Subtract the largest before {block}</source>
      <translation>{block} 앞에서 최댓값 빼기</translation>
    </message>
    <message>
      <source>Tab, double-click or right-click in the empty; drag from the palette</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Table</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Tables (*.csv)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Take the colour of {what} away</source>
      <translation>{what} 색 없애기</translation>
    </message>
    <message>
      <source>Take the selected columns away</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Take the selected rows away</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Take the value of {name} away: the default holds again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Take {name} away</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Take {word}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Teal</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Text</source>
      <translation>텍스트</translation>
    </message>
    <message>
      <source>That was the lesson. The page is yours</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The block's name on this page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The blocks of {id} are ordinary blocks now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The code of the package is run from then on, with all that you may do yourself.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The conflict was not settled.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The diagram names files that are not here. Where are they now?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The file has changed since then: this opens as a diagram of its own.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The files of this example were not written: {error}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The first picture that is shown</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The first step with NaN, a loss that jumped or a gradient that is gone</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The gradient at {block} is NaN or infinite{between}: it began at {path}.</source>
      <translation>{block}의 그래디언트가 NaN 또는 무한대입니다{between}: {path}에서 시작되었습니다.</translation>
    </message>
    <message>
      <source>The gradient ends at {block}: {reasons}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The gradient ends at {where}: {reason}</source>
      <translation>그래디언트가 {where}에서 끝납니다: {reason}</translation>
    </message>
    <message>
      <source>The gradient of {title} is right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The gradient view is off (G)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The largest number is subtracted before Exp. Does it matter whether the gradient goes through Max?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The mean of the squares of the differences to the numbers that are fed into target.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The page is run once; its results stay as they are.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The picture, or the numbers, as a file</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The rate is no number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The responsibilities are computed from the means, and are given in the M step.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The run gave no results: Problems says why</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The run goes on as it was: this edit takes effect at the next run.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The run goes on with the page as it is now. Some variables start again: {named}{more}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The run goes on with this edit from step {steps:,} on; variables stay</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>The run takes the page as it is now; variables that still fit keep their values</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Theirs</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Theme</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There are no conflicts.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There are no numbers: {fault}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is no block type of this name. </source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is no block type {name!r}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is no more advice on {rule}: the menu of the Problems panel turns it on again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is no result yet</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is no unsaved work to restore</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>There is none: {why}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>They are lost then.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This block shows no value that could be edited</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This changes nothing: {nothing}.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This example reads files. Save it in a folder, and they are put beside it.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This file is open in another window{who}. What you change here can be saved as another file only.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This page has no notes: Edit &gt; Add note.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>This page has no parameters: a Parameter block gives one value to many blocks, and is turned here.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Time and memory by block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Time per step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Timings</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Title</source>
      <translation>제목</translation>
    </message>
    <message>
      <source>Toolbar</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Train</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Training on attacked inputs without learning to shape the attack.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Try again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Try nothing any more (Esc)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Type</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Type a command</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Unbend</source>
      <translation>꺾임 없애기</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Undo brings them back.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Undone: {text}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Unmute {named}</source>
      <translation>{named} 음소거 해제</translation>
    </message>
    <message>
      <source>Update</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Update from packages</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Update from packages...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Update {changed}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Update...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Value</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Value and gradient over the steps</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Values on the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Values on wires</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Variables</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Variables and what changes them</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Variables are as they were after step {steps:,}.</source>
      <translation>변수는 {steps:,}단계 직후의 값입니다.</translation>
    </message>
    <message>
      <source>Variables by how much their gradients would change</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Variables start again.</source>
      <translation>변수가 처음부터 다시 시작합니다.</translation>
    </message>
    <message>
      <source>Variables: </source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Viridis</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Welcome</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What "{name}" {does}:</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What a missing cut does</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if</source>
      <translation>만약</translation>
    </message>
    <message>
      <source>What if the gradient were cut at {output}?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if the selected stop let the gradient through, or it were cut behind the selected block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if this did not stop?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if {words}? {sentence}</source>
      <translation>만약 {words}? {sentence}</translation>
    </message>
    <message>
      <source>What if...?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if: end</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if: is, would be, difference</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if: make it so</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What if: {words}?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is differentiated</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is differentiated: {of}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is in the file now cannot be read, and what is here stays. {lines_of}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is recorded takes {size:,.1f} MB.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is seen as .png ...</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What is wrong</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What it is for</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What the composite is for</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What the selected block does; with nothing selected, the manual</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What this block does</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What was chosen is gone, or has a fault. Choose something else in the Gradient panel.</source>
      <translation>선택했던 것이 없어졌거나 오류가 있습니다. 그래디언트 패널에서 다른 것을 고르십시오.</translation>
    </message>
    <message>
      <source>What was drawn is data for the gradient, though the weights were used to draw it.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>What you set is kept until you close the window only: {path} {why}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wheel, pinch</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Where</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Where numbers of both signs are, zero has the colour in the middle</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Where the block's node goes</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Where the gradient ends</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Where {old} is now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Whether there is another round: never, until it is drawn.</source>
      <translation>다음 반복이 있는지: 그리기 전까지는 없습니다.</translation>
    </message>
    <message>
      <source>Which get a gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Which round the values are of, counted from 0 (, and .). {about}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>While gives only what is carried: choose the input that {left} goes to</source>
      <translation>While은 넘겨지는 값만 냅니다: {left}이(가) 갈 입력을 고르십시오</translation>
    </message>
    <message>
      <source>Why no gradient?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wire</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wire colours</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wire from {endpoint}?
Arrows: another pin. Enter: yes</source>
      <translation>{endpoint}에서 연결할까요?
화살표: 다른 핀. Enter: 예</translation>
    </message>
    <message>
      <source>Wire it anyway</source>
      <translation>그래도 연결</translation>
    </message>
    <message>
      <source>Wire {pin}[{i}]</source>
      <translation>{pin}[{i}] 연결</translation>
    </message>
    <message>
      <source>Wire {source} to {target}</source>
      <translation>{source} → {target} 연결</translation>
    </message>
    <message>
      <source>Wires by data type</source>
      <translation>데이터 형식별 와이어</translation>
    </message>
    <message>
      <source>Wires by source</source>
      <translation>출처별 와이어</translation>
    </message>
    <message>
      <source>Wires stay where the pins of the other type fit</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wires to far displays as tags</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Without saving they are lost.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Without the wires at {names}</source>
      <translation>{names}의 와이어 없이</translation>
    </message>
    <message>
      <source>Work that was not saved</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Would be</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Write</source>
      <translation>쓰기</translation>
    </message>
    <message>
      <source>Write down what holds now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Write down what holds of the gradient of {block}</source>
      <translation>{block}의 그래디언트가 만족하는 것 기록</translation>
    </message>
    <message>
      <source>Write {block} with epsilon inside the root</source>
      <translation>{block}의 제곱근 안에 엡실론 넣기</translation>
    </message>
    <message>
      <source>Write {block} with floats</source>
      <translation>{block}을(를) 부동소수점으로 쓰기</translation>
    </message>
    <message>
      <source>Written: {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wrong gradient: {wrong}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Wrong: {wrong}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Yellow</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>You have made of it what it shall be</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Your diagrams are still here; save them. The details help to find the fault.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Your edits cannot be kept safe from a crash ({why}): save often.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Zero in the middle</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Zoom</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Zoom in</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Zoom out</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>Zoom to 100 %</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a Variable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a block of the wire is missing</source>
      <translation>와이어의 블록이 없습니다</translation>
    </message>
    <message>
      <source>a breakpoint stands at a block that gives a tensor: select one</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a cell holds one value</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a composite cannot hold itself: {path}</source>
      <translation>합성 블록은 자기 자신을 담을 수 없습니다: {path}</translation>
    </message>
    <message>
      <source>a composite holds no ClientSession: sessions belong to pages</source>
      <translation>합성 블록에는 ClientSession을 둘 수 없습니다: 세션은 페이지에 속합니다</translation>
    </message>
    <message>
      <source>a dtype</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a feed</source>
      <translation>피드</translation>
    </message>
    <message>
      <source>a folder on this machine</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a list of tensors</source>
      <translation>텐서 목록</translation>
    </message>
    <message>
      <source>a list of {many}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a pin belongs to the composite that it is in</source>
      <translation>핀은 그것이 들어 있는 합성 블록에 속합니다</translation>
    </message>
    <message>
      <source>a plain value</source>
      <translation>일반 값</translation>
    </message>
    <message>
      <source>a sample of them</source>
      <translation>일부 표본</translation>
    </message>
    <message>
      <source>a scope</source>
      <translation>범위</translation>
    </message>
    <message>
      <source>a shape is written [2, 3], with ? for an unknown size</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a shape, [2, ?]</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a sheet has at most {most_cells:,} cells: put the values into a file instead</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a tensor</source>
      <translation>텐서</translation>
    </message>
    <message>
      <source>a text</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a vector has one row: paste a row, or make it a matrix first</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a whole number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>a wire is no longer there</source>
      <translation>와이어 하나가 더 이상 없습니다</translation>
    </message>
    <message>
      <source>a wire or a value</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>add a loss first</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>all elements are {element}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>all its inputs</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>all variables lie</source>
      <translation>모든 변수가</translation>
    </message>
    <message>
      <source>all {on_path} get one</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>an initial value</source>
      <translation>초깃값</translation>
    </message>
    <message>
      <source>an operation</source>
      <translation>연산</translation>
    </message>
    <message>
      <source>and {count:,} more</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>and {count:,} more pieces of advice</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>and {many} more</source>
      <translation>외 {many}개</translation>
    </message>
    <message>
      <source>and {more:,} more</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>another window has restored it or let it go</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any dtype</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any dtype but {missing}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any float</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any integer</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any real number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>any shape</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>as {some}</source>
      <translation>{some}처럼</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>automatic: {first}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>block types</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>cannot be made: {strerror}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>cannot be read: it is not an ordinary file</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>cannot be used</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>carried from round to round</source>
      <translation>반복마다 넘겨짐</translation>
    </message>
    <message>
      <source>choose</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>choose one of its pins</source>
      <translation>핀 하나를 고르십시오</translation>
    </message>
    <message>
      <source>click to choose</source>
      <translation>클릭하여 선택</translation>
    </message>
    <message>
      <source>click to turn it</source>
      <translation>클릭하여 전환</translation>
    </message>
    <message>
      <source>contract {name} </source>
      <translation>계약 {name}: </translation>
    </message>
    <message>
      <source>control and scope</source>
      <translation>제어와 범위</translation>
    </message>
    <message>
      <source>cut inside: {label}</source>
      <translation>안에서 차단: {label}</translation>
    </message>
    <message>
      <source>drag a number to change it, double-click to write</source>
      <translation>숫자를 끌어서 바꾸고, 두 번 클릭하여 입력합니다</translation>
    </message>
    <message>
      <source>each belongs to the forward block it marks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>enabled</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>ends at PreventGradient</source>
      <translation>PreventGradient에서 끝남</translation>
    </message>
    <message>
      <source>ends at StopGradient</source>
      <translation>StopGradient에서 끝남</translation>
    </message>
    <message>
      <source>ends at {path}, </source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>ends: a block without gradient rule</source>
      <translation>끝남: 그래디언트 규칙이 없는 블록</translation>
    </message>
    <message>
      <source>ends: nothing leads on</source>
      <translation>끝남: 더 이어지는 것이 없음</translation>
    </message>
    <message>
      <source>ends: only floating-point numbers have one</source>
      <translation>끝남: 부동소수점에만 그래디언트가 있음</translation>
    </message>
    <message>
      <source>ends: this has no derivative</source>
      <translation>끝남: 미분할 수 없음</translation>
    </message>
    <message>
      <source>enuSpace pages, tasks and projects (*.svg *.json *.enup)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>exact</source>
      <translation>정확함</translation>
    </message>
    <message>
      <source>exploding 1e{exponent}</source>
      <translation>폭발 1e{exponent}</translation>
    </message>
    <message>
      <source>feed</source>
      <translation>피드</translation>
    </message>
    <message>
      <source>feeds</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>few wires from one pin</source>
      <translation>한 핀에서 나온 적은 와이어</translation>
    </message>
    <message>
      <source>floats</source>
      <translation>부동소수점</translation>
    </message>
    <message>
      <source>flows back, against the data</source>
      <translation>데이터와 반대 방향으로 흐름</translation>
    </message>
    <message>
      <source>found by itself</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>from </source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>from a file</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>gets a gradient, as now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>gets none, as now</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>gets numbers, hands on NaN or infinity</source>
      <translation>숫자를 받아 NaN 또는 무한대를 넘깁니다</translation>
    </message>
    <message>
      <source>gets {pin} of the round before</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>gives</source>
      <translation>출력하는</translation>
    </message>
    <message>
      <source>gradient of this</source>
      <translation>이것의 그래디언트</translation>
    </message>
    <message>
      <source>gradient of {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>gradient of {type}{by}: {verdict}{details}</source>
      <translation>{type}의 그래디언트{by}: {verdict}{details}</translation>
    </message>
    <message>
      <source>gradient: {broken_here}</source>
      <translation>그래디언트: {broken_here}</translation>
    </message>
    <message>
      <source>gradient: {text}</source>
      <translation>그래디언트: {text}</translation>
    </message>
    <message>
      <source>has no free input</source>
      <translation>빈 입력 없음</translation>
    </message>
    <message>
      <source>has no input</source>
      <translation>입력 없음</translation>
    </message>
    <message>
      <source>holds</source>
      <translation>만족됨</translation>
    </message>
    <message>
      <source>how the step ended</source>
      <translation>단계가 끝난 상태</translation>
    </message>
    <message>
      <source>in any round</source>
      <translation>어떤 반복에서도</translation>
    </message>
    <message>
      <source>in your library</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>in {precision}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>index</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>infinite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>initial values</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>inside, at {inside}: {reason}</source>
      <translation>안쪽 {inside}에서: {reason}</translation>
    </message>
    <message>
      <source>instance {index:,} of {number:,}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>int32 or int64</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>integers</source>
      <translation>정수</translation>
    </message>
    <message>
      <source>is broken: {faults}</source>
      <translation>위반: {faults}</translation>
    </message>
    <message>
      <source>is open in another tab or window: close it there first</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>it could not be drawn: {found}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>it could not be read by a fault of the program: {name}: {error}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>it ends at {path}, {reason}</source>
      <translation>{path}에서 끝납니다, {reason}</translation>
    </message>
    <message>
      <source>it ends at {path}, {reason}{between}</source>
      <translation>{path}에서 끝납니다, {reason}{between}</translation>
    </message>
    <message>
      <source>it flows here</source>
      <translation>여기로 흐릅니다</translation>
    </message>
    <message>
      <source>it flows here, not measured</source>
      <translation>여기로 흐르나 측정되지 않았습니다</translation>
    </message>
    <message>
      <source>it is muted, and what is inside does not run: unmute it first</source>
      <translation>음소거되어 안의 것이 실행되지 않습니다: 먼저 음소거를 해제하십시오</translation>
    </message>
    <message>
      <source>it is no instance of a composite</source>
      <translation>합성 블록의 인스턴스가 아닙니다</translation>
    </message>
    <message>
      <source>it is no longer there</source>
      <translation>더 이상 없습니다</translation>
    </message>
    <message>
      <source>it is the only instance of {used} already</source>
      <translation>이미 {used}의 유일한 인스턴스입니다</translation>
    </message>
    <message>
      <source>it needs tensors from inside of {instance}, which cannot be expanded: {message}</source>
      <translation>펼칠 수 없는 {instance} 안의 텐서가 필요합니다: {message}</translation>
    </message>
    <message>
      <source>it runs one of two composites, and the blocks of both would run: Enter goes into one of them</source>
      <translation>두 합성 블록 중 하나만 실행하는데, 펼치면 둘 다 실행됩니다: Enter로 하나에 들어갑니다</translation>
    </message>
    <message>
      <source>it shares variables with another instance, which must be one of the same composite</source>
      <translation>다른 인스턴스와 변수를 공유하며, 그것은 같은 합성 블록의 인스턴스여야 합니다</translation>
    </message>
    <message>
      <source>it trains variables inside of {instance}, which runs a composite and cannot be expanded</source>
      <translation>{instance} 안의 변수를 학습시키는데, 합성 블록을 실행하므로 펼칠 수 없습니다</translation>
    </message>
    <message>
      <source>it uses the variables of {values}, which blocks of the page cannot</source>
      <translation>{values}의 변수를 사용하는데, 페이지의 블록은 그럴 수 없습니다</translation>
    </message>
    <message>
      <source>it would flow here, too</source>
      <translation>여기로도 흐르게 됩니다</translation>
    </message>
    <message>
      <source>it would no longer flow here</source>
      <translation>더는 여기로 흐르지 않게 됩니다</translation>
    </message>
    <message>
      <source>its gradient block opens in turn</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>leaves out</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>let the gradient through {lift}</source>
      <translation>{lift}에서 그래디언트를 통과시키기</translation>
    </message>
    <message>
      <source>may stay open</source>
      <translation>비워 둘 수 있음</translation>
    </message>
    <message>
      <source>mean of {name} {shape}, {low} … {high}</source>
      <translation>{name} {shape}의 평균, {low} … {high}</translation>
    </message>
    <message>
      <source>mean {mean:.4g}, σ {std:.4g}</source>
      <translation>평균 {mean:.4g}, σ {std:.4g}</translation>
    </message>
    <message>
      <source>measured before the last edit</source>
      <translation>마지막 편집 이전에 측정됨</translation>
    </message>
    <message>
      <source>missing: {names}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>moved by {shift}: {ids} is larger here and would cover it</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>needs a wire</source>
      <translation>와이어가 필요함</translation>
    </message>
    <message>
      <source>neither true nor false</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no block of an open gradient is selected</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no change</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no derivative</source>
      <translation>미분 불가</translation>
    </message>
    <message>
      <source>no gradient</source>
      <translation>그래디언트 없음</translation>
    </message>
    <message>
      <source>no gradient can come by it: no wire leads on to an operation</source>
      <translation>그래디언트가 올 수 없습니다: 연산으로 이어지는 와이어가 없습니다</translation>
    </message>
    <message>
      <source>no gradient here</source>
      <translation>여기에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>no gradient: {reason}</source>
      <translation>그래디언트 없음: {reason}</translation>
    </message>
    <message>
      <source>no gradient: {where}{reason}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no instance</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no longer would</source>
      <translation>더는 흐르지 않음</translation>
    </message>
    <message>
      <source>no one edit does this: {mend}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>no path</source>
      <translation>경로 없음</translation>
    </message>
    <message>
      <source>no pin is called {typed}</source>
      <translation>{typed}(이)라는 핀이 없습니다</translation>
    </message>
    <message>
      <source>no pin of {block_at} fits {endpoint}</source>
      <translation>{block_at}의 핀 중 {endpoint}에 맞는 것이 없습니다</translation>
    </message>
    <message>
      <source>no pins</source>
      <translation>핀 없음</translation>
    </message>
    <message>
      <source>no process can be started that computes: {strerror}</source>
      <translation>계산할 프로세스를 시작할 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>no result yet</source>
      <translation>아직 결과가 없습니다</translation>
    </message>
    <message>
      <source>no rule</source>
      <translation>규칙 없음</translation>
    </message>
    <message>
      <source>no scalar: reduce it to one, by Mean for example</source>
      <translation>스칼라가 아닙니다: Mean 등으로 하나의 값으로 줄이십시오</translation>
    </message>
    <message>
      <source>nonfinite, rises, or such as norm &gt; 10 and step &gt; 3; empty: at each step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>norm</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>norm 1</source>
      <translation>노름 1</translation>
    </message>
    <message>
      <source>norm {value:.3g}{odd}</source>
      <translation>노름 {value:.3g}{odd}</translation>
    </message>
    <message>
      <source>not checked</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>not enabled</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>not installed</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>not known</source>
      <translation>알 수 없음</translation>
    </message>
    <message>
      <source>not measured</source>
      <translation>측정되지 않음</translation>
    </message>
    <message>
      <source>not smooth</source>
      <translation>매끄럽지 않음</translation>
    </message>
    <message>
      <source>not smooth here</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>not wired</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>not {name}: {reason}</source>
      <translation>{name} 제외: {reason}</translation>
    </message>
    <message>
      <source>nothing above zero</source>
      <translation>0보다 큰 값 없음</translation>
    </message>
    <message>
      <source>nothing fits {end}</source>
      <translation>{end}에 맞는 것이 없습니다</translation>
    </message>
    <message>
      <source>nothing is differentiated on this page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>nothing is wired to it</source>
      <translation>연결된 것이 없습니다</translation>
    </message>
    <message>
      <source>of {total:,}{every}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>on %Y-%m-%d at %H:%M</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>on the block: {promoted}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>one element from each round</source>
      <translation>반복마다 나오는 원소 하나</translation>
    </message>
    <message>
      <source>one element in each round</source>
      <translation>반복마다 원소 하나</translation>
    </message>
    <message>
      <source>operation</source>
      <translation>연산</translation>
    </message>
    <message>
      <source>operations</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>press the new keys</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>prevented</source>
      <translation>금지됨</translation>
    </message>
    <message>
      <source>reference to a variable</source>
      <translation>변수 참조</translation>
    </message>
    <message>
      <source>right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>same</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>save the text as a .gradblocks file and open it</source>
      <translation>텍스트를 .gradblocks 파일로 저장한 뒤 여십시오</translation>
    </message>
    <message>
      <source>save them as .csv</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>save them as .npy</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>scope</source>
      <translation>범위</translation>
    </message>
    <message>
      <source>select a scalar and press D</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>select one block to draw a wire from it</source>
      <translation>와이어를 그릴 블록 하나를 선택하십시오</translation>
    </message>
    <message>
      <source>select the block that gives the result</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>select the constants, or what has them</source>
      <translation>상수나 상수를 가진 것을 선택하십시오</translation>
    </message>
    <message>
      <source>several values</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>shape</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>shapes are written [[2, ?], [3]]</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>ships with the program</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>status</source>
      <translation>상태</translation>
    </message>
    <message>
      <source>step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>step {at:,.0f}</source>
      <translation>{at:,.0f}단계</translation>
    </message>
    <message>
      <source>step {round:,}: {shares:.0%} of the elements are about {number:.3g}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>step {step:,}: norm of the gradient {found:.6g}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>step {x:,.0f}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>stop</source>
      <translation>정지</translation>
    </message>
    <message>
      <source>stop it at {cut}</source>
      <translation>{cut}에서 멈추기</translation>
    </message>
    <message>
      <source>sum of {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>take along the block that it is wired to, or wire its elements</source>
      <translation>연결된 블록을 함께 넣거나, 원소들을 연결하십시오</translation>
    </message>
    <message>
      <source>takes</source>
      <translation>입력받는</translation>
    </message>
    <message>
      <source>takes, gives and leaves out</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>tensors</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>text</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>texts are written ["one", "two"]</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>texts cannot be saved as .npy</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the Variable</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the block type of {missing} is not known</source>
      <translation>{missing}의 블록 유형을 알 수 없습니다</translation>
    </message>
    <message>
      <source>the blocks lie in several scopes, and an instance in one</source>
      <translation>블록들이 여러 범위에 있지만, 인스턴스는 한 범위에만 있을 수 있습니다</translation>
    </message>
    <message>
      <source>the blocks would form a cycle: {names}</source>
      <translation>블록들이 순환을 이룹니다: {names}</translation>
    </message>
    <message>
      <source>the clipboard holds a diagram of {count} pages, and a paste takes one</source>
      <translation>클립보드의 다이어그램은 {count}페이지인데, 붙여넣기는 한 페이지만 받습니다</translation>
    </message>
    <message>
      <source>the clipboard holds a diagram without blocks</source>
      <translation>클립보드의 다이어그램에 블록이 없습니다</translation>
    </message>
    <message>
      <source>the clipboard holds no blocks that can be pasted: {sentence}</source>
      <translation>클립보드에 붙여넣을 수 있는 블록이 없습니다: {sentence}</translation>
    </message>
    <message>
      <source>the clipboard holds no blocks, but other text</source>
      <translation>클립보드에 블록이 아닌 다른 텍스트가 있습니다</translation>
    </message>
    <message>
      <source>the clipboard holds no table</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the clipboard is empty</source>
      <translation>클립보드가 비어 있습니다</translation>
    </message>
    <message>
      <source>the composite has no pin {gone!r} of that side</source>
      <translation>합성 블록의 그쪽에는 핀 {gone!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the diagram has no page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the first {max_rows:,} of {size:,} elements</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the gradient ends nowhere before the data</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the gradient view is off: G turns it on</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the name {name!r} {fault}</source>
      <translation>이름 {name!r}: {fault}</translation>
    </message>
    <message>
      <source>the name {new!r} of a composite {fault}</source>
      <translation>합성 블록 이름 {new!r}: {fault}</translation>
    </message>
    <message>
      <source>the number is too large</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the page could not be checked: {why}</source>
      <translation>페이지를 검사할 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the picture cannot be made</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the process that checks was ended</source>
      <translation>검사하던 프로세스가 종료되었습니다</translation>
    </message>
    <message>
      <source>the process that computes was ended</source>
      <translation>계산하던 프로세스가 종료되었습니다</translation>
    </message>
    <message>
      <source>the same in each round</source>
      <translation>모든 반복에서 같음</translation>
    </message>
    <message>
      <source>the scope that the block belongs to</source>
      <translation>블록이 속한 범위</translation>
    </message>
    <message>
      <source>the status of a session</source>
      <translation>세션 상태</translation>
    </message>
    <message>
      <source>the sum of {title}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the whole path from {name}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>the wire is no longer there</source>
      <translation>와이어가 더 이상 없습니다</translation>
    </message>
    <message>
      <source>there</source>
      <translation>여기</translation>
    </message>
    <message>
      <source>there are no cells on the clipboard</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>there is already a block {name!r} on this page</source>
      <translation>이 페이지에 이미 블록 {name!r}이(가) 있습니다</translation>
    </message>
    <message>
      <source>there is already a composite {new!r}</source>
      <translation>합성 블록 {new!r}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is no block type Placeholder in this library</source>
      <translation>이 라이브러리에는 블록 유형 Placeholder가 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {name!r}</source>
      <translation>블록 유형 {name!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {type!r}</source>
      <translation>블록 유형 {type!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {block!r}</source>
      <translation>블록 {block!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {block_id!r}</source>
      <translation>블록 {block_id!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no bookmark {place} on this page: Alt+{place} sets it to what is in sight</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>there is no breakpoint at {at}</source>
      <translation>{at}에 중단점이 없습니다</translation>
    </message>
    <message>
      <source>there is no loss to make smaller</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>there is no pin {name!r}</source>
      <translation>핀 {name!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is nothing to compute a loss of</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>these pictures are too large to be shown</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>this</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>time: {text}</source>
      <translation>시간: {text}</translation>
    </message>
    <message>
      <source>to a display</source>
      <translation>표시 블록으로</translation>
    </message>
    <message>
      <source>to have it once, use an instance of the composite</source>
      <translation>한 번만 쓰려면 합성 블록의 인스턴스를 사용하십시오</translation>
    </message>
    <message>
      <source>to the right</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>today at %H:%M</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>trains {variables}</source>
      <translation>{variables}을(를) 학습</translation>
    </message>
    <message>
      <source>true or false</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>value: {value}</source>
      <translation>값: {value}</translation>
    </message>
    <message>
      <source>vanishing 1e{exponent}</source>
      <translation>소실 1e{exponent}</translation>
    </message>
    <message>
      <source>variables that get none ({lost})</source>
      <translation>받지 못하는 변수 ({lost})</translation>
    </message>
    <message>
      <source>what if cut</source>
      <translation>차단한다면</translation>
    </message>
    <message>
      <source>what if lifted</source>
      <translation>만약 해제하면</translation>
    </message>
    <message>
      <source>what if this did not stop?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>what if {name} were cut</source>
      <translation>{name}을(를) 차단한다면</translation>
    </message>
    <message>
      <source>what is chosen</source>
      <translation>선택한 것</translation>
    </message>
    <message>
      <source>what is differentiated lies</source>
      <translation>미분 대상이</translation>
    </message>
    <message>
      <source>what the block gave in the last step</source>
      <translation>마지막 단계에서 블록이 낸 값</translation>
    </message>
    <message>
      <source>why?</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>wire {bends}</source>
      <translation>와이어 {bends}</translation>
    </message>
    <message>
      <source>with a {inserted}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>without {left_out:,} that are NaN or infinite</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>would flow, too</source>
      <translation>여기도 흐르게 됨</translation>
    </message>
    <message>
      <source>would get a gradient, too</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>would get none</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>wrong</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>wrong {error}</source>
      <translation>틀림 {error}</translation>
    </message>
    <message>
      <source>zero everywhere</source>
      <translation>모두 0</translation>
    </message>
    <message>
      <source>zeros</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{about}, not used</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{beside} not on its path</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{blocks} keeps its name: {fault}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{block} (gradient of {gradient_of})</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{block} gets a gradient of {of} in each of {count:,} rounds.</source>
      <translation>{block}은(는) {count:,}번의 반복마다 {of}의 그래디언트를 받습니다.</translation>
    </message>
    <message>
      <source>{block} gets a gradient of {of}.</source>
      <translation>{block}은(는) {of}의 그래디언트를 받습니다.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of} {where}</source>
      <translation>{block}은(는) {where} {of}의 그래디언트를 받지 못합니다</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {of} does not depend on it.</source>
      <translation>{block}은(는) {of}의 그래디언트를 받지 못합니다: {of}이(가) 의존하지 않습니다.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {reason}.</source>
      <translation>{block}은(는) {of}의 그래디언트를 받지 못합니다: {reason}.</translation>
    </message>
    <message>
      <source>{block} gets no gradient of {of}: {where}{between}.</source>
      <translation>{block}은(는) {of}의 그래디언트를 받지 못합니다: {where}{between}.</translation>
    </message>
    <message>
      <source>{block} gives no tensor: it has no formula</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{block} gives no tensor: no gradient can be cut there</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{block} is open as {count}{also}: {what}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{block}.{name} is {word} now, as it is by default, which blocks do not show: the inspector has it</source>
      <translation>{block}.{name}은(는) 이제 기본값 {word}이며, 블록에는 표시되지 않습니다: 속성 패널에 있습니다</translation>
    </message>
    <message>
      <source>{block}: round</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{canvas} has it: all its instances follow</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{caption}: too long to be shown</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{columns} more columns</source>
      <translation>열 {columns}개 더</translation>
    </message>
    <message>
      <source>{count} blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{count} blocks are edited together.
</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{count} in a composite with {inputs} and {outputs}: Enter goes in</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{count} steps between</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{count} wires of {endpoint}</source>
      <translation>{endpoint}의 와이어 {count}개</translation>
    </message>
    <message>
      <source>{cut} of {on_path} without gradient</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{each} is a list: cut its elements</source>
      <translation>{each}은(는) 목록입니다: 원소에서 차단하십시오</translation>
    </message>
    <message>
      <source>{edits}, the last {when}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{first:,} older edits</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{found} Queues, readers and the like start again.</source>
      <translation>{found} 큐와 리더 등은 처음부터 다시 시작합니다.</translation>
    </message>
    <message>
      <source>{found} of {count} found</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{ids} is checked after each edit from now on; delete what need not hold</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{id} is one block again</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{id}, slider</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{is_now:.3g} → {would_be:.3g}, difference {difference:.3g}{cosine}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{kind} goes over something: choose an input that gets one element in each round</source>
      <translation>{kind}은(는) 무언가를 따라 반복합니다: 반복마다 원소 하나를 받을 입력을 고르십시오</translation>
    </message>
    <message>
      <source>{kind} runs its composite once in each round, and blocks of a page run once: Enter goes into it</source>
      <translation>{kind}은(는) 반복마다 합성 블록을 실행하지만, 페이지의 블록은 한 번만 실행됩니다: Enter로 들어갑니다</translation>
    </message>
    <message>
      <source>{loop} cannot be wired to itself</source>
      <translation>{loop}은(는) 자기 자신에 연결할 수 없습니다</translation>
    </message>
    <message>
      <source>{low:.4g} is black, {high:.4g} is full</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{message}

Mend: {mend}</source>
      <translation type="unfinished" />
    </message>
    <message numerus="yes">
      <source>{n:,} blocks</source>
      <translation>
        <numerusform>블록 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} changes</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} composites</source>
      <translation>
        <numerusform>합성 블록 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} conflicts</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants</source>
      <translation>
        <numerusform>상수 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants are variables now</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} edits that were not saved</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} files that this diagram names are not on this machine.</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} frames</source>
      <translation>
        <numerusform>프레임 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} inputs</source>
      <translation>
        <numerusform>입력 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} instances</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} notes</source>
      <translation>
        <numerusform>메모 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} outputs</source>
      <translation>
        <numerusform>출력 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} problems</source>
      <translation>
        <numerusform>문제 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} rounds</source>
      <translation>
        <numerusform>반복 {n:,}회</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} steps</source>
      <translation type="unfinished">
        <numerusform />
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires</source>
      <translation>
        <numerusform>와이어 {n:,}개</numerusform>
      </translation>
    </message>
    <message>
      <source>{named}: there</source>
      <translation>{named}: 여기</translation>
    </message>
    <message>
      <source>{names} and {count:,} more</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{names} and {count} others</source>
      <translation>{names} 외 {count}개</translation>
    </message>
    <message>
      <source>{name} changes what is wired to {name2}: it must be a Variable</source>
      <translation>{name}은(는) {name2}에 연결된 값을 바꿉니다: Variable이어야 합니다</translation>
    </message>
    <message>
      <source>{name} cut</source>
      <translation>{name} 차단</translation>
    </message>
    <message>
      <source>{name} does not take {short} at {name2}: it takes {listed}</source>
      <translation>{name}의 {name2}은(는) {short}을(를) 받지 않습니다: {listed}을(를) 받습니다</translation>
    </message>
    <message>
      <source>{name} has no input pin {pin_in!r}</source>
      <translation>{name}에는 입력 핀 {pin_in!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no output pin {pin_out!r}</source>
      <translation>{name}에는 출력 핀 {pin_out!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no pin for {endpoint}</source>
      <translation>{name}에는 {endpoint}에 맞는 핀이 없습니다</translation>
    </message>
    <message>
      <source>{name} has no result: run the page</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{name} is cut</source>
      <translation>{name}이(가) 차단됨</translation>
    </message>
    <message>
      <source>{name} is no block type</source>
      <translation>{name}은(는) 블록 유형이 아닙니다</translation>
    </message>
    <message>
      <source>{name} lets it through</source>
      <translation>{name}이(가) 통과시킴</translation>
    </message>
    <message>
      <source>{name} lifted</source>
      <translation>{name} 해제</translation>
    </message>
    <message>
      <source>{name} of {count} blocks</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{name} stands for {count} tensors: a formula is of one</source>
      <translation>{name}은(는) 텐서 {count}개를 나타냅니다: 수식은 하나에 대한 것입니다</translation>
    </message>
    <message>
      <source>{name} takes {words}, {pin_out} is {words2}</source>
      <translation>{name} 핀의 종류: {words}, {pin_out}의 종류: {words2}</translation>
    </message>
    <message>
      <source>{name} to {name2}</source>
      <translation>{name} → {name2}</translation>
    </message>
    <message>
      <source>{name}, some elements of this step</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{name}: no numbers</source>
      <translation>{name}: 숫자 없음</translation>
    </message>
    <message>
      <source>{name}: not on the block</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{name}: the block's type has no such attribute or input</source>
      <translation type="unfinished" />
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} instances follow</source>
      <translation>
        <numerusform>{name}: 인스턴스 {n:,}개가 따라 바뀝니다</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {size:,} elements</source>
      <translation>{name}: 원소 {size:,}개</translation>
    </message>
    <message>
      <source>{not_finite} not finite</source>
      <translation>유한하지 않음 {not_finite}</translation>
    </message>
    <message>
      <source>{number} since step {step:,}</source>
      <translation>{step:,}단계부터 {number}</translation>
    </message>
    <message>
      <source>{others} uses its variables</source>
      <translation>{others}이(가) 그 변수를 사용합니다</translation>
    </message>
    <message>
      <source>{outside} outside</source>
      <translation>범위 밖 {outside}</translation>
    </message>
    <message>
      <source>{part!r} is no size</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{path} could not be written</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{pin_in} is typed in, it takes no wire</source>
      <translation>{pin_in}은(는) 직접 입력하는 값이라 와이어를 받지 않습니다</translation>
    </message>
    <message>
      <source>{pin} has {count} by now</source>
      <translation>{pin}에는 이제 {count}이(가) 있습니다</translation>
    </message>
    <message>
      <source>{pin} takes one tensor, {output} is a list: wire one of its elements</source>
      <translation>{pin}은(는) 텐서 하나를 받고 {output}은(는) 목록입니다: 원소 하나를 연결하십시오</translation>
    </message>
    <message>
      <source>{pin}: {text} in round 0, {text2} in round {last:,}</source>
      <translation>{pin}: 반복 0에서 {text}, 반복 {last:,}에서 {text2}</translation>
    </message>
    <message>
      <source>{place:,} of {number:,}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{reason}
Let go to choose: {mends}</source>
      <translation>{reason}
놓으면 선택할 수 있습니다: {mends}</translation>
    </message>
    <message>
      <source>{rows} more rows</source>
      <translation>행 {rows}개 더</translation>
    </message>
    <message>
      <source>{shape} is no picture: [H,W], [H,W,C], [N,H,W] or [N,H,W,C]</source>
      <translation>{shape}은(는) 이미지가 아닙니다: [H,W], [H,W,C], [N,H,W] 또는 [N,H,W,C]</translation>
    </message>
    <message>
      <source>{shape}, no scalar</source>
      <translation>{shape}, 스칼라 아님</translation>
    </message>
    <message>
      <source>{shape}: no elements</source>
      <translation>{shape}: 원소 없음</translation>
    </message>
    <message>
      <source>{shape}: no numbers</source>
      <translation>{shape}: 숫자 없음</translation>
    </message>
    <message>
      <source>{share:.0%} of the step</source>
      <translation>단계의 {share:.0%}</translation>
    </message>
    <message>
      <source>{share} pass between the blocks</source>
      <translation>{share}은(는) 블록 사이에서 걸립니다</translation>
    </message>
    <message>
      <source>{short} scalar</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{short} values have no gradient</source>
      <translation>{short} 값에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{size:,} elements are too many for a .csv file</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{size} of {size2} keep its states</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{source} is a list, and a composite has no list outputs</source>
      <translation>{source}은(는) 목록이고, 합성 블록에는 목록 출력이 없습니다</translation>
    </message>
    <message>
      <source>{source} to {target}?
Arrows: another pin. Letters: by name. Enter: yes</source>
      <translation>{source} → {target}?
화살표: 다른 핀. 글자: 이름으로. Enter: 예</translation>
    </message>
    <message>
      <source>{text} inside of instances: put the contract there</source>
      <translation>{text} 인스턴스 안에 있습니다: 계약을 그 안에 두십시오</translation>
    </message>
    <message>
      <source>{text} is no number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{text} is no whole number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{text} to {endpoint}</source>
      <translation>{text} → {endpoint}</translation>
    </message>
    <message>
      <source>{text}: Undo takes it back</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{text}: {name} takes one tensor</source>
      <translation>{text}: {name}은(는) 텐서 하나를 받습니다</translation>
    </message>
    <message>
      <source>{time} per step (average of {steps})</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{time} per step, the average of {steps:,}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{title} (read-only)</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{title} has no gradient that could be compared</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{title} has no gradient that could be compared.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{to} takes one wire</source>
      <translation>{to}은(는) 와이어 하나만 받습니다</translation>
    </message>
    <message>
      <source>{tried}: gradient of {title}</source>
      <translation>{tried}: {title}의 그래디언트</translation>
    </message>
    <message>
      <source>{twice} can be carried to one input only</source>
      <translation>{twice}은(는) 입력 하나로만 넘길 수 있습니다</translation>
    </message>
    <message>
      <source>{type} cannot be inserted: a block type is not known</source>
      <translation>{type}을(를) 삽입할 수 없습니다: 알 수 없는 블록 유형이 있습니다</translation>
    </message>
    <message>
      <source>{type} has no output for {target}</source>
      <translation>{type}에는 {target}에 맞는 출력이 없습니다</translation>
    </message>
    <message>
      <source>{type} {word} for {source}</source>
      <translation>{type}: {word} ({source})</translation>
    </message>
    <message>
      <source>{unfinished:,} inputs or values are not there yet</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{what} is no constant with real numbers that a gradient could reach</source>
      <translation>{what}: 그래디언트가 닿을 수 있는 실수 상수가 아닙니다</translation>
    </message>
    <message>
      <source>{what} of the dtype of {first}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{what} of the dtype of {like}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{what} of the dtype {var}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{where} keeps its value: {reason}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{why}The block is kept as it is, with its wires.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words!r} is no number</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words!r} is no single value</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words} the diagram has ours for now.</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words}. F10 goes a block on, Pause goes on</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words}; default: {value}</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>{words}; must be given</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>~ changed</source>
      <translation>~ 변경됨</translation>
    </message>
    <message>
      <source>− column</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>− removed</source>
      <translation>− 제거됨</translation>
    </message>
    <message>
      <source>− row</source>
      <translation type="unfinished" />
    </message>
    <message>
      <source>한국어</source>
      <translation type="unfinished" />
    </message>
  </context>
</TS>
