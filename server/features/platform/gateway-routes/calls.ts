import { gatewayRoutes } from '#contracts/platform/operations/gateway-routes.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { forgetRoutes } from './proxy.ts'
import {
  addRoute,
  copyRoute,
  deleteRoute,
  diffRoutes,
  editRoute,
  listBin,
  listRoutes,
  publishRoutes,
  purgeRoutes,
  restoreRoutes,
  updateAll,
} from './routes.ts'

export function gatewayRouteCalls() {
  return bindEndpoints(gatewayRoutes, {
    list: listRoutes,
    updateAll,
    add: addRoute,
    edit: editRoute,
    copy: copyRoute,
    delete: deleteRoute,
    bin: listBin,
    restore: restoreRoutes,
    purge: purgeRoutes,
    diff: diffRoutes,
    publish: async (ctx: Ctx) => {
      const done = await publishRoutes(ctx)
      forgetRoutes(ctx)
      return done
    },
    clearRedis: (ctx: Ctx) => {
      forgetRoutes(ctx)
      return Promise.resolve(null)
    },
  })
}
