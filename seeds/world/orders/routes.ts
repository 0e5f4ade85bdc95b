import { DEPOTS } from '../../reference/places.ts'
import type { ReferenceService } from '../../reference/services.ts'
import type { Address } from '../parties/addresses.ts'
import type { DemoCustomer } from '../parties/customers.data.ts'
import type { Draw } from '../random.ts'
import type { Where } from '../parcels/parcel-scenario.ts'

export interface Route {
  depotCode: string
  depot: Where
  /** Where the buyer lives. */
  country: string
  /** Where the parcel goes instead of to the buyer. */
  consignee: Address | null
  courier: string
  resource: string
  cutOff: number
  customs: boolean
  days: readonly [number, number]
  direct: boolean
}

const EU_MIX = [
  ['DE', 46],
  ['FR', 14],
  ['NL', 10],
  ['AT', 8],
  ['PL', 7],
  ['IT', 7],
  ['ES', 6],
] as const
const MIXES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'ECO-PARCEL': [...EU_MIX, ['US', 4], ['GB', 2]],
  'EU-STD': EU_MIX,
  'POST-S10': [
    ['US', 30],
    ['GB', 20],
    ['AU', 14],
    ['FR', 10],
    ['ES', 9],
    ['PL', 9],
    ['IT', 8],
  ],
  'EXP-AIR': [
    ['US', 40],
    ['GB', 18],
    ['AU', 14],
    ['DE', 14],
    ['FR', 9],
    ['CN', 5],
  ],
  'SEA-FBA': [
    ['DE', 70],
    ['PL', 30],
  ],
  'RET-EU': [
    ['DE', 60],
    ['NL', 20],
    ['FR', 12],
    ['AT', 8],
  ],
}
const COURIER: Readonly<Record<string, string>> = {
  'ECO-PARCEL': 'DHL',
  'EU-STD': 'DPD',
  'POST-S10': 'DEPOST',
  'EXP-AIR': 'UPS',
  'SEA-FBA': 'DPD',
  'RET-EU': 'GLS',
}
/** Minutes of the day (UTC) at which the lorry or the plane takes the batch. */
const CUT_OFF: Readonly<Record<string, number>> = {
  'ECO-PARCEL': 17 * 60 + 30,
  'EU-STD': 16 * 60 + 45,
  'POST-S10': 15 * 60,
  'EXP-AIR': 18 * 60 + 10,
  'SEA-FBA': 14 * 60,
  'RET-EU': 16 * 60,
}
const RESOURCES = [
  ['B2C', 70],
  ['B2B', 16],
  ['WMS', 10],
  ['GENERIC', 4],
] as const
const OUTSIDE = ['US', 'GB', 'AU', 'CN']
const LANES: Readonly<Record<string, readonly [number, number]>> = {
  DE: [0, 1],
  AT: [1, 2],
  NL: [1, 2],
  PL: [1, 3],
  FR: [1, 3],
  IT: [2, 4],
  ES: [2, 4],
  GB: [2, 4],
  US: [4, 7],
  AU: [5, 9],
  CN: [4, 7],
}

// Fulfilment centres: the names sellers know, in the places they stand.
const FBA = [
  { country: 'DE', name: 'HAJ1', postalCode: '38350', city: 'Helmstedt', state: 'Niedersachsen' },
  {
    country: 'DE',
    name: 'DTM2',
    postalCode: '44145',
    city: 'Dortmund',
    state: 'Nordrhein-Westfalen',
  },
  { country: 'PL', name: 'WRO5', postalCode: '59-225', city: 'Okmiany', state: 'Lower Silesia' },
] as const

/** Over which depot, with whom and how fast a parcel goes. */
export function routeOf(
  draw: Draw,
  service: ReferenceService,
  customer: DemoCustomer,
  forced: string | undefined,
): Route {
  const { code } = service
  const country = forced ?? draw.weighted(MIXES[code] ?? EU_MIX)
  const direct = code === 'RET-EU'
  const fromChina =
    customer.country === 'CN' &&
    ['POST-S10', 'EXP-AIR', 'SEA-FBA'].includes(code) &&
    draw.chance(0.7)
  const depotCode = direct ? 'VEN1' : fromChina ? 'SZX1' : 'FRA1'
  const depot = DEPOTS.find((row) => row.code === depotCode) ?? DEPOTS[0]
  const lane = LANES[country] ?? [2, 5]
  return {
    depotCode,
    country,
    direct,
    // A return is dropped off where the buyer lives.
    depot: direct
      ? { place: 'Paketshop', country }
      : { place: fromChina ? 'Shenzhen' : depot.city, country: depot.country },
    consignee: direct
      ? returnsDesk(customer)
      : code === 'SEA-FBA'
        ? warehouse(draw, country)
        : null,
    courier: COURIER[code] ?? 'DHL',
    resource:
      code === 'SEA-FBA'
        ? 'FBA'
        : code === 'POST-S10' || code === 'EXP-AIR'
          ? 'WORLD'
          : direct
            ? 'GENERIC'
            : draw.weighted(RESOURCES),
    cutOff: (CUT_OFF[code] ?? 17 * 60) - (fromChina ? 7 * 60 : 0),
    customs: fromChina ? country !== 'CN' : OUTSIDE.includes(country),
    days: !fromChina
      ? lane
      : code === 'SEA-FBA'
        ? [26, 36]
        : code === 'POST-S10'
          ? [6, 13]
          : [2, 4],
  }
}

function returnsDesk(customer: DemoCustomer): Address {
  const depot = DEPOTS.find(({ code }) => code === 'VEN1') ?? DEPOTS[0]
  const { country, state, city, postalCode, street, house, phone, email, contact } = depot
  return {
    name: `${contact} ${customer.code}`,
    company: customer.name,
    phone,
    email,
    country,
    state,
    city,
    postalCode,
    street,
    house,
    address2: null,
  }
}

function warehouse(draw: Draw, country: string): Address {
  const { name, postalCode, city, state } = draw.pick(FBA.filter((row) => row.country === country))
  return {
    name: `Amazon ${name}`,
    company: 'Amazon EU Sarl',
    phone: '+4989358030',
    email: 'inbound@example.com',
    country,
    state,
    city,
    postalCode,
    street: 'Logistikpark',
    house: '1',
    address2: name,
  }
}
