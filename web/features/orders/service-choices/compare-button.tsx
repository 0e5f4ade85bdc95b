import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { CompareServices, type CompareQuestion } from './compare-services.tsx'

/** Leads to all services for a shipment; `onChoose` gets the one that is taken. */
export default function CompareButton({
  question,
  chosen,
  onChoose,
}: {
  question: CompareQuestion
  chosen: string | null
  onChoose: (serviceId: string) => void
}) {
  const t = useT('service-choices')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button block onClick={() => setOpen(true)}>
        {t('compare')}
      </Button>
      {open && (
        <CompareServices
          question={question}
          chosen={chosen}
          onChoose={({ id }) => {
            setOpen(false)
            onChoose(id)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
