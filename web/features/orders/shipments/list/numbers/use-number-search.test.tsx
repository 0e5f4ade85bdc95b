import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answersAt, inputAt, press, seen, type } from '#web/test/acts.ts'
import { good, leave, settle, show, signInForTest, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { queryClient } from '../../../../../kit/http/query.ts'
import NumberBand from './number-band.tsx'
import { NUMBER_BOX, NumberBox } from './number-box.tsx'
import { useNumberSearch, type NumberSearch } from './use-number-search.ts'

const KNOWN: Readonly<Record<string, string>> = { PY0000000001: '11' }
let address = ''
let search: NumberSearch
function Page() {
  const found = useNumberSearch()
  const { search: at } = useLocation()
  useEffect(() => {
    address = at
    search = found
  })
  return null
}
const rows = (numbers: string[]) =>
  good(numbers.map((asked) => ({ asked, shipmentId: KNOWN[asked] ?? null })))

beforeEach(signInForTest)
afterEach(leave)

it.each([
  [['7350720'], '?words=7350720'],
  [['0720'], '?words=0720'],
  [['0171', '2345678'], '?nos=0171%2C2345678'],
  [['PY0000000001'], '?nos=PY0000000001'],
  [['PY0000000001', '7350720'], '?nos=PY0000000001%2C7350720'],
  [['0012345', '0012346'], '?nos=0012345%2C0012346'],
  [['123456', '123457'], '?nos=123456%2C123457'],
  [['CARTON-8', 'CARTON-9'], '?nos=CARTON-8%2CCARTON-9'],
  [['12629', 'Berlin'], '?words=12629+Berlin', true],
  [['Klein', '12629'], '?words=Klein+12629', true],
  [['PY0000000001', 'Berlin'], '?nos=PY0000000001+Berlin', true],
  [['12629', '10115'], '?nos=12629+10115', true],
  [['Order', '12629'], '?nos=Order%2C12629', false],
] as [string[], string, boolean?][])(
  'what is no whole number is asked as words: %s',
  async (numbers, expected, line) => {
    queryClient.clear()
    const sent = answersAt({ '/erp/tracking/search': rows(numbers) })
    await show(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    act(() => search.set(numbers, line))
    await until(() => sent.length > 0 && !search.searching)
    expect(decodeURIComponent(address)).toBe(decodeURIComponent(expected))
  },
)

function Searched() {
  const found = useNumberSearch()
  const list = {
    total: found.words === 'Nirgends 1' ? 0 : 26,
    capped: false,
    loading: false,
    stale: false,
  }
  return (
    <>
      <Page />
      <NumberBox search={found} />
      {(found.numbers.length > 0 || found.words) && <NumberBand search={found} list={list} />}
    </>
  )
}
const enter = async (text: string) => {
  await type(inputAt(NUMBER_BOX), text)
  await act(async () => {
    const sent = new Event('submit', { bubbles: true, cancelable: true })
    inputAt(NUMBER_BOX).form?.dispatchEvent(sent)
  })
  await settle()
}

it('words are shown with how many were found, and are left by the cross or an empty box', async () => {
  answersAt({ '/erp/tracking/search': rows(['Nirgends', '1']) })
  await showScreen(<Searched />, { texts: ['shipments', 'lists'] })
  expect(seen()).not.toContain('Orders found')
  await enter('Schmidt')
  expect(address).toBe('?words=Schmidt')
  expect(seen()).toContain('SchmidtOrders found in this list: 26')
  await press('Clear the search')
  expect(address).toBe('')
  expect(seen()).not.toContain('Schmidt')
  await enter('Schmidt,  Köln')
  expect(seen()).toContain('Schmidt KölnOrders found')
  await enter('')
  expect(address).toBe('')
  await enter('Nirgends 1')
  await until(() => seen().includes('Nirgends 1Orders found in this list: 0'))
})
