import { column, figure, searched, type Report } from './shape.ts'

/** Questions every parcel company asks, for its analysts to start from. */
export const STARTING_REPORTS: readonly Report[] = [
  figure(
    'parcels_by_day',
    ['每日各服务包裹量', 'Parcels per day and service'],
    `select created_at::date as day, service_id as "serviceId", service, count(*) as parcels,
  round(sum(weight_kg), 3) as "weightKg"
from parcels
where created_at >= now() - interval '90 days'
group by 1, 2, 3
order by 1 desc, 4 desc`,
    [
      column('day', ['日期', 'Day'], { fieldType: 'Date', ...searched, searchMode: 'group' }),
      column('serviceId', ['服务', 'Service'], { isShow: false, ...searched, refOf: 'services' }),
      column('service', ['服务', 'Service']),
      column('parcels', ['包裹数', 'Parcels'], { fieldType: 'Integer', isTotal: true }),
      column('weightKg', ['重量 (kg)', 'Weight (kg)'], { fieldType: 'BigDecimal', isTotal: true }),
    ],
    ['bar', 'day', 'parcels'],
  ),
  figure(
    'late_parcels',
    ['超时包裹', 'Late parcels'],
    `select id, serial_number as "serialNumber", track_no as "trackNo", customer, service, country,
  outbound_at as "outboundAt", transit_days_max as "promisedDays",
  floor(extract(epoch from now() - outbound_at) / 86400)::int as "daysUnderWay"
from parcels
where delivered_at is null and outbound_at is not null and transit_days_max is not null
  and outbound_at < now() - make_interval(days => transit_days_max)
order by outbound_at`,
    [
      column('id', ['编号', 'Id'], { isShow: false }),
      column('serialNumber', ['包裹号', 'Parcel no.'], {
        ...searched,
        fieldHref: '/order/parcels?serialNumber=${serialNumber}',
      }),
      column('trackNo', ['跟踪号', 'Tracking no.'], searched),
      column('customer', ['客户', 'Customer'], { perm: 'base:customer:list', ...searched }),
      column('service', ['服务', 'Service'], searched),
      column('country', ['国家', 'Country'], { ...searched, dictCode: 'country' }),
      column('outboundAt', ['出库时间', 'Shipped'], { fieldType: 'Datetime' }),
      column('promisedDays', ['承诺天数', 'Promised days'], { fieldType: 'Integer' }),
      column('daysUnderWay', ['在途天数', 'Days under way'], { fieldType: 'Integer' }),
    ],
    ['bar', 'service', 'daysUnderWay'],
  ),
  figure(
    'margin_by_customer',
    ['客户毛利', 'Margin per customer'],
    `select coalesce(customer, '–') as customer, currency, sum(revenue) as revenue, sum(cost) as cost,
  sum(margin) as margin,
  round(100 * sum(margin) / nullif(sum(revenue), 0), 1) as "marginPercent"
from earnings
where at >= now() - interval '90 days'
group by 1, 2
order by 5 desc`,
    [
      column('customer', ['客户', 'Customer'], searched),
      column('currency', ['币种', 'Currency'], searched),
      column('revenue', ['收入', 'Revenue'], { fieldType: 'BigDecimal' }),
      column('cost', ['成本', 'Cost'], { fieldType: 'BigDecimal' }),
      column('margin', ['毛利', 'Margin'], { fieldType: 'BigDecimal' }),
      column('marginPercent', ['毛利率 (%)', 'Margin (%)'], { fieldType: 'BigDecimal' }),
    ],
    ['bar', 'customer', 'margin'],
  ),
  figure(
    'returns_by_state',
    ['退件状态统计', 'Returns by state'],
    `select state, depot, count(*) as returns, min(arrived_at) as oldest
from returns
group by 1, 2
order by 3 desc`,
    [
      column('state', ['状态', 'Status'], {
        fieldType: 'Integer',
        dictCode: 'return_state',
        ...searched,
      }),
      column('depot', ['仓库', 'Depot'], searched),
      column('returns', ['退件数', 'Returns'], { fieldType: 'Integer', isTotal: true }),
      column('oldest', ['最早到仓', 'Oldest arrival'], { fieldType: 'Datetime' }),
    ],
    ['bar', 'state', 'returns'],
  ),
  figure(
    'stock_age',
    ['库龄分析', 'Stock age'],
    `select sku, coalesce(name_cn, name_en) as goods, customer, depot, on_hand as "onHand",
  available, extract(day from now() - first_in)::int as "ageDays"
from stock
where on_hand > 0 and extract(day from now() - first_in) >= coalesce(\${minDays}::int, 0)
order by 7 desc`,
    [
      column('sku', ['SKU', 'SKU'], searched),
      column('goods', ['品名', 'Goods']),
      column('customer', ['客户', 'Customer'], { perm: 'base:customer:list', ...searched }),
      column('depot', ['仓库', 'Depot'], searched),
      column('onHand', ['在库数', 'On hand'], { fieldType: 'Integer', isTotal: true }),
      column('available', ['可用数', 'Available'], { fieldType: 'Integer', isTotal: true }),
      column('ageDays', ['库龄（天）', 'Age (days)'], { fieldType: 'Integer' }),
    ],
    ['bar', 'sku', 'ageDays'],
  ),
]
