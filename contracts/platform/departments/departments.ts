import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { idList, idText, rowVersion } from '../../kit/envelope.ts'
import { dict, int, text, textarea } from '../../kit/field.ts'
import { crud, optionRow } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { departId, departNode } from './departments.nodes.ts'

/**
 * Departments as other records point at them and as sheets hold them. They are a tree: every call
 * is written by hand.
 */
export const departmentList = crud(
  entity({
    name: 'departments',
    table: 'sys_depart',
    scope: 'tenant',
    label: 'departName',
    fields: {
      departName: text({ required: true, max: 100 }),
      departNameEn: text({ max: 100 }),
      departNameAbbr: text({ max: 60 }),
      orgCategory: dict('org_category', { initial: '2' }),
      orgCode: text({ readOnly: true }),
      departOrder: int({ initial: 0, min: 0, max: 999_999 }),
      mobile: text({ max: 40 }),
      fax: text({ max: 40 }),
      address: text({ max: 200 }),
      memo: textarea({ max: 500 }),
      description: textarea({ max: 500 }),
      status: dict('depart_status', { initial: '1' }),
    },
  }),
  {
    path: '/sys/sysDepart',
    perm: 'sys:depart',
    verbs: [],
    byHand: ['exportXls', 'importExcel', 'options'],
  },
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
const choice = <const V extends readonly [string, ...string[]]>(values: V, initial: V[number]) =>
  z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? initial : value))
    .pipe(z.enum(values, { error: 'field.dict' }))
export const version = rowVersion.optional()
const draft = z.object({
  departName: needed(100),
  departNameEn: words(100),
  departNameAbbr: words(60),
  parentId: z.preprocess(
    (value) => (value === '' || value === '0' ? null : value),
    idText.nullable().optional(),
  ),
  departOrder: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,6}$/)
          .transform(Number),
      ],
      { error: 'field.int' },
    )
    .nullish()
    .transform((value) => value ?? 0)
    .pipe(
      z
        .number()
        .int({ error: 'field.int' })
        .min(0, { error: 'field.tooSmall' })
        .max(999_999, { error: 'field.tooLarge' }),
    ),
  orgCategory: choice(['1', '2', '3'], '2'),
  mobile: words(40),
  fax: words(40),
  address: words(200),
  memo: words(500),
  description: words(500),
  status: choice(['0', '1'], '1'),
})
export type DepartDraft = z.output<typeof draft>
const yes = z
  .union([
    z.boolean(),
    z.literal(['1', 'true']).transform(() => true),
    z.literal(['0', 'false', '']).transform(() => false),
  ])
  .optional()
/** What goes with departments that are deleted. */
const removal = z.object({
  departs: z.number(),
  users: z.number(),
  roles: z.number(),
  grants: z.number(),
  names: z.array(z.string()),
})

/**
 * Who has to do with colleagues knows the departments: to choose one, to find a colleague, to address
 * an announcement.
 */
const READ = [
  'sys:depart:list',
  'sys:mydepart:view',
  'sys:user:list',
  'sys:book:list',
  'sys:annt:list',
] as const

/** The tree of departments (wire.md §7.2). Customers' users see none of it. */
export const departments = ofStaff({
  queryTreeList: {
    method: 'GET',
    path: '/sys/sysDepart/queryTreeList',
    perm: READ,
    in: z.object({}),
    out: z.array(departNode),
  },
  queryIdTree: {
    method: 'GET',
    path: '/sys/sysDepart/queryIdTree',
    perm: READ,
    in: z.object({}),
    out: z.array(departId),
  },
  /**
   * `message` is the sender's role: "2" a superior, with the departments led; "1" another user, with
   * null.
   */
  queryMyDeptTreeList: {
    method: 'GET',
    path: '/sys/sysDepart/queryMyDeptTreeList',
    login: true,
    in: z.object({}),
    out: z.array(departNode).nullable(),
  },
  searchBy: {
    method: 'GET',
    path: '/sys/sysDepart/searchBy',
    perm: READ,
    in: z.object({ keyWord: z.string().trim().max(100).default(''), myDeptSearch: yes }),
    out: z.array(departNode),
  },
  listAll: {
    method: 'GET',
    path: '/sys/sysDepart/listAll',
    perm: READ,
    in: z.object({}),
    out: z.array(departNode),
  },
  getDepartName: {
    method: 'GET',
    path: '/sys/sysDepart/getDepartName',
    perm: READ,
    in: z.object({ orgCode: z.string().trim().max(60) }),
    out: departNode.nullable(),
  },
  options: {
    method: 'GET',
    path: '/sys/sysDepart/options',
    perm: READ,
    in: z.object({ keyword: z.string().max(100).optional(), ids: idList.optional() }),
    out: z.array(optionRow),
  },
  add: {
    method: 'POST',
    path: '/sys/sysDepart/add',
    perm: 'sys:depart:add',
    in: draft,
    out: departNode,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/sysDepart'],
  },
  /** Another `parentId` moves the department with all below it: they get new codes. */
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/sysDepart/edit',
    perm: 'sys:depart:edit',
    in: draft.extend({ id: idText, version }),
    out: departNode,
    message: 'ok.edited',
    touches: ['/sys/sysDepart'],
  },
  removal: {
    method: 'GET',
    path: '/sys/sysDepart/removal',
    perm: 'sys:depart:delete',
    in: z.object({ ids: idList }),
    out: removal,
  },
  /** Without `force` only what is empty goes: the refusal lists what else would. */
  delete: {
    method: 'DELETE',
    path: '/sys/sysDepart/delete',
    perm: 'sys:depart:delete',
    in: z.object({ id: idText, force: yes }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/sysDepart'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/sysDepart/deleteBatch',
    perm: 'sys:depart:delete',
    in: z.object({ ids: idList, force: yes }),
    out: z.null(),
    message: 'ok.deletedBatch',
  },
  exportXls: {
    method: 'GET',
    path: '/sys/sysDepart/exportXls',
    perm: 'sys:depart:export',
    in: z.object({ selections: z.string().max(8000).optional() }),
    out: z.null(),
    reply: 'file',
  },
  importExcel: departmentList.endpoints.importExcel,
})

export const ids = z.preprocess(
  (value) =>
    value === null || value === undefined
      ? []
      : typeof value === 'string'
        ? value
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean)
        : value,
  z.array(idText).max(500, { error: 'field.tooMany' }),
)
