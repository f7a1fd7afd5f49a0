/**
 * Whether a short message tells something that will still be true tomorrow: by its marks, none of which is enough.
 *
 * Orders, questions and reports of what goes wrong make up most of a working day. What is worth keeping is a statement: it
 * gives a reason or a contrast, holds for all or until then, names who wants it, a limit, a command, or how it was found out.
 * Each mark speaks for a kind, and the one that most of them speak for names it.
 */

import { wordTable } from '../../text/word-table.ts'
import { isObserved, isOrder } from './norms.ts'
import { isOfTheProject } from './project-things.ts'
import { isSettled } from './settled.ts'
import type { SignalKind } from './signal.ts'
import { isMeasured } from './signs.ts'
import { namesACommand } from './signs-of-finds.ts'

interface Mark {
  readonly name: string
  readonly weight: number
  readonly kind: SignalKind | undefined
  readonly table: { readonly holds: (line: string, text: string) => boolean }
}

function mark(name: string, weight: number, kind: SignalKind | undefined, phrases: string, except = ''): Mark {
  return { name, weight, kind, table: wordTable(phrases, except) }
}

const MARKS: readonly Mark[] = [
  mark(
    'reason',
    1,
    undefined,
    `because|since|so that|so [support/users/people/we/they/it/the] [can/could/don't/doesn't/flip/won't]|too [much/many/heavy/slow/complex/expensive/big/risky/fragile/hard/old/small/low/short/weak/early/late]|
    nobody|no one|[make/makes/made/keep/keeps/kept] … [easier/simpler/harder/faster/slower/endless/readable]|[is/are/was] [simpler/easier/cheaper/safer/faster/enough/overkill]|does the job|bought us|
    not worth|no point|can't [test/run/read/use/maintain/afford/support]|burned us|bitten|
    因为|由于|毕竟|反正|太[大/多/重/慢/贵/复杂/高/难/麻烦/久/老/乱/长/小]|没人|谁也|不熟|扛不住|撑不住|看不懂|没必要|够用|够了|维护不|不划算|不值|省事|省得|成本|开销|风险|来不及|就三个人|不给|不让|不然|否则`,
  ),
  mark(
    'contrast',
    1,
    'decision',
    `instead|rather than|rather have|rather|not [a/an/the/in/from/via/with/per/just/by/through/on/3/5/_s]|no longer|any more|anymore|, no _|, not|nothing but|
    不是|而不是|而非|不再|别直接|别用|不要用|不走|不经过|不准|不许|不拆|不上|不用|不做|不考虑|不支持|但最多|只要|只用|只支持|老的|旧的`,
    `not [sure/yet/now/working/the same/found/a problem]|不用[了/谢]|是不是|不是吗`,
  ),
  mark(
    'all',
    1,
    'decision',
    `always|never|every|everything|everybody|all|each|any|only|nobody|throughout|everywhere|
    一律|统一|都[要/用/走/放/存/按/是/得/由]|所有|全部|每[次/个/条/天/周/一]|任何|凡是|只能|只有|新代码|从不|永远`,
    'all [of them/tests/the tests/pass/green/good/right/of it]|for all|after all|at all|only [one/the first]|都[好/对/行/删/改/过]了|全部通过',
  ),
  mark(
    'duty',
    1,
    'requirement',
    `must|mustn't|have to|has to|need(s) [to/at/two/a/an/docker/the]|required|requires|may not|not allowed|cannot|
    必须|不得|不能|不允许|不可以|需要|得先|要先|记得|务必|前提|才能|不给|要求`,
    'i [have to/need to/must]|you [need/have] to [see/look/know]|do we need|不能用吗',
  ),
  mark(
    'wanted',
    2,
    'requirement',
    `[customer(s)/client(s)/pm/product/legal/audit/auditor(s)/security/finance/compliance/stakeholder(s)/law/contract/sla/gdpr/tax/regulat*/ops people/publisher/partner(s)/management/marketing/sales]( team/ law/ audit/ owner)( has/ have/ just) [want(s)/need(s)/signed/agreed/confirmed/insist(s)/require(s)/said/say(s)/asked/expect(s)/decided/promised]|
    [tax/data protection/privacy] law|security audit|[in/from] the [contract/tender/spec]|hard requirement|scope [changed/is/now]|acceptance|[to be/is/gets] accepted|acceptance|guests can|users can|
    客户[要/说/确认/签/定/提/那边/只]|甲方|产品[定/说/要/确认/那边/经理]|老板[要/说/定]|业务[方/那边/要]|合同|法规|法务|审计|监管|需求[改/变/定/是/加/确认/调整]|验收|签的|规定`,
  ),
  mark(
    'limit',
    1,
    'requirement',
    `at least|at most|no more than|not more than|less than|more than|within|up to|maximum|minimum|limit (is/of)|rate limit|per [minute/second/hour/day/user/token/request/ip/tenant/page]|a [minute/second/day]|for [ten/five/two/three/_] [years/months/days/weeks]|
    最多|至少|不超过|不能超过|不少于|不低于|上限|下限|以内|之内|之前|为止`,
  ),
  mark(
    'found',
    2,
    'finding',
    `turns out|turned out|found it|found out|figured|traced|it was [the/our/a/an] … [that/which]|was because|was the [dst/_] [switch/cause/reason/culprit]|came from|comes from|caused by|culprit|root cause|only [fails/happens/crashes/breaks/occurs] [on/when/if/between/in/with/after/at]|
    obvious now|took me|cost me|explains|no wonder|mystery|the catch|the trap|gotcha|happens because|fails because|the docs are wrong|docs [say/claim] … but|one thing to remember|good to know|
    破案|找到了|查到了|查出来|查明|原来是|之所以|就是因为|是因为|根因|原因是|才发现|难怪|怪不得|坑|偶现|瓶颈在|慢在|卡在|问题在|问题出在|排查下来|试出来`,
    '找到了吗|it was [fine/ok/working]',
  ),
  { name: 'measured', weight: 2, kind: 'finding', table: { holds: isMeasured } },
  {
    name: 'command',
    weight: 1,
    kind: 'workflow',
    table: { holds: (line, text) => CODE.test(text) || namesACommand(line) },
  },
  mark(
    'outside',
    1,
    'finding',
    `firefox|safari|chrome|ios|android|windows|their|upstream|vendor|third(-)party|provider|google play|apple|stripe|aws|s3|sandbox|webhook(s)|browser(s)|office network|
    对方|第三方|微信|支付宝|苹果|安卓|浏览器|safari|小程序|厂商|供应商|上游|沙箱|cdn|运营商|系统会`,
  ),
  mark(
    'behaves',
    1,
    'finding',
    `ignores|retries|expires|drops|strips|truncates|rejects|silently|caches|blocks|times out|rounds|locks|rate(-)limits|unless|even (if/though)|
    会[丢/截/重试/重复/被/自动/缓存/排队/吞/覆盖/失效/过期]|不会[带/发/自动/触发/清/回]|默认[是/会/把/只]|缓存了|维护|超过就|直接是`,
  ),
  mark(
    'work',
    1,
    'workflow',
    `release(s)|releasing|deploy(s)|deployed|deployment(s)|staging|prod|production|branches|pr(s)|pull request(s)|merge|migrations|ci|pipeline|tag(s)|changelog|locally|argo|squashed|approval(s)|rollback(s)|proto|codegen|seed|hotfix(es)|feature freeze|
    发布|发版|上线|回滚|测试环境|生产|打包|联调|提测|部署|灰度|审批|合到|打 tag|冻结|本地起|本地启动|镜像|流水线|脚本`,
  ),
  mark(
    'howto',
    1,
    'workflow',
    `[after/before] [changing/editing/you/each/every/a/any/committing/pushing/merging/releasing] |[is/are/get/gets] (now )(automatically )[generated/deployed/built/named/squashed/tagged/released/started/run/merged/published] [with/by/via/on/from/through/using/in/as]|[happens/happen/runs/run/go/goes] [automatically/with/through/via/on/in]|
    [run/use] _ (_ )(_ )to|to [start/run/build/deploy/release/test/generate] |you have to run|you run|for a release|does the rest|are named|
    改完|之后[要/记得/必须/跑]|自动触发|用 _ [启动/跑]|执行|跑 _|记得跑|先…再|然后|步骤|流程|命令`,
    '先…再[说/看]|跑[一下/下]',
  ),
  mark(
    'choice',
    1,
    'decision',
    `[let's/we'll/we] (just )[make/treat/convert/go/keep/use/stay/stick/skip/drop/not/avoid/store/put/split/build]|it is , |it is$|i'd rather … than|stay(s) [as/on/at/with/the same]|remain(s) [as/on/at]|we [don't/only/never/always]|goes through|go through|live(s) in|stored in|belongs [in/to]|are [never/always/only]|skip _ support|don't ever|keep it|
    就当|就按|按用户|按_的|宁可|宁愿|就用|还是用|直接走|直接用|走_|用_存|存成|包一层|统一_|先不|暂不|以后|今后|从下|不再|定了|采用|选`,
    `let's [see/look/check/try/add/fix/do/run]|we don't [have/know/see/need]|直接用吧|keep it [up/going]`,
  ),
  mark(
    'lasts',
    1,
    undefined,
    `until|from now on|for this [release/version/revision/milestone/quarter]|going forward|from the next|by default|
    以后|今后|从下个|从今|长期|默认|为准|为止|一直`,
  ),
  mark(
    'work at hand',
    3,
    'focus',
    `[is/are/was/got] (now/finally) [shipped/done/finished/complete/merged/live/released] , (next/now/on/starting)|i'm done with the|done with the _|next [milestone/sprint/up/is the/comes]|starting on|start on the|feature freeze|on hold|come(s) first|comes first|[focus/priority] [is/now/on/until]|
    告一段落|全部完成|开发完|做完了|收尾|搞定了|接下来[做/搞/是/要]|明天开始|下周开始|开始搞|迭代的目标|目标是|优先处理|先把手头|放一放|重点[是/放/转]|已经提测`,
    'done with [it/that/this]|做完了吗|开发完了吗|[这个/那个/这]做完了',
  ),
  {
    name: 'told',
    weight: 1,
    kind: undefined,
    table: { holds: (line, text) => text.length <= LONG && !text.includes('\n') && isTold(line) },
  },
  // What speaks against it.
  {
    name: 'complains',
    weight: -2,
    kind: undefined,
    table: { holds: (line) => /太\p{Script=Han}{1,2}了$/u.test(line) },
  },
  mark(
    'taken lightly',
    -3,
    undefined,
    "whatever|[is/it's/looks] (all) fine|noise|no rush|my [manager/boss]|for fun|just saying|随便|无所谓",
  ),
  mark(
    'guessed',
    -3,
    undefined,
    `i think|maybe|perhaps|probably|possibly|could be|might|i guess|not sure|i wonder|seems|looks like|as far as|if i remember|iirc|可能|估计|也许|好像|大概|感觉|应该是|不知道|不确定|要不`,
    'seems obvious',
  ),
  mark(
    'here',
    -1,
    undefined,
    `this [function/file/test/line/one/page/button/class/method/component/field/variable/loop/branch/commit/pr/time]|that [one/test/line/file/function]|[these/those] [two/lines/files]|the other|in there|there$|last 20|
    这个[函数/文件/字段/按钮/页面/接口/方法/组件/变量/测试]|这里|那里|这行|这段|刚才|那个文件|第一个|第二个`,
  ),
  mark(
    'looks',
    -2,
    undefined,
    `button|label|header|footer|wording|prose|title|colo(u)r|dropdown|icon|column(s)|padding|margin|font|tooltip|error message|page size|comments|
    点击|按钮|标题|颜色|列表要|图标|间距|字体|样式|弹窗|显示|居中|提示语|文案|注释|暂无`,
  ),
  mark(
    'amiss',
    -2,
    undefined,
    `doesn't work|not working|broken|same error|still [fails/failing/broken/red]|fails again|crashes when|is slow|again , |is null|undefined|help|hurry|asap|
    没反应|报错|还是不对|挂了|不行|打不开|没过|不对 ,|又挂|好慢|结果不对|怎么又`,
  ),
  mark(
    'about oneself',
    -2,
    undefined,
    `i'll|i will|let me|i changed|i merged|i'm going|i need|i want|i like|back in|don't need|we only need|let's [have/explore/look/move on]|dude|you are a|use more|can we|could we|we could|we should|should we|we need|we want|wait|try [it/again]|look at|show me|
    以后你|我来|我先|我看|等我|帮我|给我|你[把/先/再/来/看/直接/每次/都/要]|试试|看看|看下|看一下|讲讲|发我|能不能|要不要|吗|呢`,
  ),
]

/** The kind that the marks of a message speak for, if they are enough. */
export function weighedKind(line: string, text: string): SignalKind | undefined {
  const isTask = ordersIn(line)
  if (PASTED.test(text) || (isTask && !CODE.test(text) && !namesACommand(line))) return undefined
  const borne = MARKS.filter(({ table }) => table.holds(line, text))
  const speaking = borne.filter(({ weight }) => weight > 0)
  const sum = borne.reduce((all, { weight }) => all + weight, 0) + (isTask && !isProcedure(speaking) ? TASK : 0)
  const names = new Set(speaking.map(({ name }) => name))
  if (sum < (text.length > LONG ? MORE : ENOUGH) || !areEnough(names, line, text)) return undefined
  if (isObserved(line) && !['found', 'outside', 'work', 'told'].some((name) => names.has(name))) return undefined
  const votes = new Map<SignalKind, number>()
  for (const { kind, weight } of speaking) if (kind !== undefined) votes.set(kind, (votes.get(kind) ?? 0) + weight)
  const [best] = [...votes].sort(([, a], [, b]) => b - a)
  const kind = best?.[0] ?? 'decision'
  return isSettled({ kind, line, sentence: text, end: 0 }) ? kind : undefined
}

/** Two marks; or one that says what was found, with an explanation, or what is worked on. */
function areEnough(names: ReadonlySet<string>, line: string, text: string): boolean {
  if (
    names.has('work at hand') ||
    [...names].filter((name) => !names.has('told') || !OF_WORK.has(name)).length >= FEWEST
  )
    return true
  return names.has('found') && line.includes(' , ') && isOfTheProject(text)
}

/** Two clauses or more that state something: none of them orders. */
function isTold(line: string): boolean {
  const clauses = line.split(' , ').filter((clause) => lengthOf(clause) >= A_CLAUSE)
  return clauses.length >= 2 && !clauses.some(isDemand)
}

/** In words; two Han characters are about one. */
function lengthOf(line: string): number {
  const han = line.match(/\p{Script=Han}/gu)?.length ?? 0
  return han / 2 + (line.match(/[a-z0-9\ufffc][^\s\p{Script=Han}]*/gu)?.length ?? 0)
}

function isDemand(clause: string): boolean {
  const said = clause.replace(FILLERS, '')
  return isOrder(said) || DEMANDS.opening(said) !== '' || /(?:吧|一下|下|看看|试试)$/u.test(said)
}

/** How something is done is told in passing all day: these need each other. */
const OF_WORK = new Set(['work', 'howto'])
const A_CLAUSE = 3
const FILLERS =
  /^(?:(?:ok|okay|and|so|also|now|then|please|just|great|nice|cool|fine|yes|yeah|no|hmm|ah|oh|btw|but|well|right|alright|next|first|for \S+) )+/
const DEMANDS = wordTable(
  `add|adjust|align|allow|analy[s/z]e|apply|ask|assume|avoid|build|bump|call|change|check|clean|clear|close|combine|commit|compare|convert|
  copy|correct|create|debug|delete|deploy|describe|disable|do|document|drop|enable|ensure|evaluate|expand|explain|extend|extract|figure|find|
  finish|fix|follow|format|generate|get|give|go|group|handle|hide|implement|improve|include|increase|inline|insert|inspect|install|
  integrate|investigate|leave|limit|list|load|log|look|loop|make|mark|merge|mock|move|name|open|optimi[s/z]e|output|pass|pick|print|proceed|
  provide|pull|push|put|read|rebase|reduce|refactor|regenerate|remove|rename|reorder|replace|rerun|reset|restart|restore|retry|return|
  revert|review|rewrite|run|save|search|select|send|set|show|simplify|skip|sort|split|start|stop|store|summari[s/z]e|swap|switch|take|tell|
  test|throw|try|turn|undo|update|upgrade|use|validate|verify|wait|wrap|write|yank|let's|lets|can|could|would|should|maybe|how|what|why|
  when|where|which|who|is|are|does|do|did|i|you|thanks|thank|sorry|hello|hi|hey|
  换|用|去|做|弄|搞|调|设|放|移|拿|取|打开|关|继续|重启|提交|合并|推|拉|装|卸|打印|显示|隐藏|格式化|解释|说明|对齐|检查|测|部署|发布|上传|下载|登录|你|我`,
)

/** What a procedure consists of is told as orders, too. */
function isProcedure(speaking: readonly Mark[]): boolean {
  return ['howto', 'command'].every((name) => speaking.some((one) => one.name === name))
}

/** Some part of it is to be done now. */
function ordersIn(line: string): boolean {
  return line.split(' , ').some((clause) => isOrder(clause) || /^(?:use|make) /.test(clause))
}

const CODE = /`[^`\n]+`/
const FEWEST = 2
const ENOUGH = 2
/** In many words many marks are found. */
const LONG = 150
const MORE = 3
const TASK = -3
/** A log, a table, a heading, a picture. */
const PASTED = /^\s*(?:[<|#>*[]|- |you are an? |stack trace)/i
