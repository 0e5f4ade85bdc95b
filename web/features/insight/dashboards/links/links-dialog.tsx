import { Form, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../kit/text/i18n.ts'
import type { Page } from '../pages.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'

const LINKS_MAX = 12
interface LinksDialogProps {
  pages: readonly Page[]
  chosen: readonly string[]
  onSave: (paths: string[]) => void
  onClose: () => void
}

/** Chooses the pages that are on the workplace; none chosen brings back the usual ones. */
export default function LinksDialog({ pages, chosen, onSave, onClose }: LinksDialogProps) {
  const t = useT('dashboards')
  const [paths, setPaths] = useState<string[]>([...chosen])
  return (
    <Modal
      open
      title={t('links.edit')}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => {
        onSave(paths)
        onClose()
      }}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('links')}
          htmlFor="dash-links"
          extra={t('links.hint', { max: LINKS_MAX })}
        >
          <ChoiceInput
            id="dash-links"
            many
            clearable={false}
            autoFocus
            maxCount={LINKS_MAX}
            value={paths}
            onChange={(next) => Array.isArray(next) && setPaths([...next])}
            options={pages.map((page) => ({ value: page.path, label: page.title }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
