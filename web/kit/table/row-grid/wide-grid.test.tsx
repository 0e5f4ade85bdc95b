import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { leave, show, speak } from '#web/test/page.tsx'
import { newLineKey, type Line } from '../../form/lines/lines.ts'
import type { GridColumn } from './grid-types.ts'
import { RowGrid } from './row-grid.tsx'

type Prices = Line & Readonly<Record<string, string>>
const COLUMNS: readonly GridColumn<Prices>[] = Array.from({ length: 60 }, (_, at) => ({
  key: `z${at}`,
  title: `Z${at}`,
  width: 80,
  numeric: true,
}))
const blank = (): Prices => ({ lineKey: newLineKey() })
let rows: readonly Prices[] = []
let changes = 0
/** What the tool makes of a cell. */
let make = (text: string) => text

function Page({
  start,
  warnings,
}: {
  start: readonly Prices[]
  warnings?: Record<string, string>
}) {
  const [now, setNow] = useState(start)
  return (
    <RowGrid<Prices>
      id="grid"
      label="Prices"
      columns={COLUMNS}
      rows={now}
      max={400}
      blank={blank}
      onChange={(next) => {
        changes++
        rows = next
        setNow(next)
      }}
      rowLabel={(line) => `up to ${line.z0 ?? ''}`}
      {...(warnings ? { warnings } : {})}
      tools={(change) => <button onClick={() => change((text) => make(text))}>Change</button>}
    />
  )
}
const field = (host: HTMLElement) => host.querySelector<HTMLInputElement>('#grid')!
const press = (host: HTMLElement, key: string, how: KeyboardEventInit = {}) =>
  act(() => {
    field(host).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }),
    )
  })
const paste = (host: HTMLElement, text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  act(() => void field(host).dispatchEvent(event))
}
const change = (host: HTMLElement, text: typeof make) => {
  make = text
  const tool = [...host.querySelectorAll('button')].find((one) => one.textContent === 'Change')!
  act(() => tool.click())
}
afterEach(leave)

it('a block of 60 × 40 is pasted, raised and taken back, each in one step', async () => {
  await speak('en_US', 'row-grid')
  changes = 0
  const host = await show(<Page start={[blank()]} />)
  act(() => field(host).focus())
  const block = Array.from({ length: 40 }, (_, row) =>
    Array.from({ length: 60 }, (_, col) => `${row + 1}.${col % 10}0`).join('\t'),
  )
  paste(host, block.join('\n'))
  expect(changes).toBe(1)
  expect(rows).toHaveLength(40)
  expect([rows[0]!.z0, rows[39]!.z59]).toEqual(['1.00', '40.90'])
  expect(host.querySelector('.py-grid-row .py-grid-number')?.textContent).toBe('up to 1.00')
  change(host, (text) => `${Number(text) * 2}`)
  expect(changes).toBe(2)
  expect([rows[0]!.z0, rows[39]!.z59]).toEqual(['2', '81.8'])
  press(host, 'z', { ctrlKey: true })
  expect(rows[39]!.z59).toBe('40.90')
})

it('only the selected cells are changed; without a selection all of them', async () => {
  await speak('en_US', 'row-grid')
  const start = [1, 2, 3].map((at) => ({ ...blank(), z0: `${at}`, z1: `${at}` }))
  rows = start
  const host = await show(<Page start={start} warnings={{ '1.z1': 'less than the row above' }} />)
  act(() => field(host).focus())
  press(host, 'ArrowDown', { shiftKey: true })
  change(host, (text) => `${text}0`)
  expect(rows.map(({ z0, z1 }) => [z0, z1])).toEqual([
    ['10', '1'],
    ['20', '2'],
    ['3', '3'],
  ])
  const marked = host.querySelectorAll('[data-warning]')
  expect([...marked].map((cell) => cell.getAttribute('title'))).toEqual(['less than the row above'])
  press(host, 'Escape')
  change(host, (text) => (text === '' ? '' : '7'))
  expect(rows.map(({ z0, z1 }) => [z0, z1])).toEqual([
    ['7', '7'],
    ['7', '7'],
    ['7', '7'],
  ])
})

it('of 200 × 60 cells those in sight are drawn; the keys reach all of them', async () => {
  await speak('en_US', 'row-grid')
  const full = () =>
    Object.assign(blank(), Object.fromEntries(COLUMNS.map(({ key }, at) => [key, `${at}`])))
  const host = await show(<Page start={Array.from({ length: 200 }, full)} />)
  const drawn = () => [...host.querySelectorAll('[role=gridcell]')]
  const has = (row: number, col: number) =>
    drawn().some((cell) => cell.id === `grid-${row}-${col}` && cell.textContent === `${col}`)
  act(() => field(host).focus())
  expect(drawn().length).toBeLessThan(1600)
  expect(has(0, 0)).toBe(true)
  press(host, 'End', { ctrlKey: true })
  press(host, 'PageUp')
  expect(field(host).getAttribute('aria-label')).toContain('Z59')
  press(host, 'Home')
  expect([field(host).getAttribute('aria-label'), has(0, 0)]).toEqual([
    expect.stringContaining('Z0'),
    false,
  ])
  press(host, 'Home', { ctrlKey: true })
  expect(has(0, 0)).toBe(true)
  press(host, 'End')
  expect(has(0, 59)).toBe(true)
  expect(host.querySelector('[role=columnheader][aria-colindex="61"]')?.textContent).toBe('Z59')
})
