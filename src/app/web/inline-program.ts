/** Writes a value as JSON that neither ends the script nor, in older browsers, its line. */
function literalOf(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An element that calls the default export of a program (`?program`) with this value. */
export function inlineProgram(program: string, value: unknown, nonce: string | undefined): string {
  const nonceAttribute = nonce ? ` nonce="${nonce}"` : "";
  return `<script${nonceAttribute}>(()=>{${program}program(${literalOf(value)})})();</script>`;
}
