import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { ProviderHosts } from './providers/hosts.ts'

interface Session {
  id: string
  object: 'checkout.session'
  url: string
  client_reference_id: string
  amount_total: number
  currency: string
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  payment_intent: string
}
type Fields = Record<string, string>

export interface StandIn {
  hosts: ProviderHosts
  /** Stripe's sessions, by our number. */
  sessions: Map<string, Session>
  /** What Alipay knows, by our number. */
  trades: Map<string, { tradeNo: string; amount: string; status: string }>
  /** Refunds that were made, by their key. */
  refunds: Map<string, { of: string; amount: string }>
  /** What refunds are answered next. */
  refunding: { as: 'made' | 'refused' | 'broken' }
  /** Calls that came, as `METHOD path`. */
  calls: string[]
  alipay: { appId: string; privateKey: string; alipayPublicKey: string; sign(text: string): string }
  close(): Promise<void>
}

/** One server that speaks Stripe's and Alipay's protocols, the second signed as Alipay signs. */
export async function startStandIn(): Promise<StandIn> {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [ours, theirs] = [pair(), pair()]
  const sign = (text: string) =>
    createSign('RSA-SHA256').update(text, 'utf8').sign(theirs.privateKey, 'base64')
  const state = {
    sessions: new Map<string, Session>(),
    trades: new Map<string, { tradeNo: string; amount: string; status: string }>(),
    refunds: new Map<string, { of: string; amount: string }>(),
    refunding: { as: 'made' } as StandIn['refunding'],
    calls: [] as string[],
  }
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://stand-in')
      const sent = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
      state.calls.push(`${request.method} ${url.pathname}`)
      const { status, body } =
        url.pathname === '/gateway.do'
          ? alipay(state, url.searchParams, sent, sign)
          : stripe(state, `${request.method} ${url.pathname}`, sent, request)
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    })()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const pem = (key: { export(o: object): unknown }, type: string) =>
    String(key.export({ format: 'pem', type }))
  return {
    ...state,
    hosts: {
      stripe: { host: '127.0.0.1', port, protocol: 'http' },
      alipay: `http://127.0.0.1:${port}/gateway.do`,
      inside: [`127.0.0.1:${port}`],
    },
    alipay: {
      appId: '2026000000000001',
      privateKey: pem(ours.privateKey, 'pkcs8'),
      alipayPublicKey: pem(theirs.publicKey, 'spki'),
      sign,
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

type State = Pick<StandIn, 'sessions' | 'trades' | 'refunds' | 'refunding' | 'calls'>
type Reply = { status: number; body: string }
const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) })

function stripe(state: State, call: string, sent: Fields, request: IncomingMessage): Reply {
  const key = String(request.headers['idempotency-key'])
  if (call === 'POST /v1/checkout/sessions') {
    const no = sent.client_reference_id!
    const known = state.sessions.get(no)
    const session: Session = known ?? {
      id: `cs_test_${randomUUID().slice(0, 8)}`,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${no}`,
      client_reference_id: no,
      amount_total: Number(sent['line_items[0][price_data][unit_amount]']),
      currency: sent['line_items[0][price_data][currency]']!,
      payment_status: 'unpaid',
      status: 'open',
      payment_intent: `pi_${randomUUID().slice(0, 12)}`,
    }
    state.sessions.set(no, session)
    return json(200, session)
  }
  if (call.startsWith('GET /v1/checkout/sessions/')) {
    const id = call.split('/').at(-1)
    const found = [...state.sessions.values()].find((one) => one.id === id)
    return found ? json(200, found) : refused('No such session')
  }
  if (call === 'POST /v1/refunds') {
    if (state.refunding.as === 'broken') return json(500, { error: { type: 'api_error' } })
    if (state.refunding.as === 'refused') return refused('Charge has been disputed')
    state.refunds.set(key, { of: sent.payment_intent!, amount: sent.amount! })
    return json(200, { id: `re_${key}`, object: 'refund', status: 'succeeded' })
  }
  return refused('Unrecognized request URL')
}
const refused = (message: string): Reply =>
  json(400, { error: { type: 'invalid_request_error', message } })

function alipay(
  state: State,
  query: URLSearchParams,
  sent: Fields,
  sign: (text: string) => string,
): Reply {
  const method = query.get('method') ?? ''
  const wish = JSON.parse(sent.biz_content ?? '{}') as Fields
  const answer = JSON.stringify(answerOf(state, method, wish))
  const name = `${method.replaceAll('.', '_')}_response`
  return { status: 200, body: `{"${name}":${answer},"sign":"${sign(answer)}"}` }
}

function answerOf(state: State, method: string, wish: Fields): object {
  const ok = { code: '10000', msg: 'Success' }
  if (method === 'alipay.trade.query') {
    const trade = state.trades.get(wish.out_trade_no!)
    if (!trade) return { code: '40004', msg: 'Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }
    const { tradeNo, amount, status } = trade
    return { ...ok, trade_no: tradeNo, total_amount: amount, trade_status: status }
  }
  if (state.refunding.as === 'refused')
    return { code: '40004', msg: 'Failed', sub_code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' }
  if (state.refunding.as === 'broken') return { code: '20000', msg: 'unavailable' }
  state.refunds.set(wish.out_request_no!, { of: wish.trade_no!, amount: wish.refund_amount! })
  return { ...ok, fund_change: 'Y', refund_fee: wish.refund_amount }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

const WEBHOOK_SECRET = 'whsec_standin0123456789'
export const STRIPE_KEYS = { secretKey: 'sk_test_standin0123456789', webhookSecret: WEBHOOK_SECRET }

/** An event as Stripe sends it, with its signature by Stripe's own library. */
export function stripeEvent(type: string, object: object, id = `evt_${randomUUID()}`) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const client = new Stripe('sk_test_x')
  const signature = client.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET })
  return { body: payload, headers: { 'Stripe-Signature': signature } }
}

/** A notification as Alipay sends it: a form, signed over its sorted fields. */
export function alipayNotice(fake: StandIn, fields: Fields) {
  const sent: Fields = {
    app_id: fake.alipay.appId,
    notify_id: randomUUID(),
    charset: 'utf-8',
    ...fields,
  }
  const text = Object.keys(sent)
    .toSorted()
    .map((name) => `${name}=${sent[name]}`)
    .join('&')
  const form = new URLSearchParams({
    ...sent,
    sign: fake.alipay.sign(text),
    sign_type: 'RSA2',
  })
  return { body: form.toString(), headers: {} }
}
