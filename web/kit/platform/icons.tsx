import { lazy, Suspense } from 'react'
import { loadWhenIdle } from '../list/when-idle.ts'

// Drawings must not compete with the rows for the line.
const Named = lazy(loadWhenIdle(() => import('./named-icons.tsx')))

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
