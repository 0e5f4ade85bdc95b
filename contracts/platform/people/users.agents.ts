import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { idText, moment, rowVersion } from '../../kit/envelope.ts'

const momentOrNone = z.preprocess(
  (value) =>
    value === ''
      ? null
      : typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value)
        ? `${value.replace(' ', 'T')}Z`
        : value,
  moment.nullable(),
)

const agentDraft = z.object({
  userName: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(64),
  agentUserName: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(64),
  startTime: momentOrNone.optional(),
  endTime: momentOrNone.optional(),
  status: z.preprocess(
    (value) => (value === undefined || value === null ? '1' : String(value)),
    z.enum(['0', '1'], { error: 'field.dict' }),
  ),
})

export const agentRow = z.object({
  id: z.string(),
  userName: z.string(),
  agentUserName: z.string(),
  agentRealname: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  status: z.string(),
  version: z.number(),
})

/**
 * A user's delegate, and when. Shown in the address book while it holds; it hands over no
 * rights.
 */
export const userAgents = ofStaff({
  queryByUserName: {
    method: 'GET',
    path: '/sys/sysUserAgent/queryByUserName',
    perm: 'sys:user:list',
    in: z.object({ userName: z.string().trim().max(64) }),
    out: agentRow,
  },
  add: {
    method: 'POST',
    path: '/sys/sysUserAgent/add',
    perm: 'sys:user:edit',
    in: agentDraft,
    out: agentRow,
    message: 'ok.agentSet',
    idempotency: 'accepted',
    touches: ['/sys/sysUserAgent', '/sys/user'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/sysUserAgent/edit',
    perm: 'sys:user:edit',
    in: agentDraft.extend({ id: idText, version: rowVersion.optional() }),
    out: agentRow,
    message: 'ok.agentSet',
    touches: ['/sys/sysUserAgent', '/sys/user'],
  },
})
