import { lazy, Suspense } from 'react'
import { queryClient } from './query.ts'

/** Drawings must not compete with the rows for the line. */
async function afterTheRows(): Promise<void> {
  let patience = 10
  do await new Promise((resolve) => setTimeout(resolve, 500))
  while (queryClient.isFetching() > 0 && patience-- > 0)
}
const Named = lazy(async () => {
  await afterTheRows()
  return await import('./named-icons.tsx')
})

/** An icon by the name the server's menu gives it (`home`, `deployment-unit`); its place is kept while it loads. */
export function MenuIcon({ name }: { name: string | null }) {
  return <span className="anticon py-icon" aria-hidden>{name && <Suspense><Named name={name} /></Suspense>}</span>
}
