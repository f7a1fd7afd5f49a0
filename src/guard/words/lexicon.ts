/**
 * The closed vocabulary of answers: the role of each word or phrase in a reply to a proposal.
 *
 * It is closed on purpose: a sentence is consent only if every word is listed here, so an unknown word can never create
 * consent. The longest phrase wins: "没问题" is not a negation, and "not sure" is not a yes.
 */

import { once } from '../../base/once.ts'
import { keyOf } from './units.ts'

export type WordKind = (typeof PHRASES)[number][0] | 'part' | 'number' | 'topic'

export function longestPhrase(): number {
  return lexicon().longest
}

export function lookUp(key: string): WordKind | undefined {
  return lexicon().kinds.get(key) ?? (BANK_PATH.test(key) ? 'object' : undefined)
}

const BANK_PATH = /^(?:\S*memory-bank\/|details\/|learnings\/|requirements\/|design\/)[^ ]*\.md$|^req-\d+[^ ]*$/

const PHRASES = [
  /** Says yes to the question. */
  [
    'yes',
    `好|好的|可以哦|可以噢|行哦|好滴|好哒|好嘞|好咧|好勒|好吧|好啊|好呀|好哇|好哦|好噢|好喔|好呢|好呗|好说|可以|阔以|行|唔该|确认|
    确定|同意|赞同|赞成|支持|批准|准了|允许|许可|没问题|没毛病|没意见|无异议|没异议|冇问题|无问题|问题不大|当然|
    当然可以|必须的|那必须|妥了|欧克|照办|照做|就这样办|就这么办|就这么定|就这么定了|来吧|搞吧|干吧|整吧|弄吧|
    走起|搞起|安排|安排上|执行|执行吧|按你说的|按你说的办|按你说的做|按你说的来|照你说的|照你说的办|照你说的做|
    按这个来|按这个办|按照你说的|听你的|要|需要|有必要|可以有|都行|都可以|都好|不反对|不介意|何乐而不为|ok|okay|
    okey|oki|okie|okie dokie|oki doki|okey dokey|k|kk|sure|sure thing|for sure|absolutely|definitely|of course|
    ofc|certainly|by all means|roger|ack|alright|all right|agree|agreed|i agree|approve|approved|i approve|
    accept|i accept|confirm|i confirm|granted|permission granted|fine|fine by me|fine with me|good with me|
    good by me|ok by me|ok with me|okay with me|okay by me|cool with me|that's fine|thats fine|works for me|
    work for me|that works|it works for me|good idea|great idea|nice idea|good plan|good call|sounds good|
    sounds great|sounds fine|sounds right|sounds perfect|sounds like a plan|sound good|sgtm|lgtm|looks good|
    look good|looks good to me|looks great|looks right|looks fine|go ahead|go for it|go|gogogo|proceed|
    please proceed|do it|do that|do so|do this|please do|do please|make it so|let's do it|lets do it|
    let's do that|lets do that|let's do this|let's go|lets go|let's go for it|i do|i'm ok with that|
    i'm fine with that|i'm good with that|i am ok with that|i don't mind|i dont mind|don't mind|no problem|
    no problems|np|no objection|no objections|no issue|no issues|not a problem|no prob|don't see why not|
    i don't see why not|might as well|may as well|be my guest|that would be great|that'd be great|
    that would be good|that would be nice|that would be helpful|would be great|would be good|would be nice|
    would be helpful|would love that|i'd love that|yes to|ok to|+1|hao|haode|keyi|👍|👌|🆗|✅|☑|✔|✓|:+1:|
    :thumbsup:|:ok_hand:|:white_check_mark:|:heavy_check_mark:|ship it|ok with|okay with|fine with|good with|
    i'm ok with|i'm okay with|i'm fine with|i'm good with|i'm happy with|i am ok with|i am fine with|happy with|
    cool with|feel free|go right ahead|have at it|knock yourself out|thumbs up|成交|得嘞|那行|那好|那可以|也行|
    也好|也可以|好鸭|i want it|i want that|i want this|i'd like that|i'd like it|i would like that|let us do it|
    aye aye|yes sir|可以可以|好说好说|that's a good idea|that is a good idea|a good idea|it's a good idea|
    that's a great idea|a great idea|可行|再好不过|再好不过了|授权|好主意|好想法|好建议|好提议|没啥问题|没什么问题|没啥意见|没什么意见|没大问题|没有啥问题|内容没问题|内容可以|内容 ok|说得可以|我同意|我赞成|我确认|我批准|得行|得咧|要得|要得要得|使得|好使|欧了|欧啦|哦了|ojbk|
    妥妥的|妥妥滴|必须滴|没得问题|莫得问题|木问题|木有问题|没有问题|没有意见|没有异议|确认无误|无误|准确无误|准奏|依你|依你的|听你安排|冲鸭|
    冲冲冲|走你|整上|安排起|开搞|盘它|好叻|好得很|okidoki|alrighty|righto|right on|you bet|bet|betcha|you betcha|heck yes|heck yeah|hell yes|
    hell yeah|10-4|wilco|fire away|full steam ahead|green light|make it happen|seconded|i second that|i'm in|count me in|i'm down|
    i'm game|deal|it's a deal|done deal|wfm|naturally|gladly|without a doubt|can do|plz do|pls do|oaky|okya|okat|suer|可已|确任|
    no complaints|no complaints here|all yours|hit it|let's roll|you have my approval|you have my permission|i'm on board|on board`,
  ],
  /** A yes only if all other words are particles. */
  ['solo', `成|中|可|妥|恩|冲|允`],
  /** Says yes to the question, or to a fact: the words after it may show that it was the fact. */
  [
    'true',
    `嗯|嗯哼|嗯呐|it's right|it is right|that's right|that is right|it's correct|it is correct|that's correct|that is correct|是的|是呀|是啊|是滴|对|对的|对呀|对啊|没错|yes|y|ye|yea|yeah|yep|yup|ya|yah|yas|yessir|aye|mhm|
    mm-hmm|uh-huh|right|correct|exactly|indeed|totally|confirmed|accepted|通过|affirmative|i think so|
    yes you can|yes you may|yes we should|yes you should|yes i do|yes let's|嗯呢|嗯啊|是嘞|对滴|昂|yass|yaas|yiss|yus|yuppers|yessiree|yse|yws|affirm|indubitably`,
  ],
  /** Means writing to the bank; may be used alone. */
  [
    'write',
    `写|写入|写进|写上|写下|写到|写下来|写进去|写入吧|落库|入库|落盘|记|记下|记下来|记录|记录下来|记上|记住|
    记到|记进|记进去|存|存下|存下来|存起来|存进去|存入|保存|保存下来|收录|录入|沉淀|沉淀下来|更新|加进去|
    加上|加到|加入|补充进去|同步进去|放进去|就这样写|就这么写|写上去|记上去|存上|归档|落笔|记一笔|记录在案|备案|照这样写|照这个写|照着写|原样写入|write|save|record|memorize|persist|mb:write|mb:yes|mb:ok|
    mb:save|/mb:write|write down`,
  ],
  /** Means writing to the bank only with an object: "note it", not "note". */
  ['jot', `加|放|添加|补充|同步|add|put|keep|log|note|store|update|append|capture|apply|remember|jot`],
  /** The object of the writing. */
  [
    'object',
    `这个|那个|这|这些|那些|这条|那条|这几条|这几个|这种|这点|此条|它|它们|上面的|上面|以上|内容|记忆库|记忆|
    项目记忆|进去|下来|里|里面|memory bank|memory-bank|memorybank|the bank|memory|memory.md|patterns.md|tech.md|
    progress.md|memory-bank/memory.md|it|this|that|them|these|those|it all|entry|entries|notes|proposal|
    suggestion|change|changes|decision|decisions|learning|learnings|finding|findings|这两条|这三条|这四条|
    这五条|这两点|这三点|这两个|这三个|那两条|提议|建议|你的提议|你的建议|这个提议|这个建议`,
  ],
  [
    'all',
    `全部|全都|全|所有|两条都|两个都|三条都|三个都|几条都|都|all|all of it|all of them|all of these|
    all of those|everything|both|both of them|all three|all four|all five|all 3|all 4|all 5|both of those|three of them|全数|统统|通通|一并`,
  ],
  [
    'rest',
    `其他|其他的|其它|其它的|其余|其余的|剩下的|剩下|别的|the rest|rest|the others|others|the other ones|the other one`,
  ],
  ['only', `只|仅|单|就|只要|只需|只需要|只有|仅仅|only|just|solely`],
  [
    'except',
    `除了|除|除开|除去|except|except for|all but|everything but|excluding|without|minus|apart from|other than`,
  ],
  /** A negation. The clause decides its scope. */
  [
    'no',
    `不|别|甭|勿|莫|唔|不要|不用|不必|不需要|不需|无需|无须|毋需|没必要|没有必要|不值得|不值|用不着|犯不着|不想|
    不打算|不建议|不写|不记|不存|先不|先别|暂不|暂时不|暂别|别再|没用|没意义|没意思|多余|琐碎|跳过|略过|忽略|
    忽略掉|否|停|打住|不能|不该|不应该|不准|不许|禁止|no|not|don't|dont|do not|doesn't|does not|didn't|isn't|
    is not|aren't|ain't|won't|wont|will not|wouldn't|would not|shouldn't|should not|can't|cannot|can not|never|
    skip|omit|stop|pass|ignore|leave|leave out|drop|discard|none|neither|unnecessary|useless|pointless|trivial|
    overkill|n|👎|❌|🙅|🚫|✋|🛑|⛔|✖|✗|✘|❎|:-1:|:x:|:thumbsdown:|-1|拒绝|取消|放弃|反对|先不用|暂时不用|negative|
    decline|declined|reject|rejected|cancel|cancelled|no need to|prefer not to|去掉|删掉|拿掉|去除|排除|不管|
    别管|不用管|不考虑|没啥必要|千万别|千万不要|千万不|可别|绝对不|绝对别|绝不|憋|表|一条都别|一条都不|一条也别|一条也不|一个都别|一个都不|
    一个也别|一个也不|一条都不要|一个都不要|驳回|否决|撤回|撤销|毙了|not a fan|veto|vetoed|withdraw|retract|denied|没什么必要|没有什么必要|意义不大|用处不大|不合适|略|略去|irrelevant|remove|
    exclude|scrap|abort|no point|no use|hold off on|不是很|不太|不怎么`,
  ],
  /** A complete refusal, even if a reason follows. */
  [
    'refusal',
    `不用了|不用啦|不用咯|不用谢谢|不谢谢|不了|不啦|不必了|不要了|不需要了|不写了|不记了|别写了|别记了|算了|算啦|
    算了吧|还是算了|免了|罢了|拉倒|作罢|我拒绝|取消吧|大可不必|不同意|我反对|先不写|先别写|先不记|先别记|
    暂时不写|没必要写|没兴趣|下次吧|下次再说|以后再说|回头再说|改天再说|晚点再说|再说吧|不可以|不行|不可能|
    不太好|不好|达咩|nope|nah|naw|nay|no thanks|no thank you|no thx|no ty|no need|not needed|not necessary|
    not required|not now|not yet|not today|not this time|not right now|not worth it|not really|no way|
    never mind|nevermind|nvm|forget it|forget about it|don't bother|dont bother|let's not|lets not|rather not|
    i'd rather not|would rather not|i'd prefer not|prefer not|please don't|please dont|i don't think so|
    i dont think so|hold off|i'm good|im good|i'll pass|i pass|hard pass|leave it|leave it out|leave it be|
    drop it|skip it|skip this|skip that|maybe later|maybe next time|mb:no|mb:skip|/mb:no|not interested|
    no interest|i'd rather you didn't|i'd rather you not|rather you didn't|不麻烦了|不劳烦了|容后再议|再议|
    到此为止|scrap it|scratch that|let it go|let it be|i'd skip|i would skip|why bother|得了吧|不写也行|
    不写也可以|can skip|万万不可|使不得|别介|别别别|写个屁|写个鬼|写个毛|写个锤子|写毛线|记个屁|hell no|heck no|hard no|absolutely not|definitely not|
    certainly not|of course not|no sir|no siree|not a chance|no chance|no way jose|i said no|i already said no|over my dead body|nein`,
  ],
  /** Not now. */
  [
    'later',
    `以后|晚点|晚些|稍后|迟点|回头|待会|待会儿|等会|等会儿|一会|一会儿|改天|明天|后天|下次|下回|过会|过会儿|过后|
    再说|放一放|放着|先放着|先放一放|搁着|缓缓|缓一缓|later|tomorrow|next time|another time|some other time|
    in a bit|afterwards|eventually|someday|yet`,
  ],
  /** Has not decided. */
  [
    'unsure',
    `等等|等|稍等|等一下|等一等|慢着|且慢|我想想|想想|想一下|再想想|我再想想|考虑|考虑一下|考虑考虑|我看看|看看|
    看一下|我看一下|让我看看|让我想想|先看看|再看看|看情况|不知道|不确定|不清楚|不懂|不明白|没看懂|没懂|不一定|
    也许|可能|或许|随便|随你|无所谓|你看着办|你决定|你定|不急|not sure|i'm not sure|im not sure|unsure|
    don't know|dont know|i don't know|dunno|idk|maybe|perhaps|possibly|depends|it depends|hmm|hm|wait|hold on|
    hang on|one sec|one second|let me think|let me see|let me check|let me look|i'll think about it|
    think about it|up to you|your call|whatever you want|no idea|no preference|it's ok|it's okay|its ok|
    its okay|that's ok|that's okay|it's fine|its fine|don't care|i don't care|不是|不对|不是的|wrong|incorrect|
    that's wrong|that's not right|可以考虑|先这样|先这样吧|就这样|就这样吧|不着急|doesn't matter|
    i don't understand|don't understand|on second thought|等下|不好说|难说|没想好|还没想好|我还没想好|还没决定|
    还没定|没决定|haven't decided|i haven't decided|not convinced|i'm not convinced|i'm thinking|still thinking`,
  ],
  /** Took note, without agreeing. */
  [
    'heard',
    `收到|知道了|我知道了|知道|明白|明白了|了解|了解了|懂了|晓得了|原来如此|got it|gotcha|noted|understood|i see|
    i know|i understand|oh|ah|哦|噢|喔|有道理|说得对|说的对|合理|make sense|makes sense|good point|fair|
    fair enough|true|so true|that's true|说得有道理|说的有道理|that makes sense|this makes sense|you are right|
    you're right|你说得对|你说的对|point taken`,
  ],
  /** The speaker as the one who acts. */
  ['me', `我|我来|自己|我自己|我自己来|i|i'm|i am|myself`],
  [
    'ask',
    `吗|么|什么|啥|怎么|怎样|咋|为什么|为啥|为何|哪|哪里|哪儿|哪个|谁|几|多少|如何|是否|能否|可否|好吗|行吗|然后呢|何时|什么时候|难道|
    what|what's|whats|why|how|where|when|which|who|whose|huh|really|eh`,
  ],
  /** Asks, but only at the beginning of a clause. */
  ['aux', `should|shall|do|does|did|is|are|was|were|can|could|would|will|may|have|has|am|能|会|可不可以`],
  [
    'if',
    `如果|要是|假如|若|倘若|除非|只有在|的话|前提|if|unless|until|till|once|as long as|provided|assuming|after|before|depending`,
  ],
  ['but', `但|但是|不过|可是|只是|然而|but|however|though|although`],
  /** Turns to another matter. */
  [
    'also',
    `另外|顺便|顺便问一下|顺便问下|顺带|顺道|对了|此外|btw|by the way|additionally|in addition|one more thing|
    on another note|another thing|separately|顺手|顺带手|顺便把`,
  ],
  /** Continues with a next step. */
  [
    'then',
    `然后|还有|同时|并且|并|and then|and also|and afterwards|after that|and|also|plus|while you're at it|写完|写完之后|写完后|
    写入之后|写入后|写好之后|写好后|写完了|记完|记完之后|保存后|保存之后|完成后|完事|完事后|完了之后|after writing it|once done|
    when done`,
  ],
  /** A next step at the beginning of a clause; elsewhere it postpones or fills. */
  ['next', `再|之后|随后|接下来|下一步|then`],
  ['conj', `和|跟|与|及|以及`],
  /** Asks the assistant for help, so the yes before it was an answer. */
  [
    'request',
    `帮忙|帮我|请帮我|麻烦帮我|麻烦你帮我|请你|帮|could you please|can you please|please also|please help|
    help me|can you|could you|would you|will you|can you also|could you also|would you also|能不能|能否帮我|
    能帮我|可以帮我|能不能帮我|可不可以帮我`,
  ],
  ['be', `是`],
  ['done', `了|过`],
  /** Praises or judges, without answering. */
  [
    'value',
    `很|挺|太|真|非常|比较|蛮|重要|有用|有价值|值得|值|不错|很好|挺好|太好了|非常好|真好|棒|赞|厉害|漂亮|完美|
    good|great|nice|cool|awesome|excellent|perfect|wonderful|amazing|neat|sweet|useful|important|helpful|
    valuable|worth|worthwhile|worth it|good catch|nice catch|good find|nice find|very|pretty|not bad|all good|
    well done|nice work|great work|good job|💯|🎉|❤|🔥|🚀|worth saving|worth keeping|worth remembering|
    worth recording|worth noting|worth writing down|worth writing|that's great`,
  ],
  /** Politeness and emphasis, without effect on the answer. */
  [
    'polite',
    `吧|啊|呀|哈|啦|咯|呗|嘛|哟|诶|嘞|哒|滴|呢|喽|啰|哇|额|呃|的|哎|唉|谢|谢谢|谢谢你|谢谢您|谢啦|谢了|多谢|感谢|
    谢谢啦|辛苦|辛苦了|麻烦|麻烦你|麻烦您|麻烦了|劳驾|拜托|拜托了|请|不用谢|不客气|别客气|那|那么|那就|那你|也|
    还是|这样|这么|这样的|一下|一下子|我觉得|觉得|我认为|我感觉|感觉|我想|应该|必须|一定|直接|赶紧|马上|现在|
    立刻|立即|快|快点|尽快|先|要不|要不然|好了|行了|可以了|老师|哥|亲|兄弟|大佬|please|pls|plz|kindly|thanks|
    thank you|thank you very much|thank you so much|thanks a lot|thanks so much|many thanks|thx|ty|tysm|cheers|
    sir|man|buddy|mate|dude|friend|now|right now|right away|for now|well|oh well|ok then|hey|hi|anyway|actually|
    still|so|too|as well|as you said|as suggested|as proposed|as is|as you wish|if you want|if you like|
    if you think so|why not|sure why not|i guess|i think|i'd say|today|haha|lol|🙏|😊|🙂|😀|😄|😁|🙌|👏|🤝|🫡|
    💪|😅|😂|🥰|😉|💾|❗|!!|for later|for next time|for the future|感谢你|感谢您|谢谢你们|有劳|有劳你|有劳了|辛苦你|辛苦你了|你辛苦了|谢谢你了|for that|
    for this|for it|for me|with me|by me|to me|with that|with this|with it|to that|to it|this time|this one|
    that one|very much|so much|my friend|in advance|appreciate it|much appreciated|appreciated|i appreciate it|
    for the help|for your help|for the reminder|肯定|暂时|100%|我看|确实|看着|简短|简单|详细|清楚|具体|完整|
    仔细|一些|些|鸭|捏|看起来|看上去|即可|随手|老铁|兄弟们|哥们|hoss|boss|captain|chief|bro|all round|from me|from my side|on my end|噻|嗷|没事|briefly|concisely|quickly|tho|来|不好意思|抱歉|sorry`,
  ],
  /** Function words: allowed in an order or a refusal, but not in a plain yes. */
  [
    'fill',
    `你|您|我们|咱|咱们|大家|还|一点|点|给我|帮我一下|我要|我希望|希望|我也|到|进|入|上|在|把|将|去吧|记得|按|
    按照|照|这份|这次|地|就是|you|your|we|us|our|the|a|an|to|in|into|down|on|with|for|of|at|by|me|be|there|here|
    like|let|one|ones|part|parts|item|items|point|points|number|any|anything|anymore|more|think|guess|it's|its|
    that's|thats|you could|go and|想|there's|there is|theres|外|以外|之外|用|中文|英文|in chinese|in english|
    you can|you may|you should|feel free to|we should|let's|lets`,
  ],
  /** Used only with a negation: "not needed", "别动". */
  [
    'need',
    `need|needed|necessary|required|want|wanna|worth the trouble|动|碰|touch|bother|writing|saving|recording|
    adding`,
  ],
  /** Phrases that look like one of the kinds above but do not belong to it. */
  [
    'other',
    `你好|您好|你们好|大家好|早上好|上午好|中午好|下午好|晚上好|好像|好奇|好玩|好看|好多|好慢|好难|好久|好几|
    好在|好歹|好不容易|行号|行高|行数|行为|行列|可能性|写好|写对|写成|写错|写得|写的|记得住|记错|记的|存的|记好|
    存好|不是不|不得不|不能不|不可不|别忘|别忘了|不要忘|不要忘了|不是说|对象|对比|对齐|成功|成本|中间|确认一下|
    通过率|要求|don't forget|dont forget|sure enough|make sure|yeah right|ok so|okay so|right after|
    right before|that's all|thats all|that is all|all ok|all okay|all fine|all done|all set|all clear|go on|
    go back|go to|whatever|no longer|no one|no more|not only|can't wait|no doubt|pass the|passes|nothing|i'll|
    i will|will do|i can|i could|let me|be sure|correct it|correct this|correct that|note that|remember that|
    in progress|进行中|进行|算了一下|算了下|存在|存放|存单|存照|写真|写照|单行|单一|先行|并行|并存|全行|只好|
    就要|快要|先要|好些|真行|真要|太行|这行|我行|行行好|外存|仅存|允许值|加里|对过|对单|更新快|再好|再行|
    并行执行|记要|记成|记恩|存到|收录放|写点|写来|要来|现要|要先|要点|要上|好点|好点了|对上|对里|行进|上行|下行|
    在行|对点|入行|可以说|要么|也要|还要|写上来|谢恩|谢好|谢了恩|谢过恩|单对单|那可真|那就好说|要这要那|
    比较支持|一记|需要点|支持中|确认中|执行中|更新中|写入中|保存中|记录中|安排中|好辛苦|好累`,
  ],
] as const

interface Lexicon {
  readonly kinds: ReadonlyMap<string, WordKind>
  /** Number of units in the longest phrase. */
  readonly longest: number
}

/** Every phrase with its kind. */
export function lexiconEntries(): readonly (readonly [string, WordKind])[] {
  return PHRASES.flatMap(([kind, phrases]) => phrases.split('|').map((phrase) => [keyOf(phrase.trim()), kind] as const))
}

/** Built with the first message, because most processes never read one. */
const lexicon = once((): Lexicon => {
  const entries = lexiconEntries()
  return { kinds: new Map(entries), longest: Math.max(...entries.map(([key]) => key.split(' ').length)) }
})
