import { monitoring } from '#contracts/insight/monitoring.ts'
import { BoardView } from './board-view.tsx'

/** Processors, memory and load of the machine. */
export default function System({ title }: { title: string }) {
  return <BoardView title={title} call={monitoring.system} />
}
