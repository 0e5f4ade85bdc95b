/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Lang } from '#contracts/kit/envelope.ts'
import { t } from './texts.ts'

const TYPES = ['question', 'missing', 'damage', 'wrongParcel', 'address'] as const
type State = { kind: 'writing' | 'sending' | 'failed' } | { kind: 'sent'; no: string }

/** A message about a parcel to those who bring it; the answer comes by mail. */
export default function Write({ no, lang }: { no: string; lang: Lang }): VNode {
  const [state, setState] = useState<State>({ kind: 'writing' })
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setState({ kind: 'sending' })
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const body = {
      no,
      lang,
      postcode: form.get('postcode'),
      type: form.get('type'),
      email: form.get('email'),
      text: form.get('text'),
    }
    try {
      const response = await fetch('/boot/track/case', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        credentials: 'omit',
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { success: boolean; result: { no: string } }
      setState(answer.success ? { kind: 'sent', no: answer.result.no } : { kind: 'failed' })
    } catch {
      setState({ kind: 'failed' })
    }
  }
  if (state.kind === 'sent')
    return (
      <p class="write" role="status">
        {t('write.sent', { no: state.no })}
      </p>
    )
  return (
    <form class="write" onSubmit={(event) => void send(event)}>
      <label>
        {t('write.type')}
        <select name="type">
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`write.type.${type}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('write.postcode')}
        <input name="postcode" required maxLength={20} autocomplete="postal-code" />
      </label>
      <label>
        {t('write.email')}
        <input name="email" type="email" required maxLength={200} autocomplete="email" />
      </label>
      <label>
        {t('write.text')}
        <textarea name="text" required maxLength={2000} rows={4} />
      </label>
      {state.kind === 'failed' && <p role="alert">{t('write.failed')}</p>}
      <button type="submit" disabled={state.kind === 'sending'}>
        {t('write.send')}
      </button>
    </form>
  )
}
