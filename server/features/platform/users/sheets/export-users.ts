import { sql } from 'kysely'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { selection } from '#server/kit/resource/resource-rows.ts'
import { withNames } from '#server/kit/http/account-names.ts'
import { refuseTooMany, sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { translate } from '#server/kit/http/texts.ts'
import { userConditions } from '../lists/list-users.ts'
import { headerOf, SHEET } from './sheet-columns.ts'
import { userRows } from '../user-rows.ts'

const EXPORT_MAX = 20_000
const BATCH = 500

const moment = (value: string | null): Date | null => (value === null ? null : new Date(value))

/** Columns by name; those of a sheet that goes in again first. */
const CELLS: Readonly<Record<string, (row: UserRow) => SheetCell>> = {
  username: (row) => row.username,
  realname: (row) => row.realname,
  workNo: (row) => row.workNo,
  customerId: (row) => row.customerId_dictText ?? null,
  departs: (row) => row.orgCodeTxt,
  roles: (row) => row.roles_dictText ?? null,
  post: (row) => row.post_dictText ?? null,
  depots: (row) => row.depotIds_dictText ?? null,
  sex: (row) => row.sex_dictText ?? null,
  birthday: (row) => row.birthday,
  phone: (row) => row.phone,
  email: (row) => row.email,
  telephone: (row) => row.telephone,
  status: (row) => row.status_dictText ?? null,
  lastLoginTime: (row) => moment(row.lastLoginTime),
  createBy: (row) => row.createBy,
  createTime: (row) => moment(row.createTime),
}
const MOMENTS = new Set(['lastLoginTime', 'createTime'])

/**
 * The users of a filter as a sheet, newest first, with names of departments, roles and positions.
 */
export async function exportUsers(ctx: Ctx, query: ListQuery): Promise<FileReply> {
  const from = sql`from ${ctx.rows('sysUser').as('t')} where ${sql.join(userConditions(ctx, query), sql` and `)}`
  await refuseTooMany(ctx, from, EXPORT_MAX)
  const requested = [
    ...new Set(query.exportColumns?.split(',').map((name) => name.trim()) ?? []),
  ].filter((name) => Object.hasOwn(CELLS, name))
  const names = requested.length > 0 ? requested : Object.keys(CELLS)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after: string | null = null; ;) {
      const found: { rows: Record<string, unknown>[] } = await sql<
        Record<string, unknown>
      >`select ${selection(userList, ctx)} ${from}
        ${after === null ? sql`` : sql`and t.id < ${after}`} order by t.id desc
        limit ${BATCH}`.execute(ctx.db)
      for (const row of await withNames(ctx, await userRows(ctx, found.rows)))
        yield names.map((name) => CELLS[name]!(row))
      if (found.rows.length < BATCH) return
      after = String(found.rows.at(-1)!.id)
    }
  }
  const columns = names.map((name) => ({
    title: `${headerOf(ctx.lang, name)}${MOMENTS.has(name) ? UTC : ''}`,
    type: MOMENTS.has(name) ? ('date' as const) : ('text' as const),
  }))
  return sheetReply(
    translate(ctx.lang, 'users', 'title'),
    { columns, rows: rows() },
    query.exportFormat,
    { ctx, fields: names },
  )
}

/**
 * An empty sheet with every column an import reads, and one line that shows how they are filled.
 */
export async function importTemplate(ctx: Ctx): Promise<FileReply> {
  const line: Partial<Record<string, string>> = {
    username: 'liming',
    realname: translate(ctx.lang, 'users', 'template.realname'),
    workNo: 'E0001',
    departs: 'A01',
    roles: 'service',
    sex: translate(ctx.lang, 'users', 'template.sex'),
    birthday: '1990-05-17',
    phone: '13800138000',
    email: 'liming@example.com',
    telephone: '021-62345678',
  }
  return sheetReply(translate(ctx.lang, 'users', 'title'), {
    columns: SHEET.map((name) => ({ title: headerOf(ctx.lang, name) })),
    rows: [SHEET.map((name) => line[name] ?? null)],
  })
}
