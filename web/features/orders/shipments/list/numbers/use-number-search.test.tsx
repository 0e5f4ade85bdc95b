import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, show, signInForTest, until } from '#web/test/page.tsx'
import { queryClient } from '../../../../../kit/http/query.ts'
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
])('one term that is no whole number is asked as a part: %s', async (numbers, expected) => {
  queryClient.clear()
  const sent = answersAt({ '/erp/tracking/search': rows(numbers) })
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  act(() => search.set(numbers))
  await until(() => sent.length > 0 && !search.searching)
  expect(decodeURIComponent(address)).toBe(decodeURIComponent(expected))
})
