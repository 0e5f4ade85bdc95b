import { TradeList } from './trade-list.tsx'

/** A customer's own trade details, in the words finance has for them. */
export default function MyTrades({ title }: { title: string }) {
  return <TradeList title={title} own />
}
