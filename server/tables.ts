import { declareLockOwner, declareTable } from './kit/access/tables.ts'

/** How far the tables reach that no entity declares. A table missing here cannot be queried. */
export function declareTables(): void {
  declareLockOwner('lockOrders', ['shipment', 'parcel', 'tracking_number'])
  declareTable('parcel_product', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('shipment_import', { kind: 'owner', creator: true })
  declareTable('shipment_import_error', {
    kind: 'tenant',
    via: { table: 'shipment_import', column: 'import_id' },
  })
  declareTable('shipment_import_row', {
    kind: 'tenant',
    via: { table: 'shipment_import', column: 'import_id' },
  })
  declareTable('shipment_import_mapping', { kind: 'owner', creator: true, shared: 'shared' })
  declareTable('order_task', { kind: 'tenant' })
  declareTable('price_trial', { kind: 'tenant' })
  declareTable('price_trial_part', {
    kind: 'tenant',
    via: { table: 'price_trial', column: 'trial_id' },
  })
  declareTable('price_trial_sum', {
    kind: 'tenant',
    via: { table: 'price_trial', column: 'trial_id' },
  })
  declareTable('order_task_row', {
    kind: 'tenant',
    via: { table: 'order_task', column: 'task_id' },
  })
  declareTable('track_follow', {
    kind: 'tenant',
    via: { table: 'parcel', column: 'parcel_id' },
  })
  declareTable('track_mail', {
    kind: 'tenant',
    via: { table: 'track_follow', column: 'follow_id' },
  })
  declareTable('predicted_parcel', {
    kind: 'tenant',
    via: { table: 'predicted_batch', column: 'batch_id' },
  })
  declareTable('stock_reservation', {
    kind: 'tenant',
    via: { table: 'stock_order_line', column: 'line_id' },
  })
  declareTable('stock_notice_line', {
    kind: 'tenant',
    via: { table: 'stock_notice', column: 'notice_id' },
  })
  declareTable('stock_count_line', {
    kind: 'tenant',
    via: { table: 'stock_count', column: 'count_id' },
  })
  declareTable('stock_wave_order', {
    kind: 'tenant',
    via: { table: 'stock_wave', column: 'wave_id' },
  })
  declareTable('out_batch_channel', { kind: 'tenant' })
  declareTable('out_handover', {
    kind: 'tenant',
    via: { table: 'out_batch', column: 'batch_id' },
  })
  declareTable('out_batch_parcel', {
    kind: 'tenant',
    via: { table: 'parcel', column: 'parcel_id' },
  })
  const ofPrint = { kind: 'tenant', via: { table: 'print_job', column: 'job_id' } } as const
  declareTable('print_item', ofPrint)
  declareTable('print_note', ofPrint)
  declareTable('pod_scan', { kind: 'tenant' })
  declareTable('pod_part', { kind: 'tenant', via: { table: 'pod_scan', column: 'scan_id' } })
  declareTable('bill_profile', { kind: 'tenant' })
  declareTable('bill_use', {
    kind: 'tenant',
    via: { table: 'bill_line', column: 'note_id' },
  })
  declareTable('bill_file', { kind: 'tenant', via: { table: 'bill_run', column: 'run_id' } })
  const ofReturn = { kind: 'tenant', via: { table: 'return_track', column: 'track_id' } } as const
  declareTable('return_item', ofReturn)
  declareTable('return_step', ofReturn)
  declareTable('return_print', ofReturn)
  declareTable('return_fee', {
    kind: 'owner',
    creator: true,
    follows: { table: 'return_track', column: 'track_id' },
  })
  declareTable('return_search', { kind: 'owner' })
  declareTable('return_page_miss', {
    kind: 'tenant',
    via: { table: 'shipment', column: 'shipment_id' },
  })
  const ofCase = { kind: 'tenant', via: { table: 'service_case', column: 'case_id' } } as const
  for (const table of ['case_comment', 'case_note', 'case_watcher', 'case_address', 'case_sent'])
    declareTable(table, ofCase)
  declareTable('case_mail', { kind: 'tenant' })
  declareTable('case_mailbox', { kind: 'tenant' })
  declareTable('case_mail_poll', { kind: 'tenant' })
  declareTable('predicted_return_line', {
    kind: 'tenant',
    via: { table: 'predicted_return', column: 'predicted_id' },
  })
  declareTable('out_package_parcel', {
    kind: 'tenant',
    via: { table: 'parcel', column: 'parcel_id' },
  })
  declareTable('waybill_parcel', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('waybill_milestone', {
    kind: 'tenant',
    via: { table: 'waybill_batch', column: 'waybill_id' },
  })
  declareTable('predicted_reminder', {
    kind: 'tenant',
    via: { table: 'shipment', column: 'shipment_id' },
  })
  declareTable('gate_service', { kind: 'tenant' })
  declareTable('parcel_sort', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('scan_log', { kind: 'tenant', depot: 'depot_id' })
  declareTable('tracking_event', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('tracking_number', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('number_pool_number', { kind: 'tenant' })
  declareTable('number_import', { kind: 'tenant' })
  declareTable('number_import_error', {
    kind: 'tenant',
    via: { table: 'number_import', column: 'import_id' },
  })
  declareTable('number_tally', { kind: 'tenant' })
  declareTable('carrier_push', { kind: 'tenant' })
  declareTable('track_case', { kind: 'tenant' })
  declareTable('delivery_time', { kind: 'tenant' })
  declareTable('delivery_check', { kind: 'tenant' })
  declareTable('mapping_replay', { kind: 'tenant' })
  declareTable('track_alert', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('carrier_call', { kind: 'tenant' })
  declareTable('carrier_turn', { kind: 'tenant' })
  declareTable('carrier_account_service', { kind: 'tenant' })
  declareTable('carrier_batch_item', {
    kind: 'tenant',
    via: { table: 'parcel', column: 'parcel_id' },
  })
  declareTable('simulator_label', { kind: 'tenant' })
  declareTable('label_design', { kind: 'tenant' })
  declareTable('label_picture', { kind: 'tenant' })
  declareTable('label_layout', { kind: 'tenant' })
  declareTable('service_customer', { kind: 'tenant' })
  declareTable('service_favourite', { kind: 'tenant' })
  declareTable('fee_customer', { kind: 'tenant' })
  declareTable('routing_mapping', { kind: 'tenant' })
  for (const table of ['depot_hours', 'depot_holiday', 'channel_test'])
    declareTable(table, { kind: 'tenant' })
  declareTable('serial_counter', { kind: 'tenant' })
  declareTable('label_print', { kind: 'tenant' })
  declareTable('made_label', { kind: 'tenant', via: { table: 'parcel', column: 'parcel_id' } })
  declareTable('document_print', { kind: 'tenant' })
  declareTable('hs_code', { kind: 'global' })
  declareTable('hs_memory', { kind: 'owner' })
  declareTable('fba_label', { kind: 'tenant', via: { table: 'shipment', column: 'shipment_id' } })
  for (const table of ['search_words', 'search_unread']) declareTable(table, { kind: 'tenant' })
  declareTable('order_history', {
    kind: 'tenant',
    via: { table: 'shipment', column: 'shipment_id' },
  })
  declareTable('shipment_tally', { kind: 'owner', creator: true, depot: 'depot_id' })
  declareTable('earning', { kind: 'owner', creator: true, depot: 'depot_id' })
  declareTable('earning_made', { kind: 'tenant' })
  declareTable('sys_quartz_job', { kind: 'global' })
  declareTable('message_channel', { kind: 'tenant' })
  declareTable('op_log', { kind: 'tenant' })
  declareTable('data_log', { kind: 'tenant' })
  declareTable('sys_session', { kind: 'tenant' })
  declareTable('blocked_address', { kind: 'tenant' })
  declareTable('sys_announcement_send', { kind: 'tenant' })
  for (const table of ['notify_occasion', 'notify_waiting']) declareTable(table, { kind: 'tenant' })
  declareTable('simulator_parcel', { kind: 'global' })
  declareTable('api_key', { kind: 'tenant' })
  declareTable('tenant_setting', { kind: 'tenant' })
  declareTable('tenant', { kind: 'global' })
  for (const table of ['sys_permission', 'tenant_pack', 'tenant_pack_entry', 'tenant_pack_use'])
    declareTable(table, { kind: 'global' })
  for (const table of [
    'sys_permission_rule',
    'sys_role',
    'sys_user_role',
    'sys_role_permission',
    'sys_depart',
    'sys_user_depart',
    'sys_depart_permission',
    'sys_depart_role',
    'sys_depart_role_user',
    'sys_depart_role_permission',
  ])
    declareTable(table, { kind: 'tenant' })
  for (const table of ['sys_user_position', 'sys_user_agent', 'sys_user_depot', 'sub_account'])
    declareTable(table, { kind: 'tenant' })
  declareTable('sys_dict', { kind: 'shared' })
  declareTable('sys_dict_item', { kind: 'shared' })
  for (const table of ['sys_category', 'fill_counter', 'print_set_user'])
    declareTable(table, { kind: 'tenant' })
  declareTable('recharge_payment', {
    kind: 'tenant',
    via: { table: 'recharge', column: 'recharge_id' },
  })
  for (const table of ['trade_question', 'trade_question_text'])
    declareTable(table, { kind: 'tenant', via: { table: 'trade', column: 'trade_id' } })
  declareTable('online_payment', {
    kind: 'tenant',
    via: { table: 'recharge', column: 'recharge_id' },
  })
  for (const table of ['cod_setting', 'cod_mapping']) declareTable(table, { kind: 'tenant' })
  declareTable('cod_bank', { kind: 'owner', creator: true })
  for (const table of ['recharge_limit', 'bank_mapping', 'decided_alone', 'two_user_request'])
    declareTable(table, { kind: 'tenant' })
  declareTable('ledger_hold', { kind: 'owner', creator: true })
  declareTable('account_alarm', {
    kind: 'tenant',
    via: { table: 'ledger_account', column: 'account_id' },
  })
  declareTable('ledger_entry', {
    kind: 'tenant',
    via: { table: 'ledger_account', column: 'account_id' },
  })
  for (const table of ['ledger_transaction', 'ledger_month', 'ledger_proof'])
    declareTable(table, { kind: 'tenant' })
  declareTable('charging_setting', { kind: 'tenant' })
  declareTable('company_profile', { kind: 'tenant' })
  declareTable('tax_setting', { kind: 'tenant' })
  declareTable('parcel_cost', { kind: 'tenant' })
  for (const table of [
    'accounting_setting',
    'accounting_debtor',
    'accounting_export',
    'revaluation',
  ])
    declareTable(table, { kind: 'tenant' })
  for (const table of ['invoice_setting', 'invoice_number', 'dunning_setting'])
    declareTable(table, { kind: 'tenant' })
  declareTable('dunning_claim', { kind: 'owner', creator: true })
  for (const table of [
    'invoice_line',
    'invoice_trade',
    'invoice_credit',
    'invoice_payment',
    'invoice_reminder',
    'invoice_mail',
  ])
    declareTable(table, { kind: 'tenant', via: { table: 'invoice', column: 'invoice_id' } })
  declareTable('charge_adjustment', {
    kind: 'tenant',
    via: { table: 'parcel_charge', column: 'charge_id' },
  })
  declareTable('parcel_charge', {
    kind: 'owner',
    creator: true,
    depot: 'depot_id',
    follows: { table: 'shipment', column: 'shipment_id' },
  })
  declareTable('third_provider', { kind: 'tenant' })
  declareTable('user_setting', { kind: 'global' })
  declareTable('saved_view', { kind: 'tenant' })
  for (const table of ['gateway_route', 'gateway_published'])
    declareTable(table, { kind: 'global' })
  for (const table of ['online_report_item', 'online_report_param'])
    declareTable(table, { kind: 'tenant' })
}
