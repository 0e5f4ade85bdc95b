import type { Endpoint, In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '../access/ctx.ts'
import type { FileReply, Outcome } from './http-side.ts'

export type Verb<E extends Endpoint> = (ctx: Ctx, input: In<E>) => Promise<Answer<E>>
export type Answer<E extends Endpoint> = E['reply'] extends 'file' ? FileReply : Out<E> | Outcome

/** A contract with the verb of each call, ready to be mounted. */
export interface Mounted {
  endpoint: Endpoint
  verb: (ctx: Ctx, input: unknown) => Promise<unknown>
  name: string
}

/** Binds a contract to its verbs: exactly the contract's keys, checked by the compiler. */
export function feature<E extends Record<string, Endpoint>>(
  contract: E,
  verbs: { [K in keyof E]: Verb<E[K]> },
): Mounted[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    name,
    endpoint,
    verb: verbs[name as keyof E] as Mounted['verb'],
  }))
}
