import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { LoginAnswer } from '#contracts/platform/session/session.ts'
import { withFeedback } from '../../../kit/http/feedback.ts'
import { textOf } from '../../../kit/text/i18n.ts'
import { signIn } from '../../../kit/session/session.ts'

const LoginSelect = lazy(() => import('./login-select.tsx'))

/** After the first page stands: a word about it must not hold that page up. */
const AFTER_MS = 3_000

export interface Enter {
  /**
   * Takes up what a sign-in answered: at once, or after tenant and department were chosen. `stay`:
   * for seven days.
   */
  enter(answer: LoginAnswer, stay: boolean): void
  /** The choice, while there is one to be made; the page below is to be inert then. */
  choosing: ReactNode
}

/**
 * What follows every kind of sign-in. `onFailed`: the choice was not possible, and the session was
 * ended again.
 */
export function useEnter(onFailed: (error: unknown) => void): Enter {
  const [open, setOpen] = useState<{ answer: LoginAnswer; stay: boolean } | null>(null)
  const finish = (answer: LoginAnswer, stay: boolean) => {
    signIn(answer, stay)
    // Staff work somewhere; customers have no departments.
    if (answer.multi_depart === 0 && answer.userInfo.customerId === null)
      setTimeout(
        () =>
          withFeedback(({ message }) => void message.warning(textOf('session', 'select.noDepart'))),
        AFTER_MS,
      )
  }
  return {
    enter: (answer, stay) => {
      const tenants = answer.userInfo.relTenantIds.split(',').filter(Boolean)
      if (answer.ask && (tenants.length > 1 || answer.departs.length > 1)) setOpen({ answer, stay })
      else finish(answer, stay)
    },
    choosing: open && (
      <Suspense>
        <LoginSelect
          answer={open.answer}
          onDone={(answer) => finish(answer, open.stay)}
          onFailed={(error) => {
            setOpen(null)
            onFailed(error)
          }}
        />
      </Suspense>
    ),
  }
}
