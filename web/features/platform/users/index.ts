export { PasswordOnce, UserFormDrawer } from './drawers.ts'
