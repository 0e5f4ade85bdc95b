import { sql } from 'kysely'
import {
  FUEL_LINES_MAX,
  type fuelPaste,
  type fuelRates,
} from '#contracts/commercial/prices/fuel-rates.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { parseDecimal } from '#contracts/kit/units.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { failFields, type ErrorCode } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
const MAX_BP = 100_000

async function thisMonth(tx: Tx): Promise<string> {
  const found = await sql<{ month: string }>`select to_char(now() at time zone 'UTC', 'YYYY-MM')
    as month`.execute(tx.db)
  return found.rows[0]!.month
}

/** A month occurs once; what a month that is over had is kept: orders were priced by it. */
export const fuelRateHooks: Hooks<typeof fuelRates> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    if (!MONTH.test(row.month ?? '')) failFields([{ path: 'month', code: 'fuelRate.month' }])
    if (before) await requireOpen(tx, before.month ?? '')
    const twice = await sql`select 1 from ${tx.rows('fuelRate').as('r')}
      where r.index_id = ${row.indexId} and r.month = ${row.month}
        and r.id <> ${before?.id ?? '0'}`.execute(tx.db)
    if (twice.rows.length > 0)
      failFields([{ path: 'month', code: 'fuelRate.twice', data: { month: row.month } }])
  },
  beforeDelete: async (tx, row) => requireOpen(tx, row.month ?? ''),
}

async function requireOpen(tx: Tx, month: string): Promise<void> {
  if (month < (await thisMonth(tx)))
    failFields([{ path: 'month', code: 'fuelRate.over', data: { month } }])
}

type Answer = Out<typeof fuelPaste.paste>
interface Line {
  row: number
  month: string
  rateBp: number
}

/** Months and rates as copied from a sheet or a supplier's page; all of them, or none. */
export async function pasteFuel(ctx: Ctx, input: In<typeof fuelPaste.paste>): Promise<Answer> {
  const { indexId } = input
  return (input.dryRun ? dryRun : inTx)(ctx, async (tx): Promise<Answer> => {
    const index = await sql`select 1 from fuel_index as i where ${tx.rows('fuelIndex').where('i')}
      and i.id = ${indexId} for no key update`.execute(tx.db)
    if (index.rows.length === 0) failFields([{ path: 'indexId', code: 'field.ref' }])
    const { lines, errors } = readLines(tx, input.text)
    const current = await thisMonth(tx)
    const known = new Map(
      (
        await sql<{ month: string; rateBp: number }>`select r.month, r.rate_bp
          from ${tx.rows('fuelRate').as('r')} where r.index_id = ${indexId}`.execute(tx.db)
      ).rows.map(({ month, rateBp }) => [month, rateBp]),
    )
    const months = lines.map((line) => ({ ...line, before: known.get(line.month) ?? null }))
    const changed = months.filter(({ before, rateBp }) => before !== null && before !== rateBp)
    const added = months.filter(({ before }) => before === null)
    for (const { row, month } of changed)
      if (month < current) errors.push(refusal(tx, row, 'fuelRate.over', { month }))
    const answer: Answer = {
      dryRun: input.dryRun,
      added: added.length,
      changed: changed.length,
      same: months.length - added.length - changed.length,
      months,
      errors: errors.toSorted((a, b) => a.row - b.row),
    }
    if (errors.length === 0 && months.length > 0) await write(tx, indexId, [...added, ...changed])
    return answer
  })
}

async function write(
  tx: Tx,
  indexId: string,
  months: readonly (Line & { before: number | null })[],
): Promise<void> {
  const stored = await sql<{ id: string; month: string }>`insert into fuel_rate (tenant_id,
      index_id, month, rate_bp, create_by)
    select ${tx.principal.tenantId}, ${indexId}, r.month, r."rateBp", ${tx.principal.username}
    from json_to_recordset(${JSON.stringify(months)}::json) as r(month text, "rateBp" int)
    on conflict (tenant_id, index_id, month) do update set rate_bp = excluded.rate_bp,
      version = fuel_rate.version + 1, update_by = excluded.create_by, update_time = now()
    returning id, month`.execute(tx.db)
  const ids = new Map(stored.rows.map(({ id, month }) => [month, id]))
  for (const action of ['add', 'edit'] as const)
    await tx.auditMany(
      'fuel_rate',
      action,
      months
        .filter(({ before }) => (before === null) === (action === 'add'))
        .map(({ month, rateBp, before }) => ({
          id: ids.get(month)!,
          before: before === null ? null : { rateBp: before },
          after: before === null ? { indexId, month, rateBp } : { rateBp },
        })),
    )
}

const refusal = (
  tx: Tx,
  row: number,
  code: ErrorCode,
  data: Record<string, unknown> = {},
): Answer['errors'][number] => ({ row, code, message: translateError(tx.lang, code, data) })

function readLines(tx: Tx, text: string): { lines: Line[]; errors: Answer['errors'] } {
  const lines: Line[] = []
  const errors: Answer['errors'] = []
  const seen = new Set<string>()
  for (const [at, raw] of text.split(/\r?\n/).entries()) {
    const row = at + 1
    if (raw.trim() === '') continue
    if (lines.length + errors.length >= FUEL_LINES_MAX) {
      errors.push(refusal(tx, row, 'fuelRate.tooMany', { max: FUEL_LINES_MAX }))
      break
    }
    const found = lineOf(raw)
    if (typeof found === 'string') errors.push(refusal(tx, row, found, { value: raw.trim() }))
    else if (seen.has(found.month))
      errors.push(refusal(tx, row, 'fuelRate.twice', { month: found.month }))
    else {
      seen.add(found.month)
      lines.push({ row, ...found })
    }
  }
  return { lines, errors }
}

/** `2026-12 21.5`, `2026/12;21,5 %`, `12/2026 21.5`, `2026年12月 21.5%`. */
function lineOf(raw: string): Omit<Line, 'row'> | 'fuelRate.line' | 'fuelRate.rate' {
  const text = raw.normalize('NFKC').trim()
  const parts =
    /^(\d{4})\s{0,9}[-/.年]\s{0,9}(\d{1,2})月?(?:[-/.]\d{1,2})?[\s;:,，]+([^\s;:,，].*)$/.exec(
      text,
    ) ?? /^(\d{1,2})\s{0,9}[-/.]\s{0,9}(\d{4})[\s;:,，]+([^\s;:,，].*)$/.exec(text)
  if (!parts) return 'fuelRate.line'
  const [, a = '', b = '', rest = ''] = parts
  const month = a.length === 4 ? `${a}-${b.padStart(2, '0')}` : `${b}-${a.padStart(2, '0')}`
  if (!MONTH.test(month)) return 'fuelRate.line'
  const rateBp = parseDecimal(rest.replace(/%\s*$/, '').trim().replace(',', '.'), 2)
  if (rateBp === null || rateBp < 0n || rateBp > BigInt(MAX_BP)) return 'fuelRate.rate'
  return { month, rateBp: Number(rateBp) }
}
