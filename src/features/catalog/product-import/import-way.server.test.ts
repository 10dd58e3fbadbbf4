import { asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { productImages, products } from "#db/schema/catalog.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { media } from "#db/schema/media.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import {
  checked,
  exported,
  importDeps,
  imported,
  newestImport,
} from "#tests/support/product-imports.ts";
import { advanceImport, resumeImports } from "./advance-import.server.ts";
import { beginImport, checkAgain } from "./begin-import.server.ts";
import { cancelImport } from "./cancel-import.server.ts";
import { exportProducts } from "./export-products.server.ts";
import { findNewestImport, listImportLines } from "./import-queries.server.ts";
import { readImportReport } from "./read-import-report.server.ts";
import { startImport } from "./start-import.server.ts";

const bench = adminSuite();
const deps = () => importDeps(bench.db);
const never = { isStopping: () => false };

const items = (count: number) =>
  `Handle,Title,Variant Price\n${Array.from({ length: count }, (_, n) => `piece-${n},Piece ${n},${n + 1}`).join("\n")}`;

async function started(count: number): Promise<string> {
  const { id } = await checked(deps(), bench.actor, items(count));
  expect(await startImport(deps(), { actor: bench.actor, id })).toMatchObject({ ok: true });
  return id;
}

test("an import that breaks off in a batch keeps whole batches, and goes on from there without a double", async () => {
  const importId = await started(120);
  let batches = 0;
  const isStopping = () => batches++ === 1;
  await advanceImport(deps(), { importId, isStopping });
  expect(await bench.db.$count(products)).toBe(50);
  const settle = async () => {
    throw new Error("killed");
  };
  // As when the process dies.
  await expect(
    advanceImport(importDeps(bench.db, { content: { settle } }), { importId, ...never }),
  ).rejects.toThrow("killed");
  expect(await bench.db.$count(products)).toBe(100);
  await Promise.all([1, 2, 3].map(() => advanceImport(deps(), { importId, ...never })));
  const done = await newestImport(bench.db, bench.actor);
  expect(done).toMatchObject({ status: "finished", outcomes: { created: 120, refused: 0 } });
  expect(await bench.db.$count(products)).toBe(120);
});

test("what is under way is asked for again, what is over is not", async () => {
  const sent: unknown[] = [];
  const jobs = { send: async (_name: string, payload: unknown) => void sent.push(payload) };
  const importId = await started(1);
  await resumeImports({ db: bench.db, jobs });
  expect(sent).toEqual([{ importId }]);
  await advanceImport(deps(), { importId, ...never });
  await resumeImports({ db: bench.db, jobs });
  expect(sent).toHaveLength(1);
});

test("one import runs at a time, and a stopped one keeps what it wrote and does no more", async () => {
  const importId = await started(120);
  const file = { name: "b.csv", bytes: Buffer.from(items(1)) };
  const request = { actor: bench.actor, file, fallbackCategory: "Smart Casual" };
  expect(await beginImport(deps(), request)).toEqual({ ok: false, error: "busy" });
  let batches = 0;
  await advanceImport(deps(), { importId, isStopping: () => batches++ === 1 });
  expect(await cancelImport(deps(), { actor: bench.actor, id: importId })).toMatchObject({
    ok: true,
  });
  await advanceImport(deps(), { importId, ...never });
  const done = await newestImport(bench.db, bench.actor);
  expect(done).toMatchObject({ status: "cancelled", outcomes: { created: 50, waiting: 70 } });
  expect(await bench.db.$count(products)).toBe(50);
  expect(await beginImport(deps(), request)).toMatchObject({ ok: true });
});

test("an import stops when whoever started it is no admin any more", async () => {
  const importId = await started(3);
  await bench.db.update(profiles).set({ role: "customer", isOwner: false });
  await advanceImport(deps(), { importId, ...never });
  expect(await newestImport(bench.db, bench.actor)).toMatchObject({ status: "stopped" });
  expect(await bench.db.$count(products)).toBe(0);
});

test("a file can be checked again with another place for what has none, and be forgotten", async () => {
  const { id } = await checked(deps(), bench.actor, items(1));
  const again = await checkAgain(deps(), {
    actor: bench.actor,
    id,
    fallbackCategory: "Evening Elegance",
  });
  if (!again.ok) throw new Error(again.error);
  await advanceImport(deps(), { importId: again.value.id, ...never });
  const { lines } = await newestImport(bench.db, bench.actor);
  expect(lines[0]?.notes.map(({ message }) => message)).toEqual([
    "Who it is for is left open: it is shown to everybody until you decide",
    "Guessed: other, Evening Elegance",
  ]);
  await cancelImport(deps(), { actor: bench.actor, id: again.value.id });
  expect(await bench.db.$count(productImportLines)).toBe(0);
});

test.each([
  ["", "The file is empty."],
  ["\n\n", "The file is empty."],
  [
    "Name;Price\nx;1",
    "The first line must name the columns, and one of them must be Handle. It begins with: Name, Price.",
  ],
  ["Handle,Title\n", "The file names its columns and holds no product."],
  ['Handle,Title\na,"never closed\n', "Line 2: A quotation mark that opens is never closed."],
  ["Handle,Handle\na,b\n", "The column Handle stands twice in the first line."],
  ["PK\u0003\u0004\u0000\u0000", "This is no CSV file: it holds bytes that are no text."],
])("a file like %j is said to be none that can be imported", async (text, message) => {
  const file = { name: "x.csv", bytes: Buffer.from(text) };
  const begun = await beginImport(deps(), {
    actor: bench.actor,
    file,
    fallbackCategory: "Smart Casual",
  });
  if (text === "") return expect(begun).toEqual({ ok: false, error: "unfit" });
  if (!begun.ok) throw new Error(begun.error);
  await advanceImport(deps(), { importId: begun.value.id, ...never });
  expect(await newestImport(bench.db, bench.actor)).toMatchObject({
    status: "unreadable",
    message,
  });
  const [row] = await bench.db.select({ file: productImports.file }).from(productImports);
  expect(row?.file).toBeNull();
});

test.each([
  ["semicolons and decimal commas", 'Handle;Title;Variant Price\r\ncoat;"Coat; long";49,50\r\n'],
  ["Excel's own first line", 'sep=;\r\nHandle;Title;Variant Price\r\ncoat;"Coat; long";49,50\r\n'],
  ["tabs", "Handle\tTitle\tVariant Price\ncoat\tCoat; long\t$49.50\n"],
  [
    "a byte order mark and old line ends",
    "\uFEFFHandle,Title,Variant Price\r\ncoat,Coat; long,49.500\r\n",
  ],
])("a file with %s is read", async (_what, text) => {
  await imported(deps(), bench.actor, text);
  expect(await bench.db.select().from(products)).toMatchObject([
    { name: "Coat; long", priceMinor: 4950 },
  ]);
});

test("pictures come from the library by their address, from allowed hosts once, and one that fails stops nothing", async () => {
  const image = await sharp({
    create: { width: 40, height: 50, channels: 3, background: "#20382D" },
  })
    .png()
    .toBuffer();
  const requested: string[] = [];
  const stored = new Map<string, Uint8Array>();
  const nobody = async () => null;
  const files = {
    put: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes),
    get: nobody,
    remove: async () => undefined,
    exists: async () => false,
  };
  const images = {
    refuse: (address: string) =>
      address.includes("evil") ? "Pictures are not fetched from evil" : null,
    async fetch(address: string) {
      requested.push(address);
      return address.endsWith("gone.jpg")
        ? ({ ok: false, error: "The picture's host answered 404" } as const)
        : ({ ok: true, value: image } as const);
    },
  };
  const text = [
    "Handle,Title,Variant Price,Image Src,Image Position,Image Alt Text",
    "gown,Gown,90,https://cdn.example/front.png,2,Front",
    "gown,,,https://cdn.example/gone.jpg,3,",
    "gown,,,https://evil.example/x.png,4,",
    "gown,,,https://cdn.example/back.png,1,Back",
    "cape,Cape,80,https://cdn.example/front.png,1,",
  ].join("\n");
  const done = await imported(
    importDeps(bench.db, { files, imageSource: images }),
    bench.actor,
    text,
  );
  expect(done).toMatchObject({ status: "finished", outcomes: { created: 2 } });
  expect(requested.sort()).toEqual(
    ["back.png", "front.png", "gone.jpg"].map((name) => `https://cdn.example/${name}`),
  );
  expect(await bench.db.$count(media)).toBe(2);
  const terms = done.lines[0]?.notes.map((note) => `${note.line} ${note.message}`);
  expect(terms).toEqual(
    expect.arrayContaining([
      "3 The picture's host answered 404",
      "4 Pictures are not fetched from evil: 1 picture waits until you fetch them",
    ]),
  );
  const [gown] = await bench.db.select().from(products).where(eq(products.slug, "gown"));
  const shown = await bench.db
    .select()
    .from(productImages)
    .where(eq(productImages.productId, gown?.id ?? ""))
    .orderBy(asc(productImages.position));
  expect(shown.map(({ altText, primaryImage }) => [altText, primaryImage])).toEqual([
    ["Back", true],
    ["Front", false],
  ]);
  const again = await checked(deps(), bench.actor, await exported(bench.db, bench.actor));
  expect(again.verdicts).toMatchObject({ unchanged: 2 });
});

test("the lines of an import are found by a part of a handle or a name, blind to case and accents", async () => {
  const file = "Handle,Title,Variant Price\nete,Robe d'Été,80\nwinter-coat,Manteau,120\n";
  const { id } = await checked(deps(), bench.actor, file);
  const found = async (search: string) => {
    const filter = { show: "all", search, page: 1 } as const;
    const lines = await listImportLines(bench.db, { actor: bench.actor, importId: id, filter });
    return lines.ok ? lines.value.rows.map(({ handle }) => handle) : null;
  };
  expect(await found("ROBE DETE")).toEqual(["ete"]);
  expect(await found("winter")).toEqual(["winter-coat"]);
  expect(await found("%")).toEqual([]);
  expect(await found("")).toEqual(["ete", "winter-coat"]);
});

test("nobody but an admin begins, starts, stops, sees or exports anything", async () => {
  const { id } = await checked(deps(), bench.actor, items(1));
  const filter = { show: "all", search: "", page: 1 } as const;
  const file = { name: "a.csv", bytes: Buffer.from(items(1)) };
  for (const actor of bench.strangers) {
    const tries = [
      await beginImport(deps(), { actor, file, fallbackCategory: "Smart Casual" }),
      await checkAgain(deps(), { actor, id, fallbackCategory: "Smart Casual" }),
      await startImport(deps(), { actor, id }),
      await cancelImport(deps(), { actor, id }),
      await findNewestImport(bench.db, { actor }),
      await listImportLines(bench.db, { actor, importId: id, filter }),
      await readImportReport(bench.db, { actor, id }),
      exportProducts(deps(), { actor }),
    ];
    for (const response of tries) expect(response).toEqual({ ok: false, error: "forbidden" });
  }
  expect(await newestImport(bench.db, bench.actor)).toMatchObject({ id, status: "checked" });
});
