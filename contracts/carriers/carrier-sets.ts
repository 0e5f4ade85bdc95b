/** Carriers labels are bought from; each is part of the permissions on its screens. */
export const LABEL_CARRIERS = ['dhl', 'gls'] as const
export type LabelCarrierCode = (typeof LABEL_CARRIERS)[number]

export const CARRIER_THINGS = ['batch', 'shipment', 'account'] as const
type Thing = (typeof CARRIER_THINGS)[number]

/** Prefixes of permissions on one of a carrier's screens, a carrier each. */
export const carrierPrefixes = <const T extends Thing>(
  thing: T,
): readonly `dlv:${LabelCarrierCode}:${T}`[] =>
  LABEL_CARRIERS.map((code) => `dlv:${code}:${thing}` as const)

/** The codes of an action, a carrier each: any one opens the call, the row's own is asked in it. */
export const carrierPerms = <const T extends Thing, const A extends string>(
  thing: T,
  action: A,
): `dlv:${LabelCarrierCode}:${T}:${A}`[] =>
  LABEL_CARRIERS.map((code) => `dlv:${code}:${thing}:${action}` as const)

export const carrierPerm = <const T extends Thing, const A extends string>(
  carrier: string,
  thing: T,
  action: A,
): `dlv:${LabelCarrierCode}:${T}:${A}` => `dlv:${carrier as LabelCarrierCode}:${thing}:${action}`

export const ACCOUNT_MODES = ['live', 'sandbox', 'simulator'] as const
export type AccountMode = (typeof ACCOUNT_MODES)[number]

/** How a carrier's simulator behaves. */
export const SIMULATOR_SCRIPTS = [
  'usual',
  'busy',
  'slow',
  'error500',
  'lostAnswer',
  'cutLabel',
  'denied',
] as const
export type SimulatorScript = (typeof SIMULATOR_SCRIPTS)[number]

/** What became of a label at its carrier. */
export const CARRIER_STATES = ['wanted', 'sent', 'bought', 'refused', 'unknown'] as const
export type CarrierState = (typeof CARRIER_STATES)[number]
/** The same for taking one back. */
export const CARRIER_VOIDS = ['sent', 'pending', 'void', 'refused', 'unknown'] as const
