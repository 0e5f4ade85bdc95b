// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { leave, show } from '#web/test/page.tsx'
import { MovingRows } from './moving-rows.tsx'

afterEach(leave)

const onMove = vi.fn()
function Page() {
  const [rows, setRows] = useState([
    { key: 'a', name: 'Apples', hidden: false, pinned: false },
    { key: 'b', name: 'Pears', hidden: true, pinned: false },
    { key: 'c', name: 'Plums', hidden: true, pinned: true },
  ])
  const change = (key: string, what: object) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, ...what } : row)))
  return (
    <MovingRows
      label="Fruit"
      rows={rows.map((row, at) => ({ ...row, first: at === 0, last: at === 2 }))}
      words={{ pin: (n) => `pin ${n}`, up: (n) => `up ${n}`, down: (n) => `down ${n}` }}
      onShow={(key, shown) => change(key, { hidden: !shown })}
      onPin={(key, pinned) => change(key, { pinned })}
      onMove={(key, to, dragged) => {
        onMove(key, to, dragged)
        setRows((now) => {
          const row = now.find((one) => one.key === key)!
          return now.filter((one) => one !== row).toSpliced(to, 0, row)
        })
      }}
      announcement="moved"
    />
  )
}
const names = (page: HTMLElement) =>
  [...page.querySelectorAll('li')].map((row) => row.textContent?.trim())
const button = (page: HTMLElement, name: string) =>
  page.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)!

it('moves a row by its arrows and by key, and the focus goes with it', async () => {
  const page = await show(<Page />)
  expect(button(page, 'up Apples').disabled).toBe(true)
  await act(async () => {
    button(page, 'down Apples').click()
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect(onMove).toHaveBeenLastCalledWith('a', 1, false)
  expect(names(page)).toEqual(['Pears', 'Apples', 'Plums'])
  expect(page.querySelector('[data-key=a]')?.contains(document.activeElement)).toBe(true)
  await act(async () =>
    page
      .querySelector('[data-key=a]')
      ?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }),
      ),
  )
  expect(names(page)).toEqual(['Pears', 'Plums', 'Apples'])
  expect(page.querySelector('[role=status]')?.textContent).toBe('moved')
})

it('moves what is dragged over another row, and leaves the last shown row shown', async () => {
  const page = await show(<Page />)
  const row = (key: string) => page.querySelector(`[data-key=${key}]`)!
  const drag = (type: string) =>
    Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
      dataTransfer: { effectAllowed: '' },
    })
  await act(async () => row('c').dispatchEvent(drag('dragstart')))
  await act(async () => row('a').dispatchEvent(drag('dragover')))
  expect(onMove).toHaveBeenLastCalledWith('c', 0, true)
  const boxes = () => [...page.querySelectorAll<HTMLInputElement>('input')]
  expect(boxes().map(({ disabled }) => disabled)).toEqual([false, true, false])
  await act(async () => boxes()[0]?.click())
  expect(boxes().map(({ disabled }) => disabled)).toEqual([false, false, false])
  await act(async () => button(page, 'pin Plums').click())
  expect(button(page, 'pin Plums').getAttribute('aria-pressed')).toBe('false')
})
