/** What a key does in a grid; null where it is the browser's or the field's own. */
export type Command =
  | { do: 'move'; rows: number; cols: number; extend: boolean }
  | { do: 'wrap'; by: 1 | -1 }
  | { do: 'moveLines'; by: 1 | -1 }
  | { do: 'pick'; by: 1 | -1 }
  | { do: 'select'; what: 'row' | 'column' | 'all' }
  | {
      do:
        | 'edit'
        | 'cancel'
        | 'clear'
        | 'fillDown'
        | 'fillRight'
        | 'insert'
        | 'remove'
        | 'repeat'
        | 'undo'
        | 'redo'
        | 'nextIssue'
    }
export interface Key {
  key: string
  code: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}
/** How the field stands: not at all, typed over (arrows leave the cell), or opened to be changed. */
export type Mode = 'cell' | 'typing' | 'editing' | 'choosing'

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const move = (rows: number, cols: number, extend: boolean): Command => ({
  do: 'move',
  rows,
  cols,
  extend,
})

function whileEditing(key: Key, mode: Mode): Command | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null
  if (key.key === 'Enter') return move(key.shiftKey ? -1 : 1, 0, false)
  if (key.key === 'Tab') return { do: 'wrap', by: key.shiftKey ? -1 : 1 }
  if (key.key === 'Escape') return { do: 'cancel' }
  const step = STEPS[key.key]
  if (!step) return null
  const [rows, cols] = step
  if (mode === 'choosing' && rows !== 0) return { do: 'pick', by: rows < 0 ? -1 : 1 }
  return cols === 0 || mode === 'typing' ? move(rows, cols, false) : null
}

function withControl({ key, shiftKey }: Key): Command | null {
  const step = STEPS[key]
  if (step) return move(step[0] * Infinity || 0, step[1] * Infinity || 0, shiftKey)
  switch (key.toLowerCase()) {
    case 'home':
      return move(-Infinity, -Infinity, shiftKey)
    case 'end':
      return move(Infinity, Infinity, shiftKey)
    case 'a':
      return { do: 'select', what: 'all' }
    case ' ':
      return { do: 'select', what: 'column' }
    case 'd':
      return { do: 'fillDown' }
    // With Shift it stays the browser's: the page is loaded again.
    case 'r':
      return shiftKey ? null : { do: 'fillRight' }
    case 'z':
      return { do: shiftKey ? 'redo' : 'undo' }
    case 'y':
      return { do: 'redo' }
    case 'delete':
      return { do: 'remove' }
    default:
      return null
  }
}

/** `page`: the rows in sight. */
export function commandOf(key: Key, mode: Mode, page: number): Command | null {
  if (mode !== 'cell') return whileEditing(key, mode)
  if (key.altKey) {
    if (key.code === 'KeyR') return { do: 'repeat' }
    if (key.key === 'ArrowUp' || key.key === 'ArrowDown')
      return { do: 'moveLines', by: key.key === 'ArrowUp' ? -1 : 1 }
    return null
  }
  if (key.ctrlKey || key.metaKey) return withControl(key)
  const step = STEPS[key.key]
  if (step) return move(step[0], step[1], key.shiftKey)
  switch (key.key) {
    case 'Home':
      return move(0, -Infinity, key.shiftKey)
    case 'End':
      return move(0, Infinity, key.shiftKey)
    case 'PageUp':
      return move(-page, 0, key.shiftKey)
    case 'PageDown':
      return move(page, 0, key.shiftKey)
    case 'Tab':
      return { do: 'wrap', by: key.shiftKey ? -1 : 1 }
    case 'Enter':
    case 'F2':
      return { do: 'edit' }
    case 'Escape':
      return { do: 'cancel' }
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case 'Insert':
      return { do: 'insert' }
    case 'F8':
      return { do: 'nextIssue' }
    case ' ':
      return key.shiftKey ? { do: 'select', what: 'row' } : null
    default:
      return null
  }
}
