import { CopyOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { SERVICE_PARTS, serviceDesk, type ServicePart } from '#contracts/commercial/services.ts'
import { routingTables } from '#contracts/commercial/zones/routing-tables.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { mayLeave } from '../../../kit/platform/unsaved.ts'
import { queryClient, useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { intoSight } from '../../../kit/platform/into-sight.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { HistoryPart } from './history-part.tsx'
import { LabelState } from './label-state.tsx'
import { OpenTo } from './open-to.tsx'
import { CodeList, CodeNames } from '../../../kit/form/choices/code-list.tsx'
import { FieldsPart } from '../../../kit/resource/desk/fields-part.tsx'
import type { Inputs } from '../../../kit/resource/resource-form.tsx'
import { LimitsPart, NumbersPart, RoutingPart, SurchargesPart, ZonesPart } from './parts.tsx'
import { PricesPart } from './prices-part.tsx'
import { ReadinessStrip } from './readiness-strip.tsx'
import type { ServiceRow } from './service-row.ts'
import { Simulator } from './simulator/simulator.tsx'

const CloneDialog = lazy(() => import('./set-up/clone-dialog.tsx'))
const of = deliveryServices.endpoints

const BASICS = [
  'code',
  'name',
  'nameEn',
  'channelId',
  'tradeType',
  'transType',
  'pushMethod',
  'deductMethod',
  'izSubsist',
  'izReRate',
  'izSingle',
  'izMult',
  'maxPieces',
  'transitMin',
  'transitMax',
  'valueAdded',
  'codLimits',
  'podRequired',
  'izEnable',
  'remark',
] as const
const WEIGHT = [
  'thWeightRatio',
  'weightStep',
  'rounding',
  'wholeCm',
  'volumeWhen',
  'volumeSide',
  'volumeRatio',
  'bubblePercent',
] as const
const LABEL = ['labelType', 'labelTemplateId'] as const

const INPUTS: Inputs = {
  valueAdded: (props) => <CodeList {...props} code="value_added_service" />,
}
const CELLS = {
  valueAdded: (value: unknown) => <CodeNames code="value_added_service" value={value} />,
}

/** Calls that change what a service is made of, of which the strip knows nothing by itself. */
const PARTS_OF = /^\/erp\/(serviceRule|partition|partitionConfig|numberSegment|fee|feeVersion)\//

/** The page of a service: what is missing, its parts, and the simulator next to them. */
export function ServiceDesk({ id }: { id: string }) {
  const t = useT('services')
  const lang = useLang()
  const [params, change] = useAddress()
  const wanted = params.get('part')
  const part = SERVICE_PARTS.find((one) => one === wanted) ?? 'basics'
  const found = useApi(of.queryById, { id })
  const ready = useApi(serviceDesk.readiness, { id }, { staleTime: 0, quiet: true })
  const refresh = useStableCallback(() => void ready.refetch())
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        const path = event.query.queryKey[0]
        if (
          event.type === 'updated' &&
          event.action.type === 'success' &&
          typeof path === 'string' &&
          PARTS_OF.test(path)
        )
          refresh()
      }),
    [refresh],
  )
  const seePrices = useCan(serviceDesk.tables)
  const seeRouting = useCan(routingTables.endpoints.list)
  const mayAdd = useCan(serviceDesk.clone)
  const [cloning, setCloning] = useState(false)
  const row = found.data as ServiceRow | undefined
  if (found.error && !row)
    return (
      <>
        <PageHeader title={t('page')} />
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      </>
    )
  if (!row) return <Skeleton active />
  const go = async (next: ServicePart) => {
    if (next === part || !(await mayLeave())) return
    change(() => new URLSearchParams(next === 'basics' ? {} : { part: next }))
  }
  const hidden: readonly string[] = [
    ...(seePrices ? [] : ['prices', 'surcharges']),
    ...(seeRouting ? [] : ['routing']),
  ]
  const parts = SERVICE_PARTS.filter((one) => !hidden.includes(one))
  return (
    <div className="svc-page">
      <PageHeader
        title={`${row.code ?? ''} ${nameOf(row, lang, 'name')}`}
        note={
          <StatusTag tone={row.izEnable ? 'done' : 'idle'}>
            {t(row.izEnable ? 'state.enabled' : 'state.disabled')}
          </StatusTag>
        }
      >
        {mayAdd && (
          <Button icon={<CopyOutlined />} onClick={() => setCloning(true)}>
            {t('clone')}
          </Button>
        )}
      </PageHeader>
      <Suspense>{cloning && <CloneDialog row={row} onClose={() => setCloning(false)} />}</Suspense>
      <ReadinessStrip serviceId={row.id} found={ready.data} onGo={(next) => void go(next)} />
      <div className="svc-columns" data-part={part}>
        <nav className="svc-nav" aria-label={t('parts')}>
          {parts.map((one) => (
            <button
              key={one}
              type="button"
              data-part={one}
              ref={one === part ? intoSight : null}
              aria-current={one === part ? 'page' : undefined}
              onClick={() => void go(one)}
            >
              {t(`part.${one}`)}
            </button>
          ))}
        </nav>
        <section className="svc-main" aria-label={t(`part.${part}`)}>
          <Part part={part} row={row} />
        </section>
        {seePrices && (
          <aside className="svc-try" aria-label={t('part.try')}>
            <Simulator
              serviceCode={row.code ?? ''}
              withCustomer
              country={params.get('try')}
              postalCode={params.get('code')}
            />
          </aside>
        )}
      </div>
    </div>
  )
}

function Part({ part, row }: { part: ServicePart; row: ServiceRow }): ReactNode {
  switch (part) {
    case 'limits':
      return <LimitsPart serviceId={row.id} />
    case 'customers':
      return <OpenTo serviceId={row.id} />
    case 'zones':
      return <ZonesPart serviceId={row.id} />
    case 'weight':
      return <Fields key="weight" row={row} part="weight" fields={WEIGHT} />
    case 'prices':
      return <PricesPart row={row} />
    case 'numbers':
      return <NumbersPart row={row} />
    case 'surcharges':
      return <SurchargesPart serviceId={row.id} />
    case 'routing':
      return <RoutingPart row={row} />
    case 'history':
      return <HistoryPart serviceId={row.id} />
    case 'label':
      return (
        <>
          <LabelState templateId={row.labelTemplateId} ownLabel={row.labelType === '1'} />
          <Fields key="label" row={row} part="label" fields={LABEL} />
        </>
      )
    default:
      return <Fields key="basics" row={row} part="basics" fields={BASICS} />
  }
}

function Fields({
  row,
  part,
  fields,
}: {
  row: ServiceRow
  part: string
  fields: readonly (keyof typeof deliveryServices.fields)[]
}) {
  const t = useT('services')
  return (
    <FieldsPart
      of={deliveryServices}
      row={row}
      part={part}
      fields={fields}
      inputs={INPUTS}
      cells={CELLS}
      {...(t.has(`part.${part}.hint`) ? { hint: t(`part.${part}.hint`) } : {})}
    />
  )
}
