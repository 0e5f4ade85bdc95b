import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Env } from './env.ts'

/** The address cannot be listened on; the message is one line. */
export class PortError extends Error {
  override name = 'PortError'
}

/**
 * Holds the address while the database starts and migrates: alive, not ready. So a supervisor does
 * not kill a long migration, and an address in use is noticed before anything else was touched.
 * @returns the port and the way to give it to the application
 */
export async function startHealthServer(
  env: Pick<Env, 'host' | 'port' | 'basePath'>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(
    { requestTimeout: 5_000, headersTimeout: 5_000 },
    (request, response) => {
      const alive = request.url?.split('?')[0] === `${env.basePath}/health/live`
      response.writeHead(alive ? 200 : 503, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        ...(alive ? {} : { 'retry-after': '1' }),
      })
      response.end(JSON.stringify({ status: alive ? 'live' : 'starting' }))
    },
  )
  await new Promise<void>((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'is in use by another program'
          : error.code === 'EACCES'
            ? 'needs more rights than this user has'
            : `cannot be listened on (${error.code})`
      failed(
        new PortError(`Port ${env.port} on ${env.host} ${reason}; stop that program or set PORT.`),
      )
    })
    server.listen({ port: env.port, host: env.host }, done)
  })
  let closed: Promise<void> | undefined
  const close = (): Promise<void> =>
    (closed ??= new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    }))
  return { port: (server.address() as AddressInfo).port, close }
}
