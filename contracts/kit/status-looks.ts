import { TRACKING_ICONS, trackingIconOf } from './tracking-looks.ts'

/** Icons of the stages of a parcel, those of tracking among them. */
export const STATUS_ICONS = {
  ...TRACKING_ICONS,
  bag: 'M5 8h14l1 12H4ZM9 8V6a3 3 0 0 1 6 0v2',
  barcode: 'M4 6v12M8 6v12M11 6v12M15 6v12M17 6v12M20 6v12',
  confirmed: 'M5 4h14v16H5ZM8.5 12l2.5 2.5 4.5-5',
  draft: 'm4 20 1-4L16 5l3 3L8 19ZM14 7l3 3',
  pause: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM10 9v6M14 9v6',
  question:
    'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  sorted: 'M12 4v5M5 20v-5h14v5M12 9v11',
  split: 'M4 12h6l5-6h5M10 12l5 6h5',
  stop: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM6 6l12 12',
} as const
export type StatusIcon = keyof typeof STATUS_ICONS

const PARCEL: Readonly<Record<string, StatusIcon>> = {
  '0': 'draft',
  '10': 'label',
  '20': 'confirmed',
  '30': 'barcode',
  '40': 'depot',
  '45': 'pause',
  '50': 'sorted',
  '60': 'bag',
  '70': 'plane',
  '80': 'truck',
  '82': 'alert',
  '85': 'back',
  '88': 'back',
  '90': 'check',
  '99': 'split',
  '-10': 'cross',
  '-20': 'stop',
  '-30': 'trash',
  '-40': 'question',
}

/** By dictionary and value: lists, drawers, dashboards and tracking pages show a status alike. */
export function statusIconOf(dict: string, value: string | number): StatusIcon | undefined {
  if (dict === 'parcel_status' || dict === 'shipment_status') return PARCEL[String(value)]
  return dict === 'tracking_status' || dict === 'map_status' ? trackingIconOf(value) : undefined
}
