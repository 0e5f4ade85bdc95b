export { RoutingOf } from './routing-of.tsx'
export { ZonesOf } from './zones-of.tsx'
