import { useEffect, useRef } from 'react'

/** Forms with entries nobody has saved. The history's gate, tab closing and the department switch ask here. */
const dirty = new Set<symbol>()
type Ask = () => Promise<boolean>
let ask: Ask = () => Promise.resolve(window.confirm('Leave without saving?'))
let asking: Promise<boolean> | null = null

export const hasUnsaved = (): boolean => dirty.size > 0
/** The shell brings the dialog; until then the browser's own stands in. */
export function setUnsavedDialog(dialog: Ask): void {
  ask = dialog
}

/** True when nothing would be lost or the person agrees to lose it; then all forms count as clean. */
export function mayLeave(): true | Promise<boolean> {
  if (dirty.size === 0) return true
  // A second step while the question stands open is the same question.
  asking ??= ask().then((yes) => {
    if (yes) dirty.clear()
    return yes
  }).finally(() => { asking = null })
  return asking
}

/** Marks a form as changed while `changed` holds. The returned function counts it as saved at once, before the next draw. */
export function useUnsaved(changed: boolean): () => void {
  const id = useRef(Symbol('form'))
  useEffect(() => {
    const own = id.current
    if (changed) dirty.add(own)
    else dirty.delete(own)
    return () => void dirty.delete(own)
  }, [changed])
  return () => void dirty.delete(id.current)
}

window.addEventListener('beforeunload', (event) => {
  if (dirty.size > 0) event.preventDefault()
})
