/** How every host tells its model about recall (S23). The model knows synonyms and other languages; search does not. */

export const RECALL_DESCRIPTION =
  'Entries of the project memory (memory-bank/) that match a question, whole, with file and line: decisions, past problems, conventions. Judge yourself whether they answer it. Use it when more than 3 files or proof are needed.'

export const TERMS_HINT =
  '3-6 words or phrases a helpful entry would contain, also in the language of the bank; for "users log in twice": ["session", "token refresh", "登录"]'
