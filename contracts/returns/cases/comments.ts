import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idList, idText } from '../../kit/envelope.ts'
import { caseTouches, uploads, words } from './cases.ts'
import { CASE_STATUS, READERS } from './cases.states.ts'

const commentFile = z.object({
  id: z.string(),
  fileName: z.string(),
  type: z.string(),
  size: z.number(),
  url: z.string(),
  thumbUrl: z.string().nullable(),
})

/**
 * comment: the customer reads it; note: staff only; carrier: what was written to a carrier or came
 * from one, staff only; mail: what a machine sent, put aside with its reason.
 */
export const ENTRY_KINDS = ['comment', 'note', 'carrier', 'mail'] as const
const entry = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  at: z.string(),
  /** A name; for customers that of the team where staff wrote. */
  by: z.string(),
  ofStaff: z.boolean(),
  /** Who reads it outside of staff. */
  readers: z.array(z.enum(READERS)),
  /** By mail, from an address that was not shown to be the sender's. */
  unproven: z.boolean(),
  text: z.string(),
  /** What of a mail is not here. */
  leftOut: z.array(z.string()),
  /** The mail as it came; staff only. */
  mailId: z.string().nullable(),
  files: z.array(commentFile),
})
export type CaseEntry = z.infer<typeof entry>

const one = {
  out: z.object({ id: z.string() }),
  idempotency: 'accepted',
  touches: caseTouches,
  message: 'ok.added',
} as const

/** What is written in a case: visible and internal comments are two calls, and lie in two tables. */
export const comments = endpoints({
  list: {
    method: 'GET',
    path: '/rwms/comment/list',
    perm: 'ret:case:list',
    in: z.object({ caseId: idText }),
    out: z.array(entry),
  },
  /** Those it is for read it, and get a mail or the bell. */
  add: {
    method: 'POST',
    path: '/rwms/comment/add',
    perm: 'ret:case:comment',
    in: z.object({
      caseId: idText,
      text: words,
      files: uploads,
      /** Of staff: whom it is for; without it the customer, else the person at the mail address. */
      to: z
        .array(z.enum(READERS, { error: 'field.dict' }))
        .max(2)
        .optional(),
      /** Of staff: the status it has from then on. */
      status: z.enum(CASE_STATUS, { error: 'field.dict' }).nullish(),
    }),
    ...one,
  },
  /** Staff only. Receivers that are sent along are not looked at: it leaves by no way. */
  addInternal: {
    method: 'POST',
    path: '/rwms/comment/addInternal',
    perm: 'ret:case:note',
    in: z.object({
      caseId: idText,
      text: words,
      files: uploads,
      /** Users who get the bell for it. */
      mentions: idList.optional(),
    }),
    ...one,
  },
  /** To a carrier or another partner by mail; the answer comes back into the case, for staff. */
  mail: {
    method: 'POST',
    path: '/rwms/comment/mail',
    perm: 'ret:case:note',
    in: z.object({
      caseId: idText,
      to: z.email({ error: 'message.address' }).max(200, { error: 'field.tooLong' }),
      text: words,
    }),
    ...one,
  },
  /** A mail as it came in. */
  raw: {
    method: 'GET',
    path: '/rwms/comment/raw',
    perm: 'ret:case:note',
    in: z.object({ mailId: idText }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
  /** Users of staff who can be named in an internal comment. */
  staff: {
    method: 'GET',
    path: '/rwms/comment/staff',
    perm: 'ret:case:note',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), name: z.string() })),
  },
})
