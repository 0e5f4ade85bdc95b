import { lazy, Suspense, useEffect, useState } from 'react'
import { onceSettled } from '../kit/list/after-rows.ts'
import { onFeedbackWanted } from '../kit/platform/feedback.ts'

const Host = lazy(() => import('../kit/platform/feedback-host.tsx'))

/**
 * Brings messages and dialogs to the page when first wanted, else soon after the page is there: when the network
 * breaks it is too late to fetch what says so.
 */
export function Feedback() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    const off = [onceSettled(() => setWanted(true)), onFeedbackWanted(() => setWanted(true))]
    return () => {
      for (const end of off) end()
    }
  }, [])
  return wanted ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null
}
