export { roleHooks } from './role-hooks.ts'
export {
  beyond,
  departsWithRights,
  requireGrantable,
  rolesWithRights,
  sourcesOfUsers,
  type RoleSource,
} from './role-rights.ts'
export { roleCalls } from './calls.ts'
