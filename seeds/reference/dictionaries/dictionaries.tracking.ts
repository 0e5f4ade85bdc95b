import en from '#locales/en_US/tracking/tracking.json' with { type: 'json' }
import zh from '#locales/zh_CN/tracking/tracking.json' with { type: 'json' }
import {
  TRACK,
  TRACK_STATUSES,
  statusKey,
  subKey,
  subsOf,
} from '#contracts/tracking/tracking.states.ts'
import type { TrackTone } from '#contracts/tracking/tracking.states.ts'
import { dictionary } from './dictionary.ts'
import type { Dictionary, DictionaryItem, Tone } from './dictionary.ts'

const TONES: Record<TrackTone, Tone> = {
  idle: 'default',
  moving: 'processing',
  near: 'cyan',
  warn: 'warning',
  good: 'success',
  bad: 'error',
  ended: 'default',
}
const zhTexts: Record<string, string> = zh
const enTexts: Record<string, string> = en

const worded = (value: string, key: string): DictionaryItem => ({
  value,
  text: zhTexts[key] ?? value,
  textEn: enTexts[key] ?? value,
})

/** Tracking speaks with one tongue: the words are those of the tracking screens (domain 3.1). */
export function trackingDictionaries(): Dictionary[] {
  const statuses = Object.values(TRACK).map((status): DictionaryItem => ({
    ...worded(String(status), statusKey(status)),
    color: TONES[TRACK_STATUSES[status].tone],
  }))
  const subs = [
    ...new Set(Object.values(TRACK).flatMap((status): readonly string[] => subsOf(status))),
  ]
  return [
    {
      code: 'tracking_status',
      name: '轨迹状态',
      nameEn: 'Tracking status',
      items: [
        { value: '0', text: '暂无轨迹', textEn: 'No events yet', color: 'default' },
        ...statuses,
      ],
    },
    {
      code: 'tracking_sub',
      name: '轨迹子状态',
      nameEn: 'Tracking sub-status',
      items: subs.map((sub) => worded(sub, subKey(sub))),
    },
    // A carrier code may also be information only, or take back the event before it.
    {
      code: 'map_status',
      name: '映射结果',
      nameEn: 'Mapped to',
      items: [
        ...statuses,
        {
          value: 'note',
          text: '仅记录，不改变状态',
          textEn: 'Note only, no status',
          color: 'default',
        },
      ],
    },
    dictionary('adapter', '接口适配器', 'Adapter', [
      ['none', '不对接', 'None'],
      ['dhl', 'DHL 德国包裹接口', 'DHL Parcel DE API'],
      ['gls', 'GLS 轨迹接口', 'GLS track and trace'],
      ['17track', '17TRACK 接口', '17TRACK API'],
    ]),
    dictionary('delivery_number_state', '派送单号跟踪状态', 'Following of a delivery number', [
      ['polled', '跟踪中', 'Followed', 'processing'],
      ['quiet', '未查询', 'Not queried', 'default'],
      ['stopped', '已停止', 'Stopped', 'warning'],
      ['void', '已作废', 'Void', 'default'],
    ]),
    dictionary('track_alert', '时效预警', 'Delay alert', [
      ['noFirstScan', '无首次扫描', 'No first scan', 'error'],
      ['stuck', '轨迹停滞', 'No movement', 'warning'],
      ['customs', '清关超时', 'Too long in customs', 'warning'],
      ['pickup', '自提超时', 'Not picked up', 'warning'],
      ['failed', '派送失败待处理', 'Delivery attempt failed', 'error'],
    ]),
    dictionary('event_visibility', '轨迹可见范围', 'Who sees an event', [
      ['PUBLIC', '公开', 'Public'],
      ['CUSTOMER', '仅客户', 'Customer only'],
      ['STAFF', '仅内部', 'Internal only'],
    ]),
  ]
}
