import { cruds } from '#contracts/catalogue.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { bankLines } from '#contracts/money/bank-lines.ts'
import { codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { zones } from '#contracts/commercial/zones/zones.ts'
import { SHEET } from '#server/features/platform/users/sheets/sheet-columns.ts'
import { newAccount } from '#server/features/money/recharges/recharges.fixture.ts'
import type { Client, World } from '../harness.ts'

/** A call that reads a table, its columns, and what its form needs to read one. */
export interface TableImport {
  path: string
  titles: readonly string[]
  form(world: World, client: Client): Promise<Record<string, string>>
}
type Form = TableImport['form']

const trial: Form = async () => ({ dryRun: 'true' })

const idOf = async (world: World, text: string): Promise<string> => {
  const { rows } = await world.db.pool.query<{ id: string }>(text, [world.tenantId])
  return rows[0]!.id
}
const serviceOf = (world: World) =>
  idOf(world, `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`)
const supplierOf = (world: World) =>
  idOf(world, 'select id from supplier where tenant_id = $1 order by id limit 1')
const added = async (client: Client, path: string, body: object): Promise<{ id: string }> => {
  const { success, message, result } = await client.post(`${path}/add`, body)
  if (!success) throw new Error(`${path}: ${message} ${JSON.stringify(result)}`)
  return result as { id: string }
}
const account = (client: Client) => newAccount(client, { currency: 'EUR' })

/** Columns of a bank's table by their place. */
const BANK = {
  bookedOn: 0,
  valueOn: 1,
  amount: 2,
  debit: 3,
  direction: 4,
  status: 5,
  currency: 6,
  text: [7, 8],
  reference: 9,
  counterparty: 10,
  counterAccount: 11,
  bankId: 12,
  decimal: 'comma',
  dates: 'DMY',
}
const COD = { number: 0, amount: 1, currency: 2, paidOn: 3, decimal: 'comma', dates: 'DMY' }
const BILL = {
  columns: { trackNo: 0, chargeCode: 1, amount: 2, weight: 3, shipDate: 4, reference1: 5 },
  decimal: 'point',
  dates: 'YMD',
}
const ROUTES = {
  columns: { country: 0, valueFrom: 1, valueTo: 2, sortCode: 3, gate: 4, destDepot: 5 },
  country: null,
  whole: true,
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)

async function priceForm(world: World, client: Client): Promise<Record<string, string>> {
  const feeId = await idOf(
    world,
    'select id from fee where tenant_id = $1 and base_fee_id is null order by id limit 1',
  )
  const { id } = await client.call(feePrices.clone, { feeId })
  return { id, dryRun: 'true' }
}

const OWN_SHEETS: Readonly<Record<string, string>> = {
  '/sys/user': SHEET.join(' '),
  '/sys/category': 'code parent name nameEn',
  '/sys/dict':
    'dictCode dictName dictNameEn itemValue itemText itemTextEn color sortOrder status itemDescription',
  '/sys/sysDepart':
    'orgCode parent departName departNameEn departNameAbbr orgCategory departOrder mobile fax address memo description',
  '/erp/stock/opening': 'customer depot sku place lot expiryDate quantity remark',
}

const BY_HAND: readonly TableImport[] = [
  ...Object.entries(OWN_SHEETS).map(([path, titles]) => ({
    path: `${path}/importExcel`,
    titles: titles.split(' '),
    form: trial,
  })),
  {
    path: bankLines.importBank.path,
    titles: numbered(13),
    form: async (_, client) => ({
      receivingAccountId: await account(client),
      mapping: JSON.stringify(BANK),
      allIncoming: 'true',
      dryRun: 'true',
    }),
  },
  {
    path: billRuns.dryRun.path,
    titles: numbered(6),
    form: async (world) => ({
      supplierId: await supplierOf(world),
      invoiceNo: 'LONG',
      invoiceDate: '2026-01-02',
      currency: 'EUR',
      total: '1.00',
      mapping: JSON.stringify(BILL),
    }),
  },
  {
    path: codRemittances.importFile.path,
    titles: numbered(4),
    form: async (world, client) => ({
      supplierId: await supplierOf(world),
      receivingAccountId: await account(client),
      reference: 'long',
      receivedOn: '2026-01-02',
      mapping: JSON.stringify(COD),
    }),
  },
  { path: feePrices.importExcel.path, titles: ['kg', 'DE', 'AT', 'XX'], form: priceForm },
  {
    path: poolNumbers.importNumbers.path,
    titles: ['number', 'thirdId', 'thirdMark'],
    form: async (world, client) => ({
      poolId: (
        await added(client, '/erp/numberPool', {
          code: 'LONG',
          name: 'long',
          serviceId: await serviceOf(world),
          status: '1',
        })
      ).id,
      dryRun: 'true',
    }),
  },
  {
    path: remoteSheets.importPostcodes.path,
    titles: ['country', 'from', 'to'],
    form: async (_, client) => ({
      id: (await added(client, '/erp/remoteList', { code: 'LONG', name: 'long' })).id,
      dryRun: 'true',
    }),
  },
  {
    path: zones.importRows.path,
    titles: ['zone', 'country', 'match type', 'from', 'to', 'priority'],
    form: async (world) => ({ serviceId: await serviceOf(world), dryRun: 'true' }),
  },
  ...[routing.layout.path, routing.importFile.path].map((path) => ({
    path,
    titles: numbered(6),
    form: async (world: World) => ({
      supplierId: await supplierOf(world),
      validFrom: '2026-01-01',
      mapping: JSON.stringify(ROUTES),
      mode: 'good',
    }),
  })),
]

export const TABLE_IMPORTS: readonly TableImport[] = [
  ...BY_HAND,
  ...cruds.flatMap(({ endpoints: { importExcel }, fields, verbs }) =>
    verbs.includes('importExcel') && !BY_HAND.some(({ path }) => path === importExcel.path)
      ? [{ path: importExcel.path, titles: Object.keys(fields), form: trial }]
      : [],
  ),
]

/** Files that are kept or drawn as they are; order files have a test of their own. */
export const NO_TABLES = new Set([
  '/erp/shipment/importExcel',
  '/api/dms/inbound/pre/scan',
  '/api/dms/outbound/batch',
  '/api/dms/outbound/complete',
  '/api/dms/outbound/scan',
  '/erp/fbaOrder/uploadLabels',
  '/erp/fbaOrder/uploadPod',
  '/erp/labelPicture/add',
  '/erp/pod/upload',
  '/hooks/case/{tenant}',
  '/oss/file/upload',
  '/rwms/attachment/replace',
  '/sys/account/picture',
  '/sys/common/upload',
  '/sys/file/upload',
  '/sys/upload/uploadMinio',
])
