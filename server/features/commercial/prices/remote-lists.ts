// Not the package's main file: that one reads the names in every language of the world.
import countries from 'i18n-iso-countries/index.js'
import { sql } from 'kysely'
import { REMOTE_ROWS_MAX, type remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import type { remotePostcodes } from '#contracts/commercial/prices/remote-postcodes.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import {
  isBackwards,
  normalisePostcode,
  readRange,
  remoteIndex,
} from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { readSheet, SheetError } from '#server/kit/sheets/sheets.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

interface Place {
  country: string
  from: string | null
  to: string | null
}

function placeIssue({ country, from, to }: Place): [path: string, code: ErrorCode] | null {
  if (!from && to) return ['valueFrom', 'remoteList.noStart']
  if (from && normalisePostcode(from, country) === '') return ['valueFrom', 'remoteList.postcode']
  if (to && normalisePostcode(to, country) === '') return ['valueTo', 'remoteList.postcode']
  return from && to && isBackwards(readRange(country, from, to))
    ? ['valueTo', 'remoteList.backwards']
    : null
}

/** A line means some postcodes, on some days; a change makes what was read of the list outdated. */
export const remotePostcodeHooks: Hooks<typeof remotePostcodes> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issue = placeIssue({
      country: row.country ?? '',
      from: row.valueFrom ?? null,
      to: row.valueTo ?? null,
    })
    if (issue) failFields([{ path: issue[0], code: issue[1] }])
    if (row.validFrom && row.validTo && row.validTo < row.validFrom)
      failFields([{ path: 'validTo', code: 'surcharge.neverDates' }])
  },
  afterSave: async (tx, row, before) => {
    for (const id of new Set([row.listId, before?.listId])) if (id) await touchList(tx, id)
  },
  beforeDelete: async (tx, row) => touchList(tx, row.listId ?? ''),
}

async function touchList(tx: Tx, id: string): Promise<void> {
  await sql`update remote_list as l set version = version + 1
    where ${tx.rows('remoteList').where('l')} and l.id = ${id}`.execute(tx.db)
}

type Answer = Out<typeof remoteSheets.importPostcodes>
interface Line extends Place {
  row: number
}

/** Replaces a list from a day on by what a file has. */
export async function importRemote(
  ctx: Ctx,
  input: In<typeof remoteSheets.importPostcodes>,
): Promise<Answer> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const id = idText.safeParse(input.id ?? file.fields.id ?? '')
  if (!id.success) failFields([{ path: 'id', code: 'field.required' }])
  const day = input.validFrom ?? file.fields.validFrom ?? (await businessDay(ctx))
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    failFields([{ path: 'validFrom', code: 'field.date' }])
  const trial = (input.dryRun ?? file.fields.dryRun) === 'true'
  const { lines, errors } = await readLines(ctx, file)
  return (trial ? dryRun : inTx)(ctx, async (tx): Promise<Answer> => {
    const list = await sql`select 1 from remote_list as l
      where ${tx.rows('remoteList').where('l')} and l.id = ${id.data} for update`.execute(tx.db)
    if (list.rows.length === 0) failMissing()
    const later = await sql`select 1 from ${tx.rows('remotePostcode').as('e')}
      where e.list_id = ${id.data} and e.valid_from > ${day}::date limit 1`.execute(tx.db)
    if (later.rows.length > 0) failFields([{ path: 'validFrom', code: 'remoteList.later' }])
    const figures =
      errors.length > 0 ? { added: 0, ended: 0, same: 0 } : await replace(tx, id.data, day, lines)
    return {
      dryRun: trial,
      validFrom: day,
      rows: lines.length,
      ...figures,
      errors: errors.toSorted((a, b) => a.row - b.row).slice(0, ERRORS_SHOWN),
    }
  })
}

const ERRORS_SHOWN = 500

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))

const refusal = (
  ctx: Ctx,
  row: number,
  column: string,
  code: ErrorCode,
  value: string,
): Answer['errors'][number] => ({
  row,
  column,
  code,
  message: translateError(ctx.lang, code, { value }),
})

/** Country, first and last postcode; without a last one a single code or a beginning of codes. */
async function readLines(
  ctx: Ctx,
  file: { bytes: Uint8Array; name: string },
): Promise<{ lines: Line[]; errors: Answer['errors'] }> {
  const lines: Line[] = []
  const errors: Answer['errors'] = []
  const seen = new Set<string>()
  let header = true
  for await (const batch of readSheet(file.bytes, file.name, { rows: REMOTE_ROWS_MAX }))
    for (const { row, cells } of batch) {
      const [country = '', from = '', to = ''] = cells.map((cell) => cell.trim())
      if (header) {
        header = false
        // A file without titles begins with its first line.
        if (!/^[A-Za-z]{2}$/.test(country)) continue
      }
      if (country === '' && from === '' && to === '') continue
      const code = country.toUpperCase()
      const line = { row, country: code, from: from || null, to: to && to !== from ? to : null }
      const issue: [string, ErrorCode] | null = COUNTRIES.has(code)
        ? placeIssue(line)
        : ['country', 'country.unknown']
      const key = keyOf(line)
      if (issue)
        errors.push(
          refusal(ctx, row, issue[0], issue[1], issue[0] === 'country' ? country : to || from),
        )
      else if (seen.has(key)) errors.push(refusal(ctx, row, 'valueFrom', 'remoteList.twice', from))
      else lines.push(line)
      seen.add(key)
    }
  if (lines.length + errors.length === 0) throw new SheetError('sheet.empty')
  return { lines, errors }
}

const keyOf = ({ country, from, to }: Place) =>
  [country, ...[from, to].map((one) => (one ? normalisePostcode(one, country) : ''))].join('/')

interface Stored extends Place {
  id: string
}

async function replace(
  tx: Tx,
  id: string,
  day: string,
  lines: readonly Line[],
): Promise<Pick<Answer, 'added' | 'ended' | 'same'>> {
  const there = (
    await sql<Stored>`select e.id, e.country, e.value_from as "from", e.value_to as "to"
      from ${tx.rows('remotePostcode').as('e')}
      where e.list_id = ${id} and (e.valid_to is null or e.valid_to >= ${day}::date)
      order by e.id`.execute(tx.db)
  ).rows
  const known = new Map(there.map((one) => [keyOf(one), one]))
  const wanted = new Set(lines.map(keyOf))
  const added = lines.filter((line) => !known.has(keyOf(line)))
  const gone = there.filter((one) => !wanted.has(keyOf(one))).map((one) => one.id)
  const figures = { added: added.length, ended: gone.length, same: lines.length - added.length }
  if (added.length + gone.length === 0) return figures
  // What would have begun that very day was never asked.
  await sql`delete from remote_postcode as e where ${tx.rows('remotePostcode').where('e')}
    and e.id = any(${gone}::bigint[]) and e.valid_from = ${day}::date`.execute(tx.db)
  await changeMany(
    tx,
    'remotePostcode',
    gone,
    { validTo: sql`${day}::date - 1` },
    // Noted once for the list.
    { unlogged: 'all' },
  )
  await sql`insert into remote_postcode (tenant_id, list_id, country, value_from, value_to,
      valid_from, create_by)
    select ${tx.principal.tenantId}, ${id}, r.c, r.f, r.t, ${day}::date, ${tx.principal.username}
    from json_to_recordset(${JSON.stringify(
      added.map(({ country: c, from: f, to: t }) => ({ c, f, t })),
    )}::json) as r(c text, f text, t text)`.execute(tx.db)
  await touchList(tx, id)
  await tx.audit('remote_list', id, 'edit', null, { validFrom: day, ...figures })
  return figures
}

interface Entry {
  country: string
  from: string | null
  to: string | null
  validFrom: string | null
  validTo: string | null
}

export async function findRemote(
  ctx: Ctx,
  { id, country, postalCode, date }: In<typeof remoteSheets.find>,
): Promise<Out<typeof remoteSheets.find>> {
  const list = await sql`select 1 from ${ctx.rows('remoteList').as('l')}
    where l.id = ${id}`.execute(ctx.db)
  if (list.rows.length === 0) fail('row.missing')
  const code = country.toUpperCase()
  const entries = await sql<Entry>`select e.country, e.value_from as "from",
      e.value_to as "to", e.valid_from, e.valid_to
    from ${ctx.rows('remotePostcode').as('e')} where e.list_id = ${id} and e.country = ${code}
    order by e.id`.execute(ctx.db)
  const found = remoteIndex(entries.rows)(
    { country: code, postalCode: postalCode ?? '' },
    date ?? (await businessDay(ctx)),
  )
  if (!found) return { found: null }
  const { from, to, validFrom, validTo } = found
  return { found: { from, to, validFrom, validTo } }
}
