import { folder, plain, screen, type MenuEntry } from './menu-entry.ts'
import { moneyEntries } from './menu-money.ts'

const monthEnd = (
  key: string,
  perm: string,
  texts: readonly [string, string],
  name: string,
  icon: string,
  buttons: readonly string[] = [],
): MenuEntry =>
  screen(
    `accounting.${key}`,
    texts,
    `/accounting/${key}`,
    `month-end/${name}`,
    icon,
    [`acc:${perm}:list`],
    { buttons: [`acc:${perm}:export`, ...buttons] },
  )

/** The lists of a month's end. */
const monthEndMenu: MenuEntry[] = [
  monthEnd('vat-return', 'vatreturn', ['增值税申报', 'VAT return'], 'VatReturn', 'file-text'),
  monthEnd('ec-sales', 'ecsales', ['欧盟销售清单', 'EC sales list'], 'EcSales', 'file-text'),
  monthEnd(
    'trial-balance',
    'trialbalance',
    ['试算平衡表', 'Trial balance'],
    'TrialBalance',
    'account-book',
  ),
  monthEnd('open-items', 'openitems', ['未清项', 'Open items'], 'OpenItems', 'file-text'),
  monthEnd(
    'revaluations',
    'revaluation',
    ['外币重估', 'Currency revaluation'],
    'Revaluations',
    'dollar',
    ['acc:revaluation:post'],
  ),
]

/** What customers have with us, where they pay, and what they have paid. */
export const accountingMenu: MenuEntry = folder(
  'accounting',
  ['财务', 'Accounting'],
  'account-book',
  [
    ...moneyEntries,
    plain(
      'accounting',
      'payment-accounts',
      'acc:payacct',
      ['收款账户', 'Payment accounts'],
      'credit-card',
      { component: 'payment-accounts/PaymentAccounts', buttons: ['acc:account:charge'] },
    ),
    screen(
      'accounting.recharges',
      ['充值管理', 'Recharges'],
      '/accounting/recharges',
      'recharges/Recharges',
      'wallet',
      ['acc:recharge:list'],
      {
        buttons: ['export', 'add', 'confirm', 'refund', 'import', 'limit'].map(
          (one) => `acc:recharge:${one}`,
        ),
      },
    ),
    screen(
      'accounting.online-payments',
      ['在线支付', 'Online payments'],
      '/accounting/online-payments',
      'recharges/OnlinePayments',
      'credit-card',
      ['acc:recharge:list'],
      { entity: 'payment-events' },
    ),
    screen(
      'accounting.bank-lines',
      ['银行流水', 'Bank lines'],
      '/accounting/bank-lines',
      'bank-lines/BankLines',
      'bank',
      ['acc:bankline:list'],
      { entity: 'bank-lines', buttons: ['acc:bankline:match'] },
    ),
    screen(
      'accounting.cod',
      ['代收货款', 'Cash on delivery'],
      '/accounting/cod',
      'cod/Cod',
      'money-collect',
      ['acc:cod:list'],
      {
        buttons: ['export', 'import', 'decide', 'payout', 'bank', 'setting'].map(
          (one) => `acc:cod:${one}`,
        ),
      },
    ),
    screen(
      'accounting.charging',
      ['订单扣费', 'Charging of orders'],
      '/accounting/charging',
      'charging/Charging',
      'dollar',
      ['acc:charging:edit'],
    ),
    screen(
      'accounting.invoices',
      ['发票', 'Invoices'],
      '/accounting/invoices',
      'invoices/Invoices',
      'file-text',
      ['acc:invoice:list'],
      {
        buttons: ['export', 'issue', 'send', 'apply', 'credit', 'settle'].map(
          (one) => `acc:invoice:${one}`,
        ),
      },
    ),
    screen(
      'accounting.month-end',
      ['月末开票', "Month's end"],
      '/accounting/month-end',
      'invoices/MonthEnd',
      'calendar',
      ['acc:invoice:draft'],
    ),
    screen(
      'accounting.dunning',
      ['催款', 'Dunning'],
      '/accounting/dunning',
      'invoices/Dunning',
      'notification',
      ['acc:invoice:dun'],
    ),
    screen(
      'accounting.dunning-letters',
      ['催款函', 'Dunning letters'],
      '/accounting/dunning-letters',
      'invoices/DunningLetters',
      'mail',
      ['acc:dunning:list'],
      { entity: 'dunning-letters', buttons: ['acc:dunning:export'] },
    ),
    screen(
      'accounting.invoice-settings',
      ['开票设置', 'Invoice settings'],
      '/accounting/invoice-settings',
      'invoices/InvoiceSettings',
      'setting',
      ['acc:invoice:setting'],
    ),
    screen(
      'accounting.accounting-export',
      ['会计导出', 'Accounting export'],
      '/accounting/accounting-export',
      'accounting-export/AccountingExport',
      'export',
      ['acc:export:list'],
      { buttons: ['acc:export:file', 'acc:export:setting'] },
    ),
    ...monthEndMenu,
    plain('accounting', 'tax-rates', 'acc:taxrate', ['税率', 'Tax rates'], 'dollar'),
  ],
)
