import { Modal } from 'antd'
import { useId, useState } from 'react'
import { z } from 'zod'
import { labelDesigns, type Design } from '#contracts/commercial/labels/designs.ts'
import { finding, type Finding } from '#contracts/commercial/labels/findings.ts'
import type { LabelElement } from '#contracts/commercial/labels/document.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { ChecksPanel, countOf } from './checks-panel.tsx'

const refusal = z.object({ findings: finding.array() })

/** What was found, and a remark; from then on labels are drawn by the draft. */
export default function PublishDialog({
  templateId,
  findings,
  elements,
  services,
  remark: before,
  save,
  onSelect,
  onDone,
  onClose,
}: {
  templateId: string
  findings: readonly Finding[] | null
  elements: readonly LabelElement[]
  services: number
  remark: string
  /** The stored draft with this remark. */
  save: (remark: string | null) => Promise<Design | null>
  onSelect: (id: string) => void
  onDone: () => void
  onClose: () => void
}) {
  const t = useT('label-designer')
  const id = useId()
  const [remark, setRemark] = useState(before)
  const [refused, setRefused] = useState<readonly Finding[] | null>(null)
  const [saving, setSaving] = useState(false)
  const publish = useAction(labelDesigns.publish, { ownRefusals: true })
  const shown = refused ?? findings
  const errors = shown ? countOf(shown).errors : 0
  const run = async () => {
    setSaving(true)
    const draft = await save(remark.trim() || null)
    setSaving(false)
    if (!draft) return onClose()
    const done = await publish.run({ id: templateId, version: draft.version })
    if (done.ok) return onDone()
    const read = refusal.safeParse(done.error.result)
    if (read.success) setRefused(read.data.findings)
  }
  return (
    <Modal
      open
      width={560}
      className="py-dialog"
      title={t('publish.title')}
      okText={t('publish')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: publish.busy || saving, disabled: errors > 0 && !refused }}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('publish.what', { count: services })}</p>
      <div className="lbl-publish">
        <label htmlFor={id}>{t('publish.remark')}</label>
        <input
          id={id}
          className="py-input"
          maxLength={200}
          value={remark}
          autoFocus
          placeholder={t('publish.remark.example')}
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
      {errors > 0 && (
        <p className="lbl-refused" role="alert">
          {t('publish.errors', { count: errors })}
        </p>
      )}
      {publish.error && !refused && (
        <p className="lbl-refused" role="alert">
          {publish.error.message}
        </p>
      )}
      <ChecksPanel
        findings={shown}
        elements={elements}
        waiting={false}
        error={null}
        onSelect={(elementId) => {
          onClose()
          onSelect(elementId)
        }}
      />
    </Modal>
  )
}
