import { sql, type RawBuilder } from 'kysely'

/** Whether a role in this tenant masks personal fields; a sub-account sees no more than its main account. */
export const seesMasks = (
  userId: RawBuilder<unknown>,
  tenantId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(select coalesce(bool_or(r.mask_personal), false)
  from sys_user me
  join sys_user_role ur on ur.user_id in (me.id, me.parent_user_id)
  join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where me.id = ${userId} and (r.tenant_id = ${tenantId} or r.data_scope = 'platform'))`
