export { SignIn } from './sign-in.tsx'
export { useEnter, type Enter } from './enter.tsx'
export { onThirdSignIn, thirdWindow } from './third-window.ts'
