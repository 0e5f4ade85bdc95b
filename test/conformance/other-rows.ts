import { z } from 'zod'
import { anything, get, type Row } from './row.ts'
import { generic, option } from './shapes.ts'

const REPORTS = 'server/features/insight/reports'
const RULES = 'server/features/platform/rules'
const LOGS = 'server/features/platform/logs'
const BOARD = 'server/features/insight/dashboards'

/** Reports, logs, checks, dashboards and the sample lists. */
export const otherRows: readonly Row[] = [
  get(
    '/online/cgreport/api/getRpColumns/{code}',
    'login',
    z.object({
      columns: z.array(z.object({ title: z.string(), dataIndex: z.string() })).min(1),
      dictOptions: z.record(z.string(), z.array(option)),
      cgRpConfigId: z.string(),
      cgRpConfigName: z.string(),
    }),
    REPORTS,
    (known) => ({ code: known.reportCode }),
  ),
  get(
    '/online/cgreport/api/getQueryInfo/{cgRpConfigId}',
    'login',
    z
      .array(
        z.object({
          label: z.string(),
          field: z.string(),
          view: z.string(),
          mode: z.enum(['single', 'group']),
        }),
      )
      .min(1),
    REPORTS,
    (known) => ({ cgRpConfigId: known.reportId }),
  ),
  get(
    '/online/cgreport/api/getData/{cgRpConfigId}',
    'login',
    z.object({ total: z.number().int(), records: z.array(z.record(z.string(), z.unknown())) }),
    REPORTS,
    (known) => ({ cgRpConfigId: known.reportId, pageNo: 1, pageSize: 10 }),
  ),

  get(
    '/sys/loginfo',
    'login',
    z.object({ totalVisitCount: z.number(), todayVisitCount: z.number(), todayIp: z.number() }),
    LOGS,
  ),
  get(
    '/sys/visitInfo',
    'login',
    z.array(z.object({ tian: z.string(), type: z.string(), visit: z.number(), ip: z.number() })),
    LOGS,
  ),
  get(
    '/sys/duplicate/check',
    'login',
    anything,
    RULES,
    (known) => ({ tableName: 'sys_user', fieldName: 'username', fieldVal: `free${known.mark}` }),
    { message: '该值可用！' },
  ),
  get('/sys/checkRule/checkByCode', 'login', anything, RULES, (known) => ({
    ruleCode: known.checkRuleCode,
    value: '2026',
  })),
  get('/rwms/dashboard/statusCount', 'perm', anything, BOARD),
  get('/rwms/dashboard/statusUnconfirmCount', 'perm', anything, BOARD),
  get('/api/user', 'perm', generic, RULES),
  get('/api/role', 'perm', generic, RULES),
  get('/api/service', 'perm', generic, RULES),
  get('/api/permission', 'perm', generic, RULES),
  get('/api/permission/no-pager', 'perm', z.array(z.record(z.string(), z.unknown())), RULES),
]
