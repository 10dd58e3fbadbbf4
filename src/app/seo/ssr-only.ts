/** Marks the elements of a served page that are true of it alone. */
export const SSR_ONLY_ATTRIBUTE = "data-served";
