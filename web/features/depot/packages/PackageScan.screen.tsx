import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { outPackages, PACKAGE_NO, packageResult } from '#contracts/depot/packages.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { call } from '../../../kit/http/api.ts'
import { reasonOf, useNotify } from '../../../kit/http/notify.tsx'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { ScanBand } from '../../../kit/scan/scan-band.tsx'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { SoundSwitch } from '../../../kit/scan/sound-switch.tsx'
import { useScanStation } from '../../../kit/scan/use-scan-queue.ts'
import { useT } from '../../../kit/text/i18n.ts'
import {
  accepted,
  ParcelPanel,
  RecentScans,
  ScanHours,
  refused,
  useScanBox,
  useTakeOut,
} from '../scans/index.ts'
import { PackageButtons, PackageHead } from './package-detail.tsx'
import { Recount } from './recount.tsx'

const NewPackage = lazy(() => import('./new-package.tsx'))

/** Parcels into bags: a bag's number chooses it, a parcel's number puts the parcel in. */
export default function PackageScan() {
  const [params, setParams] = useAddress()
  const id = params.get('id')
  const choose = (next: string) =>
    setParams(
      (now) => {
        now.set('id', next)
        now.delete('recount')
        return now
      },
      { replace: true },
    )
  return id !== null && params.get('recount') !== null ? (
    <Recount id={id} onBack={() => choose(id)} />
  ) : (
    <Station id={id} onChoose={choose} />
  )
}

function Station({ id, onChoose }: { id: string | null; onChoose: (id: string) => void }) {
  const t = useT('packages')
  const notify = useNotify()
  const invalidate = useInvalidate()
  const box = useScanBox()
  const [adding, setAdding] = useState(false)
  const on = { enabled: id !== null, keepPrevious: true, quiet: true }
  const found = useApi(outPackages.queryById, { id: id ?? '0' }, { ...on, refetchInterval: 15_000 })
  const recent = useApi(outPackages.recent, { id: id ?? '0' }, on)
  const bag = id === null ? null : (found.data ?? null)
  const find = (no: string) =>
    void call(outPackages.find, { no }, { quiet: true }).then(
      (one) => onChoose(one.id),
      (error: unknown) => notify.failed(error),
    )
  const station = useScanStation({
    name: 'bag',
    endpoint: outPackages.scan,
    takes: (code) => {
      const isBag = PACKAGE_NO.test(code)
      if (isBag) find(code)
      else if (id === null) notify.warning(t('choose'))
      return isBag || id === null
    },
    capture: () => id ?? '',
    input: (no, captured) => ({ id: captured ?? '', no }),
    verdict: (result, _no, message) => {
      void invalidate(outPackages.scan)
      return accepted(result, message)
    },
    refused: (error) => {
      void invalidate(outPackages.scan)
      const answer = packageResult.safeParse(error.result)
      const words = error.issues[0]?.message ?? reasonOf(error, t)
      return refused(error, words, answer.success ? answer.data : null)
    },
  })
  const { takeOut, busy } = useTakeOut(outPackages.removeScan, station, box)
  const read = packageResult.safeParse(station.shown?.data)
  return (
    <div className="wh-station">
      <PageHeader
        title={bag ? `${t('title')} · ${bag.no}` : t('title')}
        note={<Link to="/warehouse/packages">{t('all')}</Link>}
      >
        <SoundSwitch />
      </PageHeader>
      <ScanBand
        scan={station.shown}
        waiting={station.waiting}
        stuck={station.stuck}
        onClear={station.clear}
        ready={id === null ? t('choose') : undefined}
      />
      <div className="wh-controls">
        <div ref={box.ref} className="wh-box">
          <ScanInput onScan={station.add} placeholder={t('placeholder')} />
        </div>
        <Button
          size="large"
          type={id === null ? 'primary' : 'default'}
          icon={<PlusOutlined />}
          onClick={() => setAdding(true)}
        >
          {t('open')}
        </Button>
        {bag && <PackageButtons bag={bag} onClosed={station.clear} />}
      </div>
      {bag && (
        <div className="wh-columns">
          <div>
            <PackageHead bag={bag} />
            <ParcelPanel parcel={read.success ? read.data.parcel : null} />
          </div>
          <RecentScans
            rows={recent.data ?? []}
            waiting={station.waiting}
            actionOf={(row) =>
              row.code === SCAN.ok &&
              row.undoneAt === null &&
              bag.rows.some(({ parcelId }) => parcelId === row.parcelId) &&
              bag.actions.remove === null && (
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() => takeOut({ id: bag.id, no: row.no })}
                >
                  {t('remove')}
                </Button>
              )
            }
          />
          <ScanHours station="bag" depotId={bag?.depotId ?? null} />
        </div>
      )}
      <Suspense>
        {adding && (
          <NewPackage
            onClose={() => setAdding(false)}
            onMade={(made) => {
              setAdding(false)
              station.clear()
              onChoose(made)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
