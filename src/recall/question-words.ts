/**
 * Words of asking: what a question is made of beside what it is about.
 *
 * A bank is small, so how rare a word is in it says little about everyday words: "move" may stand in one section only.
 * These lists say it instead. They weaken a word of the question; the bank's text is not touched by them.
 */

import { stem } from '../text/stem.ts'

/** Phrases that a Chinese question is framed with; each cuts the text as a space would. */
const HAN_FRAME =
  /为什么|能不能用|可以用|还能用|能用|只能|用的是|用的|为啥|为何|什么时候|是什么|做什么|什么样|什么|怎么回事|怎么办|怎么样|怎么|怎样|如何|多少|多久|多长时间|几次|几个|几天|几点|哪一个|哪个|哪些|哪里|哪儿|哪家|在哪|谁来|是不是|能不能|可不可以|有没有|要不要|会不会|给不给|会怎样|能否|是否|可以|需要|应该|我们|你们|咱们|目前|现在|后来|当初|之前|以前|那次|这次|一下|请问|告诉我|想知道|关于|的时候|有什么|情况下|如果|到底|究竟/g

export function withoutFrame(question: string): string {
  return question.replace(HAN_FRAME, ' ')
}

/** Stems, as the index holds them. */
export const ASKING =
  `mention aspect convers summari summar summaris comprehens explain describ tell walk throughout bring provid discuss
talk`.split(/\s+/)

export const COMMON =
  `abl accept actual almost alon along alreadi although alwai among amount anoth anybodi anyon anyth anywai apart appear
appli around arriv ask avoid awai back bad becom behind believ best better big bit care case clear come concern consid
coupl current decid despit differ due easi els enough especi even everi everyon everyth exact exactli expect explain
give go good great guess happen hard help hold import inde instead involv keep kind know last later leav littl long
look lot main major make mani mayb mean mention mind moment move nearli necessari need never new nice nobodi obvious
occur often outsid overal particular perhap possibl pretti probabl proper put quit rather reach readi reason recent
regard relat remain run sai see seem sever similar simpli somebodi someon someth sometim soon specif still stuck stuff
support sure take tend thing think though togeth toward try understand unless until usual wake want wai woken`.split(
    /\s+/,
  )

const WEAK: ReadonlyMap<string, 'asking' | 'common'> = new Map([
  ...COMMON.map((stem) => [stem, 'common'] as const),
  ...ASKING.map((stem) => [stem, 'asking'] as const),
])

/** Whether a stemmed word is one of asking, or one that every text has. */
export function weakness(term: string): 'asking' | 'common' | undefined {
  return WEAK.get(term)
}

/** Words of everyday English: a text may speak about the matter and say it without them. */
const ORDINARY: ReadonlySet<string> = new Set(
  `according achieve across act add additional affect against allow approach area attempt available aware base basic
began benefit besides bother bring busy call came carry catch certain choose chose claim complete contain continue
correct course create cut day deal deep definitely depend detail determine develop difficult direct directly
discover draw early easily effect effort end ensure enter essential establish example except exist experience extra
fail far fast feel final find fine finish fit fix follow forward four free fresh full future general grow guide
handle hear high hit hope human idea immediate impact improve include increase individual inform initial introduce
knowledge large late latest lead learn least less likely live longer lose love low mark matter may meet middle mine
mix multiple natural near next none note offer old one opportunity original others own particularly past people
perfect perform perspective place plain plan play point potential practical prefer prepare present previous problem
produce promise properly propose purpose question quickly raise real receive recognize recommend refer regular
relative remind represent require resolve rest result right safe sense set shape short show side significant simple
single situation small sound speak special specify spend spot stand start stay step stick story strong study subject
success suggest three time total true turn two typical unknown use various via visit wait whole wish wonder work
worry wrong`
    .split(/\s+/)
    .map(stem),
)

/** Of a stemmed word. */
export function isOrdinary(term: string): boolean {
  return ORDINARY.has(term)
}

/** Chinese words that every text has. */
const WEAK_HAN: ReadonlySet<string> = new Set(
  `已经 直接 全部 要求 处理 一直 东西 部分 使用 进行 系列 造成 出现 发生 问题 看到 知道 能看 能存
  要用 起来 不来 瞬间 时间 时候 方式 办法 地方 同时 同一 一条 两个 一个 单个 大量 比较 特别 非常
  其他 其它 所有 相关 具体 正常 一般 主要 重新 继续 开始 结束 之后 以后 最后 最近 最多 最少 最大
  最小 能下 能用 支持 保证 注意 准备 打算 建议 觉得 认为 以为 希望 想要 得到 得出 做到 做好 出来
  进去 回来 上去 下来 很慢 很多 很少 太多 多快 快点 早上 晚上 哪种 某个 每个 各个 一次 两次 两份
  几种 是谁 的话 过程 结果 情况 一些 一切 一定 一起 一边 一旦 三个 上面 下面 不会 不能 不同 不行
  不要 不到 不过 不是 不了 不太 专门 两种 两者 中间 主动 为了 之间 也许 了解 事情 互相 交给 产生
  今天 仍然 以上 以下 以及 任何 似乎 作为 作用 使得 依然 便于 促进 允许 充分 先后 共同 关系 其中
  其实 具有 再次 几乎 出错 分别 列出 利用 刚才 前面 剩下 加上 加入 努力 包含 包括 即使 参与 参考
  反而 发现 变化 变成 只是 只有 只要 可能 合理 合适 同样 后面 否则 含义 告诉 哪怕 喜欢 回答 因为
  因此 困难 坚持 处于 复杂 多个 多种 大家 大概 大致 太大 失去 好像 如下 如此 存在 它们 安排 完全
  完整 实在 实现 实际 容易 对于 对应 导致 尝试 尽快 就是 属于 差别 已有 帮助 平时 并且 并不 引入
  引起 当时 当前 形成 彻底 往往 必要 忘记 怎样 思路 总共 总是 情形 想法 意义 意思 意见 感觉 成为
  找到 投入 承担 持续 指定 按照 接着 提供 提出 提前 提到 效果 整个 整体 方向 方面 无法 无论 日常
  明显 明确 明白 普通 更多 更好 最终 有些 有关 有时 有的 来自 某些 根据 根本 次数 正在 正好 正确
  每次 每种 比如 比例 没有 注重 清楚 满足 然后 然而 熟悉 特定 特点 状况 理解 甚至 用来 用途 由于
  留下 目的 直到 相互 相同 相对 相应 看看 看法 真正 确保 确定 确实 种类 积极 立刻 立即 等等 简单
  类似 组成 细节 经常 经过 结论 综合 考虑 而且 而是 联系 自己 至少 至于 若干 虽然 行为 表示 表达
  要先 解释 认真 记住 讨论 许多 说法 调整 超过 轻松 达到 过去 还是 还要 还会 这样 这种 这里 进入
  适合 通常 通过 逐步 遇到 那么 那样 配合 重要 长期 除了 随便 随时 随着 集中 预期 顺利 首先 有人
  别人 上次 下次 最初 能够 要是 万一 近期 未来 将来 马上 刚刚 曾经 临时 永久 暂时 尤其 故意`.split(/\s+/),
)

export function isWeakHan(word: string): boolean {
  return WEAK_HAN.has(word)
}

export function weakHanAt(text: string, at: number): string | undefined {
  const pair = text.slice(at, at + 2)
  return WEAK_HAN.has(pair) ? pair : undefined
}

/** What a task says about the work instead of the matter; a short question may be about one of these. */
const WORK: ReadonlySet<string> = new Set(
  `please look code propose small change changed add unit test tests case keep public interface update documentation docs
  changelog pull request review main branch check checks green release patch tell break breaking existing user users customer
  ticket support team week friday monday today tomorrow open write make sure implement fix refactor adapt style commit
  message explain describe impact ask asked colleague issue report reported want possible help take line lines file files
  function feature answer promise promised last work working reviewer merge afterwards attached summary deadline priority`
    .split(/\s+/)
    .map(stem),
)

const WORK_HAN: ReadonlySet<string> = new Set(
  `帮我 看一 代码 方案 改动 尽量 补上 单元测试 测试 接口 不变 文档 更新日志 变更日志 检查 提交 合并请求 说明 影响 现有 用户 版本 发版
  发布 客户 工单 同事 支持 答复 回复 周五 下周 上周 本周 这周 反馈 需求 评估 修改 改完 改成 顺便 确认 整理 步骤 命令 方便 希望 最好
  动手 范围 理由 信息 分支 原型 单独 对外 通过 给出 补充 用例 评审 代码评审 排期 优先 负责 同步 一起 帮忙 麻烦 任务 功能 改进 优化`.split(
    /\s+/,
  ),
)

/** Of a word as it is written, or stemmed. */
export function isOfWork(word: string): boolean {
  return WORK_HAN.has(word) || WORK.has(word) || WORK.has(stem(word.toLowerCase()))
}
