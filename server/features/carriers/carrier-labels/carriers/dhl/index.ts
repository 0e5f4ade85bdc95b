import type { AdviceCode } from '#contracts/carriers/carrier-advice.ts'
import type { LabelCarrier, Title } from '../label-carrier.ts'
import { latinLabel } from '../label-limits.ts'
import { DHL_CALLS, DHL_OPERATIONS, dhlLabels } from './adapter.ts'
import { dhlSimulator } from './simulator.ts'

const titled = (zh_CN: string, en_US: string): Title => ({ zh_CN, en_US })
const field = (
  name: string,
  title: Title,
  more: { secret?: true; optional?: true; initial?: string } = {},
) => ({
  name,
  title,
  secret: more.secret ?? false,
  required: !more.optional,
  max: 120,
  ...(more.initial === undefined ? {} : { initial: more.initial }),
})
const product = (code: string, title: Title) => ({ code, title, billed: true })
const service = (code: string, title: Title) => ({ code, title })

/** By the field DHL names, then by what it writes. */
const BY_FIELD: readonly (readonly [string, AdviceCode])[] = [
  ['billingNumber', 'billing'],
  ['receiverId', 'receiver'],
  ['refNo', 'reference'],
  ['product', 'product'],
  ['details.weight', 'weight'],
  ['details.dim', 'size'],
  ['customs', 'customs'],
  ['services', 'service'],
  ['shipper', 'sender'],
  ['consignee.postalCode', 'postalCode'],
  ['consignee.city', 'city'],
  ['consignee.addressStreet', 'street'],
  ['consignee.addressHouse', 'house'],
  ['consignee.country', 'country'],
  ['consignee.name', 'name'],
  ['consignee.email', 'email'],
  ['consignee.phone', 'phone'],
]
const BY_WORDS: readonly (readonly [string, AdviceCode])[] = [
  ['not codeable', 'addressNotEncodable'],
  ['does not match the postcode', 'addressNotEncodable'],
  ['house number', 'house'],
  ['weight', 'weight'],
  ['unknown shipment number', 'unknownNumber'],
  ['already been manifested', 'closed'],
  ['street', 'street'],
  ['postcode', 'postalCode'],
  ['postal code', 'postalCode'],
]

export const dhl: LabelCarrier = {
  code: 'dhl',
  title: titled('DHL 德国包裹', 'DHL Parcel DE'),
  hosts: ['api-eu.dhl.com', 'api-sandbox.dhl.com'],
  base: { live: 'https://api-eu.dhl.com', sandbox: 'https://api-sandbox.dhl.com' },
  fields: [
    field('apiKey', titled('API Key（client id）', 'API key (client id)')),
    field('apiSecret', titled('API Secret', 'API secret'), { secret: true }),
    field('user', titled('业务门户用户名', 'Business portal user')),
    field('password', titled('业务门户密码', 'Business portal password'), { secret: true }),
    field('profile', titled('用户组（profile）', 'Group profile'), {
      initial: 'STANDARD_GRUPPENPROFIL',
    }),
    field('trackingUser', titled('轨迹查询用户名', 'Tracking user'), { optional: true }),
    field('trackingPassword', titled('轨迹查询密码', 'Tracking password'), {
      secret: true,
      optional: true,
    }),
    field('receiverId', titled('退件收件人编号', 'Receiver id of returns'), { optional: true }),
  ],
  products: [
    product('V01PAK', titled('DHL 包裹', 'DHL Paket')),
    product('V62KP', titled('DHL 小包裹', 'DHL Kleinpaket')),
    product('V54EPAK', titled('DHL 欧洲包裹', 'DHL Europaket')),
    product('V53WPAK', titled('DHL 国际包裹', 'DHL Paket International')),
    product('V66WPI', titled('国际小件', 'Warenpost International')),
    product('V07PAK', titled('退件', 'DHL Retoure')),
  ],
  services: [
    service('preferredNeighbour', titled('指定邻居代收', 'Preferred neighbour')),
    service('preferredLocation', titled('指定放置地点', 'Preferred location')),
    service('preferredDay', titled('指定送达日', 'Preferred day')),
    service('namedPersonOnly', titled('仅本人签收', 'Named person only')),
    service('signedForByRecipient', titled('收件人签收', 'Signed for by recipient')),
    service('noNeighbourDelivery', titled('不可邻居代收', 'No neighbour delivery')),
    service('visualCheckOfAge', titled('核验年龄', 'Visual check of age')),
    service('endorsement', titled('无法投递时的处理', 'Endorsement')),
    service('additionalInsurance', titled('附加保险', 'Additional insurance')),
    service('bulkyGoods', titled('大件', 'Bulky goods')),
    service('cashOnDelivery', titled('代收货款', 'Cash on delivery')),
    service('premium', titled('优先', 'Premium')),
    service('closestDropPoint', titled('最近自提点', 'Closest drop point')),
    service('parcelOutletRouting', titled('转投网点', 'Parcel outlet routing')),
    service('dhlRetoure', titled('附退件面单', 'With return label')),
    service('postalDeliveryDutyPaid', titled('税费预付', 'Duty paid')),
    service('goGreenPlus', titled('绿色运输', 'GoGreen Plus')),
  ],
  codService: 'cashOnDelivery',
  labelFormats: ['pdf', 'zpl'],
  operations: DHL_OPERATIONS,
  closes: 'shipments',
  perCall: 30,
  limits: latinLabel({ name: 50, company: 50, city: 40, address: 50, postalCode: 10, phone: 20 }),
  callLimits: DHL_CALLS,
  make: dhlLabels,
  simulator: dhlSimulator,
  advise: ({ path, message }) => {
    const words = message.toLowerCase()
    const byWords = BY_WORDS.find(([sign]) => words.includes(sign))?.[1]
    const byField = BY_FIELD.find(([sign]) => path?.startsWith(sign))?.[1]
    return byWords === 'addressNotEncodable' ? byWords : (byField ?? byWords ?? null)
  },
}
