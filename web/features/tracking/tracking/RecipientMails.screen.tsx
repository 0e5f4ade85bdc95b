import { recipientMails } from '#contracts/tracking/parcel-pages.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'

/** What each customer lets us write to those its parcels go to. */
export default function RecipientMails() {
  return <ResourceScreen of={recipientMails} />
}
