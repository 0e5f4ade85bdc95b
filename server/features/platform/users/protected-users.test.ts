import { describe, expect, test } from 'vitest'
import { platformUser } from '#test/platform.ts'
import { createUser, createRole, roleId, userOf } from './users.fixture.ts'
import { world, admin, MANAGES, prepareManagedUsers } from './managed-users.fixture.ts'

prepareManagedUsers()

describe('users above are not touched', () => {
  test('with any call', async () => {
    const clerk = await (
      await createUser(world(), [await createRole(world(), 'tenant', MANAGES)])
    ).client()
    const boss = await createUser(world(), [await roleId(world(), 'manager')])
    const row = await userOf(clerk, boss.id)
    for (const answer of [
      clerk.put('/sys/user/edit', { ...row, workNo: 'B', realname: 'Down' }),
      clerk.delete('/sys/user/delete', { id: boss.id }),
      clerk.put('/sys/user/resetPassword', { id: boss.id }),
      clerk.put('/sys/user/changePassword', {
        username: boss.username,
        password: 'Blue-Harbour-31!',
        confirmpassword: 'Blue-Harbour-31!',
      }),
      clerk.delete('/sys/user/endSessions', { id: boss.id }),
      clerk.delete('/sys/user/deleteUserRole', {
        roleId: await roleId(world(), 'manager'),
        userId: boss.id,
      }),
      clerk
        .post('/sys/sysUserAgent/add', {
          userName: boss.username,
          agentUserName: boss.username.toUpperCase(),
        })
        .then((answer) => ({ ...answer, success: answer.success })),
    ])
      expect((await answer).success).toBe(false)
    for (const result of [
      (await clerk.put('/sys/user/frozenBatch', { ids: boss.id, status: '2' })).result,
      (await clerk.delete('/sys/user/deleteBatch', { ids: boss.id })).result,
    ])
      expect(result).toMatchObject({ done: 0, rows: [{ code: 'user.above' }] })
    expect(
      (
        await world().db.pool.query(
          'select realname, status, del_flag from sys_user where id = $1',
          [boss.id],
        )
      ).rows[0],
    ).toEqual({ realname: boss.username, status: 1, del_flag: 0 })
  })

  test('the platform’s people are managed by the platform only, though they work here', async () => {
    const platform = await platformUser(world(), 'protected')
    expect(await admin.put('/sys/user/resetPassword', { id: platform.id })).toMatchObject({
      success: false,
      error: 'row.missing',
    })
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: platform.id, status: '2' })).result,
    ).toMatchObject({ done: 0 })
  })

  test('who works in another tenant too keeps the password their home cannot take', async () => {
    const guest = await createUser(world(), [])
    const away = (
      await world().db.pool.query<{ id: string }>(
        'select id from tenant where id not in (0, $1) limit 1',
        [world().tenantId],
      )
    ).rows[0]!.id
    await world().db.pool.query(
      'insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)',
      [guest.id, away],
    )
    expect(await admin.put('/sys/user/resetPassword', { id: guest.id })).toMatchObject({
      success: false,
      error: 'user.worksElsewhere',
    })
    const row = await userOf(admin, guest.id)
    expect(row.relTenantIds, 'only the platform sees the others').toBe(world().tenantId)
    expect(
      await admin.put('/sys/user/edit', { ...row, workNo: 'G1', email: 'mine@example.com' }),
    ).toMatchObject({ success: false, error: 'user.worksElsewhere' })
    expect(
      (await admin.put('/sys/user/frozenBatch', { ids: guest.id, status: '2' })).result,
    ).toMatchObject({ done: 1 })
  })
})
