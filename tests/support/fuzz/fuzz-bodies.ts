import type { FuzzIds, SeededRandom } from "./fuzz-values.ts";
import { oddValue, plausibleValue } from "./fuzz-values.ts";
import type { FuzzRoute } from "./fuzz-vocabulary.ts";

export type FuzzBody = { type: string | null; body: Buffer };

const BOUNDARY = "----formBoundary7MA4YWxkTrZu0gW";

/** Three invalid UTF-8 bytes. */
function bytesOf(text: string): Buffer {
  const parts = text.split(/(\p{Cs})/u).filter(Boolean);
  return Buffer.concat(
    parts.map((part) =>
      /^\p{Cs}$/u.test(part) ? Buffer.from([0xed, 0xa0, 0x80]) : Buffer.from(part),
    ),
  );
}

export function percentEncode(text: string): string {
  return [...bytesOf(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
}

function fieldName(random: SeededRandom, name: string): string {
  const form = random.below(14);
  if (form === 0) return `${name}[]`;
  if (form === 1) return `${name}[0]`;
  if (form === 2) return `${name}[${random.pick(["999", "99999999999", "-1", "__proto__"])}]`;
  if (form === 3) return `${name}.${random.pick(["id", "__proto__", "constructor.prototype"])}`;
  if (form === 4) return `[0].${name}[0][0]`;
  if (form === 5) return random.pick(["", "__proto__", "]", "[", ".", "a[b", "\u0000", "$"]);
  return name;
}

/** Mostly the route's fields, plausible and odd. */
function fieldsOf(random: SeededRandom, route: FuzzRoute, ids: FuzzIds): [string, string][] {
  const count = 1 + random.below(8);
  const names = Array.from({ length: count }, () => random.pick(route.names));
  const fields = names.map((name): [string, string] => {
    const odd = random.chance(0.45);
    const value = odd ? oddValue(random, ids) : plausibleValue(random, name, ids);
    return [random.chance(0.85) ? name : fieldName(random, name), value];
  });
  if (route.values.length > 0 && random.chance(0.85)) {
    fields.unshift([random.chance(0.9) ? "intent" : "form", random.pick(route.values)]);
  }
  const [first] = fields;
  if (first && random.chance(0.1)) fields.push(first);
  return fields;
}

function urlEncoded(random: SeededRandom, fields: readonly [string, string][]): FuzzBody {
  const text = fields.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  const broken = random.chance(0.06) ? random.pick(["&%", "&%zz=%f", "&&&=", ";a", "%u0041"]) : "";
  return {
    type: "application/x-www-form-urlencoded",
    body: Buffer.from(text.join("&") + broken),
  };
}

const PART_HEADS = [
  'form-data; name="x',
  "form-data",
  "form-data; name*=utf-8''%ff; name=\"x\"",
  'attachment; name="x"',
  `form-data; name="${"n".repeat(20_000)}"`,
];

function multipart(random: SeededRandom, fields: readonly [string, string][]): FuzzBody {
  const parts = fields.flatMap(([name, value]) => {
    const head = random.chance(0.06)
      ? random.pick(PART_HEADS)
      : `form-data; name="${name.replace(/"/g, "%22")}"${random.chance(0.15) ? '; filename="a.txt"' : ""}`;
    return [
      bytesOf(`--${BOUNDARY}\r\nContent-Disposition: ${head}\r\n\r\n`),
      bytesOf(value),
      Buffer.from("\r\n"),
    ];
  });
  const whole = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  const body = random.chance(0.2) ? whole.subarray(0, random.below(whole.length)) : whole;
  const boundary = random.chance(0.12)
    ? random.pick(["", "other", `"${BOUNDARY}`, "a b", "x".repeat(300)])
    : BOUNDARY;
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

const ODD_JSON = [
  "",
  "{",
  "[",
  "null",
  "0",
  '"text"',
  "[[]]",
  "{}",
  "1e400",
  "[1e400,-1e400,123456789012345678901234567890]",
  '{"__proto__":{"a":1}}',
  '{"a":"\\ud800","b":"\\u0000"}',
  '["\\u0000"]',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `{"a":${"{".repeat(3)}`,
  "\u0000{}",
  "\ufeff{}",
];

function jsonValue(random: SeededRandom, route: FuzzRoute, ids: FuzzIds, depth: number): unknown {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind === 0) return random.pick([null, true, false]);
  if (kind === 1) return random.pick([0, -1, 1.5, 1e21, 2 ** 31, Number.MAX_SAFE_INTEGER]);
  if (kind <= 4) return oddValue(random, ids);
  const length = random.below(4);
  if (kind === 5) {
    return Array.from({ length }, () => jsonValue(random, route, ids, depth + 1));
  }
  return jsonObject(random, route, ids, depth);
}

function jsonObject(random: SeededRandom, route: FuzzRoute, ids: FuzzIds, depth: number) {
  const names = Array.from({ length: 1 + random.below(5) }, () => random.pick(route.names));
  return Object.fromEntries(
    names.map((name) => [
      name,
      random.chance(0.5)
        ? plausibleValue(random, name, ids)
        : jsonValue(random, route, ids, depth + 1),
    ]),
  );
}

function knownJson(random: SeededRandom, ids: FuzzIds): unknown {
  const odd = () => oddValue(random, ids);
  const id = () => (random.chance(0.6) ? random.pick(ids.product ?? [""]) : odd());
  const line = {
    id: random.chance(0.5) ? random.pick(ids.item ?? [""]) : odd(),
    cartItemId: random.pick(ids.item ?? [""]),
    productId: id(),
    variantId: random.pick(ids.variant ?? [""]),
    size: random.pick(["M", odd()]),
    color: random.pick(["", "#aabbcc", odd()]),
    quantity: random.pick([1, 0, -1, 1e21, 1.5, odd()]),
    price: random.pick([12_000, -1, 1e21, odd()]),
    agoMs: random.pick([0, -1e300, 1e300, null, odd()]),
  };
  return random.pick([
    [line],
    [line, line],
    { lines: [line], cart: [line], wishlist: [id()], removed: [line] },
    { ids: [id(), id()] },
    [id(), id()],
    { step: "finish", response: { id: odd(), rawId: odd(), response: {}, type: "public-key" } },
    { intent: "finish", response: { id: odd(), response: { clientDataJSON: odd() } } },
    { type: odd(), id: odd(), data: { object: { id: odd(), object: odd() } } },
  ]);
}

function json(random: SeededRandom, route: FuzzRoute, ids: FuzzIds): FuzzBody {
  const kind = random.below(4);
  const text =
    kind === 0
      ? random.pick(ODD_JSON)
      : JSON.stringify(kind === 1 ? knownJson(random, ids) : jsonObject(random, route, ids, 0));
  return { type: "application/json", body: Buffer.from(text) };
}

const TYPES = [
  "text/plain",
  "application/xml",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/mixed; boundary=x",
  "multipart/form-data; boundary=x; boundary=y",
  "application/x-www-form-urlencoded; charset=utf-16",
  "APPLICATION/JSON",
  "application/jsonp",
  "application/json; charset=latin1",
  "application/octet-stream",
  "application/offset+octet-stream",
  "message/rfc822",
  "x",
  ";",
  "application/x-www-form-urlencodedx",
  `application/${"x".repeat(5_000)}`,
];

const RAW_MAILS = [
  "From: a@b\r\nTo: c@d\r\n\r\nhello",
  "Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.\r\n",
  "\r\n",
];

function raw(random: SeededRandom): FuzzBody {
  const length = random.below(300);
  const bytes = Buffer.from(Array.from({ length }, () => random.below(256)));
  if (random.chance(0.3))
    return { type: "message/rfc822", body: Buffer.from(random.pick(RAW_MAILS)) };
  return { type: random.pick(TYPES), body: bytes };
}

export function fuzzBody(random: SeededRandom, route: FuzzRoute, ids: FuzzIds): FuzzBody {
  const kind = random.below(20);
  const made =
    kind < 9
      ? urlEncoded(random, fieldsOf(random, route, ids))
      : kind < 13
        ? multipart(random, fieldsOf(random, route, ids))
        : kind < 17
          ? json(random, route, ids)
          : kind < 19
            ? raw(random)
            : { type: null, body: Buffer.alloc(0) };
  return random.chance(0.12) ? { ...made, type: random.pick([null, ...TYPES]) } : made;
}
