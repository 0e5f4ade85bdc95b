import type { ReactNode } from 'react'

/** Drawings of the list's own tools: antd's would come with the first table for no need. */
const drawing = (path: ReactNode) => () => (
  <svg
    className="py-drawing"
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {path}
  </svg>
)

export const ColumnsIcon = drawing(<path d="M2.5 3h11v10h-11zM6.2 3v10M9.9 3v10" />)
export const ViewIcon = drawing(<path d="M4 2.5h8v11l-4-3-4 3z" />)
export const AdvancedIcon = drawing(<path d="M2.5 3.5h11L9.5 8.5v4l-3 1.5v-5.500z" />)
export const SharedIcon = drawing(
  <path d="M6 7.500a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400ZM2 13c0-2.200 1.800-3.600 4-3.600s4 1.400 4 3.600M10.500 3.300a2.100 2.100 0 0 1 0 4M12 9.700c1.300.5 2 1.600 2 3.300" />,
)
export const DownIcon = drawing(<path d="m4.500 6.500 3.500 3.500 3.500-3.500" />)
export const UpIcon = drawing(<path d="m4.500 9.500 3.500-3.500 3.500 3.500" />)
export const PinIcon = drawing(
  <path d="M9.800 2.500 13.500 6.200 11 7l-2.300 4.300-4-4L9 5zM6.700 9.300 3 13" />,
)
export const OpenIcon = drawing(<path d="m6.500 4.500 3.500 3.500-3.500 3.500" />)
export const FilterIcon = drawing(<path d="M2 4.500h12M4.500 8h7M6.500 11.500h3" />)
export const MoreIcon = drawing(<path d="M8 3.500v.01M8 8v.01M8 12.500v.01" strokeWidth="2" />)
