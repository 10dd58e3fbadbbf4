import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = import.meta.dirname;

const sources = globSync("**/*.{ts,tsx}", { cwd: APP })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !/\.test\./.test(path))
  .map((path) => ({ path, text: readFileSync(join(APP, path), "utf8") }));

/** Names in a query whose value opens something for whoever has it, and where they are read. */
const SECRETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  token: {
    "web/mailed-link.server.ts": "The first visit moves it into a cookie of the browser.",
    "account/unsubscribe.tsx":
      "It opens nothing and ends one kind of email; email programs post to the whole address (RFC 8058).",
  },
  session_id: {
    "checkout/success.tsx":
      "The provider adds it; the page shows the order without street and measurements.",
    "storefront/donate/new-dawn-thank-you.tsx": "The provider adds it; the page says the amount.",
  },
  secret: {
    "components/identity/account-forms.server.ts":
      "It is in the authenticator app's otpauth address, which no browser visits.",
  },
};

/**
 * Names that open nothing by themselves; a new name belongs here or into SECRETS. `line` is the reference of a specification, which is
 * worth nothing outside its browser or account (ADR 0057).
 */
const PLAIN = [
  "queued",
  "about",
  "account",
  "announced",
  "category",
  "categoryId",
  "categoryName",
  "cleared",
  "color",
  "confirmed",
  "currency",
  "day",
  "do",
  "done",
  "edit",
  "email",
  "ended",
  "entry",
  "erased",
  "filter",
  "from",
  "garment",
  "gender",
  "id",
  "import",
  "kind",
  "light",
  "line",
  "mail",
  "next",
  "of",
  "order",
  "page",
  "parcel",
  "part",
  "product",
  "q",
  "required",
  "saved",
  "show",
  "size",
  "step",
  "stopped",
  "tab",
  "to",
  "unit",
  "width",
];

const read = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:searchParams|query|params)\.(?:get|has|getAll)\("(\w+)"\)/g)].map(
    ([, name = ""]) => ({ path, name }),
  ),
);

test("every name that a route reads from a query is known as plain or as a secret with its reason", () => {
  expect(read.length).toBeGreaterThan(30);
  const unknown = read.filter(({ name }) => !PLAIN.includes(name) && !(name in SECRETS));
  expect(unknown).toEqual([]);
});

test("a secret in a query is read only where it is moved out of the address or has a reason to stay", () => {
  const secret = read.filter(({ name }) => name in SECRETS);
  expect(secret.length).toBeGreaterThan(2);
  for (const { name, path } of secret)
    expect([name, path, SECRETS[name]?.[path]]).toEqual([name, path, expect.any(String)]);
});

test("no page, redirect or form of the shop writes a secret into an address", () => {
  const writing = sources.filter(({ text }) =>
    /[?&](?:token|proof|code|secret)=|URLSearchParams\(\{ (?:token|proof|code|secret)\b/.test(text),
  );
  // The form of that page posts to the URL that email programs open.
  expect(writing.map(({ path }) => path)).toEqual(["account/unsubscribe.tsx"]);
});

/** Parts of a path that name something and open nothing by themselves. A new one belongs here or is a secret. */
const NAMING = [
  "collection",
  "component",
  "document",
  "file",
  "garment",
  "id",
  "image",
  "item",
  "key",
  "kind",
  "line",
  "part",
  "photo",
  "product",
  "provider",
  "slug",
  "subject",
];

/** Routes whose path has what opens them, and what moves it into a cookie at the first visit, or why it stays. */
const SECRET_PATHS: Readonly<Record<string, string>> = {
  "contract/:token": "leaveToken",
  "garment/:token": "leaveToken",
  "store-credit/:token": "leaveToken",
  "checkout/confirm-email/:token": "leaveToken",
  "checkout/bank-transfer/:sessionId": "loadDelivery",
  "checkout/store-credit/:sessionId": "loadDelivery",
  "measure/:token": "It opens no measurement; the code does, in a cookie (ADR 0066).",
  "made/:token": "The public label in a garment, which says nothing about its customer.",
  "checkout/test-payment/:sessionId": "It stands in for a provider's page, and takes no money.",
};

test("every route with a secret in its path moves it out of the address or has a reason to keep it", () => {
  const routes = readFileSync(join(APP, "routes.ts"), "utf8");
  const declared = [...routes.matchAll(/route\(\s*"([^"]+)",\s*"([^"]+)"/g)].map(
    ([, path = "", file = ""]) => ({
      path,
      file,
      secrets: [...path.matchAll(/:(\w+)/g)].filter(([, name = ""]) => !NAMING.includes(name)),
    }),
  );
  const secret = declared.filter(({ secrets }) => secrets.length > 0);
  expect(secret.map(({ path }) => path).toSorted()).toEqual(Object.keys(SECRET_PATHS).toSorted());
  for (const { file, path } of secret) {
    const way = SECRET_PATHS[path] ?? "";
    if (/^\w+$/.test(way)) expect(readFileSync(join(APP, file), "utf8"), path).toContain(way);
  }
});
