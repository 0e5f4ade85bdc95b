import { expect, test, vi } from 'vitest'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('a call is noted though the pool was busy when its line was to be written', async () => {
  const client = await world().as('manager')
  const { pool } = world().db
  const patience = pool.options.connectionTimeoutMillis
  const answer = await client.post('/erp/supplier/add', { name: '' })
  const locked = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    pool.options.connectionTimeoutMillis = 20
    await vi.waitUntil(() => pool.waitingCount > 0, { timeout: 90_000, interval: 1 })
    await vi.waitUntil(() => pool.waitingCount === 0, { timeout: 90_000, interval: 1 })
  } finally {
    pool.options.connectionTimeoutMillis = patience
    for (const one of locked) one.release()
  }
  await vi.waitFor(
    async () => {
      const found = await pool.query<{ outcome: string }>(
        'select outcome from op_log where request_id = $1',
        [answer.requestId],
      )
      expect(found.rows).toEqual([{ outcome: answer.error }])
    },
    { timeout: 90_000 },
  )
})
