import { Alert } from 'antd'
import type { FormInstance } from 'antd'
import { useDict } from '../../../../../kit/text/dict.ts'
import { useT } from '../../../../../kit/text/i18n.ts'
import { useValue } from '../../../../../kit/form/form-values.ts'
import { needsCustoms } from './customs.ts'
import { isBlankProduct, type Draft } from '../draft/draft.ts'

/** Parcels that cross a customs border need their contents: announced before the order is saved. */
export function CustomsNote({ form, parcels }: { form: FormInstance; parcels: Draft['parcels'] }) {
  const t = useT('shipments')
  const countries = useDict('country')
  const to = (useValue(form, 'consignee.country') ?? '') as string
  const bare = parcels.some((parcel) => parcel.products.every(isBlankProduct))
  if (!bare || !needsCustoms(to)) return null
  const country = countries.find((one) => one.value === to)?.text ?? to
  return <Alert type="warning" showIcon role="status" title={t('product.customs', { country })} />
}
