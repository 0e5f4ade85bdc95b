export { interceptCalls } from './calls.ts'
export {
  openIntercept,
  openInterceptOf,
  releaseTo,
  setApart,
  takeApart,
  whyApart,
  type Intercept,
} from './intercepts.ts'
