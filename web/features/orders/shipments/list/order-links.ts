import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { useEffect } from 'react'
import { useAddress } from '../../../../kit/list/use-address.ts'

/**
 * Addresses others link to (`?open=42`, `?edit=42`, `?new=1`) and what the list's own drawers call
 * themselves in it.
 */
const NAMES = { open: '_row', edit: '_edit', new: '_new' } as const

export function useOrderLinks(): void {
  const [params, setParams] = useAddress()
  const named = Object.keys(NAMES).some((name) => params.has(name))
  useEffect(() => {
    if (!named) return
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, own] of Object.entries(NAMES)) {
          const value = next.get(name)
          next.delete(name)
          if (value) next.set(own, value)
        }
        return next
      },
      { replace: true },
    )
  }, [named, setParams])
}

/** Where an order stands, for links from other pages. */
export const orderPath = (id: string): string => `${ALL_ORDERS}?open=${encodeURIComponent(id)}`
/** The list, narrowed to what one import brought. */
export const importedPath = (importId: string): string =>
  `${ALL_ORDERS}?importId=${encodeURIComponent(importId)}`
/** The public page of parcels, by their numbers. */
export const trackPath = (numbers: readonly string[]): string =>
  `/track/result?nos=${numbers.map(encodeURIComponent).join(',')}`
