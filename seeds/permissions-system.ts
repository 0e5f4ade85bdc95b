import { row, type Permission } from './permission.ts'

/** Codes of administration that no plain entity brings. */
export const administration: readonly Permission[] = [
  row('sys:user:list', '查询用户', 'Query users'),
  row('sys:view:share', '共享列表视图', 'Share views of lists'),
  row('sys:api:view', '查看接口文档', 'Read the API documentation'),
]
