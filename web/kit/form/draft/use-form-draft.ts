import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import { dropDraft, readDraft, withChanges, writeDraft, type Draft } from './form-draft.ts'

/**
 * A long form's changes are many kilobytes: they are written when typing pauses, not at every key.
 */
const PAUSE_MS = 400

/**
 * The kept draft of a form: what is restored when it opens, and the changes written as they are
 * made. Null keeps none.
 */
export function useFormDraft<V extends object>(
  of: string | null,
  start: V,
  restore: (values: V) => V | null = (values) => values,
) {
  const { user } = useSession()
  const key = of === null ? null : `${user?.id ?? ''}:${of}`
  const [{ found, values }] = useState(() => {
    const stored = key === null ? null : readDraft(key)
    const restored = stored && restore(withChanges(start, stored.values))
    return restored ? { found: stored, values: restored } : { found: null, values: start }
  })
  const [draft, setDraft] = useState<Draft | null>(found)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<(() => void) | null>(null)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current?.()
    waiting.current = null
  }, [])
  const write = useCallback(
    (changes: () => object, version: unknown) => {
      if (key === null) return
      clearTimeout(timer.current)
      waiting.current = () => writeDraft(key, { ...changes() }, version ?? null)
      timer.current = setTimeout(flush, PAUSE_MS)
    },
    [key, flush],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    if (key !== null) dropDraft(key)
    setDraft(null)
  }, [key])
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return useMemo(() => ({ draft, values, write, flush, drop }), [draft, values, write, flush, drop])
}
