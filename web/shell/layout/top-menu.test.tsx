import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leave, show, speak } from '#web/test/page.tsx'
import type { NavItem } from './menu.ts'
import { TopMenu } from './top-menu.tsx'

const item = (path: string, children: NavItem[] = []): NavItem => ({
  path,
  title: path,
  icon: null,
  external: null,
  children,
})
beforeEach(() => speak('en_US'))
afterEach(leave)

async function folder(): Promise<HTMLElement> {
  const page = await show(
    <MemoryRouter>
      <TopMenu items={[item('/a', [item('/a/1'), item('/a/2')])]} />
    </MemoryRouter>,
  )
  return page.querySelector('button')!
}
const open = (button: HTMLElement) => button.getAttribute('aria-expanded')

it('a click on a folder the mouse has just opened leaves it open', async () => {
  const button = await folder()
  // React makes "enter" of "over".
  await act(async () =>
    button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })),
  )
  for (let click = 0; click < 2; click++) {
    await act(async () => button.click())
    expect(open(button)).toBe('true')
  }
})

it('a finger or a key opens it and closes it', async () => {
  const button = await folder()
  await act(async () => button.click())
  expect(open(button)).toBe('true')
  await act(async () => button.click())
  expect(open(button)).toBe('false')
})
