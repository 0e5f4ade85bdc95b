import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'

/** What is done with customers' codes at depots beyond keeping them. */
export const userDepots = endpoints({
  /** Address labels to put on what is sent to the depot, one page each. */
  label: {
    method: 'GET',
    path: '/erp/userDepot/label',
    perm: 'dlv:userdepot:list',
    reply: 'file',
    in: z.object({ ids: idList }),
    out: z.null(),
  },
  /** Gives codes to another customer: the cartons at the depot are that customer's from now on. */
  move: {
    method: 'PUT',
    path: '/erp/userDepot/move',
    perm: 'dlv:userdepot:move',
    in: z.object({ ids: idList, customerId: idText }),
    out: bulkResult,
    idempotency: 'accepted',
    touches: ['/erp/userDepot'],
  },
})
