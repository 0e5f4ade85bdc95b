import { expect, test } from 'vitest'
import { useWorld } from '../harness.ts'
import { platformAdmin } from '../platform.ts'

const world = useWorld()
interface Node {
  path: string
  component: string
  children?: Node[]
}
const flat = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** The shell's screens by the names clients of the family have for them (wire.md §5.1). */
const NAMES: Readonly<Record<string, string>> = {
  '/dashboard/analysis': 'dashboard/Analysis',
  '/dashboard/workplace': 'dashboard/Workplace',
  '/dashboard/monitor': 'dashboard/Monitor',
  '/isystem/user': 'system/UserList',
  '/isystem/role': 'system/RoleList',
  '/isystem/roleUserList': 'system/RoleUserList',
  '/isystem/position': 'system/SysPositionList',
  '/isystem/addressList': 'system/AddressList',
  '/isystem/permission': 'system/PermissionList',
  '/isystem/depart': 'system/DepartList',
  '/isystem/departUserList': 'system/DepartUserList',
  '/isystem/dict': 'system/DictList',
  '/isys/category': 'system/SysCategoryList',
  '/isys/tenant': 'system/TenantList',
  '/isystem/checkRule': 'system/SysCheckRuleList',
  '/isystem/fillRule': 'system/SysFillRuleList',
  '/isystem/annountCement': 'system/SysAnnouncementList',
  '/isps/userAnnouncement': 'system/UserAnnouncementList',
  '/isystem/log': 'system/LogList',
  '/sys/dataLog-list': 'system/DataLogList',
  '/isystem/QuartzJobList': 'system/QuartzJobList',
  '/modules/message/sysMessageList': 'modules/message/SysMessageList',
  '/modules/message/sysMessageTemplateList': 'modules/message/SysMessageTemplateList',
  '/account/center': 'account/center/Index',
  '/account/settings/base': 'account/settings/BaseSetting',
  '/account/settings/security': 'account/settings/Security',
  '/account/settings/binding': 'account/settings/Binding',
  '/account/settings/notification': 'account/settings/Notification',
  '/account/settings/custom': 'account/settings/Custom',
}

test('the menu names the shell’s own screens as the family does', async () => {
  const platform = await platformAdmin(world(), 'menu')
  const { menu } = (await platform.get('/sys/permission/getUserPermissionByToken')).result as {
    menu: Node[]
  }
  const component = new Map(flat(menu).map((node) => [node.path, node.component]))
  expect(Object.fromEntries(Object.keys(NAMES).map((path) => [path, component.get(path)]))).toEqual(
    NAMES,
  )
})
