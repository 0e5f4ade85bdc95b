import { actuator, monitoring } from '#contracts/insight/monitoring.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { cacheInfo, cacheMemory, cacheSize, disks, httptrace, metric } from './actuator.ts'
import { cacheBoard, clearCache } from './caches.ts'
import { carrierBoard } from './carrier-board.ts'
import { diagnose } from './diagnose.ts'
import { diskBoard, setDiskAlarm } from './disk.ts'
import { runtimeBoard, systemBoard, webBoard } from './process-boards.ts'
import { archive, exposition, listTraces } from './traces.ts'

/** How the installation is: for the platform's own people, never for a tenant's. */
export function monitoringCalls() {
  return [
    ...bindEndpoints(monitoring, {
      disk: diskBoard,
      setDiskAlarm,
      runtime: runtimeBoard,
      system: systemBoard,
      web: webBoard,
      carriers: carrierBoard,
      cache: cacheBoard,
      clearCache,
      traces: listTraces,
      archive,
      diagnose,
    }),
    ...bindEndpoints(actuator, {
      disks,
      cacheInfo,
      cacheSize,
      cacheMemory,
      httptrace,
      metric,
      prometheus: exposition,
    }),
  ]
}
