import { isAccountField } from '#contracts/kit/names.ts'
import type { Ctx } from '../access/ctx.ts'
import { perApp } from '../runtime/deps.ts'
import { translate } from './texts.ts'

type Names = Readonly<Record<string, string>>
/** What the users behind these accounts are called, for this caller; unknown ones are left out. */
type NameReader = (ctx: Ctx, accounts: readonly string[]) => Promise<Names>

/** Empty until `app.ts` gives the reader. */
export const accountNames = perApp<NameReader>(() => () => Promise.resolve({}))

const ACCOUNTS_MAX = 1_000

/** The names of those who made or changed the rows of an answer; undefined where there are none. */
export async function namesIn(ctx: Ctx, result: unknown): Promise<Names | undefined> {
  const accounts = new Set<string>()
  collect(result, '', accounts)
  if (accounts.size === 0) return undefined
  const names = await accountNames.of(ctx.deps)(ctx, [...accounts])
  return Object.keys(names).length > 0 ? names : undefined
}

const isAccount = (field: string, value: string): boolean => value !== '' && isAccountField(field)

/** Accounts of rows and of rows within them; an element of a list is called as the list is. */
function collect(value: unknown, field: string, accounts: Set<string>): void {
  if (accounts.size >= ACCOUNTS_MAX) return
  if (typeof value === 'string') {
    if (isAccount(field, value)) accounts.add(value)
  } else if (Array.isArray(value)) for (const one of value) collect(one, field, accounts)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, name, accounts)
}

/** Rows of a file with the names of those who made or changed them; unknown accounts stay, but for customers. */
export async function withNames<R extends object>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const names = (await namesIn(ctx, rows)) ?? {}
  const other = ctx.principal.customerId === null ? null : translate(ctx.lang, 'logs', 'byStaff')
  return rows.map((row) => {
    const named = accountsOf(row).flatMap(([field, account]) => {
      const name = names[account] ?? other
      return name ? [[field, name]] : []
    })
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
  const seen = (value: unknown, field: string): unknown => {
    if (typeof value === 'string')
      return isAccount(field, value) && known[value] === undefined
        ? (names?.[value] ?? staff)
        : value
    if (Array.isArray(value)) return value.map((one) => seen(one, field))
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, seen(one, name)]))
  }
  return { result: seen(result, '') as R, names: own.length > 0 ? known : undefined }
}

/** Fields of a row with the accounts they hold. */
function accountsOf(row: unknown): [field: string, account: string][] {
  if (typeof row !== 'object' || row === null) return []
  return Object.entries(row).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && isAccount(one[0], one[1]),
  )
}
