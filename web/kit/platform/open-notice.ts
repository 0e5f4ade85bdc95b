/** Announcements are read in one dialog, the shell's; a screen asks for it here. */
export interface NoticeTarget {
  /** The announcement's id. */
  id: string
  /** As its readers will see it; nothing is marked read. */
  preview?: boolean
}

let reader: ((target: NoticeTarget) => void) | null = null
/** Wanted before the shell's dialog was there: the bell loads only once the page is idle. */
let wanted: NoticeTarget | null = null

export function openNotice(target: NoticeTarget): void {
  if (reader) reader(target)
  else wanted = target
}
/** For the shell: whom to ask. */
export function readNotices(read: (target: NoticeTarget) => void): () => void {
  reader = read
  const early = wanted
  wanted = null
  if (early) read(early)
  return () => {
    if (reader === read) reader = null
  }
}
