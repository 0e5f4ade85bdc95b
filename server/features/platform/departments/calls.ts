import { departments } from '#contracts/platform/departments/departments.ts'
import { departRoles } from '#contracts/platform/departments/departments.roles.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { assignRoles, members, rolesOfUser } from './assign-roles.ts'
import { deleteDeparts, removal } from './delete-departs.ts'
import {
  addRole,
  deleteRole,
  deleteRoles,
  editRole,
  listRoles,
  roleOf,
  rolesOfDepart,
} from './depart-roles.ts'
import { exportDeparts, importDeparts } from './depart-sheets.ts'
import {
  getDepartName,
  listAll,
  options,
  queryIdTree,
  queryMyDeptTreeList,
  queryTreeList,
  searchBy,
} from './read-departs.ts'
import { addDepart, editDepart } from './save-depart.ts'

/** The company's inside: the tree of departments, and the roles people have in one. */
export function departmentCalls() {
  return [
    ...bindEndpoints(departments, {
      queryTreeList,
      queryIdTree,
      queryMyDeptTreeList,
      searchBy,
      listAll,
      getDepartName,
      options,
      removal,
      add: addDepart,
      edit: editDepart,
      delete: (ctx, { id, force }) => deleteDeparts(ctx, [id], force ?? false),
      deleteBatch: (ctx, { ids, force }) => deleteDeparts(ctx, ids, force ?? false),
      exportXls: exportDeparts,
      importExcel: importDeparts,
    }),
    ...bindEndpoints(departRoles, {
      list: listRoles,
      queryById: (ctx, { id }) => roleOf(ctx, id),
      add: addRole,
      edit: editRole,
      delete: (ctx, { id }) => deleteRole(ctx, id),
      deleteBatch: (ctx, { ids }) => deleteRoles(ctx, ids),
      getDeptRoleList: rolesOfDepart,
      getDeptRoleByUserId: rolesOfUser,
      deptRoleUserAdd: assignRoles,
      members,
    }),
  ]
}
