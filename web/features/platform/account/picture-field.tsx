import { Button } from 'antd'
import { useRef, useState } from 'react'
import { account, type Profile } from '#contracts/platform/session/account.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { setUser } from '../../../kit/session/session.ts'
import { shrinkPicture } from './shrink-picture.ts'

/** The picture next to the user's name, and another one in its place. */
export function PictureField({ profile }: { profile: Profile }) {
  const t = useT('account')
  const notify = useNotify()
  const file = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const save = useAction(account.savePicture, {
    onDone: ({ userInfo }) => setUser(userInfo),
  })
  const remove = useAction(account.removePicture, {
    onDone: ({ userInfo }) => setUser(userInfo),
  })

  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setReading(true)
    const small = await shrinkPicture(chosen).catch(() => null)
    setReading(false)
    if (small === null) return notify.warning(t('picture.unreadable'))
    await save.run({}, { file: new File([small], 'picture.jpg', { type: 'image/jpeg' }) })
  }
  return (
    <div className="acc-picture">
      <UserPicture path={profile.avatar} name={profile.realname} size={64} />
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={t('picture.choose')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button loading={reading || save.busy} onClick={() => file.current?.click()}>
        {t('picture.choose')}
      </Button>
      {profile.avatar && (
        <Button type="text" loading={remove.busy} onClick={() => void remove.run({})}>
          {t('picture.remove')}
        </Button>
      )}
      <small className="acc-note">{t('picture.note')}</small>
    </div>
  )
}
