import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { CASE_TYPES } from './cases.states.ts'

const line = (max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })

/** A visitor of the tracking page writes about a parcel it shows, and gets the answer by mail. */
export const publicCases = endpoints({
  open: {
    method: 'POST',
    path: '/track/case',
    public: true,
    rate: 'public',
    in: z.object({
      no: line(50),
      /** Of the receiver: shows that the number was not only guessed. */
      postcode: line(20),
      type: z.enum(CASE_TYPES, { error: 'field.dict' }).default('question'),
      email: z.email({ error: 'message.address' }).max(200, { error: 'field.tooLong' }),
      text: line(2000),
      lang: z.enum(['zh_CN', 'en_US']).default('en_US'),
    }),
    /** `mail`: whether an answer can come by mail. */
    out: z.object({ no: z.string(), mail: z.boolean() }),
  },
})
