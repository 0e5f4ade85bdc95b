import { z } from 'zod'
import { ofPlatform } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { grantIds, permissionNode } from './permissions.nodes.ts'

export const idOrNone = z.preprocess(
  (value) => (value === '' || value === '0' ? null : value),
  idText.nullable().optional(),
)
export const words = (max: number) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .string({ error: 'field.text' })
      .trim()
      .max(max, { error: 'field.tooLong' })
      .refine((value) => !value.includes('\0'), { error: 'field.text' })
      .nullable()
      .optional(),
  )
export const needed = (max: number) =>
  z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .refine((value) => !value.includes('\0'), { error: 'field.text' })
const flag = (initial: boolean) =>
  z
    .union(
      [
        z.boolean(),
        z.literal(['1', 'Y', 'true']).transform(() => true),
        z.literal(['0', 'N', 'false']).transform(() => false),
      ],
      { error: 'field.bool' },
    )
    .nullish()
    .transform((value) => value ?? initial)
export const oneOrNought = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.enum(['0', '1'], { error: 'field.dict' }))
export const version = rowVersion.optional()

const menuBody = z.object({
  menuType: z
    .union([z.number(), z.string().regex(/^\d$/).transform(Number)], { error: 'field.dict' })
    .pipe(z.literal([0, 1, 2], { error: 'field.dict' })),
  name: needed(100),
  nameEn: words(100),
  parentId: idOrNone,
  url: words(500),
  component: words(200),
  componentName: words(100),
  redirect: words(300),
  perms: words(100),
  permsType: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.enum(['1', '2'], { error: 'field.dict' }))
    .nullish()
    .transform((value) => value ?? '1'),
  status: oneOrNought.nullish().transform((value) => value ?? '1'),
  sortNo: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,6}(\.\d{1,2})?$/)
          .transform(Number),
      ],
      { error: 'field.decimal' },
    )
    .pipe(z.number().min(0, { error: 'field.tooSmall' }).max(999_999, { error: 'field.tooLarge' }))
    .nullish()
    .transform((value) => value ?? 1),
  icon: words(60),
  description: words(300),
  route: flag(true),
  keepAlive: flag(false),
  hidden: flag(false),
  alwaysShow: flag(false),
  internalOrExternal: flag(false),
})
export type MenuDraft = z.output<typeof menuBody>

/** Entries of the menu are one set for the whole installation, for every role that names them. */
export const menuChanges = ofPlatform({
  add: {
    method: 'POST',
    path: '/sys/permission/add',
    perm: 'sys:perm:add',
    in: menuBody,
    out: permissionNode,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/permission'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/permission/edit',
    perm: 'sys:perm:edit',
    in: menuBody.extend({ id: idText, version }),
    out: permissionNode,
    message: 'ok.menuEdited',
    touches: ['/sys/permission'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/permission/delete',
    perm: 'sys:perm:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/permission'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/permission/deleteBatch',
    perm: 'sys:perm:delete',
    in: z.object({ ids: grantIds }),
    out: z.null(),
    message: 'ok.deleted',
  },
  /** Whether a permission code is free; `id` leaves the entry itself out. */
})
