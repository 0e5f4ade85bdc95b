import { Button } from 'antd'
import { useState } from 'react'
import { outPackages } from '#contracts/depot/packages.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { play } from '../../../kit/scan/sounds.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { Counters, useScanBox } from '../scans/index.ts'

/** A blind count: what the list has is not on the screen, nor in the answer it is drawn from. */
export function Recount({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useT('packages')
  const box = useScanBox()
  const [nos, setNos] = useState<readonly string[]>([])
  const { data: bag } = useApi(outPackages.queryById, { id, blind: '1' })
  const recount = useAction(outPackages.recount, { success: false })
  const [found, setFound] = useState<Awaited<ReturnType<typeof recount.run>> | null>(null)
  const add = (no: string) => {
    play(nos.includes(no) ? 'warning' : 'ok')
    setNos((now) => (now.includes(no) ? now : [...now, no]))
  }
  useScanner(add, found === null)
  const result = found?.ok ? found.result : null
  return (
    <div className="wh-station">
      <PageHeader title={t('recount.title', { no: bag?.no ?? '' })}>
        <SoundSwitch />
      </PageHeader>
      <p>{t('recount.hint')}</p>
      <Counters figures={[{ label: t('recount.counted'), value: nos.length }]} />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput
            onScan={add}
            disabled={result !== null}
            placeholder={t('recount.placeholder')}
          />
        </div>
        {result === null && (
          <Button
            size="large"
            type="primary"
            loading={recount.busy}
            onClick={() => void recount.run({ id, nos: [...nos] }).then(setFound)}
          >
            {t('recount.finish')}
          </Button>
        )}
        <Button size="large" onClick={onBack}>
          {t('recount.back')}
        </Button>
      </div>
      {result && (
        <section className="wh-panel" role="status">
          <h2>
            <StatusTag tone={result.fits ? 'done' : 'bad'}>
              {result.fits ? t('recount.fits', { count: result.counted }) : t('recount.off')}
            </StatusTag>
          </h2>
          {result.missing.length > 0 && (
            <p>{t('recount.missing', { nos: result.missing.join(', ') })}</p>
          )}
          {result.extra.length > 0 && <p>{t('recount.extra', { nos: result.extra.join(', ') })}</p>}
        </section>
      )}
    </div>
  )
}
