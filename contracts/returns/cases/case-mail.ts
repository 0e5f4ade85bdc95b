import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'

/** Largest mail that is taken in, in bytes. */
export const MAIL_BYTES = 35 * 1024 * 1024
/** IMAP with TLS, and with STARTTLS. */
export const IMAP_PORTS = [993, 143] as const

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .max(max, { error: 'field.tooLong' })
    .regex(/^[^\r\n\0]*$/, { error: 'field.invalid' })

export const mailboxSettings = z.object({
  /** Address answers come to; a token of the case goes behind a plus sign. */
  address: z.email({ error: 'message.address' }).max(200, { error: 'field.tooLong' }),
  /** Empty: mails come by the hook only. */
  host: line(255).regex(/^[A-Za-z0-9.:-]*$/, { error: 'field.invalid' }),
  port: z
    .number({ error: 'field.int' })
    .int({ error: 'field.int' })
    .min(1, { error: 'field.tooSmall' })
    .max(65_535, { error: 'field.tooLarge' }),
  security: z.enum(['tls', 'starttls'], { error: 'field.dict' }),
  user: line(200),
  folder: line(100),
  /** Name of the mail server whose checks of senders count; empty: none do. */
  checkedBy: line(200),
})
export type MailboxSettings = z.output<typeof mailboxSettings>

const secretState = z.object({ set: z.boolean(), last4: z.string() })
const state = z.object({
  settings: mailboxSettings.nullable(),
  enabled: z.boolean(),
  version: z.number(),
  password: secretState,
  hookSecret: secretState,
  /** Below the API's path. */
  hookPath: z.string(),
  lastOkAt: z.string().nullable(),
  lastError: z.string().nullable(),
  /** Mails of the last 30 days by what became of them. */
  mails: z.record(z.string(), z.number()),
})
export type MailboxState = z.infer<typeof state>

const parked = z.object({
  id: z.string(),
  /** `machine`: written by a program; `aside`: could not be taken in. */
  state: z.enum(['machine', 'aside']),
  reason: z.string(),
  sender: z.string(),
  subject: z.string(),
  size: z.number(),
  at: z.string(),
  caseNo: z.string().nullable(),
  /** Whether there is anything of it to try again with. */
  mayRetry: z.boolean(),
})
export type ParkedMail = z.infer<typeof parked>

/** Where the answers to cases come in. */
export const caseMailbox = endpoints({
  settings: {
    method: 'GET',
    path: '/rwms/case/mailbox',
    perm: 'ret:mailbox:edit',
    in: z.object({}),
    out: state,
  },
  save: {
    method: 'PUT',
    path: '/rwms/case/mailbox/save',
    perm: 'ret:mailbox:edit',
    stepUp: true,
    secret: true,
    in: z.object({
      settings: mailboxSettings,
      enabled: z.boolean({ error: 'field.bool' }),
      version: rowVersion,
      /** Left out: stays; empty: forgotten. */
      password: line(500).nullish(),
      hookSecret: line(200)
        .refine((text) => text === '' || text.length >= 24, { error: 'field.invalid' })
        .nullish(),
    }),
    out: state,
    message: 'ok.edited',
    touches: ['/rwms/case/mailbox'],
  },
  /** Mails of the last 30 days that became nothing, newest first. */
  parked: {
    method: 'GET',
    path: '/rwms/case/mailbox/parked',
    perm: 'ret:mailbox:edit',
    in: z.object({}),
    out: z.array(parked),
  },
  /** Takes a mail in after all; a program's as if a person had written it. */
  retry: {
    method: 'PUT',
    path: '/rwms/case/mailbox/retry',
    perm: 'ret:mailbox:edit',
    idempotency: 'accepted',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.edited',
    touches: ['/rwms/case'],
  },
  /** Nothing is made of it any more; what it brought is deleted. */
  drop: {
    method: 'PUT',
    path: '/rwms/case/mailbox/drop',
    perm: 'ret:mailbox:edit',
    idempotency: 'accepted',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.edited',
    touches: ['/rwms/case'],
  },
  /** Connects now and takes in what is new. */
  poll: {
    method: 'POST',
    path: '/rwms/case/mailbox/poll',
    perm: 'ret:mailbox:edit',
    rate: 'heavy',
    in: z.object({}),
    out: z.object({ ok: z.boolean(), taken: z.number(), detail: z.string() }),
    touches: ['/rwms/case'],
  },
})

/** Mail servers hand over a mail, as the form field `file`, with the secret as `Authorization: Bearer`. */
export const caseMails = endpoints({
  mail: {
    method: 'POST',
    path: '/hooks/case/{tenant}',
    public: true,
    rate: 'hooks',
    body: 'multipart',
    limit: MAIL_BYTES + 64 * 1024,
    in: z.object({ tenant: z.string().regex(/^[\w-]{1,60}$/) }),
    out: z.null(),
  },
})
