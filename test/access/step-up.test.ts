import { expect, test } from 'vitest'
import { features } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { useWorld, type Client } from '../harness.ts'
import { platformAdmin } from '../platform.ts'

/**
 * What asks to show a password or second factor again. A line less here is a decision, not an
 * accident.
 */
const SENSITIVE = [
  // Grants.
  'POST /sys/permission/saveRolePermission',
  'POST /sys/permission/saveDepartPermission',
  'POST /sys/role/datarule',
  'POST /sys/sysDepartPermission/datarule',
  'POST /sys/sysDepartPermission/saveDeptRolePermission',
  'POST /sys/sysDepartRole/datarule',
  // Who holds a role; adding and editing people ask where rights are given (below).
  'POST /sys/user/addSysUserRole',
  'DELETE /sys/user/deleteUserRole',
  'DELETE /sys/user/deleteUserRoleBatch',
  'POST /sys/sysDepartRole/deptRoleUserAdd',
  'POST /sys/user/importExcel',
  // Others' passwords, and impersonation.
  'PUT /sys/user/changePassword',
  'PUT /sys/user/resetPassword',
  'PUT /erp/user/sub/resetPassword',
  'POST /sys/user/loginAs',
  // Jobs.
  'POST /sys/quartzJob/add',
  'PUT /sys/quartzJob/edit',
  'DELETE /sys/quartzJob/delete',
  'DELETE /sys/quartzJob/deleteBatch',
  'GET /sys/quartzJob/pause',
  'GET /sys/quartzJob/resume',
  'GET /sys/quartzJob/execute',
  // Other tenants.
  'PUT /sys/tenant/enter',
  'PUT /sys/tenant/pack/assign',
  'POST /sys/tenant/pack/saveEntries',
  'POST /sys/tenant/invite',
  'DELETE /sys/tenant/removeMember',
  // What carries codes, and who decides who people are.
  'PUT /message/channel/saveEmail',
  'PUT /message/channel/saveSms',
  'PUT /message/channel/saveWebhook',
  'PUT /sys/thirdProvider/save',
  'PUT /rwms/case/mailbox/save',
  // The user's own account.
  'POST /sys/thirdLogin/bindStart',
  'DELETE /sys/account/thirdAccount/delete',
  'POST /sys/account/totp/begin',
  'POST /sys/account/totp/confirm',
  'POST /sys/account/totp/codes',
  'POST /message/sysMessage/reveal',
  'POST /sys/account/apiKey/add',
  'POST /sys/account/contact/code',
  'PUT /sys/account/passwordRule/edit',
  'PUT /erp/receivingAccount/keys',
  'PUT /erp/cod/bank',
  'PUT /erp/recharge/limits',
  // Where money goes, what tax is charged, who is signed out.
  'PUT /erp/tax/setting',
  'PUT /erp/codPayout/approve',
  'PUT /erp/codPayout/pay',
  'POST /sys/online/forceLogout',
  'POST /sys/blockedAddress/add',
  'DELETE /sys/blockedAddress/delete',
  'PUT /erp/twoUsers/decide',
  'PUT /erp/recharge/refund',
  'POST /monitor/diagnose',
  'PUT /erp/invoice/settle',
  'PUT /erp/invoice/undoSettle',
]

const world = useWorld()
const flagged = (): Endpoint[] =>
  Object.values(features)
    .flatMap((feature) => Object.values(feature))
    .filter(({ stepUp }) => stepUp)
const name = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const expire = ({ token }: Client) =>
  world().db.pool.query(
    `update sys_session set proved_at = now() - interval '20 minutes'
      where token_hash = sha256($1::bytea)`,
    [Buffer.from(token!)],
  )

test('what is sensitive is on the list', () => {
  expect(flagged().map(name).sort()).toEqual(SENSITIVE.toSorted())
})

test('each call of it is refused until the person has shown again who it is', async () => {
  const [platform, customer] = [await platformAdmin(world(), 'steps'), await world().as('customer')]
  await Promise.all([platform, customer].map(expire))
  for (const call of SENSITIVE) {
    const [method = '', path = ''] = call.split(' ')
    const caller = path.startsWith('/erp/user/sub') ? customer : platform
    const answer = await caller.raw(
      method,
      path,
      method === 'GET' || method === 'DELETE' ? {} : { body: {} },
    )
    expect(answer.error, call).toBe('session.stepUp')
  }
})

test('people are given rights only after it; without rights they are added as before', async () => {
  const admin = await world().as('tenantAdmin')
  const roles = await world().db.pool.query<{ id: string }>(
    `select id from sys_role where tenant_id = $1 and role_code = 'finance'`,
    [world().tenantId],
  )
  const form = (at: string, more: object = {}) => ({
    username: `step-${at}-${world().tenantId}`,
    realname: 'Step',
    password: 'Blue-Harbour-31!',
    workNo: `S-${at}`,
    ...more,
  })
  await expire(admin)
  const selectedroles = roles.rows[0]!.id
  expect((await admin.post('/sys/user/add', form('a', { selectedroles }))).error).toBe(
    'session.stepUp',
  )
  const made = await admin.post('/sys/user/add', form('b'))
  expect(made.success, made.message).toBe(true)
  const row = made.result as object
  expect((await admin.put('/sys/user/edit', { ...row, selectedroles })).error).toBe(
    'session.stepUp',
  )
  expect((await admin.put('/sys/user/edit', { ...row, realname: 'Changed' })).success).toBe(true)
})

test('the user’s own password is not set without the old one', async () => {
  const manager = await platformAdmin(world(), 'own')
  const username = `own-${world().tenantId}`
  const password = 'Blue-Harbour-32!'
  await manager.put('/sys/selectTenant', { tenantId: '0' })
  expect(
    (
      await manager.put('/sys/user/changePassword', {
        username,
        password,
        confirmpassword: password,
      })
    ).error,
  ).toBe('user.ownPassword')
})
