import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { withFeedback } from '../../http/feedback.ts'

/**
 * The note that offers to take it back, with the seconds that are left. Closing it executes the
 * action at once.
 */
export function undoNote(
  id: string,
  text: string,
  undoText: string,
  { undo, go, ms }: { undo: () => void; go: () => void; ms: number },
): void {
  withFeedback(({ notification }) =>
    notification.info({
      key: id,
      title: text,
      duration: 0,
      placement: 'bottom',
      onClose: go,
      role: 'status',
      icon: null,
      className: 'py-undo',
      actions: <UndoButton text={undoText} undo={undo} ms={ms} />,
    }),
  )
}

function UndoButton({ text, undo, ms }: { text: string; undo: () => void; ms: number }) {
  const [left, setLeft] = useState(ms / 1000)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Button type="primary" size="small" onClick={undo}>
      {text} <span aria-hidden>({left})</span>
    </Button>
  )
}
