import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** Who works here and what they may do. */
const people: readonly MenuEntry[] = [
  screen('system.users', ['用户', 'Users'], '/isystem/user', 'users/Users', 'user', ['sys:user:list'], {
    buttons: ['sys:user:add', 'sys:user:edit', 'sys:user:delete', 'sys:user:freeze', 'sys:user:password', 'sys:user:loginAs', 'sys:user:import', 'sys:user:export'],
  }),
  screen('system.roles', ['角色', 'Roles'], '/isystem/role', 'roles/Roles', 'idcard', ['sys:role:list'], { resource: 'roles', buttons: ['sys:role:delete'] }),
  screen('system.roleUsers', ['角色用户', 'Role users'], '/isystem/roleUserList', 'roles/RoleUsers', 'profile', ['sys:roleuser:list'], { buttons: ['sys:roleuser:edit'] }),
  screen('system.positions', ['职务', 'Positions'], '/isystem/position', 'users/Positions', 'crown', ['sys:position:list'], { resource: 'positions' }),
  screen('system.addressBook', ['通讯录', 'Address book'], '/isystem/addressList', 'users/AddressBook', 'book', ['sys:book:list'], { buttons: ['sys:book:export'] }),
  screen('system.subAccounts', ['子账号', 'Sub-accounts'], '/isystem/subAccounts', 'users/SubAccounts', 'team', ['erp:subuser:list'], { buttons: ['erp:subuser:add', 'erp:subuser:edit', 'erp:subuser:delete'] }),
  screen('system.registrations', ['注册审核', 'Registrations'], '/isystem/registrations', 'identity/Registrations', 'solution', ['sys:registration:list'], { resource: 'registrations', buttons: ['sys:registration:decide'] }),
  screen('system.thirdProviders', ['第三方登录', 'Third-party sign-in'], '/isystem/thirdProviders', 'identity/Providers', 'link', ['sys:third:edit']),
  screen('system.tenants', ['租户', 'Tenants'], '/isys/tenant', 'tenants/Tenants', 'apartment', ['sys:tenant:list'], {
    buttons: ['sys:tenant:add', 'sys:tenant:edit', 'sys:tenant:delete', 'sys:tenant:export', 'sys:tenant:enter'],
  }),
]

/** Administration: who works here, what they may do, the words and rules of the house. */
export const systemMenu: MenuEntry = { ...folder('system', ['系统', 'System'], 'setting', [
  ...people,
  screen('system.permissions', ['菜单权限', 'Menus and permissions'], '/isystem/permission', 'permissions/Permissions', 'unordered-list', ['sys:perm:list'], {
    buttons: ['sys:perm:add', 'sys:perm:edit', 'sys:perm:delete', 'sys:role:grant', 'sys:datarule:list', 'sys:datarule:add', 'sys:datarule:edit', 'sys:datarule:delete'],
  }),
  screen('system.departments', ['部门管理', 'Departments'], '/isystem/depart', 'departments/Departments', 'apartment', ['sys:depart:list'], {
    buttons: ['sys:depart:add', 'sys:depart:edit', 'sys:depart:delete', 'sys:depart:import', 'sys:depart:export', 'sys:depart:grant'],
  }),
  screen('system.myDepartments', ['我的部门', 'My departments'], '/isystem/departUserList', 'departments/MyDepartments', 'team', ['sys:mydepart:view'], {
    buttons: ['sys:departrole:list', 'sys:departrole:add', 'sys:departrole:edit', 'sys:departrole:delete', 'sys:departrole:grant', 'sys:departrole:assign'],
  }),
  screen('system.accessTest', ['权限测试', 'Access test'], '/isystem/accessTest', 'permissions/AccessTest', 'audit', ['sys:access:test']),
  screen('system.dictionaries', ['数据字典', 'Dictionaries'], '/isystem/dict', 'dictionaries/Dictionaries', 'read', ['sys:dict:list'], {
    buttons: ['sys:dict:add', 'sys:dict:edit', 'sys:dict:delete', 'sys:dict:import', 'sys:dict:export'],
  }),
  screen('system.categories', ['分类字典', 'Categories'], '/isys/category', 'categories/Categories', 'partition', ['sys:category:list'], {
    buttons: ['sys:category:add', 'sys:category:edit', 'sys:category:delete', 'sys:category:import', 'sys:category:export'],
  }),
  screen('system.checkRules', ['编码校验规则', 'Check rules'], '/isystem/checkRule', 'rules/CheckRules', 'safety', ['sys:check:list'], { resource: 'check-rules' }),
  screen('system.fillRules', ['填值规则', 'Fill rules'], '/isystem/fillRule', 'rules/FillRules', 'form', ['sys:fill:list'], { resource: 'fill-rules' }),
  screen('system.countries', ['国家地区', 'Countries'], '/isystem/country', 'rules/Countries', 'global', ['sys:country:list'], { resource: 'countries', buttons: ['sys:country:edit'] }),
  screen('system.printSets', ['打印设置', 'Print settings'], '/isystem/printSet', 'rules/PrintSets', 'printer', ['sys:print:list'], { resource: 'print-sets' }),
  screen('system.messages', ['消息管理', 'Messages'], '/modules/message/sysMessageList', 'messages/Messages', 'mail', ['sys:msg:list'], {
    buttons: ['sys:msg:add', 'sys:msg:edit', 'sys:msg:delete', 'sys:msg:export', 'sys:msg:resend', 'sys:msg:secret'],
  }),
  screen('system.messageTemplates', ['消息模板', 'Message templates'], '/modules/message/sysMessageTemplateList', 'messages/MessageTemplates', 'file-text', ['sys:msgtpl:list'], { resource: 'message-templates', buttons: ['sys:msg:send'] }),
  screen('system.messageChannels', ['消息渠道', 'Message channels'], '/modules/message/channels', 'messages/MessageChannels', 'send', ['sys:msgcfg:edit']),
  screen('system.announcements', ['通知公告', 'Announcements'], '/isystem/annountCement', 'notices/Announcements', 'notification', ['sys:annt:list'], {
    buttons: ['sys:annt:add', 'sys:annt:edit', 'sys:annt:delete', 'sys:annt:release', 'sys:annt:revoke', 'sys:annt:import', 'sys:annt:export'],
  }),
  screen('system.logs', ['日志管理', 'Logs'], '/isystem/log', 'logs/Logs', 'audit', ['sys:log:list'], { buttons: ['sys:log:export'] }),
  screen('system.dataLogs', ['数据日志', 'Data logs'], '/sys/dataLog-list', 'logs/DataLogs', 'history', ['sys:datalog:list'], { buttons: ['sys:datalog:restore'] }),
  screen('system.online', ['在线用户', 'Online users'], '/isystem/online', 'logs/OnlineUsers', 'desktop', ['sys:online:list'], { buttons: ['sys:online:end'] }),
  screen('system.jobs', ['定时任务', 'Scheduled jobs'], '/isystem/QuartzJobList', 'jobs/ScheduledJobs', 'schedule', ['sys:job:list'], {
    buttons: ['sys:job:add', 'sys:job:edit', 'sys:job:delete', 'sys:job:export', 'sys:job:run'],
  }),
  screen('system.api', ['接口文档', 'API documentation'], '/system/api', 'system/ApiDocs', 'api', ['sys:api:view']),
]), buttons: ['sys:view:share'] }

/** What reaches a person: seen by whoever is signed in. */
export const messageMenu: MenuEntry = { ...folder('message', ['消息', 'Messages'], 'bell', [
  screen('message.mine', ['我的消息', 'My notices'], '/isps/userAnnouncement', 'notices/MyNotices', 'notification', [], { forEveryone: true }),
]), forEveryone: true }

const own = (key: string, words: readonly [string, string], component: string, icon: string, more: Partial<MenuEntry> = {}): MenuEntry =>
  screen(`account.${key}`, words, `/account/${key === 'center' ? key : `settings/${key}`}`, `account/${component}`, icon, [], { forEveryone: true, ...more })

/** A person's own pages: reached by the name in the header, not by the menu. */
export const accountMenu: MenuEntry = { ...folder('account', ['个人', 'Account'], 'user', [
  own('center', ['个人中心', 'My account'], 'Center', 'user'),
  own('base', ['基本设置', 'Profile settings'], 'SettingsBase', 'idcard'),
  own('security', ['安全设置', 'Security'], 'SettingsSecurity', 'lock', { buttons: ['sys:password:rule'] }),
  own('binding', ['账号绑定', 'Linked accounts'], 'SettingsBinding', 'link'),
  own('notification', ['通知设置', 'Notifications'], 'SettingsNotification', 'notification'),
  own('custom', ['个性化设置', 'Appearance'], 'SettingsCustom', 'skin'),
]), hidden: true, forEveryone: true }
