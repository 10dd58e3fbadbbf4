import type { Encoding } from "../http/content-encoding.ts";
import { decodeBrotli, encodeBody } from "../http/content-encoding.ts";
import type { HeaderPair } from "../http/security-headers.ts";

/** Where an answer came from, as told in the header x-page-cache. */
export type PageState = "hit" | "miss" | "stale";

/** One encoding of a page, with its headers as the flat list that writeHead takes fastest. */
export type Variant = {
  bytes: Buffer;
  etag: string;
  heads: Record<PageState, string[]>;
  unchangedHead: string[];
};

/** Whoever waits for the first render waits for this too. */
const FIRST_QUALITY = 4;
/** A fifth smaller and fifty times the work: only for pages that many ask for, in the background. */
const BEST_QUALITY = 11;
/** Headers and bookkeeping. */
const OVERHEAD_BYTES = 4_096;

/** A rendered public page in every encoding that was asked for. */
export class PageEntry {
  readonly key: string;
  /** Which content the page shows. */
  readonly generation: number;
  /** How often it was sent from memory. */
  sent = 0;
  /** Called when `size` has changed. */
  onResize: () => void = () => undefined;
  readonly #headers: readonly HeaderPair[];
  readonly #hash: string;
  readonly #variants: Partial<Record<Encoding, Variant>> = {};
  readonly #making: Partial<Record<Encoding, Promise<Variant>>> = {};
  /** Kept only until there is a smaller form to make the others from. */
  #plain: Buffer | null;
  #size: number;

  constructor(page: {
    key: string;
    generation: number;
    body: Buffer;
    hash: string;
    headers: readonly HeaderPair[];
  }) {
    this.key = page.key;
    this.generation = page.generation;
    this.#headers = page.headers;
    this.#hash = page.hash;
    this.#plain = page.body;
    this.#size = this.#measure();
  }

  /** Memory held, in bytes. */
  get size(): number {
    return this.#size;
  }

  /** The encoding if it was made before. */
  ready(encoding: Encoding): Variant | undefined {
    return this.#variants[encoding];
  }

  /** The encoding, made once however many ask at the same time. */
  variant(encoding: Encoding): Promise<Variant> {
    const ready = this.#variants[encoding];
    if (ready) return Promise.resolve(ready);
    const making = this.#making[encoding];
    if (making) return making;
    const made = this.#make(encoding).finally(() => {
      delete this.#making[encoding];
    });
    this.#making[encoding] = made;
    return made;
  }

  /** Replaces the brotli form by the smallest there is. */
  async recompress(): Promise<void> {
    const bytes = await encodeBody(await this.#body(), "br", BEST_QUALITY);
    this.#keep("br", this.#toVariant("br", bytes));
  }

  async #make(encoding: Encoding): Promise<Variant> {
    const bytes = await encodeBody(await this.#body(), encoding, FIRST_QUALITY);
    return this.#keep(encoding, this.#toVariant(encoding, bytes));
  }

  async #body(): Promise<Buffer> {
    const plain = this.#plain ?? this.#variants.identity?.bytes;
    if (plain) return plain;
    const { br } = this.#variants;
    if (!br) throw new Error("A page without bytes");
    return decodeBrotli(br.bytes);
  }

  #keep(encoding: Encoding, variant: Variant): Variant {
    this.#variants[encoding] = variant;
    if (this.#variants.br || this.#variants.identity) this.#plain = null;
    this.#size = this.#measure();
    this.onResize();
    return variant;
  }

  #measure(): number {
    const { br, gzip, identity } = this.#variants;
    const held = [this.#plain, br?.bytes, gzip?.bytes, identity?.bytes];
    return held.reduce((sum, bytes) => sum + (bytes?.length ?? 0), OVERHEAD_BYTES);
  }

  #toVariant(encoding: Encoding, bytes: Buffer): Variant {
    // Weak, because polishing changes the bytes of an encoding and not what they say.
    const etag = `W/"${this.#hash}-${encoding}"`;
    const head = [...this.#headers.flat(), "etag", etag, "content-length", String(bytes.length)];
    if (encoding !== "identity") head.push("content-encoding", encoding);
    const unchanged = this.#headers.filter(([name]) => name !== "content-type").flat();
    return {
      bytes,
      etag,
      heads: {
        hit: [...head, "x-page-cache", "hit"],
        miss: [...head, "x-page-cache", "miss"],
        stale: [...head, "x-page-cache", "stale"],
      },
      unchangedHead: [...unchanged, "etag", etag, "x-page-cache", "hit"],
    };
  }
}
