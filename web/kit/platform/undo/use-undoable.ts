import { useRef } from 'react'
import type { Callable } from '../../http/api.ts'
import { useT } from '../../text/i18n.ts'
import { useNotify } from '../../http/notify.tsx'
import { useInvalidate } from '../../http/query.ts'
import { delay } from './undo.ts'

export interface UndoableOptions<O> {
  /** In place of the server's message. */
  onDone?: (result: O) => void
}

/**
 * A destructive call with ten seconds to take it back: `run(input, { text, keys })` answers at
 * once. For what the server would refuse anyway (a blocked state) ask first; a refusal after ten
 * seconds is of no use.
 */
export function useUndoable<I, O>(
  endpoint: Callable<I, O>,
  options: UndoableOptions<O> = {},
): { run(input: I, about: { text: string; keys?: readonly string[] }): () => void } {
  const t = useT()
  const notify = useNotify()
  const invalidate = useInvalidate()
  // The screen may be gone by then: what is called back holds nothing of it but this.
  const latest = useRef(options)
  latest.current = options
  return {
    run: (input, about) =>
      delay(endpoint, input, {
        ...about,
        undo: t('action.undo'),
        onDone: (result, message) => {
          if (latest.current.onDone) latest.current.onDone(result)
          else notify.success(message)
          void invalidate(endpoint)
        },
        onFailed: (error) => {
          notify.failed(error)
          void invalidate(endpoint)
        },
        onUndone: () => notify.info(t('undo.done')),
      }),
  }
}
