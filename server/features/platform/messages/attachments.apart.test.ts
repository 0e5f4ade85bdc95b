import { beforeAll, expect, test } from 'vitest'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { ATTACHED_BYTES, offerAttachment } from './attachments.ts'
import { LOST } from './fake-servers.fixture.ts'
import {
  admin,
  ctx,
  prepareMessageServers,
  queue,
  setUpMail,
  settled,
  smtp,
  world,
} from './messages.fixture.ts'

prepareMessageServers()
beforeAll(() => setUpMail())

const PLANTED = 'PLANTED-CONTENT-4711 '.repeat(20)
offerAttachment('test-made', (_ctx, ref) =>
  Promise.resolve(
    ref === 'gone'
      ? null
      : {
          name: 'made.txt',
          type: 'text/plain',
          bytes: Buffer.alloc(ref === 'large' ? ATTACHED_BYTES + 1 : 1, PLANTED).fill(PLANTED),
        },
  ),
)
offerAttachment('test-words', () =>
  Promise.resolve({ name: '发票.txt', type: 'text/plain', bytes: Buffer.from(PLANTED) }),
)
offerFileOwner({
  kind: 'test-mail',
  kinds: {},
  readable: () => Promise.resolve(new Map()),
  mayChange: () => Promise.resolve(false),
  existing: (_ctx, ids) => Promise.resolve(new Set(ids)),
})
const mail = (maker: string, ref: string, more: object = {}) =>
  queue({ attachments: [{ maker, ref, name: `${ref}.txt` }], ...more })

test('a mail carries a drawn and a stored file; the outbox shows their names, no log their content', async () => {
  const stored = await storeFile(ctx(), {
    ownerKind: 'test-mail',
    ownerId: '1',
    name: 'kept.csv',
    bytes: Buffer.from('a;b\n1;2\n'),
  })
  const id = await queue({
    attachments: [
      { maker: 'test-words', ref: '1', name: '发票.txt' },
      { maker: 'file', ref: stored.id, name: 'kept.csv' },
    ],
  })
  const row = await settled(id)
  expect(row).toMatchObject({ state: 'sent', attached: '发票.txt, kept.csv' })
  const { data } = smtp.mails.at(-1)!
  const body = data.replace(/\s/g, '')
  expect(body).toContain(Buffer.from(PLANTED).toString('base64'))
  expect(body).toContain(Buffer.from('a;b\n1;2\n').toString('base64'))
  expect(data).toMatch(/filename\*?0?\*?=/)
  const found = await world.db.pool.query<{ all: string }>(
    `select (select coalesce(json_agg(m)::text, '') from sys_message m)
      || (select coalesce(json_agg(d)::text, '') from data_log d)
      || (select coalesce(json_agg(o)::text, '') from op_log o)
      || (select coalesce(json_agg(j.payload)::text, '') from graphile_worker._private_jobs j)
      as all`,
  )
  expect(found.rows[0]!.all).toContain('kept.csv')
  expect(found.rows[0]!.all).not.toContain('PLANTED-CONTENT')
  // Sent again by hand it carries them again.
  const count = smtp.mails.length
  await admin.post('/message/sysMessage/resend', { ids: [id] })
  await expect.poll(() => smtp.mails.length, { timeout: 90_000 }).toBe(count + 1)
  expect(smtp.mails.at(-1)!.data.replace(/\s/g, '')).toContain(
    Buffer.from(PLANTED).toString('base64'),
  )
})

test('what is gone or too large is not sent, with the reason', async () => {
  const count = smtp.mails.length
  expect(await settled(await mail('test-made', 'gone'))).toMatchObject({
    state: 'failed',
    esResult: 'The file gone.txt is no longer there',
  })
  expect(await settled(await mail('test-made', 'large'))).toMatchObject({
    state: 'failed',
    esResult: 'The files are larger than 10 MB',
  })
  expect(smtp.mails).toHaveLength(count)
  await expect(mail('nobody', '1')).rejects.toThrow('no feature offers')
  await expect(mail('test-made', '1', { secret: true })).rejects.toThrow('only open mails')
})

test('one that goes out once is not sent again where it may have gone out', async () => {
  smtp.replies.data = LOST
  const count = smtp.mails.length
  const row = await settled(await queue({ once: true }))
  expect(row.state).toBe('failed')
  expect(row.esResult).toContain('not known whether')
  expect(smtp.mails).toHaveLength(count + 1)
  // A server that has not taken it is asked again.
  smtp.replies.data = '451 later'
  expect(await settled(await queue({ once: true }))).toMatchObject({ state: 'waiting' })
  smtp.replies.data = '250 ok'
  // Its process died while it was sent.
  for (const once of [true, false]) {
    const sent = smtp.mails.length
    const id = await queue({ once })
    await settled(id)
    await world.db.pool.query(`update sys_message set state = 'sending' where id = $1`, [id])
    await world.db.pool.query(
      `select graphile_worker.add_job('messages.send', json_build_object('tenantId', $1::text,
        'messageId', $2::text, 'attempt', 1))`,
      [world.tenantId, id],
    )
    const after = await settled(id)
    expect(after.state).toBe(once ? 'failed' : 'sent')
    expect(smtp.mails).toHaveLength(sent + (once ? 1 : 2))
  }
})
