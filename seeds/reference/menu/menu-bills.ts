import { row, type Permission } from '../permission.ts'
import { screen, type MenuEntry } from './menu-entry.ts'

/** Carriers' bills: compared, decided on, disputed. */
export const billMenu: MenuEntry[] = [
  screen(
    'bill.matching',
    ['自动对账', 'Auto matching'],
    '/bill/matching',
    'bills/Matching',
    'file-sync',
    ['bill:match:list'],
    {
      buttons: ['export', 'add', 'edit', 'accept', 'post'].map((one) => `bill:match:${one}`),
    },
  ),
  screen(
    'bill.lines',
    ['账单数据', 'Bill data'],
    '/bill/lines',
    'bills/BillLines',
    'profile',
    ['bill:data:list', 'bill:dispute:list'],
    {
      buttons: [
        'bill:data:export',
        'bill:data:decide',
        'bill:data:rebill',
        'bill:dispute:export',
        'bill:dispute:edit',
      ],
    },
  ),
]

/** Codes of bills, in the words of the permission screen. */
export const billPermissions: readonly Permission[] = [
  row('bill:match:list', '查询承运商账单', "See carriers' bills"),
  row('bill:match:export', '导出承运商账单', "Export carriers' bills"),
  row('bill:match:add', '导入承运商账单', "Import carriers' bills"),
  row('bill:match:edit', '对账设置与重新对账', 'Set up and repeat the comparison of bills'),
  row('bill:match:accept', '批量接受与争议', 'Accept and dispute bills in bulk'),
  row('bill:match:post', '账单过账', "Post carriers' bills"),
  row('bill:data:list', '查询账单行', 'See bill lines'),
  row('bill:data:export', '导出账单行', 'Export bill lines'),
  row('bill:data:decide', '处理账单行', 'Decide on bill lines'),
  row('bill:data:rebill', '向客户转收', 'Rebill lines to customers'),
  row('bill:dispute:list', '查询争议', 'See disputes'),
  row('bill:dispute:export', '导出争议', 'Export disputes'),
  row('bill:dispute:edit', '处理争议', 'Work on disputes'),
]
