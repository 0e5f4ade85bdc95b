import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

interface FileTakers {
  /** Of these services those whose parcels are handed over as a file without an address. */
  missing(ctx: Ctx, serviceIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Carriers that take files, which are above; filled by `app.ts`. */
export const fileTakers = perApp<FileTakers>(() => {
  throw new Error('the app has named no takers of files')
})
