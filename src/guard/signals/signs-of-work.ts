/** How people say how the work is done, what of it is finished, and what comes next. */

import { form, words } from './signs.ts'

// How the work is done.

export const STATES_A_COMMAND = words(
  `[new/the/our/single] (_ )(_ )(_ )[command/script/task/target] … [is/are/changed/became/moved]|command(s) changed|new command(s)|
  [is/are] (now )[deployed/built/released/published/shipped/started/generated/flashed/tested/linted/formatted/seeded/provisioned/run] [with/via/by/through/using/from]|
  [deploy*/release(s)/build(s)/migration(s)/test(s)/backup(s)/staging/production/seeding/codegen/linting] [run/runs/go/goes/happen/happens/work/works/start/starts] [with/via/by/through/using/from]|
  we (now )[deploy/release/build/run/test/seed/lint/publish/ship/flash/start] … [with/via/by/through/using]|
  新命令|新的命令|命令[换/改/变/是/为/叫/现在/已经/统一/:]|脚本[换成/改成/改名/现在是]|[加了/新增]_(了)命令|[用/跑/执行] … [启动/部署/发布/打包/回滚/导入/初始化/生成/灌数据]`,
  '[这个/那个/该/什么]命令|this command|that command|把…命令',
)

/** It is to be made yet. */
export const WISHED = words(
  `[we/i/users/they](('d)/ would/ also/ still/ really)( like/ love)( to) [want/need/add/create/implement/have]|[add/create/implement/introduce] (a/an/the/another) |
  should [have/be]|需要一个|[加/做/写/建/新增/弄](一)个|想要|希望`,
)

export const STATES_A_PROCESS = form(
  ['要走', '要走.{0,4}(?:审批|流程|评审|工单|发布单)'],
  [
    'changed|reworked|replaced|simplified|switched|moved|redid',
    "\\b(?:we|i|they|the team)(?: have|'ve)?(?: just)? (?:changed|reworked|replaced|simplified|switched|moved|redid) (?:the|our|how)(?: \\w+){0,2} (?:workflow|process|pipeline|procedure|releases?|deploys?|deployments?|builds?)\\b",
  ],
  [
    'process|train|flow|step|procedure|checklist|cycle|routine',
    '(?:^|[ ,])(?:the |our |new )*(?:release|deploy|deployment|build|review|hotfix|rollback|branching|publishing|onboarding|migration|backup|on-?call|upgrade|ship|merge|test)\\w* (?:process|train|workflow|flow|steps?|procedure|checklist|cycle|routine)(?: \\w+){0,3} (?::|is|goes|works|changed|now)',
  ],
  [
    '流程|步骤|顺序|做法|操作|工作流|这样|这么|步',
    '(?:流程|步骤|顺序|做法|操作|工作流)(?:是|:| :|如下|变了|改了|改成|改为|有变|调整|现在)|(?:发布|部署|上线|回滚|上架|提测|发版|回刷|迁移|升级|打包|烧录|合并|提审|灰度).{0,8}(?:要这样|这样做|是这样|这么做|分.步) ?:?',
  ],
)
export const IN_STEPS = form(
  ['完', '完.{1,20}再'],
  ['先', '先.{1,40}(?:再|然后|之后|最后|才)'],
  [
    'then|after|finally|first|before| : | , ',
    '\\bthen\\b|\\bafter that\\b|\\bfinally\\b|\\bfirst\\b|\\bbefore\\b|\\bafterwards\\b| : | , .* , ',
  ],
)
export const TO_DO_SO = form(
  [
    'to ',
    '^(?:(?:btw|fyi|so|ok|and|also|note|oh) ,? ?)*(?:to|in order to) (?:release|deploy|ship|publish|build|run|start|flash|provision|roll back|rollback|seed|migrate|backfill|regenerate|generate|restore|debug|cut a|rotate|reset|set up|upgrade|update the)\\b.{0,60}?(?: , (?:just |first |always )?(?:run|use|call|do|you|we|make|go|tag|merge|push|set|npm|pnpm|yarn|just|cargo|docker|\\ufffc)(?= |$)| you | we )(?!want|could|can try)',
  ],
  [
    'run|use|call|execute',
    '^(?:(?:btw|fyi|so|ok|and|also|note|oh) ,? ?)*to (?!fix|see|check|reproduce|make|do|be|avoid|solve|test this|try)[a-z]+ .{2,60}?(?:just |you |we |simply )?(?:run|use|call|execute) ',
  ],
)
/** "Hotfixes branch off the last tag …", "e2e tests need the emulator: …". */
export const GOES_SO = form(
  [
    'get|are|be ',
    '[a-z]+s (?:like (?:that|this|these) )?(?:get|are|must be|have to be|need to be) (?:always |only |first )?(?:reviewed|approved|signed|merged|deployed|released|generated|created|checked|tested|published|rotated) (?:by|in|with|through|on|from|before|first)\\b',
  ],
  [
    'for ',
    '(?:^|[,:] )for (?:staging|prod|production|local|a release|releases|hotfixes|a hotfix|releasing|deploying|local development) (?:you|we|it|just|run)\\b',
  ],
  [
    'hotfix|release|deploy|migration|feature|branch|pr|pull|build|tag|bugfix|change|translation|doc|backup|snapshot|test|e2e|fixture|secret|image|package|version|asset|mock|client|type|ing ',
    '(?:^|[,:] )(?:all |our |the |new |every |each )?(?:\\S+ )?(?:hotfix(?:es)?|releases?|deploys?|deployments?|migrations|features|feature branches|branches|prs|pull requests|builds|tags|bugfixes|(?:schema|database|db) changes|translations|docs|backups|snapshots|tests|e2e|fixtures|secrets|images|packages|versions|assets|mocks|clients|types|[a-z]{4,}ing) (?:branch|go|goes|get|gets|are|is|run|runs|start|come|happen|live|need|needs|merge|land|ship|deploy|follow|have to|must) (?!failing|broken|green|red|slow|missing|gone|fine|ok|passing|flaky|not|still|again|always)',
  ],
  [
    '启动|起|部署|发布|打包|构建|测试|回滚|迁移|数据|生成|调试|联调|压测|格式化|校验|初始化|建库|重置|发版|出包|上线',
    '(?:本地|线上|测试环境|预发)?(?:启动|起服务|起项目|起环境|部署|发布|打包|构建|跑测试|回滚|迁移|导数据|造数据|灌数据|生成代码|调试|联调|压测|格式化|校验|初始化|建库|重置|发版|出包|上线)(?:服务|项目|环境|数据库|代码|接口|镜像)?(?:都|统一|一般|直接|现在|要)?(?:用|跑|执行|走|靠|敲)',
  ],
)
export const HAS_TO_RUN = form(
  ['run ', '\\brun .{2,40}? (?:after|before|whenever|each time|every time) (?:you |each |every |any |a )?[a-z]+'],
  ['跑|执行|运行|敲', '(?<!我)(?:要|得|必须|需要|记得)(?:先|再|重新)?(?:跑|执行|运行|敲)'],
  [
    'after|when|once',
    '\\b(?:after|when|whenever|once) (?:changing|editing|adding|updating|touching|you (?:change|edit|add|update|touch|pull)|each|every|a |the )(?:.{3,60})\\b(?:run|rerun|regenerate|call|execute)\\b',
  ],
  ['you ', '\\byou (?:have to|need to|must|should) (?:first |also |always )?run\\b'],
)
export const PLACED = words(
  'first|anymore|any more|is enough|by the _|branch|approval(s)|in _/_|automatically|by hand|only',
)
export const AT_TIMES = form(
  [
    'we ',
    '\\bwe (?:only |always |usually )?(?:release|deploy|ship|cut (?:a )?releases?|merge|tag|publish|freeze|branch) (?:\\S+ ){0,3}(?:every|once a|twice a|on (?:mon|tues|wednes|thurs|fri)days?|each|weekly|daily|nightly|from (?:the )?\\S+ branch)\\b',
  ],
  ['每|周', '(?:每周|每天|每月|每两周|每晚|周[一二三四五])[^,:]{0,8}(?:发版|发布|上线|封版|合并|部署|打 ?tag|提测)'],
)
export const BEFOREHAND = form(
  [
    'before',
    '\\bbefore (?:you |we |every |each |any |a |the |opening a |your )*(?:commit(?:ting|s)?|push(?:ing|es)?|merg(?:e|ing)|releas(?:e|ing)|deploy(?:ing|s)?|pr|pull request|open a pr|tag(?:ging)?|ship(?:ping)?)\\b',
  ],
  ['前', '(?:提交|推送|合并|发布|上线|提测|发版|打包|部署|合代码|推代码|提 ?[pm]r) ?(?:代码|之)?前'],
)
export const A_STANDING_WORD = words(
  'always|every|each|must|has to|have to|never|make sure|no exceptions|都要|都得|必须|一定|每次|务必|记得|要先|得先|先跑|都先',
)

// What is worked on.

export const FINISHED = form(
  [
    '完成 ,|结束 ,|上线 ,|收尾 ,',
    '(?:^|[ ,:])(?!测试|构建|编译|我|你|这个|那个)[^,:了没必要]{2,12}(?:完成|结束|上线|收尾) ,',
  ],
  [
    "'s ",
    "(?:^|[,:] |\\b(?:ok|so|great|and) )(?!it's|that's|this's|what's|there's|he's|she's|who's|here's|everything's|build's|let's)[\\w-]+'s (?:now |all |finally )?(?:done|finished|merged|shipped|complete|live)\\b",
  ],
  [
    'done|finish|complete|shipped|merged|released|live|wrapped|out|delivered',
    "(?:^|[,:] |\\b(?:ok|okay|so|great|nice|good|and|now) )(?!(?:it|this|that|they|we|i|you|all|everything|what|there|which|tests?|build|ci|the (?:tests?|build|job|run|install|download|pipeline|command|script|upload|deploy|file|first|rest|pr|branch|commit|ticket|issue)|pr|branch|commit|ticket|issue)\\b(?! \\w+ (?:feature|module|rewrite)))(?:[\\w'./-]+ ){1,6}(?:is|are|was|has been|have been|got)(?: now| all| finally| completely| basically| fully| both)* (?:done|finished|complete|completed|shipped|merged|released|live|wrapped up|out|delivered)(?: (?:and|in|to|on|with|for|today|now|yesterday|since)\\b.*)?(?:$| [,:])",
  ],
  [
    'finished|completed|wrapped|shipped|merged|done with|closed',
    '\\b(?:finished|completed|wrapped up|shipped|merged|done with|closed) (?:the|our|all of the) (?!test|build|file|branch|ticket|pr\\b|tab)(?:[\\w-]+ ){1,4}(?:[,:]|and|$|today|yesterday)',
  ],
  [
    '了',
    '(?:^|[ ,:])(?!测试|构建|编译|我|你|他|任务|今天|代码|命令|跑|安装|下载|这个|那个|这里|都|已经|全部|单测|文件|改|写)[^,:了]{2,16}(?:已经|都|总算|终于|基本|全部|也|今天|刚)*(?:做完|搞定|完成|上线|开发完|收尾|合进主干|合入主干|合并|合进去|交付|写完|弄完|做好|搞完|发布|结束|告一段落)(?:并|且|和|，)?(?:上线|合并|合进主干|合入主干|验收|发布)?了(?:$| [,:])',
  ],
  [
    '关|结|到这|到此|告一段落',
    '(?:任务|需求|工单|issue|ticket|功能|模块|这块|部分)(?:就|可以|先)*(?:关|结|到这|到此|告一段落)(?:了|里|$| ,)|(?:先到这|到此为止)',
  ],
  ['并|且', '(?:已经|都)?(?:搞定|做完|完成)(?:并|且)(?:合|上线|发布|验收)'],
)
export const FINISHES_LITTLE = words(
  `test(s)|build|lint*|typo|rename|download|install*|upload|meeting|测试|单测|构建|编译|安装|下载|上传|跑完|改名|重启|会议|吃|没[做/写/改/完]|才能|之后|以后|再|的话`,
  'acceptance test(s)',
)
export const NEXT = form(
  [
    'next',
    "\\b(?:i'll|i will|we'll|we will|i'm going to) (?:do|start|work on|look at|look into|tackle|get back to|continue with|go on with|get to) (?:\\S+ ){1,5}next\\b",
  ],
  [
    'next|on to|time to|from here|back to',
    '(?:^|[,:] |\\b(?:and|then|so|now) )(?:next up|up next|next (?:big thing|milestone|topic|goal|epic|sprint|focus|week|month|quarter)|on to the|now on to|moving on to|time to start|from here on (?:it.s|it is|i.m|we.re|we focus|i focus)|back to (?:the|our) (?:\\S+ ){1,4}(?:tomorrow|next|now|from|until|for|again|this|on|,))',
  ],
  [
    'focus|priorit|concentrat|gears|about|switch|turn to|move on|go back|return to|parked|frozen|hold|ice|paus|working on|park|shelv',
    "\\b(?:our|my|new|main|top|current|number one)(?: (?:new|main|top|current|only))? (?:focus|priority)(?: (?:now|for|until|this|next|is)\\b|$| ,)|\\b(?:that's|this is|the) (?:the )?(?:focus|priority) (?:now|for|until|this|next)\\b|\\b(?:focus|focusing|concentrate|concentrating) on (?:\\S+ ){1,6}(?:this (?:week|month|sprint|quarter|release)|until|for the next|next|from)\\b|\\b(?:focus|priority|priorities) (?:shifts?|shifted|moves?|moved|changes?|changed|switched|is now|are now)\\b|\\bswitch(?:ing)? (?:focus|gears|over) to\\b|\\b(?:it's|it is|sprint is|week is|month is|quarter is|release is|milestone is) (?:all |only )?about\\b|\\bwe (?:now )?(?:switch|turn|move on|go back|return) to (?:the |our )?(?:\\S+ ){0,3}(?:epic|feature|module|milestone|rewrite|topic|client|page|dashboard|backlog)\\b|\\b(?:is|are) (?:parked|frozen|on hold|on ice|paused) (?:until|for|now|$)|\\b(?:is|are) (?:parked|on hold|on ice)$|\\bwe(?:'re| are) (?:now )?(?:working|focusing|concentrating) on (?:\\S+ ){1,6}(?:this|until|for|next|from|instead)\\b|\\b(?:pause|park|shelve|parking|pausing|shelving) (?:the |our )(?:\\S+ ){1,4}(?:until|for now|and)\\b|\\bput (?:the |our )?(?:\\S+ ){1,4}on (?:hold|ice)\\b",
  ],
  [
    '接下来|下一|下个|下周|之后|然后',
    '(?:接下来|下一步|下个阶段|下一阶段|下个迭代|下周|下个月|之后|然后)(?:我们|就|先|都|主要|重点|开始|要|准备|该|轮到)*(?:搞|做|开始|是|攻|弄|开发|上|推|转|进入|主攻|集中|启动)(?!一下|个测试|测试|什么|啥)[^,:]{2,}',
  ],
  [
    '回去|继续|开始|接着|后面|接下来|未来|这|下',
    '(?:可以|该|准备)(?:回去|继续|开始|接着)(?:做|搞|弄|写|开发)[^,:]{2,}|(?:后面|接下来|未来|这|下)(?:一|两|几|三)?(?:个)?(?:周|天|月|迭代|礼拜)[^,:]{0,6}(?:主要|重点|集中|先|都在|都是|全力)[^,:]{2,}',
  ],
  ['继续|开始|接着|再', '(?:回头|明天|下周|现在|接着|之后)(?:继续|开始|接着|再)(?:做|搞|弄|写|开发)(?!一下)[^,:]{2,}'],
  [
    '集中|重点|主攻|专注|优先|主要|手头|重心|焦点|目标|先停|先放|不做|停',
    '(?:这周|本周|下周|这个月|本月|月底前|年底前|近期|最近|这个迭代|本迭代|这个冲刺|本季度|这季度|接下来|现在|目前)[^,:]{0,16}(?:集中|重点|主攻|专注|优先|主要)(?:是|在|放|做|修|搞|精力|力量|处理|推|攻|解决|把)|重点(?:转到|转向|放在|放到|是|改成|变成|切到)|优先(?:处理|解决)|手头的.{0,4}[放停]|(?:优先级|重心|焦点|目标)(?:改|变|调|转|换|是|放|移)|先(?:停|放)(?:一停|一放|一下|下来)?[^,:]{0,12}[,:] ?.{0,6}(?:集中|转|全力|优先|先做|先搞)|(?:不做|停|暂停|放一放).{0,10}[,:] ?(?:集中|全力|转去|转做|优先|专心)',
  ],
)

export const DESIGN_READY = form(
  [
    'design|rfc|adr|architecture|spec|proposal',
    '\\b(?:design|design doc(?:ument)?|rfc(?:[- ]?\\d+)?|adr(?:[- ]?\\d+)?|architecture doc(?:ument)?|technical spec|proposal doc)\\b(?: \\S+){0,5} (?:is|are|was|got|has been)(?: now| finally)? (?:done|finished|complete|approved|accepted|final|ready|signed off|written|merged|agreed)\\b|\\b(?:finished|approved|signed off(?: on)?|accepted|wrote up|written up|finalised|finalized) (?:the |our )?(?:\\S+ ){0,4}(?:design|design doc(?:ument)?|rfc|adr|architecture)\\b',
  ],
  [
    '设计|方案|架构|rfc|adr',
    '(?:设计|设计文档|设计稿|技术方案|架构图|架构设计|概要设计|详细设计|方案文档|rfc|adr) ?(?:文档)?(?:已经|都|终于|刚|也)*(?:写完|写好|定稿|定了|评审通过|过审|评审过|通过了|完成|敲定|出来了|做完|做好)',
  ],
)
