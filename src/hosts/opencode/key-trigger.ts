/**
 * The key trigger for oh-my-opencode's orchestrators (S53): ask the project's memory before classifying.
 *
 * Their prompts are only ever added to at the end: oh-my-opencode looks for its own text in them, whole,
 * when a session changes its model. A prompt that has the trigger is left as it is.
 */

const MARK = '<memory-bank-key-trigger>'

const KEY_TRIGGER = `${MARK}
### Key Triggers, amended (this one FIRST, before classification)
- The request needs what this project remembers (a decision, convention, requirement, past bug, command or the current focus; 之前的决定、约定、需求、踩过的坑) → call \`memory_recall\` with the question before you classify, explore or delegate. It crosses several topics → \`task(subagent_type="memory-reader", run_in_background=false, load_skills=[], description="read the memory bank", prompt="<the question>")\`.
- Once per question: what either has answered is not asked again, and a memory-reader never hands its own question on.
- Skip for chat and for what this conversation already answers.
</memory-bank-key-trigger>`

export function withKeyTrigger(prompt: string): string {
  return prompt.includes(MARK) ? prompt : `${prompt}\n\n${KEY_TRIGGER}`
}
