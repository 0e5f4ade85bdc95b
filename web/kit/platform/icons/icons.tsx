import { lazy, Suspense, type ComponentType } from 'react'
import { loadWhenIdle } from '../../http/when-idle.ts'
import { isBoolean, storageGet, storageSet } from '../../text/storage.ts'

/** Marks that this browser has had the drawings: it shows them with the first words. */
const SEEN = 'Icons_Seen'

/** Once they are here they are drawn with the words: what was waited for appears later than it came. */
let here: ComponentType<{ name: string }> | null = null

/** Fetches the drawings before a page asks for them. */
export async function loadIcons(): Promise<typeof import('./named-icons.tsx')> {
  const icons = await import('./named-icons.tsx')
  here = icons.default
  storageSet(SEEN, true, null)
  return icons
}

// The first time they must not compete with the rows for the line.
const whenIdle = loadWhenIdle(loadIcons)
const Waited = lazy(whenIdle)
if (storageGet(SEEN, isBoolean)) loadIcons().catch(() => undefined)

/**
 * An icon by the name the server's menu gives it (`home`, `deployment-unit`); its place is reserved
 * while it loads.
 */
export function MenuIcon({ name }: { name: string | null }) {
  const Named = here ?? Waited
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
