/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { ParcelDetails } from '#contracts/tracking/parcel-pages.ts'
import { ask } from '../ask.ts'
import { countryName } from '../results/times.ts'
import { t } from '../texts.ts'
import { PostcodeForm, type FormState } from './postcode-form.tsx'

/** What only its receiver may know of a parcel. */
export function Details({ no }: { no: string }): VNode {
  const [state, setState] = useState<FormState>('writing')
  const [details, setDetails] = useState<ParcelDetails | null>(null)
  if (details) return <List of={details} />
  const send = async (form: FormData): Promise<void> => {
    setState('sending')
    const answer = await ask<ParcelDetails>('details', {
      no,
      postcode: form.get('postcode'),
      lang: document.documentElement.lang.replace('-', '_'),
    })
    if (answer.ok) setDetails(answer.result)
    else setState(answer.why)
  }
  return <PostcodeForm state={state} button={t('details.show')} send={send} />
}

function List({ of }: { of: ParcelDetails }): VNode {
  const { weight, receiver } = of
  const rows = {
    sender: of.sender,
    service: of.service,
    reference: of.reference,
    weight:
      weight === null
        ? null
        : new Intl.NumberFormat(document.documentElement.lang, {
            style: 'unit',
            unit: 'kilogram',
          }).format(weight / 1000),
    receiver: [receiver.name, receiver.town, countryName(receiver.country)]
      .filter(Boolean)
      .join(', '),
    notes: of.notes.join('\n'),
  }
  return (
    <dl class="details">
      {Object.entries(rows).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(`details.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
