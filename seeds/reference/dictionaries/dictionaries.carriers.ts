import { dictionary, type Dictionary } from './dictionary.ts'

/** Carriers labels are bought from. */
export const carrierDictionaries: readonly Dictionary[] = [
  dictionary('carrier_mode', '承运商环境', 'Carrier mode', [
    ['live', '正式', 'Live', 'success'],
    ['sandbox', '承运商测试环境', 'Sandbox of the carrier', 'processing'],
    ['simulator', '内置模拟器', 'Built-in simulator', 'default'],
  ]),
  dictionary('carrier_format', '承运商面单格式', 'Format of carrier labels', [
    ['pdf', 'PDF', 'PDF'],
    ['zpl', 'ZPL', 'ZPL'],
  ]),
  dictionary('carrier_script', '模拟器情景', 'Simulator script', [
    ['usual', '正常', 'As usual'],
    ['busy', '繁忙（多数请求 429）', 'Busy: most calls answered 429'],
    ['slow', '缓慢（3 秒）', 'Slow: 3 seconds'],
    ['error500', '系统故障（500）', 'Fault: answers 500'],
    ['lostAnswer', '已出单但应答丢失', 'Label made, answer lost'],
    ['cutLabel', '面单文件不完整', 'Label file cut off'],
    ['denied', '登录被拒', 'Login refused'],
  ]),
  dictionary('carrier_test', '承运商登录测试', 'Test of a carrier login', [
    ['ok', '通过', 'Accepted', 'success'],
    ['auth', '登录未被接受', 'Login not accepted', 'error'],
    ['refused', '无权限', 'Not entitled', 'error'],
    ['network', '无法连接', 'Not reachable', 'warning'],
    ['timeout', '超时', 'Too late', 'warning'],
    ['busy', '繁忙', 'Busy', 'warning'],
    ['server', '承运商故障', 'Fault of the carrier', 'warning'],
    ['circuit', '暂停请求', 'Not asked for now', 'warning'],
    ['badReply', '应答无法识别', 'Unreadable answer', 'error'],
    ['files', '文件服务器不可用', 'File server not usable', 'error'],
  ]),
  dictionary('carrier_state', '承运商面单状态', 'State of a carrier label', [
    ['wanted', '待申请', 'To be asked', 'default'],
    ['sent', '申请中', 'Asked', 'processing'],
    ['bought', '已购买', 'Bought', 'success'],
    ['refused', '被拒绝', 'Refused', 'error'],
    ['unknown', '结果未知', 'No answer', 'warning'],
  ]),
  dictionary('carrier_void', '承运商面单撤销', 'Revocation of a carrier label', [
    ['sent', '撤销中', 'Asked', 'processing'],
    ['pending', '承运商处理中', 'In progress', 'processing'],
    ['void', '已撤销', 'Revoked', 'default'],
    ['refused', '承运商拒绝', 'Refused', 'error'],
    ['unknown', '结果未知', 'No answer', 'warning'],
  ]),
  dictionary('carrier_batch_kind', '承运商批次类型', 'Kind of carrier batch', [
    ['labels', '出面单', 'Labels'],
    ['validate', '仅校验', 'Check only'],
    ['day', '当日汇总', 'Labels of a day'],
    ['file', '传文件', 'File'],
  ]),
  dictionary('carrier_collection', '承运商上门取件', 'Collection by the carrier', [
    ['sent', '预约中', 'Being ordered', 'processing'],
    ['ordered', '已预约', 'Ordered', 'success'],
    ['unknown', '结果未知', 'No answer', 'warning'],
    ['cancelled', '已取消', 'Cancelled', 'default'],
  ]),
  dictionary('carrier_batch_state', '承运商批次状态', 'State of a carrier batch', [
    ['queued', '排队中', 'Queued', 'default'],
    ['running', '处理中', 'Running', 'processing'],
    ['stopped', '已中断', 'Interrupted', 'error'],
    ['done', '已完成', 'Done', 'success'],
  ]),
]
