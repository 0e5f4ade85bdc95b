import { useEffect, useRef } from 'react'
import { addKeys, addScanner, type KeyMap, type ScanHandler } from './keyboard.ts'

/**
 * Keys of a screen: `{ '/': …, n: …, j: …, Enter: …, 'mod+k': … }`, silent while someone types or composes
 * Chinese. `modal` keeps all other keys from screens beneath (a drawer, a dialog).
 */
export function useKeys(keys: KeyMap, options: { enabled?: boolean; modal?: boolean } = {}): void {
  const { enabled = true, modal = false } = options
  const latest = useRef(keys)
  latest.current = keys
  const names = Object.keys(keys).join(' ')
  useEffect(() => {
    if (!enabled) return
    const stable: KeyMap = Object.fromEntries(names.split(' ').filter(Boolean).map((name) => [name, (event: KeyboardEvent) => latest.current[name]?.(event)]))
    return addKeys(stable, modal)
  }, [names, enabled, modal])
}

/** Hears every scan on the page, wherever the focus is; the newest listener wins. */
export function useScanner(onScan: ScanHandler, enabled = true): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => (enabled ? addScanner((code) => latest.current(code)) : undefined), [enabled])
}
