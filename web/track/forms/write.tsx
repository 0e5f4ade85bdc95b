/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../ask.ts'
import { t } from '../texts.ts'
import { PostcodeForm, type FormState } from './postcode-form.tsx'

const TYPES = ['question', 'delay', 'missing', 'damage', 'wrongParcel', 'address'] as const

/** A message about a parcel to those who bring it; the answer comes by mail. */
export function Write({ no }: { no: string }): VNode {
  const [state, setState] = useState<FormState>('writing')
  const [made, setMade] = useState<{ no: string; mail: boolean } | null>(null)
  if (made)
    return (
      <p class="write" role="status">
        {t(made.mail ? 'write.sent' : 'write.noMail', { no: made.no })}
      </p>
    )
  const send = async (form: FormData): Promise<void> => {
    setState('sending')
    const answer = await ask<{ no: string; mail: boolean }>('case', {
      no,
      // Cases are answered in the languages of the office.
      lang: document.documentElement.lang === 'zh-CN' ? 'zh_CN' : 'en_US',
      postcode: form.get('postcode'),
      type: form.get('type'),
      email: form.get('email'),
      text: form.get('text'),
    })
    if (answer.ok) setMade(answer.result)
    else setState(answer.why)
  }
  return (
    <PostcodeForm state={state} button={t('write.send')} send={send}>
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
        {t('write.email')}
        <input name="email" type="email" required maxLength={200} autocomplete="email" />
      </label>
      <label>
        {t('write.text')}
        <textarea name="text" required maxLength={2000} rows={4} />
      </label>
    </PostcodeForm>
  )
}
