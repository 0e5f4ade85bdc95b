const NO_BLANKS = JSON.stringify([
  { digits: '*', pattern: '\\S+', message: '编码中不能有空格 / No blanks in a code' },
])
const SOME = JSON.stringify([
  { digits: '*', pattern: '.*\\S.*', message: '不能只有空格 / Not only blanks' },
])
const rule = (name: string, nameEn: string, code: string, json = NO_BLANKS) => ({
  name,
  nameEn,
  code,
  json,
})

/**
 * The check rules a tenant starts with, for fields that ask one; it may change or delete them.
 * Fields of orders have none: a tenant that wants one makes it under the field's code.
 */
export const checkRules = [
  rule('客户代码', 'Customer code', 'customer_code'),
  rule('供应商代码', 'Supplier code', 'supplier_code'),
  rule('仓库代码', 'Depot code', 'depot_code'),
  rule('职务编码', 'Position code', 'position_code'),
  rule('商品 SKU', 'SKU', 'sku_code'),
  rule('用户名', 'Username', 'user_name'),
  rule('手机号', 'Mobile phone', 'user_phone', SOME),
  rule('邮箱', 'E-mail', 'user_email'),
  rule('工号', 'Job number', 'work_no'),
]
