import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * Forms with unsaved entries, each with its tab (null: over all of them). The history's gate, tab
 * closing and the department switch ask here.
 */
interface Dirty {
  tab: string | null
  /** Forgets the draft; null where the form has none. */
  dropDraft: (() => void) | null
}
const dirty = new Map<symbol, Dirty>()
/** `discard`: leave, and the drafts go too. */
export type Leaving = boolean | 'discard'
type Ask = (drafts: boolean) => Promise<Leaving>
let ask: Ask = () => Promise.resolve(window.confirm('Leave without saving?'))
let asking: Promise<Leaving> | null = null
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
  [...dirty]
    .filter(([, own]) => tab === null || own.tab === null || own.tab === tab)
    .map(([mark]) => mark)

/** Whether something is not saved: anywhere (null), or in one tab and over all of them. */
export const hasUnsaved = (tab: string | null = null): boolean => marksIn(tab).length > 0
/** The tabs with unsaved entries. */
export const unsavedTabs = (): ReadonlySet<string> =>
  new Set([...dirty.values()].flatMap(({ tab }) => tab ?? []))
export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Whether something of this tab is not saved, as it changes. */
export function useHasUnsaved(): boolean {
  const tab = useUnsavedScope()
  return useSyncExternalStore(onUnsaved, () => hasUnsaved(tab))
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
  const drafts = marksIn(tab).every((mark) => dirty.get(mark)?.dropDraft)
  asking ??= ask(drafts).finally(() => {
    asking = null
  })
  return asking.then((leaving) => {
    if (leaving === 'discard') for (const mark of marksIn(tab)) dirty.get(mark)?.dropDraft?.()
    if (leaving) forgetUnsaved(tab)
    if (leaving) setTimeout(focusPage, CLOSED_MS)
    return leaving !== false
  })
}
const CLOSED_MS = 400
/**
 * What had the focus is gone with the form: the row one was at has it now, else the page's head.
 */
function focusPage(): void {
  if (document.activeElement && document.activeElement !== document.body) return
  const row = document.querySelector<HTMLElement>('tr[data-active], main tr[tabindex="0"]')
  ;(row ?? document.querySelector<HTMLElement>('main h1'))?.focus()
}
/** Closes a window over the page where nothing is lost by it, or the user agrees. */
export const closeAsked = (tab: string | null, close: () => void): void =>
  void Promise.resolve(mayLeave(tab)).then((yes) => yes && close())

/** Counts a tab's forms as clean: it was closed, or reloaded with the person's consent. */
export function forgetUnsaved(tab: string | null): void {
  for (const mark of marksIn(tab)) dirty.delete(mark)
  emit()
}

/**
 * Marks a form as changed while `changed` holds. The returned function counts it as saved at once,
 * before the next draw.
 */
export function useUnsaved(changed: boolean, dropDraft: (() => void) | null = null): () => void {
  const id = useRef(Symbol('form'))
  const scope = useContext(Scope)
  useEffect(() => {
    const own = id.current
    if (changed) dirty.set(own, { tab: scope?.tab ?? null, dropDraft })
    else dirty.delete(own)
    emit()
    return () => {
      if (scope && !scope.shown()) return
      dirty.delete(own)
      emit()
    }
  }, [changed, scope, dropDraft])
  return () => {
    dirty.delete(id.current)
    emit()
  }
}

window.addEventListener('beforeunload', (event) => {
  if (dirty.size > 0) event.preventDefault()
})
