import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { dict, int, text } from '../../kit/field.ts'
import { pageOf } from '../../kit/page.ts'
import { FILE_BYTES, linkInput, linkOutput } from './files.ts'

const shown = ['list', 'detail'] as const

/** All files of the tenant, whatever record they belong to (wire.md §10, Files). */
export const storedFiles = crud(
  entity({
    name: 'files',
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
        width: 240,
      }),
      kind: dict('file_kind', { readOnly: true, show: shown, filter: 'in', width: 110 }),
      ownerKind: dict('file_owner', { readOnly: true, show: shown, filter: 'in', width: 120 }),
      ownerId: text({ readOnly: true, show: ['detail'], filter: 'eq' }),
      type: text({ readOnly: true, show: shown, filter: 'prefix', sort: true, width: 150 }),
      size: int({ readOnly: true, show: shown, filter: 'range', sort: true, width: 110 }),
      hash: text({ readOnly: true, show: ['detail'], filter: 'prefix', width: 200 }),
      createBy: text({ readOnly: true, show: shown, filter: 'like', sort: true, width: 120 }),
    },
  }),
  {
    path: '/oss/file',
    perm: 'sys:oss',
    verbs: [],
    byHand: ['list', 'queryById', 'delete', 'deleteBatch'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

/**
 * With the name of the record it belongs to and, for who may read that, the links to the file and
 * its small picture.
 */
export const storedFileRow = storedFiles.row.extend({
  ownerName: z.string(),
  url: z.string().nullable(),
  thumbUrl: z.string().nullable(),
})
const orphans = z.object({
  expired: z.number(),
  ownerless: z.number(),
  unnamed: z.number(),
  lost: z.number(),
})
const touches = ['/oss/file', '/sys/file'] as const
const { list, queryById } = storedFiles.endpoints

export const fileStore = endpoints({
  list: { ...list, out: pageOf(storedFileRow) },
  queryById: { ...queryById, out: storedFileRow },
  /** Stores a file that belongs to no record but the store itself. */
  upload: {
    method: 'POST',
    path: '/oss/file/upload',
    perm: 'sys:oss:add',
    body: 'multipart',
    limit: FILE_BYTES + 64 * 1024,
    idempotency: 'accepted',
    in: z.object({}),
    out: storedFileRow,
    message: 'ok.uploaded',
    touches,
  },
  delete: {
    method: 'DELETE',
    path: '/oss/file/delete',
    perm: 'sys:oss:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches,
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/oss/file/deleteBatch',
    perm: 'sys:oss:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
    touches,
  },
  /** A link that works for anyone who has it, until it expires. */
  link: {
    method: 'GET',
    path: '/oss/file/link',
    perm: 'sys:oss:list',
    in: linkInput,
    out: linkOutput,
  },
  /** What the files of the tenant take, in bytes. */
  usage: {
    method: 'GET',
    path: '/oss/file/usage',
    perm: 'sys:oss:list',
    in: z.object({}),
    out: z.object({ used: z.number(), quota: z.number(), files: z.number() }),
  },
  /** What nothing needs any more: counted, and removed where `remove` is sent. */
  scan: {
    method: 'POST',
    path: '/oss/file/scan',
    perm: 'sys:oss:delete',
    in: z.object({ remove: z.boolean({ error: 'field.bool' }).default(false) }),
    out: orphans,
    touches,
  },
})
