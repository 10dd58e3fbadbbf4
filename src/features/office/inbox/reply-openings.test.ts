import { expect, it } from "vitest";
import { readReply, replyOpenings } from "./reply-openings.ts";

const product = { name: "Kaieteur Gown", size: "M", colorName: "Pearl", quantity: 1 };
const siteName = "Demerara Atelier";

it("suggested replies greet by name, name the product and are signed by the shop", () => {
  const [first] = replyOpenings({ kind: "inquiry", calledBy: "Asha", product, siteName });
  expect(first?.text).toMatch(/^Dear Asha,\n\n/);
  expect(first?.text).toContain("Kaieteur Gown in size M and Pearl");
  expect(first?.text).toMatch(/\n\nWith warm regards from Georgetown,\nDemerara Atelier$/);
});

it("a suggested reply can be sent unchanged, and is recognized while unchanged", () => {
  for (const kind of ["inquiry", "contact", "volunteer"] as const) {
    const openings = replyOpenings({ kind, calledBy: "", product, siteName });
    expect(openings.length).toBeGreaterThan(1);
    for (const { text } of openings) expect(readReply(text)).toEqual({ ok: true, value: text });
  }
});

it("a reply needs text within the limit", () => {
  expect(readReply(" \n\u200B ")).toEqual({ ok: false, error: "Please write your reply first" });
  expect(readReply("x".repeat(10_001))).toMatchObject({ ok: false });
});
