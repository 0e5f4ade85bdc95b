import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCENTS } from './accent.ts'
import {
  changeUiSettings,
  onUiSettings,
  readUiSettings,
  resetUiSettings,
  settled,
  UI_DEFAULTS,
  uiSettings,
  type UiSettings,
} from './ui-settings.ts'

const settings: fc.Arbitrary<UiSettings> = fc.record({
  layout: fc.constantFrom('topmenu', 'sidemenu'),
  theme: fc.constantFrom('light', 'dark'),
  color: fc.constantFrom(...ACCENTS),
  contentWidth: fc.constantFrom('Fixed', 'Fluid'),
  fixedHeader: fc.boolean(),
  fixedSide: fc.boolean(),
  autoHideHeader: fc.boolean(),
  colorWeak: fc.boolean(),
  multiPage: fc.boolean(),
  sideOpen: fc.boolean(),
  density: fc.constantFrom('comfortable', 'compact'),
})
const inStore = (key: string): unknown =>
  (JSON.parse(localStorage.getItem(`pro__${key}`) ?? 'null') as { value: unknown } | null)?.value

beforeEach(() => {
  localStorage.clear()
  resetUiSettings()
})

describe('the constraints', () => {
  it('hold whatever was chosen, and settle at once', () =>
    fc.assert(
      fc.property(settings, (requested) => {
        const now = settled(requested)
        if (now.layout === 'sidemenu') expect(now.contentWidth).toBe('Fixed')
        else expect(now.fixedSide).toBe(false)
        if (!now.fixedHeader) expect(now.autoHideHeader).toBe(false)
        expect(settled(now)).toEqual(now)
      }),
    ))
  it('take what a choice rules out with it, in the store too', () => {
    changeUiSettings({ layout: 'sidemenu', fixedSide: true, autoHideHeader: true })
    expect(uiSettings()).toMatchObject({ fixedSide: true, autoHideHeader: true })
    changeUiSettings({ layout: 'topmenu' })
    expect([uiSettings().fixedSide, inStore('DEFAULT_FIXED_SIDEMENU')]).toEqual([false, false])
    changeUiSettings({ fixedHeader: false })
    expect([uiSettings().autoHideHeader, inStore('DEFAULT_FIXED_HEADER_HIDDEN')]).toEqual([
      false,
      false,
    ])
    changeUiSettings({ contentWidth: 'Fluid' })
    changeUiSettings({ layout: 'sidemenu' })
    expect([uiSettings().contentWidth, inStore('DEFAULT_CONTENT_WIDTH_TYPE')]).toEqual([
      'Fixed',
      'Fixed',
    ])
  })
})

describe('the store', () => {
  it('starts with the specification: blue, light, top menu, fixed width, single page', () => {
    expect(uiSettings()).toEqual({
      ...UI_DEFAULTS,
      color: '#1890FF',
      theme: 'light',
      layout: 'topmenu',
      contentWidth: 'Fixed',
      multiPage: false,
    })
  })
  it('keeps every choice under its name and gives it back', () =>
    fc.assert(
      fc.property(settings, (requested) => {
        changeUiSettings(requested)
        const stored = Object.entries({ ...localStorage })
        resetUiSettings()
        for (const [key, value] of stored) localStorage.setItem(key, value)
        // What another window does: the store is read again.
        window.dispatchEvent(new StorageEvent('storage', { key: 'pro__DEFAULT_THEME' }))
        expect(uiSettings()).toEqual(settled(requested))
      }),
    ))
  it('notifies once per change and never when nothing changed', () => {
    const reported = vi.fn()
    const off = onUiSettings(reported)
    changeUiSettings({ theme: 'dark' })
    changeUiSettings({ theme: 'dark' })
    off()
    changeUiSettings({ theme: 'light' })
    expect(reported).toHaveBeenCalledTimes(1)
  })
  it('goes back to the defaults', () => {
    changeUiSettings({ layout: 'sidemenu', color: '#722ED1', density: 'compact', multiPage: true })
    resetUiSettings()
    expect(uiSettings()).toEqual(UI_DEFAULTS)
  })
})

describe('a record from elsewhere', () => {
  it('may be anything', () =>
    fc.assert(
      fc.property(fc.anything(), (from) => {
        const now = settled({ ...UI_DEFAULTS, ...readUiSettings(from) })
        expect(Object.keys(now).sort()).toEqual(Object.keys(UI_DEFAULTS).sort())
        expect(ACCENTS).toContain(now.color)
      }),
    ))
  it('counts where it is one of ours', () => {
    expect(
      readUiSettings({
        layout: 'sidemenu',
        theme: 'pink',
        color: '722ed1',
        multiPage: 'yes',
        x: 1,
      }),
    ).toEqual({ layout: 'sidemenu', color: '#722ED1' })
  })
})
