import { createHistory, type Gate } from '../kit/history.ts'
import { mayLeave } from '../kit/unsaved.ts'

/** Until tabs stand in between, every step leaves the page. */
const plain: Gate = () => mayLeave()
let gate: Gate = plain
export function setGate(next: Gate | null): void {
  gate = next ?? plain
}
/** The one history of the page. */
export const history = createHistory((step) => gate(step))
