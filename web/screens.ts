import { createElement, type ComponentType } from 'react'
import { screenOf } from '#contracts/kit/shell-screens.ts'
import type { ScreenPlace } from './kit/list/ask-ahead.ts'
import { areaFile } from './kit/text/area-files.ts'
import { loadTexts } from './kit/text/i18n.ts'
import { loadCrud } from './kit/http/load-crud.ts'

/** What a menu component becomes; those of several entries show the menu's title. */
export type ScreenComponent = ComponentType<{ title: string }>

interface ScreenFile {
  default: ScreenComponent
  /** Asks the server for what the screen will show, before it is drawn. */
  ahead?: (place: ScreenPlace) => void
}
/** By menu component, `feature/Name`: the area a feature lies in is no part of it. */
async function screenFile(component: string): Promise<ScreenFile | null> {
  const load = await areaFile('screens', component.split('/')[0] ?? '', component)
  return load ? ((await load()) as ScreenFile) : null
}
const ready = new Map<string, ScreenComponent | null>()

/**
 * The screen of a menu component if it is there already: null when there is none, undefined before
 * it was loaded.
 */
export const readyScreen = (component: string): ScreenComponent | null | undefined =>
  ready.get(component)

/**
 * Fetches a screen with everything it draws with, in one go: `feature/Name` from its file,
 * `resource/<name>` from the entity's definition. Null for what this version does not have: a menu
 * must never crash the page.
 */
export async function loadScreen(component: string): Promise<ScreenComponent | null> {
  const known = ready.get(component)
  if (known !== undefined) return known
  const own = screenOf(component)
  const [feature = '', name = ''] = own.split('/')
  const found = feature === 'resource' ? await resourceScreen(name) : await ownScreen(own, feature)
  ready.set(component, found)
  return found
}

/** Loads the screen of a component and asks for what it will show at this place. */
export async function prepareScreen(component: string, place: ScreenPlace): Promise<void> {
  const screen = loadScreen(component)
  const file = await screenFile(screenOf(component))
  file?.ahead?.(place)
  await screen
}

async function ownScreen(component: string, feature: string): Promise<ScreenComponent | null> {
  const [file] = await Promise.all([screenFile(component), loadTexts(feature)])
  if (!file) return null
  return ({ title }) => createElement(file.default, { title })
}

async function resourceScreen(name: string): Promise<ScreenComponent | null> {
  const [resource, kit] = await Promise.all([
    loadCrud(name),
    import('./kit/resource/resource-screen.tsx'),
    loadTexts(name),
  ])
  if (!resource) return null
  return ({ title }) => createElement(kit.ResourceScreen, { of: resource, title })
}
