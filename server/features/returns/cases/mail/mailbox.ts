import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import {
  mailboxSettings,
  type caseMailbox,
  type MailboxSettings,
  type MailboxState,
} from '#contracts/returns/cases/case-mail.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { lastFour, openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict } from '#server/kit/http/errors.ts'

interface Row {
  id: string
  enabled: boolean
  settings: unknown
  passwordEnc: string | null
  hookSecretEnc: string | null
  version: number
}
type Secret = 'passwordEnc' | 'hookSecretEnc'
const COLUMN = { passwordEnc: 'password_enc', hookSecretEnc: 'hook_secret_enc' } as const

const place = (ctx: Ctx, id: string, secret: Secret): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'case_mailbox',
  column: COLUMN[secret],
  id,
})

async function rowOf(ctx: Ctx): Promise<Row | null> {
  const { rows } = await sql<Row>`select b.id, b.enabled, b.settings, b.password_enc,
      b.hook_secret_enc, b.version
    from ${ctx.rows('caseMailbox').as('b')}`.execute(ctx.db)
  return rows[0] ?? null
}

export interface Mailbox extends Omit<Row, 'settings'> {
  settings: MailboxSettings
}

/** The mailbox of the tenant, where it is set up and switched on. */
export async function mailboxOf(ctx: Ctx): Promise<Mailbox | null> {
  const row = await rowOf(ctx)
  return row?.enabled ? { ...row, settings: mailboxSettings.parse(row.settings) } : null
}

export function secretOf(ctx: Ctx, row: Pick<Row, 'id' | Secret>, secret: Secret): string | null {
  const sealed = row[secret]
  return sealed === null
    ? null
    : openSecret(ctx.deps.env.secretKey, sealed, place(ctx, row.id, secret))
}

function stateOf(ctx: Ctx, row: Row | null, secret: Secret): { set: boolean; last4: string } {
  if (!row || row[secret] === null) return { set: false, last4: '' }
  return { set: true, last4: lastFour(secretOf(ctx, row, secret) ?? '') }
}

export async function readMailbox(ctx: Ctx): Promise<MailboxState> {
  const row = await rowOf(ctx)
  const tenant = await sql<{ code: string }>`select t.code from ${ctx.rows('tenant').as('t')}
    where t.id = ${ctx.principal.tenantId}`.execute(ctx.db)
  const counts = await sql<{ state: string; count: number }>`select m.state, count(*)::int as count
    from ${ctx.rows('caseMail').as('m')} where m.create_time > now() - interval '30 days'
    group by m.state`.execute(ctx.db)
  const polls = await sql<{
    lastOkAt: string | null
    lastError: string | null
  }>`select p.last_ok_at,
      p.last_error
    from ${ctx.rows('caseMailPoll').as('p')} where p.mailbox_id = ${row?.id ?? null}`.execute(
    ctx.db,
  )
  return {
    settings: row && row.version > 0 ? mailboxSettings.parse(row.settings) : null,
    enabled: row?.enabled ?? false,
    version: row?.version ?? 0,
    password: stateOf(ctx, row, 'passwordEnc'),
    hookSecret: stateOf(ctx, row, 'hookSecretEnc'),
    hookPath: `/hooks/case/${tenant.rows[0]?.code ?? ''}`,
    lastOkAt: polls.rows[0]?.lastOkAt ?? null,
    lastError: polls.rows[0]?.lastError ?? null,
    mails: Object.fromEntries(counts.rows.map(({ state, count }) => [state, count])),
  }
}

const sameServer = (one: MailboxSettings, other: MailboxSettings): boolean =>
  one.host.toLowerCase() === other.host.toLowerCase() &&
  one.port === other.port &&
  one.security === other.security

/** A password entered for one server is not sent to another. Another mailbox begins with today. */
export function saveMailbox(
  ctx: Ctx,
  { settings, enabled, version, password, hookSecret }: In<typeof caseMailbox.save>,
): Promise<MailboxState> {
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await sql`insert into case_mailbox (tenant_id, settings, version, create_by)
      values (${tenantId}, '{}'::jsonb, 0, ${username})
      on conflict (tenant_id) do nothing`.execute(tx.db)
    const before = (await rowOf(tx))!
    if (before.version !== version) failConflict('row.stale', await readMailbox(tx))
    const known = before.version > 0 ? mailboxSettings.parse(before.settings) : null
    const stays = known !== null && sameServer(known, settings)
    const sealed = (secret: Secret, given: string | null | undefined, keeps: boolean) =>
      given === undefined || given === null
        ? keeps
          ? before[secret]
          : null
        : given === ''
          ? null
          : sealSecret(ctx.deps.env.secretKey, given, place(tx, before.id, secret))
    const sameBox = stays && known.user === settings.user && known.folder === settings.folder
    await change(
      tx,
      'caseMailbox',
      before.id,
      {
        settings,
        enabled,
        passwordEnc: sealed('passwordEnc', password, stays),
        hookSecretEnc: sealed('hookSecretEnc', hookSecret, true),
      },
      { unlogged: ['passwordEnc', 'hookSecretEnc'] },
    )
    if (!sameBox)
      await sql`delete from case_mail_poll as p
        where ${tx.rows('caseMailPoll').where('p')} and p.mailbox_id = ${before.id}`.execute(tx.db)
    return readMailbox(tx)
  })
}
