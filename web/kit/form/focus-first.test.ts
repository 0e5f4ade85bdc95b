import { afterEach, expect, it } from 'vitest'
import { focusFirst } from './focus-first.ts'

afterEach(() => document.body.replaceChildren())
const page = (html: string) => {
  document.body.innerHTML = html
}
const at = () => document.activeElement?.id

it('puts the cursor into the first field that takes one', () => {
  page(
    '<input id="outside"><form id="f"><input type="hidden"><input disabled><input readonly><input id="a"><textarea id="b"></textarea></form>',
  )
  document.getElementById('outside')?.focus()
  focusFirst('f')
  expect(at()).toBe('a')
})
it('leaves it in the field the user has gone to already', () => {
  page(
    '<form id="f"><input id="a"><textarea id="b"></textarea><div id="c" role="combobox" tabindex="0"></div><button id="d" type="button">x</button></form>',
  )
  for (const id of ['b', 'c']) {
    document.getElementById(id)?.focus()
    focusFirst('f')
    expect(at()).toBe(id)
  }
  document.getElementById('d')?.focus()
  focusFirst('f')
  expect(at()).toBe('a')
})
