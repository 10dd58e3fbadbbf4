import type { ContentChange, ContentTag, ContentTags } from "#core/content-tag.ts";

/** More changed tags than these make everything stale once. */
const MAX_CHANGED_TAGS = 20_000;

/**
 * The public changes this process applied, and what became stale. Versions commit in order, so a process that
 * applied each has missed none (ADR 0028).
 */
export class AppliedChanges {
  /** Everything up to it is applied; null before the first. */
  #version: number | null = null;
  /** Own changes applied before earlier ones arrived. */
  readonly #ahead = new Set<number>();
  #generation = 0;
  #allChangedAt = 0;
  readonly #changedAt = new Map<ContentTag, number>();

  get version(): number | null {
    return this.#version;
  }

  /** Rises with every change. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether these tags are unchanged since this generation. */
  isCurrent(generation: number, tags: ContentTags): boolean {
    if (generation === this.#generation) return true;
    if (tags === null || generation < this.#allChangedAt) return false;
    return tags.every((tag) => (this.#changedAt.get(tag) ?? 0) <= generation);
  }

  /** Makes everything stale unless the version is known; also for a lower one, as after a restored backup. */
  drop(version: number): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#ahead.clear();
    this.#apply(null);
  }

  /** Applies the next version; earlier ones are known. A gap makes everything stale. */
  follow({ version, tags }: ContentChange): void {
    if (this.#version !== null && version <= this.#version) return;
    if (this.#version === null || version > this.#version + 1) {
      this.drop(version);
      return;
    }
    this.#apply(tags);
    this.#version = version;
    while (this.#ahead.delete(this.#version + 1)) this.#version += 1;
  }

  /** Applies an own change, in any order with others and its notification. */
  applyOwn(change: ContentChange): void {
    const { version, tags } = change;
    if (this.#version === null || version <= this.#version + 1) {
      this.follow(change);
      return;
    }
    if (this.#ahead.has(version)) return;
    this.#apply(tags);
    this.#ahead.add(version);
  }

  #apply(tags: ContentTags): void {
    this.#generation += 1;
    if (tags === null || this.#changedAt.size + tags.length > MAX_CHANGED_TAGS) {
      this.#allChangedAt = this.#generation;
      this.#changedAt.clear();
      return;
    }
    for (const tag of tags) this.#changedAt.set(tag, this.#generation);
  }
}
