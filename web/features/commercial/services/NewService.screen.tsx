import { SetUpPage } from './set-up/set-up-page.tsx'
import './services.css'

/** The way to a new service. */
export default function NewService() {
  return <SetUpPage />
}
