/** Days in which who was refused is answered why at the sign-in; then the password is deleted. */
export const REFUSED_DAYS = 30
