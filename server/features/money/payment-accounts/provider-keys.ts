import { createPrivateKey, createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  PAYMENT_KIND,
  PROVIDER_KEYS,
  type Provider,
  type providerKeys,
} from '#contracts/money/payment-accounts.ts'
import { lastFour, openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'

type State = Out<typeof providerKeys.read>
export type Keys = Readonly<Record<string, string>>

interface Row {
  id: string
  kind: string
  provider: Provider | null
  providerKeysEnc: string | null
  version: number
}

/** What was entered for one provider does not open for another. */
const place = (ctx: Ctx, { id, provider }: Pick<Row, 'id' | 'provider'>): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'receiving_account',
  column: `provider_keys_enc ${provider ?? ''}`,
  id,
})

/** The keys of an account's provider; empty where there are none, or they do not open. */
export function openKeys(ctx: Ctx, row: Pick<Row, 'id' | 'provider' | 'providerKeysEnc'>): Keys {
  if (row.providerKeysEnc === null) return {}
  try {
    const text = openSecret(ctx.deps.env.secretKey, row.providerKeysEnc, place(ctx, row))
    return JSON.parse(text) as Keys
  } catch {
    // Another provider's, or of another installation after a restore: entered again by a user.
    return {}
  }
}

const namesOf = (provider: Provider | null): [string, 'plain' | 'secret'][] =>
  provider === null ? [] : Object.entries(PROVIDER_KEYS[provider])

/** Whether customers can be sent to the provider. */
export const isReady = (provider: Provider | null, keys: Keys): boolean =>
  provider !== null && namesOf(provider).every(([name]) => keys[name])

export async function readKeys(ctx: Ctx, { id }: { id: string }): Promise<State> {
  const found = await sql<Row & { code: string }>`select a.id, a.kind, a.provider,
      a.provider_keys_enc, a.version, t.code
    from ${ctx.rows('receivingAccount').as('a')} join tenant t on t.id = a.tenant_id
    where a.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  const provider = row.kind === PAYMENT_KIND.psp ? row.provider : null
  const keys = openKeys(ctx, row)
  return {
    provider,
    keys: namesOf(provider).map(([name, kind]) => {
      const value = keys[name] ?? ''
      return { name, set: value !== '', shown: kind === 'plain' ? value : fourOf(name, value) }
    }),
    test: provider === 'SIMULATOR' || /^[rs]k_test_/.test(keys.secretKey ?? ''),
    hookPath: `/hooks/pay/${row.code}/${id}`,
    version: row.version,
  }
}

/** The end of a key in PEM is the same in all of them. */
const fourOf = (name: string, value: string): string =>
  lastFour(name.endsWith('Key') ? value.replace(/-----[^-]*-----|\s/g, '') : value)

/** Sets what was sent; the data log records that the keys changed, never to what. */
export async function saveKeys(
  ctx: Ctx,
  { id, version, ...sent }: In<typeof providerKeys.save>,
): Promise<State> {
  await inTx(ctx, async (tx) => {
    const found = await sql<Row>`select a.id, a.kind, a.provider, a.provider_keys_enc, a.version
      from receiving_account as a
      where ${tx.rows('receivingAccount').where('a')} and a.id = ${id} for update`.execute(tx.db)
    const row = found.rows[0] ?? failMissing()
    if (row.version !== version) failConflict('row.stale')
    const keys: Record<string, string> = { ...openKeys(tx, row) }
    for (const [name] of namesOf(row.provider)) {
      const value = sent[name as keyof typeof sent]
      if (value !== undefined) keys[name] = value ?? ''
    }
    const issues = issuesOf(keys)
    if (issues.length > 0) failFields(issues)
    const sealed = sealSecret(tx.deps.env.secretKey, JSON.stringify(keys), place(tx, row))
    await sql`update receiving_account as a set provider_keys_enc = ${sealed},
        version = a.version + 1, update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('receivingAccount').where('a')} and a.id = ${id}`.execute(tx.db)
    await tx.audit(
      'receiving_account',
      id,
      'edit',
      { providerKeysEnc: row.providerKeysEnc, version: row.version },
      { providerKeysEnc: sealed, version: row.version + 1 },
    )
  })
  return readKeys(ctx, { id })
}

function issuesOf({ publicUrl, secretKey, webhookSecret, privateKey, alipayPublicKey }: Keys) {
  const issues: RawIssue[] = []
  const add = (path: string, wrong: boolean, code: RawIssue['code']) => {
    if (wrong) issues.push({ path, code })
  }
  add('publicUrl', !!publicUrl && !isPublicUrl(publicUrl), 'payAccount.publicUrl')
  add('secretKey', !!secretKey && !/^[rs]k_\w{8,}$/.test(secretKey), 'payAccount.key')
  add('webhookSecret', !!webhookSecret && !/^whsec_\S{8,}$/.test(webhookSecret), 'payAccount.key')
  add('privateKey', !!privateKey && !isKey(privateKey, 'private'), 'payAccount.key')
  add('alipayPublicKey', !!alipayPublicKey && !isKey(alipayPublicKey, 'public'), 'payAccount.key')
  return issues
}

/** An address without a path, on https; on this machine also without. */
function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  return (local || url.protocol === 'https:') && (text === url.origin || text === `${url.origin}/`)
}

/** RSA, with the frame of a PEM or without, as Alipay's pages show it. */
function isKey(text: string, kind: 'private' | 'public'): boolean {
  try {
    if (text.includes('-----')) {
      const key = kind === 'private' ? createPrivateKey(text) : createPublicKey(text)
      return key.asymmetricKeyType === 'rsa'
    }
    const der = Buffer.from(text.replace(/\s/g, ''), 'base64')
    return kind === 'public'
      ? createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType === 'rsa'
      : privateKeyType(der) !== null
  } catch {
    return false
  }
}

/** The container of a private key without frame. */
function privateKeyType(der: Buffer): 'PKCS8' | 'PKCS1' | null {
  for (const [type, name] of [
    ['pkcs8', 'PKCS8'],
    ['pkcs1', 'PKCS1'],
  ] as const)
    try {
      createPrivateKey({ key: der, format: 'der', type })
      return name
    } catch {
      // The other container, or none.
    }
  return null
}

/** A private key as PEM of PKCS 1, whatever frame it was entered in. */
export function privatePem(text: string): string {
  const der = () => Buffer.from(text.replace(/\s/g, ''), 'base64')
  const key = text.includes('-----')
    ? createPrivateKey(text)
    : createPrivateKey({
        key: der(),
        format: 'der',
        type: privateKeyType(der()) === 'PKCS1' ? 'pkcs1' : 'pkcs8',
      })
  return key.export({ format: 'pem', type: 'pkcs1' }).toString()
}
