import fc from "fast-check";
import { anyText } from "../any-text.ts";

/** Markup, CDATA ends, characters XML forbids, lone surrogates, emoji. */
export const hostileText = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom("]]>", "<![CDATA[", "&amp;", "</item>", '"', "'", "\u0000", "\ud83d", "👗"),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `Gown ${parts.join("")}`);
