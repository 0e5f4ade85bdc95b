import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** Accounts of customers and what was posted to them, for staff. */
export const moneyEntries: readonly MenuEntry[] = [
  screen(
    'accounting.accounts',
    ['客户账户', 'Accounts'],
    '/accounting/accounts',
    'accounts/Accounts',
    'wallet',
    ['acc:account:list'],
    {
      buttons: [
        'acc:account:export',
        'acc:account:credit',
        'acc:account:freeze',
        'acc:account:adjust',
        'acc:account:transfer',
        'acc:account:reconcile',
        'acc:account:month',
      ],
    },
  ),
  screen(
    'accounting.requests',
    ['待复核申请', 'Requests for approval'],
    '/accounting/requests',
    'accounts/Accounts',
    'audit',
    ['acc:request:list'],
    { buttons: ['acc:request:export', 'acc:request:approve'] },
  ),
  screen(
    'accounting.trades',
    ['交易明细', 'Trade details'],
    '/accounting/trades',
    'trades/Trades',
    'profile',
    ['acc:trade:list'],
    {
      buttons: [
        'acc:trade:export',
        'acc:trade:answer',
        'acc:trade:reverse',
        'acc:trade:rerate',
        'acc:trade:goodwill',
      ],
    },
  ),
]

/** The same for a customer: their own. */
export const myMoneyMenu: MenuEntry = {
  ...folder('money', ['资金', 'Money'], 'wallet', [
    screen(
      'shipment.account',
      ['我的账户', 'My account'],
      '/shipment/payment-accounts',
      'accounts/MyAccount',
      'wallet',
      ['pay:account:list'],
      { buttons: ['pay:account:export', 'pay:account:alarm'], forCustomers: true },
    ),
    screen(
      'shipment.trades',
      ['我的交易明细', 'My trade details'],
      '/shipment/trades',
      'trades/MyTrades',
      'profile',
      ['pay:trade:list'],
      { buttons: ['pay:trade:export', 'pay:trade:ask'], forCustomers: true },
    ),
    screen(
      'shipment.invoices',
      ['我的发票', 'My invoices'],
      '/shipment/invoices',
      'invoices/MyInvoices',
      'file-text',
      ['pay:invoice:list'],
      { buttons: ['pay:invoice:export'], forCustomers: true },
    ),
    screen(
      'shipment.cod',
      ['我的代收货款', 'My cash on delivery'],
      '/shipment/cod',
      'cod/MyCod',
      'money-collect',
      ['pay:cod:list'],
      { buttons: ['pay:cod:export'], forCustomers: true },
    ),
    screen(
      'shipment.recharges',
      ['我的充值', 'My recharges'],
      '/shipment/recharges',
      'recharges/MyRecharges',
      'wallet',
      ['pay:recharge:list'],
      { buttons: ['pay:recharge:add', 'pay:recharge:export'], forCustomers: true },
    ),
  ]),
  component: 'layouts/TabLayout',
}
