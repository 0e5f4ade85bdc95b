import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { leave, settle, show, speak } from '#web/test/page.tsx'
import SettingsForm from './settings-form.tsx'
import {
  changeUiSettings,
  resetUiSettings,
  UI_DEFAULTS,
  uiSettings,
} from '../session/ui-settings.ts'

beforeEach(async () => {
  localStorage.clear()
  resetUiSettings()
  await speak('en_US', 'ui-settings')
})
afterEach(leave)

const labelled = (text: string) =>
  [...document.querySelectorAll('label')].find((label) => label.textContent?.startsWith(text)) ??
  expect.fail(`no label ${text}`)
const field = (text: string): HTMLInputElement | HTMLButtonElement => {
  const found = labelled(text).control
  return found instanceof HTMLInputElement || found instanceof HTMLButtonElement
    ? found
    : expect.fail(`nothing behind ${text}`)
}
const press = async (text: string) => {
  await act(async () => field(text).click())
  await settle()
}

it('every choice takes effect at once', async () => {
  await show(<SettingsForm />)
  for (const text of [
    'Side menu',
    'Dark',
    'Compact',
    'Purple',
    'Pages as tabs',
    'Colour-weak mode',
    'Fixed side menu',
    'Hide header on scroll',
    'Side menu expanded',
  ])
    await press(text === 'Side menu' ? 'Side menu' : text)
  expect(uiSettings()).toEqual({
    ...UI_DEFAULTS,
    layout: 'sidemenu',
    theme: 'dark',
    density: 'compact',
    color: '#722ED1',
    multiPage: true,
    colorWeak: true,
    fixedSide: true,
    autoHideHeader: true,
    sideOpen: false,
  })
})
it('what another choice rules out cannot be chosen, with the reason', async () => {
  await show(<SettingsForm />)
  expect([field('Fixed side menu').disabled, labelled('Fixed side menu').textContent]).toEqual([
    true,
    'Fixed side menuNeeds the side menu.',
  ])
  expect(field('Fluid').disabled).toBe(false)
  await act(async () => changeUiSettings({ layout: 'sidemenu', fixedHeader: false }))
  expect([
    field('Fluid').disabled,
    field('Fixed side menu').disabled,
    field('Hide header on scroll').disabled,
  ]).toEqual([true, false, true])
  expect(labelled('Hide header on scroll').textContent).toContain('Needs the fixed header.')
})
it('offers the eight colours by name and goes back to the defaults', async () => {
  await show(<SettingsForm />)
  expect(
    [...document.querySelectorAll('.py-swatches label')].map((label) => label.textContent),
  ).toEqual(['Red', 'Volcano', 'Orange', 'Cyan', 'Green', 'Blue (standard)', 'Geek blue', 'Purple'])
  await press('Red')
  await act(async () =>
    [...document.querySelectorAll('button')]
      .find((button) => button.textContent === 'Reset to defaults')
      ?.click(),
  )
  expect(uiSettings()).toEqual(UI_DEFAULTS)
})
