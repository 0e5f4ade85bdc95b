import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { fire, getBytes } from '../load.ts'
import { dice } from '../numbers.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const SIZE = 20
const PAGES = 20
/** The four states most orders are in, most first. */
const STATUSES = 4

/** As many times slower a list of all kinds may be than that of one. */
const MIXED_BAR = 1 / 1.2

/** The product against itself: orders of all kinds, and those of one, newest first. */
export async function listMixed(rig: Rig, plan: Plan): Promise<Line> {
  const headers = await rig.signedIn('tenant1')
  const { pid, port } = rig.product
  const side = (filter: string) => {
    const requests = Array.from({ length: PAGES }, (_, at) =>
      getBytes(
        `/boot/erp/shipment/list?${filter}column=createTime&order=desc&pageNo=${at + 1}&pageSize=${SIZE}`,
        headers,
      ),
    )
    return {
      pid,
      run: (seconds: number) =>
        fire({
          port,
          connections: 32,
          seconds,
          marker: '"records":[{',
          next: (n) => requests[n % PAGES]!,
        }),
    }
  }
  return ratioLine(
    'list-mixed',
    'orders of all kinds, page 1–20, against the same list of one kind',
    MIXED_BAR,
    await compare(side(`shipmentResource=${DEFAULT_KIND}&`), side(''), plan, rig.postmaster),
  )
}

/** Staff of one tenant, bound by a data rule, leaf through one status, newest first. */
export async function list(rig: Rig, plan: Plan): Promise<Line> {
  await rig.pool.query(
    `with entry as (select id from sys_permission where key = 'shipment.b2c'), rule as (
      insert into sys_permission_rule (tenant_id, permission_id, rule_name, rule_column,
        rule_conditions, rule_value, table_name, column_name)
        select $1, id, 'bench', 'shipmentResource', '!=', 'WORLD', 'shipment', 'shipment_resource'
        from entry returning id)
    update sys_role_permission p set data_rule_ids = array[rule.id] from entry, rule, sys_role r
      where r.tenant_id = $1 and r.role_code = 'manager' and p.tenant_id = r.tenant_id
        and p.role_id = r.id and p.permission_id = entry.id`,
    [rig.tenantId],
  )
  const statuses = (
    await rig.pool.query<{ status: number }>(
      `select shipment_status as status from shipment where tenant_id = $1
        group by 1 having count(*) >= $2 order by count(*) desc limit $3`,
      [rig.tenantId, SIZE * PAGES, STATUSES],
    )
  ).rows
  const roll = dice(2)
  const requested = Array.from({ length: 500 }, () => ({
    status: statuses[Math.floor(roll() * statuses.length)]!.status,
    page: 1 + Math.floor(roll() * PAGES),
  }))
  const headers = await rig.signedIn('manager')
  const side = (
    pid: number,
    port: number,
    marker: string,
    path: (one: (typeof requested)[number]) => string,
  ) => {
    const requests = requested.map((one) => getBytes(path(one), headers))
    return {
      pid,
      run: (seconds: number) =>
        fire({
          port,
          connections: 32,
          seconds,
          marker,
          next: (n) => requests[n % requests.length]!,
        }),
    }
  }
  const result = await compare(
    side(
      rig.limit.pid,
      rig.limit.port,
      '"records":[{',
      ({ status, page }) =>
        `/list?tenant=${rig.tenantId}&status=${status}&pageNo=${page}&pageSize=${SIZE}`,
    ),
    side(
      rig.product.pid,
      rig.product.port,
      '"records":[{',
      ({ status, page }) =>
        `/boot/erp/shipment/list?shipmentStatus=${status}&column=createTime&order=desc&pageNo=${page}&pageSize=${SIZE}`,
    ),
    plan,
    rig.postmaster,
  )
  return ratioLine(
    'list',
    'orders of one tenant and status, sorted, page 1–20, with access check and a data rule',
    0.7,
    result,
  )
}
