import type { ClientBase } from 'pg'

/** What 30 cases of a demo tenant are about; each status and type comes several times. */
const STATUS = ['open', 'waitingCustomer', 'waitingCarrier', 'resolved', 'closed'] as const
const TYPES = [
  'missing',
  'damage',
  'wrongParcel',
  'claim',
  'address',
  'refund',
  'question',
] as const
const SUBJECTS: Readonly<Record<(typeof TYPES)[number], readonly [string, string, string]>> = {
  missing: [
    '少了一件：耳机',
    '箱内只有一副耳机，订单是两副。',
    'Gewogen: 310 g, es fehlt wirklich eines.',
  ],
  damage: ['外箱破损', '收件人拒收，外箱被压坏，附照片。', '查分拣线监控，17 日下午。'],
  wrongParcel: [
    '收到别人的包裹',
    'Der Empfänger hat ein fremdes Paket bekommen.',
    '两票面单可能贴反。',
  ],
  claim: ['遗失索赔', '包裹 14 天没有更新，申请赔付 46 欧元。', '承运商确认遗失后再赔。'],
  address: ['门牌号写错', '请改为 Hauptstr. 12a，今天派送。', '已在司机系统改。'],
  refund: ['运费多收', '重量 0.8 kg，按 2 kg 收费。', '重新称重为 0.82 kg，可退差价。'],
  question: ['什么时候能取件', '可以周六到仓库自提吗？', '周六 10 点前人手不足。'],
}
const COUNT = 30

/** Cases in every status, with what customers and staff wrote. Safe to repeat. */
export async function seedCases(client: ClientBase, tenantId: string): Promise<void> {
  const known = await client.query('select 1 from service_case where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (known.rowCount !== 0) return
  const rows = Array.from({ length: COUNT }, (_, at) => {
    const type = TYPES[at % TYPES.length]!
    const [subject, asked, note] = SUBJECTS[type]
    return { at, type, status: STATUS[at % STATUS.length]!, subject, asked, note }
  })
  await client.query(CASES, [tenantId, JSON.stringify(rows)])
  for (const statement of [COMMENTS, ANSWERS, NOTES])
    await client.query(statement, [tenantId, JSON.stringify(rows)])
  for (const statement of [REPLIES, TERMS]) await client.query(statement, [tenantId])
}

const ROWS = `jsonb_to_recordset($2::jsonb) as r(at int, type text, status text, subject text,
  asked text, note text)`
const DONE = `r.status in ('resolved', 'closed')`

/** Each about a parcel of a customer; the oldest is a month old. */
const CASES = `with sent as (
    select p.id, p.customer_id, p.depot_id, coalesce(p.track_no, p.serial_number) as no,
      row_number() over (order by p.id) - 1 as at
    from parcel p where p.tenant_id = $1 and p.depot_id is not null),
  staff as (
    select u.id, row_number() over (order by u.id) - 1 as at, count(*) over ()::int as n
    from sys_user u where u.tenant_id = $1 and u.customer_id is null and u.status = 1)
  insert into service_case (tenant_id, customer_id, depot_id, type, status, subject, source,
    source_id, source_no, assignee_id, clock_from, clock_left, due_at, last_at, ended_at, rating,
    create_by, create_time)
  select $1, s.customer_id, s.depot_id, r.type, r.status, r.subject || ' ' || (r.at + 1), 'parcel',
    s.id, s.no, case when r.at % 3 > 0 then u.id end,
    case when r.status in ('open', 'waitingCarrier') then now() - r.at * interval '5 hours' end,
    case when ${DONE} then null else 480 end,
    case when r.status in ('open', 'waitingCarrier')
      then now() + (20 - r.at) * interval '5 hours' end,
    now() - r.at * interval '5 hours', case when ${DONE} then now() - r.at * interval '5 hours' end,
    case when r.status = 'closed' then 3 + r.at % 3 end, 'demo', now() - r.at * interval '1 day'
  from ${ROWS}
    join sent s on s.at = (r.at * 7) % (select count(*) from sent)
    left join staff u on u.at = r.at % u.n
  order by r.at`

const OF_CASE = `service_case c join ${ROWS} on c.subject = r.subject || ' ' || (r.at + 1)
  where c.tenant_id = $1`
const COMMENTS = `insert into case_comment (tenant_id, case_id, readers, of_staff, by_name, text, create_by,
    create_time)
  select $1, c.id, '{customer}', false, coalesce((select k.name from customer k
    where k.tenant_id = c.tenant_id and k.id = c.customer_id), ''), r.asked, 'demo', c.create_time
  from ${OF_CASE} order by c.id`
const ANSWERS = `insert into case_comment (tenant_id, case_id, readers, of_staff, by_name, text, create_by,
    create_time)
  select $1, c.id, '{customer}', true, 'service', case when ${DONE} then '已处理完毕，感谢您的耐心。'
      else '已收到，我们正在核实。' end, 'demo', c.create_time + interval '3 hours'
  from ${OF_CASE} and r.status <> 'open' order by c.id`
const NOTES = `insert into case_note (tenant_id, case_id, of_staff, by_name, text, create_by,
    create_time)
  select $1, c.id, true, 'service', r.note, 'demo', c.create_time + interval '2 hours'
  from ${OF_CASE} and r.at % 2 = 0 order by c.id`

const REPLIES = `insert into canned_reply (tenant_id, title, type, text_zh, text_en, create_by)
  values ($1, '需要照片 Photos', 'damage', '请提供外箱、面单和破损处的照片。',
      'Please send photos of the box, the label and the damage.', 'demo'),
    ($1, '正在查询 Looking into it', null, '已收到，我们正在向承运商查询，一个工作日内回复。',
      'We have your message and ask the carrier; you will hear from us within one working day.',
      'demo'),
    ($1, '地址已更改 Address changed', 'address', '地址已更改，包裹将派送至新地址。',
      'The address is changed; the parcel goes to the new one.', 'demo')
  on conflict do nothing`
const TERMS = `insert into case_term (tenant_id, type, answer_hours, create_by)
  values ($1, 'address', 2, 'demo'), ($1, 'question', 8, 'demo'), ($1, 'claim', 24, 'demo')
  on conflict do nothing`
