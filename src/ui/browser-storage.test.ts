import { expect, test, vi } from "vitest";
import { createListeners } from "./browser-storage.ts";

test("listeners hear of changes in other tabs while they are subscribed, and of this tab's by notify", () => {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  const { subscribe, notify } = createListeners();
  const heard = vi.fn();
  const unsubscribe = subscribe(heard);
  target.dispatchEvent(new Event("storage"));
  target.dispatchEvent(new Event("pageshow"));
  notify();
  expect(heard).toHaveBeenCalledTimes(3);
  unsubscribe();
  target.dispatchEvent(new Event("storage"));
  expect(heard).toHaveBeenCalledTimes(3);
  vi.unstubAllGlobals();
});
