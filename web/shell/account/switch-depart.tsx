import { Form, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { places, type Depart } from '#contracts/platform/session/session.ts'
import { ApiError, call } from '../../kit/http/api.ts'
import { useLang, useT } from '../../kit/text/i18n.ts'
import { useNotify } from '../../kit/http/notify.tsx'
import { queryClient } from '../../kit/http/query.ts'
import { mayLeave } from '../../kit/platform/unsaved.ts'
import { useAction } from '../../kit/http/use-action.ts'
import { setUser, useSession } from '../../kit/session/session.ts'
import { ChoiceInput } from '../../kit/form/choices/choice-input.tsx'

/**
 * The department one works in (specification §4, §5): opens once the list is there, 450 wide;
 * without any department it shows a message instead.
 */
export default function SwitchDepart({ onGone }: { onGone: () => void }) {
  const t = useT('account')
  const english = useLang() === 'en_US'
  const notify = useNotify()
  const { user } = useSession()
  const [list, setList] = useState<readonly Depart[]>([])
  const [open, setOpen] = useState(false)
  const [orgCode, setOrgCode] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const select = useAction(places.selectDepart)
  const latest = useRef({ notify, onGone, t })
  latest.current = { notify, onGone, t }

  useEffect(() => {
    const gone = new AbortController()
    call(places.getCurrentUserDeparts, {}, { signal: gone.signal }).then(
      (found) => {
        if (found.list.length > 0) {
          setList(found.list)
          setOrgCode(found.orgCode)
          return setOpen(true)
        }
        latest.current.notify.warning(latest.current.t('depart.none'))
        latest.current.onGone()
      },
      (error: unknown) => {
        if (gone.signal.aborted) return
        if (error instanceof ApiError && error.refused) latest.current.notify.failed(error)
        latest.current.onGone()
      },
    )
    return () => gone.abort()
  }, [])

  const confirm = async () => {
    if (!orgCode) return setMissing(true)
    // What stands open was entered for the department one is leaving.
    if (!(await mayLeave())) return
    const done = await select.run({ orgCode, username: user?.username ?? '' })
    if (!done.ok) return
    setUser(done.result.userInfo)
    setOpen(false)
    // Rights and rows may differ there, the menu too.
    await queryClient.invalidateQueries()
  }
  return (
    <Modal
      title={t('depart.title')}
      open={open}
      width={450}
      onCancel={() => setOpen(false)}
      afterOpenChange={(shown) => {
        if (!shown) onGone()
      }}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: select.busy }}
      onOk={() => void confirm()}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('depart.label')}
          htmlFor="switch-depart"
          {...(missing ? { validateStatus: 'error' as const, help: t('depart.required') } : {})}
        >
          <ChoiceInput
            clearable={false}
            id="switch-depart"
            value={orgCode}
            placeholder={t('depart.required')}
            aria-invalid={missing}
            options={list.map((one) => ({
              value: one.orgCode,
              label: `${english ? (one.departNameEn ?? one.departName) : one.departName} (${one.orgCode})`,
            }))}
            onChange={(next) => {
              if (typeof next !== 'string') return
              setOrgCode(next)
              setMissing(false)
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
