import { setTimeout as pause } from 'node:timers/promises'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Answer, World } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel, type MadeOrder } from '#test/orders.ts'
import { predict, openOutBatch } from '#server/features/depot/inbound/depot.fixture.ts'
import { systemCtx, openHook } from '#server/features/tracking/tracking/tracking.fixture.ts'
import { pollTenant } from '#server/features/tracking/tracking/polling/poll-parcels.ts'
import type { Verb } from './gate.ts'

/** One order somewhere in its life, and what the verbs need to know of it. */
export interface Case {
  order: MadeOrder
  scanId: string
  batchId: string
  outId: string
}
export type Verbs = Record<string, Verb<Case>>

/** The verbs that change an order or its parcels, each as a client would call it. */
export async function verbsOf(world: World): Promise<Verbs> {
  const staff = await world.as('manager')
  const hook = await openHook(world)
  const ctx = systemCtx(world)
  const ids = ({ order }: Case) => ({ ids: [order.id] })
  const parcelIds = ({ order }: Case) => order.parcels.map(({ id }) => id)
  const first = ({ order }: Case) => order.parcels[0]!
  let pushes = 0
  return {
    edit: async ({ order }) =>
      staff.put('/erp/shipment/edit', {
        ...(await orderDraft(world, { parcels: [parcel(), parcel({ weightKg: '2' }), parcel()] })),
        id: order.id,
        version: order.version,
      }),
    confirm: (at) => staff.put('/erp/shipment/confirm', ids(at)),
    withdraw: (at) => staff.put('/erp/shipment/withdraw', ids(at)),
    cancel: (at) => staff.put('/erp/shipment/cancel', { ...ids(at), reason: 'not wanted' }),
    announce: ({ order, batchId }) =>
      staff.post('/erp/predictedBatch/addParcels', { id: batchId, nos: [order.serialNumber] }),
    print: (at) => staff.post('/erp/label/print', { ...ids(at), format: 'zpl', reason: 'again' }),
    scanIn: (at) =>
      staff.post('/erp/intoParcel/scan', { no: first(at).serialNumber, weightKg: '1.5' }),
    scanInOther: ({ order }) =>
      staff.post('/erp/intoParcel/scan', { no: order.parcels[1]!.serialNumber, weightKg: '2.5' }),
    undo: ({ scanId }) => staff.post('/erp/intoParcel/undo', { scanId }),
    hold: (at) =>
      staff.post('/erp/intoParcel/hold', { parcelId: first(at).id, reason: 'paper missing' }),
    release: (at) => staff.post('/erp/intoParcel/release', { parcelId: first(at).id }),
    scanOut: (at) =>
      staff.post('/erp/outBatch/scan', { batchId: at.outId, no: first(at).serialNumber }),
    takeOut: (at) =>
      staff.post('/erp/outBatch/remove', { batchId: at.outId, parcelId: first(at).id }),
    close: ({ outId }) => staff.put('/erp/outBatch/close', { id: outId }),
    addEvent: (at) =>
      staff.post('/erp/tracking/addEvent', {
        parcelId: first(at).id,
        status: 40,
        sub: 'in_transit',
        at: new Date().toISOString(),
      }),
    refresh: (at) => staff.post('/erp/tracking/refresh', { parcelIds: parcelIds(at) }),
    push: async ({ order }) => {
      const shipments = order.parcels.flatMap(({ trackNo }) =>
        trackNo === null
          ? []
          : [
              {
                id: trackNo,
                service: 'parcel-de',
                events: [
                  {
                    timestamp: new Date().toISOString(),
                    statusCode: 'transit',
                    status: `moved ${pushes}`,
                  },
                ],
              },
            ],
      )
      const answer = await world.anonymous.post(
        hook.path,
        { scope: 'subscription.push', self: `https://api.dhl.com/s/${++pushes}`, shipments },
        hook.headers,
      )
      await digested(world)
      return answer
    },
    poll: async ({ order }) => {
      await world.db.pool.query(
        `update parcel set next_poll_at = now()
          where id in (select id from parcel
            where shipment_id = $1 and outbound_at is not null for update skip locked)`,
        [order.id],
      )
      await pollTenant(ctx)
    },
  }
}

async function digested(world: World): Promise<void> {
  for (;;) {
    const left = await world.db.pool.query(
      `select 1 from carrier_push where tenant_id = $1 and state = 'new'`,
      [world.tenantId],
    )
    if (left.rowCount === 0) return
    await pause(5)
  }
}

/** The places of an order's life, each with the verbs that meet there. */
export const STAGES: Record<string, readonly string[]> = {
  draft: ['edit', 'confirm', 'cancel', 'announce', 'scanIn'],
  confirmed: [
    'withdraw',
    'cancel',
    'print',
    'scanIn',
    'scanInOther',
    'announce',
    'addEvent',
    'push',
  ],
  labelled: ['cancel', 'print', 'scanIn', 'addEvent', 'push', 'refresh'],
  received: ['undo', 'hold', 'scanOut', 'scanInOther', 'print', 'push', 'refresh', 'cancel'],
  held: ['release', 'hold', 'addEvent', 'push'],
  bagged: ['takeOut', 'close', 'scanOut', 'push', 'addEvent'],
  outbound: ['push', 'poll', 'addEvent', 'refresh', 'close'],
}

/** An order of two parcels at a stage. */
export async function orderAt(world: World, verbs: Verbs, stage: string): Promise<Case> {
  const staff = await world.as('manager')
  const at = Object.keys(STAGES).indexOf(stage)
  // Batches of the order's own: what another order did to a shared one would prove nothing here.
  const batchId = at <= 1 ? (await predict(world, staff, [])).id : '0'
  const outId = at >= 3 ? (await openOutBatch(world)).id : '0'
  const made = await makeOrder(world, staff, {
    confirm: at >= 1,
    change: { parcels: [parcel(), parcel({ weightKg: '2' })] },
  })
  const here: Case = { order: made, scanId: '0', batchId, outId }
  const run = async (name: string) => {
    const answer = (await verbs[name]!(here)) as Answer
    if (answer.status !== 200 || answer.success === false)
      throw new Error(`${stage}: ${name}: ${answer.message}`)
    return answer
  }
  if (at >= 2) await run('print')
  if (at >= 3) {
    if (at >= 5) await run('scanInOther')
    here.scanId = ((await run('scanIn')).result as { scanId: string }).scanId
  }
  if (stage === 'held') await run('hold')
  if (at >= 5) await run('scanOut')
  if (at >= 6) await run('close')
  const now = await staff.get('/erp/shipment/queryById', { id: made.id })
  return { ...here, order: now.result as MadeOrder }
}

export const STATE_OF: Record<string, number> = {
  confirmed: PARCEL.CONFIRMED,
  labelled: PARCEL.LABELLED,
  received: PARCEL.RECEIVED,
  held: PARCEL.HELD,
  bagged: PARCEL.BAGGED,
  outbound: PARCEL.OUTBOUND,
}
