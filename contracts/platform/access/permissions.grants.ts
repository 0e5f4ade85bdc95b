import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { change, readTree } from './permissions.ts'
import { grantIds, grantTree, ruleChoice } from './permissions.nodes.ts'

const given = { permissionId: idText, dataRuleIds: grantIds }

/**
 * What may be granted to whom: the trees a granter chooses from hold only what the granter holds.
 */
export const grants = endpoints({
  roleTree: {
    method: 'GET',
    path: '/sys/role/queryTreeList',
    perm: readTree,
    in: z.object({}),
    out: grantTree,
  },
  roleRules: {
    method: 'GET',
    path: '/sys/role/datarule/{permissionId}/{roleId}',
    perm: ['sys:role:grant', 'sys:datarule:list'],
    in: z.object({ permissionId: idText, roleId: idText }),
    out: ruleChoice,
  },
  saveRoleRules: {
    method: 'POST',
    path: '/sys/role/datarule',
    stepUp: true,
    perm: 'sys:role:grant',
    in: z.object({ roleId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },

  departRules: {
    method: 'GET',
    path: '/sys/sysDepartPermission/datarule/{permissionId}/{departId}',
    perm: ['sys:depart:grant', 'sys:datarule:list'],
    in: z.object({ permissionId: idText, departId: idText }),
    out: ruleChoice,
  },
  saveDepartRules: {
    method: 'POST',
    path: '/sys/sysDepartPermission/datarule',
    stepUp: true,
    perm: 'sys:depart:grant',
    in: z.object({ departId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },

  departRoleTree: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryTreeListForDeptRole',
    perm: 'sys:departrole:grant',
    in: z.object({ departId: idText }),
    out: grantTree,
  },
  queryDeptRolePermission: {
    method: 'GET',
    path: '/sys/sysDepartPermission/queryDeptRolePermission',
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText }),
    out: z.array(z.string()),
  },
  saveDeptRolePermission: {
    method: 'POST',
    path: '/sys/sysDepartPermission/saveDeptRolePermission',
    stepUp: true,
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },
  departRoleRules: {
    method: 'GET',
    path: '/sys/sysDepartRole/datarule/{permissionId}/{departId}/{roleId}',
    perm: 'sys:departrole:grant',
    in: z.object({ permissionId: idText, departId: idText, roleId: idText }),
    out: ruleChoice,
  },
  saveDepartRoleRules: {
    method: 'POST',
    path: '/sys/sysDepartRole/datarule',
    stepUp: true,
    perm: 'sys:departrole:grant',
    in: z.object({ roleId: idText, ...given }),
    out: z.null(),
    message: 'ok.rulesSaved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },
})
