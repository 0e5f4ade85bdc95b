import { beforeAll } from 'vitest'
import { useWorld, type Client } from '#test/harness.ts'
import { box, noticeAdmin } from './notices.fixture.ts'

let opened: ReturnType<typeof useWorld>
export const world = () => opened()

export let writer: Client

export let manager: Client

export let service: Client

export let customer: Client

export let at: ReturnType<typeof noticeAdmin>

export const userIds = async (...roles: Parameters<ReturnType<typeof world>['username']>[0][]) =>
  `${(await Promise.all(roles.map((role) => at.idOf(world().username(role))))).join(',')},`

export const has = async (client: Client, id: string) =>
  (await box(client)).records.some(({ anntId }) => anntId === id)

export function prepareNoticePeople(): void {
  opened = useWorld()
  beforeAll(async () => {
    writer = await world().as('tenantAdmin')
    manager = await world().as('manager')
    service = await world().as('service')
    customer = await world().as('customer')
    at = noticeAdmin(world(), writer)
  })
}
