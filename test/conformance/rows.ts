import { z } from 'zod'
import type { Known } from './known.ts'
import {
  announcement,
  bell,
  branch,
  depart,
  generic,
  grant,
  id,
  ids,
  menu,
  option,
  page,
  permission,
  rule,
  signedIn,
  treeList,
  user,
  userInfo,
} from './shapes.ts'

/** Who may: strangers, whoever is signed in, holders of a permission, or the house that runs the installation. */
export type Access = 'public' | 'login' | 'perm' | 'platform'
export interface Row {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the specification writes it (§7). */
  path: string
  access: Access
  /** What the call is sent: path parameters, query or body. */
  input: (known: Known) => Record<string, unknown>
  /** What comes back as `result`. */
  result: z.ZodType
  /** Where the wire fixes the words (zh_CN). */
  message?: string
  /** Who calls where it is not the tenant's administrator. */
  as?: 'platform' | 'customer' | 'nobody'
  /** The call answers beside the envelope. */
  bare?: true
  /** Tests that go deeper. */
  also: string
}

const none = () => ({})
const anything = z.unknown()
const nothing = z.null()
const get = (
  path: string,
  access: Access,
  result: z.ZodType,
  also: string,
  input: Row['input'] = none,
  more: Partial<Row> = {},
): Row => ({ method: 'GET', path, access, input, result, also, ...more })
const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  access: Access,
  input: Row['input'],
  also: string,
  more: Partial<Row> = {},
): Row => ({ method, path, access, input, result: anything, also, ...more })

const SESSION = 'server/features/platform/session',
  USERS = 'server/features/platform/users',
  ROLES = 'server/features/platform/roles',
  PERMS = 'server/features/platform/permissions',
  DEPARTS = 'server/features/platform/departments'
const NOTICES = 'server/features/platform/notices',
  DICTS = 'server/features/platform/dictionaries',
  REPORTS = 'server/features/insight/reports',
  RULES = 'server/features/platform/rules',
  LOGS = 'server/features/platform/logs',
  ACCOUNT = 'server/features/platform/account',
  IDENTITY = 'server/features/platform/identity',
  BOARD = 'server/features/insight/dashboards'

/** Every call of the specification's §7, in its order. */
export const rows: readonly Row[] = [
  write(
    'POST',
    '/sys/login',
    'public',
    (known) => ({ username: known.self.username, password: known.password, remember_me: false }),
    SESSION,
    { result: signedIn, as: 'nobody' },
  ),
  write(
    'POST',
    '/sys/phoneLogin',
    'public',
    (known) => ({ mobile: known.phone, captcha: known.phoneCode }),
    IDENTITY,
    { result: signedIn, as: 'nobody' },
  ),
  write('POST', '/sys/logout', 'login', none, SESSION, {
    result: nothing,
    message: '退出登录成功！',
  }),
  get(
    '/thirdLogin/getLoginUser/{token}',
    'public',
    anything,
    IDENTITY,
    () => ({ token: 'A'.repeat(43) }),
    { as: 'nobody' },
  ),
  get(
    '/cas/client/validateLogin',
    'public',
    anything,
    IDENTITY,
    () => ({ ticket: 'ST-1-abcdefghijklmnop', service: 'http://127.0.0.1/cas' }),
    { as: 'nobody' },
  ),
  get(
    '/sys/permission/getUserPermissionByToken',
    'login',
    z.object({
      menu: z.array(menu).min(1),
      auth: z.array(grant),
      allAuth: z.array(grant.extend({ status: z.string() })),
    }),
    PERMS,
    (known) => ({ token: known.token }),
  ),

  get('/sys/annountCement/listByUser', 'login', bell, NOTICES),
  write(
    'POST',
    '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    'login',
    (known) => ({ anntId: known.announcementId }),
    NOTICES,
  ),
  write(
    'PUT',
    '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
    'login',
    (known) => ({ anntId: known.announcementId }),
    NOTICES,
  ),
  get('/sys/annountCement/queryById', 'login', announcement, NOTICES, (known) => ({
    id: known.announcementId,
  })),
  get(
    '/sys/annountCement/doReleaseData',
    'perm',
    anything,
    NOTICES,
    (known) => ({ id: known.draftId }),
    { message: '该系统通知发布成功' },
  ),
  get(
    '/sys/annountCement/doReovkeData',
    'perm',
    anything,
    NOTICES,
    (known) => ({ id: known.draftId }),
    { message: '该系统通知撤销成功' },
  ),

  get('sys/dict/refleshCache', 'login', nothing, DICTS),
  get('sys/dict/queryAllDictItems', 'login', z.record(z.string(), z.array(option)), DICTS),
  get('/sys/dict/getDictItems/{code}', 'login', z.array(option).min(2), DICTS, () => ({
    code: 'sex',
  })),
  write(
    'POST',
    '/sys/dict/add',
    'perm',
    (known) => ({ dictName: '走查', dictCode: `walk_${known.mark}` }),
    DICTS,
    { message: '保存成功！' },
  ),
  write(
    'PUT',
    '/sys/dict/edit',
    'perm',
    (known) => ({ ...known.dict, dictName: '走查字典' }),
    DICTS,
    { message: '编辑成功!' },
  ),
  write(
    'POST',
    '/sys/dictItem/add',
    'perm',
    (known) => ({
      dictId: known.dict.id,
      itemText: '甲',
      itemValue: `a${known.mark}`,
      sortOrder: 1,
      status: 1,
    }),
    DICTS,
    { message: '保存成功！' },
  ),
  write(
    'PUT',
    '/sys/dictItem/edit',
    'perm',
    (known) => ({ ...known.dictItem, itemText: '乙' }),
    DICTS,
    { message: '编辑成功!' },
  ),

  write(
    'POST',
    'sys/user/updatePassword',
    'login',
    (known) => ({
      username: known.self.username,
      oldpassword: known.password,
      password: 'Walk-About-2026!',
      confirmpassword: 'Walk-About-2026!',
    }),
    ACCOUNT,
    { message: '密码重置成功!' },
  ),
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
    { as: 'nobody' },
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

  write(
    'POST',
    '/sys/role/add',
    'perm',
    (known) => ({ roleName: '走查角色', roleCode: `walk${known.mark}` }),
    ROLES,
    { message: '添加成功！' },
  ),
  write(
    'PUT',
    '/sys/role/edit',
    'perm',
    (known) => ({ ...known.role, roleName: '走查角色二' }),
    ROLES,
    { message: '修改成功!' },
  ),
  get(
    '/sys/role/queryall',
    'perm',
    z.array(z.object({ id, roleName: z.string(), roleCode: z.string() })).min(1),
    ROLES,
  ),
  get('/sys/role/queryTreeList', 'perm', treeList, PERMS),

  write(
    'POST',
    '/sys/permission/add',
    'platform',
    (known) => ({
      menuType: 0,
      name: '走查菜单',
      url: `/walk/${known.mark}`,
      component: 'layouts/RouteView',
    }),
    PERMS,
    { as: 'platform', message: '添加成功！' },
  ),
  write(
    'PUT',
    '/sys/permission/edit',
    'platform',
    (known) => ({ ...known.permission, name: '走查菜单二' }),
    PERMS,
    { as: 'platform', message: '修改成功！' },
  ),
  get('/sys/permission/list', 'perm', z.array(permission).min(1), PERMS),
  get('/sys/permission/getSystemMenuList', 'perm', z.array(permission).min(1), PERMS),
  get('/sys/permission/getSystemSubmenu', 'perm', z.array(permission).min(1), PERMS, (known) => ({
    parentId: known.folderId,
  })),
  get(
    '/sys/permission/getSystemSubmenuBatch',
    'perm',
    z.record(z.string(), z.array(permission)),
    PERMS,
    (known) => ({ parentIds: known.folderId }),
  ),
  get('/sys/permission/queryTreeList', 'perm', treeList, PERMS),
  get('/sys/permission/queryRolePermission', 'perm', ids, PERMS, (known) => ({
    roleId: known.roleId,
  })),
  get('/sys/permission/getPermRuleListByPermId', 'perm', z.array(rule), PERMS, (known) => ({
    permissionId: known.menuId,
  })),
  get('/sys/permission/queryPermissionRule', 'perm', z.array(rule), PERMS, (known) => ({
    permissionId: known.menuId,
    ruleName: '',
  })),
  get('/sys/permission/queryDepartPermission', 'perm', ids, PERMS, (known) => ({
    departId: known.departId,
  })),
  write(
    'POST',
    '/sys/permission/saveRolePermission',
    'perm',
    (known) => ({ roleId: known.role.id, permissionIds: known.menuId, lastpermissionIds: '' }),
    PERMS,
    { message: '保存成功！' },
  ),
  write(
    'POST',
    '/sys/permission/saveDepartPermission',
    'perm',
    (known) => ({ departId: known.departId, permissionIds: known.menuId, lastpermissionIds: '' }),
    PERMS,
    { message: '保存成功！' },
  ),

  get(
    '/online/cgreport/api/getRpColumns/{code}',
    'login',
    z.object({
      columns: z.array(z.object({ title: z.string(), dataIndex: z.string() })).min(1),
      dictOptions: z.record(z.string(), z.array(option)),
      cgRpConfigId: z.string(),
      cgRpConfigName: z.string(),
    }),
    REPORTS,
    (known) => ({ code: known.reportCode }),
  ),
  get(
    '/online/cgreport/api/getQueryInfo/{cgRpConfigId}',
    'login',
    z
      .array(
        z.object({
          label: z.string(),
          field: z.string(),
          view: z.string(),
          mode: z.enum(['single', 'group']),
        }),
      )
      .min(1),
    REPORTS,
    (known) => ({ cgRpConfigId: known.reportId }),
  ),
  get(
    '/online/cgreport/api/getData/{cgRpConfigId}',
    'login',
    z.object({ total: z.number().int(), records: z.array(z.record(z.string(), z.unknown())) }),
    REPORTS,
    (known) => ({ cgRpConfigId: known.reportId, pageNo: 1, pageSize: 10 }),
  ),

  get(
    '/sys/loginfo',
    'login',
    z.object({ totalVisitCount: z.number(), todayVisitCount: z.number(), todayIp: z.number() }),
    LOGS,
  ),
  get(
    '/sys/visitInfo',
    'login',
    z.array(z.object({ tian: z.string(), type: z.string(), visit: z.number(), ip: z.number() })),
    LOGS,
  ),
  get(
    '/sys/duplicate/check',
    'login',
    anything,
    RULES,
    (known) => ({ tableName: 'sys_user', fieldName: 'username', fieldVal: `free${known.mark}` }),
    { message: '该值可用！' },
  ),
  get('/sys/checkRule/checkByCode', 'login', anything, RULES, (known) => ({
    ruleCode: known.checkRuleCode,
    value: '2026',
  })),
  get('/rwms/dashboard/statusCount', 'perm', anything, BOARD),
  get('/rwms/dashboard/statusUnconfirmCount', 'perm', anything, BOARD),
  get('/api/user', 'perm', generic, RULES, none, { bare: true }),
  get('/api/role', 'perm', generic, RULES, none, { bare: true }),
  get('/api/service', 'login', generic, RULES, none, { bare: true }),
  get('/api/permission', 'perm', generic, RULES, none, { bare: true }),
  get('/api/permission/no-pager', 'perm', z.array(z.record(z.string(), z.unknown())), RULES, none, {
    bare: true,
  }),
]
