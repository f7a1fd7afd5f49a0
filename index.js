/** Where a host enters the package by its folder: OpenCode 2 looks at no `exports` then. */
export { default } from './dist/plugin.js'
