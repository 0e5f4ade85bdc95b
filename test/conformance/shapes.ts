import { z } from 'zod'

/**
 * All an answer always has (wire.md §1.2), plus our request id; nothing is left out, also where it
 * is null.
 */
export const envelope = z.object({
  success: z.boolean(),
  message: z.string().min(1),
  code: z.number().int(),
  result: z.unknown(),
  timestamp: z.number().int(),
  requestId: z.string().min(8),
})

/** Ids travel as strings: a 19-digit number would be rounded by every browser. */
export const id = z.string().regex(/^\d+$/)
export const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  .nullable()
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    records: z.array(row),
    total: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    pages: z.number().int(),
  })
export const option = z.object({ value: z.string(), text: z.string(), title: z.string() })
export const ids = z.array(id)

/**
 * A list gives a status as every dictionary value, as text; the record of who signed in as a
 * number.
 */
export const user = z.object({
  id,
  username: z.string(),
  realname: z.string(),
  status: z.enum(['1', '2']),
})
export const depart = z.object({
  id,
  departName: z.string(),
  orgCode: z.string().regex(/^([A-Z]\d\d)+$/),
})
export interface Branch {
  key: string
  title: string
  children?: Branch[] | null
}
export const branch: z.ZodType<Branch> = z.object({
  key: z.string(),
  title: z.string(),
  get children() {
    return z.array(branch).nullish()
  },
})

export const menuMeta = z.object({
  title: z.string(),
  keepAlive: z.boolean(),
  internalOrExternal: z.boolean(),
})
export interface MenuBranch {
  id: string
  path: string
  component: string
  route: string
  children?: MenuBranch[]
}
export const menu: z.ZodType<MenuBranch> = z.object({
  id,
  path: z.string().min(1),
  name: z.string(),
  component: z.string(),
  route: z.enum(['0', '1']),
  meta: menuMeta,
  get children() {
    return z.array(menu).optional()
  },
})
export const grant = z.object({ action: z.string(), type: z.string(), describe: z.string() })

/** A node of the menu administration (wire.md §5.3). */
export const permission = z.object({
  id,
  key: id,
  title: z.string(),
  name: z.string(),
  parentId: id.nullable(),
  menuType: z.number().int().min(0).max(2),
  perms: z.string().nullable(),
  permsType: z.string().nullable(),
  url: z.string().nullable(),
  component: z.string().nullable(),
  route: z.boolean(),
  leaf: z.boolean(),
  keepAlive: z.boolean(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  status: z.string().nullable(),
  internalOrExternal: z.boolean(),
  sortNo: z.number().nullable(),
})
export const treeList = z.object({
  treeList: z.array(
    z.object({
      key: id,
      value: id,
      slotTitle: z.string(),
      parentId: id.nullable(),
      isLeaf: z.boolean(),
    }),
  ),
  ids,
})
export const rule = z.object({
  id,
  permissionId: id,
  ruleName: z.string(),
  ruleColumn: z.string().nullable(),
  ruleConditions: z.string(),
  ruleValue: z.string(),
})

export const announcement = z.object({
  id,
  titile: z.string(),
  msgContent: z.string().nullable(),
  priority: z.enum(['L', 'M', 'H']),
  msgCategory: z.string(),
  sender: z.string().nullable(),
  sendTime: time,
  openType: z.string().nullable(),
  openPage: z.string().nullable(),
  busId: z.string().nullable(),
})
export const bell = z.object({
  anntMsgList: z.array(announcement).max(5),
  anntMsgTotal: z.number().int(),
  sysMsgList: z.array(announcement).max(5),
  sysMsgTotal: z.number().int(),
})
export const userInfo = z.object({
  id,
  username: z.string(),
  realname: z.string(),
  avatar: z.string().nullable(),
  orgCode: z.string().nullable(),
  relTenantIds: z.string(),
  printSet: z.unknown(),
})
export const signedIn = z.object({
  token: z.string().min(43),
  userInfo,
  departs: z.array(depart),
  multi_depart: z.number().int().min(0).max(2),
  sysAllDictItems: z.record(z.string(), z.array(option)),
  printSet: z.unknown(),
})
/** The paged shape of the generic paths (wire.md §10, "Generic mocks"). */
export const generic = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  pageSize: z.number(),
  pageNo: z.number(),
  totalPage: z.number(),
  totalCount: z.number(),
})
