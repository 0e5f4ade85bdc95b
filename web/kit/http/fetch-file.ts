import { ApiError } from './api-error.ts'
import { envelopeOf, exchange, refusal, type Callable, type CallOptions } from './api.ts'

export interface Download {
  blob: Blob
  name: string | null
  /** How many things are in it, where the server sends it (`X-Label-Count`). */
  count: number | null
}

/**
 * Fetches bytes. A JSON answer or an empty one is no file: it throws, with the server's message
 * where it has one.
 */
export async function fetchFile<I>(
  endpoint: Callable<I, unknown>,
  input: I,
  options: CallOptions = {},
): Promise<Download> {
  return await exchange(endpoint, input, options, async (response) => {
    const disposition = response.headers.get('content-disposition')
    if (!disposition && (response.headers.get('content-type') ?? '').includes('json'))
      throw refusal(await envelopeOf(response))
    const blob = await response.blob()
    if (blob.size === 0) {
      // Labels and manifests are documents, sheets are files: each has its words (specification
      // §8).
      const isDocument = (response.headers.get('content-type') ?? '').includes('pdf')
      const error = isDocument ? 'download.documentFailed' : 'download.failed'
      throw new ApiError({ status: 200, code: 204, message: '', error })
    }
    const count = response.headers.get('x-label-count')
    return { blob, name: fileNameOf(disposition), count: count === null ? null : Number(count) }
  })
}

/** The file's name in a content-disposition, RFC 5987 before plain. */
export function fileNameOf(disposition: string | null): string | null {
  if (!disposition) return null
  const wide = /filename\*\s*=\s*(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1]
  try {
    if (wide) return decodeURIComponent(wide)
  } catch {
    // A badly escaped name: the plain one may still do.
  }
  return /filename\s*=\s*"?([^";]+)"?/.exec(disposition)?.[1] ?? null
}
