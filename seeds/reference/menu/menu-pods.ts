import { row, type Permission } from '../permission.ts'
import { plain, type MenuEntry } from './menu-entry.ts'

/** Proofs of delivery and what is printed. */
export const podMenu: MenuEntry[] = [
  plain('bill', 'pods', 'pod:pod', ['签收证明', 'Proofs of delivery'], 'file-done', {
    component: 'pods/Pods',
    buttons: ['upload', 'verify', 'request', 'bill', 'edit', 'fetch'].map(
      (action) => `pod:pod:${action}`,
    ),
  }),
  plain('bill', 'pod-carriers', 'pod:carrier', ['签收证明承运商', 'POD carriers'], 'car', {
    component: 'pods/PodCarriers',
  }),
  plain('bill', 'print-jobs', 'bill:print', ['打印数据', 'Print data'], 'printer', {
    path: '/bill/print',
    component: 'print-data/PrintData',
    buttons: ['bill:print:add', 'bill:print:print'],
  }),
]

/** Codes of proofs, in the words of the permission screen. */
export const podPermissions: readonly Permission[] = [
  row('pod:pod:upload', '上传与匹配签收证明', 'Upload and match proofs of delivery'),
  row('pod:pod:verify', '审核签收证明', 'Verify and reject proofs of delivery'),
  row('pod:pod:request', '索取签收证明', 'Request proofs of delivery'),
  row('pod:pod:edit', '更换签收证明承运商', 'Change the carrier of proofs of delivery'),
  row('pod:pod:bill', '签收证明收费', 'Charge proofs of delivery'),
  row('bill:print:add', '新建打印任务', 'Put papers together for print'),
  row('bill:print:print', '打印与重印', 'Print and reprint papers'),
  row('pod:pod:fetch', '从承运商获取签收证明', 'Fetch proofs of delivery from carriers'),
]
