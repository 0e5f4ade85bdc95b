import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText } from '../kit/envelope.ts'
import { bulk, feeSums, line, needed } from './return-tracks.shapes.ts'

/** Returns without an owner: given one, shown to all customers, refused. */
export const returnPools = endpoints({
  /** Gives tracks an owner. `customerId` left out: the first suggestion of each. */
  distribute: {
    method: 'PUT',
    path: '/rwms/returnTrack/distribute',
    perm: 'ret:track:distribute',
    in: z.object({
      ids: idList,
      customerId: idText.nullish(),
      shipmentNo: line(60),
      reason: needed,
      notify: z.boolean().default(true),
    }),
    ...bulk,
  },
  /** What `distribute` would charge for receiving; nothing is changed. */
  receiveFees: {
    method: 'POST',
    path: '/rwms/returnTrack/previewFees',
    perm: 'ret:track:distribute',
    in: z.object({ ids: idList, customerId: idText.nullish() }),
    out: feeSums,
  },
  undoDistribute: {
    method: 'PUT',
    path: '/rwms/returnTrack/undoDistribute',
    perm: 'ret:track:distribute',
    in: z.object({ ids: idList, reason: needed }),
    ...bulk,
  },
  /** What came back from the same sender, and the customers it went to. */
  senderHistory: {
    method: 'GET',
    path: '/rwms/returnTrack/senderHistory',
    perm: 'ret:track:distribute',
    in: z.object({ id: idText }),
    out: z.array(
      z.object({
        no: z.string(),
        trackNo: z.string().nullable(),
        customerId: z.string(),
        customerName: z.string(),
        arrivedAt: z.string().nullable(),
      }),
    ),
  },
  /** Customers by code, name or phone. */
  customers: {
    method: 'GET',
    path: '/rwms/returnTrack/customers',
    perm: 'ret:track:distribute',
    in: z.object({ keyword: z.string().trim().max(60).default('') }),
    out: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  release: {
    method: 'PUT',
    path: '/rwms/returnTrack/release',
    perm: 'ret:unconf:release',
    in: z.object({ ids: idList }),
    ...bulk,
  },
  /** Out of the common pool again. */
  withdraw: {
    method: 'PUT',
    path: '/rwms/returnTrack/withdraw',
    perm: 'ret:unconf:release',
    in: z.object({ ids: idList, reason: needed }),
    ...bulk,
  },
  /** Days more in the common pool. */
  extend: {
    method: 'PUT',
    path: '/rwms/returnTrack/extend',
    perm: 'ret:unconf:release',
    in: z.object({
      ids: idList,
      days: z
        .number({ error: 'field.int' })
        .int()
        .min(1, { error: 'field.tooSmall' })
        .max(90, { error: 'field.tooLarge' }),
    }),
    ...bulk,
  },
  refuse: {
    method: 'PUT',
    path: '/rwms/returnTrack/refuse',
    perm: 'ret:unconf:refuse',
    in: z.object({ ids: idList, reason: needed }),
    ...bulk,
  },
  lose: {
    method: 'PUT',
    path: '/rwms/returnTrack/lose',
    perm: 'ret:unconf:refuse',
    in: z.object({ ids: idList, reason: needed }),
    ...bulk,
  },
  /** Without an owner for so long that it may go: one user proposes, another destroys. */
  destroyUnowned: {
    method: 'PUT',
    path: '/rwms/returnTrack/destroyUnowned',
    perm: 'ret:unconf:refuse',
    in: z.object({ ids: idList, reason: needed }),
    ...bulk,
  },
})
