import { sql } from 'kysely'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { charge, momentsOf, type Moment } from './demo-moments.ts'
import { chargeAbroad } from './demo-abroad.ts'
import { CURRENCY, payIn, setMoment, type Recharge } from './demo-recharges.ts'
import { invoiceMonth, payInvoice, type InvoicePayment } from './demo-invoices.ts'
import { putAlarm } from './features/money/accounts/index.ts'
import { markOverdue } from './features/money/invoices/index.ts'
import {
  ensureAccount,
  giveBack,
  post,
  prove,
  leftOf,
  setAccount,
} from './features/money/ledger/index.ts'
import { taxOf, taxTermsAs } from './features/money/tax/index.ts'
import { holdOrder } from './features/orders/charging/index.ts'
import type { Tx } from './kit/access/ctx.ts'
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

/**
 * The accounts of a demo tenant as its orders of four months, and what customers paid in for them,
 * left them: posted and invoiced by the functions of the product at the moments of the orders, and
 * proved at the end. Each customer's month is one transaction.
 */
export async function seedDemoMoney(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const all = await momentsOf(ctx)
  if (all.length === 0) return
  const { rows: customers } = await sql<{ id: string; code: string }>`select c.id, c.code
    from ${ctx.rows('customer').as('c')} order by c.id`.execute(ctx.db)
  const { rows: banks } = await sql<{ id: string }>`select a.id
    from ${ctx.rows('receivingAccount').as('a')}
    where a.kind = 'BANK' and a.currency = ${CURRENCY} order by a.id limit 1`.execute(ctx.db)
  const moments = Map.groupBy(all, (one) => `${one.customerId} ${monthOf(one.at)}`)
  const known = new Set(all.map(({ customerId }) => customerId))
  const histories = [...customers.entries()]
    .filter(([, { id }]) => known.has(id))
    .map(([at, { id, code }]) => new History(id, code, at, banks[0]?.id ?? null))
  // Month by month, so that invoices are numbered in the order of their days.
  for (let month = monthOf(all[0]!.at); month <= monthOf(Date.now()); month++) {
    for (const history of histories)
      await inTx(ctx, (tx) =>
        history.replay(tx, moments.get(`${history.customerId} ${month}`) ?? [], startOf(month + 1)),
      )
    const storage = startOf(month + 1) - 5 * DAY
    if (storage < Date.now())
      for (const history of histories) await inTx(ctx, (tx) => chargeAbroad(tx, history, storage))
    const issued = startOf(month + 1) + DAY + 9 * HOUR
    if (issued < Date.now())
      for (const history of histories)
        history.pays(await invoiceMonth(ctx, history, startOf(month + 1) - 1, issued))
  }
  for (const history of histories) await inTx(ctx, (tx) => history.finish(tx))
  await markOverdue(ctx)
  await prove(ctx)
}

/** Months counted from year 0, UTC. */
function monthOf(at: number): number {
  const day = new Date(at)
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}
const startOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1)

class History {
  #tx!: Tx
  readonly customerId: string
  readonly code: string
  /** Which of the usual sums it pays in. */
  readonly place: number
  readonly #bankId: string | null
  readonly #extras: Extras
  readonly #planned: Recharge[]
  #begun = false
  #recharges = 0
  #payments: InvoicePayment[] = []

  constructor(customerId: string, code: string, place: number, bankId: string | null) {
    this.customerId = customerId
    this.code = code
    this.place = place
    this.#bankId = bankId
    this.#extras = EXTRAS[code] ?? {}
    this.#planned = [...(this.#extras.recharges ?? [])].sort((a, b) => b.daysAgo - a.daysAgo)
  }

  /** Invoices it is going to pay. */
  pays(payments: readonly InvoicePayment[]): void {
    this.#payments.push(...payments)
    this.#payments.sort((a, b) => a.at - b.at)
  }

  async replay(tx: Tx, moments: readonly Moment[], until: number): Promise<void> {
    this.#tx = tx
    if (!this.#begun && moments[0]) {
      await this.#recharge(moments[0].at - 2 * DAY, { asked: this.#usual() })
      this.#begun = true
    }
    for (const moment of moments) {
      await this.#passTo(moment.at)
      if (moment.method !== DEDUCT.monthly) await this.#provide(moment)
      await setMoment(tx, moment.at)
      if (moment.parcelIds.length === 0) await holdOrder(tx, moment.orderId)
      else await charge(tx, moment)
    }
    if (this.#begun) await this.#passTo(Math.min(until, Date.now()))
    await setMoment(tx, null)
  }

  /** What is paid in before a moment. */
  async #passTo(at: number): Promise<void> {
    while (this.#planned[0] && Date.now() - this.#planned[0].daysAgo * DAY < at)
      await this.#recharge(Date.now() - this.#planned[0].daysAgo * DAY, this.#planned.shift()!)
    while (this.#payments[0] && this.#payments[0].at < at) {
      const payment = this.#payments.shift()!
      await this.#recharge(payment.at - HOUR, { asked: payment.minor })
      await payInvoice(this.#tx, payment)
    }
  }

  async finish(tx: Tx): Promise<void> {
    this.#tx = tx
    // What is held and charged is dated as the ledger dates it.
    await sql`update parcel_charge as c set create_time = s.confirm_time, charged_at = t.create_time
      from shipment s, ledger_transaction t where ${tx.rows('parcelCharge').where('c')}
        and c.customer_id = ${this.customerId} and s.tenant_id = c.tenant_id
        and s.id = c.shipment_id and t.tenant_id = c.tenant_id and t.id = c.transaction_id`.execute(
      tx.db,
    )
    await this.#finish(this.#extras)
    await setMoment(tx, null)
  }

  async #available(): Promise<bigint> {
    const { rows } = await sql<{ free: string }>`select a.balance - a.held as free
      from ${this.#tx.rows('ledgerAccount').as('a')} where a.kind = 'customer'
        and a.party_id = ${this.customerId} and a.currency = ${CURRENCY} and a.ref = ''`.execute(
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
    return RECHARGES[(this.place + this.#recharges) % RECHARGES.length]!
  }

  async #recharge(at: number, recharge: Omit<Recharge, 'daysAgo'>): Promise<void> {
    const [customerId, bankId] = [this.customerId, this.#bankId]
    const outTradeNo = `DEMO${this.code}${String(++this.#recharges).padStart(3, '0')}`
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
      const [charged] = await leftOf(tx, [wrong])
      await giveBack(tx, charged!, {
        key: `reverse:${wrong}`,
        kind: 'reversal',
        reason: '重复计费，冲正 · Charged twice',
      })
      await this.#byHand('storage', left - (await this.#available()), '11', '仓储费')
    }
    const accountId = await ensureAccount(tx, {
      kind: 'customer',
      customerId: this.customerId,
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
    const customerId = this.customerId
    const charges = minor < 0n && item === '11'
    const terms = charges ? await taxTermsAs(this.#tx, customerId, null) : null
    const tax = terms && taxOf(terms, item)
    // The customers charged by hand are outside the EU: what they are charged bears no tax.
    if (tax && tax.rate !== 0) throw new Error('storage of the demo is charged without tax')
    const posted = await post(this.#tx, {
      key: `request:demo:${this.code}:${name}`,
      kind: charges ? 'charge' : 'adjustment',
      debit: 'workDone',
      lines: [
        {
          account: { kind: 'customer', customerId, currency: CURRENCY },
          minor,
          trade: { tradeItem: item, note, ...(tax ? { tax } : {}) },
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
