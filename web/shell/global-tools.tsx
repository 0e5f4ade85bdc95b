import { lazy, Suspense, useEffect, useState } from 'react'
import { onceSettled } from '../kit/http/when-idle.ts'
import { useKeys } from '../kit/platform/use-keys.ts'

const Palette = lazy(() => import('./palette/palette.tsx'))
const KeysHelp = lazy(() => import('./palette/keys-help.tsx'))
const WorkTray = lazy(() => import('./background-task-tray.tsx'))

let ask: (() => void) | null = null
/** Opens the palette by hand: the field in the header, the magnifier on a phone. */
export const openPalette = (): void => ask?.()

/**
 * What is at hand on every page: the palette, the list of keys, and work that goes on in the
 * background. Each comes when first wanted.
 */
export function GlobalTools() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const [settled, setSettled] = useState(false)
  useKeys({ 'mod+k': () => setOpen('palette'), '?': () => setOpen('keys') }, { always: true })
  // The tray takes up work from before a reload; the page itself comes first.
  useEffect(() => onceSettled(() => setSettled(true)), [])
  useEffect(() => {
    ask = () => setOpen('palette')
    return () => {
      ask = null
    }
  }, [])
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeysHelp onClose={close} />}
      {settled && <WorkTray />}
    </Suspense>
  )
}
