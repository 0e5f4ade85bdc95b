import { sql } from 'kysely'
import { ruleEntities } from '#contracts/platform/access/data-rules.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { GrantNode, PermissionNode } from '#contracts/platform/access/permissions.nodes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

export interface MenuRow {
  id: string
  menuKey: string
  parentId: string | null
  menuType: number
  name: string
  nameEn: string | null
  path: string | null
  component: string | null
  componentName: string | null
  redirect: string | null
  icon: string | null
  perms: string | null
  permsType: string
  status: string
  sortNo: string
  route: boolean
  hidden: boolean
  alwaysShow: boolean
  keepAlive: boolean
  internalOrExternal: boolean
  builtIn: boolean
  description: string | null
  ruled: boolean
  version: number
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
}

/**
 * Every entry in menu order. The entries are one set for all tenants; `ruled`: whether the
 * caller's has rules for it.
 */
export async function menuRows(ctx: Ctx): Promise<MenuRow[]> {
  const found =
    await sql<MenuRow>`select p.id, p.key as menu_key, p.parent_id, p.menu_type, p.name, p.name_en,
        p.path, p.component, p.component_name, p.redirect, p.icon, p.perms, p.perms_type,
      p.status, p.sort_no, p.route, p.hidden, p.always_show, p.keep_alive, p.internal_or_external,
      p.built_in, p.description, p.version, p.create_by, p.create_time, p.update_by, p.update_time,
      exists (select 1
        from ${ctx.rows('sysPermissionRule').as('r')} where r.permission_id = p.id) as ruled
    from sys_permission p order by p.sort_no, p.id`.execute(ctx.db)
  return found.rows
}

export const titleOf = (row: Pick<MenuRow, 'name' | 'nameEn'>, lang: Lang): string =>
  lang === 'en_US' ? (row.nameEn ?? row.name) : row.name
export const byParent = (
  rows: readonly MenuRow[],
): ReadonlyMap<string | null, readonly MenuRow[]> => Map.groupBy(rows, (row) => row.parentId)

/** A row as the menu screen knows it; `children` as in wire.md §5.3: null on a leaf. */
export function nodeOf(
  row: MenuRow,
  lang: Lang,
  leaf: boolean,
  children: PermissionNode[],
): PermissionNode {
  return {
    id: row.id,
    key: row.id,
    title: titleOf(row, lang),
    parentId: row.parentId,
    name: row.name,
    nameEn: row.nameEn,
    perms: row.perms,
    permsType: row.permsType,
    icon: row.icon,
    component: row.component,
    componentName: row.componentName,
    url: row.path,
    redirect: row.redirect,
    sortNo: Number(row.sortNo),
    menuType: row.menuType,
    leaf,
    isLeaf: leaf,
    route: row.route,
    keepAlive: row.keepAlive,
    description: row.description,
    delFlag: 0,
    createBy: row.createBy,
    createTime: row.createTime,
    updateBy: row.updateBy,
    updateTime: row.updateTime,
    alwaysShow: row.alwaysShow,
    hidden: row.hidden,
    status: row.status,
    internalOrExternal: row.internalOrExternal,
    ruleFlag: row.ruled ? 1 : 0,
    version: row.version,
    builtIn: row.builtIn,
    ruleable:
      row.menuType !== 2 && ruleEntities({ key: row.menuKey, component: row.component }).length > 0,
    children: leaf ? null : children,
  }
}

export function menuTree(rows: readonly MenuRow[], lang: Lang): PermissionNode[] {
  const children = byParent(rows)
  const branch = (parent: string | null): PermissionNode[] =>
    (children.get(parent) ?? []).map((row) =>
      nodeOf(row, lang, !children.has(row.id), branch(row.id)),
    )
  return branch(null)
}

/**
 * The tree a user grants from. `shown` are the entries that may be granted: folders above them
 * are drawn too, but stay out of `ids`, for what is not held cannot be given. `own`: the client
 * draws titles itself, with the icon for rules.
 */
export function grantTreeOf(
  rows: readonly MenuRow[],
  shown: ReadonlySet<string> | null,
  lang: Lang,
  own: boolean,
): { treeList: GrantNode[]; ids: string[] } {
  const children = byParent(rows)
  const ids: string[] = []
  const branch = (parent: string | null): GrantNode[] =>
    (children.get(parent) ?? []).flatMap((row): GrantNode[] => {
      const at = ids.length
      const granted = shown === null || shown.has(row.id)
      if (granted) ids.push(row.id)
      const below = branch(row.id)
      if (!granted && below.length === 0) {
        ids.length = at
        return []
      }
      const title = titleOf(row, lang)
      return [
        {
          key: row.id,
          value: row.id,
          title: own ? null : title,
          slotTitle: title,
          label: title,
          parentId: row.parentId,
          isLeaf: below.length === 0,
          icon: row.icon,
          ruleFlag: row.ruled ? 1 : 0,
          scopedSlots: own ? { title: 'hasDatarule' } : null,
          menuType: row.menuType,
          perms: row.perms,
          children: below.length === 0 ? null : below,
        },
      ]
    })
  const treeList = branch(null)
  return { treeList, ids }
}
