import { statementsOf } from './raw-sql.ts'

/**
 * Every table belongs to one feature, and only that feature writes it; others call its public API.
 * An area owns plain entities without a feature; `app` starts the installation (setup, seeds).
 */
export const TABLE_OWNERS: Record<string, readonly string[]> = {
  kit: [
    'data_log',
    'op_log',
    'idempotency',
    'idempotency_row',
    'config_version',
    'stored_file',
    'serial_counter',
    'stored_content',
    'stored_usage',
    'search_words',
    'search_unread',
  ],
  app: ['installation_state', 'demo_world', 'demo_chunk'],
  'platform/dictionaries': ['sys_dict', 'sys_dict_item'],
  'platform/messages': ['sys_message_template', 'message_channel', 'sys_message'],
  'platform/user-settings': ['user_setting'],
  'platform/saved-views': ['saved_view'],
  'platform/session': [
    'sys_session',
    'login_failure',
    'sign_in_device',
    'captcha',
    'user_place',
    'user_totp',
    'user_recovery_code',
  ],
  'platform/roles': ['sys_role', 'sys_role_permission'],
  'platform/users': [
    'sys_user',
    'sys_user_role',
    'sys_user_depart',
    'sys_position',
    'sys_user_position',
    'sys_user_agent',
    'sys_user_depot',
    'sub_account',
  ],
  'platform/tenants': ['tenant', 'sys_user_tenant'],
  'platform/departments': ['sys_depart', 'sys_depart_role', 'sys_depart_role_user'],
  'platform/account': ['api_key', 'tenant_setting'],
  'platform/identity': [
    'identity_code',
    'registration',
    'sys_third_account',
    'third_provider',
    'third_attempt',
    'cas_ticket',
  ],
  'platform/scheduled-jobs': ['sys_quartz_job', 'sys_job_run'],
  'platform/rules': ['sys_check_rule', 'sys_fill_rule', 'fill_counter'],
  'platform/categories': ['sys_category'],
  'platform/countries': ['country'],
  'platform/print-sets': ['print_set', 'print_set_user'],
  'platform/permissions': [
    'sys_permission',
    'sys_permission_rule',
    'sys_depart_permission',
    'sys_depart_role_permission',
  ],
  'platform/notices': [
    'sys_announcement',
    'sys_announcement_send',
    'notify_occasion',
    'notify_waiting',
  ],
  'parties/consignees': ['consignee'],
  parties: ['customer'],
  'parties/company': ['company_profile'],
  'parties/suppliers': ['supplier', 'supplier_contact'],
  'parties/depots': ['depot', 'depot_gate', 'depot_hours', 'depot_holiday'],
  'parties/user-depots': ['user_depot'],
  'parties/shippers': ['shipper'],
  'money/payment-accounts': ['receiving_account'],
  'money/tax': ['tax_rate', 'tax_setting'],
  'money/recharges': [
    'recharge',
    'recharge_payment',
    'recharge_limit',
    'bank_line',
    'bank_mapping',
    'online_payment',
    'payment_event',
  ],
  'money/cod': [
    'cod_item',
    'cod_line',
    'cod_remittance',
    'cod_payout',
    'cod_setting',
    'cod_bank',
    'cod_mapping',
  ],
  'money/month-end': ['revaluation'],
  'money/accounting-export': ['accounting_setting', 'accounting_debtor', 'accounting_export'],
  'money/invoices': [
    'invoice',
    'invoice_line',
    'invoice_trade',
    'invoice_credit',
    'invoice_payment',
    'invoice_reminder',
    'invoice_mail',
    'dunning_setting',
    'dunning_letter',
    'dunning_claim',
    'invoice_number',
    'invoice_setting',
  ],
  'orders/service-choices': ['service_choice'],
  'money/accounts': [
    'account_request',
    'account_alarm',
    'trade_question',
    'trade_question_text',
    'two_user_request',
  ],
  'money/ledger': [
    'ledger_account',
    'ledger_transaction',
    'ledger_entry',
    'trade',
    'ledger_hold',
    'ledger_month',
    'ledger_proof',
    'decided_alone',
  ],
  'commercial/prices': [
    'fee',
    'fee_version',
    'fee_cell',
    'fee_customer',
    'surcharge',
    'fuel_index',
    'fuel_rate',
    'remote_list',
    'remote_postcode',
  ],
  'commercial/rating': ['postal_rule', 'exchange_rate'],
  'commercial/zones': ['delivery_partition', 'partition_config'],
  'commercial/routing': ['routing_table', 'routing_code', 'routing_mapping'],
  'commercial/numbers': [
    'number_segment',
    'number_pool',
    'number_pool_number',
    'number_import',
    'number_import_error',
    'number_tally',
    'tracking_number',
  ],
  'commercial/label-templates': ['label_template', 'label_design', 'label_picture', 'label_layout'],
  'commercial/services': [
    'channel',
    'delivery_service',
    'service_rule',
    'service_customer',
    'service_favourite',
  ],
  'orders/stock': [
    'stock_sku',
    'stock_place',
    'stock_balance',
    'stock_entry',
    'stock_order_line',
    'stock_reservation',
    'stock_notice',
    'stock_notice_line',
    'stock_count',
    'stock_count_line',
  ],
  'orders/price-trials': ['price_trial', 'price_trial_part', 'price_trial_sum'],
  'orders/order-tasks': ['order_task', 'order_task_row'],
  'orders/waves': ['stock_wave', 'stock_wave_order'],
  'orders/shipments': ['shipment', 'parcel', 'parcel_product', 'order_history'],
  'orders/shipment-imports': [
    'shipment_import',
    'shipment_import_error',
    'shipment_import_row',
    'shipment_import_mapping',
  ],
  orders: ['fba_warehouse'],
  'orders/labels': ['label_print', 'made_label'],
  'orders/label-sources': ['parcel_label'],
  'orders/channels': ['channel_test'],
  'orders/revoke-tasks': ['revoke_task'],
  'orders/customs': ['hs_code', 'hs_memory', 'embargo', 'vague_word'],
  'orders/charging': ['charge_adjustment', 'charging_setting', 'parcel_charge', 'parcel_cost'],
  'orders/documents': ['document_print'],
  'orders/fba': ['fba_order', 'fba_label'],
  'carriers/carriers': ['courier', 'carrier_call', 'simulator_parcel'],
  'carriers/carrier-labels': [
    'carrier_account',
    'carrier_account_service',
    'carrier_batch',
    'carrier_batch_item',
    'carrier_shipment',
    'simulator_label',
  ],
  'tracking/tracking': [
    'tracking_event',
    'event_template',
    'status_map',
    'carrier_push',
    'track_case',
    'delivery_time',
  ],
  'depot/predicted': ['predicted_batch', 'predicted_parcel'],
  'depot/scans': ['scan_log'],
  'depot/sorting': ['gate_service', 'parcel_sort'],
  'depot/intercepts': ['intercept'],
  'depot/predicted-shipments': ['predicted_reminder'],
  'depot/packages': ['out_package', 'out_package_parcel'],
  'depot/outbound': ['out_batch', 'out_batch_channel', 'out_batch_parcel'],
  'depot/handovers': ['out_handover'],
  'billing/bills': ['bill_profile', 'bill_run', 'bill_file', 'bill_line', 'bill_use', 'dispute'],
  'billing/print-data': ['print_job', 'print_item', 'print_note'],
  'billing/pods': ['pod_carrier', 'pod', 'pod_scan', 'pod_part'],
  'returns/return-terms': ['return_config', 'return_rule'],
  'returns/return-tracks': [
    'return_track',
    'return_item',
    'common_return',
    'return_fee',
    'return_step',
    'return_print',
    'return_search',
    'return_page_miss',
    'predicted_return',
    'predicted_return_line',
  ],
  'returns/return-claims': ['return_claim'],
  'returns/cases': [
    'service_case',
    'case_comment',
    'case_note',
    'case_watcher',
    'case_address',
    'case_sent',
    'case_mailbox',
    'case_mail',
    'case_mail_poll',
    'canned_reply',
    'case_term',
  ],
  'depot/fba-waybills': ['fba_waybill', 'fba_waybill_order'],
  'depot/waybills': ['waybill_batch', 'waybill_parcel', 'waybill_milestone', 'house_waybill'],
  'insight/dashboards': ['shipment_tally'],
  'platform/gateway-routes': ['gateway_route', 'gateway_published'],
  'insight/reports': ['online_report', 'online_report_item', 'online_report_param'],
  'insight/data-sources': ['data_source'],
  'insight/monitoring': ['monitor_alarm', 'monitor_sample'],
  'insight/earnings': ['earning', 'earning_made'],
}

/** The feature a file of the server belongs to. */
export function featureOf(file: string): string {
  const [, place, area, feature] = file.split('/')
  if (place === 'features') return `${area}/${feature}`
  return place === 'kit' ? 'kit' : 'app'
}

const WRITE =
  /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s+)(?<!\bkey\s+)update)\s+(?:only\s+)?([a-z_]+)\b/gi
const READ = /\b(?:from|join)\s+(?:only\s+)?([a-z_]+)\b/gi
const LIST =
  /\bfrom\s+[^()]*?(?=\bwhere\b|\bjoin\b|\bleft\b|\bgroup\b|\border\b|\blimit\b|[()]|$)/gi

/** Tables whose rows a source writes, and those it reads, by name or through `rows('…')`. */
export function tableUses(code: string): { writes: Set<string>; reads: Set<string> } {
  const program = code.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  const writes = new Set<string>()
  const reads = new Set<string>()
  for (const { text } of statementsOf(program)) {
    const plain = text
      .replace(/--.*$/gm, '')
      .replace(LIST, (part) => part.replaceAll(/,\s*(?=[a-z_]+\s+(?:as\s+)?[a-z_])/gi, ' join '))
    for (const [, table = ''] of plain.matchAll(WRITE)) writes.add(table)
    for (const [, table = ''] of plain.replace(WRITE, '').matchAll(READ)) reads.add(table)
  }
  for (const [, table = ''] of program.matchAll(/\.rows\(\s*'(\w+)'/g)) reads.add(snake(table))
  for (const [, table = ''] of program.matchAll(
    /\.rows\(\s*'(\w+)'\s*\)\s*\.(?:insert|update|remove)\(/g,
  ))
    writes.add(snake(table))
  return { writes, reads }
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
