import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  RUN_REPORTS,
  type onlineReportList,
  type onlineReports,
} from '#contracts/insight/online-reports.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import {
  fail,
  failDenied,
  failDuplicate,
  failFields,
  Refusal,
  type RawIssue,
} from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { cronIssue, nextRuns } from '#server/features/platform/scheduled-jobs/index.ts'
import { reportDatabase } from './report-database.ts'
import { asTable, bound, kindOf } from './report-text.ts'
import { itemsOf, nameOf, paramsOf, reportOf } from './report-row.ts'
import { inReport, readsOf } from './run-statement.ts'

/** Those of the product stay, since its pickers ask for them. */
export const onlineReportHooks: Hooks<typeof onlineReportList> = {
  beforeDelete: (_, row) => (row.builtIn ? fail('report.builtIn') : Promise.resolve()),
}

type Draft = In<typeof onlineReports.add>
type Saved = Out<typeof onlineReports.add>
type Parsed = Out<typeof onlineReports.parseSql>

/** The columns a statement has, by asking for none of its rows. */
export async function parseSql(
  ctx: Ctx,
  { sql: text, dbKey }: In<typeof onlineReports.parseSql>,
): Promise<Parsed> {
  const { fields, names } = await described(ctx, text, dbKey ?? null)
  return {
    fields: fields.map(({ name, oid }, at) => ({
      fieldName: name,
      fieldTxt: name,
      fieldType: kindOf(oid),
      isShow: true,
      orderNum: at + 1,
    })),
    params: names.map((name) => ({ paramName: name, paramTxt: name, paramValue: '' })),
  }
}

async function described(ctx: Ctx, statement: string, sourceId: string | null) {
  // What a source holds is for who may see sources; who only runs the report needs its permission.
  if (sourceId !== null && !ctx.can('sys:ds:list')) failDenied()
  const { text, names, uses } = bound(statement)
  const { parameters } = await readsOf(sourceId, text)
  if (parameters !== uses) fail('report.param.inText')
  const { fields } = await inReport(ctx, { sourceId, action: 'list' }, ({ ask }) =>
    ask(
      `select * ${asTable(text)} limit 0`,
      names.map(() => null),
    ),
  )
  return { fields, names }
}

export async function addReport(ctx: Ctx, draft: Draft): Promise<Saved> {
  await checkDraft(ctx, draft)
  const { head } = draft
  return inTx(ctx, async (tx) => {
    await requireFreeCode(tx, head.code, null)
    const made = await tx
      .rows('onlineReport')
      .insert({ ...columnsOf(tx, head), createBy: tx.principal.username })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow()
    const saved = made as unknown as { id: string; version: number }
    await replaceParts(tx, saved.id, draft)
    await tx.audit('online_report', saved.id, 'add', null, { ...head, ...partsOf(draft) })
    return { id: saved.id, version: saved.version }
  })
}

export async function editReport(
  ctx: Ctx,
  draft: In<typeof onlineReports.editAll>,
): Promise<Saved> {
  await checkDraft(ctx, draft)
  const { id, version, ...head } = draft.head
  return inTx(ctx, async (tx) => {
    await requireFreeCode(tx, head.code, id)
    const after = await change(tx, 'onlineReport', id, columnsOf(tx, head), {
      seen: { version, current: () => reportOf(tx, id) },
      if: (row) => {
        // Pickers ask for it by this code.
        if (row.builtIn && row.code !== head.code) fail('report.builtIn')
      },
      note: partsOf(draft),
    })
    await replaceParts(tx, id, draft)
    return { id, version: after.version }
  })
}

const ofHead = (field: keyof Draft['head']): string => `head.${field}`

const partsOf = ({ items, params }: Draft) => ({
  items: JSON.stringify(items),
  params: JSON.stringify(params),
})

/** Its columns must be those of the statement, its schedule one that comes. */
async function checkDraft(ctx: Ctx, { head, items, params }: Draft): Promise<void> {
  const { fields, names } = await described(ctx, head.cgrSql, head.sourceId)
  const kinds = new Map(fields.map(({ name, oid }) => [name, kindOf(oid)]))
  const issues: RawIssue[] = []
  const seen = new Set<string>()
  items.forEach(({ fieldName, fieldType, searchMode, isTotal }, at) => {
    const kind = kinds.get(fieldName)
    const path = `items.${at}`
    if (kind === undefined) issues.push({ path: `${path}.fieldName`, code: 'report.field.unknown' })
    else if (fieldType !== 'String' && fieldType !== kind)
      issues.push({ path: `${path}.fieldType`, code: 'report.field.type', data: { kind } })
    if (seen.has(fieldName)) issues.push({ path: `${path}.fieldName`, code: 'report.field.twice' })
    seen.add(fieldName)
    if (searchMode === 'group' && (fieldType === 'String' || fieldType === 'Boolean'))
      issues.push({ path: `${path}.searchMode`, code: 'report.field.range' })
    if (isTotal && fieldType !== 'Integer' && fieldType !== 'BigDecimal')
      issues.push({ path: `${path}.isTotal`, code: 'report.field.total' })
  })
  for (const [at, { paramName }] of params.entries())
    if (!names.includes(paramName) || seen.has(paramName))
      issues.push({ path: `params.${at}.paramName`, code: 'report.param.unknown' })
  for (const name of names)
    if (!params.some(({ paramName }) => paramName === name))
      issues.push({ path: 'params', code: 'report.param.missing', data: { name } })
  if (head.sourceId !== null && (head.perm === null || head.perm === RUN_REPORTS))
    issues.push({ path: ofHead('perm'), code: 'field.required' })
  for (const axis of ['chartX', 'chartY'] as const)
    if (head.chart !== 'none' && !seen.has(String(head[axis])))
      issues.push({ path: ofHead(axis), code: 'report.field.unknown' })
  const { cron } = head
  const issue = cron === null ? null : cronIssue(cron, head.timeZone, now())
  if (issue) issues.push({ path: ofHead('cron'), code: issue })
  const to = receiversOf(head.receivers)
  if (cron !== null && to.length === 0)
    issues.push({ path: ofHead('receivers'), code: 'field.required' })
  if (to.length > 20 || to.some((one) => !/^[^\s@,]{1,64}@[^\s@,]{1,255}$/.test(one)))
    issues.push({ path: ofHead('receivers'), code: 'report.receivers' })
  if (issues.length > 0) failFields(issues)
}

export const receiversOf = (list: string | null): string[] =>
  (list ?? '')
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

function columnsOf(tx: Tx, head: Draft['head']) {
  const { cron, timeZone } = head
  return {
    ...head,
    chartX: head.chart === 'none' ? null : head.chartX,
    chartY: head.chart === 'none' ? null : head.chartY,
    // It is sent with the reach of who set it up, or of the key it was done with.
    runAs: cron === null ? null : tx.principal.userId,
    runKey: cron === null ? null : (tx.principal.keyId ?? null),
    nextRunAt: cron === null ? null : (nextRuns(cron, timeZone, now(), 1)[0] ?? null),
  }
}

async function requireFreeCode(tx: Tx, code: string, id: string | null): Promise<void> {
  const { rows } = await sql`select 1 from ${tx.rows('onlineReport').as('r')}
    where r.code = ${code} and r.id is distinct from ${id}::bigint`.execute(tx.db)
  if (rows.length > 0) failDuplicate(ofHead('code'), code)
}

async function replaceParts(tx: Tx, headId: string, { items, params }: Draft): Promise<void> {
  await tx.rows('onlineReportItem').remove().where('headId', '=', headId).execute()
  await tx.rows('onlineReportParam').remove().where('headId', '=', headId).execute()
  await tx
    .rows('onlineReportItem')
    .insert(items.map((item, at) => ({ ...item, headId, orderNum: at + 1 })))
    .execute()
  if (params.length > 0)
    await tx
      .rows('onlineReportParam')
      .insert(params.map((param, at) => ({ ...param, headId, orderNum: at + 1 })))
      .execute()
}

/** Parts are those of a report of the own tenant; of any other there are none. */
export const listItems = (ctx: Ctx, { headId }: { headId: string }) => itemsOf(ctx, headId)
export const listParams = (ctx: Ctx, { headId }: { headId: string }) => paramsOf(ctx, headId)

/** What statements may read, with the columns of each view. */
export async function listViews(ctx: Ctx): Promise<Out<typeof onlineReports.views>> {
  await reportDatabase.of(ctx.deps).pool()
  const { rows } = await sql<{ name: string; columns: string[] }>`select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'report'::regnamespace and c.relkind = 'v'
    group by 1 order by 1`.execute(ctx.db)
  return rows
}

/** Those in the list of reports that the caller may run. */
export async function listMine(ctx: Ctx): Promise<Out<typeof onlineReports.mine>> {
  const { rows } = await sql<{ id: string }>`select r.id from ${ctx.rows('onlineReport').as('r')}
    where r.in_menu order by r.name, r.id limit 100`.execute(ctx.db)
  const found: Out<typeof onlineReports.mine> = []
  for (const { id } of rows) {
    try {
      const report = await reportOf(ctx, id)
      found.push({ id, name: nameOf(ctx, report), content: report.content })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return found
}
