import { describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { CHECKED_FIELDS, CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { checkRules as seeded } from '#seeds/reference/check-rules.ts'
import { checkRuleList } from '#contracts/platform/rules/check-rules.ts'
import { rowMaker } from '#test/rows/rows.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const bound = Object.entries(CHECKED_FIELDS).flatMap(([name, fields]) =>
  Object.entries(fields).map(([field, ruleCode]) => ({
    of: cruds.find((one) => one.name === name)!,
    field,
    ruleCode,
  })),
)
const RULE = JSON.stringify([
  { digits: '1', pattern: '[A-Z]', message: 'first a capital letter' },
  { digits: '*', pattern: '[^!]*', message: 'no exclamation mark' },
])
async function setRule(client: Client, ruleCode: string): Promise<void> {
  await world().db.pool.query(
    'delete from sys_check_rule where tenant_id = $1 and rule_code = $2',
    [world().tenantId, ruleCode],
  )
  const added = await client.post(checkRuleList.endpoints.add.path, {
    ruleName: ruleCode,
    ruleCode,
    ruleJson: RULE,
  })
  expect(added).toMatchObject({ success: true })
}

test('a field that asks a rule is a text of an entity that is written by the kit', () => {
  for (const { of, field } of bound) {
    expect(of?.fields[field]?.type, field).toBe('text')
    expect(of.verbs).toContain('add')
  }
  const codes = [
    ...bound.map(({ ruleCode }) => ruleCode),
    ...Object.values(CHECKED_FORMS).flatMap((fields) => Object.values(fields)),
  ]
  expect(seeded.filter(({ code }) => !codes.includes(code))).toEqual([])
})

describe.each(bound)('$of.name.$field', ({ of, field, ruleCode }) => {
  test('is checked on save by the rule of its code, and stays as it was stored before', async () => {
    const admin = await world().as('tenantAdmin')
    const { add, edit } = of.endpoints
    const rows = rowMaker(world(), admin)
    const draft = await rows.draft(of)
    const old = (await admin.post(add.path, { ...draft, [field]: `${ruleCode}1`.slice(0, 12) }))
      .result as Record<string, unknown>
    await setRule(admin, ruleCode)
    const next = await rows.draft(of)
    const refusal = (message: string) => ({
      success: false,
      result: { issues: [{ path: field, code: 'checkRule.failed', message }] },
    })
    expect(await admin.post(add.path, { ...next, [field]: 'a1' })).toMatchObject(
      refusal('first a capital letter'),
    )
    expect(await admin.post(add.path, { ...next, [field]: 'A1!' })).toMatchObject(
      refusal('no exclamation mark'),
    )
    expect(await admin.post(add.path, { ...next, [field]: 'A1' })).toMatchObject({ success: true })
    // A rule does not apply to what is there already, only of what it is changed to.
    const { id, version } = old
    const same = await admin.put(edit.path, { ...draft, [field]: old[field], id, version })
    expect(same).toMatchObject({ success: true })
    const later = (same.result as { version: number }).version
    expect(
      await admin.put(edit.path, { ...draft, [field]: 'b', id, version: later }),
    ).toMatchObject(refusal('first a capital letter'))
  })
})

test('a tenant starts with rules for its codes, of its own', async () => {
  const admin = await world().as('tenantAdmin')
  const stranger = await world().otherTenantUser()
  const ask = (client: Client, ruleCode: string, value: string) =>
    client.get('/sys/checkRule/checkByCode', { ruleCode, value })
  const found = await world().db.pool.query<{ code: string }>(
    'select rule_code as code from sys_check_rule where tenant_id = $1',
    [world().tenantId],
  )
  expect(found.rows.map(({ code }) => code)).toEqual(
    expect.arrayContaining(seeded.map(({ code }) => code)),
  )
  expect(await ask(stranger, 'supplier_code', 'a b')).toMatchObject({ success: false })
  // This tenant's own rule, written by the test above, is not the other's.
  expect(await ask(admin, 'supplier_code', 'ab')).toMatchObject({ success: false })
  expect(await ask(stranger, 'supplier_code', 'ab')).toMatchObject({ success: true })
})
