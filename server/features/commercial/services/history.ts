import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { entities } from '#contracts/catalogue.ts'
import type { serviceDesk } from '#contracts/commercial/services.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { percentText } from '#contracts/kit/percent.ts'
import { isId } from '#contracts/kit/envelope.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  mayReadPast,
  recordNames,
  shownValues,
  visibleContent,
} from '#server/features/platform/logs/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { linesAbout, type Line } from './history-lines.ts'

type Answer = Out<typeof serviceDesk.history>
type Fields = Answer['lines'][number]['fields']
const PAGE = 50
/** Keys, and what follows from another field. */
const HIDDEN =
  /^(id|tenantId|version|count|createTime|createBy|updateTime|updateBy|serviceId|feeId|partitionId|feeVersionId)$|_dictText$/

/** Every change of a service and its parts, field by field, and what is scheduled. */
export async function serviceHistory(
  ctx: Ctx,
  { id, before }: In<typeof serviceDesk.history>,
): Promise<Answer> {
  const known = await sql`select 1 from ${ctx.rows('deliveryService').as('s')}
    where s.id = ${id}`.execute(ctx.db)
  if (known.rows.length === 0) failMissing()
  const found = await linesAbout(ctx, id, { before: before ?? null, limit: PAGE + 1 })
  const lines = found.slice(0, PAGE)
  const names = await recordNames(ctx, lines)
  const texts = await dictTexts(ctx)
  const customers = await customerNames(ctx, lines)
  const today = nowIso()
  return {
    upcoming: mayReadPast(ctx, 'fee') ? await upcoming(ctx, id) : [],
    lines: lines.map((line, at) => ({
      id: line.id,
      at: line.at,
      who:
        line.byPlatform && ctx.principal.dataScope !== 'platform'
          ? translate(ctx.lang, 'logs', 'byPlatform')
          : (line.whoName ?? line.who),
      part: partName(ctx, line.dataTable),
      name: names[at] ?? null,
      action: line.action,
      from: startOf(line, today),
      fields: fieldsOf(ctx, line, texts, customers),
    })),
    more: found.length > PAGE,
  }
}

function partName(ctx: Ctx, table: string): string {
  const of = entities.find((one) => one.table === table)
  return of ? translate(ctx.lang, of.name, 'one') : table
}

/** A change that begins later than now: its first moment. */
function startOf({ diff }: Line, now: string): string | null {
  const from: unknown = diff.validFrom?.[1]
  return typeof from === 'string' && from > now.slice(0, from.length) ? from : null
}

function fieldsOf(
  ctx: Ctx,
  line: Line,
  texts: Awaited<ReturnType<typeof dictTexts>>,
  customers: ReadonlyMap<string, string>,
): Fields {
  const of = entities.find((one) => one.table === line.dataTable)
  const seen = visibleContent(ctx, line.dataTable, line.diff)
  const shown = shownValues(texts, line.dataTable, seen) as Record<string, readonly unknown[]>
  return Object.entries(shown).flatMap(([name, [old, now]]): Fields => {
    if (HIDDEN.test(name)) return []
    if (name === 'prices') return pricesOf(old, now)
    const spec = of && Object.hasOwn(of.fields, name) ? of.fields[name] : undefined
    const label =
      of && spec
        ? translateLabel(ctx.lang, of.name, name)
        : OWN.has(name)
          ? translate(ctx.lang, 'services', `history.${name}`)
          : name
    const [oldText, nowText] = shown[`${name}_dictText`] ?? []
    const read = (value: unknown, text: unknown): string | null => {
      if (value === null || value === undefined || value === '') return null
      if (spec?.dict) return texts(spec.dict, String(value)) || String(value)
      if (typeof text === 'string' && text !== '') return text
      if (spec?.percent) return rateText(value)
      if (typeof value === 'boolean') return translate(ctx.lang, 'services', `bool.${value}`)
      if (Array.isArray(value))
        return value.map((one) => customers.get(String(one)) ?? String(one)).join(', ') || null
      return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
    }
    const [a, b] = [read(old, oldText), read(now, nowText)]
    return a === b ? [] : [{ label, before: a, after: b }]
  })
}
const rateText = (value: unknown): string =>
  Number.isFinite(Number(value)) ? `${percentText(Number(value))} %` : String(value)
const OWN: ReadonlySet<string> = new Set(['customers', 'restricted', 'copyOf', 'prices', 'from'])

/** Changed prices, cell by cell. */
function pricesOf(old: unknown, now: unknown): Fields {
  const side = (value: unknown) => (value ?? {}) as Record<string, string | null>
  const [a, b] = [side(old), side(now)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].map((label) => ({
    label,
    before: a[label] ?? null,
    after: b[label] ?? null,
  }))
}

async function customerNames(ctx: Ctx, lines: readonly Line[]): Promise<Map<string, string>> {
  const ids = lines
    .flatMap(({ diff }) => (diff.customers ?? []) as unknown[])
    .flatMap((side) => (Array.isArray(side) ? side.map(String) : []))
    .filter((one) => isId(one))
  const found = await sql<{ id: string; name: string }>`select c.id, c.name
    from ${ctx.rows('customer').as('c')}
    where c.id = any(${[...new Set(ids)]}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

/** Versions of prices, surcharges and rows of zones that begin later than now. */
async function upcoming(ctx: Ctx, serviceId: string): Promise<Answer['upcoming']> {
  const found = await sql<{ kind: string; name: string; no: number | null; from: string }>`
    select 'version' as kind, ${nameIn(ctx.lang, 'f.name')} as name, v.version_no as no,
      v.valid_from::text as from
    from ${ctx.rows('feeVersion').as('v')} join ${ctx.rows('fee').as('f')} on f.id = v.fee_id
    where v.valid_from > now() and (f.service_id = ${serviceId}
      or exists (select 1 from ${ctx.rows('deliveryService').as('s')}
        where s.id = ${serviceId} and s.fee_id = f.id))
    union all
    select 'zone', p.code || ' ' || c.country, null, c.valid_from::text
    from ${ctx.rows('partitionConfig').as('c')}
    join ${ctx.rows('deliveryPartition').as('p')} on p.id = c.partition_id
    where p.service_id = ${serviceId} and c.valid_from > ${await businessDay(ctx)}::date
    order by 4, 2 limit 50`.execute(ctx.db)
  return found.rows.map(({ kind, name, no, from }) => ({
    from: from.length > 10 ? new Date(from).toISOString() : from,
    text: translate(ctx.lang, 'services', `upcoming.${kind}`, { name, ...(no ? { no } : {}) }),
  }))
}
