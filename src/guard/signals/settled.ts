/**
 * Whether what a cue announces is settled, the project's own, and meant to last.
 *
 * Precision first: a guess, a plan to look, other people's choices, what holds for one place or this once, and
 * private life are no matter for the bank, whatever words announce them.
 */

import { wordTable } from '../../text/word-table.ts'
import { isOfTheProject } from './project-things.ts'
import type { SignalKind } from './signal.ts'
import { isQuestion } from './statements.ts'

/** A sentence as the cues read it, as it was written, and where in it the cue ends. */
interface Announced {
  readonly kind: SignalKind
  readonly line: string
  readonly sentence: string
  readonly end: number
}

export function isSettled(announced: Announced): boolean {
  const { kind, line, end } = announced
  if (UNSETTLED.holds(line)) return false
  if (kind === 'conflict') return !isUncertain(announced)
  if (!isHeld(announced)) return false
  if (kind === 'finding') return !SLIPS.holds(line) && (BEYOND_DOUBT.holds(line) || !GOES_ON.holds(line))
  return isLasting(line, end)
}

/** Said in earnest, and of our own work; for how long it holds is left open. */
function isHeld(announced: Announced): boolean {
  return !isUncertain(announced) && !isNotOurs(announced)
}

function isUncertain({ line, end }: Announced): boolean {
  return isHedged(line, end) || MERGES.test(line) || isQuestion(line)
}

/** A hedge stands before the cue, with one character more for what it must not be followed by; a guess right behind it. */
function isHedged(line: string, end: number): boolean {
  return HEDGED.holds(line.slice(0, end + 1)) || GUESSED.holds(line.slice(end, end + NEAR))
}

function isNotOurs({ kind, line, sentence }: Announced): boolean {
  if (PRIVATE.holds(line) || OF_OTHERS.holds(line) || THEIR_AUTHORS.test(line) || HOW_TO_TALK.holds(line)) return true
  return LAUGHS.holds(line) && (kind !== 'finding' || !isOfTheProject(sentence))
}

/** A rule of the project, not a task for one place or for now. */
function isLasting(line: string, end: number): boolean {
  return !TO_SHOW.test(line) && !isForOnePlace(line) && !isForNow(line, end)
}

function isForOnePlace(line: string): boolean {
  return ONE_PLACE.holds(line) || HERE.test(line) || (ONE_SPOT.test(line) && !EVERYWHERE.holds(line))
}

/** Said in the clause of the cue, or before it. */
function isForNow(line: string, end: number): boolean {
  const clause = line.indexOf(' , ', end)
  const said = clause === -1 ? line : line.slice(0, clause)
  return ONLY_NOW.holds(said) || AT_FIRST.test(said)
}

/** "The cause is probably …": a guess follows its cue closely. */
const NEAR = 14

/** Guesses, plans to look, conditions and examples. Who sees why, and what was discussed before, is past guessing. */
const HEDGED = wordTable(
  `我记得|据我所知|印象中|可能|也许|大概|或许|怀疑|猜测|猜|估计|好像|似乎|说不定|要不要|是不是|是否|如果|假如|要是|万一|比如|例如|假设|
  看看|看一下|查一下|查查|找一下|帮我|试试|想问|请问|讨论|想知道|告诉我|为什么|为啥|排查|分析|定位|查出|找出|找到|
  might|may|maybe|perhaps|probably|possibly|likely|apparently|suspect|guess|wonder*|unsure|not sure|unclear|seem(s)|looks like|
  i think|i believe|iirc|afaik|as far as i|if i remember|could|would|if|whether|unless|suppose|imagine|assume|for example|e.g|
  such as|let me|i'll|i will|should we|shall we|do we|did we|why|trying to|try to|i need to|you need to|want to know|
  [find/investigate/look for/looking for/figure out/determine/debug/check/tell me/explain/identify]( out)( the/ what/ why/ where/ its)( the/ its)
  (real /actual )[root cause/cause/culprit/reason/bottleneck/leak/bug]`,
  `[understand/understood/see/know/found out/figured out/that's/that is] why|only _ (_ )(_ )may|经(过)讨论|讨论决定|
  讨论[过/了/下来/好/完/后]|[排查/分析/定位/查出/找出/找到][后/完/下来/过/发现/结果/到/出来/来]|
  [排查/分析/定位/查出/找出/找到](问题/原因/bug /bug/症结/根源/毛病)了`,
)

/** Right behind the cue, it takes the certainty back. */
const GUESSED = wordTable(
  `可能|也许|大概|或许|应该是|估计|might|may [be/have/well/not]|maybe|perhaps|probably|possibly|likely|unclear|unknown|not [known/clear]`,
)

/** Said anywhere in the sentence, nothing is settled. */
const UNSETTLED = wordTable(
  `[还没/尚未](有)[找/查/定/决/确/想/弄/搞/知/商/讨/考/看/试/测/开始]|没(有)决定|没定|未定|待定|再说|再定|再决定|再讨论|再商量|再议|再看|考虑一下|不确定|不知道|只是[问/猜/想]|开玩笑|随便说|
  说着玩|如果…的话|haven't|have not|hasn't|has not|not yet|undecided|to be decided|tbd|still [deciding/discussing/open]|
  before we decide|not sure|just [asking/wondering/kidding]|kidding|what do you think|hypothetically|some( )day|one day [we/i/it/they/maybe]`,
)
/** What is done with a branch is a step. */
const MERGES = /(?:切换?|换)[到回至].{0,24}分支|^(?:先|再|帮我|请|麻烦|把.{1,12})?合并?[到回至].{0,24}分支/u

/** What people do when they do not work on the project. */
const PRIVATE = wordTable(
  `lunch|dinner|breakfast|brunch|supper|snack(s)|coffee|tea|beer(s)|drink(s)|pizza|burger(s)|sushi|ramen|tacos|salad|restaurant|nap|
  sleep|bed|gym|yoga|vacation(s)|holiday(s)|day off|weekend|[a/the/office/birthday/farewell] party|birthday|movie|concert|home early|
  go home|head home|call it a day|take a break|take a walk|a walk|meet [at/on/in/up/tomorrow/again/for]|meeting room|
  stand(-)up at|hotel|flight(s)|[bus/train] [to/at]|commute|weather|my [wife/husband/kid/kids/son/daughter/dog/cat/mom/dad]|paint|
  t-shirt(s)|tshirt(s)|game night|offsite|off-site|team building|raise|salary|groceries|cook|cooking|cooked|cooks|food|family|
  friends|trip|wedding|baby|apartment|move in|sneaker(s)|shoes|homeless|doctor|dentist|
  午饭|晚饭|早饭|午餐|晚餐|早餐|吃饭|吃个|去吃|吃火锅|火锅|烧烤|奶茶|咖啡|喝杯|喝茶|下班|上班|回家|睡觉|睡一|早睡|午休|休息|休假|
  请假|放假|周末|度假|旅游|旅行|出差|团建|聚餐|聚会|生日|电影|演唱会|健身|跑步|爬山|打球|开(个)会|会议室|天气|买菜|快递|加班|工资|
  涨薪|加薪|年终奖|机票|酒店|减肥|搬家|相亲|结婚|穷|买不起|星座|水逆`,
)

/** Somebody else's project. */
const OF_OTHERS = wordTable(
  `[at/in/for/with] [my/his/her/their] (_ )[company/job/team/employer/startup/workplace/university/school]|
  my [old/previous/former/last/friend's/brother's/ex] (_ )[company/job/team/employer/project/startup]|
  [another/some other/a different/other] [company/team/project/teams/companies/projects]|other people [use/say/do/like]|
  [article(s)/blog(s)/post(s)/book(s)/doc(s)/documentation/tutorial(s)/video(s)/guide(s)/talk/linter/eslint/compiler/warning/readme/chatgpt/claude/gemini/copilot/internet/people/some]
  [say(s)/said/claim(s)/recommend(s)/suggest(s)/always/never]|
  [he/she/they/someone/somebody/everybody] [wrote/said/says/claims/told]|
  they('ve/ have) (all )[always/never/decided/agreed/chose/switched/moved/picked]|
  [他/她/有人/别人/他们/网上/书上][说/写/讲/提到]|前公司|上家公司|上一家|老东家|以前(的)[公司/项目/团队]|别(的)[公司/团队/项目]|
  其他[公司/团队/项目]|别人家|隔壁|竞品|人家|网友|我[朋友/同学]|[官方/社区](已经/也/都/刚)[决定/宣布/放弃/推荐/建议/说]|
  [google/meta/facebook/apple/microsoft/openai/netflix](团队/公司)(已经/也/都/刚)[决定/宣布/放弃/改用]|
  [阿里/腾讯/字节/谷歌/苹果/微软](团队/公司)(已经/也/都/刚)[决定/宣布/放弃/改用]`,
  '[in/for/with] their own [job/team]|but [the/their] [doc(s)/documentation/readme] [say(s)/claim(s)]',
)
/** "他们 …", "the authors of vue have announced": a team that is not one of ours. */
const THEIR_AUTHORS =
  /(?:^|[ ,])(?:他们(?!要求|确认)|(?!(?:api|backend|frontend|web|ios|android|infra|qa|data|ops|dev|devops|platform|mobile|sre|core|ui) )[a-z][\w.-]* 的?(?:团队|作者|开发者|维护者)(?:已经|也|都|刚)?(?:决定|宣布|放弃|拍板))/u

/** How the assistant should speak, and what the speaker always does, is between the two of them. */
const HOW_TO_TALK = wordTable(
  `[answer/reply/respond/talk/speak]( to me/ me) [in english/in chinese/in german/in french/in spanish/in japanese/in plain/in short/in one/in bullet/briefly/more]|
  call me|your [answer(s)/reply/replies/response(s)/explanation(s)]|tell me|ask me|when i ask|ask before|i('ve/ have) [never/always]|
  回复我|回答我|回答|回复[用/时]|称呼|告诉我|问我|叫我`,
)

/** A slip of the pen teaches nothing. */
const SLIPS = wordTable(
  `you [forgot/missed/misspelled/left out]|typo(s)|misspell*|missing [import/bracket/comma/semicolon/paren*/quote/brace](s)|
  少写|漏写|漏了|拼错|打错|少了个|写错了[字/名]|括号|逗号|分号|语法错误|手滑`,
)

/** "… so I'll edit it": a step of the work at hand, unless it is called what it is. */
const GOES_ON = wordTable(
  `i'll|i will|let me|i'm going to|i am going to|i'm now|try again|我[来/马上/现在/会/将/先/再/接着/这就/直接]|直接复用`,
)
const BEYOND_DOUBT = wordTable('root cause|culprit|gotcha|根因|根本原因|罪魁')

const LAUGHS = wordTable('哈哈|hh*|嘿嘿|233*|haha*|lol|lmao|rofl|joke|jk|😂|🤣|😄|😆|😜')

/** What holds for one place in the code, or on the screen, is a task. */
const ONE_PLACE = wordTable(
  `[这/这个/那/那个/该/此/本][函数/方法/文件/类/组件/测试/用例/单测/循环/行/按钮/页面/弹窗/变量/脚本/注释/地方/处/字段/参数/输入框/图标/图片/标题/文案/表单/列/断言/快照/提交/分支/任务]|
  [这/这个/那/那个/该/此/本][pr/commit/demo]|  [单元测试/单测/用例/测试](代码)里|[测试/用例/单测/断言/快照/注释/变量名/提交信息](里/中/也/都)[必须/需要/要/应该/得]|
  [this/that] (_ )[function/method/file/class/component/test/tests/loop/line/branch/snippet/button/page/variable/field/parameter/icon/title/label/form/column/row/comment/commit/pr/pull request/script/query/case/assertion/snapshot/task/ticket/block/demo/example/one]|
  [the/a/each/every/your/my] (_ )(_ )[test(s)/mock(s)/stub(s)/fixture(s)/snapshot(s)/spec(s)/assertion(s)/function/method/variable/parameter/argument/regex/loop/button/icon/header/footer/title/label/heading/tooltip/comment/commit message/description/pr/diff/changelog/readme/example]
  [must/has to/have to/need to/needs to/should/shall]`,
  '[this/that] [repo/project/codebase/app/team]*|测试里[不准/不许/严禁/禁止/一律]',
)
const HERE = /(?:^|[ ,:])(?:这里|此处|这儿)/u
const ONE_SPOT =
  / here$|\bin (?:the |that |this )?[\w./-]+\.(?:[jt]sx?|py|go|rs|java|rb|css|html|vue|md|c|cpp|kt|swift)(?: |$)/u
const EVERYWHERE = wordTable(
  'we [always/never]|project|codebase|repo|everywhere|anywhere|rule|policy|convention|every|all|统一|一律|项目',
)

/** What is asked for is to see it, or to carry it out. */
const TO_SHOW =
  /^(?:please |can you |could you )*(?:show|list|print|open|explain|read|look at|implement|summari[sz]e|describe)\b|^(?:请|帮我)?(?:根据|按照?|照着?).{0,20}(?:实现|开发|[写做改])/u

/** What holds until something better. */
const ONLY_NOW = wordTable(
  `暂时|临时|先这样|这次[不用/不要/别/就]|仅此一次|下不为例|for now|for the moment|for the time being|for today|temporarily|
  just this once|this once|this time|[for/in] this [commit/pr/run/session/task/one/push/demo]|
  [just/only/while/when] (for )(the )[demo/debugging/testing]|quick hack|until [tomorrow/monday/then]`,
)
const AT_FIRST =
  /(?:^|[ ,:])(?:这次|这回|今天|今晚|眼下|目前)先|(?:^|[ ,])(?:这次|这回|先)(?!说明|声明|约定|统一).{0,24}(?:就行|再说|试|一下|吧|提交|跑)/u
