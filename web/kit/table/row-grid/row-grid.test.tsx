import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leave, show, speak } from '#web/test/page.tsx'
import { newLineKey, type Line } from '../../form/lines/lines.ts'
import { useKeys } from '../../platform/use-keys.ts'
import type { GridColumn, RowGridProps } from './grid-types.ts'
import { RowGrid } from './row-grid.tsx'

interface Carton extends Line {
  number: string
  weight: string
  source: string
  box: string
}
const blank = (): Carton => ({ lineKey: newLineKey(), number: '', weight: '', source: '', box: '' })
const carton = (number: string, weight = ''): Carton => ({ ...blank(), number, weight })
const COLUMNS: readonly GridColumn<Carton>[] = [
  { key: 'number', title: 'Carton', width: 120, required: true, max: 10 },
  { key: 'weight', title: 'Weight', width: 90, numeric: true, aliases: ['kg'] },
  {
    key: 'source',
    title: 'Source',
    width: 120,
    choices: [
      { value: 'BOX', label: 'Given' },
      { value: 'MANUAL', label: 'By hand' },
    ],
  },
  { key: 'box', title: 'Box', width: 90, readOnly: true },
]
let rows: readonly Carton[] = []
let changes = 0
const closed = vi.fn()

type Given = Partial<RowGridProps<Carton>> & { copies?: boolean }
function Page({ copies, start, ...given }: Given & { start: readonly Carton[] }) {
  const [now, setNow] = useState(start)
  useKeys({ Escape: closed })
  return (
    <RowGrid
      id="grid"
      label="Cartons"
      columns={COLUMNS}
      max={2000}
      blank={blank}
      {...given}
      rows={now}
      onChange={(next) => {
        changes++
        rows = copies ? [...next] : next
        setNow(rows)
      }}
    />
  )
}
let host: HTMLElement
const open = async (start: readonly Carton[], more: Given = {}) => {
  rows = start
  host = await show(<Page start={start} {...more} />)
  changes = 0
  act(() => field().focus())
}
const field = (): HTMLInputElement => host.querySelector<HTMLInputElement>('#grid')!
const press = (key: string, how: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how })
  act(() => void field().dispatchEvent(event))
  return event.defaultPrevented
}
const type = (text: string) =>
  act(() => {
    Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
const clip = (kind: 'copy' | 'cut' | 'paste', text = '') => {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  data.setData('text', text)
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: data })
  act(() => void field().dispatchEvent(event))
  return data.getData('text/plain')
}
const texts = () => rows.map(({ number, weight, source }) => [number, weight, source])
const status = () => host.querySelector('[role="status"]')?.textContent
const where = () => field().getAttribute('aria-label')
beforeEach(async () => {
  closed.mockClear()
  await speak('en_US', 'row-grid')
})
afterEach(leave)

describe('pasted rows', () => {
  it('a thousand are one change, and only those in sight are drawn', async () => {
    await open([])
    const sheet = Array.from({ length: 1000 }, (_, at) => `C${at + 1}\t${at},5 kg\tby hand`)
    clip('paste', sheet.join('\r\n'))
    expect(changes).toBe(1)
    expect(rows).toHaveLength(1000)
    expect(texts().at(-1)).toEqual(['C1000', '999.5', 'MANUAL'])
    expect(new Set(rows.map(({ lineKey }) => lineKey)).size).toBe(1000)
    const drawn = () => [...host.querySelectorAll('.py-grid-row')]
    expect(drawn().length).toBeGreaterThan(13)
    expect(drawn().length).toBeLessThan(60)
    const last = status()
    press('End', { ctrlKey: true })
    expect(drawn().some((row) => row.textContent.startsWith('1000'))).toBe(true)
    expect(last).toBe('1000 rows pasted')
  })

  it('headings put columns where they belong, whatever their order', async () => {
    await open([carton('old')])
    clip('paste', 'kg\tNote\tCarton *\n12\tx\tA\n13\ty\tB')
    expect(texts()).toEqual([
      ['A', '12', ''],
      ['B', '13', ''],
    ])
  })

  it('line breaks and quotes inside a cell stay inside it', async () => {
    await open([])
    clip('paste', '"a ""b""\nc"\t1\nd\t2')
    expect(texts()).toEqual([
      ['a "b"\nc', '1', ''],
      ['d', '2', ''],
    ])
  })

  it('what finds no place is counted, a read-only column is passed over', async () => {
    await open([carton('a')], { max: 2 })
    clip('paste', 'A\t1\tGiven\tno\nB\t2\tGiven\tno\nC\t3\tGiven\tno')
    expect(texts()).toEqual([
      ['A', '1', 'BOX'],
      ['B', '2', 'BOX'],
    ])
    expect(rows[0]?.box).toBe('')
    expect(status()).toBe('At most 2 rows: 1 was left out')
  })

  it('one value fills the selection', async () => {
    await open([carton('a'), carton('b'), carton('c')])
    press('ArrowRight')
    press('ArrowDown', { shiftKey: true })
    clip('paste', '7')
    expect(rows.map(({ weight }) => weight)).toEqual(['7', '7', ''])
  })
})

describe('keys', () => {
  it('typing replaces a cell, Enter goes down, Tab to the right, and a new row begins at the end', async () => {
    await open([carton('a', '1')])
    type('X1')
    press('Tab')
    expect(where()).toBe('Row 1, Weight: 1')
    type('2,5')
    press('Enter')
    expect(texts()).toEqual([['X1', '2.5', '']])
    press('Home')
    type('X2')
    press('Enter')
    expect(texts()).toEqual([
      ['X1', '2.5', ''],
      ['X2', '', ''],
    ])
    expect(where()).toBe('Row 3, Carton: empty')
  })

  it('F2 keeps the text to be changed; Escape takes the entry back and stays within the grid', async () => {
    await open([carton('abc')])
    press('F2')
    expect(field().value).toBe('abc')
    type('abcd')
    expect(rows[0]?.number).toBe('abcd')
    press('Escape')
    expect(rows[0]?.number).toBe('abc')
    expect(closed).not.toHaveBeenCalled()
    press('Escape')
    expect(closed).toHaveBeenCalledOnce()
  })

  it('an entry is in the rows before Enter: a form saved by Ctrl+Enter has it', async () => {
    await open([carton('a')])
    type('half')
    expect(rows[0]?.number).toBe('half')
  })

  it('a row just begun goes again with Escape', async () => {
    await open([carton('a')])
    press('ArrowDown')
    type('b')
    press('Escape')
    expect(texts()).toEqual([['a', '', '']])
  })

  it('Ctrl+D fills down, Delete clears, Ctrl+Z and Ctrl+Y take back and forth', async () => {
    await open([carton('a', '5'), carton('b'), carton('c')])
    press('ArrowRight')
    press('ArrowDown', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    press('d', { ctrlKey: true })
    expect(rows.map(({ weight }) => weight)).toEqual(['5', '5', '5'])
    press('Delete')
    expect(rows.map(({ weight }) => weight)).toEqual(['', '', ''])
    press('z', { ctrlKey: true })
    expect(rows.map(({ weight }) => weight)).toEqual(['5', '5', '5'])
    press('z', { ctrlKey: true })
    expect(rows.map(({ weight }) => weight)).toEqual(['5', '', ''])
    press('y', { ctrlKey: true })
    expect(rows.map(({ weight }) => weight)).toEqual(['5', '5', '5'])
  })

  it('changes are taken back where a screen keeps a copy of the rows', async () => {
    await open([carton('1'), carton('2')], { copies: true })
    type('9')
    press('Enter')
    press('z', { ctrlKey: true })
    expect(rows.map(({ number }) => number)).toEqual(['1', '2'])
    press('y', { ctrlKey: true })
    expect(rows.map(({ number }) => number)).toEqual(['9', '2'])
  })

  it('Ctrl+R fills right, of one column from the left, and passes over what is read-only', async () => {
    await open([carton('3', ''), carton('4,5', ''), carton('7', '')])
    press('ArrowRight', { shiftKey: true })
    press('ArrowDown', { shiftKey: true })
    expect(press('r', { ctrlKey: true })).toBe(true)
    expect(texts()).toEqual([
      ['3', '3', ''],
      ['4,5', '4.5', ''],
      ['7', '', ''],
    ])
    press('End', { ctrlKey: true })
    press('Home')
    press('ArrowUp')
    press('ArrowRight')
    press('r', { ctrlKey: true })
    expect(texts().at(-1)).toEqual(['7', '7', ''])
    press('z', { ctrlKey: true })
    expect(texts().at(-1)).toEqual(['7', '', ''])
    expect(press('R', { ctrlKey: true, shiftKey: true })).toBe(false)
  })

  it('one word typed is one step back', async () => {
    await open([carton('a')])
    type('x')
    type('xy')
    type('xyz')
    press('Enter')
    press('z', { ctrlKey: true })
    expect(rows[0]?.number).toBe('a')
  })

  it('rows are repeated, moved, inserted and deleted', async () => {
    const copy = (line: Carton): Carton => ({ ...line, lineKey: newLineKey(), number: '' })
    await open([carton('a', '5'), carton('b', '6')], { copy })
    expect(press('r', { altKey: true, code: 'KeyR' })).toBe(true)
    const times = host.querySelector<HTMLInputElement>('.py-grid-repeat input')!
    expect(document.activeElement).toBe(times)
    act(() => {
      Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(times, '3')
      times.dispatchEvent(new Event('input', { bubbles: true }))
    })
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    act(() => void times.dispatchEvent(enter))
    expect(rows.map(({ number, weight }) => `${number}${weight}`)).toEqual([
      'a5',
      '5',
      '5',
      '5',
      'b6',
    ])
    expect(status()).toBe('3 rows added')
    expect(document.activeElement).toBe(field())
    press('Delete', { ctrlKey: true })
    expect(rows.map(({ number }) => number)).toEqual(['a', 'b'])
    press('ArrowUp', { altKey: true })
    expect(rows.map(({ number }) => number)).toEqual(['b', 'a'])
    press('Insert')
    expect(rows.map(({ number }) => number)).toEqual(['', 'b', 'a'])
  })

  it('Tab leaves the grid behind its last cell', async () => {
    await open([carton('a')])
    press('End', { ctrlKey: true })
    expect(where()).toBe('Row 2, Box: empty')
    expect(press('Tab')).toBe(false)
  })
})

describe('choices', () => {
  it('are narrowed by typing, chosen by arrows and Enter, and one may type the label', async () => {
    await open([carton('a')])
    press('End')
    press('ArrowLeft')
    type('hand')
    expect(document.querySelector('[role="listbox"]')?.textContent).toBe('By hand')
    press('Enter')
    expect(rows[0]?.source).toBe('MANUAL')
    press('ArrowUp')
    press('F2')
    press('ArrowUp')
    press('Enter')
    expect(rows[0]?.source).toBe('BOX')
    expect(document.querySelector('[role="listbox"]')).toBeNull()
  })

  it('their labels are what is copied; cutting clears', async () => {
    await open([{ ...carton('a', '1'), source: 'BOX' }, carton('b "x"', '2')])
    press('a', { ctrlKey: true })
    expect(clip('copy')).toBe('a\t1\tGiven\t\n"b ""x"""\t2\t\t')
    clip('cut')
    expect(texts()).toEqual([
      ['', '', ''],
      ['', '', ''],
    ])
  })
})

describe('what is wrong', () => {
  it('is shown in its cell, counted, explained at the cell, and F8 goes from one to the next', async () => {
    await open([carton('a', 'heavy'), carton('', '2'), carton('a much too long', '3')], {
      path: 'parcels',
      issues: { 'parcels.0.source': 'Unknown', 'consignee.0.number': 'not this' },
    })
    const wrong = [...host.querySelectorAll('[role="gridcell"][aria-invalid]')]
    expect(wrong.map((cell) => cell.getAttribute('title'))).toEqual([
      'Not a number',
      'Unknown',
      'Required',
      '15 characters, 10 allowed',
    ])
    expect(host.querySelector('.py-grid-wrong')?.textContent).toBe('4 cells to correct')
    press('F8')
    expect(status()).toBe('Row 1, Weight: Not a number')
    press('F8')
    press('F8')
    expect(status()).toBe('Row 2, Carton: Required')
  })

  it('F8 after an entry goes on behind the cell it was made in, not behind the one below', async () => {
    await open([carton('a', 'heavy'), carton('', '2'), carton('b', 'light')])
    press('F8')
    expect(status()).toBe('Row 1, Weight: Not a number')
    type('1')
    press('Enter')
    press('F8')
    expect(status()).toBe('Row 2, Carton: Required')
    press('ArrowDown')
    press('F8')
    expect(status()).toBe('Row 3, Weight: Not a number')
  })

  it('an empty row misses nothing', async () => {
    await open([blank()])
    expect(host.querySelector('[aria-invalid]')).toBeNull()
  })
})

it('rows a file gave can be changed, not added or deleted', async () => {
  await open([carton('a'), carton('b')], { fixedRows: true })
  clip('paste', 'A\nB\nC')
  press('Insert')
  press('Delete', { ctrlKey: true })
  expect(texts()).toEqual([
    ['A', '', ''],
    ['B', '', ''],
  ])
})
