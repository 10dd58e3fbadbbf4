/** Marks the elements of a served page that are true of it alone. */
export const SERVED_MARK = "data-served";
