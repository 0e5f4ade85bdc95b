import { createHistory, type Gate } from '../kit/platform/history/history.ts'
import { mayLeave } from '../kit/platform/unsaved.ts'

/** Until tabs stand in between, every step leaves the page. */
const plain: Gate = () => mayLeave()
let gate: Gate = plain
/**
 * Puts a gate in front of the history; the returned function takes it away, unless another has
 * taken its place.
 */
export function setGate(next: Gate): () => void {
  gate = next
  return () => {
    if (gate === next) gate = plain
  }
}
/** The one history of the page. */
export const history = createHistory((step) => gate(step))
