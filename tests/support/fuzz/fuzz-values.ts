import { ODD_TEXTS } from "../hostile-forms.ts";
import type { Chance } from "../order-storm/chance.ts";
import { createChance } from "../order-storm/chance.ts";

export class SeededRandom {
  readonly #next: Chance;

  constructor(seed: number) {
    this.#next = createChance(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  chance(share: number): boolean {
    return this.#next() < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("Nothing to pick from");
    return value;
  }
}

export type FuzzIds = Readonly<Record<string, readonly string[]>>;

const ODD_NUMBERS = [
  ..."0 -1 1 2 1e9 1e400 2147483648 9223372036854775808 99999999999999999999".split(" "),
  ..."NaN Infinity 0.1 1,5 0x1f 1e-9 -0".split(" "),
];
const ODD_DATES = [
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "-271821-04-20",
  "+275760-09-13",
  "294277-01-01",
  "2026-11-23T25:61:61Z",
];
const ODD_IDS = [
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "0198f000-0000-7000-8000-00000000000",
  "0198f000-0000-7000-8000-000000000009'",
  "{0198f000-0000-7000-8000-000000000009}",
  "0198f00000007000800000000000009a",
  "0198F000-0000-7000-8000-000000000009",
  "test_",
  "cs_test_1",
];
const COMMON = ["on", "1", "true", "all", "library", "2026-11-23", "GY", "USD", "M", "a@b.example"];

export function oddValue(random: SeededRandom, ids: FuzzIds): string {
  const kind = random.below(6);
  if (kind === 0) return random.pick(ODD_NUMBERS);
  if (kind === 1) return random.pick(ODD_DATES);
  if (kind === 2) return random.pick(ODD_IDS);
  if (kind === 3) return random.pick(COMMON);
  if (kind === 4) return random.pick(Object.values(ids).flat());
  return random.pick(ODD_TEXTS);
}

const PLAUSIBLE: Readonly<Record<string, string>> = {
  email: "fuzz@example.com",
  customerEmail: "fuzz@example.com",
  contactEmail: "fuzz@example.com",
  phone: "+592 555 0100",
  quantity: "1",
  price: "49",
  amount: "1.00",
  preset: "5000",
  page: "1",
  version: "1",
  country: "GY",
  size: "M",
  key: "0123456789abcdef",
  idempotencyKey: "0123456789abcdef0123456789abcdef",
  password: "cedar-and-cotton-9",
  next: "/profile",
  x: "0.5",
  y: "0.5",
  items: '[{"productId":"","quantity":1}]',
};

const ID_NAMES: readonly (readonly [RegExp, string])[] = [
  [/product|replace/i, "product"],
  [/variant|sku/i, "variant"],
  [/order/i, "order"],
  [/media|image|hero|video/i, "media"],
  [/address/i, "address"],
  [/mail/i, "mail"],
  [/entry|note/i, "entry"],
  [/item|line/i, "item"],
  [/category/i, "category"],
  [/session/i, "session"],
];

export function plausibleValue(random: SeededRandom, name: string, ids: FuzzIds): string {
  const plain = name.replace(/\[.*$/, "");
  const known = PLAUSIBLE[plain];
  if (known !== undefined) return known;
  if (/id$|^(product|order|mail|entry|item|variant|media|payment)s?$/i.test(plain)) {
    const kind = ID_NAMES.find(([pattern]) => pattern.test(plain))?.[1];
    return random.pick((kind && ids[kind]) || Object.values(ids).flat());
  }
  return random.pick(["Asha", "Hello", "12 Camp Street", "1", "on", "2026-11-23"]);
}
