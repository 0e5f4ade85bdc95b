import { lookUp } from './customer-grants.ts'
import { ofOrders } from '../role.ts'

/** Lists of an area's entities. */
export const listsOf = (area: string, ...names: string[]): string[] =>
  names.map((name) => `${area}:${name}:list`)

/**
 * Sales make services: with zones, limits, numbers and labels. Prices they see and prepare as
 * drafts (domain 4.4 E: fees OPM, FIN; view SAL); a sales manager puts them to use.
 */
export const salesGrants = [
  ...lookUp,
  'dash:earnings:view',
  'ship:price:view',
  'ship:service:list',
  'base:customer:list',
  'base:shipper:list',
  'base:consignee:list',
  ...ofOrders('list'),
  ...ofOrders('export'),
  'dlv:service:*',
  ...listsOf('dlv', 'channel', 'depot', 'fee', 'number'),
  ...['partition', 'partitioncfg', 'segment', 'label'].flatMap((name) =>
    ['list', 'add', 'edit'].map((action) => `dlv:${name}:${action}`),
  ),
  'dlv:partitioncfg:import',
  'dlv:fee:draft',
  'dlv:fee:export',
  'sys:book:list',
]
