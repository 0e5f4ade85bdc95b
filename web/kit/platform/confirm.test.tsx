// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useConfirm } from './confirm.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Ask({ count }: { count: number }) {
  const ask = useConfirm()
  const names = Array.from({ length: count }, (_, at) => `Customer ${at + 1}`)
  return <button onClick={() => void ask({ title: 'Send', names })}>Ask</button>
}

it('of more than ten names the rest can be opened', async () => {
  answersAt({})
  await showScreen(<Ask count={12} />, { texts: [], rights: [] })
  await press('Ask')
  await until(() => seen().includes('and 2 more'))
  const rest = document.querySelector('.py-names details')
  expect(rest?.querySelector('summary')?.textContent).toBe('… and 2 more')
  expect([...(rest?.querySelectorAll('li') ?? [])].map((one) => one.textContent)).toEqual([
    'Customer 11',
    'Customer 12',
  ])
})
