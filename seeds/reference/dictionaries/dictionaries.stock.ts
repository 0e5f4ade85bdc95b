import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Words of stock: places, movements, notices, counts, waves and the state of orders. */
export const stockDictionaries = (): Dictionary[] => [
  dictionary('stock_place_kind', '库位类型', 'Kind of place', [
    ['1', '收货区', 'Receiving'],
    ['2', '货架', 'Shelf'],
    ['3', '托盘位', 'Pallet'],
    ['4', '地面', 'Floor'],
    ['5', '退货区', 'Returns'],
  ]),
  dictionary('stock_entry_kind', '库存流水类型', 'Stock movement', [
    ['in', '入库', 'In', 'success'],
    ['reserved', '占用', 'Reserved', 'processing'],
    ['picked', '拣货', 'Picked', 'processing'],
    ['out', '出库', 'Out', 'blue'],
    ['adjusted', '调整', 'Adjusted', 'warning'],
    ['returned', '退回', 'Returned', 'cyan'],
  ]),
  dictionary('stock_ref_kind', '库存流水来源', 'Stock movement for', [
    ['opening', '期初', 'Opening balance'],
    ['notice', '入库单', 'Goods-in'],
    ['count', '盘点', 'Count'],
    ['order', '订单', 'Order'],
    ['return', '退件', 'Return'],
  ]),
  dictionary('stock_notice_status', '入库单状态', 'Goods-in status', [
    ['1', '草稿', 'Draft', 'default'],
    ['2', '已预报', 'Announced', 'processing'],
    ['3', '收货中', 'Receiving', 'cyan'],
    ['4', '已关闭', 'Closed', 'success'],
  ]),
  dictionary('stock_count_status', '盘点状态', 'Count status', [
    ['1', '盘点中', 'Counting', 'processing'],
    ['2', '待审批', 'To be approved', 'warning'],
    ['3', '已完成', 'Done', 'success'],
    ['4', '已作废', 'Dropped', 'default'],
  ]),
  dictionary('stock_wave_status', '波次状态', 'Wave status', [
    ['1', '拣货中', 'Picking', 'processing'],
    ['2', '已完成', 'Closed', 'success'],
    ['3', '已取消', 'Dropped', 'default'],
  ]),
  dictionary('stock_state', '库存状态', 'Stock state', [
    ['none', '未占用', 'None', 'default'],
    ['short', '部分缺货', 'Short', 'error'],
    ['backOrder', '等货', 'Back-order', 'warning'],
    ['reserved', '已占用', 'Reserved', 'processing'],
    ['picking', '拣货中', 'Picking', 'cyan'],
    ['picked', '已拣货', 'Picked', 'blue'],
    ['shipped', '已出库', 'Shipped', 'success'],
  ]),
]
