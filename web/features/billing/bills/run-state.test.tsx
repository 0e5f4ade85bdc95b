// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { RunState } from './run-state.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it('a compared bill is done with once no line of it waits for a decision', async () => {
  answersAt({
    '/sys/dict/getDictItems/bill_run_state': good([
      { value: 'matched', text: 'Compared', label: 'Compared', color: 'success' },
    ]),
  })
  await showScreen(<RunState state="matched" open={96} />, { texts: ['bills'] })
  await until(() => seen().includes('96 lines open'))
  expect(document.querySelector('.py-tone-done')).toBeNull()
  await showScreen(<RunState state="matched" open={0} />, { texts: ['bills'] })
  await until(() => seen().includes('Compared'))
  expect(document.querySelector('.py-tone-done')).not.toBeNull()
})
