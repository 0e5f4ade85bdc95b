import { sql } from 'kysely'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { CURRENCY, payIn, setMoment, type Recharge } from './demo-recharges.ts'
import { putAlarm } from './features/money/accounts/index.ts'
import { ensureAccount, post, prove, reverse, setAccount } from './features/money/ledger/index.ts'
import {
  chargeLeaving,
  chargeParcels,
  chargeWeighed,
  holdOrder,
} from './features/orders/charging/index.ts'
import type { Ctx, Tx } from './kit/access/ctx.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What else than orders became of the accounts of some customers. */
interface Extras {
  recharges?: readonly Recharge[]
  /** Days ago, by hand, with what it is for. */
  adjustments?: readonly (readonly [days: number, minor: bigint, item: string, note: string])[]
  credit?: bigint
  alarm?: bigint
  frozen?: string
  /** Left over when all is posted: storage takes the rest. */
  left?: bigint
}
const EXTRAS: Readonly<Record<string, Extras>> = {
  C1001: {
    recharges: [
      { daysAgo: 41, asked: 90_000n, refunded: 25_000n },
      { daysAgo: 1, asked: 200_000n },
    ],
    adjustments: [[33, 1_250n, '20', '破损赔付']],
    credit: 50_000n,
    alarm: 20_000n,
  },
  C1009: { alarm: 10_000n, left: 1_864n },
  C1003: {
    recharges: [{ daysAgo: 2, asked: 120_000n, received: 70_000n }],
    frozen: '付款逾期，暂停消费',
  },
  C1006: { recharges: [{ daysAgo: 12, asked: 40_000n, received: 45_000n }] },
  C1005: {
    recharges: [{ daysAgo: 15, asked: 60_000n, refunded: 60_000n }],
    adjustments: [
      [64, -1_800n, 'bankFee', 'Bank fee of an international transfer'],
      [23, 6_000n, 'discount', 'Volume discount of the last month'],
    ],
    credit: 200_000n,
  },
  C1008: { credit: 30_000n },
}
/** What customers pay in at a time, minor units. */
const RECHARGES = [50_000n, 80_000n, 120_000n, 200_000n] as const

/** A moment of an order that its account notices: it is confirmed, or its parcels are charged. */
interface Moment {
  customerId: string
  orderId: string
  at: number
  amount: string
  method: string
  /** Empty where it is confirmed. */
  parcelIds: string[]
}

/**
 * The accounts of a demo tenant as its orders of four months, and what customers paid in for them,
 * left them: posted by the functions of the product at the moments of the orders, and proved at the
 * end. Each customer's history is one transaction.
 */
export async function seedDemoMoney(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const moments = Map.groupBy(await momentsOf(ctx), (one) => one.customerId)
  const { rows: customers } = await sql<{ id: string; code: string }>`select c.id, c.code
    from ${ctx.rows('customer').as('c')} order by c.id`.execute(ctx.db)
  const { rows: banks } = await sql<{ id: string }>`select a.id
    from ${ctx.rows('receivingAccount').as('a')}
    where a.kind = 'BANK' and a.currency = ${CURRENCY} order by a.id limit 1`.execute(ctx.db)
  for (const [at, { id, code }] of customers.entries()) {
    const mine = moments.get(id) ?? []
    if (mine.length > 0)
      await inTx(ctx, (tx) => new History(tx, id, code, at, banks[0]?.id ?? null).replay(mine))
  }
  await prove(ctx)
}

/** In the order they came; what never left or was taken back is charged nothing. */
async function momentsOf(ctx: Ctx): Promise<Moment[]> {
  const { rows } = await sql<Moment>`select s.customer_id, s.id as order_id, s.amount::text,
      v.deduct_method as method, extract(epoch from m.at)::float8 * 1000 as at, m.parcel_ids
    from ${ctx.rows('shipment').as('s')}
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      cross join lateral (
        select s.confirm_time as at, '{}'::text[] as parcel_ids
        union all select max(c.at), array_agg(c.id::text order by c.id) from (
          select p.id, case v.deduct_method
              when ${DEDUCT.label} then coalesce(p.labelled_at, p.outbound_at)
              when ${DEDUCT.inbound} then p.received_at
              when ${DEDUCT.free} then coalesce(p.outbound_at, p.delivered_at)
              else p.outbound_at end as at
          from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
            and p.parcel_status >= 0) as c
        where c.at is not null) as m
    where s.confirm_time is not null and s.shipment_status >= 0 and s.currency = ${CURRENCY}
      and s.amount is not null and m.at is not null
    order by m.at, s.id, cardinality(m.parcel_ids)`.execute(ctx.db)
  return rows
}

class History {
  readonly #tx: Tx
  readonly #customerId: string
  readonly #code: string
  /** Which of the usual sums it pays in. */
  readonly #place: number
  readonly #bankId: string | null
  #recharges = 0

  constructor(tx: Tx, customerId: string, code: string, place: number, bankId: string | null) {
    this.#tx = tx
    this.#customerId = customerId
    this.#code = code
    this.#place = place
    this.#bankId = bankId
  }

  async replay(moments: readonly Moment[]): Promise<void> {
    const tx = this.#tx
    const extras = EXTRAS[this.#code] ?? {}
    const planned = [...(extras.recharges ?? [])].sort((a, b) => b.daysAgo - a.daysAgo)
    await this.#recharge(moments[0]!.at - 2 * DAY, { asked: this.#usual() })
    for (const moment of moments) {
      while (planned[0] && Date.now() - planned[0].daysAgo * DAY < moment.at)
        await this.#recharge(Date.now() - planned[0].daysAgo * DAY, planned.shift()!)
      if (moment.method !== DEDUCT.monthly) await this.#provide(moment)
      await setMoment(tx, moment.at)
      if (moment.parcelIds.length === 0) await holdOrder(tx, moment.orderId)
      else await charge(tx, moment)
    }
    for (const one of planned) await this.#recharge(Date.now() - one.daysAgo * DAY, one)
    // What is held and charged is dated as the ledger dates it.
    await sql`update parcel_charge as c set create_time = s.confirm_time, charged_at = t.create_time
      from shipment s, ledger_transaction t where ${tx.rows('parcelCharge').where('c')}
        and c.customer_id = ${this.#customerId} and s.tenant_id = c.tenant_id
        and s.id = c.shipment_id and t.tenant_id = c.tenant_id and t.id = c.transaction_id`.execute(
      tx.db,
    )
    await this.#finish(extras)
    await setMoment(tx, null)
  }

  async #available(): Promise<bigint> {
    const { rows } = await sql<{ free: string }>`select a.balance - a.held as free
      from ${this.#tx.rows('ledgerAccount').as('a')} where a.kind = 'customer'
        and a.party_id = ${this.#customerId} and a.currency = ${CURRENCY} and a.ref = ''`.execute(
      this.#tx.db,
    )
    return BigInt(rows[0]?.free ?? 0)
  }

  /** Pays in before the money runs out: tax is a fifth at most. */
  async #provide({ at, amount }: Moment): Promise<void> {
    const needed = (BigInt(amount) * 13n) / 10n
    if ((await this.#available()) >= needed) return
    const usual = this.#usual()
    await this.#recharge(at - 3 * HOUR, { asked: usual > needed ? usual : needed * 2n })
  }

  #usual(): bigint {
    return RECHARGES[(this.#place + this.#recharges) % RECHARGES.length]!
  }

  async #recharge(at: number, recharge: Omit<Recharge, 'daysAgo'>): Promise<void> {
    const [customerId, bankId] = [this.#customerId, this.#bankId]
    const outTradeNo = `DEMO${this.#code}${String(++this.#recharges).padStart(3, '0')}`
    await payIn(this.#tx, { customerId, bankId, outTradeNo, at }, recharge)
  }

  async #finish({ adjustments = [], left, credit, frozen, alarm }: Extras): Promise<void> {
    const tx = this.#tx
    for (const [at, [days, minor, item, note]] of adjustments.entries()) {
      await setMoment(tx, Date.now() - days * DAY)
      await this.#byHand(`adjust:${at}`, minor, item, note)
    }
    await setMoment(tx, Date.now() - 2 * DAY)
    if (left !== undefined) {
      const wrong = await this.#byHand('storage:0', -4_500n, '11', '仓储费')
      await reverse(tx, {
        transactionId: wrong,
        reason: '重复计费，冲正 · Charged twice',
        debit: 'workDone',
      })
      await this.#byHand('storage', left - (await this.#available()), '11', '仓储费')
    }
    const accountId = await ensureAccount(tx, {
      kind: 'customer',
      customerId: this.#customerId,
      currency: CURRENCY,
    })
    if (credit !== undefined || frozen !== undefined)
      await setAccount(
        tx,
        accountId,
        {
          ...(credit === undefined ? {} : { credit }),
          ...(frozen === undefined ? {} : { frozenReason: frozen }),
        },
        1,
      )
    if (alarm !== undefined) await putAlarm(tx, accountId, alarm.toString())
  }

  /** Answers the transaction. */
  async #byHand(name: string, minor: bigint, item: string, note: string): Promise<string> {
    const customerId = this.#customerId
    const charges = minor < 0n && item === '11'
    const posted = await post(this.#tx, {
      key: `demo:${this.#code}:${name}`,
      kind: charges ? 'charge' : 'adjustment',
      debit: 'workDone',
      lines: [
        {
          account: { kind: 'customer', customerId, currency: CURRENCY },
          minor,
          trade: { tradeItem: item, note },
        },
        {
          account: {
            kind: charges ? 'revenue' : 'adjustment',
            ref: item,
            customerId,
            currency: CURRENCY,
          },
          minor: -minor,
        },
      ],
    })
    return posted.transactionId
  }
}

/** Charges what a moment charges by the order's method; the money is there. */
async function charge(tx: Tx, { method, parcelIds }: Moment): Promise<void> {
  if (method === DEDUCT.label) await chargeParcels(tx, parcelIds, 'label')
  else if (method === DEDUCT.inbound) await chargeWeighed(tx, parcelIds)
  else if (method === DEDUCT.outbound) await chargeLeaving(tx, parcelIds)
  else await chargeParcels(tx, parcelIds, 'outbound')
}
