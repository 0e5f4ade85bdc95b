import { useValue } from '../../../../../kit/form/form-values.ts'
import type { Entry } from '../../../../../kit/form/use-entry.tsx'
import { PostcodeNote } from '../../../../parties/addresses/index.ts'
import type { AddressDraft, Draft } from '../draft/draft.ts'

/** What a party's postal code suggests for its town; below the fields. */
export function PartyPostcode({
  entry: { form, edit },
  of,
}: {
  entry: Entry<Draft>
  of: 'sender' | 'consignee'
}) {
  const address = useValue(form, of) as AddressDraft | null | undefined
  if (!address) return null
  const { country, postalCode, city, state } = address
  return (
    <PostcodeNote
      country={country}
      postalCode={postalCode}
      city={city}
      state={state}
      onTake={(place) =>
        edit((now) => {
          const party = now[of]
          return party ? { ...now, [of]: { ...party, ...place } } : now
        })
      }
    />
  )
}
