import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SendUpload, UploadEnd } from "./upload-queue.ts";
import { UploadQueue, uploadPercent } from "./upload-queue.ts";

type Call = Parameters<SendUpload>[1] & { name: string; aborted: boolean };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const file = (name: string, type = "image/png", size = 1000) =>
  new File([new Uint8Array(size)], name, { type });

function open() {
  const calls: Call[] = [];
  const ends: [string, UploadEnd][] = [];
  const queue = new UploadQueue({
    send({ file: { name } }, on) {
      const call = { ...on, name, aborted: false };
      calls.push(call);
      return {
        abort() {
          call.aborted = true;
        },
      };
    },
    onEnd: (entry, end) => ends.push([entry.file.name, end]),
  });
  const stages = () => queue.current().map((entry) => `${entry.file.name} ${entry.stage}`);
  return { queue, calls, ends, stages };
}

const library = { kind: "library" } as const;
const lost = { ok: false, text: "The connection was lost", isLost: true } as const;

test("two files go at once, the third when one of them is there", () => {
  const { queue, calls, stages } = open();
  queue.add([file("a.png"), file("b.png"), file("c.png")], library);
  expect(stages()).toEqual(["a.png sending", "b.png sending", "c.png waiting"]);
  calls[0]?.end({ ok: true, mediaId: "1" });
  expect(stages()).toEqual(["a.png done", "b.png sending", "c.png sending"]);
});

// Specification 4.32, 4.33
test("progress is the bytes that left; 100 stands for 3 seconds when the shop has the file", () => {
  const { queue, calls } = open();
  queue.add([file("a.png")], library);
  const percent = () => queue.current().map(uploadPercent);
  calls[0]?.progress(250);
  expect(percent()).toEqual([25]);
  calls[0]?.progress(1000);
  expect(percent()).toEqual([99]);
  calls[0]?.end({ ok: true, mediaId: "1" });
  expect(percent()).toEqual([100]);
  vi.advanceTimersByTime(2999);
  expect(percent()).toEqual([100]);
  vi.advanceTimersByTime(1);
  expect(percent()).toEqual([]);
});

// Specification 4.34
test("on failure the progress clears at once and the reason stays until it is taken away", () => {
  const { queue, calls, ends } = open();
  queue.add([file("a.png")], library);
  calls[0]?.progress(700);
  const end = { ok: false, text: "File type must be PNG", isLost: false } as const;
  calls[0]?.end(end);
  expect(queue.current()).toMatchObject([{ stage: "failed", sent: 0, text: end.text }]);
  expect(ends).toEqual([["a.png", end]]);
  vi.advanceTimersByTime(60_000);
  const [entry] = queue.current();
  queue.remove(entry?.key ?? 0);
  expect(queue.current()).toEqual([]);
});

test("what the network stopped goes on when it is back; what was refused does not", () => {
  const { queue, calls, stages } = open();
  queue.add([file("a.png"), file("b.png")], library);
  calls[0]?.end(lost);
  calls[1]?.end({ ok: false, text: "The file is damaged", isLost: false });
  queue.retryLost();
  expect(stages()).toEqual(["a.png sending", "b.png failed"]);
  expect(calls.map((call) => call.name)).toEqual(["a.png", "b.png", "a.png"]);
});

test("a failure that repeats itself is reported once, and another one again", () => {
  const { queue, calls, ends } = open();
  queue.add([file("a.png")], library);
  calls[0]?.end(lost);
  queue.retryLost();
  calls[1]?.end(lost);
  expect(queue.current()).toMatchObject([{ stage: "failed", text: lost.text, isLost: true }]);
  expect(ends).toHaveLength(1);
  queue.retryLost();
  calls[2]?.end({ ...lost, text: "The file storage does not respond" });
  expect(ends).toHaveLength(2);
});

test("a file that cannot be taken is never sent, and a film is none for a page's hero", () => {
  const { queue, calls, ends } = open();
  queue.add([file("a.exe", "application/x-msdownload"), file("b.png", "image/png", 0)], library);
  queue.add([file("film.mp4", "video/mp4")], { kind: "hero", pageName: "home" });
  expect(calls).toEqual([]);
  expect(ends.map(([, end]) => (end.ok ? "" : end.text))).toEqual([
    "File type must be PNG, JPG, GIF, WebP, AVIF, MP4 or WebM",
    "File is smaller than 1 bytes (it is empty)",
    "File type must be PNG, JPG, GIF, WebP or AVIF",
  ]);
});

test("more than a hundred at once are too many files", () => {
  const { queue, ends } = open();
  queue.add(
    Array.from({ length: 101 }, (_, index) => file(`${index}.png`, "image/png", 1)),
    library,
  );
  expect(ends).toEqual([["100.png", { ok: false, text: "Too many files", isLost: false }]]);
});

test("an upload that is given up stops, and makes room for the next", () => {
  const { queue, calls, stages } = open();
  queue.add([file("a.png"), file("b.png"), file("c.png")], library);
  queue.remove(queue.current()[0]?.key ?? 0);
  expect(calls[0]?.aborted).toBe(true);
  expect(stages()).toEqual(["b.png sending", "c.png sending"]);
  expect(queue.isBusy()).toBe(true);
});
