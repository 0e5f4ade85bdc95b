/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../ask.ts'
import { t } from '../texts.ts'
import { PostcodeForm, type FormState } from './postcode-form.tsx'

/** News of a parcel by mail, once its address is confirmed. */
export function Follow({ no }: { no: string }): VNode {
  const [state, setState] = useState<FormState | 'sent'>('writing')
  if (state === 'sent')
    return (
      <p class="write" role="status">
        {t('follow.sent')}
      </p>
    )
  const send = async (form: FormData): Promise<void> => {
    setState('sending')
    const answer = await ask<null>('follow', {
      no,
      postcode: form.get('postcode'),
      email: form.get('email'),
      lang: document.documentElement.lang.replace('-', '_'),
    })
    setState(answer.ok ? 'sent' : answer.why)
  }
  return (
    <PostcodeForm state={state} button={t('follow.send')} send={send}>
      <label>
        {t('follow.email')}
        <input name="email" type="email" required maxLength={200} autocomplete="email" />
      </label>
    </PostcodeForm>
  )
}
