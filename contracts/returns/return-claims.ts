import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { feeSums } from './return-tracks.shapes.ts'
import { datetime, dict, ref, text, textarea } from '../kit/field.ts'

/** Claims of customers to tracks of the common pool. */
export const returnClaimList = crud(
  entity({
    name: 'return-claims',
    table: 'return_claim',
    scope: 'owner',
    creator: true,
    depot: 'depot_id',
    label: 'trackLabel',
    fields: {
      trackId: text({ readOnly: true, show: [] }),
      trackLabel: text({ readOnly: true, filter: 'prefix', width: 150 }),
      state: dict('return_claim_state', { readOnly: true, filter: 'in', sort: true, width: 120 }),
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      text: textarea({ readOnly: true, show: ['list', 'detail'], width: 260 }),
      dueAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      decidedAt: datetime({ readOnly: true, filter: 'range', width: 150 }),
      decidedBy: text({ readOnly: true, show: ['detail'] }),
      decision: textarea({ readOnly: true, show: ['list', 'detail'], width: 220 }),
    },
  }),
  { path: '/rwms/claim', perm: 'ret:claim', verbs: ['list', 'queryById', 'exportXls'] },
)

const claim = z.object({
  id: z.string(),
  version: z.number(),
  trackLabel: z.string(),
  state: z.string(),
  state_dictText: z.string(),
})
export type ClaimRow = z.infer<typeof claim>

const touches = [
  '/rwms/claim',
  '/rwms/commonTrack',
  '/rwms/returnTrack',
  '/rwms/dashboard',
] as const
const words = z.string().trim().max(1000, { error: 'field.tooLong' })
const decided = z.object({ id: idText, version: rowVersion, reason: words.nullish() })
const one = { out: claim, idempotency: 'accepted', touches } as const

export const returnClaims = endpoints({
  add: {
    method: 'POST',
    path: '/rwms/claim/add',
    perm: 'ret:common:claim',
    in: z.object({
      trackId: idText,
      text: words.min(10, { error: 'field.invalid' }),
      /** Paths of uploaded proofs. */
      proofs: z.array(z.string().max(300)).max(5, { error: 'field.tooMany' }).default([]),
    }),
    ...one,
    message: 'ok.added',
  },
  /** The owner gets the track; all other claims on it are rejected with the reason. */
  approve: {
    method: 'PUT',
    path: '/rwms/claim/approve',
    perm: 'ret:claim:decide',
    in: decided,
    ...one,
  },
  /** What `approve` would charge the claimant for receiving; nothing is changed. */
  receiveFees: {
    method: 'GET',
    path: '/rwms/claim/receiveFees',
    perm: 'ret:claim:decide',
    in: z.object({ id: idText }),
    out: feeSums,
  },
  reject: {
    method: 'PUT',
    path: '/rwms/claim/reject',
    perm: 'ret:claim:decide',
    in: decided.extend({ reason: words.min(1, { error: 'field.required' }) }),
    ...one,
  },
  withdraw: {
    method: 'PUT',
    path: '/rwms/claim/withdraw',
    perm: 'ret:common:claim',
    in: decided,
    ...one,
  },
  extend: {
    method: 'PUT',
    path: '/rwms/claim/extend',
    perm: 'ret:claim:decide',
    in: z.object({
      id: idText,
      version: rowVersion,
      days: z
        .number({ error: 'field.int' })
        .int({ error: 'field.int' })
        .min(1, { error: 'field.tooSmall' })
        .max(60, { error: 'field.tooLarge' }),
    }),
    ...one,
  },
})
