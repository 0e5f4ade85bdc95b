export { OwnBalances } from './own-balances.tsx'
export { WaitingChanges } from './waiting-changes.tsx'
