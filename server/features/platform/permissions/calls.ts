import { permissions } from '#contracts/platform/access/permissions.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import { accessTests } from '#contracts/platform/access/permissions.access.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { deleteMenus } from './delete-menus.ts'
import { ruleChoice, saveRules } from './grant-rules.ts'
import { DEPART, DEPART_ROLE, grantedTo, ROLE } from './grant-targets.ts'
import { departRoleTree, roleTree, saveGrants } from './grants.ts'
import {
  checkPerms,
  getSystemMenuList,
  getSystemSubmenu,
  getSystemSubmenuBatch,
  list,
  previewMenu,
  queryListAsync,
  queryTreeList,
} from './read-menus.ts'
import {
  addRule,
  deleteRule,
  editRule,
  getPermRuleListByPermId,
  getRuleColumns,
  queryPermissionRule,
} from './rules.ts'
import { addMenu, editMenu } from './save-menu.ts'
import { testEntities, testPermission, testRows } from './test-access.ts'

/** Menus, what is granted of them to whom, and the rules that narrow a grant. */
export function permissionCalls() {
  return [
    ...bindEndpoints(permissions, {
      list,
      getSystemMenuList,
      getSystemSubmenu,
      getSystemSubmenuBatch,
      queryTreeList,
      queryListAsync,
      checkPerms,
      previewMenu,
      add: addMenu,
      edit: editMenu,
      delete: (ctx, { id }) => deleteMenus(ctx, [id]),
      deleteBatch: (ctx, { ids }) => deleteMenus(ctx, ids),
      queryRolePermission: (ctx, { roleId }) => grantedTo(ctx, ROLE, roleId),
      saveRolePermission: (ctx, { roleId, ...change }) => saveGrants(ctx, ROLE, roleId, change),
      queryDepartPermission: (ctx, { departId }) => grantedTo(ctx, DEPART, departId),
      saveDepartPermission: (ctx, { departId, ...change }) =>
        saveGrants(ctx, DEPART, departId, change),
      getPermRuleListByPermId,
      queryPermissionRule,
      getRuleColumns,
      addPermissionRule: addRule,
      editPermissionRule: editRule,
      deletePermissionRule: deleteRule,
    }),
    ...bindEndpoints(grants, {
      roleTree,
      departRoleTree,
      roleRules: (ctx, { permissionId, roleId }) => ruleChoice(ctx, ROLE, permissionId, roleId),
      saveRoleRules: (ctx, { roleId, ...given }) => saveRules(ctx, ROLE, roleId, given),
      departRules: (ctx, { permissionId, departId }) =>
        ruleChoice(ctx, DEPART, permissionId, departId),
      saveDepartRules: (ctx, { departId, ...given }) => saveRules(ctx, DEPART, departId, given),
      queryDeptRolePermission: (ctx, { roleId }) => grantedTo(ctx, DEPART_ROLE, roleId),
      saveDeptRolePermission: (ctx, { roleId, ...change }) =>
        saveGrants(ctx, DEPART_ROLE, roleId, change),
      departRoleRules: (ctx, { permissionId, roleId }) =>
        ruleChoice(ctx, DEPART_ROLE, permissionId, roleId),
      saveDepartRoleRules: (ctx, { roleId, ...given }) =>
        saveRules(ctx, DEPART_ROLE, roleId, given),
    }),
    ...bindEndpoints(accessTests, {
      entities: testEntities,
      rows: testRows,
      permission: testPermission,
    }),
  ]
}
