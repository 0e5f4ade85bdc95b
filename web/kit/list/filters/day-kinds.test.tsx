import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { leave, show, untilFound } from '#web/test/page.tsx'
import DayKinds from './day-kinds.tsx'

afterEach(leave)

const KINDS = [
  { key: 'createTime', label: 'Created' },
  { key: 'receivedTime', label: 'Received' },
]

it('another moment takes the range along, and only one is ever set', async () => {
  const changed = vi.fn()
  await show(
    <DayKinds
      id="days"
      kinds={KINDS}
      filters={{ createTime_begin: '2026-11-01', createTime_end: '2026-11-20' }}
      onChange={changed}
    />,
  )
  const select = await untilFound(() => document.querySelector('select'))
  expect(select.value).toBe('createTime')
  await act(async () => {
    select.value = 'receivedTime'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(changed).toHaveBeenCalledWith({
    createTime_begin: null,
    createTime_end: null,
    receivedTime_begin: '2026-11-01',
    receivedTime_end: '2026-11-20',
  })
})

it('opens at the moment the address has', async () => {
  await show(
    <DayKinds
      id="days"
      kinds={KINDS}
      filters={{ receivedTime_begin: '2026-11-01' }}
      onChange={() => undefined}
    />,
  )
  const select = await untilFound(() => document.querySelector('select'))
  expect(select.value).toBe('receivedTime')
})
