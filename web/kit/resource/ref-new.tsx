import { useT } from '../text/i18n.ts'
import type { NewRecordProps } from '../form/choices/new-record.ts'
import FormDrawer from './resource-form-drawer.tsx'

/** A new row of another resource, made from within a form that needs it. */
export default function RefNew({ of, onClose, onSaved }: NewRecordProps) {
  const t = useT(of.name)
  return (
    // React lets events rise through its tree, not the page's: this form's sending must not send
    // the one around it.
    <span
      onSubmit={(event) => event.stopPropagation()}
      onReset={(event) => event.stopPropagation()}
      onBlur={(event) => event.stopPropagation()}
    >
      <FormDrawer
        of={of}
        t={t}
        id={null}
        single
        onClose={onClose}
        onSaved={(row) => {
          if (typeof row.id === 'string') onSaved(row.id)
        }}
      />
    </span>
  )
}
