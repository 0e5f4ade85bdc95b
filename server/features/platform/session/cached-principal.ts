import type { Principal } from '#server/kit/access/principal.ts'

export type CachedPrincipal = { principal: Principal } | { expired: true } | null
