import type { Ctx } from '../access/ctx.ts'
import { perApp } from '../runtime/deps.ts'

type Names = Readonly<Record<string, string>>
/** What the users behind these accounts are called, for this caller; unknown ones are left out. */
type NameReader = (ctx: Ctx, accounts: readonly string[]) => Promise<Names>

/** Empty until `app.ts` gives the reader. */
export const accountNames = perApp<NameReader>(() => () => Promise.resolve({}))

/** Where rows carry the account of the user who acted. */
const FIELDS = [
  'createBy',
  'updateBy',
  'confirmBy',
  'cancelBy',
  'closedBy',
  'decidedBy',
  'countedBy',
  'approvedBy',
] as const
const ROWS = 1_000

/** The names of those who made or changed the rows of an answer; undefined where there are none. */
export async function namesIn(ctx: Ctx, result: unknown): Promise<Names | undefined> {
  const accounts = new Set<string>()
  for (const row of rowsOf(result).slice(0, ROWS))
    if (typeof row === 'object' && row !== null)
      for (const field of FIELDS) {
        const account: unknown = (row as Record<string, unknown>)[field]
        if (typeof account === 'string' && account !== '') accounts.add(account)
      }
  if (accounts.size === 0) return undefined
  const names = await accountNames.of(ctx.deps)(ctx, [...accounts])
  return Object.keys(names).length > 0 ? names : undefined
}

/** Rows of a file with the names of those who made or changed them; unknown accounts stay. */
export async function withNames<R extends object>(ctx: Ctx, rows: readonly R[]): Promise<R[]> {
  const names = (await namesIn(ctx, rows)) ?? {}
  return rows.map((row) => {
    const named = FIELDS.flatMap((field) => {
      const account: unknown = (row as Record<string, unknown>)[field]
      return typeof account === 'string' && names[account] ? [[field, names[account]]] : []
    })
    return named.length > 0 ? { ...row, ...(Object.fromEntries(named) as Partial<R>) } : row
  })
}

function rowsOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result
  if (typeof result !== 'object' || result === null) return []
  const { records } = result as { records?: unknown }
  return Array.isArray(records) ? records : [result]
}
