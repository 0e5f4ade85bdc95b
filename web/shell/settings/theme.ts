import type { ThemeConfig } from 'antd'
import { darker, readable, tint } from '../../kit/session/accent.ts'

/**
 * The class under which the tokens stand as CSS variables; whatever lies in an element of this
 * class can use them.
 */
export const TOKENS_AT = 'py'

const USUAL = { colorError: '#cf1322', colorWarning: '#d46b08', colorSuccess: '#237804' } as const
/**
 * Distinguishable for people who see red and green alike: blue, ochre and a dark vermilion, of three
 * lightnesses (web/kit/platform/colour-weak.css has the same for our own styles).
 */
const WEAK = { colorError: '#8f2d00', colorWarning: '#8a6d00', colorSuccess: '#005fa8' } as const

/**
 * antd's tokens for a back office: calm, dense, one accent. Its styles come as a finished file
 * (zeroRuntime), the tokens as CSS variables that still change at run time. `touch`: 44 px targets
 * and no zoom on focus on a phone. `compact`: controls of 28 px where a mouse is at hand.
 */
export function themeOf(
  color: string,
  touch: boolean,
  compact: boolean,
  weak = false,
): ThemeConfig {
  const accent = readable(color)
  const step = compact && !touch ? 0.75 : 1
  return {
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: TOKENS_AT },
    token: {
      // Hover goes darker, not lighter: white words stay readable under the pointer.
      colorPrimary: accent,
      colorPrimaryHover: darker(accent),
      colorPrimaryActive: darker(darker(accent)),
      colorPrimaryBg: tint(accent, 0.08),
      colorPrimaryBgHover: tint(accent, 0.12),
      colorLink: darker(accent),
      colorLinkHover: darker(darker(accent)),
      colorInfo: accent,
      ...(weak ? WEAK : USUAL),
      colorText: 'rgba(0,0,0,.88)',
      colorTextSecondary: 'rgba(0,0,0,.65)',
      colorTextTertiary: 'rgba(0,0,0,.58)',
      colorTextPlaceholder: 'rgba(0,0,0,.54)',
      colorTextDescription: 'rgba(0,0,0,.58)',
      colorBgLayout: '#f4f6f8',
      colorBorder: '#c9ced6',
      colorBorderSecondary: '#e6e9ee',
      borderRadius: 5,
      borderRadiusLG: 8,
      controlHeight: touch ? 44 : compact ? 28 : 32,
      controlHeightSM: touch ? 40 : compact ? 24 : 26,
      controlHeightLG: touch ? 48 : compact ? 34 : 40,
      fontSize: touch ? 16 : 14,
      fontFamily: 'var(--py-font)',
      wireframe: false,
    },
    components: {
      Tabs: {
        itemSelectedColor: darker(accent),
        itemHoverColor: darker(accent),
        itemActiveColor: darker(darker(accent)),
      },
      Form: { itemMarginBottom: touch ? 16 : 14 * step, verticalLabelPadding: '0 0 4px' },
      // The dark menu's own blue would not do for white words on it.
      Menu: {
        itemHeight: touch ? 44 : compact ? 32 : 36,
        horizontalLineHeight: '57px',
        itemMarginInline: 0,
        itemSelectedColor: darker(accent),
        subMenuItemSelectedColor: darker(accent),
        horizontalItemSelectedColor: darker(accent),
        darkItemBg: 'transparent',
        darkSubMenuItemBg: 'rgba(0,0,0,.25)',
        darkPopupBg: '#001529',
        darkItemColor: 'rgba(255,255,255,.78)',
        darkItemSelectedBg: accent,
      },
    },
  }
}
