import type pg from 'pg'
import { expect } from 'vitest'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { parcel } from '../orders.ts'
import type { Entry, Journal } from './journal.ts'

/** One service of each way to charge: at the label, inbound, outbound, monthly. */
const SERVICES = ['EU-STD', 'POST-S10', 'EXP-AIR', 'ECO-PARCEL'] as const

interface Draft {
  depotId: string
}

interface Bought {
  orderId: string
  printed: Entry | null
  confirmed: Entry
  shipped: Entry | null
  revoked: Entry | null
}

/**
 * A customer with money whose orders are charged in every way: its recharges, confirmations, labels,
 * scans, departures (some taken back) and revokes are under way while everything is killed.
 */
export class MoneyFlows {
  readonly bought: Bought[] = []
  readonly recharged: { confirmed: Entry; minor: bigint }[] = []
  /** Scans at the gate, that count with those of the others. */
  inbound = 0
  readonly #journal: Journal
  #customerId = ''
  #receivingAccountId = ''
  #services: string[] = []

  constructor(journal: Journal) {
    this.#journal = journal
  }

  async prepare(optionOf: (path: string, code: string) => Promise<string>): Promise<void> {
    const made = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
      const { answer } = await this.#journal.change(method, path, body)
      if (!answer?.success) throw new Error(`${path} ${JSON.stringify(answer)}`)
      return answer.result as { id: string; version: number }
    }
    const { version } = (await this.#journal.get('/erp/charging/setting')).result as {
      version: number
    }
    const chargingFrom = new Date(Date.now() - 1000).toISOString()
    await made('/erp/charging/setting', { chargingFrom, handlingFees: [], version }, 'PUT')
    const customer = { code: 'KILLED', name: 'KILLED', currency: 'EUR', shipmentResource: 'B2C' }
    this.#customerId = (await made('/erp/customer/add', customer)).id
    const bank = { code: 'KILLED', name: 'Bank', holder: 'Parcelyard', accountNo: '4711' }
    this.#receivingAccountId = (
      await made('/erp/receivingAccount/add', { ...bank, kind: 'BANK', currency: 'EUR' })
    ).id
    const monthly = { customerId: this.#customerId, kind: 'receivable', currency: 'EUR' }
    const { id } = await made('/erp/account/open', monthly)
    const credit = { id, version: 1, credit: '900', reason: 'contract' }
    await made('/erp/account/credit', credit, 'PUT')
    for (const code of SERVICES) this.#services.push(await optionOf('/erp/deliveryService', code))
  }

  /** `way`: the service, by its place. */
  async run(way: number, draft: Draft, running: () => boolean): Promise<void> {
    for (let n = 0; running(); n++) {
      await this.#recharge(`${way}-${n}`)
      await this.#order(way, n, draft)
    }
  }

  async #recharge(no: string): Promise<void> {
    const { answer } = await this.#journal.change('POST', '/erp/recharge/add', {
      customerId: this.#customerId,
      receivingAccountId: this.#receivingAccountId,
      amount: '45.10',
    })
    const { id } = answer!.result as { id: string }
    const confirmed = await this.#journal.change('PUT', '/erp/recharge/confirm', {
      id,
      outTradeNo: `CRASH-${no}`,
    })
    this.recharged.push({ confirmed, minor: 4_510n })
  }

  async #order(at: number, n: number, draft: Draft): Promise<void> {
    const journal = this.#journal
    const { depotId } = draft
    const channelId = (
      (await journal.get('/erp/deliveryService/queryById', { id: this.#services[at]! })).result as {
        channelId: string
      }
    ).channelId
    const added = await journal.change('POST', '/erp/shipment/add', {
      ...draft,
      reference: `M-${at}-${n}`,
      serviceId: this.#services[at],
      customerId: this.#customerId,
      parcels: [parcel()],
    })
    const { id } = added.answer!.result as OrderDetail
    const confirmed = await journal.change('PUT', '/erp/shipment/confirm', { ids: [id] })
    const one: Bought = { orderId: id, confirmed, printed: null, shipped: null, revoked: null }
    this.bought.push(one)
    if ((confirmed.answer?.result as { done: number } | null)?.done !== 1) return
    if (at === 0)
      one.printed = await journal.change('POST', '/erp/label/print', {
        ids: [id],
        requestKey: `crash-label-${at}-${n}`,
      })
    const revoke = n % 3 === 2
    if (!revoke || n % 2 === 0) {
      const order = (await journal.get('/erp/shipment/queryById', { id })).result as OrderDetail
      const no = order.parcels[0]!.trackNo
      // Heavier than announced: what was charged is adjusted.
      const weighed = { no, depotId, weightKg: n % 2 === 0 ? '2.6' : '1.2' }
      const into = await journal.change('POST', '/erp/intoParcel/scan', weighed)
      if (into.answer?.success) this.inbound++
      if (!revoke) one.shipped = await this.#ship(n, { depotId, channelId, no: no! })
    }
    if (revoke)
      one.revoked = await journal.change('PUT', `/erp/shipment/${at === 0 ? 'revoke' : 'cancel'}`, {
        ids: [id],
        reason: 'not wanted',
      })
  }

  async #ship(
    n: number,
    { depotId, channelId, no }: { depotId: string; channelId: string; no: string },
  ): Promise<Entry> {
    const journal = this.#journal
    const batch = await journal.change('POST', '/erp/outBatch/add', {
      depotId,
      channelIds: [channelId],
    })
    const { id } = batch.answer!.result as { id: string }
    await journal.change('POST', '/erp/outBatch/scan', { batchId: id, no })
    const shipped = await journal.change('PUT', '/erp/outBatch/close', { id })
    if (n % 4 !== 0) return shipped
    await journal.change('PUT', '/erp/outBatch/reopen', { id, reason: 'wrong lorry' })
    return journal.change('PUT', '/erp/outBatch/close', { id })
  }

  /** What was acknowledged is in the ledger, once, and what is held is what charges hold. */
  async check(db: pg.Client): Promise<void> {
    const rows = async <R extends pg.QueryResultRow>(sql: string) =>
      (await db.query<R>(sql, [this.#customerId])).rows
    expect(this.recharged.every(({ confirmed }) => confirmed.answer?.success)).toBe(true)
    expect(
      await rows(`select count(*)::int as credits, coalesce(sum(money), 0)::text as sum from trade
        where customer_id = $1 and trade_type = 'recharge'`),
    ).toEqual([
      {
        credits: this.recharged.length,
        sum: this.recharged.reduce((sum, { minor }) => sum + minor, 0n).toString(),
      },
    ])
    const charges = await rows<{ order: string; state: string }>(
      `select shipment_id::text as order, state from parcel_charge c where customer_id = $1
        and not exists (select from parcel_charge n where n.tenant_id = c.tenant_id
          and n.parcel_id = c.parcel_id and n.id > c.id)`,
    )
    const stateOf = new Map(charges.map(({ order, state }) => [order, state]))
    expect(charges).toHaveLength(stateOf.size)
    const done = (entry: Entry | null) =>
      (entry?.answer?.result as { done: number } | null)?.done === 1
    for (const { orderId, confirmed, printed, shipped, revoked } of this.bought) {
      const state = stateOf.get(orderId)
      expect(state !== undefined, orderId).toBe(done(confirmed))
      if (revoked && done(revoked)) expect(['released', 'refunded'], orderId).toContain(state)
      else if (printed?.answer?.success) expect(state, orderId).toBe('charged')
      else if (shipped?.answer?.success && done(confirmed))
        expect(['charged', 'waiting'], orderId).toContain(state)
    }
    expect(
      await rows(`select p.parcel_no, p.due, p.paid from (select c.parcel_no,
          sum(case c.state when 'charged' then c.amount when 'refunded' then c.handling_fee else 0 end)
            as due,
          (select coalesce(-sum(t.money), 0) from trade t
            where t.tenant_id = c.tenant_id and t.parcel_id = c.parcel_id) as paid
        from parcel_charge c where c.customer_id = $1 and c.method <> '5'
        group by c.tenant_id, c.parcel_id, c.parcel_no) p where p.due <> p.paid`),
    ).toEqual([])
    expect(
      await rows(`select a.kind, a.held from ledger_account a where a.customer_id = $1
        and a.held <> coalesce((select sum(h.amount) from ledger_hold h
            where h.tenant_id = a.tenant_id and h.account_id = a.id and h.state = 'open'), 0)`),
    ).toEqual([])
    expect(
      await rows(`select coalesce(sum(c.held), 0) = (select coalesce(sum(h.amount), 0)
            from ledger_hold h where h.customer_id = $1 and h.state = 'open') as same
          from parcel_charge c where c.customer_id = $1`),
    ).toEqual([{ same: true }])
    const ways = await rows<{ method: string }>(
      `select distinct method from parcel_charge where customer_id = $1 and state = 'charged'
        order by method`,
    )
    expect(ways.length, JSON.stringify(ways)).toBeGreaterThan(2)
  }
}
