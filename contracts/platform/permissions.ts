import { z } from 'zod'
import { RULE_OPS } from './data-rules.words.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { menuNode } from './session.ts'

/** Ids as grant trees send them: `a,b,` or an array, also none. A tree may have more of them than a list has rows. */
export const grantIds = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean)
      : (value ?? []),
  z
    .array(z.string({ error: 'field.ref' }).regex(/^\d{1,19}$/, { error: 'field.ref' }))
    .max(5000, { error: 'field.tooMany' }),
)
const idOrNone = z.preprocess(
  (value) => (value === '' || value === '0' ? null : value),
  idText.nullable().optional(),
)
const words = (max: number) =>
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
const needed = (max: number) =>
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
const oneOrNought = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.enum(['0', '1'], { error: 'field.dict' }))
const version = z.number().int().optional()

/** Entry of the menu administration (wire.md §5.3): a top menu (0), one beneath it (1) or a button (2). */
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
const ruleBody = z.object({
  ruleName: needed(100),
  ruleColumn: needed(100),
  ruleConditions: needed(20),
  ruleValue: needed(500),
  status: oneOrNought.nullish().transform((value) => value ?? '1'),
})

/** Rules of one entry with those that are assigned to one holder, as a comma list (wire.md §5.3). */
export const ruleChoice = z.object({
  datarule: z.array(permissionRule),
  drChecked: z.string().optional(),
})
const given = { permissionId: idText, dataRuleIds: grantIds }
const change = { permissionIds: grantIds, lastpermissionIds: grantIds }

const readTree = [
  'sys:perm:list',
  'sys:role:grant',
  'sys:depart:grant',
  'sys:departrole:grant',
] as const

/** Menus and buttons, and what roles are granted of them (wire.md §5.3). The entries are one set for the installation: its administrator edits them, tenants grant them. */
export const permissions = endpoints({
  list: {
    method: 'GET',
    path: '/sys/permission/list',
    perm: 'sys:perm:list',
    in: z.object({}),
    out: z.array(permissionNode),
  },
  getSystemMenuList: {
    method: 'GET',
    path: '/sys/permission/getSystemMenuList',
    perm: 'sys:perm:list',
    in: z.object({}),
    out: z.array(permissionNode),
  },
  getSystemSubmenu: {
    method: 'GET',
    path: '/sys/permission/getSystemSubmenu',
    perm: 'sys:perm:list',
    in: z.object({ parentId: idText }),
    out: z.array(permissionNode),
  },
  getSystemSubmenuBatch: {
    method: 'GET',
    path: '/sys/permission/getSystemSubmenuBatch',
    perm: 'sys:perm:list',
    in: z.object({ parentIds: grantIds }),
    out: z.record(z.string(), z.array(permissionNode)),
  },
  queryTreeList: {
    method: 'GET',
    path: '/sys/permission/queryTreeList',
    perm: readTree,
    in: z.object({}),
    out: grantTree,
  },
  queryListAsync: {
    method: 'GET',
    path: '/sys/permission/queryListAsync',
    perm: 'sys:perm:list',
    in: z.object({ pid: idOrNone }),
    out: z.array(permissionNode),
  },
  add: {
    method: 'POST',
    path: '/sys/permission/add',
    perm: 'sys:perm:add',
    in: menuBody,
    out: permissionNode,
    message: 'ok.added',
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/permission/edit',
    perm: 'sys:perm:edit',
    in: menuBody.extend({ id: idText, version }),
    out: permissionNode,
    message: 'ok.menuEdited',
  },
  delete: {
    method: 'DELETE',
    path: '/sys/permission/delete',
    perm: 'sys:perm:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
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
  checkPerms: {
    method: 'GET',
    path: '/sys/permission/checkPerms',
    perm: 'sys:perm:list',
    in: z.object({ perms: needed(100), id: idText.optional() }),
    out: z.boolean(),
  },
  /** The menu as the holders of one role see it. */
  previewMenu: {
    method: 'GET',
    path: '/sys/permission/previewMenu',
    perm: ['sys:perm:list', 'sys:role:grant'],
    in: z.object({ roleId: idText }),
    out: z.array(menuNode),
  },

  queryRolePermission: {
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    perm: ['sys:role:grant', 'sys:perm:list'],
    in: z.object({ roleId: idText }),
    out: z.array(z.string()),
  },
  saveRolePermission: {
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    perm: 'sys:role:grant',
    in: z.object({ roleId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
  },
  queryDepartPermission: {
    method: 'GET',
    path: '/sys/permission/queryDepartPermission',
    perm: ['sys:depart:grant', 'sys:depart:list'],
    in: z.object({ departId: idText }),
    out: z.array(z.string()),
  },
  saveDepartPermission: {
    method: 'POST',
    path: '/sys/permission/saveDepartPermission',
    perm: 'sys:depart:grant',
    in: z.object({ departId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
  },

  getPermRuleListByPermId: {
    method: 'GET',
    path: '/sys/permission/getPermRuleListByPermId',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText }),
    out: z.array(permissionRule),
  },
  queryPermissionRule: {
    method: 'GET',
    path: '/sys/permission/queryPermissionRule',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText, ruleName: words(100), ruleValue: words(500) }),
    out: z.array(permissionRule),
  },
  /** Columns a rule of this entry may name, with the operators each takes. None: the entry takes no rules. */
  getRuleColumns: {
    method: 'GET',
    path: '/sys/permission/getRuleColumns',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText }),
    out: z.array(
      z.object({
        value: z.string(),
        text: z.string(),
        entity: z.string(),
        type: z.string(),
        dict: z.string().nullable(),
        ref: z.string().nullable(),
        operators: z.array(z.enum(RULE_OPS)),
        variables: z.array(z.string()),
      }),
    ),
  },
  addPermissionRule: {
    method: 'POST',
    path: '/sys/permission/addPermissionRule',
    perm: 'sys:datarule:add',
    in: ruleBody.extend({ permissionId: idText }),
    out: permissionRule,
    message: 'ok.added',
  },
  editPermissionRule: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/permission/editPermissionRule',
    perm: 'sys:datarule:edit',
    in: ruleBody.extend({ id: idText, version }),
    out: permissionRule,
    message: 'ok.edited',
  },
  deletePermissionRule: {
    method: 'DELETE',
    path: '/sys/permission/deletePermissionRule',
    perm: 'sys:datarule:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
  },
})

/** What may be granted to whom: the trees a granter chooses from hold only what the granter holds. */
export const grants = endpoints({
  roleTree: {
    method: 'GET',
    path: '/sys/role/queryTreeList',
    perm: readTree,
    in: z.object({}),
    out: grantTree,
  },
  roleRules: {
    method: 'GET',
    path: '/sys/role/datarule/{permissionId}/{roleId}',
    perm: ['sys:role:grant', 'sys:datarule:list'],
    in: z.object({ permissionId: idText, roleId: idText }),
    out: ruleChoice,
  },
  saveRoleRules: {
    method: 'POST',
    path: '/sys/role/datarule',
    perm: 'sys:role:grant',
    in: z.object({ roleId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
  },

  departRules: {
    method: 'GET',
    path: '/sys/sysDepartPermission/datarule/{permissionId}/{departId}',
    perm: ['sys:depart:grant', 'sys:datarule:list'],
    in: z.object({ permissionId: idText, departId: idText }),
    out: ruleChoice,
  },
  saveDepartRules: {
    method: 'POST',
    path: '/sys/sysDepartPermission/datarule',
    perm: 'sys:depart:grant',
    in: z.object({ departId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
  },

  departRoleTree: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    perm: 'sys:departrole:grant',
    in: z.object({ departId: idText }),
    out: grantTree,
  },
  queryDeptRolePermission: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText }),
    out: z.array(z.string()),
  },
  saveDeptRolePermission: {
    method: 'POST',
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
  },
  departRoleRules: {
    method: 'GET',
    path: '/sys/sysDepartRole/datarule/{permissionId}/{departId}/{roleId}',
    perm: 'sys:departrole:grant',
    in: z.object({ permissionId: idText, departId: idText, roleId: idText }),
    out: ruleChoice,
  },
  saveDepartRoleRules: {
    method: 'POST',
    path: '/sys/sysDepartRole/datarule',
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
  },
})

/** Where a right comes from: a role, the current department, or a role inside it. */
export const source = z.object({
  kind: z.enum(['role', 'depart', 'departRole']),
  id: z.string(),
  name: z.string(),
})
export type Source = z.infer<typeof source>
const person = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  orgCode: z.string().nullable(),
  departName: z.string().nullable(),
})

/** What somebody sees and may do, and why: for administrators who look after rights. */
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
      user: person,
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
      /** At most ten, the asker's own reach and rights applied too; null where the asker may not list these rows. */
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
      user: person,
      holds: z.boolean(),
      known: z.boolean(),
      name: z.string().nullable(),
      sources: z.array(source),
    }),
  },
})
