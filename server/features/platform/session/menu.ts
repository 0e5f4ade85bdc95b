import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { MenuNode, session } from '#contracts/platform/session/session.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { failDenied } from '#server/kit/http/errors.ts'
import { typedAs } from '#server/kit/resource/search/text-keys.ts'
import { loadPermissions } from './effective-permissions.ts'

interface Row {
  id: string
  key: string
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
  route: boolean
  hidden: boolean
  alwaysShow: boolean
  keepAlive: boolean
  internalOrExternal: boolean
  granted: boolean
}

/** The first page of all users: there is no menu without it (wire.md §5.1). */
const HOME = {
  path: '/dashboard/analysis',
  name: 'dashboard-analysis',
  component: 'dashboard/Analysis',
}

/**
 * Menu, buttons granted and all buttons of the signed-in user (wire.md §5.1). The parameter must be
 * the header's token.
 */
export async function getUserPermissionByToken(
  ctx: Ctx,
  input: In<typeof session.getUserPermissionByToken>,
): Promise<Out<typeof session.getUserPermissionByToken>> {
  if (input.token !== undefined && input.token !== ctx.http?.token) failDenied()
  const { principal } = ctx
  const rows = await entries(
    ctx,
    sql`with s as (select ${principal.userId}::bigint as user_id,
        ${principal.tenantId}::bigint as tenant_id, ${principal.orgCode}::text as org_code,
        ${principal.customerId}::bigint as customer_id), ${loadPermissions}
    select permission_id from held`,
    principal.customerId !== null,
  )
  const buttons = rows.filter((row) => row.menuType === 2 && row.perms !== null)
  const titleOf = (row: Row) => (ctx.lang === 'en_US' ? (row.nameEn ?? row.name) : row.name)
  return {
    menu: menuOf(rows, ctx.lang, input.spoken !== undefined),
    auth: buttons
      .filter((row) => row.granted && row.status === '1')
      .map((row) => ({ action: row.perms!, type: row.permsType, describe: titleOf(row) })),
    allAuth: buttons.map((row) => ({
      action: row.perms!,
      status: row.status,
      type: row.permsType,
      describe: titleOf(row),
    })),
  }
}

/** The menu as the holders of exactly these entries would see it. */
export async function menuWith(ctx: Ctx, permissionIds: readonly string[]): Promise<MenuNode[]> {
  return menuOf(await entries(ctx, sql`select unnest(${permissionIds}::bigint[])`, true), ctx.lang)
}

/** Staff have no pages of a customer; what a role would see is shown whole. */
async function entries(
  ctx: Ctx,
  granted: ReturnType<typeof sql>,
  customersToo: boolean,
): Promise<Row[]> {
  const found =
    await sql<Row>`select p.id, p.key, p.parent_id, p.menu_type, p.name, p.name_en, p.path,
        p.component, p.component_name, p.redirect, p.icon, p.perms, p.perms_type,
      p.status, p.route, p.hidden, p.always_show, p.keep_alive, p.internal_or_external,
      p.for_everyone or p.id in (${granted}) as granted
    from sys_permission p where ${customersToo} or not p.for_customers order by p.sort_no, p.id`.execute(
      executorOf(ctx),
    )
  return found.rows
}

function menuOf(rows: readonly Row[], lang: Lang, spoken = false): MenuNode[] {
  const children = Map.groupBy(rows, (row) => row.parentId)
  const menu = branch(children, null, { lang, spoken })
  if (menu.some((node) => node.path === HOME.path)) return menu
  const home = rows.find((row) => row.path === HOME.path)
  const title = home
    ? lang === 'en_US'
      ? (home.nameEn ?? home.name)
      : home.name
    : lang === 'en_US'
      ? 'Home'
      : '首页'
  return [
    {
      id: home?.id ?? '0',
      path: HOME.path,
      name: HOME.name,
      component: home?.component ?? HOME.component,
      route: '1',
      redirect: null,
      meta: {
        title,
        icon: home?.icon ?? 'home',
        keepAlive: home?.keepAlive ?? false,
        internalOrExternal: false,
      },
    },
    ...menu,
  ]
}

/**
 * An entry stands where it was granted or leads to one that was; one that is switched off takes
 * what lies below it along.
 */
function branch(
  all: ReadonlyMap<string | null, readonly Row[]>,
  parent: string | null,
  how: { lang: Lang; spoken: boolean },
): MenuNode[] {
  return (all.get(parent) ?? [])
    .filter((row) => row.menuType !== 2 && row.status === '1')
    .flatMap((row): MenuNode[] => {
      const children = branch(all, row.id, how)
      if (children.length === 0 && (!row.granted || isFolder(row))) return []
      const url = row.path ?? ''
      const external = /^https?:|^\{\{/.test(url)
      const permissionList = actionsOf(all.get(row.id) ?? [])
      return [
        {
          id: row.id,
          path: external ? createHash('md5').update(url).digest('hex') : url,
          name:
            row.componentName ?? url.replace(/^\//, '').replaceAll('/', '-').replaceAll(':', '@'),
          component: row.component ?? 'layouts/RouteView',
          route: row.route ? ('1' as const) : ('0' as const),
          // A folder leads to the first page this user may see.
          ...(parent === null
            ? {
                redirect: row.redirect
                  ? (children.find((child) => !child.hidden)?.path ?? row.redirect)
                  : null,
              }
            : {}),
          ...(row.hidden ? { hidden: true } : {}),
          ...(row.alwaysShow ? { alwaysShow: true } : {}),
          meta: {
            title: how.lang === 'en_US' ? (row.nameEn ?? row.name) : row.name,
            ...(how.spoken ? { spoken: typedAs(row.name).join(' ') } : {}),
            ...(row.icon ? { icon: row.icon } : {}),
            keepAlive: row.keepAlive,
            internalOrExternal: row.internalOrExternal,
            ...(external ? { url } : {}),
            ...(permissionList.length > 0 ? { permissionList } : {}),
          },
          ...(children.length > 0 ? { children } : {}),
        },
      ]
    })
}

const isFolder = (row: Row) =>
  row.component === null ||
  row.component === 'layouts/RouteView' ||
  row.component === 'layouts/TabLayout' ||
  row.component === 'layouts/PageView'

/**
 * The entry's own actions as a form reads them (wire.md §11.15–16): of type 1 what stays, granted
 * or switched off; of type 2 what is locked, that is ruled and not granted.
 */
function actionsOf(rows: readonly Row[]): NonNullable<MenuNode['meta']['permissionList']> {
  return rows
    .filter((row) => row.menuType === 2 && row.perms !== null)
    .flatMap((row) => {
      const off = row.status !== '1'
      const listed = row.permsType === '2' ? !row.granted && !off : row.granted || off
      return listed
        ? [{ type: row.permsType, action: row.perms!, ...(off ? { status: row.status } : {}) }]
        : []
    })
}
