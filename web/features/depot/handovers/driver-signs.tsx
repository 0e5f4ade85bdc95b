import { Fragment, useEffect, useId, useState, type FormEvent } from 'react'
import { useParams } from 'react-router'
import { handovers, type HandoverLoad, type Strokes } from '#contracts/depot/handovers.ts'
import { call } from '../../../kit/http/api.ts'
import { setPageTitle } from '../../../kit/platform/page-title.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { SignaturePad } from './signature-pad.tsx'
import './handovers.css'

const FACTS = ['company', 'batchNo', 'depot', 'pieces', 'bags', 'loose', 'weightKg'] as const
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a driver sees on the own phone: what the load is, who takes it, and a field to sign in. */
export default function DriverSigns() {
  const t = useT('handovers')
  const id = useId()
  const { tenant = '', token = '' } = useParams()
  const [load, setLoad] = useState<HandoverLoad | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [strokes, setStrokes] = useState<Strokes>([])
  const [busy, setBusy] = useState(false)
  useEffect(() => setPageTitle(t('title')), [t])
  useEffect(() => {
    call(handovers.load, { tenant, token }, { quiet: true }).then(setLoad, (error: unknown) =>
      setProblem(wordsOf(error)),
    )
  }, [tenant, token])

  const sign = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [driver, plate] = ['driver', 'plate'].map((name) => String(typed.get(name)).trim())
    const missing = !driver
      ? 'driver'
      : !plate
        ? 'plate'
        : strokes.length === 0
          ? 'signature'
          : null
    if (missing) return setProblem(t(`missing.${missing}`))
    setBusy(true)
    setProblem(null)
    try {
      setLoad(
        await call(
          handovers.sign,
          { tenant, token, driver: driver!, plate: plate!, strokes },
          { quiet: true },
        ),
      )
    } catch (error) {
      setProblem(wordsOf(error))
    }
    setBusy(false)
  }
  const alert = <div role="alert">{problem && <p className="py-problem">{problem}</p>}</div>
  if (!load)
    return (
      <section className="py-card-form">
        <h1>{t('title')}</h1>
        {alert}
      </section>
    )
  return (
    <form
      className="py-card-form"
      onSubmit={(event) => void sign(event)}
      aria-busy={busy}
      noValidate
    >
      <h1>{t('title')}</h1>
      <dl className="ho-facts">
        {FACTS.map((key) => (
          <Fragment key={key}>
            <dt>{t(key === 'weightKg' ? 'weight' : key)}</dt>
            <dd>{key === 'weightKg' ? `${load.weightKg} kg` : load[key]}</dd>
          </Fragment>
        ))}
      </dl>
      {load.signed ? (
        <p role="status">
          <strong>{t('signed', { driver: load.signed.driver, plate: load.signed.plate })}</strong>
          <br />
          {t('thanks')}
        </p>
      ) : (
        <>
          <p>{t('text')}</p>
          {alert}
          <label htmlFor={`${id}driver`}>{t('driver')}</label>
          <input id={`${id}driver`} name="driver" autoComplete="name" maxLength={60} required />
          <label htmlFor={`${id}plate`}>{t('plate')}</label>
          <input
            id={`${id}plate`}
            name="plate"
            autoCapitalize="characters"
            maxLength={20}
            required
          />
          <span>{t('signature')}</span>
          <SignaturePad strokes={strokes} onChange={setStrokes} label={t('signature')} />
          <button type="button" className="py-plain" onClick={() => setStrokes([])}>
            {t('clear')}
          </button>
          <button type="submit" className="py-submit" disabled={busy}>
            {t('sign', { count: load.pieces })}
          </button>
        </>
      )}
    </form>
  )
}
