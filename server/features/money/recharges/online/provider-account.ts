import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { PAYMENT_KIND, type Provider } from '#contracts/money/payment-accounts.ts'
import { isReady, openKeys, type Keys } from '#server/features/money/payment-accounts/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { alipayProvider } from './providers/alipay.ts'
import { providerHosts } from './providers/hosts.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { simulatedProvider } from './providers/simulator.ts'
import { stripeProvider } from './providers/stripe.ts'

/** A payment account at a provider, with what reaches it. */
export interface ProviderAccount {
  id: string
  provider: Provider
  currency: string
  enabled: boolean
  feeRate: number
  feeFixed: bigint
  /** Where customers reach this product, without a slash at its end. */
  publicUrl: string
  client: PaymentProvider
}

interface Row {
  id: string
  provider: Provider | null
  providerKeysEnc: string | null
  currency: string
  enabled: boolean
  feeRate: number
  feeFixed: string | null
}

/**
 * A tenant's account with its keys; null where it has none that work, and for the simulator in
 * production. `ctx` is the tenant's.
 */
export async function providerAccount(ctx: Ctx, id: string): Promise<ProviderAccount | null> {
  const found = await sql<Row>`select a.id, a.provider, a.provider_keys_enc, a.currency, a.enabled,
      a.fee_rate, a.fee_fixed
    from ${ctx.rows('receivingAccount').as('a')}
    where a.id = ${id} and a.kind = ${PAYMENT_KIND.psp}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row || row.provider === null) return null
  if (row.provider === 'SIMULATOR' && ctx.deps.env.production) return null
  const keys = openKeys(ctx, row)
  if (!isReady(row.provider, keys)) return null
  return {
    id: row.id,
    provider: row.provider,
    currency: row.currency,
    enabled: row.enabled,
    feeRate: row.feeRate,
    feeFixed: BigInt(row.feeFixed ?? '0'),
    publicUrl: (keys.publicUrl ?? '').replace(/\/$/, ''),
    client: await clientOf(ctx, row.id, row.provider, keys),
  }
}

async function clientOf(
  ctx: Ctx,
  id: string,
  provider: Provider,
  keys: Keys,
): Promise<PaymentProvider> {
  const hosts = providerHosts.of(ctx.deps)
  switch (provider) {
    case 'STRIPE':
      return await stripeProvider(keys, hosts)
    case 'ALIPAY':
      return await alipayProvider(keys, hosts)
    case 'SIMULATOR':
      return simulatedProvider(simulatorKey(ctx, id))
  }
}

/** Its reports are signed with a key of the account that is never entered nor shown. */
export const simulatorKey = (ctx: Ctx, id: string): Buffer =>
  createHmac('sha256', ctx.deps.env.secretKey)
    .update(`payment simulator ${ctx.principal.tenantId} ${id}`)
    .digest()

/** What the provider keeps of a payment, in minor units, half a unit rounded up. */
export const feeOf = (
  { feeRate, feeFixed }: Pick<ProviderAccount, 'feeRate' | 'feeFixed'>,
  minor: bigint,
): bigint => (minor * BigInt(feeRate) + 5_000n) / 10_000n + feeFixed
