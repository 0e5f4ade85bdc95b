/** Icons of the stages of tracking: one stroke on a grid of 24. The public page has no others. */
export const TRACKING_ICONS = {
  alert: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  back: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 6 6v2',
  box: 'm4 8 8-4 8 4v8.5l-8 4-8-4ZM4 8l8 4 8-4M12 12v8.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 7.5V12l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  cross: 'm6 6 12 12M18 6 6 18',
  dash: 'M5 12h14',
  depot: 'm3 10 9-6 9 6v10H3ZM8 20v-7h8v7',
  label: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  plane: 'M4 9h8v11H4ZM12 14.5h8M17 11l3.5 3.5L17 18M6 9l2-4h6',
  shield: 'm12 3 8 3v5.5c0 5-3.5 8-8 9.5-4.5-1.5-8-4.5-8-9.5V6ZM8.5 12l2.5 2.5 4.5-5',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  truck:
    'M2 6h12v10.5H2ZM14 10h4l4 3.5v3h-8M6.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  van: 'M3 7h10l4 5h4v5H3ZM13 7v5h4M7.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM16.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
} as const
export type TrackingIcon = keyof typeof TRACKING_ICONS

const BY_STATUS: Readonly<Record<string, TrackingIcon>> = {
  5: 'clock',
  10: 'label',
  20: 'depot',
  25: 'plane',
  30: 'box',
  40: 'truck',
  45: 'shield',
  50: 'van',
  55: 'pin',
  60: 'alert',
  70: 'check',
  80: 'alert',
  85: 'back',
  90: 'back',
  92: 'trash',
  95: 'cross',
  99: 'dash',
}
export const trackingIconOf = (status: string | number): TrackingIcon | undefined =>
  BY_STATUS[status]
