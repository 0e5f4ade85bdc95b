import { consigneeOf, shipperOf } from './addresses.ts'
import type { Address } from './addresses.ts'
import { CUSTOMERS } from './customers.data.ts'
import { Draw } from '../random.ts'

/** Whose account stands behind the demo users `customer` and `sub`. */
export const DEMO_CUSTOMER = 'C1001'

/** Sign-in names of a customer's users, the main one first. */
export function usersOf(customer: number): string[] {
  const row = CUSTOMERS[customer]
  if (!row) return []
  const subs = Array.from({ length: row.subs }, (_, i) => `${row.login}.${i + 1}`)
  if (row.code !== DEMO_CUSTOMER) return [row.login, ...subs]
  return ['customer', 'sub', ...subs.slice(1)]
}

const shippers = new Map<string, readonly Address[]>()

/** A customer's senders: one to three, the first the default. */
export function shippersOf(seed: number, customer: number): readonly Address[] {
  const key = `${seed}/${customer}`
  let rows = shippers.get(key)
  if (!rows) {
    const { name, contact, country, code } = CUSTOMERS[customer] ?? CUSTOMERS[0]!
    const draw = new Draw(seed, customer, 90)
    rows = Array.from({ length: draw.int(1, 3) }, (_, i) =>
      shipperOf(draw, country, name, contact, `.${code.toLowerCase()}${i || ''}`),
    )
    shippers.set(key, rows)
  }
  return rows
}

/** The address book a customer keeps of its regular buyers. */
export function addressBookOf(seed: number, customer: number): Address[] {
  const draw = new Draw(seed, customer, 91)
  return Array.from({ length: draw.int(4, 9) }, (_, i) =>
    consigneeOf(
      draw,
      draw.pick(['DE', 'DE', 'FR', 'NL', 'AT', 'PL', 'GB', 'US']),
      `.c${customer}-${i}`,
    ),
  )
}
