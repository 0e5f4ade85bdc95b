import { Link } from 'react-router'
import { returnClaimList, returnClaims } from '#contracts/returns/return-claims.ts'
import { CLAIM } from '#contracts/returns/return-tracks.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan, useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

import { useReceiveFees } from '../return-tracks/index.ts'

type Row = RowOf<typeof returnClaimList>
const COLUMNS = ['trackLabel', 'state', 'customerId', 'text', 'dueAt', 'decision', 'decidedAt']
const EXTEND_DAYS = 7

/** Claims to returns of the common pool: decided by staff, withdrawn by who made them. */
export default function ReturnClaims({ title }: { title: string }) {
  const t = useT('return-claims')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const calls = {
    approve: useAction(returnClaims.approve),
    reject: useAction(returnClaims.reject),
    withdraw: useAction(returnClaims.withdraw),
  }
  const extend = useAction(returnClaims.extend)
  const fees = useAction(returnClaims.receiveFees, { success: false })
  const feeWords = useReceiveFees()
  const decide = async (verb: keyof typeof calls, row: Row) => {
    const charged = verb === 'approve' ? await fees.run({ id: row.id }) : null
    if (charged?.ok === false) return
    const reason = await confirm({
      title: t(`${verb}.title`, { no: row.trackLabel ?? '' }),
      ok: t(verb),
      ...(charged ? { content: feeWords(charged.result) } : {}),
      danger: verb === 'reject',
      reason: true,
      reasonOptional: verb !== 'reject',
      reasonLabel: t('reason'),
    })
    if (reason === null) return
    const { id, version } = row
    await calls[verb].run({ id, version, reason })
  }
  const rowActions = (row: Row): RowAction[] =>
    row.state === CLAIM.open
      ? [
          ...(['approve', 'reject', 'withdraw'] as const)
            .filter((verb) => may(returnClaims[verb]))
            .map((verb) => ({
              key: verb,
              label: t(verb),
              danger: verb === 'reject',
              onClick: () => void decide(verb, row),
            })),
          ...(may(returnClaims.extend)
            ? [
                {
                  key: 'extend',
                  label: t('extend'),
                  onClick: () =>
                    void extend.run({ id: row.id, version: row.version, days: EXTEND_DAYS }),
                },
              ]
            : []),
        ]
      : []
  return (
    <ResourceScreen
      of={returnClaimList}
      title={title}
      columns={COLUMNS}
      rowActions={rowActions}
      aside={(row) => (
        <>
          <Claimed row={row} />
          <section className="py-details">
            <h3>{t('proofs')}</h3>
            <RecordFiles ownerKind="return_claim" ownerId={row.id} kind="document" />
          </section>
        </>
      )}
    />
  )
}

/** The way to the return that is claimed: in the list of its owner, of staff, or of all customers. */
function Claimed({ row }: { row: Row }) {
  const t = useT('return-claims')
  const maySort = useCan('ret:unconf:list')
  const list = row.state === CLAIM.approved ? 'mine' : maySort ? 'unconfirmed' : 'common'
  return (
    <section className="py-details">
      <h3>{t('trackId')}</h3>
      <p>
        <Link className="py-num" to={`/returns/${list}?_row=${row.trackId}`}>
          {row.trackLabel}
        </Link>
      </p>
    </section>
  )
}
