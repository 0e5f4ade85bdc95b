/** What invoices name of a customer: where it sits and how it is registered. */
interface InvoiceSide {
  street: string
  postalCode: string
  city: string
  /** Of members of the EU and Great Britain; their check digits are right. */
  vatId?: string
  legalName?: string
  /** Days; without them the tenant's. */
  paymentDays?: number
  reference?: string
}

/** By the customer's code. The numbers belong to no company we know of. */
export const INVOICE_SIDES: Readonly<Record<string, InvoiceSide>> = {
  C1001: {
    street: '坂田街道五和大道88号 A座1203',
    postalCode: '518129',
    city: '深圳',
    paymentDays: 30,
  },
  C1002: { street: '福田街道银海路399号', postalCode: '322000', city: '义乌' },
  C1003: { street: '余杭区文一西路1218号', postalCode: '311121', city: '杭州' },
  C1004: { street: '长安镇振安中路168号', postalCode: '523850', city: '东莞' },
  C1005: {
    street: 'Großer Grasbrook 12',
    postalCode: '20457',
    city: 'Hamburg',
    vatId: 'DE812546392',
    paymentDays: 30,
    reference: 'EK-2207',
  },
  C1006: { street: '海曙区药行街56号', postalCode: '315000', city: '宁波' },
  C1007: { street: '白云区机场路1630号', postalCode: '510403', city: '广州', paymentDays: 30 },
  C1008: {
    street: 'Wilhelminakade 137',
    postalCode: '3072 AP',
    city: 'Rotterdam',
    vatId: 'NL854120373B01',
  },
  C1009: { street: '湖里区枋湖北二路9号', postalCode: '361006', city: '厦门' },
  C1010: { street: '晋江市陈埭镇鞋都路77号', postalCode: '362211', city: '泉州' },
  C1011: { street: '吴中区木渎镇金枫路216号', postalCode: '215101', city: '苏州' },
  C1012: {
    street: '24 rue de la République',
    postalCode: '69002',
    city: 'Lyon',
    vatId: 'FR03801273541',
  },
  C1013: { street: '市南区香港中路40号', postalCode: '266071', city: '青岛' },
  C1014: { street: '南山区科苑南路2666号', postalCode: '518057', city: '深圳' },
  C1015: {
    street: 'Lindenstraße 8',
    postalCode: '48143',
    city: 'Münster',
    vatId: 'DE274035182',
    legalName: 'Radhaus Vogel e.K., Inhaber Tobias Vogel',
    reference: '04011000-12345-67',
  },
  C1016: { street: '徐汇区漕溪北路595号', postalCode: '200030', city: '上海' },
  C1017: { street: '9 Narrow Quay', postalCode: 'BS1 4QA', city: 'Bristol', vatId: 'GB873621512' },
  C1018: { street: '禅城区季华五路33号', postalCode: '528000', city: '佛山' },
  C1019: {
    street: 'ul. Głogowska 18',
    postalCode: '60-734',
    city: 'Poznań',
    vatId: 'PL7812046378',
  },
  C1020: { street: '石岐区兴中道5号', postalCode: '528400', city: '中山' },
  C1021: { street: 'Via Tortona 31', postalCode: '20144', city: 'Milano', vatId: 'IT02738610241' },
  C1022: { street: '瓯海区新桥街道六虹桥路120号', postalCode: '325006', city: '温州' },
  C1023: {
    street: 'Calle de Alcalá 214',
    postalCode: '28028',
    city: 'Madrid',
    vatId: 'ESB84172634',
  },
  C1024: { street: '龙湖区黄山路28号', postalCode: '515041', city: '汕头' },
  K2001: { street: '航空港区迎宾大道26号', postalCode: '451162', city: '郑州' },
  K2002: { street: 'Hafenstraße 3', postalCode: '68159', city: 'Mannheim', vatId: 'DE811907424' },
  K2003: { street: '武侯区天府大道北段1480号', postalCode: '610041', city: '成都' },
  K2004: {
    street: 'Legmeerdijk 313',
    postalCode: '1431 GB',
    city: 'Aalsmeer',
    vatId: 'NL805719210B01',
  },
  K2005: { street: '洪山区珞喻路10号', postalCode: '430079', city: '武汉' },
  K2006: {
    street: '11 rue Oberkampf',
    postalCode: '75011',
    city: 'Paris',
    vatId: 'FR42519362842',
  },
  K2007: { street: '渝中区民权路28号', postalCode: '400010', city: '重庆' },
  K2008: {
    street: 'Weinstraße 21',
    postalCode: '67433',
    city: 'Neustadt',
    vatId: 'DE149273651',
  },
}

/** The companies of the demo themselves, by tenant. */
export const DEMO_COMPANIES = {
  1: {
    legalName: 'Globe Parcels Demo GmbH',
    vatId: 'DE136695976',
    taxNo: '045 231 18763',
    registerNo: 'HRB 118763, Amtsgericht Frankfurt am Main',
    street: 'Cargo City Süd, Gebäude 543',
    postalCode: '60549',
    city: 'Frankfurt am Main',
    country: 'DE',
    contact: 'Buchhaltung',
    phone: '+49 69 5550 1870',
    email: 'rechnung@globe-parcels.example',
  },
  2: {
    legalName: 'Strait Logistics Demo GmbH',
    vatId: 'DE293418567',
    taxNo: '22 815 40716',
    registerNo: 'HRB 90716, Amtsgericht Köln',
    street: 'Niehler Hafen 14',
    postalCode: '50735',
    city: 'Köln',
    country: 'DE',
    contact: 'Buchhaltung',
    phone: '+49 221 5550 4071',
    email: 'rechnung@strait-logistics.example',
  },
} as const
