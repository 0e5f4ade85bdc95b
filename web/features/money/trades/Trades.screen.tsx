import { TradeList } from './trade-list.tsx'

/** Trade details of all customers the user sees. */
export default function Trades({ title }: { title: string }) {
  return <TradeList title={title} />
}
