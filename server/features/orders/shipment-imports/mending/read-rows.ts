import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ImportRow, shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { postalRulesOf } from '#server/features/platform/countries/index.ts'
import { isTownOf, stateOfCode, townsOf } from '#server/features/parties/addresses/index.ts'
import type { Values } from '../reading/file-order.ts'
import { editedRow } from '../reading/split-address.ts'
import { errorsOf } from '../read-import.ts'
import { mappedOf, storedColumns, type StoredRow } from './stored-rows.ts'

/** Refused rows as they now stand, in the order of the sheet. */
export async function readRows(
  ctx: Ctx,
  { id, pageNo, pageSize }: In<typeof shipmentImports.rows>,
): Promise<Out<typeof shipmentImports.rows>> {
  const known = await sql<{ total: number }>`select (select count(*)::int
      from ${ctx.rows('shipmentImportRow').as('r')} where r.import_id = i.id) as total
    from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(ctx.db)
  const { total } = known.rows[0] ?? failMissing()
  const found = await sql<{ row: number }>`select r.row_no as row
    from ${ctx.rows('shipmentImportRow').as('r')} where r.import_id = ${id}
    order by r.row_no limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  return {
    records: await importRows(
      ctx,
      id,
      found.rows.map(({ row }) => row),
    ),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}

export async function importRows(
  ctx: Ctx,
  id: string,
  numbers: readonly number[],
): Promise<ImportRow[]> {
  if (numbers.length === 0) return []
  const found = await sql<StoredRow>`select ${storedColumns}
    from ${ctx.rows('shipmentImportRow').as('r')}
    where r.import_id = ${id} and r.row_no = any(${numbers}::int[]) order by r.row_no`.execute(
    ctx.db,
  )
  const errors = await errorsOf(ctx, id, { rows: numbers })
  const warnings = await errorsOf(ctx, id, { rows: numbers, warning: true })
  const fits = await postalRulesOf(ctx)
  const rows: ImportRow[] = []
  for (const row of found.rows) {
    const { values } = await editedRow(ctx, mappedOf(row), row.edits)
    rows.push({
      row: row.row,
      order: row.order,
      values,
      mended: Object.keys(row.edits ?? {}),
      ready: row.ready,
      errors: errors.filter((error) => error.row === row.row),
      warnings: warnings.filter((warning) => warning.row === row.row),
      proposed: row.row === row.order ? proposalsFor(values, fits) : {},
    })
  }
  return rows
}

/**
 * What the postal code suggests for town and state, and the code with the zeros a spreadsheet took;
 * taken only by who wants it.
 */
function proposalsFor(
  { country = '', postalCode = '', city = '', state = '' }: Values,
  fits: (country: string, code: string) => boolean | null,
): Values {
  if (!/^[A-Z]{2}$/i.test(country) || postalCode === '') return {}
  const upper = country.toUpperCase()
  const filled = fits(upper, postalCode) === false ? withZeros(upper, postalCode, fits) : null
  // 8033 of München is an old code, and none of Saxony.
  const zeros = filled && isTownOf(upper, filled, city) !== false ? filled : null
  const code = zeros ?? postalCode
  const [town] = townsOf(upper, code, city)
  const region = state === '' ? stateOfCode(upper, code) : ''
  return {
    ...(zeros ? { postalCode: zeros } : {}),
    ...(town ? { city: town } : {}),
    ...(region ? { state: region } : {}),
  }
}

/** `1067` of Dresden as 01067: a spreadsheet leaves out what a number does not begin with. */
function withZeros(
  country: string,
  code: string,
  fits: (country: string, code: string) => boolean | null,
): string | null {
  if (!/^\d{2,8}$/.test(code)) return null
  return [`0${code}`, `00${code}`].find((one) => fits(country, one) === true) ?? null
}
