/** What a shell says in our name where no code of ours can be started: in both languages, and without any quotation mark. */

export const HOOK_NOT_STARTED =
  'Memory Bank is not guarding: its hook could not be started, Node or the plugin is missing. Run: memory-bank doctor · Memory Bank 未在保护：hook 无法启动（缺少 Node 或插件）。请运行：memory-bank doctor'

export const PACKAGE_GONE =
  'Memory Bank is not guarding: its package is no longer where the settings say. Run: memory-bank doctor · Memory Bank 未在保护：配置所指的目录中已没有该包。请运行：memory-bank doctor'
