import type { Client, World } from '../harness.ts'

let scanned = 0

/** A received box nothing is known of. */
async function received(world: World, client: Client): Promise<string> {
  const done = await client.post('/rwms/returnTrack/scan', {
    no: `CATALOGUE-R${world.tenantId}-${++scanned}`,
    depotId: await world.depotId('FRA1'),
    place: 'R-1',
    weightKg: '1.5',
    goods: 'catalogue lamp',
    senderText: 'Maria Muster',
    carrier: 'DHL',
  })
  return (done.result as { id: string }).id
}

async function released(world: World, client: Client): Promise<string> {
  const id = await received(world, client)
  await client.put('/rwms/returnTrack/release', { ids: [id] })
  return id
}

/** Rows of returns no standard verb adds. */
export const RETURN_ROWS: Readonly<
  Record<string, (world: World, client: Client) => Promise<string>>
> = {
  'return-tracks': received,
  cases: async (_world, client) => {
    const done = await client.post('/rwms/case/add', {
      type: 'question',
      subject: 'catalogue case',
      source: 'none',
      text: 'catalogue message',
      files: [],
    })
    return (done.result as { id: string }).id
  },
  'common-returns': released,
  'return-claims': async (world, client) => {
    const trackId = await released(world, client)
    const found = await world.db.pool.query<{ id: string }>(
      `insert into return_claim (tenant_id, track_id, track_label, depot_id, customer_id, text, due_at,
        create_by)
      select tenant_id, id, no, depot_id, $3, 'catalogue claim', now() + interval '5 days', 'catalogue'
      from return_track where tenant_id = $1 and id = $2 returning id`,
      [world.tenantId, trackId, world.customerId],
    )
    return found.rows[0]!.id
  },
}
