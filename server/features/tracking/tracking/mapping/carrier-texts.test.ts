import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { carrierCodes } from '#seeds/reference/carrier-codes.ts'
import { mapEvent } from '../index.ts'

const FIXTURE = new URL('../../../../../test/fixtures/carrier-texts.tsv', import.meta.url)

interface Wording {
  courier: string
  code: string
  second: string
  text: string
  wanted: string
  note: string
  standard: string
}

const wordings = readFileSync(FIXTURE, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Wording => {
    const [
      courier = '',
      code = '',
      second = '',
      ,
      text = '',
      status = '',
      sub,
      ,
      note = '',
      ,
      extra,
    ] = line.split('\t')
    const effect = status === 'cancels' ? 'cancel' : status
    return {
      courier,
      code,
      second,
      text,
      wanted: effect === 'note' || effect === 'cancel' ? effect : `${effect} ${sub}`,
      note,
      standard: /^std=([A-Z]{2})/.exec(extra ?? '')?.[1] ?? '',
    }
  })

const rows = [...new Set(wordings.map(({ courier }) => courier))].flatMap((courier) =>
  carrierCodes(courier, courier),
)

/** As an adapter hands it over: DHL's standard event behind the reason, its words as the text. */
function eventOf({ courier, code, second, text, standard, note }: Wording): CarrierEvent {
  const unifiedCode =
    courier === '17track' || (courier === 'dhl-unified' && /^[A-Z]{2}$/.test(second))
  const returned = note.startsWith('returnFlag')
  return {
    trackNo: '1',
    courier,
    rawCode: (unifiedCode && second) || code || null,
    reasonCode: returned
      ? 'RETURN'
      : unifiedCode
        ? null
        : [second, standard].filter(Boolean).join('/') || null,
    rawText: text,
    rawTime: '2026-11-27T10:00:00+01:00',
    timeZone: null,
    place: null,
    country: null,
    source: 'poll',
    payloadHash: '',
    receivedAt: '2026-11-27T10:00:00Z',
  }
}

function meaningOf(wording: Wording): string {
  const { effect, status, sub } = mapEvent(eventOf(wording), rows)
  return effect === 'move' ? `${String(status).padStart(2, '0')} ${sub}` : effect
}

/** A note names a second reading that is as good; where no sub-status fits, the status decides. */
function isRight({ wanted, note }: Wording, got: string): boolean {
  if (got === wanted) return true
  if (note.includes("the signer's name") && got.startsWith(wanted.slice(0, 2))) return true
  if (note.includes('taxonomy gap') && got === '60 pickup_failed') return true
  if (note.includes('no fitting sub-status') && got === '60 check_failed') return true
  const others = note.includes('acceptable') ? note : ''
  return others.includes(got.slice(0, 2)) || (got.length > 6 && others.includes(got.slice(3)))
}

test('every wording and code of carriers is read rightly', () => {
  const wrong = wordings
    .map((wording) => ({ ...wording, got: meaningOf(wording) }))
    .filter((wording) => !isRight(wording, wording.got))
    .map(({ courier, code, second, text, wanted, got }) =>
      [courier, code, second, text, `wanted ${wanted}, got ${got}`].join(' | '),
    )
  expect(wrong).toEqual([])
  expect(wordings.length).toBeGreaterThan(700)
})

test('of two statements the later one counts; words are whole', () => {
  const read = (text: string) => meaningOf({ ...PLAIN, text })
  expect(read('The shipment is being returned to the sender.')).toBe('85 undeliverable')
  expect(read('The recipient has not picked up the shipment and it is being returned')).toBe(
    '85 unclaimed',
  )
  expect(read('Klosterneuburg')).toBe('40 in_transit')
  expect(read('The shipment could not be delivered, recipient notified')).toBe('60 carded')
  expect(read('wird in eine PACKSTATION weitergeleitet')).toBe('40 forwarded')
  expect(read('Parcel damaged and sent back to the centre')).toBe('80 damaged')
})

const PLAIN: Wording = {
  courier: 'dhl-unified',
  code: 'transit',
  second: '',
  text: '',
  wanted: '',
  note: '',
  standard: '',
}
