import { expect, test } from 'vitest'
import { z } from 'zod'
import { IMPORT_FIELDS, importColumns } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { orderDraft } from '#contracts/orders/shipments.draft.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld } from '#test/harness.ts'
import { pathOf, valueAt, VALUES, WITHOUT } from './every-field.fixture.ts'

const world = useWorld()

/** Fields of an order no column has, each with what stands for it. */
const OTHERWISE: Readonly<Record<string, string>> = {
  customerId: 'the field of the call',
  shipperId: 'the columns of the sender, else the default shipper',
  currency: 'the currency of the goods',
}

/** Paths of everything a body may carry; `*` for the lines of a list. */
function pathsOf(schema: z.ZodType, at = ''): string[] {
  const inner = (schema as unknown as { def: Record<string, unknown> }).def
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      pathsOf(field, at === '' ? name : `${at}.${name}`),
    )
  if (schema instanceof z.ZodArray)
    return schema.element instanceof z.ZodObject ? pathsOf(schema.element, `${at}.*`) : [at]
  const next = inner.innerType ?? inner.in
  return next instanceof z.ZodType ? pathsOf(next, at) : [at]
}
test('every field of an order has a column', () => {
  const columns = new Set(IMPORT_FIELDS.map(pathOf))
  const open = pathsOf(orderDraft).filter(
    (path) => !columns.has(path) && !(path in OTHERWISE) && path !== 'pallets.*.palletNo',
  )
  expect(open).toEqual([])
  expect(pathsOf(orderDraft).length).toBeGreaterThan(80)
})

test.each(KINDS.map((kind) => [kind.code, kind] as const))(
  '%s: a file with every column fills every field of the order',
  async (code, kind) => {
    const customer = await world().as('customer')
    const fields = importColumns(kind).filter(({ name }) => !WITHOUT.includes(name))
    expect(fields.filter(({ name }) => VALUES[name] === undefined)).toEqual([])
    const quoted = (text: string) => `"${text}"`
    const text = [
      ['reference', ...fields.map(({ name }) => name)].join(','),
      [`EVERY-${code}`, ...fields.map(({ name }) => quoted(VALUES[name]!))].join(','),
    ].join('\n')
    const sent = await customer.upload('/erp/shipment/importExcel', 'every.csv', text, {
      dryRun: 'false',
      shipmentResource: code,
    })
    const { id } = sent.result as { id: string }
    let now = await customer.call(shipmentImports.queryById, { id })
    while (['queued', 'running'].includes(now.status)) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      now = await customer.call(shipmentImports.queryById, { id })
    }
    expect(now.errors.map(({ column, message }) => `${column} ${message}`)).toEqual([])
    const { rows } = await world().db.pool.query<{ id: string }>(
      'select id from shipment where tenant_id = $1 and reference = $2',
      [world().tenantId, `EVERY-${code}`],
    )
    const order = await customer.call(shipments.queryById, { id: rows[0]!.id })
    const empty = fields
      .map((field) => [field.name, valueAt(order, pathOf(field).split('.'))] as const)
      .filter(([, value]) => value === null || value === undefined || value === '')
      .map(([name]) => name)
    expect(empty).toEqual([])
  },
)
