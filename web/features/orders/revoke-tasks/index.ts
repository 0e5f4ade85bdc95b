export { RevokeBox } from './revoke-box.tsx'
