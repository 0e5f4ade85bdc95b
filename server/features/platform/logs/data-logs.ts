import { isId } from '#contracts/kit/envelope.ts'
import { permsFor } from '#contracts/kit/crud.ts'
import { sql, type SqlBool } from 'kysely'
import { entities } from '#contracts/catalogue.ts'
import {
  dataLogFields,
  type DataLogRow,
  type dataLogs,
} from '#contracts/platform/operations/logs.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failDenied, failMissing } from '#server/kit/http/errors.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { totalRows, ordering, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { editorOf } from '#server/kit/resource/crud.ts'
import { tableKey } from '#server/kit/resource/resource-rows.ts'
import { declaredTables } from '#server/kit/access/tables.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'
import { mayReadPast, readableTables, visibleContent } from './log-permissions.ts'
import { shownValues } from './log-values.ts'
import { recordNames } from './record-names.ts'
import { versionsOf, type Change, type Version } from './versions.ts'

export type Stored = {
  id: string
  dataTable: string
  dataId: string
  /** The row's own count, where it has one. */
  rowVersion: number | null
  action: string
  diff: Change
  createBy: string | null
  createByName: string | null
  behalf: string | null
  behalfName: string | null
  byPlatform: boolean
  createTime: string
  requestId: string | null
}
const SELECTED = sql`l.id, l.table_name as data_table, l.row_id as data_id,
  l.version as row_version, l.action, l.diff, l.actor as create_by, l.behalf, l.at as create_time,
  l.request_id,
  (select u.realname from sys_user u where u.id = l.actor_id) as create_by_name,
  (select u.realname from sys_user u where u.id = l.behalf_id) as behalf_name,
  exists (select 1 from sys_user p where p.tenant_id = 0 and p.id = l.actor_id) as by_platform`
const LONGEST = 1_000

/**
 * Users who see only some rows of the tenant see the past of those rows only, one record at a time.
 */
const seesAll = ({ principal }: Ctx): boolean =>
  (principal.dataScope === 'platform' || principal.dataScope === 'tenant') &&
  principal.customerId === null &&
  principal.depotIds === null &&
  principal.rules.length === 0

export async function listDataLogs(ctx: Ctx, query: ListQuery): Promise<Page<DataLogRow>> {
  if (!seesAll(ctx)) failDenied()
  const column = columnsOn('l', dataLogFields)
  const from = sql`from ${ctx.rows('dataLog').as('l')}
    where l.table_name = any(${readableTables(ctx)}::text[]) ${sql.join(
      [
        ...conditions(dataLogFields, query, column),
        // Nobody learns a platform account's name by searching for it.
        ...(query.createBy !== undefined && ctx.principal.dataScope !== 'platform'
          ? [
              sql<SqlBool>`not exists (select 1 from sys_user p
                where p.tenant_id = 0 and p.id = l.actor_id)`,
            ]
          : []),
      ].map((one) => sql`and ${one}`),
      sql` `,
    )}`
  const { offset, limit } = paging(query)
  // Not every row counts its versions: such a line is one more than the line before it.
  const earlier = (alias: 'e' | 'v') =>
    sql`${ctx.rows('dataLog').as(alias)} where ${sql.ref(`${alias}.tenant_id`)} = l.tenant_id
      and ${sql.ref(`${alias}.table_name`)} = l.table_name
      and ${sql.ref(`${alias}.row_id`)} = l.row_id and ${sql.ref(`${alias}.id`)} <= l.id`
  const version = sql`coalesce(l.version,
      (select coalesce(max(v.version), 0) + (select count(*)
          from ${earlier('e')} and e.id > coalesce(max(v.id), 0))
    from (select v.id, v.version from ${earlier('v')} and v.version is not null order by v.id desc
      limit 1) as v))::text`
  const found = await sql<Stored & { dataVersion: string }>`select ${SELECTED},
      ${version} as data_version ${from} order by ${ordering(dataLogFields, query, column)}
      limit ${limit} offset ${offset}`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const names = await recordNames(ctx, found.rows)
  const records = found.rows.map((row, at) => ({
    ...wire(ctx, texts, row, row.dataVersion, row.diff),
    dataName: names[at] ?? null,
  }))
  return pageResult(records, await totalRows(ctx, from, { offset, limit }, records.length), query)
}

/** Every version of a record, the newest first, each with the record as it was then. */
export async function dataVersions(
  ctx: Ctx,
  { dataTable, dataId }: In<typeof dataLogs.versions>,
): Promise<DataLogRow[]> {
  const rows = await linesOf(ctx, dataTable, dataId)
  const texts = await dictTexts(ctx)
  // The present one is there already, and what was deleted is no record any more.
  const past = rows.at(-1)?.action !== 'delete'
  let number = 0
  const versions = versionsOf(rows)
  const names = await recordNames(ctx, rows.slice(-1))
  return versions
    .map((version, at) => {
      const { row, content, before } = version
      // What was there before the first line is the version that line changed.
      number = before ? (row.rowVersion ?? 1) - 1 : (row.rowVersion ?? number + 1)
      return {
        ...wire(ctx, texts, row, String(number), content),
        ...(before ? unchanged(ctx) : {}),
        id: idOf(version),
        dataName: names[0] ?? null,
        restorable: past && at < versions.length - 1 && mayRestore(ctx, dataTable),
      }
    })
    .toReversed()
}

/** A line's id; with a minus the record as that line found it. */
export const idOf = ({ row, before }: Version<Stored>): string => (before ? `-${row.id}` : row.id)

const unchanged = (ctx: Ctx) => ({
  action: '',
  action_dictText: translate(ctx.lang, 'logs', 'data.before'),
  createBy: null,
  createByName: null,
  behalf: null,
  behalfName: null,
})

/** The lines of a record, the oldest first. */
export async function linesOf(ctx: Ctx, dataTable: string, dataId: string): Promise<Stored[]> {
  if (!mayReadPast(ctx, dataTable)) fail('dataLog.none')
  if (!seesAll(ctx) && !(await reaches(ctx, dataTable, dataId))) fail('dataLog.none')
  const found = await sql<Stored>`select ${SELECTED} from ${ctx.rows('dataLog').as('l')}
      where l.table_name = ${dataTable} and l.row_id = ${dataId} order by l.id
      limit ${LONGEST}`.execute(ctx.db)
  if (found.rows.length === 0) fail('dataLog.none')
  return found.rows
}

/** Records the kit edits can be put back, by who may edit them. */
export function mayRestore(ctx: Ctx, table: string): boolean {
  const of = editorOf(table)?.of
  return (
    of !== undefined &&
    ctx.can('sys:datalog:restore') &&
    permsFor(of, 'list').some(ctx.holds) &&
    permsFor(of, 'edit').some(ctx.holds)
  )
}

/** Two versions of one record, as they were asked for. */
export async function compareVersions(
  ctx: Ctx,
  { dataId1, dataId2 }: In<typeof dataLogs.compare>,
): Promise<DataLogRow[]> {
  const found = await sql<Stored>`select ${SELECTED} from ${ctx.rows('dataLog').as('l')}
      where l.id = any(${[dataId1, dataId2]}::bigint[])`.execute(ctx.db)
  const [one, other] = [dataId1, dataId2].map(
    (id) => found.rows.find((row) => row.id === id) ?? failMissing(),
  )
  if (one!.dataTable !== other!.dataTable || one!.dataId !== other!.dataId) fail('dataLog.notSame')
  const versions = await dataVersions(ctx, one!)
  return [dataId1, dataId2].map((id) => versions.find((row) => row.id === id) ?? failMissing())
}

/** The tables that have lines in the log, by what they are called. */
export async function dataLogTexts(ctx: Ctx): Promise<Out<typeof dataLogs.words>> {
  const used = await sql<{
    table: string
  }>`with recursive t as ((select l.table_name
        from ${ctx.rows('dataLog').as('l')} order by l.table_name limit 1)
    union all select (select l.table_name
      from ${ctx.rows('dataLog').as('l')} where l.table_name > t.table_name order by l.table_name
      limit 1) from t where t.table_name is not null)
    select table_name as "table" from t where table_name is not null`.execute(ctx.db)
  return {
    tables: used.rows
      .filter(({ table }) => mayReadPast(ctx, table))
      .map(({ table }) => ({ value: table, text: tableWord(ctx, table) }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
  }
}

function tableWord(ctx: Ctx, table: string): string {
  const of = entities.find((one) => one.table === table)
  if (of) return translate(ctx.lang, of.name, 'title')
  const word = translate(ctx.lang, 'logs', `table.${table}`)
  return word === `table.${table}` ? table : word
}

function wire(
  ctx: Ctx,
  texts: (code: string, value: string) => string,
  row: Stored,
  dataVersion: string,
  whole: Readonly<Record<string, unknown>>,
): DataLogRow {
  const { diff, byPlatform, rowVersion: _, ...rest } = row
  const platform =
    byPlatform && ctx.principal.dataScope !== 'platform'
      ? translate(ctx.lang, 'logs', 'byPlatform')
      : null
  const content = shownValues(texts, row.dataTable, visibleContent(ctx, row.dataTable, whole))
  return {
    ...rest,
    ...(platform ? { createBy: platform, createByName: platform } : {}),
    dataName: null,
    restorable: false,
    dataTable_dictText: tableWord(ctx, row.dataTable),
    action_dictText: texts('data_action', row.action),
    dataVersion,
    dataContent: JSON.stringify(content),
    labels: labelsOf(ctx, row.dataTable, Object.keys(content)),
  }
}

function labelsOf(ctx: Ctx, table: string, names: readonly string[]): Record<string, string> {
  const of = entities.find((one) => one.table === table)
  return Object.fromEntries(
    names.flatMap((name) =>
      of && Object.hasOwn(of.fields, name) ? [[name, translateLabel(ctx.lang, of.name, name)]] : [],
    ),
  )
}

async function reaches(ctx: Ctx, table: string, id: string): Promise<boolean> {
  const scope = declaredTables().get(table)
  if (!scope || scope.kind === 'global' || !isId(id)) return false
  const found =
    await sql`select 1 from ${ctx.rows(tableKey(table)).as('t')} where t.id = ${id}`.execute(ctx.db)
  return found.rows.length > 0
}
