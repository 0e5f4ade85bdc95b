import { Alert, Input, Modal } from 'antd'
import { useState } from 'react'
import { poolNumbers, RESERVE_MAX } from '#contracts/commercial/numbers/number-pools.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const FIELDS: Record<string, string> = {
  count: 'reserve.count',
  minutes: 'reserve.minutes',
  reservedFor: 'reserve.for',
}

/** Keeps the next free numbers of a pool from orders. */
export default function ReserveDialog({
  poolId,
  code,
  onClose,
}: {
  poolId: string
  code: string
  onClose: () => void
}) {
  const t = useT('numbers')
  const notify = useNotify()
  const [count, setCount] = useState<number | null>(100)
  const [minutes, setMinutes] = useState<number | null>(null)
  const [reservedFor, setReservedFor] = useState('')
  const reserve = useAction(poolNumbers.reserve, { ownRefusals: true, success: false })
  const save = async () => {
    if (count === null) return
    const outcome = await reserve.run({ poolId, count, minutes, reservedFor })
    if (!outcome.ok) return
    notify.success(t('reserve.done', outcome.result))
    onClose()
  }
  const error = reserve.error
  return (
    <Modal
      open
      width={460}
      title={`${t('reserve')} · ${code}`}
      okText={t('reserve')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: reserve.busy, disabled: !count || reservedFor.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <label className="number-field">
        {t('reserve.count')}
        <NumberInput
          autoFocus
          min={1}
          max={RESERVE_MAX}
          precision={0}
          value={count}
          onChange={setCount}
        />
      </label>
      <label className="number-field">
        {t('reserve.for')}
        <Input
          maxLength={100}
          value={reservedFor}
          placeholder={t('reserve.for.help')}
          onChange={(event) => setReservedFor(event.target.value)}
        />
      </label>
      <label className="number-field">
        {t('reserve.minutes')}
        <NumberInput min={1} precision={0} value={minutes} onChange={setMinutes} />
        <small>{t('reserve.minutes.help')}</small>
      </label>
      {error && (
        <Alert
          type="error"
          role="alert"
          title={
            error.issues.length > 0
              ? error.issues
                  .map(({ path, message }) => `${t(FIELDS[path] ?? path)} ${message}`)
                  .join('; ')
              : error.message
          }
        />
      )}
    </Modal>
  )
}
