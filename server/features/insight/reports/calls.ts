import { reports } from '#contracts/insight/reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { describeReport, queryInfo } from './describe-report.ts'
import { isWordReport, reportOf } from './registry.ts'
import { columnsAndData, exportReport, reportData } from './report-rows.ts'

/**
 * Online reports behind the popup pickers: lists of the product's entities by code, with columns
 * named in code.
 */
export function reportCalls() {
  return bindEndpoints(reports, {
    getRpColumns: describeReport,
    getQueryInfo: queryInfo,
    // Reports defined in code take no parameters other than their query fields.
    getParamsInfo: (ctx: Ctx, { cgRpConfigId }: { cgRpConfigId: string }) =>
      Promise.resolve((isWordReport(cgRpConfigId) || reportOf(ctx, cgRpConfigId)) && []),
    getData: reportData,
    getColumnsAndData: columnsAndData,
    exportXls: exportReport,
  })
}
