import type { ClientBase } from 'pg'

interface Contact {
  supplier: string
  name: string
  role: string
  phone: string
  email: string
  wechat: string | null
}
/** People of the two suppliers with the most parcels. */
const CONTACTS: readonly Contact[] = [
  {
    supplier: 'DHL-PAKET',
    name: 'Katrin Vogel',
    role: 'Key account',
    phone: '+4922818210',
    email: 'k.vogel@example.com',
    wechat: null,
  },
  {
    supplier: 'DHL-PAKET',
    name: 'Jens Albrecht',
    role: 'Claims',
    phone: '+4922818233',
    email: 'claims@example.com',
    wechat: null,
  },
  {
    supplier: 'SINO-LINE',
    name: '林志强',
    role: '销售',
    phone: '+8675582510066',
    email: 'lin@example.com',
    wechat: 'lin-sino',
  },
  {
    supplier: 'SINO-LINE',
    name: '周敏',
    role: '财务',
    phone: '+8675582510068',
    email: 'zhou@example.com',
    wechat: 'zhou-fin',
  },
]
/** Contracts: from so many days before today, until so many after; credit in minor units. */
const CONTRACTS = [
  {
    code: 'DHL-PAKET',
    no: 'DHL-2026-0417',
    from: 200,
    to: 165,
    terms: 'Monthly, net',
    days: 30,
    credit: 5_000_000,
  },
  {
    code: 'SINO-LINE',
    no: 'SZ-2026-088',
    from: 345,
    to: 20,
    terms: '月结，次月 15 日前付款',
    days: 45,
    credit: 30_000_000,
  },
] as const

/** Gates of the sorter at Frankfurt as routing names them, and a few of the return depot. */
const GATES = [
  ...Array.from({ length: 24 }, (_, at) => ({
    depot: 'FRA1',
    code: `G${String(at + 1).padStart(2, '0')}`,
    name: `格口 ${at + 1}`,
    direction: '1',
  })),
  { depot: 'FRA1', code: 'G00', name: '其他', direction: '1' },
  { depot: 'FRA1', code: 'NIO', name: '异常口', direction: '3' },
  { depot: 'VEN1', code: 'R01', name: '退件上架', direction: '4' },
  { depot: 'VEN1', code: 'R02', name: '退件销毁', direction: '4' },
]
const week = (depot: string, days: readonly number[], opens: string, closes: string) =>
  days.map((weekday) => ({ depot, weekday, opens, closes }))
const WORKDAYS = [1, 2, 3, 4, 5]
const HOURS = [
  ...week('FRA1', WORKDAYS, '07:00', '20:00'),
  ...week('FRA1', [6], '08:00', '14:00'),
  ...week('VEN1', WORKDAYS, '08:00', '12:00'),
  ...week('VEN1', WORKDAYS, '13:00', '17:30'),
]
/** Days of the year both depots are closed. */
const HOLIDAYS = [
  { day: '01-01', name: 'Neujahr' },
  { day: '12-25', name: 'Weihnachten' },
  { day: '12-26', name: 'Weihnachten' },
]
const PRINTERS = [
  { depot: 'FRA1', name: 'FRA1 Zebra 1', language: 'zpl203', place: 'Tor 3, Packtisch 1' },
  { depot: 'VEN1', name: 'VEN1 Label', language: 'pdf', place: 'Retourenplatz' },
]

/** What suppliers and depots have on their pages. Safe to repeat. */
export async function seedDesks(client: ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `update supplier s set contract_no = r.no, contract_from = current_date - r.from,
        contract_to = current_date + r.to, payment_terms = r.terms, payment_days = r.days,
        credit_limit = r.credit
      from jsonb_to_recordset($2::jsonb) as r(code text, no text, "from" int, "to" int, terms text,
        days int, credit bigint)
      where s.tenant_id = $1 and s.code = r.code and s.contract_no is null`,
    [tenantId, JSON.stringify(CONTRACTS)],
  )
  await client.query(
    `insert into supplier_contact (tenant_id, supplier_id, name, role, phone, email, wechat,
        create_by)
      select s.tenant_id, s.id, r.name, r.role, r.phone, r.email, r.wechat, 'system'
      from jsonb_to_recordset($2::jsonb) as r(supplier text, name text, role text, phone text,
        email text, wechat text)
      join supplier s on s.tenant_id = $1 and s.code = r.supplier
      on conflict (tenant_id, supplier_id, name) do nothing`,
    [tenantId, JSON.stringify(CONTACTS)],
  )
  await client.query(
    `insert into depot_gate (tenant_id, depot_id, code, name, direction, create_by)
      select d.tenant_id, d.id, r.code, r.name, r.direction, 'system'
      from jsonb_to_recordset($2::jsonb) as r(depot text, code text, name text, direction text)
      join depot d on d.tenant_id = $1 and d.code = r.depot
      on conflict (tenant_id, depot_id, code) do nothing`,
    [tenantId, JSON.stringify(GATES)],
  )
  await client.query(
    `insert into depot_hours (tenant_id, depot_id, weekday, opens, closes)
      select d.tenant_id, d.id, r.weekday, r.opens, r.closes
      from jsonb_to_recordset($2::jsonb) as r(depot text, weekday int, opens text, closes text)
      join depot d on d.tenant_id = $1 and d.code = r.depot
      on conflict do nothing`,
    [tenantId, JSON.stringify(HOURS)],
  )
  await client.query(
    `insert into depot_holiday (tenant_id, depot_id, day, name)
      select d.tenant_id, d.id, (y.year || '-' || r.day)::date, r.name
      from jsonb_to_recordset($2::jsonb) as r(day text, name text)
      cross join generate_series(extract(year from current_date)::int,
        extract(year from current_date)::int + 1) as y(year)
      join depot d on d.tenant_id = $1 and d.code in ('FRA1', 'VEN1')
      on conflict do nothing`,
    [tenantId, JSON.stringify(HOLIDAYS)],
  )
  await client.query(
    `insert into print_set (tenant_id, name, paper, width_mm, height_mm, language, place, depot_id,
        create_by)
      select d.tenant_id, r.name, '100x150', 100, 150, r.language, r.place, d.id, 'system'
      from jsonb_to_recordset($2::jsonb) as r(depot text, name text, language text, place text)
      join depot d on d.tenant_id = $1 and d.code = r.depot
      on conflict (tenant_id, name) do nothing`,
    [tenantId, JSON.stringify(PRINTERS)],
  )
  await client.query(
    `insert into sys_user_depot (tenant_id, user_id, depot_id)
      select u.tenant_id, u.id, d.id
      from sys_user u join depot d on d.tenant_id = u.tenant_id and d.code = 'VEN1'
      where u.tenant_id = $1 and u.customer_id is null and exists (select 1
        from sys_user_depot o join depot f on f.tenant_id = o.tenant_id and f.id = o.depot_id
        where o.user_id = u.id and f.code = 'FRA1')
      order by u.id desc limit 1
      on conflict do nothing`,
    [tenantId],
  )
}
