import { orderPods } from '#contracts/billing/order-pods.ts'
import { podCarriers } from '#contracts/billing/pod-carriers.ts'
import { podFiles } from '#contracts/billing/pod-files.ts'
import { pods } from '#contracts/billing/pods.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { billPods } from './bill-pods.ts'
import './expect-pods.ts'
import './watch-pods.ts'
import { countMissing, testApi, testNames } from './carriers/try-carrier.ts'
import {
  assignPods,
  missPods,
  readPod,
  rejectPods,
  requestPods,
  verifyPods,
  zipPods,
} from './change-pods.ts'
import {
  missOfOrders,
  readOrderPod,
  rejectOfOrders,
  requestOfOrders,
  uploadToOrders,
  verifyOfOrders,
} from './order-pods.ts'
import {
  confirmParts,
  dropParts,
  findPods,
  linkPart,
  previewScans,
  readPart,
  splitParts,
} from './reading/parts.ts'
import { uploadScan } from './reading/read-scan.ts'
import { refreshPods } from './refresh-pods.ts'

/** Calls on proofs of delivery and on who delivers them. */
export function podCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(podCarriers, { test: testNames, testApi, missing: countMissing }),
    ...bindEndpoints(pods, {
      verify: verifyPods,
      reject: rejectPods,
      request: requestPods,
      miss: missPods,
      bill: billPods,
      assign: assignPods,
      refresh: refreshPods,
      file: readPod,
      zip: zipPods,
    }),
    ...bindEndpoints(podFiles, {
      upload: uploadScan,
      preview: previewScans,
      confirm: confirmParts,
      link: linkPart,
      drop: dropParts,
      split: splitParts,
      pages: readPart,
      find: findPods,
    }),
    ...bindEndpoints(orderPods, {
      request: requestOfOrders,
      upload: uploadToOrders,
      verify: verifyOfOrders,
      reject: rejectOfOrders,
      miss: missOfOrders,
      file: readOrderPod,
    }),
  ]
}
