import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { WORK_DOCUMENT_PURPOSE } from "#features/body/measurement/measurement-profile.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import type { MeasurementDeps } from "#features/body/measurement/sealed-profiles.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import {
  openContractsOfOrder,
  readContractAsStaff,
  readOwnContracts,
} from "#features/garments/contract/contract-queries.server.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOrderById } from "#features/orders/order/order-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { contractDocument, workDocument } from "./contract-document.server.ts";
import { renderContract } from "./render-contract.server.ts";
import type { PdfFile } from "./write-documents.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox };

async function write(
  { db }: ReadDeps,
  orderId: string,
  versions: readonly OpenContractVersion[],
): Promise<Result<PdfFile, "not_found">> {
  const order = await findOrderById(db, orderId);
  if (!order || versions.length === 0) return fail("not_found");
  const { general } = await getSiteShell(db);
  const lines = [...Map.groupBy(versions, ({ orderItemId }) => orderItemId).values()];
  const document = contractDocument({ house: general, order, lines });
  return ok({ fileName: document.fileName, bytes: await renderContract(document) });
}

/** The contracts of one of the actor's orders as PDF; 'not_found' for another customer's and without a contract. */
export async function writeContract(
  deps: ReadDeps,
  input: { actor: Actor; orderId: string },
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const read = await readOwnContracts(deps, input);
  return read.ok ? write(deps, input.orderId, read.value) : read;
}

/** The same as `writeContract` for a guest whose browser has a valid proof of the order; 'forbidden' for everybody else. */
export async function writeProvenContract(
  deps: ReadDeps & { clock: Clock },
  input: { actor: Actor; orderId: string },
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  const { orderId } = input;
  if ((await findOrderProof(deps, input)) !== "valid") return fail("forbidden");
  return write(deps, orderId, await openContractsOfOrder(deps, orderId));
}

/**
 * The tailor's work document of a contracted line as PDF. Only for the atelier; each one is an entry that the customer sees, in the
 * transaction that reads the measurements.
 */
export const writeWorkDocument = asAdmin(
  async (
    deps: MeasurementDeps,
    input: { actor: Admin; orderId: string; orderItemId: string },
  ): Promise<Result<PdfFile, StaffReadFailure>> => {
    const { actor, orderId, orderItemId } = input;
    if (!isId(orderId) || !isId(orderItemId)) return fail("not_found");
    const [line] = await deps.db
      .select({ quantity: orderItems.quantity })
      .from(orderItems)
      .where(and(eq(orderItems.id, orderItemId), eq(orderItems.orderId, orderId)));
    const order = line ? await findOrderById(deps.db, orderId) : null;
    if (!line || !order) return fail("not_found");
    const read = await readContractAsStaff(deps, {
      actor,
      orderItemId,
      purpose: WORK_DOCUMENT_PURPOSE,
    });
    if (!read.ok) return read;
    const { general } = await getSiteShell(deps.db);
    const document = workDocument({
      house: general,
      order,
      versions: read.value,
      quantity: line.quantity,
      printedBy: actor.name,
      printedAt: deps.clock.now(),
    });
    return ok({ fileName: document.fileName, bytes: await renderContract(document) });
  },
);
