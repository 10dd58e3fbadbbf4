/** A text that is no uuid, number, date or UTF-8, or a number outside its range (PostgreSQL, Appendix A, class 22). */
const MALFORMED_VALUES: ReadonlySet<string> = new Set([
  "22P02",
  "22P05",
  "22003",
  "22007",
  "22008",
  "22021",
  "2201W",
  "2201X",
]);

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Returns the code with which Postgres refused a submitted value, from an error or its cause; else null. */
export function malformedValueCode(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = codeOf(error) ?? codeOf(cause);
  return typeof code === "string" && MALFORMED_VALUES.has(code) ? code : null;
}
