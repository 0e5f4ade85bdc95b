import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** Administration: who works here, what they may do, the words and rules of the house. */
export const systemMenu: MenuEntry = { ...folder('system', ['系统', 'System'], 'setting', [
  screen('system.messages', ['消息管理', 'Messages'], '/modules/message/sysMessageList', 'messages/Messages', 'mail', ['sys:msg:list'], {
    buttons: ['sys:msg:add', 'sys:msg:edit', 'sys:msg:delete', 'sys:msg:export', 'sys:msg:resend', 'sys:msg:secret'],
  }),
  screen('system.messageTemplates', ['消息模板', 'Message templates'], '/modules/message/sysMessageTemplateList', 'messages/MessageTemplates', 'file-text', ['sys:msgtpl:list'], { resource: 'message-templates', buttons: ['sys:msg:send'] }),
  screen('system.messageChannels', ['消息渠道', 'Message channels'], '/modules/message/channels', 'messages/MessageChannels', 'send', ['sys:msgcfg:edit']),
  screen('system.announcements', ['通知公告', 'Announcements'], '/isystem/annountCement', 'notices/Announcements', 'notification', ['sys:annt:list'], {
    buttons: ['sys:annt:add', 'sys:annt:edit', 'sys:annt:delete', 'sys:annt:release', 'sys:annt:revoke', 'sys:annt:import', 'sys:annt:export'],
  }),
  screen('system.api', ['接口文档', 'API documentation'], '/system/api', 'system/ApiDocs', 'api', ['sys:api:view']),
]), buttons: ['sys:view:share'] }

/** What reaches a person: seen by whoever is signed in. */
export const messageMenu: MenuEntry = { ...folder('message', ['消息', 'Messages'], 'bell', [
  screen('message.mine', ['我的消息', 'My notices'], '/isps/userAnnouncement', 'notices/MyNotices', 'notification', [], { forEveryone: true }),
]), forEveryone: true }
