import { lazy } from 'react'

/** Drawn with the order, fetched after it. */
export const OrderTimeline = lazy(() => import('./order-timeline.tsx'))
