import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

interface Row extends Omit<
  DepartNode,
  'key' | 'value' | 'title' | 'orgCategory_dictText' | 'delFlag' | 'isLeaf' | 'children'
> {
  hasChildren: boolean
}

/**
 * Departments of the caller's tenant that meet a condition on `d`, in the order of the tree,
 * without their branches.
 */
export async function departNodes(
  ctx: Ctx,
  where: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): Promise<DepartNode[]> {
  const texts = await dictTexts(ctx)
  const found =
    await sql<Row>`select d.id, d.parent_id, d.depart_name, d.depart_name_en, d.depart_name_abbr,
        d.depart_order, d.description, d.org_category, d.org_type, d.org_code, d.mobile, d.fax,
      d.address, d.memo, d.status, d.create_by, d.create_time, d.update_by, d.update_time,
      d.version,
      exists (select 1
        from ${ctx.rows('sysDepart').as('c')} where c.parent_id = d.id) as has_children,
      coalesce((select string_agg(u.realname, ', ' order by u.id)
          from ${ctx.rows('sysUser').as('u')} where u.user_identity = 2 and d.id = any(u.depart_ids)
            and u.del_flag = 0), '') as managers,
      (select count(*)::int
        from ${ctx.rows('sysUserDepart').as('m')} join sys_user u on u.id = m.user_id
          and u.tenant_id = m.tenant_id where m.depart_id = d.id and u.del_flag = 0) as user_count,
      (select count(distinct m.user_id)::int
        from ${ctx.rows('sysUserDepart').as('m')}
          join ${ctx.rows('sysDepart').as('own')} on own.id = m.depart_id
          join sys_user u on u.id = m.user_id and u.tenant_id = m.tenant_id
        where starts_with(own.org_code, d.org_code) and u.del_flag = 0) as user_count_below
    from ${ctx.rows('sysDepart').as('d')} where ${where} order by length(d.org_code),
      d.depart_order, d.org_code`.execute(ctx.db)
  return found.rows.map(({ hasChildren, ...row }) => ({
    ...row,
    key: row.id,
    value: row.id,
    title: ctx.lang === 'en_US' ? (row.departNameEn ?? row.departName) : row.departName,
    orgCategory_dictText: texts('org_category', row.orgCategory),
    delFlag: '0',
    isLeaf: !hasChildren,
    children: null,
  }))
}

/** Puts each node below its parent; one whose parent is not among them stands at the top. */
export function treeOf<
  N extends { id: string; parentId: string | null; children: N[] | null; isLeaf: boolean },
>(nodes: readonly N[]): N[] {
  const known = new Set(nodes.map((node) => node.id))
  const below = Map.groupBy(nodes, (node) =>
    node.parentId !== null && known.has(node.parentId) ? node.parentId : null,
  )
  const branch = (parent: string | null): N[] =>
    (below.get(parent) ?? []).map((node) => {
      const children = branch(node.id)
      return {
        ...node,
        isLeaf: children.length === 0,
        children: children.length > 0 ? children : null,
      }
    })
  return branch(null)
}

/** Departments the caller leads: as a superior, with all below them. Null: no superior. */
export async function ledByMe(ctx: Ctx): Promise<RawBuilder<SqlBool> | null> {
  const found = await sql<{
    code: string
  }>`select d.org_code as code
    from ${ctx.rows('sysDepart').as('d')} join ${ctx.rows('sysUser').as('u')} on u.id = ${ctx.principal.userId} and u.user_identity = 2
      and d.id = any(u.depart_ids)`.execute(ctx.db)
  if (found.rows.length === 0) return null
  return sql<SqlBool>`(${sql.join(
    found.rows.map(({ code }) => sql`starts_with(d.org_code, ${code})`),
    sql` or `,
  )})`
}
