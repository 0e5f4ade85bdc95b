import { lazy, Suspense, useEffect, useState } from 'react'
import { onceSettled } from '../kit/list/when-idle.ts'
import { onFeedbackNeeded } from '../kit/platform/feedback.ts'

const Host = lazy(() => import('../kit/platform/feedback-host.tsx'))

/**
 * Brings messages and dialogs to the page when first wanted, else soon after the page is there:
 * when the network breaks it is too late to fetch the message.
 */
export function Feedback() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const off = [onceSettled(() => setIsNeeded(true)), onFeedbackNeeded(() => setIsNeeded(true))]
    return () => {
      for (const end of off) end()
    }
  }, [])
  return isNeeded ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null
}
