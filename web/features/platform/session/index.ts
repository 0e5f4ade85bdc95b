export { SignIn } from './sign-in.tsx'

export { onThirdSignIn, thirdWindow } from './third-window.ts'
