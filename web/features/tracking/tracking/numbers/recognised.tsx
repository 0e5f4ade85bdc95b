import { Button } from 'antd'
import { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { useT } from '../../../../kit/text/i18n.ts'

/** Whose a number may be, the likeliest first; a press takes it. */
export function Recognised({
  trackNo,
  onPick,
}: {
  trackNo: string
  onPick: (courier: string) => void
}) {
  const t = useT('delivery-numbers')
  const asked = useDebouncedValue(trackNo.trim())
  const found = useApi(
    deliveryNumbers.recognise,
    { trackNo: asked },
    { enabled: asked.length >= 4, quiet: true, staleTime: 60_000 },
  )
  if (!found.data || asked.length < 4) return null
  if (found.data.length === 0) return <p className="trk-soft">{t('recognised.none')}</p>
  return (
    <div>
      <p className="trk-soft">{t('recognised')}</p>
      <ul className="trk-recognised">
        {found.data.map(({ courier, carrier, format, confidence }) => (
          <li key={`${courier ?? ''}/${carrier}`}>
            {courier === null ? (
              t('recognised.other', { carrier: format ?? carrier })
            ) : (
              <Button size="small" onClick={() => onPick(courier)}>
                {courier}
              </Button>
            )}{' '}
            <span className="trk-soft">{t(`confidence.${confidence}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
