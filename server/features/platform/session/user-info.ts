import { sql } from 'kysely'
import type { UserInfo } from '#contracts/platform/session/session.user.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import type { Executor } from '#server/kit/access/executor.ts'
import { together } from '#server/kit/db/tx.ts'
import { failUnauthorised } from '#server/kit/http/errors.ts'
import type { Account } from './accounts.ts'
import { inPacks } from './effective-permissions.ts'
import { seesMasks } from './sees-masks.ts'
import { tenantsOf } from './memberships.ts'
import { printSetOf } from './print-set.ts'

type Person = Pick<
  UserInfo,
  | 'birthday'
  | 'sex'
  | 'workNo'
  | 'telephone'
  | 'post'
  | 'orgCodeTxt'
  | 'userIdentity'
  | 'departIds'
  | 'delFlag'
  | 'createBy'
  | 'createTime'
  | 'updateBy'
  | 'updateTime'
  | 'companyZone'
  | 'homePath'
  | 'maskPersonal'
>

/**
 * The user as every sign-in and every change of department returns it, with the fields of the
 * family's user; departments, positions and how it prints are those of the tenant it works in.
 */
export async function userInfoOf(
  db: Executor,
  account: Account,
  {
    tenantId,
    orgCode,
    lang,
    tenants: known,
  }: {
    tenantId: string
    orgCode: string | null
    lang: Lang
    /** Where they were just read. */
    tenants?: readonly { id: string }[]
  },
): Promise<UserInfo> {
  const [tenants, person, printSet] = await together(
    known ?? tenantsOf(db, account),
    personOf(db, account.id, tenantId, lang),
    printSetOf(db, account.id, tenantId),
  )
  return {
    ...person,
    id: account.id,
    username: account.username,
    realname: account.realname,
    nickname: account.nickname ?? account.realname,
    avatar: account.avatar,
    email: account.email,
    phone: account.phone,
    orgCode,
    status: String(account.status),
    activitiSync: null,
    thirdType: null,
    customerId: account.customerId,
    relTenantIds: tenants.map(({ id }) => id).join(','),
    printSet,
  }
}

async function personOf(
  db: Executor,
  userId: string,
  tenantId: string,
  lang: Lang,
): Promise<Person> {
  const name =
    lang === 'en_US' ? sql`coalesce(d.depart_name_en, d.depart_name)` : sql`d.depart_name`
  const found =
    await sql<Person>`select to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.sex::text as sex,
        u.work_no, u.telephone,
      u.user_identity::text as user_identity, u.del_flag::text as del_flag, u.create_by,
      u.create_time, u.update_by, u.update_time,
      (select t.time_zone from tenant t where t.id = ${tenantId}) as company_zone,
      ${seesMasks(sql`u.id`, sql`${tenantId}::bigint`)} as mask_personal,
      (select r.home_path from sys_user_role ur
          join sys_role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          join sys_permission p on p.path = r.home_path and p.status = '1'
        where ur.tenant_id = ${tenantId} and ur.user_id = u.id
          and (p.for_everyone or ${inPacks} and exists (select 1 from sys_role_permission rp
            where rp.tenant_id = r.tenant_id and rp.role_id = r.id and rp.permission_id = p.id))
        order by r.id limit 1) as home_path,
      array_to_string(array(select d.id from sys_depart d
          where d.tenant_id = ${tenantId} and d.id = any(u.depart_ids) order by d.org_code),
          ',') as depart_ids,
      array_to_string(array(select ${name} from sys_user_depart ud
          join sys_depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = ${tenantId} and ud.user_id = u.id order by d.org_code),
        ',') as org_code_txt,
      array_to_string(array(select p.code
          from sys_user_position up
          join sys_position p on p.tenant_id = up.tenant_id and p.id = up.position_id
        where up.tenant_id = ${tenantId} and up.user_id = u.id order by p.code), ',') as post
    from sys_user u where u.id = ${userId}`.execute(db)
  return found.rows[0] ?? failUnauthorised('session.missing')
}
