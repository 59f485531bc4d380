<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko">
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
오른쪽 클릭하여 대리 그래디언트를 추가합니다</translation>
    </message>
    <message>
      <source>
Tab: new block</source>
      <translation>
Tab: 새 블록</translation>
    </message>
    <message>
      <source>
The gradient of {of} would then also reach {gains}.</source>
      <translation>
그러면 {of}의 그래디언트가 {gains}에도 닿습니다.</translation>
    </message>
    <message>
      <source>
and {count} more</source>
      <translation>
외 {count}개</translation>
    </message>
    <message>
      <source>
muted</source>
      <translation>
음소거됨</translation>
    </message>
    <message>
      <source>   (element {index})</source>
      <translation>   (원소 {index})</translation>
    </message>
    <message>
      <source> (layout-only changes: {count:,})</source>
      <translation> (배치만 바뀐 항목: {count:,}개)</translation>
    </message>
    <message>
      <source> Custom gradients that differ: {customs}.</source>
      <translation> 차이가 나는 사용자 정의 그래디언트: {customs}.</translation>
    </message>
    <message>
      <source> Not smooth here: {rough}.</source>
      <translation> 매끄럽지 않은 곳: {rough}.</translation>
    </message>
    <message>
      <source> Other paths end at {places}.</source>
      <translation> 다른 경로는 {places}에서 끝납니다.</translation>
    </message>
    <message>
      <source> Recording every iteration would take too much memory, so some iterations show the values of an earlier iteration.</source>
      <translation> 모든 반복을 기록하려면 메모리가 너무 많이 필요하여, 일부는 이전 반복의 값을 표시합니다.</translation>
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
      <translation> 외 {count}개</translation>
    </message>
    <message>
      <source> entries</source>
      <translation>개 항목</translation>
    </message>
    <message>
      <source> min</source>
      <translation> 분</translation>
    </message>
    <message>
      <source> of {of:,}</source>
      <translation> / {of:,}</translation>
    </message>
    <message>
      <source> or {names}</source>
      <translation> 또는 {names}</translation>
    </message>
    <message>
      <source> with respect to {pins}</source>
      <translation>, {pins} 기준</translation>
    </message>
    <message>
      <source>"{name}" already exists with different contents. Overwrite it?</source>
      <translation>"{name}"이(가) 이미 다른 내용으로 있습니다. 덮어쓸까요?</translation>
    </message>
    <message>
      <source>"{name}" cannot be opened.</source>
      <translation>"{name}"을(를) 열 수 없습니다.</translation>
    </message>
    <message>
      <source>"{name}" is open in another window{who} and was not saved.</source>
      <translation>"{name}"이(가) 다른 창에 열려 있어{who} 저장하지 않았습니다.</translation>
    </message>
    <message>
      <source>"{name}" was changed by another program since you opened it. Overwrite it?</source>
      <translation>"{name}"을(를) 연 뒤에 다른 프로그램이 바꾸었습니다. 덮어쓸까요?</translation>
    </message>
    <message numerus="yes">
      <source>"{name}" was imported, with {n:,} notes. The first: {first}</source>
      <translation>
        <numerusform>"{name}"을(를) 가져왔습니다. 알아 둘 것 {n:,}가지, 그중 첫째: {first}</numerusform>
      </translation>
    </message>
    <message>
      <source>"{name}" was imported. Notes:</source>
      <translation>"{name}"을(를) 가져왔습니다. 참고:</translation>
    </message>
    <message>
      <source>"{name}" was not saved.</source>
      <translation>"{name}"을(를) 저장하지 않았습니다.</translation>
    </message>
    <message>
      <source>"{name}" was not written.</source>
      <translation>"{name}"을(를) 쓰지 않았습니다.</translation>
    </message>
    <message>
      <source>"{text}" no longer has this shortcut.</source>
      <translation>"{text}"에는 더 이상 이 단축키가 없습니다.</translation>
    </message>
    <message>
      <source>&amp;Arrange</source>
      <translation>배치(&amp;A)</translation>
    </message>
    <message>
      <source>&amp;Composite</source>
      <translation>합성(&amp;C)</translation>
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation>편집(&amp;E)</translation>
    </message>
    <message>
      <source>&amp;File</source>
      <translation>파일(&amp;F)</translation>
    </message>
    <message>
      <source>&amp;Gradient</source>
      <translation>그래디언트(&amp;G)</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>도움말(&amp;H)</translation>
    </message>
    <message>
      <source>&amp;Iterations</source>
      <translation>반복 횟수(&amp;I)</translation>
    </message>
    <message>
      <source>&amp;Loop</source>
      <translation>루프(&amp;L)</translation>
    </message>
    <message>
      <source>&amp;Loss or prediction</source>
      <translation>손실 또는 예측(&amp;L)</translation>
    </message>
    <message>
      <source>&amp;Name of the body</source>
      <translation>본문 이름(&amp;N)</translation>
    </message>
    <message>
      <source>&amp;Run</source>
      <translation>실행(&amp;R)</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>보기(&amp;V)</translation>
    </message>
    <message>
      <source>'at' must be two finite numbers</source>
      <translation>'at'은 유한한 수 두 개여야 합니다</translation>
    </message>
    <message>
      <source>'blocks' must be a list of ids of blocks that is not empty</source>
      <translation>'blocks'는 비어 있지 않은 블록 ID 목록이어야 합니다</translation>
    </message>
    <message>
      <source>'color' of {what} must be a string</source>
      <translation>{what}의 'color'는 문자열이어야 합니다</translation>
    </message>
    <message>
      <source>'doc' and 'sets' of the promoted value {name} must be strings</source>
      <translation>블록에 표시된 값 {name}의 'doc'와 'sets'는 문자열이어야 합니다</translation>
    </message>
    <message>
      <source>'doc' must be a string</source>
      <translation>'doc'는 문자열이어야 합니다</translation>
    </message>
    <message>
      <source>'dtype=' is not allowed here</source>
      <translation>'dtype='은 여기에 올 수 없습니다</translation>
    </message>
    <message>
      <source>'name' of 'from' must be a valid name of a composite</source>
      <translation>'from'의 'name'은 올바른 컴포지트 이름이어야 합니다</translation>
    </message>
    <message>
      <source>'name' of 'package' cannot be {shortened}: it {fault}</source>
      <translation>'package'의 'name'은 {shortened}일 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>'page' must be an object with a string 'name'</source>
      <translation>'page'는 문자열 'name'이 있는 객체여야 합니다</translation>
    </message>
    <message>
      <source>'sets' of {what} must be a list of strings</source>
      <translation>{what}의 'sets'는 문자열의 리스트여야 합니다</translation>
    </message>
    <message>
      <source>'size' must be two finite numbers</source>
      <translation>'size'는 유한한 수 두 개여야 합니다</translation>
    </message>
    <message>
      <source>'type' must be the name of a block type</source>
      <translation>'type'은 블록 타입의 이름이어야 합니다</translation>
    </message>
    <message>
      <source>'values' must be an object</source>
      <translation>'values'는 객체여야 합니다</translation>
    </message>
    <message>
      <source>'}}' must follow the value of {key}</source>
      <translation>{key} 값 뒤에는 '}}'가 와야 합니다</translation>
    </message>
    <message>
      <source>(between blocks)</source>
      <translation>(블록 사이)</translation>
    </message>
    <message>
      <source>+ added</source>
      <translation>+ 추가됨</translation>
    </message>
    <message>
      <source>+ column</source>
      <translation>+ 열</translation>
    </message>
    <message>
      <source>+ row</source>
      <translation>+ 행</translation>
    </message>
    <message>
      <source>+ {hidden_values} more</source>
      <translation>+ {hidden_values}개 더</translation>
    </message>
    <message>
      <source>, and unpacked {listed}</source>
      <translation>, {listed} 펼침</translation>
    </message>
    <message>
      <source>, at least {minimum:g}</source>
      <translation>, 최소 {minimum:g}</translation>
    </message>
    <message>
      <source>, cosine {cosine:.3g}</source>
      <translation>, 코사인 {cosine:.3g}</translation>
    </message>
    <message>
      <source>, exact in {precision}</source>
      <translation>, {precision}에서 정확함</translation>
    </message>
    <message>
      <source>, exploding</source>
      <translation>, 폭발</translation>
    </message>
    <message>
      <source>, measured before the last edit</source>
      <translation>, 마지막 편집 이전에 측정됨</translation>
    </message>
    <message>
      <source>, minimum length {minimum:g}</source>
      <translation>, 최소 길이 {minimum:g}</translation>
    </message>
    <message>
      <source>, on the path {path}</source>
      <translation>, 경로 {path}</translation>
    </message>
    <message>
      <source>, one of {allowed}</source>
      <translation>, {allowed} 중 하나</translation>
    </message>
    <message>
      <source>, optional</source>
      <translation>, 선택 사항</translation>
    </message>
    <message>
      <source>, outdated</source>
      <translation>, 이전 값</translation>
    </message>
    <message>
      <source>, paused</source>
      <translation>, 일시 중지됨</translation>
    </message>
    <message>
      <source>, recorded every {every} iterations</source>
      <translation>, 반복 {every}번마다 기록됨</translation>
    </message>
    <message>
      <source>, relative error {error} in {precision}</source>
      <translation>, {precision}에서 상대 오차 {error}</translation>
    </message>
    <message>
      <source>, showing one of every {step:,}</source>
      <translation>, {step:,}개마다 하나씩 표시</translation>
    </message>
    <message>
      <source>, step {step:,}</source>
      <translation>, {step:,}단계</translation>
    </message>
    <message>
      <source>, stopped</source>
      <translation>, 중지됨</translation>
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
      <source>, {count:,} failed</source>
      <translation>, {count:,}개 실패</translation>
    </message>
    <message>
      <source>, {rate:,.0f} steps/s</source>
      <translation>, 초당 {rate:,.0f}단계</translation>
    </message>
    <message>
      <source>, {rate:.1f} steps/s</source>
      <translation>, 초당 {rate:.1f}단계</translation>
    </message>
    <message>
      <source>, {share} of that time in {block}</source>
      <translation>, 그중 {share}은(는) {block}</translation>
    </message>
    <message>
      <source>, {time} left</source>
      <translation>, {time} 남음</translation>
    </message>
    <message>
      <source>--every {every}: the run has {steps} steps, so nothing would be printed</source>
      <translation>--every {every}: 실행이 {steps}스텝이므로 아무것도 출력되지 않습니다</translation>
    </message>
    <message>
      <source>--map: expected OLD=NEW, got {text}</source>
      <translation>--map: OLD=NEW가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>--out: --best writes {BEST}. Choose another name.</source>
      <translation>--out: --best가 {BEST}을(를) 씁니다. 다른 이름을 선택하세요.</translation>
    </message>
    <message>
      <source>--out: expected the name of a .npz file, got {shown}</source>
      <translation>--out: .npz 파일 이름이 필요하지만 {shown}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>--processes needs a system that supports fork(), and works only in the `gradblocks` command itself</source>
      <translation>여러 프로세스에는 fork()를 지원하는 시스템과 `gradblocks` 명령이 필요합니다</translation>
    </message>
    <message>
      <source>--resume: {folder} contains the runs of a sweep with a different {name}</source>
      <translation>--resume: {folder}에는 {name} 값이 다른 스윕의 실행이 들어 있습니다</translation>
    </message>
    <message>
      <source>--run: a composite cannot be run</source>
      <translation>--run: 합성 블록은 실행할 수 없습니다</translation>
    </message>
    <message>
      <source>--set {name} is given twice</source>
      <translation>--set {name}이(가) 두 번 있습니다</translation>
    </message>
    <message>
      <source>--set {name}: there is no block {block_id}</source>
      <translation>--set {name}: 블록 {block_id}이(가) 없습니다</translation>
    </message>
    <message>
      <source>--set {name}: {text} contains an empty value</source>
      <translation>--set {name}: {text}에 빈 값이 있습니다</translation>
    </message>
    <message>
      <source>--set: expected BLOCK.NAME=VALUE, got {setting}</source>
      <translation>--set: BLOCK.NAME=VALUE가 필요하지만 {setting}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: there is no such axis in the shape {shape_text}</source>
      <translation>--shard {name}={axis}: 모양 {shape_text}에 그런 축이 없습니다</translation>
    </message>
    <message>
      <source>--shard {name}={axis}: {shape} elements along this axis cannot be split over {count} devices</source>
      <translation>--shard {name}={axis}: 이 축을 따른 원소 {shape}개를 장치 {count}개에 나눌 수 없습니다</translation>
    </message>
    <message>
      <source>0</source>
      <translation>0</translation>
    </message>
    <message>
      <source>0.00000000000005</source>
      <translation>0.00000000000005</translation>
    </message>
    <message>
      <source>0.01</source>
      <translation>0.01</translation>
    </message>
    <message>
      <source>0.3</source>
      <translation>0.3</translation>
    </message>
    <message>
      <source>0.6</source>
      <translation>0.6</translation>
    </message>
    <message>
      <source>1</source>
      <translation>1</translation>
    </message>
    <message>
      <source>1 step per second</source>
      <translation>초당 1단계</translation>
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
      <translation>초당 30단계</translation>
    </message>
    <message>
      <source>36</source>
      <translation>36</translation>
    </message>
    <message>
      <source>5 steps per second</source>
      <translation>초당 5단계</translation>
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
      <translation>: 모두 {number}</translation>
    </message>
    <message>
      <source>; some blocks failed: {sentence}</source>
      <translation>; 일부 블록 실패: {sentence}</translation>
    </message>
    <message>
      <source>A different block library with the same name is used instead.</source>
      <translation>같은 이름의 다른 블록 라이브러리가 대신 쓰입니다.</translation>
    </message>
    <message>
      <source>A generator learns to help the discriminator because a StopGradient is missing.</source>
      <translation>StopGradient가 빠져서 생성자가 판별자를 돕는 법을 배웁니다.</translation>
    </message>
    <message>
      <source>A generator makes samples, and a discriminator judges them. Both learn in the same step. The discriminator's loss must not change the generator.</source>
      <translation>생성자는 표본을 만들고 판별자는 그것을 판정합니다. 둘은 같은 스텝에서 배웁니다. 판별자의 손실이 생성자를 바꾸어서는 안 됩니다.</translation>
    </message>
    <message>
      <source>A gradient equals that of the solution</source>
      <translation>그래디언트가 풀이의 그래디언트와 같음</translation>
    </message>
    <message>
      <source>A merge left {many} in this diagram.</source>
      <translation>병합으로 이 다이어그램에 {many}이(가) 남았습니다.</translation>
    </message>
    <message>
      <source>A muted block passes its first compatible input through unchanged</source>
      <translation>음소거된 블록은 호환되는 첫 입력을 그대로 통과시킵니다</translation>
    </message>
    <message>
      <source>A question is answered</source>
      <translation>질문에 답함</translation>
    </message>
    <message>
      <source>A recurrent network gets a number x, runs 60 iterations, and must then repeat the number: “prediction” must equal x. “report” shows two values: the number of iterations, and log10 of the size of the gradient that arrives at the start. In this network, each iteration makes the state smaller, and the gradient becomes smaller on its way back. Training changes nothing.
Change the iteration so that the gradient survives all 60 iterations and the network learns. The gradient must neither vanish nor explode. To change the iteration, select “memory” and enter the composite Cell. You may also change the weights W and the training block. Keep 60 iterations, the output “states”, and everything that computes the report.</source>
      <translation>순환 네트워크가 숫자 x를 받아 60회 반복한 뒤 그 숫자를 다시 내야 합니다. “prediction”은 x와 같아야 합니다. “report”는 두 값을 보여 줍니다. 반복 횟수와 시작에 도착하는 그래디언트 크기의 log10입니다. 이 네트워크에서는 반복할 때마다 상태가 작아지고, 그래디언트는 돌아가는 길에 작아집니다. 학습은 아무것도 바꾸지 않습니다.
그래디언트가 60회 반복을 모두 견디고 네트워크가 학습하도록 반복을 바꾸세요. 그래디언트는 사라지거나 폭발하면 안 됩니다. 반복을 바꾸려면 “memory”를 선택하고 합성 블록 Cell에 들어가세요. 가중치 W와 학습 블록도 바꿀 수 있습니다. 60회 반복, 출력 “states”, 그리고 보고서를 계산하는 모든 것은 유지하세요.</translation>
    </message>
    <message>
      <source>A restricted Boltzmann machine starts from the data and draws a sample of its own. Training lowers the free energy of the data relative to that of the sample. The sample was drawn with the same weights.</source>
      <translation>제한된 볼츠만 머신은 데이터에서 시작해 자기 표본을 뽑습니다. 학습은 표본의 자유 에너지에 비해 데이터의 자유 에너지를 낮춥니다. 표본은 같은 가중치로 뽑은 것입니다.</translation>
    </message>
    <message>
      <source>A result has this value</source>
      <translation>결과가 이 값을 가짐</translation>
    </message>
    <message>
      <source>A softmax built from basic blocks: exp(x) divided by its sum. In float32, the exponential of a number above about 88 is infinite, so the maximum of each row is subtracted first. This does not change the quotient.</source>
      <translation>기본 블록으로 만든 소프트맥스: exp(x)를 그 합으로 나눕니다. float32에서 약 88보다 큰 수의 지수 함수는 무한대이므로 먼저 각 행의 최댓값을 뺍니다. 몫은 바뀌지 않습니다.</translation>
    </message>
    <message>
      <source>A step takes {time}{share}. View &gt; Timings hides the times</source>
      <translation>한 단계에 {time}{share}. 보기 &gt; 실행 시간으로 시간을 숨깁니다</translation>
    </message>
    <message>
      <source>A student network learns to give the same output as a teacher network, which sees another view of the image. The teacher must stay as it is. On this page, training changes both: the loss falls because the teacher also moves toward the student.
Stop the gradient in the right place: the teacher network (T1 and T2) must get no gradient, and the student network (S1 and S2) must still learn. Change nothing else: keep the names of the variables and of “loss”, the data, the initial values and the training block.</source>
      <translation>학생 네트워크는 이미지를 다른 시점에서 보는 교사 네트워크와 같은 출력을 내도록 학습합니다. 교사는 그대로 있어야 합니다. 이 페이지에서는 학습이 둘 다 바꿉니다. 교사도 학생 쪽으로 움직이기 때문에 손실이 감소합니다.
올바른 곳에서 그래디언트를 멈추세요. 교사 네트워크(T1과 T2)는 그래디언트를 받지 않아야 하고, 학생 네트워크(S1과 S2)는 계속 학습해야 합니다. 다른 것은 바꾸지 마세요. 변수와 “loss”의 이름, 데이터, 초깃값, 학습 블록은 유지하세요.</translation>
    </message>
    <message>
      <source>A times b</source>
      <translation>A 곱하기 b</translation>
    </message>
    <message>
      <source>A wire begins here</source>
      <translation>와이어가 여기서 시작합니다</translation>
    </message>
    <message>
      <source>A wire ends here</source>
      <translation>와이어가 여기서 끝납니다</translation>
    </message>
    <message>
      <source>About Gradblocks</source>
      <translation>Gradblocks 정보</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>{name} 정보</translation>
    </message>
    <message>
      <source>Absolute value of the gradient</source>
      <translation>그래디언트의 절댓값</translation>
    </message>
    <message>
      <source>Accept</source>
      <translation>수락</translation>
    </message>
    <message>
      <source>Accept all proposals</source>
      <translation>모든 제안 수락</translation>
    </message>
    <message>
      <source>Accept each edit of the assistant without asking, until pairing ends</source>
      <translation>연결이 끝날 때까지 어시스턴트의 모든 편집을 묻지 않고 수락합니다</translation>
    </message>
    <message>
      <source>Accept proposal</source>
      <translation>제안 수락</translation>
    </message>
    <message>
      <source>Add</source>
      <translation>추가</translation>
    </message>
    <message>
      <source>Add a GradientContract that records which variables the current gradient reaches and which it does not</source>
      <translation>현재 그래디언트가 닿는 변수와 닿지 않는 변수를 적은 GradientContract를 추가합니다</translation>
    </message>
    <message>
      <source>Add a Minimize block, which updates the variables in each step to reduce the loss</source>
      <translation>단계마다 변수를 갱신하여 손실을 줄이는 Minimize 블록을 추가합니다</translation>
    </message>
    <message>
      <source>Add a Variable to the page</source>
      <translation>페이지에 Variable을 추가하세요</translation>
    </message>
    <message>
      <source>Add a block</source>
      <translation>블록 추가하기</translation>
    </message>
    <message>
      <source>Add a block library</source>
      <translation>블록 라이브러리 추가</translation>
    </message>
    <message>
      <source>Add a block that {word} {endpoint}</source>
      <translation>{endpoint}을(를) {word} 블록 추가</translation>
    </message>
    <message>
      <source>Add a check. Each check gives points.</source>
      <translation>검사를 추가하세요. 각 검사는 점수를 줍니다.</translation>
    </message>
    <message>
      <source>Add a column on the right</source>
      <translation>오른쪽에 열 추가</translation>
    </message>
    <message>
      <source>Add a folder of block libraries</source>
      <translation>블록 라이브러리 폴더 추가</translation>
    </message>
    <message>
      <source>Add a loss for {of}</source>
      <translation>{of}의 손실 추가</translation>
    </message>
    <message>
      <source>Add a loss that compares the selected block, or the page's outputs, with target values</source>
      <translation>선택한 블록이나 페이지의 출력을 목표값과 비교하는 손실을 추가합니다</translation>
    </message>
    <message>
      <source>Add a point that reroutes the wire. Drag the point, or move it with the arrow keys</source>
      <translation>선에 꺾임을 추가합니다. 끌거나 화살표 키로 옮깁니다</translation>
    </message>
    <message>
      <source>Add a row below</source>
      <translation>아래에 행 추가</translation>
    </message>
    <message>
      <source>Add a training step that minimizes {of}</source>
      <translation>{of}을(를) 최소화하는 학습 단계 추가</translation>
    </message>
    <message>
      <source>Add and remove block libraries, enable and disable plugins</source>
      <translation>블록 라이브러리를 추가하고 제거하며, 플러그인을 켜고 끕니다</translation>
    </message>
    <message>
      <source>Add block</source>
      <translation>블록 추가</translation>
    </message>
    <message>
      <source>Add block library...</source>
      <translation>블록 라이브러리 추가...</translation>
    </message>
    <message>
      <source>Add block that {word} {endpoint}...</source>
      <translation>{endpoint}을(를) {word} 블록 추가...</translation>
    </message>
    <message>
      <source>Add block...</source>
      <translation>블록 추가...</translation>
    </message>
    <message>
      <source>Add check</source>
      <translation>검사 추가</translation>
    </message>
    <message>
      <source>Add custom gradient to {name}</source>
      <translation>{name}에 사용자 정의 그래디언트 추가</translation>
    </message>
    <message>
      <source>Add custom gradient {name}</source>
      <translation>사용자 정의 그래디언트 {name} 추가</translation>
    </message>
    <message>
      <source>Add custom gradient...</source>
      <translation>사용자 정의 그래디언트 추가...</translation>
    </message>
    <message>
      <source>Add default values</source>
      <translation>기본값 추가</translation>
    </message>
    <message>
      <source>Add epsilon before {block}</source>
      <translation>{block} 앞에 엡실론 더하기</translation>
    </message>
    <message>
      <source>Add example</source>
      <translation>예제 추가</translation>
    </message>
    <message>
      <source>Add folder...</source>
      <translation>폴더 추가...</translation>
    </message>
    <message>
      <source>Add loss</source>
      <translation>손실 추가</translation>
    </message>
    <message>
      <source>Add loss...</source>
      <translation>손실 추가...</translation>
    </message>
    <message>
      <source>Add note</source>
      <translation>메모 추가</translation>
    </message>
    <message>
      <source>Add or remove a breakpoint at the selected block. Set its condition in the Timeline panel</source>
      <translation>선택한 블록에 중단점을 설정하거나 제거합니다. 조건은 타임라인 패널에서 정합니다</translation>
    </message>
    <message>
      <source>Add page</source>
      <translation>페이지 추가</translation>
    </message>
    <message>
      <source>Add reroute point</source>
      <translation>꺾임 추가</translation>
    </message>
    <message>
      <source>Add surrogate gradient</source>
      <translation>대리 그래디언트 추가</translation>
    </message>
    <message>
      <source>Add the input of each block to its output, once. Add it after W2, and apply no other block after the sum.</source>
      <translation>각 블록의 입력을 출력에 한 번 더하세요. W2 뒤에서 더하고, 합 뒤에는 다른 블록을 적용하지 마세요.</translation>
    </message>
    <message>
      <source>Add this example to the page, ready to run</source>
      <translation>바로 실행할 수 있는 이 예제를 페이지에 추가합니다</translation>
    </message>
    <message>
      <source>Add training step</source>
      <translation>학습 단계 추가</translation>
    </message>
    <message>
      <source>Add training step...</source>
      <translation>학습 단계 추가...</translation>
    </message>
    <message>
      <source>Add {name} to {path}</source>
      <translation>{path}에 {name} 추가</translation>
    </message>
    <message>
      <source>Add {type}</source>
      <translation>{type} 추가</translation>
    </message>
    <message>
      <source>AddN: all inputs must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>AddN: 모든 입력의 모양이 같아야 합니다. 인덱스 {i}에 {shape_text}이(가) 필요하지만 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>Added the gradient composite {name}. Press Shift+G to switch sides</source>
      <translation>그래디언트 합성 블록 {name}을(를) 추가했습니다. Shift+G를 누르면 면이 바뀝니다</translation>
    </message>
    <message>
      <source>Added to composite {canvas} and all its instances</source>
      <translation>합성 블록 {canvas}와(과) 모든 인스턴스에 추가했습니다</translation>
    </message>
    <message>
      <source>Adversarial example</source>
      <translation>적대적 예제</translation>
    </message>
    <message>
      <source>Adversarial examples: treat the attack as a constant</source>
      <translation>적대적 예제: 공격을 상수로 다루기</translation>
    </message>
    <message>
      <source>Adversarial training: no gradient through the attack</source>
      <translation>적대적 학습: 공격을 지나는 그래디언트는 없습니다</translation>
    </message>
    <message>
      <source>Align</source>
      <translation>맞춤</translation>
    </message>
    <message>
      <source>Align bottom</source>
      <translation>아래쪽 맞춤</translation>
    </message>
    <message>
      <source>Align centers</source>
      <translation>가운데 맞춤</translation>
    </message>
    <message>
      <source>Align left</source>
      <translation>왼쪽 맞춤</translation>
    </message>
    <message>
      <source>Align middles</source>
      <translation>중간 맞춤</translation>
    </message>
    <message>
      <source>Align right</source>
      <translation>오른쪽 맞춤</translation>
    </message>
    <message>
      <source>Align top</source>
      <translation>위쪽 맞춤</translation>
    </message>
    <message>
      <source>Align {count} {side}</source>
      <translation>{count} 정렬: {side}</translation>
    </message>
    <message>
      <source>All columns</source>
      <translation>모든 열</translation>
    </message>
    <message>
      <source>All commands...</source>
      <translation>모든 명령...</translation>
    </message>
    <message>
      <source>All compared gradients of {title} are correct.{kinks}</source>
      <translation>비교한 {title}의 그래디언트가 모두 맞습니다.{kinks}</translation>
    </message>
    <message>
      <source>All conflicts are resolved</source>
      <translation>모든 충돌을 해결했습니다</translation>
    </message>
    <message>
      <source>All copies match their block libraries.</source>
      <translation>모든 복사본이 블록 라이브러리와 같습니다.</translation>
    </message>
    <message>
      <source>All files</source>
      <translation>모든 파일</translation>
    </message>
    <message>
      <source>Also show the columns in which the runs do not differ, with duration and start</source>
      <translation>실행 간에 차이가 없는 열과 소요 시간, 시작 시각도 표시합니다</translation>
    </message>
    <message>
      <source>Alt + drag across the wires</source>
      <translation>Alt + 와이어를 가로질러 끌기</translation>
    </message>
    <message>
      <source>An assistant that uses the server `gradblocks mcp --editor` can then read the open diagrams and propose edits. You accept or reject each edit. Pairing ends when you close the window.</source>
      <translation>그러면 `gradblocks mcp --editor` 서버를 사용하는 어시스턴트가 열려 있는 다이어그램을 읽고 편집을 제안할 수 있습니다. 각 편집은 직접 수락하거나 거부합니다. 창을 닫으면 연결이 끝납니다.</translation>
    </message>
    <message>
      <source>Another diagram may use this file. To keep both files, save in a different folder.</source>
      <translation>다른 다이어그램이 이 파일을 쓰고 있을 수 있습니다. 두 파일을 모두 유지하려면 다른 폴더에 저장하세요.</translation>
    </message>
    <message>
      <source>Another program changed this file. Reload the file, or keep your version?</source>
      <translation>다른 프로그램이 이 파일을 바꾸었습니다. 다시 불러올까요, 아니면 지금 것을 유지할까요?</translation>
    </message>
    <message>
      <source>Another program removed or renamed this file. Save the diagram to keep your work.</source>
      <translation>다른 프로그램이 이 파일을 지우거나 이름을 바꾸었습니다. 작업을 유지하려면 저장하세요.</translation>
    </message>
    <message>
      <source>Another target is also learned</source>
      <translation>다른 목표도 학습됨</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>답</translation>
    </message>
    <message>
      <source>Answer question {id}</source>
      <translation>질문 {id}에 답하기</translation>
    </message>
    <message>
      <source>Answer: {name}</source>
      <translation>답: {name}</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>모양</translation>
    </message>
    <message>
      <source>Applies only to diagrams saved to a file. After a crash, edits to any diagram can be restored.</source>
      <translation>파일에 저장된 다이어그램에만 적용됩니다. 비정상 종료 뒤에는 모든 다이어그램의 편집을 복원할 수 있습니다.</translation>
    </message>
    <message>
      <source>Applies to diagrams opened from now on.</source>
      <translation>지금부터 여는 다이어그램에 적용됩니다.</translation>
    </message>
    <message>
      <source>Applies to menus, panels and dialogs. The canvas has its own zoom.</source>
      <translation>메뉴, 패널, 대화 상자에 적용됩니다. 캔버스는 따로 확대/축소합니다.</translation>
    </message>
    <message>
      <source>Apply</source>
      <translation>적용</translation>
    </message>
    <message>
      <source>Apply now</source>
      <translation>지금 적용</translation>
    </message>
    <message>
      <source>Apply what-if</source>
      <translation>가정 적용</translation>
    </message>
    <message>
      <source>ApproxTopK: expected reduction_dimension -1, the last axis, got {attrs}</source>
      <translation>ApproxTopK는 {attrs}이(가) 아니라 마지막 축 -1에서만 찾습니다</translation>
    </message>
    <message>
      <source>ApproxTopK: is_max_k must be true</source>
      <translation>ApproxTopK: is_max_k는 true여야 합니다</translation>
    </message>
    <message>
      <source>ApproximateEqual: x and y must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>ApproximateEqual에는 모양이 같은 x와 y가 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Arrays</source>
      <translation>배열</translation>
    </message>
    <message>
      <source>As .csv...</source>
      <translation>.csv로...</translation>
    </message>
    <message>
      <source>As .npy...</source>
      <translation>.npy로...</translation>
    </message>
    <message>
      <source>AsString: scientific and shortest cannot both be true</source>
      <translation>AsString은 수를 scientific이나 shortest 가운데 하나로 씁니다</translation>
    </message>
    <message>
      <source>Assistant</source>
      <translation>어시스턴트</translation>
    </message>
    <message>
      <source>At least</source>
      <translation>최소</translation>
    </message>
    <message>
      <source>At most</source>
      <translation>최대</translation>
    </message>
    <message>
      <source>Attribute or input to vary between runs, as block.name</source>
      <translation>실행마다 바꿀 속성 또는 입력, 블록.이름 형식</translation>
    </message>
    <message>
      <source>Attributes</source>
      <translation>속성</translation>
    </message>
    <message>
      <source>Auto layout</source>
      <translation>자동 배치</translation>
    </message>
    <message>
      <source>Auto layout of {count}</source>
      <translation>{count} 자동 배치</translation>
    </message>
    <message>
      <source>Automatic</source>
      <translation>자동</translation>
    </message>
    <message>
      <source>Back</source>
      <translation>뒤로</translation>
    </message>
    <message>
      <source>Back to the previous topic</source>
      <translation>이전 주제로</translation>
    </message>
    <message>
      <source>BandedTriangularSolve: cannot broadcast the batch axes of {shape_text} and {shape_text2}</source>
      <translation>BandedTriangularSolve는 {shape_text}와(과) {shape_text2}의 배치를 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>Base</source>
      <translation>공통</translation>
    </message>
    <message>
      <source>Basic</source>
      <translation>기본</translation>
    </message>
    <message>
      <source>Below</source>
      <translation>미만</translation>
    </message>
    <message>
      <source>Betainc: a, b and x must be scalars or have the same shape; expected {shape_text} at {pin}, got {shape_text2}</source>
      <translation>Betainc: a, b, x는 스칼라이거나 모양이 같아야 합니다. {pin}에 {shape_text}이(가) 필요하지만 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>Bincount: weights must be empty or have one value per element of arr ({counts}), got {counts2}</source>
      <translation>Bincount에는 arr의 원소마다 가중치가 하나씩 {counts}개 필요하거나 없어야 하는데 {counts2}개 왔습니다</translation>
    </message>
    <message>
      <source>Bitcast from {short} to {short2}: the last axis of input must have the size {parts}, got shape {shape_text}</source>
      <translation>Bitcast는 {short} 원소 {parts}개를 {short2} 하나로 읽습니다: 마지막 축이 그 크기여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>Bitwise</source>
      <translation>비트 연산</translation>
    </message>
    <message>
      <source>Block</source>
      <translation>블록</translation>
    </message>
    <message>
      <source>Block help</source>
      <translation>블록 도움말</translation>
    </message>
    <message>
      <source>Block type</source>
      <translation>블록 유형</translation>
    </message>
    <message>
      <source>Block types are used, or not</source>
      <translation>블록 유형을 사용함 또는 사용하지 않음</translation>
    </message>
    <message>
      <source>BlockLSTM has no second-order gradient, as in TensorFlow</source>
      <translation>TensorFlow에서처럼 BlockLSTM의 둘째 그래디언트는 없습니다</translation>
    </message>
    <message>
      <source>Blocks</source>
      <translation>블록 목록</translation>
    </message>
    <message>
      <source>Blocks are unchanged</source>
      <translation>블록이 변경되지 않음</translation>
    </message>
    <message>
      <source>Blocks of an unknown type</source>
      <translation>알 수 없는 유형의 블록</translation>
    </message>
    <message>
      <source>Blocks that get a gradient</source>
      <translation>그래디언트를 받는 블록</translation>
    </message>
    <message>
      <source>Blocks with a problem</source>
      <translation>문제가 있는 블록</translation>
    </message>
    <message>
      <source>Blocks with unused outputs</source>
      <translation>출력이 쓰이지 않는 블록</translation>
    </message>
    <message>
      <source>Blocks without wires</source>
      <translation>와이어가 없는 블록</translation>
    </message>
    <message>
      <source>Blue</source>
      <translation>파랑</translation>
    </message>
    <message>
      <source>Blue to red</source>
      <translation>파랑에서 빨강</translation>
    </message>
    <message>
      <source>Bookmarks</source>
      <translation>책갈피</translation>
    </message>
    <message>
      <source>Both runs used the same diagram</source>
      <translation>두 실행은 같은 다이어그램을 사용했습니다</translation>
    </message>
    <message>
      <source>Both sides of the merge changed the same item differently.</source>
      <translation>병합의 양쪽이 같은 항목을 서로 다르게 바꾸었습니다.</translation>
    </message>
    <message>
      <source>Both sides of the merge changed {count:,} items differently.</source>
      <translation>병합의 양쪽이 항목 {count:,}개를 서로 다르게 바꾸었습니다.</translation>
    </message>
    <message>
      <source>Both variables must be learned from the labels of the page.</source>
      <translation>두 변수 모두 페이지의 레이블로부터 학습되어야 합니다.</translation>
    </message>
    <message>
      <source>Bottom panels</source>
      <translation>아래쪽 패널</translation>
    </message>
    <message>
      <source>Break here</source>
      <translation>여기서 멈추기</translation>
    </message>
    <message>
      <source>Break here on the gradient of {loss}</source>
      <translation>여기에서 {loss}의 그래디언트에 중단</translation>
    </message>
    <message>
      <source>Breakpoint</source>
      <translation>중단점</translation>
    </message>
    <message>
      <source>Breakpoint removed at {at}</source>
      <translation>{at}의 중단점을 제거했습니다</translation>
    </message>
    <message>
      <source>Breakpoint set at {at}</source>
      <translation>{at}에 중단점을 설정했습니다</translation>
    </message>
    <message>
      <source>Breakpoints</source>
      <translation>중단점 목록</translation>
    </message>
    <message>
      <source>Breakpoints and their conditions have no effect in the background.</source>
      <translation>백그라운드에서는 중단점과 그 조건이 적용되지 않습니다.</translation>
    </message>
    <message>
      <source>Brown</source>
      <translation>갈색</translation>
    </message>
    <message>
      <source>Build the softmax from Exp and other simple blocks.</source>
      <translation>Exp와 다른 간단한 블록으로 소프트맥스를 만드세요.</translation>
    </message>
    <message>
      <source>By dtype</source>
      <translation>dtype별</translation>
    </message>
    <message>
      <source>By source</source>
      <translation>출처별</translation>
    </message>
    <message>
      <source>CNN of layers</source>
      <translation>층으로 만든 CNN</translation>
    </message>
    <message>
      <source>CNN trained with Adam: classify noisy digits</source>
      <translation>CNN: Adam으로 학습해 잡음 섞인 숫자 분류하기</translation>
    </message>
    <message>
      <source>CNN: classify noisy digits with layers as composites</source>
      <translation>CNN: 합성으로 만든 층으로 잡음 섞인 숫자 분류하기</translation>
    </message>
    <message>
      <source>CTC</source>
      <translation>CTC</translation>
    </message>
    <message>
      <source>CTCLoss has no second-order gradient, as in TensorFlow</source>
      <translation>CTCLoss에는 TensorFlow에서처럼 이차 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>CTCLoss: labels_values must have one label per index ({indices}), got {values}</source>
      <translation>CTCLoss에 라벨 {values}개와 인덱스 {indices}개가 왔습니다</translation>
    </message>
    <message>
      <source>Calls</source>
      <translation>호출</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>취소</translation>
    </message>
    <message>
      <source>Candidate sampling</source>
      <translation>후보 표본 추출</translation>
    </message>
    <message>
      <source>Canvas</source>
      <translation>캔버스</translation>
    </message>
    <message>
      <source>Canvas only</source>
      <translation>캔버스만</translation>
    </message>
    <message>
      <source>Cells</source>
      <translation>셀</translation>
    </message>
    <message>
      <source>Center at zero</source>
      <translation>0을 중심으로</translation>
    </message>
    <message>
      <source>Chain rule</source>
      <translation>연쇄 법칙</translation>
    </message>
    <message>
      <source>Change a number</source>
      <translation>숫자 바꾸기</translation>
    </message>
    <message>
      <source>Change the block type and keep the wires that fit the new pins</source>
      <translation>블록 형식을 바꾸고 새 핀에 맞는 선은 유지합니다</translation>
    </message>
    <message>
      <source>Change theme, language, text size, shortcuts, and options for runs and files</source>
      <translation>테마, 언어, 글꼴 크기, 실행, 파일, 폴더, 단축키를 설정합니다</translation>
    </message>
    <message>
      <source>Changes</source>
      <translation>변경 사항</translation>
    </message>
    <message>
      <source>Chapter</source>
      <translation>장 내용</translation>
    </message>
    <message>
      <source>Chapters</source>
      <translation>장 목록</translation>
    </message>
    <message>
      <source>Check</source>
      <translation>검사</translation>
    </message>
    <message>
      <source>Check both: weights must show whole numbers at each step, and they must change when you train.</source>
      <translation>둘 다 확인하세요. weights는 단계마다 정수여야 하고, 학습하면 바뀌어야 합니다.</translation>
    </message>
    <message>
      <source>Check gradient</source>
      <translation>그래디언트 검사</translation>
    </message>
    <message>
      <source>Check my work</source>
      <translation>내 작업 확인</translation>
    </message>
    <message>
      <source>Check stopped</source>
      <translation>검사를 중지했습니다</translation>
    </message>
    <message>
      <source>Checks</source>
      <translation>검사</translation>
    </message>
    <message>
      <source>Choices, one per line</source>
      <translation>선택지(한 줄에 하나)</translation>
    </message>
    <message>
      <source>Choose the scalar to plot</source>
      <translation>그래프로 그릴 스칼라를 고릅니다</translation>
    </message>
    <message>
      <source>Choose...</source>
      <translation>선택...</translation>
    </message>
    <message>
      <source>Clear</source>
      <translation>지우기</translation>
    </message>
    <message>
      <source>Clear display</source>
      <translation>표시 지우기</translation>
    </message>
    <message>
      <source>Clear recent files</source>
      <translation>최근 파일 지우기</translation>
    </message>
    <message>
      <source>Clear the values shown so far</source>
      <translation>지금까지 표시한 값을 지웁니다</translation>
    </message>
    <message>
      <source>Click to place the blocks, or press Esc to cancel</source>
      <translation>클릭하면 블록을 놓고, Esc를 누르면 취소합니다</translation>
    </message>
    <message>
      <source>Click to place {name}</source>
      <translation>클릭하여 {name} 놓기</translation>
    </message>
    <message>
      <source>Clip the input of {block} to [-1, 1]</source>
      <translation>{block}의 입력을 [-1, 1]로 제한</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>닫기</translation>
    </message>
    <message>
      <source>Close "{name}"?</source>
      <translation>"{name}"을(를) 닫을까요?</translation>
    </message>
    <message>
      <source>Close (Esc)</source>
      <translation>닫기 (Esc)</translation>
    </message>
    <message>
      <source>Close discards the variables of {page} from step {steps:,}.</source>
      <translation>닫으면 {steps:,}단계의 {page} 변수를 버립니다.</translation>
    </message>
    <message>
      <source>Close tab</source>
      <translation>탭 닫기</translation>
    </message>
    <message>
      <source>Collapse</source>
      <translation>접기</translation>
    </message>
    <message>
      <source>Collapse gradient</source>
      <translation>그래디언트 접기</translation>
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
      <translation>접힘</translation>
    </message>
    <message>
      <source>Collapsed blocks</source>
      <translation>접힌 블록</translation>
    </message>
    <message>
      <source>Collapsed into {id}</source>
      <translation>{id}(으)로 접었습니다</translation>
    </message>
    <message>
      <source>Color</source>
      <translation>색</translation>
    </message>
    <message>
      <source>Color {what}</source>
      <translation>{what} 색 지정</translation>
    </message>
    <message>
      <source>Colors</source>
      <translation>색상표</translation>
    </message>
    <message>
      <source>Colors of the window</source>
      <translation>창의 색상</translation>
    </message>
    <message>
      <source>Columns</source>
      <translation>열</translation>
    </message>
    <message>
      <source>CombinedNonMaxSuppression: axis 2 of boxes must have size 1 or one entry per class ({scores}), got {boxes}</source>
      <translation>CombinedNonMaxSuppression에는 모든 클래스의 상자나 {scores}개 각각의 상자가 필요한데 {boxes}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Command</source>
      <translation>명령</translation>
    </message>
    <message>
      <source>Commands and their shortcuts</source>
      <translation>명령과 단축키</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>비교</translation>
    </message>
    <message>
      <source>Compare each gradient with finite differences in float64, along random directions</source>
      <translation>각 그래디언트를 float64 유한 차분과 임의 방향으로 비교합니다</translation>
    </message>
    <message>
      <source>Compare on the canvas</source>
      <translation>캔버스에서 비교</translation>
    </message>
    <message>
      <source>Compare the values, results and diagrams of two selected or plotted runs</source>
      <translation>선택하거나 그린 두 실행의 값, 결과, 다이어그램을 비교합니다</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>비교</translation>
    </message>
    <message>
      <source>Compare with...</source>
      <translation>비교...</translation>
    </message>
    <message>
      <source>Compare {first} and {second}</source>
      <translation>{first}와(과) {second} 비교</translation>
    </message>
    <message>
      <source>Compared with {name}</source>
      <translation>{name}와(과) 비교</translation>
    </message>
    <message>
      <source>Comparing...</source>
      <translation>비교 중...</translation>
    </message>
    <message>
      <source>Comparison of the runs</source>
      <translation>실행 비교</translation>
    </message>
    <message>
      <source>Complex: cannot broadcast real {shape_text} and imag {shape_text2}</source>
      <translation>Complex는 real {shape_text}와(과) imag {shape_text2}을(를) 함께 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>Composite pins</source>
      <translation>컴포지트 핀</translation>
    </message>
    <message>
      <source>Computes whether to run another iteration. Until you build this condition, the loop runs no iterations.</source>
      <translation>다음 반복을 실행할지 계산합니다. 이 조건을 만들기 전까지 루프는 반복하지 않습니다.</translation>
    </message>
    <message>
      <source>ConcatOffset needs two shapes or more, got {shapes}</source>
      <translation>ConcatOffset에는 모양이 둘 이상 필요한데 {shapes}개 왔습니다</translation>
    </message>
    <message>
      <source>ConcatOffset: all vectors must be equally long, got shapes {shape_text} and {shape_text2}</source>
      <translation>ConcatOffset: 모든 벡터의 길이가 같아야 하지만 모양이 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>ConcatOffset: shapes may differ only along axis {axis}, got {tolist} and {tolist2}</source>
      <translation>ConcatOffset에는 축 {axis}에서만 다른 모양들이 필요한데 {tolist}와(과) {tolist2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Condition</source>
      <translation>조건</translation>
    </message>
    <message>
      <source>Condition: nonfinite, rises, or an expression such as norm &gt; 10 and step &gt; 3. Without a condition, the run stops in every step</source>
      <translation>조건: nonfinite, rises 또는 norm &gt; 10 and step &gt; 3 같은 식. 조건이 없으면 모든 단계에서 멈춥니다</translation>
    </message>
    <message>
      <source>Conflicts</source>
      <translation>충돌</translation>
    </message>
    <message>
      <source>Connect anyway</source>
      <translation>그래도 연결</translation>
    </message>
    <message>
      <source>Connected assistant: {name}</source>
      <translation>연결된 어시스턴트: {name}</translation>
    </message>
    <message>
      <source>Contents</source>
      <translation>내용</translation>
    </message>
    <message>
      <source>Continue</source>
      <translation>계속</translation>
    </message>
    <message>
      <source>Continue in "{name}"</source>
      <translation>"{name}"에서 계속</translation>
    </message>
    <message>
      <source>Continue the run with the edited page. Variables that still fit keep their values</source>
      <translation>편집한 페이지로 실행을 계속합니다. 여전히 맞는 변수는 값을 유지합니다</translation>
    </message>
    <message>
      <source>Contrastive divergence</source>
      <translation>대조 발산</translation>
    </message>
    <message>
      <source>Contrastive divergence: no gradient through the samples</source>
      <translation>대조 발산: 표본을 지나는 그래디언트는 없습니다</translation>
    </message>
    <message>
      <source>Contrastive divergence: treat samples as data</source>
      <translation>대조 발산: 표본을 데이터로 다루기</translation>
    </message>
    <message>
      <source>Control flow</source>
      <translation>제어 흐름</translation>
    </message>
    <message>
      <source>Controls</source>
      <translation>컨트롤</translation>
    </message>
    <message>
      <source>Conv: batch_dims must be 0 or more, got {attrs}</source>
      <translation>Conv에는 0 이상의 batch_dims가 필요한데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Conv: data_format CHANNELS_FIRST is not supported</source>
      <translation>Conv는 그래픽 프로세서에만 있는 배치 CHANNELS_FIRST를 모릅니다</translation>
    </message>
    <message>
      <source>Conv: grouped convolutions are not supported</source>
      <translation>Conv는 그룹으로 합성곱하지 않습니다</translation>
    </message>
    <message>
      <source>Conv: strides must have four or five values (NHWC or NDHWC), got {attrs}</source>
      <translation>Conv에는 strides에 수 네 개나 다섯 개(NHWC 또는 NDHWC)가 필요한데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Convert the values of {block} to floats</source>
      <translation>{block}의 값을 부동소수점으로 변환</translation>
    </message>
    <message>
      <source>Copied LaTeX</source>
      <translation>LaTeX를 복사했습니다</translation>
    </message>
    <message>
      <source>Copied text</source>
      <translation>텍스트를 복사했습니다</translation>
    </message>
    <message>
      <source>Copied the formula of {outputs}</source>
      <translation>{outputs}의 수식을 복사했습니다</translation>
    </message>
    <message>
      <source>Copied the lines of Python</source>
      <translation>Python 코드를 복사함</translation>
    </message>
    <message>
      <source>Copied the text about {block}</source>
      <translation>{block}에 대한 텍스트를 복사했습니다</translation>
    </message>
    <message>
      <source>Copies</source>
      <translation>복사본</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>복사</translation>
    </message>
    <message>
      <source>Copy LaTeX</source>
      <translation>LaTeX 복사</translation>
    </message>
    <message>
      <source>Copy for an assistant</source>
      <translation>어시스턴트용으로 복사</translation>
    </message>
    <message>
      <source>Copy formula</source>
      <translation>수식 복사</translation>
    </message>
    <message>
      <source>Copy formula as LaTeX</source>
      <translation>수식을 LaTeX로 복사</translation>
    </message>
    <message>
      <source>Copy text</source>
      <translation>텍스트 복사</translation>
    </message>
    <message>
      <source>Copy the block's type, pins, errors, causes, fixes and gradient as text, for a chat or a forum</source>
      <translation>블록의 유형, 핀, 오류, 원인, 해결 방법, 그래디언트를 텍스트로 복사하여 채팅이나 포럼에 붙여 넣습니다</translation>
    </message>
    <message>
      <source>Core</source>
      <translation>기본</translation>
    </message>
    <message>
      <source>Correct.</source>
      <translation>맞습니다.</translation>
    </message>
    <message>
      <source>Could not save: {found}</source>
      <translation>저장할 수 없습니다: {found}</translation>
    </message>
    <message>
      <source>Create contract for the gradient of {block}</source>
      <translation>{block}의 그래디언트에 대한 계약 만들기</translation>
    </message>
    <message>
      <source>Create contract from current gradient</source>
      <translation>현재 그래디언트로 계약 만들기</translation>
    </message>
    <message>
      <source>Current</source>
      <translation>현재</translation>
    </message>
    <message>
      <source>Current view as .png...</source>
      <translation>현재 보기를 .png로...</translation>
    </message>
    <message>
      <source>Curve</source>
      <translation>곡선</translation>
    </message>
    <message>
      <source>Curved wires</source>
      <translation>곡선 와이어</translation>
    </message>
    <message>
      <source>Custom gradient</source>
      <translation>사용자 정의 그래디언트</translation>
    </message>
    <message>
      <source>Custom gradients</source>
      <translation>사용자 정의 그래디언트</translation>
    </message>
    <message>
      <source>Custom gradients: rounding, reversal, signs and a fixed point</source>
      <translation>사용자 정의 그래디언트: 반올림, 반전, 부호, 고정점</translation>
    </message>
    <message>
      <source>Cut</source>
      <translation>잘라내기</translation>
    </message>
    <message>
      <source>Cut wires</source>
      <translation>와이어 자르기</translation>
    </message>
    <message>
      <source>Cut {count}</source>
      <translation>{count} 자르기</translation>
    </message>
    <message>
      <source>Cycle what-if view</source>
      <translation>가정 보기 전환</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>어둡게</translation>
    </message>
    <message>
      <source>Data and initial value are as at the start</source>
      <translation>데이터와 초깃값이 처음과 같음</translation>
    </message>
    <message>
      <source>Data and initial values are as at the start</source>
      <translation>데이터와 초깃값이 처음과 같음</translation>
    </message>
    <message>
      <source>Datasets</source>
      <translation>데이터셋</translation>
    </message>
    <message>
      <source>DecodeAndCropJpeg: crop_window must start inside the image and must not be empty, got {window}</source>
      <translation>DecodeAndCropJpeg에는 그림 안에서 시작하고 비지 않은 부분이 필요한데 {window}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>DecodeCSV: a field with quotation marks or line breaks must be quoted (record {number})</source>
      <translation>DecodeCSV는 따옴표로 묶은 필드에서만 따옴표와 줄 끝을 받습니다 (레코드 {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: a quotation mark in a quoted field must be doubled (record {number})</source>
      <translation>DecodeCSV에서는 따옴표로 묶은 필드 안의 따옴표를 두 번 써야 합니다 (레코드 {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: a quoted field has no closing quotation mark (record {number})</source>
      <translation>DecodeCSV: 필드 끝의 따옴표가 없습니다 (레코드 {number})</translation>
    </message>
    <message>
      <source>DecodeCSV: cannot convert field {i} of record {row} to {short}: {texts}</source>
      <translation>DecodeCSV는 레코드 {row}의 필드 {i}을(를) {short}(으)로 읽을 수 없습니다: {texts}</translation>
    </message>
    <message>
      <source>DecodeCSV: expected {record_defaults} fields, but record {i} has {fields}</source>
      <translation>DecodeCSV에는 필드 {record_defaults}개가 필요한데 레코드 {i}에는 {fields}개 있습니다</translation>
    </message>
    <message>
      <source>DecodeCSV: field {i} is required but empty in record {row}</source>
      <translation>DecodeCSV에는 필드 {i}이(가) 필요한데 레코드 {row}에서 비어 있습니다</translation>
    </message>
    <message>
      <source>DecodeCSV: record_defaults must have one default per column ({chosen}), got {defaults}</source>
      <translation>DecodeCSV에는 열 {chosen}개마다 기본값이 필요한데 {defaults}개 왔습니다</translation>
    </message>
    <message>
      <source>DecodeJSONExample: cannot parse an example: {reason}</source>
      <translation>DecodeJSONExample이 예제를 읽을 수 없습니다: {reason}</translation>
    </message>
    <message>
      <source>DecodeJSONExample: expected a JSON object for each example</source>
      <translation>DecodeJSONExample에는 예제마다 JSON 객체가 필요합니다</translation>
    </message>
    <message>
      <source>DecodeRaw: expected strings of equal length, got {length} and {text} bytes</source>
      <translation>DecodeRaw에는 길이가 같은 문자열들이 필요한데 {length}바이트와 {text}바이트가 왔습니다</translation>
    </message>
    <message>
      <source>DecodeRaw: {length} bytes are not a multiple of the {size} bytes of {short}</source>
      <translation>DecodeRaw는 {length}바이트를 {size}바이트씩의 {short}(으)로 나눌 수 없습니다</translation>
    </message>
    <message>
      <source>Default number of steps</source>
      <translation>기본 단계 수</translation>
    </message>
    <message>
      <source>Default of {name}</source>
      <translation>{name}의 기본값</translation>
    </message>
    <message>
      <source>Define the gradient of the composite with blocks of your own, in a gradient composite</source>
      <translation>합성 블록의 그래디언트를 그래디언트 합성 블록 안에서 직접 블록으로 정의합니다</translation>
    </message>
    <message>
      <source>DeformConv is supported only for images with two spatial axes</source>
      <translation>DeformConv는 이미지에 대해서만 블록이 있습니다</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>삭제</translation>
    </message>
    <message>
      <source>Delete and reconnect</source>
      <translation>삭제하고 다시 연결</translation>
    </message>
    <message>
      <source>Delete page {name}</source>
      <translation>페이지 {name} 삭제</translation>
    </message>
    <message>
      <source>Delete the selected runs and their files</source>
      <translation>선택한 실행과 그 파일을 지웁니다</translation>
    </message>
    <message>
      <source>Delete unused definitions</source>
      <translation>쓰지 않는 정의 삭제</translation>
    </message>
    <message>
      <source>Delete {named}</source>
      <translation>{named} 삭제</translation>
    </message>
    <message>
      <source>Delete {named} and reconnect</source>
      <translation>{named} 삭제 후 다시 연결</translation>
    </message>
    <message>
      <source>Delete {name}?</source>
      <translation>{name}을(를) 삭제할까요?</translation>
    </message>
    <message>
      <source>Delete {what}</source>
      <translation>{what} 삭제</translation>
    </message>
    <message>
      <source>Deleted: {text}</source>
      <translation>삭제됨: {text}</translation>
    </message>
    <message>
      <source>Derivative</source>
      <translation>도함수</translation>
    </message>
    <message>
      <source>Describe {name}</source>
      <translation>{name} 설명</translation>
    </message>
    <message>
      <source>Description</source>
      <translation>설명</translation>
    </message>
    <message>
      <source>Description of the composite</source>
      <translation>합성 블록 설명</translation>
    </message>
    <message>
      <source>Detached target</source>
      <translation>분리된 목표</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>자세히</translation>
    </message>
    <message>
      <source>Deutsch</source>
      <translation>Deutsch</translation>
    </message>
    <message>
      <source>DiagPart: the second half of the shape must equal the first half, as in [2,3,2,3], got {shape_text}</source>
      <translation>DiagPart: [2,3,2,3]처럼 같은 모양이 반복되어야 하는데 {shape_text}입니다</translation>
    </message>
    <message>
      <source>Diagram ({count:,})</source>
      <translation>다이어그램 ({count:,})</translation>
    </message>
    <message>
      <source>Diagram and results</source>
      <translation>다이어그램과 결과</translation>
    </message>
    <message>
      <source>Diagram folder</source>
      <translation>다이어그램 폴더</translation>
    </message>
    <message>
      <source>Diagram only</source>
      <translation>다이어그램만</translation>
    </message>
    <message>
      <source>Diagrams and models (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)</source>
      <translation>다이어그램과 모델 (*.gradblocks *.json *.html *.svg *.pb *.pbtxt *.onnx)</translation>
    </message>
    <message>
      <source>Diagrams keep their copies.</source>
      <translation>다이어그램에는 복사본이 남습니다.</translation>
    </message>
    <message>
      <source>Difference</source>
      <translation>차이</translation>
    </message>
    <message>
      <source>Differences in the diagram</source>
      <translation>다이어그램의 차이</translation>
    </message>
    <message>
      <source>Differences only</source>
      <translation>차이만</translation>
    </message>
    <message>
      <source>Differentiate selected block</source>
      <translation>선택한 블록 미분</translation>
    </message>
    <message>
      <source>Differentiate the Square</source>
      <translation>Square를 미분하세요</translation>
    </message>
    <message>
      <source>Differentiate the blocks of the composite again, and delete the gradient composite if it is not used elsewhere</source>
      <translation>합성 블록 안의 블록을 다시 미분하고, 다른 곳에서 쓰지 않으면 그래디언트 합성 블록을 삭제합니다</translation>
    </message>
    <message>
      <source>Digits evaluation</source>
      <translation>숫자 평가</translation>
    </message>
    <message>
      <source>Digits training</source>
      <translation>숫자 학습</translation>
    </message>
    <message>
      <source>Dim unselected wires</source>
      <translation>선택하지 않은 와이어 흐리게</translation>
    </message>
    <message>
      <source>Disable</source>
      <translation>사용 중지</translation>
    </message>
    <message>
      <source>Discard</source>
      <translation>버리기</translation>
    </message>
    <message>
      <source>Discard the unsaved edits to "{name}"?</source>
      <translation>"{name}"의 저장되지 않은 편집을 버릴까요?</translation>
    </message>
    <message>
      <source>Discard...</source>
      <translation>버리기...</translation>
    </message>
    <message>
      <source>Display</source>
      <translation>표시</translation>
    </message>
    <message>
      <source>Display {block}</source>
      <translation>표시 {block}</translation>
    </message>
    <message>
      <source>Displays</source>
      <translation>디스플레이</translation>
    </message>
    <message>
      <source>Distribute</source>
      <translation>고르게 배치</translation>
    </message>
    <message>
      <source>Distribute horizontally</source>
      <translation>가로로 고르게</translation>
    </message>
    <message>
      <source>Distribute vertically</source>
      <translation>세로로 고르게</translation>
    </message>
    <message>
      <source>Distribute {count}</source>
      <translation>{count} 고르게 배치</translation>
    </message>
    <message>
      <source>Does not reach</source>
      <translation>도달하지 않음</translation>
    </message>
    <message>
      <source>Don't save</source>
      <translation>저장 안 함</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>완료</translation>
    </message>
    <message>
      <source>Done. Press Next to continue.</source>
      <translation>완료했습니다. 다음을 눌러 계속하세요.</translation>
    </message>
    <message>
      <source>Done: {text}. Use Undo to revert this change</source>
      <translation>완료: {text}. 실행 취소로 되돌릴 수 있습니다</translation>
    </message>
    <message>
      <source>Double-click a command, or press Enter on it, to change its shortcut.</source>
      <translation>명령을 두 번 클릭하거나 Enter 키를 누르면 단축키를 바꿀 수 있습니다.</translation>
    </message>
    <message>
      <source>Double-click or press Tab to add a block.
Or drag a block here from the Blocks panel.</source>
      <translation>블록을 추가하려면 두 번 클릭하거나 Tab 키를 누르세요.
블록 패널에서 끌어다 놓아도 됩니다.</translation>
    </message>
    <message>
      <source>Drag a box. Hold Shift to add to the selection</source>
      <translation>상자로 끌기. Shift를 누르면 선택에 추가</translation>
    </message>
    <message>
      <source>Drag from pin to pin, or release over the empty page to see blocks that fit</source>
      <translation>핀에서 핀으로 끌거나, 빈 곳에 놓아 맞는 블록 보기</translation>
    </message>
    <message>
      <source>Drag the number left or right</source>
      <translation>숫자를 왼쪽이나 오른쪽으로 끌기</translation>
    </message>
    <message>
      <source>Drag with the middle button or with Space held, or scroll with two fingers</source>
      <translation>가운데 버튼이나 Space를 누른 채 끌거나 두 손가락으로 스크롤</translation>
    </message>
    <message>
      <source>Drag {name} to reorder it, or press Up or Down</source>
      <translation>{name}을(를) 끌어 순서를 바꾸거나 위/아래 키를 누르세요</translation>
    </message>
    <message>
      <source>Draw a computation as wired blocks, run it and differentiate it.</source>
      <translation>계산을 연결된 블록으로 그리고, 실행하고, 미분하십시오.</translation>
    </message>
    <message>
      <source>Draw a computation, run it and differentiate it.</source>
      <translation>계산을 그리고, 실행하고, 미분하십시오.</translation>
    </message>
    <message>
      <source>Draw wire with keyboard</source>
      <translation>키보드로 와이어 그리기</translation>
    </message>
    <message>
      <source>Draw w², run it, differentiate it and stop its gradient, in five minutes.</source>
      <translation>5분 안에 w²을 그리고, 실행하고, 미분하고, 그래디언트를 멈춥니다.</translation>
    </message>
    <message>
      <source>Drawings (*.svg)</source>
      <translation>도면 (*.svg)</translation>
    </message>
    <message>
      <source>Drop the block on the wire</source>
      <translation>블록을 와이어 위에 놓기</translation>
    </message>
    <message>
      <source>Dtypes and shapes at pins</source>
      <translation>핀에 dtype과 형태 표시</translation>
    </message>
    <message>
      <source>Duplicate</source>
      <translation>복제</translation>
    </message>
    <message>
      <source>Duplicate definition</source>
      <translation>정의 복제</translation>
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
      <source>Duration</source>
      <translation>소요 시간</translation>
    </message>
    <message>
      <source>DynamicPartition: partitions must have an index for each row, got shape {shape_text} for data of shape {shape_text2}</source>
      <translation>DynamicPartition에는 partitions에 행마다 수가 필요한데 data의 모양 {shape_text2}에 대해 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>EM step</source>
      <translation>EM 스텝</translation>
    </message>
    <message>
      <source>EM step: no gradient through the E step</source>
      <translation>EM 스텝: E 스텝을 지나는 그래디언트는 없습니다</translation>
    </message>
    <message>
      <source>EM: treat the responsibilities as constants</source>
      <translation>EM: 책임도를 상수로 다루기</translation>
    </message>
    <message>
      <source>Each of the four blocks must compute x + F(x).</source>
      <translation>네 블록은 각각 x + F(x)를 계산해야 합니다.</translation>
    </message>
    <message>
      <source>Each row must have the same softmax as before the change. A value that you subtract must be the same for the whole row.</source>
      <translation>각 행의 소프트맥스는 변경 전과 같아야 합니다. 빼는 값은 행 전체에서 같아야 합니다.</translation>
    </message>
    <message>
      <source>Edit by {name}</source>
      <translation>{name}의 편집</translation>
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
      <source>Edit text</source>
      <translation>텍스트 편집</translation>
    </message>
    <message>
      <source>Edit title</source>
      <translation>제목 편집</translation>
    </message>
    <message>
      <source>Edit values in block</source>
      <translation>블록에서 값 편집</translation>
    </message>
    <message>
      <source>Edit {name} as a table</source>
      <translation>{name}을(를) 표로 편집</translation>
    </message>
    <message>
      <source>Edit {pin}</source>
      <translation>{pin} 편집</translation>
    </message>
    <message>
      <source>EditDistance needs at least one sequence, got the shape {shape_text}</source>
      <translation>EditDistance에는 시퀀스가 적어도 하나 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of rank 2 or more, got rank {rank}</source>
      <translation>EditDistance에는 랭크 2 이상의 희소 텐서가 필요한데 랭크가 {rank}입니다</translation>
    </message>
    <message>
      <source>EditDistance needs sparse tensors of the same rank, got ranks {ranks} and {ranks2}</source>
      <translation>EditDistance에는 랭크가 같은 희소 텐서들이 필요한데 {ranks}와(과) {ranks2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>EditDistance: indices must have shape [n, {rank}], got {shape_text}</source>
      <translation>EditDistance: 인덱스의 모양은 [n, {rank}]이어야 하는데 {shape_text}입니다</translation>
    </message>
    <message>
      <source>Editing {count} blocks together.</source>
      <translation>블록 {count}개를 함께 편집합니다.</translation>
    </message>
    <message>
      <source>Einsum: if the equation contains '...', the gradient requires operands of known rank</source>
      <translation>'...'이 있는 Einsum의 그래디언트에는 랭크를 아는 피연산자가 필요합니다</translation>
    </message>
    <message>
      <source>Elements</source>
      <translation>원소</translation>
    </message>
    <message>
      <source>Enable</source>
      <translation>사용</translation>
    </message>
    <message>
      <source>Enable the plugin {name}?</source>
      <translation>플러그인 {name}을(를) 사용할까요?</translation>
    </message>
    <message>
      <source>Enabling a package lets its code run with your permissions. Enable only packages you trust.</source>
      <translation>플러그인을 사용하도록 하면 그 코드가 사용자의 권한으로 실행됩니다. 신뢰하는 플러그인만 사용하도록 하세요.</translation>
    </message>
    <message>
      <source>EncodeJpeg: expected {channels} channels{form}, got {shape_text}</source>
      <translation>EncodeJpeg에는 채널 {channels}개가{form} 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>End</source>
      <translation>마치기</translation>
    </message>
    <message>
      <source>English</source>
      <translation>English</translation>
    </message>
    <message>
      <source>Enlarge display</source>
      <translation>표시 확대</translation>
    </message>
    <message>
      <source>Enter composite</source>
      <translation>합성 블록에 들어가기</translation>
    </message>
    <message>
      <source>Enter the values, separated by commas</source>
      <translation>값을 쉼표로 구분해 입력하세요</translation>
    </message>
    <message>
      <source>Error details</source>
      <translation>오류 세부 정보</translation>
    </message>
    <message>
      <source>EuclideanNorm: the norm {max} is too large for {dtype}</source>
      <translation>EuclideanNorm: 노름이 {max}이어서 {dtype}에 담을 수 없습니다</translation>
    </message>
    <message>
      <source>Example</source>
      <translation>사용 예</translation>
    </message>
    <message>
      <source>Examples</source>
      <translation>예제</translation>
    </message>
    <message>
      <source>Exercise</source>
      <translation>연습</translation>
    </message>
    <message>
      <source>Exercises</source>
      <translation>연습</translation>
    </message>
    <message>
      <source>Exercises (*.json)</source>
      <translation>연습 (*.json)</translation>
    </message>
    <message>
      <source>Exit</source>
      <translation>끝내기</translation>
    </message>
    <message>
      <source>Exit composite</source>
      <translation>합성 블록에서 나가기</translation>
    </message>
    <message>
      <source>Exit composite (Backspace)</source>
      <translation>합성 블록에서 나가기 (백스페이스)</translation>
    </message>
    <message>
      <source>Exit what-if</source>
      <translation>가정 끝내기</translation>
    </message>
    <message>
      <source>Exp of a value above {bound} is infinite in {dtype}, and the gradient of Log is then NaN</source>
      <translation>{bound}보다 큰 값의 Exp는 {dtype}에서 무한대이고, 이때 Log의 기울기는 NaN입니다</translation>
    </message>
    <message>
      <source>Exp of a value above {bound} is infinite in {dtype}, and the quotient is then NaN</source>
      <translation>{bound}보다 큰 값의 Exp는 {dtype}에서 무한대이고, 이때 나눗셈 결과는 NaN입니다</translation>
    </message>
    <message>
      <source>Expand gradient</source>
      <translation>그래디언트 펼치기</translation>
    </message>
    <message>
      <source>Expand {block}</source>
      <translation>{block} 펼치기</translation>
    </message>
    <message>
      <source>Expand {named}</source>
      <translation>{named} 펼치기</translation>
    </message>
    <message>
      <source>Expanded {block} into {count}{also}: {what}</source>
      <translation>{block}을(를) {count}(으)로 펼쳤습니다{also}: {what}</translation>
    </message>
    <message>
      <source>Explain the selected block, or open the manual if nothing is selected</source>
      <translation>선택한 블록을 설명하거나, 선택한 것이 없으면 설명서를 엽니다</translation>
    </message>
    <message>
      <source>Export JAX program</source>
      <translation>JAX 프로그램 내보내기</translation>
    </message>
    <message>
      <source>Export JAX program...</source>
      <translation>JAX 프로그램 내보내기...</translation>
    </message>
    <message>
      <source>Export ONNX...</source>
      <translation>ONNX 내보내기...</translation>
    </message>
    <message>
      <source>Export PNG...</source>
      <translation>PNG 내보내기...</translation>
    </message>
    <message>
      <source>Export Python program</source>
      <translation>Python 프로그램 내보내기</translation>
    </message>
    <message>
      <source>Export Python...</source>
      <translation>Python 내보내기...</translation>
    </message>
    <message>
      <source>Export SVG...</source>
      <translation>SVG 내보내기...</translation>
    </message>
    <message>
      <source>Export display</source>
      <translation>표시 내보내기</translation>
    </message>
    <message>
      <source>Export display...</source>
      <translation>표시 내보내기...</translation>
    </message>
    <message>
      <source>Export drawing</source>
      <translation>도면 내보내기</translation>
    </message>
    <message>
      <source>Export image</source>
      <translation>이미지 내보내기</translation>
    </message>
    <message>
      <source>Export model</source>
      <translation>모델 내보내기</translation>
    </message>
    <message>
      <source>Export web page</source>
      <translation>웹 페이지 내보내기</translation>
    </message>
    <message>
      <source>Export web page (HTML)...</source>
      <translation>웹 페이지(HTML) 내보내기...</translation>
    </message>
    <message>
      <source>Export...</source>
      <translation>내보내기...</translation>
    </message>
    <message>
      <source>Exported {name}</source>
      <translation>{name} 내보냄</translation>
    </message>
    <message>
      <source>Exporting {name}...</source>
      <translation>{name} 내보내는 중...</translation>
    </message>
    <message>
      <source>FFT lengths must be 1 or more, got {lengths}</source>
      <translation>변환의 길이는 1 이상인데 {lengths}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>FFT lengths must be 1 or more, got {tolist}</source>
      <translation>변환의 길이는 1 이상인데 {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>FeedType needs a value: wire an Input_Initializer to it</source>
      <translation>FeedType에는 값이 필요합니다: Input_Initializer를 이으세요</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>파일</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>필터</translation>
    </message>
    <message>
      <source>Filter blocks by state</source>
      <translation>상태로 블록 필터링</translation>
    </message>
    <message>
      <source>Filter results</source>
      <translation>결과 필터</translation>
    </message>
    <message>
      <source>Final scalar values</source>
      <translation>스칼라의 최종 값</translation>
    </message>
    <message>
      <source>Find and update outdated copies of composites from block libraries</source>
      <translation>블록 라이브러리와 다른 복사본을 표시합니다</translation>
    </message>
    <message>
      <source>Find blocks</source>
      <translation>블록 찾기</translation>
    </message>
    <message>
      <source>Find by name, type, value or state (is:error, is:unused)</source>
      <translation>이름, 유형, 값 또는 상태로 찾기 (is:error, is:unused)</translation>
    </message>
    <message>
      <source>Find files</source>
      <translation>파일 찾기</translation>
    </message>
    <message>
      <source>Find files...</source>
      <translation>파일 찾기...</translation>
    </message>
    <message>
      <source>Find the first step with a NaN, a jump in the loss or a vanished gradient</source>
      <translation>NaN, 손실의 급변 또는 그래디언트 소실이 나타난 첫 단계를 찾습니다</translation>
    </message>
    <message>
      <source>Find...</source>
      <translation>찾기...</translation>
    </message>
    <message>
      <source>Fingerprint: method must be farmhash64, got {method}</source>
      <translation>Fingerprint는 farmhash64만 아는데 {method}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>First image</source>
      <translation>첫 이미지</translation>
    </message>
    <message>
      <source>First image to show</source>
      <translation>표시할 첫 이미지</translation>
    </message>
    <message>
      <source>First steps: a matrix-vector product and its gradient</source>
      <translation>첫걸음: 행렬-벡터 곱과 그 그래디언트</translation>
    </message>
    <message>
      <source>First steps: draw, run, differentiate</source>
      <translation>첫걸음: 그리기, 실행, 미분</translation>
    </message>
    <message>
      <source>Fit all</source>
      <translation>전체 맞춤</translation>
    </message>
    <message>
      <source>Fit selection</source>
      <translation>선택 맞춤</translation>
    </message>
    <message>
      <source>Fix</source>
      <translation>고치기</translation>
    </message>
    <message>
      <source>Fix {block}</source>
      <translation>{block} 고치기</translation>
    </message>
    <message>
      <source>Fix {rule} in {block}</source>
      <translation>{block}의 {rule} 고치기</translation>
    </message>
    <message>
      <source>FixedUnigramCandidateSampler: set exactly one of unigrams and vocab_file</source>
      <translation>FixedUnigramCandidateSampler: unigrams와 vocab_file 중 하나만 주세요</translation>
    </message>
    <message>
      <source>Flow</source>
      <translation>흐름</translation>
    </message>
    <message>
      <source>Follow the gradient of the loss back through the teacher network, and stop it before it arrives at T1. It must still reach S1 and S2.</source>
      <translation>교사 네트워크를 지나는 손실의 그래디언트를 거꾸로 따라가서 T1에 도달하기 전에 멈추세요. S1과 S2에는 계속 도달해야 합니다.</translation>
    </message>
    <message>
      <source>Formula</source>
      <translation>수식</translation>
    </message>
    <message>
      <source>Formula of</source>
      <translation>수식 대상</translation>
    </message>
    <message>
      <source>Forward</source>
      <translation>순방향</translation>
    </message>
    <message>
      <source>Fourier transforms</source>
      <translation>푸리에 변환</translation>
    </message>
    <message>
      <source>Frame</source>
      <translation>프레임</translation>
    </message>
    <message>
      <source>Frame selection</source>
      <translation>선택을 프레임으로 묶기</translation>
    </message>
    <message>
      <source>From before the last edit: {text}</source>
      <translation>마지막 편집 전의 값: {text}</translation>
    </message>
    <message>
      <source>Full screen</source>
      <translation>전체 화면</translation>
    </message>
    <message>
      <source>GAN step</source>
      <translation>GAN 스텝</translation>
    </message>
    <message>
      <source>GAN: train generator and discriminator with one gradient</source>
      <translation>GAN: 하나의 그래디언트로 생성자와 판별자 학습하기</translation>
    </message>
    <message>
      <source>GPT</source>
      <translation>GPT</translation>
    </message>
    <message>
      <source>GPT: learn a sentence letter by letter</source>
      <translation>GPT: 문장을 한 글자씩 배우기</translation>
    </message>
    <message>
      <source>GatherNd cannot gather from an empty tensor: params has the shape {shape_text}</source>
      <translation>GatherNd는 빈 텐서에서 가져올 수 없습니다: params의 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>GatherNd: an index must have at most {params} numbers (the rank of params), got {indices}</source>
      <translation>GatherNd는 인덱스마다 많아야 params의 랭크인 {params}개의 수를 받는데 {indices}개 왔습니다</translation>
    </message>
    <message>
      <source>GatherV2: params and indices must have the same {batch} leading sizes (batch_dims), got {shape_text} and {shape_text2}</source>
      <translation>GatherV2에는 앞쪽 크기 {batch}개(batch_dims)가 같은 params와 indices가 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Give the selected Placeholders, or all on the page, a default value of zeros, so that the page runs without feeds</source>
      <translation>선택한 Placeholder, 또는 페이지의 모든 Placeholder에 기본값 0을 주어 값을 넣지 않아도 실행되게 합니다</translation>
    </message>
    <message>
      <source>Give the selected instance its own definition, so that edits do not affect other instances</source>
      <translation>선택한 인스턴스에 자체 정의를 주어, 편집이 다른 인스턴스에 영향을 주지 않게 합니다</translation>
    </message>
    <message>
      <source>Give {named} a default value</source>
      <translation>{named}에 기본값 주기</translation>
    </message>
    <message>
      <source>Go back to an earlier step and compute its values and gradients again</source>
      <translation>이전 단계로 돌아가 값과 그래디언트를 다시 계산합니다</translation>
    </message>
    <message>
      <source>Go back to the current gradient (Esc)</source>
      <translation>현재 그래디언트로 돌아갑니다 (Esc)</translation>
    </message>
    <message>
      <source>Go back to the instance (Backspace)</source>
      <translation>인스턴스로 돌아갑니다 (백스페이스)</translation>
    </message>
    <message>
      <source>Go to a different instance of this composite</source>
      <translation>이 합성 블록의 다른 인스턴스로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 1</source>
      <translation>책갈피 1(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 2</source>
      <translation>책갈피 2(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 3</source>
      <translation>책갈피 3(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 4</source>
      <translation>책갈피 4(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 5</source>
      <translation>책갈피 5(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 6</source>
      <translation>책갈피 6(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 7</source>
      <translation>책갈피 7(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 8</source>
      <translation>책갈피 8(으)로 이동</translation>
    </message>
    <message>
      <source>Go to bookmark 9</source>
      <translation>책갈피 9(으)로 이동</translation>
    </message>
    <message>
      <source>Go to first bad step</source>
      <translation>첫 이상 단계로 이동</translation>
    </message>
    <message>
      <source>Go to next panel</source>
      <translation>다음 패널로 이동</translation>
    </message>
    <message>
      <source>Go to previous panel</source>
      <translation>이전 패널로 이동</translation>
    </message>
    <message>
      <source>Go to {block}</source>
      <translation>{block}(으)로 이동</translation>
    </message>
    <message>
      <source>Go to {id}</source>
      <translation>{id}(으)로 이동</translation>
    </message>
    <message>
      <source>Go to {path}</source>
      <translation>{path}(으)로 이동</translation>
    </message>
    <message>
      <source>Gradblocks closed unexpectedly while these diagrams were open. Restoring does not change their files.</source>
      <translation>이 다이어그램이 열려 있는 동안 Gradblocks가 예기치 않게 종료되었습니다. 복원해도 파일은 바뀌지 않습니다.</translation>
    </message>
    <message>
      <source>Gradblocks diagrams (*.gradblocks *.json)</source>
      <translation>Gradblocks 다이어그램 (*.gradblocks *.json)</translation>
    </message>
    <message>
      <source>Gradblocks does not run your program. Run these lines in the Python environment of your model. Here, model is a torch.nn.Module, and inputs is a tuple of example tensors.</source>
      <translation>Gradblocks는 사용자의 프로그램을 실행하지 않습니다. 모델의 Python 환경에서 다음 줄을 실행하세요. 여기서 model은 torch.nn.Module이고 inputs는 예제 텐서의 튜플입니다.</translation>
    </message>
    <message>
      <source>Gradblocks encountered an internal error.</source>
      <translation>Gradblocks에 내부 오류가 발생했습니다.</translation>
    </message>
    <message>
      <source>Gradient</source>
      <translation>그래디언트</translation>
    </message>
    <message>
      <source>Gradient by iteration</source>
      <translation>반복별 그래디언트</translation>
    </message>
    <message>
      <source>Gradient descent</source>
      <translation>경사 하강법</translation>
    </message>
    <message>
      <source>Gradient descent three ways</source>
      <translation>경사 하강법 세 가지</translation>
    </message>
    <message>
      <source>Gradient descent: by hand and with AddSymbolicGradients</source>
      <translation>경사 하강법: 손으로, 그리고 AddSymbolicGradients로</translation>
    </message>
    <message>
      <source>Gradient norm</source>
      <translation>그래디언트 노름</translation>
    </message>
    <message>
      <source>Gradient of</source>
      <translation>그래디언트 대상</translation>
    </message>
    <message>
      <source>Gradient of {title}</source>
      <translation>{title}의 그래디언트</translation>
    </message>
    <message>
      <source>Gradient stops</source>
      <translation>그래디언트 정지</translation>
    </message>
    <message>
      <source>Gradient view</source>
      <translation>그래디언트 보기</translation>
    </message>
    <message>
      <source>Gradient view legend</source>
      <translation>그래디언트 보기 범례</translation>
    </message>
    <message>
      <source>GradientContract has no effect: nothing is wired to reaches or must_not_reach</source>
      <translation>GradientContract는 효과가 없습니다: reaches에도 must_not_reach에도 이어진 것이 없습니다</translation>
    </message>
    <message>
      <source>Gradients (norms of tensors) in a trial run of step {step:,}:</source>
      <translation>{step:,}단계를 시험 계산한 그래디언트 (텐서는 노름):</translation>
    </message>
    <message>
      <source>Gradients flow back to {text}.</source>
      <translation>그래디언트가 {text}(으)로 역으로 흐릅니다.</translation>
    </message>
    <message>
      <source>Gray</source>
      <translation>회색</translation>
    </message>
    <message>
      <source>Green</source>
      <translation>초록</translation>
    </message>
    <message>
      <source>Grid</source>
      <translation>격자</translation>
    </message>
    <message>
      <source>Grid and snapping</source>
      <translation>격자와 맞춤</translation>
    </message>
    <message>
      <source>Guard the input of {culprit} with the condition of {block}</source>
      <translation>{culprit}의 입력을 {block}의 조건으로 보호</translation>
    </message>
    <message>
      <source>Heat map</source>
      <translation>히트맵</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>도움말</translation>
    </message>
    <message>
      <source>Help on selected block</source>
      <translation>선택한 블록 도움말</translation>
    </message>
    <message>
      <source>Help on this block</source>
      <translation>이 블록 도움말</translation>
    </message>
    <message>
      <source>Hidden check</source>
      <translation>숨겨진 검사</translation>
    </message>
    <message>
      <source>Hidden from students</source>
      <translation>학생에게 숨김</translation>
    </message>
    <message>
      <source>Hidden until you answer: {what}</source>
      <translation>답할 때까지 숨김: {what}</translation>
    </message>
    <message>
      <source>Hide panels, menus and toolbars, or show them again (Esc)</source>
      <translation>패널, 메뉴, 막대를 숨기거나 다시 표시합니다(Esc)</translation>
    </message>
    <message>
      <source>Hide until answered</source>
      <translation>답할 때까지 숨김</translation>
    </message>
    <message>
      <source>Hint, shown on failure</source>
      <translation>실패 시 보일 힌트</translation>
    </message>
    <message>
      <source>Hint: {hint}</source>
      <translation>힌트: {hint}</translation>
    </message>
    <message>
      <source>Histogram</source>
      <translation>히스토그램</translation>
    </message>
    <message>
      <source>HistogramFixedWidth: value_range must be strictly increasing, got {limits} and {limits2}</source>
      <translation>HistogramFixedWidth: value_range의 첫 값은 둘째 값보다 작아야 하지만 {limits}와(과) {limits2}입니다</translation>
    </message>
    <message>
      <source>HistogramSummary: values must be finite, got {what}</source>
      <translation>HistogramSummary에는 values에 유한한 수가 필요한데 {what}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>History</source>
      <translation>작업 내역</translation>
    </message>
    <message>
      <source>If W1 and W2 are 0, F(x) is 0.</source>
      <translation>W1과 W2가 0이면 F(x)는 0입니다.</translation>
    </message>
    <message>
      <source>If the StopGradient “given_fake” let the gradient through, which variables would get a gradient of loss_d?</source>
      <translation>given_fake가 그래디언트를 통과시킨다면 어느 변수가 loss_d의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>If the StopGradient “given” let the gradient through, which of these would get a gradient?</source>
      <translation>given이 그래디언트를 통과시킨다면 이 가운데 어느 것이 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>If the StopGradient “raw_direction” let the gradient through, which of these would get a gradient of loss_raw?</source>
      <translation>raw_direction이 그래디언트를 통과시킨다면 이 가운데 어느 것이 loss_raw의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>If the StopGradient “sample” let the gradient through, which of these would also get a gradient?</source>
      <translation>sample이 그래디언트를 통과시킨다면 이 가운데 어느 것이 그래디언트를 더 받을까요?</translation>
    </message>
    <message>
      <source>If the StopGradient “stopped_max” let the gradient through, which of these would get a gradient?</source>
      <translation>stopped_max가 그래디언트를 통과시킨다면 이 가운데 어느 것이 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>If there are values of both signs, center the color scale at zero</source>
      <translation>양수와 음수가 함께 있으면 색상표를 0에 맞춥니다</translation>
    </message>
    <message>
      <source>If w changes from 0.30 to 0.31, how much does the rounded value change?</source>
      <translation>w가 0.30에서 0.31로 바뀌면 반올림한 값은 얼마나 바뀝니까?</translation>
    </message>
    <message>
      <source>If you keep it running, queues, readers and other stateful resources restart.</source>
      <translation>계속 실행하면 큐, 리더 및 기타 상태 저장 리소스가 처음부터 다시 시작됩니다.</translation>
    </message>
    <message>
      <source>Image</source>
      <translation>이미지</translation>
    </message>
    <message>
      <source>Images</source>
      <translation>이미지</translation>
    </message>
    <message>
      <source>Images (*.png)</source>
      <translation>이미지 (*.png)</translation>
    </message>
    <message>
      <source>ImmutableConst cannot read {short} values from a file</source>
      <translation>ImmutableConst는 파일에서 {short} 값을 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>ImmutableConst needs a shape with all sizes known, got {shape_text}</source>
      <translation>ImmutableConst에는 크기가 모두 정해진 모양이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Import ONNX or TensorFlow</source>
      <translation>ONNX 또는 TensorFlow 가져오기</translation>
    </message>
    <message>
      <source>Import ONNX or TensorFlow...</source>
      <translation>ONNX 또는 TensorFlow 가져오기...</translation>
    </message>
    <message>
      <source>Import from PyTorch</source>
      <translation>PyTorch에서 가져오기</translation>
    </message>
    <message>
      <source>Import from PyTorch...</source>
      <translation>PyTorch에서 가져오기...</translation>
    </message>
    <message>
      <source>Import from enuSpace</source>
      <translation>enuSpace에서 가져오기</translation>
    </message>
    <message>
      <source>Import from enuSpace...</source>
      <translation>enuSpace에서 가져오기...</translation>
    </message>
    <message>
      <source>In the gradient view (G)</source>
      <translation>그래디언트 보기에서 (G)</translation>
    </message>
    <message>
      <source>In this run, some values inside instances differed from the composites. A diagram cannot store those values.</source>
      <translation>이 실행에서는 인스턴스 안의 일부 값이 합성 블록과 달랐습니다. 다이어그램에는 그 값을 저장할 수 없습니다.</translation>
    </message>
    <message>
      <source>Index on axis {number}</source>
      <translation>축 {number}의 인덱스</translation>
    </message>
    <message>
      <source>Initial folder for Open and Save. If empty, the last folder is used.</source>
      <translation>열기와 저장의 첫 폴더입니다. 비워 두면 마지막 폴더를 씁니다.</translation>
    </message>
    <message>
      <source>Input needs a value</source>
      <translation>Input에는 값이 필요합니다</translation>
    </message>
    <message>
      <source>Input {name}</source>
      <translation>입력 {name}</translation>
    </message>
    <message>
      <source>InputList needs at least one wire</source>
      <translation>InputList에는 선이 적어도 하나 필요합니다</translation>
    </message>
    <message>
      <source>Input_Initializer needs a value</source>
      <translation>Input_Initializer에는 값이 필요합니다</translation>
    </message>
    <message>
      <source>Inputs</source>
      <translation>입력</translation>
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
      <source>Insert a StopGradient between the Variable and the Square</source>
      <translation>Variable과 Square 사이에 StopGradient를 넣으세요</translation>
    </message>
    <message>
      <source>Insert a block on a wire</source>
      <translation>와이어에 블록 삽입</translation>
    </message>
    <message>
      <source>Insert between {source} and {target}</source>
      <translation>{source} → {target} 사이에 삽입</translation>
    </message>
    <message>
      <source>Insert block...</source>
      <translation>블록 삽입...</translation>
    </message>
    <message>
      <source>Insert {block} between {source} and {target}</source>
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
      <source>Inside a loop, show the values of the next iteration</source>
      <translation>루프 안에서 다음 반복의 값을 봅니다</translation>
    </message>
    <message>
      <source>Inside a loop, show the values of the previous iteration</source>
      <translation>루프 안에서 이전 반복의 값을 봅니다</translation>
    </message>
    <message>
      <source>Inspector</source>
      <translation>인스펙터</translation>
    </message>
    <message>
      <source>Instance</source>
      <translation>인스턴스</translation>
    </message>
    <message>
      <source>InvertPermutation: x must contain each value from 0 to {n} once, but {int} occurs more than once</source>
      <translation>InvertPermutation에는 0부터 {n}까지의 수가 한 번씩 필요한데 {int}이(가) 두 번 나옵니다</translation>
    </message>
    <message>
      <source>InvertPermutation: x must contain only values from 0 to {n}, got {wrong}</source>
      <translation>InvertPermutation에는 0부터 {n}까지의 수가 한 번씩 필요한데 {wrong}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>IsotonicRegression: expected output_dtype {short} for input {short2}, got {short3}</source>
      <translation>IsotonicRegression: 입력 {short2}에는 output_dtype이 {short}이어야 하는데 {short3}입니다</translation>
    </message>
    <message>
      <source>It also works with other images</source>
      <translation>다른 이미지에서도 작동함</translation>
    </message>
    <message>
      <source>It becomes exp(-5) times as large.</source>
      <translation>exp(-5)배가 됩니다.</translation>
    </message>
    <message>
      <source>It becomes smaller by 5.</source>
      <translation>5만큼 작아집니다.</translation>
    </message>
    <message>
      <source>It conflicts with your last edit. Undo that edit to accept the proposal.</source>
      <translation>마지막 편집과 충돌합니다. 제안을 수락하려면 그 편집을 실행 취소하십시오.</translation>
    </message>
    <message>
      <source>It does not change.</source>
      <translation>바뀌지 않습니다.</translation>
    </message>
    <message>
      <source>It falls faster.</source>
      <translation>더 빨리 감소합니다.</translation>
    </message>
    <message>
      <source>It falls more slowly.</source>
      <translation>더 천천히 감소합니다.</translation>
    </message>
    <message>
      <source>It grows.</source>
      <translation>증가합니다.</translation>
    </message>
    <message>
      <source>It is divided by 5.</source>
      <translation>5로 나누어집니다.</translation>
    </message>
    <message>
      <source>It stays the same.</source>
      <translation>그대로입니다.</translation>
    </message>
    <message>
      <source>Item</source>
      <translation>항목</translation>
    </message>
    <message>
      <source>Iteration of {block}</source>
      <translation>{block}의 반복</translation>
    </message>
    <message>
      <source>Iteration to show, counted from 0. Press comma or period to change it. {about}</source>
      <translation>표시할 반복이며 0부터 셉니다. 쉼표나 마침표를 눌러 바꿉니다. {about}</translation>
    </message>
    <message>
      <source>JAX cannot compile this block: {name} {reason}</source>
      <translation>JAX가 이 블록을 컴파일할 수 없습니다: {name} {reason}</translation>
    </message>
    <message>
      <source>JAX cannot reverse the derivative rule of {title}: {reason}</source>
      <translation>JAX가 {title}의 미분 규칙을 뒤집을 수 없습니다: {reason}</translation>
    </message>
    <message>
      <source>JAX cannot run this block: {text}</source>
      <translation>JAX로 실행할 수 없습니다: {text}</translation>
    </message>
    <message>
      <source>JAX could not run the step: {text}</source>
      <translation>JAX로 스텝을 실행할 수 없었습니다: {text}</translation>
    </message>
    <message>
      <source>JAX could not start process {process} of {processes}: {text}</source>
      <translation>JAX가 프로세스 {processes}개 가운데 {process}을(를) 시작하지 못했습니다: {text}</translation>
    </message>
    <message>
      <source>Jet</source>
      <translation>Jet</translation>
    </message>
    <message>
      <source>Keep current</source>
      <translation>현재 것 유지</translation>
    </message>
    <message>
      <source>Keep mine</source>
      <translation>내 것 유지</translation>
    </message>
    <message>
      <source>Keep running</source>
      <translation>계속 실행</translation>
    </message>
    <message>
      <source>Keep running continues it in the background, with its variables.</source>
      <translation>'계속 실행'을 누르면 변수를 유지한 채 백그라운드에서 계속됩니다.</translation>
    </message>
    <message>
      <source>Keep runs in a folder next to the diagram file, not in your data folder, so that you can move both together</source>
      <translation>실행을 데이터 폴더가 아니라 다이어그램 파일 옆 폴더에 보관하여 함께 옮길 수 있게 합니다</translation>
    </message>
    <message>
      <source>Keep runs next to the diagram</source>
      <translation>실행을 다이어그램 옆에 보관</translation>
    </message>
    <message>
      <source>Keep the current diagram and mark the conflict as resolved</source>
      <translation>다이어그램을 지금 그대로 두고 충돌을 해결됨으로 표시합니다</translation>
    </message>
    <message>
      <source>Kept unchanged</source>
      <translation>그대로 보관됨</translation>
    </message>
    <message>
      <source>Kind of loop</source>
      <translation>루프 종류</translation>
    </message>
    <message>
      <source>LMDBReader needs the Python package lmdb, which is not installed</source>
      <translation>LMDBReader에는 Python 패키지 lmdb가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>LRN: depth_radius must be from 0 to {value}, got {attrs}</source>
      <translation>LRN에는 0 ... {value}의 depth_radius가 필요한데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>LSTM</source>
      <translation>LSTM</translation>
    </message>
    <message>
      <source>LSTM: predict the next value of a wave</source>
      <translation>LSTM: 파형의 다음 값 예측하기</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>언어</translation>
    </message>
    <message>
      <source>Large tensors are kept in full only for the last step. For this step, the histogram shows a sample of the elements.</source>
      <translation>큰 텐서는 마지막 단계만 전부 보관됩니다. 이 단계는 히스토그램이 원소 표본을 보여 줍니다.</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>나중에</translation>
    </message>
    <message>
      <source>Learning &amp;rate</source>
      <translation>학습률(&amp;R)</translation>
    </message>
    <message>
      <source>Learning rate</source>
      <translation>학습률</translation>
    </message>
    <message>
      <source>Lesson complete. You can keep experimenting on the page</source>
      <translation>수업을 마쳤습니다. 이 페이지에서 계속 시험해 볼 수 있습니다</translation>
    </message>
    <message>
      <source>Lessons</source>
      <translation>수업</translation>
    </message>
    <message>
      <source>Let an assistant that uses the Model Context Protocol read the open diagrams and propose edits</source>
      <translation>Model Context Protocol을 사용하는 어시스턴트가 열려 있는 다이어그램을 읽고 편집을 제안하게 합니다</translation>
    </message>
    <message>
      <source>License: {licence}.</source>
      <translation>라이선스: {licence}.</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>밝게</translation>
    </message>
    <message>
      <source>Light, for print</source>
      <translation>인쇄용 밝은 색상</translation>
    </message>
    <message>
      <source>Line of the program that the block was imported from</source>
      <translation>블록을 가져온 프로그램의 줄</translation>
    </message>
    <message>
      <source>Linear algebra</source>
      <translation>선형 대수</translation>
    </message>
    <message>
      <source>Lines of Python</source>
      <translation>Python 코드</translation>
    </message>
    <message>
      <source>Live</source>
      <translation>실시간</translation>
    </message>
    <message numerus="yes">
      <source>Live: computed {n:,} operations in {ms:,.1f} ms</source>
      <translation>
        <numerusform>실시간: 연산 {n:,}개를 {ms:,.1f} ms에 계산</numerusform>
      </translation>
    </message>
    <message>
      <source>Live: recompute after each edit</source>
      <translation>라이브: 편집할 때마다 다시 계산</translation>
    </message>
    <message>
      <source>Load the page's variables from an .npz file</source>
      <translation>페이지의 변수를 .npz 파일에서 불러옵니다</translation>
    </message>
    <message>
      <source>Load variables</source>
      <translation>변수 불러오기</translation>
    </message>
    <message>
      <source>Load variables...</source>
      <translation>변수 불러오기...</translation>
    </message>
    <message numerus="yes">
      <source>Loaded {n:,} variables</source>
      <translation>
        <numerusform>변수 {n:,}개를 불러왔습니다</numerusform>
      </translation>
    </message>
    <message>
      <source>Location</source>
      <translation>위치</translation>
    </message>
    <message>
      <source>Log of 1 - {name} (Sigmoid) is -Infinity for x above {end}, where the difference rounds to 0</source>
      <translation>1 - {name}(Sigmoid)의 Log: x가 {end}보다 크면 0으로 반올림되어 -Infinity가 됩니다</translation>
    </message>
    <message>
      <source>Log of {block_name} (Softmax) is -Infinity for a probability that rounds to 0</source>
      <translation>{block_name}(Softmax)의 Log: 0으로 반올림된 확률은 -Infinity가 됩니다</translation>
    </message>
    <message>
      <source>Log of {name} (Sigmoid) is -Infinity for x below -{end}, where the Sigmoid rounds to 0</source>
      <translation>{name}(Sigmoid)의 Log: x가 -{end}보다 작으면 0으로 반올림되어 -Infinity가 됩니다</translation>
    </message>
    <message>
      <source>Log scale</source>
      <translation>로그 눈금</translation>
    </message>
    <message>
      <source>Logarithmic</source>
      <translation>로그</translation>
    </message>
    <message>
      <source>Logging</source>
      <translation>로깅</translation>
    </message>
    <message>
      <source>Look at W step by step. Does each step go downhill?</source>
      <translation>W를 단계별로 살펴보세요. 각 단계가 내리막으로 갑니까?</translation>
    </message>
    <message>
      <source>Look at b step by step. Which block changes b, and which block runs it?</source>
      <translation>b를 단계별로 살펴보세요. 어떤 블록이 b를 바꾸고, 어떤 블록이 그것을 실행합니까?</translation>
    </message>
    <message>
      <source>Lookup tables</source>
      <translation>조회 테이블</translation>
    </message>
    <message>
      <source>Loss</source>
      <translation>손실</translation>
    </message>
    <message>
      <source>Loss or prediction</source>
      <translation>손실 또는 예측</translation>
    </message>
    <message>
      <source>MNIST: restore the saved weights and evaluate them</source>
      <translation>MNIST: 저장한 가중치를 불러와 평가하기</translation>
    </message>
    <message>
      <source>MNIST: softmax regression with readers and queues</source>
      <translation>MNIST: 리더와 큐를 쓰는 소프트맥스 회귀</translation>
    </message>
    <message>
      <source>Make</source>
      <translation>만들기</translation>
    </message>
    <message>
      <source>Make a {kind} loop: {name}</source>
      <translation>{kind} 루프 만들기: {name}</translation>
    </message>
    <message>
      <source>Make composite</source>
      <translation>합성 블록 만들기</translation>
    </message>
    <message>
      <source>Make exercise</source>
      <translation>연습 만들기</translation>
    </message>
    <message>
      <source>Make exercise...</source>
      <translation>연습 만들기...</translation>
    </message>
    <message>
      <source>Make gradient editable</source>
      <translation>그래디언트를 편집할 수 있게 만들기</translation>
    </message>
    <message>
      <source>Make loop from {count}</source>
      <translation>{count}(으)로 루프 만들기</translation>
    </message>
    <message>
      <source>Make loop from {instance}</source>
      <translation>{instance}(으)로 루프 만들기</translation>
    </message>
    <message>
      <source>Make loop...</source>
      <translation>루프 만들기...</translation>
    </message>
    <message>
      <source>Make trainable</source>
      <translation>학습 가능하게 하기</translation>
    </message>
    <message>
      <source>Make unique</source>
      <translation>독립시키기</translation>
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
      <source>Make {name} from {count}</source>
      <translation>{count}(으)로 {name} 만들기</translation>
    </message>
    <message>
      <source>Manual</source>
      <translation>설명서</translation>
    </message>
    <message>
      <source>Math</source>
      <translation>수학</translation>
    </message>
    <message>
      <source>MatrixSetDiag: diagonal must have the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiag에는 모양이 {shape_text}인 대각선이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>MatrixSetDiagV3: diagonal must have the shape {shape_text}, got {shape_text2}</source>
      <translation>MatrixSetDiagV3에는 모양이 {shape_text}인 원소들이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>MatrixSolveLs has a gradient only if fast is true</source>
      <translation>MatrixSolveLs는 fast가 true일 때만 그래디언트가 있습니다</translation>
    </message>
    <message>
      <source>Maximum steps per second</source>
      <translation>초당 최대 단계 수</translation>
    </message>
    <message>
      <source>Mean cross entropy of logits [n, classes] and labels [n]. Feed the labels as class indices. If a Softmax is selected, its logits are used.</source>
      <translation>로짓 [n, classes]과 레이블 [n]의 평균 교차 엔트로피입니다. 레이블은 클래스 번호로 넣으세요. Softmax를 선택하면 그 로짓을 씁니다.</translation>
    </message>
    <message>
      <source>Mean squared error: the mean of the squared differences between output and target. Feed the target values.</source>
      <translation>평균 제곱 오차: 출력과 목표의 차를 제곱하여 평균합니다. 목표값을 넣으세요.</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>측정</translation>
    </message>
    <message>
      <source>Measure again</source>
      <translation>다시 측정</translation>
    </message>
    <message>
      <source>Measurement stopped</source>
      <translation>측정을 중지했습니다</translation>
    </message>
    <message>
      <source>Measuring...</source>
      <translation>측정 중...</translation>
    </message>
    <message>
      <source>Memory</source>
      <translation>메모리</translation>
    </message>
    <message>
      <source>Merge changes of the file</source>
      <translation>파일의 변경 내용 병합</translation>
    </message>
    <message>
      <source>Merge conflicts</source>
      <translation>병합 충돌</translation>
    </message>
    <message>
      <source>MergeSummary: input {index} is not a serialized summary</source>
      <translation>MergeSummary: 입력 {index}은(는) 직렬화된 요약이 아닙니다</translation>
    </message>
    <message>
      <source>MergeSummary: the tag {tag} occurs more than once</source>
      <translation>MergeSummary: 태그 {tag}이(가) 두 번 이상 나옵니다</translation>
    </message>
    <message>
      <source>MergeV2Checkpoints needs at least one checkpoint</source>
      <translation>MergeV2Checkpoints에는 체크포인트가 적어도 하나 필요합니다</translation>
    </message>
    <message>
      <source>Merged the changes of {name}</source>
      <translation>{name}의 변경을 병합했습니다</translation>
    </message>
    <message>
      <source>Minimap</source>
      <translation>미니맵</translation>
    </message>
    <message>
      <source>Minimap of the page</source>
      <translation>페이지 미니맵</translation>
    </message>
    <message>
      <source>MirrorPadGrad: the paddings {row} are too large for axis {axis} of size {size} ({attrs})</source>
      <translation>MirrorPadGrad: 패딩 {row}이(가) 크기가 {size}인 축 {axis}에 너무 큽니다({attrs})</translation>
    </message>
    <message>
      <source>Missing inputs or values: {unfinished:,}</source>
      <translation>없는 입력이나 값: {unfinished:,}개</translation>
    </message>
    <message>
      <source>Models (*.pb *.pbtxt *.onnx)</source>
      <translation>모델 (*.pb *.pbtxt *.onnx)</translation>
    </message>
    <message>
      <source>More</source>
      <translation>더 보기</translation>
    </message>
    <message>
      <source>Mouse</source>
      <translation>마우스</translation>
    </message>
    <message>
      <source>Move left</source>
      <translation>왼쪽으로 이동</translation>
    </message>
    <message>
      <source>Move page {name}</source>
      <translation>페이지 {name} 이동</translation>
    </message>
    <message>
      <source>Move pin {name}</source>
      <translation>핀 {name} 이동</translation>
    </message>
    <message>
      <source>Move reroute points</source>
      <translation>꺾임 옮기기</translation>
    </message>
    <message>
      <source>Move right</source>
      <translation>오른쪽으로 이동</translation>
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
      <source>Move {text} to {endpoint}</source>
      <translation>{text}을(를) {endpoint}(으)로 옮기기</translation>
    </message>
    <message>
      <source>Move {text} {picture}</source>
      <translation>{text} 이동: {picture}</translation>
    </message>
    <message>
      <source>Moved {count} into a composite with {inputs} and {outputs}. Press Enter to open the composite</source>
      <translation>{count}을(를) {inputs}, {outputs}의 합성 블록에 넣었습니다. Enter를 누르면 합성 블록이 열립니다</translation>
    </message>
    <message>
      <source>Multiply 60 factors of 0.6. The logarithm helps: 60 * log10(0.6) = -13.3.</source>
      <translation>0.6을 60번 곱하세요. 로그가 도움이 됩니다. 60 * log10(0.6) = -13.3입니다.</translation>
    </message>
    <message>
      <source>Mute</source>
      <translation>음소거</translation>
    </message>
    <message>
      <source>Mute the StopGradient to get the gradient back</source>
      <translation>StopGradient를 꺼서 그래디언트를 되돌리세요</translation>
    </message>
    <message>
      <source>Mute the ignored stops and add a StopGradient at each new stop</source>
      <translation>무시한 정지를 음소거하고 새 정지마다 StopGradient를 추가합니다</translation>
    </message>
    <message>
      <source>Mute the ignored stops, remove the ignored custom gradients, and add a StopGradient at each new stop</source>
      <translation>무시한 정지를 음소거하고, 무시한 사용자 정의 그래디언트를 제거하고, 새 정지마다 StopGradient를 추가합니다</translation>
    </message>
    <message>
      <source>Mute {named}</source>
      <translation>{named} 음소거</translation>
    </message>
    <message>
      <source>Muted</source>
      <translation>음소거됨</translation>
    </message>
    <message>
      <source>Muted blocks</source>
      <translation>음소거된 블록</translation>
    </message>
    <message>
      <source>NaN or infinite</source>
      <translation>NaN 또는 무한대</translation>
    </message>
    <message>
      <source>NaN or infinite gradient, starting at {broken}</source>
      <translation>NaN 또는 무한대 그래디언트, {broken}부터</translation>
    </message>
    <message>
      <source>NaN or infinity starts</source>
      <translation>NaN 또는 무한대의 시작</translation>
    </message>
    <message>
      <source>NaN/inf here</source>
      <translation>여기 NaN/inf</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>이름</translation>
    </message>
    <message>
      <source>Name of a block</source>
      <translation>찾을 블록 이름</translation>
    </message>
    <message>
      <source>Name of a block, or a value such as {{1, 2}, {3, 4}}</source>
      <translation>블록 이름, 또는 {{1, 2}, {3, 4}} 같은 값</translation>
    </message>
    <message>
      <source>Name of the block</source>
      <translation>블록 이름</translation>
    </message>
    <message>
      <source>Name of the composite</source>
      <translation>합성 블록 이름</translation>
    </message>
    <message>
      <source>Name of the pin</source>
      <translation>핀 이름</translation>
    </message>
    <message>
      <source>Name of the value</source>
      <translation>값 이름</translation>
    </message>
    <message>
      <source>Neural ODE</source>
      <translation>신경 ODE</translation>
    </message>
    <message>
      <source>Neural ODE: rotate and enlarge a circle</source>
      <translation>신경 ODE: 원을 돌리고 키우기</translation>
    </message>
    <message>
      <source>Neural networks</source>
      <translation>신경망</translation>
    </message>
    <message>
      <source>Never</source>
      <translation>안 함</translation>
    </message>
    <message>
      <source>Never saved</source>
      <translation>저장한 적 없음</translation>
    </message>
    <message>
      <source>New</source>
      <translation>새로 만들기</translation>
    </message>
    <message>
      <source>New diagram</source>
      <translation>새 다이어그램</translation>
    </message>
    <message>
      <source>New location of {old}</source>
      <translation>{old}의 새 위치</translation>
    </message>
    <message>
      <source>New page</source>
      <translation>새 페이지</translation>
    </message>
    <message>
      <source>New run</source>
      <translation>새 실행</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>다음</translation>
    </message>
    <message>
      <source>Next (Enter)</source>
      <translation>다음 (Enter)</translation>
    </message>
    <message>
      <source>Next gradient stop</source>
      <translation>다음 그래디언트 정지</translation>
    </message>
    <message>
      <source>Next iteration</source>
      <translation>다음 반복</translation>
    </message>
    <message>
      <source>Next page</source>
      <translation>다음 페이지</translation>
    </message>
    <message>
      <source>Next step</source>
      <translation>다음 단계</translation>
    </message>
    <message>
      <source>No block fits.</source>
      <translation>맞는 블록이 없습니다.</translation>
    </message>
    <message>
      <source>No block has that name.</source>
      <translation>그런 이름의 블록이 없습니다.</translation>
    </message>
    <message>
      <source>No block has that name. Use the arrow keys to choose a similar block.</source>
      <translation>그런 이름의 블록이 없습니다. 화살표 키로 비슷한 블록을 고르세요.</translation>
    </message>
    <message>
      <source>No block named “{text}”.</source>
      <translation>“{text}”(이)라는 블록이 없습니다.</translation>
    </message>
    <message>
      <source>No curves yet. Run a few steps of a page with a scalar result.</source>
      <translation>아직 곡선이 없습니다. 스칼라 결과가 있는 페이지를 몇 단계 실행하세요.</translation>
    </message>
    <message>
      <source>No diagram is open.</source>
      <translation>열린 다이어그램이 없습니다.</translation>
    </message>
    <message>
      <source>No example: {why}.</source>
      <translation>예제 없음: {why}.</translation>
    </message>
    <message>
      <source>No exponential overflows</source>
      <translation>지수가 오버플로하지 않음</translation>
    </message>
    <message>
      <source>No gradient</source>
      <translation>그래디언트 없음</translation>
    </message>
    <message>
      <source>No gradient flows back to the inputs: {not_differentiable}.</source>
      <translation>입력으로 역으로 흐르는 그래디언트가 없습니다: {not_differentiable}.</translation>
    </message>
    <message>
      <source>No gradient flows back.</source>
      <translation>그래디언트가 역으로 흐르지 않습니다.</translation>
    </message>
    <message>
      <source>No gradient passes through a rounding block. It needs a second path from w to weights.</source>
      <translation>반올림 블록은 그래디언트가 통과하지 않습니다. w에서 weights로 가는 두 번째 경로가 필요합니다.</translation>
    </message>
    <message>
      <source>No gradient reaches this pin</source>
      <translation>이 핀에는 그래디언트가 닿지 않습니다</translation>
    </message>
    <message>
      <source>No gradient stops</source>
      <translation>그래디언트 정지 없음</translation>
    </message>
    <message>
      <source>No operation</source>
      <translation>아무 일도 안 함</translation>
    </message>
    <message>
      <source>No page is open.</source>
      <translation>열린 페이지가 없습니다.</translation>
    </message>
    <message>
      <source>No pins yet. Add an {kind} block.</source>
      <translation>아직 핀이 없습니다. {kind} 블록을 추가하세요.</translation>
    </message>
    <message>
      <source>No problems</source>
      <translation>문제 없음</translation>
    </message>
    <message>
      <source>No problems.</source>
      <translation>문제가 없습니다.</translation>
    </message>
    <message>
      <source>No promoted values. Right-click a value of a block inside the composite and choose “Promote”.</source>
      <translation>표시된 값이 없습니다. 합성 블록 안에 있는 블록의 값을 오른쪽 클릭하고 “블록에 표시”를 고르세요.</translation>
    </message>
    <message>
      <source>No ready-made softmax is used</source>
      <translation>만들어진 소프트맥스를 사용하지 않음</translation>
    </message>
    <message>
      <source>No recent diagrams. Open one or start a lesson.</source>
      <translation>최근 다이어그램이 없습니다. 하나를 열거나 수업을 시작하세요.</translation>
    </message>
    <message>
      <source>No steps yet</source>
      <translation>아직 단계 없음</translation>
    </message>
    <message>
      <source>No timings of this page yet. Press Measure.</source>
      <translation>아직 이 페이지의 실행 시간이 없습니다. 측정을 누르세요.</translation>
    </message>
    <message>
      <source>No value is carried over, so all iterations get the same inputs. Choose an input that receives an output of the previous iteration.</source>
      <translation>넘겨지는 값이 없어 모든 반복이 같은 입력을 받습니다. 이전 반복의 출력을 받을 입력을 고르세요.</translation>
    </message>
    <message>
      <source>No variables or placeholders</source>
      <translation>변수나 플레이스홀더 없음</translation>
    </message>
    <message>
      <source>None</source>
      <translation>없음</translation>
    </message>
    <message>
      <source>Not quite.</source>
      <translation>아쉽지만 아닙니다.</translation>
    </message>
    <message>
      <source>Note</source>
      <translation>새 메모</translation>
    </message>
    <message>
      <source>Notes</source>
      <translation>메모</translation>
    </message>
    <message>
      <source>Notes on the export of "{name}":</source>
      <translation>"{name}" 내보내기에 관한 참고:</translation>
    </message>
    <message>
      <source>Nothing here can be differentiated. Wire a float32 Variable or Const to a block such as Mean or Sum to see its gradient.</source>
      <translation>여기에는 미분할 수 있는 것이 없습니다. float32 Variable이나 Const를 Mean, Sum 같은 블록에 연결하면 그래디언트가 보입니다.</translation>
    </message>
    <message>
      <source>Nothing is selected.</source>
      <translation>선택한 것이 없습니다.</translation>
    </message>
    <message>
      <source>Nothing to differentiate</source>
      <translation>미분할 것이 없습니다</translation>
    </message>
    <message>
      <source>Nothing to differentiate on this page. Select a scalar and press D.</source>
      <translation>이 페이지에는 미분할 것이 없습니다. 스칼라를 선택하고 D를 누르세요.</translation>
    </message>
    <message>
      <source>Nothing was measured at this pin in this step</source>
      <translation>이 단계에서는 이 핀에서 측정된 것이 없습니다</translation>
    </message>
    <message>
      <source>Now add the square. Drag a wire from the pin on the right of the Variable to an empty spot and let go. A list shows the blocks that fit. Type Square and press Enter. To open the same list from the keyboard, select the Variable and press W, then Enter.</source>
      <translation>이제 제곱을 추가합니다. Variable 오른쪽 핀에서 빈 곳으로 선을 끌어다 놓으세요. 맞는 블록들이 목록에 나옵니다. Square를 입력하고 Enter를 누르세요. 키보드로 같은 목록을 열려면 Variable을 선택하고 W를 누른 다음 Enter를 누르세요.</translation>
    </message>
    <message>
      <source>Now imagine the page without the stop.</source>
      <translation>이제 멈춤이 없는 페이지를 생각해 보세요.</translation>
    </message>
    <message>
      <source>Now suppose that you forgot the stop.</source>
      <translation>이제 멈춤을 잊었다고 해 봅시다.</translation>
    </message>
    <message>
      <source>Nudge</source>
      <translation>조금 이동</translation>
    </message>
    <message>
      <source>Nudge down</source>
      <translation>아래로 조금 이동</translation>
    </message>
    <message>
      <source>Nudge left</source>
      <translation>왼쪽으로 조금 이동</translation>
    </message>
    <message>
      <source>Nudge right</source>
      <translation>오른쪽으로 조금 이동</translation>
    </message>
    <message>
      <source>Nudge up</source>
      <translation>위로 조금 이동</translation>
    </message>
    <message>
      <source>Number of parallel runs. One run per core is fastest</source>
      <translation>동시에 실행할 수. 코어마다 하나가 가장 빠릅니다</translation>
    </message>
    <message>
      <source>Number of seeds, such as 5 for seeds 1 to 5, or a list, such as 3,7</source>
      <translation>시드 수(예: 5는 시드 1~5) 또는 목록(예: 3,7)</translation>
    </message>
    <message>
      <source>Number of steps</source>
      <translation>단계 수</translation>
    </message>
    <message>
      <source>Number of steps of a new run</source>
      <translation>새 실행의 단계 수</translation>
    </message>
    <message>
      <source>ONNX models (*.onnx)</source>
      <translation>ONNX 모델 (*.onnx)</translation>
    </message>
    <message>
      <source>OUT (the file to write) is missing</source>
      <translation>OUT(쓸 파일)이 빠졌습니다</translation>
    </message>
    <message>
      <source>OUT: expected a file name that ends in {SUFFIX}, got {name}</source>
      <translation>OUT: {SUFFIX}(으)로 끝나는 파일 이름이 필요하지만 {name}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>OUT: files that end in {suffix} cannot be written</source>
      <translation>OUT: {suffix}(으)로 끝나는 파일은 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>OUT: {name} needs a file extension, which selects the format</source>
      <translation>OUT: {name}에 형식을 정하는 파일 확장자가 필요합니다</translation>
    </message>
    <message>
      <source>On the canvas, mark all changes since the selected run</source>
      <translation>선택한 실행 이후의 모든 변경을 캔버스에 표시합니다</translation>
    </message>
    <message>
      <source>One element per row</source>
      <translation>한 행에 원소 하나</translation>
    </message>
    <message>
      <source>One per core</source>
      <translation>코어마다 하나</translation>
    </message>
    <message>
      <source>Only w and c, the discriminator's variables, get a gradient. The StopGradient “given_fake” keeps the gradient away from the generator.</source>
      <translation>판별자의 변수 w와 c뿐입니다. 멈춤 given_fake가 그래디언트를 생성자에서 막습니다.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>열기</translation>
    </message>
    <message>
      <source>Open a model and combine its repeated layers into one loop block</source>
      <translation>모델을 열고 반복되는 층을 반복 블록 하나로 합칩니다</translation>
    </message>
    <message>
      <source>Open a task that checks your work</source>
      <translation>작업을 확인해 주는 과제를 엽니다</translation>
    </message>
    <message>
      <source>Open an ONNX model or a TensorFlow graph as a diagram</source>
      <translation>ONNX 모델이나 TensorFlow 그래프를 다이어그램으로 열기</translation>
    </message>
    <message>
      <source>Open block</source>
      <translation>블록 열기</translation>
    </message>
    <message>
      <source>Open diagram</source>
      <translation>다이어그램 열기</translation>
    </message>
    <message>
      <source>Open diagram or model...</source>
      <translation>다이어그램 또는 모델 열기...</translation>
    </message>
    <message>
      <source>Open diagrams</source>
      <translation>열린 다이어그램</translation>
    </message>
    <message>
      <source>Open exercise</source>
      <translation>연습 열기</translation>
    </message>
    <message>
      <source>Open exercise...</source>
      <translation>연습 열기...</translation>
    </message>
    <message>
      <source>Open model with grouped layers</source>
      <translation>층을 묶어 모델 열기</translation>
    </message>
    <message>
      <source>Open model with grouped layers...</source>
      <translation>층을 묶어 모델 열기...</translation>
    </message>
    <message>
      <source>Open recent</source>
      <translation>최근 항목 열기</translation>
    </message>
    <message>
      <source>Open the files of the last session</source>
      <translation>마지막 세션의 파일을 엽니다</translation>
    </message>
    <message>
      <source>Open the page of the selected run as a new diagram</source>
      <translation>선택한 실행의 페이지를 새 다이어그램으로 엽니다</translation>
    </message>
    <message>
      <source>Open...</source>
      <translation>열기...</translation>
    </message>
    <message>
      <source>Opened</source>
      <translation>열림</translation>
    </message>
    <message>
      <source>Opening "{name}"...</source>
      <translation>"{name}" 여는 중...</translation>
    </message>
    <message>
      <source>Optimizer</source>
      <translation>옵티마이저</translation>
    </message>
    <message>
      <source>Or choose a gradient stop:</source>
      <translation>또는 그래디언트 정지를 고르세요:</translation>
    </message>
    <message>
      <source>Origin</source>
      <translation>출처</translation>
    </message>
    <message>
      <source>Other</source>
      <translation>기타</translation>
    </message>
    <message>
      <source>Ours</source>
      <translation>우리 쪽</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>개요</translation>
    </message>
    <message>
      <source>Output pin</source>
      <translation>출력 핀</translation>
    </message>
    <message>
      <source>Outputs</source>
      <translation>출력</translation>
    </message>
    <message>
      <source>Overwrite</source>
      <translation>덮어쓰기</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>페이지</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>페이지</translation>
    </message>
    <message>
      <source>Pair</source>
      <translation>연결</translation>
    </message>
    <message>
      <source>Pair with an assistant...</source>
      <translation>어시스턴트와 연결...</translation>
    </message>
    <message>
      <source>Pair with an assistant?</source>
      <translation>어시스턴트와 연결할까요?</translation>
    </message>
    <message>
      <source>Pan</source>
      <translation>이동</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>패널</translation>
    </message>
    <message>
      <source>ParallelConcat needs a shape with all sizes known</source>
      <translation>ParallelConcat에는 크기가 모두 정해진 모양이 필요합니다</translation>
    </message>
    <message>
      <source>ParallelConcat needs values of shape {shape_text}, got {shape_text2} at index {i}</source>
      <translation>ParallelConcat에는 모양이 {shape_text}인 값이 필요하지만 인덱스 {i}의 값은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>ParallelConcat: the result has {shapes} rows, one per value, but shape is {shape_text}</source>
      <translation>ParallelConcat은 값들로 행 {shapes}개를 만드는데 shape는 {shape_text}입니다</translation>
    </message>
    <message>
      <source>ParseExample: feature {key_text} is requested twice</source>
      <translation>ParseExample에 특성 {key_text}을(를) 두 번 요청했습니다</translation>
    </message>
    <message>
      <source>Parsing</source>
      <translation>파싱</translation>
    </message>
    <message>
      <source>Parts of the start diagram</source>
      <translation>시작 다이어그램의 부분</translation>
    </message>
    <message>
      <source>Paste</source>
      <translation>붙여넣기</translation>
    </message>
    <message>
      <source>Paste {what}</source>
      <translation>{what} 붙여넣기</translation>
    </message>
    <message>
      <source>Pause</source>
      <translation>일시 중지</translation>
    </message>
    <message>
      <source>Pin</source>
      <translation>핀</translation>
    </message>
    <message>
      <source>Pink</source>
      <translation>분홍</translation>
    </message>
    <message>
      <source>Play</source>
      <translation>재생</translation>
    </message>
    <message>
      <source>Plotted scalar</source>
      <translation>그래프의 스칼라</translation>
    </message>
    <message>
      <source>Plugins and block libraries</source>
      <translation>플러그인과 블록 라이브러리</translation>
    </message>
    <message>
      <source>Plugins and libraries...</source>
      <translation>플러그인과 라이브러리...</translation>
    </message>
    <message>
      <source>Points</source>
      <translation>점수</translation>
    </message>
    <message>
      <source>Points: {points:g}</source>
      <translation>점수: {points:g}</translation>
    </message>
    <message>
      <source>Position of {name}</source>
      <translation>{name}의 위치</translation>
    </message>
    <message>
      <source>Pow: integers cannot be raised to a negative power, but y contains a negative exponent</source>
      <translation>Pow: y에 음의 지수가 있습니다: 정수에는 음의 거듭제곱이 없습니다</translation>
    </message>
    <message>
      <source>Predict first: a step changes W by +0.1 times the gradient of the loss, not by -0.1 times. What happens to the loss?</source>
      <translation>먼저 예측하세요: 한 단계가 W를 손실 그래디언트의 -0.1배가 아니라 +0.1배만큼 바꿉니다. 손실은 어떻게 됩니까?</translation>
    </message>
    <message>
      <source>Predict first: all weights of a residual block y = x + F(x) are 0. What does the block return?</source>
      <translation>먼저 예측하세요: 잔차 블록 y = x + F(x)의 모든 가중치가 0입니다. 블록은 무엇을 반환합니까?</translation>
    </message>
    <message>
      <source>Predict first: in each iteration, the gradient becomes about 0.6 times as large. What is the factor for 60 iterations?</source>
      <translation>먼저 예측하세요: 반복할 때마다 그래디언트가 약 0.6배가 됩니다. 60회 반복의 배율은 얼마입니까?</translation>
    </message>
    <message>
      <source>Predict first: what is the derivative of the rounded value with respect to w at w = 0.3?</source>
      <translation>먼저 예측하세요: w = 0.3에서 반올림한 값의 w에 대한 도함수는 무엇입니까?</translation>
    </message>
    <message>
      <source>Predict first: without a stop, which variables does the Minimize block change?</source>
      <translation>먼저 예측하세요: 멈춤이 없으면 Minimize 블록은 어떤 변수를 바꿉니까?</translation>
    </message>
    <message>
      <source>Predict first: you subtract 5 from every element of a row. How does the softmax of the row change?</source>
      <translation>먼저 예측하세요: 행의 모든 요소에서 5를 뺍니다. 행의 소프트맥스는 어떻게 바뀝니까?</translation>
    </message>
    <message>
      <source>Preference categories</source>
      <translation>환경 설정 범주</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>환경 설정</translation>
    </message>
    <message>
      <source>Preferences...</source>
      <translation>환경 설정...</translation>
    </message>
    <message>
      <source>Press Ctrl+Return, or click the triangle in the toolbar. Each block shows its result below it: 3 and 9. The Results panel shows all results in full.</source>
      <translation>Ctrl+Return을 누르거나 도구 모음의 삼각형을 클릭하세요. 블록마다 아래에 결과가 보입니다: 3과 9. 결과 패널은 모든 결과를 온전히 보여 줍니다.</translation>
    </message>
    <message>
      <source>Press Ctrl+Shift+P to find any command, or ? to see all shortcuts.</source>
      <translation>Ctrl+Shift+P로 모든 명령을 찾고, ?로 단축키를 봅니다.</translation>
    </message>
    <message>
      <source>Press Esc to cancel or Backspace to remove the shortcut.</source>
      <translation>Esc로 취소하거나 백스페이스로 단축키를 제거합니다.</translation>
    </message>
    <message>
      <source>Press Esc to show panels, menus and toolbars again</source>
      <translation>Esc를 누르면 패널, 메뉴, 도구 모음이 다시 나타납니다</translation>
    </message>
    <message>
      <source>Press G to turn on the gradient view</source>
      <translation>G 키로 그래디언트 보기를 켭니다</translation>
    </message>
    <message>
      <source>Press Tab, double-click or right-click the empty page, or drag from the Blocks panel</source>
      <translation>Tab을 누르거나, 빈 곳을 두 번 클릭 또는 오른쪽 클릭하거나, 블록 패널에서 끌어오기</translation>
    </message>
    <message>
      <source>PreventGradient blocks the gradient</source>
      <translation>PreventGradient가 그래디언트를 막습니다</translation>
    </message>
    <message>
      <source>PreventGradient blocks the gradient: {reason}</source>
      <translation>PreventGradient가 그래디언트를 막습니다: {reason}</translation>
    </message>
    <message>
      <source>Preview</source>
      <translation>미리 보기</translation>
    </message>
    <message>
      <source>Previous (Shift+Enter)</source>
      <translation>이전 (Shift+Enter)</translation>
    </message>
    <message>
      <source>Previous gradient stop</source>
      <translation>이전 그래디언트 정지</translation>
    </message>
    <message>
      <source>Previous iteration</source>
      <translation>이전 반복</translation>
    </message>
    <message>
      <source>Previous page</source>
      <translation>이전 페이지</translation>
    </message>
    <message>
      <source>Previous step</source>
      <translation>이전 단계</translation>
    </message>
    <message>
      <source>PriorityQueue needs the shape of at least one component in addition to the priority</source>
      <translation>PriorityQueue에는 우선순위 말고 성분이 적어도 하나와 그 모양이 필요합니다</translation>
    </message>
    <message>
      <source>Problems</source>
      <translation>문제</translation>
    </message>
    <message>
      <source>Processes</source>
      <translation>프로세스</translation>
    </message>
    <message>
      <source>Progress of the sweep</source>
      <translation>스윕 진행률</translation>
    </message>
    <message>
      <source>Promote</source>
      <translation>블록에 표시</translation>
    </message>
    <message>
      <source>Promote {block}.{name}</source>
      <translation>{block}.{name}을(를) 블록에 표시</translation>
    </message>
    <message>
      <source>Promoted values</source>
      <translation>블록에 표시된 값</translation>
    </message>
    <message>
      <source>Proposed by {name}</source>
      <translation>{name}의 제안</translation>
    </message>
    <message>
      <source>Purple</source>
      <translation>보라</translation>
    </message>
    <message>
      <source>Put the selected blocks or the selected instance into a Repeat, Scan, Map or While loop</source>
      <translation>선택한 블록이나 인스턴스를 Repeat, Scan, Map 또는 While 루프에 넣습니다</translation>
    </message>
    <message>
      <source>Python code depends on the value of a tensor: a branch, a loop, an index or a shape</source>
      <translation>Python 코드가 텐서의 값에 의존합니다: 분기, 반복, 인덱스 또는 형상</translation>
    </message>
    <message>
      <source>Python programs (*.py)</source>
      <translation>Python 프로그램 (*.py)</translation>
    </message>
    <message>
      <source>Q-learning: detach the target</source>
      <translation>Q 러닝: 목표를 분리하기</translation>
    </message>
    <message>
      <source>Qr: if full_matrices is true, the gradient requires a known input shape with no more rows than columns</source>
      <translation>full_matrices가 q에 열을 더하거나 더할 수 있는 Qr에는 그래디언트가 없습니다: 입력에 모양을 주세요</translation>
    </message>
    <message>
      <source>QuantizeV2: max_range must not be below min_range</source>
      <translation>QuantizeV2에서 max_range는 min_range 이상이어야 합니다</translation>
    </message>
    <message>
      <source>QuantizedConcat needs at least two tensors</source>
      <translation>QuantizedConcat에는 텐서가 둘 이상 필요합니다</translation>
    </message>
    <message>
      <source>QuantizedConv2D: dilations must be 1, got {attrs}</source>
      <translation>QuantizedConv2D에는 dilations가 없는데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>QuantizedConv2D: the strides for height and width must be equal, got {attrs}</source>
      <translation>QuantizedConv2D에는 높이와 너비에 같은 스트라이드 하나가 필요한데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>QuantizedMul: cannot broadcast x {shape_text} and y {shape_text2}</source>
      <translation>QuantizedMul은 x {shape_text}와(과) y {shape_text2}을(를) 함께 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>Question</source>
      <translation>질문</translation>
    </message>
    <message>
      <source>Question: 60 factors</source>
      <translation>질문: 60개의 인수</translation>
    </message>
    <message>
      <source>Question: a shifted row</source>
      <translation>질문: 이동한 행</translation>
    </message>
    <message>
      <source>Question: the derivative of rounding</source>
      <translation>질문: 반올림의 도함수</translation>
    </message>
    <message>
      <source>Question: the sign of a step</source>
      <translation>질문: 단계의 부호</translation>
    </message>
    <message>
      <source>Question: variables that change</source>
      <translation>질문: 바뀌는 변수</translation>
    </message>
    <message>
      <source>Question: weights of zero</source>
      <translation>질문: 0인 가중치</translation>
    </message>
    <message>
      <source>Queues and stores</source>
      <translation>큐와 저장소</translation>
    </message>
    <message>
      <source>Queues, readers and other stateful resources restarted during the run.</source>
      <translation>실행 중에 큐, 리더 등 상태를 가진 자원이 다시 시작되었습니다.</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>끝내기</translation>
    </message>
    <message>
      <source>Ragged tensors</source>
      <translation>비정형 텐서</translation>
    </message>
    <message>
      <source>RaggedGather: OUTPUT_RAGGED_RANK must be {shapes}, got {wanted}</source>
      <translation>RaggedGather는 여기서 {wanted}개가 아니라 {shapes}개의 비정형 차원을 만듭니다</translation>
    </message>
    <message>
      <source>RaggedGather: row {wrong} is out of range, because there are {size} rows</source>
      <translation>RaggedGather: 행 {wrong}은(는) 없고 {size}개 있습니다</translation>
    </message>
    <message>
      <source>RaggedRange: deltas must not be 0</source>
      <translation>RaggedRange: deltas는 0이 아니어야 합니다</translation>
    </message>
    <message>
      <source>RaggedRange: starts, limits and deltas must be finite, and deltas must not be too small</source>
      <translation>RaggedRange에는 유한한 수와 너무 작지 않은 간격이 필요합니다</translation>
    </message>
    <message>
      <source>RaggedRange: starts, limits and deltas must have the same length, got {join}</source>
      <translation>RaggedRange에는 starts, limits, deltas가 같은 수만큼 필요한데 {join}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: default_value must broadcast to the shape {shape_text} of one element of values, got shape {shape_text2}</source>
      <translation>RaggedTensorToTensor: default_value는 values의 한 원소의 모양 {shape_text}(으)로 브로드캐스트될 수 있어야 하는데 모양이 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: row_partition_types must be ROW_SPLITS, or FIRST_DIM_SIZE and then VALUE_ROWIDS, got {kind}</source>
      <translation>RaggedTensorToTensor에는 ROW_SPLITS나, FIRST_DIM_SIZE 다음 VALUE_ROWIDS가 필요한데 {kind}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: row_partition_types must have one type per row partition ({shapes}), got {kinds}</source>
      <translation>RaggedTensorToTensor에는 행 분할마다 타입이 하나씩 {shapes}개 필요한데 {kinds}개 왔습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: shape must be a vector or -1, got {tolist}</source>
      <translation>RaggedTensorToTensor에는 shape에 벡터나 -1이 필요한데 {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the result has {axes} axes, but shape has {sizes} sizes</source>
      <translation>RaggedTensorToTensor는 축 {axes}개인 텐서를 만드는데 shape에는 크기가 {sizes}개 있습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the row partition of {kind} must be {what}, got shape {shape_text}</source>
      <translation>RaggedTensorToTensor에는 {kind}에 {what}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: the sizes in shape must be -1 or more, got {min}</source>
      <translation>RaggedTensorToTensor에는 shape에 -1 이상의 크기가 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>RaggedTensorToTensor: values of shape {shape_text} do not match shape {tolist}</source>
      <translation>RaggedTensorToTensor: 모양이 {shape_text}인 값들이 {tolist}에 들어가지 않습니다</translation>
    </message>
    <message>
      <source>Random</source>
      <translation>난수</translation>
    </message>
    <message>
      <source>Random feeds</source>
      <translation>무작위 입력 수</translation>
    </message>
    <message>
      <source>Random seed of the next run</source>
      <translation>다음 실행의 난수 시드</translation>
    </message>
    <message>
      <source>Random, stateless</source>
      <translation>난수, 상태 없음</translation>
    </message>
    <message>
      <source>Random, with a generator</source>
      <translation>난수, 생성기 사용</translation>
    </message>
    <message>
      <source>RandomPoisson: rates must be finite and 0 or more</source>
      <translation>RandomPoisson에는 0 이상의 유한한 비율이 필요합니다</translation>
    </message>
    <message>
      <source>Range: cannot go from {first} to {last} in steps of {step}</source>
      <translation>Range는 {first}에서 {last}까지 {step} 간격으로 갈 수 없습니다</translation>
    </message>
    <message>
      <source>Range: delta must not be 0</source>
      <translation>Range: delta는 0이 아니어야 합니다</translation>
    </message>
    <message>
      <source>Range: the sequence from {first} to {last} in steps of {step} is too long</source>
      <translation>{first}에서 {last}까지 {step} 간격의 Range에는 수가 너무 많습니다</translation>
    </message>
    <message>
      <source>Reaches</source>
      <translation>도달함</translation>
    </message>
    <message>
      <source>ReaderReadUpTo: num_records must be 0 or more, got {count}</source>
      <translation>ReaderReadUpTo에는 0 이상의 num_records가 필요한데 {count}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Recent</source>
      <translation>최근 항목</translation>
    </message>
    <message>
      <source>Recompute after each edit</source>
      <translation>편집할 때마다 다시 계산합니다</translation>
    </message>
    <message>
      <source>Recurrent cells</source>
      <translation>순환 셀</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>다시 실행</translation>
    </message>
    <message>
      <source>Redone: {text}</source>
      <translation>다시 실행: {text}</translation>
    </message>
    <message>
      <source>RefSelect has {shapes} inputs, so input {int} does not exist</source>
      <translation>RefSelect의 입력은 {shapes}개여서 인덱스 {int}이(가) 없습니다</translation>
    </message>
    <message>
      <source>Reject</source>
      <translation>거부</translation>
    </message>
    <message>
      <source>Reject proposal</source>
      <translation>제안 거부</translation>
    </message>
    <message>
      <source>Reload</source>
      <translation>다시 불러오기</translation>
    </message>
    <message>
      <source>Reload "{name}" and discard your changes?</source>
      <translation>“{name}”을(를) 다시 읽고 변경 내용을 버릴까요?</translation>
    </message>
    <message>
      <source>Reload from disk</source>
      <translation>디스크에서 다시 불러오기</translation>
    </message>
    <message>
      <source>Reloaded {name}</source>
      <translation>{name}을(를) 다시 불러왔습니다</translation>
    </message>
    <message>
      <source>Remark of the import</source>
      <translation>가져오기의 설명</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>제거</translation>
    </message>
    <message>
      <source>Remove all reroute points</source>
      <translation>모든 꺾임 제거</translation>
    </message>
    <message>
      <source>Remove check</source>
      <translation>검사 제거</translation>
    </message>
    <message>
      <source>Remove color from {what}</source>
      <translation>{what} 색 없애기</translation>
    </message>
    <message>
      <source>Remove custom gradient</source>
      <translation>사용자 정의 그래디언트 제거</translation>
    </message>
    <message>
      <source>Remove folder</source>
      <translation>폴더 제거</translation>
    </message>
    <message>
      <source>Remove reroute point</source>
      <translation>꺾임 제거</translation>
    </message>
    <message>
      <source>Remove reroute points</source>
      <translation>꺾임 제거</translation>
    </message>
    <message>
      <source>Remove reroute points of</source>
      <translation>꺾임 제거:</translation>
    </message>
    <message>
      <source>Remove the block library {name}?</source>
      <translation>블록 라이브러리 {name}을(를) 제거할까요?</translation>
    </message>
    <message>
      <source>Remove the selected columns</source>
      <translation>선택한 열 제거</translation>
    </message>
    <message>
      <source>Remove the selected rows</source>
      <translation>선택한 행 제거</translation>
    </message>
    <message>
      <source>Remove wire</source>
      <translation>와이어 제거</translation>
    </message>
    <message>
      <source>Remove wire {wires}</source>
      <translation>와이어 {wires} 제거</translation>
    </message>
    <message>
      <source>Remove {block} and use {short} instead</source>
      <translation>{block}을(를) 제거하고 대신 {short} 사용</translation>
    </message>
    <message>
      <source>Remove {count:,} wires</source>
      <translation>와이어 {count:,}개 제거</translation>
    </message>
    <message>
      <source>Remove {count}</source>
      <translation>{count} 제거</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>{name} 제거</translation>
    </message>
    <message>
      <source>Remove {pin} from {name}</source>
      <translation>{name}에서 {pin} 제거</translation>
    </message>
    <message>
      <source>Removes the wires at {names}</source>
      <translation>{names}의 와이어를 제거합니다</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>이름 바꾸기</translation>
    </message>
    <message>
      <source>Rename composite</source>
      <translation>합성 블록 이름 바꾸기</translation>
    </message>
    <message>
      <source>Rename definition...</source>
      <translation>정의 이름 바꾸기...</translation>
    </message>
    <message>
      <source>Rename page</source>
      <translation>페이지 이름 바꾸기</translation>
    </message>
    <message>
      <source>Rename page to {new}</source>
      <translation>페이지 이름을 {new}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename pin to {name}</source>
      <translation>핀 이름을 {name}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Rename the definition and update all its instances</source>
      <translation>정의의 이름을 바꾸고 모든 인스턴스를 업데이트합니다</translation>
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
      <translation>이름 바꾸기...</translation>
    </message>
    <message>
      <source>Reopen last session</source>
      <translation>마지막 세션 다시 열기</translation>
    </message>
    <message>
      <source>Reopen the last session at startup</source>
      <translation>시작할 때 마지막 세션 다시 열기</translation>
    </message>
    <message>
      <source>Reorder {block}.{pin}</source>
      <translation>{block}.{pin} 순서 바꾸기</translation>
    </message>
    <message>
      <source>Repair a training loop</source>
      <translation>학습 루프 고치기</translation>
    </message>
    <message>
      <source>Repeat the selected run with the same pages, seed and steps, and compare the results bit by bit</source>
      <translation>선택한 실행을 같은 페이지, 시드, 단계로 반복하고 결과를 비트 단위로 비교합니다</translation>
    </message>
    <message>
      <source>Replace block type...</source>
      <translation>블록 유형 바꾸기...</translation>
    </message>
    <message>
      <source>Replace the selected instance with the blocks inside it</source>
      <translation>선택한 인스턴스를 그 안의 블록들로 바꿉니다</translation>
    </message>
    <message>
      <source>Replace {block_id}</source>
      <translation>{block_id} 바꾸기</translation>
    </message>
    <message>
      <source>Replace {block_id} with {type}</source>
      <translation>{block_id}을(를) {type}(으)로 바꾸기</translation>
    </message>
    <message>
      <source>Replace {block} with -Softplus</source>
      <translation>{block}을(를) -Softplus로 바꾸기</translation>
    </message>
    <message>
      <source>Replace {block} with LogSoftmax</source>
      <translation>{block}을(를) LogSoftmax로 바꾸기</translation>
    </message>
    <message>
      <source>Replace {instance} with a {kind} loop that runs {name}</source>
      <translation>{instance}을(를) {name}을(를) 실행하는 {kind} 루프로 바꾸기</translation>
    </message>
    <message>
      <source>Replay</source>
      <translation>다시 보기</translation>
    </message>
    <message>
      <source>Requantize: requested_output_max must be at least requested_output_min = {low}, got {high}</source>
      <translation>Requantize에는 requested_output_min = {low} 이상의 requested_output_max가 필요한데 {high}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Requantize: {pin} must be 0 or less, got {low}</source>
      <translation>Requantize에는 0 이하의 {pin}이(가) 필요한데 {low}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Reroute</source>
      <translation>꺾기:</translation>
    </message>
    <message>
      <source>Rerun</source>
      <translation>재실행</translation>
    </message>
    <message>
      <source>ResNet</source>
      <translation>ResNet</translation>
    </message>
    <message>
      <source>ResNet blocks: classify two spirals</source>
      <translation>ResNet 블록: 두 나선 분류하기</translation>
    </message>
    <message>
      <source>ResNet: classify noisy digits with four residual blocks</source>
      <translation>ResNet: 잔차 블록 네 개로 잡음 섞인 숫자 분류하기</translation>
    </message>
    <message>
      <source>Reset</source>
      <translation>초기화</translation>
    </message>
    <message>
      <source>Reset all</source>
      <translation>모두 초기화</translation>
    </message>
    <message>
      <source>Reset panel layout</source>
      <translation>패널 배치 초기화</translation>
    </message>
    <message>
      <source>Reset the variables and discard all results. The next step starts over</source>
      <translation>변수를 초기화하고 모든 결과를 버립니다. 다음 단계는 처음부터 시작합니다</translation>
    </message>
    <message>
      <source>Reset the variables and run as many steps as last time. The Runs panel keeps earlier runs</source>
      <translation>변수를 초기화하고 지난번과 같은 단계 수로 실행합니다. 실행 기록 패널에 모두 보관됩니다</translation>
    </message>
    <message>
      <source>Reset the variables and run the chosen number of steps with the chosen seed</source>
      <translation>변수를 초기화하고 정한 시드로 정한 단계 수만큼 실행합니다</translation>
    </message>
    <message>
      <source>Reset variables</source>
      <translation>변수 초기화</translation>
    </message>
    <message>
      <source>Reset {block}.{name}</source>
      <translation>{block}.{name} 초기화</translation>
    </message>
    <message>
      <source>Reset {name} to its default</source>
      <translation>{name}을(를) 기본값으로 되돌리기</translation>
    </message>
    <message>
      <source>Reshape {what} to [{size}, 1]</source>
      <translation>{what}을(를) [{size}, 1](으)로 Reshape</translation>
    </message>
    <message>
      <source>Residual block</source>
      <translation>잔차 블록</translation>
    </message>
    <message>
      <source>Residual blocks</source>
      <translation>잔차 블록</translation>
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
      <source>Resolve conflict</source>
      <translation>충돌 해결</translation>
    </message>
    <message>
      <source>Resolve conflicts</source>
      <translation>충돌 해결</translation>
    </message>
    <message>
      <source>Resolve conflicts...</source>
      <translation>충돌 해결...</translation>
    </message>
    <message>
      <source>Resolve...</source>
      <translation>해결...</translation>
    </message>
    <message>
      <source>Restart the editor to use the plugin.</source>
      <translation>플러그인을 쓰려면 편집기를 다시 시작하세요.</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>복원</translation>
    </message>
    <message>
      <source>Restore default shortcuts</source>
      <translation>기본 단축키 복원</translation>
    </message>
    <message>
      <source>Restore step {steps:,}</source>
      <translation>{steps:,}단계 복원</translation>
    </message>
    <message>
      <source>Restore the variable values of this step. If an edit does not fit these values, undo the edit first</source>
      <translation>이 단계의 변수 값을 복원합니다. 이 값과 맞지 않는 편집은 먼저 실행 취소하세요</translation>
    </message>
    <message>
      <source>Restore the variables from the end of the selected run and continue from there</source>
      <translation>선택한 실행이 끝났을 때의 변수를 복원하고 거기서 계속합니다</translation>
    </message>
    <message>
      <source>Restore unsaved work...</source>
      <translation>저장되지 않은 작업 복원...</translation>
    </message>
    <message>
      <source>Restore...</source>
      <translation>복원...</translation>
    </message>
    <message>
      <source>Restored as a new diagram, with {edits}. "{name}" was not changed.</source>
      <translation>{edits}와(과) 함께 새 다이어그램으로 복원했습니다. "{name}"은(는) 바뀌지 않았습니다.</translation>
    </message>
    <message>
      <source>Restored with {edits}. The file does not change until you save.</source>
      <translation>{edits}와(과) 함께 복원했습니다. 저장하기 전에는 파일이 바뀌지 않습니다.</translation>
    </message>
    <message>
      <source>Restored with {edits}. This diagram was never saved.</source>
      <translation>{edits}와(과) 함께 복원했습니다. 이 다이어그램은 저장한 적이 없습니다.</translation>
    </message>
    <message>
      <source>Restored {done:,} of {count:,} edits. The remaining edits cannot be read.</source>
      <translation>편집 {count:,}개 중 {done:,}개를 복원했습니다. 나머지 편집은 읽을 수 없습니다.</translation>
    </message>
    <message>
      <source>Result</source>
      <translation>결과</translation>
    </message>
    <message>
      <source>Results</source>
      <translation>결과</translation>
    </message>
    <message>
      <source>Results equal those of the solution</source>
      <translation>결과가 풀이의 결과와 같음</translation>
    </message>
    <message>
      <source>Results of the gradient check</source>
      <translation>그래디언트 검사 결과</translation>
    </message>
    <message>
      <source>ReverseSequence: seq_lengths must have the size of axis {batch} ({shape}), got {count}</source>
      <translation>ReverseSequence에는 축 {batch}의 인덱스마다 길이가 하나씩 {shape}개 필요한데 {count}개 왔습니다</translation>
    </message>
    <message>
      <source>Rewrite {block} with epsilon inside the square root</source>
      <translation>{block}의 제곱근 안에 엡실론 넣기</translation>
    </message>
    <message>
      <source>Right answer</source>
      <translation>정답</translation>
    </message>
    <message>
      <source>Right-click a pin or a StopGradient to see what would change if the gradient stopped there or passed through.</source>
      <translation>핀이나 StopGradient를 오른쪽 클릭하면 그래디언트가 거기서 멈추거나 통과할 때 무엇이 달라지는지 봅니다.</translation>
    </message>
    <message>
      <source>Roll: axis and shift must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>Roll: axis와 shift의 모양이 같아야 하는데 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>Rows and columns</source>
      <translation>행과 열</translation>
    </message>
    <message>
      <source>Run</source>
      <translation>실행</translation>
    </message>
    <message>
      <source>Run 120 steps and compare prediction with x. The check uses other numbers than the page. If training is unstable, reduce the change in each iteration.</source>
      <translation>120단계를 실행하고 prediction을 x와 비교하세요. 검사는 페이지와 다른 숫자를 사용합니다. 학습이 불안정하면 반복마다 변화를 줄이세요.</translation>
    </message>
    <message>
      <source>Run 200 steps and look at the loss. It must fall below 0.007.</source>
      <translation>200단계를 실행하고 손실을 확인하세요. 0.007 아래로 내려가야 합니다.</translation>
    </message>
    <message>
      <source>Run 300 steps. If the loss is not near 0, one of the three parts is still wrong.</source>
      <translation>300단계를 실행하세요. 손실이 0에 가깝지 않으면 세 부분 중 하나가 아직 잘못되었습니다.</translation>
    </message>
    <message>
      <source>Run again. The result is still 9, and the gradient ends at a stop sign. Select the Variable and press Shift+W to see why it gets no gradient. Now select the StopGradient and press Ctrl+B to mute it. A muted block passes its input through, as if the block were not there.</source>
      <translation>다시 실행하세요. 결과는 그대로 9이고 그래디언트는 멈춤 표지에서 끝납니다. Variable을 선택하고 Shift+W를 눌러 왜 그래디언트를 받지 못하는지 보세요. 이제 StopGradient를 선택하고 Ctrl+B를 눌러 끄세요. 꺼진 블록은 마치 없는 것처럼 입력을 그대로 넘깁니다.</translation>
    </message>
    <message>
      <source>Run continuously</source>
      <translation>계속 실행</translation>
    </message>
    <message>
      <source>Run curves</source>
      <translation>실행 곡선</translation>
    </message>
    <message>
      <source>Run one step of the page, or continue a run that is paused or at a breakpoint</source>
      <translation>페이지를 한 단계 실행하거나, 일시 중지되었거나 중단점에 있는 실행을 계속합니다</translation>
    </message>
    <message>
      <source>Run one step. In a paused run, run the next step; at a breakpoint, run the next block</source>
      <translation>한 단계를 실행합니다. 일시 중지된 실행에서는 다음 단계를, 중단점에서는 다음 블록을 실행합니다</translation>
    </message>
    <message>
      <source>Run speed is not limited</source>
      <translation>실행 속도를 제한하지 않습니다</translation>
    </message>
    <message>
      <source>Run steps</source>
      <translation>여러 단계 실행</translation>
    </message>
    <message>
      <source>Run steps until you press Stop or Pause. Displays update during the run</source>
      <translation>중지나 일시 중지를 누를 때까지 단계를 실행합니다. 실행 중에 디스플레이가 갱신됩니다</translation>
    </message>
    <message>
      <source>Run steps...</source>
      <translation>여러 단계 실행...</translation>
    </message>
    <message>
      <source>Run the page</source>
      <translation>페이지를 실행하세요</translation>
    </message>
    <message>
      <source>Run the page again to see the values inside this instance. A run records only the instance that is open</source>
      <translation>이 인스턴스 안의 값을 보려면 페이지를 다시 실행하세요. 실행은 열려 있는 인스턴스만 기록합니다</translation>
    </message>
    <message>
      <source>Run the page to measure the change.</source>
      <translation>페이지를 실행하면 변화를 측정합니다.</translation>
    </message>
    <message>
      <source>Run the page to see results</source>
      <translation>페이지를 실행하면 결과가 보입니다</translation>
    </message>
    <message>
      <source>Run the page to see the iterations of {names}</source>
      <translation>{names}의 반복을 보려면 페이지를 실행하십시오</translation>
    </message>
    <message>
      <source>Run the page to see the values</source>
      <translation>페이지를 실행하면 값이 보입니다</translation>
    </message>
    <message>
      <source>Run the page with each combination of chosen values and seeds, in parallel</source>
      <translation>선택한 값과 시드의 모든 조합으로 페이지를 병렬 실행합니다</translation>
    </message>
    <message>
      <source>Run to here</source>
      <translation>여기까지 실행</translation>
    </message>
    <message>
      <source>Run to measure gradients</source>
      <translation>실행하면 그래디언트를 측정합니다</translation>
    </message>
    <message>
      <source>Run {number}</source>
      <translation>실행 {number}</translation>
    </message>
    <message>
      <source>Running</source>
      <translation>실행 중</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>실행 기록</translation>
    </message>
    <message>
      <source>Runs a given number of times in sequence, for example, for a stack of layers or a fixed-point iteration.</source>
      <translation>정해진 횟수만큼 차례로 실행합니다. 예: 층 쌓기, 고정점 반복.</translation>
    </message>
    <message>
      <source>Runs are kept in {folder}</source>
      <translation>실행을 {folder}에 보관합니다</translation>
    </message>
    <message numerus="yes">
      <source>Runs are limited to {n:,} steps per second</source>
      <translation>
        <numerusform>실행을 초당 {n:,}단계로 제한합니다</numerusform>
      </translation>
    </message>
    <message>
      <source>Runs cannot be saved: {fault}. Unsaved runs will be lost when you close the window</source>
      <translation>실행을 저장할 수 없습니다: {fault}. 저장되지 않은 실행은 창을 닫으면 사라집니다</translation>
    </message>
    <message>
      <source>Runs of the sweep</source>
      <translation>스윕의 실행</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis, for example, to run a recurrent network over time.</source>
      <translation>첫 축을 따라 원소마다 한 번씩 실행합니다. 예: 시간에 따른 순환 신경망.</translation>
    </message>
    <message>
      <source>Runs once for each element along the first axis. No value is carried between iterations.</source>
      <translation>첫 축을 따라 원소마다 한 번씩 실행합니다. 반복 사이에 넘겨지는 값은 없습니다.</translation>
    </message>
    <message>
      <source>Runs show one of every {n:,} steps</source>
      <translation>{n:,}번째 단계마다 표시합니다</translation>
    </message>
    <message>
      <source>Runs while a condition holds. The condition is a separate composite.</source>
      <translation>조건이 참인 동안 실행합니다. 조건은 별도의 합성 블록입니다.</translation>
    </message>
    <message>
      <source>S1 and S2</source>
      <translation>S1과 S2</translation>
    </message>
    <message>
      <source>S1, S2, T1 and T2</source>
      <translation>S1, S2, T1, T2</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>저장</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>다른 이름으로 저장</translation>
    </message>
    <message>
      <source>Save as...</source>
      <translation>다른 이름으로 저장...</translation>
    </message>
    <message>
      <source>Save automatically every</source>
      <translation>자동 저장 간격</translation>
    </message>
    <message>
      <source>Save exercise</source>
      <translation>연습 저장</translation>
    </message>
    <message>
      <source>Save exercise...</source>
      <translation>연습 저장...</translation>
    </message>
    <message>
      <source>Save result</source>
      <translation>결과 저장</translation>
    </message>
    <message>
      <source>Save the changes to "{name}"?</source>
      <translation>"{name}"의 변경 사항을 저장할까요?</translation>
    </message>
    <message>
      <source>Save the diagram as a different file, or close the file in the other window first.</source>
      <translation>다이어그램을 다른 파일로 저장하거나 먼저 다른 창에서 파일을 닫으십시오.</translation>
    </message>
    <message>
      <source>Save the image or the values to a file</source>
      <translation>이미지나 값을 파일로 저장합니다</translation>
    </message>
    <message>
      <source>Save the page's variables to an .npz file</source>
      <translation>페이지의 변수를 .npz 파일에 저장합니다</translation>
    </message>
    <message>
      <source>Save this result to a file</source>
      <translation>이 결과를 파일로 저장</translation>
    </message>
    <message>
      <source>Save variables</source>
      <translation>변수 저장</translation>
    </message>
    <message>
      <source>Save variables...</source>
      <translation>변수 저장...</translation>
    </message>
    <message numerus="yes">
      <source>Saved {n:,} variables to {file}</source>
      <translation>
        <numerusform>변수 {n:,}개를 {file}에 저장했습니다</numerusform>
      </translation>
    </message>
    <message>
      <source>Saved {name}</source>
      <translation>{name}을(를) 저장했습니다</translation>
    </message>
    <message>
      <source>Saved {name}. The panel checks the solution</source>
      <translation>{name}을(를) 저장했습니다. 패널에서 풀이를 확인합니다</translation>
    </message>
    <message>
      <source>Saved {path}</source>
      <translation>{path}을(를) 저장했습니다</translation>
    </message>
    <message>
      <source>Saving {path}...</source>
      <translation>{path} 저장 중...</translation>
    </message>
    <message>
      <source>ScalarSummary: tags and values must have equal shapes, got {shape_text} and {shape_text2}</source>
      <translation>ScalarSummary에는 태그마다 값이 필요한데 모양이 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>Scan of opset 8, which runs over batches, is not supported</source>
      <translation>배치에 걸친 opset 8의 Scan은 알 수 없습니다</translation>
    </message>
    <message>
      <source>Scope of the block</source>
      <translation>블록의 범위</translation>
    </message>
    <message>
      <source>Scope pins</source>
      <translation>Scope 핀</translation>
    </message>
    <message>
      <source>Scroll the wheel, or pinch</source>
      <translation>휠을 돌리거나 두 손가락으로 벌리기</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>검색</translation>
    </message>
    <message>
      <source>Search blocks</source>
      <translation>블록 검색</translation>
    </message>
    <message>
      <source>Search commands and shortcuts</source>
      <translation>명령과 단축키 검색</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>시드</translation>
    </message>
    <message>
      <source>Seed of the next run</source>
      <translation>다음 실행의 시드</translation>
    </message>
    <message>
      <source>Seeds</source>
      <translation>시드</translation>
    </message>
    <message>
      <source>Seeds: {fault}</source>
      <translation>시드: {fault}</translation>
    </message>
    <message>
      <source>SegmentAverages: segments must have the shape {shape_text}, got {shape_text2}</source>
      <translation>SegmentAverages에는 모양이 {shape_text}인 세그먼트가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>SegmentMeanGrad: {pin} must be {text}, got shape {shape_text}</source>
      <translation>SegmentMeanGrad: {pin}은(는) {text}이어야 하지만 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>Select a block</source>
      <translation>블록을 선택하십시오</translation>
    </message>
    <message>
      <source>Select a block to see its help.</source>
      <translation>블록을 선택하면 도움말이 표시됩니다.</translation>
    </message>
    <message>
      <source>Select a block to see its values and pins.

This {what} has {blocks} and {wires}.</source>
      <translation>블록을 선택하면 값과 핀이 보입니다.

이 {what}: {blocks}, {wires}.</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>모두 선택</translation>
    </message>
    <message>
      <source>Select connected</source>
      <translation>연결된 것 선택</translation>
    </message>
    <message>
      <source>Select downstream</source>
      <translation>하류 선택</translation>
    </message>
    <message>
      <source>Select next</source>
      <translation>옆 블록 선택</translation>
    </message>
    <message>
      <source>Select several</source>
      <translation>여러 개 선택</translation>
    </message>
    <message>
      <source>Select the block above</source>
      <translation>위 블록 선택</translation>
    </message>
    <message>
      <source>Select the block below</source>
      <translation>아래 블록 선택</translation>
    </message>
    <message>
      <source>Select the block to the left</source>
      <translation>왼쪽 블록 선택</translation>
    </message>
    <message>
      <source>Select the block to the right</source>
      <translation>오른쪽 블록 선택</translation>
    </message>
    <message>
      <source>Select the check box to plot this run's curves</source>
      <translation>체크하면 이 실행의 곡선을 그립니다</translation>
    </message>
    <message>
      <source>Select the path from this variable to where the gradient ends</source>
      <translation>이 변수에서 그래디언트가 끝나는 곳까지의 경로 선택</translation>
    </message>
    <message>
      <source>Select upstream</source>
      <translation>상류 선택</translation>
    </message>
    <message>
      <source>Separate values with commas. Commas inside brackets belong to a value</source>
      <translation>값을 쉼표로 구분합니다. 괄호 안의 쉼표는 값에 속합니다</translation>
    </message>
    <message>
      <source>Set</source>
      <translation>설정</translation>
    </message>
    <message>
      <source>Set bookmark 1</source>
      <translation>책갈피 1 설정</translation>
    </message>
    <message>
      <source>Set bookmark 2</source>
      <translation>책갈피 2 설정</translation>
    </message>
    <message>
      <source>Set bookmark 3</source>
      <translation>책갈피 3 설정</translation>
    </message>
    <message>
      <source>Set bookmark 4</source>
      <translation>책갈피 4 설정</translation>
    </message>
    <message>
      <source>Set bookmark 5</source>
      <translation>책갈피 5 설정</translation>
    </message>
    <message>
      <source>Set bookmark 6</source>
      <translation>책갈피 6 설정</translation>
    </message>
    <message>
      <source>Set bookmark 7</source>
      <translation>책갈피 7 설정</translation>
    </message>
    <message>
      <source>Set bookmark 8</source>
      <translation>책갈피 8 설정</translation>
    </message>
    <message>
      <source>Set bookmark 9</source>
      <translation>책갈피 9 설정</translation>
    </message>
    <message>
      <source>Set custom gradient {name}</source>
      <translation>사용자 정의 그래디언트를 {name}(으)로 설정</translation>
    </message>
    <message>
      <source>Set speed</source>
      <translation>속도 설정</translation>
    </message>
    <message>
      <source>Set the initial value of the Variable to 3.0</source>
      <translation>Variable의 초깃값을 3.0으로 정하세요</translation>
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
      <translation>핀 {name}의 {what} 설정</translation>
    </message>
    <message>
      <source>Sets {value}.</source>
      <translation>{value}을(를) 설정합니다.</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>설정</translation>
    </message>
    <message>
      <source>Settings will be lost when you close the window: {path} {why}</source>
      <translation>창을 닫으면 설정이 사라집니다: {path} {why}</translation>
    </message>
    <message>
      <source>Share</source>
      <translation>비율</translation>
    </message>
    <message>
      <source>Shortcuts</source>
      <translation>단축키</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>보이기</translation>
    </message>
    <message>
      <source>Show all</source>
      <translation>모두 보기</translation>
    </message>
    <message>
      <source>Show an earlier step of the run</source>
      <translation>실행의 이전 단계를 표시합니다</translation>
    </message>
    <message>
      <source>Show every Nth step</source>
      <translation>N번째 단계마다 표시</translation>
    </message>
    <message>
      <source>Show every Nth step...</source>
      <translation>N번째 단계마다 표시...</translation>
    </message>
    <message>
      <source>Show help on this block</source>
      <translation>이 블록의 도움말 보기</translation>
    </message>
    <message>
      <source>Show how this composite differs from the version in its block library</source>
      <translation>이 합성 블록이 블록 라이브러리와 어떻게 다른지 보기</translation>
    </message>
    <message>
      <source>Show lint warnings</source>
      <translation>린트 경고 표시</translation>
    </message>
    <message>
      <source>Show lint warnings in the Problems panel: likely NaN, overflow, accidental broadcasting</source>
      <translation>문제 패널에 린트 경고를 표시합니다: NaN 가능성, 오버플로, 의도하지 않은 브로드캐스팅</translation>
    </message>
    <message>
      <source>Show step by step how the page was made</source>
      <translation>페이지가 만들어진 과정을 단계별로 보여 줍니다</translation>
    </message>
    <message>
      <source>Show the blocks inside the selected instance (Enter or double-click)</source>
      <translation>선택한 인스턴스 안의 블록을 표시합니다 (Enter 또는 두 번 클릭)</translation>
    </message>
    <message>
      <source>Show the composite (Shift+G)</source>
      <translation>합성 블록 보기 (Shift+G)</translation>
    </message>
    <message>
      <source>Show the current gradient</source>
      <translation>현재 그래디언트 보기</translation>
    </message>
    <message>
      <source>Show the difference between the current gradient and the what-if gradient</source>
      <translation>현재 그래디언트와 가정한 그래디언트의 차이 보기</translation>
    </message>
    <message>
      <source>Show the gradient composite (Shift+G)</source>
      <translation>그래디언트 합성 블록 보기 (Shift+G)</translation>
    </message>
    <message>
      <source>Show the gradient composite of the selected instance or of the open composite, or go back to the composite</source>
      <translation>선택한 인스턴스나 열린 합성 블록의 그래디언트 합성 블록을 보거나, 합성 블록으로 돌아갑니다</translation>
    </message>
    <message>
      <source>Show the gradient of loss (G). Where does it stop on the way to W?</source>
      <translation>loss의 그래디언트를 표시하세요(G). W로 가는 길의 어디에서 멈춥니까?</translation>
    </message>
    <message>
      <source>Show the gradient on the canvas</source>
      <translation>캔버스에 그래디언트 표시</translation>
    </message>
    <message>
      <source>Show the lines of Python that save a PyTorch model as a diagram</source>
      <translation>PyTorch 모델을 다이어그램으로 저장하는 Python 코드 보기</translation>
    </message>
    <message>
      <source>Show the selected display in its own window, with zoom</source>
      <translation>선택한 표시를 확대할 수 있는 별도 창에 보입니다</translation>
    </message>
    <message>
      <source>Show the what-if gradient</source>
      <translation>가정한 그래디언트 보기</translation>
    </message>
    <message>
      <source>Show what changes if the selected stop is ignored, or if the gradient stops at the selected block</source>
      <translation>선택한 정지를 무시하거나 선택한 블록에서 그래디언트가 멈추면 무엇이 달라지는지 표시합니다</translation>
    </message>
    <message>
      <source>Show wire as tag</source>
      <translation>와이어를 태그로 표시</translation>
    </message>
    <message>
      <source>Since last save</source>
      <translation>마지막 저장 이후</translation>
    </message>
    <message>
      <source>Since the diagram was created</source>
      <translation>만든 이후</translation>
    </message>
    <message>
      <source>Since the last save</source>
      <translation>마지막 저장 이후</translation>
    </message>
    <message>
      <source>Slice cannot take {size} elements from index {begin} along axis {axis} of size {end}</source>
      <translation>Slice는 크기가 {end}인 축 {axis}에서 인덱스 {begin}부터 원소 {size}개를 가져올 수 없습니다</translation>
    </message>
    <message>
      <source>Slice: begin must be from 0 to {last} along axis {axis}, got {begin}</source>
      <translation>Slice: 축 {axis}의 begin은 0부터 {last}까지여야 하는데 {begin}입니다</translation>
    </message>
    <message>
      <source>Slice: size must be 0 or more, or -1, along axis {axis}, got {size}</source>
      <translation>Slice: 축 {axis}의 size는 0 이상이거나 -1이어야 하지만 {size}입니다</translation>
    </message>
    <message>
      <source>Small CNN</source>
      <translation>작은 CNN</translation>
    </message>
    <message>
      <source>SoftmaxCrossEntropyWithLogits: expected matrices [batch, classes], got {texts}</source>
      <translation>SoftmaxCrossEntropyWithLogits에는 행렬 [batch, classes]가 필요한데 {texts}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Sometimes a value must count as a constant: a target, a sample, the opponent in a game. The gradient must not pass through it. The StopGradient block passes the value through and stops the gradient. Type stop into the search box of the Blocks panel, and drag StopGradient onto the wire to insert it.</source>
      <translation>값을 상수로 다뤄야 할 때가 있습니다: 목표, 표본, 게임의 상대. 그래디언트가 그 값을 지나면 안 됩니다. StopGradient 블록은 값은 넘기고 그래디언트는 멈춥니다. 블록 패널의 검색란에 stop을 입력하고 StopGradient를 선 위로 끌어다 놓아 끼워 넣으세요.</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>원본</translation>
    </message>
    <message>
      <source>Sparse tensors</source>
      <translation>희소 텐서</translation>
    </message>
    <message>
      <source>SparseConcat: sizes must be equal except along axis {axis}, got {shape_text} at index 0 and {shape_text2} at index {i}</source>
      <translation>SparseConcat: 축 {axis} 외에는 크기가 같아야 하지만 인덱스 0은 {shape_text}, 인덱스 {i}은(는) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>SparseCross: all columns must have the same number of rows, got {rows} and {count}</source>
      <translation>SparseCross에는 행 수가 같은 열들이 필요한데 {rows}와(과) {count}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>SparseCross: the features must be sorted by row</source>
      <translation>SparseCross: 특성은 행 순서로 정렬되어 있어야 합니다</translation>
    </message>
    <message>
      <source>SparseCross: the number of combinations is too large</source>
      <translation>SparseCross가 셀 수 있는 것보다 많은 조합을 냅니다</translation>
    </message>
    <message>
      <source>SparseCross: the sizes in shapes must be 0 or more, got {shape_text}</source>
      <translation>SparseCross에는 0 이상의 크기가 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>SparseCross: {pin} must have as many tensors as indices ({sparse}), got {item}</source>
      <translation>SparseCross에는 {pin}이(가) 인덱스와 같은 {sparse}개 필요한데 {item}개 왔습니다</translation>
    </message>
    <message>
      <source>SparseDenseCwiseDiv: integers cannot be divided by zero, but dense contains a 0</source>
      <translation>SparseDenseCwiseDiv가 0이 있는 dense로 나눕니다</translation>
    </message>
    <message>
      <source>SparseReshape: cannot reshape {given} to {wanted}: -1 is ambiguous next to a size of 0</source>
      <translation>SparseReshape는 모양 {given}을(를) 모양 {wanted}(으)로 바꿀 수 없습니다: 크기 0 옆에서 -1은 무엇이든 될 수 있습니다</translation>
    </message>
    <message>
      <source>SparseReshape: input_shape must have {rank} sizes, one per index component, got {given}</source>
      <translation>SparseReshape에는 input_shape에 인덱스의 수마다 크기가 하나씩 {rank}개 필요한데 {given}개 왔습니다</translation>
    </message>
    <message>
      <source>SparseReshape: shape {given} has too many elements</source>
      <translation>SparseReshape는 모양 {given}의 원소를 셀 수 없습니다: 너무 많습니다</translation>
    </message>
    <message>
      <source>SparseReshape: the sizes in new_shape must be 0 or more, or -1 for one size, got {wanted}</source>
      <translation>SparseReshape에는 0 이상의 크기나 -1 하나가 필요한데 {wanted}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>SparseToDense: output_shape must have {rank} sizes, got shape {shape_text}</source>
      <translation>SparseToDense에는 output_shape에 크기 {rank}개가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>SparseToDense: output_shape must have {rank} sizes, one per index component, got {shape}</source>
      <translation>SparseToDense에는 output_shape에 인덱스의 수마다 크기가 하나씩 {rank}개 필요한데 {shape}개 왔습니다</translation>
    </message>
    <message>
      <source>SparseToDense: sparse_values must have 1 value or one value per index ({count}), got {values}</source>
      <translation>SparseToDense에는 인덱스 {count}개마다 값이 하나씩, 또는 모두에 하나 필요한데 {values}개 왔습니다</translation>
    </message>
    <message>
      <source>Special functions</source>
      <translation>특수 함수</translation>
    </message>
    <message>
      <source>Speed</source>
      <translation>속도</translation>
    </message>
    <message>
      <source>Split cannot divide axis {axis} of size {size} into {num} equal parts: shape {shape_text}</source>
      <translation>Split은 크기가 {size}인 축 {axis}을(를) 같은 부분 {num}개로 나눌 수 없습니다: 모양 {shape_text}</translation>
    </message>
    <message>
      <source>SplitV: the sizes must add up to {size} (the size along axis {axis}), got {parts}</source>
      <translation>SplitV에는 합이 축 {axis}의 크기 {size}인 크기들이 필요한데 {parts}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Squeeze removes only axes of size 1; axis {axis} of {shape_text} has size {shape}</source>
      <translation>Squeeze는 크기 1인 축을 없애는데 {shape_text}의 축 {axis}은(는) 크기가 {shape}입니다</translation>
    </message>
    <message>
      <source>Stable softmax</source>
      <translation>안정적인 소프트맥스</translation>
    </message>
    <message>
      <source>Stable softmax: no gradient through the maximum</source>
      <translation>안정적인 소프트맥스: 최댓값을 지나는 그래디언트는 없습니다</translation>
    </message>
    <message>
      <source>Stable softmax: what a gradient stop saves</source>
      <translation>안정적인 소프트맥스: 그래디언트 멈춤이 아껴 주는 것</translation>
    </message>
    <message>
      <source>Stack: all values must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>Stack: 모든 값의 모양이 같아야 합니다. 인덱스 {i}에 {shape_text}이(가) 필요하지만 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>Start</source>
      <translation>시작</translation>
    </message>
    <message>
      <source>Start over</source>
      <translation>다시 시작</translation>
    </message>
    <message>
      <source>Start with</source>
      <translation>시작점</translation>
    </message>
    <message>
      <source>Start with a new diagram</source>
      <translation>새 다이어그램으로 시작</translation>
    </message>
    <message>
      <source>Started</source>
      <translation>시작</translation>
    </message>
    <message>
      <source>State</source>
      <translation>상태</translation>
    </message>
    <message>
      <source>Status needs a value: wire the status of a ClientSession to it</source>
      <translation>Status에 값이 필요합니다: ClientSession의 status를 연결하세요</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>한 단계</translation>
    </message>
    <message>
      <source>Step of the run</source>
      <translation>실행의 단계</translation>
    </message>
    <message>
      <source>Step {done:,}</source>
      <translation>{done:,}단계</translation>
    </message>
    <message>
      <source>Step {place} of {count}</source>
      <translation>{count}단계 중 {place}</translation>
    </message>
    <message>
      <source>Step {step:,.0f}: {values}</source>
      <translation>{step:,.0f}단계: {values}</translation>
    </message>
    <message>
      <source>Step {step:,} of {last:,}; {used}</source>
      <translation>{last:,}단계 중 {step:,}; {used}</translation>
    </message>
    <message>
      <source>Step {step:,} of {steps:,}{edited}</source>
      <translation>{steps:,}단계 중 {step:,}{edited}</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>단계</translation>
    </message>
    <message>
      <source>Steps per second...</source>
      <translation>초당 단계 수...</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>중지</translation>
    </message>
    <message>
      <source>Stop checking</source>
      <translation>확인 중지</translation>
    </message>
    <message>
      <source>Stop the run first</source>
      <translation>먼저 실행을 멈추세요</translation>
    </message>
    <message>
      <source>Stop the run to go back to an earlier step</source>
      <translation>이전 단계로 돌아가려면 실행을 중지하세요</translation>
    </message>
    <message>
      <source>Stop the selected run and keep its steps so far</source>
      <translation>선택한 실행을 중지하고 지금까지의 단계를 보관합니다</translation>
    </message>
    <message>
      <source>Stop varying this value</source>
      <translation>이 값을 더 이상 바꾸지 않기</translation>
    </message>
    <message>
      <source>Stopped in step {step:,} at {at}{held}</source>
      <translation>{step:,}단계 {at}에서 멈췄습니다{held}</translation>
    </message>
    <message>
      <source>Stopped in the middle of a block. {lost}</source>
      <translation>블록 계산 중에 중지했습니다. {lost}</translation>
    </message>
    <message>
      <source>Straight-through estimator</source>
      <translation>스트레이트 스루 추정기</translation>
    </message>
    <message>
      <source>Straight-through: pass the gradient to the inputs of the same shape</source>
      <translation>그대로 전달: 모양이 같은 입력에 그래디언트를 그대로 전달</translation>
    </message>
    <message>
      <source>StringJoin: all inputs must have the same shape; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>StringJoin: 모든 입력의 모양이 같아야 합니다. 인덱스 {i}에 {shape_text}이(가) 필요하지만 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>StringToNumber: cannot convert {wrong} to {short}</source>
      <translation>StringToNumber는 {wrong}을(를) {short}(으)로 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>Strings</source>
      <translation>문자열</translation>
    </message>
    <message>
      <source>Students start with</source>
      <translation>학생이 시작하는 다이어그램</translation>
    </message>
    <message>
      <source>Substr: len must be 0 or more if pos is negative, got {taken}</source>
      <translation>Substr에는 pos가 음수일 때 0 이상의 len이 필요한데 {taken}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Substr: pos and len must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>Substr에는 모양이 같은 pos와 len이 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Substr: pos is outside the string {text} of length {total}, got {start}</source>
      <translation>Substr의 pos는 길이 {total}인 문자열 {text} 안이어야 하는데 {start}입니다</translation>
    </message>
    <message>
      <source>Subtract the maximum before {block}</source>
      <translation>{block} 앞에서 최댓값 빼기</translation>
    </message>
    <message>
      <source>Suppose that the StopGradient “given” let the gradient through. The means get a gradient either way.</source>
      <translation>given이 그래디언트를 통과시킨다고 해 봅시다. 평균은 어느 쪽이든 그래디언트를 받습니다.</translation>
    </message>
    <message>
      <source>Svd: if full_matrices is true, the gradient requires known numbers of rows and columns that differ by at most 1</source>
      <translation>full_matrices인 Svd에는 행과 열의 수를 알고 많아야 1만큼 다를 때만 그래디언트가 있습니다</translation>
    </message>
    <message>
      <source>Sweep of {page}</source>
      <translation>{page} 스윕</translation>
    </message>
    <message>
      <source>Sweep {number}: {done:,} of {count:,} runs done</source>
      <translation>스윕 {number}: 실행 {count:,}개 중 {done:,}개 완료</translation>
    </message>
    <message>
      <source>Sweep...</source>
      <translation>스윕...</translation>
    </message>
    <message>
      <source>Switch between forward and gradient</source>
      <translation>순방향과 그래디언트 전환</translation>
    </message>
    <message>
      <source>System default</source>
      <translation>시스템 기본값</translation>
    </message>
    <message>
      <source>T1 and T2</source>
      <translation>T1과 T2</translation>
    </message>
    <message>
      <source>T2 is closer to the loss than T1. A stop between the two layers is too early. The gradient must still reach S1 and S2.</source>
      <translation>T2는 T1보다 손실에 가깝습니다. 두 층 사이에서 멈추면 너무 이릅니다. 그래디언트는 S1과 S2에 계속 도달해야 합니다.</translation>
    </message>
    <message>
      <source>Table</source>
      <translation>표</translation>
    </message>
    <message>
      <source>Tables (*.csv)</source>
      <translation>표 (*.csv)</translation>
    </message>
    <message>
      <source>Tabs of the gradient panel</source>
      <translation>그래디언트 패널의 탭</translation>
    </message>
    <message>
      <source>Take all {word}</source>
      <translation>모두 {word}</translation>
    </message>
    <message>
      <source>Take {word}</source>
      <translation>{word} 선택</translation>
    </message>
    <message>
      <source>Target network: stop the teacher's gradient</source>
      <translation>타깃 네트워크: 교사의 그래디언트 멈추기</translation>
    </message>
    <message>
      <source>Task</source>
      <translation>과제</translation>
    </message>
    <message>
      <source>Teal</source>
      <translation>청록</translation>
    </message>
    <message>
      <source>Tensor.{name} adds a backward hook, which a diagram cannot have</source>
      <translation>Tensor.{name}은(는) 다이어그램이 가질 수 없는 backward 훅을 추가합니다</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>텍스트</translation>
    </message>
    <message>
      <source>Text size</source>
      <translation>텍스트 크기</translation>
    </message>
    <message>
      <source>That is all it takes: draw, run, differentiate, stop. The other lessons show methods that depend on a gradient stop, and ask you where the gradient goes. Press F1 for help on the selected block, and Ctrl+Shift+P to find any command.</source>
      <translation>이것이 전부입니다: 그리고, 실행하고, 미분하고, 멈춥니다. 다른 강의는 그래디언트 멈춤이 꼭 필요한 방법들을 다루며 그래디언트가 어디로 가는지 묻습니다. F1은 선택한 블록을 설명하고 Ctrl+Shift+P는 모든 명령을 찾습니다.</translation>
    </message>
    <message>
      <source>The Changes panel lists them.</source>
      <translation>변경 사항 패널에서 볼 수 있습니다.</translation>
    </message>
    <message>
      <source>The GradientContract at Q records this rule: the gradient must not reach responsibility. Mute the block “given”, and the Problems panel reports the broken contract and the path of the gradient. Undo to restore the stop.</source>
      <translation>Q의 GradientContract는 이 규칙을 기록합니다: 그래디언트는 responsibility에 닿으면 안 됩니다. given을 끄면 문제 패널이 깨진 계약과 그래디언트의 경로를 알려 줍니다. 실행 취소하면 멈춤이 돌아옵니다.</translation>
    </message>
    <message>
      <source>The GradientContract at loss_d would have reported this bug: the gradient must not reach scale and shift. To add a contract to any page, choose Create contract from current gradient in the Gradient menu.</source>
      <translation>loss_d의 GradientContract가 이 버그를 알려 주었을 것입니다: 그래디언트는 scale과 shift에 닿으면 안 됩니다. 페이지에 계약을 추가하려면 그래디언트 메뉴에서 "현재 그래디언트로 계약 만들기"를 고르세요.</translation>
    </message>
    <message>
      <source>The NaN or infinite gradient at {block} starts at {path}{between}.</source>
      <translation>{block}의 그래디언트가 NaN 또는 무한대인 것은 {path}에서 시작됩니다{between}.</translation>
    </message>
    <message>
      <source>The Outline panel lists the blocks and wires of the page</source>
      <translation>개요 패널에 페이지의 블록과 와이어가 나열됩니다</translation>
    </message>
    <message>
      <source>The Variable needs an initial value. Double-click the initvalues row in the block, type 3.0 and press Enter. The Inspector on the right shows the same value.</source>
      <translation>Variable에는 초깃값이 필요합니다. 블록의 initvalues 행을 두 번 클릭하고 3.0을 입력한 다음 Enter를 누르세요. 오른쪽 인스펙터에도 같은 값이 보입니다.</translation>
    </message>
    <message>
      <source>The attack moves every input a small step along the sign of the loss gradient. Training then lowers the loss for both the original and the attacked inputs.</source>
      <translation>공격은 모든 입력을 손실 그래디언트의 부호 방향으로 조금씩 옮깁니다. 그런 다음 학습은 원래 입력과 공격받은 입력 모두에서 손실을 낮춥니다.</translation>
    </message>
    <message>
      <source>The block draws new random values in each step. Set a seed to get the same values in every run.</source>
      <translation>이 블록은 단계마다 새 난수를 뽑습니다. 시드를 지정하면 실행마다 같은 값이 나옵니다.</translation>
    </message>
    <message>
      <source>The block keeps its value between steps.</source>
      <translation>이 블록은 단계 사이에 값을 유지합니다.</translation>
    </message>
    <message>
      <source>The block modifies the variable wired to {writes}.</source>
      <translation>이 블록은 {writes}에 연결된 변수를 바꿉니다.</translation>
    </message>
    <message>
      <source>The block's name on this page</source>
      <translation>이 페이지에서의 블록 이름</translation>
    </message>
    <message>
      <source>The blocks of {id} are now ordinary blocks</source>
      <translation>{id}의 블록들은 이제 일반 블록입니다</translation>
    </message>
    <message>
      <source>The check runs the page once. Your results do not change.</source>
      <translation>검사는 페이지를 한 번 실행합니다. 결과는 바뀌지 않습니다.</translation>
    </message>
    <message>
      <source>The conflict was not resolved.</source>
      <translation>충돌을 해결하지 못했습니다.</translation>
    </message>
    <message>
      <source>The contract {contract} no longer covers {names}</source>
      <translation>계약 {contract}이(가) 더는 {names}을(를) 다루지 않습니다</translation>
    </message>
    <message>
      <source>The contract {ids} is now checked after each edit. To drop a condition, remove its wire</source>
      <translation>이제 편집할 때마다 계약 {ids}을(를) 검사합니다. 조건을 빼려면 그 와이어를 제거하세요</translation>
    </message>
    <message>
      <source>The current gradient, written out as blocks</source>
      <translation>현재 그래디언트를 블록으로 풀어 쓰기</translation>
    </message>
    <message>
      <source>The data are as at the start</source>
      <translation>데이터가 처음과 같음</translation>
    </message>
    <message>
      <source>The diagram has the gradients of the model: detach, no_grad and frozen parameters are kept.</source>
      <translation>다이어그램은 모델의 그래디언트를 가집니다. detach, no_grad, 고정된 매개변수가 유지됩니다.</translation>
    </message>
    <message>
      <source>The diagram of one of the runs was not kept</source>
      <translation>한 실행의 다이어그램이 보관되지 않았습니다</translation>
    </message>
    <message>
      <source>The diagram refers to files that do not exist on this computer. Where are the files now?</source>
      <translation>다이어그램이 가리키는 파일이 이 컴퓨터에 없습니다. 파일이 지금 어디에 있습니까?</translation>
    </message>
    <message>
      <source>The direction of the attack depends on W, but it passes through a StopGradient.</source>
      <translation>공격의 방향은 W에 따라 달라지지만 StopGradient를 지납니다.</translation>
    </message>
    <message>
      <source>The exercise page was closed.</source>
      <translation>연습 페이지를 닫았습니다.</translation>
    </message>
    <message>
      <source>The exercise page was closed. Open {name} to continue.</source>
      <translation>연습 페이지를 닫았습니다. 계속하려면 {name}을(를) 여세요.</translation>
    </message>
    <message>
      <source>The file could not be reloaded. The open diagram was not changed. {lines_of}</source>
      <translation>지금은 파일을 읽을 수 없습니다. 열린 다이어그램은 바뀌지 않았습니다. {lines_of}</translation>
    </message>
    <message>
      <source>The file has changed since these edits, so the restored diagram opens as a new diagram.</source>
      <translation>이 편집 뒤로 파일이 바뀌어, 복원한 다이어그램은 새 다이어그램으로 열립니다.</translation>
    </message>
    <message>
      <source>The file is open in another tab. Close that tab first.</source>
      <translation>파일이 다른 탭에 열려 있습니다. 먼저 그 탭을 닫으십시오.</translation>
    </message>
    <message>
      <source>The first teacher layer gets no gradient</source>
      <translation>교사의 첫 번째 층이 그래디언트를 받지 않음</translation>
    </message>
    <message>
      <source>The first value of report must be 60, and the second between -2.5 and 2.5. Let the old state also reach the new state on a path that does not shrink it.</source>
      <translation>report의 첫 번째 값은 60이고 두 번째 값은 -2.5와 2.5 사이여야 합니다. 이전 상태가 줄어들지 않는 경로로도 새 상태에 도달하게 하세요.</translation>
    </message>
    <message>
      <source>The formula could not be computed: {found}</source>
      <translation>수식을 계산할 수 없습니다: {found}</translation>
    </message>
    <message>
      <source>The generator's variables, scale and shift, get a gradient, too. The generator would learn to make fakes that are easy to detect. Nothing fails, and no shape is wrong. The discriminator's loss even falls faster. A bug like this can take a week to find.</source>
      <translation>생성자의 변수 scale과 shift도 그래디언트를 받습니다. 생성자는 쉽게 들키는 가짜를 만드는 법을 배우게 됩니다. 아무것도 실패하지 않고 잘못된 모양도 없습니다. 판별자의 손실은 오히려 더 빨리 줄어듭니다. 이런 버그는 찾는 데 일주일이 걸리기도 합니다.</translation>
    </message>
    <message>
      <source>The gradient ends at {block}: {reasons}</source>
      <translation>그래디언트가 {block}에서 끝납니다: {reasons}</translation>
    </message>
    <message>
      <source>The gradient ends at {where}: {reason}</source>
      <translation>그래디언트가 {where}에서 끝납니다: {reason}</translation>
    </message>
    <message>
      <source>The gradient flows around the stop, through the block “shifted” and back to x. One step has been run, so you can see how large the gradient is.</source>
      <translation>그래디언트는 멈춤을 돌아 shifted를 지나 x로 돌아갑니다. 그래디언트의 크기를 볼 수 있게 한 스텝을 실행했습니다.</translation>
    </message>
    <message>
      <source>The gradient flows only through log_density. The softmax of the E step gets no gradient.</source>
      <translation>그래디언트는 log_density로만 흐릅니다. E 스텝의 소프트맥스는 그래디언트를 받지 않습니다.</translation>
    </message>
    <message>
      <source>The gradient follows every path from the loss back to a variable.</source>
      <translation>그래디언트는 손실에서 변수로 돌아가는 모든 경로를 따라갑니다.</translation>
    </message>
    <message>
      <source>The gradient is exactly that of the rounded weights</source>
      <translation>그래디언트가 반올림한 가중치의 그래디언트와 정확히 같음</translation>
    </message>
    <message>
      <source>The gradient must flow through the skip connection and through F. Nothing may stop or scale it.</source>
      <translation>그래디언트는 스킵 연결과 F를 모두 통과해야 합니다. 멈추거나 크기를 바꾸면 안 됩니다.</translation>
    </message>
    <message>
      <source>The gradient must not be NaN, and no StopGradient may be on the path from logits to exp.</source>
      <translation>그래디언트가 NaN이면 안 되고, logits에서 exp로 가는 경로에 StopGradient가 있으면 안 됩니다.</translation>
    </message>
    <message>
      <source>The gradient now passes through another gradient, so it contains a second derivative. The Gradient panel shows how the gradient with respect to W changes: W would also learn to weaken the attack, by making the gradient with respect to the inputs small. Adversarial training is not meant to do that.</source>
      <translation>이제 그래디언트가 다른 그래디언트를 지나므로 이계 도함수가 들어 있습니다. 그래디언트 패널은 W의 그래디언트가 어떻게 바뀌는지 보여 줍니다. W는 입력에 대한 그래디언트를 작게 만들어 공격을 약하게 하는 법도 배우게 됩니다. 이는 적대적 학습의 목적이 아닙니다.</translation>
    </message>
    <message>
      <source>The gradient of the loss reaches W and b</source>
      <translation>손실의 그래디언트가 W와 b에 도달함</translation>
    </message>
    <message>
      <source>The gradient of {name} is right</source>
      <translation>{name}의 그래디언트가 올바름</translation>
    </message>
    <message>
      <source>The gradient of {name} reaches the right blocks</source>
      <translation>{name}의 그래디언트가 올바른 블록에 도달함</translation>
    </message>
    <message>
      <source>The gradient of {title} is correct</source>
      <translation>{title}의 그래디언트가 맞습니다</translation>
    </message>
    <message>
      <source>The gradient passes through the skip connections</source>
      <translation>그래디언트가 스킵 연결을 통과함</translation>
    </message>
    <message>
      <source>The gradient points in the direction in which the loss grows most.</source>
      <translation>그래디언트는 손실이 가장 크게 증가하는 방향을 가리킵니다.</translation>
    </message>
    <message>
      <source>The gradient reaches W through both losses. It stops at the StopGradient “direction”, so the attack counts as a constant.</source>
      <translation>그래디언트는 두 손실을 지나 W에 닿습니다. direction에서 멈추므로 공격은 상수로 취급됩니다.</translation>
    </message>
    <message>
      <source>The gradient reaches the parameters W, a and b through both free energies. It stops at the StopGradient “sample”.</source>
      <translation>그래디언트는 두 자유 에너지를 지나 매개변수 W, a, b에 닿습니다. sample에서 멈춥니다.</translation>
    </message>
    <message>
      <source>The gradient reaches w</source>
      <translation>그래디언트가 w에 도달함</translation>
    </message>
    <message>
      <source>The gradient reaches, or does not</source>
      <translation>그래디언트가 도달함 또는 도달하지 않음</translation>
    </message>
    <message>
      <source>The gradient survives 60 iterations</source>
      <translation>그래디언트가 60회 반복을 견딤</translation>
    </message>
    <message>
      <source>The gradient treats the samples as data, although they were drawn with the model's weights.</source>
      <translation>표본은 모델의 가중치로 뽑았지만, 그래디언트는 표본을 데이터로 다룹니다.</translation>
    </message>
    <message>
      <source>The gradient with respect to the logits is right</source>
      <translation>로짓에 대한 그래디언트가 올바름</translation>
    </message>
    <message>
      <source>The gradient with respect to w must equal the gradient with respect to weights. It must not be scaled or counted twice.</source>
      <translation>w에 대한 그래디언트는 weights에 대한 그래디언트와 같아야 합니다. 크기를 바꾸거나 두 번 세면 안 됩니다.</translation>
    </message>
    <message>
      <source>The gradient would also reach {listed}.</source>
      <translation>그래디언트가 {listed}에도 닿게 됩니다.</translation>
    </message>
    <message>
      <source>The gradient would no longer reach {listed}.</source>
      <translation>그래디언트가 {listed}에는 더 이상 닿지 않게 됩니다.</translation>
    </message>
    <message>
      <source>The gradient would reach the same pins along different paths.</source>
      <translation>그래디언트가 다른 경로로 같은 핀에 닿게 됩니다.</translation>
    </message>
    <message>
      <source>The input pins have no dtype here. Choose a dtype in the Inspector, or enter the composite through an instance.</source>
      <translation>여기서는 입력 핀의 dtype이 정해지지 않았습니다. 인스펙터에서 고르거나 인스턴스를 통해 합성 블록에 들어가세요.</translation>
    </message>
    <message>
      <source>The learning rate must be a number</source>
      <translation>학습률은 숫자여야 합니다</translation>
    </message>
    <message>
      <source>The lower part of the page repeats the attack without the sign: x + 2 dL/dx. It does this twice: with the StopGradient “raw_direction”, and without a stop.</source>
      <translation>페이지 아래쪽은 부호 없이 같은 공격을 되풀이합니다: x + 2 dL/dx. 한 번은 raw_direction에서 멈추고, 한 번은 멈추지 않습니다.</translation>
    </message>
    <message>
      <source>The maximum is subtracted before Exp. Does it matter whether the gradient flows through Max?</source>
      <translation>Exp 앞에서 최댓값을 뺍니다. 그래디언트가 Max를 지나 흐르는지가 중요할까요?</translation>
    </message>
    <message>
      <source>The maximum passes through a StopGradient. Make a guess before you look.</source>
      <translation>최댓값은 StopGradient를 지납니다. 보기 전에 먼저 맞혀 보세요.</translation>
    </message>
    <message>
      <source>The means have a gradient in both cases, and nothing looks wrong. But the gradient is different: the Gradient panel shows how much its size and its direction change. Without the stop, the M step would also change the responsibilities, and EM would no longer climb the likelihood. Compare grad_likelihood on the page: it equals the gradient with the stop.</source>
      <translation>평균은 두 경우 모두 그래디언트를 받으며 잘못돼 보이는 것은 없습니다. 그러나 그래디언트는 다릅니다. 그래디언트 패널이 크기와 방향이 얼마나 달라지는지 보여 줍니다. 멈춤이 없으면 M 스텝이 책임도까지 바꾸게 되어 EM은 더는 우도를 올라가지 못합니다. 페이지의 grad_likelihood와 비교하세요. 멈춤이 있는 그래디언트와 같습니다.</translation>
    </message>
    <message>
      <source>The network is a row of four blocks that compute F(x) = relu(x @ W1) @ W2. Each block makes its input smaller. The output and the gradient are nearly 0, and training changes nothing.
Make each of the four a residual block: y = x + F(x). Its skip connection passes the input forward and the gradient back, both unchanged. The four blocks are instances of the composite Block: one edit of the composite changes all four. Keep the names “x”, “output” and “loss”, the initial values of the weights and the training block.</source>
      <translation>이 네트워크는 F(x) = relu(x @ W1) @ W2를 계산하는 블록 네 개를 이어 놓은 것입니다. 각 블록은 입력을 더 작게 만듭니다. 출력과 그래디언트가 거의 0이고 학습은 아무것도 바꾸지 않습니다.
네 블록을 각각 잔차 블록 y = x + F(x)로 만드세요. 스킵 연결은 입력을 앞으로, 그래디언트를 뒤로 그대로 전달합니다. 네 블록은 합성 블록 Block의 인스턴스입니다. 합성 블록을 한 번 편집하면 네 개가 모두 바뀝니다. 이름 “x”, “output”, “loss”, 가중치의 초깃값, 학습 블록은 유지하세요.</translation>
    </message>
    <message>
      <source>The network learns</source>
      <translation>네트워크가 학습함</translation>
    </message>
    <message>
      <source>The network learns to repeat numbers</source>
      <translation>네트워크가 숫자를 반복하는 것을 학습함</translation>
    </message>
    <message>
      <source>The network may only use whole numbers as weights. The block “rounded” rounds the weights “w”. Run the page: it cannot be trained. Rounding is a step function, and no gradient gets through it.
Change the part between “w” and “weights”: “weights” must still be the rounded values of “w”, but its gradient must pass straight through to “w”, unchanged, as if nothing were rounded. Keep the names “w”, “weights” and “loss”, the data, the initial value of w and the training block. There is more than one way.</source>
      <translation>이 네트워크는 정수만 가중치로 사용할 수 있습니다. 블록 “rounded”는 가중치 “w”를 반올림합니다. 페이지를 실행해 보세요. 학습할 수 없습니다. 반올림은 계단 함수이므로 그래디언트가 통과하지 못합니다.
“w”와 “weights” 사이를 바꾸세요. “weights”는 계속 “w”를 반올림한 값이어야 하지만, 그래디언트는 반올림하지 않은 것처럼 그대로 “w”까지 통과해야 합니다. 이름 “w”, “weights”, “loss”, 데이터, w의 초깃값, 학습 블록은 유지하세요. 방법은 여러 가지입니다.</translation>
    </message>
    <message>
      <source>The next run starts with the variable values of step {steps:,}</source>
      <translation>다음 실행은 {steps:,}단계의 변수로 시작합니다</translation>
    </message>
    <message>
      <source>The output for other data is right</source>
      <translation>다른 데이터의 출력이 올바름</translation>
    </message>
    <message>
      <source>The output for the given data is right</source>
      <translation>주어진 데이터의 출력이 올바름</translation>
    </message>
    <message>
      <source>The page</source>
      <translation>페이지</translation>
    </message>
    <message>
      <source>The page was edited too many times during the run.</source>
      <translation>실행 중에 페이지가 너무 여러 번 편집되었습니다.</translation>
    </message>
    <message>
      <source>The plot could not be drawn: {found}</source>
      <translation>그래프를 그릴 수 없습니다: {found}</translation>
    </message>
    <message>
      <source>The plugin stays in use until you close the editor.</source>
      <translation>편집기를 닫을 때까지 플러그인이 계속 쓰입니다.</translation>
    </message>
    <message>
      <source>The plugin's block types are available.</source>
      <translation>이 플러그인의 블록 유형을 사용할 수 있습니다.</translation>
    </message>
    <message>
      <source>The plugin's code does not run until you enable the plugin.</source>
      <translation>플러그인을 사용하도록 하기 전에는 플러그인의 코드가 실행되지 않습니다.</translation>
    </message>
    <message>
      <source>The probabilities of other data are right</source>
      <translation>다른 데이터의 확률이 올바름</translation>
    </message>
    <message>
      <source>The probabilities of the given data are right</source>
      <translation>주어진 데이터의 확률이 올바름</translation>
    </message>
    <message>
      <source>The recorded diagrams and curves will be lost.</source>
      <translation>기록된 다이어그램과 곡선이 사라집니다.</translation>
    </message>
    <message>
      <source>The recording takes {size:,.1f} MB.</source>
      <translation>기록은 {size:,.1f} MB를 차지합니다.</translation>
    </message>
    <message>
      <source>The report follows the network</source>
      <translation>보고서가 네트워크를 따름</translation>
    </message>
    <message>
      <source>The report must be computed from the network, as at the start.</source>
      <translation>보고서는 처음처럼 네트워크로부터 계산되어야 합니다.</translation>
    </message>
    <message>
      <source>The rerun of {name} will stop and will not be kept.</source>
      <translation>{name}의 재실행이 멈추며 보관되지 않습니다.</translation>
    </message>
    <message>
      <source>The responsibilities are computed from the means, but the M step treats them as constants.</source>
      <translation>책임도는 평균에서 계산하지만 M 스텝에서는 상수로 취급됩니다.</translation>
    </message>
    <message>
      <source>The responsibilities depend on the same means that are being learned. A StopGradient called “given” makes them constants in the M step.</source>
      <translation>책임도는 지금 배우는 바로 그 평균에 따라 달라집니다. given이라는 StopGradient가 M 스텝에서 책임도를 상수로 만듭니다.</translation>
    </message>
    <message>
      <source>The result of “exp” must not be infinite. Make the argument of exp smaller before you use it, by a different amount for each row.</source>
      <translation>“exp”의 결과가 무한대이면 안 됩니다. exp의 인수를 사용하기 전에 행마다 다른 양만큼 줄이세요.</translation>
    </message>
    <message>
      <source>The right number of {name} blocks is used</source>
      <translation>{name} 블록을 올바른 개수만큼 사용함</translation>
    </message>
    <message>
      <source>The run continued an earlier run.</source>
      <translation>이 실행은 이전 실행을 이어서 계속했습니다.</translation>
    </message>
    <message>
      <source>The run continues unchanged. This edit takes effect in the next run.</source>
      <translation>실행은 그대로 계속됩니다. 이 편집은 다음 실행부터 적용됩니다.</translation>
    </message>
    <message>
      <source>The run continues with this edit from step {steps:,}. Variables keep their values</source>
      <translation>{steps:,}단계부터 이 편집으로 실행을 계속합니다. 변수는 유지됩니다</translation>
    </message>
    <message>
      <source>The run failed: {found}</source>
      <translation>실행이 실패했습니다: {found}</translation>
    </message>
    <message>
      <source>The run of {page} is at step {done:,}. Close stops it.</source>
      <translation>{page}의 실행은 {done:,}단계에 있습니다. 닫으면 중지됩니다.</translation>
    </message>
    <message>
      <source>The run produced no results. See the Problems panel</source>
      <translation>실행 결과가 없습니다. 문제 패널을 보세요</translation>
    </message>
    <message>
      <source>The runs of this page appear here, with their values and curves.</source>
      <translation>이 페이지의 실행이 값과 곡선과 함께 여기에 표시됩니다.</translation>
    </message>
    <message>
      <source>The runs will appear here and in the Runs panel.</source>
      <translation>실행은 여기와 실행 기록 패널에 나타납니다.</translation>
    </message>
    <message>
      <source>The sampled units (the block “visible”) pass through a StopGradient called “sample”.</source>
      <translation>뽑은 유닛 visible은 sample이라는 StopGradient를 지납니다.</translation>
    </message>
    <message>
      <source>The samples (the block “fake”) depend on the generator's variables scale and shift.</source>
      <translation>표본 fake는 생성자의 변수 scale과 shift에 따라 달라집니다.</translation>
    </message>
    <message>
      <source>The second teacher layer gets no gradient</source>
      <translation>교사의 두 번째 층이 그래디언트를 받지 않음</translation>
    </message>
    <message>
      <source>The selected loss was deleted or has an error. Select a different loss in the Gradient panel.</source>
      <translation>선택한 손실이 삭제되었거나 오류가 있습니다. 그래디언트 패널에서 다른 것을 선택하세요.</translation>
    </message>
    <message>
      <source>The softmax of a row is exp(logits) divided by the sum of exp(logits). In float32, exp(89) is already infinite, and infinity / infinity is NaN. Run the page to see it.
Change the page so that “probabilities” is right for all logits, however large or small. Where the result was right before, it must stay the same. Use simple blocks, not a ready-made softmax. Keep the blocks “logits”, “probabilities” and “loss”, and use “exp” for the exponentials.</source>
      <translation>행의 소프트맥스는 exp(logits)를 exp(logits)의 합으로 나눈 것입니다. float32에서는 exp(89)가 이미 무한대이고, 무한대 / 무한대는 NaN입니다. 페이지를 실행하여 확인하세요.
로짓이 아무리 크거나 작아도 “probabilities”가 올바르도록 페이지를 바꾸세요. 결과가 이미 올바른 곳에서는 같아야 합니다. 만들어진 소프트맥스가 아니라 간단한 블록을 사용하세요. 블록 “logits”, “probabilities”, “loss”를 유지하고 지수에는 “exp”를 사용하세요.</translation>
    </message>
    <message>
      <source>The student learns from an unchanged teacher</source>
      <translation>학생이 바뀌지 않는 교사로부터 학습함</translation>
    </message>
    <message>
      <source>The sweep will stop: {done:,} of {count:,} runs are done.</source>
      <translation>스윕이 멈춥니다: 실행 {count:,}개 중 {done:,}개가 끝났습니다.</translation>
    </message>
    <message>
      <source>The target must come from the teacher network, and the data must be those of the page.</source>
      <translation>목표는 교사 네트워크에서 나와야 하고, 데이터는 페이지의 데이터여야 합니다.</translation>
    </message>
    <message>
      <source>The trained weights are whole and right</source>
      <translation>학습된 가중치가 정수이고 올바름</translation>
    </message>
    <message>
      <source>The values could not be computed: {fault}</source>
      <translation>값을 계산할 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>The variables were reset.</source>
      <translation>변수를 초기화했습니다.</translation>
    </message>
    <message>
      <source>The weights must be learned from the data of the page.</source>
      <translation>가중치는 페이지의 데이터로부터 학습되어야 합니다.</translation>
    </message>
    <message>
      <source>The weights of the imported model are in {folder} until you save the diagram.</source>
      <translation>다이어그램을 저장할 때까지 가져온 모델의 가중치는 {folder}에 있습니다.</translation>
    </message>
    <message>
      <source>The work could not be checked.</source>
      <translation>작업을 확인할 수 없습니다.</translation>
    </message>
    <message>
      <source>Theirs</source>
      <translation>상대 쪽</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>테마</translation>
    </message>
    <message>
      <source>There are no conflicts.</source>
      <translation>충돌이 없습니다.</translation>
    </message>
    <message>
      <source>There is no block type {name!r}.</source>
      <translation>블록 유형 {name!r}이(가) 없습니다.</translation>
    </message>
    <message>
      <source>There is no result yet. Run the page first</source>
      <translation>아직 결과가 없습니다. 페이지를 실행하세요</translation>
    </message>
    <message>
      <source>There is no unsaved work to restore</source>
      <translation>복원할 저장되지 않은 작업이 없습니다</translation>
    </message>
    <message>
      <source>There is nothing to delete: all composites are in use</source>
      <translation>삭제할 것이 없습니다: 모든 합성 블록이 사용 중입니다</translation>
    </message>
    <message>
      <source>There is nothing to move: the blocks are already laid out, or each block is in a separate frame</source>
      <translation>옮길 것이 없습니다: 블록이 이미 배치되어 있거나 각각 다른 프레임에 있습니다</translation>
    </message>
    <message>
      <source>There is nothing to run: the page is empty. Add a block first</source>
      <translation>실행할 것이 없습니다: 페이지가 비어 있습니다. 먼저 블록을 추가하세요</translation>
    </message>
    <message>
      <source>This block shows no editable values</source>
      <translation>이 블록에는 편집할 값이 표시되어 있지 않습니다</translation>
    </message>
    <message>
      <source>This changes nothing: {nothing}.</source>
      <translation>달라지는 것이 없습니다: {nothing}.</translation>
    </message>
    <message>
      <source>This check is hidden.</source>
      <translation>이 검사는 숨겨져 있습니다.</translation>
    </message>
    <message>
      <source>This composite contains {blocks} and {wires}, and has {instances}.</source>
      <translation>이 합성 블록에는 {blocks}, {wires}이(가) 들어 있습니다: {instances}.</translation>
    </message>
    <message>
      <source>This composite contains {blocks} and {wires}, and is the custom gradient of {owner}.</source>
      <translation>이 합성 블록에는 {blocks}, {wires}이(가) 들어 있습니다. {owner}의 사용자 정의 그래디언트입니다.</translation>
    </message>
    <message>
      <source>This diagram</source>
      <translation>이 다이어그램</translation>
    </message>
    <message>
      <source>This diagram has not been saved. Compare it with a file</source>
      <translation>이 다이어그램은 저장된 적이 없습니다. 파일과 비교하세요</translation>
    </message>
    <message numerus="yes">
      <source>This diagram refers to {n:,} files that are not on this computer.</source>
      <translation>
        <numerusform>이 다이어그램이 가리키는 파일 {n:,}개가 이 컴퓨터에 없습니다.</numerusform>
      </translation>
    </message>
    <message>
      <source>This diagram without the unchecked parts</source>
      <translation>선택 해제한 부분을 뺀 이 다이어그램</translation>
    </message>
    <message>
      <source>This file is open in another window{who}. You can save your changes only to another file.</source>
      <translation>이 파일은 다른 창에 열려 있습니다{who}. 변경한 내용은 다른 파일로만 저장할 수 있습니다.</translation>
    </message>
    <message>
      <source>This page fits two Gaussians to eight points. The E step computes the responsibility of each component for each point. The M step increases Q, the expected log-likelihood, with these responsibilities.</source>
      <translation>이 페이지는 두 가우스 분포를 점 여덟 개에 맞춥니다. E 스텝은 각 점에 대한 각 성분의 책임도를 계산합니다. M 스텝은 이 책임도로 기대 로그 우도 Q를 높입니다.</translation>
    </message>
    <message>
      <source>This page has no controls. Add a Control block to give one value to many blocks and adjust that value here.</source>
      <translation>이 페이지에는 컨트롤이 없습니다. Control 블록을 추가하면 하나의 값을 여러 블록에 주고 여기서 조절할 수 있습니다.</translation>
    </message>
    <message>
      <source>This page has no notes.</source>
      <translation>이 페이지에는 메모가 없습니다.</translation>
    </message>
    <message>
      <source>This page is empty. You will draw w², run it, differentiate it and stop its gradient. Each step tells you what to do and notices when you have done it.
A number that can be learned is a Variable. Click the page, press Tab, type Variable and press Enter.</source>
      <translation>이 페이지는 비어 있습니다. w²을 그리고, 실행하고, 미분하고, 그래디언트를 멈춰 보겠습니다. 단계마다 할 일을 알려 주고, 다 하면 알아챕니다.
배울 수 있는 수가 Variable입니다. 페이지를 클릭하고 Tab을 누르고 Variable을 입력한 뒤 Enter를 누르세요.</translation>
    </message>
    <message>
      <source>This page should learn prediction = x @ W + b from the labels by gradient descent. It does not learn, because three parts of it are wrong.
Find and repair all three. Then the loss after 300 steps is nearly 0. You may replace blocks and add new ones. Keep the data, the names “W”, “b”, “prediction” and “loss”, and the initial values of W and b: they must be learned, not typed in.</source>
      <translation>이 페이지는 레이블로부터 경사 하강법으로 prediction = x @ W + b를 학습해야 합니다. 세 부분이 잘못되어 학습하지 않습니다.
세 부분을 모두 찾아 고치세요. 그러면 300단계 후 손실이 거의 0이 됩니다. 블록을 바꾸거나 새로 추가해도 됩니다. 데이터, 이름 “W”, “b”, “prediction”, “loss”, 그리고 W와 b의 초깃값은 유지하세요. 값은 입력하지 말고 학습해야 합니다.</translation>
    </message>
    <message>
      <source>This view cannot show this value</source>
      <translation>이 보기로는 이 값을 표시할 수 없습니다</translation>
    </message>
    <message>
      <source>Threads</source>
      <translation>스레드</translation>
    </message>
    <message>
      <source>Tile: multiples must have one entry per axis of input ({shape}), got {multiples}</source>
      <translation>Tile에는 input의 축마다 multiples 항목이 하나씩 {shape}개 필요한데 {multiples}개 왔습니다</translation>
    </message>
    <message>
      <source>TileGrad: the sizes of dy must be multiples of {shape_text}, got {shape_text2}</source>
      <translation>TileGrad에는 {shape_text}의 배수인 크기들이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Time and memory for each block</source>
      <translation>블록별 시간과 메모리</translation>
    </message>
    <message>
      <source>Time per step</source>
      <translation>단계당 시간</translation>
    </message>
    <message>
      <source>Timeline</source>
      <translation>타임라인</translation>
    </message>
    <message>
      <source>Timings</source>
      <translation>실행 시간</translation>
    </message>
    <message>
      <source>Timings legend</source>
      <translation>실행 시간 범례</translation>
    </message>
    <message>
      <source>Title</source>
      <translation>제목</translation>
    </message>
    <message>
      <source>To decide whether a unit fires, the page compares a random number with the unit's probability.</source>
      <translation>유닛이 켜질지는 난수를 유닛의 확률과 비교하여 정합니다.</translation>
    </message>
    <message>
      <source>To keep both versions, save the diagram as a different file.</source>
      <translation>두 버전을 모두 유지하려면 다이어그램을 다른 파일로 저장하세요.</translation>
    </message>
    <message>
      <source>To keep it running in the background, save the diagram first.</source>
      <translation>백그라운드에서 계속 실행하려면 먼저 다이어그램을 저장하세요.</translation>
    </message>
    <message>
      <source>To show repeated layers as one block, use File &gt; Open model with grouped layers...</source>
      <translation>파일 &gt; 층을 묶어 모델 열기...는 반복되는 층을 블록 하나로 보여 줍니다</translation>
    </message>
    <message>
      <source>Tolerance</source>
      <translation>허용 오차</translation>
    </message>
    <message>
      <source>Toolbar</source>
      <translation>도구 모음</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>학습</translation>
    </message>
    <message>
      <source>Train on adversarial inputs without letting the gradient flow through the attack.</source>
      <translation>모델이 공격을 바꾸는 법을 배우지 않게 하면서 공격받은 입력으로 학습합니다.</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>학습</translation>
    </message>
    <message>
      <source>Training reaches a loss near 0</source>
      <translation>학습 후 손실이 0에 가까움</translation>
    </message>
    <message>
      <source>Training reduces the loss</source>
      <translation>학습이 손실을 줄임</translation>
    </message>
    <message>
      <source>Training reduces {name}</source>
      <translation>학습이 {name}을(를) 줄임</translation>
    </message>
    <message>
      <source>Transformer encoder layer: reverse a sequence of numbers</source>
      <translation>트랜스포머 인코더 층: 숫자 수열 뒤집기</translation>
    </message>
    <message>
      <source>Transformer layer</source>
      <translation>트랜스포머 층</translation>
    </message>
    <message>
      <source>TridiagonalMatMul: each diagonal must have one row and {size} columns, got {shape_text}</source>
      <translation>TridiagonalMatMul에는 행 하나와 열 {size}개인 대각선이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>다시 시도</translation>
    </message>
    <message>
      <source>Try rows with very negative logits, and rows of very different size.</source>
      <translation>매우 작은 음수 로짓이 있는 행과 크기가 매우 다른 행을 시험해 보세요.</translation>
    </message>
    <message>
      <source>Turn off lint rule {words}</source>
      <translation>린트 규칙 {words} 끄기</translation>
    </message>
    <message>
      <source>Turn off this lint rule</source>
      <translation>이 린트 규칙 끄기</translation>
    </message>
    <message>
      <source>Turn on all lint rules</source>
      <translation>모든 린트 규칙 켜기</translation>
    </message>
    <message>
      <source>Turn the selected blocks into a reusable block and put an instance of it in their place</source>
      <translation>선택한 블록들을 재사용할 수 있는 블록으로 만들고 그 자리에 인스턴스를 둡니다</translation>
    </message>
    <message>
      <source>Turn the selected constants, or those in the selected instances, into variables. If nothing is selected, turn all weights into variables</source>
      <translation>선택한 상수나 선택한 인스턴스 안의 상수를 변수로 바꿉니다. 선택한 것이 없으면 모든 가중치입니다</translation>
    </message>
    <message>
      <source>Turn this page into a task with checks. The page is the solution</source>
      <translation>이 페이지를 검사가 있는 과제로 만듭니다. 페이지가 풀이입니다</translation>
    </message>
    <message>
      <source>Turned off lint rule {rule}. To turn on all rules again, right-click in the Problems panel</source>
      <translation>린트 규칙 {rule}을(를) 껐습니다. 모든 규칙을 다시 켜려면 문제 패널을 오른쪽 클릭하세요</translation>
    </message>
    <message>
      <source>Type</source>
      <translation>유형</translation>
    </message>
    <message>
      <source>Type a command</source>
      <translation>명령 입력</translation>
    </message>
    <message>
      <source>Type your answer and press Enter</source>
      <translation>답을 입력하고 Enter를 누르세요</translation>
    </message>
    <message>
      <source>Unchanged: {name}</source>
      <translation>변경되지 않음: {name}</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>실행 취소</translation>
    </message>
    <message>
      <source>Undo your changes to the data and to the variables.</source>
      <translation>데이터와 변수의 변경을 되돌리세요.</translation>
    </message>
    <message>
      <source>Undo your changes to the data and to w.</source>
      <translation>데이터와 w의 변경을 되돌리세요.</translation>
    </message>
    <message>
      <source>Undo your changes to the data.</source>
      <translation>데이터의 변경을 되돌리세요.</translation>
    </message>
    <message>
      <source>Undo your changes to x.</source>
      <translation>x의 변경을 되돌리세요.</translation>
    </message>
    <message>
      <source>Undone: {text}</source>
      <translation>실행 취소: {text}</translation>
    </message>
    <message>
      <source>Unknown block type. </source>
      <translation>알 수 없는 블록 유형입니다. </translation>
    </message>
    <message>
      <source>Unknown to this type</source>
      <translation>이 유형이 모르는 값</translation>
    </message>
    <message>
      <source>Unlimited</source>
      <translation>제한 없음</translation>
    </message>
    <message>
      <source>Unmute {named}</source>
      <translation>{named} 음소거 해제</translation>
    </message>
    <message>
      <source>Unpack</source>
      <translation>펼치기</translation>
    </message>
    <message>
      <source>Unpack {instance}</source>
      <translation>{instance} 펼치기</translation>
    </message>
    <message>
      <source>Unpromote</source>
      <translation>블록에서 내리기</translation>
    </message>
    <message>
      <source>Unpromote {block}.{name}</source>
      <translation>블록에서 내리기: {block}.{name}</translation>
    </message>
    <message>
      <source>Unpromote {name}</source>
      <translation>블록에서 내리기: {name}</translation>
    </message>
    <message>
      <source>UnravelIndex needs at least one index</source>
      <translation>UnravelIndex에는 인덱스가 적어도 하나 필요합니다</translation>
    </message>
    <message>
      <source>UnravelIndex: dims must be 1 or more, got {tolist}</source>
      <translation>UnravelIndex에는 1 이상의 크기들이 필요한데 {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Unsaved changes will be lost.</source>
      <translation>저장하지 않은 변경 내용이 사라집니다.</translation>
    </message>
    <message>
      <source>Unsaved edits to this file were found.</source>
      <translation>이 파일의 저장되지 않은 편집을 찾았습니다.</translation>
    </message>
    <message>
      <source>Unsaved edits will be lost.</source>
      <translation>저장하지 않은 편집이 사라집니다.</translation>
    </message>
    <message>
      <source>Unsaved work</source>
      <translation>저장하지 않은 작업</translation>
    </message>
    <message>
      <source>Update</source>
      <translation>업데이트</translation>
    </message>
    <message>
      <source>Update from block libraries</source>
      <translation>블록 라이브러리에서 업데이트</translation>
    </message>
    <message>
      <source>Update from libraries...</source>
      <translation>라이브러리에서 업데이트...</translation>
    </message>
    <message>
      <source>Update {changed}</source>
      <translation>{changed} 업데이트</translation>
    </message>
    <message>
      <source>Update...</source>
      <translation>업데이트...</translation>
    </message>
    <message>
      <source>Use a different seed for {block}</source>
      <translation>{block}에 다른 시드 사용</translation>
    </message>
    <message>
      <source>Use a logarithmic scale, which shows only values above zero</source>
      <translation>로그 눈금을 사용합니다. 0보다 큰 값만 표시됩니다</translation>
    </message>
    <message>
      <source>VAE</source>
      <translation>VAE</translation>
    </message>
    <message>
      <source>VAE: encode each digit as two numbers</source>
      <translation>VAE: 숫자 그림을 두 수로 부호화하기</translation>
    </message>
    <message>
      <source>Value</source>
      <translation>값</translation>
    </message>
    <message>
      <source>Value and gradient over steps</source>
      <translation>단계별 값과 그래디언트</translation>
    </message>
    <message>
      <source>Value to differentiate</source>
      <translation>미분할 값</translation>
    </message>
    <message>
      <source>Value to differentiate: {of}</source>
      <translation>미분할 값: {of}</translation>
    </message>
    <message>
      <source>Value to vary</source>
      <translation>바꿀 값</translation>
    </message>
    <message>
      <source>Values</source>
      <translation>값</translation>
    </message>
    <message>
      <source>Values on wires</source>
      <translation>와이어에 값 표시</translation>
    </message>
    <message>
      <source>Values to record</source>
      <translation>기록할 값</translation>
    </message>
    <message>
      <source>Values to record in each step</source>
      <translation>단계마다 기록할 값</translation>
    </message>
    <message>
      <source>Values to try</source>
      <translation>시험할 값</translation>
    </message>
    <message>
      <source>Vanishing gradient over 60 iterations</source>
      <translation>60회 반복에서 사라지는 그래디언트</translation>
    </message>
    <message>
      <source>Variables</source>
      <translation>변수</translation>
    </message>
    <message>
      <source>Variables (*.npz)</source>
      <translation>변수 (*.npz)</translation>
    </message>
    <message>
      <source>Variables and blocks that change them</source>
      <translation>변수와 변수를 바꾸는 블록</translation>
    </message>
    <message>
      <source>Variables have the values of step {steps:,}.</source>
      <translation>변수는 {steps:,}단계 직후의 값입니다.</translation>
    </message>
    <message>
      <source>Variables lost their values: {named}{more}.</source>
      <translation>변수가 값을 잃었습니다: {named}{more}.</translation>
    </message>
    <message>
      <source>Variables were reset.</source>
      <translation>변수를 초기화했습니다.</translation>
    </message>
    <message>
      <source>Variables, sorted by the change in their gradients</source>
      <translation>그래디언트의 변화 순으로 정렬한 변수</translation>
    </message>
    <message>
      <source>Variables: </source>
      <translation>변수: </translation>
    </message>
    <message>
      <source>Vary</source>
      <translation>바꿀 값</translation>
    </message>
    <message>
      <source>Vary another value</source>
      <translation>다른 값도 바꾸기</translation>
    </message>
    <message>
      <source>Versions</source>
      <translation>버전</translation>
    </message>
    <message>
      <source>Views of the result</source>
      <translation>결과 보기</translation>
    </message>
    <message>
      <source>Viridis</source>
      <translation>Viridis</translation>
    </message>
    <message>
      <source>W and b learn other labels together</source>
      <translation>W와 b가 함께 다른 레이블을 학습함</translation>
    </message>
    <message>
      <source>W is learned</source>
      <translation>W가 학습됨</translation>
    </message>
    <message>
      <source>WGAN-GP</source>
      <translation>WGAN-GP</translation>
    </message>
    <message>
      <source>Waiting for an assistant</source>
      <translation>어시스턴트를 기다리는 중</translation>
    </message>
    <message>
      <source>Wasserstein GAN with a gradient penalty</source>
      <translation>그래디언트 페널티가 있는 Wasserstein GAN</translation>
    </message>
    <message>
      <source>Web pages (*.html)</source>
      <translation>웹 페이지 (*.html)</translation>
    </message>
    <message>
      <source>Welcome</source>
      <translation>시작 페이지</translation>
    </message>
    <message>
      <source>What a missing StopGradient does</source>
      <translation>StopGradient가 빠지면 생기는 일</translation>
    </message>
    <message>
      <source>What happens to w² if w grows a little? Click the Square and press D to differentiate it. Press G to show or hide the gradient. Run again, and the colors show how large the gradient is: here 2 w = 6. Hover over the wire to read the value.</source>
      <translation>w가 조금 커지면 w²은 어떻게 될까요? Square를 클릭하고 D를 눌러 미분하세요. G를 누르면 그래디언트를 보이거나 숨깁니다. 다시 실행하면 색이 그래디언트의 크기를 보여 줍니다: 여기서는 2 w = 6. 선 위에 마우스를 두면 값을 읽을 수 있습니다.</translation>
    </message>
    <message>
      <source>What should students do?</source>
      <translation>학생이 무엇을 해야 합니까?</translation>
    </message>
    <message>
      <source>What-if</source>
      <translation>가정</translation>
    </message>
    <message>
      <source>What-if...</source>
      <translation>가정...</translation>
    </message>
    <message>
      <source>What-if: ignore the custom gradient</source>
      <translation>가정: 사용자 정의 그래디언트 무시</translation>
    </message>
    <message>
      <source>What-if: ignore this stop</source>
      <translation>가정: 이 정지 무시</translation>
    </message>
    <message>
      <source>What-if: remove the stop at {output}</source>
      <translation>가정: {output}의 정지 제거</translation>
    </message>
    <message>
      <source>What-if: restore the custom gradient</source>
      <translation>가정: 사용자 정의 그래디언트 복원</translation>
    </message>
    <message>
      <source>What-if: restore this stop</source>
      <translation>가정: 이 정지 복원</translation>
    </message>
    <message>
      <source>What-if: stop at {output}</source>
      <translation>가정: {output}에서 정지</translation>
    </message>
    <message>
      <source>What-if: {words}</source>
      <translation>가정: {words}</translation>
    </message>
    <message>
      <source>What-if: {words}. {sentence}</source>
      <translation>가정: {words}. {sentence}</translation>
    </message>
    <message>
      <source>Where do you want to work?</source>
      <translation>어디에서 작업하시겠습니까?</translation>
    </message>
    <message>
      <source>Where3: condition must be a scalar, have one value per row, or have the shape of x, {shape_text}, got {shape_text2}</source>
      <translation>Where3에는 x의 모양 {shape_text}이거나 값 하나 또는 행마다 하나인 조건이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of Q?</source>
      <translation>이 가운데 어느 것이 Q의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of loss?</source>
      <translation>이 가운데 어느 것이 loss의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>Which of these will get a gradient of train_loss?</source>
      <translation>이 가운데 어느 것이 train_loss의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>Which variables will get a gradient of loss_d?</source>
      <translation>어느 변수가 loss_d의 그래디언트를 받을까요?</translation>
    </message>
    <message>
      <source>While returns only carried values: choose the input that receives {left} in the next iteration</source>
      <translation>While은 넘겨지는 값만 냅니다: {left}이(가) 넘겨질 입력을 고르세요</translation>
    </message>
    <message>
      <source>Why no gradient?</source>
      <translation>왜 그래디언트가 없는가?</translation>
    </message>
    <message>
      <source>Why?</source>
      <translation>왜?</translation>
    </message>
    <message>
      <source>Wire</source>
      <translation>연결</translation>
    </message>
    <message>
      <source>Wire colors</source>
      <translation>와이어 색</translation>
    </message>
    <message>
      <source>Wire from {endpoint}?
Arrow keys: choose a different pin. Enter: confirm</source>
      <translation>{endpoint}에서 연결할까요?
화살표 키: 다른 핀. Enter: 확인</translation>
    </message>
    <message>
      <source>Wire legend</source>
      <translation>와이어 범례</translation>
    </message>
    <message>
      <source>Wire the Variable to a Square</source>
      <translation>Variable을 Square에 이으세요</translation>
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
      <source>Wires by dtype</source>
      <translation>dtype별 와이어</translation>
    </message>
    <message>
      <source>Wires by source</source>
      <translation>출처별 와이어</translation>
    </message>
    <message>
      <source>Wires to distant Display blocks as tags</source>
      <translation>먼 표시로 가는 와이어를 태그로</translation>
    </message>
    <message>
      <source>With respect to</source>
      <translation>미분 변수</translation>
    </message>
    <message>
      <source>With the stop in the right place, the loss falls more slowly, because only the student moves.</source>
      <translation>올바른 곳에서 멈추면 학생만 움직이므로 손실이 더 천천히 감소합니다.</translation>
    </message>
    <message>
      <source>Without the stop, a second path appears, through max. Yet the Gradient panel shows that the gradient with respect to x does not change. The gradients that arrive at max add up to zero, because softmax stays the same if you add the same number to every element of a row. The stop saves work and states the intent. No result depends on it.</source>
      <translation>멈춤이 없으면 max를 지나는 두 번째 경로가 나타납니다. 그런데 그래디언트 패널을 보면 x의 그래디언트는 바뀌지 않습니다. max에 닿는 그래디언트를 모두 더하면 0입니다. 한 행의 모든 원소에 같은 수를 더해도 소프트맥스는 그대로이기 때문입니다. 멈춤은 일을 덜고 의도를 밝힙니다. 어떤 결과도 거기에 달려 있지 않습니다.</translation>
    </message>
    <message>
      <source>Without the stop, only the Cast block “visible” would also get a gradient. The gradient stops there anyway, because the Cast converts the result of a comparison, which has no derivative. So ignoring the stop does not change the gradients of the parameters. The stop still states the intent. It also protects the gradient if you add a straight-through estimator. The lower half of the page has a straight-through estimator without a stop: choose open_grad in the Gradient panel.</source>
      <translation>멈춤이 없다면 Cast 블록 “visible”만 추가로 그래디언트를 받습니다. 그래디언트는 어차피 거기서 멈춥니다. Cast가 비교의 결과를 변환하는데 비교에는 도함수가 없기 때문입니다. 그래서 멈춤을 무시해도 매개변수의 그래디언트는 바뀌지 않습니다. 그래도 멈춤은 의도를 밝혀 줍니다. 스트레이트 스루 추정기를 넣더라도 그래디언트를 지켜 줍니다. 페이지 아래쪽 절반에는 멈춤 없는 스트레이트 스루 추정기가 있습니다. 그래디언트 패널에서 open_grad를 고르세요.</translation>
    </message>
    <message>
      <source>Write as {dtype}: {values}</source>
      <translation>{dtype}(으)로 쓰기: {values}</translation>
    </message>
    <message>
      <source>Wrong gradient: {wrong}</source>
      <translation>틀린 그래디언트: {wrong}</translation>
    </message>
    <message>
      <source>Wrong: {wrong}</source>
      <translation>틀림: {wrong}</translation>
    </message>
    <message>
      <source>XOR</source>
      <translation>XOR</translation>
    </message>
    <message>
      <source>XOR: backpropagation by hand and with AddSymbolicGradients</source>
      <translation>XOR: 손으로, 그리고 AddSymbolicGradients로 하는 역전파</translation>
    </message>
    <message>
      <source>Yellow</source>
      <translation>노랑</translation>
    </message>
    <message>
      <source>You can undo this.</source>
      <translation>실행 취소할 수 있습니다.</translation>
    </message>
    <message>
      <source>Your diagrams are still open. Save them now. If you report this error, include the details.</source>
      <translation>다이어그램은 아직 열려 있습니다. 지금 저장하세요. 이 오류를 신고할 때는 세부 정보를 함께 보내세요.</translation>
    </message>
    <message>
      <source>Your edits cannot be protected from a crash ({why}). Save often.</source>
      <translation>편집을 비정상 종료로부터 보호할 수 없습니다({why}). 자주 저장하세요.</translation>
    </message>
    <message>
      <source>Your work has changed. Check it again.</source>
      <translation>작업이 변경되었습니다. 다시 확인하세요.</translation>
    </message>
    <message>
      <source>Zero: return zeros for every input</source>
      <translation>0: 모든 입력에 0을 반환</translation>
    </message>
    <message>
      <source>Zoom</source>
      <translation>확대/축소</translation>
    </message>
    <message>
      <source>Zoom in</source>
      <translation>확대</translation>
    </message>
    <message>
      <source>Zoom out</source>
      <translation>축소</translation>
    </message>
    <message>
      <source>Zoom to 100%</source>
      <translation>100 %로 보기</translation>
    </message>
    <message>
      <source>a BMP cannot be decoded to 1 channel, only to 3 or 4</source>
      <translation>BMP의 채널은 3개나 4개이고 1개로는 낼 수 없습니다</translation>
    </message>
    <message>
      <source>a CMYK JPEG cannot be decoded to grayscale</source>
      <translation>CMYK JPEG는 회색조로 디코딩할 수 없습니다</translation>
    </message>
    <message>
      <source>a DType cannot be pickled. Pickle its name instead.</source>
      <translation>DType은 직렬화하지 않습니다. 이름을 쓰세요</translation>
    </message>
    <message>
      <source>a Feed node has no kernel: the step supplies its value</source>
      <translation>Feed 노드에는 커널이 없습니다. 값은 단계가 제공합니다</translation>
    </message>
    <message>
      <source>a Fourier transform whose length differs from the size of the input is not supported</source>
      <translation>길이가 다른 푸리에 변환에 맞는 블록이 없습니다</translation>
    </message>
    <message>
      <source>a GIF has 3 channels and cannot be decoded to {channels} channels</source>
      <translation>GIF의 채널은 3개이고 {channels}개로는 낼 수 없습니다</translation>
    </message>
    <message>
      <source>a JPEG cannot be decoded to 4 channels, only to 1 or 3</source>
      <translation>JPEG의 채널은 1개나 3개이고 4개로는 낼 수 없습니다</translation>
    </message>
    <message>
      <source>a MutableDenseHashTable with keys of dtype {short} needs values of {names}, got {short2}</source>
      <translation>키의 dtype이 {short}인 MutableDenseHashTable의 값은 {short2}이(가) 아니라 dtype {names}입니다</translation>
    </message>
    <message>
      <source>a Variable</source>
      <translation>Variable</translation>
    </message>
    <message>
      <source>a backslash followed by {value} is not a valid escape</source>
      <translation>백슬래시 다음의 {value}은(는) 올바른 이스케이프가 아닙니다</translation>
    </message>
    <message>
      <source>a binary value has the unknown type {dtype}</source>
      <translation>유형 {dtype}의 이진 값을 알 수 없습니다</translation>
    </message>
    <message>
      <source>a block at one end of the wire is missing</source>
      <translation>와이어 한쪽 끝의 블록이 없습니다</translation>
    </message>
    <message>
      <source>a block is too short</source>
      <translation>데이터 블록이 너무 짧습니다</translation>
    </message>
    <message>
      <source>a block library must contain at least one composite</source>
      <translation>패키지에는 컴포지트가 있는데 여기에는 없습니다</translation>
    </message>
    <message>
      <source>a block rejects the values of its inputs</source>
      <translation>블록이 입력 값을 거부합니다</translation>
    </message>
    <message>
      <source>a block that trains nothing cannot be expanded</source>
      <translation>아무것도 학습하지 않는 블록은 펼칠 수 없습니다</translation>
    </message>
    <message>
      <source>a box contains a value that is not finite</source>
      <translation>상자에 유한하지 않은 값이 있습니다</translation>
    </message>
    <message>
      <source>a brace is not closed</source>
      <translation>중괄호가 닫히지 않았습니다</translation>
    </message>
    <message>
      <source>a breakpoint needs a tensor output: select a block that has one</source>
      <translation>중단점에는 텐서 출력이 필요합니다: 텐서 출력이 있는 블록을 선택하세요</translation>
    </message>
    <message>
      <source>a byte string (b'...') can contain only ASCII characters: write other bytes as \xff</source>
      <translation>따옴표 앞에 b가 있는 텍스트에는 ASCII만 씁니다: 다른 바이트는 \xff처럼 쓰세요</translation>
    </message>
    <message>
      <source>a byte string (b'...') cannot contain characters beyond \xff</source>
      <translation>따옴표 앞에 b가 있는 텍스트에는 \xff를 넘는 글자가 올 수 없습니다</translation>
    </message>
    <message>
      <source>a checkpoint can be given only for a TensorFlow model</source>
      <translation>체크포인트는 TensorFlow의 모델과 함께 씁니다</translation>
    </message>
    <message>
      <source>a closing brace has no opening brace</source>
      <translation>닫는 중괄호의 짝이 없습니다</translation>
    </message>
    <message>
      <source>a composite cannot contain a ClientSession: sessions belong to pages</source>
      <translation>합성 블록에는 ClientSession을 둘 수 없습니다: 세션은 페이지에 속합니다</translation>
    </message>
    <message>
      <source>a composite cannot contain itself: {path}</source>
      <translation>합성 블록은 자기 자신을 담을 수 없습니다: {path}</translation>
    </message>
    <message>
      <source>a composite cannot have 'gradient' in a file of the format gradblocks/{major}</source>
      <translation>gradblocks/{major} 형식의 파일에서는 합성 블록에 'gradient'를 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>a condition can have at most {LONGEST} characters, got {text}</source>
      <translation>조건은 {LONGEST}자까지인데 이것은 {text}자입니다</translation>
    </message>
    <message>
      <source>a convolution must have 1 to 3 spatial axes, got {count}</source>
      <translation>합성곱의 공간 축은 1~3개여야 하는데 {count}개입니다</translation>
    </message>
    <message>
      <source>a dense tensor with {axes} axes cannot be broadcast to a sparse tensor of rank {rank}</source>
      <translation>축 {axes}개인 밀집 텐서는 인덱스의 수가 {rank}개인 희소 텐서로 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>a derivative rule uses a value of a function around it, which is not supported</source>
      <translation>미분 규칙이 바깥 함수의 값을 사용하는데, 이는 지원되지 않습니다</translation>
    </message>
    <message>
      <source>a diagram can have at most {MAX_BLOCKS} blocks</source>
      <translation>다이어그램의 블록은 많아야 {MAX_BLOCKS}개입니다</translation>
    </message>
    <message>
      <source>a diagram can have at most {MAX_WIRES} wires</source>
      <translation>다이어그램의 선은 많아야 {MAX_WIRES}개입니다</translation>
    </message>
    <message>
      <source>a diagram cannot store a separate initial value for {path}</source>
      <translation>다이어그램은 {path}에만 쓰이는 초깃값을 담을 수 없습니다</translation>
    </message>
    <message>
      <source>a dtype</source>
      <translation>dtype</translation>
    </message>
    <message>
      <source>a feed</source>
      <translation>피드</translation>
    </message>
    <message>
      <source>a file name must be a string</source>
      <translation>파일 이름은 텍스트입니다</translation>
    </message>
    <message>
      <source>a filter with {rank} axes does not fit images with {rank2} axes</source>
      <translation>축 {rank}개의 필터는 축 {rank2}개의 이미지에 맞지 않습니다</translation>
    </message>
    <message>
      <source>a folder on this computer</source>
      <translation>이 컴퓨터의 폴더</translation>
    </message>
    <message>
      <source>a function calls itself: {cycle}</source>
      <translation>자기 자신을 부르는 함수가 있습니다: {cycle}</translation>
    </message>
    <message>
      <source>a function calls itself: {shortened}</source>
      <translation>자기 자신을 부르는 함수가 있습니다: {shortened}</translation>
    </message>
    <message>
      <source>a list of tensors</source>
      <translation>텐서 목록</translation>
    </message>
    <message>
      <source>a list of {many}</source>
      <translation>{many} 목록</translation>
    </message>
    <message>
      <source>a loop has a gradient only after its composites have been built into the graph</source>
      <translation>루프의 합성 블록이 그래프에 만들어진 뒤에만 루프에 그래디언트가 있습니다</translation>
    </message>
    <message>
      <source>a mask whose number of elements depends on values</source>
      <translation>원소 수가 값에 따라 달라지는 마스크</translation>
    </message>
    <message>
      <source>a minibatch needs at least one sparse tensor</source>
      <translation>미니배치에 담을 희소 텐서가 없습니다</translation>
    </message>
    <message>
      <source>a negative number raised to a fractional power has no real result</source>
      <translation>음수를 정수가 아닌 수로 거듭제곱한 결과는 실수가 아닙니다</translation>
    </message>
    <message>
      <source>a node reads an output of {shortened} that does not exist</source>
      <translation>{shortened}에 없는 출력을 읽습니다</translation>
    </message>
    <message>
      <source>a number</source>
      <translation>숫자</translation>
    </message>
    <message>
      <source>a number is cut off</source>
      <translation>수가 잘려 있습니다</translation>
    </message>
    <message>
      <source>a page with loops over composites and with invalid, muted or shared blocks cannot be written as a Python program</source>
      <translation>컴포지트 루프와 함께 오류가 있거나 음소거되었거나 공유된 블록이 있는 페이지는 Python 프로그램으로 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>a picture or a web page that contains a diagram cannot be rewritten</source>
      <translation>다이어그램이 든 그림이나 웹 페이지라서 다시 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>a plain value</source>
      <translation>일반 값</translation>
    </message>
    <message>
      <source>a reader needs a queue of strings, but {queue} has {names}</source>
      <translation>리더에는 문자열의 큐가 필요한데 {queue}에는 {names}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>a reader needs a queue whose elements are single strings</source>
      <translation>리더에는 원소가 문자열 하나인 큐가 필요합니다</translation>
    </message>
    <message>
      <source>a scale or zero point with {rank} axes does not fit an input with {rank2} axes</source>
      <translation>축이 {rank}개인 스케일이나 영점은 축이 {rank2}개인 입력에 맞지 않습니다</translation>
    </message>
    <message>
      <source>a scope</source>
      <translation>범위</translation>
    </message>
    <message>
      <source>a sequence can have at most {MOST_ITEMS} items, got {size}</source>
      <translation>시퀀스의 항목은 많아야 {MOST_ITEMS}개인데 {size}개입니다</translation>
    </message>
    <message>
      <source>a shape depends on the value of a tensor</source>
      <translation>형상이 텐서의 값에 의존합니다</translation>
    </message>
    <message>
      <source>a shape, [2, ?]</source>
      <translation>형태, [2, ?]</translation>
    </message>
    <message>
      <source>a size must be null, -1 or at least 0, got {size}</source>
      <translation>크기는 {size}일 수 없습니다</translation>
    </message>
    <message>
      <source>a slice of shape {shape_text} at {begin} does not fit in a tensor of shape {shape_text2}</source>
      <translation>{begin}에서 시작하는 모양 {shape_text}의 조각은 모양이 {shape_text2}인 텐서에 들어가지 않습니다</translation>
    </message>
    <message>
      <source>a stride must not be 0</source>
      <translation>스트라이드는 0일 수 없습니다</translation>
    </message>
    <message>
      <source>a string</source>
      <translation>문자열</translation>
    </message>
    <message>
      <source>a string contains control characters, which are not allowed if errors is strict</source>
      <translation>문자열에 제어 문자가 있는데, errors가 strict이고 replace_control_characters가 켜져 있으면 허용되지 않습니다</translation>
    </message>
    <message>
      <source>a string in the {kind} {fault}</source>
      <translation>{kind} 가운데 텍스트: {fault}</translation>
    </message>
    <message>
      <source>a string is malformed at byte {at}</source>
      <translation>문자열이 바이트 {at}부터 잘못되었습니다</translation>
    </message>
    <message>
      <source>a string of the promoted value {name} {fault}</source>
      <translation>블록에 표시된 값 {name}의 문자열: {fault}</translation>
    </message>
    <message>
      <source>a table can have at most {most_cells:,} cells: put the values into a file instead</source>
      <translation>표는 최대 {most_cells:,}셀입니다: 값을 파일에 넣으십시오</translation>
    </message>
    <message>
      <source>a temporary variable has no value until one is assigned</source>
      <translation>임시 변수는 무언가를 대입하기 전에는 값이 없습니다</translation>
    </message>
    <message>
      <source>a temporary variable needs a shape with all sizes known, got {shape_text}</source>
      <translation>임시 변수에는 모르는 크기가 없는 모양이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>a tensor</source>
      <translation>텐서</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {rank} sizes</source>
      <translation>크기 {rank}개의 모양은 너무 깁니다: 텐서의 축은 많아야 {MAX_RANK}개입니다</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {shape} sizes</source>
      <translation>크기 {shape}개의 모양은 너무 깁니다: 텐서의 축은 많아야 {MAX_RANK}개입니다</translation>
    </message>
    <message>
      <source>a tensor can have at most {MAX_RANK} axes, got a shape with {wanted} sizes</source>
      <translation>크기 {wanted}개의 모양은 너무 깁니다: 텐서의 축은 많아야 {MAX_RANK}개입니다</translation>
    </message>
    <message>
      <source>a tensor can have at most {MOST_PARTS} slices, got {parts}</source>
      <translation>텐서는 부분을 최대 {MOST_PARTS}개까지 가질 수 있는데 {parts}개입니다</translation>
    </message>
    <message>
      <source>a tensor needs a name to be saved</source>
      <translation>텐서를 저장하려면 이름이 필요합니다</translation>
    </message>
    <message>
      <source>a tensor of shape {shape_text} cannot be broadcast to shape {shape_text2}</source>
      <translation>모양이 {shape_text}인 텐서는 {shape_text2}(으)로 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>a tensor of shape {shape_text} cannot be summed to shape {shape_text2}</source>
      <translation>모양이 {shape_text}인 텐서는 {shape_text2}(으)로 합할 수 없습니다</translation>
    </message>
    <message>
      <source>a tensor of shape {shape} is not an image: use numbers of shape [H,W], [H,W,C], [N,H,W] or [N,H,W,C]</source>
      <translation>모양이 {shape}인 텐서는 이미지가 아닙니다: 모양이 [H,W], [H,W,C], [N,H,W] 또는 [N,H,W,C]인 숫자를 쓰세요</translation>
    </message>
    <message>
      <source>a traced array has no attribute {name}</source>
      <translation>추적하는 배열에는 속성 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>a traced array without axes has no length</source>
      <translation>축이 없는 추적 배열에는 길이가 없습니다</translation>
    </message>
    <message>
      <source>a traced value cannot be written into an array</source>
      <translation>추적하는 값은 배열에 써 넣을 수 없습니다</translation>
    </message>
    <message>
      <source>a value is missing before a comma</source>
      <translation>쉼표 앞에 값이 없습니다</translation>
    </message>
    <message>
      <source>a value is too large for {dtype}</source>
      <translation>값이 {dtype}에 너무 큽니다</translation>
    </message>
    <message>
      <source>a value of a graph has no place on a canvas</source>
      <translation>그래프의 값을 캔버스에 배치할 수 없습니다</translation>
    </message>
    <message>
      <source>a value of a tensor is used as a Python number</source>
      <translation>텐서의 값이 Python 숫자로 사용됩니다</translation>
    </message>
    <message>
      <source>a value of the Python type {name} cannot be stored in a diagram</source>
      <translation>Python 유형 {name}의 값은 다이어그램에 둘 수 없습니다</translation>
    </message>
    <message>
      <source>a value of type {dtype} cannot be written as text</source>
      <translation>{dtype} 형식의 값은 텍스트로 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>a variable inside the composite could not be created</source>
      <translation>그 안의 변수를 만들 수 없게 됩니다</translation>
    </message>
    <message>
      <source>a variable needs a dtype or an initial value</source>
      <translation>변수에는 dtype이나 시작 값이 필요합니다</translation>
    </message>
    <message>
      <source>a variable of dtype {short} cannot hold values of dtype {name}</source>
      <translation>dtype이 {short}인 변수에는 dtype이 {name}인 값을 담을 수 없습니다</translation>
    </message>
    <message>
      <source>a vector has one row: paste one row, or change the vector to a matrix first</source>
      <translation>벡터는 한 행입니다: 한 행을 붙여넣거나 먼저 행렬로 만드십시오</translation>
    </message>
    <message>
      <source>a window with {count} dimensions does not fit an input with {rank} axes</source>
      <translation>크기 {count}개의 윈도는 축 {rank}개인 것에 맞지 않습니다</translation>
    </message>
    <message>
      <source>a wire comes from {source}, but there is no block {source2}</source>
      <translation>선이 {source}에서 나오는데 블록 {source2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>a wire comes from {source}, but {name} has no output pin {pin}</source>
      <translation>선이 {source}에서 나오는데 {name}에 출력 핀 {pin}이(가) 없습니다</translation>
    </message>
    <message>
      <source>a wire from {source} ends at the block {block}, which does not exist</source>
      <translation>{source}에서 온 선이 없는 블록 {block}에서 끝납니다</translation>
    </message>
    <message>
      <source>a wire in {canvas} sets the value for this page and for page {others}</source>
      <translation>{canvas}의 와이어이 이 값을 주며, 페이지 {others}에도 쓰입니다</translation>
    </message>
    <message>
      <source>a wire no longer exists</source>
      <translation>와이어 하나가 더 이상 없습니다</translation>
    </message>
    <message>
      <source>a wire or a value</source>
      <translation>와이어 또는 값</translation>
    </message>
    <message>
      <source>a {kind} with keys of dtype {short} needs values of dtype {names}, got {short2}</source>
      <translation>키의 dtype이 {short}인 {kind}의 값은 {short2}이(가) 아니라 dtype {names}입니다</translation>
    </message>
    <message>
      <source>a {short} handle is created by a block and cannot be entered as text</source>
      <translation>{short} 핸들은 블록이 만들며 텍스트로 입력할 수 없습니다</translation>
    </message>
    <message>
      <source>accumulators support float16, float32 and float64, not {short}</source>
      <translation>누산기는 float16, float32, float64를 지원하며 {short}은(는) 지원하지 않습니다</translation>
    </message>
    <message>
      <source>add "package": {"name": ..., "version": ..., "doc": ..., "licence": ...} to the diagram</source>
      <translation>다이어그램에 "package": {"name": ..., "version": ..., "doc": ..., "licence": ...}를 추가하세요</translation>
    </message>
    <message>
      <source>add a Cast block to change the dtype</source>
      <translation>dtype을 바꾸려면 Cast 블록을 추가하세요</translation>
    </message>
    <message>
      <source>add a Minimize block</source>
      <translation>Minimize 블록을 추가하세요</translation>
    </message>
    <message>
      <source>add a Reshape block that makes each example one row</source>
      <translation>각 예제를 한 행으로 만드는 Reshape 블록을 추가하세요</translation>
    </message>
    <message>
      <source>add a SparseReorder block</source>
      <translation>SparseReorder 블록을 추가하세요</translation>
    </message>
    <message>
      <source>add a default value, feed one by the block's name, or wire a FeedType to a session</source>
      <translation>기본값을 추가하거나, 블록 이름으로 값을 넣거나, FeedType을 세션에 이으세요</translation>
    </message>
    <message>
      <source>add a loss first</source>
      <translation>먼저 손실을 추가하십시오</translation>
    </message>
    <message>
      <source>add a loss or a training step</source>
      <translation>손실이나 학습 단계를 추가하세요</translation>
    </message>
    <message>
      <source>add an InputPin of the same name</source>
      <translation>같은 이름의 InputPin을 추가하세요</translation>
    </message>
    <message>
      <source>add epsilon to the input: {name}({block_name} + epsilon)</source>
      <translation>입력에 epsilon을 더하세요: {name}({block_name} + epsilon)</translation>
    </message>
    <message>
      <source>add the name to --fetch</source>
      <translation>--fetch에 추가하세요</translation>
    </message>
    <message>
      <source>added by you</source>
      <translation>직접 추가함</translation>
    </message>
    <message>
      <source>align_corners and half_pixel_centers cannot both be true</source>
      <translation>align_corners와 half_pixel_centers를 둘 다 켤 수는 없습니다: 픽셀을 서로 다르게 놓습니다</translation>
    </message>
    <message>
      <source>all elements are {element}</source>
      <translation>모든 원소가 {element}</translation>
    </message>
    <message>
      <source>all inputs of the block</source>
      <translation>블록의 모든 입력</translation>
    </message>
    <message>
      <source>all its inputs have a wire or a typed value</source>
      <translation>모든 입력에 선이나 입력한 값이 있습니다</translation>
    </message>
    <message>
      <source>all seeds</source>
      <translation>모든 시드</translation>
    </message>
    <message>
      <source>all slices of the tensor {text} must have the same dtype and full shape</source>
      <translation>텐서 {text}의 모든 부분은 dtype과 전체 모양이 같아야 합니다</translation>
    </message>
    <message>
      <source>all variables are inside instances</source>
      <translation>모든 변수가 인스턴스 안에 있습니다</translation>
    </message>
    <message numerus="yes">
      <source>all {n:,} have a gradient</source>
      <translation>
        <numerusform>{n:,}개 모두 그래디언트를 받음</numerusform>
      </translation>
    </message>
    <message>
      <source>alpha and beta must be integers if the inputs are integers, got {number}</source>
      <translation>입력이 정수이면 alpha와 beta도 정수여야 하는데 {number}입니다</translation>
    </message>
    <message>
      <source>an axis of size {size} cannot be split into {count} equal parts</source>
      <translation>크기 {size}인 축은 {count}개로 똑같이 나뉘지 않습니다</translation>
    </message>
    <message>
      <source>an elided value can be given back only in a whole page</source>
      <translation>생략된 값은 페이지 전체에서만 돌려줄 수 있습니다</translation>
    </message>
    <message>
      <source>an elided value is only possible where the block has a value</source>
      <translation>생략된 값은 블록에 값이 있는 곳에서만 쓸 수 있습니다</translation>
    </message>
    <message>
      <source>an entry is longer than its block</source>
      <translation>항목이 데이터 블록보다 깁니다</translation>
    </message>
    <message>
      <source>an index can contain `...` only once</source>
      <translation>인덱스에는 ...이 많아야 한 번 옵니다</translation>
    </message>
    <message>
      <source>an index is out of range for an axis of size {size}</source>
      <translation>인덱스가 크기 {size}인 축 밖에 있습니다</translation>
    </message>
    <message>
      <source>an index must consist of integers, slices, None and ..., got {value}</source>
      <translation>인덱스는 {value}이(가) 아니라 정수, 슬라이스, None, ...으로 이루어집니다</translation>
    </message>
    <message>
      <source>an initial value</source>
      <translation>초깃값</translation>
    </message>
    <message>
      <source>an input of an ONNX model needs a known number of axes</source>
      <translation>ONNX 모델의 입력은 축이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>an input pin of a branch cannot be named 'predicate': Cond already has a pin with that name</source>
      <translation>갈래의 입력 핀 이름은 'predicate'일 수 없습니다: Cond에 이미 있습니다</translation>
    </message>
    <message>
      <source>an instance of a composite can be used only on a page of a diagram</source>
      <translation>컴포지트의 인스턴스는 페이지를 펼칠 때 만들어집니다</translation>
    </message>
    <message>
      <source>an integer</source>
      <translation>정수</translation>
    </message>
    <message>
      <source>an integer has more than {MAX_INT_DIGITS} digits</source>
      <translation>정수가 {MAX_INT_DIGITS}자리보다 깁니다</translation>
    </message>
    <message>
      <source>an integer of {word} digits is too large for any dtype</source>
      <translation>{word}자리 정수는 어떤 dtype에도 너무 큽니다</translation>
    </message>
    <message>
      <source>an internal error occurred while reading the file: {name}: {error}</source>
      <translation>파일을 읽는 중에 내부 오류가 발생했습니다: {name}: {error}</translation>
    </message>
    <message>
      <source>an operation</source>
      <translation>연산</translation>
    </message>
    <message>
      <source>an operation must be an object with a string "op"</source>
      <translation>연산은 문자열 "op"이 있는 객체여야 합니다</translation>
    </message>
    <message>
      <source>an output of the inner graph has no value</source>
      <translation>안쪽 그래프의 출력에 값이 없습니다</translation>
    </message>
    <message>
      <source>an output pin of the body cannot be named 'rounds', because While already has a pin with that name</source>
      <translation>본문의 출력 핀 이름은 'rounds'일 수 없습니다: While에 이미 있습니다</translation>
    </message>
    <message>
      <source>and {count:,} more</source>
      <translation>외 {count:,}개</translation>
    </message>
    <message>
      <source>and {many} more</source>
      <translation>외 {many}개</translation>
    </message>
    <message>
      <source>and {more:,} more</source>
      <translation>외 {more:,}개</translation>
    </message>
    <message numerus="yes">
      <source>and {n:,} more lint warnings</source>
      <translation>
        <numerusform>외 린트 경고 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>and {n} other types</source>
      <translation>
        <numerusform>외 다른 유형 {n}개</numerusform>
      </translation>
    </message>
    <message>
      <source>another process at {where} has the number {number}</source>
      <translation>{where}의 다른 프로세스가 번호 {number}을(를) 가지고 있습니다</translation>
    </message>
    <message>
      <source>another program changed the file, so it was not rewritten</source>
      <translation>다른 프로그램이 파일을 바꾸어 다시 쓰지 않았습니다</translation>
    </message>
    <message>
      <source>another program changed the file, so it was not written</source>
      <translation>다른 프로그램이 파일을 바꾸어 쓰지 않았습니다</translation>
    </message>
    <message>
      <source>another program is editing the file; try again</source>
      <translation>다른 프로그램이 파일을 편집하고 있습니다. 다시 시도하세요</translation>
    </message>
    <message>
      <source>another run is writing its checkpoints to this folder</source>
      <translation>다른 실행이 이 폴더에 체크포인트를 쓰고 있습니다</translation>
    </message>
    <message>
      <source>another window has already restored or discarded these edits</source>
      <translation>다른 창에서 이미 이 편집을 복원하거나 버렸습니다</translation>
    </message>
    <message>
      <source>another window is paired: end pairing there first</source>
      <translation>다른 창이 연결되어 있습니다. 먼저 그 창에서 연결을 끝내십시오</translation>
    </message>
    <message>
      <source>any dtype</source>
      <translation>모든 dtype</translation>
    </message>
    <message>
      <source>any dtype except {missing}</source>
      <translation>{missing}을(를) 뺀 모든 dtype</translation>
    </message>
    <message>
      <source>any float dtype</source>
      <translation>모든 부동소수점 dtype</translation>
    </message>
    <message>
      <source>any integer dtype</source>
      <translation>모든 정수 dtype</translation>
    </message>
    <message>
      <source>any numeric dtype</source>
      <translation>모든 숫자 dtype</translation>
    </message>
    <message>
      <source>any real dtype</source>
      <translation>모든 실수 dtype</translation>
    </message>
    <message>
      <source>any shape</source>
      <translation>모든 형태</translation>
    </message>
    <message>
      <source>approx_top_k without aggregate_to_topk is not supported</source>
      <translation>aggregate_to_topk 없는 approx_top_k에 해당하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>argmax must be from 0 to {limit}, got {outside}</source>
      <translation>argmax는 0 ... {limit} 안이어야 하는데 {outside}입니다</translation>
    </message>
    <message>
      <source>assertion failed: {value}</source>
      <translation>단언 실패: {value}</translation>
    </message>
    <message>
      <source>attribute {name}: its annotation must be one of {join}, got {plain}</source>
      <translation>속성 {name}: 주석은 {plain}이(가) 아니라 {join} 가운데 하나여야 합니다</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation>자동</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in a tensor with {rank} axes: {limits}</source>
      <translation>랭크 {rank} 텐서에는 축 {axis}이(가) 없습니다: {limits}</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in an array with {rank} axes</source>
      <translation>축이 {rank}개인 배열에 축 {axis}은(는) 없습니다</translation>
    </message>
    <message>
      <source>axis {axis} does not exist in an input with {rank} axes</source>
      <translation>축 {axis}은(는) 받은 것의 축 {rank}개 가운데 없습니다</translation>
    </message>
    <message>
      <source>axis {each} occurs twice in {list}</source>
      <translation>{list}에 축 {each}이(가) 두 번 있습니다</translation>
    </message>
    <message>
      <source>axis {index} is removed by shrink_axis_mask, so its stride must be positive, got {stride}</source>
      <translation>shrink_axis_mask가 축 {index}을(를) 없애므로 스트라이드가 양수여야 하지만 {stride}입니다</translation>
    </message>
    <message>
      <source>b is learned</source>
      <translation>b가 학습됨</translation>
    </message>
    <message>
      <source>batch_dims is {batch}, but indices has only {indices} axes</source>
      <translation>batch_dims는 {batch}인데 인덱스의 축은 {indices}개뿐입니다</translation>
    </message>
    <message>
      <source>between two numbers, write {symbol} with spaces on both sides or on neither side</source>
      <translation>두 수 사이의 {symbol}은(는) 양쪽에 빈칸이 있거나 양쪽 다 없습니다</translation>
    </message>
    <message>
      <source>block library</source>
      <translation>블록 라이브러리</translation>
    </message>
    <message>
      <source>block number {number}: 'id' is missing or not a string</source>
      <translation>블록 {number}번에 'id'가 없거나 문자열이 아닙니다</translation>
    </message>
    <message>
      <source>block type {name} is not available: {fault}</source>
      <translation>블록 유형 {name}이(가) 없습니다: {fault}</translation>
    </message>
    <message>
      <source>both branches must return tensors of the same dtypes</source>
      <translation>두 갈래는 같은 dtype의 텐서를 내야 합니다</translation>
    </message>
    <message>
      <source>bounding_boxes: expected values from 0 to 1, got {boxes}</source>
      <translation>상자는 이미지에 대한 비율 0에서 1로 주는데 {boxes}이(가) 있습니다</translation>
    </message>
    <message>
      <source>box_ind {wrong} is out of range for a batch of {count} images</source>
      <translation>box_ind {wrong}은(는) 이미지 {count}개의 배치 밖에 있습니다</translation>
    </message>
    <message>
      <source>build the LSTM from single blocks</source>
      <translation>LSTM을 개별 블록으로 만드세요</translation>
    </message>
    <message>
      <source>built in</source>
      <translation>내장</translation>
    </message>
    <message>
      <source>call it once before</source>
      <translation>먼저 한 번 호출하십시오</translation>
    </message>
    <message>
      <source>call the module once before</source>
      <translation>먼저 모듈을 한 번 호출하세요</translation>
    </message>
    <message>
      <source>cannot be compiled: {splitlines}</source>
      <translation>변환할 수 없습니다: {splitlines}</translation>
    </message>
    <message>
      <source>cannot be created: {strerror}</source>
      <translation>만들 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>cannot be read: {error}</source>
      <translation>읽을 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>cannot be read: {strerror}</source>
      <translation>읽을 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>cannot be used</source>
      <translation>사용할 수 없음</translation>
    </message>
    <message>
      <source>cannot be written: {error}</source>
      <translation>쓸 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>cannot be written: {strerror}</source>
      <translation>쓸 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>cannot draw TensorFlow's random values in each iteration of a loop</source>
      <translation>반복마다 TensorFlow의 난수를 뽑을 수 없습니다</translation>
    </message>
    <message>
      <source>cannot draw {attrs} different classes, because range_max is {attrs2}</source>
      <translation>{attrs2}(range_max)에서 서로 다른 클래스 {attrs}개를 뽑을 수 없습니다</translation>
    </message>
    <message>
      <source>cannot draw {number} different classes: only {size} have a probability above 0</source>
      <translation>서로 다른 클래스 {number}개를 뽑을 수 없습니다: 확률이 0보다 큰 것은 {size}개뿐입니다</translation>
    </message>
    <message>
      <source>cannot look for the files {pattern}: this graph has no working folder</source>
      <translation>파일 {pattern}을(를) 찾을 수 없습니다: 이 그래프에는 작업 폴더가 없습니다</translation>
    </message>
    <message>
      <source>cannot read the array {key}: {message}</source>
      <translation>배열 {key}을(를) 읽을 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>cannot read the file {name}: the diagram was opened without a working folder</source>
      <translation>파일 {name}을(를) 읽을 수 없습니다: 다이어그램이 작업 폴더 없이 열렸습니다</translation>
    </message>
    <message>
      <source>cannot read the file {name}: this graph has no working folder</source>
      <translation>파일 {name}을(를) 읽을 수 없습니다: 이 그래프에는 작업 폴더가 없습니다</translation>
    </message>
    <message>
      <source>cannot remove the file {name}: this graph has no working folder</source>
      <translation>파일 {name}을(를) 지울 수 없습니다: 이 그래프에는 작업 폴더가 없습니다</translation>
    </message>
    <message>
      <source>cannot remove the folder {name}: this graph has no working folder</source>
      <translation>폴더 {name}을(를) 지울 수 없습니다: 이 그래프에는 작업 폴더가 없습니다</translation>
    </message>
    <message>
      <source>cannot stop at {at}: this run does not compute it, and computing it would have side effects</source>
      <translation>{at}에서 멈출 수 없습니다. 이 실행은 이 값을 계산하지 않으며, 계산하면 부수 효과가 생깁니다</translation>
    </message>
    <message>
      <source>cannot write the file {name}: this graph has no working folder</source>
      <translation>파일 {name}을(를) 쓸 수 없습니다: 이 그래프에는 작업 폴더가 없습니다</translation>
    </message>
    <message>
      <source>capacity must be -1, got {attrs}: a barrier cannot have a limit</source>
      <translation>capacity는 -1이어야 하는데 {attrs}입니다: 배리어에는 한도가 없습니다</translation>
    </message>
    <message>
      <source>carried between iterations</source>
      <translation>반복 사이에 넘겨짐</translation>
    </message>
    <message>
      <source>cast the integer operands to float instead</source>
      <translation>대신 정수 피연산자를 Cast로 float로 바꾸세요</translation>
    </message>
    <message>
      <source>changes a variable twice in each iteration of a loop</source>
      <translation>반복마다 변수를 두 번 바꿉니다</translation>
    </message>
    <message>
      <source>changes the shape of a variable on only one branch</source>
      <translation>한 분기에서만 변수의 형태를 바꿉니다</translation>
    </message>
    <message>
      <source>changes the shape of {name}: {text}</source>
      <translation>{name}의 모양이 {text}입니다</translation>
    </message>
    <message>
      <source>channels_last is not supported</source>
      <translation>채널이 마지막에 있습니다</translation>
    </message>
    <message>
      <source>check that git is installed and works</source>
      <translation>git이 설치되어 있고 작동하는지 확인하세요</translation>
    </message>
    <message>
      <source>check that the file is complete and belongs to this page</source>
      <translation>파일이 완전하고 이 페이지에 속하는지 확인하세요</translation>
    </message>
    <message>
      <source>choices must be a list, such as [0.1, 0.01]</source>
      <translation>선택지는 [0.1, 0.01]처럼 리스트로 씁니다</translation>
    </message>
    <message>
      <source>choose</source>
      <translation>선택</translation>
    </message>
    <message>
      <source>choose Help &gt; Pair with an assistant... in the editor</source>
      <translation>편집기에서 도움말 &gt; 어시스턴트와 연결...을 선택하십시오</translation>
    </message>
    <message>
      <source>choose one pin of the block</source>
      <translation>블록의 핀 하나를 고르십시오</translation>
    </message>
    <message>
      <source>choose which values to record</source>
      <translation>기록할 값을 고르세요</translation>
    </message>
    <message>
      <source>chooses among variables of different shapes</source>
      <translation>모양이 여러 가지인 변수들에서 고릅니다</translation>
    </message>
    <message>
      <source>chooses at run time which variable it changes</source>
      <translation>바꿀 변수를 실행 중에 고릅니다</translation>
    </message>
    <message>
      <source>chooses in a loop which variable it changes</source>
      <translation>바꿀 변수를 반복 안에서 고릅니다</translation>
    </message>
    <message>
      <source>clear the selection to use all weights</source>
      <translation>모든 가중치를 쓰려면 선택을 해제하세요</translation>
    </message>
    <message>
      <source>click to choose</source>
      <translation>클릭하여 선택</translation>
    </message>
    <message>
      <source>click to toggle</source>
      <translation>클릭하여 전환</translation>
    </message>
    <message>
      <source>color must have one value for each point (points: {points:,}, values: {colors:,})</source>
      <translation>color에는 점마다 값이 하나씩 있어야 합니다 (점: {points:,}, 값: {colors:,})</translation>
    </message>
    <message>
      <source>column {column}: </source>
      <translation>{column}번째 열: </translation>
    </message>
    <message>
      <source>compares half-precision sums, which XLA may compute with higher precision</source>
      <translation>half 정밀도의 합을 비교하는데, XLA는 이를 더 높은 정밀도로 계산할 수 있습니다</translation>
    </message>
    <message>
      <source>components must have a first axis for the elements, got a scalar</source>
      <translation>components에는 원소를 위한 첫째 축이 있어야 하는데 스칼라입니다</translation>
    </message>
    <message>
      <source>composite</source>
      <translation>컴포지트</translation>
    </message>
    <message>
      <source>conflict number {number}: 'at' does not refer to a part of a diagram</source>
      <translation>{number}번 충돌에는 다이어그램 안의 것을 가리키는 'at'이 없습니다</translation>
    </message>
    <message>
      <source>contains branches or loops built from Switch and Merge blocks</source>
      <translation>본문에 단일 블록의 분기나 루프가 있습니다</translation>
    </message>
    <message>
      <source>contents is not a JPEG, PNG, GIF or BMP image: {what}</source>
      <translation>contents가 JPEG, PNG, GIF, BMP 가운데 어느 것도 아닙니다: {what}</translation>
    </message>
    <message>
      <source>continue with the same page and options, or choose another folder</source>
      <translation>같은 페이지와 옵션으로 계속하거나 다른 폴더를 선택하십시오</translation>
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
      <source>control dependency {name} belongs to another graph</source>
      <translation>제어 의존 {name}은(는) 다른 그래프에 속합니다</translation>
    </message>
    <message>
      <source>convert the model to a {SUFFIX} file first, and then convert that file to {suffix}</source>
      <translation>먼저 {SUFFIX} 파일로 변환한 다음 그 파일을 {suffix}(으)로 변환하세요</translation>
    </message>
    <message>
      <source>convert the module before it is scripted</source>
      <translation>스크립트로 변환하기 전의 모듈을 변환하세요</translation>
    </message>
    <message>
      <source>converted: {names}</source>
      <translation>변환됨: {names}</translation>
    </message>
    <message>
      <source>converts real numbers to integers, and results out of range depend on the hardware</source>
      <translation>실수를 정수로 바꾸며, 범위를 벗어나면 하드웨어마다 다릅니다</translation>
    </message>
    <message>
      <source>convolutions over {kernel} spatial axes are not supported</source>
      <translation>축 {kernel}개의 이미지는 합성곱하지 않습니다</translation>
    </message>
    <message>
      <source>convolutions over {space} spatial axes are not supported</source>
      <translation>축 {space}개의 이미지는 합성곱하지 않습니다</translation>
    </message>
    <message>
      <source>correct</source>
      <translation>맞음</translation>
    </message>
    <message>
      <source>currently {value}</source>
      <translation>현재 {value}</translation>
    </message>
    <message>
      <source>custom gradient</source>
      <translation>사용자 정의 그래디언트</translation>
    </message>
    <message>
      <source>custom gradient {text}</source>
      <translation>사용자 정의 그래디언트 {text}</translation>
    </message>
    <message>
      <source>custom gradient {title} cannot contain {display_name}: it has a state</source>
      <translation>사용자 정의 그래디언트 {title}에는 상태가 있는 {display_name}을(를) 넣을 수 없습니다</translation>
    </message>
    <message>
      <source>custom gradient {title} contains custom gradients more than {DEEPEST} levels deep</source>
      <translation>사용자 정의 그래디언트 {title}에 사용자 정의 그래디언트가 {DEEPEST}단계보다 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must be exactly one tensor</source>
      <translation>사용자 정의 그래디언트 {title}: grad_{name}은(는) 텐서 하나여야 합니다</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must have the dtype {short} of {name2}, got {short2}</source>
      <translation>사용자 정의 그래디언트 {title}: grad_{name}의 dtype은 {name2}의 {short}이어야 하는데 {short2}입니다</translation>
    </message>
    <message>
      <source>custom gradient {title}: grad_{name} must have the shape {shape_text} of {name2}, got {shape_text2}</source>
      <translation>사용자 정의 그래디언트 {title}: grad_{name}의 형태는 {name2}의 {shape_text}이어야 하는데 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>custom gradient {title}: {block}: {message}</source>
      <translation>사용자 정의 그래디언트 {title}: {block}: {message}</translation>
    </message>
    <message>
      <source>custom gradient {title}: {name} is not wired and has no default</source>
      <translation>사용자 정의 그래디언트 {title}: {name}이(가) 연결되지 않았고 기본값도 없습니다</translation>
    </message>
    <message>
      <source>custom gradient: {name}</source>
      <translation>사용자 정의 그래디언트: {name}</translation>
    </message>
    <message>
      <source>custom {error}</source>
      <translation>사용자 정의 {error}</translation>
    </message>
    <message>
      <source>declare a shape with null sizes at the InputPin</source>
      <translation>InputPin은 크기가 null인 모양을 선언할 수 있습니다</translation>
    </message>
    <message>
      <source>desktop entries exist only on Linux and BSD</source>
      <translation>데스크톱 항목은 Linux와 BSD에만 있습니다</translation>
    </message>
    <message>
      <source>diagonal {number} does not exist in a matrix with {rows} rows and {columns} columns</source>
      <translation>행 {rows}개와 열 {columns}개인 행렬에 대각선 {number}이(가) 없습니다</translation>
    </message>
    <message>
      <source>did you mean `gradblocks {close}`?</source>
      <translation>`gradblocks {close}`를 뜻하셨나요?</translation>
    </message>
    <message>
      <source>differ</source>
      <translation>다름</translation>
    </message>
    <message>
      <source>differentiated</source>
      <translation>미분 대상</translation>
    </message>
    <message>
      <source>division by zero</source>
      <translation>0으로 나누면 결과가 없습니다</translation>
    </message>
    <message>
      <source>divisor_override and ceil_mode</source>
      <translation>divisor_override와 ceil_mode</translation>
    </message>
    <message>
      <source>drag a number to change it, or double-click to type a value</source>
      <translation>숫자를 끌어서 바꾸거나, 두 번 클릭하여 값을 입력합니다</translation>
    </message>
    <message>
      <source>draws random values in one of several loops</source>
      <translation>여러 반복 가운데 하나에서 난수를 뽑습니다</translation>
    </message>
    <message>
      <source>duration</source>
      <translation>소요 시간</translation>
    </message>
    <message>
      <source>each iteration of the loop must append exactly one tensor to the sequence</source>
      <translation>반복마다 시퀀스에 텐서를 정확히 하나 덧붙여야 합니다</translation>
    </message>
    <message>
      <source>each point in route {number} must be two finite numbers</source>
      <translation>경로 {number}번의 점은 유한한 수 두 개여야 합니다</translation>
    </message>
    <message>
      <source>each point of a route must be two finite numbers</source>
      <translation>경로의 점은 유한한 수 두 개여야 합니다</translation>
    </message>
    <message>
      <source>element {index} cannot be read twice: reading clears it</source>
      <translation>원소 {index}은(는) 두 번 읽을 수 없습니다: 읽으면 지워집니다</translation>
    </message>
    <message>
      <source>element {index} cannot be written after it was read</source>
      <translation>원소 {index}을(를) 쓸 수 없습니다: 이미 읽었습니다</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, but the first element has {shape_text2}, so the elements cannot be stacked</source>
      <translation>원소 {index}의 모양은 {shape_text}, 첫째는 {shape_text2}입니다: 쌓을 수 없습니다</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, but the first element has {shape_text2}. Only the sizes of the first axis may differ</source>
      <translation>원소 {index}의 모양은 {shape_text}, 첫째는 {shape_text2}입니다: 첫 크기만 다를 수 있습니다</translation>
    </message>
    <message>
      <source>element {index} has the shape {shape_text}, so a tensor of shape {shape_text2} cannot be added</source>
      <translation>원소 {index}의 모양이 {shape_text}이라 {shape_text2}을(를) 더할 수 없습니다</translation>
    </message>
    <message>
      <source>element {index} is a scalar: only tensors of rank 1 or more can be concatenated</source>
      <translation>원소 {index}은(는) 스칼라입니다: 랭크 1 이상의 텐서만 이어 붙일 수 있습니다</translation>
    </message>
    <message>
      <source>element {index} was already written</source>
      <translation>원소 {index}은(는) 이미 썼습니다</translation>
    </message>
    <message>
      <source>element {index} was already written, and {short} values cannot be added</source>
      <translation>원소 {index}은(는) 이미 썼습니다: {short}은(는) 더할 수 없습니다</translation>
    </message>
    <message>
      <source>element {index} was not written, and its shape is not known</source>
      <translation>원소 {index}은(는) 아직 쓰이지 않았고 모양을 알 수 없습니다</translation>
    </message>
    <message>
      <source>element {index} was not written, and strings have no zero value</source>
      <translation>원소 {index}을(를) 쓰지 않았고 문자열의 0은 없습니다</translation>
    </message>
    <message>
      <source>element {indices} has the shape {shape_text}, not {shape_text2}</source>
      <translation>원소 {indices}의 모양은 {shape_text2}이(가) 아니라 {shape_text}입니다</translation>
    </message>
    <message>
      <source>ellipsis_mask must have at most one bit set</source>
      <translation>ellipsis_mask에는 비트가 하나만 켜져 있을 수 있습니다</translation>
    </message>
    <message>
      <source>empty</source>
      <translation>비어 있음</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must be different</source>
      <translation>empty_key와 deleted_key는 서로 달라야 합니다</translation>
    </message>
    <message>
      <source>empty_key and deleted_key must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>empty_key와 deleted_key는 모양이 같아야 하는데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>empty_key must be a scalar or a vector, got the shape {shape_text}</source>
      <translation>empty_key는 키 하나나 벡터여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>enabled</source>
      <translation>사용 중</translation>
    </message>
    <message>
      <source>ends at PreventGradient</source>
      <translation>PreventGradient에서 끝남</translation>
    </message>
    <message>
      <source>ends at StopGradient or a custom gradient</source>
      <translation>StopGradient 또는 사용자 정의 그래디언트에서 끝남</translation>
    </message>
    <message>
      <source>ends at a block that has no gradient rule</source>
      <translation>끝남: 그래디언트 규칙이 없는 블록</translation>
    </message>
    <message>
      <source>ends at a dtype that has no gradient</source>
      <translation>끝남: 그래디언트가 없는 dtype</translation>
    </message>
    <message>
      <source>ends at {path}, </source>
      <translation>{path}에서 끝남, </translation>
    </message>
    <message>
      <source>ends: no further path</source>
      <translation>끝남: 이어지는 경로 없음</translation>
    </message>
    <message>
      <source>ends: not differentiable</source>
      <translation>끝남: 미분할 수 없음</translation>
    </message>
    <message>
      <source>enuSpace pages, tasks and projects (*.svg *.json *.enup)</source>
      <translation>enuSpace 페이지, 작업, 프로젝트 (*.svg *.json *.enup)</translation>
    </message>
    <message>
      <source>epochs: expected at least 1, got {epochs}</source>
      <translation>epochs: 1 이상이어야 하는데 {epochs}입니다</translation>
    </message>
    <message>
      <source>events cannot be written to {path}: {error}</source>
      <translation>{path}에 이벤트를 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>every size in the shape {shape_text} must be known</source>
      <translation>모양 {shape_text}을(를) 모두 알아야 합니다</translation>
    </message>
    <message>
      <source>every value that the body of a while loop returns is carried, so it must also be an input of the body</source>
      <translation>While의 본문이 내는 것은 다음 라운드로 넘어갑니다: 입력 가운데 있어야 합니다</translation>
    </message>
    <message>
      <source>exact</source>
      <translation>정확함</translation>
    </message>
    <message>
      <source>exp(a - 5) = exp(a) * exp(-5). The factor exp(-5) is in the numerator and in the denominator.</source>
      <translation>exp(a - 5) = exp(a) * exp(-5)입니다. 인수 exp(-5)는 분자와 분모에 모두 있습니다.</translation>
    </message>
    <message>
      <source>expand these blocks first</source>
      <translation>먼저 이 블록들을 펼치세요</translation>
    </message>
    <message>
      <source>expected 'reached' or 'cut' after the loss, got {which}</source>
      <translation>손실 뒤에는 'reached' 또는 'cut'이 와야 하는데 {which}입니다</translation>
    </message>
    <message>
      <source>expected 1 to {MOST_STEPS} steps and a timeout of at most {LONGEST} s, got {steps} and {timeout}</source>
      <translation>단계는 1에서 {MOST_STEPS}까지, 제한 시간은 최대 {LONGEST}초여야 하는데 {steps}와 {timeout}입니다</translation>
    </message>
    <message>
      <source>expected MODULE:FUNCTION, got {text}</source>
      <translation>모듈:함수 형식이어야 하는데 {text}입니다</translation>
    </message>
    <message>
      <source>expected NAME=AXIS with an integer axis, got {shown}</source>
      <translation>정수 축의 NAME=AXIS가 필요하지만 {shown}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected NAME=VALUE, got {text}</source>
      <translation>NAME=VALUE가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected `gradblocks {words}`</source>
      <translation>`gradblocks {words}` 형식이어야 합니다</translation>
    </message>
    <message>
      <source>expected a BMP image, got a {form} image</source>
      <translation>contents가 BMP가 아니라 {form}입니다</translation>
    </message>
    <message>
      <source>expected a GIF with one frame, got {frames} frames</source>
      <translation>프레임이 하나인 GIF가 필요하지만 프레임이 {frames}개입니다</translation>
    </message>
    <message>
      <source>expected a JPEG image, got a {form} image</source>
      <translation>contents가 JPEG가 아니라 {form}입니다</translation>
    </message>
    <message>
      <source>expected a JPEG, PNG or GIF image, got a BMP image</source>
      <translation>JPEG, PNG 또는 GIF 이미지가 필요하지만 BMP 이미지입니다</translation>
    </message>
    <message>
      <source>expected a comma between two values</source>
      <translation>두 값 사이에 쉼표가 없습니다</translation>
    </message>
    <message>
      <source>expected a file name that ends in .png</source>
      <translation>.png로 끝나는 파일 이름이 필요합니다</translation>
    </message>
    <message>
      <source>expected a file: the diagram to work on</source>
      <translation>작업할 다이어그램의 파일이 필요합니다</translation>
    </message>
    <message>
      <source>expected a list of operations, or {"page": {...}}</source>
      <translation>연산 목록 또는 {"page": {...}}이어야 합니다</translation>
    </message>
    <message>
      <source>expected a list, got {value}</source>
      <translation>{value}은(는) 리스트가 아닙니다</translation>
    </message>
    <message>
      <source>expected a new folder, an empty folder or a SavedModel</source>
      <translation>새 폴더나 빈 폴더 또는 SavedModel이어야 합니다</translation>
    </message>
    <message>
      <source>expected a number after {symbol}</source>
      <translation>{symbol} 뒤에 수가 없습니다</translation>
    </message>
    <message>
      <source>expected a number of bytes such as 1000000, 500M or 2Gi, got {text}</source>
      <translation>1000000, 500M, 2Gi 같은 바이트 수가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected a number of seconds above 0, got {text}</source>
      <translation>0보다 큰 초 단위의 수가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected a number, got {text}</source>
      <translation>수가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected a number, got {value}</source>
      <translation>{value}은(는) 수가 아닙니다</translation>
    </message>
    <message>
      <source>expected a quoted string after {key}</source>
      <translation>{key} 뒤에는 따옴표로 묶은 텍스트가 와야 합니다</translation>
    </message>
    <message>
      <source>expected a serialized {short} tensor, got {short2}</source>
      <translation>직렬화된 텐서의 dtype은 {short}이어야 하는데 {short2}입니다</translation>
    </message>
    <message>
      <source>expected a shape such as [2, null], got {text}</source>
      <translation>[2, null] 같은 형상이 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected a size of at most {LARGEST} pixels, got {number}</source>
      <translation>크기는 최대 {LARGEST}픽셀이어야 하지만 {number}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected a string, got {value}</source>
      <translation>{value}은(는) 텍스트가 아닙니다</translation>
    </message>
    <message>
      <source>expected a text file of at most {MOST_BYTES} bytes</source>
      <translation>최대 {MOST_BYTES}바이트의 텍스트 파일이어야 합니다</translation>
    </message>
    <message>
      <source>expected a tolerance of at least 0, got {tolerance}</source>
      <translation>허용 오차는 0 이상이어야 하지만 {tolerance}입니다</translation>
    </message>
    <message>
      <source>expected a value</source>
      <translation>여기에 쓴 값이 없습니다</translation>
    </message>
    <message>
      <source>expected a value, got a comma</source>
      <translation>값이 올 자리에 쉼표가 있습니다</translation>
    </message>
    <message>
      <source>expected a {SUFFIX} file</source>
      <translation>{SUFFIX} 파일이어야 합니다</translation>
    </message>
    <message>
      <source>expected an entry like 'name: description' in the section Args or Returns, got {line}</source>
      <translation>Args 또는 Returns 절에는 'name: description' 형식의 항목이 필요한데 {line}이(가) 있습니다</translation>
    </message>
    <message>
      <source>expected an integer of at least 0, got {number}</source>
      <translation>0 이상의 정수여야 하는데 {number}입니다</translation>
    </message>
    <message>
      <source>expected an integer of at least 1, got {number}</source>
      <translation>1 이상의 정수가 필요하지만 {number}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected an integer of at most 18 digits, got {text}</source>
      <translation>최대 18자리 정수가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected an integer, got {value}</source>
      <translation>{value}은(는) 정수가 아닙니다</translation>
    </message>
    <message>
      <source>expected at least one step, got {steps}</source>
      <translation>스텝을 {steps}이(가) 아니라 적어도 하나 실행해야 합니다</translation>
    </message>
    <message>
      <source>expected at most {most} runs, got {runs}</source>
      <translation>실행은 최대 {most}개여야 하지만 {runs}개를 받았습니다</translation>
    </message>
    <message>
      <source>expected counts such as [1, 2], [1, null] or 1</source>
      <translation>[1, 2], [1, null], 1과 같은 개수여야 합니다</translation>
    </message>
    <message>
      <source>expected either operations or page</source>
      <translation>operations와 page 중 하나만 있어야 합니다</translation>
    </message>
    <message>
      <source>expected one gradient per output, got {seeds} for {ys} outputs</source>
      <translation>출력 {ys}개에 준 그래디언트가 {seeds}개입니다</translation>
    </message>
    <message>
      <source>expected only {first}, got {show}{at}</source>
      <translation>{first} 사이에 {show}이(가) 있습니다{at}</translation>
    </message>
    <message>
      <source>expected seeds such as 5 or 3,7, got {text}</source>
      <translation>5 또는 3,7 같은 시드가 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected the name of a plugin, got {text}</source>
      <translation>플러그인 이름이 필요하지만 {text}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>expected the shape {shape_text}, got {shape_text2}</source>
      <translation>값의 모양은 {shape_text2}인데 {shape_text}이(가) 필요합니다</translation>
    </message>
    <message>
      <source>expected true or false, got {value}</source>
      <translation>{value}은(는) 참도 거짓도 아닙니다</translation>
    </message>
    <message>
      <source>expected {count} positive strides and dilations, and {count2} pads</source>
      <translation>양수인 스트라이드와 확장이 {count}개씩, 패딩이 {count2}개 필요합니다</translation>
    </message>
    <message>
      <source>expected {kinds} as the reference, got {name}</source>
      <translation>참조로 {kinds}이(가) 필요하지만 {name}입니다</translation>
    </message>
    <message>
      <source>expected {short}, got an array of {short2}</source>
      <translation>{short}이(가) 필요한데 {short2} 배열이 왔습니다</translation>
    </message>
    <message>
      <source>explain: expected a mapping of names to "loss" in forbid, got another value</source>
      <translation>explain: forbid는 이름을 "loss"에 대응시켜야 하는데 다른 값이 있습니다</translation>
    </message>
    <message>
      <source>explain: expected one real number as the loss of the step, got {found}</source>
      <translation>explain: 스텝의 손실은 실수 하나여야 하는데 {found}입니다</translation>
    </message>
    <message>
      <source>explain: expected one real number as the result of the function, got {shape}</source>
      <translation>explain: 함수의 결과는 실수 하나여야 하는데 형태가 {shape}입니다</translation>
    </message>
    <message>
      <source>explain: expected {text}, got {kind}</source>
      <translation>explain: {text}이어야 하는데 {kind}입니다</translation>
    </message>
    <message>
      <source>explain: the model has parameters without a shape</source>
      <translation>explain: 모델에 형태가 없는 매개변수가 있습니다</translation>
    </message>
    <message>
      <source>explain: the step calls backward{place}</source>
      <translation>explain: 스텝이 backward를 호출합니다{place}</translation>
    </message>
    <message>
      <source>explain: {option}: the model has no parameter {each}</source>
      <translation>explain: {option}: 모델에 매개변수 {each}이(가) 없습니다</translation>
    </message>
    <message>
      <source>exploding 1e{exponent}</source>
      <translation>폭발 1e{exponent}</translation>
    </message>
    <message>
      <source>extract the diagram with `gradblocks convert {file} OUT{SUFFIX}`</source>
      <translation>`gradblocks convert {file} OUT{SUFFIX}`로 다이어그램을 꺼내세요</translation>
    </message>
    <message>
      <source>failed</source>
      <translation>실패</translation>
    </message>
    <message>
      <source>feature {key_text} has {longest} of its {sum} values in one example; padding would be too large</source>
      <translation>특성 {key_text}은(는) 값 {sum}개 중 {longest}개가 한 예제에 있습니다: 채우기에 너무 많습니다</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values, not a multiple of {inner}</source>
      <translation>{name}의 특성 {key_text}에는 값이 {row}개 있어 {inner}의 배수가 아닙니다</translation>
    </message>
    <message>
      <source>feature {key_text} of {name} has {row} values; its shape requires {wanted}</source>
      <translation>{name}의 특성 {key_text}에는 값이 {row}개 있는데 모양에는 {wanted}개 들어갑니다</translation>
    </message>
    <message>
      <source>feature {key_text} of {who} is empty</source>
      <translation>{who}의 특징 {key_text}이(가) 비어 있습니다</translation>
    </message>
    <message>
      <source>feed</source>
      <translation>피드</translation>
    </message>
    <message>
      <source>feed: expected {names} arrays for the inputs {listed}, got {values}</source>
      <translation>feed: 입력 {listed}에 배열 {names}개가 필요하지만 {values}개를 받았습니다</translation>
    </message>
    <message>
      <source>feeds</source>
      <translation>피드</translation>
    </message>
    <message>
      <source>filename must be one string, got {size} strings</source>
      <translation>filename은 문자열 하나여야 하는데 {size}개입니다</translation>
    </message>
    <message>
      <source>finished</source>
      <translation>완료</translation>
    </message>
    <message>
      <source>floats</source>
      <translation>부동소수점</translation>
    </message>
    <message>
      <source>flows here</source>
      <translation>여기로 흐릅니다</translation>
    </message>
    <message>
      <source>flows here, not measured</source>
      <translation>여기로 흐르나 측정되지 않았습니다</translation>
    </message>
    <message>
      <source>for class numbers, use SparseSoftmaxCrossEntropyWithLogits, or add a OneHot block</source>
      <translation>클래스 번호에는 SparseSoftmaxCrossEntropyWithLogits를 쓰거나 OneHot 블록을 추가하세요</translation>
    </message>
    <message>
      <source>from </source>
      <translation>시작 </translation>
    </message>
    <message>
      <source>from a file</source>
      <translation>파일에서</translation>
    </message>
    <message>
      <source>from_torch: expected a torch.nn.Module, got {name}</source>
      <translation>from_torch: torch.nn.Module이 필요하지만 {name}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>from_torch: the inputs do not fit {name}.forward: {error}</source>
      <translation>from_torch: 입력이 {name}.forward와 맞지 않습니다: {error}</translation>
    </message>
    <message>
      <source>from_torch: {name} has no shape yet</source>
      <translation>from_torch: {name}에 아직 형상이 없습니다</translation>
    </message>
    <message>
      <source>from_torch: {owners} is a ScriptModule</source>
      <translation>from_torch: {owners}은(는) ScriptModule입니다</translation>
    </message>
    <message>
      <source>functions call each other more than {MOST_DEPTH} levels deep</source>
      <translation>함수들이 서로를 {MOST_DEPTH}단계보다 깊게 부릅니다</translation>
    </message>
    <message>
      <source>git cannot be run: {error}</source>
      <translation>git을 실행할 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>git does not read attributes from this path, because it is {kind}</source>
      <translation>{kind}이므로 git이 속성을 읽지 않습니다</translation>
    </message>
    <message>
      <source>git failed: {returncode}</source>
      <translation>git이 실패했습니다: {returncode}</translation>
    </message>
    <message>
      <source>give the input a shape, with null for unknown sizes</source>
      <translation>모르는 크기는 null로 하여 모양을 주세요</translation>
    </message>
    <message>
      <source>give the whole value</source>
      <translation>값 전체를 주세요</translation>
    </message>
    <message>
      <source>grad must have the shape of l, {shape_text}, got {shape_text2}</source>
      <translation>grad의 모양은 l의 모양 {shape_text}이어야 하는데 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>gradient flow, opposite to the data flow</source>
      <translation>그래디언트 흐름, 데이터 흐름과 반대</translation>
    </message>
    <message>
      <source>gradient of {name}</source>
      <translation>{name}의 그래디언트</translation>
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
      <source>handle must be {what}</source>
      <translation>handle은 {what}이어야 합니다</translation>
    </message>
    <message>
      <source>has Truncate set to true</source>
      <translation>Truncate가 true로 설정되어 있습니다</translation>
    </message>
    <message>
      <source>has a condition that is not a single boolean</source>
      <translation>조건이 참/거짓 값 하나가 아닙니다</translation>
    </message>
    <message>
      <source>has a number of iterations that depends on another loop</source>
      <translation>반복 횟수를 다른 루프만 압니다</translation>
    </message>
    <message>
      <source>has a shape or input check that depends on values known only at run time</source>
      <translation>모양이나 입력 검사가 실행할 때에야 아는 값에 달려 있습니다</translation>
    </message>
    <message>
      <source>has an equation that repeats a label of the result next to '...'</source>
      <translation>방정식의 결과에서 '...'와 함께 라벨이 반복됩니다</translation>
    </message>
    <message>
      <source>has an equation whose result repeats a label</source>
      <translation>방정식의 결과에서 라벨이 반복됩니다</translation>
    </message>
    <message>
      <source>has an equation with more than 26 labels</source>
      <translation>방정식에 라벨이 26개보다 많습니다</translation>
    </message>
    <message>
      <source>has an equation with more than 52 labels</source>
      <translation>방정식에 라벨이 52개보다 많습니다</translation>
    </message>
    <message>
      <source>has an input whose shape is not known</source>
      <translation>형태를 알 수 없는 것을 받습니다</translation>
    </message>
    <message>
      <source>has bad_indices_policy set to {attrs}</source>
      <translation>bad_indices_policy가 {attrs}(으)로 설정되어 있습니다</translation>
    </message>
    <message>
      <source>has empty index vectors</source>
      <translation>빈 인덱스 벡터가 있습니다</translation>
    </message>
    <message>
      <source>has empty matrices</source>
      <translation>빈 행렬이 있습니다</translation>
    </message>
    <message>
      <source>has images that are smaller than the window</source>
      <translation>윈도보다 작은 이미지가 있습니다</translation>
    </message>
    <message>
      <source>has images that are too large</source>
      <translation>너무 큰 이미지가 있습니다</translation>
    </message>
    <message>
      <source>has inner values that are shown or fetched</source>
      <translation>표시되거나 가져오는 내부 값이 있습니다</translation>
    </message>
    <message>
      <source>has inputs of different shapes: {shape_text}, {shape_text2}</source>
      <translation>입력의 형태가 서로 다릅니다: {shape_text}, {shape_text2}</translation>
    </message>
    <message>
      <source>has no ONNX conversion rule</source>
      <translation>ONNX 변환 규칙이 없습니다</translation>
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
      <source>has no input that ever gets a value</source>
      <translation>값을 받는 입력이 하나도 없습니다</translation>
    </message>
    <message>
      <source>has no iterations</source>
      <translation>반복이 없습니다</translation>
    </message>
    <message>
      <source>has shapes that may change between iterations</source>
      <translation>반복마다 달라질 수 있는 모양이 있습니다</translation>
    </message>
    <message>
      <source>has side effects in each iteration of a loop</source>
      <translation>반복마다 부수 효과가 있습니다</translation>
    </message>
    <message>
      <source>has side effects that depend on a loop, but the side effects that follow do not</source>
      <translation>반복에 의존하는 부수 효과가 그렇지 않은 부수 효과보다 먼저 있습니다</translation>
    </message>
    <message>
      <source>has the shape {shape_text} in one iteration and {shape_text2} in the next</source>
      <translation>한 반복에서는 형태가 {shape_text}이고 다음 반복에서는 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>has the unsupported data format {form}</source>
      <translation>지원되지 않는 데이터 형식 {form}을(를) 사용합니다</translation>
    </message>
    <message>
      <source>has {count} steps, but a model with more than {MOST_STEPS} steps would be too large</source>
      <translation>단계가 {count}개 있는데 {MOST_STEPS}개가 넘는 모델은 너무 크게 됩니다</translation>
    </message>
    <message>
      <source>holds</source>
      <translation>만족됨</translation>
    </message>
    <message>
      <source>hover over a new block to mark its forward block</source>
      <translation>새 블록 위에 마우스를 올리면 해당 순방향 블록이 표시됩니다</translation>
    </message>
    <message>
      <source>identical, bit for bit</source>
      <translation>마지막 비트까지 동일</translation>
    </message>
    <message>
      <source>if all elements are 0, the gradient is NaN, as in TensorFlow and JAX. In PyTorch, the gradient is 0</source>
      <translation>모든 원소가 0이면 TensorFlow와 JAX처럼 기울기가 NaN입니다. PyTorch에서는 0입니다</translation>
    </message>
    <message>
      <source>if the feature list may be missing, add its key to feature_list_dense_missing_assumed_empty</source>
      <translation>없어도 되면 그 키를 feature_list_dense_missing_assumed_empty에 추가하세요</translation>
    </message>
    <message>
      <source>ignore {lift}</source>
      <translation>{lift} 무시하기</translation>
    </message>
    <message>
      <source>ignored variables that are not on the page: {names}</source>
      <translation>페이지에 없어 무시한 변수: {names}</translation>
    </message>
    <message>
      <source>in any iteration</source>
      <translation>어떤 반복에서도</translation>
    </message>
    <message>
      <source>in the gradient of '{block_name}': {message}</source>
      <translation>'{block_name}'의 그래디언트에서: {message}</translation>
    </message>
    <message>
      <source>in your own Python, load the file into your model and run {lines}</source>
      <translation>사용자의 Python에서 파일을 모델에 불러온 다음 {lines}을(를) 실행하세요</translation>
    </message>
    <message>
      <source>in your own Python, run {lines}</source>
      <translation>사용자의 Python에서 {lines}을(를) 실행하세요</translation>
    </message>
    <message>
      <source>in {precision}</source>
      <translation>정밀도 {precision}</translation>
    </message>
    <message>
      <source>in {some}</source>
      <translation>({some})</translation>
    </message>
    <message>
      <source>include the block at the other end of the wire, or wire the elements of the list one by one</source>
      <translation>와이어 반대쪽의 블록을 포함하거나, 목록의 원소를 하나씩 연결하세요</translation>
    </message>
    <message>
      <source>increase repeat, or set repeat to -1 to repeat indefinitely</source>
      <translation>repeat를 늘리거나, 끝없이 반복하려면 -1로 하세요</translation>
    </message>
    <message>
      <source>index</source>
      <translation>인덱스</translation>
    </message>
    <message>
      <source>index {index} is invalid for a list of {length} items: indices must exist, differ and be in ascending order</source>
      <translation>길이 {length}의 리스트에 인덱스 {index}이(가) 없거나, 두 번 나오거나, 순서가 어긋납니다</translation>
    </message>
    <message>
      <source>indexing with a traced boolean array is not supported: the shape of its result depends on values</source>
      <translation>추적하는 참거짓 배열을 인덱스로 쓸 수 없습니다: 결과의 모양이 값에 따라 달라집니다</translation>
    </message>
    <message>
      <source>indices must be in ascending order, got {positions}</source>
      <translation>인덱스는 커져야 하는데 {positions}입니다</translation>
    </message>
    <message>
      <source>indices must contain at least one index</source>
      <translation>indices에는 원소 안의 텐서 위치가 적어도 하나 있어야 합니다</translation>
    </message>
    <message>
      <source>infinite</source>
      <translation>무한대</translation>
    </message>
    <message>
      <source>initial values</source>
      <translation>초깃값</translation>
    </message>
    <message>
      <source>initializer must be an Input_Initializer, got {kind_name}</source>
      <translation>initializer는 {kind_name}이(가) 아니라 Input_Initializer를 받습니다</translation>
    </message>
    <message>
      <source>initvalues has the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>initvalues의 모양은 {shape_text}, 변수의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>initvalues have the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>initvalues의 모양은 {shape_text}, 변수의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>input and y must have the same number of values: got {x:,} and {y:,}</source>
      <translation>input과 y의 값 개수가 같아야 합니다: 지금은 {x:,}개와 {y:,}개</translation>
    </message>
    <message>
      <source>input encoding {encoding} is not supported</source>
      <translation>여기에는 입력 인코딩 {encoding}이(가) 없습니다</translation>
    </message>
    <message>
      <source>input must have shape [n, 2] unless y is wired: got {shape}</source>
      <translation>y를 연결하지 않으면 input의 모양은 [n, 2]여야 합니다: 지금은 {shape}</translation>
    </message>
    <message>
      <source>input {index} is missing</source>
      <translation>입력 {index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>input {name} takes {words}, not {words2}</source>
      <translation>입력 {name}의 종류: {words} ({words2} 아님)</translation>
    </message>
    <message>
      <source>input {pin} from {source}</source>
      <translation>입력 {pin}, {source}에서</translation>
    </message>
    <message>
      <source>input {pin} needs a wire</source>
      <translation>입력 {pin}에 와이어가 필요함</translation>
    </message>
    <message>
      <source>input {pin} takes one tensor, but {output} is a list: wire one of its elements</source>
      <translation>입력 {pin}은(는) 텐서 하나를 받고 {output}은(는) 목록입니다: 원소 하나를 연결하십시오</translation>
    </message>
    <message>
      <source>input, y and color must be numbers</source>
      <translation>input, y, color는 숫자여야 합니다</translation>
    </message>
    <message>
      <source>input_max must not be below input_min</source>
      <translation>범위에서 input_max는 input_min 이상이어야 합니다</translation>
    </message>
    <message>
      <source>inputs must be FeedType blocks, got {kind_name}</source>
      <translation>inputs는 {kind_name}이(가) 아니라 FeedType 블록을 받습니다</translation>
    </message>
    <message>
      <source>inputs of the kind {name} are not supported</source>
      <translation>{name} 종류의 입력은 지원되지 않습니다</translation>
    </message>
    <message>
      <source>inside the composite, at {inside}: {reason}</source>
      <translation>컴포지트 안 {inside}에서: {reason}</translation>
    </message>
    <message>
      <source>inside: {label}</source>
      <translation>안쪽: {label}</translation>
    </message>
    <message>
      <source>install the dependencies of the editor with pip install 'gradblocks[gui]'</source>
      <translation>pip install 'gradblocks[gui]'로 필요한 패키지를 설치하세요</translation>
    </message>
    <message>
      <source>install the plugin with pip first</source>
      <translation>먼저 pip으로 플러그인을 설치하세요</translation>
    </message>
    <message>
      <source>install the plugin with pip, and then run `{enable}`</source>
      <translation>pip으로 설치한 다음 `{enable}`을(를) 실행하세요</translation>
    </message>
    <message>
      <source>instance {index:,} of {number:,}</source>
      <translation>인스턴스 {number:,}개 중 {index:,}</translation>
    </message>
    <message>
      <source>int32 or int64</source>
      <translation>int32 또는 int64</translation>
    </message>
    <message>
      <source>integers</source>
      <translation>정수</translation>
    </message>
    <message>
      <source>integers cannot be divided by zero, but updates contains a 0</source>
      <translation>정수를 0으로 나눌 수 없습니다: updates에 0이 있습니다</translation>
    </message>
    <message>
      <source>internal error: {name}: {fault}</source>
      <translation>프로그램의 오류로 끝났습니다: {name}: {fault}</translation>
    </message>
    <message>
      <source>invalid RE2 regular expression: {why}</source>
      <translation>잘못된 RE2 정규식: {why}</translation>
    </message>
    <message>
      <source>invalid diagram edit: {why}</source>
      <translation>잘못된 다이어그램 편집입니다: {why}</translation>
    </message>
    <message>
      <source>invalid value for {field} of a block</source>
      <translation>블록의 {field}이(가) 아닙니다</translation>
    </message>
    <message>
      <source>is a gradient of Prod, which is supported only along one nonempty axis</source>
      <translation>비어 있지 않은 축 하나에 대해서만 지원되는 Prod의 그래디언트입니다</translation>
    </message>
    <message>
      <source>is a gradient whose shape is known only at run time</source>
      <translation>실행할 때에야 아는 모양에 대한 그래디언트입니다</translation>
    </message>
    <message>
      <source>is inside branches that are nested too deeply</source>
      <translation>너무 깊이 중첩된 분기 안에 있습니다</translation>
    </message>
    <message>
      <source>is inside loops that depend on each other</source>
      <translation>서로 의존하는 반복 안에 있습니다</translation>
    </message>
    <message>
      <source>is inside too many nested loops</source>
      <translation>너무 많이 중첩된 반복 안에 있습니다</translation>
    </message>
    <message>
      <source>is needed in each iteration of a loop but cannot run on JAX</source>
      <translation>반복마다 필요하지만 JAX에서 실행할 수 없습니다</translation>
    </message>
    <message>
      <source>is not checked: {block} has an error</source>
      <translation>확인하지 못했습니다: {block}에 오류가 있습니다</translation>
    </message>
    <message>
      <source>is on a branch but cannot run on JAX</source>
      <translation>분기 안에 있지만 JAX에서 실행할 수 없습니다</translation>
    </message>
    <message>
      <source>is separated from other branches by a block that JAX cannot run</source>
      <translation>JAX가 실행할 수 없는 블록 때문에 다른 분기와 떨어져 있습니다</translation>
    </message>
    <message>
      <source>is the gradient of a grouped convolution, which is not supported</source>
      <translation>지원되지 않는 그룹 합성곱 그래디언트입니다</translation>
    </message>
    <message>
      <source>is the gradient of a loop whose shapes change</source>
      <translation>모양이 달라지는 루프의 그래디언트입니다</translation>
    </message>
    <message>
      <source>is the gradient of a pooling with data format NCHW, which is not supported</source>
      <translation>지원되지 않는 NCHW 형식 풀링의 그래디언트입니다</translation>
    </message>
    <message>
      <source>is violated: {faults}</source>
      <translation>위반: {faults}</translation>
    </message>
    <message>
      <source>it differs: {join}</source>
      <translation>다릅니다: {join}</translation>
    </message>
    <message>
      <source>it does not exist</source>
      <translation>파일이 없습니다</translation>
    </message>
    <message>
      <source>it has an error</source>
      <translation>오류가 있습니다</translation>
    </message>
    <message>
      <source>its gradient with respect to {pin} is NaN</source>
      <translation>{pin}에 대한 그래디언트가 NaN입니다</translation>
    </message>
    <message>
      <source>its input x</source>
      <translation>입력 x</translation>
    </message>
    <message>
      <source>k must be one diagonal or two diagonals (the lowest and the highest), got shape {shape_text}</source>
      <translation>k는 수 하나이거나 가장 낮은 것과 가장 높은 것인데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>k selects {highest} diagonals, but diagonal has shape {shape_text}</source>
      <translation>k는 대각선 {highest}개를 말하는데 원소의 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>k: the lowest diagonal {lowest} must not be above the highest diagonal {highest}</source>
      <translation>k에 가장 낮은 대각선이 {lowest}, 가장 높은 대각선이 {highest}(으)로 되어 있습니다</translation>
    </message>
    <message>
      <source>keep large tensors in .npy files: {"file": "weights.npy"}</source>
      <translation>큰 텐서는 .npy 파일에 두세요: {"file": "weights.npy"}</translation>
    </message>
    <message>
      <source>keys must be a vector, got shape {shape_text}</source>
      <translation>keys는 벡터여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>keys must be a vector, got the shape {shape_text}</source>
      <translation>keys는 벡터여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>l2_regularizer: expected a scalar, got shape {shape_text}</source>
      <translation>l2_regularizer는 수 하나인데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>label</source>
      <translation>레이블</translation>
    </message>
    <message>
      <source>label {label} follows a blank (a label of {classes} or more), which ends the sequence {labels}</source>
      <translation>라벨 {label}이(가) 시퀀스를 끝내는 공백({classes} 이상) 뒤에 옵니다: {labels}</translation>
    </message>
    <message>
      <source>label {label} has size {known} in one place and {size} in another</source>
      <translation>라벨 {label}이(가) 원소 {known}개와 {size}개를 함께 가리킵니다</translation>
    </message>
    <message>
      <source>label {label} of the result is not in any operand of {equation}</source>
      <translation>결과의 {label}이(가) {equation}의 어느 피연산자에도 없습니다</translation>
    </message>
    <message>
      <source>labels and predictions must be integers starting at 0, or scores of shape [n, classes]</source>
      <translation>클래스는 0부터의 정수이거나 점수 [n, 클래스]여야 합니다</translation>
    </message>
    <message>
      <source>labels and predictions must be numbers</source>
      <translation>labels와 predictions는 숫자여야 합니다</translation>
    </message>
    <message>
      <source>labels and predictions must have the same length, at least 1: got {labels:,} and {predictions:,}</source>
      <translation>labels와 predictions의 길이는 같고 1 이상이어야 합니다: 지금은 {labels:,}과(와) {predictions:,}</translation>
    </message>
    <message>
      <source>labels must be 0 or more, got {label}</source>
      <translation>labels는 0 이상이어야 하는데 {label}이(가) 있습니다</translation>
    </message>
    <message>
      <source>labels must be from 0 to {classes}, got {labels} at index {index}</source>
      <translation>라벨은 0 ... {classes}에 있어야 하는데 인덱스 {index}에 {labels}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>labels of shape {shape} also need predictions: wire the predictions input</source>
      <translation>형태가 {shape}인 레이블에는 예측도 필요합니다: predictions 입력을 연결하세요</translation>
    </message>
    <message>
      <source>labels_indices must be in order without duplicates; [{row}, {index}] comes after {list}</source>
      <translation>라벨의 인덱스는 순서대로 한 번씩이어야 합니다: [{row}, {index}]이(가) {list} 뒤에 옵니다</translation>
    </message>
    <message>
      <source>labels_indices: [{row}, {index}] is out of range for {batch} sequences</source>
      <translation>인덱스 [{row}, {index}]은(는) 시퀀스 {batch}개 안에 없습니다</translation>
    </message>
    <message>
      <source>left eigenvectors are not supported</source>
      <translation>왼쪽 고유벡터에 해당하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>line {i} of {name} has {fields} fields: there is no field {column}</source>
      <translation>{name}의 {i}번째 줄에는 필드가 {fields}개 있습니다: 필드 {column}이(가) 없습니다</translation>
    </message>
    <message>
      <source>line {i} of {name}: {fields} cannot be read as {short}</source>
      <translation>{name}의 {i}번째 줄: {fields}을(를) {short}(으)로 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>line {line}, column {column}: {message}</source>
      <translation>{line}번째 줄, {column}번째 열: {message}</translation>
    </message>
    <message>
      <source>line {number} of the file {text_of} is longer than the memory limit allows</source>
      <translation>파일 {text_of}의 {number}번째 줄이 메모리 한도보다 깁니다</translation>
    </message>
    <message>
      <source>line {number} of {name}: the last comma-separated field must be a number</source>
      <translation>{name}의 {number}번째 줄: 쉼표로 나눈 마지막 필드는 수여야 합니다</translation>
    </message>
    <message>
      <source>lists and objects are nested more than {MAX_DEPTH} levels deep</source>
      <translation>리스트와 객체가 {MAX_DEPTH}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
      <source>lists are nested more than {MAX_DEPTH} levels deep</source>
      <translation>리스트가 {MAX_DEPTH}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
      <source>live mode ended with an internal error: {name}: {error}</source>
      <translation>프로그램의 결함으로 라이브 모드가 끝났습니다: {name}: {error}</translation>
    </message>
    <message>
      <source>loops and branches are nested more than {MOST_DEPTH} levels deep</source>
      <translation>루프와 갈래가 {MOST_DEPTH}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
      <source>loops are nested more than {DEEPEST} levels deep</source>
      <translation>루프가 {DEEPEST}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
      <source>make the sizes equal, or make one of the sizes 1</source>
      <translation>크기를 같게 하거나 하나를 1로 하세요</translation>
    </message>
    <message>
      <source>make the windows smaller than the image of {sizes_text}, or add padding</source>
      <translation>윈도를 이미지({sizes_text})보다 작게 하거나 패딩을 추가하세요</translation>
    </message>
    <message>
      <source>matmul needs operands with at least one axis</source>
      <translation>matmul에는 축이 있는 피연산자가 필요합니다</translation>
    </message>
    <message>
      <source>mean of {name} {shape}, range {low} to {high}</source>
      <translation>{name} {shape}의 평균, {low} … {high}</translation>
    </message>
    <message>
      <source>mean {mean:.4g}, σ {std:.4g}</source>
      <translation>평균 {mean:.4g}, σ {std:.4g}</translation>
    </message>
    <message>
      <source>mean {mean}</source>
      <translation>평균 {mean}</translation>
    </message>
    <message>
      <source>measured before the last edit</source>
      <translation>마지막 편집 이전에 측정됨</translation>
    </message>
    <message>
      <source>min_object_covered: expected 0 or more, got {least}</source>
      <translation>min_object_covered는 {least}이(가) 아니라 0 이상입니다</translation>
    </message>
    <message>
      <source>minimize: expected one tensor, {minimize} refers to {named}</source>
      <translation>minimize: 텐서 하나가 필요한데 {minimize}은(는) {named}개를 가리킵니다</translation>
    </message>
    <message>
      <source>minimum and maximum are not supported for dtype {short}</source>
      <translation>dtype {short}에는 최솟값과 최댓값을 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>missing: {names}</source>
      <translation>없음: {names}</translation>
    </message>
    <message>
      <source>module 'blocks' has no attribute {name}</source>
      <translation>모듈 'blocks'에는 속성 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>module {name} has no function {function}</source>
      <translation>모듈 {name}에 함수 {function}이(가) 없습니다</translation>
    </message>
    <message>
      <source>module {name} was not found in {getcwd}</source>
      <translation>{getcwd}에서 모듈 {name}을(를) 찾을 수 없습니다</translation>
    </message>
    <message>
      <source>more than 400 parts of the image</source>
      <translation>이미지의 400개가 넘는 부분</translation>
    </message>
    <message>
      <source>moved by {shift}, because {ids} is larger here and would cover this block</source>
      <translation>{ids}이(가) 여기서 더 커서 이 블록을 가리므로 {shift}만큼 옮겼습니다</translation>
    </message>
    <message>
      <source>multiple processes need a newer JAX than {version}</source>
      <translation>여러 프로세스에는 {version}보다 새로운 JAX가 필요합니다</translation>
    </message>
    <message>
      <source>must draw the same random values as TensorFlow, because the block has seeds</source>
      <translation>TensorFlow가 그 시드로 뽑는 수를 뽑습니다</translation>
    </message>
    <message>
      <source>muted</source>
      <translation>음소거된 상태</translation>
    </message>
    <message>
      <source>name a block of an instance by its path</source>
      <translation>인스턴스 안의 블록은 경로로 쓰세요</translation>
    </message>
    <message>
      <source>name a composite of this diagram</source>
      <translation>이 다이어그램의 컴포지트를 지정하세요</translation>
    </message>
    <message>
      <source>name a loss, with its page if there are several</source>
      <translation>손실의 이름을 쓰고, 페이지가 여럿이면 페이지도 쓰세요</translation>
    </message>
    <message>
      <source>name a pin of the branch block itself</source>
      <translation>갈래 자체의 핀을 고르세요</translation>
    </message>
    <message>
      <source>name a pin, as block.pin</source>
      <translation>block.pin 형식으로 핀을 지정하세요</translation>
    </message>
    <message>
      <source>name one of: {join}</source>
      <translation>다음 가운데 하나를 쓰세요: {join}</translation>
    </message>
    <message>
      <source>name one of: {listed}</source>
      <translation>다음 중 하나를 쓰세요: {listed}</translation>
    </message>
    <message>
      <source>name one pin, as block.pin</source>
      <translation>핀을 지정하세요: block.pin</translation>
    </message>
    <message>
      <source>name one with --metric or --best</source>
      <translation>--metric 또는 --best로 하나를 지정하세요</translation>
    </message>
    <message>
      <source>name the diagram that defines it, with --in FILE</source>
      <translation>--in FILE로 정의가 있는 다이어그램을 지정하세요</translation>
    </message>
    <message>
      <source>needs a wire</source>
      <translation>와이어가 필요함</translation>
    </message>
    <message>
      <source>needs the ONNX operator {kind} for {short}, which ONNX runtimes do not support</source>
      <translation>ONNX 런타임이 지원하지 않는 {short}용 ONNX 연산자 {kind}이(가) 필요합니다</translation>
    </message>
    <message>
      <source>needs the value of {what}, which is known only at run time</source>
      <translation>{what}의 값을 실행할 때에야 압니다</translation>
    </message>
    <message>
      <source>needs to know how many axes the images have</source>
      <translation>이미지의 축이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know how many axes the input has</source>
      <translation>수들의 축이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know how many axes {what} has</source>
      <translation>{what}의 축이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know how many channels the images have</source>
      <translation>이미지의 채널이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know the full shape of the images</source>
      <translation>이미지의 전체 모양을 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know the full shape of {what}</source>
      <translation>{what}의 전체 모양을 알아야 합니다</translation>
    </message>
    <message>
      <source>needs to know the size of the matrices</source>
      <translation>행렬의 크기를 알아야 합니다</translation>
    </message>
    <message>
      <source>negate the input</source>
      <translation>입력의 부호를 바꾸세요</translation>
    </message>
    <message>
      <source>neither a window nor a frame length is given</source>
      <translation>윈도도 프레임의 길이도 주어지지 않았습니다</translation>
    </message>
    <message>
      <source>neither sizes nor scales are given</source>
      <translation>크기도 스케일도 주어지지 않았습니다</translation>
    </message>
    <message>
      <source>no block supports PyTorch's operation {kind}</source>
      <translation>PyTorch 연산 {kind}을(를) 지원하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>no block supports it</source>
      <translation>이를 지원하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>no changes</source>
      <translation>변경 없음</translation>
    </message>
    <message>
      <source>no checkpoint can be written to this folder</source>
      <translation>이 폴더에는 체크포인트를 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>no derivative</source>
      <translation>미분 불가</translation>
    </message>
    <message>
      <source>no earlier step is available, so step {step} cannot be restored</source>
      <translation>이전 단계가 없어 {step}단계를 복원할 수 없습니다</translation>
    </message>
    <message>
      <source>no editor is paired with this server</source>
      <translation>이 서버와 연결된 편집기가 없습니다</translation>
    </message>
    <message>
      <source>no files match {file_pattern}</source>
      <translation>파일 {file_pattern}이(가) 없습니다</translation>
    </message>
    <message>
      <source>no files match {pattern}</source>
      <translation>{pattern}와(과) 일치하는 파일이 없습니다</translation>
    </message>
    <message>
      <source>no finite points</source>
      <translation>유한한 점 없음</translation>
    </message>
    <message>
      <source>no gradient</source>
      <translation>그래디언트 없음</translation>
    </message>
    <message>
      <source>no gradient here</source>
      <translation>여기에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>no gradient passes through this pin, because no wire leads from the pin to an operation</source>
      <translation>이 핀에서 연산으로 이어지는 와이어가 없어 그래디언트가 지나지 않습니다</translation>
    </message>
    <message>
      <source>no gradient reaches {at}</source>
      <translation>{at}: 그래디언트가 닿지 않습니다</translation>
    </message>
    <message>
      <source>no gradient: {reason}</source>
      <translation>그래디언트 없음: {reason}</translation>
    </message>
    <message>
      <source>no gradient: {where}{reason}</source>
      <translation>그래디언트 없음: {where}{reason}</translation>
    </message>
    <message>
      <source>no input has the dtype and shape of the output {pin}, {short}{shape_text}</source>
      <translation>출력 {pin}의 dtype과 모양인 {short}{shape_text}을(를) 가진 입력이 없습니다</translation>
    </message>
    <message>
      <source>no instances</source>
      <translation>인스턴스 없음</translation>
    </message>
    <message>
      <source>no limit</source>
      <translation>제한 없음</translation>
    </message>
    <message>
      <source>no matches</source>
      <translation>일치하는 것 없음</translation>
    </message>
    <message>
      <source>no more threads can be started</source>
      <translation>스레드를 더 시작할 수 없습니다</translation>
    </message>
    <message>
      <source>no path</source>
      <translation>경로 없음</translation>
    </message>
    <message>
      <source>no pin fits {end}</source>
      <translation>{end}에 맞는 핀이 없습니다</translation>
    </message>
    <message>
      <source>no pin named {typed}</source>
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
      <source>no program writes to this pipe</source>
      <translation>쓰는 쪽이 없는 파이프입니다</translation>
    </message>
    <message>
      <source>no result corresponds to the module's outputs, which have the shapes {shapes}</source>
      <translation>형태가 {shapes}인 모듈 출력에 대응하는 결과가 없습니다</translation>
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
      <source>no scalar is recorded</source>
      <translation>기록할 스칼라가 없습니다</translation>
    </message>
    <message>
      <source>no value above zero</source>
      <translation>0보다 큰 값 없음</translation>
    </message>
    <message>
      <source>no value was fed</source>
      <translation>값을 넣지 않았습니다</translation>
    </message>
    <message>
      <source>no variable of the program has the name {name}</source>
      <translation>프로그램에 이름이 {name}인 변수가 없습니다</translation>
    </message>
    <message>
      <source>no weight of the model has a value in the diagram</source>
      <translation>다이어그램에 값이 있는 가중치가 없습니다</translation>
    </message>
    <message>
      <source>no wired input can replace the output {name}</source>
      <translation>{name}을(를) 대신할 것이 연결되어 있지 않습니다</translation>
    </message>
    <message>
      <source>no worker process can be started: {strerror}</source>
      <translation>계산하는 프로세스를 시작할 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>없음</translation>
    </message>
    <message>
      <source>none of the {pages} pages of the project can be read{why}</source>
      <translation>{pages}개 페이지 가운데 읽을 수 있는 것이 없습니다{why}</translation>
    </message>
    <message>
      <source>norm</source>
      <translation>노름</translation>
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
      <source>normalization supports 1 to {MOST_CHANNELS} channels, got {size}</source>
      <translation>정규화는 채널 1~{MOST_CHANNELS}개를 지원하는데 {size}개입니다</translation>
    </message>
    <message>
      <source>not all {count} processes connected to {where} in time</source>
      <translation>{count}개 프로세스가 모두 제때 {where}에 연결되지 않았습니다</translation>
    </message>
    <message>
      <source>not checked</source>
      <translation>검사 안 함</translation>
    </message>
    <message>
      <source>not connected</source>
      <translation>연결되지 않음</translation>
    </message>
    <message>
      <source>not enabled</source>
      <translation>사용 안 함</translation>
    </message>
    <message>
      <source>not installed</source>
      <translation>설치되지 않음</translation>
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
      <translation>여기서 매끄럽지 않음</translation>
    </message>
    <message>
      <source>not wired</source>
      <translation>연결 안 됨</translation>
    </message>
    <message>
      <source>nothing is wired to it</source>
      <translation>연결된 것이 없습니다</translation>
    </message>
    <message>
      <source>nothing is wired to the pin</source>
      <translation>핀에 연결된 것이 없습니다</translation>
    </message>
    <message>
      <source>nothing on the page trains</source>
      <translation>페이지에 학습하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>numpy.argsort is not supported for {short}</source>
      <translation>numpy.argsort는 {short}에 지원하지 않습니다</translation>
    </message>
    <message>
      <source>numpy.cross is supported only along the last axis</source>
      <translation>numpy.cross는 마지막 축에서만 지원합니다</translation>
    </message>
    <message>
      <source>numpy.cross is supported only for vectors of 3 elements</source>
      <translation>numpy.cross는 원소가 3개인 벡터만 지원합니다</translation>
    </message>
    <message>
      <source>numpy.einsum: {equation} needs {terms} operands, got {outputs}</source>
      <translation>numpy.einsum: {equation}의 피연산자는 {terms}개인데 {outputs}개가 주어졌습니다</translation>
    </message>
    <message>
      <source>numpy.gradient is supported only with one spacing and with edge_order=1</source>
      <translation>numpy.gradient는 간격이 하나이고 edge_order=1일 때만 지원합니다</translation>
    </message>
    <message>
      <source>numpy.gradient needs at least 2 elements along each axis, got {size}</source>
      <translation>numpy.gradient에는 축마다 원소가 적어도 2개 필요한데 {size}개입니다</translation>
    </message>
    <message>
      <source>numpy.linalg.norm over {axes} axes with ord={ord} is not supported</source>
      <translation>ord={ord}인 {axes}개 축의 numpy.linalg.norm은 지원되지 않습니다</translation>
    </message>
    <message>
      <source>numpy.median of an empty array is not defined</source>
      <translation>빈 배열의 numpy.median은 정의되지 않습니다</translation>
    </message>
    <message>
      <source>numpy.split needs indices in ascending order</source>
      <translation>순서대로가 아닌 인덱스에서의 numpy.split</translation>
    </message>
    <message>
      <source>numpy.var is not supported for {short}</source>
      <translation>numpy.var는 {short}에 지원하지 않습니다</translation>
    </message>
    <message>
      <source>numpy.where needs 3 arguments: otherwise, the shape of its result depends on values</source>
      <translation>numpy.where에는 인수가 3개 필요합니다: 그렇지 않으면 결과의 모양이 값에 따라 달라집니다</translation>
    </message>
    <message>
      <source>numpy.{name} cannot be applied to a traced array: {error}</source>
      <translation>numpy.{name}은(는) 추적하는 배열에 쓸 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>numpy.{name} is not supported for a tensor of a graph</source>
      <translation>numpy.{name}은(는) 그래프의 텐서에 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>of {total:,}{every}</source>
      <translation>/ {total:,}{every}</translation>
    </message>
    <message>
      <source>old: {value}</source>
      <translation>이전: {value}</translation>
    </message>
    <message>
      <source>omit --strict to run the block with NumPy</source>
      <translation>--strict를 빼면 NumPy로 실행됩니다</translation>
    </message>
    <message>
      <source>on %Y-%m-%d at %H:%M</source>
      <translation>%Y-%m-%d %H:%M</translation>
    </message>
    <message>
      <source>one element from each iteration</source>
      <translation>반복마다 나오는 원소 하나</translation>
    </message>
    <message>
      <source>one element per iteration</source>
      <translation>반복마다 원소 하나</translation>
    </message>
    <message>
      <source>ones</source>
      <translation>1로 채워진 텐서</translation>
    </message>
    <message>
      <source>only BMP images with 8, 24 or 32 bits per pixel are supported, got {bits}</source>
      <translation>픽셀당 8, 24 또는 32비트의 BMP를 디코딩할 수 있는데 이것은 {bits}비트입니다</translation>
    </message>
    <message>
      <source>only a session can read a variable</source>
      <translation>세션만 변수를 읽을 수 있습니다</translation>
    </message>
    <message>
      <source>operation</source>
      <translation>연산</translation>
    </message>
    <message>
      <source>operations</source>
      <translation>연산</translation>
    </message>
    <message>
      <source>optional</source>
      <translation>선택 사항</translation>
    </message>
    <message>
      <source>origin</source>
      <translation>출처</translation>
    </message>
    <message>
      <source>output {pin} to {target}</source>
      <translation>출력 {pin}, {target}(으)로</translation>
    </message>
    <message>
      <source>output_types must have one dtype per array ({names}), got {types}</source>
      <translation>배열 {names}개에는 output_types도 그만큼 필요한데 {types}개 왔습니다</translation>
    </message>
    <message>
      <source>outside a traced function, a loop needs the argument 'scope'</source>
      <translation>추적하는 함수 밖에서는 루프에 인수 'scope'가 필요합니다</translation>
    </message>
    <message>
      <source>padding for the windows would enlarge an image of {sizes_text} to {sizes_text2}</source>
      <translation>{sizes_text} 이미지가 윈도를 위해 {sizes_text2}(으)로 채워지게 됩니다</translation>
    </message>
    <message>
      <source>padding_value: expected a scalar, got shape {shape_text}</source>
      <translation>padding_value: 스칼라가 필요하지만 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>page</source>
      <translation>페이지</translation>
    </message>
    <message>
      <source>pairing cannot begin: {why}</source>
      <translation>연결을 시작할 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>partitions must be from 0 to {count}, got {flat}</source>
      <translation>partitions는 0부터 {count}까지여야 하는데 {flat}입니다</translation>
    </message>
    <message>
      <source>pass a list, a DataLoader, or a function that returns a new iterator</source>
      <translation>리스트, DataLoader 또는 새 반복자를 반환하는 함수를 전달하세요</translation>
    </message>
    <message>
      <source>pass a mapping of names to arrays as the reference</source>
      <translation>이름을 배열에 대응시키는 매핑을 참조로 전달하세요</translation>
    </message>
    <message>
      <source>pass the diagram instead</source>
      <translation>대신 다이어그램을 전달하세요</translation>
    </message>
    <message>
      <source>pass the value as an argument</source>
      <translation>값을 인수로 전달하십시오</translation>
    </message>
    <message>
      <source>perturb_singular requires partial_pivoting</source>
      <translation>perturb_singular는 partial_pivoting과만 씁니다</translation>
    </message>
    <message>
      <source>plugin</source>
      <translation>플러그인</translation>
    </message>
    <message>
      <source>pooled_shape must be two positive sizes that add up to at most {MOST_PARTS}, got {counts}</source>
      <translation>pooled_shape는 합이 최대 {MOST_PARTS}인 두 양수여야 하는데 {counts}입니다</translation>
    </message>
    <message>
      <source>pools over the batch or channels, which is not supported</source>
      <translation>지원되지 않는 배치 또는 채널 풀링을 합니다</translation>
    </message>
    <message>
      <source>position {begin} is outside axis {index}, which has size {size}</source>
      <translation>위치 {begin}은(는) 크기가 {size}인 축 {index} 밖에 있습니다</translation>
    </message>
    <message>
      <source>post_transform {kind} is not supported</source>
      <translation>post_transform {kind}에 맞는 블록이 없습니다</translation>
    </message>
    <message>
      <source>predicate must be one boolean, got {short}{shape_text}</source>
      <translation>predicate는 참/거짓 값 하나를 받는데 {short}{shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>predicted</source>
      <translation>예측</translation>
    </message>
    <message>
      <source>press the new shortcut</source>
      <translation>새 단축키를 누르세요</translation>
    </message>
    <message>
      <source>prevented</source>
      <translation>금지됨</translation>
    </message>
    <message>
      <source>problem: {fault}</source>
      <translation>문제: {fault}</translation>
    </message>
    <message>
      <source>process 0 at {where} expects fewer than {count} processes, so process {number} cannot join</source>
      <translation>{where}의 프로세스 0은 {count}개보다 적은 프로세스를 기다리므로 프로세스 {number}은(는) 참여할 수 없습니다</translation>
    </message>
    <message>
      <source>process 0 was not found at {where} in time, or not all {count} processes connected to it</source>
      <translation>{where}에서 프로세스 0을 제때 찾지 못했거나 {count}개 프로세스가 모두 연결되지 않았습니다</translation>
    </message>
    <message>
      <source>process {process} of {processes} found no GPU of its own, and each process needs one</source>
      <translation>{processes}개 중 프로세스 {process}이(가) 자기 GPU를 찾지 못하는데 각각 하나씩 필요합니다</translation>
    </message>
    <message>
      <source>process {process} of {processes} uses the same GPU as another process</source>
      <translation>{processes}개 중 프로세스 {process}의 GPU가 다른 프로세스와 같습니다</translation>
    </message>
    <message>
      <source>promoted as {promoted}</source>
      <translation>블록에 {promoted}(으)로 표시됨</translation>
    </message>
    <message>
      <source>put a queue with a capacity before the barrier</source>
      <translation>앞에 용량이 있는 큐를 두세요</translation>
    </message>
    <message>
      <source>put the block on the page, or update the variables with an Apply block in each iteration</source>
      <translation>페이지에 놓거나, 반복마다 Apply 블록으로 변수를 쓰세요</translation>
    </message>
    <message>
      <source>ragged_dot_general with batch axes, several group axes or a group offset is not supported</source>
      <translation>배치 축이나 여러 그룹 축 또는 그룹 오프셋이 있는 ragged_dot_general은 지원하지 않습니다</translation>
    </message>
    <message>
      <source>range_max is {range_max}, but the number of weights is {own}</source>
      <translation>range_max는 {range_max}인데 가중치는 {own}개 있습니다</translation>
    </message>
    <message>
      <source>reached is used only with gradient</source>
      <translation>reached는 gradient와 함께만 씁니다</translation>
    </message>
    <message>
      <source>read the file again</source>
      <translation>파일을 다시 읽으세요</translation>
    </message>
    <message>
      <source>reading the contents would exceed the memory limit, which is the size of the files plus {most} bytes: {what} does not fit</source>
      <translation>내용을 읽으면 메모리 한도(파일 크기 + {most}바이트)를 넘습니다: {what}이(가) 들어가지 않습니다</translation>
    </message>
    <message>
      <source>reads a variable that a loop changes</source>
      <translation>반복이 바꾸는 변수를 읽습니다</translation>
    </message>
    <message>
      <source>receives {pin} from the previous iteration</source>
      <translation>이전 반복의 {pin}을(를) 받음</translation>
    </message>
    <message>
      <source>record {count} of the file {name} cannot be read: {why}</source>
      <translation>파일 {name}의 레코드 {count}을(를) 읽을 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>recording {count:,} runs would take {size:,} bytes, which is more than the memory limit</source>
      <translation>실행 {count:,}개를 기록하려면 {size:,}바이트가 필요한데, 메모리 한도를 넘습니다</translation>
    </message>
    <message>
      <source>records a value in each iteration but has no maximum number of iterations</source>
      <translation>반복마다 값을 기록하지만 최대 반복 횟수가 없습니다</translation>
    </message>
    <message>
      <source>records the values of a varying number of iterations. Set a maximum for the While block</source>
      <translation>매번 While의 반복 횟수를 다르게 기록합니다 (While에 최댓값을 주십시오)</translation>
    </message>
    <message>
      <source>reduce strides, dilations or paddings</source>
      <translation>strides, dilations 또는 paddings를 줄이세요</translation>
    </message>
    <message>
      <source>reduce the number of blocks that depend on a loop, because these blocks run in each iteration</source>
      <translation>루프에 의존하는 블록은 반복마다 실행되므로 그 수를 줄이세요</translation>
    </message>
    <message>
      <source>reduce_precision to {form} exponent bits and {form2} mantissa bits is not supported</source>
      <translation>지수 {form}비트, 가수 {form2}비트로의 reduce_precision에 해당하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>reinterprets the bytes of complex numbers</source>
      <translation>복소수의 바이트를 읽습니다</translation>
    </message>
    <message>
      <source>rejects its inputs</source>
      <translation>입력을 거부합니다</translation>
    </message>
    <message>
      <source>remove or rename this path</source>
      <translation>이 경로를 지우거나 이름을 바꾸세요</translation>
    </message>
    <message>
      <source>remove the key first</source>
      <translation>먼저 지우세요</translation>
    </message>
    <message>
      <source>removes small sums, so the size of the result depends on its values</source>
      <translation>작은 합을 빼므로 크기가 값에 달려 있습니다</translation>
    </message>
    <message>
      <source>rename a key or an argument</source>
      <translation>키 또는 인수의 이름을 바꾸세요</translation>
    </message>
    <message>
      <source>rename one of the two block libraries</source>
      <translation>둘 중 하나의 이름을 바꾸세요</translation>
    </message>
    <message>
      <source>repeat must be -1, or 1 or more, got 0</source>
      <translation>repeat는 -1이거나 1 이상이어야 하는데 0입니다</translation>
    </message>
    <message>
      <source>replace both blocks with one LogSoftmax block</source>
      <translation>둘을 LogSoftmax로 바꾸세요</translation>
    </message>
    <message>
      <source>replace it with other blocks</source>
      <translation>다른 블록으로 바꾸세요</translation>
    </message>
    <message>
      <source>replace promoted values and random blocks with input pins</source>
      <translation>블록에 표시된 값과 난수 블록을 입력 핀으로 바꾸세요</translation>
    </message>
    <message>
      <source>replace the file with a copy, or allow its folder with --allow-read DIR</source>
      <translation>그 자리에 복사본을 두거나 --allow-read DIR로 폴더를 허용하세요</translation>
    </message>
    <message>
      <source>rerun of {number}</source>
      <translation>{number}번 재실행</translation>
    </message>
    <message>
      <source>resolve it in the editor: File &gt; Resolve conflicts</source>
      <translation>편집기에서 해결하세요: 파일 &gt; 충돌 해결</translation>
    </message>
    <message>
      <source>resume and every: used only with checkpoint</source>
      <translation>resume과 every는 checkpoint와 함께만 쓸 수 있습니다</translation>
    </message>
    <message>
      <source>return the loss from the step; explain runs the backward pass</source>
      <translation>스텝에서 손실을 반환하십시오. 역전파는 explain이 실행합니다</translation>
    </message>
    <message>
      <source>returns a number of elements that depends on values, unless pad_to_max_output_size is set</source>
      <translation>pad_to_max_output_size가 켜져 있지 않으면 값에 따라 원소 수가 달라집니다</translation>
    </message>
    <message>
      <source>returns {name} with the shape {shape_text} or {shape_text2}, depending on the branch</source>
      <translation>{name}의 모양이 {shape_text} 또는 {shape_text2}이(가) 됩니다</translation>
    </message>
    <message>
      <source>row {row} does not exist: the variable has {count} rows, counted from 0</source>
      <translation>행 {row}이(가) 없습니다: 변수에는 0부터 세어 {count}개 있습니다</translation>
    </message>
    <message>
      <source>rows have different lengths: {here} {holds}, but {there} {holds2}</source>
      <translation>행의 길이가 다릅니다: {here} {holds}, {there} {holds2}</translation>
    </message>
    <message>
      <source>run `gradblocks blocks {topic}`</source>
      <translation>`gradblocks blocks {topic}`을(를) 실행하세요</translation>
    </message>
    <message>
      <source>run `gradblocks blocks` to list all block types</source>
      <translation>`gradblocks blocks`를 실행하면 모든 블록 유형을 볼 수 있습니다</translation>
    </message>
    <message>
      <source>run `gradblocks check` for details</source>
      <translation>`gradblocks check`로 더 알아보세요</translation>
    </message>
    <message>
      <source>run `gradblocks convert {value} {with_suffix}`</source>
      <translation>gradblocks convert {value} {with_suffix}</translation>
    </message>
    <message>
      <source>run `gradblocks manual` to list the topics</source>
      <translation>`gradblocks manual`을 실행하면 주제 목록이 나옵니다</translation>
    </message>
    <message>
      <source>run `gradblocks packages list`</source>
      <translation>`gradblocks packages list`를 실행하세요</translation>
    </message>
    <message>
      <source>run `pip install 'gradblocks[jax]'`</source>
      <translation>pip install 'gradblocks[jax]'를 실행하세요</translation>
    </message>
    <message>
      <source>run `pip install 'gradblocks[mcp]'`</source>
      <translation>`pip install 'gradblocks[mcp]'`를 실행하세요</translation>
    </message>
    <message>
      <source>run `pip install -U jax`</source>
      <translation>pip install -U jax를 실행하세요</translation>
    </message>
    <message>
      <source>run `pip install llvmlite`</source>
      <translation>`pip install llvmlite`를 실행하세요</translation>
    </message>
    <message>
      <source>run `pip install {wanted}`</source>
      <translation>`pip install {wanted}`를 실행하십시오</translation>
    </message>
    <message>
      <source>run a step instead, which changes them</source>
      <translation>대신 변수를 변경하는 스텝을 실행하세요</translation>
    </message>
    <message>
      <source>run again to start a new process. The document is unchanged</source>
      <translation>다시 실행하면 새 프로세스가 시작됩니다. 문서는 그대로입니다</translation>
    </message>
    <message>
      <source>run pip install 'gradblocks[lmdb]'</source>
      <translation>pip install 'gradblocks[lmdb]'를 실행하세요</translation>
    </message>
    <message>
      <source>run the page first</source>
      <translation>먼저 페이지를 실행하세요</translation>
    </message>
    <message>
      <source>run the write in a composite of a Cond block</source>
      <translation>Cond가 변수를 쓰는 컴포지트를 실행하게 하세요</translation>
    </message>
    <message>
      <source>run them with `gradblocks run`</source>
      <translation>`gradblocks run`으로 실행하세요</translation>
    </message>
    <message>
      <source>run this command in a repository, or use --global</source>
      <translation>저장소에서 실행하거나 --global을 쓰세요</translation>
    </message>
    <message>
      <source>running</source>
      <translation>실행 중</translation>
    </message>
    <message>
      <source>runs can only be kept next to this diagram: no other folder is available</source>
      <translation>실행은 이 다이어그램 옆에만 보관할 수 있습니다. 다른 폴더가 없습니다</translation>
    </message>
    <message>
      <source>runs cannot be kept in {folder}: {fault}</source>
      <translation>{folder}에 실행을 보관할 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>runs cannot be kept next to {name}: {fault}</source>
      <translation>{name} 옆에 실행을 보관할 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>runs cannot be moved to {folder}: {fault}</source>
      <translation>실행을 {folder}(으)로 옮길 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>runs {block_name}, which {reason}</source>
      <translation>{block_name}을(를) 실행하는데, {reason}</translation>
    </message>
    <message>
      <source>same</source>
      <translation>같음</translation>
    </message>
    <message>
      <source>same in every iteration</source>
      <translation>모든 반복에서 같음</translation>
    </message>
    <message>
      <source>sampled</source>
      <translation>표본</translation>
    </message>
    <message>
      <source>save the diagram first to keep runs next to it</source>
      <translation>실행을 옆에 보관하려면 먼저 다이어그램을 저장하세요</translation>
    </message>
    <message>
      <source>save the diagram first, because file names are relative to the folder of the diagram</source>
      <translation>다이어그램을 저장하세요: 파일은 그 옆에 둡니다</translation>
    </message>
    <message>
      <source>save the elements as .npy</source>
      <translation>원소를 .npy로 저장하세요</translation>
    </message>
    <message>
      <source>save the file as UTF-16, as enuSpace does</source>
      <translation>enuSpace처럼 파일을 UTF-16으로 저장하세요</translation>
    </message>
    <message>
      <source>save the strings as .csv</source>
      <translation>문자열을 .csv로 저장하세요</translation>
    </message>
    <message>
      <source>save the text as a .gradblocks file and open the file</source>
      <translation>텍스트를 .gradblocks 파일로 저장한 뒤 여십시오</translation>
    </message>
    <message>
      <source>save the variables of this page with `run --save`</source>
      <translation>이 페이지의 변수를 `run --save`로 저장하세요</translation>
    </message>
    <message>
      <source>saved</source>
      <translation>저장됨</translation>
    </message>
    <message>
      <source>saved states use {size} of {size2}</source>
      <translation>저장된 상태가 {size2} 중 {size} 사용</translation>
    </message>
    <message>
      <source>scale_grad_by_freq or padding_idx</source>
      <translation>scale_grad_by_freq 또는 padding_idx</translation>
    </message>
    <message>
      <source>scatters booleans, which is not supported</source>
      <translation>지원되지 않는 참거짓 값 scatter입니다</translation>
    </message>
    <message>
      <source>scope</source>
      <translation>범위</translation>
    </message>
    <message>
      <source>scope must be a Scope block</source>
      <translation>scope 핀에는 Scope 블록을 잇습니다</translation>
    </message>
    <message>
      <source>see `gradblocks --help`</source>
      <translation>`gradblocks --help`를 보세요</translation>
    </message>
    <message>
      <source>see `gradblocks --help` for the commands that work without it</source>
      <translation>편집기 없이 쓸 수 있는 명령은 `gradblocks --help`를 보세요</translation>
    </message>
    <message>
      <source>see `gradblocks convert --help`</source>
      <translation>`gradblocks convert --help`를 보세요</translation>
    </message>
    <message>
      <source>see `{prog} --help`</source>
      <translation>`{prog} --help`를 보세요</translation>
    </message>
    <message>
      <source>see the Problems panel</source>
      <translation>문제 패널을 보세요</translation>
    </message>
    <message>
      <source>seed</source>
      <translation>시드</translation>
    </message>
    <message>
      <source>segment id {max} is out of range, because the result has {count} segments</source>
      <translation>세그먼트 번호 {max}은(는) 없습니다: 세그먼트는 {count}개입니다</translation>
    </message>
    <message>
      <source>select a block of an expanded gradient</source>
      <translation>펼친 그래디언트의 블록을 선택하세요</translation>
    </message>
    <message>
      <source>select a scalar and press D</source>
      <translation>스칼라를 선택하고 D를 누르십시오</translation>
    </message>
    <message>
      <source>select one block to draw a wire from it</source>
      <translation>와이어를 그릴 블록 하나를 선택하십시오</translation>
    </message>
    <message>
      <source>select the block that computes the prediction</source>
      <translation>예측을 계산하는 블록을 선택하세요</translation>
    </message>
    <message>
      <source>select the constants, or the instances that contain them</source>
      <translation>상수나 상수가 들어 있는 인스턴스를 선택하세요</translation>
    </message>
    <message>
      <source>separate values with commas</source>
      <translation>값은 쉼표로 나눕니다</translation>
    </message>
    <message>
      <source>sequence {empty} has no labels</source>
      <translation>시퀀스 {empty}에 라벨이 없습니다</translation>
    </message>
    <message>
      <source>sequence {first} has {given} labels but only {sequence_length} steps</source>
      <translation>시퀀스 {first}에는 라벨이 {given}개인데 스텝은 {sequence_length}개뿐입니다</translation>
    </message>
    <message>
      <source>sequence {row} has only {best} results, but top_paths is {top_paths}</source>
      <translation>시퀀스 {row}의 결과는 {best}개뿐으로 top_paths {top_paths}보다 적습니다</translation>
    </message>
    <message>
      <source>sequence_length must be from 0 to the number of steps ({time}), got {wrong}</source>
      <translation>길이 {wrong}은(는) inputs의 스텝 {time}개에 맞지 않습니다</translation>
    </message>
    <message>
      <source>set CUDA_VISIBLE_DEVICES to give each process its own GPU</source>
      <translation>CUDA_VISIBLE_DEVICES로 프로세스마다 GPU를 지정하세요</translation>
    </message>
    <message>
      <source>set JAX_PLATFORMS=cpu to run on the CPU</source>
      <translation>CPU에서 실행하려면 JAX_PLATFORMS=cpu로 설정하세요</translation>
    </message>
    <message>
      <source>set clear_after_read=false on the TensorArray to keep it</source>
      <translation>남기려면 TensorArray에 clear_after_read=false를 주세요</translation>
    </message>
    <message>
      <source>set element_shape on the TensorArray to read it as zeros</source>
      <translation>0으로 읽으려면 TensorArray에 element_shape를 주세요</translation>
    </message>
    <message>
      <source>set full_matrices to false</source>
      <translation>full_matrices를 false로 하세요</translation>
    </message>
    <message>
      <source>set ignore_longer_outputs_than_inputs to skip sequences with too many labels</source>
      <translation>라벨이 너무 많은 시퀀스를 건너뛰려면 ignore_longer_outputs_than_inputs를 설정하세요</translation>
    </message>
    <message>
      <source>set initvalues, or assign a value to the variable first</source>
      <translation>initvalues를 주거나 먼저 값을 대입하세요</translation>
    </message>
    <message>
      <source>set l2_regularizer above 0, or set fast to false</source>
      <translation>0보다 큰 정칙화 값을 주거나 fast를 false로 하세요</translation>
    </message>
    <message>
      <source>set minimize to one of: {listed}</source>
      <translation>minimize를 다음 중 하나로 정하세요: {listed}</translation>
    </message>
    <message>
      <source>set minimize to the name of the loss</source>
      <translation>minimize에 손실의 이름을 지정하세요</translation>
    </message>
    <message>
      <source>set name to one of {listed}</source>
      <translation>name을 다음 중 하나로 설정하세요: {listed}</translation>
    </message>
    <message>
      <source>set the loop's checkpoint attribute to 0</source>
      <translation>루프의 checkpoint 속성을 0으로 하세요</translation>
    </message>
    <message>
      <source>set the queue's shapes attribute</source>
      <translation>큐의 shapes 속성을 설정하세요</translation>
    </message>
    <message>
      <source>set timeout_ms to -1. A wait that no block can end fails immediately</source>
      <translation>-1로 하세요. 어느 블록도 끝낼 수 없는 기다림은 바로 실패합니다</translation>
    </message>
    <message>
      <source>set uniform_noise to false</source>
      <translation>uniform_noise를 false로 하세요</translation>
    </message>
    <message>
      <source>set use_image_if_no_bounding_boxes to use the whole image</source>
      <translation>이미지 전체를 쓰려면 use_image_if_no_bounding_boxes를 켜세요</translation>
    </message>
    <message>
      <source>set {attribute} to {name}</source>
      <translation>{attribute}을(를) {name}(으)로 하세요</translation>
    </message>
    <message>
      <source>several free inputs of {id} fit {source}</source>
      <translation>{id}의 빈 입력 여러 개가 {source}에 맞습니다</translation>
    </message>
    <message>
      <source>several values</source>
      <translation>여러 값</translation>
    </message>
    <message>
      <source>shape</source>
      <translation>형태</translation>
    </message>
    <message>
      <source>shapes {shape_text} and {shape_text2} are not compatible</source>
      <translation>모양 {shape_text}와(과) {shape_text2}은(는) 서로 맞지 않습니다</translation>
    </message>
    <message>
      <source>shapes {shape_text} and {shape_text2} do not match</source>
      <translation>모양 {shape_text}와(과) {shape_text2}이(가) 서로 다릅니다</translation>
    </message>
    <message>
      <source>slices of the tensor {text} overlap</source>
      <translation>{text}의 부분들이 겹칩니다</translation>
    </message>
    <message>
      <source>slices of {width} elements cannot be sorted; the limit is 39 elements</source>
      <translation>원소가 {width}개인 조각은 정렬할 수 없습니다. 한도는 39개입니다</translation>
    </message>
    <message>
      <source>soft_nms_sigma: expected 0 or more, got {float}</source>
      <translation>soft_nms_sigma는 {float}이(가) 아니라 0 이상입니다</translation>
    </message>
    <message>
      <source>some element must be the odd one out</source>
      <translation>어울리지 않는 원소가 있습니다</translation>
    </message>
    <message>
      <source>sources with few wires</source>
      <translation>와이어가 적은 출처</translation>
    </message>
    <message>
      <source>sparse tensor handle {number} does not exist</source>
      <translation>핸들 {number}의 희소 텐서가 없습니다</translation>
    </message>
    <message>
      <source>sparse tensor {number} cannot be deserialized: {message}</source>
      <translation>희소 텐서 {number}을(를) 읽을 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>sparse tensor {number} has dtype {dtype}, not {short}</source>
      <translation>희소 텐서 {number}에는 {short}이(가) 아니라 {dtype}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>sparse tensor {number} has indices, values and shape that do not match: {texts}</source>
      <translation>희소 텐서 {number}의 인덱스, 값, 모양이 서로 맞지 않습니다: {texts}</translation>
    </message>
    <message>
      <source>stacked values must have equal shapes: expected {before}, got {shape_text}</source>
      <translation>쌓는 것의 모양이 {before}이었다가 {shape_text}이(가) 되었습니다</translation>
    </message>
    <message>
      <source>standard output cannot be written: {strerror}</source>
      <translation>표준 출력에 쓸 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>start with straight-through or zero</source>
      <translation>‘그대로 전달’ 또는 ‘0’에서 시작하세요</translation>
    </message>
    <message>
      <source>starts a loop in each iteration of another loop</source>
      <translation>다른 반복의 매 회마다 반복을 시작합니다</translation>
    </message>
    <message>
      <source>starts a loop that shares blocks with another loop</source>
      <translation>다른 반복과 블록을 공유하는 반복을 시작합니다</translation>
    </message>
    <message>
      <source>starts a loop whose values advance under different conditions</source>
      <translation>값이 서로 다른 조건에서 나아가는 반복을 시작합니다</translation>
    </message>
    <message>
      <source>state</source>
      <translation>상태</translation>
    </message>
    <message>
      <source>state is not a valid state of {self}</source>
      <translation>state는 {self}의 올바른 상태가 아닙니다</translation>
    </message>
    <message>
      <source>status</source>
      <translation>상태</translation>
    </message>
    <message>
      <source>status must be the status of a ClientSession, got {kind_name}</source>
      <translation>status는 {kind_name}이(가) 아니라 ClientSession의 상태를 받습니다</translation>
    </message>
    <message>
      <source>step</source>
      <translation>단계</translation>
    </message>
    <message>
      <source>step {at:,.0f}</source>
      <translation>{at:,.0f}단계</translation>
    </message>
    <message>
      <source>step {round:,}: {shares:.0%} of the elements are close to {number:.3g}</source>
      <translation>{round:,}단계: 원소의 {shares:.0%}이(가) 약 {number:.3g}</translation>
    </message>
    <message>
      <source>step {step:,}: gradient norm {found:.6g}</source>
      <translation>{step:,}단계: 그래디언트 노름 {found:.6g}</translation>
    </message>
    <message>
      <source>step {step:,}: gradient {found:.6g}</source>
      <translation>{step:,}단계: 그래디언트 {found:.6g}</translation>
    </message>
    <message>
      <source>step {x:,.0f}</source>
      <translation>{x:,.0f}단계</translation>
    </message>
    <message>
      <source>steps</source>
      <translation>단계</translation>
    </message>
    <message>
      <source>steps {first} to {last} are available, so step {step} cannot be restored</source>
      <translation>{first}~{last}단계만 사용할 수 있어 {step}단계를 복원할 수 없습니다</translation>
    </message>
    <message>
      <source>still gets a gradient</source>
      <translation>여전히 그래디언트를 받음</translation>
    </message>
    <message>
      <source>still gets no gradient</source>
      <translation>여전히 그래디언트를 받지 않음</translation>
    </message>
    <message>
      <source>stop</source>
      <translation>정지</translation>
    </message>
    <message>
      <source>stop at {cut}</source>
      <translation>{cut}에서 정지하기</translation>
    </message>
    <message>
      <source>stop at {name}</source>
      <translation>{name}에서 정지</translation>
    </message>
    <message>
      <source>stopped</source>
      <translation>중지됨</translation>
    </message>
    <message>
      <source>stopped in step {step} at {at}{held}</source>
      <translation>스텝 {step}의 {at}에서 멈춤{held}</translation>
    </message>
    <message>
      <source>store large tensors in a file: {"file": "name.npy"}</source>
      <translation>큰 텐서는 파일에 저장하세요: {"file": "name.npy"}</translation>
    </message>
    <message>
      <source>string</source>
      <translation>문자열</translation>
    </message>
    <message>
      <source>strings cannot be saved as .npy</source>
      <translation>문자열은 .npy로 저장할 수 없습니다</translation>
    </message>
    <message>
      <source>strings have no fixed size</source>
      <translation>문자열에는 정해진 크기가 없습니다</translation>
    </message>
    <message>
      <source>subtract StopGradient(Max(x)) from x before Exp, and add it to the result of Log</source>
      <translation>Exp 전에 x에서 StopGradient(Max(x))를 빼고 Log의 결과에 더하세요</translation>
    </message>
    <message>
      <source>subtract StopGradient(Max(x)) from x before Exp. The result stays the same</source>
      <translation>Exp 전에 x에서 StopGradient(Max(x))를 빼세요. 결과는 같습니다</translation>
    </message>
    <message>
      <source>sum of {name}</source>
      <translation>{name}의 합</translation>
    </message>
    <message>
      <source>supplies</source>
      <translation>출력하는</translation>
    </message>
    <message>
      <source>sweep {number}</source>
      <translation>스윕 {number}</translation>
    </message>
    <message>
      <source>tensor {gone} of the element with key {key} has already been taken</source>
      <translation>키 {key}인 원소의 텐서 {gone}은(는) 이미 꺼냈습니다</translation>
    </message>
    <message>
      <source>tensors</source>
      <translation>텐서</translation>
    </message>
    <message>
      <source>tensors cannot have the NumPy dtype {dtype}</source>
      <translation>텐서는 NumPy dtype {dtype}을(를) 가질 수 없습니다</translation>
    </message>
    <message>
      <source>the BMP is truncated or corrupt: expected {start} bytes, got {contents}</source>
      <translation>BMP가 잘렸거나 깨졌습니다: {start}바이트여야 하는데 {contents}바이트입니다</translation>
    </message>
    <message>
      <source>the BMP is truncated: the header is missing</source>
      <translation>BMP가 잘려 있습니다: 헤더가 없습니다</translation>
    </message>
    <message>
      <source>the Cast to {dtype} discards the fractional part of {block_name} and stops its gradient</source>
      <translation>{dtype}(으)로의 Cast는 {block_name}의 소수부를 버리고 그래디언트를 막습니다</translation>
    </message>
    <message>
      <source>the Constant operator has no value</source>
      <translation>Constant 연산자에 값이 없습니다</translation>
    </message>
    <message>
      <source>the GIF contains a frame without a color table</source>
      <translation>GIF에 색상표가 없는 프레임이 있습니다</translation>
    </message>
    <message>
      <source>the GIF is truncated or corrupt: it contains no complete frame</source>
      <translation>GIF가 잘렸거나 깨졌습니다: 온전한 프레임이 없습니다</translation>
    </message>
    <message>
      <source>the GIF uses color {wrong}, but its color table ends at {colours}</source>
      <translation>GIF가 색 {wrong}을(를) 쓰는데 색상표는 {colours}에서 끝납니다</translation>
    </message>
    <message>
      <source>the JAX primitive {name} is not supported</source>
      <translation>JAX의 프리미티브 {name}에 맞는 블록이 없습니다</translation>
    </message>
    <message>
      <source>the JAX primitive {name} is not supported for random keys</source>
      <translation>JAX 프리미티브 {name}은(는) 난수 키에 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the JPEG is truncated or corrupt</source>
      <translation>JPEG가 잘렸거나 깨졌습니다</translation>
    </message>
    <message>
      <source>the JPEG is {what}</source>
      <translation>JPEG 그림: {what}</translation>
    </message>
    <message>
      <source>the PNG has a wrong checksum</source>
      <translation>PNG의 체크섬이 틀립니다</translation>
    </message>
    <message>
      <source>the PNG has no end chunk</source>
      <translation>PNG에 끝 청크가 없습니다</translation>
    </message>
    <message>
      <source>the PNG is corrupt: color type {kind} does not exist</source>
      <translation>PNG가 깨졌습니다: 색 유형 {kind}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the PNG is truncated or corrupt</source>
      <translation>PNG가 잘렸거나 깨졌습니다</translation>
    </message>
    <message>
      <source>the PNG is truncated: the header is missing</source>
      <translation>PNG가 잘려 있습니다: 헤더가 없습니다</translation>
    </message>
    <message>
      <source>the Placeholders are: {listed}</source>
      <translation>Placeholder는 다음과 같습니다: {listed}</translation>
    </message>
    <message>
      <source>the PyTorch module failed: {name}: {error}</source>
      <translation>PyTorch 모듈이 실패했습니다: {name}: {error}</translation>
    </message>
    <message>
      <source>the SavedModel contains no graph</source>
      <translation>그래프 없는 SavedModel이 들어 있습니다</translation>
    </message>
    <message>
      <source>the Tensor block has dtype {short}, but the attribute dtype of this block is {short2}</source>
      <translation>Tensor의 dtype은 {short}인데 dtype은 {short2}입니다</translation>
    </message>
    <message>
      <source>the Variable</source>
      <translation>해당 Variable</translation>
    </message>
    <message>
      <source>the XML elements are nested more than {MAX_DEPTH} levels deep</source>
      <translation>요소가 {MAX_DEPTH}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
      <source>the `every` intervals of the ClientSession blocks combine in more than {PERIODS} ways</source>
      <translation>ClientSession 블록의 `every` 간격이 {PERIODS}가지가 넘는 조합을 만듭니다</translation>
    </message>
    <message>
      <source>the accumulator {name} has dtype {short}, not {short2}</source>
      <translation>누산기 {name}에는 {short2}이(가) 아니라 {short}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>the accumulator {name} needs gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>누산기 {name}은(는) 모양이 {shape_text}인 그래디언트를 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>the activation {activation} is not supported</source>
      <translation>활성화 {activation}을(를) 알 수 없습니다</translation>
    </message>
    <message>
      <source>the activation {name} is not supported</source>
      <translation>활성화 {name}을(를) 알 수 없습니다</translation>
    </message>
    <message>
      <source>the archive contains too many arrays</source>
      <translation>읽을 수 있는 것보다 많은 배열을 나열합니다</translation>
    </message>
    <message>
      <source>the arguments are: {listed}</source>
      <translation>인수: {listed}</translation>
    </message>
    <message>
      <source>the array contains Python objects, which are never read from a file</source>
      <translation>배열에 파일에서 절대 읽지 않는 Python 객체가 들어 있습니다</translation>
    </message>
    <message>
      <source>the array has the NumPy dtype {str}, which tensors cannot have</source>
      <translation>배열의 NumPy dtype {str}은(는) 텐서가 가질 수 없습니다</translation>
    </message>
    <message>
      <source>the array {key} is compressed with a method that NumPy does not use</source>
      <translation>배열 {key}이(가) NumPy가 사용하지 않는 방식으로 압축되어 있습니다</translation>
    </message>
    <message>
      <source>the array {name} has dtype {name2}, which cannot be converted to {short}</source>
      <translation>배열 {name}은(는) {name2}이라서 {short}(으)로 바꿀 수 없습니다</translation>
    </message>
    <message>
      <source>the array {name} is a scalar, but must have a first axis that indexes the examples</source>
      <translation>배열 {name}은(는) 스칼라입니다. 첫째 축이 예제를 나타내야 합니다</translation>
    </message>
    <message>
      <source>the array's shape {shape} is too large for this machine</source>
      <translation>배열의 모양 {shape}이(가) 이 컴퓨터에 너무 큽니다</translation>
    </message>
    <message>
      <source>the arrays have different numbers of examples: {sizes}</source>
      <translation>배열마다 예제의 수가 다릅니다: {sizes}</translation>
    </message>
    <message>
      <source>the arrays in the file are: {some}</source>
      <translation>파일에 있는 배열: {some}</translation>
    </message>
    <message>
      <source>the arrays must have the same number of rows: {first} has {rows}, {name} has {shape}</source>
      <translation>배열의 행 수가 같아야 합니다: {first}은(는) {rows}행, {name}은(는) {shape}행입니다</translation>
    </message>
    <message>
      <source>the attribute {name} has the dtype number {number}, which is not supported</source>
      <translation>속성 {name}은(는) {number}번 dtype인데 여기에는 그 값이 없습니다</translation>
    </message>
    <message>
      <source>the attributes and inputs are: {known}</source>
      <translation>속성과 입력: {known}</translation>
    </message>
    <message>
      <source>the attributes are: {known}</source>
      <translation>속성: {known}</translation>
    </message>
    <message>
      <source>the backend 'jax' needs JAX, which is not installed</source>
      <translation>백엔드 'jax'에는 JAX가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>the backends are: {join}</source>
      <translation>백엔드: {join}</translation>
    </message>
    <message>
      <source>the block cannot be expanded: it needs a loop-carried value of {block_name}</source>
      <translation>블록을 펼칠 수 없습니다: 루프가 넘겨주는 {block_name}의 값이 필요합니다</translation>
    </message>
    <message>
      <source>the block cannot be expanded: it needs tensors from inside {listed}</source>
      <translation>펼칠 수 없습니다: {listed} 안의 텐서가 필요합니다</translation>
    </message>
    <message>
      <source>the block cannot be expanded: it needs variables inside {listed}, which runs a composite</source>
      <translation>펼칠 수 없습니다: 합성 블록을 실행하는 {listed} 안의 변수가 필요합니다</translation>
    </message>
    <message>
      <source>the block cannot be expanded: the gradient runs {title}, which no block of a page can run</source>
      <translation>블록을 펼칠 수 없습니다. 그래디언트가 {title}을(를) 실행하는데, 이를 실행할 수 있는 페이지 블록이 없습니다</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {block_name} reads {variable} after a write in the same step</source>
      <translation>펼칠 수 없습니다: {block_name}이(가) 같은 스텝에서 쓰기 뒤에 {variable}을(를) 읽습니다</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {message}</source>
      <translation>펼칠 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>the block cannot be expanded: {text}</source>
      <translation>펼칠 수 없습니다: {text}</translation>
    </message>
    <message>
      <source>the block does nothing but stop the run with an error</source>
      <translation>이 블록은 실행을 오류로 멈추기만 합니다</translation>
    </message>
    <message>
      <source>the block has no gradient: {text}</source>
      <translation>그래디언트가 없습니다: {text}</translation>
    </message>
    <message>
      <source>the block is already the only instance of {used}</source>
      <translation>이 블록은 이미 {used}의 유일한 인스턴스입니다</translation>
    </message>
    <message>
      <source>the block is not an instance of a composite</source>
      <translation>블록이 합성 블록의 인스턴스가 아닙니다</translation>
    </message>
    <message>
      <source>the block is used only inside composites</source>
      <translation>이 블록은 합성 블록 안에서만 쓰입니다</translation>
    </message>
    <message>
      <source>the block libraries are: {names}</source>
      <translation>있는 것: {names}</translation>
    </message>
    <message>
      <source>the block library has no composite {shortened}</source>
      <translation>패키지에 합성 블록 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the block library {name} has no composite {shortened}</source>
      <translation>패키지 {name}에는 컴포지트 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the block library {shortened} is not in your library folder: it {where}</source>
      <translation>블록 라이브러리 {shortened}은(는) 내 라이브러리 폴더에 없습니다 ({where})</translation>
    </message>
    <message>
      <source>the block needs tensors from inside {instance}, which cannot be unpacked: {message}</source>
      <translation>블록에 펼칠 수 없는 {instance} 안의 텐서가 필요합니다: {message}</translation>
    </message>
    <message>
      <source>the block reads a file that another program writes</source>
      <translation>이 블록은 다른 프로그램이 쓴 파일을 읽습니다</translation>
    </message>
    <message>
      <source>the block runs a composite of the diagram</source>
      <translation>이 블록은 다이어그램의 합성 블록을 실행합니다</translation>
    </message>
    <message>
      <source>the block runs a composite with the variables of another block, which a flat page cannot represent</source>
      <translation>다른 블록의 변수로 합성 블록을 실행하는데, 평평한 페이지에서는 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>the block runs one of two composites, but unpacked blocks would all run. Press Enter to look inside the block</source>
      <translation>블록은 두 합성 블록 중 하나만 실행하지만, 펼친 블록은 모두 실행됩니다. Enter를 누르면 블록 안을 봅니다</translation>
    </message>
    <message>
      <source>the block trains variables inside {instance}, which runs a composite and cannot be unpacked</source>
      <translation>블록은 {instance} 안의 변수를 학습시키는데, {instance}은(는) 합성 블록을 실행하므로 펼칠 수 없습니다</translation>
    </message>
    <message>
      <source>the block type of {missing} is unknown</source>
      <translation>{missing}의 블록 유형을 알 수 없습니다</translation>
    </message>
    <message>
      <source>the block {id} runs several composites</source>
      <translation>블록 {id}이(가) 컴포지트를 여러 개 실행합니다</translation>
    </message>
    <message>
      <source>the blocks are in several scopes, but an instance can be in only one scope</source>
      <translation>블록들이 여러 범위에 있지만, 인스턴스는 한 범위에만 있을 수 있습니다</translation>
    </message>
    <message>
      <source>the blocks form a cycle: {names}</source>
      <translation>블록들이 순환을 이룹니다: {names}</translation>
    </message>
    <message>
      <source>the blocks pass no gradient to any input, so there is nothing to write out</source>
      <translation>블록들이 어떤 입력에도 그래디언트를 전달하지 않으므로 블록으로 풀어 쓸 것이 없습니다</translation>
    </message>
    <message>
      <source>the blocks would form a cycle: {names}</source>
      <translation>블록들이 순환을 이룹니다: {names}</translation>
    </message>
    <message>
      <source>the body has an output {name} but no input of that name: While carries each output from iteration to iteration</source>
      <translation>본문에 출력 {name}이(가) 있지만 같은 이름의 입력이 없습니다: While은 모든 출력을 다음 반복으로 넘깁니다</translation>
    </message>
    <message>
      <source>the body of a loop or branch has blocks of a different precision</source>
      <translation>본문의 정밀도는 그 블록들의 것입니다</translation>
    </message>
    <message>
      <source>the bound must be a scalar or have the shape of t, {shape_text}, got shape {shape_text2}</source>
      <translation>경계는 스칼라이거나 t의 모양 {shape_text}이어야 하는데 모양이 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>the branches must return the same names, got {outputs} and {outputs2}</source>
      <translation>갈래는 같은 이름을 내야 하는데 {outputs}와 {outputs2}입니다</translation>
    </message>
    <message>
      <source>the branches return different dtypes, {short} and {short2}</source>
      <translation>갈래가 서로 다른 dtype {short}, {short2}을(를) 냅니다</translation>
    </message>
    <message>
      <source>the breakpoint {strip} does not name a pin</source>
      <translation>중단점 {strip}에 핀 이름이 없습니다</translation>
    </message>
    <message>
      <source>the cell is empty: enter a value</source>
      <translation>셀이 비어 있습니다: 값을 입력하세요</translation>
    </message>
    <message>
      <source>the check ended unexpectedly</source>
      <translation>확인이 예기치 않게 끝났습니다</translation>
    </message>
    <message>
      <source>the check process was terminated</source>
      <translation>검사 프로세스가 종료되었습니다</translation>
    </message>
    <message>
      <source>the checkpoint belongs to the page {page}, not {name}</source>
      <translation>이 체크포인트는 {name}이(가) 아니라 페이지 {page}의 것입니다</translation>
    </message>
    <message>
      <source>the checkpoint cannot be read: {message}</source>
      <translation>체크포인트를 읽을 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>the checkpoint does not exist</source>
      <translation>그런 체크포인트가 없습니다</translation>
    </message>
    <message>
      <source>the checkpoint has a variable {name}, which the page does not have</source>
      <translation>페이지에 없는 변수 {name}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>the checkpoint has only parts of {name}, not the whole requested shape {shape_text}</source>
      <translation>체크포인트에 {name}의 일부만 있고 요청한 {shape_text} 전체는 없습니다</translation>
    </message>
    <message>
      <source>the checkpoint is damaged: {name} is invalid</source>
      <translation>체크포인트가 손상되었습니다: {name}이(가) 올바르지 않습니다</translation>
    </message>
    <message>
      <source>the checkpoint {file_name} is damaged</source>
      <translation>체크포인트 {file_name}이(가) 손상되었습니다</translation>
    </message>
    <message>
      <source>the checkpoint {pattern} has no tensor {text}</source>
      <translation>체크포인트 {pattern}에 텐서 {text}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} has a different byte order from this machine</source>
      <translation>체크포인트 {prefix}의 바이트 순서가 이 컴퓨터와 다릅니다</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} has no tensor {text}</source>
      <translation>체크포인트 {prefix}에 텐서 {text}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the checkpoint {prefix} is damaged at the tensor {text}</source>
      <translation>체크포인트 {prefix}이(가) 텐서 {text}에서 손상되었습니다</translation>
    </message>
    <message>
      <source>the clipboard contains no blocks that can be pasted: {sentence}</source>
      <translation>클립보드에 붙여넣을 수 있는 블록이 없습니다: {sentence}</translation>
    </message>
    <message>
      <source>the clipboard contains text but no blocks</source>
      <translation>클립보드에 텍스트만 있고 블록이 없습니다</translation>
    </message>
    <message>
      <source>the clipboard does not contain a table</source>
      <translation>클립보드에 표가 없습니다</translation>
    </message>
    <message>
      <source>the clipboard is empty</source>
      <translation>클립보드가 비어 있습니다</translation>
    </message>
    <message>
      <source>the combined names of the nested scopes exceed {LONGEST} characters</source>
      <translation>중첩된 스코프의 이름을 합친 길이가 {LONGEST}자를 넘습니다</translation>
    </message>
    <message>
      <source>the components have different numbers of elements: {join}</source>
      <translation>구성 요소들의 원소 수가 서로 다릅니다: {join}</translation>
    </message>
    <message>
      <source>the composite has no pin {gone!r}</source>
      <translation>합성 블록에 핀 {gone!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the composite name {new!r} {fault}</source>
      <translation>합성 블록 이름 {new!r}: {fault}</translation>
    </message>
    <message>
      <source>the composite {name} is still used</source>
      <translation>합성 블록 {name}이(가) 아직 쓰이고 있습니다</translation>
    </message>
    <message>
      <source>the composites are: {listed}</source>
      <translation>합성 블록은 다음과 같습니다: {listed}</translation>
    </message>
    <message>
      <source>the composites are: {names}</source>
      <translation>컴포지트: {names}</translation>
    </message>
    <message>
      <source>the compute process cannot be started: {strerror}</source>
      <translation>계산 프로세스를 시작할 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the compute process was terminated</source>
      <translation>계산 프로세스가 종료되었습니다</translation>
    </message>
    <message>
      <source>the condition must be one boolean, got a tensor of shape {shape_text}</source>
      <translation>조건은 참거짓 값 하나여야 하는데 모양이 {shape_text}인 텐서입니다</translation>
    </message>
    <message>
      <source>the condition must return one boolean, but {name}.{name2} is {kind}</source>
      <translation>조건은 참거짓 값 하나를 내야 하는데 {name}.{name2}은(는) {kind}입니다</translation>
    </message>
    <message>
      <source>the condition must return one boolean, got {outputs} tensors</source>
      <translation>조건은 텐서 {outputs}개가 아니라 참거짓 값 하나를 냅니다</translation>
    </message>
    <message>
      <source>the condition {name} must have one output, got {outputs}</source>
      <translation>조건 {name}의 출력은 하나여야 하는데 {outputs}개입니다</translation>
    </message>
    <message>
      <source>the condition {strip} is invalid: {reason}</source>
      <translation>조건 {strip}의 형식이 잘못되었습니다: {reason}</translation>
    </message>
    <message>
      <source>the conflict does not refer to a part of a diagram</source>
      <translation>다이어그램에 있는 것에 관한 것이 아닙니다</translation>
    </message>
    <message>
      <source>the constants and variables of the page take more than {LARGEST} GiB, the limit of an ONNX file</source>
      <translation>상수와 변수가 ONNX 파일 하나에 담을 수 없는 {LARGEST} GiB를 넘습니다</translation>
    </message>
    <message>
      <source>the contents are damaged at the array {key}</source>
      <translation>내용이 배열 {key}에서 손상되었습니다</translation>
    </message>
    <message>
      <source>the contents are damaged: a boolean is neither 0 nor 1</source>
      <translation>내용이 손상되었습니다: 참거짓 값이 0도 1도 아닙니다</translation>
    </message>
    <message>
      <source>the contents are damaged: the .npy header has {length} bytes</source>
      <translation>내용이 손상되었습니다: .npy 헤더가 {length}바이트입니다</translation>
    </message>
    <message>
      <source>the contents are damaged: the array has the shape {shape}</source>
      <translation>내용이 손상되었습니다: 배열의 모양이 {shape}입니다</translation>
    </message>
    <message>
      <source>the contents are not a .npz archive, or they are damaged</source>
      <translation>내용이 .npz 아카이브가 아니거나 손상되었습니다</translation>
    </message>
    <message>
      <source>the contents are not in .npy format</source>
      <translation>내용이 .npy 형식이 아닙니다</translation>
    </message>
    <message>
      <source>the coordinate mode {mode} is not supported</source>
      <translation>{mode}의 좌표를 알 수 없습니다</translation>
    </message>
    <message>
      <source>the copies are: {listed}</source>
      <translation>복사본은 다음과 같습니다: {listed}</translation>
    </message>
    <message>
      <source>the crop window of {height} x {width} pixels at ({top}, {left}) extends beyond the image of {shape} x {shape2} pixels</source>
      <translation>({top}, {left})의 {height} x {width} 부분이 {shape} x {shape2}인 그림을 벗어납니다</translation>
    </message>
    <message>
      <source>the custom gradients form a cycle: {cycle_text}</source>
      <translation>사용자 정의 그래디언트가 순환합니다: {cycle_text}</translation>
    </message>
    <message>
      <source>the data contains no arrays</source>
      <translation>데이터에 배열이 없습니다</translation>
    </message>
    <message>
      <source>the data has no examples</source>
      <translation>데이터에 예제가 없습니다</translation>
    </message>
    <message>
      <source>the data has {size} elements</source>
      <translation>원소가 {size}개입니다</translation>
    </message>
    <message>
      <source>the data of {name} ended after {rounds} epoch{rounds2}</source>
      <translation>{name}의 데이터가 {rounds}회{rounds2} 뒤에 끝났습니다</translation>
    </message>
    <message>
      <source>the data {name} has no rows: its shape is {shape_text}</source>
      <translation>데이터 {name}에 행이 없습니다: 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>the data {name}: {message}</source>
      <translation>데이터 {name}: {message}</translation>
    </message>
    <message>
      <source>the database {name} cannot be read: {said}</source>
      <translation>데이터베이스 {name}을(를) 읽을 수 없습니다: {said}</translation>
    </message>
    <message>
      <source>the dataset or the collate_fn of a DataLoader can return dicts</source>
      <translation>DataLoader의 데이터셋이나 collate_fn이 딕셔너리를 반환할 수 있습니다</translation>
    </message>
    <message>
      <source>the decoded {form} would need {total} MiB ({text} bytes); the limit is {LIMIT} MiB</source>
      <translation>{form}을(를) 디코딩하면 {total} MiB({text}바이트)가 됩니다: {LIMIT} MiB를 넘으면 거절합니다</translation>
    </message>
    <message>
      <source>the default has the shape {shape_text}, but the placeholder has {shape_text2}</source>
      <translation>기본값의 모양은 {shape_text}, 플레이스홀더의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>the default of the promoted value {name} {fault}</source>
      <translation>블록에 표시된 값 {name}의 기본값: {fault}</translation>
    </message>
    <message>
      <source>the derivative of {name} is infinite at 1 and -1, and {block_name} can have these values</source>
      <translation>{name}의 도함수는 1과 -1에서 무한대이며, {block_name}은(는) 이 값이 될 수 있습니다</translation>
    </message>
    <message>
      <source>the diagonals are too short for a matrix with {result} rows and {result2} columns</source>
      <translation>{result}행 {result2}열 행렬에는 주어진 것보다 긴 대각선이 필요합니다</translation>
    </message>
    <message>
      <source>the diagram does not have {listed} of the reference: {next}</source>
      <translation>다이어그램에 참조의 {listed}이(가) 없습니다: {next}</translation>
    </message>
    <message>
      <source>the diagram has a key {key} that does not exist in {FIRST}</source>
      <translation>다이어그램에 {FIRST}에서 알 수 없던 키 {key}이(가) 있습니다</translation>
    </message>
    <message>
      <source>the diagram has no page</source>
      <translation>다이어그램에 페이지가 없습니다</translation>
    </message>
    <message>
      <source>the diagram has no pages</source>
      <translation>다이어그램에 페이지가 없습니다</translation>
    </message>
    <message>
      <source>the diagram has the format {declared} of a newer Gradblocks; this version reads up to {FORMAT}</source>
      <translation>다이어그램의 형식은 더 새로운 Gradblocks의 {declared}입니다. 이 버전은 {FORMAT}까지 읽습니다</translation>
    </message>
    <message>
      <source>the diagram has {count} {key}; the limit is {limit}</source>
      <translation>다이어그램에 {key}이(가) {count}개 있습니다; 많아야 {limit}개를 읽습니다</translation>
    </message>
    <message>
      <source>the diagram has {pages} pages: name one</source>
      <translation>다이어그램에 페이지가 {pages}개 있습니다. 하나를 지정하세요</translation>
    </message>
    <message>
      <source>the diagram has {pages} pages: name the page to run</source>
      <translation>다이어그램에 페이지가 {pages}개 있습니다: 실행할 것의 이름을 대세요</translation>
    </message>
    <message>
      <source>the diagram of the run was not kept.</source>
      <translation>실행의 다이어그램이 보관되지 않았습니다.</translation>
    </message>
    <message>
      <source>the diagram of {name} was not kept</source>
      <translation>{name}의 다이어그램이 보관되지 않았습니다</translation>
    </message>
    <message>
      <source>the diagram on the clipboard has no blocks</source>
      <translation>클립보드의 다이어그램에 블록이 없습니다</translation>
    </message>
    <message>
      <source>the diagram on the clipboard has {count} pages, but only one page can be pasted</source>
      <translation>클립보드의 다이어그램은 {count}페이지이지만, 한 페이지만 붙여넣을 수 있습니다</translation>
    </message>
    <message>
      <source>the diagram would take more than {MAX_BYTES} bytes in a file</source>
      <translation>다이어그램이 파일에서 {MAX_BYTES}바이트를 넘습니다</translation>
    </message>
    <message>
      <source>the diagram would take {data} bytes in a file; the limit is {MAX_BYTES}</source>
      <translation>다이어그램이 {data}바이트 파일이 됩니다. 다시 읽을 수 있는 것은 {MAX_BYTES}바이트까지입니다</translation>
    </message>
    <message>
      <source>the diagram, the options or the number of processes differ between process 0 and process {names}</source>
      <translation>다이어그램, 옵션 또는 프로세스 수가 프로세스 0과 프로세스 {names} 사이에 다릅니다</translation>
    </message>
    <message>
      <source>the docstring cannot be read: {error}</source>
      <translation>docstring을 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>the dtype of a carried value changes from {short} to {short2}</source>
      <translation>넘기는 값의 dtype이 {short}에서 {short2}(으)로 바뀝니다</translation>
    </message>
    <message>
      <source>the dtype of data in a file is not known before the file is read</source>
      <translation>파일 데이터의 dtype은 읽기 전에는 알 수 없습니다</translation>
    </message>
    <message>
      <source>the dtype {get} is not supported</source>
      <translation>dtype {get}은(는) 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the dtype {kind} is not supported</source>
      <translation>dtype {kind}은(는) 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the edit has more than {MOST} bytes, the limit of a proposal</source>
      <translation>편집이 제안의 한도인 {MOST}바이트를 넘습니다</translation>
    </message>
    <message>
      <source>the editor cannot be loaded: {error}</source>
      <translation>편집기를 불러올 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>the elements of the tensor array have the shape {shape_text}, got {shape_text2}</source>
      <translation>텐서 배열의 원소들은 모양이 {shape_text}인데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>the elements of the tensor array have the shape {shape_text}, not {shape_text2}</source>
      <translation>텐서 배열 원소의 모양은 {shape_text2}이(가) 아니라 {shape_text}입니다</translation>
    </message>
    <message>
      <source>the engine 'native' needs llvmlite, which is not installed</source>
      <translation>엔진 'native'에는 llvmlite가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>the engines are: {join}</source>
      <translation>엔진은 {join}입니다</translation>
    </message>
    <message>
      <source>the entries of {self} cannot be changed: it is a HashTable</source>
      <translation>{self}의 항목은 바꿀 수 없습니다: HashTable입니다</translation>
    </message>
    <message>
      <source>the equation {equation} contains a stray '.'</source>
      <translation>식 {equation}에 어긋난 '.'이 있습니다</translation>
    </message>
    <message>
      <source>the equation {equation} has {terms} operands, but {count} are wired; Einsum supports one or two</source>
      <translation>식 {equation}에는 피연산자가 {terms}개인데 {count}개가 이어져 있습니다; 하나나 둘을 곱할 수 있습니다</translation>
    </message>
    <message>
      <source>the equation {equation} must contain one '-&gt;'</source>
      <translation>식 {equation}에는 '-&gt;'가 하나 필요합니다</translation>
    </message>
    <message>
      <source>the examples do not fit the function: {error}</source>
      <translation>예제 값이 함수에 맞지 않습니다: {error}</translation>
    </message>
    <message>
      <source>the expansion would have {nodes} blocks; the limit is {MOST_BLOCKS}</source>
      <translation>블록이 {nodes}개가 됩니다: {MOST_BLOCKS}개가 넘으면 페이지에 놓지 않습니다</translation>
    </message>
    <message>
      <source>the feed of {name} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{name}에 주는 값의 모양은 {shape_text}이어야 하는데 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>the file became shorter while it was read</source>
      <translation>잘려 있습니다: 읽는 동안 짧아졌습니다</translation>
    </message>
    <message>
      <source>the file cannot be read</source>
      <translation>파일을 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>the file cannot be read: {error}</source>
      <translation>파일을 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>the file cannot be read: {strerror}</source>
      <translation>파일을 읽을 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the file cannot be read: {why}</source>
      <translation>파일을 읽을 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the file cannot be removed: {strerror}</source>
      <translation>파일을 지울 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the file cannot be written: the folder {folder} is read-only</source>
      <translation>파일을 쓸 수 없습니다: 폴더 {folder}이(가) 읽기 전용입니다</translation>
    </message>
    <message>
      <source>the file cannot be written: the path is a folder</source>
      <translation>파일을 쓸 수 없습니다: 경로가 폴더입니다</translation>
    </message>
    <message>
      <source>the file cannot be written: the path is not an ordinary file</source>
      <translation>파일을 쓸 수 없습니다: 경로가 일반 파일이 아닙니다</translation>
    </message>
    <message>
      <source>the file cannot be written: there is no folder {folder}</source>
      <translation>파일을 쓸 수 없습니다: 폴더 {folder}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the file cannot be written: {strerror}</source>
      <translation>파일을 쓸 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the file contains a document type (&lt;!DOCTYPE&gt;), which enuSpace pages never have</source>
      <translation>파일에 enuSpace 페이지에는 없는 문서 유형(&lt;!DOCTYPE&gt;)이 있습니다</translation>
    </message>
    <message>
      <source>the file contains a protobuf field of an unsupported kind</source>
      <translation>파일에 지원하지 않는 종류의 protobuf 필드가 있습니다</translation>
    </message>
    <message>
      <source>the file contains an incomplete character at position {start}</source>
      <translation>파일의 {start} 위치에 불완전한 문자가 있습니다</translation>
    </message>
    <message>
      <source>the file does not hold the base revision; read it again</source>
      <translation>파일이 기준 리비전과 다릅니다. 다시 읽으세요</translation>
    </message>
    <message>
      <source>the file format already defines the key {key}</source>
      <translation>키 {key}은(는) 파일 형식에 이미 정의되어 있습니다</translation>
    </message>
    <message>
      <source>the file has more than {MAX_BYTES} bytes, the limit of a diagram</source>
      <translation>파일이 다이어그램의 한도인 {MAX_BYTES}바이트보다 큽니다</translation>
    </message>
    <message>
      <source>the file has no value for {listed}</source>
      <translation>파일에 {listed}의 값이 없습니다</translation>
    </message>
    <message>
      <source>the file has no values for the variables of the page</source>
      <translation>페이지의 변수에 맞는 값이 없습니다</translation>
    </message>
    <message>
      <source>the file has no values for {names}, which were left unchanged</source>
      <translation>파일에 {names}의 값이 없어 그대로 두었습니다</translation>
    </message>
    <message>
      <source>the file has {data} bytes; the limit is {MAX_BYTES}</source>
      <translation>파일이 {data}바이트입니다. 읽는 것은 {MAX_BYTES}바이트까지입니다</translation>
    </message>
    <message>
      <source>the file is damaged, or contains a structured array, which cannot become a tensor</source>
      <translation>파일이 손상되었거나 텐서가 될 수 없는 구조화된 배열이 들어 있습니다</translation>
    </message>
    <message>
      <source>the file is damaged: it ends too early</source>
      <translation>파일이 손상되었습니다: 너무 일찍 끝납니다</translation>
    </message>
    <message>
      <source>the file is damaged: tensor {name}: {why}</source>
      <translation>파일이 손상되었습니다: 텐서 {name}: {why}</translation>
    </message>
    <message>
      <source>the file is larger than 2 GiB, the limit of protocol buffers</source>
      <translation>2 GiB보다 큽니다. 프로토콜 버퍼 메시지는 그럴 수 없습니다</translation>
    </message>
    <message>
      <source>the file is larger than {MAX_FILE} MiB, the limit of an import</source>
      <translation>파일이 가져오기 한도인 {MAX_FILE} MiB보다 큽니다</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name} in text format: {error}</source>
      <translation>파일이 텍스트 형식의 TensorFlow {name}이(가) 아닙니다: {error}</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name}, or it is damaged</source>
      <translation>파일이 TensorFlow {name}이(가) 아니거나 손상되었습니다</translation>
    </message>
    <message>
      <source>the file is not a TensorFlow {name}: it is not UTF-8 text</source>
      <translation>파일이 TensorFlow {name}이(가) 아닙니다: UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
      <source>the file is not an ONNX model, or it is damaged</source>
      <translation>파일이 ONNX 모델이 아니거나 손상되었습니다</translation>
    </message>
    <message>
      <source>the file is not valid JSON: it is nested too deeply</source>
      <translation>파일이 올바른 JSON이 아닙니다: 너무 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
      <source>the file is not valid JSON: {error}</source>
      <translation>파일이 올바른 JSON이 아닙니다: {error}</translation>
    </message>
    <message>
      <source>the file is not valid XML: {error}</source>
      <translation>파일이 올바른 XML이 아닙니다: {error}</translation>
    </message>
    <message>
      <source>the file is not valid {name} text at byte {start}</source>
      <translation>{name} 텍스트가 아닙니다 (바이트 {start})</translation>
    </message>
    <message>
      <source>the file is outside the folder of this server</source>
      <translation>파일이 이 서버의 폴더 밖에 있습니다</translation>
    </message>
    <message>
      <source>the file is {how}: the header announces {expected} bytes of data, but the file has {held}</source>
      <translation>{how}: 헤더에는 데이터가 {expected}바이트라고 되어 있는데 {held}바이트입니다</translation>
    </message>
    <message>
      <source>the file needs "format": "{FORMAT}"</source>
      <translation>파일에 "format": "{FORMAT}"이(가) 필요합니다</translation>
    </message>
    <message>
      <source>the file was changed after the last edit</source>
      <translation>마지막 편집 뒤에 파일이 바뀌었습니다</translation>
    </message>
    <message>
      <source>the file was changed, and its previous contents were not kept</source>
      <translation>파일이 바뀌었고 이전 내용은 보관되지 않았습니다</translation>
    </message>
    <message>
      <source>the file {file_name} is not a checkpoint</source>
      <translation>파일 {file_name}은(는) 체크포인트가 아닙니다</translation>
    </message>
    <message>
      <source>the file {filename} has no array {name}</source>
      <translation>파일 {filename}에는 배열 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the file {filename}: {message}</source>
      <translation>파일 {filename}: {message}</translation>
    </message>
    <message>
      <source>the file {get}: {message}</source>
      <translation>파일 {get}: {message}</translation>
    </message>
    <message>
      <source>the file {index_name} is damaged</source>
      <translation>파일 {index_name}이(가) 손상되었습니다</translation>
    </message>
    <message>
      <source>the file {memory_region_name} has {data} bytes, but {short}{shape_text} needs {wanted}</source>
      <translation>파일 {memory_region_name}은(는) {data}바이트인데 {short}{shape_text}에는 {wanted}바이트가 필요합니다</translation>
    </message>
    <message>
      <source>the file {name} cannot be found: the diagram has no folder yet</source>
      <translation>파일 {name}을(를) 찾을 수 없습니다: 다이어그램에 아직 폴더가 없습니다</translation>
    </message>
    <message>
      <source>the file {name} cannot be read: {error}</source>
      <translation>파일 {name}을(를) 읽을 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>the file {name} cannot be read: {strerror}</source>
      <translation>파일 {name}을(를) 읽을 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the file {name} cannot be removed: {strerror}</source>
      <translation>파일 {name}을(를) 지울 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the file {name} ends in the middle of its compressed data</source>
      <translation>파일 {name}이(가) 압축 데이터 중간에서 끝납니다</translation>
    </message>
    <message>
      <source>the file {name} has {st_nlink} hard links, which may be outside the diagram's folder</source>
      <translation>파일 {name}의 이름(하드 링크)이 {st_nlink}개라 다이어그램의 폴더 밖에 있을 수 있습니다</translation>
    </message>
    <message>
      <source>the file {name} is compressed, which is not supported</source>
      <translation>파일 {name}은(는) 압축되어 있는데 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the file {name} is damaged: {why}</source>
      <translation>파일 {name}이(가) 손상되었습니다: {why}</translation>
    </message>
    <message>
      <source>the file {name} is not a TensorFlow table: its footer is missing</source>
      <translation>파일 {name}은(는) TensorFlow의 표가 아닙니다: 끝이 다릅니다</translation>
    </message>
    <message>
      <source>the file {name} is not a checkpoint: it has no header</source>
      <translation>파일 {name}은(는) 체크포인트가 아닙니다: 헤더가 없습니다</translation>
    </message>
    <message>
      <source>the file {name} is not compressed with {compression}</source>
      <translation>파일 {name}에 {compression}(으)로 압축한 데이터가 없습니다</translation>
    </message>
    <message>
      <source>the file {name} is outside the diagram's folder</source>
      <translation>파일 {name}은(는) 다이어그램의 폴더 밖에 있습니다</translation>
    </message>
    <message>
      <source>the file {name}: {message}</source>
      <translation>파일 {name}: {message}</translation>
    </message>
    <message>
      <source>the file {text_of} is shorter than its header of {header} bytes</source>
      <translation>파일 {text_of}이(가) {header}바이트인 헤더보다 짧습니다</translation>
    </message>
    <message>
      <source>the files contain no records</source>
      <translation>이 파일들에는 레코드가 없습니다</translation>
    </message>
    <message>
      <source>the final values of the variables differ</source>
      <translation>변수의 마지막 값이 다릅니다</translation>
    </message>
    <message>
      <source>the first frame of the GIF is corrupt</source>
      <translation>GIF의 첫 프레임이 깨졌습니다</translation>
    </message>
    <message>
      <source>the first {max_rows:,} of {size:,} elements</source>
      <translation>원소 {size:,}개 중 처음 {max_rows:,}개</translation>
    </message>
    <message>
      <source>the folder cannot be created: {strerror}</source>
      <translation>폴더를 만들 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the folder cannot be created: {why}</source>
      <translation>폴더를 만들 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the folder cannot be written: {why}</source>
      <translation>폴더에 쓸 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the folder is in use by another tab or window: close the diagram there first</source>
      <translation>다른 탭이나 창에서 이 폴더를 쓰고 있습니다: 먼저 거기서 다이어그램을 닫으십시오</translation>
    </message>
    <message>
      <source>the folder is not a SavedModel: it contains no saved_model.pb</source>
      <translation>폴더가 SavedModel이 아닙니다: 안에 saved_model.pb가 없습니다</translation>
    </message>
    <message>
      <source>the folder {folder} cannot be written: {strerror}</source>
      <translation>폴더 {folder}에 쓸 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the folder {name} cannot be read: {strerror}</source>
      <translation>폴더 {name}을(를) 읽을 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>the formula of {name} has {{{name2}}}, which is not one of its pins or attributes</source>
      <translation>{name}의 수식에 핀도 속성도 아닌 {{{name2}}}이(가) 있습니다</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read</source>
      <translation>수식 {text}을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>the formula {text} cannot be read: {unparse} is not allowed in it</source>
      <translation>수식 {text}을(를) 읽을 수 없습니다: {unparse}은(는) 거기서 뜻이 없습니다</translation>
    </message>
    <message>
      <source>the frame length and the step must be at least 1, got {length} and {step}</source>
      <translation>프레임 길이와 간격은 1 이상이어야 하는데 {length}와 {step}입니다</translation>
    </message>
    <message>
      <source>the free inputs are: {listed}</source>
      <translation>빈 입력: {listed}</translation>
    </message>
    <message>
      <source>the function returns nothing</source>
      <translation>함수가 내는 것이 없습니다</translation>
    </message>
    <message>
      <source>the function {shortened} gets {given} values, but takes {wanted}</source>
      <translation>함수 {shortened}에 값 {given}개를 주는데 {wanted}개를 받습니다</translation>
    </message>
    <message>
      <source>the function {shortened} gets {inputs} values, but takes {input}</source>
      <translation>함수 {shortened}에 값 {inputs}개를 주는데 {input}개를 받습니다</translation>
    </message>
    <message>
      <source>the function {shortened} returns {shortened2}, which does not exist</source>
      <translation>함수 {shortened}이(가) 내는 {shortened2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the gradient</source>
      <translation>그래디언트</translation>
    </message>
    <message>
      <source>the gradient composite {gradient} has the input {name}, but {short} values have no gradient</source>
      <translation>그래디언트 합성 블록 {gradient}에 입력 {name}이(가) 있지만 {short} 값에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>the gradient ends at {path} ({reason})</source>
      <translation>그래디언트가 {path}에서 끝납니다 ({reason})</translation>
    </message>
    <message>
      <source>the gradient ends at {path} ({reason}){between}</source>
      <translation>그래디언트가 {path}에서 끝납니다 ({reason}){between}</translation>
    </message>
    <message>
      <source>the gradient given for {block_name}: expected {wanted}, got {result}</source>
      <translation>{block_name}에 준 그래디언트는 {wanted}이어야 하는데 {result}입니다</translation>
    </message>
    <message>
      <source>the gradient has no stops</source>
      <translation>그래디언트 정지가 없습니다</translation>
    </message>
    <message>
      <source>the gradient inside a branch cannot be shown</source>
      <translation>갈래 안의 그래디언트는 볼 수 없습니다</translation>
    </message>
    <message>
      <source>the gradient is hidden until you answer the question in the Exercises panel</source>
      <translation>연습 패널의 질문에 답할 때까지 그래디언트가 숨겨집니다</translation>
    </message>
    <message>
      <source>the gradient of a loop that recomputes its iterations cannot be exported to TensorFlow</source>
      <translation>반복을 다시 계산하는 루프의 그래디언트는 여기서 TensorFlow 그래프로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>the gradient of {loss} no longer reaches {variable}: {reason}</source>
      <translation>{loss}의 그래디언트가 더는 {variable}에 닿지 않습니다: {reason}</translation>
    </message>
    <message>
      <source>the gradient of {of} must not reach {block_name}, but reaches it through {path}</source>
      <translation>{of}의 그래디언트가 {block_name}에 닿는데 닿으면 안 됩니다, 경로는 {path}</translation>
    </message>
    <message>
      <source>the gradient rule of {name} returns {parts} values for {inputs} inputs</source>
      <translation>{name}의 그래디언트 규칙이 {inputs}에 값 {parts}개를 냅니다</translation>
    </message>
    <message>
      <source>the gradient view is off: press G to turn it on</source>
      <translation>그래디언트 보기가 꺼져 있습니다: G를 눌러 켜세요</translation>
    </message>
    <message>
      <source>the id {block_id} of a block {fault}</source>
      <translation>블록 이름 {block_id}: {fault}</translation>
    </message>
    <message>
      <source>the id {shortened} of block number {number} {fault}</source>
      <translation>블록 {number}번의 id {shortened}: {fault}</translation>
    </message>
    <message>
      <source>the image could not be created</source>
      <translation>이미지를 만들 수 없습니다</translation>
    </message>
    <message>
      <source>the image {name} cannot be decoded: {message}</source>
      <translation>그림 {name}을(를) 디코딩할 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>the index {index} is out of range for a sequence of {count} items</source>
      <translation>인덱스 {index}은(는) 항목이 {count}개인 시퀀스의 범위를 벗어납니다</translation>
    </message>
    <message>
      <source>the index {place} is out of range for a sequence of {items} items</source>
      <translation>인덱스 {place}이(가) 항목이 {items}개인 시퀀스의 범위를 벗어납니다</translation>
    </message>
    <message>
      <source>the index {reshape} is outside a tensor of shape {tolist}</source>
      <translation>인덱스 {reshape}은(는) 모양이 {tolist}인 텐서 밖에 있습니다</translation>
    </message>
    <message>
      <source>the index {wrong} belongs to a sequence outside the shape {shape_text}</source>
      <translation>인덱스 {wrong}은(는) 모양 {shape_text} 밖의 시퀀스를 가리킵니다</translation>
    </message>
    <message>
      <source>the index {wrong} is outside the shape {shape_text}</source>
      <translation>인덱스 {wrong}은(는) 모양 {shape_text} 밖에 있습니다</translation>
    </message>
    <message>
      <source>the indices do not fit an input of shape {shape_text}</source>
      <translation>인덱스가 모양이 {shape_text}인 입력에 맞지 않습니다</translation>
    </message>
    <message>
      <source>the inner graph returns {results} values, expected at least {least}</source>
      <translation>내부 그래프가 값 {results}개를 돌려주는데 {least}개 이상이어야 합니다</translation>
    </message>
    <message>
      <source>the inner graph takes {input} values, but gets {pins}</source>
      <translation>그래프는 값 {input}개를 받는데 {pins}개가 왔습니다</translation>
    </message>
    <message>
      <source>the input 'beta' is missing</source>
      <translation>입력 'beta'가 없습니다</translation>
    </message>
    <message>
      <source>the input 'decay' is missing</source>
      <translation>입력 'decay'가 없습니다</translation>
    </message>
    <message>
      <source>the input 'starts' or 'ends' is missing</source>
      <translation>입력 'starts' 또는 'ends'가 없습니다</translation>
    </message>
    <message>
      <source>the input 'x' or its scale is missing</source>
      <translation>입력 'x' 또는 그 스케일이 없습니다</translation>
    </message>
    <message>
      <source>the input contains no images or no classes</source>
      <translation>이미지나 클래스를 받지 못했습니다</translation>
    </message>
    <message>
      <source>the input has more than {MAX_BYTES} bytes, the limit</source>
      <translation>입력이 한도인 {MAX_BYTES}바이트를 넘습니다</translation>
    </message>
    <message>
      <source>the input is not connected</source>
      <translation>입력이 연결되어 있지 않습니다</translation>
    </message>
    <message>
      <source>the instance has a custom gradient, but unpacked blocks would have their own gradients</source>
      <translation>인스턴스에는 사용자 정의 그래디언트가 있지만, 펼친 블록은 각자의 그래디언트를 갖게 됩니다</translation>
    </message>
    <message>
      <source>the instance is muted, so its blocks do not run: unmute the instance first</source>
      <translation>인스턴스가 음소거되어 안의 블록이 실행되지 않습니다: 먼저 음소거를 해제하세요</translation>
    </message>
    <message>
      <source>the instance shares the variables of {values}, but blocks on a page cannot share variables</source>
      <translation>인스턴스는 {values}의 변수를 공유하지만, 페이지의 블록은 변수를 공유할 수 없습니다</translation>
    </message>
    <message>
      <source>the instance shares variables with another instance, and both must be instances of the same composite</source>
      <translation>다른 인스턴스와 변수를 공유하며, 둘은 같은 합성 블록의 인스턴스여야 합니다</translation>
    </message>
    <message>
      <source>the items of the input sequence are not known before the model runs</source>
      <translation>받은 시퀀스에 무엇이 있는지는 실행하기 전에 알 수 없습니다</translation>
    </message>
    <message>
      <source>the key {shown} has two values, {rows} and {value}</source>
      <translation>키 {shown}에 값이 {rows}와(과) {value} 두 개 있습니다</translation>
    </message>
    <message>
      <source>the keys of a block are much longer than the block</source>
      <translation>블록의 키가 블록보다 훨씬 깁니다</translation>
    </message>
    <message>
      <source>the keys of a {kind} must be {names}, got {short}</source>
      <translation>{kind}의 키는 {short}이(가) 아니라 {names}입니다</translation>
    </message>
    <message>
      <source>the keys of {what} are: {join}</source>
      <translation>{what}의 키는 {join}입니다</translation>
    </message>
    <message>
      <source>the known keys are: {join}</source>
      <translation>키: {join}</translation>
    </message>
    <message>
      <source>the labels must have one axis fewer than the scores, got {rank} and {rank2} axes</source>
      <translation>레이블의 축은 점수보다 하나 적어야 하는데 축이 {rank}개, {rank2}개입니다</translation>
    </message>
    <message>
      <source>the last batch has fewer rows</source>
      <translation>마지막 배치는 행이 더 적습니다</translation>
    </message>
    <message>
      <source>the learning rate must be a scalar, got shape {shape_text}</source>
      <translation>학습률은 스칼라여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>the learning rate must be floating-point, got {short}</source>
      <translation>학습률은 부동소수점이어야 하는데 {short}입니다</translation>
    </message>
    <message>
      <source>the lengths of the strings do not match</source>
      <translation>문자열의 길이가 적힌 길이와 다릅니다</translation>
    </message>
    <message>
      <source>the library has no block type for {what}</source>
      <translation>라이브러리에 {what}의 블록 유형이 없습니다</translation>
    </message>
    <message>
      <source>the loop at {block_name} has no gradient, because its number of iterations cannot be computed from constants</source>
      <translation>{block_name}의 루프는 반복 횟수를 상수에서 계산할 수 없어 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>the loop at {block_name} has too many iterations: it would unroll to more than {MOST_NODES} blocks</source>
      <translation>{block_name}의 루프가 너무 많이 돕니다: 풀어 쓰면 블록이 {MOST_NODES}개를 넘습니다</translation>
    </message>
    <message>
      <source>the loop has no end: it has no Switch through which a value could leave it</source>
      <translation>루프에 끝이 없습니다: 루프를 나갈 수 있는 Switch가 없습니다</translation>
    </message>
    <message>
      <source>the loop has no initial value: only the value of the last iteration is wired to the Merge</source>
      <translation>루프에 초기값이 없습니다: Merge에 지난 반복의 값만 이어져 있습니다</translation>
    </message>
    <message>
      <source>the loop starts with {short}, but an iteration returns {short2}</source>
      <translation>루프는 {short}(으)로 시작하는데 반복은 {short2}을(를) 냅니다</translation>
    </message>
    <message>
      <source>the loops have more than {MOST_IN_LOOPS} blocks in total</source>
      <translation>모든 루프의 반복에 든 블록이 모두 합쳐 {MOST_IN_LOOPS}개를 넘습니다</translation>
    </message>
    <message>
      <source>the loss is inside an instance</source>
      <translation>손실이 인스턴스 안에 있습니다</translation>
    </message>
    <message>
      <source>the loss {loss} needs logits of shape [n, classes], but {source} has {shape} axes</source>
      <translation>손실 {loss}에는 모양이 [n, classes]인 로짓이 필요한데 {source}의 축은 {shape}개입니다</translation>
    </message>
    <message>
      <source>the loss {loss} needs to know the number of axes of {source}</source>
      <translation>손실 {loss}은(는) {source}의 축이 몇 개인지 알아야 합니다</translation>
    </message>
    <message>
      <source>the manual has no topic {topic}</source>
      <translation>설명서에 주제 {topic}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the matrix contains infinity or NaN, so it has no eigenvalues</source>
      <translation>무한대나 NaN이 있는 행렬에는 고윳값이 없습니다</translation>
    </message>
    <message>
      <source>the matrix does not have full rank</source>
      <translation>행렬의 랭크가 완전하지 않습니다</translation>
    </message>
    <message>
      <source>the matrix is singular</source>
      <translation>행렬이 특이 행렬입니다</translation>
    </message>
    <message>
      <source>the matrix is singular: its diagonal contains a zero</source>
      <translation>행렬의 대각선에 0이 있어 특이 행렬입니다</translation>
    </message>
    <message>
      <source>the minimum {low} is above the maximum {high}</source>
      <translation>최솟값 {low}이(가) 최댓값 {high}보다 큽니다</translation>
    </message>
    <message>
      <source>the mode {mode} is not supported</source>
      <translation>모드 {mode}을(를) 알 수 없습니다</translation>
    </message>
    <message>
      <source>the mode {mode} is not supported for {space} spatial axes</source>
      <translation>모드 {mode}은(는) 공간 축 {space}개에 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the model contains no operators</source>
      <translation>연산자가 없고 내는 것도 없습니다</translation>
    </message>
    <message>
      <source>the model has large tensors, which must first be saved in separate files next to a diagram</source>
      <translation>모델에 큰 텐서가 있어, 먼저 다이어그램 옆의 별도 파일에 저장해야 합니다</translation>
    </message>
    <message>
      <source>the model has more than {MAX_BLOCKS} nodes with functions expanded, the limit of a diagram</source>
      <translation>함수를 펼치면 노드가 {MAX_BLOCKS}개를 넘습니다: 다이어그램에 다 담을 수 없습니다</translation>
    </message>
    <message>
      <source>the model has more than {MAX_BLOCKS} nodes, the limit of a diagram</source>
      <translation>모델의 노드가 다이어그램에 담을 수 있는 {MAX_BLOCKS}개보다 많습니다</translation>
    </message>
    <message>
      <source>the model has no output {shortened}</source>
      <translation>출력 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the model has no signature with outputs, so there is nothing to run</source>
      <translation>출력이 있는 시그니처가 없어 실행할 것이 없습니다</translation>
    </message>
    <message>
      <source>the module returns no tensor</source>
      <translation>모듈이 텐서를 반환하지 않습니다</translation>
    </message>
    <message>
      <source>the name of a .npz file must end in .npz</source>
      <translation>.npz 파일의 이름은 그렇게 끝납니다</translation>
    </message>
    <message>
      <source>the name of the page {shortened} is the block type of the composite {shortened2}</source>
      <translation>페이지 이름 {shortened}은(는) 합성 블록 {shortened2}의 블록 유형입니다</translation>
    </message>
    <message>
      <source>the name {name!r} {fault}</source>
      <translation>이름 {name!r}: {fault}</translation>
    </message>
    <message>
      <source>the name {name} of a promoted value {fault}</source>
      <translation>블록에 표시된 값의 이름 {name}: {fault}</translation>
    </message>
    <message>
      <source>the name {name} of the canvas of a composite must begin with {INSTANCE}</source>
      <translation>컴포지트 캔버스의 이름 {name}이(가) {INSTANCE}(으)로 시작하지 않습니다</translation>
    </message>
    <message>
      <source>the name {new} of a promoted value {fault}</source>
      <translation>블록에 표시된 값의 이름 {new}: {fault}</translation>
    </message>
    <message>
      <source>the name {own} of a {what} {fault}</source>
      <translation>{what} 이름 {own}: {fault}</translation>
    </message>
    <message>
      <source>the name {shortened} is too similar to the name of the block library {shortened2}</source>
      <translation>이름 {shortened}이(가) 블록 라이브러리 {shortened2}의 이름과 너무 비슷합니다</translation>
    </message>
    <message>
      <source>the name {shortened} of {what} {fault}</source>
      <translation>{what}의 이름 {shortened}: {fault}</translation>
    </message>
    <message>
      <source>the names are: {listed}</source>
      <translation>이름은 다음과 같습니다: {listed}</translation>
    </message>
    <message>
      <source>the new blocks would not get the values of {fixed}</source>
      <translation>새 블록은 {fixed}의 값을 받을 수 없습니다</translation>
    </message>
    <message>
      <source>the node {shortened} refers to a function's attribute, but is outside a function</source>
      <translation>노드 {shortened}이(가) 함수의 속성을 참조하지만 함수 밖에 있습니다</translation>
    </message>
    <message>
      <source>the nodes cannot be located in the text file, so it cannot be updated. Use a .pb file</source>
      <translation>텍스트 파일에서 노드를 찾을 수 없어 업데이트할 수 없습니다. .pb 파일을 사용하세요</translation>
    </message>
    <message>
      <source>the norm {kind} is not supported</source>
      <translation>노름 {kind}은(는) 지원하지 않습니다</translation>
    </message>
    <message>
      <source>the number has {word} characters; the limit is {MAX_NUMBER}</source>
      <translation>수의 길이가 {word}자입니다. 한도는 {MAX_NUMBER}자입니다</translation>
    </message>
    <message>
      <source>the number is too large</source>
      <translation>숫자가 너무 큽니다</translation>
    </message>
    <message>
      <source>the number is too large for a float</source>
      <translation>수가 부동소수점 수로 담기에 너무 큽니다</translation>
    </message>
    <message>
      <source>the number of axes of an input is not known</source>
      <translation>받은 것의 축이 몇 개인지 알 수 없습니다</translation>
    </message>
    <message>
      <source>the number of steps differs: {steps:,} instead of {before:,}</source>
      <translation>단계 수가 다릅니다: {before:,} 대신 {steps:,}</translation>
    </message>
    <message>
      <source>the only objects allowed as values are {"base64": "..."} and {"file": "..."}</source>
      <translation>값을 나타내는 객체는 {"base64": "..."}와 {"file": "..."}뿐입니다</translation>
    </message>
    <message>
      <source>the operator has more outputs than are supported</source>
      <translation>출력이 알려진 것보다 많습니다</translation>
    </message>
    <message>
      <source>the operator has no inputs</source>
      <translation>받은 것이 없습니다</translation>
    </message>
    <message>
      <source>the operator has {groups} groups; the limit is {MOST_GROUPS}</source>
      <translation>그룹이 {groups}개로 {MOST_GROUPS}개보다 많습니다</translation>
    </message>
    <message>
      <source>the operator has {images} lists of boxes; the limit is {MOST_LISTS}</source>
      <translation>상자 리스트 {images}개에 쓰여 {MOST_LISTS}개보다 많습니다</translation>
    </message>
    <message>
      <source>the operator must have two branches that return the same number of values</source>
      <translation>연산자에는 같은 수의 값을 내는 두 갈래가 있어야 합니다</translation>
    </message>
    <message>
      <source>the operator needs an inner graph and a valid num_scan_inputs, got {number}</source>
      <translation>연산자에는 안쪽 그래프와 올바른 num_scan_inputs가 필요한데 {number}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>the operator needs an inner graph with at least 2 inputs</source>
      <translation>연산자에는 입력이 적어도 2개인 안쪽 그래프가 필요합니다</translation>
    </message>
    <message>
      <source>the operator needs at least 2 labels and as many intercepts, got {labels} labels</source>
      <translation>연산자에는 레이블이 2개 이상, 절편이 같은 수만큼 필요한데 레이블이 {labels}개입니다</translation>
    </message>
    <message>
      <source>the operator needs one value per key, got {keys} keys and {values} values</source>
      <translation>연산자에는 키마다 값이 하나 필요한데 키가 {keys}개, 값이 {values}개입니다</translation>
    </message>
    <message>
      <source>the operator needs {count} activations, got {names}</source>
      <translation>연산자에는 활성화가 {count}개 필요한데 {names}개입니다</translation>
    </message>
    <message>
      <source>the operator uses a sequence, which a diagram cannot represent</source>
      <translation>연산자가 다이어그램이 나타낼 수 없는 시퀀스를 사용합니다</translation>
    </message>
    <message>
      <source>the optional value is empty</source>
      <translation>안에 아무것도 없습니다</translation>
    </message>
    <message>
      <source>the output pins are: {names}</source>
      <translation>출력 핀: {names}</translation>
    </message>
    <message>
      <source>the output {twice} can be carried to only one input</source>
      <translation>출력 {twice}은(는) 입력 하나로만 넘길 수 있습니다</translation>
    </message>
    <message>
      <source>the padding mode {mode} is not supported</source>
      <translation>{mode} 종류의 여백이 없습니다</translation>
    </message>
    <message>
      <source>the padding must have 2 values for each of {axes} axes, got {numbers} values</source>
      <translation>패딩은 축 {axes}개마다 값이 2개씩 있어야 하는데 값이 {numbers}개입니다</translation>
    </message>
    <message>
      <source>the page could not be checked: {why}</source>
      <translation>페이지를 검사할 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the page has no loss, so it has no gradients to compare. Name the loss.</source>
      <translation>페이지에 손실이 없어 비교할 그래디언트가 없습니다. 손실의 이름을 지정하세요.</translation>
    </message>
    <message>
      <source>the page is still being checked</source>
      <translation>페이지를 아직 검사하고 있습니다</translation>
    </message>
    <message>
      <source>the page minimizes {listed}</source>
      <translation>페이지가 최소화하는 것은 {listed}입니다</translation>
    </message>
    <message>
      <source>the page reads files during its steps and cannot run again from an earlier step</source>
      <translation>페이지가 파일을 스텝마다 읽어서 이전 스텝부터 다시 실행할 수 없습니다</translation>
    </message>
    <message>
      <source>the page {name} was removed from its diagram</source>
      <translation>페이지 {name}은(는) 다이어그램에서 지워졌습니다</translation>
    </message>
    <message>
      <source>the pages are: {listed}</source>
      <translation>페이지: {listed}</translation>
    </message>
    <message>
      <source>the pages are: {names}</source>
      <translation>페이지: {names}</translation>
    </message>
    <message>
      <source>the pages {listed} have a block {partition}</source>
      <translation>페이지 {listed}에 블록 {partition}이(가) 있습니다</translation>
    </message>
    <message>
      <source>the path cannot be used as a folder: {getattr}</source>
      <translation>경로를 폴더로 쓸 수 없습니다: {getattr}</translation>
    </message>
    <message>
      <source>the path is a folder</source>
      <translation>폴더입니다</translation>
    </message>
    <message>
      <source>the path is not a regular file</source>
      <translation>경로가 일반 파일이 아닙니다</translation>
    </message>
    <message>
      <source>the path is not an ordinary file, so it cannot be rewritten</source>
      <translation>일반 파일이 아니어서 다시 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>the pattern {pattern} is too broad: it would be checked against more than {MOST_NAMES} file names</source>
      <translation>패턴 {pattern}이(가) 너무 넓습니다: {MOST_NAMES}개가 넘는 파일 이름과 비교해야 합니다</translation>
    </message>
    <message>
      <source>the pin must be named, because there is no block type {type}</source>
      <translation>블록 유형 {type}이(가) 없으므로 핀 이름을 써야 합니다</translation>
    </message>
    <message>
      <source>the pin name {name} {fault}</source>
      <translation>핀 이름 {name}: {fault}</translation>
    </message>
    <message>
      <source>the pins of a composite cannot be moved into another composite</source>
      <translation>합성 블록의 핀은 다른 합성 블록으로 옮길 수 없습니다</translation>
    </message>
    <message>
      <source>the plugin {name} is not enabled</source>
      <translation>플러그인 {name}이(가) 켜져 있지 않습니다</translation>
    </message>
    <message>
      <source>the plugin {name} is not enabled: run `gradblocks packages enable {name2}`, or call blocks.use_packages({name3}) in this program</source>
      <translation>패키지 {name}이(가) 켜져 있지 않습니다: `gradblocks packages enable {name2}`, 이 프로그램에서만은 blocks.use_packages({name3})</translation>
    </message>
    <message>
      <source>the plugin {name} is not installed</source>
      <translation>플러그인 {name}이(가) 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>the plugin {package} has no block type {kind}</source>
      <translation>플러그인 {package}에 블록 유형 {kind}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the port {port} cannot be used: permission denied</source>
      <translation>포트 {port}을(를) 쓸 수 없습니다: 권한이 없습니다</translation>
    </message>
    <message>
      <source>the port {port} is used by another program</source>
      <translation>포트 {port}을(를) 다른 프로그램이 쓰고 있습니다</translation>
    </message>
    <message>
      <source>the problem has no automatic fix</source>
      <translation>이 문제에는 자동 해결책이 없습니다</translation>
    </message>
    <message>
      <source>the problem has {fixes} fixes, so there is no choice {choice}</source>
      <translation>이 문제의 해결책은 {fixes}개라서 선택 {choice}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the process of {arguments} ended without an answer</source>
      <translation>{arguments} 프로세스가 응답 없이 끝났습니다</translation>
    </message>
    <message>
      <source>the program has several pages</source>
      <translation>프로그램에 페이지가 여럿 있습니다</translation>
    </message>
    <message>
      <source>the project has more than {MOST_PAGES} pages, the limit of an import</source>
      <translation>프로젝트의 페이지가 가져오기 한도인 {MOST_PAGES}개보다 많습니다</translation>
    </message>
    <message>
      <source>the project has no page that exists</source>
      <translation>프로젝트에 존재하는 페이지가 없습니다</translation>
    </message>
    <message>
      <source>the promoted values of the composite are invalid</source>
      <translation>컴포지트의 블록에 표시된 값이 올바르지 않습니다</translation>
    </message>
    <message>
      <source>the proposal conflicts with your edits, so it was not applied</source>
      <translation>제안이 사용자의 편집과 충돌하여 적용하지 않았습니다</translation>
    </message>
    <message>
      <source>the quoted string that begins here has no closing quote</source>
      <translation>여기서 시작하는 문자열에 닫는 따옴표가 없습니다</translation>
    </message>
    <message>
      <source>the rank of each component must be known; only its sizes may be null</source>
      <translation>성분마다 랭크를 알아야 합니다. 크기만 비워 둘 수 있습니다</translation>
    </message>
    <message>
      <source>the reduction {reduction} is not supported</source>
      <translation>축약 {reduction}을(를) 알 수 없습니다</translation>
    </message>
    <message>
      <source>the reference contains no values of the diagram, so there is nothing to compare</source>
      <translation>참조에 다이어그램의 값이 없어 비교할 것이 없습니다</translation>
    </message>
    <message>
      <source>the reference value of {name}: {message}</source>
      <translation>{name}의 참조 값: {message}</translation>
    </message>
    <message>
      <source>the result of the block in the last step</source>
      <translation>마지막 단계의 블록 결과</translation>
    </message>
    <message>
      <source>the result of {symbol} is too large for any dtype</source>
      <translation>{symbol}의 결과는 어떤 dtype에도 담기지 않을 만큼 큽니다</translation>
    </message>
    <message>
      <source>the rows of the value have different lengths</source>
      <translation>행의 길이가 다릅니다</translation>
    </message>
    <message>
      <source>the run does not compute {shown}, so there is no gradient to show</source>
      <translation>실행이 {shown}을(를) 계산하지 않으므로 보여 줄 기울기가 없습니다</translation>
    </message>
    <message>
      <source>the run ended because the worker process {ending}</source>
      <translation>계산하는 프로세스 때문에 실행이 끝났습니다: {ending}</translation>
    </message>
    <message>
      <source>the run ended with an internal error: {name}: {error}</source>
      <translation>프로그램의 오류로 실행이 끝났습니다: {name}: {error}</translation>
    </message>
    <message>
      <source>the run {how_it_ended}</source>
      <translation>실행: {how_it_ended}</translation>
    </message>
    <message>
      <source>the scope of the block</source>
      <translation>블록의 범위</translation>
    </message>
    <message>
      <source>the second-order gradient of {title} is not supported, because the number of iterations is not known in advance</source>
      <translation>반복 횟수를 미리 알 수 없는 {title}의 그래디언트에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>the selected loss</source>
      <translation>선택한 손실</translation>
    </message>
    <message>
      <source>the serialized tensor does not have a valid shape</source>
      <translation>직렬화된 텐서의 모양이 올바르지 않습니다</translation>
    </message>
    <message>
      <source>the serialized tensor does not match its shape: {error}</source>
      <translation>직렬화된 텐서가 그 모양에 맞지 않습니다: {error}</translation>
    </message>
    <message>
      <source>the serialized tensor has the unsupported dtype number {dtype}</source>
      <translation>직렬화된 텐서는 읽을 수 없는 {dtype}번 dtype입니다</translation>
    </message>
    <message>
      <source>the server needs the package mcp 2.2 or later, which is not installed</source>
      <translation>서버에는 mcp 2.2 이상 패키지가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>the session has no tensor for the handle {text}</source>
      <translation>세션에 핸들 {text}의 텐서가 없습니다</translation>
    </message>
    <message>
      <source>the shape of a value has changed</source>
      <translation>값의 모양이 바뀌었습니다</translation>
    </message>
    <message>
      <source>the shape of {name} depends on values, but tracing needs it</source>
      <translation>{name}의 모양은 값에 따라 달라집니다: 추적하는 함수에는 지금 필요합니다</translation>
    </message>
    <message>
      <source>the shape {shape_text} is too large for a tensor</source>
      <translation>모양 {shape_text}은(는) 어떤 텐서보다도 큽니다</translation>
    </message>
    <message>
      <source>the shape {shape_text} of keys does not end with {shape_text2}, the shape of a key of {self}</source>
      <translation>모양이 {shape_text}인 키가 {self}의 키 모양 {shape_text2}(으)로 끝나지 않습니다</translation>
    </message>
    <message>
      <source>the shapes in the loops of the model cannot be determined</source>
      <translation>모델의 루프 안에 있는 모양을 정할 수 없습니다</translation>
    </message>
    <message>
      <source>the shapes of the values that the loop carries cannot be determined</source>
      <translation>반복이 넘기는 값의 모양을 정할 수 없습니다</translation>
    </message>
    <message>
      <source>the shapes {both} broadcast to {shape_text}, so all pairs are compared</source>
      <translation>형상 {both}이(가) {shape_text}(으)로 브로드캐스트되어 모든 쌍이 비교됩니다</translation>
    </message>
    <message>
      <source>the shared name {name} is also used by {maker}, whose type or attributes differ</source>
      <translation>공유 이름 {name}을(를) 유형이나 속성이 다른 {maker}도 사용합니다</translation>
    </message>
    <message>
      <source>the signature {shortened} names the tensor {decode}, which does not exist</source>
      <translation>시그니처 {shortened}이(가) 가리키는 텐서 {decode}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the size of axis {axis} of an input is not known before the model runs</source>
      <translation>받은 것의 축 {axis}의 크기는 실행하기 전에 알 수 없습니다</translation>
    </message>
    <message>
      <source>the size of the grid is not known before the model runs</source>
      <translation>격자의 크기는 실행하기 전에 알 수 없습니다</translation>
    </message>
    <message>
      <source>the sizes of a shape must be -1 (unknown), 0 or more, got {body}</source>
      <translation>모양의 크기는 -1(알 수 없음) 또는 0 이상이어야 하는데 {body}을(를) 받았습니다</translation>
    </message>
    <message>
      <source>the sizes of the images are not known before the model runs</source>
      <translation>이미지의 크기는 실행하기 전에 알 수 없습니다</translation>
    </message>
    <message>
      <source>the slice indexes {used} axes, but the tensor has rank {rank}</source>
      <translation>슬라이스는 축 {used}개를 가리키지만 텐서의 랭크는 {rank}입니다</translation>
    </message>
    <message>
      <source>the solutions of the exercise {why}</source>
      <translation>과제의 풀이 {why}</translation>
    </message>
    <message>
      <source>the sparse tensor with handle {number} has dtype {dtype}, not {short}</source>
      <translation>핸들이 {number}인 희소 텐서에는 {short}이(가) 아니라 {dtype}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>the sparse tensors of a minibatch must have the same rank, got {sorted}</source>
      <translation>랭크 {sorted}의 희소 텐서들은 한 미니배치에 담기지 않습니다</translation>
    </message>
    <message>
      <source>the state of {self} cannot be saved or restored, because the reader may be in the middle of a file</source>
      <translation>{self}은(는) 저장하고 복원할 수 없습니다: 파일 중간에 있을 수 있습니다</translation>
    </message>
    <message>
      <source>the status of a session</source>
      <translation>세션 상태</translation>
    </message>
    <message>
      <source>the status of the step</source>
      <translation>단계의 상태</translation>
    </message>
    <message>
      <source>the string contains an incomplete character (a lone surrogate)</source>
      <translation>텍스트에 반쪽 글자(짝 없는 서로게이트)가 있습니다</translation>
    </message>
    <message>
      <source>the string is not a serialized tensor</source>
      <translation>텍스트가 직렬화된 텐서가 아닙니다</translation>
    </message>
    <message>
      <source>the strings of {name} would take {longest} bytes in a .npz file</source>
      <translation>{name}의 텍스트들이 .npz 파일에서 {longest}바이트가 됩니다</translation>
    </message>
    <message>
      <source>the sum of {title}</source>
      <translation>{title}의 합</translation>
    </message>
    <message>
      <source>the surrogate {name} does not fit {block}</source>
      <translation>대리 함수 {name}은(는) {block}에 맞지 않습니다</translation>
    </message>
    <message>
      <source>the temporary variable at ref has the name {name}, not {wanted}</source>
      <translation>ref의 임시 변수 이름은 {wanted}이(가) 아니라 {name}입니다</translation>
    </message>
    <message>
      <source>the temporary variables {block_name} and {block_name2} both have the name {name}</source>
      <translation>임시 변수 {block_name}와(과) {block_name2}의 이름이 둘 다 {name}입니다</translation>
    </message>
    <message>
      <source>the tensor array has dtype {short}, not {short2}</source>
      <translation>텐서 배열에는 {short2}이(가) 아니라 {short}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>the tensor array has no elements to read, so the shape of an element must be given</source>
      <translation>읽을 원소가 없습니다: 모양을 주어야 합니다</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, but value is split into {count} parts</source>
      <translation>텐서 배열의 원소는 {size}개인데 value는 {count}개로 나뉩니다</translation>
    </message>
    <message>
      <source>the tensor array has {size} elements, so element {index} does not exist</source>
      <translation>텐서 배열의 원소는 {size}개여서 원소 {index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>the tensor has the shape {shape_text}, but EnsureShape requires {shape_text2}</source>
      <translation>텐서의 모양은 {shape_text}인데 EnsureShape는 {shape_text2}을(를) 요구합니다</translation>
    </message>
    <message>
      <source>the tensor has {nans} NaN and {infinities} Inf among {size} values</source>
      <translation>텐서의 값 {size}개 중에 NaN이 {nans}개, Inf가 {infinities}개 있습니다</translation>
    </message>
    <message>
      <source>the tensor is too large to be computed before the model runs</source>
      <translation>실행하기 전에 계산해야 하는 것에 비해 크기가 너무 큽니다</translation>
    </message>
    <message>
      <source>the tensor of the handle {text} has dtype {short}, not {short2}</source>
      <translation>핸들 {text}의 텐서는 {short2}이(가) 아니라 {short}입니다</translation>
    </message>
    <message>
      <source>the tensor {key} in the checkpoint has a dtype that cannot be read</source>
      <translation>체크포인트의 텐서 {key}은(는) 읽을 수 없는 dtype입니다</translation>
    </message>
    <message>
      <source>the tensor {text} cannot be saved twice</source>
      <translation>텐서 {text}은(는) 두 번 저장할 수 없습니다</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint has dtype {short}, not {short2}</source>
      <translation>체크포인트의 텐서 {text}은(는) {short2}이(가) 아니라 {short}입니다</translation>
    </message>
    <message>
      <source>the tensor {text} in the checkpoint has shape {list}, not {list2}</source>
      <translation>체크포인트의 텐서 {text}은(는) 모양이 {list2}이(가) 아니라 {list}입니다</translation>
    </message>
    <message>
      <source>the tensor {text} is in more than one of the checkpoints</source>
      <translation>텐서 {text}이(가) 여러 체크포인트에 있습니다</translation>
    </message>
    <message>
      <source>the tensor {text} is too large for this format</source>
      <translation>텐서 {text}은(는) 이 형식에 너무 큽니다</translation>
    </message>
    <message>
      <source>the text has half of a surrogate pair at offset {start}</source>
      <translation>텍스트의 오프셋 {start}에 서로게이트 쌍의 반쪽이 있습니다</translation>
    </message>
    <message>
      <source>the text has {text} characters; the limit for a tensor is {MAX_CHARACTERS}</source>
      <translation>{text}자의 텍스트는 텐서에 너무 깁니다: 한계는 {MAX_CHARACTERS}자입니다</translation>
    </message>
    <message>
      <source>the time limit was reached</source>
      <translation>시간 제한에 이르렀습니다</translation>
    </message>
    <message>
      <source>the title {fault}</source>
      <translation>제목: {fault}</translation>
    </message>
    <message>
      <source>the traced function returns a {name} as {path}, which is not a tensor</source>
      <translation>추적하는 함수가 {path}(으)로 {name}을(를) 냅니다: 텐서가 아닙니다</translation>
    </message>
    <message>
      <source>the traced function returns nothing</source>
      <translation>추적하는 함수가 내는 것이 없습니다</translation>
    </message>
    <message>
      <source>the two runs have no values in common to compare</source>
      <translation>두 실행에 비교할 공통 값이 없습니다</translation>
    </message>
    <message>
      <source>the type {fault}</source>
      <translation>유형: {fault}</translation>
    </message>
    <message>
      <source>the upper half of a product of 64-bit numbers is not supported</source>
      <translation>64비트 수의 곱의 위쪽 절반에 해당하는 블록이 없습니다</translation>
    </message>
    <message>
      <source>the usable block libraries are: {listed}</source>
      <translation>있는 것: {listed}</translation>
    </message>
    <message>
      <source>the value cannot be read</source>
      <translation>읽을 수 없습니다</translation>
    </message>
    <message>
      <source>the value fed to {name}: {message}</source>
      <translation>{name}에 넣은 값: {message}</translation>
    </message>
    <message>
      <source>the value has more than {MAX_ELEMENTS} elements</source>
      <translation>원소가 {MAX_ELEMENTS}개보다 많습니다</translation>
    </message>
    <message>
      <source>the value has the shape {shape_text}, but the variable has {shape_text2}</source>
      <translation>값의 모양은 {shape_text}, 변수의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>the value has {parts} elements, but the shape needs {count}</source>
      <translation>값이 {parts}개인데 모양에는 {count}개가 필요합니다</translation>
    </message>
    <message>
      <source>the value in {folder} does not fit: {message}</source>
      <translation>{folder}의 값이 맞지 않습니다: {message}</translation>
    </message>
    <message>
      <source>the value in {path} does not fit the variable: {message}</source>
      <translation>{path}의 값이 변수에 맞지 않습니다: {message}</translation>
    </message>
    <message>
      <source>the value is not a scalar: add a reduction block such as Mean</source>
      <translation>값이 스칼라가 아닙니다: Mean 같은 축소 블록을 추가하세요</translation>
    </message>
    <message>
      <source>the value is not one of the choices</source>
      <translation>값이 선택지에 없습니다</translation>
    </message>
    <message>
      <source>the value is {above} the {name} {bound}</source>
      <translation>값이 범위를 벗어났습니다: {above} {name}, {bound}</translation>
    </message>
    <message>
      <source>the value must be a list</source>
      <translation>리스트여야 합니다</translation>
    </message>
    <message>
      <source>the value must be a string</source>
      <translation>문자열이어야 합니다</translation>
    </message>
    <message>
      <source>the value must be an object</source>
      <translation>객체여야 합니다</translation>
    </message>
    <message>
      <source>the value must be an object with 'block' and 'wires'</source>
      <translation>'block'과 'wires'가 있는 객체여야 합니다</translation>
    </message>
    <message>
      <source>the value must be one list in braces, with commas between its elements</source>
      <translation>값은 중괄호로 묶은 리스트 하나여야 하며 원소 사이에 쉼표가 있어야 합니다</translation>
    </message>
    <message>
      <source>the value must be true or false</source>
      <translation>값은 참 또는 거짓이어야 합니다</translation>
    </message>
    <message>
      <source>the value occupies bytes {position} to {position2}, but the file has only {size} bytes</source>
      <translation>값이 {position}~{position2}바이트를 차지하지만 파일은 {size}바이트뿐입니다</translation>
    </message>
    <message>
      <source>the value of a Constant operator</source>
      <translation>Constant 연산자의 값</translation>
    </message>
    <message>
      <source>the value of an unknown key {fault}</source>
      <translation>알 수 없는 키의 값: {fault}</translation>
    </message>
    <message>
      <source>the value of the output {name} is not known</source>
      <translation>{name}에서 무엇을 낼지 알 수 없습니다</translation>
    </message>
    <message>
      <source>the value {fault}</source>
      <translation>값: {fault}</translation>
    </message>
    <message>
      <source>the values of the inputs are not known before the model runs</source>
      <translation>입력 값은 모델을 실행하기 전에 알 수 없습니다</translation>
    </message>
    <message>
      <source>the values take more than {MAX_DATA} MiB</source>
      <translation>값이 {MAX_DATA} MiB보다 큽니다</translation>
    </message>
    <message>
      <source>the values take {size} bytes, but the memory_limit of {self} is {limit}</source>
      <translation>값들이 {size}바이트인데 {self}의 memory_limit는 {limit}입니다</translation>
    </message>
    <message>
      <source>the variable belongs to one iteration of a loop</source>
      <translation>루프의 한 반복에 속합니다</translation>
    </message>
    <message>
      <source>the variable has no value: {text}</source>
      <translation>값이 없습니다: {text}</translation>
    </message>
    <message>
      <source>the variable has reached the limit {limit}</source>
      <translation>변수가 한계 {limit}에 이르렀습니다</translation>
    </message>
    <message>
      <source>the variable {block_name} has no value yet</source>
      <translation>변수 {block_name}에 아직 값이 없습니다</translation>
    </message>
    <message>
      <source>the variable {name} has no value yet</source>
      <translation>변수 {name}에 아직 값이 없습니다</translation>
    </message>
    <message>
      <source>the variables are: {listed}</source>
      <translation>변수: {listed}</translation>
    </message>
    <message>
      <source>the variables have no values yet</source>
      <translation>변수에 아직 값이 없습니다</translation>
    </message>
    <message>
      <source>the variables have their values from before the step</source>
      <translation>변수는 이 단계 전의 값을 유지합니다</translation>
    </message>
    <message>
      <source>the variables have their values from before the step. The batch is in {batch}</source>
      <translation>변수는 이 단계 전의 값을 유지합니다. 배치는 {batch}에 있습니다</translation>
    </message>
    <message>
      <source>the variables of the page are: {names}</source>
      <translation>페이지의 변수: {names}</translation>
    </message>
    <message>
      <source>the variables of {name} cannot be read</source>
      <translation>{name}의 변수를 읽을 수 없습니다</translation>
    </message>
    <message>
      <source>the variables were not saved. Use --save-every N or --checkpoint DIR to save them during the run</source>
      <translation>변수가 저장되지 않았습니다. 실행 중에 저장하려면 --save-every N이나 --checkpoint DIR을 쓰세요</translation>
    </message>
    <message>
      <source>the vocabulary of {name} cannot be read: {why}</source>
      <translation>{name}의 어휘를 읽을 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>the weights W or R are missing</source>
      <translation>가중치 W 또는 R이 없습니다</translation>
    </message>
    <message>
      <source>the weights are already variables</source>
      <translation>가중치는 이미 변수입니다</translation>
    </message>
    <message>
      <source>the weights of the model are stored in files next to the diagram, so OUT is required</source>
      <translation>가중치는 다이어그램 옆의 파일에 저장됩니다. OUT을 지정하세요</translation>
    </message>
    <message>
      <source>the wire no longer exists</source>
      <translation>와이어가 더 이상 없습니다</translation>
    </message>
    <message>
      <source>the wires into it are from {names}</source>
      <translation>들어오는 와이어는 {names}에서 옵니다</translation>
    </message>
    <message>
      <source>the {form} contains no pixels: the size in its header is {text}</source>
      <translation>{form}에 픽셀이 없습니다: 헤더에는 {text}(이)라고 되어 있습니다</translation>
    </message>
    <message>
      <source>the {kind} contain an item of a different kind</source>
      <translation>{kind} 가운데 다른 것이 있습니다</translation>
    </message>
    <message>
      <source>the {labels} labels {join} do not match an operand of shape {shape_text}</source>
      <translation>라벨 {labels}개 {join}이(가) 모양이 {shape_text}인 피연산자에 맞지 않습니다</translation>
    </message>
    <message>
      <source>the {short} values of {pin} cannot be stored in the output dtype {short2}</source>
      <translation>{pin}의 {short}은(는) {short2}에 담기지 않습니다</translation>
    </message>
    <message>
      <source>the {size} coefficients cannot be divided evenly among {count} outputs</source>
      <translation>계수 {size}개를 출력 {count}개에 고르게 나눌 수 없습니다</translation>
    </message>
    <message>
      <source>the {what} of {name} failed: {name2}: {error}</source>
      <translation>{name}의 {what} 실패: {name2}: {error}</translation>
    </message>
    <message>
      <source>the {what}s are: {join}{more}</source>
      <translation>있는 {what}: {join}{more}</translation>
    </message>
    <message>
      <source>there are more errors</source>
      <translation>오류가 더 있습니다</translation>
    </message>
    <message>
      <source>there are no bounding boxes</source>
      <translation>경계 상자가 없습니다</translation>
    </message>
    <message>
      <source>there are no cells on the clipboard</source>
      <translation>클립보드에 셀이 없습니다</translation>
    </message>
    <message>
      <source>there are no images in {folder}</source>
      <translation>{folder}에 그림이 없습니다</translation>
    </message>
    <message>
      <source>there are no inputs to differentiate with respect to</source>
      <translation>무엇으로 미분할지 없습니다: inputs가 주어지지 않았습니다</translation>
    </message>
    <message>
      <source>there are no outputs to differentiate</source>
      <translation>미분할 것이 없습니다: outputs가 주어지지 않았습니다</translation>
    </message>
    <message>
      <source>there are only {examples} examples, fewer than the batch size {batch_size}</source>
      <translation>예제가 {examples}개뿐이어서 배치 크기 {batch_size}보다 적습니다</translation>
    </message>
    <message>
      <source>there are {operations} operations; the limit is {MOST_OPERATIONS}</source>
      <translation>연산이 {operations}개인데 한도는 {MOST_OPERATIONS}개입니다</translation>
    </message>
    <message>
      <source>there is already a block {id}</source>
      <translation>블록 {id}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is already a block {name!r} on this page</source>
      <translation>이 페이지에 이미 블록 {name!r}이(가) 있습니다</translation>
    </message>
    <message>
      <source>there is already a composite {name}</source>
      <translation>컴포지트 {name}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is already a composite {new!r}</source>
      <translation>합성 블록 {new!r}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is already a page {name}</source>
      <translation>페이지 {name}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is already a promoted value {name}</source>
      <translation>블록에 표시된 값 {name}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>there is no automatic fix. Suggestion: {mend}</source>
      <translation>자동 수정이 없습니다. 제안: {mend}</translation>
    </message>
    <message>
      <source>there is no backend {name}</source>
      <translation>백엔드 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block library {shortened} in your library folder</source>
      <translation>내 라이브러리 폴더에 패키지 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {name!r}</source>
      <translation>블록 유형 {name!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {name}</source>
      <translation>블록 유형 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {name} in this library</source>
      <translation>이 라이브러리에는 블록 유형 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {type!r}</source>
      <translation>블록 유형 {type!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {type}</source>
      <translation>블록 유형 {type}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block type {value}</source>
      <translation>블록 유형 {value}이(가) 없습니다</translation>
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
      <source>there is no block {block_id}</source>
      <translation>블록 {block_id}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {block}</source>
      <translation>블록 {block}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {block}, which the name {name} refers to</source>
      <translation>이름 {name}이(가) 가리키는 블록 {block}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {name} whose gradient stop could be ignored</source>
      <translation>들어낼 블록 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {partition}</source>
      <translation>블록 {partition}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {path}</source>
      <translation>블록 {path}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {shortened}</source>
      <translation>블록 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no block {short}</source>
      <translation>블록 {short}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no bookmark {place} on this page: press Alt+{place} to set it to the current view</source>
      <translation>이 페이지에 책갈피 {place}이(가) 없습니다: Alt+{place}로 현재 보기에 설정합니다</translation>
    </message>
    <message>
      <source>there is no breakpoint at {at}</source>
      <translation>{at}에 중단점이 없습니다</translation>
    </message>
    <message>
      <source>there is no composite {names}</source>
      <translation>컴포지트 {names}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no composite {name}</source>
      <translation>컴포지트 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no composite {removeprefix}</source>
      <translation>컴포지트 {removeprefix}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no earlier step to go back to</source>
      <translation>돌아갈 수 있는 실행한 스텝이 없습니다</translation>
    </message>
    <message>
      <source>there is no edit to undo</source>
      <translation>실행 취소할 편집이 없습니다</translation>
    </message>
    <message>
      <source>there is no engine {wanted}</source>
      <translation>엔진 {wanted}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no example {name}</source>
      <translation>예제 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no floating-point constant that a gradient could reach</source>
      <translation>그래디언트가 닿을 수 있는 실수 값의 상수가 없습니다</translation>
    </message>
    <message>
      <source>there is no folder {folder}</source>
      <translation>폴더 {folder}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no folder {text}</source>
      <translation>폴더 {text}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no loss to minimize</source>
      <translation>최소화할 손실이 없습니다</translation>
    </message>
    <message>
      <source>there is no optimizer {name}</source>
      <translation>최적화기 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no output to compute a loss from</source>
      <translation>손실을 계산할 출력이 없습니다</translation>
    </message>
    <message>
      <source>there is no page or composite {shortened}</source>
      <translation>페이지나 합성 블록 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no page {name}</source>
      <translation>페이지 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no page {page}</source>
      <translation>페이지 {page}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no pin {block}</source>
      <translation>핀 {block}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no pin {name!r}</source>
      <translation>핀 {name!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no promoted value {name}</source>
      <translation>블록에 표시된 값 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no result {name}</source>
      <translation>결과 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no such file</source>
      <translation>그런 파일이 없습니다</translation>
    </message>
    <message>
      <source>there is no such wire into {target}</source>
      <translation>{target}(으)로 들어오는 그런 와이어가 없습니다</translation>
    </message>
    <message>
      <source>there is no tensor {wrong} in an element of {count} tensors</source>
      <translation>텐서 {count}개의 원소에는 텐서 {wrong}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no tool {name}</source>
      <translation>도구 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no usable block library {shortened}</source>
      <translation>쓸 수 있는 컴포지트 패키지 {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no value {index}: values has {shapes} tensors</source>
      <translation>값 {index}이(가) 없습니다: values에는 {shapes}개 있습니다</translation>
    </message>
    <message>
      <source>there is no variable {name}</source>
      <translation>변수 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is no variable {path}; the variables are: {listed}</source>
      <translation>변수 {path}이(가) 없습니다. 있는 것: {listed}</translation>
    </message>
    <message>
      <source>there is no {what}</source>
      <translation>{what}: 없습니다</translation>
    </message>
    <message>
      <source>there is no {what} {shortened}</source>
      <translation>{what} {shortened}이(가) 없습니다</translation>
    </message>
    <message>
      <source>there is nothing to differentiate</source>
      <translation>이 페이지에는 미분되는 것이 없습니다</translation>
    </message>
    <message>
      <source>there is nothing to differentiate with respect to: wire a tensor to inputs</source>
      <translation>무엇에 대해 미분할지 없습니다: inputs에 텐서를 이으세요</translation>
    </message>
    <message>
      <source>there is nothing to differentiate: wire a tensor to outputs</source>
      <translation>미분할 것이 없습니다: outputs에 텐서를 이으세요</translation>
    </message>
    <message>
      <source>there is nothing to export: no block has a result that a model can compute</source>
      <translation>내보낼 것이 없습니다: 모델이 계산할 수 있는 것을 내는 블록이 없습니다</translation>
    </message>
    <message>
      <source>there is nothing to export: no page has an output</source>
      <translation>내보낼 것이 없습니다: 출력을 내는 페이지가 없습니다</translation>
    </message>
    <message>
      <source>there is nothing to train: no trainable Variable comes before this block</source>
      <translation>학습시킬 것이 없습니다: 그 전에 학습 가능한 Variable을 만들지 않았습니다</translation>
    </message>
    <message>
      <source>these images are too large to show</source>
      <translation>이미지가 너무 커서 표시할 수 없습니다</translation>
    </message>
    <message>
      <source>these surrogates fit: {known}</source>
      <translation>맞는 것: {known}</translation>
    </message>
    <message>
      <source>this GradientContract has no loss</source>
      <translation>이 GradientContract에 손실이 없습니다</translation>
    </message>
    <message>
      <source>this block aborted the step</source>
      <translation>이 블록이 단계를 중단했습니다</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: its value is not an array</source>
      <translation>이 블록은 JAX로 내보낼 수 없습니다: 값이 배열이 아닙니다</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: {name} uses {of}</source>
      <translation>이 블록은 JAX로 내보낼 수 없습니다. {name}이(가) {of}을(를) 사용합니다</translation>
    </message>
    <message>
      <source>this block cannot be exported to JAX: {title} {reason}</source>
      <translation>이 블록은 JAX로 내보낼 수 없습니다: {title}: {reason}</translation>
    </message>
    <message>
      <source>this block cannot be exported to ONNX: {text}</source>
      <translation>이 블록은 ONNX로 내보낼 수 없습니다: {text}</translation>
    </message>
    <message>
      <source>this block removes files and cannot be timed</source>
      <translation>파일을 지우므로 측정하려고 실행하지 않습니다</translation>
    </message>
    <message>
      <source>this block runs in every step, but no ClientSession does</source>
      <translation>이 블록은 매 단계 실행되지만 매 단계 실행되는 ClientSession이 없습니다</translation>
    </message>
    <message>
      <source>this block writes files and cannot be timed</source>
      <translation>파일을 쓰므로 측정하려고 실행하지 않습니다</translation>
    </message>
    <message>
      <source>this diagram is not a block library: it has no 'package'</source>
      <translation>이 다이어그램은 패키지가 아닙니다: 'package'가 없습니다</translation>
    </message>
    <message>
      <source>this file is part of a SavedModel: name the folder that contains saved_model.pb</source>
      <translation>SavedModel이 들어 있습니다: saved_model.pb가 있는 폴더를 고르세요</translation>
    </message>
    <message>
      <source>this installation of Gradblocks does not include the editor</source>
      <translation>이 Gradblocks 설치에는 편집기가 없습니다</translation>
    </message>
    <message>
      <source>this is a PyTorch file. Only PyTorch can open it, because opening it can run code</source>
      <translation>PyTorch 파일입니다. 여는 동안 코드가 실행될 수 있으므로 PyTorch에서만 열 수 있습니다</translation>
    </message>
    <message>
      <source>this is not JSON: {msg} at {location}</source>
      <translation>JSON이 아닙니다: {location}에서 {msg}</translation>
    </message>
    <message>
      <source>this is not UTF-8 text: byte {data} at offset {start}</source>
      <translation>UTF-8 텍스트가 아닙니다: 위치 {start}의 바이트 {data}</translation>
    </message>
    <message>
      <source>this is not a Gradblocks diagram: a diagram is a JSON object</source>
      <translation>Gradblocks 다이어그램이 아닙니다: 다이어그램은 JSON 객체입니다</translation>
    </message>
    <message>
      <source>this is not a Gradblocks diagram: it {what}</source>
      <translation>Gradblocks 다이어그램이 아닙니다: {what}</translation>
    </message>
    <message>
      <source>this is not a Gradblocks diagram: {what} must be imported first</source>
      <translation>Gradblocks 다이어그램이 아닙니다: {what}은(는) 먼저 가져와야 합니다</translation>
    </message>
    <message>
      <source>this is not a TensorFlow GraphDef: it has no nodes</source>
      <translation>TensorFlow GraphDef가 아닙니다: 노드가 없습니다</translation>
    </message>
    <message>
      <source>this is not a checkpoint of a run</source>
      <translation>실행의 체크포인트가 아닙니다</translation>
    </message>
    <message>
      <source>this is not a composite</source>
      <translation>컴포지트가 아닙니다</translation>
    </message>
    <message>
      <source>this is not a model that can be imported</source>
      <translation>가져올 수 있는 모델이 아닙니다</translation>
    </message>
    <message>
      <source>this is not an enuSpace file</source>
      <translation>enuSpace 파일이 아닙니다</translation>
    </message>
    <message>
      <source>this is not an enuSpace page</source>
      <translation>enuSpace 페이지가 아닙니다</translation>
    </message>
    <message>
      <source>this is not an enuSpace project</source>
      <translation>enuSpace 프로젝트가 아닙니다</translation>
    </message>
    <message>
      <source>this is not an enuSpace task export</source>
      <translation>enuSpace 태스크 내보내기가 아닙니다</translation>
    </message>
    <message>
      <source>this is not an exercise: expected an object with "format": "{FORMAT}"</source>
      <translation>과제가 아닙니다. "format": "{FORMAT}"이 있는 객체여야 합니다</translation>
    </message>
    <message>
      <source>this library has no block type Placeholder</source>
      <translation>이 라이브러리에는 블록 유형 Placeholder가 없습니다</translation>
    </message>
    <message>
      <source>this note or frame no longer exists</source>
      <translation>이 메모나 프레임은 더 이상 없습니다</translation>
    </message>
    <message>
      <source>this page has nothing to measure</source>
      <translation>이 페이지에는 시간이 드는 것이 없습니다</translation>
    </message>
    <message>
      <source>this pooling does not support windows of more than {MOST_STEPS} elements</source>
      <translation>이 풀링은 원소가 {MOST_STEPS}개를 넘는 윈도를 지원하지 않습니다</translation>
    </message>
    <message>
      <source>this pooling does not support windows whose sizes add up to more than {MOST_STEPS}</source>
      <translation>축을 따라 원소가 {MOST_STEPS}개보다 많은 윈도는 이렇게 풀링하지 않습니다</translation>
    </message>
    <message>
      <source>this value cannot come from a file: {show}</source>
      <translation>여기서는 파일의 데이터를 쓸 수 없습니다: {show}</translation>
    </message>
    <message>
      <source>this variable cannot be exported to JAX: it has no initial value</source>
      <translation>이 변수는 JAX로 내보낼 수 없습니다: 초깃값이 없습니다</translation>
    </message>
    <message>
      <source>this version of the .npy format is not supported</source>
      <translation>알 수 없는 버전의 .npy 파일입니다</translation>
    </message>
    <message>
      <source>this {title} cannot be exported to TensorFlow</source>
      <translation>이 {title}은(는) 여기서 TensorFlow 그래프로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>time: {text}</source>
      <translation>시간: {text}</translation>
    </message>
    <message>
      <source>timeout_ms must be -1, got {attrs}: timeouts are not supported</source>
      <translation>timeout_ms는 -1이어야 하는데 {attrs}입니다: 시간 제한이 없습니다</translation>
    </message>
    <message>
      <source>to a display</source>
      <translation>표시 블록으로</translation>
    </message>
    <message>
      <source>to run the composite once, use an instance of the composite</source>
      <translation>한 번만 쓰려면 합성 블록의 인스턴스를 사용하십시오</translation>
    </message>
    <message>
      <source>to the right</source>
      <translation>오른쪽으로</translation>
    </message>
    <message>
      <source>today at %H:%M</source>
      <translation>오늘 %H:%M</translation>
    </message>
    <message>
      <source>too many classes to show: {count:,}</source>
      <translation>표시하기에 클래스가 너무 많습니다: {count:,}개</translation>
    </message>
    <message>
      <source>too many event files were created within one second</source>
      <translation>1초 안에 이벤트 파일이 너무 많이 만들어졌습니다</translation>
    </message>
    <message>
      <source>total gradient with respect to {name}</source>
      <translation>{name}에 대한 전체 그래디언트</translation>
    </message>
    <message>
      <source>trace a function of arrays with blocks.trace instead</source>
      <translation>대신 배열 함수를 blocks.trace로 추적하세요</translation>
    </message>
    <message>
      <source>trainable: expected the name or the index of an argument, got {each}</source>
      <translation>trainable: 인수의 이름이나 인덱스가 필요하지만 {each}입니다</translation>
    </message>
    <message>
      <source>trainable: the argument {name} has no arrays</source>
      <translation>trainable: 인수 {name}에 배열이 없습니다</translation>
    </message>
    <message>
      <source>trainable: two arrays have the name {name}</source>
      <translation>trainable: 두 배열의 이름이 {name}(으)로 같습니다</translation>
    </message>
    <message>
      <source>trainable: {path} needs an array as its initial value, got {name}</source>
      <translation>trainable: {path}의 초깃값은 배열이어야 하지만 {name}입니다</translation>
    </message>
    <message>
      <source>trains {variables}</source>
      <translation>{variables}을(를) 학습</translation>
    </message>
    <message>
      <source>transpose the input</source>
      <translation>입력을 전치하세요</translation>
    </message>
    <message>
      <source>true classes must be from 0 to {count}, got {wrong}</source>
      <translation>참 클래스는 0부터 {count}까지여야 하는데 {wrong}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>true classes must be from 0 to {num_sampled}, got {wrong}</source>
      <translation>참 클래스는 0부터 {num_sampled}까지여야 하는데 {wrong}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>true or false</source>
      <translation>참 또는 거짓</translation>
    </message>
    <message>
      <source>try again in a moment</source>
      <translation>잠시 후 다시 시도하세요</translation>
    </message>
    <message>
      <source>turn large constants or variables into inputs</source>
      <translation>큰 상수나 변수를 입력으로 바꾸세요</translation>
    </message>
    <message>
      <source>turns a finite gradient into NaN or infinity</source>
      <translation>유한한 그래디언트를 NaN 또는 무한대로 만듭니다</translation>
    </message>
    <message>
      <source>two FeedType blocks feed different values to {block_name} in the same step</source>
      <translation>두 FeedType 블록이 같은 단계에서 {block_name}에 서로 다른 값을 줍니다</translation>
    </message>
    <message>
      <source>two blocks have the id {shortened}</source>
      <translation>두 블록의 id가 {shortened}입니다</translation>
    </message>
    <message>
      <source>two blocks have the same id</source>
      <translation>두 블록의 이름이 같습니다</translation>
    </message>
    <message>
      <source>two nodes have the name {shortened}</source>
      <translation>노드 {shortened}이(가) 둘 있습니다</translation>
    </message>
    <message>
      <source>two promoted values have the name {shortened}</source>
      <translation>블록에 표시된 두 값의 이름이 {shortened}입니다</translation>
    </message>
    <message>
      <source>two questions have the id {shortened}</source>
      <translation>두 질문의 ID가 {shortened}입니다</translation>
    </message>
    <message>
      <source>two values have the name {shortened}</source>
      <translation>두 값의 이름이 {shortened}입니다</translation>
    </message>
    <message>
      <source>two {what} have the name {shortened}</source>
      <translation>{what} 둘의 이름이 {shortened}입니다</translation>
    </message>
    <message>
      <source>type its value</source>
      <translation>값을 입력하세요</translation>
    </message>
    <message>
      <source>unexpected text after the value: write several values in braces, {1, 2}</source>
      <translation>값 뒤에 무언가 더 있습니다: 여러 값은 {1, 2}처럼 중괄호 안에 씁니다</translation>
    </message>
    <message>
      <source>uniform_noise cannot be true if noise is {noise}</source>
      <translation>uniform_noise와 noise {noise}이(가) 서로 어긋납니다</translation>
    </message>
    <message>
      <source>uninstall the plugin with pip, or use `disable` to keep its code from running</source>
      <translation>pip로 플러그인을 제거하거나, `disable`로 코드가 실행되지 않게 하세요</translation>
    </message>
    <message>
      <source>unknown</source>
      <translation>알 수 없음</translation>
    </message>
    <message>
      <source>unmute the block, or wire around the block</source>
      <translation>음소거를 풀거나 돌아서 이으세요</translation>
    </message>
    <message>
      <source>unresolved merge conflict: {subject}: ours {shown}, theirs {shown2}</source>
      <translation>병합에 충돌이 남았습니다: {subject}: 우리 {shown}, 저쪽 {shown2}</translation>
    </message>
    <message>
      <source>untitled</source>
      <translation>제목 없음</translation>
    </message>
    <message>
      <source>unwire {source} first</source>
      <translation>먼저 {source}의 연결을 끊으세요</translation>
    </message>
    <message>
      <source>update Gradblocks to open the diagram</source>
      <translation>열려면 Gradblocks를 업데이트하세요</translation>
    </message>
    <message>
      <source>update_rule {rule} with {many} query heads and {few} key and value heads is not supported</source>
      <translation>헤드 {many}개와 {few}개의 규칙 {rule}을(를) 알 수 없습니다</translation>
    </message>
    <message>
      <source>use --backend jax to run the block</source>
      <translation>--backend jax로 실행하세요</translation>
    </message>
    <message>
      <source>use --backend numpy to run the page</source>
      <translation>--backend numpy로 실행하세요</translation>
    </message>
    <message>
      <source>use --folder to write the files anyway</source>
      <translation>그래도 쓰려면 --folder를 쓰세요</translation>
    </message>
    <message>
      <source>use --json to write the value</source>
      <translation>--json으로 씁니다</translation>
    </message>
    <message>
      <source>use --json, which takes less space</source>
      <translation>--json으로는 더 적게 씁니다</translation>
    </message>
    <message>
      <source>use --page with one of {listed}</source>
      <translation>--page에 {listed} 중 하나를 쓰세요</translation>
    </message>
    <message>
      <source>use --resume to continue that run, or choose another folder for a new run</source>
      <translation>--resume으로 이어서 실행하거나 새 실행에는 다른 폴더를 선택하세요</translation>
    </message>
    <message>
      <source>use --resume to continue that sweep, or choose another folder for a new one</source>
      <translation>--resume으로 그 스윕을 계속하거나 새 스윕에 다른 폴더를 선택하십시오</translation>
    </message>
    <message>
      <source>use -Softplus(-x), where x is the input of the Sigmoid</source>
      <translation>-Softplus(-x)를 쓰세요. x는 Sigmoid의 입력입니다</translation>
    </message>
    <message>
      <source>use -Softplus(x), where x is the input of the Sigmoid</source>
      <translation>-Softplus(x)를 쓰세요. x는 Sigmoid의 입력입니다</translation>
    </message>
    <message>
      <source>use ClipByValue with the bounds -1 + epsilon and 1 - epsilon</source>
      <translation>경계를 -1 + epsilon과 1 - epsilon으로 하여 ClipByValue를 사용하세요</translation>
    </message>
    <message>
      <source>use Conv2D</source>
      <translation>Conv2D를 쓰세요</translation>
    </message>
    <message>
      <source>use DecodeBmp</source>
      <translation>DecodeBmp를 쓰세요</translation>
    </message>
    <message>
      <source>use DecodeGif to decode all frames</source>
      <translation>모든 프레임을 디코딩하려면 DecodeGif를 쓰세요</translation>
    </message>
    <message>
      <source>use DecodeImage</source>
      <translation>DecodeImage를 쓰세요</translation>
    </message>
    <message>
      <source>use Decode{name}</source>
      <translation>Decode{name}을(를) 쓰세요</translation>
    </message>
    <message>
      <source>use Minimize, because no block of the page can be wired to these variables</source>
      <translation>페이지의 블록을 이 변수에 이을 수 없으므로 Minimize를 쓰세요</translation>
    </message>
    <message>
      <source>use NHWC or NCHW</source>
      <translation>NHWC나 NCHW를 쓰세요</translation>
    </message>
    <message>
      <source>use Repeat, Scan, Map or Cond for second-order gradients</source>
      <translation>2차 그래디언트에는 Repeat, Scan, Map, Cond를 쓰세요</translation>
    </message>
    <message>
      <source>use Reshape to give both tensors the shape {shape_text}</source>
      <translation>Reshape로 둘 다 형상 {shape_text}(으)로 만드세요</translation>
    </message>
    <message>
      <source>use SaveV2, which has no size limit</source>
      <translation>그런 한계가 없는 SaveV2를 쓰세요</translation>
    </message>
    <message>
      <source>use Sqrt(Sum(Square(x)) + epsilon), with epsilon inside the root</source>
      <translation>제곱근 안에 epsilon을 둔 Sqrt(Sum(Square(x)) + epsilon)을 쓰세요</translation>
    </message>
    <message>
      <source>use UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1 to 15, windows-1250 to 1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR or windows-949</source>
      <translation>알려진 것은 UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1~15, windows-1250~1258, KOI8-R, KOI8-U, GB18030, GBK, Shift_JIS, EUC-JP, EUC-KR, windows-949입니다</translation>
    </message>
    <message>
      <source>use `gradblocks convert` to make a diagram of another file</source>
      <translation>다른 파일은 `gradblocks convert`로 다이어그램을 만드세요</translation>
    </message>
    <message>
      <source>use a Gather block to index with a tensor</source>
      <translation>텐서로 인덱싱하려면 Gather 블록을 사용하세요</translation>
    </message>
    <message>
      <source>use a Mean or Sum block to reduce the tensor to one number</source>
      <translation>Mean이나 Sum 블록으로 하나를 만드세요</translation>
    </message>
    <message>
      <source>use a MutableHashTable</source>
      <translation>MutableHashTable을 쓰세요</translation>
    </message>
    <message>
      <source>use a PaddingFIFOQueue for elements of different sizes</source>
      <translation>크기가 다른 원소에는 PaddingFIFOQueue를 쓰세요</translation>
    </message>
    <message>
      <source>use a Python identifier that does not start with an underscore and is not a block type</source>
      <translation>밑줄로 시작하지 않고 블록 타입이 아닌 Python 식별자를 쓰세요</translation>
    </message>
    <message>
      <source>use a Python number that is not an argument of the traced function</source>
      <translation>추적한 함수의 인수가 아닌 Python 수에 있습니다</translation>
    </message>
    <message>
      <source>use a complex dtype for complex numbers</source>
      <translation>복소수에는 복소수 dtype을 사용하세요</translation>
    </message>
    <message>
      <source>use a decimal point, as in 3.5: a comma separates values</source>
      <translation>쉼표는 값을 나눕니다: 소수는 3.5처럼 점을 씁니다</translation>
    </message>
    <message>
      <source>use a dense tensor that broadcasts to the shape of the sparse tensor</source>
      <translation>희소 텐서의 모양으로 브로드캐스트되는 조밀 텐서를 쓰세요</translation>
    </message>
    <message>
      <source>use a different seed</source>
      <translation>다른 시드를 쓰세요</translation>
    </message>
    <message>
      <source>use a file that contains "format": "{FIRST}"</source>
      <translation>"format": "{FIRST}"가 들어 있는 파일을 쓰세요</translation>
    </message>
    <message>
      <source>use a file with a list of symbols under the key "object"</source>
      <translation>키 "object"에 심볼 목록이 있는 파일을 사용하세요</translation>
    </message>
    <message>
      <source>use a function of blocks.ops, or trace a function of arrays with blocks.trace</source>
      <translation>blocks.ops의 함수를 쓰거나 배열 함수를 blocks.trace로 추적하세요</translation>
    </message>
    <message>
      <source>use a learning rate above 0</source>
      <translation>0보다 큰 학습률을 쓰세요</translation>
    </message>
    <message>
      <source>use a mask and torch.where</source>
      <translation>마스크와 torch.where를 사용하세요</translation>
    </message>
    <message>
      <source>use a name such as float32, int32, bool or string</source>
      <translation>float32, int32, bool, string 같은 이름을 쓰세요</translation>
    </message>
    <message>
      <source>use a number, true, false or a quoted string</source>
      <translation>숫자, true, false 또는 따옴표로 묶은 문자열을 사용하세요</translation>
    </message>
    <message>
      <source>use a page (.svg), a task export (.json) or a project (.enup)</source>
      <translation>페이지(.svg), 태스크 내보내기(.json) 또는 프로젝트(.enup)를 쓰세요</translation>
    </message>
    <message>
      <source>use a vector or a matrix</source>
      <translation>벡터나 행렬을 주세요</translation>
    </message>
    <message>
      <source>use an .enup file that enuSpace saved</source>
      <translation>enuSpace가 저장한 .enup 파일을 사용하세요</translation>
    </message>
    <message>
      <source>use an .svg file that enuSpace saved</source>
      <translation>enuSpace가 저장한 .svg 파일을 사용하세요</translation>
    </message>
    <message>
      <source>use an IdentityReader or a WholeFileReader</source>
      <translation>IdentityReader나 WholeFileReader를 쓰세요</translation>
    </message>
    <message>
      <source>use intervals that are multiples of each other</source>
      <translation>서로 배수인 간격을 쓰세요</translation>
    </message>
    <message>
      <source>use nonfinite, rises or a comparison such as norm &gt; 10, joined by `and` or `or`</source>
      <translation>nonfinite, rises 또는 norm &gt; 10 같은 비교를 `and`나 `or`로 이어 쓰세요</translation>
    </message>
    <message>
      <source>use np.where to choose elements</source>
      <translation>원소를 고르려면 np.where를 사용하세요</translation>
    </message>
    <message>
      <source>use np.where to select element by element, or blocks.loops.cond to branch on a boolean</source>
      <translation>원소별로 고르려면 np.where를, 참/거짓 값으로 분기하려면 blocks.loops.cond를 쓰십시오</translation>
    </message>
    <message>
      <source>use one of {join}</source>
      <translation>{join} 중 하나를 쓰세요</translation>
    </message>
    <message>
      <source>use one of {join}, or a folder that ends in / for a SavedModel</source>
      <translation>{join} 중 하나를 쓰거나, SavedModel이면 /로 끝나는 폴더를 쓰세요</translation>
    </message>
    <message>
      <source>use one of: {join}</source>
      <translation>다음 중 하나를 쓰세요: {join}</translation>
    </message>
    <message>
      <source>use one of: {names}</source>
      <translation>다음 중 하나를 쓰세요: {names}</translation>
    </message>
    <message>
      <source>use only `step` in the condition</source>
      <translation>조건에는 `step`만 사용하세요</translation>
    </message>
    <message>
      <source>use shorter names or fewer nested scopes</source>
      <translation>이름을 줄이거나 겹친 스코프를 줄이세요</translation>
    </message>
    <message>
      <source>use tensors instead</source>
      <translation>대신 텐서를 사용하세요</translation>
    </message>
    <message>
      <source>use the same condition to replace unsafe inputs of {block_name} with a safe value</source>
      <translation>{block_name}의 입력도 같은 조건으로 고르고, 그 외에는 안전한 값을 쓰세요</translation>
    </message>
    <message>
      <source>use torch.where, or pass the value as a Python number</source>
      <translation>torch.where를 사용하거나 값을 Python 숫자로 전달하세요</translation>
    </message>
    <message>
      <source>use {name} only</source>
      <translation>{name}만 사용하세요</translation>
    </message>
    <message>
      <source>use {option} DIR to allow another folder</source>
      <translation>{option} DIR로 다른 폴더를 허용합니다</translation>
    </message>
    <message>
      <source>uses</source>
      <translation>입력받는</translation>
    </message>
    <message>
      <source>uses a different approximation from JAX for half precision</source>
      <translation>half 정밀도에 JAX와 다른 근사를 사용합니다</translation>
    </message>
    <message>
      <source>uses a norm for the rows of complex matrices that differs from XLA's</source>
      <translation>복소수 행렬의 행에 XLA와 다른 노름을 사용합니다</translation>
    </message>
    <message>
      <source>value</source>
      <translation>값</translation>
    </message>
    <message>
      <source>value: {value}</source>
      <translation>값: {value}</translation>
    </message>
    <message>
      <source>value_shape must be the shape of a scalar or a vector, got {shape_text}</source>
      <translation>value_shape는 스칼라나 벡터의 모양이어야 하는데 {shape_text}입니다</translation>
    </message>
    <message>
      <source>value_shape must be the shape of a vector, got {shape_text}</source>
      <translation>value_shape는 벡터의 모양이어야 하는데 {shape_text}입니다</translation>
    </message>
    <message>
      <source>values must have one value per key, got a scalar</source>
      <translation>values에는 키마다 값이 하나씩 있어야 하는데 스칼라입니다</translation>
    </message>
    <message>
      <source>values must have the shape {shape_text}, got {shape_text2}</source>
      <translation>값들의 모양은 {shape_text}이어야 하는데 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>values of dtype {short} cannot be written as JSON</source>
      <translation>dtype {short}의 값은 JSON으로 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>vanishing 1e{exponent}</source>
      <translation>소실 1e{exponent}</translation>
    </message>
    <message>
      <source>variable reference</source>
      <translation>변수 참조</translation>
    </message>
    <message>
      <source>variables must be Variable blocks, but {block_name} is {display_name}</source>
      <translation>variables는 Variable 블록을 받는데 {block_name}은(는) {display_name}입니다</translation>
    </message>
    <message>
      <source>variables without a gradient ({lost})</source>
      <translation>그래디언트가 없는 변수 ({lost})</translation>
    </message>
    <message>
      <source>vocab_size is {size}, but the file {name} has {lines} lines</source>
      <translation>vocab_size는 {size}인데 파일 {name}은(는) {lines}줄입니다</translation>
    </message>
    <message>
      <source>waiting</source>
      <translation>대기 중</translation>
    </message>
    <message>
      <source>weights must be finite and 0 or more, and at least one must be above 0</source>
      <translation>가중치는 0 이상의 유한한 수이고 하나는 0보다 커야 합니다</translation>
    </message>
    <message>
      <source>weights: several trained arguments are like this pytree</source>
      <translation>weights: 이 pytree와 같은 형태의 학습된 인수가 여러 개입니다</translation>
    </message>
    <message>
      <source>weights: the leaves of this pytree do not fit the variables of a trained argument</source>
      <translation>weights: 이 pytree의 리프가 학습된 인수의 변수와 맞지 않습니다</translation>
    </message>
    <message>
      <source>what if this stop were ignored?</source>
      <translation>이 정지를 무시한다면?</translation>
    </message>
    <message>
      <source>what-if stop</source>
      <translation>가정한 정지</translation>
    </message>
    <message>
      <source>what-if: ignored</source>
      <translation>가정: 무시됨</translation>
    </message>
    <message>
      <source>what-if: stop at {name}</source>
      <translation>가정: {name}에서 정지</translation>
    </message>
    <message>
      <source>where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite, and 0 times infinity makes the gradient NaN</source>
      <translation>{pin}이(가) 선택되지 않은 곳에서 {block_name}({name})의 도함수가 무한대일 수 있고, 0 곱하기 무한대로 기울기가 NaN이 됩니다</translation>
    </message>
    <message>
      <source>where {pin} is not selected, the derivative of {block_name} ({name}) can be infinite. There, the gradient is 0 in TensorFlow and Gradblocks, but NaN in PyTorch and JAX</source>
      <translation>{pin}이(가) 선택되지 않은 곳에서 {block_name}({name})의 도함수가 무한대일 수 있습니다. 그곳의 기울기는 TensorFlow와 Gradblocks에서 0, PyTorch와 JAX에서 NaN입니다</translation>
    </message>
    <message>
      <source>why?</source>
      <translation>왜?</translation>
    </message>
    <message>
      <source>window boundaries must be in ascending order and between 0 and {size}, got {tolist}</source>
      <translation>창의 경계는 오름차순이고 0과 {size} 사이여야 하지만 {tolist}입니다</translation>
    </message>
    <message>
      <source>windows can have at most {LARGEST_WINDOW} elements, got {prod}</source>
      <translation>윈도의 원소는 많아야 {LARGEST_WINDOW}개인데 {prod}개입니다</translation>
    </message>
    <message>
      <source>wire a different variable to one of the pins</source>
      <translation>핀 하나에 다른 변수를 연결하십시오</translation>
    </message>
    <message>
      <source>wire a loss to this pin</source>
      <translation>이 핀에 손실을 연결하세요</translation>
    </message>
    <message>
      <source>wire a nonzero value to {value}</source>
      <translation>{value}에 0이 아닌 값을 연결하세요</translation>
    </message>
    <message>
      <source>wire a variable to the pin, and do not carry it between iterations</source>
      <translation>핀에 변수를 연결하고, 그 핀을 다음 반복으로 넘기지 마세요</translation>
    </message>
    <message>
      <source>wire number {number} must be a list of two strings, such as ["A.output", "v.a"]</source>
      <translation>선 {number}번은 ["A.output", "v.a"]처럼 문자열 두 개의 리스트여야 합니다</translation>
    </message>
    <message>
      <source>wire number {number}: {message}</source>
      <translation>선 {number}번: {message}</translation>
    </message>
    <message>
      <source>wire the gradient with respect to {block_name} to {pin}</source>
      <translation>{block_name}에 대한 기울기를 {pin}에 연결하세요</translation>
    </message>
    <message>
      <source>wire the operation of this block to a ClientSession</source>
      <translation>이 블록의 연산을 ClientSession에 연결하세요</translation>
    </message>
    <message>
      <source>wire {bends}</source>
      <translation>와이어 {bends}</translation>
    </message>
    <message>
      <source>with a {inserted}</source>
      <translation>{inserted} 포함</translation>
    </message>
    <message>
      <source>with this result, the tensors of a step take {size} bytes; the limit is {total}</source>
      <translation>이 결과를 포함하면 한 단계의 텐서가 {size}바이트를 차지합니다. 한도는 {total}입니다</translation>
    </message>
    <message>
      <source>without their first axis, the elements have the shape {shape_text}, but element_shape_except0 is {shape_text2}</source>
      <translation>첫 축을 뺀 원소의 모양은 {shape_text}인데 element_shape_except0은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>would flow here, too</source>
      <translation>여기로도 흐르게 됩니다</translation>
    </message>
    <message>
      <source>would flow, too</source>
      <translation>여기도 흐르게 됨</translation>
    </message>
    <message>
      <source>would get a gradient, too</source>
      <translation>그래디언트를 받게 됨</translation>
    </message>
    <message>
      <source>would get no gradient</source>
      <translation>그래디언트를 받지 못하게 됨</translation>
    </message>
    <message>
      <source>would no longer flow here</source>
      <translation>더는 여기로 흐르지 않게 됩니다</translation>
    </message>
    <message>
      <source>would stop flowing</source>
      <translation>더는 흐르지 않음</translation>
    </message>
    <message>
      <source>write "4 3 1,2:-" for rows 1 and 2 of a [4,3] tensor</source>
      <translation>[4,3] 텐서의 행 1과 2는 "4 3 1,2:-"로 씁니다</translation>
    </message>
    <message>
      <source>write a backslash as two backslashes</source>
      <translation>백슬래시 자체는 두 번 씁니다</translation>
    </message>
    <message>
      <source>write a shape as [2, 3], with ? for an unknown size</source>
      <translation>형태는 [2, 3]처럼 쓰고, 알 수 없는 크기는 ?로 쓰세요</translation>
    </message>
    <message>
      <source>write block.pin, or block.pin[0] for a list element</source>
      <translation>block.pin이라고 쓰고, 리스트의 원소는 block.pin[0]이라고 쓰세요</translation>
    </message>
    <message>
      <source>write data from a file as {"file": "name.npy"}, without other keys</source>
      <translation>파일의 데이터는 {"file": "name.npy"}로만 쓰고 곁에 다른 것을 두지 않습니다</translation>
    </message>
    <message>
      <source>write floats with a decimal point: 3.0</source>
      <translation>실수는 소수점을 넣어 쓰세요: 3.0</translation>
    </message>
    <message>
      <source>write grad(LOSS, PIN)</source>
      <translation>grad(LOSS, PIN)으로 쓰세요</translation>
    </message>
    <message>
      <source>write shapes as [[2, ?], [3]]</source>
      <translation>형태는 [[2, ?], [3]]처럼 쓰세요</translation>
    </message>
    <message>
      <source>write strings as ["one", "two"]</source>
      <translation>문자열은 ["one", "two"]처럼 쓰세요</translation>
    </message>
    <message>
      <source>write the values as floats, such as 3.0</source>
      <translation>3.0처럼 값을 float로 쓰세요</translation>
    </message>
    <message>
      <source>write x = x + y instead of x += y</source>
      <translation>x += y 대신 x = x + y라고 쓰세요</translation>
    </message>
    <message>
      <source>write {name}=A,B for two values</source>
      <translation>값이 둘이면 {name}=A,B로 쓰세요</translation>
    </message>
    <message>
      <source>write, for example, {block}.{pin}[0]</source>
      <translation>예: {block}.{pin}[0]</translation>
    </message>
    <message>
      <source>write, for example, {source}[0]</source>
      <translation>예: {source}[0]</translation>
    </message>
    <message>
      <source>wrong</source>
      <translation>틀림</translation>
    </message>
    <message>
      <source>wrong {error}</source>
      <translation>틀림 {error}</translation>
    </message>
    <message>
      <source>xmp_metadata: expected at most {XMP_LIMIT} bytes, got {length}</source>
      <translation>JPEG는 XMP를 많아야 {XMP_LIMIT}바이트 받는데 xmp_metadata는 {length}바이트입니다</translation>
    </message>
    <message>
      <source>you can also expand the new gradient block</source>
      <translation>새 그래디언트 블록도 펼칠 수 있습니다</translation>
    </message>
    <message>
      <source>zero</source>
      <translation>영</translation>
    </message>
    <message>
      <source>zero everywhere</source>
      <translation>모두 0</translation>
    </message>
    <message>
      <source>zeros</source>
      <translation>0으로 채워진 텐서</translation>
    </message>
    <message>
      <source>zeros=0 is not supported: no block can fail for an unknown category</source>
      <translation>어떤 범주에도 속하지 않는 값이 있으면 실패해야 합니다</translation>
    </message>
    <message>
      <source>{CONFLICTS} must be a list</source>
      <translation>{CONFLICTS}은(는) 리스트여야 합니다</translation>
    </message>
    <message>
      <source>{NEEDS}, which is not installed</source>
      <translation>{NEEDS}, 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>{about}, not used</source>
      <translation>{about}, 쓰이지 않음</translation>
    </message>
    <message>
      <source>{arguments} took longer than {seconds} s</source>
      <translation>{arguments}이(가) {seconds}초보다 오래 걸렸습니다</translation>
    </message>
    <message>
      <source>{ask} Click the blocks on the page, or check them in this list.</source>
      <translation>{ask} 페이지에서 블록을 클릭하거나 이 목록에서 체크하세요.</translation>
    </message>
    <message>
      <source>{at} does not name a pin</source>
      <translation>{at}은(는) 핀의 이름이 아닙니다</translation>
    </message>
    <message>
      <source>{at} holds values of dtype {short}, which are not numbers</source>
      <translation>{at}에는 수가 아닌 {short}이(가) 들어 있습니다</translation>
    </message>
    <message>
      <source>{barrier} has {types} components, so component {component_index} does not exist</source>
      <translation>{barrier}의 구성 요소는 {types}개로 인덱스 {component_index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{barrier} needs values of shape {shape_text} for component {component_index}, got {shape_text2}</source>
      <translation>{barrier}은(는) 구성 요소 {component_index}(으)로 모양이 {shape_text}인 값을 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{begin}, but the list of enabled plugins cannot be read: {fault}</source>
      <translation>{begin}, 켜진 플러그인 목록을 읽을 수 없습니다: {fault}</translation>
    </message>
    <message>
      <source>{begin}, which is not enabled</source>
      <translation>{begin}, 켜져 있지 않습니다</translation>
    </message>
    <message>
      <source>{begin}, which is not installed</source>
      <translation>{begin}, 설치되어 있지 않습니다</translation>
    </message>
    <message>
      <source>{beside} not on the gradient path</source>
      <translation>{beside}개는 그래디언트 경로에 없음</translation>
    </message>
    <message>
      <source>{block_name} ({name}) has no gradient rule</source>
      <translation>{block_name} ({name})에는 그래디언트 규칙이 없습니다</translation>
    </message>
    <message>
      <source>{block_name} ({name}) has side effects in each iteration of a loop, so the loop has no gradient</source>
      <translation>{block_name}({name})이(가) 루프의 반복마다 부작용을 일으키므로 루프에 기울기가 없습니다</translation>
    </message>
    <message>
      <source>{block_name} and {block_name2} have different dtypes or shapes</source>
      <translation>{block_name}은(는) {block_name2}와(과) 종류가 다릅니다</translation>
    </message>
    <message>
      <source>{block_name} can be 0, where the derivative of {name} is infinite</source>
      <translation>{block_name}은(는) 0이 될 수 있으며, 그곳에서 {name}의 도함수는 무한대입니다</translation>
    </message>
    <message>
      <source>{block_name} cannot be evaluated, because {block_name2} changes variables</source>
      <translation>{block_name2}이(가) 변수를 변경하므로 {block_name}을(를) 평가할 수 없습니다</translation>
    </message>
    <message>
      <source>{block_name} cannot change the variable {variable}: its value is fed</source>
      <translation>{block_name}이(가) 값을 넣어 준 변수 {variable}을(를) 바꿉니다</translation>
    </message>
    <message>
      <source>{block_name} cannot select from the result of another RefSelect</source>
      <translation>{block_name}은(는) 다른 RefSelect가 고른 것에서 고릅니다</translation>
    </message>
    <message>
      <source>{block_name} does not depend on {block_name2}, the variable that it updates</source>
      <translation>{block_name}은(는) 갱신하는 변수 {block_name2}에 의존하지 않습니다</translation>
    </message>
    <message>
      <source>{block_name} has the same seed {seed} and shape {shape_text} as this block, so both blocks use the same random bits</source>
      <translation>{block_name}의 시드 {seed}와 형상 {shape_text}이(가) 같아서 둘 다 같은 난수 비트를 씁니다</translation>
    </message>
    <message>
      <source>{block_name} is {short}{shape_text} and cannot share its value with this block, which is {this}</source>
      <translation>{block_name}은(는) {short}{shape_text}이므로 {this}인 이 블록과 값을 공유할 수 없습니다</translation>
    </message>
    <message>
      <source>{block} (gradient of {gradient_of})</source>
      <translation>{block} ({gradient_of}의 그래디언트)</translation>
    </message>
    <message>
      <source>{block} cannot be expanded: only {GRADIENTS} and training blocks can be expanded</source>
      <translation>{block}은(는) 그래디언트가 아닙니다: {GRADIENTS}와(과) 학습시키는 것만 펼칠 수 있습니다</translation>
    </message>
    <message>
      <source>{block} differentiates with respect to {short} values, which have no gradient</source>
      <translation>{block}은(는) 기울기가 없는 {short} 값에 대해 미분합니다</translation>
    </message>
    <message>
      <source>{block} gets a gradient of {of} in all {count:,} iterations.</source>
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
      <source>{block} gets no gradient of {of}: {of} does not depend on {block}.</source>
      <translation>{block}은(는) {of}의 그래디언트를 받지 못합니다: {of}이(가) {block}에 의존하지 않습니다.</translation>
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
      <source>{block} has no tensor output, so it has no formula</source>
      <translation>{block}에는 텐서 출력이 없어 수식이 없습니다</translation>
    </message>
    <message>
      <source>{block} has no tensor output, so no gradient can stop there</source>
      <translation>{block}에는 텐서 출력이 없어 그래디언트를 멈출 수 없습니다</translation>
    </message>
    <message>
      <source>{block} is muted and cannot pass its input through: {message}</source>
      <translation>{block}은(는) 음소거되어 받은 것을 넘겨줄 수 없습니다: {message}</translation>
    </message>
    <message>
      <source>{block} was not renamed: {reason}</source>
      <translation>{block}의 이름을 바꾸지 않았습니다: {reason}</translation>
    </message>
    <message>
      <source>{block}.{name} is back to its default, {word}. The block does not show defaults, but the Inspector does</source>
      <translation>{block}.{name}이(가) 기본값 {word}(으)로 돌아갔습니다. 기본값은 블록에 표시되지 않고 인스펙터에 있습니다</translation>
    </message>
    <message>
      <source>{block}.{pin} has {value} elements, so {source} does not exist</source>
      <translation>{block}.{pin}의 원소는 {value}개입니다: {source}은(는) 없습니다</translation>
    </message>
    <message>
      <source>{block}.{pin} is not a list and has no element {index}</source>
      <translation>{block}.{pin}은(는) 리스트가 아니어서 원소 {index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be 0 for batch and channels, got {pairs} ({data_format})</source>
      <translation>{block}은(는) 배치와 채널을 채울 수 없습니다: explicit_paddings {pairs} ({data_format})</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be 0 or more, got {pairs}</source>
      <translation>{block}에는 0 이상의 explicit_paddings가 필요한데 {pairs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must be empty unless padding is EXPLICIT, got {pairs}</source>
      <translation>{block}: padding이 EXPLICIT가 아니면 explicit_paddings는 비어 있어야 하지만 {pairs}입니다</translation>
    </message>
    <message>
      <source>{block}: explicit_paddings must have {data_format} values, two per axis ({data_format2}), got {pairs}</source>
      <translation>{block}에는 explicit_paddings에 축마다 둘씩 수 {data_format}개({data_format2})가 필요한데 {pairs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{block}: iteration</source>
      <translation>{block}: 반복</translation>
    </message>
    <message>
      <source>{block}: the strides for height and width must be equal, got {attrs} ({form})</source>
      <translation>{block}에는 높이와 너비에 같은 스트라이드가 필요한데 {attrs}이(가) 왔습니다 ({form})</translation>
    </message>
    <message>
      <source>{block}: {name} must be 1 for batch and channels ({data_format}), got {entries}</source>
      <translation>{block}에는 배치와 채널에 1인 {name}이(가) 필요한데({data_format}) {entries}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{block}: {name} must be 1 or more, got {entries}</source>
      <translation>{block}에는 1 이상의 {name}이(가) 필요한데 {entries}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{block}: {name} must have {data_format} values, one per axis ({data_format2}), got {entries}</source>
      <translation>{block}에는 {name}에 축마다 하나씩 수 {data_format}개({data_format2})가 필요한데 {entries}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{block}: {pins} must be above {pins2}, got {low} and {high}</source>
      <translation>{block}에는 {pins2}보다 큰 {pins}이(가) 필요한데 {low}와(과) {high}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{called} cannot be inside {inside}: it writes a variable</source>
      <translation>{called} 블록은 {inside} 안에 있을 수 없습니다: 변수를 씁니다</translation>
    </message>
    <message>
      <source>{called} cannot be started: {strerror}</source>
      <translation>{called}을(를) 시작할 수 없습니다: {strerror}</translation>
    </message>
    <message>
      <source>{caption}: too long to show</source>
      <translation>{caption}: 너무 길어 표시할 수 없습니다</translation>
    </message>
    <message>
      <source>{check}: {field} must be a number or a list</source>
      <translation>{check}: {field}은(는) 숫자 또는 목록이어야 합니다</translation>
    </message>
    <message>
      <source>{command}: not available during a run, or without an open page</source>
      <translation>{command}: 이 명령에는 실행 중이 아닌 페이지가 필요합니다</translation>
    </message>
    <message>
      <source>{command}: not available now</source>
      <translation>{command}: 지금은 할 수 없습니다</translation>
    </message>
    <message>
      <source>{command}: nothing is running</source>
      <translation>{command}: 실행 중인 것이 없습니다</translation>
    </message>
    <message>
      <source>{command}: nothing to redo</source>
      <translation>{command}: 다시 실행할 것이 없습니다</translation>
    </message>
    <message>
      <source>{command}: nothing to undo</source>
      <translation>{command}: 실행 취소할 것이 없습니다</translation>
    </message>
    <message>
      <source>{command}: off. Press {keys} to switch back.</source>
      <translation>{command}: 끔. {keys} 키로 되돌립니다.</translation>
    </message>
    <message>
      <source>{command}: on. Press {keys} to switch back.</source>
      <translation>{command}: 켬. {keys} 키로 되돌립니다.</translation>
    </message>
    <message>
      <source>{command}: open a diagram first</source>
      <translation>{command}: 먼저 다이어그램을 여십시오</translation>
    </message>
    <message>
      <source>{command}: select a block first</source>
      <translation>{command}: 먼저 블록을 선택하십시오</translation>
    </message>
    <message>
      <source>{command}: select a display first</source>
      <translation>{command}: 먼저 표시 블록을 선택하십시오</translation>
    </message>
    <message>
      <source>{command}: select blocks or frames first</source>
      <translation>{command}: 먼저 블록이나 프레임을 선택하십시오</translation>
    </message>
    <message>
      <source>{command}: select one block first</source>
      <translation>{command}: 먼저 블록을 하나만 선택하십시오</translation>
    </message>
    <message>
      <source>{command}: select something first</source>
      <translation>{command}: 먼저 무언가를 선택하십시오</translation>
    </message>
    <message>
      <source>{command}: select two or more blocks first</source>
      <translation>{command}: 먼저 블록을 둘 이상 선택하십시오</translation>
    </message>
    <message>
      <source>{count:,} infinite</source>
      <translation>무한대 {count:,}개</translation>
    </message>
    <message>
      <source>{count:,} more values</source>
      <translation>다른 값 {count:,}개</translation>
    </message>
    <message>
      <source>{count} blocks</source>
      <translation>블록 {count}개</translation>
    </message>
    <message>
      <source>{count} keys need one value each, got {values}</source>
      <translation>키 {count}개에는 값도 그만큼 필요한데 {values}개 왔습니다</translation>
    </message>
    <message>
      <source>{count} more levels</source>
      <translation>{count}단계 더</translation>
    </message>
    <message>
      <source>{count} wires from {endpoint}</source>
      <translation>{endpoint}의 와이어 {count}개</translation>
    </message>
    <message>
      <source>{cut} of {on_path} without a gradient</source>
      <translation>{on_path}개 중 {cut}개는 그래디언트 없음</translation>
    </message>
    <message>
      <source>{decode} is a slice of shape {shape_text}, but the tensor has shape {shape_text2}</source>
      <translation>{decode}은(는) 모양이 {shape_text}인 부분인데 텐서의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{devices} devices were requested, but JAX has {own}</source>
      <translation>장치 {devices}개가 필요한데 JAX에는 {own}개 있습니다</translation>
    </message>
    <message>
      <source>{diagram}, {run}: {state} after step {n:,}</source>
      <translation>{diagram}, {run}: {n:,}단계 후 {state}</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if ksize and strides are known</source>
      <translation>{display_name}은(는) ksize와 strides를 알 때만 씁니다</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if the axis and the number of axes are known</source>
      <translation>{display_name}은(는) 축과 축의 개수를 알 때만 씁니다</translation>
    </message>
    <message>
      <source>{display_name} can be exported only if the size of the filter is known</source>
      <translation>{display_name}은(는) 필터의 크기를 알 때만 씁니다</translation>
    </message>
    <message>
      <source>{display_name} cannot be exported to TensorFlow</source>
      <translation>{display_name}은(는) 여기서 TensorFlow 그래프로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {inside}: it has side effects</source>
      <translation>{display_name} 블록은 {inside} 안에 있을 수 없습니다: 부수 효과가 있습니다</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {kind}: it trains variables once per step</source>
      <translation>{display_name} 블록은 {kind} 안에 있을 수 없습니다: 변수를 스텝마다 한 번 학습합니다</translation>
    </message>
    <message>
      <source>{display_name} cannot be inside {kind}: it writes a variable</source>
      <translation>{display_name} 블록은 {kind} 안에 있을 수 없습니다: 변수를 씁니다</translation>
    </message>
    <message>
      <source>{display_name} cannot write a variable after a {decided} inside a loop or branch</source>
      <translation>{display_name} 블록이 루프나 분기 안에서 {decided} 뒤의 변수를 씁니다</translation>
    </message>
    <message>
      <source>{display_name} inside a loop cannot be exported to TensorFlow</source>
      <translation>루프 안의 {display_name}은(는) 여기서 TensorFlow 그래프로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>{display_name} modifies the same variable through two pins, which TensorFlow does not support</source>
      <translation>{display_name}은(는) 핀 두 개를 통해 같은 변수를 바꾸는데, TensorFlow는 이를 지원하지 않습니다</translation>
    </message>
    <message>
      <source>{display_name} with this method or dtype cannot be exported to TensorFlow</source>
      <translation>{display_name}은(는) 이 method 또는 데이터형으로 TensorFlow로 내보낼 수 없습니다</translation>
    </message>
    <message>
      <source>{display_name} with windows over channels cannot be exported to TensorFlow</source>
      <translation>{display_name}은(는) 채널에 걸친 창이면 쓰지 않습니다</translation>
    </message>
    <message>
      <source>{display_name} writes variables and cannot be exported to TensorFlow</source>
      <translation>{display_name} 블록은 변수를 쓰므로, 여기서는 TensorFlow 그래프로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>{display_name}: input {pin} must be a variable, but {block_name} is only a value</source>
      <translation>{display_name} 블록은 {pin}에 변수가 필요한데, 여기서 {block_name}은(는) 값입니다</translation>
    </message>
    <message>
      <source>{display_name}: only the first derivative can be exported</source>
      <translation>{display_name}: 1차 도함수만 내보낼 수 있습니다</translation>
    </message>
    <message>
      <source>{done:,} of {count:,} runs</source>
      <translation>실행 {count:,}개 중 {done:,}개</translation>
    </message>
    <message>
      <source>{each} is a list output: choose one of its elements</source>
      <translation>{each}은(는) 목록 출력입니다: 원소 하나를 고르세요</translation>
    </message>
    <message>
      <source>{each}: expected one weight per tensor, got {outputs} tensors and {weights} weights</source>
      <translation>{each}: 텐서 {outputs}개, 가중치 {weights}개</translation>
    </message>
    <message>
      <source>{edits}, the last {when}</source>
      <translation>{edits}, 마지막은 {when}</translation>
    </message>
    <message>
      <source>{first:,} older edits</source>
      <translation>이전 편집 {first:,}개</translation>
    </message>
    <message>
      <source>{first} (automatic)</source>
      <translation>{first} (자동)</translation>
    </message>
    <message>
      <source>{folder} contains another run's checkpoint (after step {last}), which would be overwritten</source>
      <translation>{folder}에 다른 실행의 체크포인트({last}단계 이후)가 있으며 덮어쓰게 됩니다</translation>
    </message>
    <message>
      <source>{folder} contains the runs of another sweep</source>
      <translation>{folder}에 다른 스윕의 실행이 들어 있습니다</translation>
    </message>
    <message>
      <source>{folder} was made with --engine {engine}, not {wanted_engine}: a run must continue with the same engine</source>
      <translation>{folder}은(는) --engine {wanted_engine}이(가) 아니라 {engine}(으)로 만들었습니다. 실행은 같은 엔진으로 이어가야 합니다</translation>
    </message>
    <message>
      <source>{folder} was made with --seed {seed}, not {seed2}: a run must continue with the same seed</source>
      <translation>{folder}은(는) --seed {seed2}이(가) 아니라 {seed}(으)로 만들었습니다: 시작한 그대로 이어 갈 수 없습니다</translation>
    </message>
    <message>
      <source>{folder} was made with {was}: a run must continue with the same data, batch size and shuffling</source>
      <translation>{folder}은(는) {was}(으)로 만들어졌습니다: 같은 데이터, 배치 크기, 섞기 설정으로 이어서 실행해야 합니다</translation>
    </message>
    <message>
      <source>{found} Queues, readers and other stateful resources restart.</source>
      <translation>{found} 큐, 리더 등 상태를 가진 자원은 다시 시작합니다.</translation>
    </message>
    <message>
      <source>{found} of {count} found</source>
      <translation>{count}개 중 {found}개 찾음</translation>
    </message>
    <message>
      <source>{function}: expected a function that returns (step, model)</source>
      <translation>{function}: (step, model)을 반환하는 함수여야 합니다</translation>
    </message>
    <message>
      <source>{given} is not an output of a graph</source>
      <translation>{given}은(는) 그래프의 출력이 아닙니다</translation>
    </message>
    <message>
      <source>{id} has no free input that fits {source}</source>
      <translation>{id}에는 {source}에 맞는 빈 입력이 없습니다</translation>
    </message>
    <message>
      <source>{id} passes on a value that is not wired to the block</source>
      <translation>{id}이(가) 연결되지 않은 것을 넘깁니다</translation>
    </message>
    <message>
      <source>{id}, slider</source>
      <translation>{id}, 슬라이더</translation>
    </message>
    <message>
      <source>{int} is not a valid Unicode code point</source>
      <translation>{int}은(는) 글자의 코드 포인트가 아닙니다</translation>
    </message>
    <message>
      <source>{is_now:.3g} → {would_be:.3g}, difference {difference:.3g}{cosine}</source>
      <translation>{is_now:.3g} → {would_be:.3g}, 차이 {difference:.3g}{cosine}</translation>
    </message>
    <message>
      <source>{kept} and {path} are the same block of {canvas}: choose both or neither</source>
      <translation>{kept}와 {path}는 {canvas}의 한 블록입니다: 둘 다 고르거나 둘 다 빼세요</translation>
    </message>
    <message>
      <source>{keys} is already the shortcut of "{text}". Press the keys again to reassign the shortcut, or Esc to cancel.</source>
      <translation>{keys}은(는) 이미 "{text}"의 단축키입니다. 다시 누르면 새로 지정하고, Esc를 누르면 취소합니다.</translation>
    </message>
    <message>
      <source>{key} is not a shortcut. Press Tab to search for a block</source>
      <translation>{key}은(는) 단축키가 아닙니다. Tab을 눌러 블록을 찾으세요</translation>
    </message>
    <message>
      <source>{key} must be a list</source>
      <translation>{key}은(는) 리스트여야 합니다</translation>
    </message>
    <message>
      <source>{key} must be an object</source>
      <translation>{key}은(는) 객체여야 합니다</translation>
    </message>
    <message>
      <source>{key} must be true or false</source>
      <translation>{key}은(는) true나 false여야 합니다</translation>
    </message>
    <message>
      <source>{key} must be two finite numbers</source>
      <translation>{key}은(는) 유한한 수 두 개여야 합니다</translation>
    </message>
    <message>
      <source>{key} of 'package' must be a string</source>
      <translation>'package'의 {key}은(는) 문자열이어야 합니다</translation>
    </message>
    <message>
      <source>{key} of {whose} has the invalid value {shortened}</source>
      <translation>{whose}의 {key} 값 {shortened}이(가) 올바르지 않습니다</translation>
    </message>
    <message>
      <source>{key} of {whose} must be a string</source>
      <translation>{whose}의 {key}은(는) 문자열이어야 합니다</translation>
    </message>
    <message>
      <source>{kind} cannot iterate over {name}, which is a scalar</source>
      <translation>{kind}이(가) 훑는 {name}은(는) 스칼라입니다</translation>
    </message>
    <message>
      <source>{kind} cannot iterate over {pin}, which is a scalar</source>
      <translation>{kind}이(가) 훑는 {pin}은(는) 스칼라입니다</translation>
    </message>
    <message>
      <source>{kind} has nothing to iterate over: name an input pin</source>
      <translation>{kind}이(가) 훑을 것이 없습니다: 입력 핀을 지정하세요</translation>
    </message>
    <message>
      <source>{kind} needs an input to iterate over: choose one that receives one element per iteration</source>
      <translation>{kind}에는 반복할 입력이 필요합니다: 반복마다 원소 하나를 받을 입력을 고르세요</translation>
    </message>
    <message>
      <source>{kind} runs its composite once per iteration, but unpacked blocks would run only once. Press Enter to look inside the block</source>
      <translation>{kind}은(는) 반복마다 합성 블록을 실행하지만, 펼친 블록은 한 번만 실행됩니다. Enter를 누르면 안을 봅니다</translation>
    </message>
    <message>
      <source>{lengths} lengths are not enough for {count} strings</source>
      <translation>길이 {lengths}개는 문자열 {count}개에 모자랍니다</translation>
    </message>
    <message>
      <source>{listed} must be removed first</source>
      <translation>먼저 {listed}을(를) 제거해야 합니다</translation>
    </message>
    <message>
      <source>{loop} cannot be wired to itself</source>
      <translation>{loop}은(는) 자기 자신에 연결할 수 없습니다</translation>
    </message>
    <message>
      <source>{loss} does not correspond to an output of the module</source>
      <translation>{loss}은(는) 모듈의 출력에 대응하지 않습니다</translation>
    </message>
    <message>
      <source>{low:.4g} is black, {high:.4g} is full brightness</source>
      <translation>{low:.4g}은(는) 검정, {high:.4g}은(는) 최대 밝기</translation>
    </message>
    <message>
      <source>{message}

Fix: {mend}</source>
      <translation>{message}

해결: {mend}</translation>
    </message>
    <message numerus="yes">
      <source>{n:,} NaN or infinite elements left out</source>
      <translation>
        <numerusform>NaN 또는 무한대 원소 {n:,}개 제외</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} blocks</source>
      <translation>
        <numerusform>블록 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} changes</source>
      <translation>
        <numerusform>변경 {n:,}개</numerusform>
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
      <translation>
        <numerusform>충돌 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants</source>
      <translation>
        <numerusform>상수 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} constants are now variables</source>
      <translation>
        <numerusform>상수 {n:,}개가 이제 변수입니다</numerusform>
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
      <translation>
        <numerusform>인스턴스 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} iterations</source>
      <translation>
        <numerusform>반복 {n:,}회</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} more columns</source>
      <translation>
        <numerusform>열 {n:,}개 더</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} more rows</source>
      <translation>
        <numerusform>행 {n:,}개 더</numerusform>
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
      <source>{n:,} pages</source>
      <translation>
        <numerusform>페이지 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} points</source>
      <translation>
        <numerusform>점 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} problems</source>
      <translation>
        <numerusform>문제 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} runs</source>
      <translation>
        <numerusform>실행 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} steps</source>
      <translation>
        <numerusform>{n:,}단계</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} unsaved edits</source>
      <translation>
        <numerusform>저장되지 않은 편집 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires</source>
      <translation>
        <numerusform>와이어 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires in</source>
      <translation>
        <numerusform>들어오는 와이어 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{n:,} wires out</source>
      <translation>
        <numerusform>나가는 와이어 {n:,}개</numerusform>
      </translation>
    </message>
    <message>
      <source>{names} and {count:,} more</source>
      <translation>{names} 외 {count:,}개</translation>
    </message>
    <message>
      <source>{names} and {count} others</source>
      <translation>{names} 외 {count}개</translation>
    </message>
    <message>
      <source>{name} (a sample of the elements in this step)</source>
      <translation>{name} (이 단계의 원소 표본)</translation>
    </message>
    <message>
      <source>{name} already exists in this folder</source>
      <translation>{name}이(가) 이 폴더에 이미 있습니다</translation>
    </message>
    <message>
      <source>{name} and {by} are on different pages. Name two tensors on the same page</source>
      <translation>{name}과(와) {by}은(는) 다른 페이지에 있습니다. 한 페이지의 텐서 둘을 지정하세요</translation>
    </message>
    <message>
      <source>{name} belongs to another graph</source>
      <translation>{name}은(는) 다른 그래프에 속합니다</translation>
    </message>
    <message>
      <source>{name} can add at most {most} elements on each side of axis {axis} of size {size} ({mode}), got {row}</source>
      <translation>{name}은(는) 크기 {size}인 축 {axis}의 양쪽에 많아야 {most}개씩 더할 수 있는데({mode}) {row}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name} can pool either channels or height and width, but not both; got ksize {ksize} and strides {strides}</source>
      <translation>{name}은(는) 채널에 걸쳐 또는 높이와 너비에 걸쳐 풀링하는데 ksize {ksize}, strides {strides}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name} cannot be both iterated over and carried: an output pin has the same name</source>
      <translation>{name}은(는) 훑는 것이면서 이름이 같은 출력 핀처럼 전해지는 것일 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot be drawn: {what} cannot be written as a block</source>
      <translation>{name}을(를) 그릴 수 없습니다: {what}은(는) 블록으로 나타낼 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot be fed: it is computed inside another block</source>
      <translation>{name}에는 값을 넣을 수 없습니다: 블록이 라운드마다 만드는 것 안에 있습니다</translation>
    </message>
    <message>
      <source>{name} cannot be rerun: {why}</source>
      <translation>{name}을(를) 다시 실행할 수 없습니다: {why}</translation>
    </message>
    <message>
      <source>{name} cannot be used as a tensor: it does not have exactly one tensor output</source>
      <translation>{name}은(는) 텐서 출력이 정확히 하나가 아니므로 텐서로 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot broadcast the shapes {tolist} and {tolist2} together</source>
      <translation>{name}은(는) 형태 {tolist}와 {tolist2}를 함께 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot broadcast {first} {shape_text} and {name2} {shape_text2} to a common shape</source>
      <translation>{name}은(는) {first} {shape_text}와(과) {name2} {shape_text2}을(를) 공통 형상으로 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot continue in the background: {error}</source>
      <translation>{name}을(를) 백그라운드에서 계속할 수 없습니다: {error}</translation>
    </message>
    <message>
      <source>{name} cannot crop {crops} from axis {i} of size {total}</source>
      <translation>{name}은(는) 크기 {total}인 축 {i}에서 {crops}을(를) 잘라낼 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot divide the padded size {total} of axis {i} into blocks of {step}; input has the shape {shape_text}, paddings is {paddings}</source>
      <translation>{name}은(는) 패딩을 더한 축 {i}의 {total}을(를) {step}씩의 블록으로 자를 수 없습니다: input은 {shape_text}, paddings는 {paddings}</translation>
    </message>
    <message>
      <source>{name} cannot have {length} tensors at the output {name2}; the limit is {MAX_OUTPUTS}</source>
      <translation>{name}은(는) {name2}에서 텐서 {length}개를 낼 수 없습니다: 많아야 {MAX_OUTPUTS}개입니다</translation>
    </message>
    <message>
      <source>{name} cannot join value {i} of shape {shape_text}: it {what}</source>
      <translation>{name}은(는) 모양 {shape_text}의 값 {i}을(를) 이어 붙일 수 없습니다: {what}</translation>
    </message>
    <message>
      <source>{name} cannot mirror along the empty axis {axis} in mode REFLECT</source>
      <translation>{name}은(는) 비어 있는 축 {axis}에서 반사할 수 없습니다 (REFLECT)</translation>
    </message>
    <message>
      <source>{name} cannot reshape {count} elements of shape {shape_text} to the shape {wanted}</source>
      <translation>{name}은(는) 모양 {shape_text}의 원소 {count}개를 모양 {wanted}(으)로 바꿀 수 없습니다</translation>
    </message>
    <message>
      <source>{name} cannot scatter into an empty tensor of shape {shape_text}</source>
      <translation>{name}은(는) 모양이 {shape_text}인 빈 텐서에 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{name} changes its input {name2}, which must be a Variable{instead}</source>
      <translation>{name}은(는) {name2}에 이어진 것을 바꿉니다: 그것은 Variable이어야 합니다{instead}</translation>
    </message>
    <message>
      <source>{name} computes the right values</source>
      <translation>{name}이(가) 올바른 값을 계산함</translation>
    </message>
    <message>
      <source>{name} contains a string that ends in a zero byte, which a .npz file would lose</source>
      <translation>{name}에 0바이트로 끝나는 텍스트가 있는데 .npz 파일에서는 그것이 사라집니다</translation>
    </message>
    <message>
      <source>{name} contains itself: {names}</source>
      <translation>{name}이(가) 자기 자신을 담고 있습니다: {names}</translation>
    </message>
    <message>
      <source>{name} continues from step {steps:,}</source>
      <translation>{name}이(가) {steps:,}단계에서 이어집니다</translation>
    </message>
    <message>
      <source>{name} declares a pin of a composite: use it inside a composite, not on a page</source>
      <translation>{name}은(는) 합성 블록의 핀을 선언합니다: 페이지가 아니라 합성 블록 안에서 사용하세요</translation>
    </message>
    <message>
      <source>{name} differs at step {step:,.0f}: {now:.17g} instead of {before:.17g}</source>
      <translation>{name}이(가) {step:,.0f}단계에서 다릅니다: {before:.17g} 대신 {now:.17g}</translation>
    </message>
    <message>
      <source>{name} does not contain feature {key_text}, which has no default</source>
      <translation>{name}에 특성 {key_text}이(가) 없고 기본값도 없습니다</translation>
    </message>
    <message>
      <source>{name} does not have exactly one output that is a tensor</source>
      <translation>{name}에 텐서인 출력이 정확히 하나가 아닙니다</translation>
    </message>
    <message>
      <source>{name} does not refer to exactly one output pin</source>
      <translation>{name}은(는) 출력 핀 하나만을 가리키지 않습니다</translation>
    </message>
    <message>
      <source>{name} does not refer to exactly one tensor</source>
      <translation>{name}은(는) 텐서 하나가 아닙니다</translation>
    </message>
    <message>
      <source>{name} does not support mode MIN_FIRST with one range per slice (axis {attrs})</source>
      <translation>{name}은(는) 조각마다 범위가 있을 때(축 {attrs}) 모드 MIN_FIRST를 지원하지 않습니다</translation>
    </message>
    <message>
      <source>{name} has both {name2} and its earlier name {earlier}</source>
      <translation>{name}에 {name2}와(과) 그 이전 이름 {earlier}이(가) 모두 있습니다</translation>
    </message>
    <message>
      <source>{name} has dtype {short}, but the value has dtype {short2}</source>
      <translation>{name}은(는) {short}을(를) 받는데 값은 {short2}입니다</translation>
    </message>
    <message>
      <source>{name} has no argument {each}</source>
      <translation>{name}에 인수 {each}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no attribute or input {name2}</source>
      <translation>{name}에 속성이나 입력 {name2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no attribute {name2}</source>
      <translation>{name}에는 속성 {name2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no input pin {name2}; its input pins are: {known}</source>
      <translation>{name}에 입력 핀 {name2}이(가) 없습니다 (입력 핀: {known})</translation>
    </message>
    <message>
      <source>{name} has no input pin {pin_in!r}</source>
      <translation>{name}에는 입력 핀 {pin_in!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no output pin {name2}</source>
      <translation>{name}에는 출력 핀 {name2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no output pin {pin_out!r}</source>
      <translation>{name}에는 출력 핀 {pin_out!r}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no output pin {pin}</source>
      <translation>{name}에는 출력 핀 {pin}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no pin that fits {endpoint}</source>
      <translation>{name}에는 {endpoint}에 맞는 핀이 없습니다</translation>
    </message>
    <message>
      <source>{name} has no pin {pin}</source>
      <translation>{name}에 핀 {pin}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has no result</source>
      <translation>{name}에는 결과가 없습니다</translation>
    </message>
    <message>
      <source>{name} has no result: run the page</source>
      <translation>{name}의 결과가 없습니다: 페이지를 실행하십시오</translation>
    </message>
    <message>
      <source>{name} has no value in this step</source>
      <translation>{name}에는 이 스텝에 값이 없습니다</translation>
    </message>
    <message>
      <source>{name} has no value in this step: {block_name} ({name2}) took another branch</source>
      <translation>이 스텝에서 {name}에 값이 없습니다: {block_name}({name2})이(가) 다른 분기를 택했습니다</translation>
    </message>
    <message>
      <source>{name} has no value in this step: {name2} ({name3}) took another branch</source>
      <translation>이 스텝에서 {name}에 값이 없습니다: {name2}({name3})이(가) 다른 분기를 택했습니다</translation>
    </message>
    <message>
      <source>{name} has no value that a file can store</source>
      <translation>{name}에는 파일에 담을 수 있는 값이 없습니다</translation>
    </message>
    <message>
      <source>{name} has no value while the function is traced</source>
      <translation>함수를 추적하는 동안 {name}에는 값이 없습니다</translation>
    </message>
    <message>
      <source>{name} has no value: {block_name} ({name2}) took another branch</source>
      <translation>{name}에 값이 없습니다: {block_name}({name2})이(가) 다른 분기를 택했습니다</translation>
    </message>
    <message>
      <source>{name} has the right value</source>
      <translation>{name}의 값이 올바름</translation>
    </message>
    <message>
      <source>{name} has the shape {list}: only single numbers can be printed</source>
      <translation>{name}의 모양이 {list}입니다: 수 하나만 출력합니다</translation>
    </message>
    <message>
      <source>{name} has the shape {shape_text}, but {result}</source>
      <translation>{name}의 모양은 {shape_text}입니다, {result}</translation>
    </message>
    <message>
      <source>{name} has the {what} pin {name2}, but {name3} does not: branches must have the same pins</source>
      <translation>{name}에는 {what} 핀 {name2}이(가) 있는데 {name3}에는 없습니다: 분기의 핀은 같아야 합니다</translation>
    </message>
    <message>
      <source>{name} has {bodies} branches; the limit is {MOST_BRANCHES}</source>
      <translation>{name}의 갈래가 {bodies}개입니다. 한도는 {MOST_BRANCHES}개입니다</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs, but its shape rule returns {shapes} shapes</source>
      <translation>{name}의 출력은 {outputs}개인데 모양 규칙은 모양 {shapes}개를 냅니다</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs, so output {index} does not exist</source>
      <translation>{name}의 출력은 {outputs}개입니다: 출력 {index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name} has {outputs} outputs: name one of them ({names})</source>
      <translation>{name}의 출력은 {outputs}개입니다: 어느 것인지 지정하세요 ({names})</translation>
    </message>
    <message>
      <source>{name} ignored</source>
      <translation>{name} 무시</translation>
    </message>
    <message>
      <source>{name} is a block library, which does not need to be enabled</source>
      <translation>{name}은(는) 블록 라이브러리이므로 활성화할 필요가 없습니다</translation>
    </message>
    <message>
      <source>{name} is a plugin, not a block library</source>
      <translation>{name}은(는) 블록 라이브러리가 아니라 플러그인입니다</translation>
    </message>
    <message>
      <source>{name} is an attribute of {type} and takes no wire</source>
      <translation>{name}은(는) {type}의 속성이라 선을 이을 수 없습니다</translation>
    </message>
    <message>
      <source>{name} is documented twice</source>
      <translation>{name}이(가) 두 번 문서화되어 있습니다</translation>
    </message>
    <message>
      <source>{name} is ignored</source>
      <translation>{name} 무시됨</translation>
    </message>
    <message>
      <source>{name} is neither a file nor a command</source>
      <translation>{name}은(는) 파일도 명령도 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a block type</source>
      <translation>{name}은(는) 블록 유형이 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a dtype</source>
      <translation>{name}은(는) dtype이 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a real number</source>
      <translation>{name}은(는) 실수가 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a regular file</source>
      <translation>{name}은(는) 보통 파일이 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so a model cannot return it</source>
      <translation>{name}은(는) 텐서가 아니어서 모델이 내지 않습니다</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so it has no gradient</source>
      <translation>{name}은(는) 텐서를 내지 않아 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{name} is not a tensor, so the gradient cannot stop there</source>
      <translation>{name}은(는) 텐서를 내지 않아 그래디언트를 끊을 수 없습니다</translation>
    </message>
    <message>
      <source>{name} is not a valid file name</source>
      <translation>{name}은(는) 올바른 파일 이름이 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not a valid name: it must not be empty or contain '/' or control characters</source>
      <translation>{name}은(는) 이름이 될 수 없습니다: 비어 있거나 '/' 또는 제어 문자가 있으면 안 됩니다</translation>
    </message>
    <message>
      <source>{name} is not a valid plugin name</source>
      <translation>{name}은(는) 올바른 플러그인 이름이 아닙니다</translation>
    </message>
    <message>
      <source>{name} is not supported for keys and values of different ranks</source>
      <translation>{name}은(는) 랭크가 다른 키와 값에 지원하지 않습니다</translation>
    </message>
    <message>
      <source>{name} is not the name of a result: write block, block.pin or block.pin[0]</source>
      <translation>{name}은(는) 결과의 이름이 아닙니다: block, block.pin 또는 block.pin[0]으로 쓰세요</translation>
    </message>
    <message>
      <source>{name} is not trained: {reason}</source>
      <translation>{name}은(는) 학습되지 않습니다: {reason}</translation>
    </message>
    <message>
      <source>{name} is not wired and has no default</source>
      <translation>{name}에 연결된 것이 없고 기본값도 없습니다</translation>
    </message>
    <message>
      <source>{name} is {name2} {list} in the model, but {name3} {list2} in the diagram</source>
      <translation>{name}은(는) {name2} {list}인데 다이어그램에는 {name3} {list2}입니다</translation>
    </message>
    <message>
      <source>{name} is {short}, which has no gradient</source>
      <translation>{name}은(는) {short}이어서 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{name} is {value}</source>
      <translation>{name} 값 {value}</translation>
    </message>
    <message>
      <source>{name} modifies its input {name2}: wire a Variable to this input</source>
      <translation>{name}은(는) 입력 {name2}을(를) 바꿉니다: Variable을 연결하세요</translation>
    </message>
    <message>
      <source>{name} must be +, -, 0, # or a space, got {attrs}</source>
      <translation>{name}은(는) + - 0 # 또는 빈칸 하나여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be -1, or 1 or more, got {attrs}</source>
      <translation>{name}은(는) -1이거나 1 이상이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 0 (as in the image), 1, 3 or 4, got {attrs}</source>
      <translation>{name}은(는) 0(그림에 있는 만큼), 1, 3 또는 4여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 0 or more, got {attrs}</source>
      <translation>{name}은(는) 0 이상이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 0 or more, or -1 for a single range, got {attrs}</source>
      <translation>{name}은(는) 0 이상이거나 전체에 범위 하나이면 -1이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 0, 3 or 4 for a BMP image, got {attrs}</source>
      <translation>{name}은(는) BMP에서 0, 3 또는 4여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 1, 2, 4 or 8, got {attrs}</source>
      <translation>{name}은(는) 1, 2, 4 또는 8이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 1, 3 or 4, got {attrs}</source>
      <translation>{name}은(는) 1, 3 또는 4여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be 2 integers, got {attrs}</source>
      <translation>{name}은(는) 정수 2개여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be HALF_AWAY_FROM_ZERO unless mode is SCALED, got {attrs}</source>
      <translation>{name}은(는) 모드가 SCALED가 아니면 HALF_AWAY_FROM_ZERO여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be INTEGER_FAST, INTEGER_ACCURATE or empty, got {attrs}</source>
      <translation>{name}은(는) INTEGER_FAST, INTEGER_ACCURATE이거나 비어 있어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be ZLIB, GZIP or empty, got {attrs}</source>
      <translation>{name}은(는) ZLIB, GZIP이거나 비어 있어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be a Unicode code point, 0 to {LAST}, got {attrs}</source>
      <translation>{name}은(는) 0부터 {LAST}까지의 유니코드 코드 포인트여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be a finite number, got {attrs}</source>
      <translation>{name}은(는) 유한한 수여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be a height and a width, got {attrs}</source>
      <translation>{name}은(는) 높이와 너비여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be a number between 0 and 1, got {attrs}</source>
      <translation>{name}은(는) 0과 1 사이의 수여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be a power of 2, 4 or more, got {attrs}</source>
      <translation>{name}은(는) 4 이상인 2의 거듭제곱이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be another axis than seq_dim, got {attrs}</source>
      <translation>{name}은(는) seq_dim과 다른 축이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be at least 0, got {attrs}</source>
      <translation>{name}은(는) 0 이상이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be at least {int}, got {values}</source>
      <translation>{name}은(는) {int} 이상이어야 하는데 {values}입니다</translation>
    </message>
    <message>
      <source>{name} must be at least {lowest}, got {value}</source>
      <translation>{name}은(는) {lowest} 이상이어야 하는데 {value}입니다</translation>
    </message>
    <message>
      <source>{name} must be at most 1, got {attrs}</source>
      <translation>{name}은(는) 1 이하여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be at most beam_width ({width}), got {attrs}</source>
      <translation>{name}은(는) beam_width({width}) 이하여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be at most {MOST_PARTS}, got {attrs}</source>
      <translation>{name}은(는) {MOST_PARTS} 이하여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be at most {WIDEST}, got {attrs}</source>
      <translation>{name}은(는) {WIDEST} 이하여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be empty or one of {names}, got {attrs}</source>
      <translation>{name}은(는) 비어 있거나 {names} 가운데 하나여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be exactly one tensor</source>
      <translation>{name}은(는) 텐서 하나를 내지 않습니다</translation>
    </message>
    <message>
      <source>{name} must be float32 unless mode is MIN_COMBINED, got {attrs}</source>
      <translation>{name}은(는) 모드가 MIN_COMBINED가 아니면 float32여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from -1 to 9, got {attrs}</source>
      <translation>{name}은(는) -1부터 9까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 1, got {attrs}</source>
      <translation>{name}은(는) 0부터 1까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 100, got {attrs}</source>
      <translation>{name}은(는) 0부터 100까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 0 to 65535, got {attrs}</source>
      <translation>{name}은(는) 0부터 65535까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 0 to {attrs} (num_shards - 1), got {attrs2}</source>
      <translation>{name}은(는) 0부터 {attrs}(num_shards - 1)까지여야 하는데 {attrs2}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {MOST_ATTEMPTS}, got {attrs}</source>
      <translation>{name}은(는) 1부터 {MOST_ATTEMPTS}까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {MOST_ORDER}, got {attrs}</source>
      <translation>{name}은(는) 1부터 {MOST_ORDER}까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 1 to {most} for {sign} integers, got {attrs}</source>
      <translation>{name}은(는) 정수({sign})에서 1부터 {most}까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be from 2 to 16, got {attrs}</source>
      <translation>{name}은(는) 2부터 16까지여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be increasing numbers of 0 or more, got {attrs}</source>
      <translation>{name}은(는) 음수 없이 커지는 수여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be less than the capacity {capacity}, got {attrs}</source>
      <translation>{name}은(는) 용량 {capacity}보다 작아야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be more than given_y_min ({attrs}), got {attrs2}</source>
      <translation>{name}은(는) given_y_min({attrs})보다 커야 하는데 {attrs2}입니다</translation>
    </message>
    <message>
      <source>{name} must be more than min ({attrs}), got {attrs2}</source>
      <translation>{name}은(는) min({attrs})보다 커야 하는데 {attrs2}입니다</translation>
    </message>
    <message>
      <source>{name} must be numbers in increasing order, got {attrs}</source>
      <translation>{name}은(는) 커지는 차례의 수여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be one ASCII character, got {attrs}</source>
      <translation>{name}은(는) ASCII 문자 하나여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be one character of one byte, got {attrs}</source>
      <translation>{name}은(는) 한 바이트 글자 하나여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be one of {join}, got {attrs}</source>
      <translation>{name}은(는) {join} 가운데 하나여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be one of {names}, got {each}</source>
      <translation>{name}은(는) {names} 가운데 하나여야 하는데 {each}입니다</translation>
    </message>
    <message>
      <source>{name} must be two values above 0, got {attrs}</source>
      <translation>{name}은(는) 0보다 큰 수 두 개여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be uniform, gaussian or zero, got {attrs}</source>
      <translation>{name}은(는) uniform, gaussian 또는 zero여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be utf-8 or "", got {attrs}</source>
      <translation>{name}은(는) utf-8이나 ""여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be widths of 1 or more, got {attrs}</source>
      <translation>{name}은(는) 1 이상의 너비여야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be {lowest} or more, got {attrs}</source>
      <translation>{name}은(는) {lowest} 이상이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must be {short}, got {short2}</source>
      <translation>{name}은(는) {short}을(를) 받는데 {short2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name} must be {wanted}, got {attrs}</source>
      <translation>{name}은(는) {wanted}이어야 하는데 {attrs}입니다</translation>
    </message>
    <message>
      <source>{name} must have one dtype: it is {short} if the predicate is true, but {short2} otherwise</source>
      <translation>{name}은(는) predicate가 참이면 {short}, 아니면 {short2}입니다</translation>
    </message>
    <message>
      <source>{name} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{name}은(는) 모양 {shape_text}을(를) 받는데 값의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name} must keep its dtype and shape, but is {before} before iteration 0 and {after} after iteration 0</source>
      <translation>{name}은(는) 라운드 0 앞에서 {before}, 뒤에서 {after}입니다</translation>
    </message>
    <message>
      <source>{name} must keep its shape, but has {shape_text} before the iteration and {shape_text2} after the iteration</source>
      <translation>{name}은(는) 반복 전에 {shape_text}, 반복 후에 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name} needs a scope: none of its inputs belongs to a graph</source>
      <translation>{name}에는 스코프가 필요합니다: 그래프에 속한 입력이 없습니다</translation>
    </message>
    <message>
      <source>{name} needs floats and at most 3 axes, got {short} and {axes} axes</source>
      <translation>{name}에는 부동소수점 수와 최대 3개의 축이 필요한데 {short}와 축 {axes}개입니다</translation>
    </message>
    <message>
      <source>{name} needs the shape {shape_text}, but the value has the shape {shape_text2}</source>
      <translation>{name}은(는) 모양 {shape_text}을(를) 받는데 값의 모양은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name} never changes, because {value} is always 0</source>
      <translation>{value}이(가) 항상 0이므로 {name}은(는) 바뀌지 않습니다</translation>
    </message>
    <message>
      <source>{name} of {count} blocks</source>
      <translation>블록 {count}개의 {name}</translation>
    </message>
    <message>
      <source>{name} proposes a change to {title}</source>
      <translation>{name}이(가) {title}의 변경을 제안합니다</translation>
    </message>
    <message numerus="yes">
      <source>{name} proposes {n:,} changes.</source>
      <translation>
        <numerusform>{name}이(가) 변경 사항 {n:,}개를 제안합니다.</numerusform>
      </translation>
    </message>
    <message>
      <source>{name} ran out of memory</source>
      <translation>{name}에서 메모리가 모자랐습니다</translation>
    </message>
    <message>
      <source>{name} refers to {count} tensors, but a formula needs exactly one tensor</source>
      <translation>{name}은(는) 텐서 {count}개를 가리키지만, 수식에는 하나만 필요합니다</translation>
    </message>
    <message>
      <source>{name} refers to {count}, but a breakpoint needs exactly one tensor</source>
      <translation>{name}은(는) {count}을(를) 냅니다: 중단점은 하나에 둡니다</translation>
    </message>
    <message>
      <source>{name} refers to {outputs} tensors, but an input must be one tensor</source>
      <translation>{name}은(는) 텐서 {outputs}개를 나타냅니다: 입력은 하나일 수 있습니다</translation>
    </message>
    <message>
      <source>{name} refers to {result} tensors, but a feed needs exactly one tensor</source>
      <translation>{name}은(는) 텐서 {result}개입니다: 하나에 값을 넣을 수 있습니다</translation>
    </message>
    <message>
      <source>{name} runs functions that differ in their outputs or do not accept its inputs</source>
      <translation>{name}이(가) 실행하는 함수들의 출력이 서로 다르거나 입력을 받지 않습니다</translation>
    </message>
    <message>
      <source>{name} runs functions that do not accept its inputs</source>
      <translation>{name}이(가) 실행하는 함수가 받은 것을 받지 않습니다</translation>
    </message>
    <message>
      <source>{name} stores two values per byte and cannot be written back</source>
      <translation>{name}은(는) 바이트 하나에 수가 두 개여서 되돌려 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{name} takes a list, which {kind} cannot pass to its composite</source>
      <translation>{name}은(는) 리스트를 받는데 {kind}은(는) 컴포지트에 리스트를 넘길 수 없습니다</translation>
    </message>
    <message>
      <source>{name} takes a wire, not a typed value</source>
      <translation>{name}에는 값을 입력하지 않고 선을 잇습니다</translation>
    </message>
    <message>
      <source>{name} takes at most one axis, got {length}</source>
      <translation>{name}은(는) 축을 많아야 하나 받는데 {length}개가 왔습니다</translation>
    </message>
    <message>
      <source>{name} takes at most {most} inputs and attributes, got {rest}</source>
      <translation>{name}의 입력과 속성은 최대 {most}개이지만 {rest}개가 주어졌습니다</translation>
    </message>
    <message>
      <source>{name} to {name2}</source>
      <translation>{name} → {name2}</translation>
    </message>
    <message>
      <source>{name} transforms along {AXES}, but input has shape {shape_text}</source>
      <translation>{name}은(는) {AXES}에 걸쳐 변환하는데 입력의 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name} with a dilation is not supported</source>
      <translation>확장(dilation)이 있는 {name}에 맞는 블록이 없습니다</translation>
    </message>
    <message>
      <source>{name}() got both {new} and its earlier name {old}. Remove {old2}.</source>
      <translation>{name}()에 {new}와 이전 이름 {old}이(가) 모두 주어졌습니다. {old2}을(를) 제거하세요.</translation>
    </message>
    <message>
      <source>{name}.backward returned {gradients} gradients for {args} arguments</source>
      <translation>{name}.backward가 인수 {args}개에 대해 기울기 {gradients}개를 반환했습니다</translation>
    </message>
    <message>
      <source>{name}: a and b must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name}에는 모양이 같은 a와 b가 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: a page and a composite cannot replace each other</source>
      <translation>{name}: 페이지와 컴포지트는 서로 바꿀 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: all indices must have the rank of a_indices ({common}), got {rank}</source>
      <translation>{name}: 모든 인덱스의 랭크는 a_indices의 랭크({common})와 같아야 하는데 {rank}입니다</translation>
    </message>
    <message>
      <source>{name}: all inputs must have the same batch axes, but {shape_text} does not match</source>
      <translation>{name}에는 핀마다 행렬이 같은 수만큼 필요합니다: {shape_text}이(가) 맞지 않습니다</translation>
    </message>
    <message>
      <source>{name}: all rows of data must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name}에는 data에 모양이 같은 행들이 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: all tensors must have the same rank, got ranks {sorted}</source>
      <translation>{name}에는 랭크가 같은 텐서들이 필요한데 랭크가 {sorted}입니다</translation>
    </message>
    <message>
      <source>{name}: an index must have at least one number, got none</source>
      <translation>{name}에는 인덱스마다 수가 적어도 하나 필요한데 없습니다</translation>
    </message>
    <message>
      <source>{name}: an index must have at most {wanted} numbers (the rank of the result), got {depth}</source>
      <translation>{name}은(는) 인덱스마다 많아야 결과의 랭크인 {wanted}개의 수를 받는데 {depth}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: at most one size may be -1, but {wanted} has {count}</source>
      <translation>{name}: 크기는 하나만 -1일 수 있는데 {wanted}에는 {count}개 있습니다</translation>
    </message>
    <message>
      <source>{name}: attribute {name2} needs a value</source>
      <translation>{name}에는 {name2}의 값이 필요합니다</translation>
    </message>
    <message>
      <source>{name}: axis must be -1 or more, got {axis}</source>
      <translation>{name}에는 -1 이상의 축이 필요한데 {axis}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: axis must be a scalar, got shape {shape_text}</source>
      <translation>{name}은(는) 축 하나를 따르는데 값 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: axis {axis} of shape {shape_text} has no elements</source>
      <translation>{name}이(가) 찾을 것이 없습니다: {shape_text}의 축 {axis}에 원소가 없습니다</translation>
    </message>
    <message>
      <source>{name}: backprop_val_grad must be a vector with one value per index of the sum, got shape {shape_text}</source>
      <translation>{name}에는 합의 인덱스마다 수가 있는 벡터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: batch_dims must be at most axis ({axis}), got {batch}</source>
      <translation>{name}에는 많아야 axis인 {axis} 이하의 batch_dims가 필요한데 {batch}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: begin, end and strides must have the same length, got {count} and {length}</source>
      <translation>{name}에는 길이가 같은 begin, end, strides가 필요한데 {count}와(과) {length}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: bias must be a vector, got shape {shape_text}</source>
      <translation>{name}에는 bias에 벡터가 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: bias must have one value for each of the {channels} channels ({where}), got shape {shape_text}</source>
      <translation>{name}에는 채널 {channels}개({where})마다 편향이 하나씩 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: blank_index must be from {classes} to {classes2}, got {blank}</source>
      <translation>{name}에는 {classes}부터 {classes2}까지의 blank_index가 필요한데 {blank}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: block_shape must be 1 or more, got {result}</source>
      <translation>{name}에는 1 이상의 블록 크기가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: cannot broadcast dense {shape_text} to shape {shape_text2}</source>
      <translation>{name}은(는) 밀집 {shape_text}을(를) 모양 {shape_text2}(으)로 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: cannot broadcast the batch axes of {both}</source>
      <translation>{name}은(는) {both}의 배치를 브로드캐스트할 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: cannot multiply matrices of shapes {both}</source>
      <translation>{name}은(는) 모양이 {both}인 행렬을 곱할 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: cannot multiply {shape_text} by {shape_text2}: the inner sizes differ</source>
      <translation>{name}은(는) {shape_text}와(과) {shape_text2}을(를) 곱할 수 없습니다: 안쪽 크기가 다릅니다</translation>
    </message>
    <message>
      <source>{name}: cannot resize an empty image: {shape_text}</source>
      <translation>{name}는 빈 이미지의 크기를 바꿀 수 없습니다: {shape_text}</translation>
    </message>
    <message>
      <source>{name}: cannot split axis {axis} of size {size} into {num} parts</source>
      <translation>{name}: 크기가 {size}인 축 {axis}을(를) {num}개 부분으로 나눌 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: colors must have one value per channel ({channels}), got {colours}</source>
      <translation>{name}에는 colors에 채널 {channels}개마다 수가 필요한데 {colours}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: crop_window must have four values, got {shape}</source>
      <translation>{name}에는 crop_window에 수 네 개가 필요한데 {shape}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: cs_prev must have at least one cell and one example</source>
      <translation>{name}에는 cs_prev에 셀과 예제가 적어도 하나씩 필요합니다</translation>
    </message>
    <message>
      <source>{name}: data and indices must have the same number of tensors, got {rows} and {indices}</source>
      <translation>{name}에는 data에 indices만큼의 텐서가 필요한데 {rows}와(과) {indices}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: data must have a row for each index, got shape {shape_text} for indices of shape {shape_text2}</source>
      <translation>{name}에는 data에 인덱스마다 행이 필요한데 모양이 {shape_text2}인 indices에 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: data_format NCHW_VECT_C is not supported</source>
      <translation>{name}은(는) 그래픽 프로세서에만 있는 배치 NCHW_VECT_C를 모릅니다</translation>
    </message>
    <message>
      <source>{name}: diagonal must have at least one axis, got a scalar</source>
      <translation>{name}에는 원소의 벡터가 필요한데 스칼라가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: diagonals {shape_text} do not match rhs {shape_text2}</source>
      <translation>{name}의 대각선은 {shape_text}, 우변은 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: dy must have the slice's shape {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 선택된 모양 {shape_text}인 dy가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: each axis may occur only once, got {axes}</source>
      <translation>{name}: 각 축은 한 번만 나올 수 있지만 {axes}입니다</translation>
    </message>
    <message>
      <source>{name}: each axis may occur only once, got {tolist}</source>
      <translation>{name}은(는) 축마다 한 번씩 변환하는데 {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: each sparse tensor must have three strings, got shape {shape_text}</source>
      <translation>{name}에는 희소 텐서마다 문자열 세 개가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: each tensor of {pin} must be a scalar</source>
      <translation>{name}에는 {pin}마다 스칼라가 필요합니다</translation>
    </message>
    <message>
      <source>{name}: expected 1 transform or one per image ({batch}), got {count}</source>
      <translation>{name}에는 모든 이미지에 대한 변환 하나나 {batch}개 각각의 변환이 필요한데 {count}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a dict for each batch, got {name2}</source>
      <translation>{name}: 배치마다 딕셔너리가 필요한데 {name2}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a matrix at b, got shape {shape_text}</source>
      <translation>{name}에는 b에 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a matrix at {pin}, got shape {shape_text}</source>
      <translation>{name}에는 행렬이 필요한데 {pin}에 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a matrix, got a sparse tensor of rank {rank}</source>
      <translation>{name}에는 행렬이 필요한데 랭크 {rank}의 희소 텐서가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty filter, got shape {shape_text}</source>
      <translation>{name}에는 비지 않은 필터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty image, got shape {shape_text}</source>
      <translation>{name}에는 픽셀이 있는 그림이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a non-empty image, got size {size}</source>
      <translation>{name}에는 픽셀이 있는 이미지가 필요한데 {size}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a numeric or boolean dtype, got {short}</source>
      <translation>{name}는 {short}을(를) 내지 않습니다: 수와 참거짓 값만 냅니다</translation>
    </message>
    <message>
      <source>{name}: expected a scalar at {pin}, got shape {shape_text}</source>
      <translation>{name}은(는) {pin}에 스칼라를 받는데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a scale above 0, got {tolist}</source>
      <translation>{name}에는 0보다 큰 스케일이 필요한데 {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a sparse tensor with at least one axis</source>
      <translation>{name}에는 축이 하나 이상인 희소 텐서가 필요합니다</translation>
    </message>
    <message>
      <source>{name}: expected a sparse tensor with at least one row</source>
      <translation>{name}에는 행이 하나 이상인 희소 텐서가 필요합니다</translation>
    </message>
    <message>
      <source>{name}: expected a tensor with rows, got a scalar</source>
      <translation>{name}에는 행이 있는 텐서가 필요한데 스칼라가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected a vector at {pin}, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 벡터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a vector or a matrix, got shape {shape_text}</source>
      <translation>{name}는 벡터나 행렬의 행에서 세는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected a.shape[{k}] == b.shape[{m}]{notes}, got {shape_text} and {shape_text2}</source>
      <translation>{name}에는 a.shape[{k}] == b.shape[{m}]{notes}이어야 하는데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected algorithm 1 (Philox) or 3 (auto), got {alg}</source>
      <translation>{name}은(는) {alg}이(가) 아니라 알고리즘 1 (Philox)과 3을 압니다</translation>
    </message>
    <message>
      <source>{name}: expected algorithm 1 (Philox) or 3 (auto), got {chosen}</source>
      <translation>{name}은(는) {chosen}이(가) 아니라 알고리즘 1 (Philox)과 3을 압니다</translation>
    </message>
    <message>
      <source>{name}: expected at least one axis, got a scalar</source>
      <translation>{name}에는 행이 필요한데 스칼라가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected at least one class, got shape {shape_text}</source>
      <translation>{name}에는 클래스가 적어도 하나 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected at least one column of features</source>
      <translation>{name}에는 특성 열이 적어도 하나 필요합니다</translation>
    </message>
    <message>
      <source>{name}: expected at least one element per window, got none</source>
      <translation>{name}: 창마다 요소가 하나 이상 있어야 하는데 없습니다</translation>
    </message>
    <message>
      <source>{name}: expected at least {needed} elements along {AXES}, got {shape_text}</source>
      <translation>{name}에는 {AXES}에 걸쳐 원소가 적어도 {needed}개 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected at most {rows} rows in a partition, got {needed}</source>
      <translation>{name}: 행은 {rows}개인데 파티션에는 {needed}개 있습니다</translation>
    </message>
    <message>
      <source>{name}: expected dense matrices, got {shape_text}</source>
      <translation>{name}에는 밀집 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected dicts of arrays or a dict of arrays, got {name2}</source>
      <translation>{name}: 배열의 딕셔너리가 필요한데 {name2}입니다</translation>
    </message>
    <message>
      <source>{name}: expected images [..., height, width, channels], got shape {shape_text}</source>
      <translation>{name}에는 이미지 [..., height, width, channels]가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected images [height, width, 1 to 4 channels], got shape {shape_text}</source>
      <translation>{name}에는 그림 [height, width, 채널 1~4개]이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected images with 1, 3 or 4 channels, got shape {shape_text}</source>
      <translation>{name}에는 채널이 1, 3, 4개인 이미지가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected images {axes}, got shape {shape_text}</source>
      <translation>{name}에는 이미지 {axes}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected matrices at {pin}, got shape {shape_text}</source>
      <translation>{name}에는 행렬이 필요한데 {pin}에 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected matrices, got shape {shape_text}</source>
      <translation>{name}에는 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected minval &lt; maxval, got {low} and {high}</source>
      <translation>{name}에는 minval &lt; maxval이어야 하는데 {low}와(과) {high}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected one default or none for field {i}, got several</source>
      <translation>{name}는 필드마다 기본값을 하나 받거나 받지 않는데 필드 {i}에 더 많이 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected one tensor, got {result}</source>
      <translation>{name}: 텐서 하나가 필요하지만 {result}개를 받았습니다</translation>
    </message>
    <message>
      <source>{name}: expected one value for each of the {count} rows of {indices}, got {length}</source>
      <translation>{name}에는 {indices}의 인덱스 {count}개마다 값이 하나씩 필요한데 {length}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected rank 2 or more, got a sparse tensor of rank {rank}</source>
      <translation>{name}에는 행렬 이상이 필요한데 랭크 {rank}인 희소 텐서가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected sparse matrices, got a sparse tensor of rank {rank}</source>
      <translation>{name}에는 희소 행렬이 필요한데 랭크 {rank}인 희소 텐서가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected square matrices, got shape {shape_text}</source>
      <translation>{name}에는 정사각 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected three diagonals, got {shape_text}</source>
      <translation>{name}에는 대각선 세 개가 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected vectors, got shape {shape_text}</source>
      <translation>{name}: 벡터가 필요하지만 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: expected x.shape[{k}] == y.shape[{m}]{notes}, got {both}</source>
      <translation>{name}에는 x.shape[{k}] == y.shape[{m}]{notes}이어야 하는데 {both}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected {attribute} {short} for input {short2}, got {short3}</source>
      <translation>{name}: 입력 {short2}에는 {attribute}이(가) {short}이어야 하는데 {short3}입니다</translation>
    </message>
    <message>
      <source>{name}: expected {rows} values for the row partition, got {count}</source>
      <translation>{name}의 값은 {count}개인데 행에는 {rows}개가 필요합니다</translation>
    </message>
    <message>
      <source>{name}: expected {short} at input {name2} ({who}), got {short2}</source>
      <translation>{name}에는 {name2}에 {short}이(가) 필요한데 ({who}) {short2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: expected {what}, got shape {shape_text}</source>
      <translation>{name}에는 {what}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: explicit_paddings must be smaller than the window size {size}, got {list}</source>
      <translation>{name}에는 크기 {size}인 윈도보다 작은 paddings가 필요한데 {list}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: features and labels must have the same shape, got {texts}</source>
      <translation>{name}에는 모양이 같은 features와 labels가 필요한데 {texts}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: features must have the shape [batch, classes], got shape {shape_text}</source>
      <translation>{name}: features의 모양은 [batch, classes]여야 하지만 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: fft_length must have one length per axis ({second}), got {first}</source>
      <translation>{name}에는 축마다 길이가 필요한데 {second}에 {first}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: fft_length must have {rank} lengths, got shape {shape_text}</source>
      <translation>{name}은(는) 길이 {rank}개를 받는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: filter_sizes must have {form} values, got {given}</source>
      <translation>{name}에는 filter_sizes에 크기 {form}개가 필요한데 {given}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: fusion must be one of {join}, got {fusion}</source>
      <translation>{name}: fusion은 {fusion}이(가) 아니라 {join} 가운데 하나입니다</translation>
    </message>
    <message>
      <source>{name}: grad must have the shape {shape_text}, one row per index, got {shape_text2}</source>
      <translation>{name}에는 grad에 인덱스마다 행이 하나인 모양 {shape_text}이(가) 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: gradient_values must have a row for each of the {count} indices, got shape {shape_text}</source>
      <translation>{name}에는 gradient_values에 인덱스 {count}개마다 행이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: gradients must have the shape of inputs, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 inputs의 모양 {shape_text}인 gradients가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: height and width must be at most {LARGEST} pixels, got shape {shape_text}</source>
      <translation>{name}: JPEG의 높이와 너비는 많아야 {LARGEST}픽셀인데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: height and width must be multiples of block_size = {step}, got {shape_text} ({form})</source>
      <translation>{name}에는 block_size = {step}의 배수인 높이와 너비가 필요한데 {shape_text}이(가) 왔습니다 ({form})</translation>
    </message>
    <message>
      <source>{name}: height and width must be {lowest} or more, got {result}</source>
      <translation>{name}에는 {lowest} 이상의 높이와 너비가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: if channels are pooled, strides must equal ksize; got {strides} and {ksize}</source>
      <translation>채널에 걸친 {name}에는 거기서 ksize와 같은 strides가 필요한데 {strides}와(과) {ksize}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: images must be non-empty images [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name}에는 픽셀이 있는 이미지 [batch, height, width, channels]가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: images with {channels} channels do not match a filter for {each} channels: {shape_text} ({form}) and {shape_text2}</source>
      <translation>{name}: 채널 {channels}개인 이미지가 {each}개용 필터에 맞지 않습니다: {shape_text} ({form})와(과) {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: index {first} occurs twice</source>
      <translation>{name}: 인덱스 {first}이(가) 두 번 있습니다</translation>
    </message>
    <message>
      <source>{name}: index {wrong} is outside shape {shape_text}</source>
      <translation>{name}: 인덱스 {wrong}은(는) 모양 {shape_text} 밖에 있습니다</translation>
    </message>
    <message>
      <source>{name}: indices must be 0 or more, got {min}</source>
      <translation>{name}에는 0 이상의 인덱스가 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: indices must be a scalar or vector, got shape {shape_text}</source>
      <translation>{name}: indices는 스칼라나 벡터여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: indices must be in row-major order, got {second} after {first}</source>
      <translation>{name}에는 순서대로 된 인덱스가 필요한데 {first} 뒤에 {second}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: input must be [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name}에는 input에 이미지 [batch, height, width, channels]가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: input must be images ({form}), got shape {shape_text}</source>
      <translation>{name}에는 input에 이미지({form})가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: input must have at least one axis, got a scalar</source>
      <translation>{name}에는 행이 필요한데 스칼라가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: input must have {rank} axes ({attrs} batch axes, {spatial} spatial axes, and channels), got shape {shape_text}</source>
      <translation>{name}에는 input에 축 {rank}개가 필요합니다: 배치 {attrs}개, 공간 {spatial}개, 채널; 받은 모양은 {shape_text}</translation>
    </message>
    <message>
      <source>{name}: input {name2} cannot be a variable that a RefSelect selects</source>
      <translation>{name}은(는) RefSelect가 고른 것을 {name2}에서 바꿀 수 없습니다</translation>
    </message>
    <message>
      <source>{name}: input {name2} is not wired and has no value</source>
      <translation>{name}에는 {name2}의 값이 필요합니다: 연결되어 있지 않습니다</translation>
    </message>
    <message>
      <source>{name}: input {name2} must be one of {names}, got {short}</source>
      <translation>{name}은(는) {name2}에 {short}을(를) 받지 않습니다: 받는 것은 {names}</translation>
    </message>
    <message>
      <source>{name}: input {name2} must be the handle of a resource{instead}</source>
      <translation>{name}에는 {name2}에 사용할 것의 핸들이 필요합니다{instead}</translation>
    </message>
    <message>
      <source>{name}: input {name2} needs at least one value</source>
      <translation>{name}에는 {name2}의 값이 적어도 하나 필요합니다</translation>
    </message>
    <message>
      <source>{name}: input {name2} takes {listed}, not {short}</source>
      <translation>{name}의 {name2}은(는) {short}을(를) 받지 않습니다: {listed}을(를) 받습니다</translation>
    </message>
    <message>
      <source>{name}: input_sizes must have {rank} values ({form}), got {given}</source>
      <translation>{name}에는 input_sizes에 크기 {rank}개({form})가 필요한데 {given}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: inputs must have the shape [time, batch, classes], got shape {shape_text}</source>
      <translation>{name}: inputs의 모양은 [time, batch, classes]여야 하지만 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: inputs must not be empty, got shape {shape_text}</source>
      <translation>{name}에는 비지 않은 inputs가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: integer features require internal_type int64</source>
      <translation>{name}는 internal_type이 int64일 때만 정수를 받습니다</translation>
    </message>
    <message>
      <source>{name}: integers cannot be divided by zero, but y contains a 0</source>
      <translation>{name}: 정수는 0으로 나눌 수 없는데 y에 0이 있습니다</translation>
    </message>
    <message>
      <source>{name}: k must be 0 or more, got {count}</source>
      <translation>{name}: k는 0 이상이어야 하는데 {count}입니다</translation>
    </message>
    <message>
      <source>{name}: k must be at most the size of a row ({width}), got {count}</source>
      <translation>{name}: k는 행 크기 {width} 이하여야 하는데 {count}입니다</translation>
    </message>
    <message>
      <source>{name}: key must have one element, got shape {shape_text}</source>
      <translation>{name}은(는) 키 하나를 받는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: labels must have one value per row of features ({batch}), got shape {shape_text}</source>
      <translation>{name}에는 features의 행 {batch}개마다 라벨이 하나씩 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: labels must have the shape [batch], got shape {shape_text}</source>
      <translation>{name}: labels의 모양은 [batch]여야 하지만 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: labels_indices must have the shape [n, 2], got {shape_text}</source>
      <translation>{name}에는 labels_indices [n, 2]가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: lengths must be 0 or more, got {min}</source>
      <translation>{name}에는 0 이상의 길이들이 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: logits must be a matrix with at least one class, got shape {shape_text}</source>
      <translation>{name}에는 logits에 클래스가 적어도 하나인 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: logits must have at least one axis, got a scalar</source>
      <translation>{name}은(는) logits의 마지막 축을 따라 계산합니다: 스칼라에는 축이 없습니다</translation>
    </message>
    <message>
      <source>{name}: matrix must contain at least the main diagonal, got no diagonals</source>
      <translation>{name}에는 적어도 주대각선이 필요합니다</translation>
    </message>
    <message>
      <source>{name}: n must be less than the row size ({shape}), got {n}</source>
      <translation>{name}에는 행의 크기 {shape}보다 작은 인덱스가 필요한데 {n}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: names must be empty or have one name per example ({count}), got {named}</source>
      <translation>{name}에는 예제마다 이름이 필요하거나 없어야 하는데 예제 {count}개에 {named}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: no batches</source>
      <translation>{name}: 배치가 없습니다</translation>
    </message>
    <message>
      <source>{name}: no numeric values</source>
      <translation>{name}: 숫자 값 없음</translation>
    </message>
    <message>
      <source>{name}: num must be 1 or more, got {int}</source>
      <translation>{name}에는 수가 적어도 하나 필요한데 num = {int}입니다</translation>
    </message>
    <message>
      <source>{name}: num must be the size along axis {axis} ({shape}), got {num}</source>
      <translation>{name}에는 축 {axis}의 크기인 {shape}와(과) 같은 num이 필요한데 {num}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: num_segments must be at least {needed} for these segment_ids, got {count}</source>
      <translation>{name}에는 받은 번호에 대해 세그먼트가 {needed}개 이상 필요한데 {count}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: only height and width can be padded, got paddings {tolist}</source>
      <translation>{name}은(는) 높이와 너비만 비추는데 paddings {tolist}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: original_image must have the batch size and channels of grads, got {shape_text}</source>
      <translation>{name}에는 original_image에 grads만큼의 이미지와 채널이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: out_backprop must have the shape of the convolution, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 out_backprop에 합성곱의 모양 {shape_text}이(가) 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: out_backprop must have the shape of the dilation, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 out_backprop에 팽창의 모양 {shape_text}이(가) 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: overlaps must be a square matrix, got {shape} x {shape2}</source>
      <translation>{name}에는 overlaps에 정사각 행렬이 필요한데 {shape} x {shape2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: paddings must be 0 or more, got {row}</source>
      <translation>{name}에는 0 이상의 paddings가 필요한데 {row}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: paddings must have one row per axis of input ({shape}), got {given}</source>
      <translation>{name}에는 input의 축마다 paddings의 행이 하나씩 {shape}개 필요한데 {given}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: paddings must have two numbers per axis, got shape {shape_text}</source>
      <translation>{name}에는 paddings에 축마다 수 두 개가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: pattern must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name}에는 패턴 하나나 패턴의 벡터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: perm must contain each axis from 0 to {perm} once, got {vector}</source>
      <translation>{name}에는 perm에 0부터 {perm}까지의 축이 한 번씩 필요한데 {vector}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: perm must have one entry per axis of x; x has rank {rank}, perm has {length} entries</source>
      <translation>{name}에는 x의 축마다 perm 항목이 하나씩 필요합니다: x의 랭크는 {rank}, perm의 항목은 {length}개입니다</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must be 1 for batch and channels, got {ratios}</source>
      <translation>{name}은(는) 높이와 너비만 풀링합니다: 배치와 채널의 pooling_ratio는 1인데 {ratios}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must be 1 or more, got {ratios}</source>
      <translation>{name}에는 pooling_ratio에 1 이상의 비율이 필요한데 {ratios}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio must have 4 values (batch, height, width, channels), got {ratios}</source>
      <translation>{name}에는 pooling_ratio에 수 4개(batch, height, width, channels)가 필요한데 {ratios}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: pooling_ratio {ratio} is larger than size {size} in shape {shape_text}</source>
      <translation>{name}: pooling_ratio {ratio}이(가) 모양 {shape_text}의 크기 {size}보다 큽니다</translation>
    </message>
    <message>
      <source>{name}: precision is not supported for {short}</source>
      <translation>{name}은 {short}에 precision을 받지 않습니다</translation>
    </message>
    <message>
      <source>{name}: predictions must have the shape [batch, classes], got shape {shape_text}</source>
      <translation>{name}: predictions의 모양은 [batch, classes]여야 하지만 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: reduction_axes must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name}에는 reduction_axes에 스칼라나 벡터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: ref must be a TemporaryVariable, got {name2}</source>
      <translation>{name}은 ref에 {name2}이(가) 아니라 TemporaryVariable을 받습니다</translation>
    </message>
    <message>
      <source>{name}: ref must be a scalar variable, got shape {shape_text}</source>
      <translation>{name}: ref는 스칼라 변수여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: ref must have rows, got a scalar variable</source>
      <translation>{name}: ref에는 행이 있어야 하는데 스칼라 변수입니다</translation>
    </message>
    <message>
      <source>{name}: resized images of {size} x {size2} are too large</source>
      <translation>{name}가 {size} x {size2} 이미지를 만들게 됩니다: 너무 큽니다</translation>
    </message>
    <message>
      <source>{name}: resource must hold at least 3 integers, got shape {shape_text}</source>
      <translation>{name}: resource에는 정수가 3개 이상 있어야 하지만 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: row ids must be 0 or more, got {tensor}</source>
      <translation>{name}에는 0 이상의 행 번호가 필요한데 {tensor}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: row partitions must not decrease, got {second} after {first}</source>
      <translation>{name}에는 커지는 행 경계가 필요한데 {first} 뒤에 {second}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: row splits must be from 0 to {count}, got {result}</source>
      <translation>{name}에는 0과 {count} 사이의 행 경계가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: row splits must end with the number of values ({count}), got {splits}</source>
      <translation>{name}에는 값의 수 {count}(으)로 끝나는 행 경계가 필요한데 {splits}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: row splits must start with 0, got {result}</source>
      <translation>{name}에는 0으로 시작하는 행 경계가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: scores must have one entry per box ({boxes}), got {scores}</source>
      <translation>{name}에 상자 {boxes}개와 점수 {scores}개가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be 0 or more, got {ids}</source>
      <translation>{name}에는 0 이상의 세그먼트 번호가 필요한데 {ids}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be 0 or more, got {min}</source>
      <translation>{name}에는 0 이상의 세그먼트 번호가 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: segment_ids must be sorted, got {ids} before {ids2}</source>
      <translation>{name}에는 정렬된 세그먼트 번호가 필요한데 {ids2} 앞에 {ids}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: segment_ids must have one value per index ({lengths}), got {lengths2}</source>
      <translation>{name}에는 인덱스마다 세그먼트 번호가 하나씩 {lengths}개 필요한데 {lengths2}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: segment_ids must have one value per row of data ({data}), got {count}</source>
      <translation>{name}에는 data의 행마다 세그먼트 번호가 하나씩 {data}개 필요한데 {count}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: seq_len_max must be from 0 to the number of steps ({steps}), got {count}</source>
      <translation>{name}에는 0부터 스텝 수 {steps}까지의 seq_len_max가 필요한데 {count}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: seq_lengths must be from 0 to {limit}, got {wrong}</source>
      <translation>{name}에는 0부터 {limit}까지의 길이가 필요한데 {wrong}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: sequence_length must have one value per sequence ({batch}), got shape {shape_text}</source>
      <translation>{name}에는 시퀀스 {batch}개마다 길이가 하나씩 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: shape must end with {shape_text}, the broadcast shape of the parameters, got {shape_text2}</source>
      <translation>{name}에는 매개변수의 모양 {shape_text}(으)로 끝나는 모양이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: shape must have a known rank</source>
      <translation>{name}: shape의 랭크가 정해져 있어야 합니다</translation>
    </message>
    <message>
      <source>{name}: shape must have at least one axis, got []</source>
      <translation>{name}: shape에는 축이 적어도 하나 있어야 하는데 []입니다</translation>
    </message>
    <message>
      <source>{name}: shapes must have {rank} sizes, one per index component, got {length}</source>
      <translation>{name}에는 인덱스의 수마다 크기가 하나씩 {rank}개 필요한데 {length}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: size must be 1 or more, got {size}</source>
      <translation>{name}에는 1 이상의 크기가 필요한데 {size}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: size must be a height and a width of 1 or more, got {result}</source>
      <translation>{name}에는 size에 높이와 너비가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: size must have two values (height and width), got {result}</source>
      <translation>{name}에는 size에 높이와 너비 두 수가 필요한데 {result}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: size_splits must have num_split = {num} sizes, got {length}</source>
      <translation>{name}: size_splits에는 크기가 num_split = {num}개 있어야 하는데 {length}개입니다</translation>
    </message>
    <message>
      <source>{name}: sizes must be 0 or more, and at most one may be -1; got {parts}</source>
      <translation>{name}: 크기는 0 이상이어야 하고 하나만 -1일 수 있는데 {parts}입니다</translation>
    </message>
    <message>
      <source>{name}: sizes must be 0 or more, and at most one may be -1; got {wanted}</source>
      <translation>{name}: 크기는 0 이상이어야 하고 하나만 -1일 수 있는데 {wanted}입니다</translation>
    </message>
    <message>
      <source>{name}: sizes must be equal except along axis {axis}; expected {shape_text} at index {i}, got {shape_text2}</source>
      <translation>{name}: 축 {axis} 외에는 크기가 같아야 합니다. 인덱스 {i}에 {shape_text}이(가) 필요하지만 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: sparse_indices must be a scalar, vector or matrix, got shape {shape_text}</source>
      <translation>{name}에는 sparse_indices에 행렬, 벡터나 스칼라가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: sparse_values must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name}에는 sparse_values에 벡터나 스칼라가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: splits must have at least two values (one row)</source>
      <translation>{name}에는 행이 하나 이상, 곧 경계가 둘 필요합니다</translation>
    </message>
    <message>
      <source>{name}: src_format and dst_format must contain the same letters, each letter once, got {source} and {target}</source>
      <translation>{name}에는 src_format과 dst_format에 같은 글자가 한 번씩 필요한데 {source}와(과) {target}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: targets must have one value per row of predictions, which have the shape {shape_text}, got shape {shape_text2}</source>
      <translation>{name}에는 predictions {shape_text}의 행마다 목표가 하나씩 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: template must have one placeholder per input ({given}), got {wanted}</source>
      <translation>{name}에는 입력 {given}개마다 자리 표시자가 필요한데 템플릿에는 {wanted}개 있습니다</translation>
    </message>
    <message>
      <source>{name}: the batch axes of {shape_text} and {shape_text2} do not match</source>
      <translation>{name}에 배치가 맞지 않는 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the batch size must be a multiple of {blocks} (the block size), got {shape}</source>
      <translation>{name}에는 블록 크기 {blocks}의 배수인 배치가 필요한데 {shape}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the block raised {name2}: {error}</source>
      <translation>{name}: {name2} 예외가 났습니다: {error}</translation>
    </message>
    <message>
      <source>{name}: the block type has no such attribute or input</source>
      <translation>{name}: 이 블록 유형에는 그런 속성이나 입력이 없습니다</translation>
    </message>
    <message>
      <source>{name}: the gradient requires features and labels of equal shape, got {texts}</source>
      <translation>{name}의 그래디언트에는 모양이 같은 features와 labels가 필요한데 {texts}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the images at {pin} must not be empty, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 픽셀이 있는 이미지가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: the images have {channels} channels, but grads has shape {shape_text}</source>
      <translation>{name}: 채널 {channels}개인 이미지가 모양이 {shape_text}인 grads에 맞지 않습니다</translation>
    </message>
    <message>
      <source>{name}: the images have {image} channels, but the filter has {filter}: {shape_text} and {shape_text2}</source>
      <translation>{name}: 채널 {image}개인 이미지가 {filter}개용 필터에 맞지 않습니다: {shape_text}와(과) {shape_text2}</translation>
    </message>
    <message>
      <source>{name}: the inputs must have equal row counts, got {shape_text} and {shape_text2}</source>
      <translation>{name}: 입력들의 행 수가 같아야 하는데 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: the iterator has no batches left for epoch {number}</source>
      <translation>{name}: 반복자에 에포크 {number}에 쓸 배치가 남아 있지 않습니다</translation>
    </message>
    <message>
      <source>{name}: the lengths must add up to {rows}, got {sum}</source>
      <translation>{name}에는 합이 {rows}인 길이들이 필요한데 {sum}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the list has only {value} elements</source>
      <translation>{name}: 리스트의 원소는 {value}개입니다</translation>
    </message>
    <message>
      <source>{name}: the matrix has {rows} rows, but rhs has shape {shape_text}</source>
      <translation>{name}의 행렬은 행이 {rows}개인데 우변의 모양은 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: the number of channels must be a multiple of block_size^2 = {step}, got {shape_text} ({form})</source>
      <translation>{name}에는 block_size^2 = {step}의 배수인 채널이 필요한데 {shape_text}이(가) 왔습니다 ({form})</translation>
    </message>
    <message>
      <source>{name}: the number of channels must be a multiple of {ksize}, got {depth}</source>
      <translation>채널에 걸친 {name}에는 {ksize}의 배수인 채널이 필요한데 {depth}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the number of outputs must be a multiple of {channels} ({channels2} channels in groups of {each}), got {outs}</source>
      <translation>{name}: 출력 수는 {channels}의 배수여야 하는데({channels2}개 채널을 {each}개씩 묶음) {outs}입니다</translation>
    </message>
    <message>
      <source>{name}: the number of rows must be 0 or more, got {rows}</source>
      <translation>{name}에는 0개 이상의 행이 필요한데 {rows}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the ranges must have one value for each of the {count} slices along axis {axis}, got shape {shape_text} at {each}</source>
      <translation>{name}에는 축 {axis}의 조각 {count}개마다 범위가 하나씩 필요한데 {each}의 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: the shape of keys must end with the shape of a key, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 키의 모양 {shape_text}(으)로 끝나는 키가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the shape of segment_ids must be a prefix of the shape of {pin}, got {shape_text} and {shape_text2}</source>
      <translation>{name}: segment_ids의 모양은 {pin}의 모양의 앞부분이어야 하는데 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: the shapes must be equal, got {shape_text} and {shape_text2}</source>
      <translation>{name}: 모양이 같아야 하지만 {shape_text}와(과) {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: the size of a single part must be given as {size}, not as -1</source>
      <translation>{name}: 부분이 하나이면 -1이 아니라 그 크기({size})를 주어야 합니다</translation>
    </message>
    <message>
      <source>{name}: the sizes at {pin} must be 0 or more, got {size}</source>
      <translation>{name}에는 {pin}에 0 이상의 크기가 필요한데 {size}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the sizes in {pin} must be 0 or more, got {list}</source>
      <translation>{name}에는 {pin}에 0 이상의 크기들이 필요한데 {list}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: the values must be a vector with one value per index, got shape {shape_text}</source>
      <translation>{name}: 값은 인덱스마다 하나씩 있는 벡터여야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: there is no axis {axis} ({name2}) in a tensor of shape {shape_text}</source>
      <translation>{name}: 모양이 {shape_text}인 텐서에 축 {axis}({name2})이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name}: there is no element {index}</source>
      <translation>{name}: 원소 {index}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name}: there is no page {page}</source>
      <translation>{name}: {page} 페이지가 없습니다</translation>
    </message>
    <message>
      <source>{name}: this output is not a list</source>
      <translation>{name}: 리스트가 아닙니다</translation>
    </message>
    <message>
      <source>{name}: true_classes must be a matrix with {columns} columns (num_true), got shape {shape_text}</source>
      <translation>{name}에는 true_classes에 열 {columns}개(num_true)인 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: unknown options of a block type: {join}</source>
      <translation>{name}: 알 수 없는 블록 형식 옵션: {join}</translation>
    </message>
    <message>
      <source>{name}: updates must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 모양이 {shape_text}인 갱신이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: updates must have the shape {shape_text}, or be a scalar, got {shape_text2}</source>
      <translation>{name}에는 모양이 {shape_text}인 갱신이나 스칼라가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: value must have a row for each of the {count} indices, got {shape_text}</source>
      <translation>{name}에는 value에 인덱스 {count}개마다 행이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: value must have the slice's shape {shape_text}, or a shape that broadcasts to it, got {shape_text2}</source>
      <translation>{name}에는 선택된 모양 {shape_text}이거나 그것으로 브로드캐스트할 수 있는 값이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: value must have the variable's shape {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 변수의 모양 {shape_text}인 값이 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: value_range must have two values, got shape {shape_text}</source>
      <translation>{name}에는 value_range에 수 두 개가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: values must be 0 or more, got {min}</source>
      <translation>{name}에는 values에 0 이상의 수가 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: values must have {count} entries, one per index, got {n}</source>
      <translation>{name}에는 인덱스마다 값이 하나씩 {count}개 필요한데 {n}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: values must not contain NaN</source>
      <translation>{name}: values에 NaN이 없어야 합니다</translation>
    </message>
    <message>
      <source>{name}: var must have at least one axis, got a scalar</source>
      <translation>{name}은(는) 행을 바꾸는데 var의 변수는 스칼라입니다</translation>
    </message>
    <message>
      <source>{name}: variant input is not supported</source>
      <translation>{name}은 여기서 variant를 받지 않습니다: 쓸 것이 없습니다</translation>
    </message>
    <message>
      <source>{name}: weights must be empty or have the shape of {values}, {shape_text}, got shape {shape_text2}</source>
      <translation>{name}에는 {values}의 모양 {shape_text}인 가중치가 필요하거나 없어야 하는데 모양이 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: window size {reach} is larger than image size {index}{padding_text} with padding {padding}</source>
      <translation>{name}: {reach} 윈도가 {index}{padding_text} 이미지보다 큽니다 (패딩 {padding})</translation>
    </message>
    <message>
      <source>{name}: x and y must have the same batch axes, got {both}</source>
      <translation>{name}에는 x와 y에 같은 수의 행렬이 필요한데 {both}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: x and y must have the same shape, got {shape_text} and {shape_text2}</source>
      <translation>{name}에는 모양이 같은 x와 y가 필요한데 {shape_text}와(과) {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: x must be non-empty images [batch, height, width, channels], got shape {shape_text}</source>
      <translation>{name}에는 비지 않은 이미지 [batch, height, width, channels]가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: x must have a channel axis, got a scalar</source>
      <translation>{name}에는 x에 채널이 필요한데 스칼라가 왔습니다</translation>
    </message>
    <message>
      <source>{name}: x must have one value or one pair per axis, got shape {shape_text}</source>
      <translation>{name}에는 x에 축마다 수 하나나 한 쌍이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: x must have the shape of y_backprop, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 y_backprop의 모양 {shape_text}인 x가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: x must have {form} or {spatial} values (or pairs), got {shape}</source>
      <translation>{name}에는 x에 수(또는 쌍) {form}개나 {spatial}개가 필요한데 {shape}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {a} and {b} must have the same number of rows, got {first} and {second}</source>
      <translation>{name}에는 {b}에 {a}만큼의 행이 필요한데 {second}와(과) {first}이(가) 왔습니다</translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} elements</source>
      <translation>
        <numerusform>{name}: 원소 {n:,}개</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{name}: {n:,} instances updated</source>
      <translation>
        <numerusform>{name}: 인스턴스 {n:,}개를 업데이트했습니다</numerusform>
      </translation>
    </message>
    <message>
      <source>{name}: {name2} has no output pin {pin}</source>
      <translation>{name}: {name2}에는 출력 핀 {pin}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{name}: {name2} must be {names}, got {short}</source>
      <translation>{name}은(는) 여기서 {name2}로 {short}이(가) 아니라 {names}을(를) 받습니다</translation>
    </message>
    <message>
      <source>{name}: {name2} requires floating-point input, got {short}</source>
      <translation>{name}은 {short}이(가) 아니라 부동소수점 수만 {name2}(으)로 씁니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be 0 or more, got {pair}</source>
      <translation>{name}에는 0 이상의 {pin}이(가) 필요한데 {pair}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a matrix with one row per index, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 인덱스마다 행이 있는 행렬이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a matrix, got shape {shape_text}</source>
      <translation>{name}: {pin}은(는) 행렬이어야 하는데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a scalar or a vector, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 스칼라나 벡터가 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a scalar, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 스칼라가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be a vector, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 벡터가 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be at most the number of {what} ({size}), got {number}</source>
      <translation>{name}에는 많아야 {what} 수인 {size} 이하의 {pin}이(가) 필요한데 {number}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be scalars, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 스칼라들이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {least} or more, got {value}</source>
      <translation>{name}에는 {least} 이상의 {pin}이(가) 필요한데 {value}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {wanted}, got {number}</source>
      <translation>{name}에는 {pin} {wanted}이(가) 필요한데 {number}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must be {what}, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 {what}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain row splits for at least one dimension</source>
      <translation>{name}에는 {pin}에 차원 하나 이상의 행 경계가 필요합니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain vectors with 3 elements, got shape {shape_text}</source>
      <translation>{name}에는 수 3개의 벡터가 필요한데 {pin}에 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must contain vectors, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 벡터들이 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have 1 value or one value per row ({rows}), got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 수 하나나 행 {rows}개마다 하나씩 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have 4 values, got shape {list}</source>
      <translation>{name}에는 {pin}에 수 4개가 필요한데 모양이 {list}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have as many tensors as indices ({indices}), got {each}</source>
      <translation>{name}에는 {pin}이(가) 인덱스와 같은 {indices}개 필요한데 {each}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have four or five letters, one per axis, got {attrs}</source>
      <translation>{name}에는 {pin}에 축마다 하나씩 글자 네 개나 다섯 개가 필요한데 {attrs}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry for each of the {shapes} tensors, got shape {shape_text}</source>
      <translation>{name}에는 텐서 {shapes}개마다 {pin}이(가) 하나씩 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry per axis ({rank}), got {length}</source>
      <translation>{name}에는 축마다 {pin} 항목이 하나씩, {rank}개 필요한데 {length}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one entry per dtype ({count}), got shape {shape_text}</source>
      <translation>{name}에는 dtype {count}개마다 {pin}이(가) 하나씩 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({channels} in {shape_text}), got shape {shape_text2}</source>
      <translation>{name}에는 {pin}에 {shape_text}의 채널 {channels}개마다 원소가 하나씩 필요한데 모양이 {shape_text2}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({channels}), got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 채널 {channels}개마다 수가 하나씩 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have one value per channel ({count}), got shape {shape_text}</source>
      <translation>{name}에는 채널 {count}개마다 {pin}이(가) 하나씩 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{names}] with {name2} = {size}, got {shape_text}</source>
      <translation>{name}에는 {pin}에 {name2}이(가) {size}인 [{names}]이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{names}], got {shape_text}</source>
      <translation>{name}에는 {pin}에 [{names}]이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape [{size}], got {shape_text}</source>
      <translation>{name}에는 {pin}에 모양 [{size}]이(가) 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have the shape of var, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 {pin}에 변수의 모양 {shape_text}이(가) 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {count} tensors, got {shapes}</source>
      <translation>{name}에는 {pin}에 수가 {count}개 필요한데 {shapes}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} sizes, got shape {list}</source>
      <translation>{name}에는 {pin}에 크기 {rank}개가 필요한데 모양이 {list}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} sizes, one per index component, got {length}</source>
      <translation>{name}에는 {pin}에 인덱스의 수마다 크기가 하나씩 {rank}개 필요한데 {length}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rank} values, one per axis, got {length}</source>
      <translation>{name}에는 {pin}에 축마다 수가 하나씩 {rank}개 필요한데 {length}개 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {rows} of two numbers, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 수 두 개씩의 {rows}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {what}, got shape {shape_text}</source>
      <translation>{name}에는 {pin}에 {what}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {pin} must have {what}, {shape_text}, got {shape_text2}</source>
      <translation>{name}에는 {pin}에 {what}, 곧 {shape_text}이(가) 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {values} must be 0 or more, got {min}</source>
      <translation>{name}에는 {values}에 0 이상의 수가 필요한데 {min}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{name}: {wanted}, got shape {shape_text}</source>
      <translation>{name}: {wanted}, 모양은 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{name}: {what} {wrong} is out of range; {limits}</source>
      <translation>{name}: {what} {wrong}이(가) 없습니다, {limits}</translation>
    </message>
    <message>
      <source>{next}: used only if the page has one Minimize block and no wire gives it the value</source>
      <translation>{next}: 페이지에 Minimize 블록이 하나이고 그 값이 연결되지 않았을 때만 쓸 수 있습니다</translation>
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
      <source>{of} does not depend on a trainable weight</source>
      <translation>학습할 수 있는 가중치가 {of}에 닿지 않습니다</translation>
    </message>
    <message>
      <source>{of} has no gradient</source>
      <translation>{of}에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{of} has no gradient because {block} has an error</source>
      <translation>{block}에 오류가 있어 {of}에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{of} is not an output of a block</source>
      <translation>{of}은(는) 블록의 출력이 아닙니다</translation>
    </message>
    <message>
      <source>{of} refers to {targets} tensors: name the one to minimize</source>
      <translation>{of}은(는) 텐서 {targets}개입니다: 줄일 것을 지정하세요</translation>
    </message>
    <message>
      <source>{opener} is never closed</source>
      <translation>{opener}이(가) 닫히지 않았습니다</translation>
    </message>
    <message>
      <source>{opener}...) needs exactly one value</source>
      <translation>{opener}...)에는 값이 정확히 하나 필요합니다</translation>
    </message>
    <message>
      <source>{option_strings}: {words}. Remove the option.</source>
      <translation>{option_strings}: {words}. 제거하세요.</translation>
    </message>
    <message>
      <source>{option} {pattern} matches no {what}</source>
      <translation>{option} {pattern}에 맞는 {what}이 없습니다</translation>
    </message>
    <message>
      <source>{option}: expected 1 to {rows} rows, got {size}</source>
      <translation>{option}: 1에서 {rows} 사이의 행 수가 필요한데 {size}입니다</translation>
    </message>
    <message>
      <source>{option}: used only with a dict of arrays, because other data is in batches already</source>
      <translation>{option}: 배열의 딕셔너리에만 쓸 수 있습니다. 다른 데이터는 이미 배치로 나뉘어 있기 때문입니다</translation>
    </message>
    <message>
      <source>{others} shares the instance's variables, but blocks on a page cannot share variables</source>
      <translation>{others}이(가) 인스턴스의 변수를 공유하지만, 페이지의 블록은 변수를 공유할 수 없습니다</translation>
    </message>
    <message>
      <source>{outside} out of range</source>
      <translation>범위 밖 {outside}</translation>
    </message>
    <message>
      <source>{owner} has a backward hook, which a diagram cannot have</source>
      <translation>{owner}에 다이어그램이 가질 수 없는 backward 훅이 있습니다</translation>
    </message>
    <message>
      <source>{owner} has dtypes {dtype_names}, not {dtype_names2}</source>
      <translation>{owner}의 dtype은 {dtype_names2}이(가) 아니라 {dtype_names}입니다</translation>
    </message>
    <message>
      <source>{owner} needs dtypes {dtype_names}, got {dtype_names2}</source>
      <translation>{owner}에는 dtype {dtype_names}이(가) 필요한데 {dtype_names2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{part!r} is not a size</source>
      <translation>{part!r}은(는) 크기가 아닙니다</translation>
    </message>
    <message>
      <source>{path} could not be written</source>
      <translation>{path}을(를) 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{path} is inside a loop: train the inputs of the loop block instead</source>
      <translation>{path}은(는) 루프 안에 있습니다. 대신 루프 블록의 입력을 학습하세요</translation>
    </message>
    <message>
      <source>{pin_in} is an attribute and cannot be wired: type its value</source>
      <translation>{pin_in}은(는) 속성이므로 와이어를 연결할 수 없습니다: 값을 입력하세요</translation>
    </message>
    <message>
      <source>{pin} = {index} selects {what}, which are {short}, but the table has {short2}</source>
      <translation>{pin} = {index}은(는) {what}을(를) 선택합니다. 이는 {short}이지만 테이블은 {short2}입니다</translation>
    </message>
    <message>
      <source>{pin} is not wired</source>
      <translation>{pin}이(가) 연결되어 있지 않습니다</translation>
    </message>
    <message>
      <source>{pin} is not wired and has no default</source>
      <translation>{pin}에 연결된 것이 없고 기본값도 없습니다</translation>
    </message>
    <message>
      <source>{pin} must be a Tensor block or a typed value, got {kind_name}</source>
      <translation>{pin}은(는) {kind_name}이(가) 아니라 Tensor 블록이나 입력한 값을 받습니다</translation>
    </message>
    <message>
      <source>{pin} must be a tensor, but {source} is {kind_name}</source>
      <translation>{pin}은(는) 텐서를 받는데 {source}은(는) {kind_name}입니다</translation>
    </message>
    <message>
      <source>{pin} must be a tensor, got {kind_name}</source>
      <translation>{pin}은(는) {kind_name}이(가) 아니라 텐서를 받습니다</translation>
    </message>
    <message>
      <source>{pin} must be at least {least} for these diagonals, got {given}</source>
      <translation>{pin}은(는) {given}인데 대각선에는 {least} 이상이 필요합니다</translation>
    </message>
    <message>
      <source>{pin} must be {short}, got {short2}</source>
      <translation>{pin}은(는) {short}을(를) 받는데 {short2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{pin} must be {what}</source>
      <translation>{pin}은(는) {what}이어야 합니다</translation>
    </message>
    <message>
      <source>{pin} must have the shape {shape_text}, got {shape_text2}</source>
      <translation>{pin}은(는) 모양 {shape_text}을(를) 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{pin} must keep its dtype and shape: it is {before} before iteration 0 and {after} after it</source>
      <translation>{pin}은(는) 라운드 0 앞에서 {before}, 뒤에서 {after}입니다</translation>
    </message>
    <message>
      <source>{pin} now has {count}</source>
      <translation>{pin}에는 이제 {count}이(가) 있습니다</translation>
    </message>
    <message>
      <source>{pin} takes one tensor, but {source} is a list: name one of its elements</source>
      <translation>{pin}은(는) 텐서 하나를 받는데 {source}은(는) 리스트입니다: 원소 하나의 이름을 대세요</translation>
    </message>
    <message>
      <source>{pin}: expected 0 to 1, got {float}</source>
      <translation>{pin}은(는) {float}이(가) 아니라 0과 1 사이의 비율입니다</translation>
    </message>
    <message>
      <source>{pin}: expected a scalar or a vector, got shape {shape_text}</source>
      <translation>{pin}은(는) 수나 수의 리스트인데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{pin}: expected a scalar, got shape {shape_text}</source>
      <translation>{pin}은(는) 수 하나인데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{pin}: {parts} out of {number} elements</source>
      <translation>{pin}: 원소 {number}개 중 {parts}</translation>
    </message>
    <message>
      <source>{pin}: {text} in iteration 0, {text2} in iteration {last:,}</source>
      <translation>{pin}: 반복 0에서 {text}, 반복 {last:,}에서 {text2}</translation>
    </message>
    <message>
      <source>{place:,} of {number:,}</source>
      <translation>{number:,}개 중 {place:,}</translation>
    </message>
    <message>
      <source>{positions} indices need one value each, got {values}</source>
      <translation>인덱스 {positions}개에는 값도 그만큼 필요한데 {values}개 왔습니다</translation>
    </message>
    <message>
      <source>{position} is not a valid position in a file of values</source>
      <translation>{position}은(는) 값 파일 안의 올바른 위치가 아닙니다</translation>
    </message>
    <message>
      <source>{reason}
Release to choose a fix: {mends}</source>
      <translation>{reason}
놓으면 해결 방법을 고를 수 있습니다: {mends}</translation>
    </message>
    <message>
      <source>{removeprefix} has a custom gradient, which a flat page cannot represent</source>
      <translation>{removeprefix}에는 평평한 페이지로 나타낼 수 없는 사용자 정의 그래디언트가 있습니다</translation>
    </message>
    <message>
      <source>{result} does not fit in 64 bits</source>
      <translation>{result}은(는) 64비트에 담기지 않습니다</translation>
    </message>
    <message>
      <source>{result} values are not enough for {count} elements</source>
      <translation>값 {result}개는 {count}개에 모자랍니다</translation>
    </message>
    <message>
      <source>{right:,.0f} of {total:,.0f} correct (accuracy {share:.1%})</source>
      <translation>{total:,.0f}개 중 {right:,.0f}개 정답 (정확도 {share:.1%})</translation>
    </message>
    <message>
      <source>{run} of {title}</source>
      <translation>{title}의 {run}</translation>
    </message>
    <message>
      <source>{score:g} of {most:g} points</source>
      <translation>{most:g}점 중 {score:g}점</translation>
    </message>
    <message>
      <source>{self} already has component {component} of the key {text}</source>
      <translation>{self}에는 키 {text}의 성분 {component}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>{self} already has tensor {i} of the key {key}</source>
      <translation>{self}에는 키 {key}의 텐서 {i}이(가) 이미 있습니다</translation>
    </message>
    <message>
      <source>{self} cannot be initialized: use LookupTableInsert to add entries</source>
      <translation>{self}은(는) 초기화할 수 없습니다: 항목을 넣으려면 LookupTableInsert를 쓰세요</translation>
    </message>
    <message>
      <source>{self} has no declared shapes: its elements can only be taken one at a time</source>
      <translation>{self}은(는) 원소의 모양을 말하지 않습니다: 하나씩만 꺼낼 수 있습니다</translation>
    </message>
    <message>
      <source>{self} has no value before the graph runs: use SelectV2 instead of a Python condition</source>
      <translation>{self}은(는) 그래프가 실행되기 전에는 값이 없습니다: Python 조건 대신 SelectV2를 사용하세요</translation>
    </message>
    <message>
      <source>{self} has {self2} entries and cannot be filled again with {rows}</source>
      <translation>{self}에 항목이 {self2}개 있어 {rows}개로 다시 채울 수 없습니다</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {count} requested, {possible} available</source>
      <translation>{self}은(는) 닫혔고 원소가 모자랍니다: {count}개 필요한데 {possible}개 있습니다</translation>
    </message>
    <message>
      <source>{self} is closed and has too few elements: {wanted} requested, {self2} available</source>
      <translation>{self}은(는) 닫혔고 원소가 모자랍니다: {wanted}개 필요한데 {self2}개 있습니다</translation>
    </message>
    <message>
      <source>{self} is closed: it accepts no more elements</source>
      <translation>{self}이(가) 닫혀 있어 원소를 더 받지 않습니다</translation>
    </message>
    <message>
      <source>{self} is closed: it cannot be closed again</source>
      <translation>{self}이(가) 닫혀 있어 다시 닫을 수 없습니다</translation>
    </message>
    <message>
      <source>{self} is closed: it does not accept the new key {text}</source>
      <translation>{self}은(는) 닫혀 있어 새 키 {text}을(를) 받지 않습니다</translation>
    </message>
    <message>
      <source>{self} is closed: it {what}</source>
      <translation>{self}이(가) 닫혀 있습니다: {what}</translation>
    </message>
    <message>
      <source>{self} needs elements of shape {shape_text}, got {shape_text2}</source>
      <translation>{self}은(는) 모양이 {shape_text}인 원소를 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{self} needs elements of shape {shape_text}, got {shape_text2} for component {i}</source>
      <translation>{self}은(는) 모양이 {shape_text}인 원소를 받는데 구성 요소 {i}에 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{self} was closed before all elements were added</source>
      <translation>모든 원소가 들어가기 전에 {self}이(가) 닫혔습니다</translation>
    </message>
    <message>
      <source>{self}: default_value must have the shape {shape_text}{or_each}, got {shape_text2}</source>
      <translation>{self}에는 모양이 {shape_text}{or_each}인 default_value가 필요한데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{shape} is not a shape of the form [2][3]</source>
      <translation>{shape}은(는) [2][3] 꼴의 모양이 아닙니다</translation>
    </message>
    <message>
      <source>{shape}, not a scalar</source>
      <translation>{shape}, 스칼라 아님</translation>
    </message>
    <message>
      <source>{shape}: no elements</source>
      <translation>{shape}: 원소 없음</translation>
    </message>
    <message>
      <source>{shape}: no numeric values</source>
      <translation>{shape}: 숫자 값 없음</translation>
    </message>
    <message>
      <source>{share} spent between blocks</source>
      <translation>{share}은(는) 블록 사이에서 쓰임</translation>
    </message>
    <message>
      <source>{shortened} calls the function {shortened2}, which does not exist</source>
      <translation>{shortened}이(가) 부르는 함수 {shortened2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{shortened} cannot be updated: it is {words}</source>
      <translation>{shortened}을(를) 업데이트할 수 없습니다: {words}</translation>
    </message>
    <message>
      <source>{shortened} contains itself: {cycle_text}</source>
      <translation>{shortened}이(가) 자기 자신을 담고 있습니다: {cycle_text}</translation>
    </message>
    <message>
      <source>{shortened} is not a copy from a block library</source>
      <translation>{shortened}은(는) 패키지에서 온 복사본이 아닙니다</translation>
    </message>
    <message>
      <source>{shortened} is not the name of a pin</source>
      <translation>{shortened}은(는) 핀의 이름이 아닙니다</translation>
    </message>
    <message>
      <source>{shortened} reads {shortened2}, which does not exist</source>
      <translation>{shortened}이(가) 읽는 {shortened2}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{shortened} waits for the node {text}, which does not exist</source>
      <translation>{shortened}이(가) 기다리는 노드 {text}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{short} scalar</source>
      <translation>{short} 스칼라</translation>
    </message>
    <message>
      <source>{short} values have no gradient</source>
      <translation>{short} 값에는 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{shown} is the {reserved} of {self} and cannot be used</source>
      <translation>{shown}은(는) {self}의 {reserved}이므로 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{show} is not a valid value</source>
      <translation>{show}은(는) 올바른 값이 아닙니다</translation>
    </message>
    <message>
      <source>{show} is not a value{at}</source>
      <translation>{show}은(는) 값이 아닙니다{at}</translation>
    </message>
    <message>
      <source>{size:,} elements are too many for a .csv file</source>
      <translation>원소 {size:,}개는 .csv 파일에 너무 많습니다</translation>
    </message>
    <message>
      <source>{size} keys need one value each, got {size2}</source>
      <translation>키 {size}개에는 값도 그만큼 필요한데 {size2}개 왔습니다</translation>
    </message>
    <message>
      <source>{source} is a list, but composites cannot have list outputs</source>
      <translation>{source}은(는) 목록이지만, 합성 블록은 목록 출력을 가질 수 없습니다</translation>
    </message>
    <message>
      <source>{source} to {target}?
Arrow keys: choose a different pin. Letters: find a pin by name. Tab: add a block. Enter: confirm</source>
      <translation>{source} → {target}?
화살표 키: 다른 핀. 글자: 이름으로 찾기. Tab: 새 블록. Enter: 확인</translation>
    </message>
    <message>
      <source>{strip} is not an integer</source>
      <translation>{strip}은(는) 정수가 아닙니다</translation>
    </message>
    <message>
      <source>{strip} is too large for an integer</source>
      <translation>{strip}은(는) 정수로 너무 큽니다</translation>
    </message>
    <message>
      <source>{symbol} needs finite real numbers, got {what}</source>
      <translation>{symbol}은(는) {what}이(가) 아니라 유한한 실수에 씁니다</translation>
    </message>
    <message>
      <source>{table} has keys of dtype {short}, got {short2}</source>
      <translation>{table}의 키는 dtype {short}인데 {short2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{table} has values of dtype {short}, got {short2}</source>
      <translation>{table}의 값은 dtype {short}인데 {short2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{target} takes one wire and has one</source>
      <translation>{target}에는 와이어가 하나만 들어가는데 이미 있습니다</translation>
    </message>
    <message>
      <source>{target} with {option} is not supported</source>
      <translation>{option}을(를) 사용하는 {target}은(는) 지원되지 않습니다</translation>
    </message>
    <message>
      <source>{target}: the shape of the blocks' result is {shapes}</source>
      <translation>{target}: 블록 결과의 형상은 {shapes}입니다</translation>
    </message>
    <message>
      <source>{text} (blocks the gradient)</source>
      <translation>{text} (그래디언트를 막음)</translation>
    </message>
    <message>
      <source>{text} before {pins}</source>
      <translation>{pins} 앞에 {text}</translation>
    </message>
    <message>
      <source>{text} is not a number</source>
      <translation>{text}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
      <source>{text} is not an integer</source>
      <translation>{text}은(는) 정수가 아닙니다</translation>
    </message>
    <message>
      <source>{text} is not base64: no string encodes to {letters} characters</source>
      <translation>{text}은(는) base64가 아닙니다: {letters}자로 쓰는 바이트는 없습니다</translation>
    </message>
    <message>
      <source>{text} is not web-safe base64 (A-Z a-z 0-9 - _)</source>
      <translation>{text}은(는) 글자 A-Z a-z 0-9 - _의 base64가 아닙니다</translation>
    </message>
    <message>
      <source>{text}, after step {steps:,}</source>
      <translation>{text}, {steps:,}단계 뒤</translation>
    </message>
    <message>
      <source>{text}, because {name} takes only one tensor</source>
      <translation>{text}: {name}은(는) 텐서 하나를 받습니다</translation>
    </message>
    <message>
      <source>{text}: create the contract inside the composite</source>
      <translation>{text}: 계약을 합성 블록 안에 만드세요</translation>
    </message>
    <message>
      <source>{text}: the tensor has {count} elements</source>
      <translation>{text}: 원소가 {count}개입니다</translation>
    </message>
    <message>
      <source>{time} per step</source>
      <translation>단계당 {time}</translation>
    </message>
    <message>
      <source>{time} per step (average of {steps})</source>
      <translation>단계당 {time} ({steps}의 평균)</translation>
    </message>
    <message>
      <source>{title} (read-only)</source>
      <translation>{title} (읽기 전용)</translation>
    </message>
    <message>
      <source>{title} cannot iterate over {name}, which is a scalar</source>
      <translation>{title}은(는) 스칼라인 {name}을(를) 훑을 수 없습니다</translation>
    </message>
    <message>
      <source>{title} has no derivatives of order {order}</source>
      <translation>{title}에는 {order}차 도함수가 없습니다</translation>
    </message>
    <message>
      <source>{title} has no gradient to compare</source>
      <translation>{title}에는 비교할 그래디언트가 없습니다</translation>
    </message>
    <message>
      <source>{title} has no gradient to compare.</source>
      <translation>{title}에는 비교할 그래디언트가 없습니다.</translation>
    </message>
    <message>
      <source>{title} iterates over {first}, which has {count} elements, but {name} has {shape}</source>
      <translation>{title}은(는) 원소 {count}개인 {first}와(과) {shape}개인 {name}을(를) 훑습니다</translation>
    </message>
    <message>
      <source>{title} needs more iterations than its maximum of {maximum}</source>
      <translation>{title}이(가) 최대인 {maximum}라운드보다 더 돕니다</translation>
    </message>
    <message>
      <source>{title}: predicate must be a scalar, got shape {shape_text}</source>
      <translation>{title}: predicate는 스칼라여야 하지만 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{topic} is a block type, not a topic</source>
      <translation>{topic}은(는) 주제가 아니라 블록 유형입니다</translation>
    </message>
    <message>
      <source>{to} takes only one wire</source>
      <translation>{to}은(는) 와이어 하나만 받습니다</translation>
    </message>
    <message>
      <source>{tried}: gradient of {title}</source>
      <translation>{tried}: {title}의 그래디언트</translation>
    </message>
    <message>
      <source>{type_name} is a composite</source>
      <translation>{type_name}은(는) 합성 블록입니다</translation>
    </message>
    <message>
      <source>{type_name}: default {i} must have {what}, got shape {shape_text}</source>
      <translation>{type_name}에는 기본값 {i}(으)로 {what}이(가) 필요한데 모양이 {shape_text}입니다</translation>
    </message>
    <message>
      <source>{type_name}: {name} and {pin} must have the same number of entries, got {count} and {keys}</source>
      <translation>{type_name}에는 {name}이(가) {pin}만큼 필요한데 {count}개와 {keys}개 왔습니다</translation>
    </message>
    <message>
      <source>{type_name}: {pin} must contain only known sizes, got {shape_text}</source>
      <translation>{type_name}에는 {pin}에 크기를 아는 모양이 필요한데 {shape_text}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{types} components need one shape each, got {shapes}</source>
      <translation>성분 {types}개에는 모양도 그만큼 필요한데 {shapes}개 왔습니다</translation>
    </message>
    <message>
      <source>{type} cannot be inserted: this block or one of the connected blocks has an unknown type</source>
      <translation>{type}을(를) 삽입할 수 없습니다: 이 블록이나 연결된 블록의 유형을 알 수 없습니다</translation>
    </message>
    <message>
      <source>{type} has no attribute or input {name}</source>
      <translation>{type}에 속성이나 입력 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{type} has no input pin {name}</source>
      <translation>{type}에는 입력 핀 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{type} has no output pin {name}</source>
      <translation>{type}에는 출력 핀 {name}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{type} has no output that fits {target}</source>
      <translation>{type}에는 {target}에 맞는 출력이 없습니다</translation>
    </message>
    <message>
      <source>{type} has {result} output pins</source>
      <translation>{type}에는 출력 핀이 {result}개 있습니다</translation>
    </message>
    <message>
      <source>{type} {word} for {source}</source>
      <translation>{type}: {word} ({source})</translation>
    </message>
    <message>
      <source>{unused}: not used with a Session</source>
      <translation>{unused}: Session과 함께 쓸 수 없습니다</translation>
    </message>
    <message>
      <source>{value} is not a slice of a tensor</source>
      <translation>{value}은(는) 텐서의 부분이 아닙니다</translation>
    </message>
    <message>
      <source>{what} has an unknown key {shortened}</source>
      <translation>{what}에 알 수 없는 키 {shortened}이(가) 있습니다</translation>
    </message>
    <message>
      <source>{what} has neither 'reaches' nor 'not_reaches', so it checks nothing</source>
      <translation>{what}에 'reaches'도 'not_reaches'도 없어서 아무것도 검사하지 않습니다</translation>
    </message>
    <message>
      <source>{what} has no block type</source>
      <translation>{what}에 해당하는 블록 유형이 없습니다</translation>
    </message>
    <message>
      <source>{what} must be an object</source>
      <translation>{what}은(는) 객체여야 합니다</translation>
    </message>
    <message>
      <source>{what} must be known before the model runs</source>
      <translation>{what}은(는) 모델을 실행하기 전에 알려져 있어야 합니다</translation>
    </message>
    <message>
      <source>{what} needs one of the keys {join}</source>
      <translation>{what}에는 키 {join} 중 하나가 필요합니다</translation>
    </message>
    <message>
      <source>{what} needs the key {name}</source>
      <translation>{what}에는 키 {name}이(가) 필요합니다</translation>
    </message>
    <message>
      <source>{what} of dtype {var}</source>
      <translation>{what}, dtype {var}</translation>
    </message>
    <message>
      <source>{what} takes {size} bytes; all tensors together take {used}, and the limit is {total}</source>
      <translation>{what}이(가) {size}바이트를 차지합니다. 모든 텐서를 합하면 {used}바이트이며 한도는 {total}입니다</translation>
    </message>
    <message>
      <source>{what} takes {size} bytes; the limit is {each}</source>
      <translation>{what}이(가) {size}바이트를 차지합니다. 한도는 {each}입니다</translation>
    </message>
    <message>
      <source>{what} with the dtype of {first}</source>
      <translation>{what}, {first}와(과) 같은 dtype</translation>
    </message>
    <message>
      <source>{what} with the dtype of {like}</source>
      <translation>{what}, {like}와(과) 같은 dtype</translation>
    </message>
    <message>
      <source>{what} would take {size} bytes; other tensors take {used} and the limit is {total} for all tensors together</source>
      <translation>{what}은(는) {size}바이트가 필요합니다. 다른 텐서가 {used}바이트를 차지하며 전체 한도는 {total}입니다</translation>
    </message>
    <message>
      <source>{what} would take {size} bytes; the limit is {each}</source>
      <translation>{what}은(는) {size}바이트가 필요합니다. 한도는 {each}입니다</translation>
    </message>
    <message>
      <source>{what} {axis} does not exist in an input with {rank} axes</source>
      <translation>{what} {axis}은(는) 받은 것의 축 {rank}개 가운데 없습니다</translation>
    </message>
    <message>
      <source>{what}: 'name' is missing or not a string</source>
      <translation>{what}에 'name'이 없거나 문자열이 아닙니다</translation>
    </message>
    <message>
      <source>{what}: expected {short}, got {short2}</source>
      <translation>{what}: {short}이어야 하는데 {short2}입니다</translation>
    </message>
    <message>
      <source>{what}: no Placeholder found</source>
      <translation>{what}: Placeholder가 없습니다</translation>
    </message>
    <message>
      <source>{what}: no sample was accepted for these parameters in {ROUNDS} attempts</source>
      <translation>{what}이(가) 이 매개변수로 {ROUNDS}번 시도했지만 수를 찾지 못했습니다</translation>
    </message>
    <message>
      <source>{what}: no value was found between the bounds</source>
      <translation>{what}이(가) 경계 사이의 수를 찾지 못했습니다</translation>
    </message>
    <message>
      <source>{what}: rates must be finite</source>
      <translation>{what}에는 유한한 비율이 필요합니다</translation>
    </message>
    <message>
      <source>{what}: row {lost} of logits contains no finite value</source>
      <translation>{what}: logits의 행 {lost}에 유한한 수가 없습니다</translation>
    </message>
    <message>
      <source>{what}: {name} must be {expected}</source>
      <translation>{what}: {name}은(는) {expected}이어야 합니다</translation>
    </message>
    <message>
      <source>{what}: {text}. The valid names are {join}</source>
      <translation>{what}: {text}; 이름 목록: {join}</translation>
    </message>
    <message>
      <source>{what}{named} is not supported</source>
      <translation>{what}{named}은(는) 지원되지 않습니다</translation>
    </message>
    <message>
      <source>{where} is not a serialized {what}</source>
      <translation>{where}은(는) 직렬화된 {what}이(가) 아닙니다</translation>
    </message>
    <message>
      <source>{where} was not changed: {reason}</source>
      <translation>{where}을(를) 바꾸지 않았습니다: {reason}</translation>
    </message>
    <message>
      <source>{whose} contains Python objects, which cannot become a tensor</source>
      <translation>{whose}에는 텐서가 될 수 없는 Python 객체가 있습니다</translation>
    </message>
    <message>
      <source>{whose} has an unknown key {shortened}</source>
      <translation>{whose}에 알 수 없는 키 {shortened}이(가) 있습니다</translation>
    </message>
    <message>
      <source>{whose} has no {key}</source>
      <translation>{whose}에는 {key}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{whose} has the dtype {numpy_name}, expected {short}</source>
      <translation>{whose}의 dtype은 {numpy_name}이지만 {short}이(가) 필요합니다</translation>
    </message>
    <message>
      <source>{whose} has the shape {shape_text}, expected {shape_text2}</source>
      <translation>{whose}의 모양은 {shape_text}이지만 {shape_text2}이(가) 필요합니다</translation>
    </message>
    <message>
      <source>{who} does not contain feature list {key_text}</source>
      <translation>{who}에 리스트 {key_text}이(가) 없습니다</translation>
    </message>
    <message>
      <source>{who} needs gradients of shape {shape_text}, got {shape_text2}</source>
      <translation>{who}은(는) 모양이 {shape_text}인 그래디언트를 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{who} needs rows of shape {shape_text}, got {shape_text2}</source>
      <translation>{who}은(는) 모양이 {shape_text}인 행을 받는데 {shape_text2}이(가) 왔습니다</translation>
    </message>
    <message>
      <source>{who}: row indices must be 0 or more, got {wrong}</source>
      <translation>{who}: 행 인덱스는 0 이상이어야 하는데 {wrong}입니다</translation>
    </message>
    <message>
      <source>{who}: row indices must be less than {rows}, got {wrong}</source>
      <translation>{who}: 행 인덱스는 {rows}보다 작아야 하는데 {wrong}입니다</translation>
    </message>
    <message>
      <source>{why}The block and its wires are kept unchanged.</source>
      <translation>{why}블록과 와이어는 그대로 유지됩니다.</translation>
    </message>
    <message>
      <source>{words!r} is not a number</source>
      <translation>{words!r}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
      <source>{words!r} is not a single value</source>
      <translation>{words!r}은(는) 단일 값이 아닙니다</translation>
    </message>
    <message>
      <source>{words} For now, the diagram contains the version labeled Ours.</source>
      <translation>{words} 지금은 우리 쪽 내용이 다이어그램에 있습니다.</translation>
    </message>
    <message>
      <source>{words}. Press F10 to run the next block, or Run to continue</source>
      <translation>{words}. F10은 다음 블록을 실행하고, 실행은 계속합니다</translation>
    </message>
    <message>
      <source>{words}; default: {value}</source>
      <translation>{words}; 기본값: {value}</translation>
    </message>
    <message>
      <source>{words}; required</source>
      <translation>{words}; 필수</translation>
    </message>
    <message>
      <source>{word} does not close the {opener} at {there}</source>
      <translation>{word}은(는) {there}의 {opener}을(를) 닫지 않습니다</translation>
    </message>
    <message>
      <source>{word} has no opening bracket</source>
      <translation>{word}이(가) 닫는 것이 없습니다</translation>
    </message>
    <message>
      <source>{word} is not a complex number</source>
      <translation>{word}은(는) 복소수가 아닙니다</translation>
    </message>
    <message>
      <source>{word} is not a dtype</source>
      <translation>{word}은(는) dtype이 아닙니다</translation>
    </message>
    <message>
      <source>{word} is not a number</source>
      <translation>{word}은(는) 수가 아닙니다</translation>
    </message>
    <message>
      <source>{word} is not a valid value: every element of a tensor needs a value</source>
      <translation>{word}은(는) 올바른 값이 아닙니다: 텐서의 모든 원소에 값이 필요합니다</translation>
    </message>
    <message>
      <source>{word} is not valid JSON; in a tensor, write it as the string "{word2}"</source>
      <translation>{word}은(는) JSON이 아닙니다. 텐서에서는 문자열 "{word2}"로 씁니다</translation>
    </message>
    <message>
      <source>{word} is too large for a float64 number</source>
      <translation>{word}은(는) float64 수로 나타내기에 너무 큽니다</translation>
    </message>
    <message>
      <source>{word} is too large for any dtype</source>
      <translation>{word}은(는) 어떤 dtype에도 너무 큽니다</translation>
    </message>
    <message>
      <source>{{{name}}} in a formula must be one term, got {terms}</source>
      <translation>수식에는 항 하나에 {{{name}}}이(가) 있습니다: 항은 {terms}개</translation>
    </message>
    <message>
      <source>~ changed</source>
      <translation>~ 변경됨</translation>
    </message>
    <message>
      <source>− column</source>
      <translation>− 열</translation>
    </message>
    <message>
      <source>− removed</source>
      <translation>− 제거됨</translation>
    </message>
    <message>
      <source>− row</source>
      <translation>− 행</translation>
    </message>
    <message>
      <source>한국어</source>
      <translation>한국어</translation>
    </message>
  </context>
</TS>
