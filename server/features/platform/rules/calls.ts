import { checkRules } from '#contracts/platform/rules/check-rules.ts'
import { fillRules } from '#contracts/platform/rules/fill-rules.ts'
import { duplicates, genericLists } from '#contracts/platform/lists/generic-lists.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { checkByCode, tryValue } from './check-rules.ts'
import { checkDuplicate } from './duplicates.ts'
import { executeRuleByCode, executeRuleByCodeBatch, testFillRule } from './fill-rules.ts'
import {
  allPermissions,
  listPermissions,
  listRoles,
  listServices,
  listUsers,
} from './generic-lists.ts'

/**
 * Rules for what is typed and for what fills itself in, whether a value is free, and the family's
 * sample lists.
 */
export function ruleCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(checkRules, { checkByCode, try: tryValue }),
    ...bindEndpoints(fillRules, { testFillRule, executeRuleByCode, executeRuleByCodeBatch }),
    ...bindEndpoints(duplicates, { check: checkDuplicate }),
    ...bindEndpoints(genericLists, {
      user: listUsers,
      role: listRoles,
      service: listServices,
      permission: listPermissions,
      permissionAll: allPermissions,
    }),
  ]
}
