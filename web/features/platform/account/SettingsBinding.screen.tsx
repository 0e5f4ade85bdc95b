import { Button } from 'antd'
import { account, type ThirdAccount } from '#contracts/platform/session/account.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Section, SettingsPage } from './settings-page.tsx'
import { ThirdOffers } from './third-offers.tsx'

/** Accounts elsewhere that sign one in here. */
export default function SettingsBinding() {
  const t = useT('account')
  const confirm = useConfirm()
  const list = useApi(account.thirdAccounts, {})
  const unbind = useAction(account.unbind)

  const nameOf = ({ provider }: ThirdAccount) =>
    t.has(`provider.${provider}`) ? t(`provider.${provider}`) : provider
  const letGo = async (one: ThirdAccount) => {
    if (
      (await confirm({
        title: t('binding.unbind.title', { name: nameOf(one) }),
        content: t('binding.unbind.text'),
        ok: t('binding.unbind'),
        danger: true,
      })) === null
    )
      return
    await unbind.run({ id: one.id })
  }
  return (
    <SettingsPage page="binding">
      <Section title={t('binding.title')} note={t('binding.note')}>
        {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
        {list.data?.length === 0 && <Empty kind="nothing" title={t('binding.none')} />}
        <ul className="acc-rows">
          {list.data?.map((one) => (
            <li key={one.id}>
              <div>
                <strong>{nameOf(one)}</strong> {one.name}
                <small>{t('binding.since', { time: formatMoment(one.createdAt) })}</small>
              </div>
              <Button danger loading={unbind.busy} onClick={() => void letGo(one)}>
                {t('binding.unbind')}
              </Button>
            </li>
          ))}
        </ul>
        {list.data && (
          <ThirdOffers
            bound={list.data.map(({ provider }) => provider)}
            onBound={() => void list.refetch()}
          />
        )}
      </Section>
    </SettingsPage>
  )
}
