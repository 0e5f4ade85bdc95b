import { sql } from 'kysely'
import { charging, type OrderCharge } from '#contracts/orders/charging.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { inLedger, newCustomer, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import {
  ensureAccount,
  prove,
  setAccount,
  standingsOf,
} from '#server/features/money/ledger/index.ts'
import type { Client, World } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'

export interface Row {
  ok: boolean
  code: string | null
  message: string | null
}

/** What suites of charging do over and over, in a world where it is switched on. */
export function inCharging(world: () => World) {
  const query = async <T>(text: string, values: unknown[]) =>
    (await world().db.pool.query(text, values)).rows as T[]
  const serviceId = async (code: string): Promise<string> =>
    (
      await query<{ id: string }>(
        'select id from delivery_service where tenant_id = $1 and code = $2',
        [world().tenantId, code],
      )
    )[0]!.id
  const manager = () => world().as('manager')
  return {
    query,
    serviceId,
    /** Orders confirmed from now on are charged. */
    async switchOn(handlingFees: { currency: string; amount: string }[] = []): Promise<void> {
      const finance = await world().as('finance')
      const { version } = await finance.call(charging.setting, {})
      await finance.call(charging.saveSetting, {
        chargingFrom: new Date(Date.now() - 1000).toISOString(),
        handlingFees,
        version,
      })
    },
    /** How a service charges, and in which currency its prices are. */
    async service(
      code: string,
      method: string,
      currency = 'EUR',
      izSubsist = false,
    ): Promise<string> {
      await query(
        `update delivery_service set deduct_method = $3, iz_subsist = $4
          where tenant_id = $1 and code = $2`,
        [world().tenantId, code, method, izSubsist],
      )
      await query(
        `update fee f set currency = $3 from delivery_service s where s.tenant_id = f.tenant_id
          and s.fee_id = f.id and s.tenant_id = $1 and s.code = $2`,
        [world().tenantId, code, currency],
      )
      return serviceId(code)
    },
    async customer(minor = 0n, currency = 'EUR'): Promise<string> {
      const id = await newCustomer(world())
      if (minor > 0n) await inLedger(world(), (tx) => recharge(tx, id, minor, currency))
      return id
    },
    async credit(
      customerId: string,
      credit: bigint,
      kind: 'customer' | 'receivable' = 'receivable',
      currency = 'EUR',
    ): Promise<void> {
      await inLedger(world(), async (tx) => {
        const id = await ensureAccount(tx, { kind, customerId, currency })
        await setAccount(tx, id, { credit }, 1)
      })
    },
    /** Balance and held sum, in minor units. */
    standing: (customerId: string, kind = 'customer') =>
      inLedger(world(), async (tx) => {
        const found = (await standingsOf(tx, customerId)).find((one) => one.kind === kind)
        return { balance: found?.balance ?? 0n, held: found?.held ?? 0n }
      }),
    order: async (customerId: string, change: Record<string, unknown> = {}, client?: Client) =>
      makeOrder(world(), client ?? (await manager()), { change: { customerId, ...change } }),
    /** A server that is busy is asked again, as its answer asks for. */
    confirm: async (ids: string[], client?: Client, key?: string): Promise<Row[]> => {
      for (let left = 20; ; left--) {
        const answer = await (client ?? (await manager())).put(
          '/erp/shipment/confirm',
          { ids },
          key ? { 'Idempotency-Key': key } : undefined,
        )
        if (answer.status !== 503 || left === 0) return (answer.result as { rows: Row[] }).rows
      }
    },
    verb: async (name: string, ids: string[], more: object = {}) =>
      (
        (await (await manager()).put(`/erp/shipment/${name}`, { ids, ...more })).result as {
          rows: Row[]
        }
      ).rows,
    print: async (ids: string[], more: object = {}) =>
      (await manager()).post('/erp/label/print', { ids, ...more }),
    charges: async ({ id }: { id: string }, client?: Client): Promise<OrderCharge[]> =>
      (client ?? (await manager())).call(charging.ofOrder, { shipmentId: id }),
    detail: async ({ id }: { id: string }) => (await manager()).call(shipments.queryById, { id }),
    trades: (order: Pick<MadeOrder, 'id'>) =>
      query<{
        money: string
        trade_type: string
        trade_item: string
        payment_type: string
        parcel_no: string | null
        price_version_id: string | null
        explanation: object | null
        list_price: string | null
        create_by: string
      }>('select * from trade where tenant_id = $1 and shipment_id = $2 order by id', [
        world().tenantId,
        order.id,
      ]),
    /** Accounts that differ from their entries or holds, documents that differ from postings. */
    drift: () =>
      inLedger(world(), async (tx) => {
        const { drift: accounts, documentDrift } = await prove(tx)
        const drift = [...accounts, ...documentDrift]
        const charges = await sql<{ held: string }>`select coalesce(sum(c.held), 0) as held
          from ${tx.rows('parcelCharge').as('c')}`.execute(tx.db)
        const holds = await sql<{ held: string }>`select coalesce(sum(h.amount), 0) as held
          from ${tx.rows('ledgerHold').as('h')} where h.state = 'open'`.execute(tx.db)
        return { drift, same: charges.rows[0]!.held === holds.rows[0]!.held }
      }),
  }
}

/** An amount as it is shown, in minor units. */
export const minorOf = (text: string | null): bigint => BigInt((text ?? '0').replace('.', ''))
