import { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import { carrierBatches } from '#contracts/carriers/carrier-batches.ts'
import { carrierShipments } from '#contracts/carriers/carrier-shipments.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { rotateSecrets, testAccount } from './accounts/account-login.ts'
import './buying/push-methods.ts'
import { addAccount, describeCarriers, editAccount, readAccount } from './accounts/account-verbs.ts'
import { findShops } from './accounts/account-shops.ts'
import { addBatch, retryBatch } from './batches/add-batch.ts'
import { batchItems, cancelBatches } from './batches/batch-items.ts'
import { cancelCollection, collectBatch } from './batches/collect-batch.ts'
import './batches/watch-collections.ts'
import './files/outbound-files.ts'
import { fetchManifest, manifestBatch } from './batches/close-batch.ts'
import {
  cancelLabels,
  labelDetail,
  labelFile,
  lookAgain,
  releaseLabels,
  validateLabel,
} from './buying/label-verbs.ts'
import { makeReturnLabel } from './buying/return-label.ts'

/** What carriers sell: their accounts, the labels bought with them, and the batches they go in. */
export function carrierLabelCalls() {
  return [
    ...bindEndpoints(carrierAccounts, {
      describe: describeCarriers,
      read: readAccount,
      add: addAccount,
      edit: editAccount,
      rotate: rotateSecrets,
      test: testAccount,
      shops: findShops,
    }),
    ...bindEndpoints(carrierShipments, {
      detail: labelDetail,
      validate: validateLabel,
      label: labelFile,
      returnLabel: makeReturnLabel,
      cancel: cancelLabels,
      look: lookAgain,
      release: releaseLabels,
    }),
    ...bindEndpoints(carrierBatches, {
      add: addBatch,
      items: batchItems,
      retry: retryBatch,
      manifest: manifestBatch,
      fetch: fetchManifest,
      collect: collectBatch,
      cancelCollection,
      cancel: cancelBatches,
    }),
  ]
}
