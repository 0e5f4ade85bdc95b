import { isId } from '#contracts/kit/envelope.ts'
import { permsFor } from '#contracts/kit/crud.ts'
import { sql } from 'kysely'
import { isCrud, type Crud } from '#contracts/kit/crud.ts'
import type { Ctx } from '../access/ctx.ts'
import { translate } from '../http/texts.ts'
import { registered } from './registry.ts'
import { labelOf, refTarget, tableKey, type RefTarget } from './resource-rows.ts'

/** A line of the operation log: the path of its call, and what it was asked. */
export interface NotedCall {
  content: string
  param: string | null
}
interface Known {
  text: string
  of: Crud | null
  /** What the call names: ids to look up, or a label it carries itself. */
  ids: readonly string[]
  label: string | null
  count: number
}

/** What calls did, in words: "Confirm orders: PY0001 and 19 more". In the lines' order. */
export async function operationTexts(ctx: Ctx, calls: readonly NotedCall[]): Promise<string[]> {
  const lines = calls.map((call) => known(ctx, call))
  const names = await labels(ctx, lines)
  return lines.map(({ text, of, ids, label, count }) => {
    const name = label ?? ids.map((id) => names.get(`${of?.name}:${id}`)).find(Boolean)
    if (name && count > 1) return say(ctx, 'ofMany', { text, name, count })
    if (name) return say(ctx, 'of', { text, name })
    return count > 1 ? say(ctx, 'count', { text, count }) : text
  })
}

/** Paths of the calls whose words hold a text, for a search. */
export function operationsNamed(ctx: Ctx, text: string, paths: readonly string[]): string[] {
  const wanted = text.toLowerCase()
  return paths.filter((path) => wordsOf(ctx, path).toLowerCase().includes(wanted))
}

/**
 * What a call is called, whatever it was asked. Guarded by a test over all calls that are noted.
 */
export function wordsOf(ctx: Pick<Ctx, 'lang'>, path: string): string {
  const own = translate(ctx.lang, 'operations', path)
  if (own !== path) return own
  const of = entityAt(path)
  const verb = `verb.${path.slice(path.lastIndexOf('/') + 1)}`
  const text = translate(ctx.lang, 'operations', verb)
  if (!of || text === verb) return path
  const what = translate(ctx.lang, of.name, 'title')
  return translate(ctx.lang, 'operations', verb, { what })
}

const say = (ctx: Ctx, key: string, data: Record<string, unknown>) =>
  translate(ctx.lang, 'operations', key, data)

function entityAt(path: string): Crud | null {
  const under = registered().filter(
    (of): of is Crud => isCrud(of) && path.startsWith(`${of.path}/`),
  )
  return under.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
}

function known(ctx: Ctx, { content, param }: NotedCall): Known {
  const of = entityAt(content)
  const asked = fieldsOf(param)
  const ids = idsOf(asked)
  const label = (of ? asked[of.label] : null) ?? asked.no
  const more = /^… (\d+)$/.exec(ids.at(-1) ?? '')?.[1]
  return {
    text: wordsOf(ctx, content),
    of,
    ids: ids.filter((id) => isId(id)),
    label: typeof label === 'string' && label !== '' ? label : null,
    count: more ? ids.length - 1 + Number(more) : ids.length,
  }
}

function fieldsOf(param: string | null): Record<string, unknown> {
  try {
    const asked: unknown = JSON.parse(param ?? '{}')
    return typeof asked === 'object' && asked !== null ? { ...asked } : {}
  } catch {
    // Cut where it was too long to keep.
    return {}
  }
}
function idsOf({ id, ids }: Record<string, unknown>): string[] {
  const given = ids ?? id
  if (Array.isArray(given)) return given.map(String)
  return typeof given === 'string' && given !== '' ? given.split(',') : []
}

/** Labels of the rows that are named, by entity and id; one query for each entity. */
async function labels(ctx: Ctx, lines: readonly Known[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const wanted = lines.filter(({ of, ids, label }) => of && ids.length > 0 && label === null)
  for (const [of, group] of Map.groupBy(wanted, (line) => line.of)) {
    const target = of && permsFor(of, 'list').some(ctx.holds) ? refTarget(of.name) : null
    if (!of || !target) continue
    const ids = [...new Set(group.flatMap((line) => line.ids))]
    for (const { id, label } of await rowsNamed(ctx, target, ids))
      if (label) found.set(`${of.name}:${id}`, label)
  }
  return found
}

/** The log is read when something is broken, too: then a line has no name. */
async function rowsNamed(
  ctx: Ctx,
  target: RefTarget,
  ids: readonly string[],
): Promise<readonly { id: string; label: string | null }[]> {
  const label = labelOf(target, 't', ctx.lang)
  try {
    const found = await sql<{
      id: string
      label: string | null
    }>`select t.id::text as id, ${label}::text as label
      from ${ctx.rows(tableKey(target.table)).as('t')} where t.id = any(${ids}::bigint[])`.execute(
      ctx.db,
    )
    return found.rows
  } catch (error) {
    ctx.log.warn({ err: error, table: target.table }, 'operation log: no names')
    return []
  }
}
