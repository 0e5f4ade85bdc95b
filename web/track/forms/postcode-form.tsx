/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact'
import type { Failure } from '../ask.ts'
import { t } from '../texts.ts'

export type FormState = 'writing' | 'sending' | Failure

/** A form that asks for the postcode, and shows why it was refused. */
export function PostcodeForm(props: {
  state: FormState
  button: string
  /** @returns what became of it; null where the form goes */
  send: (form: FormData) => Promise<void>
  children?: ComponentChildren
}): VNode {
  const { state } = props
  return (
    <form
      class="write"
      onSubmit={(event) => {
        event.preventDefault()
        void props.send(new FormData(event.currentTarget))
      }}
    >
      {props.children}
      <label>
        {t('write.postcode')}
        <input name="postcode" required maxLength={20} autocomplete="postal-code" />
      </label>
      {state !== 'writing' && state !== 'sending' && <p role="alert">{t(`form.${state}`)}</p>}
      <button type="submit" class="primary" disabled={state === 'sending'}>
        {props.button}
      </button>
    </form>
  )
}
