export { interceptCalls } from './calls.ts'
export { openIntercept, setApart, takeApart } from './intercepts.ts'
