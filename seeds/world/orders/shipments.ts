import { numberAt } from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { deriveShipment, PARCEL as P } from '#contracts/orders/shipments.states.ts'
import { TRACK_STATUSES } from '#contracts/tracking/tracking.states.ts'
import { SERVICES } from '../../reference/services.ts'
import type { ReferenceService } from '../../reference/services.ts'
import { atCompany, consigneeOf } from '../parties/addresses.ts'
import type { Address } from '../parties/addresses.ts'
import { dateText, DAY, MINUTE } from '../calendar.ts'
import { CUSTOMERS } from '../parties/customers.data.ts'
import { simulate } from '../parcels/simulate-parcel.ts'
import type { SimulationPlan } from '../parcels/simulate-parcel.ts'
import { priceOf } from './money.ts'
import type { Weighed } from './money.ts'
import { measured, pack } from '../parcels/parcels.ts'
import type { Packed } from '../parcels/parcels.ts'
import { shippersOf, usersOf } from '../parties/parties.ts'
import { PINNED } from '../parcels/pinned.ts'
import { Draw } from '../random.ts'
import { routeOf } from './routes.ts'
import type { Route } from './routes.ts'
import { followSimulator, SIMULATED_DAYS } from '../parcels/simulated.ts'
import { ParcelScenario } from '../parcels/parcel-scenario.ts'
import { arrivalOf } from '../world.ts'
import type { Head, World } from '../world.ts'

export interface DemoParcel {
  seq: number
  serial: string
  reference: string
  fbaCode: string | null
  trackNo: string | null
  scenario: ParcelScenario
  packed: Packed
  measured: Weighed | null
  volumetric: number
  chargeable: number
  heldReason: string | null
  labelCopies: number
  /** When the parcel was handed to the carrier simulator, where it lives on. */
  simulatedFrom: number | null
  nextPoll: number | null
}

export interface DemoShipment {
  head: Head
  service: ReferenceService
  route: Route
  serial: string
  reference: string
  resource: string
  /** The marketplace's number of it, where it goes into one of its warehouses. */
  fbaCode: string | null
  method: string
  /** Place among the customer's shippers; null for returns. */
  shipper: number | null
  sender: Omit<Address, 'email'> & { email: string | null }
  consignee: Address
  parcels: readonly DemoParcel[]
  status: number
  flags: number
  weight: number
  chargeable: number
  cents: number
  remark: string | null
  createdBy: string
  changed: number
}

/** What a row cannot know by itself: its place in the tenant's serials and in the number range. */
export interface Naming {
  no: number
  /**
   * Serial of the first parcel's number, the others follow; null where there are none to be had.
   */
  numbers: { segment: NumberSegment; first: bigint } | null
}

/** `PY0000000042`, the system's number of a shipment; its letters are those of the kind. */
const serialText = (no: number, kind: string): string =>
  `${kindOf(kind).prefix}${String(no).padStart(10, '0')}`

const METHODS = [
  ['3', 52],
  ['4', 28],
  ['1', 12],
  ['2', 5],
  ['7', 3],
] as const
const COPIES = [
  [1, 92],
  [2, 7],
  [3, 1],
] as const
const HELD = [
  '申报不符，待客户补资料',
  'Battery inside, papers missing',
  '地址不完整，待客户确认',
  'Weight differs from the order',
]
const REMARKS = [
  '易碎 fragile',
  '请放邻居处',
  'leave at the door, please',
  '内含电池',
  'Geschenk, bitte ohne Rechnung',
]

/** One shipment of the world, whole: the same row and naming give the same shipment. */
export function makeShipment(world: World, head: Head, naming: Naming): DemoShipment {
  const draw = new Draw(world.seed, head.row, 2)
  const service = SERVICES[head.service]
  const customer = CUSTOMERS[head.customer]
  if (!service || !customer) throw new RangeError(`row ${head.row} has no service or customer`)
  const pinned = PINNED[head.row]
  const route = routeOf(draw, service, customer, pinned?.country)
  const shipper =
    service.code === 'RET-EU' ? null : draw.int(0, shippersOf(world.seed, head.customer).length - 1)
  const buyer = consigneeOf(draw, route.country, String(head.row))
  // The examples of docs/demo.md are found in the list of B2C orders.
  const resource = pinned ? 'B2C' : route.resource
  const consignee = route.consignee ?? (resource === 'B2B' ? atCompany(buyer, head.row) : buyer)
  const sender =
    shipper === null ? buyer : (shippersOf(world.seed, head.customer)[shipper] ?? buyer)
  const reference = `SO${dateText(head.created).slice(2).replaceAll('-', '')}-${naming.no}`
  const plan: SimulationPlan = {
    kind: head.scenarioKind,
    created: head.created,
    announced: head.announced,
    confirmed: head.confirmed,
    labelled: head.labelledAt,
    arrival: arrivalOf(head, draw),
    depot: route.depot,
    destination: { place: townOf(consignee.city), country: consignee.country },
    courier: route.courier,
    cutOff: route.cutOff,
    customs: route.customs,
    days: route.days,
    direct: route.direct,
    preAdvised: false,
  }
  const fba =
    service.code === 'SEA-FBA'
      ? `FBA15${draw.digits(1)}${['DJ', 'KX', 'DF', 'LM'][draw.int(0, 3)] ?? 'DJ'}${draw.digits(4)}`
      : null
  const serial = serialText(naming.no, resource)
  const parcels = Array.from({ length: head.pieces }, (_, i): DemoParcel => {
    const own = new Draw(world.seed, head.row, 3 + i)
    const number =
      head.numbered && naming.numbers
        ? numberAt(naming.numbers.segment, naming.numbers.first + BigInt(i))
        : null
    return makeParcel({
      world,
      head,
      plan,
      route,
      service,
      draw: own,
      seq: i + 1,
      serial,
      reference,
      fba,
      number,
    })
  })
  const states = parcels.map(({ scenario }) => scenario.state)
  const { status, flags } = deriveShipment(states)
  const price = priceOf(
    service,
    parcels.map((parcel) => parcel.measured ?? parcel.packed),
    consignee.country,
    consignee.postalCode,
  )
  parcels.forEach((parcel, i) => {
    parcel.volumetric = price.volumetric[i] ?? 0
    parcel.chargeable = price.chargeable[i] ?? 0
  })
  const users = usersOf(head.customer)
  return {
    head,
    service,
    route,
    serial,
    reference,
    shipper,
    sender,
    consignee,
    parcels,
    status,
    flags,
    resource,
    fbaCode: pinned ? null : fba,
    method: service.code === 'RET-EU' ? '6' : draw.weighted(METHODS),
    weight: parcels.reduce((sum, { packed }) => sum + packed.grams, 0),
    chargeable: price.total,
    cents: price.cents,
    remark: draw.chance(0.05) ? draw.pick(REMARKS) : null,
    createdBy: draw.chance(0.7) ? (users[0] ?? 'system') : draw.pick(users),
    changed: Math.max(
      head.created,
      ...parcels.map(
        ({ scenario }) => scenario.tracking.at ?? scenario.times.confirmed ?? head.created,
      ),
    ),
  }
}

/** Towns as carriers write them: without the district behind the comma. */
export const townOf = (city: string): string => city.split(',')[0]?.trim() ?? city

interface Making {
  world: World
  head: Head
  plan: SimulationPlan
  route: Route
  service: ReferenceService
  draw: Draw
  seq: number
  serial: string
  reference: string
  fba: string | null
  number: string | null
}

function makeParcel(making: Making): DemoParcel {
  const { world, head, route, service, draw, seq, number } = making
  const pinned = PINNED[head.row]
  const last = pinned?.lastAt !== undefined && seq === head.pieces
  const scenario = new ParcelScenario(world.until, {
    at: last ? pinned.lastAt : pinned?.stopAt,
    after: pinned?.stopAfter,
  })
  // Young DHL parcels follow the simulator's script of their number, so that polling goes on where
  // the demo ends.
  const simulated =
    world.detailed &&
    !pinned &&
    route.courier === 'DHL' &&
    number !== null &&
    head.created > world.until - SIMULATED_DAYS * DAY
  const plan = { ...making.plan, preAdvised: !simulated }
  let simulatedFrom: number | null = null
  simulate(
    plan,
    draw,
    scenario,
    simulated
      ? (handOver, outbound) => {
          simulatedFrom = outbound
          followSimulator(
            world.rules,
            handOver,
            number,
            outbound,
            plan.depot,
            plan.destination,
            world.until,
          )
        }
      : undefined,
  )
  const packed = pack(draw, service)
  const scale = scenario.times.received === undefined ? null : measured(draw, packed, service)
  const { status } = scenario.tracking
  const hours = status === 0 ? null : TRACK_STATUSES[status].pollHours
  return {
    seq,
    scenario,
    packed,
    measured: scale,
    simulatedFrom,
    serial: `${making.serial}-${seq}`,
    reference: `${making.reference}-${seq}`,
    fbaCode: making.fba === null ? null : `${making.fba}U${String(seq).padStart(6, '0')}`,
    trackNo: number,
    // Known once the whole shipment is priced.
    volumetric: 0,
    chargeable: 0,
    heldReason: scenario.state === P.HELD ? draw.pick(HELD) : null,
    labelCopies: scenario.path.includes(P.LABELLED) ? draw.weighted(COPIES) : 0,
    nextPoll:
      simulatedFrom === null || hours === null
        ? null
        : world.until + draw.int(5, hours * 60) * MINUTE,
  }
}
