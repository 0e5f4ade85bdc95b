import { AuditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { revaluationList, revaluations } from '#contracts/money/month-end/month-end.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { monthBefore } from './month-before.ts'
import { useT } from '../../../kit/text/i18n.ts'

const SUMS = ['bookValue', 'value', 'difference']

/** What is held in other currencies, valued as of a day; the differences are posted from here. */
export default function Revaluations({ title }: { title: string }) {
  const t = useT('revaluations')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const posting = useAction(revaluations.post, { success: false })
  const post = async (day: string) => {
    const wish = {
      title: t('post.title', { day }),
      content: t('post.text', { day }),
      ok: t('post'),
    }
    if ((await ask(wish)) === null) return
    const answer = await posting.run({ day })
    if (answer.ok) notify.success(t('post.done', answer.result))
  }
  return (
    <ResourceScreen
      of={revaluationList}
      title={title}
      sums={SUMS}
      usual={{ day: monthBefore().day_end }}
      toolbar={({ rows: [first] }) =>
        may(revaluations.post) && (
          <Button
            type="primary"
            icon={<AuditOutlined />}
            loading={posting.busy}
            disabled={!first?.period || first.postedAt !== null}
            onClick={() => void post(first!.period!)}
          >
            {t('post')}
          </Button>
        )
      }
    />
  )
}
