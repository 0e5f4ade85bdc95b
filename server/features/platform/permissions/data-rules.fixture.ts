import { beforeAll } from 'vitest'
import { permissions } from '#contracts/platform/access/permissions.ts'
import type { PermissionRule } from '#contracts/platform/access/permissions.nodes.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { signInAgain, entryId } from './users.fixture.ts'

let opened: ReturnType<typeof useWorld>
export const world = () => opened()

export let admin: Client

export const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world().db.pool.query<R>(text, values)).rows

export const draft = (more: object = {}) => ({
  ruleName: 'R',
  ruleColumn: 'city',
  ruleConditions: '=',
  ruleValue: 'Berlin',
  status: '1',
  ...more,
})

export async function rule(entry: string, more: object = {}): Promise<PermissionRule> {
  return admin.call(permissions.addPermissionRule, {
    permissionId: await entryId(world(), entry),
    ...draft(more),
  } as never)
}

export function prepareDataRules(): void {
  opened = useWorld()
  beforeAll(async () => {
    admin = await signInAgain(world(), 'tenantAdmin')
  })
}
