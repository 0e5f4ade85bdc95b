import type { ClientBase } from 'pg'

interface Kind {
  code: string
  name: string
  nameEn: string
}
/** What a forwarder's parcels hold, as its customs clerks sort it: groups and what is in them. */
const GOODS: readonly Kind[] = [
  { code: 'A01', name: '服装鞋帽', nameEn: 'Clothing and footwear' },
  { code: 'A01A01', name: '女装', nameEn: "Women's clothing" },
  { code: 'A01A02', name: '男装', nameEn: "Men's clothing" },
  { code: 'A01A03', name: '鞋靴', nameEn: 'Footwear' },
  { code: 'A02', name: '电子产品', nameEn: 'Electronics' },
  { code: 'A02A01', name: '手机配件', nameEn: 'Phone accessories' },
  { code: 'A02A02', name: '带电产品', nameEn: 'Goods with batteries' },
  { code: 'A02A03', name: '小家电', nameEn: 'Small appliances' },
  { code: 'A03', name: '家居用品', nameEn: 'Home' },
  { code: 'A03A01', name: '厨房用品', nameEn: 'Kitchen' },
  { code: 'A03A02', name: '灯具', nameEn: 'Lighting' },
  { code: 'A04', name: '玩具', nameEn: 'Toys' },
  { code: 'A05', name: '美妆个护', nameEn: 'Beauty and care' },
]
/**
 * Papers of a depot's printers; millimetres. None is the default: until a user chooses, a label
 * is printed as it is.
 */
const PRINT_SETS = [
  {
    name: '面单 100×150',
    nameEn: 'Label 100 × 150',
    paper: '100x150',
    horizontal: false,
    w: 100,
    h: 150,
    remark: '热敏打印机，一张一单',
  },
  {
    name: '面单 A4 四联',
    nameEn: 'Labels A4, four per page',
    paper: 'A4',
    horizontal: false,
    w: 210,
    h: 297,
    remark: '激光打印机，一页四单',
  },
  {
    name: '小标签 100×70',
    nameEn: 'Small label 100 × 70',
    paper: '100x70',
    horizontal: true,
    w: 100,
    h: 70,
    remark: '货架与箱唛',
  },
]
/** Written and not released: the demo shows how they are released. */
const DRAFTS = [
  {
    title: '十二月仓库作业时间调整',
    text: '<p>12 月 1 日起，法兰克福仓每周六 08:00–14:00 开放收货。</p><p>请提前一天提交预报批次。</p>',
    priority: 'M',
  },
  {
    title: '带电产品申报提醒',
    text: '<p>含锂电池的包裹须在品名中注明电池类型，并附 MSDS。</p><p>未注明者将在入库时扣留。</p>',
    priority: 'H',
  },
] as const

/**
 * What an administrator of the demo finds set up: kinds of goods, printers' papers, two
 * announcements to release. Idempotent. Run in a transaction.
 */
export async function seedTenantData(
  client: ClientBase,
  tenants: readonly string[],
): Promise<void> {
  for (const level of [3, 6]) {
    await client.query(
      `insert into sys_category (tenant_id, pid, name, name_en, code, create_by)
      select t, p.id, r.name, r."nameEn", r.code, 'system'
      from unnest($2::bigint[]) as t
      cross join jsonb_to_recordset($1::jsonb) as r(code text, name text, "nameEn" text)
      left join sys_category p on p.tenant_id = t and length(r.code) > 3
        and p.code = left(r.code, 3) on conflict (tenant_id, code) do nothing`,
      [JSON.stringify(GOODS.filter(({ code }) => code.length === level)), tenants],
    )
  }
  await client.query(
    `insert into print_set (tenant_id, name, name_en, paper, horizontal, width_mm, height_mm,
        remark, create_by)
    select t, r.name, r."nameEn", r.paper, r.horizontal, r.w, r.h, r.remark, 'system'
    from unnest($2::bigint[]) as t
    cross join jsonb_to_recordset($1::jsonb) as r(name text, "nameEn" text, paper text,
      horizontal boolean, w int, h int, remark text)
    on conflict (tenant_id, name) do nothing`,
    [JSON.stringify(PRINT_SETS), tenants],
  )
  await client.query(
    `insert into sys_announcement (tenant_id, titile, msg_content, priority, sender, create_by)
    select t, r.title, r.text, r.priority, 'system', 'system'
    from unnest($2::bigint[]) as t
    cross join jsonb_to_recordset($1::jsonb) as r(title text, text text, priority text)
    where not exists (select from sys_announcement a where a.tenant_id = t)`,
    [JSON.stringify(DRAFTS), tenants],
  )
}
