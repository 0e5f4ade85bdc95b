import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { minorUnits } from '#contracts/kit/money.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { recharges, Simulated } from '#contracts/money/recharges.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { wireRecharge } from '../recharge-row.ts'
import { providerAccount, simulatorKey } from './provider-account.ts'
import { SIGNATURE, signed, type SimulatedReport } from './providers/simulator.ts'
import { takeReport } from './take-report.ts'

/** What a payer does on the page; the rest comes from banks, and is for staff to try. */
const OF_PAYER: readonly Simulated[] = ['paid', 'pending', 'failed', 'expired']
const FEE = 15n

/**
 * Reports a payment of a simulated account as a provider would: a signed text, read and taken as
 * those of the others. No other account can be reported of this way.
 */
export async function simulatePayment(
  ctx: Ctx,
  { id, outcome }: In<typeof recharges.simulate>,
): Promise<Out<typeof recharges.simulate>> {
  if (!OF_PAYER.includes(outcome) && !ctx.can('acc:recharge:confirm')) failDenied()
  await wireRecharge(ctx, id)
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    no: string
    amount: string
    currency: string
    receivingAccountId: string
    disputes: number
  }>`select o.no, o.amount, o.currency, o.receiving_account_id,
      (select count(*)::int from ${tenant.rows('rechargePayment').as('p')}
        where p.recharge_id = o.recharge_id and p.kind = 'reinstated') as disputes
    from ${tenant.rows('onlinePayment').as('o')}
    where o.recharge_id = ${id} and o.provider = 'SIMULATOR'
    order by o.id desc limit 1`.execute(tenant.db)
  const visit = found.rows[0]
  const account = visit ? await providerAccount(tenant, visit.receivingAccountId) : null
  if (!visit || account?.provider !== 'SIMULATOR') return fail('recharge.notSimulated')
  const { no, amount, currency, disputes } = visit
  const unit = 10n ** BigInt(minorUnits(currency))
  const report: SimulatedReport = {
    id: `sim:${randomUUID()}`,
    kind: outcome,
    no,
    outTradeNo: `SIM-${no}`,
    ref: outcome === 'chargeback' || outcome === 'won' ? `DP-${no}-${disputes}` : null,
    minor: amount,
    currency,
    fee: outcome === 'chargeback' ? (FEE * unit).toString() : '0',
  }
  const body = JSON.stringify(report)
  const signature = signed(simulatorKey(tenant, account.id), body)
  const read = await account.client.read(body, (name) =>
    name === SIGNATURE ? signature : undefined,
  )
  await takeReport(tenant, account, read!)
  return wireRecharge(ctx, id)
}
