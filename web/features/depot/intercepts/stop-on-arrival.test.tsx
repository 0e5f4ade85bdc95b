import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, confirmBy, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { StopOnArrival } from './stop-on-arrival.tsx'
import { StopsOfOrder } from './stops-of-order.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const parcels = ['TN1', 'TN2'].map((trackNo) => ({ trackNo, serialNumber: `S-${trackNo}` }))
const button = <StopOnArrival depotId="3" shipmentId="9" parcels={parcels} />

it('stops each parcel under the reason given, once the effect was read', async () => {
  const sent = answersAt({
    '/erp/intercept/ofOrder': good([]),
    '/erp/intercept/add': good({ id: '1' }),
  })
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

it('is offered for what is not stopped only', async () => {
  const stop = { id: '1', version: 1, status: '2', status_dictText: '', note: null, createBy: null }
  answersAt({
    '/erp/intercept/ofOrder': good([
      { ...stop, no: 'TN1', createTime: '2026-11-20T10:00:00Z' },
      { ...stop, id: '2', no: 'S-TN2', createTime: '2026-11-20T10:00:00Z' },
    ]),
  })
  await showScreen(button, { texts: ['intercepts'], rights: ['wh:intercept:add'] })
  await until(() => !seen().includes('Stop on arrival'))
})

it('is not there for who may not stop parcels', async () => {
  await showScreen(button, { texts: ['intercepts'], rights: [] })
  expect(seen()).not.toContain('Stop on arrival')
})

it('shows what is stopped, and takes back what has not come', async () => {
  const stop = (id: string, no: string, status: string) => ({
    id,
    version: 2,
    no,
    status,
    status_dictText: '',
    note: 'Wrong address',
    createBy: 'service',
    createTime: '2026-11-20T10:00:00Z',
  })
  const sent = answersAt({
    '/erp/intercept/ofOrder': good([stop('1', 'TN1', '1'), stop('2', 'TN2', '2')]),
    '/erp/intercept/takeBack': good({ id: '1' }),
  })
  await showScreen(<StopsOfOrder shipmentId="9" />, {
    texts: ['intercepts'],
    rights: ['wh:intercept:add'],
  })
  await until(() => seen().includes('TN2: set apart at the depot · Wrong address'))
  await press('Take back the stop')
  const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  await type(reason, 'Address was right')
  await confirmBy('Take back the stop')
  await until(() => bodiesOf(sent, '/intercept/takeBack').length === 1)
  expect(bodiesOf(sent, '/intercept/takeBack')).toEqual([
    { id: '1', version: 2, note: 'Address was right' },
  ])
})

it('releases what lies apart, and names who may where the reader may not', async () => {
  const stop = { id: '2', version: 2, no: 'TN2', status: '2', status_dictText: '', note: 'Asked' }
  const answers = {
    '/erp/intercept/ofOrder': good([
      { ...stop, createBy: 'service', createTime: '2026-11-20T10:00:00Z' },
    ]),
    '/erp/intercept/release': good({ id: '2' }),
  }
  const sent = answersAt(answers)
  const order = <StopsOfOrder shipmentId="9" />
  await showScreen(order, { texts: ['intercepts'], rights: ['wh:intercept:list'] })
  await until(() => seen().includes('Customer service and those with the right may release it'))
  expect(seen()).toContain('stopped by service')
  await leave()
  await showScreen(order, { texts: ['intercepts'], rights: ['wh:intercept:add'] })
  await press('Release')
  const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  await type(reason, 'May go')
  await confirmBy('Release')
  await until(() => bodiesOf(sent, '/intercept/release').length === 1)
})

it.each([
  ['1', 'Take back all 2 stops', 'Take back the stop', 'takeBack'],
  ['2', 'Release all 2', 'Release', 'release'],
])('several are let go by one press and one reason (%s)', async (status, button, ok, call) => {
  const stop = { version: 2, status, status_dictText: '', note: 'Asked', createBy: 'service' }
  const sent = answersAt({
    '/erp/intercept/ofOrder': good(
      ['TN1', 'TN2'].map((no, at) => ({
        ...stop,
        id: String(at + 1),
        no,
        createTime: '2026-11-20T10:00:00Z',
      })),
    ),
    [`/erp/intercept/${call}`]: good({ id: '1' }),
  })
  await showScreen(<StopsOfOrder shipmentId="9" />, {
    texts: ['intercepts'],
    rights: ['wh:intercept:add'],
  })
  await press(button)
  const reason = await untilFound(() => document.querySelector<HTMLTextAreaElement>('.py-reason'))
  expect(document.querySelector('.py-names')?.textContent).toBe('TN1TN2')
  await type(reason, 'May go')
  await confirmBy(ok)
  await until(() => bodiesOf(sent, `/intercept/${call}`).length === 2)
  expect(bodiesOf(sent, `/intercept/${call}`)).toEqual(
    ['1', '2'].map((id) => ({ id, version: 2, note: 'May go' })),
  )
  await until(() => /2 parcels are (released|received)/.test(seen()))
})
