import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** Administration: who works here, what they may do, the words and rules of the house. */
export const systemMenu: MenuEntry = { ...folder('system', ['系统', 'System'], 'setting', [
  screen('system.api', ['接口文档', 'API documentation'], '/system/api', 'system/ApiDocs', 'api', ['sys:api:view']),
]), buttons: ['sys:view:share'] }
