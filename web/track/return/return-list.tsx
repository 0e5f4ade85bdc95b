/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { PageOrder } from '#contracts/returns/return-page.ts'
import type { Failure } from '../ask.ts'
import { failureText, saveLabel, type Proof } from './ask.ts'
import { filled, type Words } from './words.ts'

/** What was announced of the order: how far it has come, its label and its QR code. */
export function ReturnList(props: {
  words: Words
  proof: Proof
  returns: PageOrder['returns']
}): VNode | null {
  const { words, proof, returns } = props
  const [failure, setFailure] = useState<Failure | null>(null)
  if (returns.length === 0) return null
  return (
    <section aria-label={words.returns}>
      <h2>{words.returns}</h2>
      {failure && <p role="alert">{failureText(words, failure)}</p>}
      {returns.map(({ no, status, lines, qr }) => (
        <article key={no} class="return-card">
          <p>
            <b>{no}</b> {words.statuses[status]}
          </p>
          <ul>
            {lines.map(({ sku, name, quantity }) => (
              <li key={sku}>
                {filled(words.pieces, { count: quantity })} {name}
              </li>
            ))}
          </ul>
          {qr.length > 0 && (
            <>
              <Qr rows={qr} label={filled(words.qr, { no })} />
              <button
                type="button"
                class="second"
                onClick={async () => setFailure(await saveLabel(proof, no))}
              >
                {words.label}
              </button>
            </>
          )}
        </article>
      ))}
    </section>
  )
}

/** Dark modules as one path, with the margin readers need. */
function Qr({ rows, label }: { rows: readonly string[]; label: string }): VNode {
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) =>
      [...row].map((dark, x) => (dark === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
