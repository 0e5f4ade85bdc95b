import { useEffect, useRef } from 'react'
import {
  addKeys,
  addScanner,
  type KeyMap,
  type LayerOptions,
  type ScanHandler,
} from './keyboard.ts'

/**
 * Keys of a screen: `{ '/': …, n: …, j: …, Enter: …, 'mod+k': … }`, silent while someone types or
 * composes Chinese. `modal` keeps all other keys from screens beneath (a drawer, a dialog).
 * `labels` name what a key does for the list under `?`; the usual ones have their words already.
 */
export function useKeys(keys: KeyMap, options: LayerOptions & { enabled?: boolean } = {}): void {
  const { enabled = true, modal = false, always = false } = options
  const latest = useRef(keys)
  latest.current = keys
  // A line break parts them: Space is a key too.
  const names = Object.keys(keys).join('\n')
  const labels = JSON.stringify(options.labels ?? {})
  useEffect(() => {
    if (!enabled) return
    const stable: KeyMap = Object.fromEntries(
      names
        .split('\n')
        .filter(Boolean)
        .map((name) => [name, (event: KeyboardEvent) => latest.current[name]?.(event)]),
    )
    return addKeys(stable, { modal, always, labels: JSON.parse(labels) as Record<string, string> })
  }, [names, enabled, modal, always, labels])
}

/** Hears every scan on the page, wherever the focus is; the newest listener wins. */
export function useScanner(onScan: ScanHandler, enabled = true): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => (enabled ? addScanner((code) => latest.current(code)) : undefined), [enabled])
}
