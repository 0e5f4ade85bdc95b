import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { templateColumns, IMPORT_FIELDS } from '#contracts/orders/imports/import-fields.ts'
import { NOT_OURS, type ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { EXPORTED_FIELDS, type ExportedField } from '#contracts/orders/imports/exported-fields.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { isKind, kindOf } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import {
  orderHooks,
  readOrders,
  titleOfOrders,
  visibleOrder,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { EXPORT_MAX, exportedRows } from '#server/kit/resource/resource-sheets.ts'
import { refuseTooMany, sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell, SheetColumn } from '#server/kit/sheets/sheets.ts'
import { columnTitle } from '../read-import.ts'
import { exportedTitle } from '../reading/own-titles.ts'
import { linesOfOrder, type OrderLine } from './order-lines.ts'
import { withShippers } from './with-shippers.ts'

/** Orders read at once: each with up to a thousand parcels. */
const BATCH = 100

/**
 * Orders with all their fields as the rows an import reads: the head on an order's first row, a
 * parcel on its first, further rows with the reference. Read batch by batch like every export.
 */
export async function exportLines(
  ctx: Ctx,
  query: In<typeof shipmentImports.exportLines>,
): Promise<FileReply> {
  const from = exportedRows(ctx, shipmentList, query, orderHooks.listQuery)
  await refuseTooMany(
    ctx,
    sql`from (select t.id ${from}) as o join ${ctx.rows('parcel').as('p')} on p.shipment_id = o.id
      left join ${ctx.rows('parcelProduct').as('g')} on g.parcel_id = p.id`,
    EXPORT_MAX,
  )
  const asked = query.shipmentResource
  const fields =
    typeof asked === 'string' && isKind(asked)
      ? templateColumns(kindOf(asked))
      : IMPORT_FIELDS.filter(({ name }) => !NOT_OURS.has(name))
  const own = EXPORTED_FIELDS.filter((name) => ctx.can(SEE_PRICES) || !OF_PRICES.has(name))
  const texts = await dictTexts(ctx)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after: string | null = null; ;) {
      const found: { rows: { id: string }[] } = await sql<{ id: string }>`select t.id ${from}
        ${after === null ? sql`` : sql` and t.id < ${after}`}
        order by t.id desc limit ${BATCH}`.execute(ctx.db)
      const ids = found.rows.map(({ id }) => id)
      const orders = await withShippers(ctx, await readOrders(ctx, ids))
      for (const order of orders)
        for (const line of linesOfOrder(visibleOrder(ctx, order), texts))
          yield [
            ...fields.map(({ name }) => line.values[name] ?? null),
            ...own.map((name) => cellOf(name, line)),
          ]
      if (ids.length < BATCH) return
      after = ids.at(-1)!
    }
  }
  const columns: SheetColumn[] = [
    ...fields.map(({ name, kind }) => ({
      title: columnTitle(ctx, name),
      type: kind === 'decimal' || kind === 'integer' ? ('number' as const) : ('text' as const),
      width: widthOf(name),
    })),
    ...own.map((name) => ({
      title: `${exportedTitle(ctx.lang, name)}${MOMENTS.has(name) ? UTC : ''}`,
      type: NUMBERS.has(name)
        ? ('number' as const)
        : MOMENTS.has(name)
          ? ('date' as const)
          : ('text' as const),
      width: 18,
    })),
  ]
  return sheetReply(
    translate(ctx.lang, 'shipment-imports', 'exported.title', {
      orders: titleOfOrders(ctx, query),
    }),
    { columns, rows: rows() },
    query.exportFormat,
    { ctx, fields: [...fields.map(({ name }) => name), ...own] },
  )
}

const widthOf = (name: ImportColumn): number =>
  name.endsWith('Url') || name === 'street' ? 28 : 16
const OF_PRICES: ReadonlySet<ExportedField> = new Set(['price', 'priceCurrency'])
const MOMENTS: ReadonlySet<ExportedField> = new Set([
  'createdAt',
  'changedAt',
  'confirmedAt',
  'cancelledAt',
  'revokedAt',
])
const NUMBERS: ReadonlySet<ExportedField> = new Set([
  'pieces',
  'orderWeightKg',
  'orderChargeableKg',
  'price',
  'measuredKg',
  'volumeKg',
  'chargeableKg',
])

function cellOf(name: ExportedField, { own }: OrderLine): SheetCell {
  const value = own[name]
  return MOMENTS.has(name) && typeof value === 'string' ? new Date(value) : (value ?? null)
}
