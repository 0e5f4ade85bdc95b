import { Button, Modal } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { podFiles, type PodPart, type PodScan } from '#contracts/billing/pod-files.ts'
import { FileDrop } from '../../../kit/files/file-drop.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { LinkPart } from './link-part.tsx'
import './pods.css'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const TYPES = '.pdf,.png,.jpg,.jpeg,.webp'
/** Files of one drop. */
const FILES_MAX = 500
const AGAIN_MS = 1_500

/** Files of proofs: dropped by the hundred, with what each matches; nothing is linked unasked. */
export default function MatchDialog({ onClose }: { onClose: () => void }) {
  const t = useT('pods')
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [linking, setLinking] = useState<PodPart | null>(null)
  const found = useApi(
    podFiles.preview,
    {},
    {
      staleTime: 0,
      keepPrevious: true,
      refetchInterval: AGAIN_MS,
    },
  )
  const scans = found.data ?? []
  const open = scans.flatMap(({ parts }) => parts.filter(({ state }) => state === 'OPEN'))
  const proposed = open.filter(({ pod, why }) => pod !== null && why === null)
  const confirm = useAction(podFiles.confirm, { success: false })
  const drop = useAction(podFiles.drop, { success: false })
  const split = useAction(podFiles.split, { success: false })
  const view = useDownload(podFiles.pages)
  const run = async (
    action: 'confirm' | 'drop' | 'split',
    ids: readonly string[],
  ): Promise<void> => {
    const answer = await { confirm, drop, split }[action].run({ ids: [...ids] })
    if (answer.ok && answer.result.failed > 0)
      setOutcome({ title: t(`part.${action}`), result: answer.result })
  }
  return (
    <Modal
      open
      width={860}
      title={t('upload')}
      okText={t('part.confirmAll', { count: proposed.length })}
      okButtonProps={{ disabled: proposed.length === 0, loading: confirm.busy }}
      cancelText={t('action.close')}
      onOk={() =>
        void run(
          'confirm',
          proposed.map(({ id }) => id),
        )
      }
      onCancel={onClose}
    >
      <FileDrop
        action={podFiles.upload}
        input={{}}
        accept={TYPES}
        hint={t('upload.hint', { max: FILES_MAX })}
        max={FILES_MAX}
        onDone={() => void found.refetch()}
      />
      <ul className="pod-scans" aria-label={t('scans')}>
        {scans.map((scan) => (
          <li key={scan.id}>
            <ScanLine scan={scan} />
            <ul>
              {scan.parts
                .filter(({ state }) => state === 'OPEN')
                .map((part) => (
                  <li key={part.id} className="pod-part">
                    <PartWords part={part} />
                    <span className="pod-part-buttons">
                      <Button
                        size="small"
                        onClick={() => void view.run({ id: part.id }, scan.name)}
                      >
                        {t('part.view')}
                      </Button>
                      {part.pod !== null && part.why === null && (
                        <Button
                          size="small"
                          type="primary"
                          onClick={() => void run('confirm', [part.id])}
                        >
                          {t('part.confirm')}
                        </Button>
                      )}
                      <Button size="small" onClick={() => setLinking(part)}>
                        {t('part.link')}
                      </Button>
                      {part.toPage > part.fromPage && (
                        <Button size="small" onClick={() => void run('split', [part.id])}>
                          {t('part.split')}
                        </Button>
                      )}
                      <Button size="small" danger onClick={() => void run('drop', [part.id])}>
                        {t('part.drop')}
                      </Button>
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {linking && (
        <LinkPart
          part={linking}
          onClose={() => setLinking(null)}
          onRefused={(result) => setOutcome({ title: t('part.link'), result })}
        />
      )}
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </Modal>
  )
}

/** A file, and how far it was read. */
function ScanLine({ scan }: { scan: PodScan }) {
  const t = useT('pods')
  return (
    <p className="pod-scan">
      <b>{scan.name}</b>
      {scan.state === 'READING' && (
        <StatusTag tone="moving">
          {t('scan.reading', { read: scan.pagesRead, pages: scan.pages })}
        </StatusTag>
      )}
      {scan.state === 'FAILED' && (
        <StatusTag tone="bad">{t(`error.pod.fault.${scan.fault ?? 'broken'}`)}</StatusTag>
      )}
    </p>
  )
}

/** The pages of a part, and what they prove or why that is open. */
function PartWords({ part }: { part: PodPart }) {
  const t = useT('pods')
  const { fromPage, toPage, pod, why, number, foundBy } = part
  const pages =
    fromPage === toPage
      ? t('part.page', { page: fromPage })
      : t('part.pages', { from: fromPage, to: toPage })
  return (
    <span className="pod-part-words">
      <span>{pages}</span>
      {pod && (
        <b>
          {pod.trackNo ?? pod.fbaCode ?? pod.serialNumber} · {pod.state_dictText}
        </b>
      )}
      {why === null ? (
        <StatusTag tone="done">
          {t(`found.${foundBy ?? 'name'}`, { number: number ?? '' })}
        </StatusTag>
      ) : (
        <StatusTag tone="warning">{t(`why.${why}`, { number: number ?? '' })}</StatusTag>
      )}
    </span>
  )
}
