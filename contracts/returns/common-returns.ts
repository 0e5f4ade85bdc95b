import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText } from '../kit/envelope.ts'
import { datetime, dict, ref, text, weight } from '../kit/field.ts'

/** What every customer may know of the common pool; the rows hold nothing that is masked. */
export const commonReturnList = crud(
  entity({
    name: 'common-returns',
    table: 'common_return',
    scope: 'tenant',
    depot: 'depot_id',
    label: 'noEnd',
    fields: {
      noEnd: text({ readOnly: true, width: 130 }),
      state: dict('return_state', { readOnly: true, filter: 'in', width: 120 }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      sender: text({ readOnly: true, width: 160 }),
      goods: text({ readOnly: true, filter: 'like', width: 200 }),
      weight: weight({ readOnly: true, width: 100 }),
      size: text({ readOnly: true, width: 130 }),
      arrivedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      pooledUntil: datetime({ readOnly: true, sort: true, width: 150 }),
    },
  }),
  {
    path: '/rwms/commonTrack',
    perm: 'ret:common',
    verbs: ['list', 'queryById', 'exportXls'],
    sort: { column: 'arrivedAt', order: 'desc' },
  },
)

export const commonReturns = endpoints({
  /** By the whole number, or its last six with the sender's postcode; nothing else finds one. */
  find: {
    method: 'POST',
    path: '/rwms/commonTrack/find',
    perm: 'ret:common:list',
    rate: 'serials',
    in: z.object({
      no: z.string().trim().min(6, { error: 'field.invalid' }).max(60, { error: 'field.tooLong' }),
      postalCode: z.string().trim().max(16, { error: 'field.tooLong' }).default(''),
    }),
    out: z.object({ id: z.string().nullable() }),
  },
  /** One photo, made small; the originals are the owner's. */
  photo: {
    method: 'GET',
    path: '/rwms/commonTrack/photo',
    perm: 'ret:common:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
})
