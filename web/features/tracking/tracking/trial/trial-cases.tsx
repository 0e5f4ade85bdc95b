import { Button } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import { testTrack } from '#contracts/tracking/test-track.ts'
import { useApi } from '../../../../kit/http/query.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../../kit/platform/empty.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

type Case = Out<typeof testTrack.cases>[number]

/** Payloads that were kept, to see what they are read as now. */
export function TrialCases({ onTake }: { onTake: (one: Case) => void }) {
  const t = useT('test-track')
  const confirm = useConfirm()
  const found = useApi(testTrack.cases, {})
  const forget = useAction(testTrack.forget)
  const remove = async ({ id, name }: Case) => {
    const sure = await confirm({
      title: t('forget.title', { name }),
      ok: t('forget'),
      danger: true,
    })
    if (sure !== null) await forget.run({ id })
  }
  return (
    <section>
      <h2>{t('cases')}</h2>
      {found.error && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {found.data?.length === 0 && <p className="trk-soft">{t('cases.none')}</p>}
      <ul className="trk-changes">
        {(found.data ?? []).map((one) => (
          <li key={one.id}>
            <strong>{one.name}</strong>{' '}
            <span className="trk-soft">{t(`courier.${one.courier}`)}</span>{' '}
            <Button size="small" onClick={() => onTake(one)}>
              {t('cases.compare')}
            </Button>{' '}
            <Button size="small" danger onClick={() => void remove(one)}>
              {t('forget')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
