import { folder, screen, type MenuEntry } from './menu-entry.ts'

/** What shows how the work goes. */
export const boardsMenu: MenuEntry = folder('boards', ['看板', 'Dashboards'], 'dashboard', [
  screen(
    'boards.workplace',
    ['工作台', 'Workplace'],
    '/dashboard/workplace',
    'dashboard/Workplace',
    'desktop',
    [],
    { forEveryone: true },
  ),
  screen(
    'boards.status',
    ['状态看板', 'Status board'],
    '/dashboard/status',
    'dashboards/Status',
    'appstore',
    ['dash:status:view'],
  ),
  screen(
    'boards.monitor',
    ['现场监控', 'Depot monitor'],
    '/dashboard/monitor',
    'dashboard/Monitor',
    'bar-chart',
    ['dash:monitor:view'],
  ),
  screen(
    'boards.earnings',
    ['收入与毛利', 'Revenue and margin'],
    '/dashboard/earnings',
    'earnings/Earnings',
    'account-book',
    ['dash:earnings:view'],
  ),
  screen(
    'boards.reports',
    ['报表', 'Reports'],
    '/online/report',
    'reports/Reports',
    'file-search',
    ['sys:report:run'],
  ),
  screen(
    'boards.report',
    ['运行报表', 'Report'],
    '/online/report/:id',
    'reports/Report',
    'file-search',
    ['sys:report:run'],
    { hidden: true, granted: 'elsewhere' },
  ),
])
