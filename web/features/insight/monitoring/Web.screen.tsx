import { monitoring } from '#contracts/insight/monitoring.ts'
import { BoardView } from './board-view.tsx'

/** What the process answers, how often and how fast. */
export default function Web({ title }: { title: string }) {
  return <BoardView title={title} call={monitoring.web} />
}
