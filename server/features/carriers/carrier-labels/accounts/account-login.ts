import { isDeepStrictEqual } from 'node:util'
import type { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import { carrierAccountStopped } from '#contracts/carriers/carrier-labels.events.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { logCalls, type Health } from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { sealSecret } from '#server/kit/access/secrets.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { FILE_PASSWORD, FILE_URL, fieldsOf } from '../files/file-target.ts'
import { sendsFiles, tryServer } from '../files/send-to.ts'
import { reachedAccount } from './account-verbs.ts'
import {
  accountWith,
  openAccount,
  openedSecret,
  secretPlace,
  type AccountRow,
  type OpenAccount,
} from './open-account.ts'

async function askHealth(ctx: Ctx, account: OpenAccount): Promise<Health> {
  try {
    return await account.adapter.health()
  } finally {
    await logCalls(ctx, account)
  }
}

/**
 * Asks the carrier whether it lets the account in; what is missing is named before it is asked. Where
 * the account sends files, their server is tried as well.
 */
export async function testAccount(
  ctx: Ctx,
  { id }: In<typeof carrierAccounts.test>,
): Promise<Out<typeof carrierAccounts.test>> {
  const row = await reachedAccount(ctx, id, 'edit')
  const account = openAccount(ctx, row) ?? failMissing()
  const missing = row.mode === 'simulator' ? [] : missingFields(ctx, account)
  const health: Health =
    missing.length > 0 ? { ok: false, detail: 'auth' } : await askHealth(ctx, account)
  const files = (await sendsFiles(ctx, row)) ? await tryFiles(ctx, row) : null
  const detail = health.ok && files && !files.ok ? 'files' : health.detail
  await inTx(ctx, (tx) =>
    change(tx, 'carrierAccount', id, {
      testedAt: nowIso(),
      testResult: detail,
      ...(health.ok ? { stoppedAt: null } : {}),
    }),
  )
  const login =
    missing.length > 0
      ? translate(ctx.lang, 'carrier-labels', 'test.missing', { fields: missing.join(', ') })
      : translate(ctx.lang, 'carrier-labels', `test.${health.detail}`)
  return {
    ok: detail === 'ok',
    detail,
    message: [login, files?.message].filter(Boolean).join(' '),
    allowed: [...(health.allowed ?? [])],
  }
}

async function tryFiles(ctx: Ctx, row: AccountRow): Promise<{ ok: boolean; message: string }> {
  const fault = await tryServer(ctx, row)
  const code = fault ? (fault.note.code ?? 'refused') : isSftp(row) ? 'ok' : 'reached'
  const original = fault?.note.original ?? ''
  return {
    ok: fault === null,
    message: translate(ctx.lang, 'carrier-labels', `files.${code}`, { original }),
  }
}

const isSftp = ({ mode, settings }: AccountRow): boolean =>
  mode === 'simulator' || (settings[FILE_URL] ?? '').startsWith('sftp:')

function missingFields(ctx: Ctx, { carrier, row }: OpenAccount): string[] {
  return carrier.fields
    .filter(({ name, required, secret, initial }) => {
      const value = secret ? openedSecret(ctx, row, name) : row.settings[name]
      return required && !value && initial === undefined
    })
    .map(({ title }) => title[ctx.lang])
}

/** New secrets serve once the carrier has let them in; the old ones until then. */
export async function rotateSecrets(
  ctx: Ctx,
  { id, secrets }: In<typeof carrierAccounts.rotate>,
): Promise<Out<typeof carrierAccounts.rotate>> {
  const row = await reachedAccount(ctx, id, 'edit')
  const { carrier } = openAccount(ctx, row) ?? failMissing()
  const names = fieldsOf(carrier)
    .filter(({ secret }) => secret)
    .map(({ name }) => name)
  const odd = Object.keys(secrets).find((name) => !names.includes(name))
  if (odd !== undefined) failFields([{ path: `secrets.${odd}`, code: 'field.invalid' }])
  const given = Object.entries(secrets).filter(([, value]) => value !== '')
  if (given.length === 0) failFields([{ path: 'secrets', code: 'field.required' }])
  const after = Object.fromEntries(
    names.map((name) => [name, secrets[name] || (openedSecret(ctx, row, name) ?? '')]),
  )
  // The password for files is no part of the login.
  const isLogin = given.some(([name]) => name !== FILE_PASSWORD)
  const health = isLogin ? await askHealth(ctx, accountWith(ctx, carrier, row, after)) : null
  if (health && !health.ok) return { ok: false, detail: health.detail }
  await inTx(ctx, (tx) =>
    change(tx, 'carrierAccount', id, (now) => ({
      secrets: {
        ...(now.secrets as Record<string, string>),
        ...Object.fromEntries(
          given.map(([name, value]) => [
            name,
            sealSecret(tx.deps.env.secretKey, value, secretPlace(tx, id, name)),
          ]),
        ),
      },
      ...(isLogin ? { stoppedAt: null, testedAt: nowIso(), testResult: 'ok' } : {}),
    })),
  )
  return { ok: true, detail: 'ok' }
}

/**
 * The carrier no longer lets an account in: it is asked nothing more, also where it is open already
 * (a carrier locks a login that is tried too often), and staff learn of it once.
 */
export async function stopAccount(ctx: Ctx, account: OpenAccount): Promise<void> {
  const { row } = account
  const at = nowIso()
  account.row = { ...row, stoppedAt: row.stoppedAt ?? at }
  await inTx(ctx, async (tx) => {
    const stopped = await changeMany(
      asSystemTx(tx, tx.principal.tenantId),
      'carrierAccount',
      [row.id],
      // The login it was about may have been changed since.
      (now) =>
        now.stoppedAt === null && isDeepStrictEqual(now.secrets, row.secrets)
          ? { stoppedAt: at, testResult: 'auth' }
          : null,
    )
    if (stopped.length > 0)
      await tx.emit(carrierAccountStopped, {
        id: row.id,
        carrier: row.carrier,
        name: row.name,
        at,
        why: 'auth',
      })
  })
}
