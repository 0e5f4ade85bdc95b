import { Workplace } from './workplace.tsx'

export default function WorkplaceScreen() {
  return <Workplace />
}
