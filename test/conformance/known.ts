import { randomBytes } from 'node:crypto'
import { KIND_CODES } from '#contracts/orders/kinds/kinds.ts'
import { kindDraft } from '../orders.ts'
import { PASSWORD, type Answer, type Client, type World } from '../harness.ts'

type Entity = Record<string, unknown> & { id: string; username: string }
/** What the walk needs to know of the world to make its calls: made by calls of the same family. */
export interface Known {
  mark: string
  password: string
  token: string
  self: Entity
  user: Entity
  role: Entity
  roleId: string
  departId: string
  departName: string
  emptyDepartId: string
  ownOrgCode: string
  departRoleId: string
  permission: Entity
  menuId: string
  folderId: string
  announcementId: string
  draftId: string
  dict: Entity
  dictItem: Entity
  checkRuleCode: string
  reportCode: string
  reportId: string
  phone: string
  phoneCode: string
  /** By kind a new order. */
  orders: Readonly<Record<string, Record<string, unknown>>>
  fileId: string
  /** Kind and name of a file below the static path. */
  staticPath: readonly string[]
}

/**
 * Signs in a user of the suite's own: each walker spends its own session, password and notices.
 */
export interface Walker {
  client: Client
  username: string
}

function taken(answer: Answer, what: string): unknown {
  if (!answer.success)
    throw new Error(
      `${what}: ${answer.status} ${answer.code} ${answer.message} ${JSON.stringify(answer.result)}`,
    )
  return answer.result
}
interface Node {
  id: string
  children?: Node[] | null
  menuType?: number
}

/** Furnishes the tenant as its administrator would, and the installation as the platform's. */
export async function furnish(world: World, admin: Walker, platform: Walker): Promise<Known> {
  const mark = randomBytes(4).toString('hex')
  const { client } = admin
  const got = async (path: string, query?: Record<string, unknown>, by = client) =>
    taken(await by.get(path, query), path)
  const sent = async (path: string, body: Record<string, unknown>, by = client) =>
    taken(await by.post(path, body), path)
  const first = async (path: string, query: Record<string, unknown>) =>
    ((await got(path, query)) as { records: Entity[] }).records[0]!

  const self = await first('/sys/user/list', { username: admin.username })
  const root = (await sent('/sys/sysDepart/add', {
    departName: `走查部${mark}`,
    orgCategory: '1',
  })) as Entity & { orgCode: string }
  const empty = (await sent('/sys/sysDepart/add', {
    departName: `空部门${mark}`,
    orgCategory: '2',
    parentId: root.id,
  })) as Entity
  await sent('/sys/user/editSysDepartWithUser', { depId: root.id, userIdList: [self.id] })
  await sent('/sys/sysDepartRole/add', {
    departId: root.id,
    roleName: '部门角色',
    roleCode: `dr${mark}`,
  })
  const departRole = await first('/sys/sysDepartRole/list', { deptId: root.id })
  await sent('/sys/role/add', { roleName: `走查${mark}`, roleCode: `known${mark}` })
  const role = await first('/sys/role/list', { roleCode: `known${mark}` })
  await sent('/sys/user/add', {
    username: `known${mark}`,
    realname: '走查对象',
    workNo: `W${mark}`,
    password: PASSWORD,
    selectedroles: role.id,
    selecteddeparts: root.id,
  })
  const user = await first('/sys/user/list', { username: `known${mark}` })
  const tree = (await got('/sys/permission/list')) as Node[]
  const folder = tree.find((node) => node.children?.some((child) => child.menuType === 1))!
  await sent(
    '/sys/permission/add',
    { menuType: 0, name: `走查${mark}`, url: `/known/${mark}`, component: 'layouts/RouteView' },
    platform.client,
  )
  const permission = (
    (await got('/sys/permission/list', {}, platform.client)) as (Node & Entity & { url: string })[]
  ).find(({ url }) => url === `/known/${mark}`)!
  const notice = async () => {
    await sent('/sys/annountCement/add', {
      titile: `公告${mark}`,
      msgContent: '<p>正文</p>',
      priority: 'M',
      msgCategory: '1',
      msgType: 'ALL',
      msgAbstract: '摘要',
    })
    return (
      await first('/sys/annountCement/list', {
        titile: `公告${mark}`,
        column: 'createTime',
        order: 'desc',
      })
    ).id
  }
  const announcementId = await notice()
  taken(await client.get('/sys/annountCement/doReleaseData', { id: announcementId }), 'release')
  const draftId = await notice()
  await sent('/sys/dict/add', { dictName: '走查', dictCode: `known_${mark}` })
  const dict = await first('/sys/dict/list', { dictCode: `known_${mark}` })
  await sent('/sys/dictItem/add', {
    dictId: dict.id,
    itemText: '一',
    itemValue: '1',
    sortOrder: 1,
    status: 1,
  })
  const dictItem = await first('/sys/dictItem/list', { dictId: dict.id })
  await sent('/sys/checkRule/add', {
    ruleName: '年份',
    ruleCode: `year${mark}`,
    ruleJson: JSON.stringify([{ digits: '*', pattern: '^\\d{4}$', message: '四位年份' }]),
  })
  const report = (await got('/online/cgreport/api/getRpColumns/users')) as { cgRpConfigId: string }
  const phone = `138${String(Number.parseInt(mark, 16) % 100_000_000).padStart(8, '0')}`
  const stored = async (path: string) => {
    const answer = await client.upload(path, 'note.txt', `text ${mark}`)
    taken(answer, path)
    return answer
  }
  return {
    mark,
    password: PASSWORD,
    token: client.token!,
    self,
    user,
    role,
    roleId: role.id,
    departId: root.id,
    departName: `走查部${mark}`,
    emptyDepartId: empty.id,
    ownOrgCode: root.orgCode,
    departRoleId: departRole.id,
    permission,
    menuId: folder.children![0]!.id,
    folderId: folder.id,
    announcementId,
    draftId,
    dict,
    dictItem,
    checkRuleCode: `year${mark}`,
    reportCode: 'users',
    reportId: report.cgRpConfigId,
    phone,
    orders: Object.fromEntries(
      await Promise.all(
        KIND_CODES.map(async (code) => [code, await kindDraft(world, code)] as const),
      ),
    ),
    fileId: await stored('/oss/file/upload').then(({ result }) => (result as Entity).id),
    staticPath: (await stored('/sys/common/upload')).message.split('/'),
    phoneCode: await phoneCode(world, self.id, phone, platform.client),
  }
}

/**
 * The code a phone was sent, from the outbox: where nothing sends it, a user with the permission
 * may read it there.
 */
async function phoneCode(
  world: World,
  userId: string,
  phone: string,
  reader: Client,
): Promise<string> {
  await world.db.pool.query('update sys_user set phone = $2 where id = $1', [userId, phone])
  taken(await world.anonymous.post('/sys/sms', { mobile: phone, smsmode: '0' }), 'code')
  const found = await world.db.pool.query<{ id: string }>(
    'select id from sys_message where es_receiver = $1 order by id desc limit 1',
    [phone],
  )
  const words = taken(
    await reader.post('/message/sysMessage/reveal', { id: found.rows[0]?.id ?? '0' }),
    'reveal',
  ) as { esContent: string }
  return /\d{6}/.exec(words.esContent)?.[0] ?? ''
}
