import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

const files = import.meta.glob<{ default: ComponentType }>('./features/*/*.screen.tsx')
const known = new Map<string, LazyExoticComponent<ComponentType>>()

/** The screen of a menu component `feature/Name`; null when no such file exists. */
export function screenOf(component: string): LazyExoticComponent<ComponentType> | null {
  const load = files[`./features/${component}.screen.tsx`]
  if (!load) return null
  const found = known.get(component) ?? lazy(load)
  known.set(component, found)
  return found
}

/** `resource/<name>` needs no file: the plain entity's own screen is made from its definition. */
export function resourceNameOf(component: string): string | null {
  return /^resource\/([a-z0-9-]+)$/.exec(component)?.[1] ?? null
}
