/**
 * Which check rule a form field asks: the rule's code, by entity and field. A tenant that has no
 * rule of that code takes any value.
 */
export const CHECKED_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customers: { code: 'customer_code' },
  suppliers: { code: 'supplier_code' },
  depots: { code: 'depot_code' },
  positions: { code: 'position_code' },
  'stock-skus': { sku: 'sku_code' },
}

/** The same for forms whose records are written by hand: users, sub-accounts, orders. */
export const CHECKED_FORMS = {
  users: {
    username: 'user_name',
    phone: 'user_phone',
    email: 'user_email',
    workNo: 'work_no',
  },
  shipments: { reference: 'order_reference', poCode: 'po_code' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>
export type CheckedForm = keyof typeof CHECKED_FORMS

export const checkRuleOf = (entity: string, field: string): string | null =>
  CHECKED_FIELDS[entity]?.[field] ?? null
