import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAYMENT_KIND } from '#contracts/money/payment-accounts.ts'
import { rechargeReference } from '#contracts/money/recharge-reference.ts'
import type { recharges } from '#contracts/money/recharges.ts'
import type { Channel } from '#contracts/money/recharges.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { reserveNumbers } from '#server/kit/db/serial-numbers.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { providerAccount } from './online/provider-account.ts'
import { minorIn, wireRecharge } from './recharge-row.ts'

/** A customer asks to pay money in: it gets the reference the payer writes. */
export function addRecharge(
  ctx: Ctx,
  { customerId, receivingAccountId, amount, payer, remark }: In<typeof recharges.add>,
): Promise<Out<typeof recharges.add>> {
  return inTx(ctx, async (tx) => {
    const customer = tx.principal.customerId ?? customerId ?? null
    if (customer === null) failFields([{ path: 'customerId', code: 'field.required' }])
    const account = await payable(tx, receivingAccountId)
    const id = await insertRecharge(tx, {
      customerId: customer,
      receivingAccountId,
      minor: minorIn(amount, account.currency),
      payer: payer ?? null,
      remark: remark ?? null,
      ...account,
    })
    return wireRecharge(tx, id)
  })
}

interface Payable {
  currency: string
  channel: Channel
}
/** An enabled account customers pay to; at a provider, one whose keys are there. */
async function payable(tx: Tx, id: string): Promise<Payable> {
  const found = await sql<{ currency: string; kind: string }>`select a.currency, a.kind
    from ${tx.rows('receivingAccount').as('a')} where a.id = ${id} and a.enabled`.execute(tx.db)
  const refuse = () => failFields([{ path: 'receivingAccountId', code: 'field.ref' }])
  const row = found.rows[0] ?? refuse()
  if (row.kind !== PAYMENT_KIND.psp)
    return { currency: row.currency, channel: row.kind === PAYMENT_KIND.cash ? 'CASH' : 'BANK' }
  const account = await providerAccount(asSystem(tx, tx.principal.tenantId), id)
  return { currency: row.currency, channel: account?.client.channel ?? refuse() }
}

export async function insertRecharge(
  tx: Tx,
  wish: Payable & {
    customerId: string
    receivingAccountId: string
    minor: bigint
    payer: string | null
    remark: string | null
  },
): Promise<string> {
  const known = await sql<{ id: string }>`select c.id from ${tx.rows('customer').as('c')}
    where c.id = ${wish.customerId}`.execute(tx.db)
  if (!known.rows[0]) failFields([{ path: 'customerId', code: 'field.ref' }])
  const { first } = await reserveNumbers(tx, 'recharge', { count: 1, ids: {} })
  const reference = rechargeReference(first)
  const made = await sql<{ id: string }>`insert into recharge (tenant_id, reference, customer_id,
      currency, amount, channel, receiving_account_id, payer, remark, create_by)
    values (${tx.principal.tenantId}, ${reference}, ${wish.customerId}, ${wish.currency},
      ${wish.minor.toString()}::bigint, ${wish.channel}, ${wish.receivingAccountId}, ${wish.payer},
      ${wish.remark}, ${tx.principal.username})
    returning id`.execute(tx.db)
  const { id } = made.rows[0]!
  await tx.audit('recharge', id, 'add', null, {
    reference,
    customerId: wish.customerId,
    currency: wish.currency,
    amount: wish.minor.toString(),
    channel: wish.channel,
    receivingAccountId: wish.receivingAccountId,
    payer: wish.payer,
  })
  return id
}
