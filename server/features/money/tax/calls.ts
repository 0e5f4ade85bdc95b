import { tax } from '#contracts/money/tax.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { taxNote } from './tax-note.ts'
import { readTaxSetting, saveTaxSetting } from './setting.ts'

export const taxCalls = (): BoundEndpoint[] =>
  bindEndpoints(tax, { setting: readTaxSetting, saveSetting: saveTaxSetting, note: taxNote })
