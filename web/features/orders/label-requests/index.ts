export { LabelRequestBox } from './label-request-box.tsx'
