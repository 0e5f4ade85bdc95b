import { z } from 'zod'
import { ofStaff } from '../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'

/** Pages of one file of proofs. */
export const SCAN_PAGES_MAX = 300

const found = z.object({
  id: z.string(),
  serialNumber: z.string(),
  trackNo: z.string().nullable(),
  fbaCode: z.string().nullable(),
  state: z.string(),
  state_dictText: z.string(),
  deliveredAt: z.string(),
})
export type FoundPod = z.infer<typeof found>

const part = z.object({
  id: z.string(),
  fromPage: z.number(),
  toPage: z.number(),
  number: z.string().nullable(),
  foundBy: z.enum(['name', 'text', 'barcode']).nullable(),
  why: z.enum(['none', 'unknown', 'several', 'done']).nullable(),
  /** The proof it is, or would be: proposed where it is open. */
  pod: found.nullable(),
  state: z.enum(['OPEN', 'LINKED', 'DROPPED']),
})
export type PodPart = z.infer<typeof part>
const scan = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['READING', 'READ', 'FAILED']),
  fault: z.string().nullable(),
  pages: z.number(),
  pagesRead: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  parts: z.array(part),
})
export type PodScan = z.infer<typeof scan>

const perm = 'pod:pod:upload'
const touches = ['/erp/pod', '/erp/podCarrier', '/erp/fbaOrder'] as const
const parts = { method: 'PUT', perm, touches, idempotency: 'accepted' } as const

/** Files of proofs: sent, read, shown with what they match, and linked. */
export const podFiles = ofStaff({
  /** One file; it is read in the background, and linked to nothing before that is confirmed. */
  upload: {
    method: 'POST',
    path: '/erp/pod/upload',
    perm,
    body: 'multipart',
    rate: 'files',
    in: z.object({}),
    out: z.object({ id: z.string() }),
    idempotency: 'accepted',
    touches: ['/erp/pod'],
  },
  /** Files with pages that are still open, the newest first. */
  preview: {
    method: 'GET',
    path: '/erp/pod/preview',
    perm,
    in: z.object({}),
    out: z.array(scan),
  },
  /** Links parts to the proofs that were proposed for them. */
  confirm: {
    ...parts,
    path: '/erp/pod/confirm',
    in: z.object({ ids: idList }),
    out: bulkResult,
  },
  /** By hand: to one proof or, as with a signed list, to several; `add` keeps the pages there are. */
  link: {
    ...parts,
    path: '/erp/pod/link',
    in: z.object({ partId: idText, ids: idList, add: z.boolean().optional() }),
    out: bulkResult,
  },
  drop: { ...parts, path: '/erp/pod/drop', in: z.object({ ids: idList }), out: bulkResult },
  /** Pages of one part become parts of their own. */
  split: { ...parts, path: '/erp/pod/split', in: z.object({ ids: idList }), out: bulkResult },
  pages: {
    method: 'GET',
    path: '/erp/pod/pages',
    perm,
    reply: 'file',
    in: z.object({ id: idText }),
    out: z.null(),
  },
  /** Proofs by any number they have. */
  find: {
    method: 'GET',
    path: '/erp/pod/find',
    perm,
    in: z.object({
      number: z.string().trim().min(4, { error: 'field.required' }).max(60, {
        error: 'field.tooLong',
      }),
    }),
    out: z.array(found),
  },
})
