import { useParams } from 'react-router'
import { ServiceDesk } from './service-desk.tsx'
import './services.css'

/** Everything that makes one service. */
export default function Service() {
  const { id = '' } = useParams()
  return <ServiceDesk key={id} id={id} />
}
