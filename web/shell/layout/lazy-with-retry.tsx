import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { ApiError, NO_ANSWER } from '../../kit/http/api-error.ts'
import { announceFailure } from '../../kit/http/failures.ts'
import { textOf } from '../../kit/text/i18n.ts'
import { withFeedback } from '../../kit/http/feedback.ts'
import { handleMissingFile, isMissingFile } from '../stale-build.ts'

/**
 * A part that is fetched when first wanted (a drawer, a dialog). Where its file cannot be had the
 * page stays and the user is informed; `onGone` takes back what asked for it, and the next wish asks
 * for the file again.
 */
export function lazyWithRetry<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P & { onGone?: () => void }> {
  return function Later(props) {
    const [Part] = useState(() => lazy(load))
    return (
      <Fallen
        onFallen={(error) => {
          report(error)
          props.onGone?.()
        }}
      >
        <Suspense>
          <Part {...props} />
        </Suspense>
      </Fallen>
    )
  }
}

function report(error: unknown): void {
  if (!isMissingFile(error))
    return withFeedback(({ message }) => void message.error(textOf('shell', 'exception.500.title')))
  void handleMissingFile().then((next) => {
    if (next === 'unreachable')
      announceFailure(new ApiError({ status: NO_ANSWER, message: '', error: 'network' }))
    else withFeedback(({ message }) => void message.warning(textOf('shell', `outdated.${next}`)))
  })
}

class Fallen extends Component<
  { children: ReactNode; onFallen: (error: unknown) => void },
  { fallen: boolean }
> {
  override state = { fallen: false }
  static getDerivedStateFromError(): { fallen: boolean } {
    return { fallen: true }
  }
  override componentDidCatch(error: unknown): void {
    this.props.onFallen(error)
  }
  override render(): ReactNode {
    return this.state.fallen ? null : this.props.children
  }
}
