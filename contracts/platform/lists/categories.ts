import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { text } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { importResult } from '../../kit/crud.ts'

export const categoryFields = {
  name: text({ filter: 'like', sort: true }),
  nameEn: text({ filter: 'like' }),
  code: text({ filter: 'prefix', sort: true }),
}
/** `pid` is '0' at the top; `hasChild` '1' or '0', always as it is now. */
export const categoryRow = z.object({
  id: z.string(),
  pid: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  code: z.string(),
  hasChild: z.string(),
  sysOrgCode: z.string().nullable(),
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type CategoryRow = z.infer<typeof categoryRow>
export interface CategoryNode {
  key: string
  value: string
  title: string
  code: string
  leaf: boolean
  parentId: string
  children: CategoryNode[] | null
}
export const categoryNode: z.ZodType<CategoryNode, CategoryNode> = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  code: z.string(),
  leaf: z.boolean(),
  parentId: z.string(),
  get children() {
    return z.array(categoryNode).nullable()
  },
})

const words = (max: number) =>
  z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .refine((value) => !value.includes('\0'), { error: 'field.text' })
const parent = z.preprocess(
  (value) => (value === '' || value === '0' || value === 0 ? null : value),
  idText.nullable().optional(),
)
const draft = z.object({
  pid: parent,
  name: words(100),
  nameEn: z.preprocess((value) => (value === '' ? null : value), words(100).nullable().optional()),
})
export type CategoryDraft = z.output<typeof draft>
const code = z
  .string()
  .max(40)
  .regex(/^[A-Z0-9]*$/, { error: 'field.invalid' })
const flag = z.string().max(5).optional()

/** Categories, a tree with codes of letter and two digits per level (wire.md §10). */
export const categories = endpoints({
  rootList: {
    method: 'GET',
    path: '/sys/category/rootList',
    perm: 'sys:category:list',
    in: listQuery(categoryFields),
    out: pageOf(categoryRow),
  },
  childList: {
    method: 'GET',
    path: '/sys/category/childList',
    perm: 'sys:category:list',
    in: z.object({ pid: idText }),
    out: z.array(categoryRow),
  },
  queryById: {
    method: 'GET',
    path: '/sys/category/queryById',
    perm: 'sys:category:list',
    in: z.object({ id: idText }),
    out: categoryRow,
  },
  add: {
    method: 'POST',
    path: '/sys/category/add',
    perm: 'sys:category:add',
    in: draft,
    out: categoryRow,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/category'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/category/edit',
    perm: 'sys:category:edit',
    in: draft.extend({ id: idText, version: rowVersion.optional() }),
    out: categoryRow,
    message: 'ok.edited',
    touches: ['/sys/category'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/category/delete',
    perm: 'sys:category:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/category'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/category/deleteBatch',
    perm: 'sys:category:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  exportXls: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/category/exportXls',
    perm: 'sys:category:export',
    in: z.object({ selections: z.string().max(8000).optional() }),
    out: z.null(),
    reply: 'file',
  },
  importExcel: {
    method: 'POST',
    path: '/sys/category/importExcel',
    perm: 'sys:category:import',
    in: z.object({ dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional() }),
    out: importResult,
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
  },
  checkCode: {
    method: 'GET',
    path: '/sys/category/checkCode',
    login: true,
    in: z.object({ pid: z.string().max(20).optional(), code }),
    out: z.null(),
  },
  /** One by a field of the list below; other names are refused. */
  loadOne: {
    method: 'GET',
    path: '/sys/category/loadOne',
    login: true,
    in: z.object({ field: z.string().max(64), val: z.string().max(100) }),
    out: categoryRow.nullable(),
  },
  loadTreeRoot: {
    method: 'GET',
    path: '/sys/category/loadTreeRoot',
    login: true,
    in: z.object({ async: flag, pcode: code.optional() }),
    out: z.array(categoryNode),
  },
  loadTreeChildren: {
    method: 'GET',
    path: '/sys/category/loadTreeChildren',
    login: true,
    in: z.object({ pid: idText }),
    out: z.array(categoryNode),
  },
  loadTreeData: {
    method: 'GET',
    path: '/sys/category/loadTreeData',
    login: true,
    in: z.object({
      pid: z
        .string()
        .regex(/^\d{0,19}$/, { error: 'field.ref' })
        .optional(),
      pcode: code.optional(),
      condition: z.string().max(2000).optional(),
    }),
    out: z.array(categoryNode),
  },
  loadDictItem: {
    method: 'GET',
    path: '/sys/category/loadDictItem',
    login: true,
    in: z.object({ ids: z.string().max(8000) }),
    out: z.array(z.string()),
  },
  loadAllData: {
    method: 'GET',
    path: '/sys/category/loadAllData',
    login: true,
    in: z.object({ code: code.optional() }),
    out: z.array(z.object({ value: z.string(), text: z.string(), title: z.string() })),
  },
})
