import { sql } from 'kysely'
import type { account, ThirdAccount } from '#contracts/platform/session/account.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ownDb } from './own-account.ts'

export async function thirdAccounts(ctx: Ctx): Promise<ThirdAccount[]> {
  return (
    await sql<ThirdAccount>`select id, provider, issuer, name, created_at from sys_third_account
      where user_id = ${ctx.principal.userId} order by id`.execute(ownDb(ctx))
  ).rows
}

/** That account elsewhere no longer signs the user in here. */
export async function unbind(ctx: Ctx, { id }: In<typeof account.unbind>): Promise<null> {
  return await inTx(ctx, async (tx) => {
    const gone = await sql<{
      provider: string
      name: string | null
    }>`delete from sys_third_account
      where id = ${id} and user_id = ${tx.principal.userId} returning provider, name`.execute(
      ownDb(tx),
    )
    await tx.audit('sys_third_account', id, 'delete', gone.rows[0] ?? failMissing(), null)
    return null
  })
}
