// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'

it('brings what may wait one after the other once the page shows its figures, and all at once when somebody reaches for it', async () => {
  vi.useFakeTimers()
  const { loadWhenIdle: afterRows, flush: hurry } = await import('./when-idle.ts')
  const came: string[] = []
  const file = (name: string) => async () => {
    came.push(name)
    return name
  }
  const [calendar, chart] = [afterRows(file('calendar'))(), afterRows(file('chart'))()]
  await vi.advanceTimersByTimeAsync(360)
  expect(came).toEqual([])

  document.body.innerHTML = '<dl data-figures></dl>'
  await vi.advanceTimersByTimeAsync(700)
  await Promise.all([calendar, chart])
  expect(came).toEqual(['calendar', 'chart'])

  const tray = afterRows(file('tray'))()
  hurry()
  expect(await tray).toBe('tray')
  vi.useRealTimers()
})
