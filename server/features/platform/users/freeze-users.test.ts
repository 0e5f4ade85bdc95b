import { describe, expect, test } from 'vitest'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import type { Client } from '#test/harness.ts'
import {
  world,
  admin,
  draft,
  add,
  roleId,
  issues,
  stored,
  signIn,
  prepareUserForms,
} from './user-forms.fixture.ts'

prepareUserForms()

describe('freezing and deleting', () => {
  test('ends sessions at once; unfreezing lets in again; each row has its own outcome', async () => {
    const row = await add()
    const token = ((await signIn(row.username, 'Green-Lantern-77!')).result as { token: string })
      .token
    const asThem = () =>
      world().anonymous.raw('GET', '/sys/user/getCurrentUserDeparts', {
        headers: { 'X-Access-Token': token },
      })
    expect((await asThem()).status).toBe(200)
    const frozen = await admin.put('/sys/user/frozenBatch', {
      ids: `${row.id},999999999,`,
      status: '2',
    })
    expect(frozen).toMatchObject({
      success: true,
      result: {
        done: 1,
        failed: 1,
        rows: [
          { id: row.id, ok: true, label: row.realname },
          { ok: false, code: 'row.missing' },
        ],
      },
    })
    expect((await asThem()).status).toBe(401)
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(false)
    expect(
      (await admin.post('/sys/user/frozenBatch', { ids: [row.id], status: '1' })).result,
    ).toMatchObject({ done: 1 })
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(true)
  })

  test('spares the caller and the last administrator of the tenant', async () => {
    const self = (await admin.get('/sys/user/list', { username: world().username('tenantAdmin') }))
      .result as { records: UserRow[] }
    const me = self.records[0]!
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: me.id, status: '2' })).result,
    ).toMatchObject({ failed: 1, rows: [{ code: 'user.self' }] })
    expect(await admin.delete('/sys/user/delete', { id: me.id })).toMatchObject({
      success: false,
      error: 'user.self',
    })
    expect(
      await admin.put('/sys/user/edit', { ...me, workNo: 'ME', selectedroles: '' }),
    ).toMatchObject({ success: false, error: 'user.lastAdministrator' })
    const second = await add({ selectedroles: await roleId('tenantAdmin') })
    const other = new (admin.constructor as typeof Client)(
      world().base,
      ((await signIn(second.username, 'Green-Lantern-77!')).result as { token: string }).token,
    )
    // Of two, either may go; then the other stays.
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: second.id, status: '2' })).result,
    ).toMatchObject({ done: 1 })
    expect(
      (
        await admin.delete('/sys/user/deleteUserRole', {
          roleId: await roleId('tenantAdmin'),
          userId: me.id,
        })
      ).error,
    ).toBe('user.lastAdministrator')
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: second.id, status: '1' })).result,
    ).toMatchObject({ done: 1 })
    expect((await other.get('/sys/user/list')).status).toBe(401)
    expect(await admin.delete('/sys/user/delete', { id: second.id })).toMatchObject({
      success: true,
      message: 'User deleted.',
    })
  })

  test('moves to the bin, which gives back or forgets; the name stays taken meanwhile', async () => {
    const row = await add()
    const name = { username: row.username, phone: null, email: null }
    expect(
      (await admin.delete('/sys/user/deleteBatch', { ids: `${row.id},` })).result,
    ).toMatchObject({ done: 1 })
    expect((await admin.get('/sys/user/queryById', { id: row.id })).status).toBe(404)
    expect(
      ((await admin.get('/sys/user/recycleBin')).result as UserRow[]).map(({ id }) => id),
    ).toContain(row.id)
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(false)
    expect(issues(await admin.post('/sys/user/add', draft(name)))).toMatchObject([
      { code: 'user.usernameTaken' },
    ])
    const heir = await add({ phone: row.phone })
    expect((await admin.put('/sys/user/putRecycleBin', { userIds: row.id })).result).toMatchObject({
      failed: 1,
      rows: [{ code: 'user.phoneTaken' }],
    })
    await admin.put('/sys/user/edit', { ...heir, phone: null })
    expect(await admin.put('/sys/user/putRecycleBin', { userIds: row.id })).toMatchObject({
      message: 'Restored.',
      result: { done: 1 },
    })
    expect((await signIn(row.username, 'Green-Lantern-77!')).success).toBe(true)
    await admin.delete('/sys/user/delete', { id: row.id })
    for (const hostile of ["1' or '1'='1", '1) or 1=1 --', '{"a":1}'])
      expect(
        (await admin.delete('/sys/user/deleteRecycleBin', { userIds: hostile })).code,
        hostile,
      ).toBe(400)
    expect(
      (await admin.delete('/sys/user/deleteRecycleBin', { userIds: row.id })).result,
    ).toMatchObject({ done: 1 })
    expect(await stored(row.id)).toBeUndefined()
    expect(
      (await admin.delete('/sys/user/deleteRecycleBin', { userIds: heir.id })).result,
      'only what lies in the bin',
    ).toMatchObject({ failed: 1 })
  })
})
