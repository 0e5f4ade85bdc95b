import { lazy } from 'react'

/** The dialog that opens a count. */
export const NewCount = lazy(() => import('./new-count.tsx'))
