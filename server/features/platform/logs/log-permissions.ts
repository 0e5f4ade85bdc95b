import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { permsFor } from '#contracts/kit/crud.ts'
import { cruds, entities } from '#contracts/catalogue.ts'
import { SEE_COSTS } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/**
 * Who may read tables without a list of their own: any of the codes. A table that is nowhere is
 * read by no user.
 */
const READERS: Readonly<Record<string, readonly string[]>> = {
  parcel: orderPerms('list'),
  charging_setting: ['acc:charging:edit'],
  company_profile: ['acc:invoice:setting'],
  parcel_cost: ['dlv:fee:cost'],
  invoice_setting: ['acc:invoice:setting'],
  tax_setting: ['acc:charging:edit'],
  account_alarm: ['acc:account:list', 'pay:account:list'],
  ledger_month: ['acc:account:list'],
  parcel_charge: ['acc:charging:edit'],
  charge_adjustment: ['acc:charging:edit'],
  shipment_import: orderPerms('import'),
  shipment_import_mapping: orderPerms('import'),
  order_task: orderPerms('list'),
  parcel_label: orderPerms('list'),
  channel_test: ['dlv:channel:list'],
  fba_label: ['ship:delivery:list'],
  fee_version: ['dlv:fee:list'],
  price_trial: ['dlv:fee:list'],
  routing_mapping: ['dlv:routing:list'],
  number_pool_number: ['dlv:number:list'],
  label_design: ['dlv:label:list'],
  label_picture: ['dlv:label:list'],
  number_import: ['dlv:number:list'],
  tracking_event: ['trk:search:query'],
  tracking_number: ['trk:number:list'],
  track_case: ['trk:test:run'],
  waybill_milestone: ['dlv:waybill:list'],
  out_handover: ['wh:out:list'],
  gateway_route: ['sys:gateway:list'],
  gateway_published: ['sys:gateway:list'],
  bill_profile: ['bill:match:list'],
  case_comment: ['ret:case:handle'],
  case_note: ['ret:case:note'],
  api_key: ['sys:user:list'],
  user_totp: ['sys:user:list'],
  sub_account: ['erp:subuser:list'],
  sys_role_permission: ['sys:role:grant'],
  sys_depart_permission: ['sys:depart:grant'],
  sys_depart_role_permission: ['sys:departrole:grant'],
  sys_user_agent: ['sys:user:list'],
  sys_third_account: ['sys:user:list'],
  sys_session: ['sys:online:list'],
  saved_view: ['sys:user:list'],
  service_favourite: ['sys:user:list'],
  sys_dict: ['sys:dict:list'],
  sys_dict_item: ['sys:dict:list'],
  sys_category: ['sys:category:list'],
  sys_permission: ['sys:perm:list'],
  tenant_pack: ['sys:tenant:list'],
  sys_permission_rule: ['sys:datarule:list'],
  sys_depart_role: ['sys:departrole:list'],
  sys_depart_role_user: ['sys:departrole:list'],
  sys_quartz_job: ['sys:job:list'],
  sys_announcement_send: ['sys:annt:list'],
  message_channel: ['sys:msgcfg:edit'],
  third_provider: ['sys:third:edit'],
  tenant_setting: ['sys:msgcfg:edit', 'sys:password:rule'],
  accounting_setting: ['acc:export:list'],
  accounting_debtor: ['acc:export:list'],
  accounting_export: ['acc:export:list'],
  dunning_claim: ['acc:dunning:list'],
  dunning_setting: ['acc:dunning:list'],
  cod_setting: ['acc:cod:list'],
  cod_bank: ['acc:cod:bank'],
  cod_mapping: ['acc:cod:import'],
  recharge_limit: ['acc:recharge:limit'],
  two_user_request: ['acc:recharge:limit', 'acc:payacct:edit'],
  trade_question: ['acc:trade:list'],
  online_payment: ['acc:recharge:list'],
  recharge_payment: ['acc:recharge:list'],
  bank_mapping: ['acc:recharge:import'],
  print_set_user: ['sys:print:list'],
  monitor_alarm: ['mon:disk:view'],
  blocked_address: ['sys:log:block'],
  revaluation: ['acc:revaluation:list'],
}

/** The tables that are read without a list of their own. */
export const unlistedTables = (): string[] => Object.keys(READERS)

/** Lists of a part of a table's rows, next to the one of all: its past is not theirs. */
const PARTIAL_LISTS: ReadonlySet<string> = new Set(['attachments'])

/** Codes that open a table's past: those of its lists, or those named here. */
export function readersOf(table: string): readonly string[] {
  const lists = cruds
    .filter((one) => one.table === table && !PARTIAL_LISTS.has(one.name))
    .flatMap((one) => permsFor(one, 'list'))
  return lists.length > 0 ? lists : (READERS[table] ?? [])
}

/** Tables with rows of costs among others: their past is for those who may see costs. */
const COSTS: ReadonlySet<string> = new Set(['fee', 'fee_version', 'fee_cell', 'surcharge'])

export const mayReadPast = (ctx: Ctx, table: string): boolean =>
  readersOf(table).some((perm) => ctx.holds(perm)) && (!COSTS.has(table) || ctx.holds(SEE_COSTS))

/** Every table whose past the caller may read. */
export function readableTables(ctx: Ctx): string[] {
  const all = new Set([...cruds.map(({ table }) => table), ...Object.keys(READERS)])
  return [...all].filter((table) => mayReadPast(ctx, table))
}

/**
 * What of a record's content the caller may see: not the fields that ask for a permission of their
 * own.
 */
export function visibleContent<V>(
  ctx: Ctx,
  table: string,
  content: Readonly<Record<string, V>>,
): Record<string, V> {
  const closed = new Set(
    entities
      .filter((one) => one.table === table)
      .flatMap(({ fields }) =>
        Object.entries(fields).flatMap(([name, { perm }]) =>
          perm && !ctx.holds(perm) ? [name, `${name}_dictText`] : [],
        ),
      ),
  )
  return Object.fromEntries(Object.entries(content).filter(([name]) => !closed.has(name)))
}
