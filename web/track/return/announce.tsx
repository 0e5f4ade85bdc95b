/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { PageOrder } from '#contracts/returns/return-page.ts'
import type { Failure } from '../ask.ts'
import { askAnnounce, failureText, type Proof } from './ask.ts'
import { filled, type Words } from './words.ts'

/** How many of each line go back, and why. */
export function Announce(props: {
  words: Words
  proof: Proof
  lines: PageOrder['lines']
  /** Asks for the order again; answers why that failed. */
  onDone: () => Promise<Failure | null>
}): VNode {
  const { words, proof, onDone } = props
  const lines = props.lines.filter(({ left }) => left > 0)
  const [state, setState] = useState<Failure | 'choose' | 'sending' | null>(null)
  if (lines.length === 0) return <p>{words.nothing}</p>
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const wanted = lines
      .map(({ sku }) => ({ sku, quantity: Number(form.get(`line:${sku}`) ?? 0) }))
      .filter(({ quantity }) => quantity > 0)
    if (wanted.length === 0) return setState('choose')
    setState('sending')
    const made = await askAnnounce(proof, {
      lines: wanted,
      reason: String(form.get('reason')),
      remark: String(form.get('remark') ?? ''),
    })
    // Where another announcement was faster, the order shows what is left.
    const shown = await onDone()
    setState(made.ok ? shown : made.why)
  }
  return (
    <form class="write" onSubmit={(event) => void send(event)}>
      <fieldset>
        <legend>{words.lines}</legend>
        {lines.map(({ sku, name, left }) => (
          <label key={sku} class="line">
            <span>
              {name} <small>{filled(words.left, { left })}</small>
            </span>
            <input
              type="number"
              inputMode="numeric"
              name={`line:${sku}`}
              min={0}
              max={left}
              step={1}
              defaultValue="0"
            />
          </label>
        ))}
      </fieldset>
      <label>
        {words.reason}
        <select name="reason">
          {Object.entries(words.reasons).map(([reason, text]) => (
            <option key={reason} value={reason}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.remark}
        <textarea name="remark" maxLength={300} rows={3} />
      </label>
      {state !== null && state !== 'sending' && <p role="alert">{failureText(words, state)}</p>}
      <button type="submit" class="primary" disabled={state === 'sending'}>
        {words.announce}
      </button>
    </form>
  )
}
