import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import type { subAccounts, SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { customers } from '#contracts/parties/customers.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { inPacks } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { failDenied, failMissing } from '#server/kit/http/errors.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { columnsOn, conditions } from '#server/kit/resource/list-query.ts'
import { countRows, ordering, pageResult, paging } from '#server/kit/resource/list-page.ts'
import { openDepots, openServices } from './sub-account-choices.ts'
import { spentBy } from './sub-limits.ts'
import { choicesOf } from './sub-rights.ts'

type Calls = typeof subAccounts
const column = columnsOn('t', userList.fields)

/**
 * A main account's own sub-accounts; for staff those of every customer within reach. Sub-accounts
 * have none.
 */
export function ownSubs(ctx: Ctx, alias: 't' | 'u'): RawBuilder<SqlBool> {
  const at = (name: string) => sql.ref(`${alias}.${name}`)
  if (ctx.principal.customerId === null)
    return sql<SqlBool>`${at('parent_user_id')} is not null
      and ${at('customer_id')} in (select c.id from ${ctx.rows('customer').as('c')})`
  if (ctx.principal.dataScope !== 'customer') failDenied()
  return sql<SqlBool>`${at('parent_user_id')} = ${ctx.principal.userId}
    and ${at('customer_id')} = ${ctx.principal.customerId}`
}

type Raw = Omit<
  SubAccountRow,
  | 'status_dictText'
  | 'customerId_dictText'
  | 'parentUserId_dictText'
  | 'spendCap'
  | 'spendUsed'
  | 'allowedServices'
  | 'allowedDepots'
> & {
  services: string[] | null
  depots: string[] | null
  cap: string | null
  spent: string | null
  customer: string
  main: string
}

async function read(ctx: Ctx, from: RawBuilder<unknown>): Promise<SubAccountRow[]> {
  const found =
    await sql<Raw>`select t.id, t.version, t.username, t.realname, t.nickname, s.depart, t.phone, t.email, t.telephone,
        t.sex::text as sex, t.birthday, t.work_no, t.avatar, t.status::text as status,
        t.last_login_time, t.create_time,
      t.customer_id, t.parent_user_id, c.name as customer, m.realname as main,
      s.allowed_services::text[] as services, s.allowed_depots::text[] as depots,
      s.spend_cap as cap, s.spend_currency, coalesce(s.spend_period, 'all') as spend_period,
      case when s.spend_cap is not null
      then ${spentBy(ctx, { username: sql`t.username`, currency: sql`s.spend_currency`, period: sql`s.spend_period` })}
        end as spent,
      array(select distinct p.perms
        from ${ctx.rows('sysUserRole').as('ur')} join sys_role_permission g
          on g.tenant_id = ur.tenant_id and g.role_id = ur.role_id
          join sys_permission p on p.id = g.permission_id
        where ur.user_id = t.id and p.perms is not null and p.status = '1' and ${inPacks}
          and exists (select 1
            from sys_user_role mr
            join sys_role_permission mg on mg.tenant_id = mr.tenant_id and mg.role_id = mr.role_id
          where mr.tenant_id = ur.tenant_id and mr.user_id = t.parent_user_id
            and mg.permission_id = p.id) order by 1) as perms
    from ${from} join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    join sys_user m on m.tenant_id = t.tenant_id and m.id = t.parent_user_id
    left join sub_account s on s.tenant_id = t.tenant_id and s.user_id = t.id`.execute(ctx.db)
  const words = await dictTexts(ctx)
  return found.rows.map(({ services, depots, cap, spent, customer, main, ...row }) => ({
    ...row,
    status_dictText: words('user_status', row.status),
    customerId_dictText: customer,
    parentUserId_dictText: main,
    allowedServices: (services ?? []).join(','),
    allowedDepots: (depots ?? []).join(','),
    spendCap: amountOf(cap, row.spendCurrency),
    spendUsed: ctx.can(SEE_PRICES) ? amountOf(spent, row.spendCurrency) : null,
  }))
}

export async function listSubs(ctx: Ctx, query: ListQuery): Promise<Out<Calls['list']>> {
  const where = [
    ownSubs(ctx, 't'),
    sql<SqlBool>`t.del_flag = 0`,
    ...conditions(userList.fields, query, column),
  ]
  const from = sql`from ${ctx.rows('sysUser').as('t')} where ${sql.join(where, sql` and `)}`
  const { offset, limit } = paging(query)
  const order = ordering(userList.fields, query, column)
  const ids = await sql<{
    id: string
  }>`select t.id ${from} order by ${order} limit ${limit} offset ${offset}`.execute(ctx.db)
  const rows = new Map(
    (
      await byIds(
        ctx,
        ids.rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  return pageResult(
    ids.rows.flatMap(({ id }) => rows.get(id) ?? []),
    await countRows(ctx, from),
    query,
  )
}

const byIds = (ctx: Ctx, ids: readonly string[]): Promise<SubAccountRow[]> =>
  read(
    ctx,
    sql`(select *
        from ${ctx.rows('sysUser').as('u')} where ${ownSubs(ctx, 'u')} and u.del_flag = 0
          and u.id = any(${ids}::bigint[])) as t`,
  )

export async function readSub(ctx: Ctx, { id }: In<Calls['queryById']>): Promise<SubAccountRow> {
  return (await byIds(ctx, [id]))[0] ?? failMissing()
}

/** The account a sub-account is to belong to: the caller's own, or for staff the one they name. */
export async function mainAccount(
  ctx: Ctx,
  requested: string | undefined,
): Promise<{ id: string; customerId: string }> {
  if (ctx.principal.customerId !== null && ctx.principal.dataScope !== 'customer') failDenied()
  const id = ctx.principal.customerId !== null ? ctx.principal.userId : (requested ?? '0')
  const found = await sql<{
    id: string
    customerId: string
  }>`select u.id, u.customer_id from ${ctx.rows('sysUser').as('u')}
    where u.id = ${id} and u.parent_user_id is null and u.del_flag = 0
      and u.customer_id in (select c.id from ${ctx.rows('customer').as('c')})`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

export async function subChoices(
  ctx: Ctx,
  { parentUserId }: In<Calls['choices']>,
): Promise<Out<Calls['choices']>> {
  const main = await mainAccount(ctx, parentUserId)
  return {
    perms: await choicesOf(ctx, main.id),
    services: await openServices(ctx, main.customerId),
    depots: await openDepots(ctx),
  }
}

/** Main accounts staff may add to, by name. */
export async function mainAccounts(
  ctx: Ctx,
  { keyword }: In<Calls['parents']>,
): Promise<Out<Calls['parents']>> {
  if (ctx.principal.customerId !== null) failDenied()
  const people = await calledSo(
    ctx,
    userList,
    keyword ?? '',
    { names: ['realname', 'username'] },
    'u',
  )
  const companies = await calledSo(ctx, customers, keyword ?? '', { names: ['name'] }, 'c')
  return (
    await sql<{
      value: string
      text: string
    }>`select u.id as value, c.name || ' · ' || u.realname || ' (' || u.username || ')' as text
      from ${ctx.rows('customer').as('c')}
    join sys_user u on u.tenant_id = c.tenant_id and u.customer_id = c.id
    where u.parent_user_id is null and u.del_flag = 0 and (${people} or ${companies}) order by c.name, u.realname
    limit 50`.execute(ctx.db)
  ).rows
}

const amountOf = (minor: string | null, currency: string | null): string | null =>
  minor === null || currency === null ? null : formatMoney({ minor: BigInt(minor), currency })
