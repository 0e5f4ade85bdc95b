import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { MenuNode, session } from '#contracts/session.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { executorOf, type Ctx } from '#server/kit/ctx.ts'
import { failDenied } from '#server/kit/errors.ts'

interface Row {
  id: string; parentId: string | null; menuType: number; name: string; nameEn: string | null; path: string | null; component: string | null; componentName: string | null
  redirect: string | null; icon: string | null; perms: string | null; permsType: string; status: string; route: boolean; hidden: boolean; alwaysShow: boolean
  keepAlive: boolean; internalOrExternal: boolean; granted: boolean
}

/** Menu, buttons granted and all buttons of the signed-in user (wire.md §5.1). The parameter must be the header's token. */
export async function getUserPermissionByToken(ctx: Ctx, input: In<typeof session.getUserPermissionByToken>): Promise<Out<typeof session.getUserPermissionByToken>> {
  if (input.token !== undefined && input.token !== ctx.http?.token) failDenied()
  const { who } = ctx
  const found = await sql<Row>`select p.id, p.parent_id, p.menu_type, p.name, p.name_en, p.path, p.component, p.component_name, p.redirect, p.icon, p.perms, p.perms_type,
      p.status, p.route, p.hidden, p.always_show, p.keep_alive, p.internal_or_external,
      p.for_everyone or exists (select 1 from sys_user_role ur join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        join sys_role_permission rp on rp.tenant_id = r.tenant_id and rp.role_id = r.id
        where ur.user_id = ${who.userId} and rp.permission_id = p.id and (r.tenant_id = ${who.tenantId} or r.data_scope = 'platform')) as granted
    from sys_permission p order by p.sort_no, p.id`.execute(executorOf(ctx))
  const buttons = found.rows.filter((row) => row.menuType === 2 && row.perms !== null)
  const say = (row: Row) => (ctx.lang === 'en_US' ? row.nameEn ?? row.name : row.name)
  return {
    menu: branch(found.rows.filter((row) => row.menuType !== 2 && row.granted && row.status === '1'), null, ctx.lang),
    auth: buttons.filter((row) => row.granted && row.status === '1').map((row) => ({ action: row.perms!, type: row.permsType, describe: say(row) })),
    allAuth: buttons.map((row) => ({ action: row.perms!, status: row.status, type: row.permsType, describe: say(row) })),
  }
}

function branch(rows: readonly Row[], parent: string | null, lang: Lang): MenuNode[] {
  return rows.filter((row) => row.parentId === parent).map((row) => {
    const children = branch(rows, row.id, lang)
    const url = row.path ?? ''
    const external = /^https?:|^\{\{/.test(url)
    return {
      id: row.id,
      path: external ? createHash('md5').update(url).digest('hex') : url,
      name: row.componentName ?? url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
      component: row.component ?? 'layouts/RouteView',
      route: row.route ? '1' as const : '0' as const,
      // A folder leads to the first page this user may see.
      ...(parent === null ? { redirect: row.redirect ? children.find((child) => !child.hidden)?.path ?? row.redirect : null } : {}),
      ...(row.hidden ? { hidden: true } : {}),
      ...(row.alwaysShow ? { alwaysShow: true } : {}),
      meta: {
        title: lang === 'en_US' ? row.nameEn ?? row.name : row.name,
        ...(row.icon ? { icon: row.icon } : {}),
        keepAlive: row.keepAlive, internalOrExternal: row.internalOrExternal,
        ...(external ? { url } : {}),
      },
      ...(children.length > 0 ? { children } : {}),
    }
  })
}
