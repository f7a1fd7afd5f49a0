/** Told how far a longer piece of work has come; a surface decides whether to show it. */
export type Progress = (done: number, total: number) => void
