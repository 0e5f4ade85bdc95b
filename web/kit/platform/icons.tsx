import { lazy, Suspense } from 'react'
import { loadWhenIdle } from '../list/when-idle.ts'
import { isBoolean, storageGet, storageSet } from './storage.ts'

/** Says that this browser has had the drawings: it shows them with the first words. */
const SEEN = 'Icons_Seen'

/** Fetches the drawings before a page asks for them. */
export async function loadIcons(): Promise<typeof import('./named-icons.tsx')> {
  const icons = await import('./named-icons.tsx')
  storageSet(SEEN, true, null)
  return icons
}

// The first time they must not compete with the rows for the line.
const whenIdle = loadWhenIdle(loadIcons)
const Named = lazy(() => (storageGet(SEEN, isBoolean) ? loadIcons() : whenIdle()))

/**
 * An icon by the name the server's menu gives it (`home`, `deployment-unit`); its place is reserved
 * while it loads.
 */
export function MenuIcon({ name }: { name: string | null }) {
  return (
    <span className="anticon py-icon" aria-hidden>
      {name && (
        <Suspense>
          <Named name={name} />
        </Suspense>
      )}
    </span>
  )
}
