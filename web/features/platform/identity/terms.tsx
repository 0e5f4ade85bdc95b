import { useEffect, useId, useRef } from 'react'
import { useT } from '../../../kit/text/i18n.ts'

const CLAUSES = [
  'who',
  'account',
  'parcels',
  'prices',
  'liability',
  'data',
  'changes',
  'law',
] as const

/** What one agrees to when one registers. The browser's own window: these pages are light. */
export default function Terms({ onClose }: { onClose: () => void }) {
  const t = useT('terms')
  const id = useId()
  const window = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    window.current?.showModal()
  }, [])
  return (
    <dialog className="idn-dialog" ref={window} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{t('terms')}</h2>
      <div className="idn-clauses" tabIndex={0} role="region" aria-labelledby={id}>
        <p>{t('intro')}</p>
        <ol>
          {CLAUSES.map((clause) => (
            <li key={clause}>
              <b>{t(`${clause}.title`)}</b> {t(clause)}
            </li>
          ))}
        </ol>
      </div>
      <button type="button" className="py-submit" onClick={() => window.current?.close()}>
        {t('close')}
      </button>
    </dialog>
  )
}
