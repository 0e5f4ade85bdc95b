import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Words of returned parcels. */
export const returnDictionaries = (): Dictionary[] => [
  dictionary('return_state', '退件状态', 'Return status', [
    ['0', '已预报', 'Predicted', 'default'],
    ['10', '退货在途', 'In transit', 'blue'],
    ['20', '未确认', 'Unconfirmed', 'error'],
    ['25', '公共池', 'Common pool', 'warning'],
    ['28', '认领中', 'Claimed', 'warning'],
    ['30', '已签收', 'Received', 'cyan'],
    ['40', '已质检', 'Inspected', 'cyan'],
    ['50', '待指令', 'Waiting for instruction', 'warning'],
    ['60', '处理中', 'Processing', 'processing'],
    ['70', '已入库存', 'Stored', 'success'],
    ['75', '已换标', 'Relabelled', 'success'],
    ['80', '已转寄', 'Forwarded', 'success'],
    ['85', '已销毁', 'Destroyed', 'default'],
    ['88', '已退客户', 'Handed back', 'success'],
    ['90', '已关闭', 'Closed', 'default'],
    ['-10', '拒收', 'Refused', 'error'],
    ['-20', '遗失', 'Lost', 'error'],
  ]),
  dictionary('return_grade', '质检等级', 'Grade', [
    ['A', 'A 全新', 'A  new', 'success'],
    ['B', 'B 已拆封', 'B  opened', 'cyan'],
    ['C', 'C 有使用痕迹', 'C  worn', 'warning'],
    ['D', 'D 有缺陷', 'D  defective', 'error'],
    ['E', 'E 空包或错货', 'E  empty or wrong', 'error'],
  ]),
  dictionary('return_action', '退件处理', 'What is done', [
    ['restock', '重新上架', 'Restock', 'success'],
    ['relabel', '换标', 'Relabel', 'blue'],
    ['forward', '转寄', 'Forward', 'blue'],
    ['destroy', '销毁', 'Destroy', 'error'],
    ['handBack', '退还客户', 'Hand back', 'cyan'],
    ['ask', '逐件询问', 'Ask me', 'warning'],
  ]),
  dictionary('return_decided_by', '指令来源', 'Decided by', [
    ['customer', '客户', 'Customer'],
    ['staff', '客服', 'Staff'],
    ['rule', '常设指令', 'Standing instruction'],
    ['wish', '预报时的要求', 'Wish of the announcement'],
  ]),
  dictionary('return_due_step', '下一步', 'Next step', [
    ['match', '确认归属', 'Find the owner', 'error'],
    ['remind', '提醒认领', 'Remind customers', 'warning'],
    ['decideClaim', '审核认领', 'Decide the claim', 'warning'],
    ['grade', '质检', 'Inspect', 'processing'],
    ['instruct', '客户下指令', 'Customer decides', 'warning'],
    ['process', '执行指令', 'Carry out', 'processing'],
    ['destroy', '提议销毁', 'Proposed for destruction', 'error'],
  ]),
  dictionary('return_claim_state', '认领状态', 'Claim status', [
    ['1', '待审核', 'Open', 'warning'],
    ['2', '已通过', 'Approved', 'success'],
    ['3', '已驳回', 'Rejected', 'error'],
    ['4', '已撤回', 'Withdrawn', 'default'],
  ]),
  dictionary('predicted_return_state', '预报退件状态', 'Predicted return status', [
    ['0', '待到货', 'Waiting', 'processing'],
    ['1', '已到货', 'Arrived', 'success'],
    ['9', '已取消', 'Cancelled', 'default'],
  ]),
  dictionary('return_fees_from', '仓租起算', 'Storage counts from', [
    ['distribute', '确认归属之日', 'the day the owner is known'],
    ['arrival', '到仓之日', 'the day it came'],
  ]),
  dictionary('return_fee_kind', '退件费用', 'Return fee', [
    ['receive', '收货费', 'Receiving'],
    ['restock', '上架费', 'Restocking'],
    ['relabel', '换标费', 'Relabelling'],
    ['forward', '转寄操作费', 'Forwarding'],
    ['destroy', '销毁费', 'Destruction'],
    ['handBack', '退还费', 'Handing back'],
    ['storage', '仓储费', 'Storage'],
  ]),
]
