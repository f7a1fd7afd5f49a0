/**
 * What people who build software say in Chinese and in English: sets parted by semicolons.
 *
 * Only for finding what is written in the other language: a word stands for the words of its sets that are in the other
 * language, never for those in its own. Words that mean the same within a language are in `synonym-list.ts`.
 */

export const TRANSLATIONS = `
repository|repo|仓库|代码库; maintainer|maintain|维护者|维护; author|作者; fork|派生; upstream|上游; downstream|下游; vendor|vendored|内置
open source|开源; license|许可|协议; donate|sponsor|赞助; mirror|镜像站; tag|打标签|标签; squash|压缩提交; rebase|变基; cherry pick|摘取
stash|暂存; diff|差异|对比; blame|追溯; clone|克隆; checkout|检出|切换; push|推送; pull|拉取; hook|钩子; by hand|manually|manual|手动|手工|人工
automatic|automatically|自动; run|execute|launch|执行|运行|跑; invoke|call|调用; publish|publisher|发布|发版; draft|草稿
announce|announcement|notice|公告|通知|宣布; approve|approval|审批|批准|同意; reject|refuse|decline|deny|拒绝|驳回|不接受; accept|接受|采纳
propose|proposal|提议|提案; agree|agreement|约定|同意; ban|forbid|prohibit|禁止; require|must|必须|要求; allow|permit|允许|准许|放行
prevent|防止|阻止; protect|protection|保护|防护; bypass|circumvent|绕过|绕开; block|blocked|intercept|拦截|阻断|拦住
intercept|interceptor|拦截器; limit|cap|上限|限制; exceed|超过|超出; overflow|溢出|越界; cause|caused|导致|造成|引起; reason|why|原因|理由
purpose|目的|用途|意图; effect|impact|影响|效果|后果; trade off|取舍|权衡; benefit|advantage|好处|优势; drawback|disadvantage|坏处|缺点|弊端
alternative|替代|备选|其他办法; workaround|变通|绕过; danger|dangerous|risk|危险|风险; careful|beware|小心|当心|注意; avoid|避免|避开
trap|pitfall|陷阱|坑; mistake|失误|弄错|搞错; wrong|incorrect|错误|不对|错了; correct|right|正确|修正; broken|break|broke|坏了|弄坏|破坏
breaking change|不兼容|破坏性; fail|failed|失败|不成功; succeed|success|成功; work|works|生效|起作用|能用; effective|take effect|生效
invalid|无效|失效|非法; expire|expired|expiry|过期|到期; renew|refresh|续期|刷新|续签; revoke|吊销|作废|撤销; valid|有效|合法; verify|验证|核对|校验
missing|缺失|缺少|漏掉|没有; lost|丢失|弄丢; leak|泄露|泄漏; leftover|remain|remaining|残留|剩余; duplicate|twice|重复|两遍|两次
empty|blank|空|空白|空的; full|满|占满|打满; exhausted|exhaust|耗尽|用完|占满; idle|空闲|闲置; busy|繁忙|忙; pool|池|连接池; hang|stuck|卡住|卡死|挂起
freeze|冻结|卡死; slow|慢|缓慢; fast|quick|快|快速; speed up|accelerate|加速|提速; startup|启动; memory|ram|内存
out of memory|oom|内存溢出|爆内存; garbage collection|垃圾回收; heap|堆; stack|栈|堆栈; cpu|处理器; disk|磁盘|硬盘; shared disk|共享盘
mount|挂载; volume|卷|数据卷; space|空间; capacity|容量; quota|配额; thread|线程; thread local|线程变量; process|进程; child process|子进程
daemon|守护进程; signal|信号; interrupt|中断; cancel|cancelled|取消; schedule|scheduled|scheduler|定时|调度|排程; cron|定时任务|计划任务
job|任务|作业; queue|队列|排队; batch|批量|批处理; concurrent|concurrency|并发; parallel|并行; race|竞争|竞态; lock|locked|锁|锁定|加锁
deadlock|死锁; atomic|原子; idle|空转; order|ordering|sequence|顺序|次序|先后; sort|sorted|排序; priority|优先级|优先; first|首先|优先|第一
last|最后; merge|合并; retry|retries|重试; timeout|超时; delay|延迟|推迟; wait|等待; interval|间隔|周期; backoff|退避; heartbeat|心跳
keep alive|保活|长连接; connect|connection|连接; disconnect|断开|断线; reconnect|重连; network|网络; intranet|internal network|内网
internet|外网|公网; host|主机|域名; domain|域名|领域; subdomain|子域名; address|地址; ip|地址; port|端口; proxy|代理; gateway|网关
firewall|防火墙; client|客户端; server|服务器|服务端; browser|浏览器; request|请求; response|响应|返回; header|请求头|响应头|头; body|正文|请求体|内容
cookie|会话; session|会话; token|令牌; login|log in|sign in|登录|登陆; logout|sign out|登出|退出; kick|force offline|踢下线|强制下线
password|密码|口令; secret|密钥|秘密|机密; key|密钥|键; credential|credentials|凭据|凭证; certificate|cert|证书; cipher|ciphers|加密套件|密码套件
encrypt|encryption|加密; decrypt|解密; sign|signature|signed|签名|签字; hash|digest|哈希|摘要|散列; salt|盐; random|随机
permission|authorization|权限|授权; role|角色; department|dept|部门; tenant|租户; user|用户; account|账号|账户
admin|administrator|管理员; whitelist|allowlist|白名单; blacklist|blocklist|黑名单; anonymous|匿名|免登录|不登录; public|公开|公共|对外
private|私有|私密|不公开; internal|内部; external|外部|对外; third party|第三方; customer|client|客户; team|团队|小组; colleague|同事
reviewer|评审人|审核人; file|文件; folder|directory|目录|文件夹; path|路径; extension|扩展名|后缀; file name|filename|文件名
symlink|软链接|符号链接; upload|上传; download|下载; attachment|附件; image|图片|镜像; avatar|头像; video|视频; document|docs|文档; export|导出
import|导入|引入; line|lines|行; column|列|字段; row|行|记录; table|表; sheet|工作表; spreadsheet|excel|表格; page|页|页面; character|字符|字
byte|bytes|字节; encoding|encode|编码; decode|解码; charset|字符集; garbled|mojibake|乱码; escape|escaped|转义; quote|引号
newline|line ending|换行; text|文本|文字; string|字符串; number|数字|编号; integer|整数; float|浮点; decimal|小数; boolean|布尔
array|list|数组|列表; dictionary|dict|字典; map|mapping|映射; set|集合; tree|树; graph|图; node|节点; edge|边; root|根|根目录; leaf|叶子
parent|父|上级; child|子|下级|子级; class|类; object|对象; instance|实例; interface|接口; abstract|抽象; inherit|inheritance|extends|继承
override|覆盖|重写; method|方法; function|函数; variable|变量; constant|常量; parameter|argument|参数; return value|返回值; callback|回调
closure|闭包; annotation|decorator|注解|装饰器; type|types|类型; generic|generics|泛型; enum|枚举; struct|结构体; field|字段
property|attribute|属性; default|默认|缺省; optional|可选; null|空值; compile|compiler|compilation|编译|编译器; build|构建|打包
bundle|打包|捆绑; link|linker|链接|链接器; target|目标; platform|平台; architecture|架构; dependency|dependencies|依赖; version|版本
upgrade|升级; downgrade|降级; pin|pinned|锁定版本|固定版本|钉住; latest|最新; compatible|compatibility|兼容; deprecate|deprecated|弃用|废弃
remove|removed|移除|删除|去掉; replace|替换|换成|代替; rename|重命名|改名; move|移动|搬; copy|复制|拷贝; add|新增|添加|增加; create|创建|新建; delete|删除
modify|修改|改动; update|更新; insert|插入; append|追加; overwrite|覆盖|改写; rewrite|重写|改写; read|读|读取; write|写|写入; save|保存; load|加载
store|存储|存放; restore|恢复|还原; backup|备份; archive|归档; clean|clear|清理|清空|清除; search|搜索|查找|检索; find|找到|查找; match|匹配
filter|过滤|筛选; replace in place|in place|就地|原地; highlight|高亮; regex|regular expression|正则; index|索引; cache|缓存
buffer|buffered|缓冲|缓冲区; stream|streaming|流|流式; chunk|chunked|分块|块; page|pagination|分页|翻页; cursor|游标; database|数据库|库
sql|语句; query|查询; transaction|事务; commit|提交; rollback|roll back|回滚; migration|migrate|迁移; schema|表结构; primary key|主键
unique|唯一; constraint|约束; foreign key|外键; soft delete|软删除|逻辑删除; replica|slave|从库|副本; master|primary|主库; shard|分片
data source|数据源; permission data|data scope|数据权限; menu|菜单; button|按钮; form|表单; rich text|富文本; captcha|验证码
arithmetic|math|算术|算数; icon|图标; theme|主题; front end|frontend|前端; back end|backend|后端|后台; full stack|全栈
router|route|路由; middleware|中间件; plugin|插件; adapter|适配器; driver|驱动; handler|处理器|处理函数; listener|监听器; filter|过滤器
converter|转换器; parser|parse|解析|解析器; printer|打印|输出; formatter|格式化; test|测试; unit test|单元测试|单测; integration test|集成测试
stress|压力|压测; load test|压测|压力测试; mock|模拟|打桩; stub|桩|打桩; fixture|夹具; coverage|覆盖率|覆盖; assertion|assert|断言; flaky|不稳定
regression|回归; reproduce|reproduction|复现|重现; ci|持续集成|流水线; gate|门槛|卡点|关卡; debug|调试|排查; log|logs|logging|日志
trace|tracing|跟踪|追踪; monitor|monitoring|监控; alert|告警|报警; metric|metrics|指标; dashboard|看板|面板; error|错误|报错; exception|异常
warning|warn|警告|提醒; message|消息|提示; code|代码|编码; error code|错误码; status code|状态码; exit code|退出码|返回码; crash|崩溃
panic|恐慌|崩溃; abort|中止|终止; exit|退出; shutdown|关闭|停机; restart|重启; recover|恢复; degrade|fallback|降级|兜底|后备; script|脚本
command|命令; command line|cli|命令行; flag|flags|标志|参数|选项; option|options|选项; argument parsing|参数解析
config|configuration|配置|配置文件; environment|环境; environment variable|环境变量; home directory|home|用户目录|主目录; local|本地
remote|远程; production|prod|生产|线上; staging|预发; demo|演示; docker|container|容器; image|镜像; kubernetes|k8s|集群; cluster|集群
cloud|云; deploy|deployment|部署; release|发布|发版; rollout|灰度; load balancing|负载均衡; rate limit|限流; window|窗口; burst|突发
bucket|桶; sliding|滑动; fixed|固定; threshold|阈值; counter|count|计数|计数器; site|website|站点|网站; demo site|演示站
read only|readonly|只读; write protection|写保护; maintenance|维护; operations|ops|运维; on call|值班; size|大小|尺寸|体积
bundle size|包体积|体积; length|长度; width|宽度; height|高度; depth|深度; amount|数量|金额; total|总数|合计; average|平均; time|时间; date|日期
timestamp|时间戳; time zone|timezone|时区; clock|时钟; duration|时长; second|seconds|秒; minute|minutes|分钟; hour|hours|小时
day|days|天; week|周|星期; month|月; year|年; half a year|半年; quarter|季度; deadline|截止; monthly|每月; daily|每天; once|一次
twice|两次|两遍; old|older|旧|老; new|新; legacy|遗留|老旧; previous|之前|上一个; next|下一个|下一步; current|当前|目前; temporary|临时|暂时
permanent|永久; environment setup|development environment|开发环境; install|installation|安装; setup|搭建|设置
without installing|免安装; container|容器; editor|编辑器; ide|开发工具; translate|translation|翻译; chinese|中文; english|英文|英语
language|语言; locale|语言环境; internationalization|i18n|国际化; community|社区; readme|说明文档|自述; issue|issues|工单|问题; ticket|工单
feature|功能|特性; feature request|功能请求|需求; roadmap|路线图; milestone|里程碑; plan|计划; focus|重点; progress|进度|进展; security|安全
vulnerability|漏洞; attack|攻击; injection|注入; xss|跨站脚本; csrf|跨站请求伪造; hostile|malicious|恶意; scan|扫描; penetration|渗透
audit|审计; trust|trusted|信任|可信; fake|forge|forged|伪造|假冒; fool|trick|欺骗|骗过; symmetric|对称; asymmetric|非对称; algorithm|算法
policy|策略|政策; rule|规则; origin|来源|源|同源; cross origin|跨域; preflight|预检; redirect|重定向|跳转; follow redirects|跟随重定向|自动跳转
scheme|协议; protocol|协议; static|静态; dynamic|动态; serve|提供服务|伺服; absolute|绝对; relative|相对; absolute path|绝对路径
relative path|相对路径; drive letter|盘符; windows|视窗; benchmark|benchmarks|基准|跑分|基准测试; measure|measurement|测量|度量
compare|comparison|比较|对比; number|numbers|数字|数据; requests per second|qps|吞吐; wire|over the wire|报文|线路; packet|数据包|报文
handshake|握手; verbose|详细; debug log|调试日志; environment variables|环境变量; switch|toggle|开关; transport|传输|传输层; pool|连接池|池
pattern|模式; wildcard|通配符; glob|通配; ignore|忽略; hidden|隐藏; binary|二进制; text file|文本文件; terminal|终端; output|输出; input|输入
stdin|标准输入; stdout|标准输出; pipe|管道; redirect output|重定向输出; color|颜色; generate|generator|generated|生成|生成器; template|模板
skeleton|scaffold|骨架|脚手架; code generation|代码生成; annotation|注解; reflection|反射; macro|宏; tool|tools|工具; library|库
framework|框架; package|包; module|模块; component|组件; service|服务; api|接口; sdk|开发包; engine|引擎; money|price|价格|钱; order|订单
payment|支付; refund|退款; coupon|优惠券; inventory|库存; shipping|发货; invoice|发票; discount|折扣; contributor|contribution|贡献者|贡献
pull request|合并请求|拉取请求; comment|评论|注释; fork|复刻; bot|机器人; label|标签; owner|负责人|所有者; register|registration|注册|登记
subscribe|subscription|订阅; notify|notification|通知; email|mail|邮件|邮箱; sms|短信; phone|手机|电话; single|单个|单一; multiple|多个|多种
many|许多|大量; all|全部|所有; each|每个; same|相同|同一; different|不同; similar|类似|相似; whole|entire|整个|整体; inside|内部|里面
outside|外部|外面; between|之间; before|之前; after|之后; during|期间; always|总是|始终; never|从不|绝不|永远不; only|只|仅; also|也|同时
clock skew|时钟偏差|时间偏差; synchronize|sync|同步; asynchronous|async|异步; event|事件; trigger|触发; subscribe|订阅; consumer|消费者
producer|生产者; upload limit|大小限制; content length|内容长度; transfer encoding|传输编码; form data|multipart|表单数据|多部分
query string|查询字符串; user agent|用户代理; entry|entry point|入口; subpath|子路径; exports|导出; declaration|declarations|声明
private field|私有字段; public api|公开接口|对外接口; helper|辅助|工具函数; worker|工作线程|工作进程; pool size|池大小; queue length|队列长度
idle connection|空闲连接; keepalive|保活; socket|套接字; handle|句柄; leak|泄漏; custom|customise|customize|自定义|定制
wrap|wrapper|封装|包装; name|名称|名字; operation|operate|操作; show|display|显示|展示; pass|传入|传递; element|元素; project|项目
compute|calculate|calculation|计算; throw|throws|thrown|抛出; global|全局; raw|original|原始; basic|基础|基本; business|业务
form|形式; title|heading|标题; unit|单位; separator|delimiter|分隔符|分隔; lower case|lowercase|小写; upper case|uppercase|大写
millisecond|milliseconds|毫秒; special|特殊; resource|资源; description|describe|描述; whitespace|空格|空白; beginning|开头|起始
ending|结尾|末尾; trailing|末尾; leading|开头; traverse|iterate|walk|遍历; recognise|recognize|识别; alias|别名
distinguish|tell apart|区分|分辨; mark|marker|标记; level|级别|层级; hierarchy|层级; padding|fill|填充; scenario|场景; keyword|关键字|关键词
combine|combination|组合|结合; thread safe|线程安全; slot|插槽; expand|expanded|展开|扩展; comma|逗号; extract|extraction|提取|抽取
bind|binding|绑定; core|核心; entity|实体; details|详情|细节; destroy|销毁; detect|detection|detector|检测|探测; concatenate|join|拼接
line number|行号; negative|负数; border|边框; assign|assignment|赋值|分配; preference|偏好; dialect|方言; boundary|边界
private key|私钥; public key|公钥; exclude|excluded|排除; independent|standalone|独立; underscore|下划线; drag|拖拽|拖动; sidebar|侧边栏
guard|守卫|防护; vertical|垂直; horizontal|水平; collapse|fold|折叠|收起; preview|预览; top|顶部; bottom|底部; syntax|语法
nested|nesting|嵌套; strict|严格; shortcut|快捷键|快捷; decompress|unzip|解压; official|官方; exact|exactly|precise|精确|准确
range|区间|范围; camel case|驼峰; home page|首页; page number|页码; selector|选择器; mixed|hybrid|混合; bracket|parenthesis|括号
explicit|explicitly|显式|明确; implicit|implicitly|隐式; view|视图; word|单词|词; multiline|多行; singleton|单例; factory|工厂
deserialize|deserialization|反序列化; serialize|序列化; quiet|silent|silently|静默|悄悄; visible|可见|看得到; invisible|不可见|看不到
reachable|可达; unreachable|不可达; offline|离线; online|在线; half|一半|半; rest|其余|剩余; part|部分; kind|种类|类别; way|方式|办法; step|步骤
stage|阶段; phase|阶段; state|状态; history|历史; habit|习惯; question|疑问|提问; answer|回答|答复|答案; explain|explanation|解释|说明
evidence|证据; proof|prove|证明; assume|assumption|假设; guess|猜测|猜; complain|complaint|complaints|投诉|抱怨; ask|询问
discuss|discussion|讨论|讨论区; vote|投票; decide|decided|decision|决定|定下; opinion|意见; wish|愿望|希望
nullable|可为空|可空; mandatory|必填|强制|必须; minor|次要|小版本; major|主要|大版本; expose|exposed|暴露|公开; derive|derived|推导|得出|算出
record|recorded|记录|记在|登记; separate|separated|separation|隔离|分开|区分; register|登记|注册; hide|hidden|隐藏; discard|丢弃|舍弃; omit|省略|略去
extend|扩展|继承; subclass|子类; implement|实现; annotate|注解|标注; trim|strip|去掉|去除; print|printed|打印|输出; emit|发出|输出; flatten|拍平|扁平
select|选择|选中; prefer|preferred|优先|偏好; clamp|截断|限定; debounce|防抖; broadcast|广播; consume|消费; produce|生产|产出; enqueue|入队; dequeue|出队
quit|exit|退出; spawn|派生|拉起; attach|附加|挂上; detach|分离; unlock|解锁|解除锁定; acquire|获取; reserve|预留|保留; identical|equal|相同|一样|相等
distinct|不同|去重; locate|定位; stall|卡住|停顿; heavy|重|沉重; deep|深; shallow|浅; wide|宽; narrow|窄; hot|popular|热门|热点|热; cold|冷; warm|预热
modern|modernise|modernize|现代化; stale|陈旧|过时; recent|最近|近期; future|将来|未来; final|最终; initial|初始; early|提前|早; late|迟|晚
extra|additional|额外|多余|附加; partial|部分; dead|abandoned|废弃|死掉|停用; active|活跃|激活; pending|待处理|待办|挂起; illegal|非法; unsafe|不安全
shared|共享|共用; common|常见|公共|通用; rare|罕见|少见; frequent|often|频繁|经常; mutable|可变; immutable|不可变; lazy|惰性|懒|延迟; eager|立即|急切
secondary|备用|次要; leader|主节点|领导; guideline|指南|准则; promise|承诺; guarantee|保证|担保; restriction|限制|约束; consent|同意; responsible|负责
operator|运维|操作员; supplier|供应商; third party|第三方; frame rate|frames per second|fps|帧率; frame|帧; minimum|lower bound|下限|最小|最低
maximum|upper bound|上限|最大|最多; partner|合作方|伙伴; lookaround|look around|环视; echo|回显
keyboard|键盘; mouse|鼠标; paste|粘贴; clipboard|剪贴板; cursor|光标|游标; key press|按键; terminal|终端; resize|改变大小|缩放; ciphertext|密文; plaintext|明文
code splitting|拆包|分包; coroutine|goroutine|协程; hit|命中; hit rate|命中率; isolation level|隔离级别; position|岗位|职位; sampling|sample|采样|抽样
breakpoint|断点; resumable|resume|断点续传|续传|恢复; localization|本地化; load balancing|load balancer|负载均衡|均衡; load|负载; contain|contains|包含|含有
tutorial|教程; contact|联系; renewal|续费; force|forced|强制|强行; rounding|舍入|四舍五入; sandbox|沙箱; cross site|跨站; disclose|disclosure|披露|公开
advisory|安全公告|公告; traversal|遍历|穿越|越界; evict|eviction|淘汰|驱逐; purge|purged|清除|清理; foreign key|外键; suspend|suspended|挂起|暂停
night|夜间|晚上|凌晨; morning|早上|上午; weekend|周末; holiday|假期|节假日; touch|触摸|点按; reprocess|rerun|backfill|重跑|重新处理|回填; twice|两次|两遍|重复
nickname|昵称; avatar|头像; gender|性别; phone number|手机号; seat|席位|座位; quota|配额|额度; skeleton|scaffold|骨架|脚手架; forge|forged|spoof|伪造|冒充
round trip|往返; overhead|开销; garbled|mojibake|乱码; truncate|truncated|截断|截掉; crash|crashed|崩溃|崩了|闪退; out of memory|oom|内存溢出|爆内存
container|容器|镜像; pod|容器组; instance|instances|实例|多实例; replica|副本; lease|租约; heartbeat|心跳; leader election|选主; worker id|机器号|工作节点
`
