import { lazy, Suspense, type Dispatch } from 'react'
import type { EditorAction, EditorState } from '../model/editor-state.ts'
import { newElement } from '../model/new-element.ts'

const PicturesDialog = lazy(() => import('../panels/pictures-dialog.tsx'))

/** Pictures are looked at, chosen for a new element, or for the chosen ones. */
export type PictureWish = 'look' | 'add' | 'change' | null

export function PictureChoice({
  wanted,
  state,
  dispatch,
  readOnly,
  onAdded,
  onClose,
}: {
  wanted: PictureWish
  state: EditorState
  dispatch: Dispatch<EditorAction>
  readOnly: boolean
  onAdded: (id: string) => void
  onClose: () => void
}) {
  const { document, selection } = state
  if (wanted === null) return null
  const chosen = document.elements.find(
    (element) => element.type === 'picture' && selection.includes(element.id),
  )
  const choose = (pictureId: string) => {
    if (wanted === 'add') {
      const element = newElement('picture', document, { pictureId })
      dispatch({
        type: 'change',
        change: { do: 'add', elements: [element] },
        select: [element.id],
      })
      onAdded(element.id)
    } else
      dispatch({ type: 'change', change: { do: 'set', ids: selection, values: { pictureId } } })
    onClose()
  }
  return (
    <Suspense>
      <PicturesDialog
        chosen={wanted === 'change' && chosen?.type === 'picture' ? chosen.pictureId : null}
        onChoose={readOnly || wanted === 'look' ? null : choose}
        onClose={onClose}
      />
    </Suspense>
  )
}
