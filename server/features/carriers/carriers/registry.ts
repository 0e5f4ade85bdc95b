import { OPERATIONS } from './adapter.ts'
import type { CarrierAdapter, Operation } from './adapter.ts'

export interface CarrierRegistry {
  couriers(): string[]
  get(courier: string): CarrierAdapter | undefined
  can(courier: string, operation: Operation): boolean
}

/**
 * The adapters by courier code. Refuses a code given twice, and an adapter that promises a method
 * it lacks or has one it does not own up to: better at the start than at the first parcel.
 */
export function carrierRegistry(adapters: readonly CarrierAdapter[]): CarrierRegistry {
  const byCourier = new Map<string, CarrierAdapter>()
  for (const adapter of adapters) {
    if (byCourier.has(adapter.courier))
      throw new Error(`two adapters for courier ${adapter.courier}`)
    const promised = adapter.capabilities().operations
    for (const operation of OPERATIONS) {
      if (promised.includes(operation) !== (adapter[operation] !== undefined)) {
        throw new Error(
          `adapter ${adapter.courier}: ${operation} is promised or present, but not both`,
        )
      }
    }
    byCourier.set(adapter.courier, adapter)
  }
  return {
    couriers: () => [...byCourier.keys()].toSorted(),
    get: (courier) => byCourier.get(courier),
    can: (courier, operation) => byCourier.get(courier)?.[operation] !== undefined,
  }
}
