import { MemoryRouter } from 'react-router'
import { act, useCallback, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataTable, PLAIN_ROWS, type Column } from './data-table.tsx'
import { useRowNavigation } from './use-row-navigation.ts'
import { leave, settle, show, speak } from '#web/test/page.tsx'
import { useStableCallback } from '../platform/use-stable-callback.ts'

interface Row {
  id: string
  name: string
}
const ROWS: Row[] = Array.from({ length: PLAIN_ROWS }, (_, at) => ({
  id: String(at + 1),
  name: `Row ${at + 1}`,
}))
let [drawn, opened] = [0, '']
const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    render: (row) => {
      drawn++
      return row.name
    },
  },
]

function Page() {
  const [open, setOpen] = useState<string | null>(null)
  const note = useStableCallback((row: Row) => {
    opened = `${row.name}, then ${open}`
  })
  const actions = useCallback(
    (row: Row) => <button type="button" className="note" onClick={() => note(row)} />,
    [note],
  )
  return (
    <DataTable<Row>
      label="Rows"
      columns={COLUMNS}
      rows={ROWS}
      openId={open}
      onOpen={(row) => setOpen(row.id)}
      actions={actions}
      keys={false}
    />
  )
}
beforeEach(async () => {
  await speak('en_US')
  ;[drawn, opened] = [0, '']
})
afterEach(leave)

it('a row that opens is marked, and none of the others is drawn again', async () => {
  await show(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  expect(drawn).toBe(PLAIN_ROWS)
  await act(async () => document.querySelector<HTMLElement>('tr[data-row-key="4"] td')?.click())
  await settle()
  expect(document.querySelector('tr[data-row-key="4"]')?.getAttribute('data-open')).toBe('true')
  expect(drawn).toBe(PLAIN_ROWS)
  // What was handed out before does what the page would do now.
  await act(async () => document.querySelector<HTMLElement>('tr[data-row-key="2"] .note')?.click())
  expect(opened).toBe('Row 2, then 4')
})

it('going on to the next row passes over those that cannot be edited', async () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  const shown: unknown[] = []
  function Steps() {
    const lead = useRowNavigation(
      { rows, state: { page: 1, size: 20 }, total: 3 } as never,
      { open: { kind: 'edit', id: 'a' }, show: (one: unknown) => shown.push(one) } as never,
      ({ id }) => id !== 'b',
    )
    lead('edit', 1)?.()
    lead('row', 1)?.()
    return null
  }
  await show(
    <MemoryRouter>
      <Steps />
    </MemoryRouter>,
  )
  expect(shown.slice(0, 2)).toEqual([
    { kind: 'edit', id: 'c' },
    { kind: 'row', id: 'b' },
  ])
})
