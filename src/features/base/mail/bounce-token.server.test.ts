import fc from "fast-check";
import { expect, test } from "vitest";
import { isEmail } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Auth } from "#platform/auth.server.ts";
import { bounceEmailFor, parseBounceEmail } from "./delivery-reports.server.ts";

const secretOf = (secret: string) =>
  ({ options: { secret, secrets: [{ version: 1, value: secret }] } }) as Auth;
const auth = secretOf("a-secret-that-only-tests-know-0123456789");
const base = "Bounces@Shop.example";
const read = (address: string) => parseBounceEmail(auth, base, address);

test("an address for returned mails names its mail, in any letters, and has room in every mail server", () => {
  const mailId = newId();
  const address = bounceEmailFor(auth, base, mailId);
  expect(address).toMatch(/^Bounces\+[0-9a-f]{48}@Shop\.example$/);
  expect(read(address)).toBe(mailId);
  expect(read(address.toUpperCase())).toBe(mailId);
  const longest = bounceEmailFor(auth, "fifteen-letters@shop.example", mailId);
  expect(longest.indexOf("@")).toBe(64);
  expect(isEmail(longest)).toBe(true);
});

test("no token of another mail, secret or shop names one, and none that was changed in a letter", () => {
  const mailId = newId();
  const address = bounceEmailFor(auth, base, mailId);
  const start = "Bounces+".length;
  expect(read(bounceEmailFor(secretOf("another".repeat(8)), base, mailId))).toBeNull();
  expect(read(bounceEmailFor(auth, "bounces@elsewhere.example", mailId))).toBeNull();
  for (let index = start; index < start + 48; index += 1) {
    const letter = address[index] === "0" ? "1" : "0";
    expect(read(address.slice(0, index) + letter + address.slice(index + 1))).toBeNull();
  }
});

test("any other text names nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => read(text) === null));
  const head = "bounces+";
  fc.assert(fc.property(fc.string(), (text) => read(`${head}${text}@shop.example`) === null));
  expect(read("bounces@shop.example")).toBeNull();
});
