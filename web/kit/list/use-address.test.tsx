import { act, useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { leave, settle, show } from '#web/test/page.tsx'
import { useAddress } from './use-address.ts'

let at = ''
let put: (name: string, value: string) => void
let back: () => void
function Page() {
  const [, change] = useAddress()
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    at = search
    put = (name, value) =>
      change((now) => {
        now.set(name, value)
        return now
      })
    back = () => void navigate(-1)
  })
  return null
}
const step = async (work: () => void) => {
  await act(async () => work())
  await settle()
}
afterEach(leave)

it('several changes in one turn add up', async () => {
  await show(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  await step(() => {
    put('a', '1')
    put('b', '2')
  })
  expect(at).toBe('?a=1&b=2')
})

it('what one went back from does not come again with the next change', async () => {
  await show(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  await step(() => put('_row', '7'))
  await step(() => back())
  expect(at).toBe('')
  await step(() => put('sort', 'name'))
  expect(at).toBe('?sort=name')
})
