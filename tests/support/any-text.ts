import fc from "fast-check";

/** Any sequence of UTF-16 code units: control characters, halves of pairs and unassigned places among them. */
export const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x2ff }), fc.integer({ min: 0, max: 0xffff })))
  .map((codes) => String.fromCharCode(...codes));
