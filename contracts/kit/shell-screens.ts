/**
 * The shell's own screens by the names clients of this family have for them (wire.md §5.1): the
 * menu carries the name on the left, our client draws the screen `feature/Name` on the right.
 */
export const SHELL_SCREENS: Readonly<Record<string, string>> = {
  'dashboard/Analysis': 'dashboards/Home',
  'dashboard/Workplace': 'dashboards/Workplace',
  'dashboard/Monitor': 'dashboards/Monitor',
  'system/UserList': 'users/Users',
  'system/RoleList': 'roles/Roles',
  'system/RoleUserList': 'roles/RoleUsers',
  'system/SysPositionList': 'users/Positions',
  'system/AddressList': 'users/AddressBook',
  'system/PermissionList': 'permissions/Permissions',
  'system/DepartList': 'departments/Departments',
  'system/DepartUserList': 'departments/MyDepartments',
  'system/DictList': 'dictionaries/Dictionaries',
  'system/SysCategoryList': 'categories/Categories',
  'system/TenantList': 'tenants/Tenants',
  'system/SysCheckRuleList': 'rules/CheckRules',
  'system/SysFillRuleList': 'rules/FillRules',
  'system/SysAnnouncementList': 'notices/Announcements',
  'system/UserAnnouncementList': 'notices/MyNotices',
  'system/LogList': 'logs/Logs',
  'system/DataLogList': 'logs/DataLogs',
  'system/QuartzJobList': 'scheduled-jobs/ScheduledJobs',
  'modules/message/SysMessageList': 'messages/Messages',
  'modules/message/SysMessageTemplateList': 'messages/MessageTemplates',
  'account/center/Index': 'account/Center',
  'account/settings/BaseSetting': 'account/SettingsBase',
  'account/settings/Security': 'account/SettingsSecurity',
  'account/settings/Binding': 'account/SettingsBinding',
  'account/settings/Notification': 'account/SettingsNotification',
  'account/settings/Custom': 'account/SettingsCustom',
}

/** The screen behind a menu component, `feature/Name`: others than the shell's have one name. */
export const screenOf = (component: string): string =>
  Object.hasOwn(SHELL_SCREENS, component) ? SHELL_SCREENS[component]! : component
