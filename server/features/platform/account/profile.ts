import { sql } from 'kysely'
import type { account } from '#contracts/platform/session/account.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failConflict, failUnauthorised } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { departsOf, tenantsOf } from '#server/features/platform/session/index.ts'
import { sortContacts } from './contact.ts'
import { ownInfo } from './own-info.ts'
import { ownDb } from './own-account.ts'

interface Row {
  id: string
  tenantId: string
  username: string
  realname: string
  nickname: string | null
  avatar: string | null
  sex: number | null
  birthday: string | null
  phone: string | null
  email: string | null
  telephone: string | null
  workNo: string | null
  createTime: string
  lastLoginTime: string | null
  version: number
}

const read = async (ctx: Ctx, lock = false): Promise<Row> =>
  (
    await sql<Row>`select id, tenant_id, username, realname, nickname, avatar, sex, birthday, phone, email,
        telephone, work_no, create_time, last_login_time, version
  from sys_user
  where id = ${ctx.principal.userId} and del_flag = 0 ${lock ? sql`for update` : sql``}`.execute(
      ownDb(ctx),
    )
  ).rows[0] ?? failUnauthorised('session.missing')

export async function profile(ctx: Ctx): Promise<Out<typeof account.profile>> {
  const { principal } = ctx
  const english = ctx.lang === 'en_US'
  const db = ownDb(ctx)
  const { tenantId, sex, ...row } = await read(ctx)
  const departs = await departsOf(db, principal.userId, principal.tenantId)
  const tenants = await tenantsOf(db, { id: principal.userId, tenantId })
  const roles = await sql<{
    name: string
  }>`select case when ${english} then coalesce(r.role_name_en, r.role_name)
      else r.role_name end as name from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.user_id = ${principal.userId} and ur.tenant_id = ${principal.tenantId} order by r.id`.execute(
    db,
  )
  const customer =
    principal.customerId === null
      ? undefined
      : (
          await sql<{
            name: string
          }>`select c.name
            from ${ctx.rows('customer').as('c')} where c.id = ${principal.customerId}`.execute(
            ctx.db,
          )
        ).rows[0]
  const word = (name: string, nameEn: string | null) => (english ? (nameEn ?? name) : name)
  return {
    ...row,
    sex: sex === null ? null : String(sex),
    customer: customer?.name ?? null,
    roles: roles.rows.map(({ name }) => name),
    departs: departs.map((one) => ({
      id: one.id,
      name: word(one.departName, one.departNameEn),
      orgCode: one.orgCode,
      current: one.orgCode === principal.orgCode,
    })),
    tenants: tenants.map((one) => ({
      id: one.id,
      name: word(one.name, one.nameEn),
      current: one.id === principal.tenantId,
    })),
  }
}

/**
 * E-mail and phone are ways to a new password: a new one takes effect when a code sent to it was
 * shown, an emptied one at once.
 */
export async function saveProfile(
  ctx: Ctx,
  { version, ...given }: In<typeof account.saveProfile>,
): Promise<Out<typeof account.saveProfile>> {
  return await inTx(ctx, async (tx) => {
    const before = await read(tx, true)
    if (before.version !== version) failConflict('row.stale', await profile(tx))
    const { keep, confirm } = await sortContacts(tx, before, {
      email: given.email ?? null,
      phone: given.phone ?? null,
    })
    const changes = {
      realname: given.realname as string,
      nickname: given.nickname === undefined ? before.nickname : given.nickname,
      sex: given.sex ?? null,
      birthday: given.birthday ?? null,
      telephone: given.telephone ?? null,
      ...keep,
    }
    await sql`update sys_user
      set realname = ${changes.realname}, nickname = ${changes.nickname},
        sex = ${changes.sex === null ? null : Number(changes.sex)}, birthday = ${changes.birthday},
        phone = ${changes.phone}, email = ${changes.email}, telephone = ${changes.telephone},
      version = version + 1, update_by = ${tx.principal.username}, update_time = now()
      where id = ${tx.principal.userId}`.execute(ownDb(tx))
    await tx.audit('sys_user', tx.principal.userId, 'edit', before, await read(tx))
    await broadcast(tx, {
      kind: 'authz',
      tenantId: before.tenantId,
      userIds: [tx.principal.userId],
    })
    return { userInfo: await ownInfo(tx), confirm }
  })
}
