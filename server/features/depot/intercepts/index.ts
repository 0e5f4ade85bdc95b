export { interceptCalls } from './calls.ts'
export { openIntercept, releaseTo, setApart, takeApart } from './intercepts.ts'
