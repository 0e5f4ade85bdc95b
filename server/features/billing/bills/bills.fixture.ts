import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { billMapping, type BillMapping } from '#contracts/billing/bill-files.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns, type billRunList } from '#contracts/billing/bill-runs.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { inCharging } from '#server/features/orders/charging/charging.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { World } from '#test/harness.ts'
import { parcel } from '#test/orders.ts'
import { runBill } from './runs/run-bill.ts'

export interface BilledParcelRow {
  id: string
  trackNo: string
  serialNumber: string
  orderNo: string
  shipmentId: string
  customerId: string
  /** Minor units it was expected to cost. */
  cost: bigint
}

/** As most files of these tests are laid out: separated by commas, with a point. */
export const PLAIN: BillMapping = billMapping.parse({
  columns: { trackNo: 0, chargeCode: 1, amount: 2, weight: 3, shipDate: 4, reference1: 5 },
  decimal: 'point',
  dates: 'YMD',
})
export interface BillRow {
  trackNo: string
  charge?: string
  amount: string
  kg?: string
  date?: string
  reference?: string
}
export const plainFile = (rows: readonly BillRow[]): string =>
  [
    'Tracking number,Charge,Net amount,Weight,Ship date,Reference',
    ...rows.map(({ trackNo, charge = 'Freight', amount, kg = '', date = '', reference = '' }) =>
      [trackNo, charge, amount, kg, date, reference].join(','),
    ),
  ].join('\n')

let invoices = 0

/** What tests of bills do over and over, in a world where charging and a supplier's costs are on. */
export async function inBills(world: World) {
  const charging = inCharging(() => world)
  const { query, order, confirm, print, customer, service, switchOn } = charging
  await switchOn()
  const serviceId = await service('ECO-PARCEL', '1')
  const [{ id: supplierId }] = (await query<{ id: string }>(
    `select c.supplier_id as id from delivery_service s join channel c
      on c.tenant_id = s.tenant_id and c.id = s.channel_id where s.id = $1`,
    [serviceId],
  )) as [{ id: string }]
  const [staff, finance] = [await world.as('manager'), await world.as('finance')]
  await query(`update fee set status = '0' where service_id = $1 and kind = '2'`, [serviceId])
  const made = await staff.post('/erp/fee/add', {
    code: `BILLCOST-${++invoices}`,
    name: 'Cost',
    currency: 'EUR',
    stepMode: 'C',
    serviceId,
    validFrom: '2024-01-01',
    kind: '2',
    supplierId,
  })
  const { id: feeId } = made.result as { id: string }
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { zones, current } = await staff.call(feePrices.sheet, { feeId })
  const { version } = await staff.call(feePrices.save, {
    id,
    version: current!.version,
    zones: zones.map((zone) => zone.id),
    rows: [
      { upTo: null, step: null, prices: zones.map(() => '2.37'), seconds: zones.map(() => null) },
    ],
  })
  await staff.call(feePrices.activate, { id, version })

  const ctx = () => jobCtx(world.deps, world.tenantId, { username: 'finance' })
  const dryRun = async (
    file: string | Buffer,
    {
      total,
      name = 'bill.csv',
      mapping = PLAIN,
      ...more
    }: {
      total: string
      name?: string
      mapping?: BillMapping | null
      invoiceNo?: string
      invoiceDate?: string
      currency?: string
      supplierId?: string
      totalWithTax?: string
      remap?: string
      record?: string
    },
  ) =>
    finance.upload('/erp/billRun/dryRun', name, Buffer.from(file), {
      supplierId,
      invoiceNo: `INV-${++invoices}`,
      invoiceDate: new Date().toISOString().slice(0, 10),
      currency: 'EUR',
      total,
      ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
      ...more,
    })
  const work = async (runId: string) => {
    await runBill(ctx(), runId)
    return (await finance.call(billRuns.queryById, { id: runId })) as RowOf<typeof billRunList>
  }
  return {
    ...charging,
    supplierId,
    finance,
    ctx,
    dryRun,
    work,
    /** Parcels of one order, charged and with their cost accrued. */
    async parcels(weights: readonly string[] = ['1.2']): Promise<BilledParcelRow[]> {
      const who = await customer(1_000_000n)
      const { id: orderId } = await order(who, {
        parcels: weights.map((weightKg) => parcel({ weightKg })),
      })
      await confirm([orderId])
      await print([orderId])
      return query<BilledParcelRow>(
        `select p.id, p.track_no as "trackNo", p.serial_number as "serialNumber",
            s.serial_number as "orderNo", s.id as "shipmentId", p.customer_id as "customerId",
            (select sum(k.amount) from parcel_cost k where k.parcel_id = p.id)::bigint as cost
          from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
          where p.shipment_id = $1 order by p.seq`,
        [orderId],
      ).then((rows) => rows.map((row) => ({ ...row, cost: BigInt(row.cost) })))
    },
    /** Tries a file out, takes it and lets the work run to its end. */
    async take(rows: readonly BillRow[], more: Partial<Parameters<typeof dryRun>[1]> = {}) {
      const total =
        more.total ??
        money(rows.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n))
      const answer = await dryRun(plainFile(rows), { ...more, total })
      const { id: runId, ...tried } = answer.result as BillDryRun
      if (runId === null) throw new Error(`not ready: ${JSON.stringify(answer)} ${tried.sum}`)
      await finance.call(billRuns.start, { id: runId })
      return work(runId)
    },
    lines: (runId: string) =>
      query<Record<string, string | null>>(
        `select * from bill_line where run_id = $1 order by line_no, id`,
        [runId],
      ),
  }
}

export const money = (minor: bigint): string => {
  const [sign, size] = minor < 0n ? ['-', -minor] : ['', minor]
  const text = size.toString().padStart(3, '0')
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`
}
