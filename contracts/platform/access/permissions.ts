import { z } from 'zod'
import { RULE_OPS } from './data-rules.texts.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { menuNode } from '../session/session.ts'
import { idOrNone, menuChanges, needed, oneOrNought, version, words } from './permissions.menus.ts'
import { grantIds, grantTree, permissionNode, permissionRule } from './permissions.nodes.ts'

const ruleBody = z.object({
  ruleName: needed(100),
  ruleColumn: needed(100),
  ruleConditions: needed(20),
  ruleValue: needed(500),
  status: oneOrNought.nullish().transform((value) => value ?? '1'),
})

export const change = { permissionIds: grantIds, lastpermissionIds: grantIds }

export const readTree = [
  'sys:perm:list',
  'sys:role:grant',
  'sys:depart:grant',
  'sys:departrole:grant',
] as const

/** Menus and buttons (wire.md §5.3): one set, edited by the platform, granted by tenants. */
export const permissions = endpoints({
  list: {
    method: 'GET',
    path: '/sys/permission/list',
    perm: 'sys:perm:list',
    in: z.object({}),
    out: z.array(permissionNode),
  },
  getSystemMenuList: {
    method: 'GET',
    path: '/sys/permission/getSystemMenuList',
    perm: 'sys:perm:list',
    in: z.object({}),
    out: z.array(permissionNode),
  },
  getSystemSubmenu: {
    method: 'GET',
    path: '/sys/permission/getSystemSubmenu',
    perm: 'sys:perm:list',
    in: z.object({ parentId: idText }),
    out: z.array(permissionNode),
  },
  getSystemSubmenuBatch: {
    method: 'GET',
    path: '/sys/permission/getSystemSubmenuBatch',
    perm: 'sys:perm:list',
    in: z.object({ parentIds: grantIds }),
    out: z.record(z.string(), z.array(permissionNode)),
  },
  queryTreeList: {
    method: 'GET',
    path: '/sys/permission/queryTreeList',
    perm: readTree,
    in: z.object({}),
    out: grantTree,
  },
  queryListAsync: {
    method: 'GET',
    path: '/sys/permission/queryListAsync',
    perm: 'sys:perm:list',
    in: z.object({ pid: idOrNone }),
    out: z.array(permissionNode),
  },
  ...menuChanges,
  checkPerms: {
    method: 'GET',
    path: '/sys/permission/checkPerms',
    perm: 'sys:perm:list',
    in: z.object({ perms: needed(100), id: idText.optional() }),
    out: z.boolean(),
  },
  /** The menu as the holders of one role see it. */
  previewMenu: {
    method: 'GET',
    path: '/sys/permission/previewMenu',
    perm: ['sys:perm:list', 'sys:role:grant'],
    in: z.object({ roleId: idText }),
    out: z.array(menuNode),
  },
  queryRolePermission: {
    method: 'GET',
    path: '/sys/permission/queryRolePermission',
    perm: ['sys:role:grant', 'sys:perm:list'],
    in: z.object({ roleId: idText }),
    out: z.array(z.string()),
  },
  saveRolePermission: {
    method: 'POST',
    path: '/sys/permission/saveRolePermission',
    stepUp: true,
    perm: 'sys:role:grant',
    in: z.object({ roleId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },
  queryDepartPermission: {
    method: 'GET',
    path: '/sys/permission/queryDepartPermission',
    perm: ['sys:depart:grant', 'sys:depart:list'],
    in: z.object({ departId: idText }),
    out: z.array(z.string()),
  },
  saveDepartPermission: {
    method: 'POST',
    path: '/sys/permission/saveDepartPermission',
    stepUp: true,
    perm: 'sys:depart:grant',
    in: z.object({ departId: idText, ...change }),
    out: z.null(),
    message: 'ok.saved',
    touches: ['/sys/permission', '/sys/role', '/sys/sysDepartPermission', '/sys/sysDepartRole'],
  },
  getPermRuleListByPermId: {
    method: 'GET',
    path: '/sys/permission/getPermRuleListByPermId',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText }),
    out: z.array(permissionRule),
  },
  queryPermissionRule: {
    method: 'GET',
    path: '/sys/permission/queryPermissionRule',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText, ruleName: words(100), ruleValue: words(500) }),
    out: z.array(permissionRule),
  },
  /** Columns a rule of this entry may name, with the operators each takes. None: the entry takes no rules. */
  getRuleColumns: {
    method: 'GET',
    path: '/sys/permission/getRuleColumns',
    perm: 'sys:datarule:list',
    in: z.object({ permissionId: idText }),
    out: z.array(
      z.object({
        value: z.string(),
        text: z.string(),
        entity: z.string(),
        type: z.string(),
        dict: z.string().nullable(),
        ref: z.string().nullable(),
        operators: z.array(z.enum(RULE_OPS)),
        variables: z.array(z.string()),
      }),
    ),
  },
  addPermissionRule: {
    method: 'POST',
    path: '/sys/permission/addPermissionRule',
    perm: 'sys:datarule:add',
    in: ruleBody.extend({ permissionId: idText }),
    out: permissionRule,
    message: 'ok.added',
    idempotency: 'accepted',
    touches: ['/sys/permission'],
  },
  editPermissionRule: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/permission/editPermissionRule',
    perm: 'sys:datarule:edit',
    in: ruleBody.extend({ id: idText, version }),
    out: permissionRule,
    message: 'ok.edited',
    touches: ['/sys/permission'],
  },
  deletePermissionRule: {
    method: 'DELETE',
    path: '/sys/permission/deletePermissionRule',
    perm: 'sys:datarule:delete',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/permission'],
  },
})
