import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { StopOnArrival } from './stop-on-arrival.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const button = <StopOnArrival depotId="3" numbers={['TN1', 'TN2']} />

it('stops each parcel under the reason given, once the effect was read', async () => {
  const sent = answersAt({ '/erp/intercept/add': good({ id: '1' }) })
  await showScreen(button, { texts: ['intercepts'], rights: ['wh:intercept:add'] })
  await press('Stop on arrival')
  const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  expect(seen()).toContain('Stop 2 parcels on arrival')
  expect(seen()).toContain('the depot sets them apart')
  await type(reason, 'Wrong address')
  await confirmBy('Stop on arrival')
  await until(() => bodiesOf(sent, '/intercept/add').length === 2)
  expect(bodiesOf(sent, '/intercept/add')).toEqual(
    ['TN1', 'TN2'].map((no) => ({ no, depotId: '3', note: 'Wrong address' })),
  )
})

it('is not there for who may not stop parcels', async () => {
  await showScreen(button, { texts: ['intercepts'], rights: [] })
  expect(seen()).not.toContain('Stop on arrival')
})
