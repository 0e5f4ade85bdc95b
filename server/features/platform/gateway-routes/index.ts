export { gatewayRouteCalls } from './calls.ts'
export { proxyRoutes } from './proxy.ts'
export { routePaths } from './api-paths.ts'
