import { newId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import type { PurchaseInquiry } from "#features/office/inbox/inquiry-input.ts";

export const INQUIRY: PurchaseInquiry = {
  firstName: "Asha",
  lastName: "Persaud",
  email: "asha@example.com",
  phone: "+592 555 0100",
  address: "Lot 12\nCamp Street",
  city: "Georgetown",
  postalCode: "413741",
  size: "M",
  color: "#F4EFE6",
  quantity: 2,
  notes: "For a wedding.",
  specification: "",
};

export async function addInquiry(
  db: Queryable,
  changes: Partial<typeof guyanaSalesInquiries.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await db.insert(guyanaSalesInquiries).values({
    id,
    firstName: "Asha",
    lastName: "Persaud",
    email: "asha@example.com",
    phone: "+592 555 0100",
    address: "Lot 12\nCamp Street",
    city: "Georgetown",
    productName: "Kaieteur Gown",
    size: "M",
    colorName: "Pearl",
    quantity: 2,
    additionalNotes: "For a wedding.\nIs it lined?",
    ...changes,
  });
  return id;
}

export async function addMessage(
  db: Queryable,
  changes: Partial<typeof contactMessages.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await db.insert(contactMessages).values({
    id,
    fullName: "Bibi Khan",
    email: "bibi@example.com",
    subject: "Opening hours",
    message: "Are you open on Republic Day?",
    ...changes,
  });
  return id;
}
