export { GrantDrawer, GrantPanel } from './drawers.ts'
