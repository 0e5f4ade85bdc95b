import { Form, Input, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { codList } from '#contracts/money/cod/cod-list.ts'
import { codLines } from '#contracts/money/cod/cod-remittances.ts'
import { COD_DECISIONS, isUnclear, type CodDecision } from '#contracts/money/cod/cod.states.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { differenceSums, effectsOf } from './decision-effect.ts'
import type { LineRow } from './rows.ts'
import './cod.css'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

interface Values {
  decision: CodDecision
  reason: string
}

const ITEMS = listOf(codList)
/** Lines that are named one by one; more are counted. */
const NAMED = 6

/** What becomes of lines that do not fit their order, or have none. */
export default function DecideDialog({
  rows,
  onClose,
}: {
  rows: readonly LineRow[]
  onClose: () => void
}) {
  const t = useT('cod')
  const ids = [...new Set(rows.flatMap(({ itemId }) => (itemId ? [itemId] : [])))]
  const items = useApi(
    ITEMS,
    { selections: ids.join(','), pageSize: String(ids.length) },
    { enabled: ids.length > 0 },
  )
  const known = items.data?.records ?? []
  const sums = differenceSums(rows, known)
  /** Once per currency: what the decision books, with whom it concerns. */
  const effects = (decision: CodDecision): string[] =>
    sums.flatMap((of) =>
      effectsOf(decision, of).map(({ key, amount }) =>
        t(`decide.effect.${key}`, {
          amount: formatNumber(amount),
          currency: of.currency,
          customers: of.customers.join(t('decide.and')),
        }),
      ),
    )
  const save = useAction(codLines.decide, {
    ownRefusals: true,
    success: ({ done, failed }, { decision }) =>
      failed > 0 ? null : [t('decide.done', { count: done }), ...effects(decision)].join(' '),
  })
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const offered = COD_DECISIONS.filter(
    (one) => one !== 'writeOff' || rows.some(({ kind }) => !isUnclear(kind ?? '')),
  )
  const entry = useEntry<Values>({
    draft: null,
    start: { decision: 'claim', reason: '' },
    save: async (values) => {
      const answer = await save.run({ ids: rows.map(({ id }) => id), ...values })
      if (answer.ok && answer.result.failed > 0)
        setOutcome({ title: t('decide'), result: answer.result })
      return answer
    },
    // Rows that were refused are shown first.
    onSaved: (result) => {
      if ((result as Out<typeof codLines.decide>).failed === 0) onClose()
    },
    label: (path) => (path === 'reason' ? t('decide.reason') : null),
  })
  const decision = Form.useWatch('decision', entry.form) ?? 'claim'
  const unclear = sums.reduce((count, of) => count + of.unclearLines, 0)
  if (outcome)
    return (
      <Suspense>
        <ResultSheet outcome={outcome} onClose={onClose} />
      </Suspense>
    )
  return (
    <EntryModal entry={entry} title={t('decide')} okText={t('decide')} onClose={onClose}>
      <p className="py-hint">{t('decide.count', { count: rows.length })}</p>
      <table className="cod-sums">
        <tbody>
          {rows.slice(0, NAMED).map((row) => (
            <tr key={row.id}>
              <td>{row.itemId_dictText ?? row.number}</td>
              <td>{known.find(({ id }) => id === row.itemId)?.customerId_dictText}</td>
              <td>
                <Money amount={row.difference ?? row.amount} currency={row.currency} />
              </td>
            </tr>
          ))}
          {sums.map(({ currency, orders, expected, collected }) =>
            orders === 0 ? null : (
              <tr key={currency} className="cod-total">
                <td colSpan={3}>
                  {t('decide.sum', {
                    count: orders,
                    currency,
                    expected: formatNumber(formatMoney({ minor: expected, currency })),
                    collected: formatNumber(formatMoney({ minor: collected, currency })),
                  })}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {rows.length > NAMED && (
        <p className="py-hint">{t('decide.more', { count: rows.length - NAMED })}</p>
      )}
      <Form.Item name="decision" label={t('decide')}>
        <Radio.Group className="cod-choice">
          {offered.map((one) => (
            <Radio key={one} value={one}>
              {t(`decide.${one}`)}
              <small>{t(`decide.${one}.help`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <ul className="cod-suggested" role="status">
        {effects(decision).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {decision === 'writeOff' && unclear > 0 && (
          <li>{t('decide.effect.refused', { count: unclear })}</li>
        )}
      </ul>
      <Form.Item
        name="reason"
        label={t('decide.reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Form.Item>
    </EntryModal>
  )
}
