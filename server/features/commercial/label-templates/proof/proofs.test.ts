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
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  const shown = await (await world().as('manager')).post('/erp/labelTemplate/preview', { document })
  clearInterval(timer)
  expect(shown.success, shown.message).toBe(true)
  expect((shown.result as { zpl: string }).zpl).toContain('^XA')
  expect(longest).toBeLessThan(600)
})
