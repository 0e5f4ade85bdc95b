import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { addresses } from '#contracts/parties/addresses.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './addresses.css'

interface PostcodeNoteProps {
  country: string
  postalCode: string
  city: string
  state: string
  onTake: (place: { city?: string; state?: string }) => void
}

/** Without accents and case: as towns are compared. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim()

/** One town within another's name: "Paris 8e", "Frankfurt (Main)". */
const agrees = (typed: string, city: string): boolean =>
  plain(typed).includes(plain(city)) || plain(city).includes(plain(typed))

/**
 * What the postal code determines of town and state: proposed where they are empty, asked where they
 * differ. Nothing is changed unasked, and what was entered can always stay.
 */
export function PostcodeNote({ country, postalCode, city, state, onTake }: PostcodeNoteProps) {
  const asked = useDebouncedValue(/^[A-Z]{2}$/.test(country) ? postalCode.trim() : '')
  const known = useApi(
    addresses.postcode,
    { country, postalCode: asked },
    { enabled: asked.length >= 3 && asked.length <= 24, quiet: true, staleTime: 3_600_000 },
  )
  const [closed, setClosed] = useState('')
  const about = [country, asked, city, state].join('|')
  const places = known.data
  if (!places || asked !== postalCode.trim() || closed === about) return null
  const fits = city === '' ? [] : places.cities.filter((name) => agrees(city, name))
  const cities = fits.length > 0 ? [] : places.cities.slice(0, 6)
  const missing = state.trim() === '' ? places.state : null
  if (cities.length === 0 && (missing === null || city === '')) return null
  // Its texts come with the first proposal: the form it stands in keeps the focus meanwhile, or
  // what is typed would go nowhere.
  return (
    <Suspense>
      <Proposal
        code={asked}
        entered={city}
        cities={cities}
        state={missing}
        onTake={onTake}
        onKeep={() => setClosed(about)}
      />
    </Suspense>
  )
}

function Proposal({
  code,
  entered,
  cities,
  state,
  onTake,
  onKeep,
}: {
  code: string
  entered: string
  cities: readonly string[]
  state: string | null
  onTake: PostcodeNoteProps['onTake']
  onKeep: () => void
}) {
  const t = useT('addresses')
  const asks =
    cities.length === 0
      ? 'postcode.state'
      : entered === ''
        ? 'postcode.proposes'
        : 'postcode.differs'
  return (
    <p className="address-proposal" role="status">
      <span>{t(asks, { code, entered })}</span>
      {cities.map((city) => (
        <Button
          key={city}
          size="small"
          onClick={() => onTake({ city, ...(state ? { state } : {}) })}
        >
          {state ? `${city}, ${state}` : city}
        </Button>
      ))}
      {cities.length === 0 && state && (
        <Button size="small" onClick={() => onTake({ state })}>
          {state}
        </Button>
      )}
      <Button size="small" type="text" onClick={onKeep}>
        {t('postcode.keep')}
      </Button>
    </p>
  )
}
