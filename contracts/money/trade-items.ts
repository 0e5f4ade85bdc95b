/**
 * What a booking by hand is for; the trade detail names it. 19 is an adjustment and 20 a
 * compensation in the fee items of price tables.
 */
export const ADJUST_ITEMS = ['19', '20', 'discount', 'bankFee', 'writeOff'] as const
