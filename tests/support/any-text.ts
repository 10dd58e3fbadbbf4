import fc from "fast-check";

/** Any text, with control characters, lone surrogates and unassigned code points. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })))
  .map((codes) => String.fromCharCode(...codes));
