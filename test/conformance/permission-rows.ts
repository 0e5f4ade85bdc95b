import { z } from 'zod'
import { get, write, type Row } from './row.ts'
import { id, ids, permission, rule, treeList } from './shapes.ts'

const ROLES = 'server/features/platform/roles'
const PERMS = 'server/features/platform/permissions'

/** Roles and the menu. */
export const permissionRows: readonly Row[] = [
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
]
