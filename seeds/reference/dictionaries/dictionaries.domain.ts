import { customsDictionaries } from './dictionaries.customs.ts'
import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'
import { goodsDictionaries } from './dictionaries.goods.ts'
import { paymentDictionaries } from './dictionaries.payments.ts'
import { priceDictionaries } from './dictionaries.prices.ts'
import { FEE_ITEMS, moneyDictionaries } from './dictionaries.money.ts'
import { fbaDictionaries } from './dictionaries.fba.ts'
import { numberDictionaries } from './dictionaries.numbers.ts'
import { stockDictionaries } from './dictionaries.stock.ts'
import { weightDictionaries } from './dictionaries.weight.ts'

/** Parcel states (domain 3.2): the codes are the truth in the database. */
const PARCEL_STATES = [
  ['0', '草稿', 'Draft', 'default'],
  ['10', '已预报', 'Predicted', 'processing'],
  ['20', '已确认', 'Confirmed', 'processing'],
  ['30', '已出单', 'Labelled', 'processing'],
  ['40', '已入库', 'Received', 'cyan'],
  ['45', '扣留', 'Held', 'warning'],
  ['50', '已分拣', 'Sorted', 'cyan'],
  ['60', '已装袋', 'Bagged', 'cyan'],
  ['70', '已出库', 'Outbound', 'blue'],
  ['80', '运输中', 'In transit', 'blue'],
  ['82', '异常', 'Exception', 'error'],
  ['85', '退回中', 'Returning', 'warning'],
  ['88', '已退回', 'Returned', 'default'],
  ['90', '已签收', 'Delivered', 'success'],
  ['-10', '已取消', 'Cancelled', 'default'],
  ['-20', '已取消（撤销）', 'Cancelled (revoked)', 'default'],
  ['-30', '已销毁', 'Destroyed', 'default'],
  ['-40', '已丢失', 'Lost', 'error'],
] as const

export function domainDictionaries(): Dictionary[] {
  return [
    ...orders(),
    ...fbaDictionaries(),
    ...customsDictionaries(),
    ...services(),
    ...weightDictionaries(),
    ...prices(),
    ...numberDictionaries(),
    ...depots(),
    ...stockDictionaries(),
    ...moneyDictionaries(),
  ]
}

function orders(): Dictionary[] {
  return [
    dictionary('parcel_status', '包裹状态', 'Parcel status', PARCEL_STATES),
    dictionary('shipment_status', '订单状态', 'Order status', [
      ...PARCEL_STATES,
      ['99', '已完结（部分签收）', 'Closed (partly delivered)', 'purple'],
    ]),
    dictionary('location_status', '货物位置', 'Location', [
      ['0', '在客户处', 'With the customer'],
      ['1', '送仓途中', 'On the way to the depot'],
      ['2', '在仓库', 'In the depot'],
      ['3', '已装袋/打板', 'In bag or pallet'],
      ['4', '干线运输', 'Linehaul'],
      ['5', '海关', 'Customs'],
      ['6', '末端承运商', 'Last-mile carrier'],
      ['7', '已签收', 'Delivered'],
      ['8', '退货仓', 'Returns depot'],
      ['9', '已灭失', 'Lost or destroyed'],
    ]),
    dictionary('shipment_resource', '订单类型', 'Order type', [
      ['B2B', 'B2B 大货', 'B2B'],
      ['B2C', 'B2C 小包', 'B2C'],
      ['FBA', 'FBA 头程', 'FBA'],
      ['WMS', 'WMS', 'WMS'],
      ['GENERIC', '通用订单', 'Generic'],
      ['WORLD', '国际邮快件', 'World-ship'],
    ]),
    ...goodsDictionaries(),
    ...paymentDictionaries(),
    ...priceDictionaries(),
    dictionary('revoke_status', '撤销状态', 'Revocation', [
      ['1', '待答复', 'Waiting for the source', 'processing'],
      ['2', '被拒绝', 'Refused', 'error'],
      ['3', '已撤销', 'Revoked', 'success'],
      ['4', '保留面单', 'Label kept', 'default'],
    ]),
    dictionary('label_state', '面单申请状态', 'Label request', [
      ['wanted', '待申请', 'To be asked', 'default'],
      ['sent', '申请中', 'Asked', 'processing'],
      ['pending', '待返回', 'Still to come', 'processing'],
      ['unknown', '结果未知', 'No answer', 'warning'],
      ['refused', '被拒绝', 'Refused', 'error'],
      ['made', '已出单', 'Made', 'success'],
    ]),
    dictionary('label_source', '面单来源', 'Label source', [
      ['own', '自有面单', 'Own label'],
      ['dhl', 'DHL 德国包裹', 'DHL Parcel DE'],
      ['gls', 'GLS', 'GLS'],
    ]),
    dictionary('order_method', '下单方式', 'Created via', [
      ['1', '手工录入', 'Form'],
      ['2', '粘贴录入', 'Pasted'],
      ['3', '文件导入', 'File import'],
      ['4', 'API 接口', 'API'],
      ['5', '店铺对接', 'Shop connector'],
      ['6', '退件转单', 'From a return case'],
      ['7', '复制订单', 'Copied'],
    ]),
    dictionary('import_status', '导入状态', 'Import status', [
      ['mapping', '待对应列', 'Columns to be matched', 'warning'],
      ['queued', '排队中', 'Queued', 'default'],
      ['running', '导入中', 'Running', 'processing'],
      ['done', '已完成', 'Done', 'success'],
      ['failed', '失败', 'Failed', 'error'],
    ]),
    dictionary('customer_status', '客户状态', 'Customer status', [
      ['1', '正常', 'Active', 'success'],
      ['2', '冻结', 'Frozen', 'error'],
    ]),
  ]
}

function services(): Dictionary[] {
  return [
    dictionary('trans_type', '运输方式', 'Transport', [
      ['1', '包裹专线', 'Parcel'],
      ['2', '国际快递', 'Express'],
      ['3', '邮政小包', 'Postal small packet'],
      ['4', '空运+派送', 'Air freight + parcel'],
      ['5', '海运+派送', 'Sea freight + parcel'],
      ['6', '铁路', 'Rail'],
      ['7', '卡车（整车/零担）', 'Truck (FTL / LTL)'],
      ['8', '托盘', 'Pallet'],
    ]),
    dictionary('trade_type', '业务类型', 'Business', [
      ['1', '出口', 'Export'],
      ['2', '境内', 'Domestic'],
      ['3', '进口', 'Import'],
      ['4', '退货', 'Return'],
      ['5', 'FBA 入仓', 'FBA inbound'],
      ['6', '仓库出库', 'Warehouse outbound'],
    ]),
    dictionary('push_method', '推送方式', 'Pushed to the carrier', [
      ['0', '不推送（自有单号）', 'Never (own numbers)'],
      ['1', '确认时推送', 'At confirmation'],
      ['2', '打单时推送', 'At labelling'],
      ['3', '入库时推送', 'At inbound'],
      ['4', '出库时推送', 'At outbound'],
      ['5', '批次关闭后传文件', 'File when the batch closes'],
      ['6', '手工填单号', 'Number entered by hand'],
    ]),
    dictionary('label_type', '面单类型', 'Label', [
      ['1', '自有模板', 'Own template'],
      ['2', '承运商 PDF', 'Carrier PDF'],
      ['3', '承运商 ZPL', 'Carrier ZPL'],
      ['4', '承运商面单加印', 'Carrier label + overlay'],
      ['5', '无面单', 'None'],
    ]),
    dictionary('deduct_method', '扣费方式', 'Charged', [
      ['1', '打单时扣费', 'At labelling'],
      ['2', '入库称重扣费', 'At inbound weighing'],
      ['3', '出库时扣费', 'At outbound'],
      ['4', '月结', 'Monthly bill'],
      ['5', '免费（客户自有账号）', "Free (customer's own contract)"],
    ]),
    dictionary('valid_type', '限制项目', 'Limit on', [
      ['1', '重量 (kg)', 'Weight (kg)'],
      ['2', '最长边 (cm)', 'Longest side (cm)'],
      ['3', '围长 长+2×(宽+高) (cm)', 'Girth L+2×(W+H) (cm)'],
      ['4', '三边之和 (cm)', 'Sum of sides (cm)'],
      ['5', '体积 (m³)', 'Volume (m³)'],
      ['6', '申报价值', 'Declared value'],
      ['7', '件数', 'Parcels'],
    ]),
    dictionary('rounding', '进位方式', 'Rounding', [
      ['each', '逐件进位后相加', 'Round each parcel, then add'],
      ['sum', '先相加再进位', 'Add, then round'],
      ['parcel', '逐件进位、逐件计价', 'Price every parcel by itself'],
    ]),
    dictionary('match_type', '匹配方式', 'Match', [
      ['ALL', '整个国家', 'Whole country'],
      ['PREFIX', '邮编前缀', 'Postal code prefix'],
      ['RANGE', '邮编区间', 'Postal code range'],
      ['REGEX', '邮编正则', 'Postal code expression'],
      ['CITY', '城市', 'City'],
      ['STATE', '省/州', 'State'],
    ]),
    dictionary('label_size', '面单尺寸', 'Label size', [
      ['100x150', '100 × 150 mm', '100 × 150 mm'],
      ['A6', 'A6（105 × 148 mm）', 'A6 (105 × 148 mm)'],
      ['100x100', '100 × 100 mm', '100 × 100 mm'],
      ['100x200', '100 × 200 mm', '100 × 200 mm'],
      ['100x70', '100 × 70 mm', '100 × 70 mm'],
      ['4x6', '4 × 6 英寸', '4 × 6 in'],
      ['A4x4', 'A4 四联', 'A4 with four'],
      ['custom', '自定义', 'Custom'],
    ]),
  ]
}

function prices(): Dictionary[] {
  return [
    dictionary('fee_kind', '价格类别', 'Kind of price', [
      ['1', '销售价', 'Selling price'],
      ['2', '成本价', 'Cost'],
    ]),
    dictionary('fee_status', '价格表状态', 'Price table status', [
      ['0', '草稿', 'Draft', 'default'],
      ['1', '生效', 'Active', 'success'],
      ['2', '停用', 'Retired', 'warning'],
    ]),
    dictionary('step_mode', '计价方式', 'Pricing method', [
      ['A', 'A 重量段一口价', 'A  flat per weight band'],
      ['B', 'B 首重+续重', 'B  first weight + steps'],
      ['C', 'C 每公斤单价（有最低收费）', 'C  per kg with a minimum'],
      ['D', 'D 处理费+每公斤单价', 'D  fixed + per kg'],
    ]),
    dictionary('trade_item', '费用项目', 'Fee item', FEE_ITEMS),
  ]
}

function depots(): Dictionary[] {
  return [
    dictionary('gate_direction', '格口用途', 'Gate use', [
      ['1', '出库', 'Outbound'],
      ['2', '入库', 'Inbound'],
      ['3', '异常', 'Exceptions'],
      ['4', '退件', 'Returns'],
    ]),
    dictionary('user_depot_type', '客户仓库用途', 'User depot type', [
      ['1', '到货', 'Arrivals'],
      ['2', '退货', 'Returns'],
    ]),
    dictionary('depot_type', '仓库类型', 'Depot type', [
      ['1', '收货仓', 'Inbound'],
      ['2', '退货仓', 'Returns'],
      ['3', '中转仓', 'Transit'],
      ['4', 'FBA 预处理仓', 'FBA prep'],
    ]),
    dictionary('predicted_batch_status', '预报批次状态', 'Predicted batch status', [
      ['1', '待到货', 'Waiting', 'default'],
      ['2', '收货中', 'In progress', 'processing'],
      ['3', '已完成', 'Finished', 'success'],
    ]),
    dictionary('predicted_parcel_status', '预报包裹状态', 'Predicted parcel status', [
      ['1', '待到货', 'Predicted', 'default'],
      ['2', '缺件', 'Missing', 'error'],
      ['3', '已收货', 'Received', 'success'],
      ['4', '拦截件', 'Intercept', 'warning'],
    ]),
    dictionary('intercept_status', '拦截状态', 'Intercept status', [
      ['1', '待拦截', 'Waiting', 'warning'],
      ['2', '已拦截', 'Set apart', 'error'],
      ['3', '已放行', 'Released', 'success'],
    ]),
    dictionary('out_package_kind', '袋或托盘', 'Bag or pallet', [
      ['1', '袋', 'Bag', 'default'],
      ['2', '托盘', 'Pallet', 'default'],
    ]),
    dictionary('out_package_status', '袋状态', 'Bag status', [
      ['0', '装袋中', 'Open', 'processing'],
      ['1', '已封袋', 'Closed', 'default'],
      ['2', '已装车', 'On a batch', 'warning'],
      ['3', '已出库', 'Shipped', 'success'],
    ]),
    dictionary('waybill_kind', '干线方式', 'Linehaul mode', [
      ['1', '空运', 'Air'],
      ['2', '海运', 'Sea'],
      ['3', '卡车', 'Truck'],
      ['4', '铁路', 'Rail'],
    ]),
    dictionary('fba_waybill_status', 'FBA 派车单状态', 'FBA waybill status', [
      ['0', '待发车', 'Open', 'default'],
      ['1', '已发车', 'Dispatched', 'processing'],
      ['2', '已到仓', 'At the warehouse', 'processing'],
      ['3', '已送达', 'Delivered', 'success'],
      ['4', '被拒收', 'Refused', 'error'],
    ]),
    dictionary('waybill_status', '主单状态', 'Waybill status', [
      ['0', '待出发', 'Not departed', 'default'],
      ['1', '已出发', 'Departed', 'processing'],
      ['2', '已到达', 'Arrived', 'processing'],
      ['3', '清关中', 'In customs', 'warning'],
      ['4', '已放行', 'Released by customs', 'success'],
      ['5', '已交接', 'Handed over', 'success'],
    ]),
    dictionary('waybill_milestone', '主单节点', 'Milestone', [
      ['1', '出发', 'Departure'],
      ['2', '到达', 'Arrival'],
      ['3', '开始清关', 'Customs entry'],
      ['4', '清关放行', 'Customs release'],
      ['5', '交接', 'Handover'],
      ['9', '其他', 'Other'],
    ]),
    dictionary('out_batch_status', '出库批次状态', 'Outbound batch status', [
      ['0', '待出库', 'Open', 'processing'],
      ['1', '已出库', 'Shipped', 'success'],
      ['2', '出库中', 'Shipping', 'warning'],
    ]),
  ]
}
