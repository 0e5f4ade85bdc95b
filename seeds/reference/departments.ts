/** The inside of the demo company, below its head office `A01`; parents before children. */
export interface DemoDepart {
  code: string
  name: string
  nameEn: string
  category: '2' | '3'
  phone?: string
  memo?: string
}

export const demoDeparts: readonly DemoDepart[] = [
  {
    code: 'A01A01',
    name: '运营部',
    nameEn: 'Operations',
    category: '2',
    phone: '0755-26780001',
    memo: '订单、线路与异常处理',
  },
  { code: 'A01A02', name: '仓储部', nameEn: 'Warehousing', category: '2', phone: '0755-26780002' },
  {
    code: 'A01A02A01',
    name: '法兰克福仓',
    nameEn: 'Frankfurt depot',
    category: '2',
    phone: '+49 69 690 2100',
  },
  {
    code: 'A01A02A02',
    name: '芬洛仓',
    nameEn: 'Venlo depot',
    category: '2',
    phone: '+31 77 320 1400',
  },
  {
    code: 'A01A02A03',
    name: '深圳仓',
    nameEn: 'Shenzhen depot',
    category: '2',
    phone: '0755-26780023',
  },
  {
    code: 'A01A03',
    name: '客服部',
    nameEn: 'Customer service',
    category: '2',
    phone: '400-820-0001',
  },
  { code: 'A01A04', name: '财务部', nameEn: 'Finance', category: '2', phone: '0755-26780004' },
  { code: 'A01A05', name: '销售部', nameEn: 'Sales', category: '2', phone: '0755-26780005' },
  { code: 'A01A05A01', name: '华南组', nameEn: 'South China team', category: '3' },
  { code: 'A01A05A02', name: '欧洲组', nameEn: 'Europe team', category: '3' },
  { code: 'A01A06', name: '信息技术部', nameEn: 'IT', category: '2', phone: '0755-26780006' },
]
