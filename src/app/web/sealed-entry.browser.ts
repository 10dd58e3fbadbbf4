import { createListeners, readStored, sealedName, writeStored } from "#ui/browser-storage.ts";
import { canSeal, isSealed, openSealed, removeKey, sealText } from "./seal.browser.ts";

export type EntryState<Value> = {
  /** With every change of this page; the empty value until the entry is open. */
  readonly value: Value;
  /** False until what the browser holds is known, which takes a moment when it is sealed. */
  readonly isOpen: boolean;
  /** Whether the browser stores the value; otherwise it lasts as long as the page. */
  readonly isStored: boolean;
  /** Whether this page found that the key of the stored value is gone. */
  readonly isLost: boolean;
};

type Change<Value> = {
  /** Repeated when another tab changed the entry in between, so it has to be harmless the second time. */
  readonly apply: (before: Value) => Value;
  /** What the browser held before can never be read again. */
  readonly renewsKey: boolean;
};

type EntryOptions<Value> = {
  /** Of the entry and of its key; the text is stored under `sealedName`. */
  readonly name: string;
  readonly empty: Value;
  /** Reads parsed JSON, which anybody may have written; null for a text that is none. */
  readonly parse: (content: unknown) => Value;
  /** Adds what a version before sealing has stored under the name; harmless a second time. */
  readonly join: (value: Value, former: Value) => Value;
  /** Nothing is stored of an empty value, not even a key. */
  readonly isEmpty: (value: Value) => boolean;
  /** Stands beside the sealed text, for scripts that do not open it: one word, nothing personal. */
  readonly noteOf?: (value: Value) => string;
  /** Replaces a value whose key is gone; the empty value by default. */
  readonly afterLoss?: Value;
  /** Made once, when a page opens the entry and before anybody reads it. */
  readonly firstChange?: Change<Value>;
};

/** A text of the entry, and the value in it. */
type Stored<Value> = {
  readonly text: string | null;
  readonly value: Value;
  /** Whether the text has to be written anew although nothing changed. */
  readonly isStale: boolean;
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A value that this browser stores sealed (ADR 0065). Sealing takes a moment, so the page holds the value and the changes that the
 * stored text does not have yet:
 * - Changes are made to the newest text of every tab, by one tab at a time.
 * - A page that is hidden or closes with unstored changes stores the value in clear. Whoever reads such a text seals it with a new key.
 * - What a version before sealing has stored is joined and removed, whenever it appears: an older page may still be open, or be
 *   opened without a connection.
 * - Where the browser cannot seal, the text stays in clear. Where it stores nothing, the value lasts as long as the page.
 * - A text whose key is gone is removed (`isLost`). One that cannot be opened at the moment stays as it is.
 * Browser only, but for `unread`.
 */
export class SealedEntry<Value> {
  /** On the server and in the first render. */
  readonly unread: EntryState<Value>;
  private readonly options: EntryOptions<Value>;
  private readonly listeners = createListeners((event) => this.onOutside(event));
  private state: EntryState<Value>;
  /** The newest text that this page has read or written. */
  private stored: Stored<Value> | null = null;
  /** What `stored` does not have; `state.value` has it. */
  private changes: readonly Change<Value>[] = [];
  /** The text of a version before sealing that is among the changes. */
  private formerText: string | null = null;
  private isBegun = false;
  private isRunning = false;
  private isRequested = false;

  constructor(options: EntryOptions<Value>) {
    this.options = options;
    this.unread = { value: options.empty, isOpen: false, isStored: true, isLost: false };
    this.state = this.unread;
  }

  /** Begins to open the entry; the same object until something changes. */
  readonly current = (): EntryState<Value> => {
    this.begin();
    return this.state;
  };

  /** Reports changes in any tab; returns an unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => this.listeners.subscribe(listener);

  /** Resolves with the value once the entry is open. */
  opened(): Promise<Value> {
    this.begin();
    if (this.state.isOpen) return Promise.resolve(this.state.value);
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        if (!this.state.isOpen) return;
        unsubscribe();
        resolve(this.state.value);
      });
    });
  }

  /** Changes the value at once; the browser has it a moment later. */
  change(apply: Change<Value>["apply"], { renewsKey = false } = {}): void {
    this.begin();
    this.changes = [...this.changes, { apply, renewsKey }];
    if (this.state.isOpen) this.setState({ ...this.state, value: apply(this.state.value) });
    void this.settle();
  }

  private begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    addEventListener("pagehide", () => this.storeInClear());
    // Phones may end a hidden page without another event.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.storeInClear();
      else void this.settle();
    });
    this.receiveFormer();
    if (this.options.firstChange) this.changes = [...this.changes, this.options.firstChange];
    const text = readStored(sealedName(this.options.name));
    if (text === undefined) {
      const value = this.withChanges(this.options.empty);
      this.state = { value, isOpen: true, isStored: false, isLost: false };
      return;
    }
    if (!isSealed(text)) {
      this.stored = this.storedOf(text, text);
      const value = this.withChanges(this.stored.value);
      this.state = { value, isOpen: true, isStored: true, isLost: false };
    }
    void this.settle();
  }

  /** Makes what a version before sealing has stored a change of this page. */
  private receiveFormer(): void {
    const { join, name, parse } = this.options;
    const text = readStored(name) ?? null;
    if (text === null || text === this.formerText) return;
    this.formerText = text;
    const former = parse(parseJson(text));
    const apply = (before: Value) => join(before, former);
    this.changes = [...this.changes, { apply, renewsKey: false }];
    if (this.state.isOpen) this.setState({ ...this.state, value: apply(this.state.value) });
  }

  /** After the changes are stored. */
  private forgetFormer(): void {
    const { name } = this.options;
    if (this.formerText !== null && readStored(name) === this.formerText) writeStored(name, null);
    this.formerText = null;
  }

  private setState(next: EntryState<Value>): void {
    this.state = next;
    this.listeners.notify();
  }

  private withChanges(value: Value): Value {
    return this.changes.reduce((before, { apply }) => apply(before), value);
  }

  /** What the text holds, as it was opened; null for a sealed one that can never be opened. */
  private storedOf(text: string | null, opened: string | null): Stored<Value> {
    const { afterLoss, empty, parse } = this.options;
    if (text === null) return { text, value: empty, isStale: false };
    if (opened === null) return { text, value: afterLoss ?? empty, isStale: true };
    const isClear = !isSealed(text);
    return { text, value: parse(parseJson(opened)), isStale: isClear && canSeal() };
  }

  /** Whether the value has to be stored: an account's answer often says what the page has, and gives another object. */
  private isChanged({ value }: Stored<Value>): boolean {
    if (value === this.state.value) return false;
    const isRenewed = this.changes.some(({ renewsKey }) => renewsKey);
    return isRenewed || this.textOf(value) !== this.textOf(this.state.value);
  }

  /** Null removes the entry. */
  private textOf(value: Value): string | null {
    return this.options.isEmpty(value) ? null : JSON.stringify(value);
  }

  /** Reads the newest text and stores what it does not have, until nothing is left to do. */
  private async settle(): Promise<void> {
    this.isRequested = true;
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      while (this.isRequested) {
        this.isRequested = false;
        await this.synchronize();
      }
    } catch {
      // The browser does not open its database now. A sealed text stays, and the next change tries again.
      if (!this.state.isOpen) {
        const value = this.withChanges(this.options.empty);
        this.setState({ value, isOpen: true, isStored: false, isLost: false });
      }
    } finally {
      this.isRunning = false;
    }
  }

  private async synchronize(): Promise<void> {
    this.receiveFormer();
    const isRead = await this.readNewest(false);
    if (isRead && !this.hasUnstored()) return;
    if (canSeal()) {
      await navigator.locks.request(`sealed ${this.options.name}`, () => this.writeAlone());
    } else await this.writeAlone();
  }

  private hasUnstored(): boolean {
    return this.stored !== null && (this.stored.isStale || this.changes.length > 0);
  }

  /** Runs while no other tab does the same. */
  private async writeAlone(): Promise<void> {
    const isRead = await this.readNewest(true);
    if (isRead && this.stored && this.hasUnstored()) await this.write(this.stored);
  }

  /** False when the text is being replaced, or may be: only while this tab is alone a key that is missing is gone. */
  private async readNewest(isAlone: boolean): Promise<boolean> {
    const { name } = this.options;
    const text = readStored(sealedName(name));
    if (text === undefined) {
      this.changes = [];
      return true;
    }
    if (this.stored?.text === text) return true;
    const opened = isSealed(text) ? await openSealed(name, text) : text;
    if (readStored(sealedName(name)) !== text) {
      this.isRequested = true;
      return false;
    }
    const isLost = text !== null && opened === null;
    if (isLost && !isAlone) return false;
    this.stored = this.storedOf(text, opened);
    this.setState({
      value: this.withChanges(this.stored.value),
      isOpen: true,
      isStored: true,
      isLost: isLost || this.state.isLost,
    });
    return true;
  }

  private async write(before: Stored<Value>): Promise<void> {
    const { name } = this.options;
    const { value } = this.state;
    const textName = sealedName(name);
    const included = this.changes.length;
    if (!before.isStale && !this.isChanged(before)) {
      this.changes = [];
      this.forgetFormer();
      return;
    }
    const renewsKey = before.isStale || this.changes.some((change) => change.renewsKey);
    const text = await this.seal(value, renewsKey);
    // This page or another one, which is closing, has stored in clear meanwhile.
    if (this.stored !== before || readStored(textName) !== before.text) {
      this.isRequested = true;
      return;
    }
    const isStored = writeStored(textName, text);
    if (isStored) {
      this.changes = this.changes.slice(included);
      this.stored = { text, value, isStale: false };
      this.forgetFormer();
    }
    if (isStored !== this.state.isStored) this.setState({ ...this.state, isStored });
    if (isStored && text === null && before.text !== null && canSeal()) await removeKey(name);
  }

  /** In clear where the browser cannot seal, because what somebody measured is not lost for that. */
  private async seal(value: Value, renewsKey: boolean): Promise<string | null> {
    const { name, noteOf } = this.options;
    const text = this.textOf(value);
    if (text === null || !canSeal()) return text;
    const content = { text, note: noteOf?.(value) ?? "", renewsKey };
    return sealText(name, content).catch(() => text);
  }

  /** A page that ends cannot wait for a seal. */
  private storeInClear(): void {
    const { stored, state } = this;
    if (stored === null || !this.isChanged(stored)) return;
    const text = this.textOf(state.value);
    if (!writeStored(sealedName(this.options.name), text)) return;
    this.stored = { text, value: state.value, isStale: text !== null && canSeal() };
    this.changes = [];
    this.forgetFormer();
    void this.settle();
  }

  /** Another tab changed the entry (a null key clears everything), or the page comes from the back/forward cache. */
  private onOutside(event: Event): void {
    const { name } = this.options;
    const concerns =
      event instanceof StorageEvent
        ? event.key === null || event.key === name || event.key === sealedName(name)
        : (event as PageTransitionEvent).persisted;
    if (concerns && this.isBegun) void this.settle();
  }
}
