import common from '#locales/en_US/kit/common.json' with { type: 'json' }
import noticeBell from '#locales/en_US/shell/notice-bell.json' with { type: 'json' }
import shell from '#locales/en_US/shell/shell.json' with { type: 'json' }

/** The texts of every signed-in page, as one file. */
export const texts = { common, shell, 'notice-bell': noticeBell }
