import { expect, test } from "vitest";
import { flashCookie, hasSignedInCookie, readFlash, signedInCookie } from "./browser-cookies.ts";

const withCookie = (cookie: string) => new Request("http://shop.test/", { headers: { cookie } });

// Specification 7.5
test("the hint cookie can be read by scripts, holds no data and goes with the session", () => {
  expect(signedInCookie(86_400, { https: true })).toBe(
    "da_hint=1; Max-Age=86400; Path=/; SameSite=Lax; Secure",
  );
  expect(signedInCookie(0, { https: false })).toBe("da_hint=; Max-Age=0; Path=/; SameSite=Lax");
});

test("only the value 1 of the hint cookie means that somebody is signed in", () => {
  expect(hasSignedInCookie(withCookie("a=b; da_hint=1"))).toBe(true);
  expect(hasSignedInCookie(withCookie("da_hint=0"))).toBe(false);
  expect(hasSignedInCookie(withCookie("xda_hint=1"))).toBe(false);
});

test("a message for the next page is a known one, even when the cookie was changed", () => {
  expect(flashCookie("access-granted", { https: false })).toBe(
    "da_flash=access-granted; Max-Age=30; Path=/; SameSite=Lax",
  );
  expect(readFlash(withCookie("da_flash=access-granted"))).toBe("access-granted");
  expect(readFlash(withCookie("da_flash=<script>"))).toBeNull();
  expect(readFlash(withCookie("da_flash=toString"))).toBeNull();
  expect(readFlash(new Request("http://shop.test/"))).toBeNull();
});
