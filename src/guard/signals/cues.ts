/**
 * The words by which an agent announces something worth keeping, in both languages, in a sentence written as plain words
 * (`plainSentence`). Agents narrate what they are about to do: only what they found, or what was agreed, counts of it. The
 * first cue that matches names the kind: what is wrong with the bank before what was found.
 */

import { once } from '../../core/once.ts'
import type { SignalKind } from './signal.ts'

export interface Cue {
  readonly kind: SignalKind
  /** One of these is in every sentence that it matches: making a pattern costs more than all else. */
  readonly needs: readonly string[]
  readonly pattern: (line: string) => RegExp
  /** A weak cue announces nothing by itself: the sentence must say this too, or speak of the project. */
  readonly beside: (() => RegExp) | 'a project matter' | undefined
}

function cue(
  {
    kind,
    beside,
    needs,
  }: Pick<Cue, 'kind'> & { readonly beside?: string | 'a project matter'; readonly needs: string },
  ...branches: readonly string[]
): Cue {
  return {
    kind,
    needs: needs.split('|'),
    pattern: patternFor(branches),
    beside: beside === undefined || beside === 'a project matter' ? beside : once(() => new RegExp(beside)),
  }
}

/** A line without Han is spared the branches that have nothing else: making them costs more than trying them. */
function patternFor(branches: readonly string[]): (line: string) => RegExp {
  const whole = once(() => new RegExp(branches.join('|')))
  const others = branches.filter((branch) => !isHan(branch.replace(/\\\w+/g, '')))
  const latin = once(() => (others.length === 0 ? /(?!)/ : new RegExp(others.join('|'))))
  return (line) => (HAN.test(line) ? whole() : latin())
}

function isHan(branch: string): boolean {
  return HAN.test(branch) && !/[a-z]{2}/.test(branch)
}

const HAN = /\p{Script=Han}/u

const BANK = String.raw`(?:memory[ -]?bank|记忆库|(?:memory|patterns|tech|progress)\.md|the bank)`

const CONFLICTS: readonly Cue[] = [
  cue(
    { kind: 'conflict', needs: 'memory|记忆库|.md|the bank' },
    `${BANK}.{0,60}(?:不一致|过时|过期|不符|写错|对不上|矛盾|已经不对|不是这样|\\bout[ -]of[ -]date\\b|\\boutdated\\b|\\bstale\\b|\\bwrong\\b|\\bcontradict|\\bdisagree|\\bno longer\\b|\\b(?:doesn't|does not|don't) match\\b|\\bsays\\b.{1,80}\\bbut\\b|\\bstill (?:says|mentions|lists|names|claims)\\b|(?:写的是|写的还是|说|写着|记的是|里是).{1,40}(?:但|实际|其实|早就|早已))`,
    `(?:代码|实际|code|reality).{0,30}(?:和|与|跟|contradicts?|disagrees? with|does not match|doesn't match).{0,16}${BANK}`,
  ),
]

// How people, and agents, say that they found a cause, a trap or a gain.

const TROUBLE_ZH =
  '(?:bug ?|问题|报错|故障|超时|崩溃|泄漏|失败|异常|卡顿|卡死|死锁|白屏|变慢|丢失|重复|冲突|失效|乱码|错乱|50\\d|404|oom)'
const TROUBLE =
  '(?:bugs?|issues?|problem|crash(?:es|ed)?|failures?|failed|errors?|leaks?|timeouts?|regression|flak\\w+|deadlock|race|hangs?|slowness|slow|500s?|outage|corrupt\\w+|duplicates?)'
const UNIT = '(?:ms|s|secs?|seconds?|minutes?|mins?|m|mb|gb|kb|mib|%)'
const UNIT_ZH = '(?:ms|s|mb|gb|kb|%|毫秒|秒|分钟|小时)'

const FINDINGS: readonly Cue[] = [
  cue(
    {
      kind: 'finding',
      needs:
        '根因|根本原因|真正的原因|罪魁|坑|发现|定位到|查|搞清楚|弄明白|破案|找到|原来|其实|是因|出在|在于|是由|导致|引起|造成|触发|原因|教训|陷阱|瓶颈',
    },
    '根因|根本原因|真正的原因|罪魁祸首|(?:的|了)坑.{0,8}[,:]|发现是|发现原来是?|发现其实是?|(?:定位到|查出来|查到|搞清楚|弄明白|查清|破案)(?:问题|原因)?了 ?[,:]|找到(?:问题|bug ?|症结|根源|元凶|毛病)?了 ?[,:].|(?:^|[ ,:])原来是.{2,40}(?:所以|就好|才|结果)',
    '(?:原因|问题|报错|故障|超时|崩溃|泄漏|失败|bug)(?:的原因)?(?:就|其实|原来)?(?:是因为|出在|在于|是由于|是由|是因)',
    `(?:原来|其实)是(?:因为|由于|.{2,30}(?:导致|引起|造成|没有?|忘))|(?:导致|引起|造成)(?:的|了)(?:这个)?${TROUBLE_ZH}`,
    `${TROUBLE_ZH}(?:其实|就|都)?是.{1,40}(?:导致|引起|造成|触发)的|(?:^|[ ,:])(?:就|其实|都)?是.{1,50}(?:导致|引起|造成|触发)(?:的(?:$| [,:])|.{0,16}${TROUBLE_ZH})`,
    '(?:发现|找到|查明|定位到|确认)(?:了)?(?:问题的?|真正的?)?原因|原因(?:已经)?(?:找到|查明|查清|定位)|(?:^|[ ,])原因 :',
    '踩(?:了|到|过)?(?:一?个|的)?坑|(?:有|是)个坑|大坑|(?:的坑|坑|教训|陷阱) ?:|的坑 ,|陷阱是|性能瓶颈(?:在|是|出)',
  ),
  cue(
    { kind: 'finding', beside: UNIT_ZH, needs: '从' },
    `从 ?(?:约|大约|原来的?)?\\d[\\d.]* ?${UNIT_ZH}.{0,8}(?:降|减|缩|优化|提升|提速|压)(?:低|少|短|缩)?(?:到|至|为|成)`,
    '(?:耗时|延迟|内存|启动时间|响应时间|体积).{0,20}从.{1,20}(?:降|减|缩|优化)(?:低|少|短)?(?:到|至|为)',
  ),
  cue(
    {
      kind: 'finding',
      needs:
        'root cause|culprit|gotcha|pitfall|found|identified|tracked down|pinned down|confirmed|traced|learned|figured it out|solved it|why|cause|trap|lesson',
    },
    '\\b(?:root cause(?! analysis)|culprit|gotcha|pitfall)\\b.{0,10}(?:\\bis\\b|\\bwas\\b|\\bwere\\b|\\bhere\\b|:)|\\b(?:found|identified|tracked down|pinned down|confirmed) the (?:actual |real )?(?:root cause|culprit|cause|bug|leak|source)\\b|\\btraced (?:it|this|the \\w+) (?:back |down )?to\\b|\\broot cause\\b [,:]',
    '\\b(?:we |i )(?:have |just )?learned (?:the hard way|today) ?that\\b|\\b(?:found it|found the problem|found the issue|found out why|figured it out|solved it) (?::|, (?:it was|the|because|there))|\\b(?:i |we )?(?:now |finally )+(?:understand why|understood why|see why|know why)\\b',
    '^(?:the )?(?:actual |real |underlying )?(?:cause|trap|lesson|lesson learned|lessons learned) : (?!reflect|discuss|describe|document|investigate|think)',
  ),
  cue(
    {
      kind: 'finding',
      needs:
        "the fix|the solution|the workaround|that's why|it was |caused by|due to|because|came from|comes from|come from|coming from|from | was |reason|cause|bottleneck ",
    },
    `\\b${TROUBLE}\\b.{0,60}\\b(?:was|were|is|are|comes?|came) (?:actually |really |all )?(?:caused by|due to|because|from (?:a|the|our|an)\\b|coming from)`,
    "\\bthat's why\\b.{3,60}\\b(?:fail\\w*|broke|crash\\w*|slow|hang|hung|timed out)\\b",
    '\\b(?:the fix|the solution|the workaround) (?:is|was) (?:to|that)\\b|\\bit was (?:the|an?|our) .{3,60} (?:that|which) (?:broke|caused|failed|crashed|blocked|triggered|leaked)\\b',
    `\\b${TROUBLE} (?:came from|comes from|come from|happens because|happened because)\\b`,
    '\\bthe (?:actual |real |underlying )?(?:problem|issue|bug|fault|mistake|culprit|trouble) was (?:that |a |an |the |in |with |how |our |not )|\\bthe (?:reason|cause) .{1,60} (?:failed|fails|broke|breaks|crashed|crashes|hung|hangs|was slow|is slow|timed out)\\b',
    '\\bthe (?:real |actual )?(?:reason|cause) (?:is|was|it)\\b(?! (?:obvious|simple|clear|unknown|that i|i ))|\\bbottleneck (?:is|was)\\b|\\b(?:it|this|that|they) (?:only )?(?:fails?|failed|breaks?|broke|happened|crashed|crashes) because\\b',
  ),
  cue(
    { kind: 'finding', beside: '\\d', needs: 'from' },
    '\\b(?:latency|duration|memory|start-?up|build time|response time|p9\\d)\\b.{0,40}\\b(?:dropped|went|fell|reduced|down|improved)\\b.{0,12}\\bfrom\\b',
    `\\b(?:dropped|went|fell|reduced|brought|cut|sped|shrank|shrunk|improved|decreased|got|goes|is down|are down|is now down)\\b.{0,60}\\bfrom (?:about |around |over |roughly )?\\d[\\d.,]* ?${UNIT} .{0,12}\\bto\\b`,
  ),
  cue(
    { kind: 'finding', beside: 'a project matter', needs: 'turns out|turned out' },
    '\\b(?:turns out|turned out) (?!(?:great|fine|well|ok|okay|nice|good|nicely|really|so|pretty|to be (?:great|fine|nice|easy|fun))\\b)',
  ),
  // Beware: what happens otherwise makes it more than a request.
  cue(
    {
      kind: 'finding',
      beside:
        "\\b(?:otherwise|or else|because|unless|silently|even (?:if|though)|instead of|does not|doesn't|do not|don't|only|so)\\b|否则|不然|因为|会|只|才",
      needs: 'heads up|fyi|psa|note|careful|watch out|beware|good to know|注意|提醒|小心|当心|避坑',
    },
    '^(?:heads up|fyi|psa|note|careful|be careful|watch out|beware|note to self|good to know) ?[,:]|^(?:注意|提醒一下|提醒|小心|当心|避坑)(?:一下|了|点)? ?[,:]',
  ),
]

/** What is found, or found wrong in the bank. */
export const FOUND: readonly Cue[] = [...CONFLICTS, ...FINDINGS]

/** What was agreed, too. */
export const AGREED: readonly Cue[] = [
  cue(
    {
      kind: 'decision',
      needs:
        '决定|敲定|拍板|选定|商定|议定|最终|最后|定了|定下来|一致|共识|采用|选择|选用|方案|架构|选型|decided|agreed|settled on|standardi|opted|chose|picked|went with|landed on|converged on|voted|decision',
    },
    '(?:我们|咱们?|团队|大家|组里|最终|最后|会上|架构上|技术上)(?:已经|也|就|都|一致|刚刚?)?(?:决定|敲定|拍板|选定|商定|议定)|敲定(?:了)?方案|(?:最终|最后)(?:的)?(?:方案|选择|结论)(?:是|为)|(?:方案|架构|技术栈|选型)(?:已经?|就)?(?:敲定|定了|定下来)|(?:达成|取得)(?:了)?(?:一致|共识)|我们(?:最终|最后|还是)?(?:采用|选择|选用)(?:了)? ?[a-z]|(?:方案|架构|选型)(?:改成|改为|换成|调整为|定为)',
    "\\b(?:we|(?:the |our )(?:\\w+ )?team(?: and i)?|[a-z]+ and i|everyone|everybody|all of us)(?:'ve| have| has)? (?:all |now |finally |just |both )?(?:decided|agreed|settled on|standardi[sz]ed on|opted|chose|picked|went with|have chosen|landed on|converged on|voted)\\b(?! (?:nothing|anything|to disagree|to meet|to talk))",
    '\\bfinal decision (?:is(?! made)|was|:)|\\b(?:decision made|the decision is)\\b|\\bagreed(?: then)? [,:] we (?:go with|use|keep|drop|will|only|always|never)\\b|\\bas (?:we )?agreed\\b.{0,60}\\b(?:use|go with|is|are|will)\\b',
  ),
]
