import fc from "fast-check";
import { anyText } from "../any-text.ts";

/** A name as an owner should never give one: markup, ends of sections, characters that XML forbids, halves of pairs, emoji. */
export const hostileText = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom("]]>", "<![CDATA[", "&amp;", "</item>", '"', "'", "\u0000", "\ud83d", "👗"),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `Gown ${parts.join("")}`);
