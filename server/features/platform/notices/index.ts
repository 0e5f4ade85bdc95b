export { noticeHooks } from './notice-hooks.ts'
export { noticeTitles } from './notify-sockets.ts'

export { noticeCalls } from './calls.ts'
