import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import {
  freezeEffects,
  listChoiceEffects,
} from "#features/garments/options/choice-effect-queries.server.ts";
import { findColorOfOptions } from "#features/garments/options/cloth-color.server.ts";
import { wearerOf } from "#features/garments/specification/specification.ts";
import { withSwatch } from "#features/orders/order/line-swatch.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { ContractContent } from "./contract-changes.ts";
import { newContractRow } from "./seal-contract.server.ts";

type Current = { orderItemId: string; version: number; hash: string };

/**
 * Writes the version after the one that applies, and what it says of the garment (options, color, image, wearer, fit, monogram) to the order's line,
 * from which pages, emails and documents describe it (`lineFacts`). A choice
 * that is new in it is agreed with what it changes on the pattern now. The proposal exists. The database refuses a version that does not follow the last one. Returns the new version's number.
 */
export async function writeNextVersion(
  tx: Transaction,
  { measurementBox }: { measurementBox: SecretBox },
  { hash, orderItemId, version }: Current,
  { proposalId, specification, terms }: ContractContent & { proposalId: string },
): Promise<number> {
  const [item] = await tx
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.id, orderItemId));
  const described = item?.productId ? await listChoiceEffects(tx, item.productId) : [];
  const options = freezeEffects(terms.options, described);
  const color = await findColorOfOptions(tx, orderItemId, options);
  const agreed = color ? { ...terms, color: color.name, options } : { ...terms, options };
  const line = { orderItemId, specification, terms: agreed };
  const next = newContractRow(measurementBox, line, { version, hash, proposalId });
  await tx.insert(contracts).values(next);
  const worn = wearerOf(specification);
  await tx
    .update(orderItems)
    .set({
      options: withSwatch(options, color?.name ?? "", color?.swatch ?? null),
      wearer: worn.wearer,
      fitName: worn.fitName,
      monogram: worn.monogram,
      ...(color && { color: color.hex, colorName: color.name, mediaId: color.mediaId }),
    })
    .where(eq(orderItems.id, orderItemId));
  return version + 1;
}
