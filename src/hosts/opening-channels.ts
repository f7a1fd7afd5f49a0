/** Where hosts put what a session begins with, for a person who asks what their agent sees. */

import type { HostOpening } from '../flows/host.ts'

export const IN_SYSTEM_PROMPT: HostOpening = { channel: { en: 'system prompt', zh: '系统提示词' } }

export const AT_SESSION_START: HostOpening = {
  channel: { en: 'context at the start of the session', zh: '会话开始时的上下文' },
}

export const WITH_FIRST_MESSAGE: HostOpening = {
  channel: { en: 'context with your first message', zh: '随第一条消息附上的上下文' },
}
