import { describe, expect, test } from 'vitest'
import { PASSWORD, type Client } from '#test/harness.ts'
import {
  world,
  admin,
  stranger,
  draft,
  add,
  roleId,
  stored,
  signIn,
  prepareUserForms,
} from './user-forms.fixture.ts'

prepareUserForms()

describe('a password', () => {
  test('is changed by an administrator by the rule, and ends the sessions; a reset one is shown once', async () => {
    const row = await add()
    const token = ((await signIn(row.username, 'Green-Lantern-77!')).result as { token: string })
      .token
    const change = (body: object) =>
      admin.put('/sys/user/changePassword', {
        username: row.username,
        password: 'Blue-Harbour-31!',
        confirmpassword: 'Blue-Harbour-31!',
        ...body,
      })
    expect(await change({ confirmpassword: 'x' })).toMatchObject({
      success: false,
      error: 'password.differ',
    })
    expect(await change({ password: 'weak', confirmpassword: 'weak' })).toMatchObject({
      success: false,
      error: 'password.rule',
    })
    admin.lang = 'zh_CN'
    expect(await change({ username: 'nobody-of-that-name' })).toMatchObject({
      success: false,
      message: '用户不存在！',
    })
    expect(await change({})).toMatchObject({ success: true, message: '密码修改成功!' })
    admin.lang = 'en_US'
    expect(
      (
        await world().anonymous.raw('GET', '/sys/userSetting/all', {
          headers: { 'X-Access-Token': token },
        })
      ).status,
    ).toBe(401)
    expect((await signIn(row.username, 'Blue-Harbour-31!')).success).toBe(true)
    const reset = (await admin.put('/sys/user/resetPassword', { id: row.id })).result as {
      username: string
      password: string
    }
    expect(reset.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{14,}$/)
    expect((await signIn(row.username, reset.password)).error).toBe('session.passwordOnce')
    expect(
      (
        await world().db.pool.query(
          `select 1 from data_log where diff::text like '%' || $1 || '%'`,
          [reset.password],
        )
      ).rowCount,
    ).toBe(0)
    expect(
      (
        await world().db.pool.query(`select 1 from idempotency where body like '%' || $1 || '%'`, [
          reset.password,
        ])
      ).rowCount,
    ).toBe(0)
  })
})

describe('isolation', () => {
  test('another tenant sees no user and changes none', async () => {
    const row = await add()
    const gone = async (answer: Promise<{ status: number; success: boolean }>) =>
      expect(await answer).toMatchObject({ status: 404 })
    await gone(stranger.get('/sys/user/queryById', { id: row.id }))
    await gone(stranger.put('/sys/user/edit', { ...row }))
    await gone(stranger.delete('/sys/user/delete', { id: row.id }))
    await gone(stranger.put('/sys/user/resetPassword', { id: row.id }))
    await gone(stranger.get('/sys/user/activity', { id: row.id }))
    await gone(stranger.delete('/sys/user/endSessions', { id: row.id }))
    expect(
      (
        await stranger.put('/sys/user/changePassword', {
          username: row.username,
          password: 'Blue-Harbour-31!',
          confirmpassword: 'Blue-Harbour-31!',
        })
      ).error,
    ).toBe('user.missing')
    expect(
      (await stranger.put('/sys/user/frozenBatch', { ids: row.id, status: '2' })).result,
    ).toMatchObject({ failed: 1 })
    expect((await stranger.get('/sys/user/queryByIds', { userIds: row.id })).result).toEqual([])
    expect(
      ((await stranger.get('/sys/user/list', { selections: row.id })).result as { total: number })
        .total,
    ).toBe(0)
    expect((await stranger.get('/sys/user/options', { ids: row.id })).result).toEqual([])
    expect((await stranger.get('/sys/user/queryUserRole', { userid: row.id })).success).toBe(false)
    expect(
      (
        await stranger.post('/sys/user/addSysUserRole', {
          roleId: await roleId('service'),
          userIdList: [row.id],
        })
      ).result,
    ).toMatchObject({ failed: 1 })
    expect(await stored(row.id)).toMatchObject({ status: 1, del_flag: 0, version: row.version })
  })

  test('a customer’s user reaches no call about people, even holding the codes', async () => {
    const { db, tenantId } = world()
    const customer = await world().as('otherCustomer')
    await db.pool.query(
      `insert into sys_role_permission (tenant_id, role_id, permission_id)
        select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
      where r.tenant_id = $1 and r.role_code = 'customer'
        and (p.perms like 'sys:user:%' or p.perms like 'sys:role%' or p.perms like 'sys:book%')
        on conflict do nothing`,
      [tenantId],
    )
    const fresh = new (customer.constructor as typeof Client)(
      world().base,
      ((await signIn(world().username('otherCustomer'), PASSWORD)).result as { token: string })
        .token,
    )
    for (const path of [
      '/sys/user/list',
      '/sys/user/recycleBin',
      '/sys/user/options',
      '/sys/role/queryall',
      '/sys/role/list',
      '/sys/user/queryByOrgCodeForAddressList',
      '/sys/user/departTree',
      '/sys/user/exportXls',
    ])
      expect((await fresh.get(path)).status, path).toBe(403)
    expect((await fresh.post('/sys/user/add', draft())).status).toBe(403)
    await db.pool.query(
      `delete from sys_role_permission rp using sys_permission p
        where rp.tenant_id = $1 and rp.permission_id = p.id
          and (p.perms like 'sys:user:%' or p.perms like 'sys:role%' or p.perms like 'sys:book%')
      and rp.role_id = (select id from sys_role where tenant_id = $1 and role_code = 'customer')`,
      [tenantId],
    )
  })
})
