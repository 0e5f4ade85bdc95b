import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Carriers' bills and disputes. */
export const billDictionaries = (): Dictionary[] => [
  dictionary('bill_code', '账单核对结果', 'Result of a bill line', [
    ['M0', 'M0 一致', 'M0 Equal', 'success'],
    ['M1', 'M1 容差内', 'M1 Within tolerance', 'success'],
    ['D1', 'D1 多收', 'D1 Too much', 'error'],
    ['D2', 'D2 少收', 'D2 Too little', 'warning'],
    ['D3', 'D3 重量不符', 'D3 Weight', 'error'],
    ['D4', 'D4 分区不符', 'D4 Zone', 'error'],
    ['D5', 'D5 服务不符', 'D5 Service', 'error'],
    ['D6', 'D6 未知附加费', 'D6 Unknown surcharge', 'error'],
    ['D7', 'D7 重复收费', 'D7 Duplicate', 'error'],
    ['D8', 'D8 找不到包裹', 'D8 No parcel', 'error'],
    ['D9', 'D9 已取消或作废', 'D9 Cancelled or void', 'error'],
    ['D10', 'D10 更正', 'D10 Correction', 'warning'],
    ['D11', 'D11 币种不符', 'D11 Currency', 'error'],
    ['N0', '单号已被表格软件损坏', 'Number damaged by a spreadsheet', 'error'],
  ]),
  dictionary('bill_line_state', '账单行状态', 'Bill line state', [
    ['new', '待核对', 'To be compared', 'default'],
    ['open', '待处理', 'Open', 'warning'],
    ['fits', '相符', 'Fits', 'success'],
    ['accepted', '已接受', 'Accepted', 'success'],
    ['disputed', '争议中', 'Disputed', 'processing'],
    ['rebilled', '已向客户转收', 'Rebilled', 'blue'],
    ['writtenOff', '已核销', 'Written off', 'default'],
    ['credited', '已获退款', 'Credited', 'success'],
  ]),
  dictionary('bill_run_state', '对账状态', 'State of a bill', [
    ['draft', '试读', 'Dry run', 'default'],
    ['reading', '读取中', 'Reading', 'processing'],
    ['matching', '匹配中', 'Matching', 'processing'],
    ['comparing', '核对中', 'Comparing', 'processing'],
    ['matched', '已核对', 'Compared', 'success'],
    ['posting', '过账中', 'Posting', 'processing'],
    ['failed', '中断', 'Interrupted', 'error'],
  ]),
  dictionary('dispute_state', '争议状态', 'Dispute state', [
    ['draft', '待提交', 'To be sent', 'warning'],
    ['sent', '已提交', 'Sent', 'processing'],
    ['answered', '已答复', 'Answered', 'blue'],
    ['settled', '已退款', 'Credited', 'success'],
    ['rejected', '已驳回', 'Rejected', 'error'],
    ['withdrawn', '已撤回', 'Withdrawn', 'default'],
  ]),
]
