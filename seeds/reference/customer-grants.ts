import { ofOrders } from './role.ts'

/** What every user may look up. */
export const lookUp = ['dash:status:view', 'ship:parcel:list', 'trk:search:query']

/** What a customer's users may do; its sub-accounts less of it. */
export const customerGrants = [
  ...lookUp,
  'ship:price:view',
  'ship:service:list',
  'dash:analysis:view',
  ...ofOrders('*'),
  'ship:label:print',
  'ship:customs:check',
  'ship:document:print',
  'base:shipper:*',
  'base:consignee:*',
  'ship:choice:*',
  'base:fbawarehouse:list',
  ...['list', 'export', 'label'].map((action) => `ship:delivery:${action}`),
  'wb:fba:*',
  'dlv:userdepot:list',
  ...['list', 'add', 'edit', 'delete', 'export'].map((action) => `wh:pred:${action}`),
  'stock:sku:*',
  'stock:entry:list',
  'stock:entry:export',
  ...['list', 'add', 'edit', 'delete', 'announce', 'export'].map((one) => `stock:notice:${one}`),
  'stock:short:*',
  'ship:revoke:list',
  'ship:labelrequest:list',
  'pod:pod:list',
  'pod:pod:export',
  'ret:my:*',
  'ret:common:*',
  'ret:claim:list',
  'ret:claim:export',
  'ret:pred:*',
  'ret:rule:*',
  'ret:config:list',
  'ret:case:list',
  'ret:case:export',
  'ret:case:add',
  'ret:case:comment',
]
