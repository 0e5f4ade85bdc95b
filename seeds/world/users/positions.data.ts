/** Titles of the demo companies, and who holds them. */
export interface Position {
  code: string
  name: string
  nameEn: string
  rank: '1' | '2' | '3' | '4' | '5'
  holders: readonly string[]
}

export const POSITIONS: readonly Position[] = [
  {
    code: 'GM',
    name: '总经理',
    nameEn: 'General manager',
    rank: '5',
    holders: ['tenant1', 'tenant2'],
  },
  {
    code: 'OPS-LEAD',
    name: '运营主管',
    nameEn: 'Head of operations',
    rank: '4',
    holders: ['manager'],
  },
  {
    code: 'WH-OP',
    name: '仓库操作员',
    nameEn: 'Warehouse operator',
    rank: '1',
    holders: ['warehouse'],
  },
  {
    code: 'CS',
    name: '客服专员',
    nameEn: 'Customer service agent',
    rank: '2',
    holders: ['service'],
  },
  { code: 'ACC', name: '会计', nameEn: 'Accountant', rank: '3', holders: ['finance'] },
  { code: 'SALES', name: '客户经理', nameEn: 'Account manager', rank: '3', holders: ['sales'] },
  { code: 'SA', name: '系统管理员', nameEn: 'System administrator', rank: '3', holders: [] },
]
