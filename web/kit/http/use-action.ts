import { useCallback, useRef, useState } from 'react'
import { ApiError, send, type Callable } from './api.ts'
import { useNotify } from './notify.tsx'
import { useInvalidate } from './query.ts'

export type Outcome<O> = { ok: true; result: O; message: string } | { ok: false; error: ApiError }
export interface ActionOptions<O, I = unknown> {
  /**
   * `message` shows the server's words (the default), a text shows that, false stays silent; so does
   * a function that answers null (a bulk call whose refusals are shown).
   */
  success?: 'message' | string | false | ((result: O, input: I) => string | null)
  /** True: the caller shows the refusal itself (forms put issues on their fields). */
  ownRefusals?: boolean
  onDone?: (result: O) => void
}
export interface Action<I, O> {
  /** Runs the call; never throws. `words`: shown when it is through, in place of `success`. */
  run(input: I, files?: Record<string, Blob> | null, words?: string): Promise<Outcome<O>>
  busy: boolean
  error: ApiError | null
}

/**
 * A call that changes something: progress for its button, the server's success message, fresh
 * answers of what it touches. Endpoints that take an Idempotency-Key get one that stays the same
 * until the call went through, so pressing again after a broken connection does nothing twice.
 * Another input or another file is another call.
 */
export function useAction<I, O>(
  endpoint: Callable<I, O>,
  options: ActionOptions<O, NoInfer<I>> = {},
): Action<I, O> {
  const notify = useNotify()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const key = useRef<{ key: string; input: string } | null>(null)
  const latest = useRef({ options, notify, invalidate })
  latest.current = { options, notify, invalidate }

  const run = useCallback(
    async (
      input: I,
      files: Record<string, Blob> | null = null,
      words?: string,
    ): Promise<Outcome<O>> => {
      setBusy(true)
      setError(null)
      const same = JSON.stringify([input, Object.entries(files ?? {}).map(identityOf)])
      if (endpoint.idempotency && key.current?.input !== same)
        key.current = { key: crypto.randomUUID(), input: same }
      try {
        const answer = await send(endpoint, input, {
          ...(files ? { files } : {}),
          ...(key.current ? { idempotencyKey: key.current.key } : {}),
        })
        key.current = null
        const { options: now, notify: message } = latest.current
        const shown = words ?? wordsOf(now.success, answer, input)
        if (shown !== null) message.success(shown)
        void latest.current.invalidate(endpoint)
        now.onDone?.(answer.result)
        return { ok: true, result: answer.result, message: answer.message }
      } catch (thrown) {
        const failure =
          thrown instanceof ApiError
            ? thrown
            : new ApiError({ status: 0, message: thrown instanceof Error ? thrown.message : '' })
        // A refusal is final for this key; a lost answer is not.
        if (failure.refused) key.current = null
        setError(failure)
        if (!latest.current.options.ownRefusals) latest.current.notify.failed(failure)
        return { ok: false, error: failure }
      } finally {
        setBusy(false)
      }
    },
    [endpoint],
  )

  return { run, busy, error }
}

function wordsOf<O, I>(
  success: ActionOptions<O, I>['success'],
  answer: { result: O; message: string },
  input: I,
): string | null {
  if (success === false) return null
  if (typeof success === 'function') return success(answer.result, input)
  return success === undefined || success === 'message' ? answer.message : success
}

/** What distinguishes one chosen file from another without reading it. */
const identityOf = ([field, file]: [string, Blob]) => [
  field,
  file.size,
  ...(file instanceof File ? [file.name, file.lastModified] : []),
]
