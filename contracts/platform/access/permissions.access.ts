import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { needed } from './permissions.menus.ts'

/** Where a right comes from: a role, the current department, or a role inside it. */
export const source = z.object({
  kind: z.enum(['role', 'depart', 'departRole']),
  id: z.string(),
  name: z.string(),
})

export type Source = z.infer<typeof source>

const userRef = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  orgCode: z.string().nullable(),
  departName: z.string().nullable(),
})

/** What a user sees and may do, and why: for administrators who look after rights. */
export const accessTests = endpoints({
  entities: {
    method: 'GET',
    path: '/sys/access/entities',
    perm: 'sys:access:test',
    in: z.object({}),
    out: z.array(z.object({ value: z.string(), text: z.string() })),
  },
  rows: {
    method: 'GET',
    path: '/sys/access/rows',
    perm: 'sys:access:test',
    in: z.object({
      userId: idText,
      entity: z.string().regex(/^[a-z-]{1,60}$/, { error: 'field.dict' }),
    }),
    out: z.object({
      user: userRef,
      /** Whether the user may open the list at all. */
      mayList: z.boolean(),
      visible: z.number(),
      visibleCapped: z.boolean(),
      total: z.number(),
      totalCapped: z.boolean(),
      /** The conditions every row met, in words. */
      parts: z.array(
        z.object({
          kind: z.enum([
            'tenant',
            'all',
            'customer',
            'own',
            'depart',
            'sales',
            'depot',
            'parent',
            'rule',
          ]),
          text: z.string(),
          sources: z.array(source),
        }),
      ),
      /**
       * At most ten, the asker's own reach and rights applied too; null where the asker may not
       * list these rows.
       */
      records: z.array(z.record(z.string(), z.unknown())).nullable(),
      columns: z.array(z.object({ key: z.string(), title: z.string() })),
    }),
  },
  permission: {
    method: 'GET',
    path: '/sys/access/permission',
    perm: 'sys:access:test',
    in: z.object({ userId: idText, perms: needed(100) }),
    out: z.object({
      user: userRef,
      holds: z.boolean(),
      known: z.boolean(),
      name: z.string().nullable(),
      sources: z.array(source),
    }),
  },
})
