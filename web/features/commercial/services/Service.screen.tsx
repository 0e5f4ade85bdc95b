import { useParams } from 'react-router'
import { SetUpPage } from './set-up/set-up-page.tsx'
import { ServiceDesk } from './service-desk.tsx'
import './services.css'

/** Everything that makes one service, or the way to a new one. */
export default function Service() {
  const { id = '' } = useParams()
  return id === 'new' ? <SetUpPage /> : <ServiceDesk key={id} id={id} />
}
