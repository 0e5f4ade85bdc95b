import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { pageOf, pageQuery } from '../../kit/page.ts'

const contact = z.object({
  id: z.string(),
  userId: z.string(),
  realname: z.string(),
  workNo: z.string().nullable(),
  post: z.string(),
  post_dictText: z.string(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Of several departments, joined with ` | `, in the same order. */
  departId: z.string(),
  departName: z.string(),
  /** The delegate of today, if any. */
  agentName: z.string().nullable(),
})
export type Contact = z.infer<typeof contact>

const filter = {
  orgCode: z
    .string()
    .regex(/^[A-Z0-9]{0,64}$/, { error: 'field.ref' })
    .optional(),
  realname: z.string().trim().max(100).optional(),
  workNo: z.string().trim().max(60).optional(),
}
/**
 * How to reach colleagues: staff, by department. Customers' people are in no address book.
 */
export const addressBook = ofStaff({
  list: {
    method: 'GET',
    path: '/sys/user/queryByOrgCodeForAddressList',
    perm: 'sys:book:list',
    in: pageQuery({
      ...filter,
      pageNo: z
        .string()
        .regex(/^\d{1,5}$/)
        .default('1')
        .transform((value) => Math.max(1, Number(value))),
      pageSize: z
        .string()
        .regex(/^\d{1,6}$/)
        .default('10')
        .transform((value) => Math.min(200, Math.max(1, Number(value)))),
    }),
    out: pageOf(contact),
  },
  exportXls: {
    method: 'GET',
    path: '/sys/user/exportAddressList',
    perm: 'sys:book:export',
    in: z.object(filter),
    out: z.null(),
    reply: 'file',
  },
})
