import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'

/**
 * What needs two users is asked for and approved by users themselves: not by an administrator in
 * their session, nor by a key that acts for them.
 */
export function requireOwnSession({ principal }: Pick<Ctx, 'principal'>): void {
  if (principal.actor || principal.keyId) fail('accountRequest.notOwnSession')
}
