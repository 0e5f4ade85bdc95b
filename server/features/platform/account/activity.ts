import { sql } from 'kysely'
import type { account } from '#contracts/platform/account.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { ownDb } from './own-account.ts'

const SHOWN = 20
type Line = Out<typeof account.activity>['signIns'][number]

/**
 * The last sign-ins to one's account, failed ones too, and what one did; from all tenants one works
 * in. Columns and views put in order are nothing one did.
 */
export async function activity(ctx: Ctx): Promise<Out<typeof account.activity>> {
  const lines = async (kind: 1 | 2) =>
    (
      await sql<Line>`select id, at, case when log_type = 1 then url else content end as what, operate_type as kind, ip, outcome, actor
    from op_log where user_id = ${ctx.principal.userId} and log_type = ${kind} and content not like '/sys/userSetting/%' order by id desc limit ${SHOWN}`.execute(
        ownDb(ctx),
      )
    ).rows
  return { signIns: await lines(1), operations: await lines(2) }
}
