/**
 * Columns no screen shows: ciphertexts, and what the numbers and users features keep for
 * themselves.
 */
export const HIDDEN: Record<string, readonly string[]> = {
  // Made from names and country, for papers.
  depot: ['paper_name'],
  // Shown by its page.
  label_template: ['design_id'],
  number_segment: ['low_level'],
  number_pool: ['low_level'],
  // Which end of a contract was announced.
  supplier: ['noticed_end'],
  return_claim: ['track_id'],
  receiving_account: ['provider_keys_enc'],
  courier: ['api_key_enc', 'hook_token_enc'],
  data_source: ['db_password_enc'],
  // Who set the schedule up, and with which key.
  online_report: ['run_as', 'run_key'],
  // Read through a call of its own.
  out_package: [
    'one_service',
    'one_target',
    'max_pieces',
    'max_grams',
    'tare_grams',
    'weighed_grams',
    'recount_fits',
    'batch_id',
  ],
  // Shown by the sorting station.
  depot_gate: ['closed_at', 'closed_by', 'reroute_id'],
  // What rows are found by.
  routing_table: ['levels', 'file_hash'],
  routing_code: ['match_key', 'low', 'high', 'level'],
  // Read through a call of its own.
  fba_order: ['pod_file_id'],
  // Files are read through a call of its own; order and parcel are shown by their numbers.
  pod: ['shipment_id', 'parcel_id', 'message_id', 'file_id', 'transaction_id'],
  print_job: ['file_id'],
  // Which parcels a task is about; how many is shown.
  parcel_label: [
    'parcel_id',
    'number',
    'cost',
    'cost_currency',
    'format',
    'file_id',
    'void_state',
    'void_reason',
    'void_asked',
    'void_asked_at',
    'void_answered_at',
  ],
  revoke_task: ['parcel_ids', 'correction'],
  // Read through a call of its own.
  carrier_account: ['settings', 'secrets', 'billing', 'simulator_script'],
  // Read with its parcels; and what closes an outbound batch once.
  carrier_batch: ['notes', 'source_key'],
  carrier_shipment: [
    'closing_at',
    'label_key',
    'parcel_id',
    'label_format',
    'label_file_id',
    'messages',
    'raw',
    'void_asked_at',
  ],
  // What the second user's confirmation is compared with, and the users of both.
  recharge: [
    'first_user_id',
    'first_actor_id',
    'first_at',
    'first_amount',
    'first_trade_no',
    'confirmed_user_id',
    'confirmed_actor_id',
  ],
  // By what a movement is known again, and the user who may not be its second.
  bank_line: ['dedupe', 'import_user_id', 'import_actor_id', 'transaction_id'],
  // The user who decided on a refund first.
  payment_event: ['first_user_id', 'first_actor_id'],
  // By what a remittance and its lines are known again; what items are found and booked by.
  cod_remittance: ['content_hash', 'transaction_id'],
  cod_line: ['dedupe'],
  cod_payout: ['first_user_id', 'first_actor_id', 'transaction_id'],
  // Read through calls of their own.
  fba_waybill: ['booked_pieces', 'attempts'],
  fba_waybill_order: ['fba_waybill_id', 'order_id'],
  // What becomes of a registration, and by what its person is known.
  registration: [
    'password_hash',
    'user_id',
    'customer_id',
    'third_provider',
    'third_issuer',
    'third_subject',
    'third_config',
    'receipt_hash',
    'mails',
    'lang',
  ],
  sys_role: ['owner_user_id'],
  // What a scanned barcode is looked up in.
  stock_sku: ['barcode_list'],
}
