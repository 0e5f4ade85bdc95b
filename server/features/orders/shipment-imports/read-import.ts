import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type {
  ImportError,
  ImportState,
  shipmentImports,
} from '#contracts/orders/imports/shipment-imports.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { tellable } from '#server/features/orders/shipments/index.ts'
import { hiddenData } from './hidden-cells.ts'
import { totalToWire, type StoredTotal } from './totals.ts'

const ERRORS_MAX = 2_000

interface Row {
  id: string
  fileName: string
  shipmentResource: string | null
  dryRun: boolean
  status: ImportState['status']
  total: number
  done: number
  accepted: number
  refused: number
  warned: number
  mended: number
  undoable: boolean
  takenAs: string | null
  dismissedAt: string | null
  dismissedBy: string | null
  totals: readonly StoredTotal[]
  failure: string | null
  failureData: Record<string, unknown> | null
  customerId: string
  customerName: string
  createBy: string | null
  createTime: string
  finishedAt: string | null
}

const columns = sql`i.id, i.file_name, i.shipment_resource, i.dry_run, i.status, i.total, i.done, i.accepted, i.refused,
  i.warned,
  (select count(*)::int from shipment_import_row r where r.tenant_id = i.tenant_id
    and r.import_id = i.id and r.ready and r.row_no = r.order_no and not i.dry_run) as mended,
  exists (select 1 from shipment_import_row r where r.tenant_id = i.tenant_id
    and r.import_id = i.id and r.replaced is not null) as undoable,
  (select t.id from shipment_import t
    where t.tenant_id = i.tenant_id and t.dry_run_id = i.id) as taken_as,
  i.dismissed_at, i.dismissed_by, i.totals, i.failure, i.failure_data, i.customer_id, i.create_by,
  i.create_time, i.finished_at,
  (select name from customer c
    where c.tenant_id = i.tenant_id and c.id = i.customer_id) as customer_name`

/** Where an import stands, with its refused cells in sheet order. */
export async function readImport(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Out<typeof shipmentImports.queryById>> {
  const row =
    (
      await sql<Row>`select ${columns} from ${ctx.rows('shipmentImport').as('i')} where i.id = ${id}`.execute(
        ctx.db,
      )
    ).rows[0] ?? failMissing()
  const errors = await errorsOf(ctx, id, { limit: ERRORS_MAX + 1 })
  return {
    ...stateOf(ctx, row),
    errors: errors.slice(0, ERRORS_MAX),
    warnings: await errorsOf(ctx, id, { limit: ERRORS_MAX, warning: true }),
    errorsCapped: errors.length > ERRORS_MAX,
  }
}

export async function errorsOf(
  ctx: Ctx,
  id: string,
  {
    limit = null,
    rows = null,
    warning = false,
  }: { limit?: number | null; rows?: readonly number[] | null; warning?: boolean },
): Promise<ImportError[]> {
  const found = await sql<{
    row: number
    reference: string | null
    column: string
    code: string
    data: Record<string, unknown> | null
    warning: boolean
  }>`select e.row_no as row, e.reference, e.column_name as column, e.code, e.data, e.warning
    from ${ctx.rows('shipmentImportError').as('e')} where e.import_id = ${id} and e.warning = ${warning}
      and (${rows}::int[] is null or e.row_no = any(${rows}::int[])) order by e.row_no,
      e.seq limit ${limit}`.execute(ctx.db)
  return found.rows.map((stored) => {
    const row = { ...stored, data: hiddenData(ctx, stored.column, stored.data) }
    const { data, ...error } = tellable(ctx, row)
    const value = typeof row.data?.cell === 'string' ? row.data.cell : null
    return { ...error, value, message: translateError(ctx.lang, error.code, data ?? {}) }
  })
}

type ImportQuery = In<typeof shipmentImports.list>
/** Whether an import, as `i`, is one a list query finds. */
export function importsFound(
  query: Pick<ImportQuery, 'unresolved' | 'createTime_begin' | 'createTime_end'>,
): RawBuilder<SqlBool> {
  const unresolved = sql<SqlBool>`(not i.dry_run and i.dismissed_at is null
    and (i.refused > 0 or i.status = 'failed'))`
  const filters = [
    ...(query.unresolved ? [sql<SqlBool>`${unresolved} = ${query.unresolved === 'true'}`] : []),
    ...(query.createTime_begin ? [sql<SqlBool>`i.create_time >= ${query.createTime_begin}`] : []),
    ...(query.createTime_end ? [sql<SqlBool>`i.create_time <= ${query.createTime_end}`] : []),
  ]
  return filters.length > 0 ? sql<SqlBool>`${sql.join(filters, sql` and `)}` : sql<SqlBool>`true`
}

export async function listImports(
  ctx: Ctx,
  { pageNo, pageSize, ...query }: ImportQuery,
): Promise<Out<typeof shipmentImports.list>> {
  const found = await sql<
    Row & { allRows: number }
  >`select ${columns}, count(*) over ()::int as all_rows
    from ${ctx.rows('shipmentImport').as('i')} where ${importsFound(query)} order by i.create_time desc,
      i.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = found.rows[0]?.allRows ?? 0
  return {
    records: found.rows.map((row) => stateOf(ctx, row)),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}

/** A file that cannot be read is no better the second time. */
export const isRetryable = (failure: string | null): boolean =>
  failure !== null && !/^(sheet|import)\./.test(failure)

/** Fields a failure is about, by their titles in the reader's language. */
const failureTexts = (
  ctx: Ctx,
  { fields, ...data }: Record<string, unknown>,
): Record<string, unknown> =>
  Array.isArray(fields)
    ? { ...data, columns: fields.map((field) => columnTitle(ctx, String(field))).join(', ') }
    : data

export const columnTitle = (ctx: Ctx, field: string): string =>
  translate(ctx.lang, 'shipment-imports', `column.${field}`)

function stateOf(
  ctx: Ctx,
  { failure, failureData, totals, customerName, ...row }: Row,
): ImportState {
  return {
    id: row.id,
    fileName: row.fileName,
    shipmentResource: row.shipmentResource ?? DEFAULT_KIND,
    dryRun: row.dryRun,
    status: row.status,
    total: row.total,
    done: row.done,
    accepted: row.accepted,
    refused: row.refused,
    warned: row.warned,
    mended: row.mended,
    undoable: row.undoable,
    takenAs: row.takenAs,
    dismissedAt: row.dismissedAt,
    dismissedBy: row.dismissedBy,
    totals: ctx.can(SEE_PRICES) ? totals.map(totalToWire) : [],
    failure: failure
      ? {
          code: failure,
          message: translateError(ctx.lang, failure, failureTexts(ctx, failureData ?? {})),
          retryable: isRetryable(failure),
        }
      : null,
    customerId: row.customerId,
    customerId_dictText: customerName,
    createBy: row.createBy,
    createTime: row.createTime,
    finishedAt: row.finishedAt,
  }
}
