import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { cruds, features } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { logFields, type LogRow } from '#contracts/platform/operations/logs.ts'
import type { ListQuery, Page } from '#contracts/kit/page.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { totalRows, ordering, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { EXPORT_MAX } from '#server/kit/resource/resource-sheets.ts'
import { operationsNamed, operationTexts } from '#server/kit/resource/operation-texts.ts'
import { refuseTooMany, sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell, SheetColumn } from '#server/kit/sheets/sheets.ts'
import { knowsError, translate, translateError } from '#server/kit/http/texts.ts'

type Row = Omit<
  LogRow,
  'logType_dictText' | 'operateType_dictText' | 'outcomeText' | 'createBy' | 'method'
>
type Stored = Row & { byPlatform: boolean; actedByPlatform: boolean }
const BATCH = 1_000
/** Content the session feature writes, as it reads. */
const SIGN_INS: Readonly<Record<string, string>> = {
  'sign-in': 'content.signIn',
  'sign-in refused': 'content.signInRefused',
  'sign-in as': 'content.signInAs',
}
/** Outcomes whose words address the refused user: how they read in a log. */
const SHORT: Readonly<Record<string, string>> = {
  'request.tooMany': 'content.limited',
  'session.tooManyTries': 'content.tries',
  'request.many': 'content.many',
}
/** Who runs the platform works in a tenant without being named to it. */
const fromPlatform = (id: string) =>
  sql<boolean>`exists (select 1 from sys_user p where p.tenant_id = 0 and p.id = ${sql.ref(id)})`
const nameOf = (id: string) =>
  sql<string | null>`(select u.realname from sys_user u where u.id = ${sql.ref(id)})`
const SELECTED = sql`l.id, l.log_type::text as log_type, l.operate_type::text as operate_type,
  l.content as log_content, l.user_id as userid, l.username, ${nameOf('l.user_id')} as realname,
  l.actor, ${nameOf('l.actor_id')} as actor_name, l.ip,
  ${fromPlatform('l.user_id')} as by_platform, ${fromPlatform('l.actor_id')} as acted_by_platform,
  l.cost_ms as cost_time, l.url as request_url, l.param as request_param, l.method as request_type,
  l.request_id, l.outcome, l.at as create_time`

/**
 * The tenant's lines. Who runs the platform also sees those without a tenant: sign-ins with names
 * there are none of.
 */
function within(ctx: Ctx): RawBuilder<SqlBool> {
  const own = ctx.rows('opLog').where('l')
  return ctx.principal.dataScope === 'platform'
    ? sql<SqlBool>`(${own} or ${asSystem(ctx, '0').rows('opLog').where('l')})`
    : own
}

function requested(ctx: Ctx, { keyWord, ...query }: ListQuery): RawBuilder<unknown> {
  const column = columnsOn('l', logFields)
  const filters = conditions(logFields, query as ListQuery, column)
  // The words of a call are not stored: a line is found by the calls whose words these are.
  if (typeof keyWord === 'string' && keyWord !== '')
    filters.push(
      sql<SqlBool>`(${sql.join(
        [
          ...conditions({ keyWord: logFields.keyWord }, { ...query, keyWord } as ListQuery, column),
          sql<SqlBool>`l.content = any(${operationsNamed(ctx, keyWord, calls())}::text[])`,
        ],
        sql` or `,
      )})`,
    )
  // A platform account's name is not found by searching for it.
  if (ctx.principal.dataScope !== 'platform')
    for (const [name, id] of [
      ['username', 'l.user_id'],
      ['userid', 'l.user_id'],
      ['actor', 'l.actor_id'],
      ['ip', 'l.user_id'],
    ] as const)
      if (query[name] !== undefined) filters.push(sql<SqlBool>`not ${fromPlatform(id)}`)
  return sql`from op_log as l where ${within(ctx)} ${sql.join(
    filters.map((one) => sql`and ${one}`),
    sql` `,
  )}`
}
const calls = (): readonly string[] => [
  ...cruds.flatMap((of) => of.verbs.map((verb) => of.endpoints[verb].path)),
  ...Object.values(features).flatMap((feature) =>
    Object.values(feature).map((endpoint: Endpoint) => endpoint.path),
  ),
]

export async function listLogs(ctx: Ctx, query: ListQuery): Promise<Page<LogRow>> {
  const from = requested(ctx, query)
  const { offset, limit } = paging(query)
  const found = await sql<Stored>`select ${SELECTED} ${from}
      order by ${ordering(logFields, query, columnsOn('l', logFields))} limit ${limit} offset ${offset}`.execute(
    ctx.db,
  )
  const records = await inWords(ctx, found.rows)
  return pageResult(records, await totalRows(ctx, from, { offset, limit }, records.length), query)
}

async function inWords(ctx: Ctx, rows: readonly Stored[]): Promise<LogRow[]> {
  const texts = await dictTexts(ctx)
  const words = await operationTexts(
    ctx,
    rows.map((row) => ({ content: row.logContent, param: row.requestParam })),
  )
  return rows.map(unnamed(ctx)).map((row, at) => ({
    ...row,
    logContent: SIGN_INS[row.logContent]
      ? translate(ctx.lang, 'logs', SIGN_INS[row.logContent]!)
      : words[at]!,
    logType_dictText: texts('log_type', row.logType),
    operateType_dictText: row.operateType === null ? '' : texts('operate_type', row.operateType),
    createBy: row.username,
    method: row.requestType,
    outcomeText: outcomeOf(ctx, row),
  }))
}

/** Hides from a tenant which of the platform's people did something there, and where from. */
function unnamed(ctx: Ctx): (row: Stored) => Row {
  const platform = translate(ctx.lang, 'logs', 'byPlatform')
  return ({ byPlatform, actedByPlatform, ...row }) => {
    if (ctx.principal.dataScope === 'platform') return row
    const hidden = byPlatform || actedByPlatform
    return {
      ...row,
      ...(hidden ? { ip: null } : {}),
      ...(byPlatform ? { userid: null, username: platform, realname: platform } : {}),
      ...(actedByPlatform ? { actor: platform, actorName: platform } : {}),
    }
  }
}

/** How it ended, and how often in that minute where refusals were counted. */
function outcomeOf(ctx: Ctx, row: Row): string {
  const { outcome } = row
  if (outcome === null) return ''
  const words =
    outcome === 'ok' || outcome === 'failed'
      ? translate(ctx.lang, 'logs', `outcome.${outcome}`)
      : SHORT[outcome]
        ? translate(ctx.lang, 'logs', SHORT[outcome])
        : knowsError(outcome)
          ? translateError(ctx.lang, outcome)
          : outcome
  const rows = /^\{"personalRows":(\d+)/.exec(row.requestParam ?? '')?.[1]
  if (rows)
    return `${words} · ${translate(ctx.lang, 'logs', 'personalRows', { count: Number(rows) })}`
  const count = /^\{"count":(\d+),/.exec(row.requestParam ?? '')?.[1]
  return count && count !== '1' ? `${words} ×${count}` : words
}

/** The lines of a filter as a workbook, newest first. */
export async function exportLogs(ctx: Ctx, query: ListQuery): Promise<FileReply> {
  const from = requested(ctx, query)
  await refuseTooMany(ctx, from, EXPORT_MAX)
  const t = (key: string) => translate(ctx.lang, 'logs', key)
  const columns: SheetColumn[] = [
    { title: `${t('createTime')}${UTC}`, type: 'date' },
    ...(
      [
        'logType',
        'operateType',
        'logContent',
        'username',
        'actor',
        'ip',
        'outcome',
        'requestType',
        'requestUrl',
        'requestParam',
        'requestId',
      ] as const
    ).map((name) => ({ title: t(name), type: 'text' as const })),
    { title: t('costTime'), type: 'number' },
  ]
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after: string | null = null, sent = 0; sent < EXPORT_MAX;) {
      const found: { rows: Stored[] } = await sql<Stored>`select ${SELECTED} ${from}${
        after === null
          ? sql``
          : sql`
          and l.id < ${after}`
      } order by l.id desc
          limit ${BATCH}`.execute(ctx.db)
      for (const row of await inWords(ctx, found.rows))
        yield [
          new Date(row.createTime),
          row.logType_dictText,
          row.operateType_dictText,
          row.logContent,
          row.username,
          row.ip,
          row.outcomeText,
          row.requestType,
          row.requestUrl,
          row.requestParam,
          row.requestId,
          row.costTime,
        ]
      if (found.rows.length < BATCH) return
      sent += found.rows.length
      after = found.rows.at(-1)!.id
    }
  }
  return sheetReply(t('title'), { columns, rows: rows() }, undefined, { ctx, fields: [] })
}
