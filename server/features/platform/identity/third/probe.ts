import type { thirdProviders } from '#contracts/platform/session/identity-third.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { causeOf, ExternalHttpError } from './external-http.ts'
import { providerOf } from '../providers.ts'
import { ADAPTERS } from './oauth-flow.ts'

/**
 * Whether the provider answers and, where it can be seen without a user, whether it knows us.
 */
export async function testProvider(
  ctx: Ctx,
  { source }: In<typeof thirdProviders.test>,
): Promise<Out<typeof thirdProviders.test>> {
  const provider =
    (await providerOf(ctx, ctx.principal.tenantId, source, { any: true })) ?? fail('third.notSaved')
  try {
    return { ok: true, detail: await ADAPTERS[source].probe(provider) }
  } catch (error) {
    return {
      ok: false,
      detail: error instanceof ExternalHttpError ? error.message : causeOf(error),
    }
  }
}
