import { sql } from 'kysely'
import { carriers } from '#contracts/carriers/carriers.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { translate } from '#server/kit/http/texts.ts'
import { carrierAccount } from './accounts.ts'
import { logCalls } from './call-log.ts'
import { CarrierError } from './carrier-error.ts'
import { readSecrets, setSecret } from './secrets.ts'

/** What a courier's row may not carry: its keys; and whether the carrier accepts them. */
export function carrierCalls() {
  return bindEndpoints(carriers, {
    secrets: (ctx, { id }) => readSecrets(ctx, id),
    setSecret,
    check: checkAccount,
    quota: askQuota,
  })
}

async function checkAccount(
  ctx: Ctx,
  { id }: In<typeof carriers.check>,
): Promise<Out<typeof carriers.check>> {
  const code = await codeOf(ctx, id)
  const account = await carrierAccount(ctx, code)
  if (!account) fail('courier.noAdapter', { code })
  try {
    return { ...(await account.adapter.health()), simulated: account.simulated }
  } finally {
    await logCalls(ctx, account)
  }
}

async function codeOf(ctx: Ctx, id: string): Promise<string> {
  const found = await sql<{
    code: string
  }>`select c.code from ${ctx.rows('courier').as('c')} where c.id = ${id}`.execute(ctx.db)
  return (found.rows[0] ?? failMissing()).code
}

async function askQuota(
  ctx: Ctx,
  { id }: In<typeof carriers.quota>,
): Promise<Out<typeof carriers.quota>> {
  const code = await codeOf(ctx, id)
  const account = await carrierAccount(ctx, code)
  if (!account?.adapter.quota) return null
  try {
    return await account.adapter.quota()
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    return fail('courier.notAnswered', {
      code,
      reason: translate(ctx.lang, 'tracking', `keys.detail.${error.kind}`),
    })
  } finally {
    await logCalls(ctx, account)
  }
}
