import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { bool, dict, int, text } from '../kit/field.ts'
import { pageOf } from '../kit/page.ts'
import { FILE_BYTES, FILE_KINDS } from '../platform/operations/files.ts'

const shown = ['list', 'detail'] as const

/** Records whose files stand in this list: orders, parcels, returns, claims, cases. */
export const ATTACHED_TO = [
  'shipment',
  'parcel',
  'return_track',
  'return_claim',
  'case_comment',
  'case_note',
  'fba_order',
] as const

/** Files of all records the caller may read; they are those of the one file storage. */
export const attachmentList = crud(
  entity({
    name: 'attachments',
    table: 'stored_file',
    scope: 'owner',
    creator: true,
    label: 'fileName',
    fields: {
      fileName: text({
        column: 'name',
        readOnly: true,
        show: shown,
        filter: 'like',
        sort: true,
        width: 260,
      }),
      kind: dict('file_kind', { readOnly: true, show: shown, filter: 'in', width: 110 }),
      ownerKind: dict('file_owner', { readOnly: true, show: shown, filter: 'in', width: 130 }),
      ownerId: text({ readOnly: true, show: ['detail'], filter: 'eq' }),
      tags: text({ readOnly: true, show: shown, filter: 'like', width: 140 }),
      type: text({ readOnly: true, show: shown, filter: 'prefix', sort: true, width: 140 }),
      size: int({ readOnly: true, show: shown, filter: 'range', sort: true, width: 110 }),
      createBy: text({ readOnly: true, show: shown, filter: 'like', sort: true, width: 120 }),
    },
    filters: {
      /** Number of the order, return or case it belongs to. */
      recordNo: text({ filter: 'eq' }),
      /** Earlier versions as well. */
      replaced: bool({ filter: 'eq' }),
    },
  }),
  {
    path: '/rwms/attachment',
    perm: 'ret:attach',
    verbs: [],
    byHand: ['list', 'queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

export const attachmentRow = attachmentList.row.extend({
  recordNo: z.string(),
  url: z.string().nullable(),
  thumbUrl: z.string().nullable(),
  /** The file that took its place. */
  replacedById: z.string().nullable(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

const touches = ['/rwms/attachment', '/rwms/comment', '/sys/file', '/oss/file'] as const
const { list, queryById } = attachmentList.endpoints

export const attachments = endpoints({
  list: { ...list, out: pageOf(attachmentRow) },
  queryById: { ...queryById, out: attachmentRow },
  /** The record files are added to, by the number people know it by. */
  record: {
    method: 'GET',
    path: '/rwms/attachment/record',
    perm: 'ret:attach:add',
    in: z.object({
      ownerKind: z.enum(['shipment', 'return_track'], { error: 'field.dict' }),
      no: z.string().trim().min(1, { error: 'field.required' }).max(60, { error: 'field.tooLong' }),
    }),
    out: z.object({
      ownerKind: z.string(),
      ownerId: z.string(),
      no: z.string(),
      kind: z.enum(FILE_KINDS),
    }),
  },
  tag: {
    method: 'PUT',
    path: '/rwms/attachment/tag',
    perm: 'ret:attach:edit',
    in: z.object({
      id: idText,
      /** Words with commas between. */
      tags: z.string().trim().max(120, { error: 'field.tooLong' }).nullable(),
    }),
    out: attachmentRow,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  /** Takes the file's place; the earlier one stays as a version. */
  replace: {
    method: 'POST',
    path: '/rwms/attachment/replace',
    perm: 'ret:attach:edit',
    body: 'multipart',
    limit: FILE_BYTES + 64 * 1024,
    idempotency: 'accepted',
    in: z.object({ id: idText }),
    out: attachmentRow,
    message: 'ok.uploaded',
    touches,
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/rwms/attachment/deleteBatch',
    perm: 'ret:attach:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
    touches,
  },
  zip: {
    method: 'GET',
    also: ['POST'],
    path: '/rwms/attachment/zip',
    perm: 'ret:attach:list',
    in: z.object({ ids: idList }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
})
