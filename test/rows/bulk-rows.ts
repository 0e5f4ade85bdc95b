import { cruds } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { returnRows } from './bulk-rows.returns.ts'
import { trackingRows } from './bulk-rows.tracking.ts'
import { carrierRows } from './bulk-rows.carriers.ts'
import { billRows } from './rows.bills.ts'
import { moneyRows } from './bulk-rows.money.ts'
import { numberRows } from './bulk-rows.numbers.ts'
import { orderRows } from './bulk-rows.orders.ts'
import { podRows } from './bulk-rows.pods.ts'
import { MISSING, NEVER, twice, type BulkRows, type RowsByHand } from './bulk-rows.shape.ts'
import { Client, PASSWORD, type World } from '../harness.ts'
import { makeOrder, parcel } from '../orders.ts'
import { platformAdmin } from '../platform.ts'
import { rowMaker } from './rows.ts'

/** Makes rows for any bulk call; run it against a database of the suite's own. */
export async function bulkRows(world: World): Promise<(endpoint: Endpoint) => Promise<BulkRows>> {
  const { pool } = world.db
  const { tenantId } = world
  const admin = await world.as('tenantAdmin')
  const customer = await world.as('customer')
  const platform = await platformAdmin(world, 'bulk')
  const make = rowMaker(world, admin)
  let count = 0

  const query = async (text: string, values: unknown[] = []): Promise<string> =>
    (await pool.query<{ id: string }>(text, values)).rows[0]?.id ?? NEVER
  const added = async (client: Client, path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body)
    if (!answer.success)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
    return String((answer.result as { id: unknown }).id)
  }
  const user = (columns: Record<string, unknown> = {}): Promise<string> => {
    const name = `bulk${++count}-${tenantId}`
    const row = { tenant_id: tenantId, username: name, realname: name, ...columns }
    return query(
      `insert into sys_user (password_hash, ${Object.keys(row).join(', ')}) values ('-', ${Object.keys(
        row,
      )
        .map((_, at) => `$${at + 1}`)
        .join(', ')}) returning id`,
      Object.values(row),
    )
  }
  const idOf = (role: Parameters<World['username']>[0]) =>
    query('select id from sys_user where username = $1', [world.username(role)])
  const sub = async () =>
    user({ customer_id: world.customerId, parent_user_id: await idOf('customer') })
  const order = async (confirm: boolean, change: Record<string, unknown> = {}) =>
    (await makeOrder(world, admin, { confirm, change })).id
  const message = async (state: string) =>
    query(
      `insert into sys_message (tenant_id, es_type, es_receiver, es_title, es_content, state,
        create_by) values ($1, '2', 'bulk@example.com', 'bulk', 'bulk', $2, 'bulk') returning id`,
      [tenantId, state],
    )
  const tenant = (delFlag: 0 | 1) =>
    query(
      'insert into tenant (code, name, name_en, del_flag) values ($1, $1, $1, $2) returning id',
      [`bulk-${tenantId}-${++count}`, delFlag],
    )
  const received = async (mustAck: boolean) =>
    query(
      `with a as (insert into sys_announcement (tenant_id, titile, msg_content, msg_type, user_ids,
      msg_category, priority, send_status, must_ack)
      values ($1, 'bulk', 'bulk', 'USER', $3::text || ',', '1', 'L', '1', $2) returning id)
      insert into sys_announcement_send (tenant_id, annt_id, user_id) select $1, a.id, $3::bigint from a returning id`,
      [tenantId, mustAck, await idOf('tenantAdmin')],
    )

  /** A row nothing can delete: another table points at it. */
  async function referenced(table: string, id: string): Promise<void> {
    const key = await pool.query<{ name: string }>(
      `select a.attname as name
        from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = $1::regclass and i.indisprimary order by 1 desc`,
      [table],
    )
    const names = key.rows.map(({ name }) => name)
    await pool.query(
      `create table if not exists bulk_probe_${table} (${names.map((name) => `${name} bigint`).join(', ')}, foreign key (${names.join(', ')}) references ${table} (${names.join(', ')}))`,
    )
    await pool.query(
      `insert into bulk_probe_${table} select ${names.join(', ')} from ${table} where id = $1`,
      [id],
    )
  }
  async function ofResource(of: Crud): Promise<Omit<BulkRows, 'client'>> {
    const one = async () => (await make.some(of))?.id ?? NEVER
    const bad = await one()
    await referenced(of.table, bad)
    return { ...(await twice(one)), bad, code: 'row.referenced' }
  }

  const binnedRoute = () =>
    query(
      `insert into gateway_route (name, uri, predicates, access, del_flag)
        values ($1, 'http://127.0.0.1:1', '[]', 'login', 1) returning id`,
      [`bulk-${tenantId}-${++count}`],
    )

  const byHand: RowsByHand = {
    ...(await orderRows(world, admin)),
    ...(await numberRows(world, admin)),
    ...moneyRows(world),
    ...billRows(world),
    ...carrierRows(world, admin),
    ...returnRows(world, admin),
    ...podRows(world, admin),
    ...trackingRows(world, admin),
    '/erp/shipment/confirm': async () => {
      const serviceId = await query(
        `select id from delivery_service where tenant_id = $1 and code = 'EXP-AIR'`,
        [tenantId],
      )
      // One number for the two parcels of the bad order; the good ones are of another service.
      await pool.query(
        `update number_segment set end_no = next_no, status = '1', low_water = 0
          where tenant_id = $1 and service_id = $2`,
        [tenantId, serviceId],
      )
      return {
        ...(await twice(() => order(false))),
        bad: await order(false, { serviceId, parcels: [parcel(), parcel()] }),
        code: 'number.exhausted',
      }
    },
    '/erp/shipment/withdraw': async () => ({
      ...(await twice(() => order(true))),
      bad: await order(false),
      code: 'shipment.not.withdraw',
    }),
    '/erp/shipment/cancel': async () => {
      const bad = await order(false)
      await admin.put('/erp/shipment/cancel', { ids: [bad] })
      return { ...(await twice(() => order(false))), bad, code: 'shipment.not.cancel' }
    },
    '/erp/user/sub/frozenBatch': async () => ({
      client: customer,
      ...(await twice(sub)),
      ...MISSING,
      more: { status: '2' },
    }),
    '/erp/user/sub/deleteBatch': async () => ({
      client: customer,
      ...(await twice(sub)),
      ...MISSING,
    }),
    '/sys/online/forceLogout': async () => {
      const session = async (username: string) => {
        await new Client(world.base, null).post('/sys/login', { username, password: PASSWORD })
        return query(
          `select s.id from sys_session s join sys_user u on u.id = s.user_id where u.username = $1
            order by s.created_at desc limit 1`,
          [username],
        )
      }
      return {
        ...(await twice(() => session(world.username('service')))),
        bad: await query('select id from sys_session where user_id = $1', [
          await idOf('tenantAdmin'),
        ]),
        code: 'online.own',
      }
    },
    '/sys/dict/deleteBatch': async () => ({
      ...(await twice(() =>
        added(admin, '/sys/dict/add', { dictCode: `bulk_${++count}`, dictName: 'bulk' }),
      )),
      bad: await query(`select id from sys_dict where tenant_id = 0 and dict_code = 'country'`),
      code: 'dict.builtIn',
    }),
    '/sys/dictItem/deleteBatch': async () => {
      const dictId = await added(admin, '/sys/dict/add', {
        dictCode: `bulk_${++count}`,
        dictName: 'bulk',
      })
      return {
        ...(await twice(() =>
          added(admin, '/sys/dictItem/add', { dictId, itemValue: `v${++count}`, itemText: 'bulk' }),
        )),
        ...MISSING,
      }
    },
    ...Object.fromEntries(
      ['putRecycleBin', 'deleteRecycleBin'].map((call) => [
        `/sys/gatewayRoute/${call}`,
        async () => ({ client: platform, ...(await twice(binnedRoute)), ...MISSING }),
      ]),
    ),
    '/sys/tenant/freeze': async () => ({
      client: platform,
      ...(await twice(() => tenant(0))),
      bad: tenantId,
      code: 'tenant.own',
      more: { status: '0' },
    }),
    '/sys/tenant/deleteBatch': async () => ({
      client: platform,
      ...(await twice(() => tenant(0))),
      bad: tenantId,
      code: 'tenant.own',
    }),
    '/sys/tenant/restore': async () => ({
      client: platform,
      ...(await twice(() => tenant(1))),
      ...MISSING,
    }),
    '/message/sysMessage/deleteBatch': async () => ({
      ...(await twice(() => message('sent'))),
      bad: await message('waiting'),
      code: 'message.notOpen',
    }),
    '/message/sysMessage/resend': async () => ({
      ...(await twice(() => message('cancelled'))),
      bad: await message('waiting'),
      code: 'message.notOpen',
    }),
    '/message/sysMessage/cancel': async () => ({
      ...(await twice(() => message('failed'))),
      bad: await message('sent'),
      code: 'message.notOpen',
    }),
    '/sys/sysDepartRole/deleteBatch': async () => {
      const departId = await query('select id from sys_depart where tenant_id = $1 limit 1', [
        tenantId,
      ])
      return {
        ...(await twice(() =>
          added(admin, '/sys/sysDepartRole/add', {
            departId,
            roleName: 'bulk',
            roleCode: `bulk${++count}`,
          }),
        )),
        ...MISSING,
      }
    },
    '/sys/annountCement/deleteBatch': async () => {
      const notice = cruds.find((of) => of.name === 'notices')!
      const one = async () => (await make.add(notice)).id
      const bad = await one()
      await pool.query(`update sys_announcement set send_status = '1' where id = $1`, [bad])
      return { ...(await twice(one)), bad, code: 'notice.not.delete' }
    },
    '/sys/sysAnnouncementSend/deleteBatch': async () => ({
      ...(await twice(() => received(false))),
      bad: await received(true),
      code: 'notice.notAcknowledged',
    }),
    '/sys/category/deleteBatch': async () => {
      const category = (pid: string | null = null) =>
        added(admin, '/sys/category/add', { name: `bulk ${++count}`, pid })
      const bad = await category()
      await category(bad)
      return { ...(await twice(category)), bad, code: 'category.hasChildren' }
    },
    '/sys/user/frozenBatch': async () => ({
      ...(await twice(user)),
      bad: await idOf('tenantAdmin'),
      code: 'user.self',
      more: { status: '2' },
    }),
    '/sys/user/deleteBatch': async () => ({
      ...(await twice(user)),
      bad: await idOf('tenantAdmin'),
      code: 'user.self',
    }),
    '/sys/user/putRecycleBin': async () => {
      const phone = `+49 30 ${1_000_000 + ++count}`
      await user({ phone })
      return {
        ...(await twice(() => user({ del_flag: 1 }))),
        bad: await user({ del_flag: 1, phone }),
        code: 'user.phoneTaken',
      }
    },
    '/sys/user/deleteRecycleBin': async () => {
      const bad = await user({ del_flag: 1 })
      await referenced('sys_user', bad)
      return { ...(await twice(() => user({ del_flag: 1 }))), bad, code: 'user.referenced' }
    },
    '/sys/user/deleteUserInDepartBatch': async () => {
      const depId = await query('select id from sys_depart where tenant_id = $1 limit 1', [
        tenantId,
      ])
      const member = async () => {
        const id = await user()
        await pool.query(
          'insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3)',
          [tenantId, id, depId],
        )
        return id
      }
      return {
        ...(await twice(member)),
        bad: await user(),
        code: 'user.notInDepart',
        more: { depId },
      }
    },
    '/sys/user/addToDepots': async () => ({
      ...(await twice(user)),
      bad: await sub(),
      code: 'user.depotsForStaff',
      more: { depotIds: [await world.depotId('FRA1')] },
    }),
    '/sys/user/deleteUserInDepot': async () => {
      const depotId = await world.depotId('FRA1')
      const worker = async () => {
        const id = await user()
        await pool.query(
          'insert into sys_user_depot (tenant_id, user_id, depot_id) values ($1, $2, $3)',
          [tenantId, id, depotId],
        )
        return id
      }
      return {
        ...(await twice(worker)),
        bad: await user(),
        code: 'user.notInDepot',
        more: { depotId },
      }
    },
    '/sys/user/addSysUserRole': async () => ({
      ...(await twice(user)),
      bad: await sub(),
      code: 'user.subRoles',
      more: { roleId: await roleId('service') },
    }),
    '/sys/user/deleteUserRoleBatch': async () => {
      const role = await roleId('service')
      const holder = async () => {
        const id = await user()
        await pool.query(
          'insert into sys_user_role (tenant_id, user_id, role_id) values ($1, $2, $3)',
          [tenantId, id, role],
        )
        return id
      }
      return { ...(await twice(holder)), ...MISSING, more: { roleId: role } }
    },
    '/sys/quartzJob/deleteBatch': async () => ({
      client: platform,
      ...(await twice(() =>
        query(
          `insert into sys_quartz_job (job_class_name, cron_expression, time_zone, status)
            values ($1, '0 5 * * *', 'UTC', '-1') returning id`,
          [`bulk.${++count}`],
        ),
      )),
      ...MISSING,
    }),
  }
  const roleId = (code: string) =>
    query('select id from sys_role where tenant_id = $1 and role_code = $2', [tenantId, code])

  return async (endpoint) => {
    const known = byHand[endpoint.path]
    const of = cruds.find((one) => endpoint.path === `${one.path}/deleteBatch`)
    if (!known && !of)
      throw new Error(
        `test/rows/bulk-rows.ts must say which rows ${endpoint.path} does and refuses`,
      )
    const rows = { client: admin, ...(await (known ? known() : ofResource(of!))) }
    for (const id of [rows.good, rows.second, rows.bad]) idText.parse(id)
    return rows
  }
}
