import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { xmlText } from "./xml-text.ts";

/** Throws when the document is not well-formed. */
function readBack(xml: string): { text: string; attribute: string } {
  const parser = new SaxesParser();
  const found = { text: "", attribute: "" };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("text", (text) => {
    found.text += text;
  });
  parser.on("opentag", ({ attributes }) => {
    found.attribute = String(attributes.a);
  });
  parser.write(xml).close();
  return found;
}

const document = (text: string) =>
  `<?xml version="1.0"?><r a="${xmlText(text)}">${xmlText(text)}</r>`;

it.each([
  ["]]>", "]]>"],
  ["<b>&amp;\"'", "<b>&amp;\"'"],
  ["a\u0000b\u0008c\u000bd\uffffe", "abcde"],
  ["\ud83d\ude00 ok", "\ud83d\ude00 ok"],
  ["\ud83d alone \ude00", " alone "],
  ["½ Žižkov 漢字", "½ Žižkov 漢字"],
])("writes %j so that a strict reader finds %j", (text, found) => {
  expect(readBack(document(text)).text).toBe(found);
});

it("makes any text readable as content and as attribute, without another meaning", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          anyText,
          fc.constantFrom("]]>", "<![CDATA[", "&#0;", "<?x?>", "\ud800", "\udc00", "\u0000", "--"),
        ),
      ),
      (parts) => {
        const { text, attribute } = readBack(document(parts.join("")));
        const once = xmlText(text);
        expect(xmlText(readBack(document(text)).text)).toBe(once);
        expect(attribute.length).toBe(text.length);
      },
    ),
  );
});
