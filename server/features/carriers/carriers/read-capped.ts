import { CarrierError } from './carrier-error.ts'

/**
 * The body as UTF-8 text, refused as soon as it is larger than `maxBytes`: a length header may lie.
 */
export async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const tooLarge = (): CarrierError =>
    new CarrierError('tooLarge', `answer above ${maxBytes} bytes`, { status: response.status })
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop by throwing cancels the stream.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
