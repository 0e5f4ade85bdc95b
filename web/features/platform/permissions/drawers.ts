import { lazy } from 'react'

/**
 * What a role is granted, in a drawer: `{ roleId, roleName, open, onClose }`. Fetched when it is
 * first drawn: put it under `Suspense`.
 */
export const GrantDrawer = lazy(() => import('./grant-drawer.tsx'))

/** The same as part of a page. */
export const GrantPanel = lazy(() =>
  import('./grant-panel.tsx').then((file) => ({ default: file.GrantPanel })),
)
