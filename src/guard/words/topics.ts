/**
 * The topics that call for the patterns (S27): choosing technology, new modules and features, architecture, public
 * parts, refactoring, migration. What only names a part of the project says little: a small edit there, a rename, a test,
 * a question where it is or what is wrong with it call for nothing.
 */

import { wordTable } from '../../text/word-table.ts'

export function namesTopic(line: string): boolean {
  if (SMALL.holds(line)) return false
  return MATTERS.holds(line) || CHOICES.test(line) || (PARTS.holds(line) && !LOOKED_INTO.holds(line))
}

/** What the patterns decide about, by itself. */
const MATTERS = wordTable(
  `选型|技术栈|架构|框架|公共|通用|共享|封装|抽象|解耦|分层|重构|重写|重新设计|迁移|升级|拆分|拆成|拆开|改造|改用|采用|选用|引入|接入|集成|对接|
  搭|落地|设计|规范|约定|惯例|模式|策略|方案|结构|建表|用什么|用哪|还是用|状态管理|错误处理|新建|新增|新加|创建|实现|开发|抽取|抽离|抽成|
  抽到|抽出|抽一|
  architect*|refactor*|migrat*|rewrit*|restructur*|structure(s)|redesign*|design*|reorgani[s/z]*|moderni[s/z]*|framework(s)|
  abstraction(s)|pattern(s)|convention(s)|guideline(s)|strateg*|approach*|stack|switch(ing) [to/from/over]|upgrad*|introduc*|
  integrat*|adopt*|extract*|split*|decoupl*|deprecat*|share(d)|public|reusable|implement*|scaffold*|
  build(ing) [a/an/the/our/out/new]|create|creating|new [feature/page/screen/module/class/command/hook/table/job/worker]|
  add(ing) _ [support/mode/page/screen/feature/module/layer/auth*]|support for|choose|choosing|chose|choice|pick(ed)|prefer*|versus|vs|
  instead of|rather than|let(')s [use/go with/try/move to/switch]|go with|how should [we/i]|why [did/do/are/have] we`,
  'stack trace(s)|call stack|design(ed) [bug/issue]|branch(es)',
)

/** What a project consists of: it is a topic where something is to be made of it. */
const PARTS = wordTable(
  `模块|模组|组件|元件|中间件|插件|数据库|接口|协议|依赖|类库|缓存|队列|权限|鉴权|功能|页面|服务|替换|切换|加个|加一个|加上一个|写个|写一个|
  做个|做一个|建个|建一个|弄个|弄一个|搞个|搞一个|
  module(s)|component(s)|library|libraries|package(s)|dependenc*|service(s)|microservice(s)|middleware|plugin(s)|layer(s)|schema(s)|
  database(s)|endpoint(s)|api(s)|interface(s)|replac*|add(ing) [a/an/new/another/some/support]`,
  '服务器|package.json|package install|packages install',
)

/** An edit that no pattern bears on. */
const SMALL = wordTable(
  `rename (it/this/that/the/them/_)( _)( to/ accordingly/ please)|typo(s)|
  [add/adding/write/writing] (me )(a /an /one /some /another /more /new /the )(_ )(_ )[test(s)/unit test(s)/test case(s)/note/comment(s)/log line(s)/log(s)/print/type hint(s)/hint(s)/null check/check/assert*/docstring(s)/todo/example/newline/space/semicolon/import/icon/tooltip/label]|
  [加/写/补/做/建/弄/搞](上/一)[一个/个/下/点/条/些](_)[测试/单测/用例/判空/注释/日志/断言/空格/分号/断点/提示/图标/换行/类型/打印/截图/说明]|
  补测试|加测试|写测试|测试补|改名|改个名|名字|变量名|函数名|编号|文案|颜色|主题色|缩进|拼写|错别字|间距|居中|截图`,
  '[rename/renaming] (the )public',
)

/** "Is it the cache?", "接口在哪": somebody looks for a place or a fault. */
const LOOKED_INTO = wordTable(
  `why [is/are/does/do/was/did the/isn't/doesn't/don't]|where [is/are/does/do]|who [uses/calls]|is it|is there|are there|does [it/this/that/the]|what does|which file|
  how long|how many|slow|broken|fail*|crash*|error*|wrong with|look at|look into|check why|
  为什么|为啥|是不是|在哪|哪个文件|谁在用|谁用|怎么回事|报错|报 _|出错|失败|挂了|好慢|很慢|有问题|看一下|看看|看下|查一下|查下|排查|多少|干嘛|什么意思|正常吗`,
  '为什么(当初/我们)(要/会/不)[用/选/采用/这样/这么]|怎么设计|why [did/do/are/have] we',
)

/** "用 X 还是 Y", "为什么当初选 …", "use X for …", "move … to", "which … should", "改成 GraphQL". */
const CHOICES =
  /用.{1,20}还是|为什么(?:当初|我们)*(?:[要会不])?(?:用|选|采用|这样|这么)|(?:^|[，,。 ])(?:要不要|能不能|是否|可以)?[上用换] ?[a-z]|(?:改成|换成|改为|替换[成为]|切换?到|切到) ?(?!true|false|null|none|async|const|let |\d)[a-z]{3,}|\b(?:use |using )[@\w./-]+ (?:for|instead|as|to|or|rather|and|in)\b|\bmove .{1,60} (?:to|into)\b|\bwhich .{1,60} should\b/u
