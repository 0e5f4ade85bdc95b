import sharp from 'sharp'
import type { Client, World } from '../harness.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'
import { RETURN_ROWS } from './rows-returns.ts'

/** Rows for the bulk calls on returns. */
export function returnRows(world: World, admin: Client): RowsByHand {
  let count = 0
  const call = async (path: string, body: object) => {
    const done = await admin.put(path, body)
    if (!done.success) throw new Error(JSON.stringify(done))
  }
  const received = () => RETURN_ROWS['return-tracks']!(world, admin)
  const released = () => RETURN_ROWS['common-returns']!(world, admin)
  const owned = async () => {
    const id = await received()
    const to = { customerId: world.customerId, reason: 'bulk' }
    await call('/rwms/returnTrack/distribute', { ids: [id], ...to })
    return id
  }
  /** Old enough to be destroyed, with its photo. */
  const old = async () => {
    const id = await received()
    await world.db.pool.query(
      `update return_track set arrived_at = now() - interval '99 days' where id = $1`,
      [id],
    )
    const bytes = await sharp({
      create: { width: 8, height: 8, channels: 3, background: '#336699' },
    })
      .png()
      .toBuffer()
    const file = { ownerKind: 'return_track', ownerId: id, kind: 'photo' }
    const done = await admin.upload('/sys/file/upload', 'p.png', bytes, file)
    if (!done.success) throw new Error(JSON.stringify(done))
    return id
  }
  const filed = async () => {
    const file = { ownerKind: 'return_track', ownerId: await received(), kind: 'document' }
    const bytes = Buffer.from(`%PDF-1.7\n%${++count}\n`)
    const done = await admin.upload('/sys/file/upload', 'd.pdf', bytes, file)
    if (!done.success) throw new Error(JSON.stringify(done))
    return (done.result as { id: string }).id
  }
  const announced = async () => {
    const depotId = await world.depotId('FRA1')
    const body = { customerId: world.customerId, depotId, trackNo: `BULK9${++count}` }
    const made = await admin.post('/rwms/predictedReturn/add', body)
    if (!made.success) throw new Error(JSON.stringify(made))
    return (made.result as { id: string }).id
  }
  const staff = async () => {
    const found = await world.db.pool.query<{ id: string }>(
      'select id from sys_user where username = $1',
      [world.username('service')],
    )
    return found.rows[0]!.id
  }
  const reason = { reason: 'bulk' }
  const rows = async (make: () => Promise<string>, more: object = {}) => ({
    ...(await twice(make)),
    ...MISSING,
    more: { ...more },
  })
  const opened = () => RETURN_ROWS.cases!(world, admin)
  return {
    '/rwms/attachment/deleteBatch': () => rows(filed),
    '/rwms/case/assign': async () => rows(opened, { userId: await staff() }),
    '/rwms/case/status': () => rows(opened, { status: 'resolved' }),
    '/rwms/returnTrack/distribute': () =>
      rows(received, { customerId: world.customerId, ...reason }),
    '/rwms/returnTrack/undoDistribute': () => rows(owned, reason),
    '/rwms/returnTrack/release': () => rows(received),
    '/rwms/returnTrack/withdraw': () => rows(released, reason),
    '/rwms/returnTrack/extend': () => rows(released, { days: 7 }),
    '/rwms/returnTrack/refuse': () => rows(received, reason),
    '/rwms/returnTrack/lose': () => rows(received, reason),
    '/rwms/returnTrack/destroyUnowned': () => rows(old, reason),
    '/rwms/predictedReturn/cancel': () => rows(announced),
    '/rwms/returnTrack/instruct': () => rows(owned, { action: 'handBack' }),
  }
}
