/**
 * The topics that call for the patterns (S27): choosing technology, new modules and features, architecture,
 * public parts, refactoring, migration. Wide on purpose: naming a file too often costs less than not naming it.
 */

import { once } from '../../core/once.ts'

export function namesTopic(text: string): boolean {
  // Each is compiled, which costs more than the rest, for a text that has its script.
  return (/[\u4e00-\u9fff]/.test(text) && CHINESE().test(text)) || (/[a-z]/.test(text) && ENGLISH().test(text))
}

const CHINESE = once(
  () =>
    new RegExp(
      [
        '选型|技术栈|架构|框架|模块|模组|组件|元件|服务(?!器)|中间件|插件|公共|通用|共享|封装|抽象|抽[取离成到出一]|解耦|分层',
        '重构|重写|重新设计|迁移|升级|拆分|拆成|拆开|改造|改用|改成|换成|替换|切换|采用|选用|引入|接入|集成|对接|搭建?一?个?|落地',
        '设计|规范|约定|惯例|模式|策略|方案|结构|数据库|建表|接口|协议|依赖|类库|用什么|用哪|还是用|用.{1,20}还是|缓存|队列|权限|鉴权|状态管理|错误处理',
        '功能|页面|新建|新增|新加|创建|实现|开发|(?:加|写|做|建|弄|搞)(?:上|一)?(?:一个|个|下)(?!空格|注释|分号|断点)',
        '为什么(?:当初|我们)?(?:要|会|不)?(?:用|选|采用|这样|这么)|(?:^|[，,。 ])(?:要不要|能不能|是否|可以)?(?:上|用|换) ?[a-z]',
      ].join('|'),
      'u',
    ),
)

const ENGLISH = once(
  () =>
    new RegExp(
      String.raw`\b(?:${[
        'architect\\w*|refactor\\w*|migrat\\w*|rewrit\\w*|restructur\\w*|redesign\\w*|design\\w*|reorgani[sz]\\w*|moderni[sz]\\w*',
        'modules?|components?|frameworks?|librar(?:y|ies)|packages?(?!\\.json| install)|dependenc\\w*|services?|microservices?|middleware|plugins?|layers?',
        'schemas?|databases?|endpoints?|apis?|interfaces?|abstractions?|patterns?|conventions?|structures?|strateg\\w*|approach\\w*|(?:tech )?stack(?! trace)|guidelines?',
        'switch(?:ing)? (?:to|from|over)|replac\\w+|upgrad\\w+|introduc\\w+|integrat\\w+|adopt\\w*|extract\\w*|split\\w*|decoupl\\w+|deprecat\\w+|shared?|public|reusable|renam\\w+',
        'implement\\w*|scaffold\\w*|build(?:ing)? (?:a|an|the|our|out|new)|creat(?:e|ing)|new (?:feature|page|screen|module|class|command|hook|table|job|worker)',
        'add(?:ing)? (?:a|an|new|another|some|support|\\w+ (?:support|mode|page|screen|feature|module|layer|auth\\w*))|support for|introduce',
        "cho(?:ose|osing|se|ice)|pick(?:ed)?|prefer\\w*|versus|vs|instead of|rather than|let'?s (?:use|go with|try|move to|switch)|go with",
        'us(?:e|ing) [@\\w./-]+ (?:for|instead|as|to|or|rather|and|in)|move .{1,60} (?:to|into)|which .{1,60} should|how should (?:we|i)|why (?:did|do|are|have) we',
      ].join('|')})\b`,
    ),
)
