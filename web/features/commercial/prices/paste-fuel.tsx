import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { fuelPaste } from '#contracts/commercial/prices/fuel-rates.ts'
import { percentText } from '#contracts/kit/percent.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './prices.css'

type Found = Out<typeof fuelPaste.paste>

/** Months and rates, one per line: looked through first, then saved all together. */
export default function PasteFuel({ onClose }: { onClose: () => void }) {
  const t = useT('prices')
  const [indexId, setIndexId] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const send = useAction(fuelPaste.paste, { success: false, ownRefusals: true })
  const run = async (dryRun: boolean) => {
    const done = await send.run({ indexId: indexId ?? '', text, dryRun })
    if (!done.ok) return
    setFound(done.result)
    if (!dryRun && done.result.errors.length === 0) onClose()
  }
  const asked = indexId !== null && text.trim() !== ''
  const ready = found !== null && found.errors.length === 0 && found.added + found.changed > 0
  return (
    <Modal
      open
      className="py-dialog"
      title={t('fuel.paste.title')}
      onCancel={onClose}
      footer={[
        <Button key="check" disabled={!asked} loading={send.busy} onClick={() => void run(true)}>
          {t('fuel.paste.check')}
        </Button>,
        <Button
          key="run"
          type="primary"
          disabled={!asked || !ready}
          loading={send.busy}
          onClick={() => void run(false)}
        >
          {t('fuel.paste.run')}
        </Button>,
      ]}
      destroyOnHidden
    >
      <p>{t('fuel.paste.hint')}</p>
      <div className="price-field">
        <label htmlFor="fuel-index">{t('fuel.index')}</label>
        <RefSelect
          id="fuel-index"
          of="fuel-indexes"
          value={indexId}
          onChange={(id) => {
            setIndexId(id === null ? null : String(id))
            setFound(null)
          }}
        />
      </div>
      <Input.TextArea
        rows={8}
        aria-label={t('fuel.paste.text')}
        placeholder={'2026-12 21.5%\n2027-01 20.75%'}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setFound(null)
        }}
      />
      {send.error && (
        <p role="alert" className="price-failed">
          {send.error.message}
        </p>
      )}
      {found && <Lines found={found} />}
    </Modal>
  )
}

function Lines({ found }: { found: Found }) {
  const t = useT('prices')
  const { added, changed, same } = found
  return (
    <>
      <p role="status">{t('fuel.paste.found', { added, changed, same })}</p>
      <ul className="price-failed">
        {found.errors.map(({ row, message }) => (
          <li key={row}>{t('fuel.paste.error', { row, message })}</li>
        ))}
      </ul>
      <ul>
        {found.months
          .filter(({ before, rateBp }) => before !== rateBp)
          .map(({ month, rateBp, before }) => (
            <li key={month}>
              {month}: {percentText(rateBp)} %
              {before !== null && ` (${t('fuel.paste.before', { rate: percentText(before) })})`}
            </li>
          ))}
      </ul>
    </>
  )
}
