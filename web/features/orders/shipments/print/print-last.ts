import { labels } from '#contracts/orders/labels.ts'
import { fetchFile } from '../../../../kit/http/fetch-file.ts'
import type { PaletteTools } from '../../../../kit/platform/palette-offer.ts'
import { isObject, storageSet, storageGet } from '../../../../kit/text/storage.ts'
import { currentSession } from '../../../../kit/session/session.ts'
import { reprintQuestion } from './reprint-question.ts'
import { findWay, formatInput, openLabels } from './print-format.ts'

/** Orders whose labels were printed last, here and by this person. */
interface Printed {
  ids: string[]
}
const isPrinted = (value: unknown): value is Printed =>
  isObject(value) &&
  Array.isArray(value.ids) &&
  value.ids.length > 0 &&
  value.ids.every((id) => typeof id === 'string')
const place = () => `LAST_LABELS_${currentSession().user?.id ?? ''}`

export const lastPrinted = (): Printed | null => storageGet(place(), isPrinted)
export const rememberPrinted = (ids: readonly string[]): void =>
  storageSet(place(), { ids: [...ids] } satisfies Printed)

/** The last labels once more: as every reprint with a reason, and marked as one. */
export async function printLast({ t, confirm, notify }: PaletteTools): Promise<void> {
  const last = lastPrinted()
  if (!last) return
  const count = last.ids.length
  const reason = await confirm(reprintQuestion(t, count))
  if (reason === null) return
  try {
    const way = await findWay()
    const file = await fetchFile(labels.print, { ids: last.ids, ...formatInput(way), reason })
    await openLabels(file, way)
    notify.success(t('done.print', { count: file.count ?? count }))
  } catch (error) {
    notify.failed(error)
  }
}
