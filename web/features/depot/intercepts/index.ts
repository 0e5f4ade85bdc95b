export { StopOnArrival } from './stop-on-arrival.tsx'
