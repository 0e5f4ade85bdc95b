export { StopOnArrival } from './stop-on-arrival.tsx'
export { StopsOfOrder } from './stops-of-order.tsx'
