import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { settle, show } from '#web/test/page.tsx'
import { useKeys } from './use-keys.ts'

it('of a list stay below the drawer over it, though they change after it opened', async () => {
  const [list, drawer] = [vi.fn(), vi.fn()]
  const List = () => {
    const [rows, setRows] = useState(false)
    useKeys({ j: list, ...(rows ? { e: list } : {}) })
    return <button onClick={() => setRows(true)} />
  }
  const Drawer = () => {
    useKeys({ j: drawer }, { modal: true })
    return null
  }
  await show(
    <>
      <List />
      <Drawer />
    </>,
  )
  await act(async () => document.querySelector('button')?.click())
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  await settle(100)
  expect([list.mock.calls.length, drawer.mock.calls.length]).toEqual([0, 1])
})
