import type { GrantNode, PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { permissions } from '#contracts/platform/access/permissions.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { grants } from '#contracts/platform/access/permissions.grants.ts'
import type { ApiError } from '../../../kit/http/api.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction, type Outcome } from '../../../kit/http/use-action.ts'

/** Whom something is granted to. A department's role is granted out of what its department has. */
export type GrantTarget =
  | { kind: 'role'; id: string }
  | { kind: 'depart'; id: string }
  | { kind: 'departRole'; id: string; departId: string }
  | { kind: 'pack'; id: string }

interface Granted {
  tree: readonly GrantNode[]
  ids: readonly string[]
  stored: readonly string[]
}
interface Change {
  permissionIds: string[]
  lastpermissionIds: string[]
}

/** What can be granted and what is, with the call that saves a change. */
export function useGrants(target: GrantTarget): {
  data: Granted | null
  error: ApiError | null
  refetch: () => void
  save: (change: Change) => Promise<Outcome<null>>
  busy: boolean
} {
  const { kind, id } = target
  const departId = kind === 'departRole' ? target.departId : id
  const fresh = { staleTime: 0 }
  const all = useApi(grants.roleTree, {}, { enabled: kind === 'role' || kind === 'depart' })
  const packable = useApi(tenantPacks.tree, {}, { enabled: kind === 'pack' })
  const ofPack = useApi(tenantPacks.entries, { id }, { enabled: kind === 'pack', ...fresh })
  const pool = useApi(
    grants.departRoleTree,
    { departId },
    { enabled: kind === 'departRole', ...fresh },
  )
  const ofRole = useApi(
    permissions.queryRolePermission,
    { roleId: id },
    { enabled: kind === 'role', ...fresh },
  )
  const ofDepart = useApi(
    permissions.queryDepartPermission,
    { departId: id },
    { enabled: kind === 'depart', ...fresh },
  )
  const ofDepartRole = useApi(
    grants.queryDeptRolePermission,
    { roleId: id },
    { enabled: kind === 'departRole', ...fresh },
  )
  const saveRole = useAction(permissions.saveRolePermission)
  const saveDepart = useAction(permissions.saveDepartPermission)
  const saveDepartRole = useAction(grants.saveDeptRolePermission)
  const savePack = useAction(tenantPacks.saveEntries)

  const tree = kind === 'pack' ? packable : kind === 'departRole' ? pool : all
  const stored = { role: ofRole, depart: ofDepart, departRole: ofDepartRole, pack: ofPack }[kind]
  return {
    data:
      tree.data && stored.data && !stored.isFetching
        ? { tree: tree.data.treeList, ids: tree.data.ids, stored: stored.data }
        : null,
    error: tree.error ?? stored.error,
    refetch: () => void Promise.all([tree.refetch(), stored.refetch()]),
    save: (change) =>
      kind === 'role'
        ? saveRole.run({ roleId: id, ...change })
        : kind === 'depart'
          ? saveDepart.run({ departId: id, ...change })
          : kind === 'pack'
            ? savePack.run({ id, ...change })
            : saveDepartRole.run({ roleId: id, ...change }),
    busy: saveRole.busy || saveDepart.busy || saveDepartRole.busy || savePack.busy,
  }
}

/** The rules of an entry and those that narrow this holder's grant of it. */
export function useGrantRules(
  target: GrantTarget,
  permissionId: string,
): {
  rules: readonly PermissionRule[] | null
  checked: readonly string[]
  error: ApiError | null
  save: (ids: readonly string[]) => Promise<Outcome<null>>
  busy: boolean
} {
  const { kind, id } = target
  const options = { staleTime: 0 }
  const ofRole = useApi(
    grants.roleRules,
    { permissionId, roleId: id },
    { enabled: kind === 'role', ...options },
  )
  const ofDepart = useApi(
    grants.departRules,
    { permissionId, departId: id },
    { enabled: kind === 'depart', ...options },
  )
  const ofDepartRole = useApi(
    grants.departRoleRules,
    { permissionId, departId: kind === 'departRole' ? target.departId : id, roleId: id },
    { enabled: kind === 'departRole', ...options },
  )
  const saveRole = useAction(grants.saveRoleRules)
  const saveDepart = useAction(grants.saveDepartRules)
  const saveDepartRole = useAction(grants.saveDepartRoleRules)
  const found = kind === 'role' ? ofRole : kind === 'depart' ? ofDepart : ofDepartRole
  return {
    rules: found.data && !found.isFetching ? found.data.datarule : null,
    checked: found.data?.drChecked?.split(',').filter(Boolean) ?? [],
    error: found.error,
    save: (ids) => {
      const given = { permissionId, dataRuleIds: [...ids] }
      return kind === 'role'
        ? saveRole.run({ roleId: id, ...given })
        : kind === 'depart'
          ? saveDepart.run({ departId: id, ...given })
          : saveDepartRole.run({ roleId: id, ...given })
    },
    busy: saveRole.busy || saveDepart.busy || saveDepartRole.busy,
  }
}
