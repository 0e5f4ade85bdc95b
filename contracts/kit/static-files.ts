/** Where static files are shown: a stored path comes after it (wire.md §10, Upload). */
export const STATIC = '/sys/common/static'
