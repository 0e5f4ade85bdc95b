import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'

export const LIST_KEY = /^[a-z][\w./-]{0,79}$/
/** Own views of one list. */
export const VIEWS_MAX = 50
/** Five hundred pasted numbers and all columns fit in. */
export const VIEW_BYTES = 32 * 1024

const listKey = z.string({ error: 'field.text' }).regex(LIST_KEY, { error: 'field.invalid' })
const name = z
  .string({ error: 'field.text' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(60, { error: 'field.tooLong' })
  .refine((value) => !value.includes('\0') && value.isWellFormed(), { error: 'field.text' })
const key = z.string().max(100)
/** Half a surrogate pair and a zero byte have no place in the database's JSON. */
const plain = z
  .string()
  .max(VIEW_BYTES)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), { error: 'field.text' })

const keys = z.array(plain.max(100)).max(200)

/**
 * A list as its user left it: what narrows it, its order, and its columns where they differ from
 * the person's own.
 */
export const viewState = z
  .object({
    /** By parameter of the address: `status`, `createTime_begin`. */
    filters: z.record(
      key.refine((value) => value.isWellFormed() && !value.includes('\0')),
      plain,
    ),
    sort: z.object({ column: key, order: z.enum(['asc', 'desc']) }).nullable(),
    columns: z
      .object({
        order: keys.optional(),
        hidden: keys.optional(),
        shown: keys.optional(),
        pinned: keys.optional(),
        width: z.record(key, z.number().int().min(20).max(2_000)).optional(),
      })
      .nullable(),
  })
  .refine((value) => JSON.stringify(value).length <= VIEW_BYTES, { error: 'field.tooLarge' })
export type ViewState = z.infer<typeof viewState>

const view = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  /** Who made it, by name. */
  owner: z.string(),
  state: viewState,
  version: z.number(),
})
export type SavedView = z.infer<typeof view>

/** Asked for by the verbs that share a view; no call as a whole needs it. */
export const SHARE_VIEW = 'sys:view:share'

/**
 * Views of a list kept under a name: the user's own, and those colleagues share. Only their owner
 * changes them; sharing needs `sys:view:share`.
 */
export const savedViews = endpoints({
  list: {
    method: 'GET',
    path: '/sys/userView/list',
    login: true,
    in: z.object({ list: listKey }),
    out: z.array(view),
  },
  add: {
    method: 'POST',
    path: '/sys/userView/add',
    login: true,
    in: z.object({ list: listKey, name, state: viewState, shared: z.boolean().default(false) }),
    out: view,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/userView/list'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/userView/edit',
    login: true,
    in: z.object({
      id: idText,
      version: rowVersion,
      name: name.optional(),
      state: viewState.optional(),
      shared: z.boolean().optional(),
    }),
    out: view,
    message: 'ok.edited',
    touches: ['/sys/userView/list'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/userView/delete',
    login: true,
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/userView/list'],
  },
})
