import { useEffect, useState } from 'react'
import { onStepUp } from '../../kit/session/step-up.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.tsx'

const AuthDialog = lazyWithRetry(() => import('./auth-dialog.tsx'))

/**
 * Where sensitive calls find a dialog to ask; its code is fetched with the first question.
 */
export function AuthHost() {
  const [question, setQuestion] = useState<{
    answer: (proved: boolean) => void
    open: boolean
  } | null>(null)
  useEffect(
    () => onStepUp(() => new Promise((resolve) => setQuestion({ answer: resolve, open: true }))),
    [],
  )
  if (!question) return null
  const done = (proved: boolean) => {
    question.answer(proved)
    setQuestion({ ...question, open: false })
  }
  return (
    <AuthDialog
      open={question.open}
      onDone={done}
      onGone={() => {
        question.answer(false)
        setQuestion(null)
      }}
    />
  )
}
