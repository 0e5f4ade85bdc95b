import type { LabelModel } from './model.ts'

/**
 * Labels of the kinds that go wrong: plain, Chinese, endless German words, other scripts, other
 * symbologies.
 */
export const latin: LabelModel = {
  number: 'RB123456785GB',
  symbology: 's10',
  serviceName: 'ECO-PARCEL',
  sender: [
    'Parcelyard GmbH',
    'c/o Fulfilment Center',
    'Hanauer Landstraße 200',
    '60314 Frankfurt am Main',
    'GERMANY',
  ],
  consignee: {
    name: 'Marie-Luise Müller',
    company: 'Café & Söhne GmbH',
    lines: ['Hauptstraße 57', 'c/o Empfang'],
    postalCode: '94579',
    city: 'Zenting',
    country: 'DE',
  },
  phone: '+49 177 7655194',
  reference: 'SO07-000002-1',
  piece: 1,
  pieces: 3,
  weightG: 377,
  depotCode: 'FRA1',
  sortCode: 'DE-0176',
  remark: 'fragile',
  printedAt: '2026-03-05T10:20:30Z',
  reprint: false,
}

export const chinese: LabelModel = {
  ...latin,
  number: '340434292135100124',
  symbology: 'sscc',
  serviceName: '经济小包 Economy',
  sender: [
    '深圳市帕森亚德物流有限公司',
    '广东省深圳市宝安区福永街道和平社区永和路88号A栋3楼',
    '518103 深圳',
    'CHINA',
  ],
  consignee: {
    name: '欧阳娜娜',
    company: '上海浦东国际进出口贸易有限公司',
    lines: ['浦东新区世纪大道100号58层', '请放前台'],
    postalCode: '200120',
    city: '上海市',
    country: 'CN',
  },
  reference: '订单20260305',
  trackingUrl: 'https://track.parcelyard.example/t/340434292135100124',
  reprint: true,
  remark: '内含锂电池，小心轻放。',
  sortCode: 'PVG-07',
  depotCode: 'SHA2',
}

export const german: LabelModel = {
  ...latin,
  number: '%008182709980000020033350276C',
  symbology: 'code128',
  serviceName:
    'Internationaler Standardversand mit Nachnahme, Versicherung und persönlicher Übergabe',
  sender: [
    'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik GmbH & Co. KGaA',
    'Rindfleischetikettierungsüberwachungsstraße 1234',
    '99999 Hinterweidenthal-Untertürkheim',
  ],
  consignee: {
    name: 'Prof. Dr. Karl-Theodor Maria Nikolaus Johann Jacob Philipp Franz Joseph Sylvester',
    company: 'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH',
    lines: [
      'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnungsallee 123a',
      'Hinterhaus, 4. Obergeschoss links, Klingel Schulze-Müller-Lüdenscheidt',
      'c/o Empfang',
    ],
    postalCode: '01067',
    city: 'Dresden-Friedrichstadt-Löbtau',
    country: 'DE',
  },
  reference: 'SO07-000002-1-LONG-REFERENCE-NUMBER-2026',
  trackingUrl: 'https://track.parcelyard.example/t/1',
}

export const polish: LabelModel = {
  ...latin,
  number: '218025809066',
  symbology: 'identcode',
  consignee: {
    name: 'Łukasz Żółć',
    lines: ['ul. Święty Marcin 12/4'],
    postalCode: '61-803',
    city: 'Poznań',
    country: 'PL',
  },
}

export const greek: LabelModel = {
  ...latin,
  number: '21348075016401',
  symbology: 'leitcode',
  consignee: {
    name: 'Νίκος Παπαδόπουλος',
    lines: ['Οδός Αθηνάς 5'],
    postalCode: '105 51',
    city: 'Αθήνα',
    country: 'GR',
  },
}

export const american: LabelModel = {
  ...latin,
  number: '9400111206206406260787',
  symbology: 'code128',
  consignee: {
    name: 'Siobhán Smith-Jones',
    lines: ['94a Main St', 'Apt 5'],
    postalCode: '50160',
    city: 'Martensdale',
    state: 'IA',
    country: 'US',
  },
}

export const allKinds: readonly LabelModel[] = [latin, chinese, german, polish, greek, american]
