import { Modal } from 'antd'
import { useId, useMemo, useState } from 'react'
import { labelDesigns, type Design } from '#contracts/commercial/labels/designs.ts'
import { labelDocument, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { compareDocuments } from '../model/compare-documents.ts'
import { differenceWords } from './difference-words.ts'
import { HERE } from './here.ts'

/** Two versions, or a version and what is on the screen, element by element in words. */
export default function CompareDialog({
  templateId,
  designs,
  here,
  first,
  second,
  theirs,
  onClose,
}: {
  templateId: string
  designs: readonly Design[]
  here: LabelDocument
  first: string
  second: string
  /** A document that is no version of the list: another user's draft. */
  theirs?: LabelDocument
  onClose: () => void
}) {
  const t = useT('label-designer')
  const fields = useT('label-fields')
  const id = useId()
  const [[from, to], choose] = useState([first, second])
  const before = useVersion(templateId, from, here)
  const after = useVersion(templateId, to, here)
  const left = theirs ?? before.document
  const right = theirs ? here : after.document
  const found = left && right ? compareDocuments(left, right) : null
  const options = [
    <option key={HERE} value={HERE}>
      {t('version.here')}
    </option>,
    ...designs.map(({ id: designId, versionNo, state }) => (
      <option key={designId} value={designId}>
        {`${t('version', { no: versionNo })} · ${t(`state.${state}`)}`}
      </option>
    )),
  ]
  return (
    <Modal
      open
      width={720}
      className="py-dialog"
      title={t(theirs ? 'compare.theirs' : 'compare')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {!theirs && (
        <div className="lbl-compare-of">
          <label htmlFor={`${id}-from`}>{t('compare.from')}</label>
          <select
            id={`${id}-from`}
            className="py-input"
            value={from}
            onChange={(event) => choose([event.target.value, to])}
          >
            {options}
          </select>
          <label htmlFor={`${id}-to`}>{t('compare.to')}</label>
          <select
            id={`${id}-to`}
            className="py-input"
            value={to}
            onChange={(event) => choose([from, event.target.value])}
          >
            {options}
          </select>
        </div>
      )}
      {before.error && <ErrorNote error={before.error} />}
      {after.error && <ErrorNote error={after.error} />}
      {found && (
        <p role="status">
          {found.length === 0 ? t('compare.same') : t('compare.count', { count: found.length })}
        </p>
      )}
      <ul className="lbl-differences">
        {(found ?? []).map((one, at) => {
          const { title, lines } = differenceWords(one, t, fields)
          return (
            <li key={at}>
              <strong>{title}</strong>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}

function useVersion(id: string, designId: string, here: LabelDocument) {
  const own = designId === HERE
  const found = useApi(labelDesigns.design, own ? { id } : { id, designId }, {
    enabled: !own,
    staleTime: 60_000,
  })
  const stored = useMemo(
    () => (found.data ? labelDocument.parse(found.data.document) : undefined),
    [found.data],
  )
  return {
    document: own ? here : stored,
    error: own ? null : found.error,
  }
}
