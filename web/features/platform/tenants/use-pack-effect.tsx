import type { ReactNode } from 'react'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { call } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

interface Draft {
  tenantId?: string
  packIds?: readonly string[]
  packId?: string
  permissionIds?: readonly string[]
}

/** What a change of packs would take from whom, in words; null where it could not be asked. */
export function usePackEffect(): (draft: Draft) => Promise<ReactNode> {
  const t = useT('tenants')
  const notify = useNotify()
  return async ({ packIds = [], permissionIds = [], ...of }) => {
    try {
      const { tenants, users, entries, names } = await call(tenantPacks.effect, {
        ...of,
        packIds: [...packIds],
        permissionIds: [...permissionIds],
      })
      return (
        <>
          {of.packId !== undefined && <p>{t('effect.tenants', { count: tenants })}</p>}
          <p>{t(users === 0 ? 'effect.none' : 'effect.loses', { count: users, entries })}</p>
          {users > 0 && (
            <ul className="py-names">
              {names.map((name, at) => (
                <li key={at}>{name}</li>
              ))}
              {entries > names.length && (
                <li>{t('confirm.andMore', { count: entries - names.length })}</li>
              )}
            </ul>
          )}
        </>
      )
    } catch (error) {
      notify.failed(error)
      return null
    }
  }
}
