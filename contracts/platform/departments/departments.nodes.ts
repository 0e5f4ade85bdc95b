import { z } from 'zod'

/** A department with what the tree shows with it; a leaf has no children (wire.md §7). */
export interface DepartNode {
  id: string
  key: string
  value: string
  title: string
  parentId: string | null
  departName: string
  departNameEn: string | null
  departNameAbbr: string | null
  departOrder: number
  description: string | null
  orgCategory: string
  orgCategory_dictText: string
  orgType: string
  orgCode: string
  mobile: string | null
  fax: string | null
  address: string | null
  memo: string | null
  status: string
  delFlag: string
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
  version: number
  isLeaf: boolean
  /** Who leads it, names with commas; how many people are in it itself, and with those below. */
  managers: string
  userCount: number
  userCountBelow: number
  children: DepartNode[] | null
}

export const departNode: z.ZodType<DepartNode, DepartNode> = z.object({
  id: z.string(),
  key: z.string(),
  value: z.string(),
  title: z.string(),
  parentId: z.string().nullable(),
  departName: z.string(),
  departNameEn: z.string().nullable(),
  departNameAbbr: z.string().nullable(),
  departOrder: z.number(),
  description: z.string().nullable(),
  orgCategory: z.string(),
  orgCategory_dictText: z.string(),
  orgType: z.string(),
  orgCode: z.string(),
  mobile: z.string().nullable(),
  fax: z.string().nullable(),
  address: z.string().nullable(),
  memo: z.string().nullable(),
  status: z.string(),
  delFlag: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
  version: z.number(),
  isLeaf: z.boolean(),
  managers: z.string(),
  userCount: z.number(),
  userCountBelow: z.number(),
  get children() {
    return z.array(departNode).nullable()
  },
})

export interface DepartId {
  key: string
  value: string
  title: string
  children: DepartId[] | null
}

export const departId: z.ZodType<DepartId, DepartId> = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  get children() {
    return z.array(departId).nullable()
  },
})
