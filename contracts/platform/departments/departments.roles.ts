import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, partOf } from '../../kit/envelope.ts'
import { pageOf, pageQuery } from '../../kit/page.ts'
import { ids, needed, version, words } from './departments.ts'

/**
 * A role inside one department: it counts for its people while that department is their current
 * one.
 */
export const departRole = z.object({
  id: z.string(),
  departId: z.string(),
  departId_dictText: z.string(),
  roleName: z.string(),
  roleCode: z.string(),
  description: z.string().nullable(),
  userCount: z.number(),
  version: z.number(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})

export type DepartRole = z.infer<typeof departRole>

const roleDraft = {
  roleName: needed(100),
  roleCode: needed(64).regex(/^[A-Za-z0-9_.-]+$/, { error: 'field.invalid' }),
  description: words(300),
}

const paging = {
  pageNo: z.coerce.number().int().min(1).max(10_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(10),
}

const member = z.object({
  id: z.string(),
  username: z.string(),
  realname: z.string(),
  workNo: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string(),
  userIdentity: z.string(),
  superior: z.boolean(),
  /** Of this department, ids and names. */
  droleIds: z.array(z.string()),
  droles: z.string(),
  departs: z.string(),
})

export type DepartMember = z.infer<typeof member>

/**
 * Roles inside departments, for those who administer departments and for their superiors (wire.md
 * §7.2).
 */
export const departRoles = ofStaff({
  list: {
    method: 'GET',
    path: '/sys/sysDepartRole/list',
    perm: 'sys:departrole:list',
    in: pageQuery({
      deptId: partOf,
      roleName: z.string().max(100).optional(),
      ...paging,
    }),
    out: pageOf(departRole),
  },
  queryById: {
    method: 'GET',
    path: '/sys/sysDepartRole/queryById',
    perm: 'sys:departrole:list',
    in: z.object({ id: idText }),
    out: departRole,
  },
  add: {
    method: 'POST',
    path: '/sys/sysDepartRole/add',
    perm: 'sys:departrole:add',
    in: z.object({ departId: idText, ...roleDraft }),
    out: departRole,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/sysDepartRole'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/sysDepartRole/edit',
    perm: 'sys:departrole:edit',
    in: z.object({ id: idText, version, ...roleDraft }),
    out: departRole,
    message: 'ok.edited',
    touches: ['/sys/sysDepartRole'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/sysDepartRole/delete',
    perm: 'sys:departrole:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/sysDepartRole'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/sysDepartRole/deleteBatch',
    perm: 'sys:departrole:delete',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  getDeptRoleList: {
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleList',
    perm: 'sys:departrole:list',
    in: z.object({ departId: idText, userId: idText.optional() }),
    out: z.array(departRole),
  },
  getDeptRoleByUserId: {
    method: 'GET',
    path: '/sys/sysDepartRole/getDeptRoleByUserId',
    perm: 'sys:departrole:list',
    in: z.object({ userId: idText, departId: idText.optional() }),
    out: z.array(z.object({ id: z.string(), userId: z.string(), droleId: z.string() })),
  },
  deptRoleUserAdd: {
    method: 'POST',
    path: '/sys/sysDepartRole/deptRoleUserAdd',
    stepUp: true,
    perm: 'sys:departrole:assign',
    in: z.object({ newRoleId: ids, oldRoleId: ids, userId: idText }),
    out: z.null(),
    message: 'ok.added',
    touches: ['/sys/sysDepartRole'],
  },
  /** People of a department and of those below it, as its superior looks after them. */
  members: {
    method: 'GET',
    path: '/sys/sysDepartRole/members',
    perm: 'sys:departrole:list',
    in: pageQuery({ departId: idText, keyword: z.string().trim().max(100).optional(), ...paging }),
    out: pageOf(member),
  },
})
