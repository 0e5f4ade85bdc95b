import { monitoring } from '#contracts/insight/monitoring.ts'
import { BoardView } from './board-view.tsx'

/** How the carriers answer, by operation. */
export default function Carriers({ title }: { title: string }) {
  return <BoardView title={title} call={monitoring.carriers} />
}
