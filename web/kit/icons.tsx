import { lazy, Suspense } from 'react'

// Some eighty drawings: they come after the page that uses six of them.
const Named = lazy(() => import('./named-icons.tsx'))

/** An icon by the name the server's menu gives it (`home`, `deployment-unit`); its place is kept while it loads. */
export function MenuIcon({ name }: { name: string | null }) {
  return <span className="anticon py-icon" aria-hidden>{name && <Suspense><Named name={name} /></Suspense>}</span>
}
