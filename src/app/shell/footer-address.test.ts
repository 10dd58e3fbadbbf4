import { describe, expect, it } from "vitest";
import { footerAddress, telephoneAddress } from "./footer-address.ts";

describe("the owner's footer links", () => {
  it("stay inside the shop when they are paths", () => {
    expect(footerAddress("/about")).toBe("inside");
  });

  it("lead outside by http, mail and telephone", () => {
    expect(
      ["https://example.org", "HTTP://example.org", "mailto:a@b.c", "tel:+592"].map(footerAddress),
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
      ].map(footerAddress),
    ).toEqual(Array.from({ length: 6 }, () => "refused"));
  });
});

describe("a telephone link", () => {
  it("keeps the plus and the digits alone", () => {
    expect(telephoneAddress(" +592 (225) 0100")).toBe("tel:+5922250100");
    expect(telephoneAddress("225-0100")).toBe("tel:2250100");
  });
});
