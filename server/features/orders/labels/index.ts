import { labels } from '#contracts/orders/labels.ts'
import { feature } from '#server/kit/http/feature.ts'
import { printLabels } from './print-labels.ts'

/** Parcel labels, merged into one file. */
export function labelCalls() {
  return feature(labels, { print: printLabels })
}
