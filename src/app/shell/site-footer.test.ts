import { describe, expect, it } from "vitest";
import { footerUrlKind, telephoneUrl } from "./site-footer.tsx";

describe("the owner's footer links", () => {
  it("stay inside the shop when they are paths", () => {
    expect(footerUrlKind("/about")).toBe("inside");
  });

  it("lead outside by http, mail and telephone", () => {
    expect(
      ["https://example.org", "HTTP://example.org", "mailto:a@b.c", "tel:+592"].map(footerUrlKind),
    ).toEqual(["outside", "outside", "outside", "outside"]);
  });

  it("are refused when a browser could run them or read them as another host", () => {
    expect(
      [
        "javascript:alert(1)",
        " /x",
        "//evil.example",
        "/\\evil.example",
        "data:text/html,x",
        "",
      ].map(footerUrlKind),
    ).toEqual(Array.from({ length: 6 }, () => "refused"));
  });
});

describe("a telephone link", () => {
  it("keeps the plus and the digits alone", () => {
    expect(telephoneUrl(" +592 (225) 0100")).toBe("tel:+5922250100");
    expect(telephoneUrl("225-0100")).toBe("tel:2250100");
  });
});
