/**
 * Where a parcel company works and with whom, before it has changed anything: depots, couriers,
 * suppliers, channels and the label. Codes are what orders, imports and integrations refer to.
 */

/** Values of the dictionary `depot_type`. */
export const DEPOT_TYPE = { inbound: '1', returns: '2', transit: '3' } as const

export const DEPOTS = [
  {
    code: 'FRA1',
    name: '法兰克福一号仓',
    nameEn: 'Frankfurt depot 1',
    type: DEPOT_TYPE.inbound,
    timeZone: 'Europe/Berlin',
    contact: 'Wareneingang',
    phone: '+496975901120',
    email: 'fra1@example.com',
    country: 'DE',
    state: 'Hessen',
    city: 'Frankfurt am Main',
    postalCode: '60549',
    street: 'Cargo City Süd',
    house: '537',
  },
  {
    code: 'VEN1',
    name: '芬洛退货仓',
    nameEn: 'Venlo returns depot',
    type: DEPOT_TYPE.returns,
    timeZone: 'Europe/Amsterdam',
    contact: 'Retouren',
    phone: '+31773201450',
    email: 'ven1@example.com',
    country: 'NL',
    state: 'Limburg',
    city: 'Venlo',
    postalCode: '5928 RG',
    street: 'Columbusweg',
    house: '31',
  },
  {
    code: 'SZX1',
    name: '深圳集货仓',
    nameEn: 'Shenzhen consolidation depot',
    type: DEPOT_TYPE.transit,
    timeZone: 'Asia/Shanghai',
    contact: '收货组',
    phone: '+8675529671188',
    email: 'szx1@example.com',
    country: 'CN',
    state: '广东省',
    city: '深圳市',
    postalCode: '518103',
    street: '宝安区福海街道展丰路',
    house: '80号',
  },
] as const

/**
 * `{number}` in a tracking address stands for the number. DHL without an address of its own talks
 * to the built-in simulator.
 */
export const COURIERS = [
  {
    code: 'DHL',
    name: 'DHL 德国包裹',
    nameEn: 'DHL Parcel DE',
    adapter: 'dhl',
    url: 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={number}',
    pattern: '^00340\\d{15}$|^JJD\\d{15,20}$|^\\d{12}$',
  },
  {
    code: 'GLS',
    name: 'GLS',
    nameEn: 'GLS',
    adapter: 'none',
    url: 'https://gls-group.com/track/{number}',
    pattern: '^\\d{12}$|^[A-Z0-9]{8}$',
  },
  {
    code: 'DPD',
    name: 'DPD',
    nameEn: 'DPD',
    adapter: 'none',
    url: 'https://tracking.dpd.de/status/de_DE/parcel/{number}',
    pattern: '^\\d{14}[0-9A-Z]?$',
  },
  {
    code: 'UPS',
    name: 'UPS',
    nameEn: 'UPS',
    adapter: 'none',
    url: 'https://www.ups.com/track?tracknum={number}',
    pattern: '^1Z[0-9A-Z]{16}$',
  },
  {
    code: 'DEPOST',
    name: '德国邮政',
    nameEn: 'Deutsche Post International',
    adapter: 'none',
    url: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}',
    pattern: '^[A-Z]{2}\\d{9}DE$',
  },
  {
    code: 'POSTNL',
    name: '荷兰邮政',
    nameEn: 'PostNL',
    adapter: 'none',
    url: 'https://jouw.postnl.nl/track-and-trace/{number}',
    pattern: '^3S[A-Z0-9]{11,13}$|^[A-Z]{2}\\d{9}NL$',
  },
  {
    code: 'YUNEXPRESS',
    name: '云途物流',
    nameEn: 'YunExpress',
    adapter: 'none',
    url: 'https://www.yuntrack.com/parcelTracking?id={number}',
    pattern: '^YT\\d{16}$',
  },
  {
    code: 'HERMES',
    name: 'Hermes',
    nameEn: 'Hermes',
    adapter: 'none',
    url: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}',
    pattern: '^\\d{14}$|^H\\d{19}$',
  },
] as const

export const SUPPLIERS = [
  {
    code: 'DHL-PAKET',
    name: 'DHL Paket GmbH',
    contact: 'Key Account',
    phone: '+4922818200',
    email: 'dhl@example.com',
    currency: 'EUR',
  },
  {
    code: 'DPD-DE',
    name: 'DPD Deutschland GmbH',
    contact: 'Kundenbetreuung',
    phone: '+4960214920',
    email: 'dpd@example.com',
    currency: 'EUR',
  },
  {
    code: 'GLS-DE',
    name: 'GLS Germany GmbH',
    contact: 'Vertrieb',
    phone: '+4966772700',
    email: 'gls@example.com',
    currency: 'EUR',
  },
  {
    code: 'DEPOST-INT',
    name: 'Deutsche Post International',
    contact: 'Packet Desk',
    phone: '+4922818201',
    email: 'packet@example.com',
    currency: 'EUR',
  },
  {
    code: 'UPS-AIR',
    name: 'UPS Supply Chain',
    contact: 'Air Desk',
    phone: '+4969668880',
    email: 'ups@example.com',
    currency: 'EUR',
  },
  {
    code: 'SINO-LINE',
    name: '深圳中欧专线物流有限公司',
    contact: '林经理',
    phone: '+8675582510066',
    email: 'sinoline@example.com',
    currency: 'CNY',
  },
] as const

export const CHANNELS = [
  {
    code: 'DHL-DE',
    name: 'DHL 德国派送',
    nameEn: 'DHL delivery Germany',
    supplier: 'DHL-PAKET',
    courier: 'DHL',
    transType: '1',
  },
  {
    code: 'DPD-EU',
    name: 'DPD 欧盟派送',
    nameEn: 'DPD delivery EU',
    supplier: 'DPD-DE',
    courier: 'DPD',
    transType: '1',
  },
  {
    code: 'GLS-EU',
    name: 'GLS 欧盟派送',
    nameEn: 'GLS delivery EU',
    supplier: 'GLS-DE',
    courier: 'GLS',
    transType: '1',
  },
  {
    code: 'POST-INT',
    name: '德国邮政国际小包',
    nameEn: 'Deutsche Post international packet',
    supplier: 'DEPOST-INT',
    courier: 'DEPOST',
    transType: '3',
  },
  {
    code: 'AIR-EXP',
    name: '空运特快',
    nameEn: 'Air express',
    supplier: 'UPS-AIR',
    courier: 'UPS',
    transType: '2',
  },
  {
    code: 'LINEHAUL',
    name: '中欧干线',
    nameEn: 'China–Europe linehaul',
    supplier: 'SINO-LINE',
    courier: null,
    transType: '5',
  },
] as const

export const LABEL_TEMPLATES = [
  {
    code: 'STD-100150',
    name: '标准面单 100×150',
    nameEn: 'Standard label 100 × 150',
    size: '100x150',
  },
  {
    code: 'STD-100100',
    name: '标准面单 100×100',
    nameEn: 'Standard label 100 × 100',
    size: '100x100',
  },
  {
    code: 'STD-A4X4',
    name: 'A4 四联面单',
    nameEn: 'A4 sheet with four labels',
    size: 'A4x4',
  },
] as const
