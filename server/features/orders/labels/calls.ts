import { labels } from '#contracts/orders/labels.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { printLabels } from './print-labels.ts'

/** Parcel labels, merged into one file. */
export function labelCalls() {
  return bindEndpoints(labels, { print: printLabels })
}
