import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idleQueue } from './when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

it('loads one file after the other once the page shows its figures, and all when one is about to be used', async () => {
  const { flush, loadWhenIdle } = idleQueue()
  const loaded: string[] = []
  const file = (name: string) => async () => {
    loaded.push(name)
    return name
  }
  const [calendar, chart] = [loadWhenIdle(file('calendar'))(), loadWhenIdle(file('chart'))()]
  await vi.advanceTimersByTimeAsync(360)
  expect(loaded).toEqual([])

  document.body.innerHTML = '<dl data-figures></dl>'
  await vi.advanceTimersByTimeAsync(700)
  await Promise.all([calendar, chart])
  expect(loaded).toEqual(['calendar', 'chart'])

  const tray = loadWhenIdle(file('tray'))()
  flush()
  expect(await tray).toBe('tray')
})
