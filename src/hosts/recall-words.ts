/** How every host tells its model about recall (S23). The model knows synonyms and other languages; search does not. */

export const RECALL_DESCRIPTION =
  'Entries of the project memory (memory-bank/) that match a question: decisions with reasons, past problems and fixes, requirements, conventions. Whole entries with file and line; judge yourself whether they answer it. Use it before a change, and when more than 3 files or proof are needed.'

export const TERMS_HINT =
  '3-6 words or phrases a helpful entry would contain: synonyms, names, also in the language of the bank. For "log in twice": ["session", "token refresh", "SSO", "登录"]'
