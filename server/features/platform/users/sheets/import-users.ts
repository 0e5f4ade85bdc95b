import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import { users } from '#contracts/platform/people/users.calls.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import { Refusal, type RawIssue } from '#server/kit/http/errors.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { importSheet, type Cell, type SheetOutcome } from '#server/kit/sheets/sheet-import.ts'
import { insertUser } from '../save-user.ts'
import { manyIn, SHEET, type SheetField } from './sheet-columns.ts'

/** Each new person costs a hash of a password: more than these take longer than a request may. */
const IMPORT_MAX = 500

type CellTexts = ReadonlyMap<string, string | null>

/** Adds the people of a sheet, each checked as the form checks. */
export async function importUsers(
  ctx: Ctx,
  { dryRun }: In<typeof users.importExcel>,
): Promise<SheetOutcome> {
  return importSheet<SheetField>(ctx, {
    labels: 'users',
    columns: SHEET,
    required: ['username', 'realname'],
    max: IMPORT_MAX,
    dryRun: dryRun === 'true',
    begin: async (first) => {
      const known = await textsOf(first)
      return async (tx, cell) => {
        const issues = await importUser(tx, known, cell).catch((error: unknown) => {
          if (!(error instanceof Refusal) || error.issues.length === 0) throw error
          return error.issues
        })
        return issues.map((issue) => ({ ...issue, path: COLUMNS[issue.path] ?? issue.path }))
      }
    },
  })
}

/** Columns whose field in the form has another name. */
const COLUMNS: Record<string, SheetField> = {
  selectedroles: 'roles',
  selecteddeparts: 'departs',
  depotIds: 'depots',
}

/** Answers what the form would refuse. */
async function importUser(
  tx: Tx,
  known: Record<'departs' | 'roles' | 'post' | 'depots' | 'customers' | 'sex', CellTexts>,
  cell: Cell<SheetField>,
): Promise<RawIssue[]> {
  const issues: RawIssue[] = []
  const find = (words: CellTexts, path: string, text: string): string[] =>
    manyIn(text).flatMap((word) => {
      const id = words.get(word.toLowerCase())
      if (id) return [id]
      issues.push({
        path,
        code: id === null ? 'field.ambiguous' : 'user.unknownWord',
        data: { word },
      })
      return []
    })
  const draft = {
    username: cell('username'),
    realname: cell('realname'),
    workNo: cell('workNo'),
    birthday: cell('birthday'),
    phone: cell('phone'),
    email: cell('email'),
    telephone: cell('telephone'),
    sex: find(known.sex, 'sex', cell('sex'))[0] ?? null,
    customerId: find(known.customers, 'customerId', cell('customerId'))[0] ?? null,
    selecteddeparts: find(known.departs, 'selecteddeparts', cell('departs')),
    selectedroles: find(known.roles, 'selectedroles', cell('roles')),
    post: find(known.post, 'post', cell('post')),
    depotIds: find(known.depots, 'depotIds', cell('depots')),
  }
  const parsed = users.add.in.safeParse(draft)
  if (!parsed.success) issues.push(...issuesOf(parsed.error))
  if (issues.length > 0 || !parsed.success) return issues
  // Without a password in the sheet it is unknown: an administrator resets it when the user
  // comes.
  await insertUser(tx, { ...parsed.data, password: cell('password') || null })
  return []
}

/**
 * What a cell may call a department, a role …: its code or its name in either language. A name that
 * two share means neither.
 */
async function textsOf(tx: Tx): Promise<Parameters<typeof importUser>[1]> {
  const words = (
    rows: readonly { id: string; code: string; name: string; nameEn: string | null }[],
  ): CellTexts => {
    const found = new Map<string, string | null>()
    for (const { id, name, nameEn } of rows)
      for (const word of new Set([name, nameEn ?? name]))
        found.set(word.toLowerCase(), found.has(word.toLowerCase()) ? null : id)
    for (const { id, code } of rows) found.set(code.toLowerCase(), id)
    return found
  }
  type Named = { id: string; code: string; name: string; nameEn: string | null }
  const read = async (statement: ReturnType<typeof sql<Named>>) =>
    words((await statement.execute(tx.db)).rows)
  const sexes = new Map<string, string | null>()
  for (const lang of LANGS)
    for (const { value, text } of (await dictItems(tx, lang)).sex ?? [])
      sexes.set(value, value).set(text.toLowerCase(), value)
  return {
    departs: await read(
      sql`select d.id, d.org_code as code, d.depart_name as name, d.depart_name_en as name_en
        from ${tx.rows('sysDepart').as('d')}`,
    ),
    roles: await read(
      sql`select r.id, r.role_code as code, r.role_name as name, r.role_name_en as name_en
        from ${tx.rows('sysRole').as('r')} where r.owner_user_id is null`,
    ),
    // Positions and depots travel by code, which is what a form sends of positions.
    post: new Map(
      (
        await sql<{
          code: string
          name: string
          nameEn: string | null
        }>`select p.code, p.name, p.name_en from ${tx.rows('sysPosition').as('p')}`.execute(tx.db)
      ).rows.flatMap(
        ({ code, name, nameEn }) =>
          [
            [name.toLowerCase(), code],
            [(nameEn ?? name).toLowerCase(), code],
            [code.toLowerCase(), code],
          ] as const,
      ),
    ),
    depots: await read(
      sql`select w.id, w.code, w.name, w.name_en from ${tx.rows('depot').as('w')}`,
    ),
    customers: await read(
      sql`select c.id, c.code, c.name, null as name_en from ${tx.rows('customer').as('c')}`,
    ),
    sex: sexes,
  }
}
