import { fuzzBody, percentEncode } from "./fuzz-bodies.ts";
import type { FuzzIds } from "./fuzz-values.ts";
import { oddValue, plausibleValue, SeededRandom } from "./fuzz-values.ts";
import type { FuzzRoute } from "./fuzz-vocabulary.ts";

export type FuzzSender = "visitor" | "customer" | "owner";

export type FuzzRequest = {
  index: number;
  sender: FuzzSender;
  /** Undefined outside the route table. */
  pattern: string;
  head: string;
  body: Buffer;
  /** The connection may close without response. */
  isCutShort: boolean;
};

export type FuzzPlan = {
  seed: number;
  host: string;
  routes: readonly FuzzRoute[];
  ids: FuzzIds;
  cookies: Readonly<Record<FuzzSender, string>>;
};

const METHODS = ["GET", "GET", "GET", "POST", "POST", "POST", "POST", "POST", "POST", "HEAD"];
const READ_METHODS = ["GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "POST"];
const RARE_METHODS = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "QUERY"];

const OTHER_PATHS = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/assets/missing.js",
  "/__manifest",
  "/favicon.ico",
  "/_root.data",
  "/api/auth/session",
  "/api/auth/sign-in/email",
  "/wp-login.php",
  "/.env",
];

const ODD_SEGMENTS = [
  "%00",
  "%FF",
  "%ff%fe",
  "%",
  "%2e%2e",
  "..",
  "%2F",
  "%5c",
  "a%20b",
  "%e2%80%ae",
  "%F0%9F%A7%B5",
  "constructor",
  "__proto__",
  "undefined",
  "-1",
  "1e9",
  "x".repeat(3_000),
  "%41",
];

const FILES: Readonly<Record<string, readonly string[]>> = {
  file: [
    "640.webp",
    "99999999999.avif",
    "1.jpg",
    "0198f000-0000-7000-8000-000000000009-v1.mp4",
    "a.png",
  ],
  part: ["products-1.xml", "products-0.xml", "products-99999999999999999999.xml"],
  key: ["home", "product-x", "shop"],
  provider: ["google", "apple", "nobody"],
  collection: ["evening-elegance", "custom-1"],
  slug: ["a-gown"],
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\/orders\//, "order"],
  [/\/(product|products|edit)\//, "product"],
  [/\/stock\//, "variant"],
  [/\/inbox\//, "entry"],
  [/\/addresses\//, "address"],
  [/\/(images|uploads)\//, "media"],
  [/sessionId/, "session"],
];

function segmentFor(random: SeededRandom, pattern: string, name: string, ids: FuzzIds): string {
  if (random.chance(0.3)) return random.pick(ODD_SEGMENTS);
  if (random.chance(0.15)) return percentEncode(oddValue(random, ids).slice(0, 2_000));
  const file = FILES[name];
  if (file) return random.pick(file);
  const kind = KINDS.find(([match]) => match.test(`${pattern}/`))?.[1] ?? "order";
  return random.pick(ids[kind] ?? [""]);
}

function pathFor(random: SeededRandom, { pattern, id }: FuzzRoute, ids: FuzzIds): string {
  let path = pattern
    .replace(/:(\w+)/g, (_, name: string) => segmentFor(random, pattern, name, ids))
    .replace("*", () => percentEncode(oddValue(random, ids).slice(0, 2_000)));
  if (random.chance(0.06)) path = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
  if (random.chance(0.03))
    path = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  if (random.chance(0.03)) path += random.pick(["/", "//", "/.", ".data.data", ".", "/%2e"]);
  if (!random.chance(0.3)) return path;
  const data = path === "/" ? "/_root.data" : `${path}.data`;
  if (!random.chance(0.4)) return data;
  const routes = random.pick([id, "root", "", "nobody", `${id},root`, "%00", "a".repeat(2_000)]);
  return `${data}?_routes=${random.chance(0.8) ? encodeURIComponent(routes) : routes}`;
}

function queryFor(random: SeededRandom, { names }: Pick<FuzzRoute, "names">, ids: FuzzIds): string {
  if (random.chance(0.45)) return "";
  const pairs = Array.from({ length: 1 + random.below(4) }, () => {
    const name = random.chance(0.25)
      ? random.pick([
          "page",
          "q",
          "sort",
          "token",
          "from",
          "to",
          "next",
          "index",
          "paths",
          "version",
        ])
      : random.pick(names);
    const value = random.chance(0.7)
      ? oddValue(random, ids).slice(0, 3_000)
      : plausibleValue(random, name, ids);
    return `${percentEncode(name)}=${percentEncode(value)}`;
  });
  if (random.chance(0.2)) pairs.push(pairs[0] ?? "page=1");
  if (random.chance(0.05))
    pairs.push(random.pick(["%", "%ff=%fe", "a=%zz", "=", "&&", "?", "%00=1"]));
  return pairs.join("&");
}

const ODD_COOKIES = [
  "da.session_token=x.y",
  "da.session_token=%ff",
  "da.session_token=%",
  "da_flash=%7Bbroken",
  "da_hint=1; da_hint=2",
  "da_credit=%00",
  "a=b; =; ;;",
  `long=${"c".repeat(3_000)}`,
  "\x80=\xff",
];

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ["range", "bytes=99-1"],
  ["range", "bytes=0-0,-1,5-"],
  ["if-none-match", '"a", W/"b", *'],
  ["if-modified-since", "yesterday"],
  ["accept-encoding", "br;q=x, gzip;q=2, *;q=0"],
  ["accept-language", "\xff\xfe"],
  ["accept", "text/html;q=nonsense"],
  ["x-forwarded-for", "x, \xff, ::1%eth0"],
  ["x-forwarded-host", "evil.example"],
  ["x-client-address", "nonsense"],
  ["referer", "not a url"],
  ["upgrade", "websocket"],
  ["expect", "nothing"],
  ["tus-resumable", "1.0.0"],
  ["upload-length", "-1"],
  ["upload-offset", "99999999999999999999"],
  ["upload-metadata", "filename %%%,type"],
  ["stripe-signature", "t=x,v1=y"],
  ["user-agent", "\xff".repeat(500)],
  ["sec-fetch-site", "cross-site"],
  ["x-request-id", "<script>"],
];

function cookieFor(random: SeededRandom, own: string): string {
  if (!random.chance(0.08)) return own;
  return [own, random.pick(ODD_COOKIES)].filter(Boolean).join("; ");
}

function headersFor(
  random: SeededRandom,
  { host, cookies }: FuzzPlan,
  sender: FuzzSender,
): [string, string][] {
  const headers: [string, string][] = [
    ["host", random.chance(0.98) ? host : random.pick(["evil.example", "bad host", "", "a:b:c"])],
    ["accept", random.chance(0.6) ? "text/html" : "*/*"],
    ["connection", "close"],
  ];
  const cookie = cookieFor(random, cookies[sender]);
  if (cookie !== "") headers.push(["cookie", cookie]);
  if (random.chance(0.5)) headers.push(["origin", `http://${host}`]);
  else if (random.chance(0.06))
    headers.push(["origin", random.pick(["null", "x", "https://evil.example"])]);
  while (random.chance(0.15)) headers.push([...random.pick(ODD_HEADERS)]);
  return headers;
}

function lengthHeader(
  random: SeededRandom,
  body: Buffer,
): { name: string; value: string; isCutShort: boolean } {
  if (random.chance(0.03)) {
    const value = random.pick([String(body.length + 50), "-1", "abc", "99999999999"]);
    return { name: "content-length", value, isCutShort: true };
  }
  if (random.chance(0.03)) return { name: "transfer-encoding", value: "chunked", isCutShort: true };
  return { name: "content-length", value: String(body.length), isCutShort: false };
}

/** Reproducible by plan and index. */
export function fuzzRequest(plan: FuzzPlan, index: number): FuzzRequest {
  const random = new SeededRandom(Math.imul(plan.seed, 2_654_435_761) ^ Math.imul(index, 40_503));
  const route = random.pick(plan.routes);
  const sender = random.pick<FuzzSender>(
    route.pattern.startsWith("/admin")
      ? ["visitor", "customer", "owner", "owner", "owner", "owner"]
      : ["visitor", "visitor", "customer", "customer", "owner"],
  );
  const method = random.chance(0.08)
    ? random.pick(RARE_METHODS)
    : random.pick(route.hasAction ? METHODS : READ_METHODS);
  const isOther = random.chance(0.02);
  const path = isOther ? random.pick(OTHER_PATHS) : pathFor(random, route, plan.ids);
  const query = queryFor(random, route, plan.ids);
  const target = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
  const headers = headersFor(random, plan, sender);
  const hasBody = !/^(GET|HEAD)$/i.test(method) || random.chance(0.01);
  let body = Buffer.alloc(0);
  let isCutShort = false;
  if (hasBody) {
    const made = fuzzBody(random, route, plan.ids);
    body = Buffer.from(made.body);
    if (made.type !== null) headers.push(["content-type", made.type]);
    const length = lengthHeader(random, body);
    headers.push([length.name, length.value]);
    isCutShort = length.isCutShort;
  }
  headers.push(["x-request-id", `fuzz-${plan.seed}-${index}`]);
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = `${[`${method} ${target} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
  return { index, sender, pattern: isOther ? path : route.pattern, head, body, isCutShort };
}
