import { afterEach, expect, it, vi } from 'vitest'
import { press } from '#web/test/acts.ts'
import { leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useAdding, type AddingProps } from './use-adding.tsx'

const onMade = vi.fn()
function Dialog({ onMade: made, onClose }: AddingProps) {
  return (
    <div role="dialog">
      <button onClick={() => made('7')}>Make</button>
      <button onClick={onClose}>Away</button>
    </div>
  )
}
function List({ allowed }: { allowed: boolean }) {
  const { button, dialog } = useAdding('common', allowed, Dialog, onMade)
  return (
    <main>
      {button}
      {dialog}
    </main>
  )
}
const dialog = () => document.querySelector('[role=dialog]')
const keyN = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }))
afterEach(async () => {
  await leave()
  onMade.mockReset()
})

it('opens the dialog by button and by key, and passes on what was made', async () => {
  await showScreen(<List allowed />)
  await press('New')
  await until(() => dialog() !== null)
  await press('Away')
  await until(() => dialog() === null)
  keyN()
  await until(() => dialog() !== null)
  await press('Make')
  await until(() => dialog() === null)
  expect(onMade.mock.calls).toEqual([['7']])
})

it('shows no button and takes no key without the right', async () => {
  await showScreen(<List allowed={false} />)
  keyN()
  expect(document.querySelector('button')).toBe(null)
  expect(dialog()).toBe(null)
})
