import type { IncomingMessage } from 'node:http'

/**
 * Where sockets answer: the specification's path, and the one of clients that put their API's base
 * path before every address. The sign-in's cookie reaches exactly these.
 */
export const socketPaths = (base: string): string[] => ['/websocket', `${base}/websocket`]

/**
 * For the HTTP server: what asks to become a socket. Anything else that speaks of upgrading is an
 * ordinary request.
 */
export const wantsSocket =
  (base: string) =>
  ({ url = '', headers, method }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    socketPaths(base).some(
      (path) => url.startsWith(`${path}/`) && /^\d{1,19}(\?|$)/.test(url.slice(path.length + 1)),
    )
