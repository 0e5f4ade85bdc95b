export { HandoverPart } from './handover-part.tsx'
