import { permsFor } from '#contracts/kit/crud.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { reportQuery, type ListQuery } from '#contracts/kit/page.ts'
import type { reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failFields } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import { listRows } from '#server/kit/resource/resource-rows.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import { columnsOf, titleOf } from './describe-report.ts'
import { fieldsOf, isWordReport, reportOf, type Report } from './registry.ts'
import {
  describeDictionaryReport,
  exportDictionaryReport,
  dictionaryReportData,
} from './dictionary-report.ts'

type ReportQuery = In<typeof reports.getData>
type Data = Out<typeof reports.getData>

/** A page of a report: the id and the allow-listed columns of rows within the caller's reach. */
export async function reportData(ctx: Ctx, requested: ReportQuery): Promise<Data> {
  return isWordReport(requested.cgRpConfigId)
    ? dictionaryReportData(ctx, requested)
    : pageOf(ctx, reportOf(ctx, requested.cgRpConfigId), requested)
}

export async function columnsAndData(
  ctx: Ctx,
  requested: ReportQuery,
): Promise<Out<typeof reports.getColumnsAndData>> {
  if (isWordReport(requested.cgRpConfigId)) {
    const { cgRpConfigId, cgRpConfigName, ...columns } = describeDictionaryReport(
      ctx,
      requested.cgRpConfigId,
    )
    return {
      ...columns,
      cgreportHeadName: cgRpConfigName,
      data: await dictionaryReportData(ctx, { ...requested, cgRpConfigId }),
    }
  }
  const report = reportOf(ctx, requested.cgRpConfigId)
  const [columns, data] = await Promise.all([
    columnsOf(ctx, report),
    pageOf(ctx, report, requested),
  ])
  return { ...columns, cgreportHeadName: titleOf(ctx, report), data }
}

/** Exporting is a right of its own wherever lists are concerned; a report is no way round it. */
export async function exportReport(ctx: Ctx, requested: ReportQuery): Promise<FileReply> {
  if (isWordReport(requested.cgRpConfigId)) return exportDictionaryReport(ctx, requested)
  const report = reportOf(ctx, requested.cgRpConfigId)
  if (!permsFor(report.of, 'export').some(ctx.holds)) failDenied()
  return exportRows(
    ctx,
    report.of,
    { ...queryOf(ctx, report, requested), exportColumns: report.columns.join(',') },
    report.hook,
  )
}

async function pageOf(ctx: Ctx, report: Report, requested: ReportQuery): Promise<Data> {
  const page = await listRows(ctx, report.of, queryOf(ctx, report, requested), report.hook)
  const keys = [
    'id',
    ...fieldsOf(ctx, report, report.columns).flatMap(([name, spec]) =>
      spec.dict || spec.ref ? [name, `${name}_dictText`] : [name],
    ),
  ]
  return {
    total: page.total,
    records: page.records.map((row) =>
      Object.fromEntries(keys.map((key) => [key, row[key] ?? null])),
    ),
  }
}

/**
 * What was asked, as a list query of the report's own query fields: other parameters are left out,
 * a sort by anything but a sortable column of the report is refused. Names from outside are looked
 * up here and never reach the database.
 */
function queryOf(ctx: Ctx, report: Report, requested: ReportQuery): ListQuery {
  const parsed = reportQuery(Object.fromEntries(fieldsOf(ctx, report, report.filters))).safeParse(
    requested,
  )
  if (!parsed.success) failFields(issuesOf(parsed.error))
  const { superQueryParams: _, superQueryMatchType: __, column, ...query } = parsed.data
  if (column === undefined) return query as ListQuery
  const sorted = column.replace(/_dictText$/, '')
  if (!fieldsOf(ctx, report, report.columns).some(([name, spec]) => name === sorted && spec.sort))
    failFields([{ path: 'column', code: 'field.invalid' }])
  return { ...query, column: sorted } as ListQuery
}
