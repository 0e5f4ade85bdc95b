import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Proofs of delivery. */
export const podDictionaries = (): Dictionary[] => [
  dictionary('pod_carrier_kind', '签收证明类型', 'Kind of POD carrier', [
    ['PARCEL', '快递', 'Parcels'],
    ['TRUCK', '卡车', 'Trucks'],
  ]),
  dictionary('pod_state', '签收证明状态', 'State of proofs of delivery', [
    ['EXPECTED', '待提供', 'Expected', 'default'],
    ['REQUESTED', '已索取', 'Requested', 'processing'],
    ['RECEIVED', '待审核', 'Received', 'warning'],
    ['VERIFIED', '已通过', 'Verified', 'success'],
    ['REJECTED', '被驳回', 'Rejected', 'error'],
    ['MISSING', '缺失', 'Missing', 'error'],
    ['BILLED', '已收费', 'Charged', 'success'],
  ]),
  dictionary('print_kind', '打印内容', 'Papers to print', [
    ['pods', '签收证明', 'Proofs of delivery'],
    ['invoices', '发票', 'Invoices'],
    ['statements', '对账单', 'Statements'],
    ['manifests', '交接单', 'Manifests'],
  ]),
  dictionary('print_state', '打印状态', 'State of prints', [
    ['MAKING', '生成中', 'Being made', 'processing'],
    ['READY', '待打印', 'Ready', 'warning'],
    ['PRINTED', '已打印', 'Printed', 'success'],
    ['FAILED', '失败', 'Failed', 'error'],
  ]),
  dictionary('pod_source', '签收证明来源', 'Source of proofs of delivery', [
    ['upload', '上传', 'Upload'],
    ['order', '订单', 'Order'],
    ['carrier', '承运商接口', 'Carrier'],
  ]),
]
