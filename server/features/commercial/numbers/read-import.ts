import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { NumberImport, poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate, translateError } from '#server/kit/http/texts.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'

const SHOWN = 200
const PART = 2_000

interface Row {
  id: string
  poolId: string
  poolCode: string
  fileName: string
  dryRun: boolean
  whole: boolean
  status: NumberImport['status']
  total: number
  done: number
  accepted: number
  refused: number
  takenAs: string | null
  failure: string | null
  failureData: Record<string, unknown> | null
  createBy: string | null
  createTime: string
  finishedAt: string | null
}
const columns = sql`i.id, i.pool_id, p.code as pool_code, i.file_name, i.dry_run, i.whole, i.status,
  i.total, i.done, i.accepted, i.refused,
  (select t.id from number_import t where t.tenant_id = i.tenant_id and t.dry_run_id = i.id)
    as taken_as,
  i.failure, i.failure_data, i.create_by, i.create_time, i.finished_at`

const stateOf = (ctx: Ctx, { failure, failureData, ...row }: Row): NumberImport => ({
  ...row,
  failure: failure
    ? { code: failure, message: translateError(ctx.lang, failure, failureData ?? {}) }
    : null,
})

export async function listImports(
  ctx: Ctx,
  { poolId, pageNo, pageSize }: In<typeof poolNumbers.imports>,
): Promise<Out<typeof poolNumbers.imports>> {
  const found = await sql<Row & { allRows: number }>`select ${columns},
      count(*) over ()::int as all_rows
    from ${ctx.rows('numberImport').as('i')}
      join ${ctx.rows('numberPool').as('p')} on p.id = i.pool_id
    where (${poolId ?? null}::bigint is null or i.pool_id = ${poolId ?? null}::bigint)
    order by i.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const total = found.rows[0]?.allRows ?? 0
  return {
    records: found.rows.map(({ allRows: _, ...row }) => stateOf(ctx, row)),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
    capped: false,
  }
}

interface StoredError {
  id: string
  row: number
  column: 'number' | 'thirdId' | 'thirdMark'
  value: string | null
  code: string
  data: Record<string, unknown> | null
}

async function errorsOf(
  ctx: Ctx,
  importId: string,
  after: string,
  limit: number,
): Promise<StoredError[]> {
  const found = await sql<StoredError>`select e.id, e.row_no as row, e.column_name as column,
      e.cell as value, e.code, e.data
    from ${ctx.rows('numberImportError').as('e')}
    where e.import_id = ${importId} and e.id > ${after} order by e.id limit ${limit}`.execute(
    ctx.db,
  )
  return found.rows
}

export async function readImport(
  ctx: Ctx,
  { id }: In<typeof poolNumbers.importById>,
): Promise<Out<typeof poolNumbers.importById>> {
  const found = await sql<Row>`select ${columns} from ${ctx.rows('numberImport').as('i')}
      join ${ctx.rows('numberPool').as('p')} on p.id = i.pool_id
    where i.id = ${id}`.execute(ctx.db)
  const errors = await errorsOf(ctx, id, '0', SHOWN)
  return {
    ...stateOf(ctx, found.rows[0] ?? failMissing()),
    errors: errors.map(({ row, column, value, code, data }) => ({
      row,
      column,
      value,
      code,
      message: translateError(ctx.lang, code, data ?? {}),
    })),
  }
}

/** The refused rows with their reasons, as a sheet. */
export async function exportErrors(
  ctx: Ctx,
  { id, exportFormat }: In<typeof poolNumbers.exportErrors>,
): Promise<FileReply> {
  const { poolCode } = await readImport(ctx, { id })
  const t = (key: string) => translate(ctx.lang, 'numbers', key)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after = '0'; ;) {
      const part = await errorsOf(ctx, id, after, PART)
      for (const { row, column, value, code, data } of part)
        yield [row, t(`file.${column}`), value, translateError(ctx.lang, code, data ?? {})]
      if (part.length < PART) return
      after = part.at(-1)!.id
    }
  }
  return sheetReply(
    `${poolCode}-${t('import.errors')}`,
    {
      columns: [
        { title: t('file.row'), width: 10 },
        { title: t('file.column'), width: 14 },
        { title: t('file.value'), width: 30 },
        { title: t('file.reason'), width: 60 },
      ],
      rows: rows(),
    },
    exportFormat,
  )
}
