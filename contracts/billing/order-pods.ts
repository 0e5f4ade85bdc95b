import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'

const ids = z.object({
  ids: idList,
  /** Of the orders as the caller saw them, by id; one that was changed since is refused. */
  versions: z.record(idText, rowVersion).optional(),
})
const reason = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(200, { error: 'field.tooLong' })
const change = {
  method: 'PUT',
  out: bulkResult,
  idempotency: 'accepted',
  perm: 'ship:delivery:pod',
  staff: true,
  touches: ['/erp/fbaOrder', '/erp/pod', '/erp/podCarrier'],
} as const

/** The proofs of orders into warehouses, by the order: the same rows as the list of proofs. */
export const orderPods = endpoints({
  request: { ...change, path: '/erp/fbaOrder/requestPod', in: ids },
  /** One file for the orders of one delivery: `ids` as a further field. */
  upload: {
    ...change,
    method: 'POST',
    path: '/erp/fbaOrder/uploadPod',
    body: 'multipart',
    rate: 'files',
    in: z.object({ ids: idList.optional() }),
  },
  verify: { ...change, path: '/erp/fbaOrder/verifyPod', in: ids },
  reject: { ...change, path: '/erp/fbaOrder/rejectPod', in: ids.extend({ reason }) },
  miss: {
    ...change,
    path: '/erp/fbaOrder/missPod',
    in: ids.extend({ reason: reason.optional() }),
  },
  file: {
    method: 'GET',
    path: '/erp/fbaOrder/pod',
    perm: 'ship:delivery:list',
    reply: 'file',
    in: z.object({ id: idText }),
    out: z.null(),
  },
})
