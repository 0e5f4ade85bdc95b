import './mail-reports.ts'
import { onlineReports } from '#contracts/insight/online-reports.ts'
import { reports } from '#contracts/insight/reports.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { describeReport, paramsInfo, queryInfo } from './describe-report.ts'
import {
  addReport,
  editReport,
  listItems,
  listMine,
  listParams,
  listViews,
  parseSql,
} from './designer.ts'
import { columnsAndData, exportReport, reportData } from './report-rows.ts'

/** Online reports: written by analysts, run from the list of reports and behind popup pickers. */
export function reportCalls() {
  return [
    ...bindEndpoints(reports, {
      getRpColumns: describeReport,
      getQueryInfo: queryInfo,
      getParamsInfo: paramsInfo,
      getData: reportData,
      getColumnsAndData: columnsAndData,
      exportXls: exportReport,
    }),
    ...bindEndpoints(onlineReports, {
      add: addReport,
      editAll: editReport,
      parseSql,
      items: listItems,
      params: listParams,
      views: listViews,
      mine: listMine,
    }),
  ]
}
