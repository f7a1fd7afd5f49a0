/** Where a flow works, as the surfaces may open it. */

export { openWorkspace, type Workspace } from '../disk/workspace.ts'
