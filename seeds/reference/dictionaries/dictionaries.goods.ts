import { dictionary, type Dictionary } from './dictionary.ts'

/** What decides services and surcharges apart from weight and size. */
export const goodsDictionaries = (): Dictionary[] => [
  dictionary('dangerous_goods', '危险品类型', 'Dangerous goods', [
    ['LI_ION_IN', '锂离子电池（内置）PI967', 'Lithium ion in equipment (PI 967)', 'warning'],
    ['LI_ION_WITH', '锂离子电池（配套）PI966', 'Lithium ion with equipment (PI 966)', 'warning'],
    ['LI_METAL_IN', '锂金属电池（内置）PI970', 'Lithium metal in equipment (PI 970)', 'warning'],
    [
      'LI_METAL_WITH',
      '锂金属电池（配套）PI969',
      'Lithium metal with equipment (PI 969)',
      'warning',
    ],
    ['LQ', '限量危险品', 'Limited quantities', 'warning'],
    ['EQ', '例外数量', 'Excepted quantities', 'warning'],
    ['OTHER', '其他危险品', 'Other dangerous goods', 'error'],
  ]),
  dictionary('value_added_service', '增值服务', 'Value-added services', [
    ['SIGNATURE', '签名签收', 'Signature on delivery'],
    ['AGE_CHECK', '年龄核验', 'Age check'],
    ['NO_NEIGHBOUR', '不投邻居', 'No delivery to neighbours'],
    ['SATURDAY', '周六派送', 'Saturday delivery'],
    ['NOTIFY', '派送前通知', 'Notice before delivery'],
    ['TAIL_LIFT', '尾板卸货', 'Tail lift'],
    ['INSIDE', '送货入户', 'Delivery inside'],
    ['PHOTO', '入库拍照', 'Photo at inbound'],
  ]),
  dictionary('fba_box_content', '箱内信息方式', 'Box content source', [
    ['BOX_CONTENT_PROVIDED', '已提供箱内信息', 'Box contents provided'],
    ['MANUAL_PROCESS', '人工处理', 'Manual processing'],
    ['BARCODE_2D', '二维条码', '2D barcode'],
  ]),
]
