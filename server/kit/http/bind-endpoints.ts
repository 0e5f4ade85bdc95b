import type { Endpoint, In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '../access/ctx.ts'
import type { FileReply, EnvelopeReply, SuccessReply } from './http-side.ts'

export type Verb<E extends Endpoint> = (ctx: Ctx, input: In<E>) => Promise<Answer<E>>
export type Answer<E extends Endpoint> = E['reply'] extends 'file'
  ? FileReply
  : Out<E> | EnvelopeReply | SuccessReply<Out<E>>

/** A contract with the verb of each call, ready to be mounted. */
export interface BoundEndpoint {
  endpoint: Endpoint
  verb: (ctx: Ctx, input: unknown) => Promise<unknown>
  name: string
}

/** Binds a contract to its verbs: exactly the contract's keys, checked by the compiler. */
export function bindEndpoints<E extends Record<string, Endpoint>>(
  contract: E,
  verbs: { [K in keyof E]: Verb<E[K]> },
): BoundEndpoint[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    verb: verbs[name as keyof E] as BoundEndpoint['verb'],
  }))
}
