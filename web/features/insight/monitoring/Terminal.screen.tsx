import { Button } from 'antd'
import { useState } from 'react'
import { DIAGNOSTICS, monitoring, type FigureTable } from '#contracts/insight/monitoring.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Figures } from './board-view.tsx'
import './monitoring.css'

/** A fixed list of questions to the database; each use is in the log. */
export default function Terminal({ title }: { title: string }) {
  const t = useT('monitoring')
  const [answer, setAnswer] = useState<FigureTable | null>(null)
  const diagnose = useAction(monitoring.diagnose, { success: false })
  const run = async (name: (typeof DIAGNOSTICS)[number]) => {
    const done = await diagnose.run({ name })
    if (done.ok) setAnswer(done.result)
  }
  return (
    <div className="mon">
      <PageHeader title={title} note={t('terminal.note')} />
      <div className="mon-commands" role="group" aria-label={t('terminal.questions')}>
        {DIAGNOSTICS.map((name) => (
          <Button key={name} disabled={diagnose.busy} onClick={() => void run(name)}>
            {t(`table.${name}`)}
          </Button>
        ))}
      </div>
      {answer && <Figures table={answer} />}
    </div>
  )
}
