/**
 * The topics that call for the patterns (S27): choosing technology, new modules and features, architecture, public
 * parts, refactoring, migration. The table is wide on purpose: naming a file too often costs less than not naming it.
 */

import { wordTable } from '../../text/word-table.ts'

export function namesTopic(line: string): boolean {
  return TOPICS.holds(line) || CHOICES.test(line)
}

const TOPICS = wordTable(
  `选型|技术栈|架构|框架|模块|模组|组件|元件|中间件|插件|公共|通用|共享|封装|抽象|解耦|分层|重构|重写|重新设计|迁移|升级|拆分|拆成|拆开|
  改造|改用|改成|换成|替换|切换|采用|选用|引入|接入|集成|对接|搭|落地|设计|规范|约定|惯例|模式|策略|方案|结构|数据库|建表|接口|协议|
  依赖|类库|用什么|用哪|还是用|缓存|队列|权限|鉴权|状态管理|错误处理|功能|页面|新建|新增|新加|创建|实现|开发|服务|抽取|抽离|抽成|抽到|
  抽出|抽一|加个|加一个|加上一个|写个|写一个|做个|做一个|建个|建一个|弄个|弄一个|搞个|搞一个|
  architect*|refactor*|migrat*|rewrit*|restructur*|structure(s)|redesign*|design*|reorgani[s/z]*|moderni[s/z]*|module(s)|
  component(s)|framework(s)|library|libraries|package(s)|dependenc*|service(s)|microservice(s)|middleware|plugin(s)|layer(s)|
  schema(s)|database(s)|endpoint(s)|api(s)|interface(s)|abstraction(s)|pattern(s)|convention(s)|guideline(s)|strateg*|approach*|
  stack|switch(ing) [to/from/over]|replac*|upgrad*|introduc*|integrat*|adopt*|extract*|split*|decoupl*|deprecat*|share(d)|public|
  reusable|renam*|implement*|scaffold*|build(ing) [a/an/the/our/out/new]|create|creating|
  new [feature/page/screen/module/class/command/hook/table/job/worker]|add(ing) [a/an/new/another/some/support]|
  add(ing) _ [support/mode/page/screen/feature/module/layer/auth*]|support for|choose|choosing|chose|choice|pick(ed)|prefer*|
  versus|vs|instead of|rather than|let(')s [use/go with/try/move to/switch]|go with|how should [we/i]|why [did/do/are/have] we`,
  '服务器|[加/写/做/建/弄/搞](上/一)[一个/个/下][空格/注释/分号/断点]|package.json|package install|packages install|stack trace(s)',
)

/** "用 X 还是 Y", "为什么当初选 …", "use X for …", "move … to", "which … should". */
const CHOICES =
  /用.{1,20}还是|为什么(?:当初|我们)?(?:[要会不])?(?:用|选|采用|这样|这么)|(?:^|[，,。 ])(?:要不要|能不能|是否|可以)?[上用换] ?[a-z]|(?:加|写|做|建|弄|搞)(?:上|一)?下(?!空格|注释|分号|断点)|\b(?:use |using )[@\w./-]+ (?:for|instead|as|to|or|rather|and|in)\b|\bmove .{1,60} (?:to|into)\b|\bwhich .{1,60} should\b/u
