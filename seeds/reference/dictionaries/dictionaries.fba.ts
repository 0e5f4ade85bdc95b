import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** States of orders on their way into a marketplace's warehouse. */
export function fbaDictionaries(): Dictionary[] {
  return [
    dictionary('fba_marketplace', '平台', 'Marketplace', [
      ['AMAZON', '亚马逊', 'Amazon'],
      ['OTHER', '其他', 'Other'],
    ]),
    dictionary('fba_appointment_state', '预约状态', 'Appointment', [
      ['NONE', '未预约', 'None', 'default'],
      ['REQUESTED', '已申请', 'Requested', 'processing'],
      ['CONFIRMED', '已预约', 'Confirmed', 'success'],
    ]),
    dictionary('fba_delivery_state', '送达状态', 'Delivery', [
      ['PENDING', '待送', 'Pending', 'default'],
      ['DELIVERED', '已送达', 'Delivered', 'success'],
      ['REFUSED', '被拒收', 'Refused', 'error'],
    ]),
    dictionary('fba_pod_state', 'POD 状态', 'POD', [
      ['EXPECTED', '待提供', 'Expected', 'default'],
      ['REQUESTED', '已索取', 'Requested', 'processing'],
      ['RECEIVED', '待审核', 'Received', 'processing'],
      ['VERIFIED', '已通过', 'Verified', 'success'],
      ['REJECTED', '被驳回', 'Rejected', 'error'],
      ['MISSING', '丢失', 'Missing', 'error'],
    ]),
  ]
}
