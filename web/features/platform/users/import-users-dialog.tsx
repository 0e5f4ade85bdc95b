import { text, type Fields } from '#contracts/kit/field.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { useT } from '../../../kit/text/i18n.ts'
import ImportDialog from '../../../kit/resource/import-dialog.tsx'

const { username, realname, workNo, customerId, sex, birthday, phone, email, telephone } =
  userList.fields
// A sheet also contains where people work, what they may do, and their first password: by names,
// several in one cell.
const fields: Fields = {
  username,
  realname,
  workNo,
  customerId,
  departs: text(),
  roles: text(),
  post: text(),
  depots: text(),
  sex,
  birthday,
  phone,
  email,
  telephone,
  password: text(),
}

export default function ImportUsersDialog({ onClose }: { onClose: () => void }) {
  const t = useT('users')
  return (
    <ImportDialog of={userList} fields={fields} t={t} title={t('import.title')} onClose={onClose} />
  )
}
