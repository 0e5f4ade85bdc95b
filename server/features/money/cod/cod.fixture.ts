import { randomUUID } from 'node:crypto'
import type { RowOf } from '#contracts/kit/entity.ts'
import { parseMoney } from '#contracts/kit/money.ts'
import type { codLineList } from '#contracts/money/cod/cod-remittances.ts'
import { cod, codPayouts, type codPayoutList } from '#contracts/money/cod/cod.ts'
import { type codList } from '#contracts/money/cod/cod-list.ts'
import { inLedger, newCustomer } from '#server/features/money/ledger/ledger.fixture.ts'
import { keyed, newAccount, setUp } from '#server/features/money/recharges/recharges.fixture.ts'
import type { Answer, Client, World } from '#test/harness.ts'
import { trackItems, type CodOrder } from './index.ts'

export type Item = RowOf<typeof codList>
export type Payout = RowOf<typeof codPayoutList>
export type Line = RowOf<typeof codLineList>

const IBAN = 'DE89370400440532013000'
const MAPPING = {
  heading: 1,
  number: 0,
  amount: 1,
  currency: 2,
  paidOn: 3,
  decimal: 'point',
  dates: 'YMD',
}
let numbers = 0

/** Finance, a second user, an account per currency, and a carrier. */
export async function inCod(world: World) {
  const { finance, second, accounts } = await setUp(world)
  const supplier = await world.db.pool.query<{ id: string }>(
    'select id from supplier where tenant_id = $1 order by id limit 1',
    [world.tenantId],
  )
  const supplierId = supplier.rows[0]!.id
  accounts.EUR = await newAccount(finance, {
    currency: 'EUR',
    holder: 'Parcelyard GmbH & Co. KG',
    iban: 'DE75512108001245126199',
  })
  const list = async <R>(path: string, query: object): Promise<R[]> =>
    ((await finance.get(path, { pageSize: 200, ...query })).result as { records: R[] }).records
  return {
    finance,
    second,
    accounts,
    supplierId,
    /** A customer that can be paid out. */
    async customer(): Promise<string> {
      const customerId = await newCustomer(world)
      await finance.call(cod.saveBank, {
        customerId,
        holder: 'Müller & Söhne Handels-GmbH',
        iban: IBAN,
        bic: null,
        version: 0,
      })
      return customerId
    },
    /** An order whose parcels have left, or were delivered. */
    async order(
      customerId: string,
      amount: string,
      currency = 'EUR',
      state: CodOrder['state'] = 'delivered',
    ): Promise<CodOrder> {
      const no = `CD${process.pid}${++numbers}`
      const made: CodOrder = {
        shipmentId: String(900_000_000 + process.pid * 1000 + numbers),
        shipmentNo: no,
        reference: `ref-${no}`,
        trackNo: `TN ${no}`,
        numbers: [no, `ref-${no}`, `TN ${no}`],
        customerId,
        supplierId,
        serviceId: null,
        createBy: 'manager',
        currency,
        minor: parseMoney(amount, currency, 'positive')!.minor,
        state,
        deliveredAt: null,
      }
      await follow(world, made)
      return made
    },
    move: (order: CodOrder, state: CodOrder['state']) => follow(world, { ...order, state }),
    /** Sends a carrier's file. */
    remit: (
      rows: readonly (readonly [number: string, amount: string, currency?: string, on?: string])[],
      more: object = {},
      by: Client = finance,
    ): Promise<Answer> =>
      by.upload(
        '/erp/codRemittance/importFile',
        'remittance.csv',
        [
          'number,amount,currency,day',
          ...rows.map(([no, amount, currency = 'EUR', on = '2026-11-02']) =>
            [no, amount, currency, on].join(','),
          ),
        ].join('\n'),
        {
          supplierId,
          receivingAccountId: accounts.EUR!,
          reference: `R-${randomUUID().slice(0, 8)}`,
          receivedOn: '2026-11-03',
          mapping: JSON.stringify(MAPPING),
          ...more,
        },
      ),
    async item({ shipmentNo }: Pick<CodOrder, 'shipmentNo'>): Promise<Item> {
      const [found] = await list<Item>('/erp/cod/list', { shipmentNo })
      return found!
    },
    async line(number: string, query: object = {}): Promise<Line> {
      const found = await list<Line>('/erp/codLine/list', { number, ...query })
      return found[0]!
    },
    payout: async (id: string) =>
      (await finance.get('/erp/codPayout/queryById', { id })).result as Payout,
    owed: async (customerId: string) =>
      (await finance.call(codPayouts.owed, {})).filter((one) => one.customerId === customerId),
    run: (
      rows: readonly { customerId: string; currency: string; amount: string }[],
      by: Client = finance,
      currency = 'EUR',
    ) =>
      by.post(
        '/erp/codPayout/run',
        {
          rows: rows.map((row) => ({
            customerId: row.customerId,
            currency: row.currency,
            amount: row.amount,
          })),
          receivingAccountId: accounts[currency],
        },
        keyed(),
      ),
    /** Minor units on the accounts of the ledger that hold others' money. */
    async ledger(customerId: string, currency = 'EUR'): Promise<Record<string, bigint>> {
      const { rows } = await world.db.pool.query<{ ref: string; balance: string }>(
        `select kind || ':' || regexp_replace(ref, ':.*', '') as ref, sum(balance)::text as balance
          from ledger_account where tenant_id = $1 and party_id = $2 and currency = $3
          group by 1`,
        [world.tenantId, customerId, currency],
      )
      return Object.fromEntries(rows.map(({ ref, balance }) => [ref, BigInt(balance)]))
    },
  }
}

const follow = (world: World, order: CodOrder): Promise<void> =>
  inLedger(world, (tx) => trackItems(tx, [order]))
