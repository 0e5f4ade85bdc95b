import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { UPLOAD } from '#server/kit/files/uploads.ts'

/** Files of the tenant that belong to no record. */
export const STORE = 'store'

offerFileOwner({
  kind: STORE,
  kinds: { attachment: { count: Infinity } },
  readable: async (ctx, ids) =>
    new Map(ctx.can('sys:oss:list') ? ids.map((id) => [id, ''] as const) : []),
  mayChange: async (ctx) => ctx.can('sys:oss:delete') || ctx.can('sys:oss:add'),
  existing: async (_ctx, ids) => new Set(ids),
})

/** What a person sent is theirs until a record names it. */
offerFileOwner({
  kind: UPLOAD,
  kinds: {},
  readable: async (ctx, ids) => {
    const { userId, realname } = ctx.principal
    return new Map(ids.filter((id) => id === userId).map((id) => [id, realname] as const))
  },
  mayChange: async (ctx, id) => id === ctx.principal.userId,
  existing: async (_ctx, ids) => new Set(ids),
})
