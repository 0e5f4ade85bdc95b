import {
  codLines,
  codRemittanceList,
  codRemittances,
} from '#contracts/money/cod/cod-remittances.ts'
import { cod, codPayouts } from '#contracts/money/cod/cod.ts'
import { codList } from '#contracts/money/cod/cod-list.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { assignLine, decideOnLines } from './decide-lines.ts'
import { wireLine } from './line-row.ts'
import { wirePayout } from './payout-row.ts'
import { importRemittance } from './import-remittance.ts'
import { payoutStatement } from './payout-statement.ts'
import {
  approvePayout,
  cancelPayout,
  listOwed,
  payPayouts,
  returnedPayout,
  runPayouts,
} from './payouts.ts'
import { readBank, readSetting, saveBank, saveSetting } from './setting.ts'
import { sepaFile, withdrawFile } from './sepa-file.ts'
import { writeOffItems } from './settle-item.ts'
import { suggestItems } from './suggest-items.ts'

/** Cash on delivery: what carriers collect and remit, and what customers are paid out. */
export function codCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(cod, {
      queryById: (ctx, { id }) => listedRow(ctx, codList, id),
      writeOff: writeOffItems,
      setting: readSetting,
      saveSetting,
      bank: readBank,
      saveBank,
    }),
    ...bindEndpoints(codRemittances, {
      queryById: (ctx, { id }) => listedRow(ctx, codRemittanceList, id),
      importFile: importRemittance,
    }),
    ...bindEndpoints(codLines, {
      queryById: (ctx, { id }) => wireLine(ctx, id),
      decide: decideOnLines,
      assign: assignLine,
      suggest: suggestItems,
    }),
    ...bindEndpoints(codPayouts, {
      queryById: (ctx, { id }) => wirePayout(ctx, id),
      owed: listOwed,
      run: runPayouts,
      approve: approvePayout,
      cancel: cancelPayout,
      pay: payPayouts,
      returned: returnedPayout,
      sepaFile,
      withdrawFile,
      statement: payoutStatement,
    }),
  ]
}
