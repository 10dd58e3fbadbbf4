/** How long a password is, in characters; the longest keeps hashing from being a way to tire the shop. */
export const PASSWORD_LENGTH = { min: 8, max: 128 };
