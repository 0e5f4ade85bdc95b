import { sql } from 'kysely'
import type { account } from '#contracts/platform/session/account.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { operationTexts } from '#server/kit/resource/operation-texts.ts'
import { ownDb } from './own-account.ts'

const SHOWN = 20
type Line = Out<typeof account.activity>['signIns'][number]

/**
 * The last sign-ins to the caller's account, failed ones too, and the caller's changes; from all tenants they work
 * in. Columns and views put in order are nothing one did.
 */
export async function activity(ctx: Ctx): Promise<Out<typeof account.activity>> {
  const lines = async (kind: 1 | 2) =>
    (
      await sql<Line & { param: string | null }>`select id, at, case when log_type = 1 then url
          else content end as what, operate_type as kind, ip, outcome, actor, param
    from op_log where user_id = ${ctx.principal.userId} and log_type = ${kind} and content not like '/sys/userSetting/%'
    order by id desc limit ${SHOWN}`.execute(ownDb(ctx))
    ).rows
  const done = await lines(2)
  const words = await operationTexts(
    ctx,
    done.map(({ what, param }) => ({ content: what, param })),
  )
  return {
    signIns: (await lines(1)).map(shown),
    operations: done.map((line, at) => ({ ...shown(line), what: words[at]! })),
  }
}

const shown = ({ param: _param, ...line }: Line & { param: string | null }): Line => line
