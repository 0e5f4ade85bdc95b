import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { numberSegments, TRIAL_MAX } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useApi } from '../../../kit/http/query.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Trial = Out<typeof numberSegments.trial>[number]

/** Numbers a segment would issue, each with the working of its check digit. */
export default function TrialDialog({
  id,
  code,
  onClose,
}: {
  id: string
  code: string
  onClose: () => void
}) {
  const t = useT('numbers')
  const [from, setFrom] = useState<number | null>(null)
  const [count, setCount] = useState(5)
  const [asked, setAsked] = useState<{ from?: number; count: number }>({ count: 5 })
  const [open, setOpen] = useState(0)
  const trial = useApi(numberSegments.trial, { id, ...asked }, { staleTime: 0, quiet: true })
  const shown = trial.data?.[open] ?? trial.data?.[0]
  const issue = trial.error?.issues[0]?.message
  return (
    <Modal
      open
      width={680}
      title={t('trial.title', { code })}
      footer={<Button onClick={onClose}>{t('action.close')}</Button>}
      onCancel={onClose}
    >
      <p className="number-note">{t('trial.note')}</p>
      <div className="number-row">
        <label className="number-field">
          {t('trial.from')}
          <NumberInput controls={false} min={0} value={from} onChange={setFrom} />
        </label>
        <label className="number-field">
          {t('trial.count')}
          <NumberInput
            min={1}
            max={TRIAL_MAX}
            value={count}
            onChange={(next) => setCount(next ?? 1)}
          />
        </label>
        <Button
          onClick={() => {
            setOpen(0)
            setAsked({ ...(from === null ? {} : { from }), count })
          }}
        >
          {t('trial.go')}
        </Button>
      </div>
      {trial.error && (
        <Alert
          type="error"
          role="alert"
          title={issue ? `${t('trial.from')} ${issue}` : trial.error.message}
        />
      )}
      <ul className="number-trials">
        {trial.data?.map((one, at) => (
          <li key={one.serial} data-open={one === shown || undefined}>
            <button type="button" onClick={() => setOpen(at)}>
              {one.serial}
            </button>
            <CopyText text={one.number} />
          </li>
        ))}
      </ul>
      {shown && <Working trial={shown} />}
    </Modal>
  )
}

function Working({ trial: { number, work } }: { trial: Trial }) {
  const t = useT('numbers')
  if (!work) return <p>{t('trial.none')}</p>
  const weighted = work.steps.some(({ weight }) => weight !== null)
  const parts = work.steps.reduce((sum, { result }) => sum + result, 0)
  const { sum, modulus, remainder, check } = work
  const figures = { sum, modulus, remainder, check }
  const rows = [
    { key: 'char', values: work.steps.map(({ char }) => char) },
    { key: 'value', values: work.steps.map(({ value }) => value) },
    ...(weighted ? [{ key: 'weight', values: work.steps.map(({ weight }) => weight ?? '') }] : []),
    { key: 'result', values: work.steps.map(({ result }) => result) },
  ]
  return (
    <section className="number-work">
      <h3>
        {t('trial.work')} · {number} · {t(`rule.${work.rule}`)}
      </h3>
      <div className="number-work-table">
        <table>
          <tbody>
            {rows.map(({ key, values }) => (
              <tr key={key}>
                <th scope="row">{t(`trial.${key}`)}</th>
                {values.map((value, at) => (
                  <td key={at}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {weighted
          ? parts === sum
            ? t('trial.sum', figures)
            : t('trial.sumPlus', { ...figures, parts, add: sum - parts })
          : t('trial.running', figures)}
      </p>
    </section>
  )
}
