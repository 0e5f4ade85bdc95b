import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Callable } from './api.ts'
import { queryClient } from './query.ts'
import {
  answers,
  good,
  leave,
  show,
  signInForTest,
  signOutForTest,
  speak,
} from '#web/test/page.tsx'
import { useAction, type Action } from './use-action.ts'

const upload: Callable<{ dryRun: string }, unknown> = {
  method: 'POST',
  path: '/x/importExcel',
  body: 'multipart',
  idempotency: 'accepted',
}
const save: Callable<{ dryRun: string }, unknown> = { method: 'PUT', path: '/x/save' }
let action: Action<{ dryRun: string }, unknown> | null = null
function Page({ endpoint }: { endpoint: Callable<{ dryRun: string }, unknown> }) {
  const made = useAction(endpoint, { ownRefusals: true, success: false })
  useEffect(() => {
    action = made
  })
  return null
}
const page = (endpoint: Callable<{ dryRun: string }, unknown>) =>
  show(
    <QueryClientProvider client={queryClient}>
      <Page endpoint={endpoint} />
    </QueryClientProvider>,
  )
const run = (files: Record<string, Blob> = {}) =>
  act(async () => void (await action?.run({ dryRun: 'true' }, files)))

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
})
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
})

it('keeps its key while the answer is lost, and takes another for another file', async () => {
  const sent = answers({ lost: true }, { lost: true }, { lost: true }, good(null))
  await page(upload)
  const file = new File(['a'], 'orders.csv', { lastModified: 1 })
  await run({ file })
  await run({ file })
  const other = new File(['b'], 'orders.csv', { lastModified: 2 })
  await run({ file: other })
  await run({ file: other })
  const [one, same, two, again] = sent.map((call) => call.headers.get('idempotency-key'))
  expect(one).toMatch(/^[\da-f-]{36}$/)
  expect(same).toBe(one)
  expect(two).not.toBe(one)
  expect(again).toBe(two)
})

it('sends no key where the contract takes none', async () => {
  const sent = answers(good(null))
  await page(save)
  await run()
  expect(sent[0]?.headers.has('idempotency-key')).toBe(false)
})
