/** What projects consist of: the words that tell a sentence about the project from one about anything else. */

import { wordTable } from '../../text/word-table.ts'

/** Does the sentence name something that projects consist of? */
export function isOfTheProject(sentence: string): boolean {
  return namesAThing(sentence) || NAME_INSIDE.test(sentence)
}

/** By a word of our trade, code, or a word made like an identifier; other names may be people's. */
function namesAThing(sentence: string): boolean {
  if (THINGS.holds(sentence)) return true
  if (/\p{Script=Han}/u.test(sentence)) return /[a-z]/i.test(NO_NAMES.without(sentence))
  return MADE_LIKE_CODE.test(sentence)
}

const MADE_LIKE_CODE = /`|\w[._/]\w|[a-z][A-Z\d]/
const NAME_INSIDE = /\S\s+(?!I\b|I'|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z]\w/

/** Latin words that Chinese talk is full of. */
const NO_NAMES = wordTable('ok|okay|yes|no|hi|hello|bye|ppt|kfc|ktv|wifi|vip|app|pm|am|lol|haha*|emo|bug|bugs')

const THINGS = wordTable(
  `接口|数据库|缓存|队列|模块|组件|服务|前端|后端|前后端|代码|仓库|分支|提交|合并|测试|构建|部署|发布|版本|迁移|日志|报错|错误|异常|配置|
  环境变量|容器|依赖|框架|架构|方案|目录|文件|命名|格式|类型|函数|方法|变量|注释|文档|页面|功能|需求|用户|订单|支付|登录|权限|会话|令牌|
  加密|字段|表名|建表|索引|主键|时间戳|时区|金额|状态|路由|事务|协议|前缀|后缀|线程|连接|内存|监控|告警|限流|重试|超时|脚本|流水线|评审|
  分页|鉴权|消息|导出|导入|上传|下载|搜索|密码|数据|系统|平台|小程序|客户端|服务端|组件库|样式|国际化|包管理|单测|集成|灰度|回滚|响应|
  返回|登记|审计|
  api(s)|endpoint(s)|service(s)|module(s)|package(s)|library|libraries|framework(s)|database(s)|db|sql|schema(s)|table(s)|column(s)|
  index(es)|query|queries|cache(s)|caching|queue(s)|session(s)|token(s)|auth*|login(s)|log-in(s)|backend(s)|frontend(s)|server(s)|
  client(s)|repo(s)|repositor*|monorepo|monolith|microservice(s)|branch(es)|commit(s)|merg*|pull request(s)|pr(s)|code*|type(s)|
  interface(s)|class(es)|function(s)|component(s)|hook(s)|test(s)|testing|ci|pipeline(s)|build(s)|deploy*|releas*|version(s)|migrat*|
  logs|logger|logging|error(s)|exception(s)|config*|environment|env|docker*|container(s)|kubernetes|k8s|cloud|json|yaml|xml|csv|xlsx|pdf|
  rest|grpc|graphql|http(s)|websocket(s)|storage|bucket(s)|file(s)|folder(s)|director*|naming|format(s)|formatting|lint*|architecture|
  pattern(s)|feature(s)|page(s)|state|store|router(s)|route(s)|import(s)|export(s)|dependenc*|npm|pnpm|yarn|bun|node|deno|python|java|
  javascript|kotlin|swift|rust|golang|ruby|php|typescript|react|vue|svelte|angular|nextjs|django|rails|spring|postgres*|mysql|sqlite|
  mongo*|redis|kafka|rabbitmq|sqs|s3|elastic*|tailwind|css|timestamp(s)|utc|iso|paginat*|payload(s)|retry|retries|timeout(s)|encrypt*|
  hash*|password(s)|user(s)|customer(s)|order(s)|payment(s)|currenc*|price(s)|integer(s)|decimal(s)|id(s)|uuid(s)|locale(s)|i18n|doc(s)|
  documentation|comment(s)|plugin(s)|orm|app(s)|application|system|platform|website|site|product|data|webhook(s)|e(-)mail(s)|upload(s)|
  download(s)|report(s)|search|checkout|invoice(s)|account(s)|dashboard|project(s)|role(s)|permission(s)|backup(s)|job(s)|worker(s)|
  offline|sync|sso|oauth|jwt|flag(s)|script(s)|variable(s)|tabs|spaces|semicolons|mobile|browser(s)|ios|android|transaction(s)|lock(s)|
  thread(s)|async|event(s)|message(s)|request(s)|response(s)|header(s)|cookie(s)|metrics|tracing|alert(s)`,
)
