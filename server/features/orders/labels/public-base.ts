import type { HttpSide } from '#server/kit/http/http-side.ts'

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Where the public finds us, as the caller's browser does: its own origin, else the host it asked
 * for. '' when neither is an address, so that no made-up text gets into a printed code.
 */
export function publicBase(http: HttpSide | null): string {
  const host = http?.header('host') ?? ''
  if (!http || !HOST.test(host)) return ''
  const origin = http.header('origin')
  if (origin === `https://${host}` || origin === `http://${host}`) return origin
  return `${http.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' ? 'https' : 'http'}://${host}`
}
