import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { queryClient } from '../../../kit/http/query.ts'
import { PostcodeNote } from './postcode-note.tsx'

const open = async (city: string, state = '') => {
  const onTake = vi.fn()
  await show(
    <QueryClientProvider client={queryClient}>
      <PostcodeNote country="DE" postalCode="10115" city={city} state={state} onTake={onTake} />
    </QueryClientProvider>,
  )
  return onTake
}

beforeEach(async () => {
  queryClient.clear()
  await speak('en_US', 'addresses')
  signInForTest()
  answersAt({ '/erp/address/postcode': good({ state: 'Berlin', cities: ['Berlin'] }) })
})

it('proposes town and state of a postal code', async () => {
  const onTake = await open('')
  await until(() => seen().includes('Postal code 10115:'))
  await press('Berlin, Berlin')
  expect(onTake).toHaveBeenCalledWith({ city: 'Berlin', state: 'Berlin' })
})

it('asks where the town differs, and keeps what was entered', async () => {
  const onTake = await open('Hamburg')
  await until(() => seen().includes('Postal code 10115 belongs to another place than Hamburg:'))
  await press('Keep as entered')
  expect(seen()).not.toContain('10115')
  expect(onTake).not.toHaveBeenCalled()
})

it('shows nothing where all fits', async () => {
  await open('Berlin-Mitte', 'Berlin')
  await until(
    () => queryClient.isFetching() === 0 && queryClient.getQueryCache().getAll().length > 0,
  )
  expect(seen()).not.toContain('10115')
})
