/** A filter of a list: its label on the page, its name in the URL, and whether a value of it can be read. */
export type FilterReader = {
  readonly label: string;
  readonly name: string;
  readonly isReadable: (submitted: string) => boolean;
};

/** Reads the values of a closed list. */
export const oneOf =
  (values: readonly string[]): FilterReader["isReadable"] =>
  (submitted) =>
    values.includes(submitted);

/** The labels of filters with a value that cannot be read, each once, so that nobody takes the whole list for a part of it. */
export function unreadableFilters(
  params: URLSearchParams,
  readers: readonly FilterReader[],
): string[] {
  const unreadable = readers.filter(({ name, isReadable }) =>
    params.getAll(name).some((value) => value.trim() !== "" && !isReadable(value.trim())),
  );
  return [...new Set(unreadable.map(({ label }) => label))];
}
