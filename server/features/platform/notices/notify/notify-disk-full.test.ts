import { expect, test } from 'vitest'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { platformAdmin } from '#test/platform.ts'
import { notifyDiskFull } from './notify-disk-full.ts'

const world = useWorld()

test('a volume that fills up is noticed once a day and machine, by the platform', async () => {
  await platformAdmin(world())
  const node = `disk-${world().tenantId}`
  const titles = async () =>
    (
      await world().db.pool.query<{ tenantId: string; percent: string }>(
        `select tenant_id as "tenantId", msg_abstract as percent from sys_announcement
          where bus_type = 'diskFull' and titile like $1`,
        [`%${node}%`],
      )
    ).rows
  const full = (percent: number, day: string) =>
    notifyDiskFull(jobCtx(world().deps, '0'), { node: `${node}:1`, percent, day })
  await full(91, '2026-11-28')
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(0)
  const first = await titles()
  expect(new Set(first.map(({ tenantId }) => tenantId))).toEqual(new Set(['0']))
  await full(95, '2026-11-28')
  await full(96, '2026-11-29')
  await expect.poll(async () => JSON.stringify(await titles())).toContain('96%')
  expect(JSON.stringify(await titles())).not.toContain('95%')
})
