import { accountingExport } from '#contracts/money/accounting-export/accounting-export.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { readDebtor, saveDebtor } from './debtors.ts'
import { exportFile } from './export-file.ts'
import { readSetting, saveSetting } from './setting.ts'
import { listMonths, namedAccounts, summarise } from './summary.ts'

/** The ledger of a month as files for accountants. */
export const accountingExportCalls = (): BoundEndpoint[] =>
  bindEndpoints(accountingExport, {
    months: listMonths,
    summary: summarise,
    file: exportFile,
    setting: async (ctx) => ({
      setting: await readSetting(ctx),
      accounts: await namedAccounts(ctx),
    }),
    saveSetting,
    debtor: readDebtor,
    saveDebtor,
  })
