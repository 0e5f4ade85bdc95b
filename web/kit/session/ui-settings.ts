/**
 * How a person has set up the interface. One store for the shell, which is built on it, and for
 * every page that offers the choices (`settings-form.tsx`):
 *
 *   useUiSettings()            what holds now, the constraints applied (`settled`); redraws on every change
 *   uiSettings()               the same outside components
 *   changeUiSettings({ … })    stores and notifies; what a choice rules out changes with it
 *   resetUiSettings()          back to the specification's defaults
 *   onUiSettings(listener)     for others who store them (the shell, on the server)
 *
 * Stored in the browser under the names this family of clients uses (wire.md §11.27); for a
 * signed-in person the shell stores the same record on the server under the key `shell`.
 */
import { useSyncExternalStore } from 'react'
import { ACCENT, ACCENTS } from './accent.ts'
import { isBoolean, isObject, isText, storageSet, storageGet } from '../text/storage.ts'

export interface UiSettings {
  layout: 'topmenu' | 'sidemenu'
  theme: 'light' | 'dark'
  color: string
  contentWidth: 'Fixed' | 'Fluid'
  fixedHeader: boolean
  fixedSide: boolean
  autoHideHeader: boolean
  colorWeak: boolean
  multiPage: boolean
  sideOpen: boolean
  density: 'comfortable' | 'compact'
}
export type UiSetting = keyof UiSettings

const KEYS: Record<UiSetting, string> = {
  layout: 'DEFAULT_LAYOUT_MODE',
  theme: 'DEFAULT_THEME',
  color: 'DEFAULT_COLOR',
  contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE',
  fixedHeader: 'DEFAULT_FIXED_HEADER',
  fixedSide: 'DEFAULT_FIXED_SIDEMENU',
  autoHideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN',
  colorWeak: 'DEFAULT_COLOR_WEAK',
  multiPage: 'DEFAULT_MULTI_PAGE',
  sideOpen: 'SIDEBAR_TYPE',
  density: 'DEFAULT_DENSITY',
}
export const UI_SETTINGS = Object.keys(KEYS) as readonly UiSetting[]

/** Specification §2, "Defaults". */
export const UI_DEFAULTS: UiSettings = {
  layout: 'topmenu',
  theme: 'light',
  color: ACCENT,
  contentWidth: 'Fixed',
  fixedHeader: true,
  fixedSide: false,
  autoHideHeader: false,
  colorWeak: false,
  multiPage: false,
  sideOpen: true,
  density: 'comfortable',
}

const oneOf =
  <const V extends string>(...values: V[]) =>
  (value: unknown): value is V =>
    isText(value) && values.some((known) => known === value)
const GUARDS = {
  layout: oneOf('topmenu', 'sidemenu'),
  theme: oneOf('light', 'dark'),
  color: (value: unknown): value is string => accentOf(value) !== null,
  contentWidth: oneOf('Fixed', 'Fluid'),
  fixedHeader: isBoolean,
  fixedSide: isBoolean,
  autoHideHeader: isBoolean,
  colorWeak: isBoolean,
  multiPage: isBoolean,
  sideOpen: isBoolean,
  density: oneOf('comfortable', 'compact'),
} satisfies { [K in UiSetting]: (value: unknown) => value is UiSettings[K] }

function accentOf(value: unknown): string | null {
  const requested = isText(value) ? value.toUpperCase().replace(/^#?/, '#') : null
  return ACCENTS.find((known) => known === requested) ?? null
}

/**
 * What a record from elsewhere has, key by key; a value that is none of ours counts as missing.
 */
export function readUiSettings(from: unknown): Partial<UiSettings> {
  if (!isObject(from)) return {}
  const { color } = from
  const known = Object.fromEntries(
    UI_SETTINGS.filter((key) => GUARDS[key](from[key])).map((key) => [key, from[key]]),
  )
  return color === undefined || !('color' in known)
    ? known
    : { ...known, color: accentOf(color) ?? UI_DEFAULTS.color }
}

/**
 * The constraints of the specification: Fluid only with the menu on top, a fixed side menu only
 * where there is one, and a header that hides only where it is fixed.
 */
export function settled(settings: UiSettings): UiSettings {
  const top = settings.layout === 'topmenu'
  return {
    ...settings,
    contentWidth: top ? settings.contentWidth : 'Fixed',
    fixedSide: !top && settings.fixedSide,
    autoHideHeader: settings.fixedHeader && settings.autoHideHeader,
  }
}

function stored(): UiSettings {
  const found = Object.fromEntries(
    UI_SETTINGS.map((key) => [key, storageGet<unknown>(KEYS[key], GUARDS[key])]),
  )
  return settled({ ...UI_DEFAULTS, ...readUiSettings(found) })
}

let settings = stored()
const listeners = new Set<() => void>()

export const uiSettings = (): UiSettings => settings
export function onUiSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export function useUiSettings(): UiSettings {
  return useSyncExternalStore(onUiSettings, uiSettings)
}

export function changeUiSettings(change: Partial<UiSettings>): void {
  const before = settings
  settings = settled({ ...settings, ...change })
  const changed = UI_SETTINGS.filter((key) => settings[key] !== before[key])
  for (const key of new Set([...changed, ...(Object.keys(change) as UiSetting[])]))
    storageSet(KEYS[key], settings[key], null)
  if (changed.length > 0) for (const listener of listeners) listener()
}
export const resetUiSettings = (): void => changeUiSettings(UI_DEFAULTS)

// Another window of this browser: both show the same choices.
window.addEventListener('storage', (event) => {
  if (!event.key || !UI_SETTINGS.some((key) => event.key === `pro__${KEYS[key]}`)) return
  settings = stored()
  for (const listener of listeners) listener()
})
