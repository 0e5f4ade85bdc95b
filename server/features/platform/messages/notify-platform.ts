import { sql } from 'kysely'
import { DEFAULT_LANG } from '#contracts/kit/envelope.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { asSystemTx } from '#server/kit/db/tx.ts'
import { defineTemplate } from './built-in.ts'
import { queueMessage } from './queue-message.ts'

const TEMPLATE = 'platform.channelChanged'

defineTemplate({
  code: TEMPLATE,
  space: 'messages',
  channels: ['system'],
  sample: { tenant: '东莞小包', kind: 'SMS', username: 'wang', ip: '203.0.113.7' },
})

/**
 * A notice to those who run the platform: a tenant changed the way its messages go out: codes for
 * signing in go that way, too. Not for its own changes.
 */
export async function notifyPlatform(tx: Tx, kind: 'email' | 'sms' | 'webhook'): Promise<void> {
  const { tenantId, username } = tx.principal
  if (tenantId === '0') return
  const platform = asSystemTx(tx, '0')
  const people = await sql<{
    id: string
  }>`select u.id from ${platform.rows('sysUser').as('u')} where u.status = 1 and u.del_flag = 0
    order by u.id`.execute(tx.db)
  if (people.rows.length === 0) return
  const tenant = await sql<{
    name: string
  }>`select t.name from ${platform.rows('tenant').as('t')} where t.id = ${tenantId}`.execute(tx.db)
  await queueMessage(platform, {
    channel: 'system',
    to: { userIds: people.rows.map(({ id }) => id) },
    template: TEMPLATE,
    data: {
      tenant: tenant.rows[0]?.name ?? tenantId,
      kind: { email: 'E-mail', sms: 'SMS', webhook: 'Webhook' }[kind],
      username,
      ip: tx.http?.ip ?? '',
    },
    lang: DEFAULT_LANG,
  })
}
