import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from 'preact'
import type { ComponentChild } from 'preact'
import { act } from 'preact/test-utils'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import type { PublicTrackEvent, PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { setTexts } from '#web/track/texts.ts'
import type { Texts } from '#web/track/texts.ts'

const read = (lang: PublicLang, name: string): Texts =>
  JSON.parse(readFileSync(join('locales', lang, 'tracking', `${name}.json`), 'utf8')) as Texts

/** Puts a language in place as the page does at its start. */
export async function speak(lang: PublicLang): Promise<void> {
  setTexts({
    ...read('en_US', 'tracking'),
    ...read('en_US', 'track'),
    ...read(lang, 'tracking'),
    ...read(lang, 'track'),
  })
  document.documentElement.lang = lang.replace('_', '-')
}

/** A fresh page with this in it. */
export async function show(what: ComponentChild): Promise<HTMLElement> {
  document.body.replaceChildren()
  const root = document.createElement('div')
  document.body.append(root)
  await act(() => render(what, root))
  return root
}

/** Lets pending answers arrive and their drawing finish. */
export const settle = (): Promise<void> =>
  act(async () => void (await new Promise((done) => setTimeout(done, 0))))

export const event = (over: Partial<PublicTrackEvent> = {}): PublicTrackEvent => ({
  at: '2025-12-05T13:05:00Z',
  local: '2025-12-05 14:05',
  offset: '+01:00',
  place: 'Köln',
  country: 'DE',
  status: 40,
  sub: 'arrived',
  text: 'Die Sendung wurde bearbeitet.',
  ...over,
})

export const parcel = (over: Partial<PublicTrackItem> = {}): PublicTrackItem => ({
  no: '00340434161094042557',
  found: true,
  courier: 'DHL Paket',
  status: 40,
  sub: 'arrived',
  destination: { country: 'DE' },
  events: [event()],
  ...over,
})
