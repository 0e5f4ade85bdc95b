import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** What a user receives: visible to every signed-in user. */
export const messageMenu: MenuEntry = {
  ...folder('message', ['消息', 'Messages'], 'bell', [
    screen(
      'message.mine',
      ['我的消息', 'My notices'],
      '/isps/userAnnouncement',
      'system/UserAnnouncementList',
      'notification',
      [],
      { forEveryone: true },
    ),
  ]),
  forEveryone: true,
}

const own = (
  key: string,
  words: readonly [string, string],
  component: string,
  icon: string,
  more: Partial<MenuEntry> = {},
): MenuEntry =>
  screen(
    `account.${key}`,
    words,
    `/account/${key === 'center' ? key : `settings/${key}`}`,
    `account/${component}`,
    icon,
    [],
    { forEveryone: true, ...more },
  )

/** A person's own pages: reached by the name in the header, not by the menu. */
export const accountMenu: MenuEntry = {
  ...folder('account', ['个人', 'Account'], 'user', [
    own('center', ['个人中心', 'Personal centre'], 'center/Index', 'user'),
    own('base', ['基本设置', 'Profile settings'], 'settings/BaseSetting', 'idcard'),
    own('security', ['安全设置', 'Security'], 'settings/Security', 'lock', {
      buttons: ['sys:password:rule'],
    }),
    screen(
      'account.key',
      ['密钥可用接口', 'Calls of a key'],
      '/account/settings/keys/:id',
      'api-docs/KeyDocs',
      'api',
      [],
      { forEveryone: true, hidden: true },
    ),
    own('binding', ['账号绑定', 'Linked accounts'], 'settings/Binding', 'link'),
    own('notification', ['通知设置', 'Notifications'], 'settings/Notification', 'notification'),
    own('custom', ['个性化设置', 'Appearance'], 'settings/Custom', 'skin'),
  ]),
  hidden: true,
  forEveryone: true,
}
