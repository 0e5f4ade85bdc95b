import common from '#locales/zh_CN/kit/common.json' with { type: 'json' }
import noticeBell from '#locales/zh_CN/shell/notice-bell.json' with { type: 'json' }
import shell from '#locales/zh_CN/shell/shell.json' with { type: 'json' }

/** The texts of every signed-in page, as one file. */
export const texts = { common, shell, 'notice-bell': noticeBell }
