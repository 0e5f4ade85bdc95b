'use strict'

/**
 * The areas, lowest first, and the features of each in the order in which they may call: a feature
 * calls those before it in its area and all areas below. What happens above reaches down by events,
 * or through a port the lower area declares and app.ts fills. A new feature is put in its place
 * here, or the check fails.
 */
const areas = [
  [
    'platform',
    [
      'files',
      'dictionaries',
      'messages',
      'user-settings',
      'saved-views',
      'session',
      'roles',
      'rules',
      'users',
      'tenants',
      'departments',
      'account',
      'identity',
      'logs',
      'gateway-routes',
      'scheduled-jobs',
      'categories',
      'countries',
      'print-sets',
      'permissions',
      'notices',
      'api-docs',
    ],
  ],
  [
    'parties',
    ['company', 'addresses', 'consignees', 'shippers', 'suppliers', 'depots', 'user-depots'],
  ],
  [
    'money',
    [
      'tax',
      'ledger',
      'accounts',
      'payment-accounts',
      'recharges',
      'cod',
      'invoices',
      'accounting-export',
      'month-end',
    ],
  ],
  [
    'commercial',
    ['rating', 'prices', 'numbers', 'routing', 'zones', 'label-templates', 'services'],
  ],
  [
    'orders',
    [
      'customs',
      'stock',
      'label-sources',
      'shipments',
      'charging',
      'order-cod',
      'shipper-merges',
      'price-trials',
      'service-choices',
      'shipment-imports',
      'labels',
      'revoke-tasks',
      'label-requests',
      'channels',
      'documents',
      'fba',
      'waves',
      'order-tasks',
    ],
  ],
  ['carriers', ['carriers', 'carrier-labels']],
  ['tracking', ['tracking']],
  [
    'depot',
    [
      'scans',
      'intercepts',
      'predicted',
      'inbound',
      'batch-in',
      'predicted-shipments',
      'sorting',
      'packages',
      'outbound',
      'outbound-tracks',
      'waybills',
      'fba-waybills',
      'handhelds',
      'depot-use',
    ],
  ],
  ['billing', ['bills', 'pods', 'print-data']],
  ['returns', ['return-terms', 'return-tracks', 'return-claims', 'cases']],
  [
    'insight',
    [
      'address-usage',
      'earnings',
      'dashboards',
      'data-sources',
      'reports',
      'quick-search',
      'monitoring',
    ],
  ],
]

module.exports = areas
