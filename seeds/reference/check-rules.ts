const NO_BLANKS = JSON.stringify([
  { digits: '*', pattern: '\\S+', message: '编码中不能有空格 / No blanks in a code' },
])
const rule = (name: string, nameEn: string, code: string) => ({
  name,
  nameEn,
  code,
  json: NO_BLANKS,
})

/** The check rules a tenant starts with, for fields that ask one; it may change or delete them. */
export const checkRules = [
  rule('客户代码', 'Customer code', 'customer_code'),
  rule('供应商代码', 'Supplier code', 'supplier_code'),
  rule('仓库代码', 'Depot code', 'depot_code'),
  rule('职务编码', 'Position code', 'position_code'),
]
