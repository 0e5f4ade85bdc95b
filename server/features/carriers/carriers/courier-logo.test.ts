import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { couriers } from '#contracts/carriers/couriers.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const { endpoints } = couriers
const drawn = (side: number, noise = false): Buffer => {
  const canvas = createCanvas(side, side)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#ffcc00'
  pen.fillRect(0, 0, side, side)
  if (noise) {
    const dots = pen.getImageData(0, 0, side, side)
    for (let at = 0; at < dots.data.length; at++) dots.data[at] = Math.floor(Math.random() * 256)
    pen.putImageData(dots, 0, 0)
  }
  return canvas.toBuffer('image/png')
}
const upload = async (client: Client, bytes: Buffer | string, name = 'logo.png') =>
  (await client.upload('/sys/common/upload', name, bytes)).message
const shown = (path: string) => world().anonymous.get(`/sys/common/static/${path}`)

test('a courier has a small picture that visitors see; nothing else is taken for one', async () => {
  const manager = await world().as('manager')
  const add = (code: string, logo: string | null) =>
    manager.post(endpoints.add.path, {
      code,
      name: code,
      adapter: 'none',
      keepDays: 90,
      logo,
    })
  const path = await upload(manager, drawn(64))
  const made = await add('LOGO1', path)
  expect(made).toMatchObject({ success: true })
  const row = made.result as { id: string; logo: string; version: number }
  expect((await shown(path)).headers.get('content-type')).toBe('image/png')
  const issue = { success: false, result: { issues: [{ path: 'logo', code: 'courier.logo' }] } }
  // One that another record names, one of another user, a path nothing lies at, a text, a large one.
  const stranger = await world().otherTenantUser()
  const others = [
    path,
    await upload(stranger, drawn(32)),
    'pictures/none.png',
    '../../etc/passwd',
    await upload(manager, 'a;b', 'list.csv'),
    await upload(manager, drawn(500, true)),
  ]
  for (const [at, one] of others.entries())
    expect(await add(`LOGO-X${at}`, one), String(at)).toMatchObject(issue)
  const next = await upload(manager, drawn(48))
  const edited = await manager.put(endpoints.edit.path, { ...row, logo: next })
  expect(edited).toMatchObject({ success: true, result: { logo: next } })
  expect([(await shown(path)).status, (await shown(next)).status]).toEqual([404, 200])
  const fresh = edited.result as object
  expect(await manager.put(endpoints.edit.path, { ...fresh, name: 'Same logo' })).toMatchObject({
    success: true,
  })
  expect((await shown(next)).status).toBe(200)
  const last = (await manager.get(endpoints.queryById.path, { id: row.id })).result as object
  await manager.put(endpoints.edit.path, { ...last, logo: null })
  expect((await shown(next)).status).toBe(404)
})
