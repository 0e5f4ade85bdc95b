import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Result = Out<typeof bankLines.importBank>
const TONES = { new: 'done', known: 'waiting', out: 'waiting' } as const

/** What a file would bring, and the button that takes it. */
export function ImportPreview({
  result: { added, total, allIncoming },
  preview,
  busy,
  onTake,
}: {
  result: Result
  preview: NonNullable<Result['preview']>
  busy: boolean
  onTake: () => void
}) {
  const t = useT('bank-lines')
  const [checked, setChecked] = useState(false)
  return (
    <>
      <div className="py-preview" tabIndex={0} role="region" aria-label={t('import.file')}>
        <table>
          <thead>
            <tr>
              <th>{t('lineNo')}</th>
              <th>{t('bookedOn')}</th>
              <th>{t('amount')}</th>
              <th>{t('counterparty')}</th>
              <th>{t('text')}</th>
              <th>{t('import.names')}</th>
              <th>{t('import.state')}</th>
            </tr>
          </thead>
          <tbody>
            {preview.map((one, at) => (
              <tr key={`${one.line}-${at}`}>
                <td>{one.line}</td>
                <td>{one.bookedOn}</td>
                <td className="is-amount">
                  <Money amount={one.amount} currency={one.currency} />
                </td>
                <td>{one.counterparty}</td>
                <td>{one.text}</td>
                <td>
                  {one.names} {one.sure && <StatusTag tone="done">{t('import.sure')}</StatusTag>}
                </td>
                <td>
                  <StatusTag tone={TONES[one.state]}>{t(`import.state.${one.state}`)}</StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > preview.length && (
        <p className="py-hint">{t('tableFile.shown', { count: preview.length })}</p>
      )}
      {allIncoming && (
        <p>
          <Checkbox checked={checked} onChange={({ target }) => setChecked(target.checked)}>
            {t('import.allIncoming.checked')}
          </Checkbox>
        </p>
      )}
      <p className="py-take">
        <Button
          type="primary"
          loading={busy}
          disabled={added === 0 || (allIncoming && !checked)}
          onClick={onTake}
        >
          {total === 0
            ? t('tableFile.nothing')
            : added === 0
              ? t('import.nothing')
              : t('import.take', { count: added })}
        </Button>
      </p>
    </>
  )
}
