/** Announcements are read in one dialog, the shell's; a screen asks for it here. */
export interface NoticeWish {
  /** The announcement's id. */
  id: string
  /** As its readers will see it; nothing is marked read. */
  preview?: boolean
}

let reader: ((wish: NoticeWish) => void) | null = null

export function openNotice(wish: NoticeWish): void {
  reader?.(wish)
}
/** For the shell: whom to ask. */
export function readNotices(read: (wish: NoticeWish) => void): () => void {
  reader = read
  return () => {
    if (reader === read) reader = null
  }
}
