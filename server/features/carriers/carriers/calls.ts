import { sql } from 'kysely'
import { carriers } from '#contracts/carriers/carriers.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { carrierAccount } from './accounts.ts'
import { logCalls } from './call-log.ts'
import { readSecrets, setSecret } from './secrets.ts'

/** What a courier's row may not carry: its keys; and whether the carrier accepts them. */
export function carrierCalls() {
  return bindEndpoints(carriers, {
    secrets: (ctx, { id }) => readSecrets(ctx, id),
    setSecret,
    check: checkAccount,
  })
}

async function checkAccount(
  ctx: Ctx,
  { id }: In<typeof carriers.check>,
): Promise<Out<typeof carriers.check>> {
  const found = await sql<{
    code: string
  }>`select c.code from ${ctx.rows('courier').as('c')} where c.id = ${id}`.execute(ctx.db)
  const { code } = found.rows[0] ?? failMissing()
  const account = await carrierAccount(ctx, code)
  if (!account) fail('courier.noAdapter', { code })
  try {
    return { ...(await account.adapter.health()), simulated: account.simulated }
  } finally {
    await logCalls(ctx, account)
  }
}
