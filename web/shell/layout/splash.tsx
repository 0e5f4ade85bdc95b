import { useDelayedFlag } from '../../kit/platform/use-timing.ts'

/** Before there is anything to show; quick starts never see it. */
export function Splash() {
  return (
    <div className="py-splash" aria-busy>
      {useDelayedFlag(true) && (
        <span className="py-splash-bar" role="progressbar" aria-label="Parcelyard" />
      )}
    </div>
  )
}
