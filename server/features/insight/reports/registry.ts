import { permsFor } from '#contracts/kit/crud.ts'
import { sql, type SqlBool } from 'kysely'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { customers } from '#contracts/parties/customers.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { depots } from '#contracts/parties/depots.ts'
import type { Field } from '#contracts/kit/field.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { userList } from '#contracts/platform/people/users.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { visibleFields, type ListHook } from '#server/kit/resource/resource-rows.ts'

/**
 * A built-in report: an entity's rows as its list would find them, with the columns and query
 * fields named here and no others.
 */
export interface Report {
  code: string
  of: Crud
  /** In the order shown; the id is always among a record's values. */
  columns: readonly string[]
  /** The first two are in the form, the others behind "more". */
  filters: readonly string[]
  hook?: ListHook
}

const address = {
  columns: [
    'name',
    'company',
    'phone',
    'country',
    'city',
    'postalCode',
    'street',
    'house',
    'customerId',
  ],
  filters: ['name', 'country', 'company', 'phone', 'city', 'postalCode', 'customerId'],
}

/**
 * Those who reach some customers only see of customers' people theirs (as the list of users does).
 */
const userHook: ListHook = (ctx) => [
  sql`t.del_flag = 0`,
  ...(ctx.principal.dataScope === 'sales' || ctx.principal.dataScope === 'depart'
    ? [
        sql<SqlBool>`(t.customer_id is null
            or t.customer_id in (select c.id from ${ctx.rows('customer').as('c')}))`,
      ]
    : []),
]

export const registry: readonly Report[] = [
  {
    code: 'users',
    of: userList,
    columns: ['username', 'realname', 'workNo', 'phone', 'email', 'customerId', 'status'],
    filters: ['realname', 'username', 'workNo', 'phone', 'status'],
    hook: userHook,
  },
  {
    code: 'customers',
    of: customers,
    columns: ['code', 'name', 'contact', 'phone', 'email', 'country', 'currency', 'status'],
    filters: ['code', 'name', 'country', 'status', 'contact'],
  },
  { code: 'consignees', of: consigneeList, ...address },
  {
    code: 'shippers',
    of: shipperList,
    columns: [...address.columns, 'izDefault'],
    filters: address.filters,
  },
  {
    code: 'depots',
    of: depots,
    columns: ['code', 'name', 'nameEn', 'depotType', 'country', 'city', 'enabled'],
    filters: ['code', 'name', 'country', 'depotType', 'enabled'],
  },
  {
    code: 'services',
    of: deliveryServices,
    columns: ['code', 'name', 'nameEn', 'channelId', 'tradeType', 'transType', 'izEnable'],
    filters: ['code', 'name', 'channelId', 'izEnable'],
  },
  {
    code: 'shipments',
    of: shipmentList,
    columns: [
      'serialNumber',
      'reference',
      'customerId',
      'shipmentStatus',
      'consigneeName',
      'country',
      'shipmentWeight',
      'createTime',
    ],
    filters: [
      'serialNumber',
      'reference',
      'shipmentStatus',
      'consigneeName',
      'country',
      'createTime',
    ],
  },
]

/** Words open to all users, as a report: a dictionary's items, value and text. */
export const wordReports: Readonly<Record<string, string>> = { countries: 'country' }
export const isWordReport = (code: string): boolean => Object.hasOwn(wordReports, code)

/** The report of a code or id, for those who may list what it shows; `实体不存在` for any other word. */
export function reportOf(ctx: Ctx, code: string): Report {
  const found = registry.find((report) => report.code === code)
  if (!found) fail('report.missing')
  if (!permsFor(found.of, 'list').some(ctx.holds)) failDenied()
  return found
}

/** The named fields of a report's entity that the caller may know of, in the report's order. */
export function fieldsOf(ctx: Ctx, { of }: Report, names: readonly string[]): [string, Field][] {
  const visible = visibleFields(ctx, of.fields)
  return names.flatMap((name) =>
    Object.hasOwn(visible, name) ? [[name, visible[name]!] as [string, Field]] : [],
  )
}
