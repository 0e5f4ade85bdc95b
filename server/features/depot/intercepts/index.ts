export { interceptCalls } from './calls.ts'
export {
  openIntercept,
  liesApart,
  openInterceptOf,
  releaseTo,
  setApart,
  takeApart,
  whyApart,
  type Intercept,
} from './intercepts.ts'
