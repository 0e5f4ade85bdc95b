import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankMapping, type BankMapping } from '#contracts/money/bank-files.ts'
import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { BankFile } from '#server/features/money/recharges/bank-files/bank-line.ts'
import { readBankFile } from '#server/features/money/recharges/bank-files/read-bank-file.ts'
import { isOwnAccount } from '#server/features/money/recharges/bank-lines/own-account.ts'
import { guessMapping } from '#server/features/orders/shipment-imports/reading/guess-mapping.ts'
import { RowMapper } from '#server/features/orders/shipment-imports/reading/map-rows.ts'
import {
  groupOrders,
  readFileSheet,
} from '#server/features/orders/shipment-imports/reading/read-file.ts'
import { recognize } from '#server/features/parties/addresses/recognize.ts'
import { useWorld, type Client } from '#test/harness.ts'

/** What people in this trade send, each with its right value in words; `was`: before it was mended. */
interface Case {
  files: string[]
  what: string
  right: string
  was: string
}
type Row = Partial<Record<ImportColumn, string>> & { row: number }
/** The same right values so that a program can compare them, by file. */
interface RightValues {
  /** What a row of an order file has where nothing else is named. */
  plainRow: Partial<Record<ImportColumn, string>>
  /** `asks`: what may be otherwise, where it is marked to be looked at. */
  addresses: Record<string, { found: Record<string, string>; asks?: string[] }>
  bank: Record<
    string,
    {
      mapping?: Partial<BankMapping>
      currency?: string
      lines: object[]
      issues?: string[]
      pending?: number
      ownIban?: string
      accounts?: string[]
    }
  >
  orders: Record<string, { accepted: number; refused?: string[]; orders: Row[][] }>
}

const folder = new URL('../fixtures/field-cases/', import.meta.url)
const bytesOf = (file: string) => readFileSync(new URL(file, folder))
const json = (file: string): unknown => JSON.parse(bytesOf(file).toString('utf8'))
const cases = json('cases.json') as Case[]
const right = json('values.json') as RightValues
const files = ['addresses', 'bank', 'orders'].flatMap((kind) =>
  readdirSync(new URL(`${kind}/`, folder)).map((name) => `${kind}/${name}`),
)

const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})

function readAddress(name: string): void {
  const { found, asks = [] } = right.addresses[name]!
  const read = recognize(bytesOf(`addresses/${name}`).toString('utf8'))
  const marked = new Set<string>(read.unsure)
  for (const part of new Set([...Object.keys(found), ...Object.keys(read.found)])) {
    if (asks.includes(part) && marked.has(part)) continue
    // What was taken for another part is marked there.
    expect([part, read.found[part as keyof typeof read.found]]).toEqual([part, found[part]])
  }
  for (const part of asks.filter((one) => found[one] === undefined))
    expect(read.found[part as keyof typeof read.found] === undefined || marked.has(part)).toBe(true)
}

async function readStatement(name: string): Promise<void> {
  const values = right.bank[name]!
  const read = (await readBankFile(bytesOf(`bank/${name}`), {
    name,
    currency: values.currency ?? 'EUR',
    mapping: values.mapping
      ? bankMapping.parse({ text: [], decimal: 'comma', dates: 'DMY', ...values.mapping })
      : null,
  })) as BankFile
  const plain = read.lines.map(({ minor, ...line }) => ({ ...line, minor: Number(minor) }))
  expect(plain).toHaveLength(values.lines.length)
  expect(plain).toMatchObject(values.lines)
  expect(read.issues.map(({ line, code }) => `${line} ${code}`)).toEqual(values.issues ?? [])
  expect(read.pending).toBe(values.pending ?? 0)
  if (values.accounts) expect(read.lines.map(({ account }) => account)).toEqual(values.accounts)
  if (values.ownIban)
    for (const { account } of read.lines)
      expect(isOwnAccount(account, { iban: values.ownIban, accountNo: null })).toBe(true)
}

/** What no shop's file has, as a clerk fills it in. */
const FILLS: Partial<Record<ImportColumn, string>> = {
  service: 'ECO-PARCEL',
  depot: 'FRA1',
  weightKg: '0.5',
  unitWeightKg: '0.1',
  nameEn: 'Mug',
  quantity: '1',
  unitPrice: '5',
  currency: 'EUR',
}
async function ended(id: string) {
  for (;;) {
    const now = await customer.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
async function dryRun(name: string, bytes: Buffer) {
  const sent = await customer.upload('/erp/shipment/importExcel', name, bytes, {
    dryRun: 'true',
    review: 'true',
  })
  const { id } = sent.result as { id: string }
  await ended(id)
  const { mapping } = shipmentImports.layout.out.parse(
    await customer.call(shipmentImports.layout, { id }),
  )
  const known = new Set(mapping.fields.map(({ field }) => field))
  const fills = Object.entries(FILLS)
    .filter(([field]) => !known.has(field as ImportColumn))
    .map(([field, fill]) => ({ field: field as ImportColumn, columns: [], unit: null, fill }))
  await customer.call(shipmentImports.map, {
    id,
    mapping: { ...mapping, fields: [...mapping.fields, ...fills] },
  })
  return ended(id)
}

async function readOrders(name: string): Promise<void> {
  const values = right.orders[name]!
  const bytes = bytesOf(`orders/${name}`)
  const sheet = await readFileSheet(bytes, name)
  const { mapping } = guessMapping(
    sheet.headings,
    sheet.rows.slice(0, 50).map(({ cells }) => cells),
  )
  const mapper = new RowMapper(mapping, sheet.rows)
  const orders = groupOrders(sheet.rows.map((row) => mapper.read(row)))
  const plain = orders.map(({ rows }) =>
    rows.map((row) => ({
      ...Object.fromEntries(
        Object.entries(row.values).filter(
          ([field, value]) =>
            field !== 'reference' && right.plainRow[field as ImportColumn] !== value,
        ),
      ),
      row: row.row,
    })),
  )
  expect(plain).toEqual(values.orders)
  const done = await dryRun(name, bytes)
  expect(done.errors.map(({ row, column, code }) => `${row} ${column} ${code}`)).toEqual(
    values.refused ?? [],
  )
  expect(done).toMatchObject({ status: 'done', accepted: values.accepted })
}

const READERS = { addresses: readAddress, bank: readStatement, orders: readOrders } as const

describe(`what people send: ${cases.length} cases over ${files.length} files, all compared`, () => {
  test('every file is of a case, and every case has its values', () => {
    const named = new Set(cases.flatMap((one) => one.files))
    expect(files.filter((file) => !named.has(file))).toEqual([])
    const known = new Set(
      (['addresses', 'bank', 'orders'] as const).flatMap((kind) =>
        Object.keys(right[kind]).map((name) => `${kind}/${name}`),
      ),
    )
    expect([...named].filter((file) => !known.has(file))).toEqual([])
  })

  test.each(cases.map((one, at) => [at + 1, one.what, one.right, one.files] as const))(
    'case %i: %s → %s',
    async (_no, _what, _right, own) => {
      for (const file of own) {
        const [kind, name] = file.split('/') as [keyof typeof READERS, string]
        await READERS[kind](name)
      }
    },
  )
})
