import { messageSecrets } from '#contracts/platform/messaging/messages.ts'
import type { Client, World } from '../../../../test/harness.ts'
import { platformAdmin } from '../../../../test/platform.ts'

const readers = new Map<World, Promise<Client>>()

/**
 * The code a user was sent last, as an administrator of the tenant reads it where nothing sends
 * it.
 */
export async function codeFor(world: World, to: string): Promise<string> {
  const found = await world.db.pool.query<{ id: string }>(
    `select id from sys_message where es_receiver = $1 and tenant_id = $2 and secret
      order by id desc limit 1`,
    [to, world.tenantId],
  )
  if (!readers.has(world)) readers.set(world, platformAdmin(world, 'codes'))
  const shown = await (
    await readers.get(world)!
  ).call(messageSecrets.reveal, { id: found.rows[0]!.id })
  return /\d{6}/.exec(shown.esContent)![0]
}
/** As if everything sent so far had been sent two minutes ago. */
export async function ageCodes(world: World, to: string): Promise<void> {
  await world.db.pool.query(
    `update identity_code set created_at = created_at - interval '2 minutes'
      where receiver = $1 or sent_to = $1`,
    [to],
  )
}
let made = Date.now() % 1_000_000
export const newPhone = (): string => `+4915${String(10_000_000 + made++ * 7)}${process.pid % 100}`
