import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { PUBLIC_LANGS } from '../kit/envelope.ts'
import { bool, ref, text } from '../kit/field.ts'

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .regex(/^[^\r\n\0]*$/, { error: 'field.invalid' })

/** A number the tracking page shows, and its receiver's postcode. */
const proof = { no: line(50), postcode: line(20) }
const token = z.string().regex(/^\d{1,12}-\d{1,18}-[0-9a-f]{40}$/, { error: 'field.invalid' })

const details = z.object({
  sender: z.string(),
  service: z.string(),
  reference: z.string().nullable(),
  /** Grams. */
  weight: z.number().int().nullable(),
  receiver: z.object({ name: z.string(), town: z.string(), country: z.string() }),
  /** The carrier's words that name people, newest first. */
  notes: z.array(z.string()),
})
export type ParcelDetails = z.infer<typeof details>

const look = z.object({
  name: z.string(),
  nameEn: z.string().nullable(),
  colour: z.string().nullable(),
  logo: z.string().nullable(),
})
export type PageLook = z.infer<typeof look>

/** What visitors without an account can do with a parcel, beyond looking for it. */
export const parcelPages = endpoints({
  /** What only the receiver may know. */
  details: {
    method: 'POST',
    path: '/track/details',
    public: true,
    rate: 'public',
    in: z.object({ ...proof, lang: z.enum(PUBLIC_LANGS).default('en_US') }),
    out: details,
  },
  /** News by mail: goes out once the address was confirmed by the link in a first mail. */
  follow: {
    method: 'POST',
    path: '/track/follow',
    public: true,
    rate: 'public',
    in: z.object({
      ...proof,
      email: z.email({ error: 'message.address' }).max(200, { error: 'field.tooLong' }),
      lang: z.enum(PUBLIC_LANGS).default('en_US'),
    }),
    out: z.null(),
  },
  /** Name, colour and picture of the company that brings these parcels; null where they are several. */
  look: {
    method: 'GET',
    path: '/track/look',
    public: true,
    rate: 'public',
    in: z.object({
      nos: z.string().trim().max(2_050, { error: 'field.tooLong' }).optional(),
      /** The code of a company, in the address it gives away. */
      of: z.string().trim().max(50, { error: 'field.tooLong' }).optional(),
    }),
    out: look.nullable(),
  },
  /** One number, for browsers without JavaScript. */
  plain: {
    method: 'GET',
    path: '/track/plain',
    public: true,
    rate: 'public',
    in: z.object({
      no: z.string().trim().max(50, { error: 'field.tooLong' }).optional(),
      lang: z.string().max(10).optional(),
    }),
    out: z.null(),
    reply: 'file',
  },
  /** Where links in mails lead: nothing happens before the button is pressed. */
  mailPage: {
    method: 'GET',
    path: '/track/mail/{token}',
    public: true,
    rate: 'public',
    in: z.object({ token }),
    out: z.null(),
    reply: 'file',
  },
  /** The button, and the one call a mail program makes (RFC 8058), which always ends. */
  mailAct: {
    method: 'POST',
    path: '/track/mail/{token}',
    public: true,
    rate: 'public',
    body: 'raw',
    in: z.object({ token }),
    out: z.null(),
    reply: 'file',
  },
})

/** What a customer lets us write to those its parcels go to. */
export const recipientMails = crud(
  entity({
    name: 'recipient-mails',
    table: 'recipient_mail',
    scope: 'owner',
    label: 'remark',
    fields: {
      customerId: ref('customers', {
        required: true,
        unique: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 200,
      }),
      shipped: bool({ initial: false, filter: 'eq', width: 110 }),
      onVan: bool({ initial: false, filter: 'eq', width: 110 }),
      ready: bool({ initial: false, filter: 'eq', width: 110 }),
      failed: bool({ initial: false, filter: 'eq', width: 110 }),
      remark: text({ max: 500, width: 220 }),
    },
  }),
  { path: '/tracking/recipientMail', perm: 'trk:mail' },
)
