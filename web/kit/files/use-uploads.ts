import { useRef, useState } from 'react'
import { FILE_BYTES } from '#contracts/platform/operations/files.ts'
import { ApiError, call, type Callable } from '../http/api.ts'
import { useInvalidate } from '../http/query.ts'
import { progressFetch } from './progress-fetch.ts'

/** Files one drop may bring (security.md §6.8). */
const FILES_MAX = 10

export interface RunningUpload {
  key: string
  file: File
  /** Sent of it, from 0 to 1. */
  share: number
  /** Why it failed; null while it is on its way. */
  error: ApiError | null
}

export interface Uploads {
  /** On their way, and failed ones until they are dismissed. */
  running: readonly RunningUpload[]
  /** Names of files beyond those one drop may bring. */
  left: readonly string[]
  add: (files: Iterable<File>) => void
  retry: (key: string) => void
  dismiss: (key: string) => void
}

/**
 * Sends files one after the other, each as the part `file` of a call of its own. One that fails
 * stays with its reason and can be sent again under the same key.
 */
export function useUploads<I, O>(
  action: Callable<I, O>,
  input: I,
  onDone: (result: O) => void = () => {},
  max = FILES_MAX,
): Uploads {
  const [running, setRunning] = useState<readonly RunningUpload[]>([])
  const [left, setLeft] = useState<readonly string[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const invalidate = useInvalidate()

  const change = (key: string, more: Partial<RunningUpload>) =>
    setRunning((all) => all.map((one) => (one.key === key ? { ...one, ...more } : one)))
  const drop = (key: string) => setRunning((all) => all.filter((one) => one.key !== key))
  const send = async (key: string, file: File) => {
    try {
      if (file.size > FILE_BYTES)
        throw new ApiError({ status: 413, message: '', error: 'request.tooLarge' })
      const result = await call(action, input, {
        files: { file },
        quiet: true,
        fetch: progressFetch((share) => change(key, { share })),
        ...(action.idempotency ? { idempotencyKey: key } : {}),
      })
      drop(key)
      onDone(result)
      await invalidate(action)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      change(key, { error })
    }
  }
  const start = (key: string, file: File) => {
    queue.current = queue.current.then(() => send(key, file))
  }
  return {
    running,
    left,
    add: (files) => {
      const all = [...files]
      const taken = all
        .slice(0, max)
        .map((file) => ({ key: crypto.randomUUID(), file, share: 0, error: null }))
      setLeft(all.slice(max).map(({ name }) => name))
      setRunning((before) => [...before, ...taken])
      for (const { key, file } of taken) start(key, file)
    },
    retry: (key) => {
      const one = running.find((upload) => upload.key === key)
      if (!one) return
      change(key, { error: null, share: 0 })
      start(key, one.file)
    },
    dismiss: drop,
  }
}
