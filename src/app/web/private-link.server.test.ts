import { describe, expect, test } from "vitest";
import { firstVisit } from "#tests/support/mailed-links.ts";
import { forgetAllLinks, forgetLink, leaveToken, readLinkToken } from "./private-link.server.ts";

const HTTP = "http://shop.example";
const HTTPS = "https://shop.example";
const TOKEN = "0123456789abcdef".repeat(3);
const SISTERS = "fedcba9876543210".repeat(3);

const visitWith = (cookie: string, address: string, publicUrl = HTTP) => ({
  address,
  publicUrl,
  request: new Request(`${publicUrl}/garment/${address}`, { headers: { cookie } }),
});

describe("the first visit of a private link", () => {
  test("leads to an address without the token, and leaves it in a cookie that no script reads", () => {
    const { address, path, set } = firstVisit(TOKEN, HTTP);
    expect(path).toBe(`/garment/${address}`);
    expect(address).toMatch(/^[0-9a-f]{32}$/);
    expect(TOKEN).not.toContain(address);
    expect(set).toBe(`da_link_${address}=${TOKEN}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`);
  });

  test("sets a cookie over https that no other host can set, and reads no other there", () => {
    const { address, cookie, set } = firstVisit(TOKEN, HTTPS);
    expect(set).toMatch(
      /^__Host-da_link_[0-9a-f]{32}=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(readLinkToken(visitWith(cookie, address, HTTPS))).toBe(TOKEN);
    const planted = cookie.replace("__Host-", "");
    expect(readLinkToken(visitWith(planted, address, HTTPS))).toBeNull();
  });

  test("does not move a token that could be taken for an attribute of the cookie", () => {
    expect(firstVisit(`${TOKEN}; Domain=example`, HTTP).set).toContain(`${TOKEN}%3B%20Domain`);
  });

  test("keeps what else the address says, and happens once", () => {
    const { address } = firstVisit(TOKEN, HTTP);
    const url = new URL(`${HTTP}/garment/${TOKEN}?saved=report`);
    let thrown: unknown;
    try {
      leaveToken(visitWith("", TOKEN), { days: 1, url });
    } catch (response) {
      thrown = response;
    }
    expect((thrown as Response).headers.get("location")).toBe(`/garment/${address}?saved=report`);
    expect(leaveToken(visitWith("", address), { days: 1, url })).toBeUndefined();
  });

  test("forgets the oldest of many links, so that no request becomes too large", () => {
    const names = Array.from(
      { length: 21 },
      (_, index) => `da_link_${String(index).padStart(32, "0")}`,
    );
    const cookie = names.map((name) => `${name}=token`).join("; ");
    const url = new URL(`${HTTP}/garment/${TOKEN}`);
    let thrown: unknown;
    try {
      leaveToken(visitWith(cookie, TOKEN), { days: 1, url });
    } catch (response) {
      thrown = response;
    }
    const [own, ...forgotten] = (thrown as Response).headers.getSetCookie();
    expect(own).toContain(`=${TOKEN}`);
    expect(forgotten.map((each) => each.split(";")[0])).toEqual([`${names[0]}=`, `${names[1]}=`]);
  });
});

describe("a later visit of a private link", () => {
  test("opens beside the links of others in the same browser", () => {
    const own = firstVisit(TOKEN, HTTP);
    const sisters = firstVisit(SISTERS, HTTP);
    const cookie = `a=b; ${own.cookie}; ${sisters.cookie}`;
    expect(readLinkToken(visitWith(cookie, own.address))).toBe(TOKEN);
    expect(readLinkToken(visitWith(cookie, sisters.address))).toBe(SISTERS);
  });

  test("opens nothing with the cookie of another link, a forged one, or none", () => {
    const { address } = firstVisit(TOKEN, HTTP);
    for (const cookie of [
      "",
      firstVisit(SISTERS, HTTP).cookie,
      `da_link_${address}=${SISTERS}`,
      `da_link_${address}=%`,
    ]) {
      expect([cookie, readLinkToken(visitWith(cookie, address))]).toEqual([cookie, null]);
    }
  });

  test("reads a token in the path as it is, so that every mailed link goes on working", () => {
    expect(readLinkToken(visitWith("", TOKEN))).toBe(TOKEN);
    expect(readLinkToken(visitWith("", "nobody"))).toBe("nobody");
  });
});

test("a link that opens nothing any more leaves the browser", () => {
  const { address } = firstVisit(TOKEN, HTTP);
  const [set] = forgetLink(visitWith("", address)).getSetCookie();
  expect(set).toMatch(new RegExp(`^da_link_${address}=; Max-Age=0; Path=/;`));
  expect(forgetLink(visitWith("", TOKEN)).getSetCookie()).toEqual([]);
});

test("a sign-out takes all links out of the browser, and nothing else", () => {
  const own = firstVisit(TOKEN, HTTPS);
  const sisters = firstVisit(SISTERS, HTTPS);
  const headers = { cookie: `da_cart=1; ${own.cookie}; ${sisters.cookie}; da_link_x=1` };
  const removed = forgetAllLinks(new Request(HTTPS, { headers }), HTTPS);
  expect(removed).toEqual(
    [own, sisters].map(
      ({ address }) =>
        `__Host-da_link_${address}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ),
  );
});
