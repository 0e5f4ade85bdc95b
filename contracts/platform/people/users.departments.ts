import { z } from 'zod'
import { ofStaff } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { ref } from '../../kit/field.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { optionRow } from '../../kit/crud.ts'
import { userList } from './users.ts'
import { userRow } from './users.calls.ts'

const word = z.string().trim().max(100).optional()

/** Users of a department, as the department screens ask for them (wire.md §6.2). */
export const departUsers = ofStaff({
  queryUserByDepId: {
    method: 'GET',
    path: '/sys/user/queryUserByDepId',
    perm: 'sys:user:list',
    in: z.object({ id: idText, realname: word }),
    out: z.array(userRow),
  },
  departUserList: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/user/departUserList',
    perm: 'sys:user:list',
    in: listQuery({ ...userList.fields, depId: ref('departments', { filter: 'eq' }) }),
    out: pageOf(userRow),
  },
  editSysDepartWithUser: {
    method: 'POST',
    path: '/sys/user/editSysDepartWithUser',
    perm: 'sys:user:edit',
    in: z.object({ depId: idText, userIdList: idList }),
    out: z.null(),
    message: 'ok.addedTo',
    touches: ['/sys/sysDepartRole', '/sys/sysDepart', '/sys/user'],
  },
  deleteUserInDepart: {
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepart',
    perm: 'sys:user:edit',
    in: z.object({ depId: idText, userId: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/sysDepartRole', '/sys/sysDepart', '/sys/user'],
  },
  deleteUserInDepartBatch: {
    method: 'DELETE',
    path: '/sys/user/deleteUserInDepartBatch',
    perm: 'sys:user:edit',
    in: z.object({ depId: idText, userIds: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deleted',
  },
  /** Departments with how many staff they hold, for the tree next to a list of users. */
  departTree: {
    method: 'GET',
    path: '/sys/user/departTree',
    perm: ['sys:user:list', 'sys:book:list'],
    in: z.object({}),
    out: z.array(
      z.object({
        id: z.string(),
        parentId: z.string().nullable(),
        orgCode: z.string(),
        departName: z.string(),
        departNameEn: z.string().nullable(),
        users: z.number(),
      }),
    ),
  },
})

/** Who has a role (wire.md §5.4). */
export const roleUsers = ofStaff({
  userRoleList: {
    method: 'GET',
    also: ['POST'],
    path: '/sys/user/userRoleList',
    perm: 'sys:roleuser:list',
    in: listQuery({ ...userList.fields, roleId: ref('roles', { filter: 'eq' }) }),
    out: pageOf(userRow),
  },
  /** Users of the right kind who do not have the role yet, to choose from. */
  candidates: {
    method: 'GET',
    path: '/sys/user/roleCandidates',
    perm: 'sys:roleuser:edit',
    in: z.object({ roleId: idText, keyword: word }),
    out: z.array(optionRow),
  },
  addSysUserRole: {
    method: 'POST',
    path: '/sys/user/addSysUserRole',
    stepUp: true,
    perm: 'sys:roleuser:edit',
    in: z.object({ roleId: idText, userIdList: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.addedTo',
    touches: ['/sys/user', '/sys/role'],
  },
  deleteUserRole: {
    method: 'DELETE',
    path: '/sys/user/deleteUserRole',
    stepUp: true,
    perm: 'sys:roleuser:edit',
    in: z.object({ roleId: idText, userId: idText }),
    out: z.null(),
    message: 'ok.deleted',
  },
  deleteUserRoleBatch: {
    method: 'DELETE',
    path: '/sys/user/deleteUserRoleBatch',
    stepUp: true,
    perm: 'sys:roleuser:edit',
    in: z.object({ roleId: idText, userIds: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deleted',
    touches: ['/sys/user', '/sys/role'],
  },
})
