import { useState } from 'react'
import type { Method } from '#contracts/kit/endpoint.ts'
import { type Callable } from './api.ts'
import { fetchFile } from './fetch-file.ts'
import { saveBlob } from '../text/csv.ts'
import { readable } from './long-query.ts'
import { useNotify } from './notify.tsx'

/**
 * Fetches a file and hands it to the browser; no file or a refusal is reported (specification §8).
 */
export function useDownload<I>(endpoint: Callable<I, unknown> & { also?: readonly Method[] }): {
  run(input: I, fallbackName: string): Promise<boolean>
  busy: boolean
} {
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (input, fallbackName) => {
      setBusy(true)
      try {
        const { blob, name } = await fetchFile(...callOf(readable(endpoint, input)))
        saveBlob(blob, name ?? fallbackName)
        return true
      } catch (error) {
        notify.failed(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

const callOf = <I>({ endpoint, input }: { endpoint: Callable<I, unknown>; input: I }) =>
  [endpoint, input] as const
