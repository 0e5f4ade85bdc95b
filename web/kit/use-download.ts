import { useState } from 'react'
import { fetchFile, type Callable } from './api.ts'
import { saveBlob } from './csv.ts'
import { useNotify } from './notify.tsx'

/** Fetches a file and hands it to the browser; no file or a refusal says so (specification §8). */
export function useDownload<I>(endpoint: Callable<I, unknown>): { run(input: I, fallbackName: string): Promise<boolean>; busy: boolean } {
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (input, fallbackName) => {
      setBusy(true)
      try {
        const { blob, name } = await fetchFile(endpoint, input)
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
