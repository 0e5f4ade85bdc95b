import { lazy } from 'react'

/** Its words and the dialog come with it: the forms that show it do not wait. */
export const CompareButton = lazy(() => import('./compare-button.tsx'))
