import { dictionary, type Dictionary } from './dictionary.ts'

/** How surcharges of price tables count, and what they and rules on services ask of an order. */
export const priceDictionaries = (): Dictionary[] => [
  dictionary('surcharge_kind', '附加费算法', 'Surcharge type', [
    ['SHIPMENT', '每票固定', 'Fixed per order'],
    ['PARCEL', '每件固定', 'Fixed per parcel'],
    ['PERCENT', '运费百分比', 'Percent of freight'],
    ['DISCOUNT', '折扣', 'Discount'],
    ['TAX', '税', 'Tax'],
  ]),
  dictionary('surcharge_applies', '收取条件', 'Applies', [
    ['ALWAYS', '始终收取', 'Always'],
    ['WEIGHT', '单件超重', 'Parcel over a weight'],
    ['LONGEST', '最长边超长', 'Longest side over a length'],
    ['GIRTH', '围长超限', 'Girth over a length'],
    ['POSTCODE', '偏远邮编', 'Remote postcode'],
    ['ATTRIBUTE', '订单属性', 'Attribute of the order'],
  ]),
  dictionary('surcharge_base', '计费基数', 'Percentage of', [
    ['FREIGHT', '运费', 'Freight'],
    ['ALL', '此前全部费用', 'Everything before'],
    ['DECLARED', '申报价值', 'Declared value'],
    ['INSURED', '投保金额', 'Insured amount'],
    ['COD', '代收货款', 'Cash on delivery'],
  ]),
  dictionary('service_choice_way', '选择方式', 'Way to choose', [
    ['SERVICE', '指定服务', 'This service'],
    ['CHEAPEST', '最便宜', 'The cheapest'],
    ['FASTEST', '最快', 'The fastest'],
  ]),
  dictionary('order_attribute', '订单属性', 'Attribute of an order', [
    ['RESIDENTIAL', '住宅地址', 'Residential address'],
    ['LITHIUM', '带锂电池', 'Lithium battery'],
    ['DANGEROUS', '危险品', 'Dangerous goods'],
    ['COD', '代收货款', 'Cash on delivery'],
    ['INSURED', '投保', 'Insured'],
    ['PICKUP_POINT', '自提点', 'Pickup point'],
    ['SIGNATURE', '签名签收', 'Signature on delivery'],
    ['AGE_CHECK', '年龄核验', 'Age check'],
    ['NO_NEIGHBOUR', '不投邻居', 'No delivery to neighbours'],
    ['SATURDAY', '周六派送', 'Saturday delivery'],
    ['NOTIFY', '派送前通知', 'Notice before delivery'],
    ['TAIL_LIFT', '尾板卸货', 'Tail lift'],
    ['INSIDE', '送货入户', 'Delivery inside'],
    ['PHOTO', '入库拍照', 'Photo at inbound'],
  ]),
]
