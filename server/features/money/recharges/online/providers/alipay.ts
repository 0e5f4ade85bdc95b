import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { privatePem, type Keys } from '#server/features/money/payment-accounts/index.ts'
import type { ProviderHosts } from './hosts.ts'
import { NOTHING, type PaymentProvider, type Report, type ReportKind } from './provider.ts'

const TIMEOUT_MS = 15_000
const YUAN = 'CNY'
/** Both ways it writes that there is no such payment: the payer never came to its page. */
const UNKNOWN = 'ACQ.TRADE_NOT_EXIST'
/** Refusals of a refund after which it is not known whether it was made. */
const UNSURE = ['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL']

/** Alipay's payment page for computers (page pay), by its library; amounts are yuan. */
export async function alipayProvider(
  keys: Keys,
  { alipay: gateway }: ProviderHosts,
): Promise<PaymentProvider> {
  const { AlipaySdk } = await import('alipay-sdk')
  const client = new AlipaySdk({
    appId: keys.appId!,
    privateKey: privatePem(keys.privateKey!),
    alipayPublicKey: keys.alipayPublicKey!,
    gateway,
    timeout: TIMEOUT_MS,
  })
  const call = (method: string, bizContent: Record<string, unknown>) =>
    client.exec(method, { bizContent }, { validateSign: true })
  return {
    channel: 'ALIPAY',
    amountIssue: (minor, currency) =>
      currency === YUAN && minor <= 10_000_000_000n ? null : 'recharge.providerAmount',
    open: async ({ no, minor, subject, returnUrl, hookUrl, expiresAt }) => ({
      ref: null,
      url: client.pageExecute('alipay.trade.page.pay', 'GET', {
        notifyUrl: hookUrl,
        returnUrl,
        bizContent: {
          out_trade_no: no,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          total_amount: formatMoney({ minor, currency: YUAN }),
          subject,
          time_expire: chinaTime(expiresAt),
        },
      }),
    }),
    read: async (body) => {
      const sent = Object.fromEntries(new URLSearchParams(body))
      if (!isSigned(client, sent) || sent.app_id !== keys.appId) return null
      // A closed payment after a refund is news of the refund, by the number it was asked for under.
      if (sent.refund_fee !== undefined || sent.gmt_refund !== undefined) {
        const no = sent.out_biz_no ?? null
        return {
          ...ofTrade(undefined, sent.trade_no, sent.refund_fee),
          eventId: `refund:${no ?? sent.notify_id ?? sent.trade_no}`,
          kind: 'refunded',
          no,
          ref: no,
        }
      }
      return {
        ...ofTrade(sent.out_trade_no, sent.trade_no, sent.total_amount),
        eventId: sent.notify_id ?? `${sent.trade_no}:${sent.trade_status}`,
        kind: kindOf(sent.trade_status),
      }
    },
    ask: async ({ no }) => {
      const answer = await call('alipay.trade.query', { out_trade_no: no })
      const known = answer.code === '10000'
      if (!known && answer.subCode !== UNKNOWN)
        throw new Error(`the provider answered ${answer.code} ${String(answer.subCode)}`)
      const kind = known ? kindOf(answer.tradeStatus as string) : 'other'
      return {
        ...(known
          ? ofTrade(no, answer.tradeNo as string, answer.totalAmount as string)
          : { ...NOTHING, no }),
        eventId: `ask:${no}:${kind}`,
        kind,
      }
    },
    refund: async ({ outTradeNo, minor, key, reason }) => {
      const answer = await call('alipay.trade.refund', {
        trade_no: outTradeNo,
        refund_amount: formatMoney({ minor, currency: YUAN }),
        out_request_no: key,
        refund_reason: reason,
      })
      if (answer.code === '10000') return { made: true, ref: key }
      const why = String(answer.subCode ?? answer.code)
      if (answer.code === '20000' || UNSURE.includes(why)) throw new Error(`refund: ${why}`)
      return { made: false, reason: String(answer.subMsg ?? why).slice(0, 200) }
    },
  }
}

/** The library throws where a signature is no base64 of the right length. */
function isSigned(
  client: { checkNotifySignV2(sent: object): boolean },
  sent: Readonly<Record<string, string>>,
): boolean {
  // RSA2 only: the weaker kind is chosen by the sender otherwise.
  if (!sent.sign || sent.sign_type !== 'RSA2') return false
  try {
    return client.checkNotifySignV2(sent)
  } catch {
    return false
  }
}

function kindOf(status: string | undefined): ReportKind {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  return status === 'TRADE_CLOSED' ? 'expired' : 'other'
}

function ofTrade(
  no: string | undefined,
  tradeNo: string | undefined,
  total: string | undefined,
): Omit<Report, 'eventId' | 'kind'> {
  const money = parseMoney(total ?? '', YUAN, 'positive')
  return {
    ...NOTHING,
    no: no ?? null,
    outTradeNo: tradeNo ?? null,
    minor: money?.minor ?? null,
    currency: YUAN,
  }
}

/** `2026-01-31 09:05:00` in China, as Alipay reads times. */
const chinaTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
