import type { ClientBase } from 'pg'
import { CODE_STEP, parentCode } from '#contracts/platform/departments/departments.codes.ts'
import { demoDeparts } from '../../reference/departments.ts'
import { demoUsers } from './demo-users.ts'
import { CUSTOMERS } from '../parties/customers.data.ts'
import { INVOICE_SIDES } from '../parties/invoice-parties.data.ts'
import { addressBookOf, DEMO_CUSTOMER, shippersOf, usersOf } from '../parties/parties.ts'
import { personOf, phoneOf } from '../parties/addresses.ts'
import { putCustomers } from '../parties/put-customers.ts'
import { POSITIONS } from './positions.data.ts'
import { Draw } from '../random.ts'

export interface UserOptions {
  tenants: { 1: string; 2: string }
  /** Of the password all demo users share, hashed by the caller. */
  passwordHash: string
  seed: number
}

interface UserRow {
  tenant: string
  username: string
  realname: string
  role: string
  customer: string | null
  parent: string | null
  email: string
  phone: string | null
  workNo: string | null
  depot: boolean
  departs: readonly string[]
  leads: boolean
}

/**
 * The demo users, the customers with their users and address books. Idempotent: what is there by
 * its code or sign-in name stays as it is. Roles are looked up by code, so the tenants' roles must
 * exist. Run in a transaction.
 */
export async function seedUsers(
  client: ClientBase,
  { tenants, passwordHash, seed }: UserOptions,
): Promise<void> {
  await putDeparts(client, tenants)
  await putUsers(client, staffRows(tenants), passwordHash)
  await putPositions(client, tenants)
  const customers = CUSTOMERS.map(({ tenant, code, name, contact, country, currency }, i) => ({
    tenant: tenants[tenant],
    code,
    name,
    contact,
    country,
    currency,
    phone: phoneOf(new Draw(seed, i, 92), country),
    email: `${code.toLowerCase()}@example.com`,
    sales: tenant === 1 && i % 3 !== 2 ? 'sales' : null,
    depart: departOf(i),
    ...INVOICE_SIDES[code],
  }))
  const fresh = await putCustomers(client, customers)
  // Staff of customer service send for the company itself, too.
  await client.query(
    `update customer as c set depart_id = d.id from sys_depart d
      where c.tenant_id = any($1::bigint[]) and c.code = 'HOUSE' and c.depart_id is null
        and d.tenant_id = c.tenant_id and d.org_code = $2`,
    [[tenants[1], tenants[2]], CUSTOMER_SERVICE],
  )
  await putUsers(client, customerRows(tenants, seed), passwordHash)
  await putAddressBooks(client, tenants, seed, fresh)
  await client.query(
    `insert into user_depot (tenant_id, customer_id, depot_id, depot_code, contact, create_by)
     select c.tenant_id, c.id, d.id, d.code || '-' || c.code, c.contact, 'system'
     from customer c join depot d on d.tenant_id = c.tenant_id
     where c.code = any($1::text[]) and c.tenant_id = any($2::bigint[]) on conflict do nothing`,
    [[...fresh], [tenants[1], tenants[2]]],
  )
}

const CUSTOMER_SERVICE = 'A01A03'
/**
 * Who looks after the customer at this place of the list: customer service, and every fourth the
 * sales team of its region.
 */
const departOf = (at: number): string => (at % 4 === 3 ? 'A01A05A01' : CUSTOMER_SERVICE)

function staffRows(tenants: UserOptions['tenants']): UserRow[] {
  return demoUsers
    .flatMap(({ tenant, ...user }) =>
      tenant === null || user.customer ? [] : [{ ...user, tenant }],
    )
    .map(
      ({
        username,
        realname,
        tenant,
        role,
        depot,
        departs,
        leads,
        workNo = null,
        phone = null,
      }) => ({
        tenant: tenants[tenant],
        username,
        realname,
        role,
        customer: null,
        parent: null,
        email: `${username}@example.com`,
        phone,
        workNo,
        depot: depot ?? false,
        departs: departs ?? ['A01'],
        leads: leads ?? false,
      }),
    )
}

function customerRows(tenants: UserOptions['tenants'], seed: number): UserRow[] {
  return CUSTOMERS.flatMap(({ tenant, code, contact, country }, i) => {
    const draw = new Draw(seed, i, 93)
    const [main = code, ...subs] = usersOf(i)
    const row = (username: string, realname: string, parent: string | null): UserRow => {
      const named =
        code === DEMO_CUSTOMER
          ? demoUsers.find((user) => user.username === username)?.realname
          : undefined
      return {
        tenant: tenants[tenant],
        username,
        realname: named ?? realname,
        role: parent ? 'sub' : 'customer',
        customer: code,
        parent,
        email: `${username}@example.com`,
        phone: phoneOf(draw, country),
        workNo: null,
        depot: false,
        departs: [],
        leads: false,
      }
    }
    return [
      row(main, contact, null),
      ...subs.map((username) => row(username, personOf(draw, country), main)),
    ]
  })
}

/**
 * The departments of each company below its head office, parents first: one level after the
 * other.
 */
async function putDeparts(client: ClientBase, tenants: UserOptions['tenants']): Promise<void> {
  for (const level of [2, 3]) {
    const rows = demoDeparts
      .filter(({ code }) => code.length === level * CODE_STEP)
      .map((depart, order) => ({ ...depart, order, parent: parentCode(depart.code) }))
    await client.query(
      `insert into sys_depart (tenant_id, parent_id, depart_name, depart_name_en, org_code,
          org_category, org_type, depart_order, mobile, memo, create_by)
      select p.tenant_id, p.id, r.name, r."nameEn", r.code, r.category, $3, r."order", r.phone,
        r.memo, 'system'
      from jsonb_to_recordset($1::jsonb) as r(code text, parent text, name text, "nameEn" text,
        category text, "order" int, phone text, memo text)
      join sys_depart p on p.org_code = r.parent and p.tenant_id = any($2::bigint[])
      on conflict do nothing`,
      [JSON.stringify(rows), [tenants[1], tenants[2]], String(level)],
    )
  }
}

/** Titles in both companies; each goes to those of its holders who work there. */
async function putPositions(client: ClientBase, tenants: UserOptions['tenants']): Promise<void> {
  const both = [JSON.stringify(POSITIONS), [tenants[1], tenants[2]]]
  await client.query(
    `insert into sys_position (tenant_id, code, name, name_en, post_rank, create_by)
    select t, r.code, r.name, r."nameEn", r.rank, 'system'
    from jsonb_to_recordset($1::jsonb) as r(code text, name text, "nameEn" text, rank text),
      unnest($2::bigint[]) as t on conflict do nothing`,
    both,
  )
  await client.query(
    `insert into sys_user_position (tenant_id, user_id, position_id) select p.tenant_id, u.id, p.id
      from jsonb_to_recordset($1::jsonb) as r(code text, holders text[])
    join sys_position p on p.code = r.code and p.tenant_id = any($2::bigint[])
    join sys_user u on u.tenant_id = p.tenant_id and u.username = any(r.holders)
    on conflict do nothing`,
    both,
  )
}

/** Main accounts must be written before the sub-accounts that name them: two rounds. */
async function putUsers(
  client: ClientBase,
  users: readonly UserRow[],
  passwordHash: string,
): Promise<void> {
  const shape =
    'tenant bigint, username text, realname text, role text, customer text, parent text, email text, phone text, "workNo" text, depot boolean, departs text[], leads boolean'
  for (const round of [
    users.filter(({ parent }) => parent === null),
    users.filter(({ parent }) => parent !== null),
  ]) {
    const { rows } = await client.query<{ username: string }>(
      `insert into sys_user (tenant_id, username, realname, password_hash, email, phone, work_no,
          customer_id, parent_user_id, org_code, create_by)
       select r.tenant, r.username, r.realname, $2, r.email, r.phone, r."workNo", c.id, p.id,
         r.departs[1], 'system'
       from jsonb_to_recordset($1::jsonb) as r(${shape})
       left join customer c on c.tenant_id = r.tenant and c.code = r.customer
       left join sys_user p on p.tenant_id = r.tenant and p.username = r.parent
       on conflict do nothing returning username`,
      [JSON.stringify(round), passwordHash],
    )
    const names = rows.map(({ username }) => username)
    const mine = JSON.stringify(round.filter(({ username }) => names.includes(username)))
    const joined = `from jsonb_to_recordset($1::jsonb) as r(${shape})
      join sys_user u on u.tenant_id = r.tenant and u.username = r.username`
    await client.query(
      `insert into sys_user_role (tenant_id, user_id, role_id)
        select u.tenant_id, u.id, o.id ${joined}
      join sys_role o on o.tenant_id = u.tenant_id and o.role_code = r.role on conflict do nothing`,
      [mine],
    )
    // Scanning needs no phones: the demo's depots see them masked.
    await client.query(
      `update sys_role set mask_personal = true
        where role_code = 'warehouse' and tenant_id in (select u.tenant_id ${joined})`,
      [mine],
    )
    await client.query(
      `insert into sys_user_depart (tenant_id, user_id, depart_id)
        select u.tenant_id, u.id, d.id ${joined}
      join sys_depart d on d.tenant_id = u.tenant_id and d.org_code = any(r.departs)
      on conflict do nothing`,
      [mine],
    )
    await client.query(
      `update sys_user as u set user_identity = 2, depart_ids = led.ids
        from (select u.id, array_agg(d.id order by d.org_code) as ids ${joined}
      join sys_depart d on d.tenant_id = u.tenant_id and d.org_code = any(r.departs) where r.leads
      group by 1) as led where u.id = led.id`,
      [mine],
    )
    await client.query(
      `insert into sys_user_depot (tenant_id, user_id, depot_id)
        select u.tenant_id, u.id, d.id ${joined}
      join depot d on d.tenant_id = u.tenant_id and d.code = 'FRA1' where r.depot
      on conflict do nothing`,
      [mine],
    )
  }
}

async function putAddressBooks(
  client: ClientBase,
  tenants: UserOptions['tenants'],
  seed: number,
  fresh: ReadonlySet<string>,
): Promise<void> {
  const of = CUSTOMERS.map((customer, i) => ({ customer, i })).filter(({ customer }) =>
    fresh.has(customer.code),
  )
  const shape = `tenant bigint, customer text, "isDefault" boolean, name text, company text, phone text, email text, country text, state text, city text, "postalCode" text, street text, house text, address2 text`
  const columns =
    'name, company, phone, email, country, state, city, postal_code, street, house, address2, create_by'
  const values = `r.name, r.company, r.phone, r.email, r.country, r.state, r.city, r."postalCode", r.street, r.house, r.address2, 'system'`
  const from = `from jsonb_to_recordset($1::jsonb) as r(${shape})
    join customer c on c.tenant_id = r.tenant and c.code = r.customer`
  const shippers = of.flatMap(({ customer, i }) =>
    shippersOf(seed, i).map((address, k) => ({
      ...address,
      tenant: tenants[customer.tenant],
      customer: customer.code,
      isDefault: k === 0,
    })),
  )
  const consignees = of.flatMap(({ customer, i }) =>
    addressBookOf(seed, i).map((address) => ({
      ...address,
      tenant: tenants[customer.tenant],
      customer: customer.code,
    })),
  )
  await client.query(
    `insert into shipper (tenant_id, customer_id, iz_default, ${columns})
      select c.tenant_id, c.id, r."isDefault", ${values} ${from}`,
    [JSON.stringify(shippers)],
  )
  await client.query(
    `insert into consignee (tenant_id, customer_id, ${columns})
      select c.tenant_id, c.id, ${values} ${from}`,
    [JSON.stringify(consignees)],
  )
}
