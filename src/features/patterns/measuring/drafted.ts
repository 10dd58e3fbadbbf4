import type { DraftedParts, DraftPoint, Polyline } from "./drafted-part.ts";
import { joined, strokesOf } from "./drafted-part.ts";

/** A part or a point that the design always draws is missing: the draft cannot be measured. */
export class NotDrafted extends Error {
  readonly part: string;

  constructor(part: string, what: string) {
    super(`${part}: ${what} is missing`);
    this.part = part;
  }
}

/** Names of the seams of parts that have no single outline. */
export const SEPARATE_SEAMS: readonly string[] = [
  "sideSeam",
  "armhole",
  "shoulder",
  "frontNeck",
  "backNeck",
  "centerLine",
  "hem",
];

/** A finished draft whose outlines are computed once. */
export class Drafted {
  readonly #parts: DraftedParts;
  readonly #lines = new Map<string, Polyline>();
  readonly #read = new Set<string>();

  constructor(parts: DraftedParts) {
    this.#parts = parts;
  }

  get visibleParts(): readonly string[] {
    return Object.entries(this.#parts)
      .filter(([, part]) => part && !part.hidden)
      .map(([name]) => name);
  }

  /** Parts that were measured so far. */
  get readParts(): readonly string[] {
    return [...this.#read].filter((part) => this.#parts[part] !== undefined);
  }

  has(part: string, path = "seam"): boolean {
    this.#read.add(part);
    return this.#parts[part]?.paths[path] !== undefined;
  }

  hasPoint(part: string, name: string): boolean {
    this.#read.add(part);
    return this.#parts[part]?.points[name] !== undefined;
  }

  point(part: string, name: string): DraftPoint {
    this.#read.add(part);
    const point = this.#parts[part]?.points[name];
    if (!point || !Number.isFinite(point.x) || !Number.isFinite(point.y)) {
      throw new NotDrafted(part, `point ${name}`);
    }
    return point;
  }

  /** A path as one polyline; a second stroke continues the first, as FreeSewing draws side darts. */
  line(part: string, path = "seam"): Polyline {
    this.#read.add(part);
    const key = `${part}/${path}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const drawn = this.#parts[part]?.paths[path];
    const line = drawn ? strokesOf(drawn).flat() : path === "seam" ? this.#joinedSeams(part) : [];
    if (line.length < 2 || line.some(({ x, y }) => !Number.isFinite(x + y))) {
      throw new NotDrafted(part, `path ${path}`);
    }
    this.#lines.set(key, line);
    return line;
  }

  #joinedSeams(part: string): Polyline {
    const paths = this.#parts[part]?.paths ?? {};
    return joined(
      SEPARATE_SEAMS.flatMap((name) => {
        const path = paths[name];
        return path ? [strokesOf(path).flat()] : [];
      }),
    );
  }
}
