import { beforeAll } from 'vitest'
import { useWorld, type Client } from '#test/harness.ts'

/** Who manages people, and nothing but what is listed. */
export const MANAGES = [
  'sys:user:list',
  'sys:user:add',
  'sys:user:edit',
  'sys:user:delete',
  'sys:user:freeze',
  'sys:user:password',
  'sys:user:import',
  'sys:role:list',
  'sys:role:add',
  'sys:role:edit',
  'sys:role:delete',
  'sys:roleuser:list',
  'sys:roleuser:edit',
]

let opened: ReturnType<typeof useWorld>
export const world = () => opened()

export let admin: Client

export function prepareManagedUsers(): void {
  opened = useWorld()
  beforeAll(async () => {
    admin = await world().as('tenantAdmin')
  })
}
