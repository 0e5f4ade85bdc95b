import { monitoring } from '#contracts/insight/monitoring.ts'
import { BoardView } from './board-view.tsx'

/** Heap, garbage collection and event loop of the process. */
export default function Runtime({ title }: { title: string }) {
  return <BoardView title={title} call={monitoring.runtime} />
}
