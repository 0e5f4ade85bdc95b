import { lazy, Suspense, useEffect, useState } from 'react'
import { useWho } from '../kit/who.ts'
import { onWorks, resumeWorks, worksNow } from '../kit/works.ts'
import { useKeys } from '../kit/use-keys.ts'
import type { NavItem } from './menu.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeysHelp = lazy(() => import('./keys-help.tsx'))
const WorkTray = lazy(() => import('./work-tray.tsx'))

let ask: (() => void) | null = null
/** Opens the palette, for a button in the header. */
export const openPalette = (): void => ask?.()

/** What is at hand on every page: the palette, the list of keys, and work that goes on in the background. Each comes when first wanted. */
export function Anywhere({ nav }: { nav: readonly NavItem[] }) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const [working, setWorking] = useState(worksNow().length > 0)
  useKeys({ 'mod+k': () => setOpen('palette'), '?': () => setOpen('keys') }, { always: true })
  const { user } = useWho()
  useEffect(() => onWorks(() => setWorking(worksNow().length > 0)), [])
  useEffect(() => resumeWorks(), [user?.id])
  useEffect(() => {
    ask = () => setOpen('palette')
    return () => { ask = null }
  }, [])
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette nav={nav} onClose={close} />}
      {open === 'keys' && <KeysHelp onClose={close} />}
      {working && <WorkTray />}
    </Suspense>
  )
}
