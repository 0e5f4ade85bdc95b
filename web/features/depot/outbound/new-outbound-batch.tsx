import { Form, Input } from 'antd'
import { useState } from 'react'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { isText, storageSet, storageGet } from '../../../kit/text/storage.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'

interface Values {
  depotId: string | null
  channelIds: string[]
  no: string
  remark: string
}
const DEPOT = 'WAREHOUSE_STATION_DEPOT'

/**
 * Opens a batch at a depot for one or several channels; the depot of last time is there
 * already.
 */
export default function NewOutboundBatch({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (id: string) => void
}) {
  const t = useT('out-batches')
  const channels = useApi(outBatches.channels, {})
  const add = useAction(outBatches.add, { ownRefusals: true })
  const [depotId] = useState(() => storageGet(DEPOT, isText) ?? ownDepot())
  const entry = useEntry<Values>({
    draft: null,
    start: { depotId, channelIds: [], no: '', remark: '' },
    save: (values) =>
      add.run({
        ...values,
        depotId: values.depotId ?? '',
        no: values.no || undefined,
        remark: values.remark || null,
      }),
    onSaved: (result, values) => {
      storageSet(DEPOT, values.depotId, null)
      onMade((result as OutboundDetail).id)
    },
    label: (path) => {
      const [field = ''] = path.split('.')
      return ['depotId', 'channelIds', 'no', 'remark'].includes(field) ? t(field) : null
    },
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('form.new')} okText={t('open')} onClose={onClose}>
      <Form.Item name="depotId" label={t('depotId')} rules={required}>
        <RefSelect of="depots" autoFocus />
      </Form.Item>
      <Form.Item
        name="channelIds"
        label={t('channelIds')}
        rules={required}
        extra={t('channelIds.help')}
      >
        <ChoiceInput
          many
          clearable={false}
          loading={channels.isFetching}
          options={(channels.data ?? []).map(({ id, code, name }) => ({
            value: id,
            label: `${code} · ${name}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="no" label={t('no')} extra={t('no.help')}>
        <Input placeholder="OB20260301" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
