import { folder, plain, type MenuEntry } from './menu-entry.ts'

/** Where customers pay. */
export const accountingMenu: MenuEntry = folder(
  'accounting',
  ['财务', 'Accounting'],
  'account-book',
  [
    plain(
      'accounting',
      'payment-accounts',
      'acc:payacct',
      ['收款账户', 'Payment accounts'],
      'credit-card',
      { component: 'payment-accounts/PaymentAccounts', buttons: ['acc:account:charge'] },
    ),
  ],
)
