export { CasesOf } from './cases-of.tsx'
export { OpenCaseButton } from './open-case-button.tsx'
