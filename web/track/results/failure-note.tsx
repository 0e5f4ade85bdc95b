/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icons.tsx'
import { t } from '../texts.ts'
import { waitLabel } from './times.ts'

/** Why there is no answer. */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'busy'; waitSeconds: number }
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; requestId: string | null }

type Props = { failure: Failure; loading: boolean; retry: () => void; staleFrom: string | null }

/** What went wrong, what happens next, and the way to try again. */
export function FailureNote({ failure, loading, retry, staleFrom }: Props): VNode {
  return (
    <section class={`failure ${failure.kind}`}>
      <Icon name={failure.kind === 'busy' ? 'clock' : 'alert'} />
      <div class="failure-text" role="alert">
        <h2>{t(`failure.${failure.kind}`)}</h2>
        <p>{helpFor(failure)}</p>
        {failure.kind === 'broken' && failure.requestId && (
          <p class="request-id">
            <code>{failure.requestId}</code>
            <CopyButton
              icon="copy"
              label={t('failure.copyId')}
              text={() => failure.requestId ?? ''}
            />
          </p>
        )}
        {staleFrom !== null && <p>{t('failure.stale', { time: staleFrom })}</p>}
      </div>
      <button
        type="button"
        class="second"
        disabled={loading || failure.kind === 'busy'}
        onClick={retry}
      >
        {failure.kind === 'busy' && !loading ? (
          <Countdown seconds={failure.waitSeconds} />
        ) : (
          t('failure.retry')
        )}
      </button>
    </section>
  )
}

function helpFor(failure: Failure): string {
  if (failure.kind === 'refused') return failure.message
  if (failure.kind === 'broken' && !failure.requestId) return t('failure.brokenPlain')
  return t(`failure.${failure.kind}Help`)
}

function Countdown({ seconds }: { seconds: number }): VNode {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    // From the clock, not by counting ticks: a phone in a pocket skips them.
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <span role="timer" aria-live="off">
      {t('failure.busyWait', { time: waitLabel(left) })}
    </span>
  )
}
