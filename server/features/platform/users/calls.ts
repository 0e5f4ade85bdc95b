import './user-files.ts'
import { addressBook } from '#contracts/platform/people/address-book.ts'
import { positions } from '#contracts/platform/people/positions.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { users as contract } from '#contracts/platform/people/users.calls.ts'
import { userAgents } from '#contracts/platform/people/users.agents.ts'
import { departUsers, roleUsers } from '#contracts/platform/people/users.departments.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { userActivity, endUserSessions } from './activity.ts'
import { contacts, exportContacts } from './lists/address-book.ts'
import { agentOf, editAgent, setAgent } from './agents.ts'
import { deleteUser, deleteUsers, purgeUsers, recycleBin, restoreUsers } from './delete-users.ts'
import {
  addToDepart,
  departTree,
  departUserList,
  queryUserByDepId,
  removeAllFromDepart,
  removeFromDepart,
} from './lists/depart-users.ts'
import { addToDepots, listDepotUsers, removeFromDepot } from './lists/depot-users.ts'
import { exportUsers, importTemplate } from './sheets/export-users.ts'
import { freezeUsers } from './freeze-users.ts'
import { importUsers } from './sheets/import-users.ts'
import {
  generateUserId,
  listUsers,
  queryUserRole,
  readUser,
  readUsers,
  userDepartList,
  userOptions,
} from './lists/list-users.ts'
import { changePassword, resetPassword } from './passwords-of-users.ts'
import { positionCounts } from './positions.ts'
import {
  addSysUserRole,
  deleteUserRole,
  deleteUserRoles,
  roleCandidates,
  userRoleList,
} from './lists/role-users.ts'
import { addUser, editUser } from './save-user.ts'
import { peopleOptions } from './sub-accounts/people-options.ts'
import { listSubs, mainAccounts, readSub, subChoices } from './sub-accounts/sub-accounts.ts'
import {
  addSub,
  deleteSub,
  deleteSubs,
  editSub,
  freezeSubs,
  resetSubPassword,
} from './sub-accounts/save-sub-account.ts'

/** People: who they are, what they may do, where they work, and how they are reached. */
export function userCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(contract, {
      list: listUsers,
      queryById: readUser,
      queryByIds: readUsers,
      options: userOptions,
      add: addUser,
      edit: editUser,
      frozenBatch: freezeUsers,
      changePassword,
      resetPassword,
      delete: deleteUser,
      deleteBatch: deleteUsers,
      recycleBin,
      putRecycleBin: restoreUsers,
      deleteRecycleBin: purgeUsers,
      generateUserId,
      queryUserRole,
      userDepartList,
      exportXls: exportUsers,
      importExcel: importUsers,
      importTemplate,
      activity: userActivity,
      endSessions: endUserSessions,
    }),
    ...bindEndpoints(departUsers, {
      queryUserByDepId,
      departUserList,
      editSysDepartWithUser: addToDepart,
      deleteUserInDepart: removeFromDepart,
      deleteUserInDepartBatch: removeAllFromDepart,
      departTree,
    }),
    ...bindEndpoints(depotUsers, {
      list: listDepotUsers,
      assign: addToDepots,
      remove: removeFromDepot,
    }),
    ...bindEndpoints(userAgents, { queryByUserName: agentOf, add: setAgent, edit: editAgent }),
    ...bindEndpoints(roleUsers, {
      userRoleList,
      candidates: roleCandidates,
      addSysUserRole,
      deleteUserRole,
      deleteUserRoleBatch: deleteUserRoles,
    }),
    ...bindEndpoints(addressBook, { list: contacts, exportXls: exportContacts }),
    ...bindEndpoints(subAccounts, {
      list: listSubs,
      queryById: readSub,
      options: peopleOptions,
      choices: subChoices,
      parents: mainAccounts,
      add: addSub,
      edit: editSub,
      frozenBatch: freezeSubs,
      delete: deleteSub,
      deleteBatch: deleteSubs,
      resetPassword: resetSubPassword,
    }),
    ...bindEndpoints(positions, { counts: positionCounts }),
  ]
}
