import type { Ctx } from '#server/kit/access/ctx.ts'
import { LimitedThread } from '#server/kit/runtime/limited-thread.ts'
import type { Recognized } from './recognize.ts'

export interface AddressOrder {
  text: string
  country: string
}

/** Most addresses take less than five, the first of a country its tables; what takes longer is none. */
const READ_MS = 2_000
/** Longer texts are no address, and reading takes the square of their length. */
const READ_MAX = 1_000

const thread = new LimitedThread<AddressOrder, Recognized>(
  new URL('./read-worker.ts', import.meta.url),
  {
    ms: READ_MS,
    megabytes: 192,
    waiting: 50,
    first: { text: 'Erika Muster, Hauptstr. 1, 10115 Berlin', country: '' },
  },
)

/**
 * Reads an address written as one text, where no other call waits for it; `country` is the one chosen
 * already. A text that is too long or takes too long is left as it is, marked.
 */
export async function readAddress(ctx: Ctx, text: string, country = ''): Promise<Recognized> {
  const read =
    text.length <= READ_MAX
      ? await thread.run({ text, country }, ctx.principal?.tenantId ?? '')
      : null
  return read ?? { found: {}, left: [text.trim()], aside: [], unsure: ['left'] }
}
