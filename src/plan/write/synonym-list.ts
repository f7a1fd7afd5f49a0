/**
 * Words that mean the same to people who build software, within and across Chinese and English: sets parted by semicolons.
 *
 * Sets may share a word; a word stands for the others of each of its sets, not for theirs in turn. A bank adds its own
 * (`aliases` in front matter or in an index).
 */

/** Both languages; the abbreviations and the words of daily work. */
export const DOMAIN = `
middleware|中间件; register|registry|登记|注册; load test|stress test|压测|压力测试; benchmark|基准|基准测试|跑分
redirect|重定向|跳转; subdomain|子域名|子域|二级域名; domain|域名; origin|同源|跨域; cors|跨域|cross origin; type|类型
measure|measurement|测量|度量; contributor|贡献者; contribute|contribution|贡献; gate|threshold|门槛|阈值|卡点
helper|utility|辅助|工具函数; cost|代价|成本|开销; step|步骤; truncate|截断|截取|裁剪; port|端口; menu|菜单; demo|演示
header|请求头|响应头|头部; return value|返回值; error code|错误码; status code|状态码; match|匹配; wildcard|通配符
static file|静态文件; generator|codegen|生成器|代码生成; pull request|拉取请求|合并请求; review|评审|代码评审|审查
changelog|变更日志|更新日志; license|许可证; disable|switch off|turn off|关掉|关闭|禁用|停用
enable|switch on|turn on|打开|开启|启用; renew|refresh|续期|刷新; foreign key|外键; driver|驱动; adapter|适配器
listen|listener|监听; skip|跳过; parse|parser|解析; compile|build|编译|构建; restart|重启; response|响应|返回
option|选项|参数; argument|parameter|参数; lost|lose|丢失|丢了; checksum|校验和|校验值; fork|复刻; preserve|keep|保留
lifetime|有效期|时效; override|覆盖|覆写; whitelist|allowlist|白名单; blacklist|blocklist|黑名单; placeholder|占位符
tenant|租户; isolate|isolation|隔离; seed|初始数据|种子数据; snapshot|快照; prefix|前缀; suffix|后缀; nickname|昵称
handshake|握手; body|请求体|正文; stub|桩; entry point|入口; shutdown|退出|停机|关停; read only|readonly|只读
decision|决策|决定|adr; choose|选型|选择|选用|选|挑|pick|choice|decide|决定
reason|why|rationale|motivation|原因|理由|缘由|动机|依据; timeout|time out|超时; deadline|截止|期限|due date
deploy|deployment|rollout|部署|上线|发布; release|发布|发版|版本发布|launch|上线|ship
rollback|roll back|revert|回滚|回退|退回|还原|撤回; upgrade|升级|update|bump; update|更新|修改|变更
change|变更|改动|修改|改变|modify; migrate|migration|迁移|搬迁|迁; database|数据库|db; table|数据表|表
column|字段|列; field|字段; schema|表结构|模式|架构; index|索引; query|查询|sql; transaction|事务|交易
lock|锁|mutex|加锁|互斥; deadlock|死锁; cache|缓存|caching; invalidate|失效|expire|expiry|过期|ttl
queue|队列|mq|message queue|消息队列; message|消息|msg; broker|消息队列|消息中间件; kafka|消息队列
retry|重试|重发|retries; backoff|退避; idempotent|idempotency|幂等|幂等性|重复提交|重复
duplicate|重复|去重|dedupe|deduplicate|dedup; rate limit|throttle|限流|限速|频率限制|rate limiting|throttling
circuit breaker|熔断|断路器|熔断器; fallback|降级|兜底|回退; degrade|degradation|降级
load balancing|load balancer|负载均衡; gateway|网关; microservice|微服务|micro service; monolith|单体; service|服务
server|服务器|服务端|backend|后端; client|客户端|前端; frontend|front end|前端|ui|web; backend|back end|后端|服务端
mobile|移动端|手机|app|移动; app|application|应用|应用程序; web|网页|网站|website; page|页面|界面|screen
component|组件|控件|widget; module|模块; plugin|插件|extension|扩展; library|库|类库|依赖|package|lib
framework|框架; dependency|dependencies|依赖|依赖项|deps; package|包|软件包; version|版本
config|configuration|配置|setting|settings|设置|conf|configure; environment|环境|env
environment variable|环境变量|env; production|prod|线上|生产|生产环境; staging|预发|预发布|测试环境|灰度
canary|灰度|灰度发布|金丝雀; feature flag|feature toggle|开关|特性开关|功能开关|灰度
test|tests|testing|测试|单测|用例; unit test|单元测试|单测; integration test|集成测试|e2e|端到端; coverage|覆盖率
mock|stub|模拟|打桩; flaky|不稳定|偶发|时好时坏|intermittent; bug|缺陷|故障|问题|defect|错误|毛病
issue|问题|工单|ticket; error|错误|报错|异常|exception|出错|failure; exception|异常|error
crash|崩溃|闪退|宕机|crashes|挂掉|挂了|崩了|崩; failure|失败|故障|fail; incident|事故|故障|outage|线上事故|postmortem|复盘
root cause|根因|根本原因|原因; symptom|症状|现象|表现; fix|修复|解决|修好|repair|resolve|solve
solution|解决方案|方案|解法|解决办法|解决; prevent|prevention|预防|避免|防止|avoid; workaround|绕过|临时方案|规避
debug|调试|排查|定位|troubleshoot|diagnose; log|logs|日志|logging; monitor|monitoring|监控|观测|observability
alert|告警|报警|预警|alarm; metric|metrics|指标|度量; trace|tracing|链路|链路追踪|追踪
dashboard|看板|仪表盘|大盘|面板; performance|性能|perf|speed; slow|慢|卡顿|卡|latency|迟缓; fast|快|迅速|quick
latency|延迟|时延|耗时|响应时间|delay; throughput|吞吐|吞吐量|qps|tps; concurrency|concurrent|并发; parallel|并行
async|asynchronous|异步; sync|synchronous|synchronize|同步; memory|内存|ram|记忆; memory leak|内存泄漏|内存泄露|leak
leak|泄漏|泄露; cpu|处理器; disk|磁盘|硬盘|存储空间; storage|存储|store|保存|持久化; persist|持久化|落盘|保存
backup|备份; restore|恢复|还原|recover|recovery; archive|归档|存档; security|安全|安全性|secure
authentication|auth|认证|登录|鉴权|身份验证|login|authenticate; authorization|授权|鉴权|权限|authorize|permission
permission|权限|access control|rbac|访问控制; login|登录|登陆|sign in|signin|log in|logon
logout|登出|退出登录|注销|sign out; register|registration|注册|sign up|signup; password|密码|口令|passphrase|pwd
token|令牌|jwt|凭证; session|会话; secret|密钥|机密|credential|凭证|秘钥|credentials; key|密钥|键|主键
encrypt|encryption|加密; decrypt|解密; signature|签名|验签|sign; certificate|证书|tls|ssl; vulnerability|漏洞|cve
audit|审计|稽核; privacy|隐私|personal data|pii|个人信息|gdpr|敏感信息|脱敏; mask|脱敏|打码|redact; user|用户|使用者
account|账号|账户|帐号|帐户; customer|客户|顾客|用户|client; merchant|商家|商户|卖家|seller
admin|administrator|管理员|后台|管理后台; role|角色; team|团队|小组|组; owner|负责人|所有者|谁负责|归属|maintainer
order|订单|下单; cart|购物车; payment|支付|付款|pay|缴费; refund|退款|退钱; invoice|发票|账单|bill
billing|计费|账单|结算|收费|charge; settle|settlement|结算|清算|对账; reconcile|reconciliation|对账
price|价格|定价|价钱|pricing; discount|折扣|优惠|满减; coupon|优惠券|券|voucher|代金券; promotion|促销|活动|campaign
inventory|stock|库存; oversell|oversold|超卖|多卖; warehouse|仓库; data warehouse|数仓|数据仓库
shipping|delivery|物流|发货|配送|快递; product|商品|产品|sku|goods|item; catalog|商品目录|目录
search|搜索|检索|查找|lookup|find; recommend|recommendation|推荐; notification|notify|通知|推送|提醒|push; push|推送
email|邮件|邮箱|mail; sms|短信; upload|上传; download|下载; import|导入; export|导出; file|文件
folder|directory|文件夹|目录|dir; path|路径; image|图片|图像|img|photo|picture; video|视频; audio|音频|语音
report|报表|报告; chart|图表|graph; data|数据; pipeline|流水线|管道|管线|作业流; etl|数据同步|抽取|elt
batch|批处理|批量|大批量|离线; stream|streaming|流处理|流式|实时流|实时; real time|realtime|实时
schedule|scheduler|调度|定时|定时任务|排期|cron; job|任务|作业|cron|定时任务; task|任务|待办|todo
workflow|工作流|流程; process|进程|流程|处理; thread|线程; worker|工作进程|消费者; consumer|消费者|消费
producer|生产者; event|事件; webhook|回调|callback; callback|回调; hook|钩子; api|接口|endpoint
endpoint|接口|端点|api; interface|接口|界面; request|请求|req; response|响应|返回|resp
parameter|参数|param|argument|arg|args|params|入参; header|请求头|头部; status code|状态码|http code
status|状态|进展|state; pagination|分页|翻页|paging|page; sort|排序|order by|ordering|sorted; filter|过滤|筛选
partition|分区; shard|sharding|分片|分库|分表|分库分表; replica|replication|副本|主从|从库|同步复制; cluster|集群
node|节点; master|primary|主库|主节点; consistency|consistent|一致性|一致; availability|可用性|高可用|ha
scalability|scale|扩容|伸缩|扩展性|横向扩展|scaling; capacity|容量; quota|配额|额度|限额
limit|限制|上限|阈值|最多|maximum|max; threshold|阈值|门限|临界; cost|成本|费用|花费|开销|expense; budget|预算
container|容器|docker; docker|容器|镜像; kubernetes|k8s|容器编排; cloud|云|云上; network|网络; proxy|代理|反向代理
domain|域名|领域; dns|域名解析; cdn|内容分发; architecture|架构; design|设计|方案; pattern|模式|规范|惯例
convention|约定|规范|惯例|规约|naming|style guide|standard; rule|规则|规矩|规定|policy; policy|策略|政策|规则
strategy|策略|方案; requirement|requirements|需求|req; feature|功能|特性
acceptance criteria|验收标准|验收|acceptance; priority|优先级; scope|范围; progress|进度|进展|status
milestone|里程碑; roadmap|路线图|规划|plan; plan|计划|规划|方案; todo|待办|下一步|next step|next steps
blocker|blocked|阻塞|卡住|卡点; done|完成|已完成|finished|completed; focus|重点|聚焦|当前工作|working on
learning|learnings|经验|教训|心得|lesson|lessons|踩坑; pitfall|坑|陷阱|trap|gotcha|踩坑|注意事项
document|文档|documentation|doc|docs; comment|注释|评论|备注; example|示例|例子|样例|demo|sample; template|模板
naming|命名|起名|名字|name; rename|重命名|改名; refactor|refactoring|重构; cleanup|清理|clean up|整理
delete|remove|删除|移除|去掉|del|rm|drop|erase; add|新增|添加|增加|append|insert; insert|插入|写入
create|创建|新建|make|generate|build; generate|生成|generation|create|gen; build|构建|编译|打包|bundle
compile|编译|compiler; bundle|打包|捆绑|bundler; ci|持续集成|continuous integration|流水线
cd|持续部署|continuous deployment|continuous delivery; repository|repo|仓库|代码库|代码仓库; branch|分支
merge|合并|合入; commit|提交; review|评审|审查|code review|代码审查|审核; approve|approval|审批|批准|审核
style|样式|风格|css; theme|主题|dark mode|深色模式|皮肤; dark mode|深色模式|暗黑模式|夜间模式; layout|布局
animation|动画; render|渲染|rendering; state management|状态管理|store; navigation|导航|路由跳转|router
route|routing|路由|router; form|表单; validate|validation|校验|验证|检查|verify; verify|验证|核实|校验
check|检查|校验|判断|test|verify; parse|解析|parser; format|格式|格式化; serialize|serialization|序列化|marshal
encode|encoding|编码; decode|解码|decoding; charset|字符集|编码|garbled|乱码; compress|compression|压缩|gzip|zip
convert|conversion|转换|transform|cast; split|拆分|切分|分割|separate; join|连接|关联|concatenate|concat
map|映射|mapping; list|列表|array|清单; array|数组|list; dictionary|dict|字典|hash map|hashmap|map
string|str|字符串|text; integer|int|整数; number|num|数字|数量|count|numeric; float|浮点|decimal|double
decimal|小数|精度|金额|float; boolean|bool|布尔; character|char|字符; function|func|函数|method|方法
method|方法|function; class|类; object|obj|对象; variable|var|变量; constant|常量|const; value|值|val
length|len|长度|size; size|大小|尺寸|length; average|avg|平均|mean; maximum|max|最大|largest|biggest|highest
minimum|min|最小|smallest|lowest; random|rand|随机; date|日期|datetime|day; time|时间|timestamp|duration
timestamp|时间戳; timezone|time zone|时区|utc; locale|语言环境|地区
i18n|internationalization|国际化|多语言|localization|translation|l10n; translate|translation|翻译
language|语言|lang; offline|离线|断网|没网|无网络; online|在线|线上; network error|断网|弱网; battery|电量|耗电|电池
permission prompt|权限弹窗|授权弹窗; install|安装|setup; uninstall|卸载; setup|搭建|初始化|set up|安装|配置
initialize|init|初始化; start|启动|begin|开始|startup|launch; stop|停止|关闭|shutdown|kill|terminate
restart|重启|reboot; startup time|cold start|冷启动|启动时间|启动速度; local|本地; remote|远程
command|命令|指令|cmd; script|脚本; terminal|终端|console|控制台|shell|命令行; command line|cli|命令行
stack|技术栈|tech stack|技术选型; tech|technology|技术; tool|工具; standard|标准|规范; quality|质量
data quality|数据质量|脏数据|bad data; dirty data|脏数据; freshness|新鲜度|时效|延迟|sla; sla|服务等级|时效|slo
lineage|血缘|数据血缘; warehouse table|数仓表; snapshot|快照; backfill|回填|补数|重跑|重算|rerun|reprocess
late data|迟到数据|延迟数据|late arriving; dedup window|去重窗口; ingest|ingestion|采集|接入|摄取|入库
sink|写入|落库; null|空值|空|none|nil|undefined; empty|空|blank; missing|缺失|缺少|丢失|lost; lost|丢失|丢|丢了|lose
precision|精度|rounding|四舍五入; money|金额|钱|amount|currency|货币; currency|币种|货币; overflow|溢出
loop|循环|iterate|iteration|for each; recursive|递归|recursion
regex|regular expression|正则|正则表达式|regexp|pattern; default|默认|缺省|默认值; optional|可选
deprecated|废弃|弃用|淘汰|过时|obsolete|deprecate; replace|替换|替代|换成|取代|swap|substitute|instead
abandon|放弃|弃用|give up|drop|leave|dropped|ditch|ditched|抛弃|不用; compare|比较|对比|comparison|versus|vs
advantage|优点|好处|benefit|pros; drawback|缺点|弊端|坏处|disadvantage|cons|downside; tradeoff|trade off|取舍|权衡
risk|风险; compatible|compatibility|兼容|兼容性; legacy|遗留|老系统|历史|旧; third party|第三方|外部|vendor|供应商
vendor|供应商|厂商|provider; contract|契约|合同|合约; screen|屏幕|页面; button|按钮; click|点击|tap
scroll|滚动|滑动; gesture|手势; input|输入|输入框; output|输出; read|读取|读|阅读; write|写入|写|写|save
save|保存|存储|store; load|加载|载入; reload|刷新|重新加载|refresh; refresh|刷新|更新
fetch|获取|拉取|get|pull|retrieve; send|发送|发; receive|接收|收到; connect|connection|连接|建连
connection pool|连接池|pool; pool|连接池|池|池化; close|关闭|断开; open|打开; wait|等待|sleep; polling|轮询|poll
websocket|长连接|ws; heartbeat|心跳|keepalive|keep alive; subscribe|subscription|订阅; publish|发布|推送
group|分组|组; tag|标签|label; category|分类|类目|类别; merge request|pull request|pr|合并请求
hotfix|紧急修复|热修复|hot fix; on call|oncall|值班; handover|交接|hand over; onboarding|新人|入职|新手
team convention|团队约定; region|地域|地区|机房|区域; data center|机房|数据中心; disaster recovery|容灾|灾备
multi tenant|多租户|tenant|租户; tenant|租户; whitelist|allowlist|白名单; blacklist|blocklist|黑名单|denylist
captcha|验证码|verification code; verification code|验证码|otp; qr code|二维码; phone number|手机号|电话号码
address|地址|收货地址; id|标识|编号|identifier|uuid; unique|唯一; snowflake|雪花算法|分布式id; hash|哈希|散列|digest
checksum|校验和; diff|差异|区别|difference; patch|补丁; conflict|冲突; race condition|竞态|竞争条件|race|并发问题
atomic|原子|原子性; distributed|分布式; distributed transaction|分布式事务|saga|tcc
eventual consistency|最终一致|最终一致性; delay queue|延迟队列|延时队列|delayed queue; dead letter|死信|死信队列|dlq
peak|高峰|峰值|大促|流量高峰; flash sale|秒杀|抢购; traffic|流量; hot key|热点|热门|热key|热点数据
avalanche|雪崩|stampede|thundering herd; penetration|穿透|缓存穿透; warm up|预热|warmup|preheat
read replica|从库|读库|读写分离; expire|expiry|过期|到期|有效期|失效|valid|validity|清零
valid|有效|有效期|validity|expire; unpaid|未付款|未支付|待支付|没付钱|不付钱; pay|付款|支付|付钱
close|关闭|关单|关掉|关; cancel|取消|撤销; cancel order|取消订单|关单; oversell|超卖|卖超|多卖|超售
touch|触控|触摸|点按|tap; icon|图标; font|字体|字号; color|colour|颜色|色值; accessibility|无障碍|a11y
device|设备|机型|真机|手机; phone|手机|电话|机型|phone number; iphone|ios|苹果; android|安卓; apple|苹果|ios|mac
mac|macos|apple|苹果; background|后台|背景; foreground|前台; location|定位|位置|gps; gps|定位|坐标; track|轨迹|路线
gap|缺口|断掉|中断; map|地图|映射; trip|行程|旅行; invite|invitation|邀请; share|sharing|分享|共享; link|链接|url
comment|评论|评价|review; photo|照片|图片|相册; note|notes|笔记|备注; member|会员|成员
subscription|subscribe|订阅|会员|pro; points|积分; reward|奖励|积分; weak network|弱网|断网; network|网络|断网|wifi
wifi|wi-fi|无线; reset|重置; empty|空的; blank screen|白屏; white screen|白屏; freeze|卡死|冻结
stuck|卡住|卡在|阻塞|blocked; hang|卡死|挂起; wake|唤醒|叫醒|page; page|pager|oncall|打电话|告警|值班
night|nightly|夜间|每晚|凌晨|晚上; human|person|人工|人; manual|人工|手动|手工; automatic|自动|auto
daily|每天|每日|日报; weekly|每周; monthly|每月; morning|早上; midnight|零点|凌晨; approve|审批|同意|确认
owner|负责人|归属|谁; reprocess|rerun|replay|backfill|补数|重跑|rerunning; history|历史|记录
keep|保留|保存|retain|retention; retention|保留|留存|保存多久; quickly|多快|within|时效; proof|certificate|证明|凭证
deletion|erasure|delete|删除|注销|erase; gdpr|privacy|erasure|personal data|legal
account deletion|注销账号|删除账号; proxy|代理; pull request|pr|合并请求|merge request
continuous integration|ci|流水线; merge|merged|合并|合入; human readable|可读; size|大小|尺寸|limit
limit|limits|上限|限制|最多|最大|maximum; largest|最大; most|最多; fewest|最少
predict|prediction|预测|forecast|predicted; fresh|freshness|新鲜|refresh|refreshed|时效; arrival|eta|到达
parcel|包裹|快递; depot|仓库|站点; claim|理赔|索赔; customer|客户|顾客; finance|财务|会计; legal|法务|法律
analyst|分析师; spreadsheet|excel|表格|csv; revenue|收入|营收|gmv; twice|两次|重复|double|翻倍|double-counted
double|翻倍|两次|twice; commission|佣金; bonus|奖金; join|关联|连接|joins; staging|stg|预发; dimension|维度|dim
fact table|事实表|fct; row|行|记录|rows; source|来源|源|源头|数据源; connector|连接器; replication|复制|同步
disk|磁盘|硬盘; out of memory|oom|内存溢出|内存爆|oomkilled|内存不足; kill|killed|杀掉|杀死; pod|容器|实例
boot|启动|开机; seed|种子|灌入|初始化数据; credentials|密码|凭证|密钥; rotate|rotation|轮换; shipping fee|运费|邮费
freight|运费; split|拆分|拆单|分摊|切分; allocate|分摊|分配; tokenizer|分词|分词器|analyzer
anti fraud|防刷|风控|黄牛|反作弊; scalper|黄牛|防刷; fraud|欺诈|风控|防刷; risk control|风控; hotspot|热点|hot key
bucket|分桶|桶; shard key|分片键|分片; cursor|游标; offset|偏移|偏移量; drift|偏移|漂移; flow|流程|流转
state machine|状态机; seller|商家|卖家; exchange|换货|交换; return goods|退货; tax|税|发票; receipt|发票|收据|小票
vat invoice|专票; address book|地址簿|收货地址; pickup|自提; popup|弹窗; toast|提示; redirect|跳转|回跳|跳回
jump back|跳回|跳转; deep link|深链|universal link; rounding|四舍五入|取整|精度; crash rate|崩溃率
hot update|热更新|ota|code push; native|原生; store review|提审|审核; app store|应用商店|应用市场; channel|渠道|通道
do not disturb|免打扰; quiet hours|免打扰; role|角色|权限; read only|只读; realtime|实时; settle up|结算|分摊
expense|花费|账|费用; exchange rate|汇率; full text|全文|全文检索|elasticsearch|es; elasticsearch|es|全文检索
lookahead|lookbehind|look around|lookaround|环视; dead|obsolete|abandoned|废弃; night|quiet hours|夜间|晚上|免打扰
`
