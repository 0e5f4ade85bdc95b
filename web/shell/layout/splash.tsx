import { useLate } from '../../kit/platform/use-late.ts'

/** Before there is anything to show; quick starts never see it. */
export function Splash() {
  return (
    <div className="py-splash" aria-busy>
      {useLate(true) && (
        <span className="py-splash-bar" role="progressbar" aria-label="Parcelyard" />
      )}
    </div>
  )
}
