import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answersAt, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { GateEditor } from './gates-part.tsx'
import { dayOf, HoursPart } from './hours-part.tsx'

afterEach(leave)

const SHOWN = {
  texts: ['depots', 'row-grid'],
  rights: ['dlv:depot:edit', 'dlv:depot:list', 'dlv:routing:list'],
}
const field = (end: string) => document.querySelector<HTMLInputElement>(`input[id$="${end}"]`)!
const pasteAt = async (end: string, text: string) => {
  const input = field(end)
  await act(async () => input.focus())
  await act(async () => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    data.setData('text', text)
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: data })
    input.dispatchEvent(event)
  })
}

test('the week is typed by day, holidays are pasted, and both are saved at once', async () => {
  const sent = answersAt({ '/erp/depot/hours/edit': good({ version: 4 }) })
  await showScreen(
    <HoursPart
      stored={{
        id: '7',
        version: 3,
        timeZone: 'UTC',
        hours: [],
        address: [],
        holidays: [],
        text: '',
      }}
    />,
    SHOWN,
  )
  await type(field('-1'), '8-12, 11-14')
  expect(seen()).toContain('periods must not overlap')
  await type(field('-1'), '8-12, 13-17:30')
  await press("Use Monday's hours Tuesday to Friday")
  expect(field('-5').value).toBe('8-12, 13-17:30')
  await pasteAt('-days', '25.12.2099\tChristmas\t\n2099/12/31\t\t8-12')
  await press('Save')
  const { body } = sent.find(({ url }) => url.pathname.endsWith('/hours/edit'))!
  expect(body).toMatchObject({
    id: '7',
    version: 3,
    holidays: [
      { day: '2099-12-25', name: 'Christmas', opens: null, closes: null },
      { day: '2099-12-31', name: null, opens: '08:00', closes: '12:00' },
    ],
  })
  expect((body as { hours: object[] }).hours).toHaveLength(10)
})

test('days are read as sheets write them, and others are refused', () => {
  expect(dayOf('2026/1/5')).toBe('2026-01-05')
  expect(dayOf('2026年12月25日')).toBe('2026-12-25')
  for (const wrong of ['2026-02-30', '12/25', 'Christmas', '']) expect(dayOf(wrong)).toBe(null)
})

test('gates that routing names are added with their sort codes; a refusal is shown in its cell', async () => {
  const sent = answersAt({
    '/sys/dict/getDictItems/': good([{ value: '1', text: 'Outbound', label: 'Outbound' }]),
    '/erp/depotGate/saveAll': refused(400, 'Refused', {
      result: {
        issues: [{ path: 'gates.1.sortCodes', code: 'depotGate.codeTaken', message: 'used by G1' }],
      },
    }),
  })
  await showScreen(
    <GateEditor
      depotId="7"
      version={3}
      rows={[]}
      missing={[
        { gate: 'G1', rows: 12, sortCodes: ['S1', 'S2'], tables: ['DE 2026'], elsewhere: ['HAM1'] },
        { gate: 'G2', rows: 1, sortCodes: ['S2'], tables: ['DE 2026'], elsewhere: [] },
      ]}
    />,
    SHOWN,
  )
  expect(seen()).toContain('G1: 12 routing rows (DE 2026)')
  expect(seen()).toContain('also at HAM1')
  await press('Add all')
  expect(seen()).toContain('This depot has every gate that routing names.')
  await press('Save')
  expect(sent.find(({ url }) => url.pathname.endsWith('saveAll'))!.body).toMatchObject({
    depotId: '7',
    version: 3,
    gates: [
      { id: null, code: 'G1', sortCodes: 'S1, S2', enabled: true, direction: '1' },
      { code: 'G2', sortCodes: 'S2' },
    ],
  })
  expect(document.querySelector('[data-row="1"][title="used by G1"]')).not.toBe(null)
})
