import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { STATIC } from '../../kit/static-files.ts'

/** Largest picture and largest other file that is taken, in bytes (security.md §6.8). */
export const PICTURE_BYTES = 5 * 1024 * 1024
export const FILE_BYTES = 20 * 1024 * 1024
/** Pixels a side of a picture. */
export const PICTURE_SIDE = 10_000
/** A file and the other parts of its multipart body. */
const UPLOAD_LIMIT = FILE_BYTES + 64 * 1024

/** What a file is to the record it belongs to (dictionary `file_kind`). */
export const FILE_KINDS = [
  'attachment',
  'picture',
  'photo',
  'document',
  'label',
  'boxLabel',
  'pod',
  'sheet',
] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Hours a copied link is good for; the last is the longest. */
export const LINK_HOURS = [1, 24, 168] as const
export const linkInput = z.object({
  id: idText,
  hours: z.coerce
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(1, { error: 'field.tooSmall' })
    .max(168, { error: 'field.tooLarge' })
    .default(24),
})
export const linkOutput = z.object({ url: z.string(), hours: z.number() })

/** Files as clients of this family send and show them (wire.md §10, Upload). */
export const files = endpoints({
  /** The stored path is the answer's message. `biz`, a folder, comes along and is not used. */
  upload: {
    method: 'POST',
    path: '/sys/common/upload',
    login: true,
    body: 'multipart',
    limit: UPLOAD_LIMIT,
    in: z.object({}),
    out: z.null(),
  },
  /** The same under the name clients use where files lie in an object store. */
  uploadMinio: {
    method: 'POST',
    path: '/sys/upload/uploadMinio',
    login: true,
    body: 'multipart',
    limit: UPLOAD_LIMIT,
    in: z.object({}),
    out: z.null(),
  },
  /**
   * Links and pictures of a page carry no header: the path is as long as a token, or a link that
   * was signed and expires. A file of refused rows is its person's, by the sign-in's cookie.
   */
  read: {
    method: 'GET',
    path: `${STATIC}/{kind}/{name}`,
    public: true,
    rate: 'files',
    reply: 'file',
    in: z.object({ kind: z.string().max(20), name: z.string().max(140) }),
    out: z.unknown(),
  },
})

const recordFile = z.object({
  id: z.string(),
  fileName: z.string(),
  type: z.string(),
  size: z.number(),
  kind: z.enum(FILE_KINDS),
  /** Below the API's path, for an hour or two. */
  url: z.string(),
  /** A small picture; null where it is no picture. */
  thumbUrl: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type RecordFile = z.output<typeof recordFile>

export const ofRecord = z.object({
  ownerKind: z.string().max(40),
  ownerId: z.string().min(1).max(40),
  kind: z.enum(FILE_KINDS, { error: 'field.dict' }),
})
/** The files of one record, for who may see it; changed by who may change it. */
export const recordFiles = endpoints({
  list: {
    method: 'GET',
    path: '/sys/file/list',
    login: true,
    in: ofRecord,
    out: z.object({ files: z.array(recordFile), mayChange: z.boolean() }),
  },
  upload: {
    method: 'POST',
    path: '/sys/file/upload',
    login: true,
    body: 'multipart',
    limit: UPLOAD_LIMIT,
    idempotency: 'accepted',
    /** In the query or as a field next to the file. */
    in: ofRecord.partial(),
    out: recordFile,
    message: 'ok.uploaded',
    touches: ['/sys/file', '/oss/file', '/erp/shipment/history'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/file/delete',
    login: true,
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/file', '/oss/file', '/erp/shipment/history'],
  },
  link: {
    method: 'GET',
    path: '/sys/file/link',
    login: true,
    in: linkInput,
    out: linkOutput,
  },
})
