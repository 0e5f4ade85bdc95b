import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, rowVersion } from '../../kit/envelope.ts'
import { int, text, textarea } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { crud, importResult } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

export const line = (max: number) =>
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
  z.union([z.string(), z.number().transform(String)], { error: 'field.required' }).pipe(
    z
      .string()
      .trim()
      .min(1, { error: 'field.required' })
      .max(max, { error: 'field.tooLong' })
      .refine((value) => !value.includes('\0'), { error: 'field.text' }),
  )
export const version = rowVersion.optional()
/** Words of wire.md's numbers: 1 or '1', 0 or '0'. */
const status = z.union(
  [
    z.literal([1, '1']).transform(() => '1' as const),
    z.literal([0, '0']).transform(() => '0' as const),
  ],
  { error: 'field.dict' },
)

/** What a dictionary list can be asked for; columns of `sys_dict`. */
export const dictFields = {
  dictCode: text({ filter: 'like', sort: true }),
  dictName: text({ filter: 'like', sort: true }),
  dictNameEn: text({ filter: 'like', sort: true }),
  description: text({ filter: 'like' }),
}
export const dictItemFields = {
  itemText: text({ filter: 'like' }),
  itemTextEn: text({ filter: 'like' }),
  itemValue: text({ filter: 'like' }),
  status: int({ filter: 'eq' }),
}

/**
 * A dictionary. `builtIn`: one of the product's own, the same for every tenant; `own`: the tenant
 * has words of its own for it, laid over the product's of the same code. Every id is one of either.
 */
export const dictRow = z.object({
  id: z.string(),
  type: z.number(),
  dictCode: z.string(),
  dictName: z.string(),
  dictNameEn: z.string().nullable(),
  description: z.string().nullable(),
  delFlag: z.number(),
  builtIn: z.boolean(),
  own: z.boolean(),
  itemCount: z.number(),
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type DictRow = z.infer<typeof dictRow>
/**
 * `builtIn`: the product knows this value (its words may be the tenant's); `own`: the words are the
 * tenant's.
 */
export const dictItemRow = z.object({
  id: z.string(),
  dictId: z.string(),
  itemValue: z.string(),
  itemText: z.string(),
  itemTextEn: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  sortOrder: z.number(),
  status: z.string(),
  status_dictText: z.string(),
  builtIn: z.boolean(),
  own: z.boolean(),
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type DictItemRow = z.infer<typeof dictItemRow>

const dictDraft = z.object({
  dictName: needed(100),
  dictNameEn: line(100),
  dictCode: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'dict.codeEmpty' })
    .regex(/^[a-z0-9_]{1,64}$/i, { error: 'dict.code' }),
  description: line(500),
})
export const itemDraft = z.object({
  itemText: needed(200),
  itemTextEn: line(200),
  itemValue: needed(64),
  color: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .enum(
        ['default', 'processing', 'success', 'warning', 'error', 'cyan', 'blue', 'gold', 'purple'],
        { error: 'field.dict' },
      )
      .nullable()
      .optional(),
  ),
  description: line(500),
  sortOrder: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
      ],
      { error: 'field.int' },
    )
    .pipe(z.number().int().min(0).max(999_999, { error: 'field.tooLarge' }))
    .nullish(),
  status: status.nullish(),
})
export type DictItemDraft = z.output<typeof itemDraft>
const sheetQuery = z.object({
  selections: z.string().max(8000).optional(),
  dictCode: z.string().max(64).optional(),
  dictName: z.string().max(100).optional(),
})

/** Keeping dictionaries (wire.md §5.2). */
export const dicts = endpoints({
  list: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/dict/list',
    perm: 'sys:dict:list',
    in: listQuery(dictFields),
    out: pageOf(dictRow),
  },
  treeList: {
    method: 'GET',
    path: '/sys/dict/treeList',
    perm: 'sys:dict:list',
    in: listQuery(dictFields),
    out: z.array(
      z.object({
        id: z.string(),
        key: z.string(),
        title: z.string(),
        value: z.string(),
        parentId: z.string().nullable(),
        isLeaf: z.boolean(),
        children: z.array(z.unknown()),
      }),
    ),
  },
  queryById: {
    method: 'GET',
    path: '/sys/dict/queryById',
    perm: 'sys:dict:list',
    in: z.object({ id: idText }),
    out: dictRow,
  },
  add: {
    method: 'POST',
    path: '/sys/dict/add',
    perm: 'sys:dict:add',
    in: dictDraft,
    out: dictRow,
    message: 'ok.saved',
    idempotency: 'accepted',
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/dict/edit',
    perm: 'sys:dict:edit',
    in: dictDraft.partial().extend({ id: idText, version }),
    out: dictRow,
    message: 'ok.dictEdited',
  },
  delete: {
    method: 'DELETE',
    path: '/sys/dict/delete',
    perm: 'sys:dict:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/dict/deleteBatch',
    perm: 'sys:dict:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  deleteList: {
    method: 'GET',
    path: '/sys/dict/deleteList',
    perm: 'sys:dict:delete',
    in: z.object({}),
    out: z.array(dictRow),
  },
  back: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/dict/back/{id}',
    perm: 'sys:dict:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.dictDone',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  deletePhysic: {
    method: 'DELETE',
    path: '/sys/dict/deletePhysic/{id}',
    perm: 'sys:dict:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  exportXls: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/dict/exportXls',
    perm: 'sys:dict:export',
    in: sheetQuery,
    out: z.null(),
    reply: 'file',
  },
  importExcel: {
    method: 'POST',
    path: '/sys/dict/importExcel',
    perm: 'sys:dict:import',
    in: z.object({ dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional() }),
    out: importResult,
    body: 'multipart',
    limit: 21 * 1024 * 1024,
    idempotency: 'accepted',
  },
  /** Where a code is chosen from: entities and their fields. */
  usage: {
    method: 'GET',
    path: '/sys/dict/usage',
    perm: 'sys:dict:list',
    in: z.object({ code: z.string().max(64) }),
    out: z.array(
      z.object({ entity: z.string(), title: z.string(), field: z.string(), label: z.string() }),
    ),
  },
})

/** A dictionary as screens list and edit it; its calls are those above. */
export const dictList = crud(
  entity({
    name: 'dictionaries',
    table: 'sys_dict',
    scope: 'tenant',
    label: 'dictName',
    fields: {
      dictCode: text({ required: true, max: 64, filter: 'like', sort: true, width: 200 }),
      dictName: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      dictNameEn: text({ max: 100, filter: 'like', sort: true, width: 200 }),
      description: textarea({ max: 500, show: ['list', 'form', 'detail'], width: 260 }),
    },
  }),
  {
    path: '/sys/dict',
    perm: 'sys:dict',
    sort: { column: 'dictCode', order: 'asc' },
    verbs: [],
    byHand: ['list', 'queryById', 'add', 'edit', 'delete', 'deleteBatch'],
  },
)
