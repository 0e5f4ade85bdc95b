import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from '../http/address.ts'
import { refuseBlocked, type CallerDeps } from '../http/allow-caller.ts'
import { failDenied, failUnauthorised } from '../http/errors.ts'
import { socketPaths } from '../http/socket-paths.ts'
import { LIMITS, Sockets, type SocketDeps, type SocketSession } from './sockets.ts'

export interface HandshakeDeps extends SocketDeps, Pick<CallerDeps, 'isBlocked'> {
  /** Whose session the handshake's Cookie header names, or which it acts in as `userId`. */
  byCookie(header: string | undefined, userId: string): Promise<SocketSession | null>
  limited: boolean
}

const CLOSING_MS = 1_000
const HANDSHAKES = { max: 300, timeWindow: 60_000 }

/**
 * `GET /websocket/{userId}`, under the API's base path too. The handshake proves itself by the
 * HttpOnly cookie of the sign-in, which only a page of our own origin can send along; the id must
 * be that session's user.
 */
export async function socketRoute(
  app: FastifyInstance,
  base: string,
  deps: HandshakeDeps,
): Promise<void> {
  const sockets = new Sockets(deps)
  const owners = new WeakMap<FastifyRequest, SocketSession>()
  // Encapsulated: otherwise the plugin's hooks would run for every request of the server.
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: LIMITS.frameBytes, perMessageDeflate: false },
      errorHandler: (_error, socket) => socket.terminate(),
      preClose(done) {
        const { clients } = this.websocketServer
        for (const client of clients) client.close(1012, 'restart')
        const cut = setTimeout(() => {
          for (const client of clients) client.terminate()
        }, CLOSING_MS)
        this.websocketServer.close(() => {
          clearTimeout(cut)
          done()
        })
      },
    })
    for (const path of socketPaths(base))
      scope.get<{ Params: { userId: string } }>(
        `${path}/:userId`,
        {
          websocket: true,
          ...(deps.limited ? { config: { rateLimit: HANDSHAKES } } : {}),
          preValidation: async (request) => {
            if (!request.ws) return
            if (!sameOrigin(request)) failDenied()
            await refuseBlocked(request, '0', deps)
            const session = await deps.byCookie(request.headers.cookie, request.params.userId)
            if (!session) failUnauthorised('session.missing')
            if (session.userId !== request.params.userId) failDenied()
            owners.set(request, session)
          },
        },
        (socket, request) => {
          const session = owners.get(request)
          if (session) sockets.hold(socket, session, addressKey(request.ip))
          else socket.terminate()
        },
      )
  })
  app.addHook('onClose', () => sockets.close())
}

/** A page of another origin sends its own name along; without one it is no page of ours. */
function sameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers
  return (
    typeof origin === 'string' &&
    URL.canParse(origin) &&
    new URL(origin).host === request.host.toLowerCase()
  )
}
