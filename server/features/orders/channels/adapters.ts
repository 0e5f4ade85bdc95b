import type { Out } from '#contracts/kit/endpoint.ts'
import type { channelHealth } from '#contracts/orders/channel-health.ts'
import { labelSources } from '#server/features/orders/label-sources/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'

/** The sources this process knows, our own labels first. */
export function listAdapters(ctx: Ctx): Promise<Out<typeof channelHealth.adapters>> {
  const { own, called } = labelSources.of(ctx.deps)
  return Promise.resolve([
    { code: own.code, kind: own.kind, text: translate(ctx.lang, 'channels', 'adapter.own') },
    ...called.map(({ code, kind }) => ({ code, kind, text: code })),
  ])
}
