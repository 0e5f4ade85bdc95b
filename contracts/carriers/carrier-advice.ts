const consignee = (name: string): string => `consignee.${name}`
const firstParcel = (name: string): string => `parcels.0.${name}`

/**
 * What carriers complain about, in our words: `advice.<code>` and `advice.<code>.do` of the texts
 * `carrier-labels`. `field`: what has to be changed, as the order form names it.
 */
export const ADVICE = {
  addressNotEncodable: { field: consignee('postalCode') },
  street: { field: consignee('street') },
  house: { field: consignee('house') },
  postalCode: { field: consignee('postalCode') },
  city: { field: consignee('city') },
  country: { field: consignee('country') },
  name: { field: consignee('name') },
  phone: { field: consignee('phone') },
  email: { field: consignee('email') },
  weight: { field: firstParcel('weight') },
  size: { field: firstParcel('length') },
  customs: { field: 'customs' },
  reference: { field: 'reference' },
  sender: { field: 'sender' },
  product: { field: null },
  service: { field: null },
  billing: { field: null },
  receiver: { field: null },
  closed: { field: null },
  unknownNumber: { field: null },
  brokenLabel: { field: null },
  auth: { field: null },
  entitlement: { field: null },
  busy: { field: null },
  down: { field: null },
  lostAnswer: { field: null },
  badReply: { field: null },
  account: { field: null },
  request: { field: null },
} as const satisfies Record<string, { field: string | null }>
export type AdviceCode = keyof typeof ADVICE
