import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, press, seen, type Answer } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { RevokeBox } from './revoke-box.tsx'

const task = (id: string, status: string, text: string, answer: string | null = null) => ({
  id,
  version: 1,
  serialNumber: `PY${id}`,
  shipmentId: id,
  status,
  status_dictText: text,
  reason: 'not wanted',
  answer,
})
const LIST = good({
  records: [task('1', '2', 'Refused', 'already manifested'), task('2', '1', 'Waiting')],
  total: 7,
})
const done = (id: string) =>
  good({
    done: 1,
    failed: 0,
    rows: [{ id, ok: true, label: `PY${id}`, code: null, message: null }],
  })

const open = async (routes: Record<string, Answer | Answer[]>) => {
  const sent = answersAt({ '/erp/revokeTask/list': LIST, ...routes })
  await showScreen(<RevokeBox />, {
    texts: ['revoke-tasks'],
    rights: ['ship:revoke:list', 'ship:revoke:handle'],
  })
  await until(() => seen().includes('PY2'))
  return sent
}

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('shows due tasks with their status and answer, and leads to all of them', async () => {
  await open({})
  expect(seen()).toContain('already manifested')
  expect(seen()).toContain('All 7')
  const all = document.querySelector<HTMLAnchorElement>('#dash-revokes a')!
  expect(all.href).toMatch(/\/shipment\/revoke-tasks\?status=1%2C2&followUp_end=\d{4}-\d\d-\d\d$/)
  // What its source refused can be marked done; what still waits can only be put off.
  expect(document.querySelectorAll('[aria-label^="Mark done"]').length).toBe(1)
  expect(document.querySelectorAll('[aria-label^="Snooze"]').length).toBe(2)
})

it('puts a task off until a day', async () => {
  const sent = await open({ '/erp/revokeTask/snooze': done('2') })
  await press(document.querySelector('[aria-label="Snooze PY2"]')!)
  await until(() => seen().includes('Remind again on'))
  await press('In a week')
  await press(document.querySelector('.ant-modal-footer .ant-btn-primary')!)
  await until(() => bodiesOf(sent, '/revokeTask/snooze').length === 1)
  expect(bodiesOf(sent, '/revokeTask/snooze')).toEqual([
    { ids: ['2'], until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
  ])
})
