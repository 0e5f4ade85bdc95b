/**
 * Functions of PostgreSQL that wait, lock, set, signal or make large objects, as a pattern of their
 * names: the embedded database takes them from all but the product's own user, and a database of the
 * operator's has to before reports run there.
 */
export const CLOSED_FUNCTIONS =
  '^(set_config|pg_sleep.*|pg_(try_)?advisory_.*|lo_.*|lo(create|read|write|open|close|unlink|import|export|tell|lseek)|pg_notify|pg_cancel_backend|pg_terminate_backend|pg_logical_emit_message|pg_export_snapshot|(query|table|schema|database|cursor)_to_xml.*|pg_stat_reset.*|txid_current|pg_current_xact_id|currtid2|ts_stat)$'
