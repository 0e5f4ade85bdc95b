import { Button, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import {
  BLOCK_HOURS,
  blockedAddresses,
  type BlockedAddress,
} from '#contracts/platform/operations/blocked-addresses.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import './logs.css'

const DAY_HOURS = 24

/** From which addresses nothing can be called, with the form to add one; `address` fills it in. */
export default function BlockedAddresses({
  address: given = '',
  onClose,
}: {
  address?: string
  onClose: () => void
}) {
  const t = useT('logs')
  const { tenant } = useSession()
  const found = useApi(blockedAddresses.list, {})
  const [address, setAddress] = useState(given)
  const [hours, setHours] = useState<number>(DAY_HOURS)
  const [reason, setReason] = useState('')
  const block = useAction(blockedAddresses.block)
  const submit = async () => {
    const done = await block.run({ address: address.trim(), hours, reason })
    if (!done.ok) return
    setAddress('')
    setReason('')
  }
  return (
    <Modal open title={t('block.title')} width={720} footer={null} onCancel={onClose}>
      <p>{t(tenant === '0' ? 'block.note.platform' : 'block.note')}</p>
      <form
        className="log-block"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <label>
          {t('block.address')}
          <Input value={address} maxLength={60} onChange={(e) => setAddress(e.target.value)} />
        </label>
        <label>
          {t('block.hours')}
          <Select
            value={hours}
            onChange={setHours}
            options={BLOCK_HOURS.map((value) => ({ value, label: t(`block.hours.${value}`) }))}
          />
        </label>
        <label>
          {t('block.reason')}
          <Input value={reason} maxLength={200} onChange={(e) => setReason(e.target.value)} />
        </label>
        <Button
          danger
          htmlType="submit"
          loading={block.busy}
          disabled={address.trim() === '' || reason.trim() === ''}
        >
          {t('block.add')}
        </Button>
      </form>
      {found.error && !found.data && <ErrorNote error={found.error} retry={found.refetch} />}
      {found.data &&
        (found.data.length === 0 ? (
          <Empty kind="nothing" title={t('block.none')} />
        ) : (
          <ul className="log-blocked">
            {found.data.map((row) => (
              <Blocked key={row.address} row={row} />
            ))}
          </ul>
        ))}
    </Modal>
  )
}

function Blocked({ row }: { row: BlockedAddress }) {
  const t = useT('logs')
  const release = useAction(blockedAddresses.release)
  return (
    <li>
      <strong>{row.address}</strong> · {t('block.until')} <Moment at={row.until} /> ·{' '}
      {t('block.by')} {nameOfAccount(row.createBy)} · {row.reason}{' '}
      <Button
        size="small"
        loading={release.busy}
        aria-label={`${t('block.release')} ${row.address}`}
        onClick={() => void release.run({ address: row.address })}
      >
        {t('block.release')}
      </Button>
    </li>
  )
}
