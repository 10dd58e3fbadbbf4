import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { DARK_STYLES, inDarkMode, lightColors } from "#features/base/mail/render-email.ts";
import { emailRegistry } from "./email-registry.server.ts";

const facts = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "atelier@demerara.example",
  shopAddress: "27½ Water Street, Georgetown, Guyana",
  image: { src: "https://shop.example/images/1/1200.jpg", alt: "A gown" },
};

const FEATURES = join(import.meta.dirname, "../..");

const featureSources = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(FEATURES, path), "utf8") }));

test("only the renderer and the preview frame write the HTML of an email", () => {
  const drawn = featureSources.filter(({ text }) => /<!doctype html|<html lang/.test(text));
  expect(drawn.map(({ path }) => path).toSorted()).toEqual([
    "base/mail/outbox.ts",
    "base/mail/render-email.ts",
  ]);
});

/** A template file exports an email, or several in an object. */
function kindsIn(exported: unknown): string[] {
  if (typeof exported === "function") return "kind" in exported ? [String(exported.kind)] : [];
  return exported instanceof Object ? Object.values(exported).flatMap(kindsIn) : [];
}

test("the registry lists every email that the template files define, each kind once", async () => {
  const files = globSync("**/*-email.ts", { cwd: FEATURES });
  expect(files.length).toBeGreaterThan(5);
  const modules = await Promise.all(files.map((file) => import(join(FEATURES, file))));
  const defined = modules.flatMap((module) => Object.values(module).flatMap(kindsIn));
  expect([...emailRegistry.keys()].toSorted()).toEqual(defined.toSorted());
});

test("no email shows a whole id or an order number that ends in dots", () => {
  const shortened = /\b[0-9a-f]{8}(?:…|\.{2,})/i;
  const wholeId = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i;
  for (const [kind, email] of emailRegistry) {
    const { subject, text } = email.sample(facts as never);
    const visible = `${subject}\n${text.replaceAll(/https?:\/\/\S+/g, "")}`;
    expect([kind, shortened.exec(visible)?.[0], wholeId.exec(visible)?.[0]]).toEqual([
      kind,
      undefined,
      undefined,
    ]);
  }
  expect(orderNumber("1809c681-2bd0-4672-b79d-d97027f9071a")).toBe("1809c681");
  const dotted = featureSources.filter(({ text }) =>
    /[oO]rderNumber[^\n]{0,20}\}(?:…|\.{2,})/.test(text),
  );
  expect(dotted.map(({ path }) => path)).toEqual([]);
});

test("emails that give access are private to their mailbox, and no others", () => {
  expect(emailRegistry.size).toBeGreaterThan(10);
  for (const [kind, { isPrivate }] of emailRegistry) {
    const givesAccess =
      kind.startsWith("account-") ||
      [
        "store-credit",
        "order-code",
        "staff-invitation",
        "contract-proposal",
        "measure-me",
        "fit-question",
        "alteration-requested",
        "alteration-decided",
        "alteration-step",
      ].includes(kind);
    expect([kind, isPrivate]).toEqual([kind, givesAccess]);
  }
});

/** To customers, about what they have: no email of these leaves a name out that the shop knows. */
const GREETING_BY_NAME = [
  "bank-transfer",
  "deposit-received",
  "deposit-undone",
  "deposit-owed",
  "transfer-ended",
  "transfer-late",
  "order-confirmation",
  "order-code",
  "shipped",
  "delivered",
  "address-changed",
  "promise-changed",
  "refund-promised",
  "payout-account",
  "refund",
  "refund-failed",
  "store-credit",
  "contract-proposal",
  "garment-approved",
  "garment-finished",
  "fit-question",
  "alteration-requested",
  "alteration-decided",
  "alteration-step",
  "garment-changed",
  "return",
  "return-received",
  "return-exchanged",
  "return-declined",
];

/** To the shop and its staff, or with a greeting of its writer: the customer's inquiry is thanked by name in its heading. */
const WITHOUT_GREETING = [
  "contract-proposal-answered",
  "remeasured",
  "garment-cancelled",
  "items-cancelled",
  "garments-without-customer",
  "alteration-notice",
  "garment-changed-notice",
  "return-notice",
  "purchase-inquiry",
  "inquiry-receipt",
  "contact-message",
  "volunteer-message",
  "inbox-reply",
  "low-stock",
  "due-work",
  "health-problem",
  "health-restored",
  "staff-new-device",
  "staff-invitation",
  "ways-in-changed",
  "refused-access",
];

const kindsThat = (matches: (text: string) => boolean) =>
  [...emailRegistry.values()]
    .filter(({ sample }) => matches(sample(facts).text))
    .map(({ kind }) => kind);

test("emails to customers about their orders greet them by name, the other ones with Hello, and none to the shop greets anybody", () => {
  const isNamed = (text: string) => text.includes("\n\nDear ");
  const isGreeted = (text: string) => isNamed(text) || text.includes("\n\nHello,\n\n");
  expect(kindsThat(isNamed)).toEqual(GREETING_BY_NAME);
  expect(kindsThat((text) => !isGreeted(text))).toEqual(WITHOUT_GREETING);
});

describe.each([...emailRegistry.values()])("the email $kind", (email) => {
  const mail = email.sample(facts);

  test("has a subject, a line for the inbox, and the same heading as HTML and as text", () => {
    expect(mail.subject).not.toBe("");
    const [, preview = ""] = /mso-hide:all">([^&<]*)/.exec(mail.html) ?? [];
    expect(preview.trim()).not.toBe("");
    const [, heading = ""] = /<h1[^>]*>([^<]*)<\/h1>/.exec(mail.html) ?? [];
    expect(mail.text).toContain(heading.replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
    expect(mail.text).toContain(facts.siteName);
    expect(mail.html + mail.text).not.toMatch(/undefined|\[object|NaN/);
  });

  test("has no light colour left in dark mode, in the style sheet and in the preview", () => {
    const body = inDarkMode(mail.html).replace(/<style>.*?<\/style>/s, "");
    // The button swaps paper and ink in dark mode.
    const rest = body.replace(/<a [^>]*class="button label"[^>]*>/g, "");
    for (const color of [
      lightColors.quiet,
      lightColors.line,
      lightColors.background,
      lightColors.card,
      lightColors.demerara,
      lightColors.button,
      lightColors.ink,
    ]) {
      expect(rest).not.toContain(color);
    }
    const [, ...tags] = mail.html
      .split("<style>")
      .join("")
      .split(/class="/);
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) {
      for (const name of (tag.split('"')[0] ?? "").split(" ")) {
        if (name !== "ground" && name !== "page") expect(DARK_STYLES).toContain(`.${name}{`);
      }
    }
  });

  test("has no sign after a URL, so that no email program makes it a part of the link", () => {
    const inText = mail.text.match(/https?:\/\/\S+/g) ?? [];
    expect(inText.filter((url) => /[^A-Za-z0-9/_=-]$/.test(url))).toEqual([]);
    const linked = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url);
    expect(linked.filter((url) => /[^A-Za-z0-9/_=-]$/.test(url))).toEqual([]);
    const own = inText.filter((url) => url.startsWith(`${facts.siteUrl}/`));
    const links = linked.map((url) => url.replaceAll("&amp;", "&"));
    expect(links).toEqual(expect.arrayContaining(own));
  });

  test("loads only images of the shop and links only to https URLs", () => {
    const urls = [...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)];
    expect(urls.length).toBeGreaterThan(0);
    for (const [, url = ""] of urls) {
      expect(url).toMatch(/^https:\/\//);
    }
    for (const [, src = ""] of mail.html.matchAll(/<img[^>]* src="([^"]*)"/g)) {
      expect(src.startsWith(facts.siteUrl)).toBe(true);
    }
    expect(mail.html).not.toMatch(/<script|<link|@import|url\(/i);
  });
});
