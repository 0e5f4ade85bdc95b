import type { ClientBase } from 'pg'

export interface DemoTenants { 1: string; 2: string }

/**
 * The two companies of the demo world: the first one of the house and a second, made by `open` (roles and reference
 * data) where it is missing. Run in a transaction.
 */
export async function demoTenants(client: ClientBase, open: (client: ClientBase, tenantId: string) => Promise<void>): Promise<DemoTenants> {
  const { rows: [first] } = await client.query<{ id: string }>('select id::text from tenant order by id limit 1')
  if (!first) throw new Error('There is no company in this database yet; start the server once.')
  // Opened as an empty company, it becomes the demo's.
  await client.query(`update tenant set name = '包裹场物流', name_en = 'Parcelyard Logistics' where id = $1 and name = '我的公司'`, [first.id])
  const { rows: [made] } = await client.query<{ id: string }>(
    `insert into tenant (code, name, name_en) values ('T2', '莱茵优选物流', 'Rhine Select Logistics') on conflict (code) do nothing returning id::text`)
  if (made) await open(client, made.id)
  const { rows: [second] } = await client.query<{ id: string }>(`select id::text from tenant where code = 'T2'`)
  if (!second || second.id === first.id) throw new Error('The second company of the demo world is missing.')
  return { 1: first.id, 2: second.id }
}
