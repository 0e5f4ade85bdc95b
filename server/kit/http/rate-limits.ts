import type { FastifyRequest } from 'fastify'

const minute = 60_000

/** security.md §6.8: strangers are held short, people at work are not hindered. Keys are token or address, never a header a client can choose. */
export const rateLimits = {
  global: false,
  keyGenerator: (request: FastifyRequest) => {
    const token = request.headers['x-access-token']
    return typeof token === 'string' && token.length === 43 ? token : request.ip
  },
  classes: {
    normal: { max: 6_000, timeWindow: minute },
    public: { max: 20, timeWindow: minute },
    login: { max: 60, timeWindow: 15 * minute },
  },
}
