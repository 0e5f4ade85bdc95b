export { OpenHint } from './open-hint.tsx'
export { DepotAddress } from './depot-address.tsx'
