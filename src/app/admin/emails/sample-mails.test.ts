import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { atNight, day, NIGHT_RULES } from "#features/mail/mail-colors.ts";
import { MAIL_KINDS } from "#features/mail/mail-kinds.ts";
import { sampleMails } from "./sample-mails.ts";

const place = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "atelier@demerara.example",
  shopAddress: "27½ Water Street, Georgetown, Guyana",
  picture: { src: "https://shop.example/images/1/1200.jpg", alt: "A gown" },
};

const FEATURES = join(import.meta.dirname, "../../../features");

/** The source of every mail there is: whatever draws one by itself is no part of the set. */
const mailSources = readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
  .map((path) => ({ path, text: readFileSync(join(FEATURES, path), "utf8") }));

test("every mail is drawn from the one set of parts, and none by hand", () => {
  const drawn = mailSources.filter(({ text }) => /<!doctype html|<html lang/.test(text));
  expect(drawn.map(({ path }) => path).toSorted()).toEqual([
    "mail/outbox.ts",
    "mail/render-mail.ts",
  ]);
});

test("every kind that is written into the outbox is a known one with a sample", () => {
  expect(Object.keys(sampleMails).toSorted()).toEqual([...MAIL_KINDS].toSorted());
});

describe.each(MAIL_KINDS)("the mail %s", (kind) => {
  const mail = sampleMails[kind](place);

  test("has a subject, a line for the inbox, and the same heading as HTML and as text", () => {
    expect(mail.subject).not.toBe("");
    const [, preview = ""] = /mso-hide:all">([^&<]*)/.exec(mail.html) ?? [];
    expect(preview.trim()).not.toBe("");
    const [, heading = ""] = /<h1[^>]*>([^<]*)<\/h1>/.exec(mail.html) ?? [];
    expect(mail.text).toContain(heading.replaceAll("&#39;", "'").replaceAll("&amp;", "&"));
    expect(mail.text).toContain(place.siteName);
    expect(mail.html + mail.text).not.toMatch(/undefined|\[object|NaN/);
  });

  test("keeps none of the day's colours at night, whether a style sheet or the preview darkens it", () => {
    const body = atNight(mail.html).replace(/<style>.*?<\/style>/s, "");
    // The night's button wears the day's paper and ink the other way round.
    const worn = body.replace(/<a [^>]*class="button label"[^>]*>/g, "");
    for (const color of [
      day.quiet,
      day.line,
      day.paper,
      day.sheet,
      day.demerara,
      day.button,
      day.ink,
    ]) {
      expect(worn).not.toContain(color);
    }
    const [, ...tags] = mail.html
      .split("<style>")
      .join("")
      .split(/class="/);
    for (const tag of tags) {
      for (const name of (tag.split('"')[0] ?? "").split(" ")) {
        if (name !== "ground" && name !== "page") expect(NIGHT_RULES).toContain(`.${name}{`);
      }
    }
  });

  test("loads nothing but pictures of the shop, and leads to web addresses alone", () => {
    for (const [, url = ""] of mail.html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(url).toMatch(/^https:\/\//);
    }
    for (const [, src = ""] of mail.html.matchAll(/<img[^>]* src="([^"]*)"/g)) {
      expect(src.startsWith(place.siteUrl)).toBe(true);
    }
    expect(mail.html).not.toMatch(/<script|<link|@import|url\(/i);
  });
});
