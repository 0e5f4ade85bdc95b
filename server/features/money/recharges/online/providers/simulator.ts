import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NOTHING, REPORT_KINDS, type PaymentProvider } from './provider.ts'

const report = z.object({
  id: z.string().max(100),
  kind: z.enum(REPORT_KINDS),
  no: z.string().nullable(),
  outTradeNo: z.string().nullable(),
  ref: z.string().nullable(),
  minor: z.string().regex(/^\d+$/),
  currency: z.string(),
  fee: z.string().regex(/^\d+$/),
})
export type SimulatedReport = z.input<typeof report>

export const SIGNATURE = 'x-simulator-signature'
export const signed = (key: Buffer, body: string): string =>
  createHmac('sha256', key).update(body).digest('hex')

/**
 * Payments for trials: no money moves. Its reports are signed and read as those of the others are;
 * a user of the recharge's own makes them (`simulate-payment.ts`).
 */
export function simulatedProvider(key: Buffer): PaymentProvider {
  return {
    channel: 'SIMULATOR',
    amountIssue: () => null,
    open: ({ no, returnUrl }) =>
      Promise.resolve({ url: `${returnUrl}&simulator=1`, ref: `SIM-${no}` }),
    read: (body, header) => {
      const own = Buffer.from(signed(key, body))
      const sent = Buffer.from(header(SIGNATURE) ?? '')
      if (own.length !== sent.length || !timingSafeEqual(own, sent)) return Promise.resolve(null)
      const { id, minor, fee, ...rest } = report.parse(JSON.parse(body))
      return Promise.resolve({ ...rest, eventId: id, minor: BigInt(minor), fee: BigInt(fee) })
    },
    ask: ({ no }) => Promise.resolve({ ...NOTHING, eventId: `ask:${no}:other`, kind: 'other', no }),
    refund: ({ key: own }) => Promise.resolve({ made: true, ref: `SIM-${own}` }),
  }
}
