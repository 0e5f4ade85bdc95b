import type { AdviceCode } from '#contracts/carriers/carrier-advice.ts'
import type { LabelCarrier, Title } from '../label-carrier.ts'
import { latinLabel } from '../label-limits.ts'
import { GLS_CALLS, GLS_OPERATIONS, glsLabels } from './adapter.ts'
import { glsSimulator } from './simulator.ts'

const titled = (zh_CN: string, en_US: string): Title => ({ zh_CN, en_US })
const service = (code: string, zh: string, en: string) => ({ code, title: titled(zh, en) })

/** By the end of the field GLS names, or a part of its code. */
const SIGNS: readonly (readonly [RegExp, AdviceCode])[] = [
  [/ZIP/i, 'postalCode'],
  [/E_?MAIL/i, 'email'],
  [/PHONE/i, 'phone'],
  [/WEIGHT/i, 'weight'],
  [/CITY/i, 'city'],
  [/STREETNUMBER/i, 'house'],
  [/STREET/i, 'street'],
  [/COUNTRY/i, 'country'],
  [/NAME1/i, 'name'],
  [/SHIPPER|CONTACTID/i, 'account'],
  [/SERVICE|ARTICLES/i, 'service'],
  [/PRODUCT/i, 'product'],
  [/REFERENCE/i, 'reference'],
]

export const gls: LabelCarrier = {
  code: 'gls',
  title: titled('GLS ShipIT', 'GLS ShipIT'),
  hosts: ['api.gls-group.net', 'api-sandbox.gls-group.net'],
  base: { live: 'https://api.gls-group.net', sandbox: 'https://api-sandbox.gls-group.net' },
  fields: [
    {
      name: 'clientId',
      title: titled('Client ID', 'Client id'),
      secret: false,
      required: true,
      max: 120,
    },
    {
      name: 'clientSecret',
      title: titled('Client Secret', 'Client secret'),
      secret: true,
      required: true,
      max: 200,
    },
    {
      name: 'contactId',
      title: titled('Contact ID（客户编号）', 'Contact id'),
      secret: false,
      required: true,
      max: 40,
    },
    {
      name: 'zip',
      title: titled('取件地邮编', 'Postcode of the pickup place'),
      secret: false,
      required: true,
      max: 10,
    },
  ],
  products: [
    { code: 'PARCEL', title: titled('标准包裹', 'Parcel'), billed: false },
    { code: 'EXPRESS', title: titled('快递', 'Express'), billed: false },
  ],
  services: [
    service('service_flexdelivery', '灵活派送', 'FlexDelivery'),
    service('service_addresseeonly', '仅收件人签收', 'Addressee only'),
    service('service_signature', '签收', 'Signature'),
    service('service_guaranteed24', '24 小时达', 'Guaranteed 24'),
    service('service_Saturday', '周六派送', 'Saturday'),
    service('service_0800', '8 点前送达', 'Before 8:00'),
    service('service_0900', '9 点前送达', 'Before 9:00'),
    service('service_1000', '10 点前送达', 'Before 10:00'),
    service('service_1200', '12 点前送达', 'Before 12:00'),
    service('service_1300', '13 点前送达', 'Before 13:00'),
    service('Deposit', '指定放置地点', 'Place of deposit'),
    service('ShopDelivery', '投递至自提点', 'Shop delivery'),
    service('ShopReturn', '附退件面单', 'Shop return'),
    service('Cash', '代收货款', 'Cash on delivery'),
    service('AddonLiability', '附加保险', 'Additional liability'),
  ],
  codService: 'Cash',
  labelFormats: ['pdf', 'zpl'],
  operations: GLS_OPERATIONS,
  closes: 'day',
  perCall: 1,
  limits: latinLabel({ name: 40, company: 40, city: 40, address: 40, postalCode: 10, phone: 35 }),
  callLimits: GLS_CALLS,
  make: glsLabels,
  simulator: glsSimulator,
  advise: ({ code, path }) =>
    SIGNS.find(([sign]) => sign.test(path ?? ''))?.[1] ??
    SIGNS.find(([sign]) => sign.test(code ?? ''))?.[1] ??
    null,
}
