import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { ofStaff } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText, rowVersion } from '../kit/envelope.ts'
import { date, datetime, dict, int, money, ref, text } from '../kit/field.ts'
import { billTouches } from './bill-runs.ts'

const amount = () =>
  money({ currencyFrom: 'currency', sign: 'any', readOnly: true, sort: true, width: 120 })

/** What was complained about with carriers, and what came of it. */
export const disputeList = crud(
  entity({
    name: 'disputes',
    table: 'dispute',
    scope: 'tenant',
    label: 'no',
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      state: dict('dispute_state', { readOnly: true, filter: 'in', sort: true, width: 110 }),
      /** Until when the carrier takes it. */
      deadline: date({ readOnly: true, filter: 'range', sort: true, width: 130 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 150 }),
      runId: ref('bill-runs', { readOnly: true, filter: 'in', width: 150 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      lines: int({ readOnly: true, width: 80 }),
      claimed: amount(),
      creditExpected: amount(),
      creditReceived: amount(),
      carrierRef: text({ readOnly: true, filter: 'like', width: 140 }),
      note: text({ readOnly: true, width: 200 }),
      sentAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      settledAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/dispute',
    staff: true,
    perm: 'bill:dispute',
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'deadline', order: 'asc' },
  },
)

const units = z
  .string({ error: 'field.required' })
  .trim()
  .regex(/^\d{1,13}(\.\d{1,4})?$/, { error: 'field.money' })
const note = z.string().trim().max(300, { error: 'field.tooLong' })
const touches = billTouches

export const disputes = ofStaff({
  queryById: {
    method: 'GET',
    path: '/erp/dispute/queryById',
    perm: 'bill:dispute:list',
    in: z.object({ id: idText }),
    out: disputeList.row,
  },
  /** A zip for the carrier: the lines, labels, weighings and tracking. */
  pack: {
    method: 'GET',
    path: '/erp/dispute/pack',
    perm: 'bill:dispute:list',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
  /** Notes that the carrier has it. */
  send: {
    method: 'PUT',
    path: '/erp/dispute/send',
    perm: 'bill:dispute:edit',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** What the carrier answered. */
  answer: {
    method: 'PUT',
    path: '/erp/dispute/answer',
    perm: 'bill:dispute:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      carrierRef: z.string().trim().max(60, { error: 'field.tooLong' }).default(''),
      /** Currency units of the credit it announced. */
      creditExpected: units,
      note: note.default(''),
    }),
    out: disputeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Ends it with the credit received, 0 where it was refused: its lines are posted less that. */
  settle: {
    method: 'PUT',
    path: '/erp/dispute/settle',
    perm: 'bill:dispute:edit',
    in: z.object({
      id: idText,
      version: rowVersion,
      creditReceived: units,
      note: note.default(''),
    }),
    out: disputeList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Takes it back: its lines are open again. */
  withdraw: {
    method: 'PUT',
    path: '/erp/dispute/withdraw',
    perm: 'bill:dispute:edit',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
