import { useEffect, useSyncExternalStore } from 'react'

/** Stations on the page that go on without a network: their scans wait in the browser. */
let stations = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  stations += by
  for (const listener of listeners) listener()
}

/** While this is on the page, the offline banner shows that scanning continues. */
export function useOfflineScanning(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export const useScansOffline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => stations > 0,
  )
