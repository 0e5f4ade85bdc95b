/**
 * The fill rules a tenant starts with, by the codes clients of this family ask for (wire.md §10).
 */
export const fillRules: readonly {
  name: string
  nameEn: string
  code: string
  class: string
  params: string | null
}[] = [
  {
    name: '机构编码',
    nameEn: 'Department code',
    code: 'org_num_role',
    class: 'depart_code',
    params: null,
  },
  {
    name: '分类编码',
    nameEn: 'Category code',
    code: 'category_code_rule',
    class: 'category_code',
    params: null,
  },
  {
    name: '订单号',
    nameEn: 'Order number',
    code: 'shop_order_num',
    class: 'serial',
    params: '{"prefix":"CN","date":"yyyyMMddHHmmss","digits":3,"reset":"day"}',
  },
  {
    name: '系统单号',
    nameEn: 'System number',
    code: 'erp_no',
    class: 'serial',
    params: '{"prefix":"PY","date":"yyyyMMddHHmmssSSS","digits":3,"reset":"day"}',
  },
]
