export interface DemoUser {
  username: string
  realname: string
  /**
   * Which tenant of the demo world it belongs to; null: outside them, made with the installation.
   */
  tenant: 1 | 2 | null
  role: string
  /** Belongs to the demo customer of its tenant. */
  customer?: true
  /** Main account of a sub-account. */
  parent?: string
  /** Staff number and mobile. */
  workNo?: string
  phone?: string
  /** Bound to the first depot of its tenant. */
  depot?: true
  /** Departments it works in, by code, the usual one first; staff only. */
  departs?: readonly string[]
  /** Leads these departments. */
  leads?: true
}

/**
 * Who signs in to the demo world, one for every role. Passwords are made at the start, never kept
 * here.
 */
export const demoUsers: readonly DemoUser[] = [
  {
    username: 'admin',
    realname: '平台管理员',
    tenant: null,
    role: 'admin',
  },
  {
    username: 'tenant1',
    realname: '陈志远',
    tenant: 1,
    role: 'tenantAdmin',
    departs: ['A01'],
    leads: true,
    workNo: 'E002',
    phone: '13800100002',
  },
  {
    username: 'tenant2',
    realname: '周立群',
    tenant: 2,
    role: 'tenantAdmin',
    departs: ['A01'],
    leads: true,
    workNo: 'E003',
    phone: '13800100003',
  },
  {
    username: 'manager',
    realname: '王建平',
    tenant: 1,
    role: 'manager',
    departs: ['A01A01', 'A01A02'],
    leads: true,
    workNo: 'E004',
    phone: '13800100004',
  },
  {
    username: 'warehouse',
    realname: '李国强',
    tenant: 1,
    role: 'warehouse',
    depot: true,
    departs: ['A01A02A01'],
    workNo: 'E005',
    phone: '13800100005',
  },
  {
    username: 'service',
    realname: '张晓彤',
    tenant: 1,
    role: 'service',
    departs: ['A01A03'],
    workNo: 'E006',
    phone: '13800100006',
  },
  {
    username: 'finance',
    realname: '陈静怡',
    tenant: 1,
    role: 'finance',
    departs: ['A01A04'],
    workNo: 'E007',
    phone: '13800100007',
  },
  {
    username: 'sales',
    realname: '刘子轩',
    tenant: 1,
    role: 'sales',
    departs: ['A01A05A02'],
    workNo: 'E008',
    phone: '13800100008',
  },
  {
    username: 'salesmanager',
    realname: '赵明',
    tenant: 1,
    role: 'salesManager',
    departs: ['A01A05'],
    leads: true,
    workNo: 'E009',
    phone: '13800100009',
  },
  { username: 'customer', realname: '陈海涛', tenant: 1, role: 'customer', customer: true },
  { username: 'sub', realname: '周敏', tenant: 1, role: 'sub', customer: true, parent: 'customer' },
]
