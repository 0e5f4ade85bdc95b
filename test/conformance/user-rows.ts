import { z } from 'zod'
import { get, write, type Row } from './row.ts'
import { branch, depart, ids, page, treeList, user, userInfo } from './shapes.ts'

const SESSION = 'server/features/platform/session'
const USERS = 'server/features/platform/users'
const DEPARTS = 'server/features/platform/departments'
const IDENTITY = 'server/features/platform/identity'

/** Users and departments. */
export const userRows: readonly Row[] = [
  get(
    '/sys/user/getCurrentUserDeparts',
    'login',
    z.object({ list: z.array(depart), orgCode: z.string().nullable() }),
    SESSION,
  ),
  write(
    'POST',
    '/sys/selectDepart',
    'login',
    (known) => ({ orgCode: known.ownOrgCode, username: '' }),
    SESSION,
    { result: z.object({ userInfo }) },
  ),
  write(
    'POST',
    '/sys/user/add',
    'perm',
    (known) => ({
      username: `walk${known.mark}`,
      realname: '走查员',
      workNo: `N${known.mark}`,
      password: known.password,
      selectedroles: known.roleId,
      selecteddeparts: known.departId,
    }),
    USERS,
    { message: '添加成功！' },
  ),
  write(
    'POST',
    '/erp/user/sub/add',
    'perm',
    (known) => ({ username: `sub${known.mark}`, realname: '子账号', password: known.password }),
    USERS,
    { as: 'customer', message: '添加成功！' },
  ),
  write('PUT', '/sys/user/edit', 'perm', (known) => ({ ...known.user, realname: '改名' }), USERS, {
    message: '修改成功!',
  }),
  get('/sys/user/queryUserRole', 'perm', ids, USERS, (known) => ({ userid: known.self.id })),
  get('/sys/user/list', 'perm', page(user), USERS, () => ({
    username: '*a*',
    column: 'createTime',
    order: 'desc',
    field: 'id,,username,realname,action',
    pageNo: 1,
    pageSize: 10,
  })),
  write(
    'PUT',
    '/sys/user/frozenBatch',
    'perm',
    (known) => ({ ids: `${known.user.id},`, status: '2' }),
    USERS,
    { message: '操作成功!' },
  ),
  get(
    '/sys/user/checkOnlyUser',
    'public',
    z.boolean(),
    IDENTITY,
    (known) => ({ username: `free${known.mark}` }),
    { as: 'visitor' },
  ),
  write(
    'PUT',
    '/sys/user/changePassword',
    'perm',
    (known) => ({
      username: known.user.username,
      password: 'Other-Word-2026!',
      confirmpassword: 'Other-Word-2026!',
    }),
    USERS,
    { message: '密码修改成功!' },
  ),
  get('/sys/user/queryUserByDepId', 'perm', z.array(user), USERS, (known) => ({
    id: known.departId,
  })),

  get('/sys/sysDepart/queryTreeList', 'perm', z.array(depart.and(branch)).min(1), DEPARTS),
  get('/sys/sysDepart/queryIdTree', 'perm', z.array(branch).min(1), DEPARTS),
  get('/sys/sysDepart/searchBy', 'perm', z.array(branch).min(1), DEPARTS, (known) => ({
    keyWord: known.departName,
  })),
  get('/sys/sysDepart/queryMyDeptTreeList', 'login', z.array(branch).nullable(), DEPARTS),
  write(
    'DELETE',
    '/sys/sysDepart/delete',
    'perm',
    (known) => ({ id: known.emptyDepartId }),
    DEPARTS,
    { message: '删除成功!' },
  ),
  get('/sys/sysDepartPermission/queryTreeListForDeptRole', 'perm', treeList, DEPARTS, (known) => ({
    departId: known.departId,
  })),
  get('/sys/sysDepartPermission/queryDeptRolePermission', 'perm', ids, DEPARTS, (known) => ({
    roleId: known.departRoleId,
  })),
  write(
    'POST',
    '/sys/sysDepartPermission/saveDeptRolePermission',
    'perm',
    (known) => ({ roleId: known.departRoleId, permissionIds: '', lastpermissionIds: '' }),
    DEPARTS,
    { message: '保存成功！' },
  ),
]
