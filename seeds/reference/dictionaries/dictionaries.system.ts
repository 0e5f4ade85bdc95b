import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

const shown = [
  ['1', '显示', 'Show'],
  ['2', '禁用(可编辑)', 'Disable (editable)'],
] as const

/** Dictionaries every client of this family expects by these codes and values (wire.md §13). */
export function systemDictionaries(): Dictionary[] {
  return [
    dictionary('yn', '是否', 'Yes or no', [
      ['1', '是', 'Yes'],
      ['0', '否', 'No'],
    ]),
    dictionary('sex', '性别', 'Sex', [
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ]),
    dictionary('status', '状态', 'Status', [
      ['1', '正常', 'Normal', 'success'],
      ['2', '冻结', 'Frozen', 'error'],
    ]),
    dictionary('user_status', '用户状态', 'User status', [
      ['1', '正常', 'Normal', 'success'],
      ['2', '冻结', 'Frozen', 'error'],
    ]),
    dictionary('user_identity', '用户身份', 'User identity', [
      ['1', '普通成员', 'Member'],
      ['2', '上级', 'Manager'],
    ]),
    dictionary('user_kind', '用户类别', 'Kind of user', [
      ['staff', '内部员工', 'Staff'],
      ['customer', '客户用户', 'Customer users'],
    ]),
    dictionary('data_scope', '数据范围', 'Data scope', [
      ['platform', '全部租户', 'All tenants'],
      ['tenant', '本租户全部', 'Whole tenant'],
      ['depart', '本部门客户', 'Customers of own department'],
      ['sales', '名下客户', 'Own customers'],
      ['depot', '所在仓库', 'Own depots'],
      ['customer', '本客户账户', 'Own customer account'],
      ['sub', '本人记录', 'Own records'],
    ]),
    dictionary('del_flag', '删除状态', 'Deletion flag', [
      ['1', '已删除', 'Deleted', 'error'],
      ['0', '正常', 'Normal', 'success'],
    ]),
    dictionary('valid_status', '有效无效状态', 'Validity', [
      ['0', '无效', 'Invalid', 'default'],
      ['1', '有效', 'Valid', 'success'],
    ]),
    dictionary('dict_item_status', '字典项状态', 'Dictionary item status', [
      ['1', '启用', 'Enabled', 'success'],
      ['0', '不启用', 'Disabled', 'default'],
    ]),
    dictionary('depart_status', '部门状态', 'Department status', [
      ['0', '不启用', 'Disabled', 'default'],
      ['1', '启用', 'Enabled', 'success'],
    ]),
    dictionary('tenant_status', '租户状态', 'Tenant status', [
      ['1', '正常', 'Normal', 'success'],
      ['0', '冻结', 'Frozen', 'error'],
    ]),
    dictionary('quartz_status', '定时任务状态', 'Job status', [
      ['0', '正常', 'Enabled', 'success'],
      ['-1', '停止', 'Paused', 'default'],
    ]),
    dictionary('file_kind', '文件用途', 'File use', [
      ['attachment', '附件', 'Attachment'],
      ['picture', '图片', 'Picture'],
      ['photo', '照片', 'Photo'],
      ['document', '单证', 'Document'],
      ['label', '面单', 'Label'],
      ['boxLabel', '箱唛', 'Box label'],
      ['pod', '签收证明', 'POD'],
      ['sheet', '表格', 'Sheet'],
    ]),
    dictionary('scale_unit', '秤的单位', 'Unit of a scale', [
      ['kg', '千克 (kg)', 'kg'],
      ['g', '克 (g)', 'g'],
      ['lb', '磅 (lb)', 'lb'],
    ]),
    dictionary('file_owner', '文件所属', 'File owner', [
      ['store', '文件存储', 'File storage'],
      ['upload', '未使用的上传', 'Unused upload'],
      ['import', '导入结果', 'Import result'],
      ['user', '用户', 'User'],
      ['courier', '承运商标志', 'Courier logo'],
      ['parcel_label', '承运商面单', 'Carrier label'],
      ['carrier_shipment', '承运商面单文件', 'Papers of a carrier label'],
      ['carrier_batch', '承运商交接单', 'Carrier manifest'],
      ['label_picture', '面单图片', 'Label picture'],
      ['order_task', '批量任务文件', 'File of a bulk task'],
      ['shipment', '订单', 'Order'],
      ['parcel', '包裹', 'Parcel'],
      ['intercept', '拦截件', 'Intercept'],
      ['return_track', '退件', 'Return'],
      ['return_claim', '认领凭证', 'Proof of a claim'],
      ['case_comment', '工单留言', 'Comment of a case'],
      ['case_note', '工单内部留言', 'Internal comment of a case'],
      ['fba_order', 'FBA 派送', 'FBA delivery'],
      ['pod', '签收证明', 'Proof of delivery'],
      ['print_job', '打印文件', 'Print'],
      ['pod_scan', '签收证明文件', 'File of proofs'],
      ['supplier', '供应商合同', 'Supplier contract'],
      ['waybill_batch', '主单文件', 'Papers of a waybill batch'],
      ['fba_waybill', 'FBA 派车单文件', 'Papers of an FBA waybill'],
      ['recharge', '充值凭证', 'Proof of payment'],
      ['invoice', '发票', 'Invoice'],
    ]),
    dictionary('job_outcome', '任务运行结果', 'Job outcome', [
      ['queued', '排队中', 'Queued', 'default'],
      ['running', '运行中', 'Running', 'processing'],
      ['ok', '成功', 'Succeeded', 'success'],
      ['failed', '失败', 'Failed', 'error'],
    ]),
    dictionary('fill_generator', '填值生成器', 'Fill generator', [
      ['serial', '流水号', 'Serial number'],
      ['depart_code', '机构编码', 'Department code'],
      ['category_code', '分类编码', 'Category code'],
    ]),
    dictionary('paper_format', '纸张规格', 'Paper format', [
      ['100x150', '100×150 毫米', '100 × 150 mm'],
      ['105x148', 'A6 105×148 毫米', 'A6 105 × 148 mm'],
      ['105x205', '105×205 毫米', '105 × 205 mm'],
      ['100x100', '100×100 毫米', '100 × 100 mm'],
      ['100x70', '100×70 毫米', '100 × 70 mm'],
      ['A5', 'A5 148×210 毫米', 'A5 148 × 210 mm'],
      ['A4', 'A4 210×297 毫米', 'A4 210 × 297 mm'],
      ['own', '自定义', 'Own size'],
    ]),
    dictionary('report_chart', '报表图表', 'Report chart', [
      ['none', '无', 'None'],
      ['bar', '柱状图', 'Bars'],
      ['line', '折线图', 'Line'],
    ]),
    dictionary('report_db_type', '数据库类型', 'Database type', [
      ['postgresql', 'PostgreSQL', 'PostgreSQL'],
    ]),
    dictionary('print_language', '打印语言', 'Printer language', [
      ['pdf', 'PDF', 'PDF'],
      ['zpl203', 'ZPL 203 dpi', 'ZPL, 203 dpi'],
      ['zpl300', 'ZPL 300 dpi', 'ZPL, 300 dpi'],
    ]),
    dictionary('org_category', '机构类型', 'Organisation type', [
      ['1', '公司', 'Company'],
      ['2', '部门', 'Department'],
      ['3', '岗位', 'Post'],
    ]),
    dictionary('position_rank', '职务职级', 'Position rank', [
      ['1', '员级', 'Staff'],
      ['2', '助级', 'Assistant'],
      ['3', '中级', 'Intermediate'],
      ['4', '副高级', 'Associate senior'],
      ['5', '正高级', 'Senior'],
    ]),
    dictionary('menu_type', '菜单类型', 'Menu type', [
      ['0', '一级菜单', 'Top menu'],
      ['1', '子菜单', 'Submenu'],
      ['2', '按钮权限', 'Button permission'],
    ]),
    dictionary('perms_type', '权限策略', 'Permission policy', shown),
    dictionary('form_perms_type', '表单权限策略', 'Form permission policy', shown),
    dictionary('global_perms_type', '全局权限策略', 'Global permission policy', shown),
    dictionary('rule_conditions', '规则条件', 'Rule conditions', [
      ['>', '大于', 'Greater than'],
      ['<', '小于', 'Less than'],
      ['!=', '不等于', 'Not equal'],
      ['=', '等于', 'Equal'],
      ['>=', '大于等于', 'At least'],
      ['<=', '小于等于', 'At most'],
      ['LEFT_LIKE', '左模糊', 'Ends with'],
      ['RIGHT_LIKE', '右模糊', 'Starts with'],
      ['LIKE', '模糊', 'Contains'],
      ['IN', '包含', 'One of'],
    ]),
    dictionary('msg_category', '通告类型', 'Announcement type', [
      ['1', '通知公告', 'Notice', 'processing'],
      ['2', '系统消息', 'System message', 'default'],
    ]),
    dictionary('msg_type', '通告对象类型', 'Audience', [
      ['USER', '指定用户', 'Chosen users'],
      ['ALL', '全体用户', 'All users'],
    ]),
    dictionary('msgType', '推送类别', 'Message channel', [
      ['1', '短信', 'SMS'],
      ['2', '邮件', 'E-mail'],
      ['3', '微信', 'WeChat'],
      ['4', '系统', 'System'],
      ['5', '接口推送', 'Webhook'],
    ]),
    dictionary('msgSendStatus', '推送状态', 'Delivery status', [
      ['0', '未发送', 'Not sent', 'default'],
      ['1', '发送成功', 'Sent', 'success'],
      ['2', '发送失败', 'Failed', 'error'],
    ]),
    dictionary('message_state', '消息状态', 'Message state', [
      ['waiting', '待发送', 'Waiting', 'default'],
      ['sending', '发送中', 'Sending', 'processing'],
      ['sent', '已发送', 'Sent', 'success'],
      ['failed', '发送失败', 'Failed', 'error'],
      ['unconfigured', '渠道未配置', 'Channel not set up', 'warning'],
      ['cancelled', '已取消', 'Cancelled', 'default'],
    ]),
    dictionary('registration_state', '注册状态', 'Registration', [
      ['pending', '待审核', 'Waiting', 'processing'],
      ['approved', '已通过', 'Approved', 'success'],
      ['refused', '已拒绝', 'Rejected', 'error'],
    ]),
    dictionary('send_status', '发布状态', 'Publication', [
      ['0', '未发布', 'Draft', 'default'],
      ['1', '已发布', 'Published', 'success'],
      ['2', '已撤销', 'Withdrawn', 'warning'],
    ]),
    dictionary('annt_priority', '通告优先级', 'Announcement priority', [
      ['H', '紧急', 'Urgent', 'error'],
      ['M', '重要', 'Important', 'warning'],
      ['L', '一般', 'General', 'blue'],
    ]),
    dictionary('annt_read', '阅读状态', 'Read or not', [
      ['0', '未读', 'Unread', 'processing'],
      ['1', '已读', 'Read', 'default'],
    ]),
    dictionary('annt_open_type', '通告打开方式', 'Announcement link type', [
      ['url', '打开链接', 'A link'],
      ['component', '打开页面', 'A page here'],
    ]),
    dictionary('priority', '优先级', 'Priority', [
      ['H', '高', 'High', 'error'],
      ['M', '中', 'Medium', 'warning'],
      ['L', '低', 'Low', 'blue'],
    ]),
    dictionary('urgent_level', '紧急程度', 'Urgency', [
      ['1', '一般', 'Normal', 'blue'],
      ['2', '重要', 'Important', 'warning'],
      ['3', '紧急', 'Urgent', 'error'],
    ]),
    dictionary('log_type', '日志类型', 'Log type', [
      ['1', '登录日志', 'Sign-in log'],
      ['2', '操作日志', 'Operation log'],
      ['4', '异常日志', 'Exception log'],
    ]),
    dictionary('data_action', '数据变更', 'Change', [
      ['add', '新增', 'Added', 'success'],
      ['edit', '修改', 'Changed', 'processing'],
      ['delete', '删除', 'Deleted', 'error'],
    ]),
    dictionary('operate_type', '操作类型', 'Operation', [
      ['1', '查询', 'Query'],
      ['2', '添加', 'Add'],
      ['3', '修改', 'Edit'],
      ['4', '删除', 'Delete'],
      ['5', '导入', 'Import'],
      ['6', '导出', 'Export'],
    ]),
    dictionary('database_type', '数据库类型', 'Database', [
      ['1', 'MySQL', 'MySQL'],
      ['2', 'Oracle', 'Oracle'],
      ['3', 'SQLServer', 'SQLServer'],
    ]),
  ]
}
