import { lazy } from 'react'

/**
 * Adding or changing a user, in a drawer; `roles` and `customer` preset a new user. Fetched when it is first
 * drawn: put it under `Suspense`.
 */
export const UserFormDrawer = lazy(() => import('./user-form-drawer.tsx'))
/** A password that is shown once. */
export const PasswordOnce = lazy(() => import('./password-once.tsx'))
