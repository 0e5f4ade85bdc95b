export { SignIn } from './sign-in.tsx'
export { useEnter, type Enter } from './enter.tsx'
