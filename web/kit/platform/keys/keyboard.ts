import {
  isField,
  isOfPopup,
  isPagesList,
  isTyping,
  passClearButtons,
  setValue,
} from './keyed-fields.ts'

/**
 * The page's one ear on the keyboard. A scanner types like a very fast person, so both live here:
 * single-letter keys wait until it is certain that they are not the first letter of a scan.
 */
export const SCAN = { minLength: 6, meanGapMs: 35, breakMs: 120 } as const

export type KeyHandler = (event: KeyboardEvent) => void
export type KeyMap = Readonly<Record<string, KeyHandler>>
export type ScanHandler = (code: string) => void

/** A key with no neighbour this near was pressed by a person. */
const ALONE_MS = SCAN.meanGapMs + 15

/**
 * `always`: works below drawers too (the palette). `labels`: what a key does, where it is not the
 * usual.
 */
export interface LayerOptions {
  modal?: boolean
  always?: boolean
  labels?: Readonly<Record<string, string>>
}
interface Layer {
  /** What is asked at every key: both may change while the layer keeps its place. */
  of: { keys: KeyMap; labels?: Readonly<Record<string, string>> }
  modal: boolean
  always: boolean
}
const layers: Layer[] = []
const scanners: ScanHandler[] = []

/** Keys on top of those there are, until undone; they may change while they are there. */
export function addLayer(
  of: Layer['of'],
  { modal = false, always = false }: Pick<LayerOptions, 'modal' | 'always'> = {},
): () => void {
  const layer: Layer = { of, modal, always }
  layers.push(layer)
  start()
  return () => remove(layers, layer)
}
/**
 * The keys that would do something now, newest screen first, with the words their screen gave them.
 */
export function keysNow(): { name: string; label: string | null }[] {
  const found = new Map<string, string | null>()
  let covered = false
  for (const layer of layers.toReversed()) {
    if (!covered || layer.always)
      for (const name of Object.keys(layer.of.keys))
        if (!found.has(name)) found.set(name, layer.of.labels?.[name] ?? null)
    covered ||= layer.modal
  }
  return [...found].map(([name, label]) => ({ name, label }))
}
/** The newest listener gets the scan: a dialog's before its page's. */
export function addScanner(handler: ScanHandler): () => void {
  scanners.push(handler)
  start()
  return () => remove(scanners, handler)
}

/** Undone twice, it must not take another's place. */
function remove<T>(all: T[], one: T): void {
  const at = all.indexOf(one)
  if (at >= 0) all.splice(at, 1)
}

interface Burst {
  text: string
  first: number
  last: number
  field: HTMLInputElement | HTMLTextAreaElement | null
  before: string
}
let burst: Burst | null = null
let pending: ReturnType<typeof setTimeout> | null = null
let started = false
let taken: string | null = null

/** Whether this is the last scan the page took: a list it was typed into has not lost it. */
export const isTaken = (text: string): boolean => text === taken

function start(): void {
  if (started) return
  started = true
  window.addEventListener('keydown', onKey, { capture: true })
}

function onKey(event: KeyboardEvent): void {
  // 229: a key the input method keeps for itself while Chinese is being composed.
  if (event.isComposing || event.keyCode === 229) {
    burst = null
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return dispatch(event)
  if ((event.key === 'Enter' || event.key === 'Tab') && endScan(event)) return
  if (event.key === 'Enter' && isOfPopup(event.target)) event.preventDefault()
  if (event.key === 'Tab') passClearButtons()
  if (event.key.length !== 1) {
    // Scanners press Shift for capitals: that is part of a burst.
    if (event.key !== 'Shift') burst = null
    return dispatch(event)
  }
  if (event.repeat) return dispatch(event)
  const gap = gapOf(event)
  const alone = gap < 0 || gap >= ALONE_MS
  remember(event)
  if (pending) clearTimeout(pending)
  pending = null
  if (isTyping(event.target) || !alone || belongs(event)) return
  // '/' would open the browser's own search if left to it.
  if (handlerOf(nameOf(event))) event.preventDefault()
  pending = setTimeout(() => {
    pending = null
    dispatch(event)
  }, ALONE_MS)
}

/** Since the key before; negative where the clock was set back: then nothing came before. */
const gapOf = (event: KeyboardEvent): number => event.timeStamp - (burst?.last ?? -Infinity)

function remember(event: KeyboardEvent): void {
  const at = event.timeStamp
  const gap = gapOf(event)
  if (burst && gap >= 0 && gap < SCAN.breakMs) {
    burst.text += event.key
    burst.last = at
    return
  }
  const field = isField(event.target) ? event.target : null
  burst = { text: event.key, first: at, last: at, field, before: field?.value ?? '' }
}

/**
 * Whether a burst of keys came from a scanner (ux: at least 6 characters, mean gap under 35 ms).
 */
export function isScan(text: string, milliseconds: number): boolean {
  return text.length >= SCAN.minLength && milliseconds / (text.length - 1) < SCAN.meanGapMs
}

function endScan(event: KeyboardEvent): boolean {
  const ended = burst
  burst = null
  if (
    !ended ||
    !isScan(ended.text, event.timeStamp - ended.first) ||
    event.timeStamp - ended.last >= SCAN.breakMs
  )
    return false
  const place = ended.field?.closest<HTMLElement>('[data-scan]')?.dataset.scan
  // A scan field reads its own value and Enter.
  if (place === 'field') return false
  const handler = scanners.at(-1)
  // In a form a scan fills the field the person chose: a Tab goes on, an Enter must not send the
  // form, but chooses from an open list.
  if (ended.field && place !== 'page' && !(handler && isPagesList(ended.field))) {
    if (event.key === 'Enter' && !isOfPopup(ended.field)) {
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    return false
  }
  event.preventDefault()
  event.stopPropagation()
  taken = ended.text.trim()
  if (ended.field) setValue(ended.field, ended.before)
  if (isOfPopup(ended.field)) ended.field?.blur()
  handler?.(taken)
  return true
}

function dispatch(event: KeyboardEvent): void {
  const name = nameOf(event)
  // Esc, function keys and combinations work from inside a field, letters do not.
  const combined = event.ctrlKey || event.metaKey || event.altKey
  if (name === 'mod+enter' && pressMainButton(event)) return
  if (isTyping(event.target) && !combined && !/^(Escape|F\d+)$/.test(event.key)) return
  const handler = handlerOf(name)
  if (!handler && name === 'mod+enter') return submitDrawer(event)
  if (!handler) return
  if (belongs(event) || isCovered(event)) return
  event.preventDefault()
  // A dialog the handler opens must not get the key that opened it.
  event.stopPropagation()
  handler(event)
}

/**
 * Enter and Space on what one can press belong to it, arrows to the menu, the list or the choices
 * the focus is in.
 */
function belongs({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'Enter' || key === ' ')
    return (
      target.closest(
        'button, a, summary, [type="checkbox"], [type="radio"], [role="menuitem"], [role="option"], [role="switch"], [role="tab"]',
      ) !== null
    )
  return (
    key.startsWith('Arrow') &&
    target.closest(
      '[role="menu"], [role="menubar"], [role="toolbar"], [role="listbox"], [role="tablist"], [type="radio"]',
    ) !== null
  )
}

const isShown = (found: HTMLElement): boolean =>
  found.offsetParent !== null || getComputedStyle(found).display !== 'none'

const top = (of: string) => [...document.querySelectorAll<HTMLElement>(of)].filter(isShown).at(-1)

/** In a dialog Ctrl+Enter is its main button; a question whether to go on is answered by itself. */
function pressMainButton(event: KeyboardEvent): boolean {
  const dialog = top('.ant-modal-wrap')
  if (!dialog || dialog.querySelector('.ant-modal-confirm')) return false
  return pressOnce(event, dialog.querySelector('.ant-modal-footer .ant-btn-primary'))
}

/** A form in a drawer that has no key of its own for it is saved by Ctrl+Enter, too. */
function submitDrawer(event: KeyboardEvent): void {
  if (!isCovered(event))
    pressOnce(event, top('.ant-drawer')?.querySelector('.ant-drawer-footer [type="submit"]'))
}

function pressOnce(event: KeyboardEvent, button: HTMLElement | null | undefined): boolean {
  if (!button) return false
  event.preventDefault()
  event.stopPropagation()
  if (event.repeat) return true
  // A date that is still being typed is taken when its field is left.
  button.focus()
  button.click()
  return true
}

const shown = (selector: string): boolean =>
  [...document.querySelectorAll<HTMLElement>(selector)].some(isShown)
export const isUnderDialog = (): boolean => shown('.ant-modal-wrap')

/** A dialog over everything has the keys to itself; an open list or calendar takes Esc first. */
function isCovered(event: KeyboardEvent): boolean {
  if (isUnderDialog()) return true
  if (event.key !== 'Escape') return false
  return (
    (event.target instanceof Element &&
      event.target.closest("[aria-expanded='true'], [data-editing]") !== null) ||
    shown(
      `.ant-picker-dropdown:not(.ant-picker-dropdown-hidden),
        .ant-dropdown:not(.ant-dropdown-hidden),
        .ant-select-dropdown:not(.ant-select-dropdown-hidden)`,
    )
  )
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase()
  // Shift is part of a letter's own sign; of keys without one it is named.
  if (event.ctrlKey || event.metaKey)
    return event.shiftKey && key === 'enter' ? 'mod+shift+enter' : `mod+${key}`
  // Some layouts write another sign with Alt: the key is what was meant.
  if (event.altKey) return `alt+${event.code.replace(/^Key/, '').toLowerCase()}`
  return event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key
}

function handlerOf(name: string): KeyHandler | undefined {
  let covered = false
  for (const layer of layers.toReversed()) {
    const handler = covered && !layer.always ? undefined : layer.of.keys[name]
    if (handler) return handler
    covered ||= layer.modal
  }
  return undefined
}
