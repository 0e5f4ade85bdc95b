export { gatewayRouteCalls } from './calls.ts'
export { proxyRoutes } from './proxy.ts'
