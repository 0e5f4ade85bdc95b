export { OpenCaseButton } from './open-case-button.tsx'
