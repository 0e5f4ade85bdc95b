import { row, type Permission } from './permission.ts'

/** Codes of administration that no plain entity brings. */
export const administration: readonly Permission[] = [
  row('sys:user:list', '查询用户', 'Query users'),
  row('sys:view:share', '共享列表视图', 'Share views of lists'),
  row('sys:msg:list', '查询消息', 'Query messages'),
  row('sys:msg:add', '新增消息', 'Write messages'),
  row('sys:msg:edit', '编辑消息', 'Edit messages'),
  row('sys:msg:delete', '删除消息', 'Delete messages'),
  row('sys:msg:export', '导出消息', 'Export messages'),
  row('sys:msg:resend', '重发与取消消息', 'Resend and cancel messages'),
  row('sys:msg:secret', '查看未发送的验证码', 'Read codes that were not sent'),
  row('sys:msg:send', '发送测试消息', 'Send test messages'),
  row('sys:msgcfg:edit', '配置消息渠道', 'Set up message channels'),
  row('sys:annt:list', '查询通知公告', 'Query announcements'),
  row('sys:annt:add', '新增通知公告', 'Write announcements'),
  row('sys:annt:edit', '编辑通知公告', 'Edit announcements'),
  row('sys:annt:delete', '删除通知公告', 'Delete announcements'),
  row('sys:annt:release', '发布通知公告', 'Publish announcements'),
  row('sys:annt:revoke', '撤销通知公告', 'Withdraw announcements'),
  row('sys:annt:import', '导入通知公告', 'Import announcements'),
  row('sys:annt:export', '导出通知公告', 'Export announcements'),
  row('sys:api:view', '查看接口文档', 'Read the API documentation'),
]
