import { expect, test } from "vitest";
import { openWithPassphrase, QUICK_COST, sealWithPassphrase } from "./passphrase.server.ts";

const PASSPHRASE = "ginger lily over the seawall";

const seal = (text: string, passphrase: string) => sealWithPassphrase(text, passphrase, QUICK_COST);

test("what a passphrase seals opens with it and with no other one, and no two results are alike", async () => {
  const sealed = await seal("the keys of the shop", PASSPHRASE);
  expect(JSON.stringify(sealed)).not.toContain("keys");
  expect(await openWithPassphrase(sealed, PASSPHRASE)).toBe("the keys of the shop");
  expect(await openWithPassphrase(sealed, `${PASSPHRASE} `)).toBeNull();
  expect(await seal("the keys of the shop", PASSPHRASE)).not.toEqual(sealed);
});

test("a changed text, salt or tag is refused like a wrong passphrase", async () => {
  const sealed = await seal("the keys of the shop", PASSPHRASE);
  const turned = (value: string) => `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`;
  for (const name of ["text", "salt", "tag", "nonce"] as const) {
    const changed = { ...sealed, [name]: turned(sealed[name]) };
    expect(await openWithPassphrase(changed, PASSPHRASE)).toBeNull();
  }
});

test("letters that another keyboard composes differently are the same passphrase", async () => {
  const sealed = await seal("keys", "caf\u00e9 on the coast");
  expect(await openWithPassphrase(sealed, "cafe\u0301 on the coast")).toBe("keys");
});
