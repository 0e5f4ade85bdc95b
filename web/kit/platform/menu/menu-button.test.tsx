import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MenuButton } from './menu-button.tsx'
import { leave, settle, show, speak, until, untilFound } from '#web/test/page.tsx'

let chosen: string[] = []
const items = ['one', 'two'].map((key) => ({
  key,
  label: key,
  onClick: () => {
    chosen.push(key)
  },
}))
const page = () =>
  show(
    <>
      <MenuButton items={items} aria-label="more" />
      <input aria-label="elsewhere" />
    </>,
  )
const button = () =>
  document.querySelector<HTMLElement>('[aria-label="more"]') ?? expect.fail('no button')
const isOpen = () => button().getAttribute('aria-expanded') === 'true'
const entry = (key: string) =>
  untilFound(() =>
    [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === key,
    ),
  )

/** A press as a browser reports it: pointer down, then the click. */
async function press(element: HTMLElement): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }))
  })
  await act(async () => {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  })
  await settle()
}

beforeEach(async () => {
  chosen = []
  await speak('en_US')
})
afterEach(async () => {
  await leave()
  vi.useRealTimers()
})

describe('a button with a menu', () => {
  it('opens with the first click, however young the page is', async () => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 })
    await page()
    await press(button())
    expect(isOpen()).toBe(true)
  })

  it('a second, impatient press while the menu is on its way does not lose it', async () => {
    await page()
    act(() => {
      button().click()
      button().click()
    })
    expect(isOpen()).toBe(true)
    await entry('one')
  })

  it('opens again at once after something was chosen', async () => {
    await page()
    await press(button())
    await press(await entry('two'))
    expect(chosen).toEqual(['two'])
    expect(isOpen()).toBe(false)
    await press(button())
    expect(isOpen()).toBe(true)
  })

  it('a press on the button closes its menu, and the next opens it', async () => {
    await page()
    await press(button())
    await entry('one')
    await press(button())
    expect(isOpen()).toBe(false)
    await press(button())
    expect(isOpen()).toBe(true)
  })

  it('a press elsewhere closes it, and a key on the button opens it', async () => {
    await page()
    await press(button())
    await entry('one')
    await press(document.querySelector<HTMLElement>('[aria-label="elsewhere"]')!)
    await until(() => !isOpen())
    await act(async () => button().click())
    expect(isOpen()).toBe(true)
  })

  it('who leaves it by Escape is back on the button', async () => {
    await page()
    await press(button())
    const first = await entry('one')
    first.focus()
    await act(async () => {
      window.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27 } as KeyboardEventInit),
      )
    })
    await until(() => !isOpen())
    expect(document.activeElement).toBe(button())
  })
})
