import type { LabelDocument } from '#contracts/commercial/labels/document.ts'
import { applyChange, type Change } from './changes.ts'

interface Step {
  document: LabelDocument
  selection: readonly string[]
}
export interface EditorState extends Step {
  /** Documents share what is the same in them: steps back cost little, however many there are. */
  past: readonly Step[]
  future: readonly Step[]
  /** What the last change was part of: one drag, one value being typed. */
  merge: string | null
}

export type EditorAction =
  | { type: 'change'; change: Change; merge?: string; select?: readonly string[] }
  | { type: 'select'; ids: readonly string[] }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The next change is a step of its own. */
  | { type: 'settle' }
  /** Another document, as it is stored: nothing to undo. */
  | { type: 'load'; document: LabelDocument }

export const startState = (document: LabelDocument): EditorState => ({
  document,
  selection: [],
  past: [],
  future: [],
  merge: null,
})

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'select': {
      const ids = present(action.ids, state.document)
      return sameIds(ids, state.selection) ? state : { ...state, selection: ids, merge: null }
    }
    case 'settle':
      return state.merge === null ? state : { ...state, merge: null }
    case 'load':
      return {
        ...startState(action.document),
        selection: present(state.selection, action.document),
      }
    case 'undo':
      return back(state)
    case 'redo':
      return forth(state)
    default:
      return changed(state, action)
  }
}

function changed(
  state: EditorState,
  { change, merge, select }: Extract<EditorAction, { type: 'change' }>,
): EditorState {
  const document = applyChange(state.document, change)
  if (document === state.document) return state
  const goesOn = merge !== undefined && merge === state.merge && state.past.length > 0
  return {
    document,
    selection: present(select ?? state.selection, document),
    past: goesOn ? state.past : [...state.past, stepOf(state)],
    future: [],
    merge: merge ?? null,
  }
}

function back(state: EditorState): EditorState {
  const last = state.past.at(-1)
  if (!last) return state
  return {
    ...last,
    past: state.past.slice(0, -1),
    future: [stepOf(state), ...state.future],
    merge: null,
  }
}
function forth(state: EditorState): EditorState {
  const [next, ...future] = state.future
  if (!next) return state
  return { ...next, past: [...state.past, stepOf(state)], future, merge: null }
}

const stepOf = ({ document, selection }: EditorState): Step => ({ document, selection })
const present = (ids: readonly string[], { elements }: LabelDocument): string[] =>
  ids.filter((id) => elements.some((element) => element.id === id))
const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at])
