import { lazy, Suspense, useEffect, useState } from 'react'
import { onFeedbackWanted } from '../kit/platform/feedback.ts'

const Host = lazy(() => import('../kit/platform/feedback-host.tsx'))
/** Fetched by then even if nobody asked: when the network breaks it is too late to fetch what says so. */
const AFTER_MS = 1500

/** Brings messages and dialogs to the page when first wanted, at the latest soon after it stands. */
export function Feedback() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), AFTER_MS)
    const off = onFeedbackWanted(() => setWanted(true))
    return () => {
      clearTimeout(timer)
      off()
    }
  }, [])
  return wanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null
}
