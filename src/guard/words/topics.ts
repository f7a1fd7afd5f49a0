/**
 * The topics that call for the patterns (S27): choosing technology, new modules and features, architecture,
 * public parts, refactoring, migration. Wide on purpose: naming a file too often costs less than not naming it.
 */

import { BranchedPattern, branch } from '../../text/branched-pattern.ts'

export function namesTopic(text: string): boolean {
  return WORDS.some((word) => text.includes(word)) || CHINESE.test(text) || ENGLISH.test(text)
}

/** What needs no pattern. */
const WORDS: readonly string[] = (
  '选型|技术栈|架构|框架|模块|模组|组件|元件|中间件|插件|公共|通用|共享|封装|抽象|解耦|分层|' +
  '重构|重写|重新设计|迁移|升级|拆分|拆成|拆开|改造|改用|改成|换成|替换|切换|采用|选用|引入|接入|集成|对接|搭|落地|' +
  '设计|规范|约定|惯例|模式|策略|方案|结构|数据库|建表|接口|协议|依赖|类库|用什么|用哪|还是用|缓存|队列|权限|鉴权|状态管理|错误处理|' +
  '功能|页面|新建|新增|新加|创建|实现|开发'
).split('|')

export const CHINESE = new BranchedPattern([
  branch('服务', '服务(?!器)'),
  branch('抽', '抽[取离成到出一]'),
  branch('还是', '用.{1,20}还是'),
  branch('个|下', '(?:加|写|做|建|弄|搞)(?:上|一)?(?:一个|个|下)(?!空格|注释|分号|断点)'),
  branch('为什么', '为什么(?:当初|我们)?(?:要|会|不)?(?:用|选|采用|这样|这么)'),
  branch('上|用|换', '(?:^|[，,。 ])(?:要不要|能不能|是否|可以)?(?:上|用|换) ?[a-z]'),
])

/** Whole words. */
function english(needs: string, source: string) {
  return branch(needs, String.raw`\b(?:${source})\b`)
}

export const ENGLISH = new BranchedPattern(
  [
    english('architect|refactor|migrat|rewrit', String.raw`architect\w*|refactor\w*|migrat\w*|rewrit\w*`),
    english('structur', String.raw`restructur\w*|structures?`),
    english('design', String.raw`redesign\w*|design\w*`),
    english('reorgani|moderni', String.raw`reorgani[sz]\w*|moderni[sz]\w*`),
    english('module|component|framework|librar', 'modules?|components?|frameworks?|librar(?:y|ies)'),
    english('package|dependenc', String.raw`packages?(?!\.json| install)|dependenc\w*`),
    english('service|middleware|plugin|layer', 'services?|microservices?|middleware|plugins?|layers?'),
    english('schema|database|endpoint|api|interface', 'schemas?|databases?|endpoints?|apis?|interfaces?'),
    english('abstraction|pattern|convention|guideline', 'abstractions?|patterns?|conventions?|guidelines?'),
    english('strateg|approach|stack', String.raw`strateg\w*|approach\w*|(?:tech )?stack(?! trace)`),
    english('switch|replac', String.raw`switch(?:ing)? (?:to|from|over)|replac\w+`),
    english('upgrad|introduc|integrat|adopt', String.raw`upgrad\w+|introduc\w+|integrat\w+|adopt\w*`),
    english('extract|split|decoupl|deprecat', String.raw`extract\w*|split\w*|decoupl\w+|deprecat\w+`),
    english('share|public|reusable|renam', String.raw`shared?|public|reusable|renam\w+`),
    english('implement|scaffold', String.raw`implement\w*|scaffold\w*`),
    english('build |building ', '(?:build |building )(?:a|an|the|our|out|new)'),
    english('creat', 'creat(?:e|ing)'),
    english('new ', 'new (?:feature|page|screen|module|class|command|hook|table|job|worker)'),
    english(
      'add |adding ',
      String.raw`(?:add |adding )(?:a|an|new|another|some|support|\w+ (?:support|mode|page|screen|feature|module|layer|auth\w*))`,
    ),
    english('support for', 'support for'),
    english('choos|chose|choice|pick|prefer', String.raw`choose|choosing|chose|choice|pick(?:ed)?|prefer\w*`),
    english('versus|vs|instead of|rather than', 'versus|vs|instead of|rather than'),
    english("lets |let's ", "(?:lets |let's )(?:use|go with|try|move to|switch)"),
    english('go with', 'go with'),
    english('use |using ', String.raw`(?:use |using )[@\w./-]+ (?:for|instead|as|to|or|rather|and|in)`),
    english('move ', 'move .{1,60} (?:to|into)'),
    english('which ', 'which .{1,60} should'),
    english('how should ', 'how should (?:we|i)'),
    english('why ', 'why (?:did|do|are|have) we'),
  ],
  '',
)
