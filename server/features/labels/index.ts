import { labels } from '#contracts/labels.ts'
import { feature } from '#server/kit/feature.ts'
import { printLabels } from './print-labels.ts'

/** Parcel labels, merged into one file. */
export function labelCalls() {
  return feature(labels, { print: printLabels })
}
