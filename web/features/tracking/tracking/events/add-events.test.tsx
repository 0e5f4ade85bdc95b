import { afterEach, expect, it, vi } from 'vitest'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import {
  answersAt,
  bodiesOf,
  choose,
  confirmBy,
  inputOf,
  press,
  seen,
  type,
} from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { StaffEvent } from '../results/correct-dialog.tsx'
import { Timeline } from '../timeline.tsx'
import AddEvents from './add-events.tsx'

const onClose = vi.fn()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onClose.mockReset()
})

const TEMPLATES = [
  {
    id: '1',
    code: 'FLIGHT-DEP',
    text: '航班已起飞',
    textEn: 'Flight departed',
    status: '25',
    sub: 'departed_airport',
    place: 'Hong Kong',
    country: 'HK',
    visibility: 'PUBLIC',
  },
]
const row = { parcelId: '9', no: 'T1', ok: true, added: true, code: null, message: null }

it('numbers from a pasted column, the template’s place; what was refused is listed', async () => {
  const sent = answersAt({
    '/erp/tracking/templates': good(TEMPLATES),
    '/sys/dict/getDictItems': good([]),
    '/erp/tracking/addFromTemplate': good({
      added: 1,
      known: 1,
      refused: 1,
      rows: [
        row,
        { ...row, no: 'T2', added: false },
        { ...row, no: 'T3', ok: false, added: false, code: 'x', message: 'No parcel' },
      ],
    }),
  })
  await showScreen(<AddEvents target={{ kind: 'nos' }} onClose={onClose} />, {
    texts: ['tracking'],
    rights: [parcelEvents.addFromTemplate.perm],
  })
  await type(await inputOf('Numbers'), 'T1\nT2\tT3\nT1')
  await until(() => seen().includes('3 numbers'))
  await choose(await inputOf('Template'), 'Flight departedFLIGHT-DEP')
  expect((await inputOf('Town')).value).toBe('Hong Kong')
  await press('Add event')
  await until(() => seen().includes('No parcel'))
  const body = bodiesOf(sent, '/tracking/addFromTemplate')[0]
  expect(body).toMatchObject({
    templateId: '1',
    nos: ['T1', 'T2', 'T3'],
    place: 'Hong Kong',
    country: 'HK',
  })
  expect(String(body?.at)).toMatch(/:00[+-]\d\d:\d\d$|:00Z$/)
  expect(seen()).toContain('Has this event at that time already')
})

it('a batch goes to its own call; without a refusal the dialog closes', async () => {
  const sent = answersAt({
    '/erp/tracking/templates': good(TEMPLATES),
    '/sys/dict/getDictItems': good([]),
    '/erp/outBatch/addEvents': good({ added: 2, known: 0, refused: 0, rows: [row] }),
  })
  await showScreen(
    <AddEvents
      target={{ kind: 'batch', id: '5', no: 'OB1', count: 2 }}
      templateId="1"
      onClose={onClose}
    />,
    { texts: ['tracking'] },
  )
  await until(() => seen().includes('Flight departed'))
  await press('Add event')
  await until(() => onClose.mock.calls.length === 1)
  expect(bodiesOf(sent, '/outBatch/addEvents')[0]).toMatchObject({ id: '5', templateId: '1' })
})

it('only events added by hand are withdrawn, with a reason', async () => {
  const sent = answersAt({
    '/sys/dict/getDictItems': good([]),
    '/erp/tracking/withdrawEvent': good([]),
  })
  const event: StaffEvent = {
    id: '3',
    at: '2026-01-02T10:00:00.000Z',
    localTime: null,
    local: '2026-01-02T10:00:00',
    offsetMin: 0,
    place: null,
    country: null,
    courier: 'own',
    effect: 'move',
    cancelled: false,
    repeated: false,
    status: 25,
    sub: 'departed_airport',
    source: 'manual',
    actionRequired: false,
    blame: null,
    rawCode: null,
    rawReason: null,
    rawText: '航班已起飞',
    textEn: 'Flight departed',
    unmapped: false,
    visible: false,
    customerVisible: true,
    textPublic: true,
    cancelReason: null,
    receivedAt: '2026-01-02T10:00:00.000Z',
  }
  await showScreen(
    <Timeline events={[event, { ...event, id: '4', source: 'scan' }]} staff mayHide mayMap />,
    { texts: ['tracking'], rights: [tracking.setVisible.perm] },
  )
  expect(seen()).toContain('Flight departed')
  expect(document.querySelectorAll('[aria-label="Withdraw"]')).toHaveLength(1)
  await press('Withdraw')
  const box = await untilFound(() => document.querySelector('textarea'))
  await type(box, 'Other flight')
  await confirmBy('Withdraw')
  await until(() => bodiesOf(sent, '/tracking/withdrawEvent').length === 1)
  expect(bodiesOf(sent, '/tracking/withdrawEvent')[0]).toEqual({
    eventId: '3',
    reason: 'Other flight',
  })
})
