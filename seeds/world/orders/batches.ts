import { PARCEL as P } from '#contracts/orders/shipments.states.ts'
import { DAY, dateText, HOUR } from '../calendar.ts'
import { CUSTOMERS } from '../parties/customers.data.ts'
import { usersOf } from '../parties/parties.ts'
import { Draw } from '../random.ts'
import type { DemoParcel, DemoShipment } from './shipments.ts'
import type { World } from '../world.ts'

export interface DemoPredicted {
  tenant: 1 | 2
  customer: number
  depotCode: string
  /** 1 waiting, 2 in progress, 3 finished. */
  status: '1' | '2' | '3'
  expected: number
  created: number
  createdBy: string
  finished: number | null
  rows: {
    parcel: DemoParcel | null
    no: string
    status: '1' | '3' | '4'
    received: number | null
  }[]
}

export interface DemoOut {
  tenant: 1 | 2
  depotCode: string
  channel: string
  closed: number | null
  created: number
  rows: { parcel: DemoParcel; at: number }[]
}

interface Group<T> {
  first: DemoShipment
  items: T[]
}

function grouped<T>(
  shipments: readonly DemoShipment[],
  keyed: (shipment: DemoShipment) => { key: string; items: T[] }[],
): Group<T>[] {
  const groups = new Map<string, Group<T>>()
  for (const shipment of shipments) {
    for (const { key, items } of keyed(shipment)) {
      const group = groups.get(key)
      if (group) group.items.push(...items)
      else groups.set(key, { first: shipment, items })
    }
  }
  return [...groups.values()]
}

/**
 * What customers announced, a batch per customer, depot and day: received, half received, and with
 * surprises.
 */
export function predictedBatches(
  world: World,
  shipments: readonly DemoShipment[],
): DemoPredicted[] {
  const groups = grouped(shipments, (shipment) => {
    const { head, route, parcels } = shipment
    const expected = parcels.filter(({ scenario: { state } }) => state >= P.PREDICTED)
    if (!head.announced || route.direct || expected.length === 0) return []
    return [
      { key: `${head.customer}/${route.depotCode}/${dateText(head.created)}`, items: expected },
    ]
  })
  return groups.map(({ first: { head, route }, items }) => {
    const received = items
      .map(({ scenario }) => scenario.times.received)
      .filter((at) => at !== undefined)
    const last = Math.max(...received, 0)
    const all = received.length === items.length
    const overdue = world.until - head.created > 6 * DAY
    const status = all || (overdue && received.length > 0) ? '3' : received.length > 0 ? '2' : '1'
    const rows: DemoPredicted['rows'] = items.map((parcel) => {
      const at = parcel.scenario.times.received ?? null
      return {
        parcel,
        no: parcel.trackNo ?? parcel.serial,
        status: at === null ? '1' : '3',
        received: at,
      }
    })
    const draw = new Draw(world.seed, head.row, 50)
    if (last > 0 && draw.chance(0.12))
      rows.push({
        parcel: null,
        no: `YT${draw.int(10, 99)}${draw.digits(14)}`,
        status: '4',
        received: last,
      })
    const finished =
      status === '3'
        ? Math.min((all ? last : Math.max(last, head.created + 5 * DAY)) + HOUR, world.until)
        : null
    return {
      tenant: head.tenant,
      customer: head.customer,
      depotCode: route.depotCode,
      status,
      finished,
      rows,
      expected: head.created + 2 * DAY,
      created: head.created,
      createdBy: usersOf(head.customer)[0] ?? CUSTOMERS[head.customer]?.login ?? 'system',
    }
  })
}

/**
 * What went out, a batch per depot, channel and departure; bagged parcels lie in the batch of the
 * next departure, still open.
 */
export function outBatches(shipments: readonly DemoShipment[]): DemoOut[] {
  const groups = grouped(shipments, ({ head, route, service, parcels }) =>
    parcels.flatMap((parcel) => {
      const { bagged, outbound } = parcel.scenario.times
      if (bagged === undefined || (outbound === undefined && parcel.scenario.state !== P.BAGGED))
        return []
      const key = `${head.tenant}/${route.depotCode}/${service.channel}/${outbound ?? 'open'}`
      return [{ key, items: [{ parcel, at: bagged }] }]
    }),
  )
  return groups.map(({ first: { head, route, service }, items }) => ({
    tenant: head.tenant,
    depotCode: route.depotCode,
    channel: service.channel,
    closed: items[0]?.parcel.scenario.times.outbound ?? null,
    created: Math.min(...items.map(({ at }) => at)),
    rows: items,
  }))
}
