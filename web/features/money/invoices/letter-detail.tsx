import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { LetterDetail as Detail } from '#contracts/money/dunning/dunning.parts.ts'
import { dunning, type dunningLetters } from '#contracts/money/dunning/dunning.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './invoices.css'

type Claim = Detail['claims'][number]

/** A letter's words and invoices, and its fees and interest: paid from the balance or waived. */
export function LetterDetail({
  row,
  actions,
}: {
  row: RowOf<typeof dunningLetters>
  actions: readonly RowAction[]
}) {
  const t = useT('dunning')
  const may = useRightsCheck()
  const ask = useConfirm()
  const [waiving, setWaiving] = useState<Claim | null>(null)
  const { data, error, refetch } = useApi(dunning.detail, { id: row.id }, { staleTime: 0 })
  const paying = useAction(dunning.pay)
  const pay = async (claim: Claim) => {
    const title = t('claim.pay.title', { amount: claim.amount, currency: claim.currency })
    if ((await ask({ title, ok: t('claim.pay') })) === null) return
    await paying.run(
      { id: claim.id, version: claim.version },
      null,
      t('claim.pay.done', { amount: claim.amount, currency: claim.currency }),
    )
    void refetch()
  }
  return (
    <div className="inv-detail">
      <div className="inv-actions">
        {actions.map(({ key, label, icon, onClick }) => (
          <Button key={key} icon={icon} onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {row.mailDetail && row.mailStatus !== 'sent' && (
        <p>
          {t('mailDetail')}: {row.mailDetail}
        </p>
      )}
      {data && (
        <>
          <h3>{t('letter.words')}</h3>
          <p>
            <strong>{data.title}</strong>
          </p>
          <p className="inv-words">{data.body}</p>
          <h3>{t('letter.invoices')}</h3>
          <ul className="inv-events">
            {data.invoices.map(({ id, number, step, daysLate, open, currency }) => (
              <li key={id}>
                <Link to={`/accounting/invoices?_row=${id}`}>{number}</Link>
                <span>{t('setting.step', { step })}</span>
                <span>
                  {t('daysLate')}: {daysLate}
                </span>
                <Money amount={open} currency={currency} />
              </li>
            ))}
          </ul>
          {data.claims.length > 0 && <h3>{t('letter.claims')}</h3>}
          <ul className="inv-events">
            {data.claims.map((claim) => (
              <li key={claim.id}>
                <StatusTag tone={claim.status === 'open' ? 'warning' : 'done'}>
                  {t(`claim.${claim.status}`)}
                </StatusTag>
                <span>{claim.reason}</span>
                {claim.status === 'open' && may(dunning.pay) && (
                  <Button size="small" loading={paying.busy} onClick={() => void pay(claim)}>
                    {t('claim.pay')}
                  </Button>
                )}
                {claim.status === 'open' && may(dunning.waive) && (
                  <Button size="small" onClick={() => setWaiving(claim)}>
                    {t('claim.waive')}
                  </Button>
                )}
                <Money amount={claim.amount} currency={claim.currency} />
              </li>
            ))}
          </ul>
        </>
      )}
      {waiving && (
        <WaiveDialog
          claim={waiving}
          onClose={() => {
            setWaiving(null)
            void refetch()
          }}
        />
      )}
    </div>
  )
}

function WaiveDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const t = useT('dunning')
  const waive = useAction(dunning.waive, { ownRefusals: true })
  const entry = useEntry<{ reason: string }>({
    draft: null,
    start: { reason: '' },
    version: claim.version,
    save: ({ reason }, version) =>
      waive.run(
        { id: claim.id, version: Number(version), reason },
        null,
        t('claim.waive.done', { amount: claim.amount, currency: claim.currency }),
      ),
    onSaved: onClose,
    label: (path) => (path === 'reason' ? t('claim.reason') : null),
  })
  return (
    <EntryModal
      entry={entry}
      title={t('claim.waive.title', { amount: claim.amount, currency: claim.currency })}
      okText={t('claim.waive')}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('claim.reason')}
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input maxLength={300} />
      </Form.Item>
    </EntryModal>
  )
}
