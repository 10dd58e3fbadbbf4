import { expect, it } from "vitest";
import { readReply, replyOpenings } from "./reply-openings.ts";

const piece = { name: "Kaieteur Gown", size: "M", colorName: "Pearl", quantity: 1 };
const siteName = "Demerara Atelier";

it("openings greet by name, name the piece and sign for the house", () => {
  const [first] = replyOpenings({ kind: "inquiry", calledBy: "Asha", piece, siteName });
  expect(first?.text).toMatch(/^Dear Asha,\n\n/);
  expect(first?.text).toContain("Kaieteur Gown in size M and Pearl");
  expect(first?.text).toMatch(/\n\nWith warm regards from Georgetown,\nDemerara Atelier$/);
});

it("an opening can be sent as it stands, and is known again when nobody wrote on it", () => {
  for (const kind of ["inquiry", "contact", "volunteer"] as const) {
    const openings = replyOpenings({ kind, calledBy: "", piece, siteName });
    expect(openings.length).toBeGreaterThan(1);
    for (const { text } of openings) expect(readReply(text)).toEqual({ ok: true, value: text });
  }
});

it("an answer needs words, and not more than a letter has", () => {
  expect(readReply(" \n\u200B ")).toEqual({ ok: false, error: "Please write your reply first" });
  expect(readReply("x".repeat(10_001))).toMatchObject({ ok: false });
});
