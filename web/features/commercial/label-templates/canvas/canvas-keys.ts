import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import type { EditorAction } from '../model/editor-state.ts'

interface Pressed {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}
interface Situation {
  selection: readonly string[]
  elements: readonly LabelElement[]
  readOnly: boolean
}
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const LAYERS = { ']': 'forward', '[': 'backward', '}': 'front', '{': 'back' } as const

/**
 * What a key does while the label has the focus; null where it is none of the label's. Arrows move
 * by 0.1 mm, with Shift by 1 mm; with Ctrl they make wider and higher.
 */
export function canvasChange(pressed: Pressed, situation: Situation): EditorAction[] | null {
  const { key, shiftKey } = pressed
  const { selection: ids, elements, readOnly } = situation
  const mod = pressed.ctrlKey || pressed.metaKey
  if (key === 'Escape') return ids.length > 0 ? [{ type: 'select', ids: [] }] : null
  if (mod && key.toLowerCase() === 'a')
    return [{ type: 'select', ids: elements.map(({ id }) => id) }]
  if (readOnly || ids.length === 0) return null
  const arrow = ARROWS[key]
  if (arrow) {
    const by = shiftKey ? 1 : 0.1
    const [dx, dy] = [arrow[0] * by, arrow[1] * by]
    return [
      {
        type: 'change',
        change: mod ? { do: 'grow', ids, dw: dx, dh: dy } : { do: 'move', ids, dx, dy },
        merge: `${mod ? 'grow' : 'arrows'}:${ids.join()}`,
      },
    ]
  }
  if (key === 'Delete' || key === 'Backspace')
    return [{ type: 'change', change: { do: 'remove', ids } }]
  if (!mod && key in LAYERS)
    return [
      { type: 'change', change: { do: 'layer', ids, to: LAYERS[key as keyof typeof LAYERS] } },
    ]
  return null
}
