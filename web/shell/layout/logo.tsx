import { PRODUCT } from '../../kit/platform/page-title.ts'

export function Logo() {
  return (
    <>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="7" fill="var(--py-accent-strong)" />
        <path
          d="m7 12 9-5 9 5v9l-9 5-9-5Zm0 0 9 5 9-5M16 17v9"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinejoin="round"
        />
      </svg>
      <span>{PRODUCT}</span>
    </>
  )
}
