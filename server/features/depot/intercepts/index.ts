export { interceptCalls } from './calls.ts'
export {
  openIntercept,
  openInterceptOf,
  releaseTo,
  setApart,
  takeApart,
  type Intercept,
} from './intercepts.ts'
