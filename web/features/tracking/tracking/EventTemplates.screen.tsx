import { eventTemplates } from '#contracts/tracking/event-templates.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { AddEventsButton } from './events/add-events-button.tsx'
import { SubSelect } from './sub-select.tsx'
import './tracking.css'

/** Events with their words in both languages, and the way to put one on many parcels. */
export default function EventTemplates() {
  return (
    <ResourceScreen
      of={eventTemplates}
      inputs={{ sub: (props) => <SubSelect {...props} /> }}
      toolbar={() => <AddEventsButton target={{ kind: 'nos' }} />}
      actions={(selection) => {
        const [only, ...others] = selection.rows
        return only?.enabled && others.length === 0 ? (
          <AddEventsButton target={{ kind: 'nos' }} templateId={only.id} />
        ) : null
      }}
    />
  )
}
