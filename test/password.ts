/** Every user of the tests has it. */
export const PASSWORD = 'Parcels-2026!'
