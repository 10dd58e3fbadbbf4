import { describe, expect, it, vi } from "vitest";
import { createToastStore } from "./toast-store.ts";

const titles = (store: ReturnType<typeof createToastStore>) =>
  store.current().map((toast) => toast.title);

describe("toasts", () => {
  it("stand in the order they were shown, and are told to those who listen", () => {
    const store = createToastStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.show({ title: "First" });
    store.show({ title: "Second" });
    expect(titles(store)).toEqual(["First", "Second"]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it("are three at most: the oldest makes room", () => {
    const store = createToastStore();
    for (const title of ["a", "b", "c", "d"]) store.show({ title });
    expect(titles(store)).toEqual(["b", "c", "d"]);
  });

  it("with the same words stand once, as the newest", () => {
    const store = createToastStore();
    const first = store.show({ title: "Item removed from cart" });
    store.show({ title: "Other" });
    const again = store.show({ title: "Item removed from cart" });
    expect(titles(store)).toEqual(["Other", "Item removed from cart"]);
    expect(again).not.toBe(first);
  });

  it("of a failure goes when the same thing succeeds, and no other does", () => {
    const store = createToastStore();
    store.show({ kind: "error", title: "Failed to save", about: "save" });
    store.show({ kind: "error", title: "Upload failed", about: "upload" });
    store.show({ kind: "success", title: "Saved", about: "save" });
    expect(titles(store)).toEqual(["Upload failed", "Saved"]);
    store.show({ kind: "success", title: "Saved again", about: "save" });
    expect(titles(store)).toEqual(["Upload failed", "Saved", "Saved again"]);
    store.show({ kind: "success", title: "Without a subject" });
    expect(titles(store)).toEqual(["Saved", "Saved again", "Without a subject"]);
  });

  // Specification 9.6
  it("stay 4 seconds, or 5 when there is more to read or something to do", () => {
    const store = createToastStore();
    store.show({ title: "short" });
    store.show({ title: "long", description: "with more to read" });
    store.show({ title: "failed", kind: "error" });
    expect(store.current().map((toast) => toast.durationMs)).toEqual([4000, 5000, 5000]);
  });

  it("go when dismissed; dismissing one that has gone tells nobody", () => {
    const store = createToastStore();
    const id = store.show({ title: "Saved" });
    store.dismiss(id);
    const listener = vi.fn();
    store.subscribe(listener);
    store.dismiss(id);
    expect(store.current()).toEqual([]);
    expect(listener).not.toHaveBeenCalled();
  });

  it("are the same array until something changes, and no longer told to those who stopped listening", () => {
    const store = createToastStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    expect(store.current()).toBe(store.current());
    stop();
    store.show({ title: "Saved" });
    expect(listener).not.toHaveBeenCalled();
  });
});
