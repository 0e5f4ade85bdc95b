import { idText } from '../../kit/envelope.ts'
import { z } from 'zod'

/**
 * Ids as grant trees send them: `a,b,` or an array, also none. A tree may have more of them than a
 * list has rows.
 */
export const grantIds = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean)
      : (value ?? []),
  z.array(idText).max(5000, { error: 'field.tooMany' }),
)

/**
 * Entry of the menu administration (wire.md §5.3): a top menu (0), one below it (1) or a button
 * (2).
 */
export interface PermissionNode {
  id: string
  key: string
  title: string
  parentId: string | null
  name: string
  nameEn: string | null
  perms: string | null
  permsType: string
  icon: string | null
  component: string | null
  componentName: string | null
  url: string | null
  redirect: string | null
  sortNo: number
  menuType: number
  leaf: boolean
  isLeaf: boolean
  route: boolean
  keepAlive: boolean
  description: string | null
  delFlag: number
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
  alwaysShow: boolean
  hidden: boolean
  status: string
  internalOrExternal: boolean
  ruleFlag: number
  version: number
  /** Came with the product: it can be changed, hidden and switched off, not deleted. */
  builtIn: boolean
  /** Rules can be made for it: an entity stands behind it. */
  ruleable: boolean
  children: PermissionNode[] | null
}

export const permissionNode: z.ZodType<PermissionNode, PermissionNode> = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  nameEn: z.string().nullable(),
  perms: z.string().nullable(),
  permsType: z.string(),
  icon: z.string().nullable(),
  component: z.string().nullable(),
  componentName: z.string().nullable(),
  url: z.string().nullable(),
  redirect: z.string().nullable(),
  sortNo: z.number(),
  menuType: z.number(),
  leaf: z.boolean(),
  isLeaf: z.boolean(),
  route: z.boolean(),
  keepAlive: z.boolean(),
  description: z.string().nullable(),
  delFlag: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  alwaysShow: z.boolean(),
  hidden: z.boolean(),
  status: z.string(),
  internalOrExternal: z.boolean(),
  ruleFlag: z.number(),
  version: z.number(),
  builtIn: z.boolean(),
  ruleable: z.boolean(),
  get children() {
    return z.array(permissionNode).nullable()
  },
})

/** Node of a grant tree; `slotTitle` is the name where the client draws the title itself. */
export interface GrantNode {
  key: string
  value: string
  title: string | null
  slotTitle: string
  label: string
  parentId: string | null
  isLeaf: boolean
  icon: string | null
  ruleFlag: number
  scopedSlots: { title: string } | null
  menuType: number
  perms: string | null
  children: GrantNode[] | null
}

export const grantNode: z.ZodType<GrantNode, GrantNode> = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string().nullable(),
  slotTitle: z.string(),
  label: z.string(),
  parentId: z.string().nullable(),
  isLeaf: z.boolean(),
  icon: z.string().nullable(),
  ruleFlag: z.number(),
  scopedSlots: z.object({ title: z.string() }).nullable(),
  menuType: z.number(),
  perms: z.string().nullable(),
  get children() {
    return z.array(grantNode).nullable()
  },
})

export const grantTree = z.object({ treeList: z.array(grantNode), ids: z.array(z.string()) })

export const permissionRule = z.object({
  id: z.string(),
  permissionId: z.string(),
  ruleName: z.string(),
  ruleColumn: z.string(),
  ruleConditions: z.string(),
  ruleValue: z.string(),
  status: z.string(),
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  /** The column in the reader's words, its entity with it where the screen has several. */
  ruleColumn_dictText: z.string(),
  /** What it compares with in the reader's words: items and names instead of keys. */
  ruleValue_dictText: z.string(),
  /** How many roles, departments and department roles it is assigned to. */
  uses: z.number(),
})

export type PermissionRule = z.infer<typeof permissionRule>

/**
 * Rules of one entry with those that are assigned to one holder, as a comma list (wire.md §5.3).
 */
export const ruleChoice = z.object({
  datarule: z.array(permissionRule),
  drChecked: z.string().optional(),
})
