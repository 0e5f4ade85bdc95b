import { expect, test } from 'vitest'
import { mayMove, PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { openOutBatch, predict } from '#server/features/depot/inbound/depot.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'

const world = useWorld()
type Name = keyof typeof PARCEL
const NAMES = Object.keys(PARCEL) as Name[]
const nameOf = (state: number) => NAMES.find((name) => PARCEL[name] === state)!

/** The transitions of the specification (domain §3.2). */
const SPECIFIED: Partial<Record<Name, readonly Name[]>> = {
  DRAFT: ['PREDICTED', 'CONFIRMED', 'CANCELLED'],
  PREDICTED: ['CONFIRMED', 'RECEIVED', 'CANCELLED'],
  CONFIRMED: ['LABELLED', 'RECEIVED', 'PREDICTED', 'CANCELLED'],
  LABELLED: ['RECEIVED', 'OUTBOUND', 'REVOKED', 'IN_TRANSIT'],
  RECEIVED: ['SORTED', 'HELD', 'BAGGED', 'REVOKED'],
  HELD: ['RECEIVED', 'REVOKED', 'DESTROYED'],
  SORTED: ['BAGGED', 'RECEIVED'],
  BAGGED: ['SORTED', 'OUTBOUND'],
  OUTBOUND: ['IN_TRANSIT', 'DELIVERED', 'EXCEPTION', 'RETURNING', 'LOST', 'BAGGED'],
  IN_TRANSIT: ['EXCEPTION', 'DELIVERED', 'RETURNING', 'LOST', 'DESTROYED'],
  EXCEPTION: ['IN_TRANSIT', 'DELIVERED', 'RETURNING', 'LOST', 'DESTROYED'],
  RETURNING: ['RETURNED', 'LOST'],
  DELIVERED: ['RETURNING'],
}
/** What the product allows beyond it, and why. */
const BEYOND: Record<string, string> = {
  'RECEIVED PREDICTED': 'an inbound scan is undone',
  'RECEIVED CONFIRMED': 'an inbound scan is undone',
  'RECEIVED LABELLED': 'an inbound scan is undone',
  'BAGGED RECEIVED': 'taken out of a bag where nothing was sorted',
  'DELIVERED EXCEPTION': 'a carrier takes its delivery back',
  'DELIVERED IN_TRANSIT': 'a carrier takes its delivery back',
}
/** Allowed, but no verb leads there yet. The list only becomes shorter. */
const PENDING: Record<string, string> = {
  'LABELLED OUTBOUND': 'direct injection: warehouse stations',
  'RECEIVED SORTED': 'sorting station: warehouse stations',
  'BAGGED SORTED': 'sorting station: warehouse stations',
  'OUTBOUND BAGGED': 'reopening a batch: warehouse stations',
  'DELIVERED RETURNING': 'only through a return case: returns',
  'DELIVERED EXCEPTION': "a carrier's correction is an answer of the carrier, not a verb",
  'DELIVERED IN_TRANSIT': "a carrier's correction is an answer of the carrier, not a verb",
}

const allowed = (): string[] => [
  ...Object.entries(SPECIFIED).flatMap(([from, to]) => to.map((one) => `${from} ${one}`)),
  ...Object.keys(BEYOND),
]

test('the states table allows what the specification does, and what is named here', () => {
  const table = NAMES.flatMap((from) =>
    NAMES.filter((to) => mayMove(PARCEL[from], PARCEL[to])).map((to) => `${from} ${to}`),
  )
  expect(table.toSorted()).toEqual(allowed().toSorted())
})

test('the verbs make every allowed transition but the pending ones, and no other', async () => {
  const staff = await world().as('manager')
  const query = async <T>(text: string, values: unknown[]) =>
    (await world().db.pool.query(text, values)).rows as T[]
  const depotId = await world().depotId('FRA1')
  const ids = ({ id }: MadeOrder) => ({ ids: [id] })
  const first = ({ parcels }: MadeOrder) => parcels[0]!
  const reason = 'transition'
  let batchId = (await openOutBatch(world())).id
  const { id: predictedId } = await predict(world(), staff, [])

  const inState = async (name: Name): Promise<MadeOrder> => {
    const early = name === 'DRAFT' || name === 'PREDICTED'
    const order = await makeOrder(world(), staff, { confirm: !early })
    const state = PARCEL[name]
    const before = name === 'BAGGED' ? PARCEL.RECEIVED : state
    await query(
      `update parcel set parcel_status = $2::int,
        label_copies = case when $2::int >= 30 then 1 else 0 end where shipment_id = $1`,
      [order.id, before],
    )
    await query('update shipment set shipment_status = $2::int where id = $1', [order.id, before])
    if (name === 'BAGGED')
      await staff.post('/erp/outBatch/scan', { batchId, no: first(order).trackNo })
    return order
  }
  const put =
    (path: string, more: object = {}) =>
    (order: MadeOrder) =>
      staff.put(`/erp/shipment/${path}`, { ...ids(order), ...more })
  const event = (status: number) => (order: MadeOrder) =>
    staff.post('/erp/tracking/addEvent', {
      parcelId: first(order).id,
      status,
      at: new Date().toISOString(),
    })
  const VERBS: Record<string, (order: MadeOrder) => Promise<unknown>> = {
    confirm: put('confirm'),
    withdraw: put('withdraw'),
    cancel: put('cancel', { reason }),
    hold: put('hold', { reason }),
    release: put('release'),
    lost: put('lost', { reason }),
    revoke: put('revoke', { reason }),
    destroy: put('destroy', { reason }),
    returned: put('returned'),
    print: (order) => staff.post('/erp/label/print', { ...ids(order), format: 'zpl', reason }),
    announce: ({ serialNumber }) =>
      staff.post('/erp/predictedBatch/addParcels', { id: predictedId, nos: [serialNumber] }),
    scanAndUndo: async (order) => {
      const scan = await staff.post('/erp/intoParcel/scan', {
        no: first(order).serialNumber,
        depotId,
        weightKg: '1.2',
      })
      const { scanId } = (scan.result ?? {}) as { scanId?: string }
      if (scanId) await staff.post('/erp/intoParcel/undo', { scanId })
    },
    stationHold: (order) =>
      staff.post('/erp/intoParcel/hold', { parcelId: first(order).id, reason }),
    stationRelease: (order) => staff.post('/erp/intoParcel/release', { parcelId: first(order).id }),
    measure: async (order) => {
      const no = first(order).serialNumber
      await staff.post('/erp/intoParcel/scan', { no, depotId })
      await staff.post('/erp/intoParcel/measure', { no, weightKg: '99' })
    },
    scanOut: (order) =>
      staff.post('/erp/outBatch/scan', { batchId, no: first(order).trackNo ?? '-' }),
    takeOut: (order) => staff.post('/erp/outBatch/remove', { batchId, parcelId: first(order).id }),
    close: async () => {
      await staff.put('/erp/outBatch/close', { id: batchId })
      batchId = (await openOutBatch(world())).id
    },
    ...Object.fromEntries(
      (
        [
          'ACCEPTED',
          'IN_TRANSIT',
          'DELIVERED',
          'EXCEPTION',
          'RETURNING',
          'RETURNED',
          'DESTROYED',
        ] as const
      ).map((name) => [`event ${name}`, event(TRACK[name])]),
    ),
  }
  const reached = new Map<string, string>()
  for (const name of NAMES) {
    let order = await inState(name)
    for (const [verb, run] of Object.entries(VERBS)) {
      const moves = async () =>
        query<{ from: number; to: number }>(
          `select (diff -> 'parcelStatus' ->> 0)::int as "from",
              (diff -> 'parcelStatus' ->> 1)::int as "to"
            from data_log where tenant_id = $1 and table_name = 'parcel' and row_id = $2
              and diff ? 'parcelStatus' and action = 'edit' order by id`,
          [world().tenantId, first(order).id],
        )
      const before = (await moves()).length
      await run(order)
      const made = (await moves()).slice(before)
      for (const { from, to } of made) {
        const pair = `${nameOf(from)} ${nameOf(to)}`
        if (!reached.has(pair)) reached.set(pair, verb)
      }
      if (made.length > 0) order = await inState(name)
    }
  }
  const known = new Set(allowed())
  expect(
    [...reached].filter(([pair]) => !known.has(pair)),
    'made by a verb, but not allowed',
  ).toEqual([])
  expect(
    [...known].filter((pair) => !reached.has(pair)).toSorted(),
    'allowed, made by no verb',
  ).toEqual(Object.keys(PENDING).toSorted())
})
