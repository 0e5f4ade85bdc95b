import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { ownDepot } from '../../../kit/platform/own/own-profile.ts'
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
const optionOf = ({ id, code, name }: Depots[number]) => ({
  value: id,
  label: `${code} · ${name}`,
})
const onlyOne = (depots: Depots) => (depots.length === 1 ? depots[0]!.id : null)
const DEPOT = 'WAREHOUSE_STATION_DEPOT'

interface Props {
  onClose: () => void
  onMade: (id: string) => void
}
type Depots = Out<typeof outBatches.depots>

/**
 * Opens a batch at a depot for one or several channels; the depot of last time, or the only one of
 * who works at one, is there already.
 */
export default function NewOutboundBatch(props: Props) {
  const t = useT('out-batches')
  const depots = useApi(outBatches.depots, {})
  if (depots.data) return <Entry {...props} depots={depots.data} />
  return depots.error ? (
    <Modal open title={t('form.new')} footer={null} onCancel={props.onClose}>
      <ErrorNote error={depots.error} retry={() => void depots.refetch()} />
    </Modal>
  ) : null
}

function Entry({ onClose, onMade, depots }: Props & { depots: Depots }) {
  const t = useT('out-batches')
  const channels = useApi(outBatches.channels, {})
  const add = useAction(outBatches.add, { ownRefusals: true })
  const [depotId] = useState(() => {
    const own = [storageGet(DEPOT, isText), ownDepot()]
    return own.find((id) => depots.some((one) => one.id === id)) ?? onlyOne(depots)
  })
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
        <ChoiceInput autoFocus clearable={false} options={depots.map(optionOf)} />
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
          options={(channels.data ?? []).map(optionOf)}
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
