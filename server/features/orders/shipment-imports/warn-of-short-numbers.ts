import { numbersLeft } from '#server/features/commercial/numbers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { CellError, ValidatedImportOrder } from './validate-imported-order.ts'

type Accepted = Extract<ValidatedImportOrder, { ok: true }>
/** With so many left no file comes to their end. */
const PLENTY = 250_000

/** Counts down, over the orders of a file, the numbers their services have left. */
export class NumbersAhead {
  readonly #left = new Map<string, { left: number; service: string }>()
  readonly #customerId: string
  constructor(customerId: string) {
    this.#customerId = customerId
  }

  /**
   * Adds a warning to each order whose service will have no numbers for it; answers all warnings of
   * the orders.
   */
  async warn(ctx: Ctx, orders: readonly Accepted[]): Promise<CellError[]> {
    for (const { order, row, warnings } of orders) {
      const serviceId = order.service.id
      const source = this.#left.get(serviceId) ?? (await this.#read(ctx, serviceId))
      const wanted = order.parcels.length
      if (source.left < wanted)
        warnings.push({
          row,
          reference: order.reference,
          column: 'service',
          code: 'number.short',
          data: { service: source.service, left: source.left, wanted },
          warning: true,
        })
      source.left = Math.max(0, source.left - wanted)
    }
    return orders.flatMap((one) => one.warnings)
  }

  async #read(ctx: Ctx, serviceId: string): Promise<{ left: number; service: string }> {
    const customerId = this.#customerId
    const source = await numbersLeft(ctx, { serviceId, customerId, wanted: PLENTY })
    if (source.left === PLENTY) source.left = Infinity
    this.#left.set(serviceId, source)
    return source
  }
}
