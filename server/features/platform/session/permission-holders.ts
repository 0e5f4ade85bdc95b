import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inPacks } from './effective-permissions.ts'

/**
 * For users `u`: whether a role of their tenant gives them a right that the tenant's packs have. What
 * a right allows is looked at where something is read.
 */
export const permissionHolders = (
  perm: string,
): RawBuilder<SqlBool> => sql<SqlBool>`exists (select 1 from sys_user_role ur
  join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  join sys_role_permission g on g.tenant_id = r.tenant_id and g.role_id = r.id
  join sys_permission p on p.id = g.permission_id
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id and p.perms = ${perm}
    and ${inPacks})`
