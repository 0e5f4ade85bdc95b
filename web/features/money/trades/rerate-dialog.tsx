import { Modal, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { rerates } from '#contracts/money/rerates.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Preview = Out<typeof rerates.preview>

/** What chosen trades' orders would cost now, order by order and in all, before it is charged. */
export default function RerateDialog({
  ids,
  onClose,
}: {
  ids: readonly string[]
  onClose: () => void
}) {
  const t = useT('trades')
  const notify = useNotify()
  const preview = useAction(rerates.preview, { success: false })
  const apply = useAction(rerates.apply, { success: false })
  const [shown, setShown] = useState<Preview | null>(null)
  const [by, setBy] = useState<'day' | 'today'>('day')
  const load = useStableCallback(async () => {
    setShown(null)
    const answer = await preview.run({ ids: [...ids], by })
    if (answer.ok) setShown(answer.result)
    else onClose()
  })
  useEffect(() => void load(), [by, load])
  const open = shown?.rows.filter(({ key }) => key !== null) ?? []
  const run = async () => {
    const answer = await apply.run({
      ids: open.map(({ id }) => id),
      by,
      keys: Object.fromEntries(open.map(({ id, key }) => [id, key ?? ''])),
    })
    if (!answer.ok) return
    const { done, failed } = answer.result
    const words = t('rerate.done', { done, failed })
    if (failed > 0) notify.warning(words)
    else notify.success(words)
    onClose()
  }
  return (
    <Modal
      open
      width={860}
      title={t('rerate.title')}
      okText={t('rerate.ok', { count: open.length })}
      okButtonProps={{ disabled: open.length === 0 }}
      confirmLoading={apply.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>{t('rerate.note')}</p>
      <Radio.Group
        aria-label={t('rerate.prices')}
        value={by}
        onChange={(event) => setBy(event.target.value as typeof by)}
        options={(['day', 'today'] as const).map((value) => ({
          value,
          label: t(`rerate.prices.${value}`),
        }))}
      />
      {preview.busy && <p role="status">{t('state.loading')}</p>}
      {shown?.rows.length === 0 && <p>{t('rerate.none')}</p>}
      {shown && shown.rows.length > 0 && <Differences preview={shown} />}
      {shown && shown.without > 0 && shown.rows.length > 0 && (
        <p className="py-none">{t('rerate.without', { count: shown.without })}</p>
      )}
    </Modal>
  )
}

function Differences({ preview }: { preview: Preview }) {
  const t = useT('trades')
  const money = (amount: string | null, currency: string) =>
    amount === null ? null : <Money amount={amount} currency={currency} />
  return (
    <div className="trade-rerate" tabIndex={0} role="region" aria-label={t('rerate.list')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('rerate.order')}</th>
            {(['before', 'after', 'difference'] as const).map((key) => (
              <th key={key} scope="col" className="py-num">
                {t(`rerate.${key}`)}
              </th>
            ))}
            <th scope="col">{t('rerate.by')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.id}>
              <td>
                {row.label}
                <small>{row.customerName}</small>
              </td>
              <td className="py-num">{money(row.before, row.currency)}</td>
              <td className="py-num">{money(row.after, row.currency)}</td>
              <td className="py-num">{money(row.difference, row.currency)}</td>
              <td>
                {row.message ??
                  (row.versionNo === null
                    ? row.priceName
                    : t('rerate.version', { name: row.priceName ?? '', no: row.versionNo }))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {preview.sums.map((sum) => (
            <tr key={sum.currency}>
              <th scope="row">{t('rerate.sum', { currency: sum.currency })}</th>
              <td className="py-num">{money(sum.before, sum.currency)}</td>
              <td className="py-num">{money(sum.after, sum.currency)}</td>
              <td className="py-num">{money(sum.difference, sum.currency)}</td>
              <td />
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}
