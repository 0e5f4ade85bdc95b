// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import NewOutboundBatch from './new-outbound-batch.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const FRA = { id: '1', code: 'FRA1', name: 'Frankfurt' }
type Made = ReturnType<typeof good>
const show = async (answer: Made | Made[]) => {
  const sent = answersAt({
    '/erp/outBatch/depots': answer,
    '/erp/outBatch/channels': good([]),
  })
  await showScreen(<NewOutboundBatch onClose={() => undefined} onMade={() => undefined} />, {
    texts: ['out-batches'],
    rights: ['wh:out:add'],
  })
  await until(() => document.querySelector('[role=dialog]') !== null)
  return sent
}

it('the only depot of a user is filled in, and no list of all depots is asked for', async () => {
  const sent = await show(good([FRA]))
  await until(() => seen().includes('FRA1 · Frankfurt'))
  expect(sent.map(({ url }) => url.pathname).filter((path) => path.includes('/depot/'))).toEqual([])
})

it('of several none is filled in', async () => {
  await show(good([FRA, { id: '2', code: 'SZX1', name: 'Shenzhen' }]))
  expect(seen()).not.toContain('FRA1 · Frankfurt')
})

it('a list of depots that could not be read has a reason and a second try', async () => {
  await show([refused(400, 'Not now'), good([FRA])])
  await until(() => seen().includes('Not now'))
  await press('Try again')
  await until(() => seen().includes('FRA1 · Frankfurt'))
})
