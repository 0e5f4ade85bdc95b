import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type {
  Depart,
  LoginAnswer,
  places,
  session,
  TenantChoice,
} from '#contracts/platform/session/session.ts'
import type { userSettings } from '#contracts/platform/people/user-settings.ts'
import { call, type CallOf } from '../../../kit/http/api.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { setToken } from '../../../kit/session/session.ts'

const queryList: CallOf<typeof places.tenants> = { method: 'GET', path: '/sys/tenant/queryList' }
const selectTenant: CallOf<typeof places.selectTenant> = {
  method: 'PUT',
  path: '/sys/selectTenant',
}
const selectDepart: CallOf<typeof places.selectDepart> = {
  method: 'PUT',
  path: '/sys/selectDepart',
}
const logout: CallOf<typeof session.logout> = { method: 'POST', path: '/sys/logout' }
const saveSetting: CallOf<typeof userSettings.save> = {
  method: 'PUT',
  path: '/sys/userSetting/save',
}
/** From here on a list is searched, not read. */
const SEARCH_FROM = 9

interface Props {
  answer: LoginAnswer
  onDone(answer: LoginAnswer): void
  onFailed(error: unknown): void
}

/**
 * Which tenant, then which department, the last one first. There is no way past it: a choice that
 * fails ends the session.
 */
export default function LoginSelect({ answer, onDone, onFailed }: Props) {
  const t = useT('session')
  const english = useLang() === 'en_US'
  const [tenants, setTenants] = useState<readonly TenantChoice[] | null>(null)
  const [place, setPlace] = useState(answer)
  const many = answer.userInfo.relTenantIds.includes(',')
  const [step, setStep] = useState<'tenant' | 'depart'>(many ? 'tenant' : 'depart')
  const [busy, setBusy] = useState(false)
  const [goOn, setGoOn] = useState(false)
  const latest = useRef({ onFailed })
  latest.current = { onFailed }

  const giveUp = async (error: unknown) => {
    await call(logout, {}, { quiet: true }).catch(() => undefined)
    setToken(null)
    latest.current.onFailed(error)
  }
  useEffect(() => {
    setToken(answer.token)
    if (many)
      call(queryList, { ids: answer.userInfo.relTenantIds }, { quiet: true }).then(
        setTenants,
        giveUp,
      )
    return () => setToken(null)
  }, [answer, many])

  const finish = async (chosen: LoginAnswer) => {
    if (goOn)
      await call(saveSetting, { key: 'signIn.goOn', value: true }, { quiet: true }).catch(
        () => undefined,
      )
    onDone(chosen)
  }
  const choose = async (id: string) => {
    setBusy(true)
    try {
      if (step === 'depart')
        return await finish({
          ...place,
          ...(await call(
            selectDepart,
            { orgCode: id, username: place.userInfo.username },
            { quiet: true },
          )),
        })
      const next = { ...place, ...(await call(selectTenant, { tenantId: id }, { quiet: true })) }
      if (next.departs.length < 2) return await finish(next)
      setPlace(next)
      setStep('depart')
      setBusy(false)
    } catch (error) {
      await giveUp(error)
    }
  }
  const options =
    step === 'tenant'
      ? tenants?.map((one) => ({
          id: one.id,
          name: english ? (one.nameEn ?? one.name) : one.name,
          note: one.code,
        }))
      : place.departs.map((one: Depart) => ({
          id: one.orgCode,
          name: english ? (one.departNameEn ?? one.departName) : one.departName,
          note: one.orgCode,
        }))
  return (
    <div className="py-select-veil">
      {options && (
        <Choice
          key={step}
          title={t(`select.${step}`)}
          options={options}
          ok={t(busy ? 'signingIn' : step === 'tenant' && many ? 'select.next' : 'select.ok')}
          busy={busy}
          onChoose={(id) => void choose(id)}
          search={t('select.search')}
          none={t('select.none')}
          goOn={{ text: t('select.goOn'), on: goOn, set: setGoOn }}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  title: string
  ok: string
  search: string
  none: string
  busy: boolean
  options: readonly { id: string; name: string; note: string }[]
  goOn: { text: string; on: boolean; set(on: boolean): void }
  onChoose(id: string): void
}
function Choice({ title, options, ok, busy, search, none, goOn, onChoose }: ChoiceProps) {
  const id = useId()
  const [chosen, setChosen] = useState(options[0]?.id ?? '')
  const [chosenTenant, setChosenTenant] = useState('')
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input')?.focus(), [])
  const shown = options.filter(({ name, note }) =>
    `${name} ${note}`.toLowerCase().includes(chosenTenant.trim().toLowerCase()),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = shown.some((one) => one.id === chosen) ? chosen : shown[0]?.id
    if (!busy && found) onChoose(found)
  }
  return (
    <form
      ref={box}
      className="py-card-form py-select"
      role="dialog"
      aria-modal
      aria-labelledby={`${id}title`}
      aria-busy={busy}
      onSubmit={submit}
    >
      <h1 id={`${id}title`}>{title}</h1>
      {options.length >= SEARCH_FROM && (
        <input
          type="search"
          value={chosenTenant}
          placeholder={search}
          aria-label={search}
          onChange={(event) => setChosenTenant(event.target.value)}
        />
      )}
      <ul aria-labelledby={`${id}title`}>
        {shown.map((one) => (
          <li key={one.id}>
            <label data-chosen={one.id === chosen || undefined}>
              <input
                type="radio"
                name="place"
                checked={one.id === chosen}
                onChange={() => setChosen(one.id)}
              />
              <span>{one.name}</span>
              <small>{one.note}</small>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li>{none}</li>}
      </ul>
      <div className="py-checks">
        <label>
          <input
            type="checkbox"
            checked={goOn.on}
            onChange={(event) => goOn.set(event.target.checked)}
          />{' '}
          {goOn.text}
        </label>
      </div>
      <button type="submit" className="py-submit" disabled={busy || shown.length === 0}>
        {ok}
      </button>
    </form>
  )
}
