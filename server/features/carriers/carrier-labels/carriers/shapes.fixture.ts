import { openUntilHere } from '#server/features/carriers/carriers/circuit.fixture.ts'
import { readFileSync } from 'node:fs'
import type { CallDeps, ParcelToShip } from '#server/features/carriers/carriers/index.ts'
import type { AccountTerms } from './label-carrier.ts'

interface Shape {
  answer: { status: number; headers?: Record<string, string>; body: unknown }
}

const folder = new URL('../../../../../test/fixtures/carriers/', import.meta.url)
export const shapeNames = (): string[] =>
  (
    JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { files: { file: string }[] }
  ).files.map(({ file }) => file)
export const shapeText = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
export const shapeOf = (file: string): Shape => JSON.parse(shapeText(file)) as Shape

const PDF = 'JVBERi0xLjQKJSBpbnZlbnRlZCBsYWJlbAolJUVPRgo='

/** A network that gives tokens, labels by address, and to all else the answers named, in turn. */
export function answering(
  ...answers: (Shape['answer'] | Error)[]
): CallDeps & { asked: { method: string; url: string; body: string; headers: Headers }[] } {
  const asked: { method: string; url: string; body: string; headers: Headers }[] = []
  let at = 0
  return {
    asked,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { url, method, headers } = request
      if (url.includes('/token') && !url.includes('labels?'))
        return Response.json({ access_token: 'given', expires_in: 1_799 })
      if (url.includes('/labels?token=')) return new Response(Buffer.from(PDF, 'base64'))
      asked.push({ method, url, headers, body: await request.text() })
      const next = answers[Math.min(at++, answers.length - 1)]!
      if (next instanceof Error) throw next
      const body = typeof next.body === 'string' ? next.body : JSON.stringify(next.body)
      return new Response(body, { status: next.status, headers: next.headers ?? {} })
    },
    clock: () => Date.parse('2026-11-27T10:00:00Z'),
    sleep: async () => {},
    random: () => 0.5,
    newId: () => 'call-1',
    turn: async () => 0,
    openUntil: openUntilHere(),
    log: () => {},
  }
}

export const shape = (file: string): Shape['answer'] => shapeOf(file).answer

export const terms = (more: Partial<AccountTerms> = {}): AccountTerms => ({
  mode: 'live',
  mustEncode: true,
  billing: { V01PAK: '33333333330101' },
  settings: {
    apiKey: 'key',
    apiSecret: 'secret',
    user: 'user',
    password: 'word',
    profile: 'STANDARD_GRUPPENPROFIL',
    trackingUser: 'zt',
    trackingPassword: 'zt',
    receiverId: 'deu',
    clientId: 'id',
    clientSecret: 'secret',
    contactId: '2760000000',
    zip: '28195',
  },
  ...more,
})

const party = {
  company: null,
  address2: null,
  state: null,
  phone: null,
  email: 'mira@example.org',
  taxNumber: null,
}
export const parcel = (ref: string, more: Partial<ParcelToShip> = {}): ParcelToShip => ({
  ref,
  product: 'V01PAK',
  account: '33333333330101',
  reference: `PY-2026-${ref.padStart(4, '0')}`,
  weightG: 1_250,
  lengthMm: 300,
  widthMm: 200,
  heightMm: 150,
  sender: {
    ...party,
    name: 'Parcelyard Nord',
    street: 'Hafenweg',
    house: '7',
    postalCode: '28195',
    city: 'Bremen',
    country: 'DE',
  },
  consignee: {
    ...party,
    name: 'Mira Beispiel',
    street: 'Lindenallee',
    house: '12',
    postalCode: '53113',
    city: 'Bonn',
    country: 'DE',
  },
  services: {},
  customs: null,
  labelFormat: 'pdf',
  shipDate: '2026-11-27',
  ...more,
})
