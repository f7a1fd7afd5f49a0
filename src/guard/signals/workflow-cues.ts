/** How people say that the project is built, run or shipped in another way now, and that the bank is wrong about it. */

import { type Cue, cue } from './cue.ts'

const BANK = String.raw`(?:memory[ -]?bank|记忆库|(?:memory|patterns|tech|progress)\.md|the bank)`
const WORK_ZH = '(?:部署|发布|上线|构建|打包|启动|测试|迁移|回滚|运行|调试|发版|安装|提测)'
const WORK =
  '(?:deploy\\w*|releas\\w+|builds?|tests?|migrations?|rollbacks?|ci|dev server|local dev\\w*|setup|installs?|packag\\w+|the app|the site|the docs)'

export const CONFLICTS: readonly Cue[] = [
  cue(
    { kind: 'conflict', by: 'both' },
    'memory|记忆库|patterns|tech|progress|the bank|代码|实际|code|reality',
    `${BANK}.{0,60}(?:不一致|过时|过期|不符|写错|对不上|矛盾|已经不对|不是这样|\\bout[ -]of[ -]date\\b|\\boutdated\\b|\\bstale\\b|\\bwrong\\b|\\bcontradict|\\bdisagree|\\bno longer\\b|\\b(?:doesn't|does not|don't) match\\b|\\bsays\\b.{1,80}\\bbut\\b|\\bstill (?:says|mentions|lists|names|claims)\\b|(?:写的是|写的还是|说|写着|记的是|里是).{1,40}(?:但|实际|其实|早就|早已))`,
    `(?:代码|实际|code|reality).{0,30}(?:和|与|跟|contradicts?|disagrees? with|does not match|doesn't match).{0,16}${BANK}`,
  ),
]

export const WORKFLOWS: readonly Cue[] = [
  cue(
    { kind: 'workflow', by: 'user' },
    '命令|流程|步骤|方式|脚本|结构|以后|今后|现在|改用|改走|换成|改为|改成',
    `${WORK_ZH}(?:的)?(?:命令|流程|步骤|方式|脚本)(?:现在|已经|以后)?(?:是|改|变|换|统一)`,
    `(?:目录|项目|仓库)结构(?:改|调整|变|换)|(?:以后|今后|现在)(?:本地)?${WORK_ZH}(?:都|一律|统一)?(?:用|走|跑|通过|改)`,
    `${WORK_ZH}(?:的)?流程变了|${WORK_ZH}(?:项目|服务|环境|应用)(?:改用|改成|改为|换成) ?[a-z\ufffc]|(?:本地开发|${WORK_ZH})现在(?:要|得|需要)(?:先)?|${WORK_ZH}(?:都|全|已经|现在)?(?:改用|改走|换成|改为|改成|改用了) ?[a-z\ufffc]`,
  ),
  cue(
    { kind: 'workflow', by: 'user' },
    'structure|layout|setup|onboarding|command|process|workflow|script|step|procedure|we deploy|we now|we release|we ship|we build|we run|we always|now| always | must ',
    '\\b(?:local |dev )?(?:setup|onboarding) (?:changed|has changed|is now)\\b|\\b(?:folder|directory|project|repo|repository|file) (?:structure|layout) (?:changed|is now|has changed|was changed|moved)\\b|\\bto (?:run|build|deploy|release|start|test|develop)\\b.{0,30} you now (?:need|have)|\\b(?:deploy\\w*|releas\\w+|build|test|start|migration|rollback|ci) (?:command|process|workflow|script|steps?|procedure) (?:is|are|has|have|changed|now|moved)\\b',
    '\\b(?:we deploy|we release|we ship|we build|we now (?:deploy|release|ship|build|run|test)|we always (?:deploy|release|ship|build|test)|we run tests) (?:\\w+ ){0,3}(?:with|via|by|through|from|using|in)\\b',
    '\\b(?:deploy\\w*|releas\\w+|builds?|migrations?|rollbacks?)(?: now| always | must )(?: ?)(?:go|run|happen|start|come|be)\\b',
    `\\b${WORK} (?:are|is|get|gets|runs?|starts?|goes|go|happens?)\\b.{0,30}\\b(?:with|via|through|by|using|from|in)\\b.{1,40} now\\b`,
    '\\b(?:deploy\\w*|releas\\w+|builds?|migrations?|rollbacks?) (?:are|is|happens?|runs?|go|goes)\\b.{1,50} now$',
    `\\b${WORK} (?:are|is|get|gets|runs?|starts?|goes|go)? ?now\\b.{0,30}\\b(?:with|via|through|by|using|from)\\b`,
  ),
]
