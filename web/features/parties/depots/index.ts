export { OpenHint } from './open-hint.tsx'
