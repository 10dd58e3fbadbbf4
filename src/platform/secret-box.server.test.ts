import { expect, test } from "vitest";
import { createSecretBox } from "./secret-box.server.ts";

const KEY = "k".repeat(40);
const SECRET = "sk_test_51Nabcdefghijklmnop4242";
const box = createSecretBox(KEY);

test("what was sealed opens again, in another process with the same key too", () => {
  const sealed = box.seal(SECRET, "here");
  expect(box.open(sealed, "here")).toBe(SECRET);
  expect(createSecretBox(KEY).open(sealed, "here")).toBe(SECRET);
});

test("nothing of the secret can be read in what is stored, and no two seals are alike", () => {
  const [one, two] = [box.seal(SECRET, "here"), box.seal(SECRET, "here")];
  expect(JSON.stringify(one)).not.toContain("51Nabc");
  expect(Buffer.from(one.text, "base64url").toString()).not.toContain("51Nabc");
  expect(one.nonce).not.toBe(two.nonce);
  expect(one.text).not.toBe(two.text);
});

test("another key, another place and a changed letter open nothing", () => {
  const sealed = box.seal(SECRET, "here");
  expect(createSecretBox("x".repeat(40)).open(sealed, "here")).toBeNull();
  expect(box.open(sealed, "there")).toBeNull();
  for (const part of ["nonce", "tag", "text"] as const) {
    const first = sealed[part].startsWith("A") ? "B" : "A";
    expect(box.open({ ...sealed, [part]: first + sealed[part].slice(1) }, "here")).toBeNull();
  }
  expect(box.open({ ...sealed, tag: "" }, "here")).toBeNull();
});
