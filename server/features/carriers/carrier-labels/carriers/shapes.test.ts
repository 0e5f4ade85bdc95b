import { expect, test } from 'vitest'
import type { LabelResult } from '#server/features/carriers/carriers/index.ts'
import { pieceOf } from './dhl/pieces.ts'
import { dhl } from './dhl/index.ts'
import { labelResults } from './gls/answer.ts'
import { gls } from './gls/index.ts'
import {
  answering,
  parcel,
  shape,
  shapeNames,
  shapeOf,
  shapeText,
  terms,
} from './shapes.fixture.ts'

const BASE = 'https://api-eu.dhl.com'
const GLS = 'https://api.gls-group.net'
const used = new Set<string>()
const take = (file: string) => {
  used.add(file)
  return shape(file)
}

const dhlOn = (file: string) => {
  const net = answering(take(file))
  return { net, adapter: dhl.make(terms(), BASE, net) }
}
const glsOn = (file: string) => {
  const net = answering(take(file))
  return { net, adapter: gls.make(terms(), GLS, net) }
}
const buy = (file: string, count = 1) =>
  dhlOn(file).adapter.createLabel!(
    Array.from({ length: count }, (_, at) => parcel(String(at))),
    'key',
  )
const kinds = (result: LabelResult | undefined) =>
  result?.ok ? result.documents.map(({ kind, format }) => `${kind} ${format}`) : []
const bytes = (result: LabelResult | undefined) =>
  result?.ok ? Buffer.from(result.documents[0]!.bytes).toString('latin1') : ''

test('DHL: one parcel with its label inside', async () => {
  const [one] = await buy('dhl-ship-create-one.json')
  expect(one).toMatchObject({
    ok: true,
    carrierNo: '00340434900000000015',
    handle: '00340434900000000015',
    routingCode: '40327653113+99000943058020',
  })
  expect(bytes(one).startsWith('%PDF')).toBe(true)
  expect(one?.ok && one.documents[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('DHL: the request is the one the description shows', async () => {
  const { net, adapter } = dhlOn('dhl-ship-create-one.json')
  await adapter.createLabel!([parcel('1')], 'key')
  const { request } = shapeOf('dhl-ship-create-one.json') as unknown as {
    request: { url: string; body: { profile: string; shipments: object[] } }
  }
  const asked = net.asked[0]!
  expect(new URL(asked.url).pathname).toBe(new URL(request.url).pathname)
  const sent = JSON.parse(asked.body) as typeof request.body
  expect(sent.profile).toBe(request.body.profile)
  expect(sent.shipments[0]).toMatchObject({ ...request.body.shipments[0], refNo: 'PY-2026-0001' })
  expect(asked.headers.get('authorization')).toBe('Bearer given')
})

test('DHL: a label behind an address is fetched at once, and nowhere else than at DHL', async () => {
  const [one] = await buy('dhl-ship-create-one-url.json')
  expect(kinds(one)).toEqual(['label pdf'])
  const answer = structuredClone(shape('dhl-ship-create-one-url.json')) as {
    status: number
    body: { items: { label: { url: string } }[] }
  }
  answer.body.items[0]!.label.url = 'https://elsewhere.example/labels?token=1'
  const lead = dhl.make(terms(), BASE, answering(answer))
  await expect(lead.createLabel!([parcel('1')], 'key')).rejects.toThrow('elsewhere')
})

test('DHL: ZPL is text, not base64', async () => {
  const [one] = await buy('dhl-ship-create-zpl.json')
  expect(kinds(one)).toEqual(['label zpl'])
  expect(bytes(one)).toMatch(/^\^XA.*\^XZ$/)
})

test('DHL: 207 is what many good ones come with, in the order asked', async () => {
  const results = await buy('dhl-ship-create-many.json', 2)
  expect(results.map((one) => one.ok && one.carrierNo)).toEqual([
    '00340434900000000015',
    '00340434900000000022',
  ])
})

test('DHL: a warning with a number is a label with a warning', async () => {
  const results = await buy('dhl-ship-create-207-warning.json', 2)
  expect(results.map(({ ok }) => ok)).toEqual([true, true])
  expect(results[0]?.issues).toEqual([])
  expect(results[1]?.issues[0]).toMatchObject({ level: 'warning', path: 'consignee' })
})

test('DHL: of two the first is bought though the second was refused', async () => {
  const [first, second] = await buy('dhl-ship-create-207-error.json', 2)
  expect(kinds(first)).toEqual(['label pdf'])
  expect(second).toMatchObject({ ok: false, issues: [{ path: 'details.weight', level: 'error' }] })
  expect(second && 'unknown' in second).toBe(false)
})

test('DHL: technical errors go to their parcel, and the others were not made either', async () => {
  const [one, other] = await buy('dhl-ship-create-400-schema.json', 2)
  expect(one).toMatchObject({ ok: false, issues: [{ path: 'consignee.country' }] })
  expect(other).toMatchObject({ ok: false })
  expect(other?.issues).toHaveLength(1)
})

test('DHL: a refusal by a warning alone is a refusal, in DHL’s words', async () => {
  const [one] = await buy('dhl-ship-create-400-validation.json')
  expect(one).toMatchObject({ ok: false })
  expect(one?.issues[0]?.message).toContain('not codeable')
  expect(dhl.advise(one!.issues[0]!)).toBe('addressNotEncodable')
})

test('DHL: labels for the way back and customs papers are documents of their own', async () => {
  const [back] = await buy('dhl-ship-create-return.json')
  expect(kinds(back)).toEqual(['label pdf', 'return pdf'])
  expect(back?.ok && back.returnNo).toBe('340434900000000999')
  const [customs] = await buy('dhl-ship-create-customs.json')
  expect(kinds(customs)).toEqual(['label pdf', 'customs pdf'])
})

test('DHL: a check buys nothing, and its 400 is an answer', async () => {
  const good = await dhlOn('dhl-ship-validate-ok.json').adapter.validate!(parcel('1'))
  expect(good).toEqual({ ok: true, issues: [] })
  const weak = await dhlOn('dhl-ship-validate-warning.json').adapter.validate!(parcel('1'))
  expect(weak).toMatchObject({ ok: false, issues: [{ level: 'warning', path: 'shipper' }] })
})

test('DHL: cancelling goes by number; 204 is unknown', async () => {
  const done = await dhlOn('dhl-ship-cancel-ok.json').adapter.cancel!('00340434900000000015')
  expect(done).toEqual({ outcome: 'done' })
  const several = () => dhlOn('dhl-ship-cancel-207.json').adapter
  expect(await several().cancel!('00340434900000000015')).toEqual({ outcome: 'done' })
  expect(await several().cancel!('00340434900000000022')).toMatchObject({ outcome: 'refused' })
  const none = await dhlOn('dhl-ship-cancel-400.json').adapter.cancel!('00340434900000000039')
  expect(none).toEqual({ outcome: 'refused', reason: 'Unknown shipment number.' })
})

test('DHL: a manifest closes each number, and its papers come by the day', async () => {
  const handles = ['00340434900000000015', '00340434900000000022']
  const closed = await dhlOn('dhl-ship-manifest-post.json').adapter.closeOut!({
    date: '2026-11-27',
    handles,
  })
  expect(closed).toMatchObject({ handles, documents: [] })
  const papers = await dhlOn('dhl-ship-manifest-get.json').adapter.fetchManifest!('2026-11-27')
  expect(papers.map(({ kind, format }) => `${kind} ${format}`)).toEqual(['manifest pdf'])
})

test('DHL: one token serves many callers, and a stale one is renewed once', async () => {
  const { access_token: token } = take('dhl-ship-token.json').body as { access_token: string }
  expect(token).not.toBe('')
  const denied = take('dhl-401.json')
  const stale = answering(denied, shape('dhl-ship-cancel-ok.json'))
  expect(await dhl.make(terms(), BASE, stale).cancel!('00340434900000000015')).toEqual({
    outcome: 'done',
  })
  const wrong = dhl.make(terms(), BASE, answering(denied))
  await expect(wrong.createLabel!([parcel('1')], 'key')).rejects.toMatchObject({ kind: 'auth' })
  expect(await wrong.health()).toEqual({ ok: false, detail: 'auth' })
})

test('DHL: too much is waited for; a broken server is not asked twice to make a label', async () => {
  const busy = answering(take('dhl-429.json'), shape('dhl-ship-create-one.json'))
  const [one] = await dhl.make(terms(), BASE, busy).createLabel!([parcel('1')], 'key')
  expect(one?.ok).toBe(true)
  expect(busy.asked).toHaveLength(2)
  const broken = answering(take('dhl-500.json'))
  const adapter = dhl.make(terms(), BASE, broken)
  await expect(adapter.createLabel!([parcel('1')], 'key')).rejects.toMatchObject({ kind: 'server' })
  expect(broken.asked).toHaveLength(1)
})

test('DHL: returns with label and code, with the code alone, and refused', async () => {
  const make = (file: string) => dhlOn(file).adapter.createReturn!(parcel('1'), 'key')
  expect(kinds(await make('dhl-return-both.json'))).toEqual(['return pdf', 'qr pdf'])
  expect(kinds(await make('dhl-return-qr.json'))).toEqual(['qr pdf'])
  expect(await make('dhl-return-400.json')).toMatchObject({
    ok: false,
    issues: [{ message: 'Postal code is invalid. Please use 99999 format.' }],
  })
})

test('DHL: the tracking names what there is under a reference', () => {
  const read = (file: string) => {
    used.add(file)
    return pieceOf({ body: shapeText(file), status: 200 })
  }
  expect(read('dhl-xml-delivered.xml')).toMatch(/^\d{12,20}$/)
  expect(read('dhl-xml-no-data.xml')).toBeNull()
  expect(() => read('dhl-xml-login.xml')).toThrow('auth')
})

test('GLS: number and handle are two', async () => {
  const { net, adapter } = glsOn('gls-create.json')
  const [one] = await adapter.createLabel!([parcel('100', { product: 'PARCEL' })], 'key')
  expect(one).toMatchObject({ ok: true, carrierNo: '276000000015', handle: 'ZX61QJI1' })
  expect(kinds(one)).toEqual(['label pdf'])
  const { request } = shapeOf('gls-create.json') as unknown as {
    request: { url: string; body: object; headers: Record<string, string> }
  }
  expect(net.asked[0]?.url).toBe(request.url)
  expect(net.asked[0]?.headers.get('content-type')).toBe(request.headers['content-type'])
  expect(JSON.parse(net.asked[0]!.body)).toMatchObject(request.body)
})

test('GLS: two units may share one document', () => {
  const { status, body } = take('gls-create-two.json')
  const text = JSON.stringify(body)
  const got = { status, headers: new Headers(), body: text, bytes: Buffer.from(text) }
  const results = labelResults([{ ref: 'a' }, { ref: 'b' }], got, {})
  expect(results.map((one) => one.ok && one.handle)).toEqual(['ZX61QJI1', 'ZX61QJI2'])
  expect(results.map(kinds)).toEqual([['label pdf'], ['label pdf']])
})

test('GLS: both styles of errors name their field', async () => {
  const [listed] = await glsOn('gls-error-json.json').adapter.createLabel!([parcel('1')], 'key')
  expect(listed).toMatchObject({
    ok: false,
    issues: [
      { code: 'CONSIGNEE_ADDRESS_EMAIL_MANDATORY', path: 'Shipment.Consignee.Address.eMail' },
    ],
  })
  expect(gls.advise(listed!.issues[0]!)).toBe('email')
  const headers = {
    error: '&#xD;INVALID_FIELD_VALUE',
    message: 'Wrong ZIP code',
    args: '["ZIPCode","99999"]',
  }
  const net = answering({ status: 400, headers, body: '' })
  const [named] = await gls.make(terms(), GLS, net).createLabel!([parcel('1')], 'key')
  expect(named?.issues).toEqual([
    { level: 'error', code: 'INVALID_FIELD_VALUE', path: 'ZIPCode', message: 'Wrong ZIP code' },
  ])
  expect(gls.advise(named!.issues[0]!)).toBe('postalCode')
})

test('GLS: a check with issues is not good, whatever the HTTP status', async () => {
  const checked = await glsOn('gls-validate.json').adapter.validate!(parcel('1'))
  expect(checked).toMatchObject({ ok: false, issues: [{ code: 'ARTICLES_VALID' }] })
})

test('GLS: cancelling is done, still to come, or refused; by either spelling', async () => {
  const cancel = (file: string) => glsOn(file).adapter.cancel!('ZX61QJI1')
  expect(await cancel('gls-cancel-ok.json')).toEqual({ outcome: 'done' })
  expect(await cancel('gls-cancel-pending.json')).toEqual({ outcome: 'pending' })
  expect(await cancel('gls-cancel-error.json')).toEqual({ outcome: 'refused', reason: 'ERROR' })
  const small = answering({ status: 200, body: { TrackID: 'ZX61QJI1', result: 'CANCELLED' } })
  expect(await gls.make(terms(), GLS, small).cancel!('ZX61QJI1')).toEqual({ outcome: 'done' })
})

test('GLS: what the account may use is the test of its login', async () => {
  expect(await glsOn('gls-allowed-services.json').adapter.health()).toEqual({
    ok: true,
    detail: 'ok',
    allowed: ['PARCEL', 'service_flexdelivery', 'service_Saturday'],
  })
})

test('GLS: the end of the day closes all of it', async () => {
  const { net, adapter } = glsOn('gls-endofday.json')
  const closed = await adapter.closeOut!({ date: '2026-11-27', handles: ['ZX61QJI1'] })
  expect(closed.handles).toEqual(['ZX61QJI1'])
  expect(net.asked[0]?.url).toContain('/shipments/endofday?date=2026-11-27')
})

test('GLS: a login that is not taken is no broken answer', async () => {
  take('gls-token.json')
  const refused = take('gls-token-401.json')
  for (const body of [refused.body, '<html>Unauthorized</html>']) {
    const net = answering({ status: 200, body: {} })
    const adapter = gls.make(terms(), GLS, {
      ...net,
      fetch: async () =>
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: 401 }),
    })
    expect(await adapter.health()).toEqual({ ok: false, detail: 'auth' })
  }
})

test('every case about labels was used', () => {
  const tracking = /^(?:17-|dhl-push-|dhl-track-|gls-track-|dhl-xml-(?:neighbour|return|signature))/
  const open = shapeNames().filter((file) => !tracking.test(file) && !used.has(file))
  expect(open).toEqual([])
})
