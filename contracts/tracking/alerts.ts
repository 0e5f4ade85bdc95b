/** What keeps a parcel that left us from its recipient longer than it should. */
export const ALERTS = ['noFirstScan', 'stuck', 'customs', 'pickup', 'failed'] as const
export type Alert = (typeof ALERTS)[number]

/** Hours after which each is reported (domain 3.1, rule 6); a failed attempt: none made again. */
export const ALERT_HOURS = {
  noFirstScan: 48,
  stuck: 72,
  customs: 96,
  pickup: 120,
  failed: 24,
} as const satisfies Record<Alert, number>
