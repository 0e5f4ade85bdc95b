import { Button, Form } from 'antd'
import { codLines } from '#contracts/money/cod/cod-remittances.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import type { LineRow } from './rows.ts'

/** The order a carrier's unknown number belongs to. */
export default function AssignDialog({ row, onClose }: { row: LineRow; onClose: () => void }) {
  const t = useT('cod')
  const save = useAction(codLines.assign, {
    ownRefusals: true,
    success: t('assign.done', {
      number: row.number ?? '',
      amount: formatNumber(row.amount),
      currency: row.currency ?? '',
    }),
  })
  const entry = useEntry<{ itemId: string | null }>({
    draft: null,
    start: { itemId: null },
    save: ({ itemId }) => save.run({ id: row.id, itemId: itemId ?? '' }),
    onSaved: onClose,
    label: (path) => (path === 'itemId' ? t('assign.item') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('assign.title', { number: row.number ?? '' })}
      okText={t('assign.ok')}
      onClose={onClose}
    >
      <p>
        <Money amount={row.amount} currency={row.currency} />
      </p>
      <Suggested id={row.id} choose={(itemId) => entry.form.setFieldValue('itemId', itemId)} />
      <Form.Item
        name="itemId"
        label={t('assign.item')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <RefSelect of="cod-items" />
      </Form.Item>
    </EntryModal>
  )
}

/** What it may belong to and why; a click chooses one, nothing is assigned by it. */
function Suggested({ id, choose }: { id: string; choose: (itemId: string) => void }) {
  const t = useT('cod')
  const { data } = useApi(codLines.suggest, { id }, { quiet: true, staleTime: 0 })
  if (!data) return null
  if (data.length === 0) return <p>{t('assign.none')}</p>
  return (
    <section aria-label={t('assign.suggested')}>
      <p>{t('assign.suggested')}</p>
      <ul className="cod-suggested">
        {data.map((one) => (
          <li key={one.itemId}>
            <Button size="small" onClick={() => choose(one.itemId)}>
              {one.shipmentNo}
            </Button>{' '}
            {one.customer} <Money amount={one.expected} currency={one.currency} /> ·{' '}
            {t(`assign.why.${one.why}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
