/** Announcements are read in one dialog, the shell's; a screen asks for it here. */
export interface NoticeTarget {
  /** The announcement's id. */
  id: string
  /** As its readers will see it; nothing is marked read. */
  preview?: boolean
}

let reader: ((target: NoticeTarget) => void) | null = null

export function openNotice(target: NoticeTarget): void {
  reader?.(target)
}
/** For the shell: whom to ask. */
export function readNotices(read: (target: NoticeTarget) => void): () => void {
  reader = read
  return () => {
    if (reader === read) reader = null
  }
}
