import { z } from 'zod'
import { grantIds, grantTree } from '../access/permissions.nodes.ts'
import { change } from '../access/permissions.ts'
import { ofPlatform } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { textLine } from '../../kit/text-line.ts'
import { idsText } from '../rules/user-rules.ts'

const pack = z.object({
  id: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
  /** How many menu entries and buttons are in it, and how many tenants have it. */
  entries: z.number(),
  tenants: z.number(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
const optional = (max: number) =>
  z.preprocess((value) => value || null, textLine(max, false).nullable())
const touches = ['/sys/tenant'] as const

/**
 * Feature packs: named sets of menu entries and buttons, and which of them a tenant has. Those who
 * run the platform decide; to a tenant nothing of it is shown.
 */
export const tenantPacks = ofPlatform({
  list: {
    method: 'GET',
    path: '/sys/tenant/pack/list',
    perm: 'sys:tenant:list',
    in: z.object({}),
    out: z.array(pack),
  },
  /** What can be in a pack; what every user has is in none. */
  tree: {
    method: 'GET',
    path: '/sys/tenant/pack/tree',
    perm: 'sys:tenant:list',
    in: z.object({}),
    out: grantTree,
  },
  entries: {
    method: 'GET',
    path: '/sys/tenant/pack/entries',
    perm: 'sys:tenant:list',
    in: z.object({ id: idText }),
    out: z.array(z.string()),
  },
  save: {
    method: 'POST',
    path: '/sys/tenant/pack/save',
    perm: 'sys:tenant:edit',
    in: z.object({
      id: idText.optional(),
      version: rowVersion.optional(),
      name: textLine(60, false).pipe(z.string().min(1, { error: 'field.required' })),
      nameEn: optional(60),
      remark: optional(500),
    }),
    out: pack,
    message: 'ok.saved',
    touches,
  },
  delete: {
    method: 'DELETE',
    path: '/sys/tenant/pack/delete',
    perm: 'sys:tenant:edit',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches,
  },
  saveEntries: {
    method: 'POST',
    path: '/sys/tenant/pack/saveEntries',
    stepUp: true,
    perm: 'sys:tenant:edit',
    in: z.object({ id: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
    touches,
  },
  /** The packs of a tenant: all of them, none for everything the product has. */
  assign: {
    method: 'PUT',
    path: '/sys/tenant/pack/assign',
    stepUp: true,
    perm: 'sys:tenant:edit',
    in: z.object({ id: idText, version: rowVersion, packIds: z.array(idText).max(100) }),
    out: z.null(),
    message: 'ok.saved',
    touches,
  },
  /**
   * What a change would take: of the tenant with these packs, or of every tenant with the pack
   * with these entries. `entries` are those users lose, the first twelve by name.
   */
  effect: {
    method: 'POST',
    path: '/sys/tenant/pack/effect',
    perm: 'sys:tenant:edit',
    in: z.object({
      tenantId: idText.optional(),
      packIds: idsText,
      packId: idText.optional(),
      permissionIds: grantIds,
    }),
    out: z.object({
      tenants: z.number(),
      users: z.number(),
      entries: z.number(),
      names: z.array(z.string()),
    }),
  },
})
