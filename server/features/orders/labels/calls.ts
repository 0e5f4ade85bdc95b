import { labelPreviews } from '#contracts/orders/label-previews.ts'
import { labels } from '#contracts/orders/labels.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { previewLabel, testPrint } from './preview.ts'
import { printLabels } from './print-labels.ts'

/** Parcel labels, merged into one file, and labels of templates that are being made. */
export function labelCalls() {
  return [
    ...bindEndpoints(labels, { print: printLabels }),
    ...bindEndpoints(labelPreviews, { preview: previewLabel, testPrint }),
  ]
}
