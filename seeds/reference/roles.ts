export type DataScope = 'platform' | 'tenant' | 'depart' | 'sales' | 'depot' | 'customer' | 'sub'

export interface Role {
  code: string
  name: string
  nameEn: string
  description: string
  descriptionEn: string
  dataScope: DataScope
  /** Permission codes; `*` stands for any part of one. */
  grants: readonly string[]
  /** Taken out of the grants again. */
  except?: readonly string[]
}

const lookUp = ['dash:status:view', 'ship:parcel:list', 'trk:search:query']

const customerGrants = [
  ...lookUp,
  'ship:price:view',
  'dash:analysis:view',
  'ship:b2c:*',
  'ship:label:print',
  'base:shipper:*',
  'base:consignee:*',
  'dlv:userdepot:list',
  'wh:pred:list',
  'wh:pred:add',
  'wh:pred:edit',
  'wh:pred:delete',
  'wh:pred:export',
]

/**
 * The roles of a new tenant (domain 4.3). Areas are named one by one: an area added later is
 * granted on purpose or not at all.
 */
export const roles: readonly Role[] = [
  {
    code: 'admin',
    name: '平台管理员',
    nameEn: 'Platform administrator',
    description: '管理所有租户',
    descriptionEn: 'Manages all tenants',
    dataScope: 'platform',
    grants: ['*'],
  },
  {
    code: 'tenantAdmin',
    name: '租户管理员',
    nameEn: 'Tenant administrator',
    description: '管理本租户的全部业务与设置',
    descriptionEn: 'Manages all business and settings of the tenant',
    dataScope: 'tenant',
    grants: [
      'dash:*',
      'ship:*',
      'base:*',
      'dlv:*',
      'trk:*',
      'wh:*',
      'sys:user:*',
      'sys:role:*',
      'sys:roleuser:*',
      'sys:position:*',
      'sys:book:*',
      'erp:subuser:*',
      'sys:annt:*',
      'sys:view:share',
      'sys:msg:*',
      'sys:msgtpl:*',
      'sys:msgcfg:*',
      'sys:log:*',
      'sys:datalog:*',
      'sys:online:*',
      'sys:perm:list',
      'sys:datarule:*',
      'sys:depart:*',
      'sys:mydepart:view',
      'sys:departrole:*',
      'sys:access:test',
      'sys:api:view',
      'sys:password:rule',
      'sys:registration:*',
      'sys:third:edit',
      'sys:dict:*',
      'sys:category:*',
      'sys:check:*',
      'sys:fill:*',
      'sys:country:list',
      'sys:country:export',
      'sys:print:*',
    ],
  },
  {
    code: 'manager',
    name: '运营经理',
    nameEn: 'Operations manager',
    description: '订单、仓库、服务、价格与跟踪',
    descriptionEn: 'Orders, depots, services, prices and tracking',
    dataScope: 'tenant',
    grants: [
      'dash:*',
      'ship:*',
      'base:*',
      'dlv:*',
      'trk:*',
      'wh:*',
      'sys:user:list',
      'sys:book:*',
      'sys:annt:*',
      'sys:view:share',
      'sys:depart:list',
      'sys:mydepart:view',
      'sys:departrole:*',
      'sys:category:*',
      'sys:country:list',
      'sys:print:*',
    ],
  },
  {
    code: 'warehouse',
    name: '仓库操作员',
    nameEn: 'Warehouse operator',
    description: '本仓库的扫描作业',
    descriptionEn: 'Scanning in the own depot',
    dataScope: 'depot',
    grants: [
      ...lookUp,
      'dash:monitor:view',
      'wh:in:scan',
      'wh:pred:list',
      'wh:out:list',
      'wh:out:add',
      'wh:out:scan',
      'ship:label:print',
    ],
  },
  {
    code: 'service',
    name: '客服',
    nameEn: 'Customer service',
    description: '为本部门的客户下单、查询与跟踪，不涉及价格',
    descriptionEn: 'Orders and tracking for customers of the own department, no prices',
    dataScope: 'depart',
    grants: [
      ...lookUp,
      'ship:b2c:*',
      'ship:label:print',
      'base:shipper:*',
      'base:consignee:*',
      'base:customer:list',
      'base:postal:list',
      'dlv:service:list',
      'dlv:channel:list',
      'dlv:depot:list',
      'dlv:userdepot:list',
      'dlv:partition:list',
      'dlv:partitioncfg:list',
      'trk:number:*',
      'trk:courier:list',
      'trk:map:list',
      'wh:pred:list',
      'wh:out:list',
      'sys:book:list',
    ],
  },
  {
    code: 'finance',
    name: '财务',
    nameEn: 'Finance',
    description: '价格、供应商与订单查询',
    descriptionEn: 'Prices, suppliers and order queries',
    dataScope: 'tenant',
    grants: [
      ...lookUp,
      'dash:analysis:view',
      'ship:price:view',
      'dlv:fee:*',
      'dlv:supplier:*',
      'dlv:service:list',
      'dlv:channel:list',
      'dlv:partition:list',
      'dlv:partitioncfg:list',
      'ship:b2c:list',
      'ship:b2c:export',
      'base:customer:list',
      'base:customer:export',
      'sys:book:list',
    ],
  },
  {
    code: 'sales',
    name: '销售',
    nameEn: 'Sales',
    description: '自己名下的客户',
    descriptionEn: 'Own customers',
    dataScope: 'sales',
    grants: [
      ...lookUp,
      'ship:price:view',
      'base:customer:list',
      'base:shipper:list',
      'base:consignee:list',
      'ship:b2c:list',
      'ship:b2c:export',
      'dlv:service:list',
      'dlv:fee:list',
      'dlv:partition:list',
      'sys:book:list',
    ],
  },
  {
    code: 'customer',
    name: '客户主账号',
    nameEn: 'Customer',
    description: '本账号的订单、地址簿、预报与轨迹',
    descriptionEn: 'Orders, address book, predicted batches and tracking of the own account',
    dataScope: 'customer',
    grants: [...customerGrants, 'erp:subuser:*'],
  },
  {
    code: 'sub',
    name: '客户子账号',
    nameEn: 'Customer sub-account',
    description: '自己的订单，不能导出和删除',
    descriptionEn: 'Own orders, no export or deletion',
    dataScope: 'sub',
    grants: customerGrants,
    except: ['*:export', '*:delete'],
  },
]

/** Whether a pattern of a role means this code. */
export function matches(pattern: string, code: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === code
  const tail = rest.pop() ?? ''
  if (code.length < head.length + tail.length || !code.startsWith(head) || !code.endsWith(tail))
    return false
  let from = head.length
  const end = code.length - tail.length
  return rest.every((part) => {
    const at = code.indexOf(part, from)
    from = at + part.length
    return at >= 0 && from <= end
  })
}

/** The codes of `known` a role is granted. */
export function grantsOf(role: Role, known: readonly string[]): string[] {
  return known.filter(
    (code) =>
      role.grants.some((pattern) => matches(pattern, code)) &&
      !role.except?.some((pattern) => matches(pattern, code)),
  )
}
