/**
 * Words that do the same work in a sentence, whatever they mean: who wishes, what ties a cause to its effect, what takes
 * certainty away. A word of a class speaks for the sentences of all its fellows, so that a wording nobody labelled is
 * weighed by the ones that were. A word may stand in several.
 */

import { once } from '../../core/once.ts'

/** The letter is the class; Latin words are written as they are said, Chinese ones as they stand in a sentence. */
const CLASSES: Readonly<Record<string, string>> = {
  /** Who may wish something of us. */
  A: `customer customers client clients legal compliance security auditor auditors finance marketing sales support regulator product
    stakeholders investors management contract law gdpr ministry users user team vendor partner partners bank tender insurance spec
    ticket boss ceo cto po designer designers design brand dpo pentest owner 客户 甲方 法务 合规 财务 运营 产品 监管 安全组 业务方 业务
    领导 老板 合同 标书 税务 银行 审计 规定 集团 等保 验收 客服 市场部 市场 销售 上级 政府 用户 渗透 设计 团队 大家 组里`,
  /** What ties a cause to its effect. */
  B: `because since reason cause caused causes culprit due root why explains explanation hence therefore thus meaning
    因为 原因 根因 所以 导致 由于 原来 罪魁祸首 难怪 怪不得 就是这么来 的锅 本质 根子`,
  /** What takes certainty away. */
  C: `maybe perhaps probably guess think might could wonder wondering suspect seems seem feeling ideally hope wish would suppose
    imagine if someday unsure likely apparently considering thinking whether thoughts idea
    可能 也许 大概 感觉 觉得 是不是 要不 怀疑 猜 好像 希望 最好 如果 假如 假设 要是 万一 考虑 听说 应该是 有没有 不确定 想想 再看看
    倾向 还没 或者`,
  /** What an order begins with. */
  D: `add fix run make write check show rename remove move delete change update create open list look find explain try test build
    deploy commit push merge revert use put set give tell take read go start stop restart install compare summarize translate format
    refactor replace rewrite convert import export print rerun retry undo pull squash rebase tag publish send draw plot sign implement
    simplify bump upgrade help let do draft measure profile
    帮我 看看 看下 看一下 查一下 查下 加个 加上 加一 改成 改一下 改下 写个 写一 跑一下 跑下 删掉 删了 换成 试试 打开 列一下 弄一下 提交
    推 合了 重启 重跑 发我 给我 画 解释 总结 对比 翻译 挪 搜 找一下 修一下 补`,
  /** What must, may or may not be. */
  E: `must has have need needs required requires require requirement shall mandatory wants want insists demands expects expect asked
    promised guarantees should cannot may allowed allow refuse refused rejected
    必须 要求 需要 不能 不得 只能 要能 不准 不许 禁止 不让 至少 最多 以内 之内 之前 要有 强制 务必 规定 允许 保留`,
  /** What holds everywhere and from now on. */
  F: `always never every everywhere all any no only nobody nothing each across exceptions default whole entirely both convention rule
    policy standard 一律 统一 全部 所有 都 每个 每次 每张 任何 只 禁止 永远 从不 不再 以后 今后 从现在 从今 默认 规范 约定 规矩 原则`,
  /** What is chosen or given up. */
  G: `use using chose choose choosing go going stick keep keeping stay stays drop dropping dropped ditch ditched reject rejected ruled
    switch switching moving replace replaced instead over rather favour prefer pick won not phased support retire freeze frozen
    用 选 不用 不上 弃用 换 改用 采用 还是 放弃 否了 排除 不做 不考虑 先不 暂不 暂时不 沿用 保留 不换 不拆 走 推翻`,
  /** What makes it settled. */
  H: `agreed agree decided decision settled approved signed confirmed final finalized official voted accepted passed concluded
    committed 定了 决定 敲定 拍板 定稿 确认 确定 通过 同意 评审 说好 对齐 签字 批了 约定 一致 想好了 定下来 明确 约好`,
  /** What changed and is so now. */
  I: `now anymore longer gone since already today new currently ages months switched moved was were used renamed merged
    现在 已经 早就 早 改了 换了 去年 之后 以后 下线 停了 没了 升到 升级 新增 挪到 不再 其实 实际上`,
  /** When. */
  J: `monday tuesday wednesday thursday friday saturday sunday week month months quarter year years day days hour hours minute minutes
    second seconds deadline until till before after sprint end daily nightly weekly monthly morning night tomorrow
    周一 周二 周三 周四 周五 周六 周日 这周 下周 本周 月底 这个月 下个月 今天 明天 凌晨 晚上 早上 每天 每晚 每周 每月 年底 季度 截止 迭代
    小时 分钟 秒 毫秒 天内`,
  /** What work is done with. */
  K: `npm npx yarn pnpm make cargo docker compose kubectl helm git pytest gradle gradlew mvn go pip poetry terraform ansible bash
    script scripts command pipeline ci release branch tag hook deploy deploys staging production prod preview build nightly rollout
    vault cron jira checklist 脚本 命令 流程 流水线 发版 发布 上线 打包 部署 分支 预发 生产 环境 灰度 回滚 提测 合并 值班 步骤 执行`,
  /** What a project is made of. */
  L: `postgres mysql redis kafka mongo sqlite react vue svelte node python java go rust typescript kotlin swift php rails django flask
    spring elasticsearch rabbitmq nginx vite webpack jest vitest docker kubernetes aws gcp azure graphql rest grpc tailwind electron
    flutter version versions database db queue api server backend frontend stack library lib framework cache index schema table
    migration endpoint module service services 数据库 版本 框架 库 缓存 索引 接口 服务 队列 表 前端 后端 中间件 网关 组件 模块 依赖`,
  /** What goes wrong. */
  M: `crash crashes crashed fail fails failed slow slower slowness leak error errors lock locks lost lose loses drop drops break breaks
    broke broken timeout timeouts times blocks hung hang flaky jitter race stuck deadlock duplicates missing empty null wrong ignores
    ignored ignore swallows throttles limits caps kills killed
    崩 挂 失败 慢 泄漏 报错 锁 丢 断 超时 卡 偶发 不生效 失效 为空 空 重复 打满 白屏 乱码 冲突 覆盖 不支持 限流 不认`,
  /** What was learned the hard way. */
  N: `gotcha trap beware pitfall careful watch bug lesson learned bitten bites bit found turns turned apparently mystery solved
    surprise surprisingly 坑 踩坑 教训 小心 注意 千万 破案 查清 查出来 找到了 搞明白 发现 结果是 实测 剖析 压测`,
  /** What was measured. */
  O: `faster slower halved doubled dropped fell shrank grew improved cut p95 p99 latency throughput rps memory cpu seconds ms measured
    profiling benchmark from 降到 降了 提升 快了 慢了 翻倍 耗时 内存 延迟 吞吐 压测 占了 从`,
  /** What is written somewhere. */
  P: `docs documentation readme wiki memory notes note diagram runbook comment file summary architecture agents.md claude.md inventory
    says say claims lists tells 文档 说明 笔记 记忆 记忆库 注释 架构图 图 规范 写的 里写 里说 总结`,
  /** And is not so. */
  Q: `wrong outdated stale date untrue obsolete but yet still actually longer true
    过时 过期 不对 失效 旧了 对不上 但 可 却 其实 实际 早`,
  /** What came to its end. */
  R: `done finished shipped live merged closed complete completed released out stable over ready
    做完 搞完 完成 上线了 收尾 上了 弄完 发了 结束 关了 合了 稳定了 过了`,
  /** What comes now. */
  S: `next focus priority priorities sprint phase goal theme tackle turn switching pausing paused hold wait back first main
    接下来 下一步 优先级 优先 重点 集中 全力 转到 转做 主要 往后 暂停 先停 轮到 开始做 目标 这周 二期`,
  T: `we we're our us ours we've we'll 我们 咱们 团队`,
  U: `i i'm my me i've i'll i'd mine 我`,
  V: `you your you're 你 您`,
  /** Courtesy. */
  W: `please pls can could would thanks thank sorry 请 麻烦 帮忙 谢谢 辛苦`,
  /** Small talk. */
  X: `lol haha nice great cool wow good perfect hi hey hello morning bye kids weekend dinner lunch coffee love amazing happy
    哈哈 不错 厉害 牛 好的 嗯 哦 早 晚安 吃饭`,
  /** Denial. */
  Y: `not no never don't doesn't isn't can't won't without didn't aren't wasn't 不 没 别 无`,
}

/** The classes of a word, as one string of their letters. */
export function classesOf(word: string): string {
  return TABLE().get(word) ?? ''
}

/** The words of classes in a run of Han, the longest first at each place. */
export function classesInHan(run: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < run.length; ) {
    const word = longestAt(run, at)
    if (word !== '') found.push(classesOf(word))
    at += word.length || 1
  }
  return found
}

export function longestAt(run: string, at: number): string {
  for (let length = LONGEST; length > 0; length -= 1) {
    const word = run.slice(at, at + length)
    if (word.length === length && TABLE().has(word)) return word
  }
  return ''
}

const LONGEST = 5

const TABLE = once((): ReadonlyMap<string, string> => {
  const table = new Map<string, string>()
  for (const [letter, words] of Object.entries(CLASSES))
    for (const word of words.split(/\s+/)) table.set(word, (table.get(word) ?? '') + letter)
  return table
})
