import { createContext, useContext, useEffect, useRef } from 'react'

/**
 * Forms with unsaved entries, each with its tab (null: over all of them). The history's gate, tab
 * closing and the department switch ask here.
 */
const dirty = new Map<symbol, string | null>()
type Ask = () => Promise<boolean>
let ask: Ask = () => Promise.resolve(window.confirm('Leave without saving?'))
let asking: Promise<boolean> | null = null
const listeners = new Set<() => void>()
const emit = () => {
  for (const listener of listeners) listener()
}

/**
 * The tab of a form. A hidden tab's effects are undone though its form stays: `shown` distinguishes
 * the two.
 */
export interface UnsavedScope {
  tab: string
  shown: () => boolean
}
const Scope = createContext<UnsavedScope | null>(null)
export const UnsavedScopeProvider = Scope.Provider
/** The tab of this component, for `mayLeave` and `hasUnsaved`; null outside tabs. */
export const useUnsavedScope = (): string | null => useContext(Scope)?.tab ?? null

const marksIn = (tab: string | null): symbol[] =>
  [...dirty].filter(([, own]) => tab === null || own === null || own === tab).map(([mark]) => mark)

/** Whether something is not saved: anywhere (null), or in one tab and over all of them. */
export const hasUnsaved = (tab: string | null = null): boolean => marksIn(tab).length > 0
/** The tabs with unsaved entries. */
export const unsavedTabs = (): ReadonlySet<string> =>
  new Set([...dirty.values()].filter((tab) => tab !== null))
export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The shell brings the dialog; until then the browser's own is used. */
export function setUnsavedDialog(dialog: Ask): void {
  ask = dialog
}

/**
 * True when nothing would be lost or the person agrees to lose it; then the forms asked about count
 * as clean. `tab` null asks about all of them.
 */
export function mayLeave(tab: string | null = null): true | Promise<boolean> {
  if (!hasUnsaved(tab)) return true
  // A second step while the question is open is the same question.
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking.then((yes) => {
    if (yes) forgetUnsaved(tab)
    return yes
  })
}
/** Counts a tab's forms as clean: it was closed, or reloaded with the person's consent. */
export function forgetUnsaved(tab: string | null): void {
  for (const mark of marksIn(tab)) dirty.delete(mark)
  emit()
}

/**
 * Marks a form as changed while `changed` holds. The returned function counts it as saved at once,
 * before the next draw.
 */
export function useUnsaved(changed: boolean): () => void {
  const id = useRef(Symbol('form'))
  const scope = useContext(Scope)
  useEffect(() => {
    const own = id.current
    if (changed) dirty.set(own, scope?.tab ?? null)
    else dirty.delete(own)
    emit()
    return () => {
      if (scope && !scope.shown()) return
      dirty.delete(own)
      emit()
    }
  }, [changed, scope])
  return () => {
    dirty.delete(id.current)
    emit()
  }
}

window.addEventListener('beforeunload', (event) => {
  if (dirty.size > 0) event.preventDefault()
})
