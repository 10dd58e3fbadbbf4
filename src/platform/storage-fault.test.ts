import { expect, test, vi } from "vitest";
import { AppError } from "#core/app-error.ts";
import { findStorageAway } from "./storage-fault.ts";

test("a storage failure is found when another copy of its class made it, as the bundled pages have one", async () => {
  vi.resetModules();
  const other = await import("./storage-fault.ts");
  const away = new other.StorageAway("silent", "The bucket does not respond");
  const error = new AppError("storage", "Cannot write the file", { cause: away });
  expect(other.findStorageAway).not.toBe(findStorageAway);
  expect(findStorageAway(error)).toBe(away);
});

test("an error of another kind is no storage failure", () => {
  const full = Object.assign(new Error("no room"), { code: "ENOSPC" });
  expect(findStorageAway(new AppError("storage", "Cannot write", { cause: full }))).toBeNull();
  expect(findStorageAway("STORAGE_AWAY")).toBeNull();
});
