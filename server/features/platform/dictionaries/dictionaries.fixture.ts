import { beforeAll } from 'vitest'
import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { useWorld, type Client } from '#test/harness.ts'

let opened: ReturnType<typeof useWorld>
export const world = () => opened()

export let admin: Client

export let stranger: Client

export const builtIn = async (client: Client, code: string) =>
  (await client.call(dicts.list, { dictCode: code } as never)).records.find(
    (row) => row.dictCode === code,
  )!

export const items = async (client: Client, dictId: string, more: object = {}) =>
  (await client.call(dictItems.list, { dictId, pageSize: '200', ...more } as never)).records

export const words = async (client: Client, code: string) =>
  (await client.call(dictionaries.queryAllDictItems, {}))[code]

export function prepareDictionaries(): void {
  opened = useWorld()
  beforeAll(async () => {
    admin = await world().as('tenantAdmin')
    stranger = await world().otherTenantUser()
  })
}
