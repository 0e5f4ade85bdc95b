export { useReceiveFees } from './action-fees.tsx'
