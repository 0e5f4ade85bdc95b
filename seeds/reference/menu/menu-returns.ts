import { folder, plain, screen, type MenuEntry } from './menu-entry.ts'

/** Returned parcels: received, given to their owners, decided about, handled. */
export const returnsMenu: MenuEntry = folder('returns', ['退件', 'Returns'], 'rollback', [
  screen(
    'returns.mine',
    ['我的退件', 'My returns'],
    '/returns/mine',
    'return-tracks/MyReturns',
    'inbox',
    ['ret:my:list'],
    { buttons: ['ret:my:instruct', 'ret:my:export'] },
  ),
  plain('returns', 'common-returns', 'ret:common', ['公共池', 'Common returns'], 'team', {
    path: '/returns/common',
    component: 'return-tracks/CommonReturns',
    buttons: ['ret:common:claim'],
  }),
  plain('returns', 'return-claims', 'ret:claim', ['认领', 'Claims'], 'audit', {
    path: '/returns/claims',
    component: 'return-claims/ReturnClaims',
    buttons: ['ret:claim:decide'],
  }),
  screen(
    'returns.cases',
    ['工单', 'Cases'],
    '/returns/cases',
    'cases/Cases',
    'message',
    ['ret:case:list'],
    {
      buttons: [
        'ret:case:add',
        'ret:case:comment',
        'ret:case:handle',
        'ret:case:note',
        'ret:case:export',
      ],
    },
  ),
  screen(
    'returns.attachments',
    ['附件', 'Attachments'],
    '/returns/attachments',
    'attachments/Attachments',
    'folder',
    ['ret:attach:list'],
    { buttons: ['ret:attach:add', 'ret:attach:edit', 'ret:attach:delete'] },
  ),
  screen(
    'returns.unconfirmed',
    ['未确认退件', 'Unconfirmed returns'],
    '/returns/unconfirmed',
    'return-tracks/UnconfirmedReturns',
    'question-circle',
    ['ret:unconf:list'],
    {
      buttons: [
        'ret:unconf:release',
        'ret:unconf:refuse',
        'ret:unconf:export',
        'ret:track:distribute',
      ],
    },
  ),
  screen(
    'returns.station',
    ['退件收货', 'Return station'],
    '/returns/station',
    'return-tracks/ReturnStation',
    'scan',
    ['ret:scan:scan'],
  ),
  screen(
    'returns.print',
    ['扫描打印', 'Scan and print'],
    '/returns/print',
    'return-tracks/ScanPrint',
    'printer',
    ['ret:print:scan'],
  ),
  plain('returns', 'predicted-returns', 'ret:pred', ['预报退件', 'Predicted returns'], 'schedule', {
    path: '/returns/predicted',
    component: 'return-tracks/PredictedReturns',
  }),
  plain(
    'returns',
    'return-rules',
    'ret:rule',
    ['常设指令', 'Standing instructions'],
    'ordered-list',
    {
      path: '/returns/rules',
      component: 'return-terms/ReturnRules',
    },
  ),
  plain(
    'returns',
    'return-configs',
    'ret:config',
    ['账户与设置', 'Accounts and config'],
    'setting',
    {
      path: '/returns/config',
      component: 'return-terms/ReturnConfigs',
    },
  ),
  screen(
    'returns.mailbox',
    ['工单邮箱', 'Case mailbox'],
    '/returns/mailbox',
    'cases/CaseMailbox',
    'mail',
    ['ret:mailbox:edit'],
  ),
  plain('returns', 'canned-replies', 'ret:canned', ['快捷回复', 'Canned replies'], 'form', {
    path: '/returns/canned-replies',
  }),
  plain('returns', 'case-terms', 'ret:caseterm', ['工单时限', 'Case terms'], 'history', {
    path: '/returns/case-terms',
  }),
  screen(
    'returns.printSets',
    ['打印设置', 'Print sets'],
    '/returns/print-sets',
    'print-sets/PrintSets',
    'printer',
    ['sys:print:list'],
    { granted: 'elsewhere' },
  ),
])
