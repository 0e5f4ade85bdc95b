import { useEffect, useRef } from 'react'
import {
  addLayer,
  addScanner,
  type KeyMap,
  type LayerOptions,
  type ScanHandler,
} from './keys/keyboard.ts'

/**
 * Keys of a screen: `{ '/': …, n: …, j: …, Enter: …, 'mod+k': … }`, silent while the user types or
 * composes Chinese. `modal` keeps all other keys from screens below (a drawer, a dialog).
 * `labels` name what a key does for the list under `?`; the usual ones have their words already.
 */
export function useKeys(keys: KeyMap, options: LayerOptions & { enabled?: boolean } = {}): void {
  const { enabled = true, modal = false, always = false } = options
  const latest = useRef(keys)
  latest.current = keys
  // A line break parts them: Space is a key too.
  const names = Object.keys(keys).join('\n')
  const labels = JSON.stringify(options.labels ?? {})
  const layer = useRef<{ keys: KeyMap; labels: Readonly<Record<string, string>> }>({
    keys: {},
    labels: {},
  })
  useEffect(() => {
    layer.current.keys = Object.fromEntries(
      names
        .split('\n')
        .filter(Boolean)
        .map((name) => [name, (event: KeyboardEvent) => latest.current[name]?.(event)]),
    )
    layer.current.labels = JSON.parse(labels) as Record<string, string>
  }, [names, labels])
  // Keys that come and go with a row do not bring a list on top of the drawer over it.
  useEffect(
    () => (enabled ? addLayer(layer.current, { modal, always }) : undefined),
    [enabled, modal, always],
  )
}

/** Receives every scan on the page, wherever the focus is; the newest listener wins. */
export function useScanner(onScan: ScanHandler, enabled = true): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => (enabled ? addScanner((code) => latest.current(code)) : undefined), [enabled])
}
