export { fileCalls } from './calls.ts'
export { storePicture } from './upload.ts'
