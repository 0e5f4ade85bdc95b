import { inBothLanguages, noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { sql } from 'kysely'
import { barePhone, PHONE, type identity } from '#contracts/platform/session/identity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { queueMessage } from '#server/features/platform/messages/index.ts'
import {
  beginAttempt,
  checkPasswordRule,
  hashPassword,
  tokenHash,
  storedPhone,
} from '#server/features/platform/session/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { newToken } from './tokens.ts'
import { verifyCode, consumeCode } from './codes.ts'
import { holdersOf, openDb, registeringTenant } from './identity-config.ts'
import { openAccount, type Registration } from './open-account.ts'
import { takenContacts } from './unique-contacts.ts'
import { consumeIdentity } from './third/third-exchange.ts'

type RegistrationInput = In<typeof identity.register>
const TAKEN = {
  username: 'register.usernameTaken',
  phone: 'register.phoneTaken',
  email: 'register.emailTaken',
} as const
const MAILS_MAX = 3

/**
 * A stranger becomes a customer: at once, or after a user of the tenant has approved (tenant
 * setting `registration.mode`).
 */
export async function register(
  ctx: Ctx,
  input: RegistrationInput,
): Promise<Out<typeof identity.register>> {
  const db = openDb(ctx)
  const ip = ctx.http?.ip ?? ''
  const { tenantId, mode } = (await registeringTenant(ctx, input.tenant)) ?? fail('register.off')
  const typed = input.phone ? barePhone(input.phone) : null
  const email = input.email ? input.email.toLowerCase() : null
  const proven = typed ?? email
  if (!proven) failFields([{ path: 'phone', code: 'field.required' }])
  if (typed && !PHONE.test(typed)) failFields([{ path: 'phone', code: 'field.phone' }])
  if (typed && !typed.startsWith('+')) failFields([{ path: 'phone', code: 'field.phoneCountry' }])
  const attempt = await beginAttempt(ctx, `code:${proven}`, 'none')
  const code = await verifyCode(ctx, proven, 'register', input.smscode)
  if (!code) fail('code.wrong')
  await attempt.giveBack()
  const phone = await inTx(asSystem(ctx, tenantId), (tx) => storedPhone(tx, typed, null))
  const realname = input.realname || input.username
  const taken = await takenContacts(ctx, { username: input.username, phone, email }, { tenantId })
  if (taken) fail(TAKEN[taken])
  await checkPasswordRule(
    db,
    { tenantId, username: input.username, realname, email, phone },
    input.password,
  )
  const hash = await hashPassword(input.password)
  const receipt = newToken()
  try {
    await inTx(asSystem(ctx, tenantId), async (tx) => {
      if (!(await consumeCode(openDb(tx), code))) fail('code.wrong')
      const third = input.third ? await consumeIdentity(tx, input.third, tenantId) : null
      const made =
        await sql<Registration>`insert into registration (tenant_id, username, realname, company,
            email, phone, password_hash, third_provider, third_issuer, third_subject, third_name,
            third_config, receipt_hash, mails, lang, ip, create_by)
        values (${tenantId}, ${input.username}, ${realname}, ${input.company || realname}, ${email},
          ${phone}, ${hash}, ${third?.source ?? null}, ${third?.issuer ?? null},
          ${third?.subject ?? null}, ${third?.name ?? null}, ${third?.configHash ?? null},
          ${tokenHash(receipt)}, 1, ${tx.lang}, ${ip}, ${input.username}) returning *`.execute(
          tx.db,
        )
      const row = made.rows[0]!
      await tx.audit('registration', row.id, 'add', null, {
        username: row.username,
        company: row.company,
        email,
        phone,
      })
      if (mode === 'active') await openAccount(tx, row, 'register')
      else await notifyAdministrators(tx, row)
      await notifyApplicant(tx, { ...row, state: mode === 'active' ? 'approved' : 'pending' })
    })
  } catch (error) {
    // Another registration of the same name was faster.
    if (pgErrorKind(error) === 'unique') fail('register.failed')
    throw error
  }
  return { state: mode, receipt }
}

/** Those who may decide hear of it on the bell. */
async function notifyAdministrators(
  tx: Tx,
  { id, username, company }: Registration,
): Promise<void> {
  for (const [lang, userIds] of await holdersOf(tx, 'sys:registration:decide'))
    await tx.emit(noticeWanted, {
      userIds,
      ...inBothLanguages(lang, (one) => ({
        titile: translate(one, 'identity-server', 'register.tellNew', { company }),
        msgAbstract: `${company} (${username})`,
      })),
      priority: 'M',
      openType: 'url',
      openPage: '/isystem/registrations',
      busId: id,
      busType: 'registration',
      key: `registration:${id}:${lang}`,
    })
}

/** By mail where there is an address, else by SMS. */
export async function notifyApplicant(tx: Tx, row: Registration): Promise<void> {
  const to = row.email ?? row.phone
  if (!to) return
  const lang = row.lang === 'en_US' ? 'en_US' : 'zh_CN'
  await queueMessage(tx, {
    channel: row.email ? 'email' : 'sms',
    to,
    template: `identity.${row.state === 'pending' ? 'registered' : row.state}`,
    data: {
      username: row.username,
      realname: row.realname,
      company: row.company,
      reason: row.reason ?? '',
    },
    lang,
  })
}

/** The same mail once more, for the holder of the receipt; a few times only. */
export async function resendRegistered(
  ctx: Ctx,
  { receipt }: In<typeof identity.resendRegistered>,
): Promise<null> {
  const found = await sql<Registration>`update registration set mails = mails + 1
      where receipt_hash = ${tokenHash(receipt)} and mails <= ${MAILS_MAX} and create_time > now() - interval '7 days'
      returning *`.execute(openDb(ctx))
  const row = found.rows[0] ?? fail('register.noResend')
  await inTx(asSystem(ctx, row.tenantId), (tx) => notifyApplicant(tx, row))
  return null
}
