import fc from "fast-check";
import { expect, it } from "vitest";
import { ENTRY_KINDS, ENTRY_STATUSES, inboxQuery, readInboxFilter } from "./inbox-entry.ts";

it("the inbox's filter is written to its URL and read back unchanged", () => {
  const search = fc.string({ maxLength: 120, unit: "grapheme-ascii" }).map((text) => text.trim());
  fc.assert(
    fc.property(
      fc.constantFrom(null, ...ENTRY_KINDS),
      fc.constantFrom(null, ...ENTRY_STATUSES),
      search,
      (kind, status, text) => {
        const filter = { kind, status, search: text, page: 1 };
        expect(readInboxFilter(new URLSearchParams(inboxQuery(filter)))).toEqual(filter);
      },
    ),
  );
});

it.each(["page=0", "page=x", "kind=letter", "status=spam", "q=%00", ""])(
  "an invalid parameter (%s) is left out of the inbox's URL",
  (query) => {
    const everything = { kind: null, status: null, search: "", page: 1 };
    expect(readInboxFilter(new URLSearchParams(query))).toEqual(everything);
  },
);
