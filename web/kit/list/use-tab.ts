import { useAddress } from './use-address.ts'

const NAME = '_tab'

/**
 * Which of a screen's lists is open; in the address, for links and reloading. Another one begins
 * without filters: those of the one list mean nothing to the other.
 */
export function useTab<T extends string>(tabs: readonly T[], first: T): [T, (next: T) => void] {
  const [params, setParams] = useAddress()
  const asked = params.get(NAME)
  return [
    tabs.find((one) => one === asked) ?? first,
    (next) =>
      setParams(() => new URLSearchParams(next === first ? {} : { [NAME]: next }), {
        replace: true,
      }),
  ]
}
