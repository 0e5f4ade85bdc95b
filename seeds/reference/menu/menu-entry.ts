/** One line of the menu a new installation starts with. */
export interface MenuEntry {
  /** Stays the same for ever: the seeder finds its row by it. */
  key: string
  name: string
  nameEn: string
  path: string
  /**
   * `feature/Name` of a screen, the family's name of one of the shell's own (`SHELL_SCREENS`),
   * `resource/<name>` for a plain entity, `layouts/RouteView` for a folder.
   */
  component: string
  /** Name of an antd icon in kebab case. */
  icon?: string
  redirect?: string
  /** A route without a line in the menu. */
  hidden?: boolean
  alwaysShow?: boolean
  /**
   * False: its page is built again each time its tab is shown. Screens stay alive, folders have
   * nothing to keep.
   */
  keepAlive?: boolean
  /** The plain entity behind it: its holders of `…:list` see it, its codes are the buttons. */
  entity?: string
  /**
   * Visible with any of these. A folder has none: it is visible with any of its children.
   */
  perms?: readonly string[]
  /** Its codes are under other entries, and are granted there. */
  granted?: 'elsewhere'
  /** Visible to every signed-in user: their own pages. */
  forEveryone?: true
  /** A customer's own page: staff, who have none, do not see it. */
  forCustomers?: true
  /** Further codes granted under this entry. */
  buttons?: readonly string[]
  children?: readonly MenuEntry[]
}

type MenuTexts = readonly [name: string, nameEn: string]
export const plain = (
  area: string,
  entity: string,
  perm: string,
  [name, nameEn]: MenuTexts,
  icon: string,
  more: Partial<MenuEntry> = {},
): MenuEntry => ({
  key: `${area}.${entity}`,
  name,
  nameEn,
  path: `/${area}/${entity}`,
  component: `resource/${entity}`,
  icon,
  entity,
  perms: [`${perm}:list`],
  ...more,
})
export const screen = (
  key: string,
  [name, nameEn]: MenuTexts,
  path: string,
  component: string,
  icon: string,
  perms: readonly string[],
  more: Partial<MenuEntry> = {},
): MenuEntry => ({ key, name, nameEn, path, component, icon, perms, ...more })
export const folder = (
  key: string,
  [name, nameEn]: MenuTexts,
  icon: string,
  children: readonly MenuEntry[],
): MenuEntry => ({
  key,
  name,
  nameEn,
  path: `/${key}`,
  component: 'layouts/RouteView',
  icon,
  ...(children[0] ? { redirect: children[0].path } : {}),
  children,
})
