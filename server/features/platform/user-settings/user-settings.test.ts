import { expect, test } from 'vitest'
import { SETTINGS_MAX, userSettings } from '#contracts/platform/people/user-settings.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()

test('keeps what one chose and gives it back, by either method', async () => {
  const one = await world().as('service')
  await one.call(userSettings.save, {
    key: 'list:shipments',
    value: { hidden: ['city'], width: { name: 120 } },
  })
  expect(
    await one.put('/sys/userSetting/save', { key: 'density', value: 'compact' }),
  ).toMatchObject({ success: true, result: null })
  expect(await one.post('/sys/userSetting/save', { key: 'sound', value: null })).toMatchObject({
    success: true,
  })
  await one.call(userSettings.save, { key: 'density', value: 'comfortable' })
  expect(await one.call(userSettings.all, {})).toEqual({
    'list:shipments': { hidden: ['city'], width: { name: 120 } },
    density: 'comfortable',
    sound: null,
  })
  await one.call(userSettings.delete, { key: 'density' })
  await one.call(userSettings.delete, { key: 'never-was' })
  expect(Object.keys(await one.call(userSettings.all, {})).sort()).toEqual([
    'list:shipments',
    'sound',
  ])
})

test("is the user's own: neither a colleague nor another tenant sees or touches it", async () => {
  const [one, colleague, stranger] = [
    await world().as('finance'),
    await world().as('manager'),
    await world().otherTenantUser(),
  ]
  await one.call(userSettings.save, { key: 'mine', value: 'finance' })
  for (const other of [colleague, stranger]) {
    await other.call(userSettings.save, { key: 'mine', value: 'other', userId: '1', user_id: '1' })
    await other.call(userSettings.delete, { key: 'mine' })
    expect(await other.call(userSettings.all, {})).toEqual({})
  }
  expect(await one.call(userSettings.all, {})).toEqual({ mine: 'finance' })
})

test('refuses keys and values that are no settings', async () => {
  const one = await world().as('sales')
  const refusal = async (body: unknown) =>
    (await one.put('/sys/userSetting/save', body)).error ?? 'taken'
  for (const key of ['', 'Upper', '__proto__', '1st', 'a b', `a${'x'.repeat(100)}`, 7, null, ['a']])
    expect(await refusal({ key, value: 1 }), String(key)).toBe('request.invalid')
  expect(await refusal({ key: 'none' })).toBe('request.invalid')
  expect(await refusal({ key: 'big', value: '字'.repeat(5_500) })).toBe('request.invalid')
  expect(await refusal({ key: 'zero', value: ['a\0b'] })).toBe('request.invalid')
  expect(await refusal({ key: 'half', value: { '\ud800': 1 } })).toBe('request.invalid')
  expect(await refusal({ key: 'spelt', value: 'a\\u0000b \\ud800' })).toBe('taken')
  expect(await refusal({ key: 'whole', value: '📦' })).toBe('taken')
  for (const depth of [60, 500, 7_000]) {
    const answer = await one.raw('PUT', '/sys/userSetting/save', {
      body: `{"key":"deep","value":${'['.repeat(depth)}${']'.repeat(depth)}}`,
    })
    expect([answer.success, answer.code]).toEqual([false, 400])
  }
  expect(await one.call(userSettings.all, {})).toMatchObject({
    spelt: 'a\\u0000b \\ud800',
    whole: '📦',
  })
})

test('ends at three hundred keys, where old ones may still change', async () => {
  const one = await world().as('customer')
  await world().db.pool.query(
    `insert into user_setting (user_id, key, value) select u.id, 'k' || n, '1'
      from sys_user u, generate_series(1, ${SETTINGS_MAX - 1}) n where u.username = $1`,
    [world().username('customer')],
  )
  expect(await one.put('/sys/userSetting/save', { key: 'last', value: 1 })).toMatchObject({
    success: true,
  })
  expect(await one.put('/sys/userSetting/save', { key: 'onemore', value: 1 })).toMatchObject({
    success: false,
    error: 'setting.tooMany',
    code: 422,
  })
  expect(await one.put('/sys/userSetting/save', { key: 'k7', value: 2 })).toMatchObject({
    success: true,
  })
})
