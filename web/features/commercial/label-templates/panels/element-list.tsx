import {
  BarcodeOutlined,
  BorderOutlined,
  ExclamationCircleFilled,
  FieldStringOutlined,
  FontSizeOutlined,
  HomeOutlined,
  MinusOutlined,
  PictureOutlined,
} from '@ant-design/icons'
import type { Dispatch, KeyboardEvent, ReactNode } from 'react'
import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import type { Finding } from '#contracts/commercial/labels/findings.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import type { EditorAction } from '../model/editor-state.ts'
import { elementTitle } from './element-words.ts'
import { ELEMENT_TYPES, TYPE_KEYS, type ElementType } from '../model/new-element.ts'
import { conditionWords } from './difference-words.ts'

export const TYPE_ICONS: Readonly<Record<ElementType, ReactNode>> = {
  field: <FieldStringOutlined />,
  text: <FontSizeOutlined />,
  address: <HomeOutlined />,
  barcode: <BarcodeOutlined />,
  picture: <PictureOutlined />,
  line: <MinusOutlined />,
  box: <BorderOutlined />,
}

/** What can be put on the label, each with the key that does the same. */
export function Palette({ onAdd }: { onAdd: (type: ElementType) => void }) {
  const t = useT('label-designer')
  return (
    <div className="lbl-palette" role="group" aria-label={t('palette')}>
      {ELEMENT_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          title={t('palette.add', { type: t(`type.${type}`), key: TYPE_KEYS[type].toUpperCase() })}
          onClick={() => onAdd(type)}
        >
          {TYPE_ICONS[type]}
          <span>{t(`type.${type}`)}</span>
          <kbd aria-hidden>{TYPE_KEYS[type].toUpperCase()}</kbd>
        </button>
      ))}
    </div>
  )
}

/** All elements, the uppermost first. Alt and arrows put one before or after the next. */
export function ElementList({
  elements,
  selection,
  findings,
  dispatch,
  readOnly,
  onOpen,
}: {
  elements: readonly LabelElement[]
  selection: readonly string[]
  findings: readonly Finding[]
  dispatch: Dispatch<EditorAction>
  readOnly: boolean
  /** Goes to the element on the label. */
  onOpen: (id: string) => void
}) {
  const t = useT('label-designer')
  const fields = useT('label-fields')
  const shown = elements.toReversed()
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, id: string, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step !== 0 && event.altKey && !readOnly) {
      event.preventDefault()
      dispatch({
        type: 'change',
        change: { do: 'layer', ids: [id], to: step === -1 ? 'forward' : 'backward' },
        merge: `layer:${id}`,
      })
    } else if (step !== 0) {
      event.preventDefault()
      const next = shown[at + step]
      if (!next) return
      dispatch({ type: 'select', ids: [next.id] })
      const rows = event.currentTarget.closest('ol')?.querySelectorAll('button')
      rows?.[at + step]?.focus()
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !readOnly) {
      event.preventDefault()
      dispatch({ type: 'change', change: { do: 'remove', ids: [id] } })
    }
  }
  return (
    <>
      <ol className="lbl-elements" aria-label={t('elements')}>
        {shown.map((element, at) => {
          const wrong = findings.filter(({ elementId }) => elementId === element.id)
          const worst = wrong.find(({ severity }) => severity === 'error') ?? wrong[0]
          return (
            <li key={element.id}>
              <button
                type="button"
                aria-pressed={selection.includes(element.id)}
                onClick={(event) => {
                  if (event.shiftKey) {
                    const has = selection.includes(element.id)
                    const ids = has
                      ? selection.filter((one) => one !== element.id)
                      : [...selection, element.id]
                    dispatch({ type: 'select', ids })
                  } else dispatch({ type: 'select', ids: [element.id] })
                }}
                onDoubleClick={() => onOpen(element.id)}
                onKeyDown={(event) => onKeyDown(event, element.id, at)}
              >
                {TYPE_ICONS[element.type]}
                <span>{elementTitle(element, t, fields)}</span>
                {element.when.length > 0 && (
                  <small title={conditionWords(element.when, t, fields)}>
                    {t('elements.when')}
                  </small>
                )}
                {worst && (
                  <i data-severity={worst.severity} title={worst.message}>
                    <ExclamationCircleFilled />
                    <span className="py-hidden">{worst.message}</span>
                  </i>
                )}
              </button>
            </li>
          )
        })}
      </ol>
      <p className="lbl-help">{t(readOnly ? 'elements.read' : 'elements.help')}</p>
    </>
  )
}
