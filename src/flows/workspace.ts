/** Where a flow works, as the surfaces may open it. */

export { openRegular, textOfRegular } from '../workspace/open-file.ts'
export { openWorkspace, type Workspace } from '../workspace/workspace.ts'
