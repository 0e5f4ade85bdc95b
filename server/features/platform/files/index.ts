export { fileCalls } from './calls.ts'
export { storePicture } from './upload.ts'
export { withOwners } from './file-store.ts'
export { sentFile } from './upload.ts'
