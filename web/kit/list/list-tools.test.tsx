import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { settle, until } from '#web/test/page.tsx'
import {
  server,
  where,
  lists,
  lastList,
  open,
  button,
  press,
  type,
  prepareListScreen,
} from './list-tools.fixture.tsx'

prepareListScreen()

const shown = () => document.body.textContent ?? ''

const heads = () =>
  [...document.querySelectorAll('thead th .py-head-text')].map((head) => head.textContent)

const key = async (name: string) => {
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  })
  await settle(80)
}

describe('columns', () => {
  it('are shown as the person chose, what is new where the screen has it', async () => {
    server.settings = {
      'list:erp/box': {
        order: ['kg', 'name', 'gone'],
        hidden: ['no'],
        shown: ['note'],
        pinned: ['price'],
        width: { kg: 99 },
      },
    }
    await open()
    await until(() => heads()[0] === 'price')
    expect(heads()).toEqual([
      'price',
      'kg (kg)',
      'Currency',
      'cold',
      'packedAt',
      'Created',
      'note',
      'Name',
    ])
    expect(document.querySelector<HTMLElement>('col[data-col="kg"]')?.style.width).toBe('99px')
    expect(document.querySelector('tr[data-row-key="3"]')?.textContent).toContain('note 3')
  })
  it('can be hidden, moved by key and reset', async () => {
    await open()
    const usual = heads()
    await press('Columns and density')
    await until(() => document.querySelector('.py-columns') !== null)
    await act(async () =>
      document
        .querySelector<HTMLElement>('.py-columns [data-key="no"] input[type=checkbox]')
        ?.click(),
    )
    await press('Move kg (kg) left')
    await press('Move kg (kg) left')
    await until(() => heads()[0] === 'kg (kg)')
    expect(heads()).not.toContain('no')
    expect(document.querySelector('.py-columns [data-key="note"] input')).toHaveProperty(
      'checked',
      false,
    )
    await press('Reset')
    await until(() => heads().join() === usual.join())
  })
})

describe('chosen rows', () => {
  it('stay over pages, show how many are elsewhere, and are added up exactly, each currency by itself', async () => {
    await open()
    await act(async () =>
      document.querySelector<HTMLElement>('thead input[type=checkbox]')?.click(),
    )
    await act(async () => button('Next page')?.click())
    await until(() => document.querySelector('tr[data-row-key="21"]') !== null)
    const bar = () => document.querySelector('.py-bulk')?.textContent ?? ''
    expect(bar()).toContain('20 selected')
    expect(bar()).toContain('20 not on this page')
    expect(bar()).toContain('kg (kg) 2.0')
    expect(bar()).toContain('11.00 EUR20 CNY')
  })
  it('can be all that match, collected page by page', async () => {
    await open('?name=Box')
    await act(async () =>
      document.querySelector<HTMLElement>('tbody input[type=checkbox]')?.click(),
    )
    await press('Select all 45 matching')
    await until(() => shown().includes('45 selected'))
    expect(
      lists()
        .filter((one) => one.url.searchParams.get('pageSize') === '100')
        .map((one) => one.url.searchParams.get('pageNo')),
    ).toEqual(['1'])
    await key('Escape')
    expect(document.querySelector('.py-bulk')).toBeNull()
  })
})

it('adds up the page below the rows', async () => {
  await open('?pageNo=3')
  expect(document.querySelector('tfoot')?.textContent).toBe('This page0.53.30 EUR4 CNY')
})

it('takes a pasted column into one filter and names what it did not find', async () => {
  server.missing = ['NO99']
  await open()
  const input =
    document.querySelectorAll<HTMLInputElement>('.py-filter[data-input=pasted] input')[0] ??
    expect.fail('no filter')
  await act(async () => {
    const paste = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(paste, { clipboardData: { getData: () => 'NO1\nNO2\r\nNO99\tNO1' } })
    input.dispatchEvent(paste)
  })
  await until(() => lastList().get('no_MultiString') === 'NO1,NO2,NO99')
  expect(lastList().get('missing')).toBe('no')
  await until(() => document.querySelector('.py-missing')?.textContent?.includes('NO99') ?? false)
  expect(document.querySelector('.py-pasted-many')?.textContent).toBe('3 numbers')
  await press('Clear no')
  await until(() => where().get('no') === null)
})

it('asks with conditions of the advanced filter, encoded once more than the address', async () => {
  await open()
  await press('Advanced filter')
  await until(() => document.querySelector('.py-super') !== null)
  await type(document.querySelector('.py-super input:not([role=combobox])'), 'Box 7')
  await press('Search')
  await until(() => lastList().get('superQueryParams') !== null)
  expect(JSON.parse(decodeURIComponent(lastList().get('superQueryParams') ?? ''))).toEqual([
    { field: 'name', rule: 'eq', val: 'Box 7', type: 'text' },
  ])
})

it('goes on to the next row over the border of the page, and back', async () => {
  await open('?_row=20')
  await until(() => shown().includes('note 20') && button('Next row')?.disabled === false)
  await until(() => document.querySelector('.ant-modal-wrap') === null)
  await settle(80)
  await key('j')
  // First the page beyond, then its row: on a busy machine each in its own time.
  await until(() => lists().some((one) => one.url.searchParams.get('pageNo') === '2'))
  await until(() => where().get('_row') === '21')
  expect(where().get('pageNo')).toBe('2')
  await until(() => document.querySelector('tr[data-row-key="21"]') !== null)
  await settle(50)
  await key('k')
  await until(() => where().get('_row') === '20')
  expect(where().get('pageNo')).toBeNull()
})

it('follows the keys: j and k move, space chooses, Enter opens, Escape lets go', async () => {
  await open()
  await key('j')
  await key('j')
  expect(document.querySelector('tr[data-active]')?.getAttribute('data-row-key')).toBe('2')
  await key(' ')
  expect(shown()).toContain('1 selected')
  await key('k')
  await key('Enter')
  await until(() => where().get('_row') === '1')
  await key('Escape')
  await until(() => where().get('_row') === null)
})
