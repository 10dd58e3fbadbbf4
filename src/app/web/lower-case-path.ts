/** A path in small letters; what is percent-encoded stands for itself in either case and is left as it is. */
export function lowerCasePath(path: string): string {
  return path.replace(/%[0-9a-f]{2}|[A-Z]+/gi, (part) =>
    part.startsWith("%") ? part : part.toLowerCase(),
  );
}
