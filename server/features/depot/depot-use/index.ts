export { depotUseCalls, refuseUsedDepot } from './depot-use.ts'
