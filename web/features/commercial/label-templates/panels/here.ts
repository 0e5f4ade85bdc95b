/** What the document on the screen is called among the versions. */
export const HERE = 'here'
