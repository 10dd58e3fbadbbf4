import { expect, test } from "vitest";
import { documentCounters, taxDocuments } from "#db/schema/documents.server.ts";
import { openContractShop } from "#tests/support/contract-shop.ts";
import { temporaryFiles } from "#tests/support/files.ts";
import { fillDiskAt } from "#tests/support/full-disk.ts";
import { createOrder } from "#tests/support/orders.ts";

test.each(["tax_documents", "document_counters"])(
  "an invoice that meets a full disk at %s is refused with a message and takes no number; the packing slip is served",
  async (table) => {
    const { files } = await temporaryFiles();
    await using shop = await openContractShop(files);
    const orderId = await createOrder(shop.db, { status: "completed" });
    const request = (name: string) =>
      shop.host.request(`/admin/orders/${orderId}/${name}.pdf`, {
        headers: { accept: "text/html", cookie: shop.cookie },
      });
    const disk = await fillDiskAt(shop.db, table);
    const refused = await request("invoice");
    expect(refused.status, String(refused.body)).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(String(refused.body)).toMatch(/nothing can be ordered or sent for a moment/);
    expect((await request("packing-slip")).status).toBe(200);
    expect(await shop.db.$count(taxDocuments)).toBe(0);
    expect(await shop.db.$count(documentCounters)).toBe(0);

    await disk.empty();
    const [one, other] = await Promise.all([request("invoice"), request("invoice")]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.subarray(0, 5).toString()).toBe("%PDF-");
    const issued = await shop.db.select({ number: taxDocuments.number }).from(taxDocuments);
    expect(issued).toEqual([{ number: 1 }]);
  },
);
