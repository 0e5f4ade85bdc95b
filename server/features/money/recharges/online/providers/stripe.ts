import type Stripe from 'stripe'
import { minorUnits } from '#contracts/kit/money.ts'
import type { Keys } from '#server/features/money/payment-accounts/index.ts'
import { guardedFetch } from '#server/kit/http/guarded-fetch.ts'
import type { ProviderHosts } from './hosts.ts'
import { NOTHING, type PaymentProvider, type Report } from './provider.ts'

const TIMEOUT_MS = 15_000

/** Stripe Checkout, by its library: cards, SEPA debits and what else the account has switched on. */
export async function stripeProvider(
  keys: Keys,
  { stripe: host, inside }: ProviderHosts,
): Promise<PaymentProvider> {
  // Loaded when it is first needed: most installations start without it.
  const { default: Client } = await import('stripe')
  const client = new Client(keys.secretKey!, {
    ...host,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Client.createFetchHttpClient(guardedFetch([host.host], inside)),
  })
  return {
    channel: 'STRIPE',
    amountIssue: (minor, currency) =>
      theirs(minor, currency) === null ? 'recharge.providerAmount' : null,
    open: async (visit) => {
      const { no, minor, currency, subject, chinese, returnUrl, expiresAt } = visit
      const session = await client.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: no,
          metadata: { no },
          payment_intent_data: { metadata: { no }, description: subject },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: theirs(minor, currency)!,
                product_data: { name: subject },
              },
            },
          ],
          success_url: returnUrl,
          cancel_url: returnUrl,
          locale: chinese ? 'zh' : 'auto',
          expires_at: Math.floor(expiresAt.getTime() / 1000),
        },
        { idempotencyKey: `open-${no}` },
      )
      if (!session.url) throw new Error('the provider answered no address')
      return { url: session.url, ref: session.id }
    },
    read: async (body, header) => {
      let event: Stripe.Event
      try {
        const signature = header('stripe-signature') ?? ''
        event = await client.webhooks.constructEventAsync(body, signature, keys.webhookSecret!)
      } catch (error) {
        if (error instanceof Client.errors.StripeSignatureVerificationError) return null
        if (error instanceof SyntaxError) return null
        throw error
      }
      try {
        return reportOf(event)
      } catch {
        // Signed but without what its type promises: finance looks at it, sent again it is the same.
        return { ...NOTHING, eventId: String(event.id ?? body.slice(0, 40)), kind: 'odd' }
      }
    },
    ask: async ({ ref, no }) => {
      if (ref === null) return { ...NOTHING, eventId: `ask:${no}:expired`, kind: 'expired', no }
      const session = await client.checkout.sessions.retrieve(ref)
      const kind =
        session.payment_status === 'paid'
          ? 'paid'
          : session.status === 'expired'
            ? 'expired'
            : session.status === 'complete'
              ? 'pending'
              : 'other'
      return { ...ofSession(session), eventId: `ask:${no}:${kind}`, kind }
    },
    refund: async ({ outTradeNo, minor, currency, key, reason }) => {
      try {
        const refund = await client.refunds.create(
          {
            payment_intent: outTradeNo,
            amount: theirs(minor, currency)!,
            metadata: { key, reason },
          },
          { idempotencyKey: key },
        )
        return refund.status === 'failed' || refund.status === 'canceled'
          ? { made: false, reason: refund.failure_reason ?? refund.status }
          : { made: true, ref: refund.id }
      } catch (error) {
        if (error instanceof Client.errors.StripeInvalidRequestError)
          return { made: false, reason: error.message.slice(0, 200) }
        throw error
      }
    },
  }
}

function reportOf(event: Stripe.Event): Report {
  const eventId = event.id
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      const kind = session.payment_status === 'unpaid' ? 'pending' : 'paid'
      return { ...ofSession(session), eventId, kind }
    }
    case 'checkout.session.async_payment_failed':
      return { ...ofSession(event.data.object), eventId, kind: 'failed' }
    case 'checkout.session.expired':
      return { ...ofSession(event.data.object), eventId, kind: 'expired' }
    // Others of a dispute move no money.
    case 'charge.dispute.funds_withdrawn':
      return { ...ofDispute(event.data.object), eventId, kind: 'chargeback' }
    case 'charge.dispute.funds_reinstated':
      return { ...ofDispute(event.data.object), eventId, kind: 'won' }
    case 'refund.created':
    case 'refund.updated': {
      const { id, payment_intent: payment, currency, amount, status, metadata } = event.data.object
      return {
        ...NOTHING,
        ...ours(amount, currency),
        // Both events are of one refund.
        eventId: status === 'succeeded' ? `refund:${id}` : eventId,
        no: metadata?.key ?? null,
        kind: status === 'succeeded' ? 'refunded' : 'other',
        outTradeNo: idOf(payment),
        ref: id,
      }
    }
    case 'refund.failed': {
      const { id, payment_intent: payment, currency, amount } = event.data.object
      const outTradeNo = idOf(payment)
      return {
        ...NOTHING,
        ...ours(amount, currency),
        eventId,
        kind: 'refundFailed',
        outTradeNo,
        ref: id,
      }
    }
    default:
      return { ...NOTHING, eventId, kind: 'other' }
  }
}

function ofSession(session: Stripe.Checkout.Session): Omit<Report, 'eventId' | 'kind'> {
  const { client_reference_id: no, payment_intent: payment, id, amount_total, currency } = session
  return {
    ...NOTHING,
    no,
    outTradeNo: idOf(payment),
    ref: id,
    ...(amount_total !== null && currency !== null ? ours(amount_total, currency) : {}),
  }
}

function ofDispute(dispute: Stripe.Dispute): Omit<Report, 'eventId' | 'kind'> {
  const { id, payment_intent: payment, amount, currency, balance_transactions: moves } = dispute
  // In another currency the fee is of the provider's payout, which this account does not keep.
  const fee = moves
    .filter((one) => one.currency === currency)
    .reduce((sum, one) => sum + ours(one.fee, currency).minor, 0n)
  const outTradeNo = idOf(payment)
  return { ...NOTHING, outTradeNo, ref: id, ...ours(amount, currency), fee: fee > 0n ? fee : 0n }
}

const idOf = (one: string | { id: string } | null): string | null =>
  typeof one === 'string' ? one : (one?.id ?? null)

/** Currencies whose amounts have other decimals at Stripe than in ISO 4217. */
const OTHER_DECIMALS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }
const shiftOf = (currency: string): number =>
  (OTHER_DECIMALS[currency] ?? minorUnits(currency)) - minorUnits(currency)

/** An amount as Stripe writes it; null where it takes none such. */
function theirs(minor: bigint, currency: string): number | null {
  const shift = shiftOf(currency)
  const unit = 10n ** BigInt(Math.abs(shift))
  const units = shift >= 0 ? minor * unit : minor / unit
  const isExact = shift >= 0 || units * unit === minor
  // Of three decimals the last is zero.
  const isTaken = minorUnits(currency) < 3 || units % 10n === 0n
  return isExact && isTaken && units <= 99_999_999n ? Number(units) : null
}

function ours(amount: number, currency: string): { minor: bigint; currency: string } {
  const code = currency.toUpperCase()
  const shift = shiftOf(code)
  const exact = BigInt(amount)
  const unit = 10n ** BigInt(Math.abs(shift))
  return { minor: shift >= 0 ? exact / unit : exact * unit, currency: code }
}
