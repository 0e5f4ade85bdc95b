import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { shippers } from '#contracts/parties/shippers.ts'
import { useT } from '../../../../../kit/text/i18n.ts'
import { useValue } from '../../../../../kit/form/form-values.ts'
import { isWithin } from '../../../../../kit/form/paths.ts'
import type { Entry } from '../../../../../kit/form/use-entry.tsx'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useApi } from '../../../../../kit/http/query.ts'
import { useSession } from '../../../../../kit/session/session.ts'
import { AddressFields } from './address-fields.tsx'
import { blankAddress, type AddressDraft, type Draft } from '../draft/draft.ts'
import { PartyPostcode } from './party-postcode.tsx'
import { PartyPicker } from './party-picker.tsx'
import type { OrderChoices } from '../use-order-choices.ts'

/**
 * Who sends: usually the customer's default, in one line; its fields open where they are wanted or
 * refused.
 */
export function SenderSection({
  entry,
  customerId,
  choices,
  editing,
}: {
  entry: Entry<Draft>
  customerId: string
  choices: OrderChoices | undefined
  editing: boolean
}) {
  const t = useT('shipments')
  const { form, issues, edit } = entry
  const mayPick = useCan('base:shipper:list')
  const staff = useSession().user?.customerId === null
  const [open, setOpen] = useState(false)
  const refused = Object.keys(issues).some(
    (path) => isWithin(path, 'sender') || path === 'shipperId',
  )
  // It stays open once the refused field is mended.
  useEffect(() => {
    if (refused) setOpen(true)
  }, [refused])
  const sender = (useValue(form, 'sender') ?? null) as AddressDraft | null
  const own = useApi(shippers.propose, customerId ? { customerId } : {}, {
    enabled: mayPick && sender === null && (!staff || customerId !== ''),
    quiet: true,
  })
  const depotId = useValue(form, 'depotId')
  const depot = choices?.depots.find(({ value }) => value === depotId)?.address
  const wordsOf = ({ sender: address }: OrderChoices) =>
    address
      ? t('form.noSender.default', { address })
      : depot
        ? t('form.noSender.depot', { address: depot })
        : t('form.noSender')
  // An order that exists is sent by the default of who entered it, which is not asked for here.
  const printed = editing
    ? t('form.noSender.existing')
    : choices && (!staff || customerId !== '') && wordsOf(choices)
  const shown = (open || refused) && sender !== null
  const line =
    sender && [sender.name, sender.company, sender.city, sender.country].filter(Boolean).join(' · ')
  return (
    <section className="order-section">
      <h2>
        {t('form.section.sender')}
        <span className="order-section-tools">
          {mayPick && (
            <PartyPicker
              of="shippers"
              customerId={customerId}
              placeholder={t('form.pickShipper')}
              onPick={(party) =>
                edit(
                  (now) => ({ ...now, shipperId: party.id, sender: blankAddress(party) }),
                  'sender',
                )
              }
            />
          )}
          {sender && (
            <Button
              size="small"
              type="text"
              onClick={() => {
                setOpen(false)
                edit((now) => ({ ...now, shipperId: '', sender: null }), 'sender')
              }}
            >
              {t('form.dropSender')}
            </Button>
          )}
        </span>
      </h2>
      {issues.shipperId && <p className="order-issue">{issues.shipperId}</p>}
      {sender === null && (
        <p className="order-line">
          {printed && <span className="py-none">{printed}</span>}
          <Button
            type="link"
            size="small"
            onClick={() => {
              setOpen(true)
              edit((now) => ({ ...now, sender: blankAddress(own.data ?? {}) }), 'sender')
            }}
          >
            {t('form.addSender')}
          </Button>
        </p>
      )}
      {sender && !shown && (
        <p className="order-line">
          <span>{line || '–'}</span>
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            {t('form.editSender')}
          </Button>
        </p>
      )}
      {shown && (
        <>
          <AddressFields of="sender" />
          <PartyPostcode entry={entry} of="sender" />
        </>
      )}
    </section>
  )
}
