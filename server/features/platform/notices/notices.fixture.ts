import type { Answer, Client, World } from '#test/harness.ts'

export interface Shown {
  id: string
  anntId: string
  titile: string
  msgContent: string | null
  priority: string
  readFlag: string
  mustAck: boolean
  pinned: boolean
  ackTime: string | null
  userIds: string | null
}
export interface Box {
  anntMsgList: Shown[]
  anntMsgTotal: number
  sysMsgList: Shown[]
  sysMsgTotal: number
}

export const AREA = '/sys/annountCement'
export const BOX = '/sys/sysAnnouncementSend'
let count = 0

/** Words and ids of one announcement on its way. */
export function noticeAdmin(world: World, writer: Client) {
  const idOf = async (username: string) =>
    (
      await world.db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
        username,
      ])
    ).rows[0]!.id
  return {
    idOf,
    draft: async (
      more: Record<string, unknown> = {},
    ): Promise<{ id: string; version: number } & Record<string, unknown>> => {
      const answer = await writer.post(`${AREA}/add`, {
        titile: `Notice ${++count}`,
        msgContent: '<p>Text</p>',
        priority: 'M',
        msgCategory: '1',
        msgType: 'ALL',
        ...more,
      })
      if (!answer.success)
        throw new Error(`${answer.error} ${answer.message} ${JSON.stringify(answer.result)}`)
      return answer.result as { id: string; version: number } & Record<string, unknown>
    },
    release: (id: string) => writer.get(`${AREA}/doReleaseData`, { id }),
    revoke: (id: string) => writer.get(`${AREA}/doReovkeData`, { id }),
    async out(more: Record<string, unknown> = {}) {
      const row = await this.draft(more)
      const answer = await this.release(row.id)
      if (!answer.success) throw new Error(answer.message)
      return row
    },
  }
}

export const bell = async (client: Client): Promise<Box> =>
  result<Box>(await client.get(`${AREA}/listByUser`))
export const box = async (
  client: Client,
  query: Record<string, unknown> = {},
): Promise<{ records: Shown[]; total: number }> =>
  result(await client.get(`${BOX}/getMyAnnouncementSend`, { pageSize: 200, ...query }))

export function result<T>(answer: Answer): T {
  if (!answer.success) throw new Error(`${answer.status} ${answer.error} ${answer.message}`)
  return answer.result as T
}
