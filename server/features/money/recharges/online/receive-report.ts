import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { paymentHooks } from '#contracts/money/payment-events.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { providerAccount } from './provider-account.ts'
import { takeReport } from './take-report.ts'

/**
 * What a provider reports. Its signature is checked before anything else; a wrong one and an
 * account that does not exist are refused alike. Answered when it is done: what fails is sent again.
 */
export async function receiveReport(
  ctx: Ctx,
  { tenant, account }: In<typeof paymentHooks.report>,
): Promise<FileReply> {
  const found = await sql<{ id: string }>`select t.id from ${ctx.rows('tenant').as('t')}
    where t.code = ${tenant} and t.status = 1`.execute(ctx.db)
  const inside = found.rows[0] ? asSystem(ctx, found.rows[0].id) : null
  const known = inside ? await providerAccount(inside, account) : null
  const header = (name: string) => ctx.http?.header(name)
  const report = (await known?.client.read(ctx.http?.rawBody() ?? '', header)) ?? null
  if (inside === null || known === null || report === null)
    throw new Refusal('payment.hookRefused', { body: CODES.unauthorised, http: 401 })
  await takeReport(inside, known, report)
  // The word Alipay waits for; others ask for the status only.
  return new FileReply('answer.txt', 'text/plain; charset=utf-8', Buffer.from('success'))
}
