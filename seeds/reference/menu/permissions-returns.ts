import { row, type Permission } from '../permission.ts'

/** Codes of returns, in the words of the permission screen. */
export const returnPermissions: readonly Permission[] = [
  row('ret:my:list', '查询我的退件', 'Query my returns'),
  row('ret:my:export', '导出我的退件', 'Export my returns'),
  row('ret:my:instruct', '下达退件指令', 'Decide about returns'),
  row('ret:unconf:list', '查询未确认退件', 'Query unconfirmed returns'),
  row('ret:unconf:export', '导出未确认退件', 'Export unconfirmed returns'),
  row('ret:unconf:release', '放入与收回公共池', 'Release to the common pool and back'),
  row('ret:unconf:refuse', '拒收、遗失与销毁无主件', 'Refuse, lose and destroy unowned returns'),
  row('ret:common:claim', '认领公共池退件', 'Claim returns of the common pool'),
  row('ret:claim:decide', '审核认领', 'Decide claims'),
  row('ret:track:distribute', '分配退件', 'Distribute returns'),
  row('ret:scan:scan', '退件收货与处理', 'Receive and handle returns'),
  row('ret:case:list', '查询工单', 'Query cases'),
  row('ret:case:export', '导出工单', 'Export cases'),
  row('ret:case:add', '新建工单', 'Open cases'),
  row('ret:case:comment', '回复工单', 'Write in cases'),
  row('ret:case:handle', '处理工单', 'Handle cases'),
  row('ret:case:note', '工单内部留言', 'Internal comments of cases'),
  row('ret:attach:list', '查询附件', 'Query attachments'),
  row('ret:attach:add', '添加附件', 'Add attachments'),
  row('ret:attach:edit', '标记与替换附件', 'Tag and replace attachments'),
  row('ret:attach:delete', '删除附件', 'Delete attachments'),
  row('ret:mailbox:edit', '工单邮箱设置', 'Mailbox of cases'),
  row('ret:print:scan', '扫描打印', 'Scan and print'),
]
