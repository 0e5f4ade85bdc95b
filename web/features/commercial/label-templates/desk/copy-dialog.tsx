import { Modal } from 'antd'
import { Fragment, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'

const FIELDS = ['code', 'name', 'nameEn'] as const
interface Row {
  id: string
  code: string | null
  name: string | null
  nameEn: string | null
}

/** A template once more under another code; its document becomes the draft of the new one. */
export default function CopyDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT('label-templates')
  const id = useId()
  const navigate = useNavigate()
  const [values, setValues] = useState({ code: '', name: row.name ?? '', nameEn: row.nameEn ?? '' })
  const copy = useAction(labelDesigns.copy, { ownRefusals: true })
  const issues = new Map((copy.error?.issues ?? []).map(({ path, message }) => [path, message]))
  const run = async () => {
    const done = await copy.run({ id: row.id, ...values, nameEn: values.nameEn || null })
    if (!done.ok) return
    onClose()
    void navigate(`/delivery/labels/${done.result.id}`)
  }
  return (
    <Modal
      open
      title={t('copy.title', { code: row.code ?? '' })}
      okText={t('copy')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: copy.busy }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <form
        className="lbl-copy"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        {FIELDS.map((name) => (
          <Fragment key={name}>
            <label htmlFor={`${id}-${name}`}>{t(name)}</label>
            <input
              id={`${id}-${name}`}
              className="py-input"
              value={values[name]}
              autoFocus={name === 'code'}
              aria-invalid={issues.has(name) || undefined}
              onChange={(event) => setValues((now) => ({ ...now, [name]: event.target.value }))}
            />
            {issues.has(name) && <em role="alert">{issues.get(name)}</em>}
          </Fragment>
        ))}
        <input type="submit" hidden />
      </form>
      {copy.error && issues.size === 0 && <p role="alert">{copy.error.message}</p>}
    </Modal>
  )
}
