import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { HostileBody } from "#tests/support/hostile-forms.ts";
import { hostileBody, ODD_TEXTS } from "#tests/support/hostile-forms.ts";
import { postRaw } from "#tests/support/requests/post-raw.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { rawMails } from "#tests/support/shop/mail-files.ts";
import { pathOfProduct } from "#tests/support/shop/products.ts";

const { shop, visitor } = shopSuite();

const HOSTILE_POSTS = 300;

/** Reproducible. */
const SEED = 1_966;

/** Below the limit. */
const POSTS_FROM_ONE_ADDRESS = 15;

const GOWN = "Kaieteur Gown";

/** The limit per sender covers all forms. */
const sender = (form: string) => ({ email: `hostile-${form}@example.com`, phone: "+592 555 0100" });
const inquiry = {
  ...sender("inquiry"),
  firstName: "Asha",
  lastName: "Persaud",
  address: "12 Camp Street",
  city: "Georgetown",
  postalCode: "",
  size: "M",
  color: "",
  quantity: "1",
  notes: "Hello",
  key: "0123456789abcdef",
};
const message = { fullName: "Asha Persaud", subject: "A fitting", message: "Hello" };
const donation = { form: "donation", preset: "5000", own: "", email: "hostile-donor@example.com" };

/** Their messages explain what to do. */
const TEXT_FIELDS =
  /Please (look at the marked fields|enter|give between)|could not be sent|could not be opened|is required|no longer offered|Error submitting inquiry|Message sent|Thank you for stepping forward|One step is left|We could not read that form|too large to send|Product Not Found|We could not read that address|did not arrive whole/;

/** An empty id leaves a double slash. */
const MOVED = 308;

const SENT_ON = 303;

type Form = {
  /** The IP addresses' third number, per form. */
  block: number;
  good: Readonly<Record<string, string>>;
  path: (fallback: string) => fc.Arbitrary<string>;
  accept: string;
  isExpected: (status: number, text: string) => boolean;
};

const ids = fc.oneof(
  fc.uuid(),
  fc.constantFrom(...ODD_TEXTS.filter((text) => text.length < 200 && text.isWellFormed())),
);
const page = (_status: number, text: string) => TEXT_FIELDS.test(text);
const always = (path: string) => () => fc.constant(path);

const forms: Readonly<Record<string, Form>> = {
  "inquiry dialog": {
    block: 1,
    good: { ...inquiry, dialog: "1" },
    path: (product) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(`${product}/inquiry.data`) },
        {
          weight: 1,
          arbitrary: ids.map((id) => `/product/${encodeURIComponent(id)}/inquiry.data`),
        },
      ),
    accept: "*/*",
    isExpected: (status, text) =>
      status === MOVED ||
      /"status","(success|error)"|"redirect"|"message":"\w|did not arrive whole/.test(text),
  },
  "inquiry page": {
    block: 2,
    good: inquiry,
    path: (product) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(`${product}/inquiry`) },
        { weight: 1, arbitrary: ids.map((id) => `/product/${encodeURIComponent(id)}/inquiry`) },
      ),
    accept: "text/html",
    isExpected: (status, text) => status === MOVED || status === SENT_ON || page(status, text),
  },
  "contact form": {
    block: 3,
    good: { form: "contact", ...sender("contact"), ...message },
    path: always("/contact"),
    accept: "text/html",
    isExpected: page,
  },
  "volunteer form": {
    block: 4,
    good: { form: "volunteer", ...sender("volunteer"), ...message },
    path: always("/new-dawn"),
    accept: "text/html",
    isExpected: page,
  },
  "donation form": {
    block: 5,
    good: donation,
    path: always("/new-dawn"),
    accept: "text/html",
    isExpected: page,
  },
};

const KNOWN_HEADERS =
  /^(Auto-Submitted|From|To|Reply-To|Subject|Message-ID|Date|MIME-Version|Content-Type|Content-Transfer-Encoding|List-Unsubscribe(-Post)?):( |$)|^[ \t]/;

/** Each header of what the posts have sent is the shop's, occurs once, and names one recipient. */
async function expectSoundMails(): Promise<void> {
  const outbox = () => shop().inDatabase((db) => db.select().from(mailOutbox));
  // The job sends them some time after the post.
  await expect
    .poll(async () => (await outbox()).filter(({ status }) => status === "queued"))
    .toEqual([]);
  const mails = await rawMails();
  expect(mails).not.toEqual([]);
  for (const mail of mails) {
    const lines = mail.slice(0, mail.indexOf("\r\n\r\n")).split("\r\n");
    for (const line of lines) expect(line).toMatch(KNOWN_HEADERS);
    for (const name of ["To", "Subject"]) {
      expect(lines.filter((line) => line.startsWith(`${name}: `))).toHaveLength(1);
    }
    const people = lines.filter((line) => /^(To|Reply-To): /.test(line));
    for (const line of people) expect(line).toMatch(/^[\w-]+: [^\s,<>]+@[^\s,<>]+$/);
  }
}

describe("when hostile data is posted,", () => {
  for (const [name, form] of Object.entries(forms)) {
    test(`the ${name} responds to ${HOSTILE_POSTS} posts with a message and never with a server error`, async () => {
      const product = await pathOfProduct(GOWN);
      const posts = fc.sample(fc.tuple(form.path(product), hostileBody(form.good)), {
        numRuns: HOSTILE_POSTS,
        seed: SEED,
      }) as [string, HostileBody][];
      for (const [index, [path, body]] of posts.entries()) {
        const from = `127.1.${form.block}.${1 + Math.floor(index / POSTS_FROM_ONE_ADDRESS)}`;
        const { status, text } = await postRaw(`${shop().url}${path}`, body, {
          from,
          accept: form.accept,
        });
        const request = `${path} ${body.contentType} ${body.body.toString("latin1").slice(0, 500)}`;
        expect(status, request).toBeLessThan(500);
        expect(
          form.isExpected(status, text),
          `${status} ${text.slice(0, 300)} for ${request}`,
        ).toBe(true);
      }
      // A form may have refused all of them: one good message has a mail in any case.
      const { email, phone } = sender(`good-${form.block}`);
      await visitor().send("/contact", Object.assign({ form: "contact", email, phone }, message));
      await expectSoundMails();
    });
  }
});
