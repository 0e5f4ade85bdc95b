import { Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { podFiles, type PodPart } from '#contracts/billing/pod-files.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Links pages by hand: to one delivery, or to the several of a signed list. */
export function LinkPart({
  part,
  onClose,
  onRefused,
}: {
  part: PodPart
  onClose: () => void
  onRefused: (result: BulkResult) => void
}) {
  const t = useT('pods')
  const [number, setNumber] = useState(part.number ?? '')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [add, setAdd] = useState(false)
  const asked = useDebouncedValue(number.trim(), 300)
  const found = useApi(
    podFiles.find,
    { number: asked },
    { enabled: asked.length >= 4, keepPrevious: true },
  )
  const link = useAction(podFiles.link, { success: false })
  const send = async () => {
    const answer = await link.run({ partId: part.id, ids: [...chosen], add })
    if (!answer.ok) return
    if (answer.result.failed > 0) onRefused(answer.result)
    onClose()
  }
  return (
    <Modal
      open
      title={t('link.title', { page: part.fromPage })}
      okText={t('part.link')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: link.busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <label className="pod-field" htmlFor="pod-link-number">
        {t('link.number')}
      </label>
      <Input
        id="pod-link-number"
        value={number}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setNumber(event.target.value)}
      />
      <ul className="pod-found" aria-label={t('link.found')}>
        {(found.data ?? []).map((pod) => (
          <li key={pod.id}>
            <Checkbox
              checked={chosen.includes(pod.id)}
              onChange={({ target }) =>
                setChosen((before) =>
                  target.checked ? [...before, pod.id] : before.filter((one) => one !== pod.id),
                )
              }
            >
              {[pod.trackNo ?? pod.fbaCode, pod.serialNumber, pod.state_dictText]
                .filter(Boolean)
                .join(' · ')}{' '}
              <Moment at={pod.deliveredAt} />
            </Checkbox>
          </li>
        ))}
      </ul>
      {found.data?.length === 0 && asked.length >= 4 && <p>{t('link.none')}</p>}
      <Checkbox checked={add} onChange={({ target }) => setAdd(target.checked)}>
        {t('link.add')}
      </Checkbox>
    </Modal>
  )
}
