import { SearchOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { commonReturnList, commonReturns } from '#contracts/returns/common-returns.ts'
import { returnClaims } from '#contracts/returns/return-claims.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { fetchFile } from '../../../kit/http/fetch-file.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './returns.css'

const ClaimDialog = lazy(() => import('./claim-dialog.tsx'))
const COLUMNS = [
  'noEnd',
  'state',
  'goods',
  'sender',
  'weight',
  'size',
  'depotId',
  'arrivedAt',
  'pooledUntil',
]

const CLAIMABLE: readonly number[] = [RETURN.COMMON, RETURN.CLAIMED]

/** What has no owner and every customer may look at, masked; found by its number, and claimed. */
export default function CommonReturns({ title }: { title: string }) {
  const t = useT('common-returns')
  const may = useRightsCheck()
  const [claiming, setClaiming] = useState<string | null>(null)
  const mayClaim = may(returnClaims.add)
  return (
    <>
      <ResourceScreen
        of={commonReturnList}
        title={title}
        columns={COLUMNS}
        top={<Search />}
        aside={(row) => <Photo id={row.id} />}
        rowActions={(row) =>
          mayClaim && CLAIMABLE.includes(Number(row.state))
            ? [{ key: 'claim', label: t('claim'), onClick: () => setClaiming(row.id) }]
            : []
        }
      />
      <Suspense>
        {claiming && <ClaimDialog trackId={claiming} onClose={() => setClaiming(null)} />}
      </Suspense>
    </>
  )
}

function Search() {
  const t = useT('common-returns')
  const notify = useNotify()
  const { show } = useOpen()
  const [no, setNo] = useState('')
  const [postalCode, setPostalCode] = useState('')
  const find = useAction(commonReturns.find, { success: false })
  const run = async () => {
    const done = await find.run({ no, postalCode })
    if (!done.ok) return
    if (done.result.id) show({ kind: 'row', id: done.result.id })
    else notify.warning(t('find.none'))
  }
  return (
    <form
      className="ret-tabs"
      onSubmit={(event) => {
        event.preventDefault()
        if (no.trim().length >= 6) void run()
      }}
    >
      <Input
        value={no}
        onChange={(event) => setNo(event.target.value)}
        placeholder={t('find.no')}
        aria-label={t('find.no')}
        maxLength={60}
        style={{ width: 240 }}
      />
      <Input
        value={postalCode}
        onChange={(event) => setPostalCode(event.target.value)}
        placeholder={t('find.postcode')}
        aria-label={t('find.postcode')}
        maxLength={16}
        style={{ width: 140 }}
      />
      <Button
        htmlType="submit"
        icon={<SearchOutlined />}
        loading={find.busy}
        disabled={no.trim().length < 6}
      >
        {t('find')}
      </Button>
    </form>
  )
}

/** The small photo; it needs the session, so its bytes are fetched. */
function Photo({ id }: { id: string }) {
  const t = useT('common-returns')
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let gone = false
    fetchFile(commonReturns.photo, { id }, { quiet: true }).then(
      ({ blob }) => {
        if (gone) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => setUrl(null),
    )
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return url ? (
    <p>
      <img className="ret-photo" src={url} alt={t('photo')} />
    </p>
  ) : (
    <p className="py-hint">{t('photo.none')}</p>
  )
}
