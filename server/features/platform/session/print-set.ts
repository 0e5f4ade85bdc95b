import { sql } from 'kysely'
import { DEFAULT_LANG, type Lang } from '#contracts/kit/envelope.ts'
import type { PrintSet } from '#contracts/platform/operations/print-sets.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'

/**
 * How a user prints in a tenant: what they chose, else the default of a depot they are bound to,
 * else that of all users.
 */
export async function printSetOf(
  db: Ctx['db'],
  userId: string,
  tenantId: string,
  lang: Lang = DEFAULT_LANG,
): Promise<PrintSet | null> {
  const found =
    await sql<PrintSet>`select p.id, ${nameIn(lang, 'p.name')} as name, p.paper, p.language, p.horizontal,
        p.preview, p.width_mm, p.height_mm from print_set p
    left join print_set_user c on c.tenant_id = p.tenant_id and c.print_set_id = p.id
      and c.user_id = ${userId}
    where p.tenant_id = ${tenantId} and (c.user_id is not null
      or (p.is_default
        and (p.depot_id is null
          or p.depot_id in (select depot_id from sys_user_depot
            where tenant_id = ${tenantId} and user_id = ${userId}))))
    order by c.user_id is null, p.depot_id is null, p.id limit 1`.execute(db)
  return found.rows[0] ?? null
}
