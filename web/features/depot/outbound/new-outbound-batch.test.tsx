// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import NewOutboundBatch from './new-outbound-batch.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const FRA = { id: '1', code: 'FRA1', name: 'Frankfurt' }
const show = async (depots: object[]) => {
  const sent = answersAt({
    '/erp/outBatch/depots': good(depots),
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
  const sent = await show([FRA])
  await until(() => seen().includes('FRA1 · Frankfurt'))
  expect(sent.map(({ url }) => url.pathname).filter((path) => path.includes('/depot/'))).toEqual([])
})

it('of several none is filled in', async () => {
  await show([FRA, { id: '2', code: 'SZX1', name: 'Shenzhen' }])
  expect(seen()).not.toContain('FRA1 · Frankfurt')
})
