import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('the server answers others while a large one is drawn', async () => {
  const element = { type: 'text', x: 0, y: 0, w: 460, h: 460, size: 200, minSize: 100, lines: 6 }
  const elements = Array.from({ length: 36 }, (_, at) => ({
    ...element,
    id: `t${at}`,
    text: 'Parcel '.repeat(12),
    overflow: 'cut',
  }))
  const document = { page: { width: 460, height: 460 }, dpi: 300, elements }
  const client = await world().as('manager')
  let drawn = false
  const shown = client.post('/erp/labelTemplate/preview', { document }).then((answer) => {
    drawn = true
    return answer
  })
  let others = 0
  while (!drawn) {
    await client.get('/sys/user/getUserInfo')
    if (!drawn) others++
  }
  const { success, message, result } = await shown
  expect(success, message).toBe(true)
  expect((result as { zpl: string }).zpl).toContain('^XA')
  expect(others).toBeGreaterThan(5)
})
