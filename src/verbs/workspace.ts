/** The workspace that a verb works in, as the surfaces may open it. */

export { openWorkspace, type Workspace } from '../disk/workspace.ts'
