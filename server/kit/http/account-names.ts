import { isAccountField } from '#contracts/kit/names.ts'
import type { Ctx } from '../access/ctx.ts'
import { perApp } from '../runtime/deps.ts'
import { translate } from './texts.ts'

type Names = Readonly<Record<string, string>>
/** What the users behind these accounts are called, for this caller; unknown ones are left out. */
type NameReader = (ctx: Ctx, accounts: readonly string[]) => Promise<Names>

/** Empty until `app.ts` gives the reader. */
export const accountNames = perApp<NameReader>(() => () => Promise.resolve({}))

const ROWS = 1_000

/** The names of those who made or changed the rows of an answer; undefined where there are none. */
export async function namesIn(ctx: Ctx, result: unknown): Promise<Names | undefined> {
  const accounts = new Set<string>()
  for (const row of rowsOf(result).slice(0, ROWS))
    for (const [, account] of accountsOf(row)) accounts.add(account)
  if (accounts.size === 0) return undefined
  const names = await accountNames.of(ctx.deps)(ctx, [...accounts])
  return Object.keys(names).length > 0 ? names : undefined
}

/** Rows of a file with the names of those who made or changed them; unknown accounts stay. */
export async function withNames<R extends object>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const names = (await namesIn(ctx, rows)) ?? {}
  return rows.map((row) => {
    const named = accountsOf(row).flatMap(([field, account]) =>
      names[account] ? [[field, names[account]]] : [],
    )
    return named.length > 0 ? { ...row, ...(Object.fromEntries(named) as Partial<R>) } : row
  })
}

/**
 * An answer as its caller sees it, with the names that go with it: a customer's users read that our
 * staff acted, and no account they could sign in by.
 */
export async function withSeenNames<R>(
  ctx: Ctx,
  result: R,
): Promise<{ result: R; names: Names | undefined }> {
  const names = await namesIn(ctx, result)
  if (ctx.principal.customerId === null || typeof result !== 'object' || result === null)
    return { result, names }
  const staff = translate(ctx.lang, 'logs', 'byStaff')
  const others = [staff, translate(ctx.lang, 'logs', 'byPlatform')]
  const own = Object.entries(names ?? {}).filter(([, name]) => !others.includes(name))
  const known = Object.fromEntries(own)
  const seen = (row: unknown): unknown => {
    const hidden = accountsOf(row).filter(([, account]) => known[account] === undefined)
    if (hidden.length === 0) return row
    const words = hidden.map(([field, account]) => [field, names?.[account] ?? staff])
    return { ...(row as object), ...Object.fromEntries(words) }
  }
  const rows = rowsOf(result).map(seen)
  const shown = Array.isArray(result)
    ? rows
    : rows.length === 1 && rowsOf(result)[0] === result
      ? rows[0]
      : { ...result, records: rows }
  return { result: shown as R, names: own.length > 0 ? known : undefined }
}

/** Fields of a row with the accounts they hold. */
function accountsOf(row: unknown): [field: string, account: string][] {
  if (typeof row !== 'object' || row === null) return []
  return Object.entries(row).filter(
    (one): one is [string, string] =>
      typeof one[1] === 'string' && one[1] !== '' && isAccountField(one[0]),
  )
}

function rowsOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result
  if (typeof result !== 'object' || result === null) return []
  const { records } = result as { records?: unknown }
  return Array.isArray(records) ? records : [result]
}
