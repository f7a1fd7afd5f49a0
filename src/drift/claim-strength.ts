/**
 * Does a sentence speak of the project as it is now?
 *
 * A bank rightly names things that are not there: what was removed, what is planned, what was given up, what
 * is only an example. Such sentences make no claim. Judged on text whose code spans are masked, so that a
 * name (`removeUser`) is not taken for a word.
 */

import type { BankPath } from '../core/bank-path.ts'
import { ARCHIVE_FOLDER, LEGACY } from '../core/layout.ts'
import { wordTable } from '../text/word-table.ts'

/**
 * `firm`: the sentence says what is so. `weak`: it gives an example or speaks of a product, and is reported only if git
 * shows that the thing was once there. `none`: it makes no claim.
 */
export type Strength = 'firm' | 'weak' | 'none'

export function weaker(a: Strength, b: Strength): Strength {
  if (a === 'none' || b === 'none') return 'none'
  return a === 'weak' || b === 'weak' ? 'weak' : 'firm'
}

/** Stands for each character of a code span or a link's target. */
export const MASK = '\u0001'

/** Whether the sentence gives an example, or speaks of somebody else's project. */
export function isExample(masked: string): boolean {
  const said = masked.toLowerCase()
  return EXAMPLE.holds(said) || LIKE_CODE.test(said)
}

export function strengthOf(masked: string): Strength {
  const said = masked.toLowerCase()
  return OLD.holds(said) ? 'none' : strengthButForOld(said)
}

/** The same, read over words that call something old. */
export function strengthButForOld(masked: string): Strength {
  const said = masked.toLowerCase()
  const isOfAnotherTime =
    OTHER_TIME.some((table) => table.holds(said)) || OTHER_TIME_PATTERNS.some((pattern) => pattern.test(said))
  if (isOfAnotherTime) return 'none'
  return isExample(said) || PRODUCT.holds(said) ? 'weak' : 'firm'
}

/** Whether the words after a name call it old: "`Ring`, the old one", "`Ring` (legacy)". */
export function isOldAtFirst(masked: string): boolean {
  const said = masked.toLowerCase().replace(/^\s*(?:(?:the|an?|our|its) |[是为即])?/, '')
  return OLD.opening(said) !== '' && /^[^\s，,；;]{0,12}\s?\w*[\s]*(?:$|[，,；;）)。.])/.test(said)
}

/**
 * How firm a file can be. Archives, and what a migration could not place, are of another time. A requirement that is
 * accepted says what is to be so; what it names may still have been there.
 */
export function strengthOfFile(path: BankPath, text: string): Strength {
  if (path.startsWith(`${ARCHIVE_FOLDER}/`) || path === LEGACY || path.endsWith('/index.md')) return 'none'
  if (/(?:^|\/)[^/]*(?:change-?log|history|releases?|migrat\w*|upgrad\w*|roadmap|backlog|todo)[^/]*\.md$/i.test(path))
    return 'none'
  if (/(?:^|\/)requirements\//.test(path)) return strengthOfRequirement(STATUS.exec(text.slice(0, 5_000))?.[1])
  // A status further down is that of a single entry.
  const [head = ''] = text.slice(0, 20_000).split(/^#{2,6}[ \t]/m, 1)
  const status = STATUS.exec(head)?.[1]
  return status !== undefined && isSettledAway(status) ? 'none' : 'firm'
}

function strengthOfRequirement(status: string | undefined): Strength {
  if (status === undefined) return 'none'
  if (/\b(?:done|implemented|shipped|completed?|released)\b|完成|已实现|已上线/i.test(status)) return 'firm'
  return isSettledAway(status) ? 'none' : 'weak'
}

const STATUS =
  /^[ \t>*-]{0,40}(?:#{1,6}[ \t]{0,9})?\*{0,3}(?:status|状态)\*{0,3}[ \t]{0,9}[:：|]?\*{0,3}[ \t]{0,9}[:：]?[ \t]{0,9}(?:\r?\n[ \t]{0,9}){0,2}([^\r\n]{1,60})/im

/** How firm a claim below this heading is. Labels that begin a line (`Given up: …`) and heads of columns count as headings. */
export function strengthOfHeading(heading: string): Strength {
  const text = heading.toLowerCase().replaceAll(/next\.?js/g, '')
  if (OTHER_HEADING.holds(text) || OTHER_LABELS.has(text.trim()) || DEPRECATED_MARK.holds(text)) return 'none'
  return WEAK_HEADING.holds(text) ? 'weak' : 'firm'
}

/** Does the part of the sentence around `offset` deny what it names? */
export function isDenied(masked: string, offset: number): boolean {
  // A list of names belongs to the word before it: "never `a`, `b` or `c`".
  const flat = masked.replaceAll(LIST_GAP, (gap) => MASK.padEnd(gap.length))
  const before = flat.slice(0, offset)
  const start = Math.max(0, ...[...before.matchAll(CLAUSE_END)].map((match) => match.index + match[0].length))
  const after = flat.slice(offset)
  const end = offset + (CLAUSE_END_ONCE.exec(after)?.index ?? after.length)
  const opening = WITHOUT.exec(flat.slice(start, offset))?.[0].length ?? 0
  const clause = flat.slice(start + opening, end).toLowerCase()
  return DENIAL.holds(clause) || CONTRACTION.test(clause)
}

/** Whether an entry of this status is not in force. */
export function isSettledAway(status: string): boolean {
  return NOT_IN_FORCE.holds(status.toLowerCase())
}

const LIST_GAP = new RegExp(`${MASK}\\s*(?:,|/|、|\\b(?:and|or|nor)\\b|[和或与及])+\\s*(?=${MASK})`, 'g')
const CLAUSE_END = /[;；—–(（，]|,\s|\s-\s|\bbut\b|但/g
const CLAUSE_END_ONCE =
  /[;；—–)），：]|[,:]\s|\s-\s|\b(?:but|if|when|because|while|and (?:do|does|must|will|never))\b|但/

const DENIAL = wordTable(
  `not|never|no|none|without|avoid([s/ed/ing])|cannot|nor|neither|instead of|rather than|in place of|unlike|
  versus|vs|compared|alternative(s)|reject([s/ed])|considered|evaluated|declined|ruled out|forbid([den/s])|
  ban([ned/s])|missing|absent|lack(s)|prohibited|disallow([ed/s])|stop([s/ped])|except|fork(ed) [of/from]|
  inspired|inspiration|thanks to|over|[❌/🚫/✗/✘]|不[要/能/得/可/应/会/用/是/在/存/支/需/使/依/引/包/做/允/许/推/建/直]|没(有)|
  无[需/法/须]|禁止|避免|切勿|勿|而非|而不是|代替|替代|放弃|否决|相比|对比|缺少|缺失|除了|未`,
  '未[读/登录/登陆/授权/认证/知/命中/支付/付/处理/匹配/激活/审核/签名/捕获/结束/关闭/分配/发布/送达/提交/保存/确认/解决/成年/来]',
)
/** "Without a token the call is refused by X" denies the token, and nothing after the verb. */
const WITHOUT =
  /^(?:[^:：]{0,40}[:：])?[\s*]*(?:without|unlike)\b.*\b(?:is|are|uses?|runs?|falls|goes|comes|takes|gets)\b/i
const CONTRACTION = /n[’']t\b/

const PAST = wordTable(
  `remov[e(d)/es/ing/al]|delet[e(d)/es/ing]|drop[ped/ping/s]|replac[ed/es/ing/ement]|renam[ed/ing]|moved|moving|
  migrat[ed/e(s)/ing/ion]|supersed[ed/es]|deprecat[ed/es/ion]|obsolete|retired|sunset|discontinued|abandoned|
  revert[ed/s]|former(ly)|previously|no longer|was|were|had|originally|initially|historically|
  back then|in the past|once [was/were/existed/lived/used/had]|ported|converted|upgrad[ed/ing]|
  bump[ed/ing]|downgrad[ed/ing]|gone|phased out|prior to|predecessor|
  used to`,
  '[is/are/be/being/been/get/gets] used to',
)
const SINCE_VERSION = /\b(?:before|until|since|up to) v?\d\b/
const PAST_ZH = wordTable(
  `已(经)(被)[移除/删除/废弃/弃用/下线/替换/迁移/重命名/移动/移到/改名/停用/淘汰/取消/废除/不]|曾|原先|原来|
  不再|取代|改为|改成|改用|换成|换为|重构前|最初|当时|废弃|弃用|淘汰`,
)
/** Words that call something old. They need not mean what the rest of the sentence names. */
export const OLD = wordTable(
  `old|older|legacy|previous|historic(al)|earlier|outdated|stale|history|旧|原有|以前|过去|历史|遗留|早期|之前`,
  '[部署/提交/运行/启动/发布/合并/上线/修改/执行/推送/使用/开始/开发/测试/调用]之前',
)
/** These verbs say what the project does. With an aspect particle (了, 过), or after their object, they say what was done to it. */
const VERBS_ZH = '(?:移除|删除|去掉|删掉|替换|迁移|升级|重命名|下线)'
const DONE_ZH = new RegExp(
  `${VERBS_ZH}(?:[了过掉完至到为成前后]|\\s*[${MASK}，。；、）)]|\\s*$)|[${MASK}被从把将都均]\\s*[^\\s，。；]{0,12}${VERBS_ZH}`,
)
const PLANNED = wordTable(
  `will|would|we'll|going to|plan([s/ned/ning]) to|planned|planning|todo|to-do|tbd|fixme|future|upcoming|
  eventually|someday|later on|next [step/up/phase/release/version/sprint/week/quarter/milestone/is/are]|
  propos[ed/es/al/e]|want(s) to|intend([s/ed])|aim([s/ing]) to|could|might|consider(ing)|if we|if you need|
  not yet|soon|roadmap|wishlist|to be [added/created/built/written/done/implemented/decided/removed]|
  (work )in progress|wip|new [file/module/package/folder/directory]`,
)
const PLANNED_THING = new RegExp(`\\b(?:create|add|adding|introduce|introducing) (?:an? |the )?(?:new )?${MASK}`)
const PLANNED_ZH = wordTable(
  `计划|打算|将[会/来/要/在/被/把/由/新增/添加/迁移/引入/改]|待[办/定/实现/补/做/开发/确认/完成]|未来|以后|后续|
  下一步|下一阶段|拟|准备[引入/添加/新增/迁移/做]|需(要)[新增/创建/添加/新建]|新建|规划|提议|
  建议[新增/引入/使用]|可能|考虑|尚未|还没|如果要|暂未`,
)
const CHANGE = /~~|→\s*(?:deleted|removed)|\(removed\)|\bfrom v?\d[\w.]* to v?\d/

const OTHER_TIME = [PAST, PAST_ZH, PLANNED, PLANNED_ZH]
const OTHER_TIME_PATTERNS = [SINCE_VERSION, DONE_ZH, PLANNED_THING, CHANGE]

const EXAMPLE = wordTable(
  `e(.)g|for [example/instance]|such as|example(s)|sample(s)|imagine|suppose|hypothetical|placeholder(s)|dummy|
  mock|fake|of the form|naming|named like|for a [file/path/module]|
  if [your/somebody/someone/anyone/the user/a user/present/it exists/you]|
  user(s)(['/’])(s) [project/repo/app/code/own]|your [own/project/app/repo]|optional(ly)|when present|
  where present|another [project/repo/repository]|other [projects/repos/repositories]|upstream|downstream|
  [understood/hono(u)red/respected/provided/served/supplied] by|framework(['s/’s])|consumer(s)|
  third[-/ ]part[y/ies]|external|partner|vendor|provider|branch|
  [their/its/his/her] (own )[api/apis/sdk/docs/server/service/repo/code/side]|tutorial(s)|demo|quick( )start|
  walkthrough|[separate/different] [repo/repository/module/package/service/project]|not part of th[is/e]|
  outside th[is/e] repo(sitory)|例如|比如|譬如|举例|示例|样例|诸如|类似|形如|假设|占位|可选|用户(的)项目|
  [其他/另一个/别的/单独的][项目/仓库/服务/包]|[与/和]([本/该])[仓库/项目]无关|不在本仓库|教程|演示|上游|第三方|
  外部|分支|合作方|对方|供应商`,
)
const LIKE_CODE = new RegExp(`\\blike ${MASK}|(?:^|[^\\u4e00-\\u9fff])如\\s*${MASK}`)
const PRODUCT = wordTable(
  `creat[e(s)/ed/ing]|generat[e(s)/ed/ing]|scaffold([s/ed/ing])|output(s) [to/into/is/file/folder/dir]|
  emit([s/ted])|produc[e(s)/ed]|write(s) [to/into/out]|written [to/into]|sav[e(s)/ed] [to/in/as]|
  download([s/ed])|dump([s/ed])|log(s) to|artifact(s)|at [runtime/build time]|compil[es/ed] [to/into]|
  bundl[es/ed] [to/into]|built [to/into]|mount[s/ed]|upload([s/ed])|git(-)ignored|untracked|not committed|
  local only|temporary|temp|on the [server/host]|in the container|in production|on disk|the user's|生成|输出到|
  输出至|产物|写入|写到|构建后|编译后|编译到|打包|运行时|缓存|临时|自动创建|下载|上传|挂载|不入库|不提交|忽略|
  服务器上|容器内`,
)

const OTHER_HEADING = wordTable(
  `archive(d)|history|change( )log|release note(s)|done|completed|shipped|previous|former|deprecated|removed|
  legacy|old|obsolete|superseded|migration(s) [from/to/log/notes/plan/guide]|migrating|planned|plan([s/ning])|
  roadmap|next|to(-)do(s)|future|backlog|idea(s)|propos[al/als/ed]|open question(s)|alternative(s)|
  (option(s) )considered|rejected|given up|trade(-)off(s)|out of scope|non(-)goal(s)|symptom(s)|root cause|
  incident(s)|timeline|post(-)mortem|milestone(s)|upgrad[e/es/ing]|reference(s)|further reading|resources|
  inspiration|comparison|problem|what happened|wish( )list|upcoming|not [done/used/chosen/in scope]|avoid|
  anti(-)pattern(s)|don(')t(s)|never|历史|归档|变更|更新日志|发布说明|已完成|完成|废弃|弃用|移除|删除|旧|遗留|
  迁移|计划|路线图|待办|未来|下一步|后续|规划|备选|替代|放弃|否决|权衡|取舍|现象|症状|根因|起因|故障|事故|复盘|
  里程碑|升级|参考|对比|提议|提案|开放问题|待定|非目标|反模式|禁止|避免|曾|问题背景`,
)
const OTHER_LABELS = new Set(['was', 'from', 'cause', 'before', 'vs', 'old', 'now obsolete', 'then'])
const WEAK_HEADING = wordTable(
  `example(s)|sample(s)|current focus|focus|in progress|progress|naming|session log|journal|for users|
  integration guide|示例|例子|样例|当前重点|当前焦点|进行中|正在|进度|命名|日志|会话|随手记`,
)
const DEPRECATED_MARK = wordTable(`superseded|deprecated|rejected|withdrawn|~~`)
const NOT_IN_FORCE = wordTable(
  `proposed|accepted but|draft|implementing|deprecated|superseded|rejected|withdrawn|abandoned|planned|
  cancel(l)ed|on hold|wip|todo|in progress|retired|obsolete|提议|草案|草稿|实现中|进行中|开发中|废弃|弃用|取代|
  否决|撤回|计划|取消|搁置|待`,
)
