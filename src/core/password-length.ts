/** The lengths are in characters. The maximum limits the cost of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };
