import { useEffect, useRef, useState, type Dispatch, type RefObject } from 'react'
import { DOCUMENT_LIMITS, type LabelElement } from '#contracts/commercial/labels/document.ts'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useStableCallback } from '../../../../kit/platform/use-stable-callback.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { Zoom } from '../canvas/use-zoom.ts'
import type { EditorAction, EditorState } from '../model/editor-state.ts'
import {
  clipboardText,
  copiesOf,
  ELEMENT_TYPES,
  elementsOf,
  newElement,
  TYPE_KEYS,
  type ElementType,
} from '../model/new-element.ts'
import type { PictureWish } from './picture-choice.tsx'

interface EditingOptions {
  state: EditorState
  dispatch: Dispatch<EditorAction>
  frame: RefObject<HTMLDivElement | null>
  readOnly: boolean
  zoom: Zoom
  save: () => Promise<unknown>
}

/** What is done with elements from anywhere on the page: added, copied, pasted, found, and by key. */
export function useEditing({ state, dispatch, frame, readOnly, zoom, save }: EditingOptions) {
  const t = useT('label-designer')
  const notify = useNotify()
  const { document, selection } = state
  const [pictures, setPictures] = useState<PictureWish>(null)
  const [wanted, setWanted] = useState<{ id: string } | null>(null)
  const count = useRef(document.elements.length)

  useEffect(() => {
    if (!wanted) return
    frame.current?.querySelector<SVGElement>(`[data-element="${wanted.id}"]`)?.focus()
  }, [wanted, frame])
  useEffect(() => {
    // The element that had the focus is gone: the next key belongs to the label.
    const fewer = document.elements.length < count.current
    count.current = document.elements.length
    const active = window.document.activeElement
    if (fewer && (active === null || active === window.document.body))
      frame.current?.querySelector('svg')?.focus()
  }, [document.elements.length, frame])

  const goTo = useStableCallback((id: string) => {
    dispatch({ type: 'select', ids: [id] })
    setWanted({ id })
  })
  const put = (elements: readonly LabelElement[]) => {
    const free = DOCUMENT_LIMITS.elements - document.elements.length
    if (elements.length > free)
      notify.warning(t('full', { count: DOCUMENT_LIMITS.elements, left: elements.length - free }))
    const taken = elements.slice(0, Math.max(0, free))
    const [first] = taken
    if (!first) return
    dispatch({
      type: 'change',
      change: { do: 'add', elements: taken },
      select: taken.map(({ id }) => id),
    })
    setWanted({ id: first.id })
  }
  const add = (type: ElementType) => {
    if (type === 'picture') setPictures('add')
    else put([newElement(type, document, { text: t('new.text') })])
  }
  const chosen = () => document.elements.filter(({ id }) => selection.includes(id))
  const duplicate = () => put(copiesOf(chosen(), document))
  const copied = (cut: boolean): string => {
    const text = clipboardText(chosen())
    if (cut) dispatch({ type: 'change', change: { do: 'remove', ids: selection } })
    return text
  }
  const pasted = (text: string) => {
    const elements = elementsOf(text)
    if (elements) put(copiesOf(elements, document))
    else if (text.trim())
      put([newElement('text', document, { text: text.trim().slice(0, DOCUMENT_LIMITS.text) })])
  }
  const undo = (event: KeyboardEvent) => dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
  const view = { '+': () => zoom.step(1), '-': () => zoom.step(-1), '0': zoom.fit, '1': zoom.full }
  const keys = readOnly
    ? view
    : {
        ...view,
        ...Object.fromEntries(ELEMENT_TYPES.map((type) => [TYPE_KEYS[type], () => add(type)])),
        'mod+s': () => void save(),
        'mod+z': undo,
        'mod+y': () => dispatch({ type: 'redo' }),
        'mod+d': duplicate,
      }
  const labels: Record<string, string> = {
    '+': t('tool.zoomIn'),
    '-': t('tool.zoomOut'),
    '0': t('zoom.fit'),
    '1': '100 %',
    'mod+s': t('save'),
    'mod+z': t('key.undo'),
    'mod+y': t('key.redo'),
    'mod+d': t('key.duplicate'),
    ...Object.fromEntries(
      ELEMENT_TYPES.map((type) => [TYPE_KEYS[type], t('key.add', { type: t(`type.${type}`) })]),
    ),
  }
  return { keys, labels, add, duplicate, copied, pasted, goTo, pictures, setPictures }
}
