import fc from "fast-check";

/** Empty and too long texts, other scripts, injections. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\t\n ",
  "\u200b\u200d",
  "\u202eevil",
  "👩🏾‍🎨🪡",
  "مرحبا بكم",
  "שלום",
  "a\r\nBcc: everyone@example.com",
  "a@example.com\r\nBcc: b@example.com",
  "a@example.com%0d%0aBcc: b@example.com",
  "a@example.com, b@example.com",
  "Asha <asha@example.com>",
  "asha@example",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</textarea></form><h1>mine</h1>",
  "'; drop table guyana_sales_inquiries; --",
  "{{7*7}} #{7*7} %s %n",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "a\udc00b",
  "\ufffe\uffff",
  "x".repeat(100_000),
  "é".repeat(5_000),
  "https://example.com/".repeat(20),
  "../../etc/passwd",
  "__proto__",
  "null",
  "[object Object]",
  "-1",
  "0",
  "0.5",
  "2.9",
  "1e99",
  "1001",
  "NaN",
  "-Infinity",
  "0x10",
  "９",
  "12abc",
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** Own, other fields' and odd values. */
export function oddFields<Name extends string>(
  good: Readonly<Record<Name, string>>,
): fc.Arbitrary<Record<Name, string>> {
  const values = Object.values<string>(good);
  const field = (own: string) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(own) },
      { weight: 1, arbitrary: fc.constantFrom(...values) },
      { weight: 2, arbitrary: oddText },
    );
  const model = Object.entries<string>(good).map(([name, own]) => [name, field(own)] as const);
  return fc.record(Object.fromEntries(model)) as fc.Arbitrary<Record<Name, string>>;
}

export type HostileBody = { contentType: string; body: Buffer };

type Pair = readonly [name: string, value: string, isFile: boolean];

/** A lone surrogate as three invalid bytes. */
function rawBytes(text: string): Buffer {
  const parts = text.split(/(\p{Cs})/u).filter(Boolean);
  return Buffer.concat(
    parts.map((part) =>
      /^\p{Cs}$/u.test(part) ? Buffer.from([0xed, 0xa0, 0x80]) : Buffer.from(part),
    ),
  );
}

const percent = (text: string) =>
  [...rawBytes(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

function urlEncoded(pairs: readonly Pair[]): HostileBody {
  const text = pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join("&");
  return { contentType: "application/x-www-form-urlencoded", body: Buffer.from(text) };
}

function multipart(pairs: readonly Pair[]): HostileBody {
  const boundary = "----formBoundary7MA4YWxkTrZu0gW";
  const chunks = pairs.flatMap(([name, value, isFile]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="`),
    rawBytes(name),
    Buffer.from(isFile ? '"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n' : '"\r\n\r\n'),
    rawBytes(value),
    Buffer.from("\r\n"),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

const json = (value: unknown): HostileBody => ({
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(value)),
});

const fates = ["plain", "plain", "plain", "plain", "missing", "twice", "list", "file"] as const;

function pairsOf(name: string, value: string, fate: (typeof fates)[number]): Pair[] {
  if (fate === "missing") return [];
  if (fate === "twice")
    return [
      [name, value, false],
      [name, "second", false],
    ];
  if (fate === "list") return [[`${name}[]`, value, false]];
  return [[name, value, fate === "file"]];
}

/** Odd texts; missing, repeated, unknown, list and file fields; every encoding; bytes that are no form. */
export function hostileBody(good: Readonly<Record<string, string>>): fc.Arbitrary<HostileBody> {
  const names = Object.keys(good);
  const fields = fc.record({
    fields: oddFields(good),
    fates: fc.array(fc.constantFrom(...fates), {
      minLength: names.length,
      maxLength: names.length,
    }),
    extra: fc.option(fc.tuple(oddText, oddText)),
  });
  const pairs = fields.map((form) => [
    ...names.flatMap((name, index) =>
      pairsOf(name, form.fields[name] ?? "", form.fates[index] ?? "plain"),
    ),
    ...(form.extra ? [[form.extra[0].slice(0, 200), form.extra[1], false] as const] : []),
  ]);
  return fc.oneof(
    { weight: 6, arbitrary: pairs.map(urlEncoded) },
    { weight: 3, arbitrary: pairs.map(multipart) },
    { weight: 1, arbitrary: fc.oneof(oddFields(good), fc.jsonValue()).map(json) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "multipart/form-data",
            "text/plain",
          ),
          fc.uint8Array({ maxLength: 200 }),
        )
        .map(([contentType, bytes]) => ({ contentType, body: Buffer.from(bytes) })),
    },
  );
}
