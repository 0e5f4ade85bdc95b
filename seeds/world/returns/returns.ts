import type { ClientBase } from 'pg'
import { RETURN as R } from '#contracts/returns/return-tracks.states.ts'
import { DAY, HOUR } from '../calendar.ts'
import { Draw } from '../random.ts'

const SEED = 7_341
/** How many boxes of each state; those in the pools are of every age. */
const STATES: readonly (readonly [
  state: number,
  boxes: number,
  ages: readonly [number, number],
])[] = [
  [R.ANNOUNCED, 24, [0, 9]],
  [R.IN_TRANSIT, 16, [1, 8]],
  [R.UNCONFIRMED, 40, [0, 42]],
  [R.COMMON, 25, [8, 88]],
  [R.CLAIMED, 6, [9, 40]],
  [R.RECEIVED, 26, [0, 2]],
  [R.INSPECTED, 20, [0, 3]],
  [R.AWAIT, 30, [1, 12]],
  [R.PROCESSING, 24, [1, 9]],
  [R.STORED, 34, [4, 60]],
  [R.RELABELLED, 12, [4, 60]],
  [R.FORWARDED, 12, [4, 60]],
  [R.DESTROYED, 12, [10, 80]],
  [R.HANDED_BACK, 8, [5, 60]],
  [R.CLOSED, 22, [20, 90]],
  [R.REJECTED, 5, [2, 40]],
  [R.LOST, 2, [20, 60]],
]
/** What is to be done, or was, by the state it ends in. */
const ACTION_OF = new Map<number, string>([
  [R.STORED, 'restock'],
  [R.RELABELLED, 'relabel'],
  [R.FORWARDED, 'forward'],
  [R.DESTROYED, 'destroy'],
  [R.HANDED_BACK, 'handBack'],
  [R.CLOSED, 'restock'],
])
const WITHOUT_OWNER: readonly number[] = [R.UNCONFIRMED, R.COMMON, R.CLAIMED, R.REJECTED]
const CARRIERS = ['DHL', 'GLS', 'HERMES', 'DPD'] as const
const GOODS = [
  '无线耳机 2 件',
  '运动鞋一双，43 码',
  '厨房秤',
  'Handyhülle',
  '瑜伽垫',
  '毛衣一件，有折痕',
  'LED-Lampe',
  '玩具积木',
] as const
const SENDERS = [
  ['Maria Schneider, Gartenweg 4', '89073'],
  ['J. Hofmann', '50667'],
  ['Retoure Lena K.', '20095'],
  ['Familie Bauer, Hauptstr. 17', '04109'],
  ['P. Nowak', '10115'],
  ['Absender unleserlich', null],
] as const

interface Box {
  at: number
  state: number
  trackNo: string
  carrier: string
  senderText: string
  senderPostalCode: string | null
  goods: string
  weight: number
  sides: readonly [number, number, number]
  arrived: number | null
  place: string | null
  grade: string | null
  value: number | null
  action: string | null
  dueStep: string | null
  due: number | null
  /** Whether two customers claim it. */
  claims: number
}

/** Returned boxes in every state, ordered by nothing; the same on every machine. */
function boxes(now: number): Box[] {
  let at = -1
  return STATES.flatMap(([state, count, [from, to]]) =>
    Array.from({ length: count }, (_, n) => boxOf(++at, state, n / count, { from, to, now })),
  )
}

function boxOf(
  at: number,
  state: number,
  share: number,
  { from, to, now }: { from: number; to: number; now: number },
): Box {
  const draw = new Draw(SEED, at)
  const came = Math.min(now - HOUR, now - from * DAY - share * (to - from) * DAY)
  const coming = state === R.ANNOUNCED || state === R.IN_TRANSIT
  const graded = [R.INSPECTED, R.AWAIT, R.PROCESSING, ...ACTION_OF.keys()].includes(
    state as typeof R.INSPECTED,
  )
  const [senderText, senderPostalCode] = draw.pick(SENDERS)
  const [dueStep, due] = dueOf(state, came)
  return {
    at,
    state,
    trackNo: `R${draw.int(1, 9)}${draw.digits(13)}`,
    carrier: draw.pick(CARRIERS),
    senderText,
    senderPostalCode,
    goods: draw.pick(GOODS),
    weight: draw.int(180, 6200),
    sides: [draw.int(180, 600), draw.int(120, 400), draw.int(40, 300)],
    arrived: coming ? null : came,
    place: coming ? null : `R-${String(draw.int(1, 12)).padStart(2, '0')}-${draw.int(1, 5)}`,
    grade: graded
      ? draw.weighted([
          ['A', 4],
          ['B', 4],
          ['C', 2],
          ['D', 2],
          ['E', 1],
        ])
      : null,
    value: graded ? draw.int(9, 180) * 100 : null,
    action:
      ACTION_OF.get(state) ??
      (state === R.PROCESSING ? draw.pick(['restock', 'relabel', 'destroy', 'handBack']) : null),
    dueStep,
    due,
    claims: state === R.CLAIMED ? 1 + (at % 2) : 0,
  }
}

export function dueOf(state: number, came: number): [string, number] | [null, null] {
  if (state === R.UNCONFIRMED) return ['match', came + 7 * DAY]
  if (state === R.COMMON) return ['remind', came + 30 * DAY]
  if (state === R.RECEIVED) return ['grade', came + 2 * DAY]
  // What was inspected waits for its owner.
  if (state === R.INSPECTED || state === R.AWAIT) return ['instruct', came + 14 * DAY]
  return state === R.PROCESSING ? ['process', came + 2 * DAY] : [null, null]
}

/** Terms, standing instructions and returned boxes of a demo tenant. Safe to repeat. */
export async function seedReturns(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from return_track where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  const now = Date.now()
  const rows = boxes(now).map((box) => ({
    ...box,
    arrived: box.arrived === null ? null : new Date(box.arrived).toISOString(),
    due: box.due === null ? null : new Date(box.due).toISOString(),
    pooled:
      box.state === R.COMMON || box.state === R.CLAIMED
        ? new Date((box.arrived ?? now) + 90 * DAY).toISOString()
        : null,
    owned: !WITHOUT_OWNER.includes(box.state),
  }))
  for (const statement of [TERMS, RULES]) await client.query(statement, [tenantId])
  for (const statement of [TRACKS, STEPS, ITEMS, POOL, CLAIMS])
    await client.query(statement, [tenantId, JSON.stringify(rows)])
  await client.query(PREDICTED, [tenantId])
  await client.query(COUNTER, [tenantId])
}

const BOXES = `jsonb_to_recordset($2::jsonb) as b(at int, state int, "trackNo" text, carrier text,
  "senderText" text, "senderPostalCode" text, goods text, weight int, sides int[],
  arrived timestamptz, place text, grade text, value bigint, action text, "dueStep" text,
  due timestamptz, pooled timestamptz, owned boolean, claims int)`
const NO = `'RT' || lpad((b.at + 1)::text, 10, '0')`

/** Everyone's terms and those of each customer, with the code in the address of its labels. */
const TERMS = `insert into return_config (tenant_id, customer_id, address_code, currency,
    fee_receive, fee_restock, fee_relabel, fee_forward, fee_destroy, fee_hand_back, fee_storage,
    create_by)
  select $1, x.id, x.code, coalesce(x.currency, 'EUR'), 120, 80, 150, 200, 100, 100, 20, 'manager'
  from (select null::bigint as id, null as code, null as currency
    union all select c.id, upper(c.code), c.currency from customer c
      where c.tenant_id = $1 and c.currency = 'EUR') as x
  on conflict do nothing`

const RULES = `insert into return_rule (tenant_id, customer_id, priority, grades, max_value, action,
    create_by)
  select $1, c.id, r.priority, r.grades, r.most, r.action, 'manager'
  from (select id from customer where tenant_id = $1 and currency = 'EUR' order by code limit 3) c
    cross join (values (10, 'A', null::bigint, 'restock'), (20, 'B', null, 'relabel'),
      (30, 'CDE', 2000, 'destroy')) as r(priority, grades, most, action)
  on conflict do nothing`

/** Owned boxes come from deliveries: their customer, consignee and depot are the order's. */
const TRACKS = `with sent as (
    select p.customer_id, p.shipment_id, p.depot_id, s.consignee_name, s.postal_code,
      row_number() over (order by p.id) - 1 as at
    from parcel p join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where p.tenant_id = $1 and p.parcel_status = 90 and p.depot_id is not null)
  insert into return_track (tenant_id, no, track_no, customer_id, depot_id, place, state, carrier,
    sender_text, sender_postal_code, goods, weight, length, width, height, arrived_at, grade, value,
    action, action_by, match_reason, score, shipment_id, owned_at, due_step, due_at, pooled_until,
    done_at, create_by, create_time)
  select $1, ${NO}, b."trackNo", case when b.owned then x.customer_id end, x.depot_id, b.place,
    b.state, b.carrier, case when b.owned then x.consignee_name else b."senderText" end,
    case when b.owned then x.postal_code else b."senderPostalCode" end, b.goods, b.weight,
    b.sides[1], b.sides[2], b.sides[3], b.arrived, b.grade, b.value, b.action,
    case when b.action is not null then case b.at % 2 when 0 then 'customer' else 'rule' end end,
    case when b.owned and b.arrived is not null then x.consignee_name end,
    case when b.owned and b.arrived is not null then 96 end,
    case when b.owned then x.shipment_id end, case when b.owned then b.arrived end, b."dueStep",
    b.due, b.pooled, case when b.state >= 70 then b.arrived + interval '3 days' end, 'warehouse',
    coalesce(b.arrived, now() - interval '2 days')
  from ${BOXES} join sent x on x.at = (b.at * 7) % (select count(*) from sent)
  on conflict do nothing`

const STEPS = `insert into return_step (tenant_id, track_id, customer_id, verb, to_state, create_by,
    create_time)
  select $1, t.id, t.customer_id, 'scan', 20, 'warehouse', t.arrived_at
  from ${BOXES} join return_track t on t.tenant_id = $1 and t.no = ${NO}
  where t.arrived_at is not null`

const ITEMS = `insert into return_item (tenant_id, track_id, sku, name, quantity, grade)
  select $1, t.id, k.sku, coalesce(k.name_cn, k.name_en), 1 + b.at % 3, b.grade
  from ${BOXES} join return_track t on t.tenant_id = $1 and t.no = ${NO}
    join lateral (select s.sku, s.name_cn, s.name_en from stock_sku s
      where s.tenant_id = $1 and s.customer_id = t.customer_id order by s.id limit 1) as k on true
  where b.grade is not null on conflict do nothing`

/** Shown to everyone: two signs of the number, first letters of the sender's words, no digits. */
const POOL = `insert into common_return (tenant_id, id, no_end, depot_id, sender, goods, weight, size,
    arrived_at, pooled_until, state, create_by)
  select $1, t.id, '••••' || right(t.track_no, 2), t.depot_id,
    (select string_agg(left(w.word, 1) || '•••', ' ' order by w.at)
      from regexp_split_to_table(regexp_replace(t.sender_text, '[0-9]', '', 'g'), ' +')
        with ordinality as w(word, at) where w.word <> '' and w.at <= 3),
    t.goods, t.weight, concat_ws(' × ', trim_scale(t.length / 10.0), trim_scale(t.width / 10.0),
      trim_scale(t.height / 10.0)),
    t.arrived_at, t.pooled_until, t.state, 'warehouse'
  from ${BOXES} join return_track t on t.tenant_id = $1 and t.no = ${NO}
  where b.state in (25, 28)`

const CLAIMS = `insert into return_claim (tenant_id, track_id, track_label, depot_id, customer_id,
    text, due_at, create_by, create_time)
  select $1, t.id, t.no, t.depot_id, c.id, '寄件人是我们的买家，面单照片和订单可以对上。',
    now() + interval '3 days', 'customer', now() - interval '2 days'
  from ${BOXES} join return_track t on t.tenant_id = $1 and t.no = ${NO}
    cross join lateral generate_series(1, b.claims) as g(turn)
    join (select id, row_number() over (order by code) as turn from customer
      where tenant_id = $1) c on c.turn = g.turn`

/** What was announced and has not come; the track shows the announcement. */
const PREDICTED = `with made as (
    insert into predicted_return (tenant_id, customer_id, track_no, order_no, depot_id, goods, wish,
      create_by, create_time)
    select $1, t.customer_id, t.track_no, s.serial_number, t.depot_id, t.goods,
      case t.id % 3 when 0 then 'restock' when 1 then 'ask' end, 'customer', t.create_time
    from return_track t join shipment s on s.tenant_id = $1 and s.id = t.shipment_id
    where t.tenant_id = $1 and t.state in (0, 10) returning id, track_no)
  update return_track t set predicted_id = m.id from made m
  where t.tenant_id = $1 and t.track_no = m.track_no and t.state in (0, 10)`

const COUNTER = `insert into serial_counter (tenant_id, kind, next_no)
  select $1, 'return', count(*) + 1 from return_track where tenant_id = $1
  on conflict (tenant_id, kind) do update
    set next_no = greatest(serial_counter.next_no, excluded.next_no)`
