import { sql } from 'kysely'
import { int } from '#contracts/kit/field.ts'
import { offerJob } from '#server/kit/jobs/job-types.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { sendLater } from './queue-message.ts'

/**
 * Words of old messages go; that they were sent, to whom and when stays. Expired codes go whatever
 * their age.
 */
offerJob({
  name: 'messages.purge',
  reach: 'tenants',
  timeoutSeconds: 600,
  params: { keepDays: int({ min: 7, max: 3_650, initial: 90 }) },
  run: async (ctx, { keepDays }) => {
    const secrets = await sql`update sys_message as m set secret_enc = null
        where ${ctx.rows('sysMessage').where('m')} and m.secret_enc is not null
          and m.expires_at < now()`.execute(ctx.db)
    const bodies = await sql`update sys_message as m set es_content = null, es_param = null
        where ${ctx.rows('sysMessage').where('m')} and m.es_content is not null
          and m.state in ('sent', 'failed', 'cancelled', 'unconfigured')
      and m.create_time < now() - ${`${keepDays} days`}::interval`.execute(ctx.db)
    return {
      secrets: Number(secrets.numAffectedRows ?? 0n),
      bodies: Number(bodies.numAffectedRows ?? 0n),
    }
  },
})

/**
 * After a way out was down or not set up: what failed lately goes out again. Codes do not: they are
 * old.
 */
offerJob({
  name: 'messages.resend',
  reach: 'tenants',
  timeoutSeconds: 600,
  params: { hours: int({ min: 1, max: 168, initial: 24 }) },
  run: (ctx, { hours }) =>
    inTx(ctx, async (tx) => {
      const again = await sql<{
        id: string
      }>`update sys_message as m
        set state = 'waiting', es_result = null, version = version + 1, update_time = now()
        where ${tx.rows('sysMessage').where('m')} and (m.state = 'unconfigured' or m.state = 'failed' and not m.once)
      and not m.secret and m.es_content is not null
      and m.create_time > now() - ${`${hours} hours`}::interval returning m.id`.execute(tx.db)
      await tx.auditMany(
        'sys_message',
        'edit',
        again.rows.map(({ id }) => ({
          id,
          before: { state: 'failed' },
          after: { state: 'waiting' },
        })),
      )
      for (const { id } of again.rows) await sendLater(tx, id, 1)
      return { messages: again.rows.length }
    }),
})
