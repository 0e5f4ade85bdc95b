/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { Details } from './details.tsx'
import { Follow } from './follow.tsx'
import { Write } from './write.tsx'

/** What a visitor can do with a parcel, each after its receiver's postcode. */
export default function Forms({ which, no }: { which: string; no: string }): VNode {
  if (which === 'details') return <Details no={no} />
  return which === 'follow' ? <Follow no={no} /> : <Write no={no} />
}
