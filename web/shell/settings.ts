import { useSyncExternalStore } from 'react'
import { isBoolean, isText, keep, kept } from '../kit/storage.ts'
import { ACCENT, ACCENTS } from './accent.ts'

/** How a person has set up the shell; names and values are those this family of clients stores. */
export interface Settings {
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
}
const KEYS: Record<keyof Settings, string> = {
  layout: 'DEFAULT_LAYOUT_MODE', theme: 'DEFAULT_THEME', color: 'DEFAULT_COLOR', contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE', fixedHeader: 'DEFAULT_FIXED_HEADER',
  fixedSide: 'DEFAULT_FIXED_SIDEMENU', autoHideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN', colorWeak: 'DEFAULT_COLOR_WEAK', multiPage: 'DEFAULT_MULTI_PAGE', sideOpen: 'SIDEBAR_TYPE',
}
/** Specification §2, "Defaults". */
export const DEFAULTS: Settings = {
  layout: 'topmenu', theme: 'light', color: ACCENT, contentWidth: 'Fixed', fixedHeader: true, fixedSide: false,
  autoHideHeader: false, colorWeak: false, multiPage: false, sideOpen: true,
}

const oneOf = <const V extends string>(...values: V[]) => (value: unknown): value is V => isText(value) && values.some((known) => known === value)
const flag = (key: keyof Settings, usual: boolean): boolean => kept(KEYS[key], isBoolean) ?? usual

function stored(): Settings {
  const color = kept(KEYS.color, isText)?.toUpperCase()
  return {
    layout: kept(KEYS.layout, oneOf('topmenu', 'sidemenu')) ?? DEFAULTS.layout,
    theme: kept(KEYS.theme, oneOf('light', 'dark')) ?? DEFAULTS.theme,
    color: ACCENTS.find((known) => known === color) ?? DEFAULTS.color,
    contentWidth: kept(KEYS.contentWidth, oneOf('Fixed', 'Fluid')) ?? DEFAULTS.contentWidth,
    fixedHeader: flag('fixedHeader', DEFAULTS.fixedHeader), fixedSide: flag('fixedSide', DEFAULTS.fixedSide),
    autoHideHeader: flag('autoHideHeader', DEFAULTS.autoHideHeader), colorWeak: flag('colorWeak', DEFAULTS.colorWeak),
    multiPage: flag('multiPage', DEFAULTS.multiPage), sideOpen: flag('sideOpen', DEFAULTS.sideOpen),
  }
}

let settings = stored()
const listeners = new Set<() => void>()

export function changeSettings(change: Partial<Settings>): void {
  settings = { ...settings, ...change }
  for (const key of Object.keys(change) as (keyof Settings)[]) keep(KEYS[key], settings[key], null)
  for (const listener of listeners) listener()
}
export function useSettings(): Settings {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, () => settings)
}
