import type { Answer, Client, World } from '#test/harness.ts'
import { ask, newAccount, row, type Row } from '../recharges.fixture.ts'
import { providerHosts } from './providers/hosts.ts'
import { alipayNotice, STRIPE_KEYS, stripeEvent, type StandIn } from './stand-in.fixture.ts'

export interface Till {
  id: string
  hook: string
}

/** A payment account at a provider whose calls go to the stand-in. */
export async function openTill(
  world: World,
  finance: Client,
  fake: StandIn,
  provider: 'STRIPE' | 'ALIPAY' | 'SIMULATOR',
  more: object = {},
): Promise<Till> {
  providerHosts.set(world.deps, fake.hosts)
  const currency = provider === 'ALIPAY' ? 'CNY' : 'EUR'
  const id = await newAccount(finance, {
    kind: 'PSP',
    bankName: provider,
    provider,
    currency,
    feeRate: 150,
    feeFixed: '0.25',
    ...more,
  })
  const at = { id }
  const state = (await finance.get('/erp/receivingAccount/keys', at)).result as {
    version: number
    hookPath: string
  }
  const { appId, privateKey, alipayPublicKey } = fake.alipay
  const keys =
    provider === 'STRIPE'
      ? STRIPE_KEYS
      : provider === 'ALIPAY'
        ? { appId, privateKey, alipayPublicKey }
        : {}
  if (provider !== 'SIMULATOR') {
    const publicUrl = 'https://parcels.example'
    const body = { id, version: state.version, publicUrl, ...keys }
    row(await finance.put('/erp/receivingAccount/keys', body))
  }
  return { id, hook: state.hookPath }
}

/** A recharge whose payment page was opened: with our number of the payment. */
export async function openPayment(
  world: World,
  customer: Client,
  till: Till,
  amount: string,
): Promise<{ recharge: Row; no: string; url: string }> {
  const recharge = row(await ask(customer, till.id, amount))
  const paying = await customer.post('/erp/recharge/pay', { id: recharge.id })
  const { url } = row(paying) as unknown as { url: string }
  const { rows } = await world.db.pool.query<{ no: string }>(
    'select no from online_payment where recharge_id = $1 order by id desc',
    [recharge.id],
  )
  return { recharge, no: rows[0]!.no, url }
}

interface Sent {
  body: string
  headers: Record<string, string>
}
export const report = (world: World, till: Till, { body, headers }: Sent): Promise<Answer> =>
  world.anonymous.raw('POST', till.hook, {
    body,
    headers: body.startsWith('{')
      ? headers
      : { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Stripe's session as paid, in the stand-in and as an event. */
export function stripePaid(fake: StandIn, no: string, more: object = {}, id?: string): Sent {
  const session = fake.sessions.get(no)!
  Object.assign(session, { payment_status: 'paid', status: 'complete' })
  return stripeEvent('checkout.session.completed', { ...session, ...more }, id)
}

export const alipayPaid = (fake: StandIn, no: string, amount: string, more: object = {}): Sent =>
  alipayNotice(fake, {
    out_trade_no: no,
    trade_no: `2026${no.slice(-10)}`,
    total_amount: amount,
    trade_status: 'TRADE_SUCCESS',
    ...more,
  })

export const dispute = (
  fake: StandIn,
  no: string,
  amount: number,
  { id, fee, won = false }: { id: string; fee: number; won?: boolean },
): Sent =>
  stripeEvent(`charge.dispute.${won ? 'funds_reinstated' : 'funds_withdrawn'}`, {
    id,
    object: 'dispute',
    amount,
    currency: 'eur',
    payment_intent: fake.sessions.get(no)!.payment_intent,
    balance_transactions: [{ amount: won ? 0 : -amount, fee, currency: 'eur' }],
  })

export const asideOf = async (finance: Client, outTradeNo: string) =>
  (
    (await finance.get('/erp/paymentEvent/list', { outTradeNo, status: 'aside' })).result as {
      records: Row[]
    }
  ).records
