import { sql } from 'kysely'
import type { account } from '#contracts/platform/account.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { tellAll } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failConflict, failUnauthorised } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { departsOf, tenantsOf } from '#server/features/platform/session/index.ts'
import { sortContacts } from './contact.ts'
import { ownInfo } from './own-info.ts'
import { ownDb } from './self.ts'

interface Row {
  id: string
  tenantId: string
  username: string
  realname: string
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
    await sql<Row>`select id, tenant_id, username, realname, avatar, sex, birthday, phone, email, telephone, work_no, create_time, last_login_time, version
  from sys_user where id = ${ctx.who.userId} and del_flag = 0 ${lock ? sql`for update` : sql``}`.execute(
      ownDb(ctx),
    )
  ).rows[0] ?? failUnauthorised('session.missing')

export async function profile(ctx: Ctx): Promise<Out<typeof account.profile>> {
  const { who } = ctx
  const english = ctx.lang === 'en_US'
  const db = ownDb(ctx)
  const { tenantId, sex, ...row } = await read(ctx)
  const departs = await departsOf(db, who.userId, who.tenantId)
  const tenants = await tenantsOf(db, { id: who.userId, tenantId })
  const roles = await sql<{
    name: string
  }>`select case when ${english} then coalesce(r.role_name_en, r.role_name) else r.role_name end as name from sys_user_role ur
    join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.user_id = ${who.userId} and ur.tenant_id = ${who.tenantId} order by r.id`.execute(
    db,
  )
  const customer =
    who.customerId === null
      ? undefined
      : (
          await sql<{
            name: string
          }>`select c.name from ${ctx.rows('customer').as('c')} where c.id = ${who.customerId}`.execute(
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
      current: one.orgCode === who.orgCode,
    })),
    tenants: tenants.map((one) => ({
      id: one.id,
      name: word(one.name, one.nameEn),
      current: one.id === who.tenantId,
    })),
  }
}

/** E-mail and phone are ways to a new password: a new one takes effect when a code sent to it was shown, an emptied one at once. */
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
    const said = {
      realname: given.realname as string,
      sex: given.sex ?? null,
      birthday: given.birthday ?? null,
      telephone: given.telephone ?? null,
      ...keep,
    }
    await sql`update sys_user set realname = ${said.realname}, sex = ${said.sex === null ? null : Number(said.sex)}, birthday = ${said.birthday}, phone = ${said.phone}, email = ${said.email}, telephone = ${said.telephone},
      version = version + 1, update_by = ${tx.who.username}, update_time = now() where id = ${tx.who.userId}`.execute(
      ownDb(tx),
    )
    await tx.audit('sys_user', tx.who.userId, 'edit', before, await read(tx))
    await tellAll(tx, { kind: 'authz', tenantId: before.tenantId, userIds: [tx.who.userId] })
    return { userInfo: await ownInfo(tx), confirm }
  })
}
