export { channelCalls } from './calls.ts'
export { channelHooks } from './channel-hooks.ts'
