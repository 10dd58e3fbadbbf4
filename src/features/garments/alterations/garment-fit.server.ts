import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import type { FitSection } from "#features/garments/fit-memory/fit-sections.ts";
import { fitSectionsOf, hasSleeves } from "#features/garments/fit-memory/reported-points.ts";
import { findLineGarment } from "#features/garments/order-patterns/pattern-line.server.ts";
import type { FitNumbers } from "#features/garments/quality-control/fit-numbers.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { AlterationRemedy, AlterationStatus, AlterationTerms } from "./alteration-rules.ts";
import type { StoredFeedback } from "./fit-feedback.server.ts";
import { findNewestFeedback } from "./fit-feedback.server.ts";
import { listImages } from "./fit-images.server.ts";
import { findFitNumbers } from "./fit-numbers.server.ts";
import type { GarmentKey } from "./garment-access.server.ts";
import { findMyGarment, garmentPath, garmentToken, LINK_DAYS } from "./garment-access.server.ts";
import { findAlterationTerms, listRequestsOfGarment } from "./stored-alterations.server.ts";

type Deps = { db: Queryable; auth: Auth; clock: Clock; measurementBox: SecretBox };

export type MyRequest = {
  number: string;
  remedy: AlterationRemedy;
  status: AlterationStatus;
  createdAt: Date;
  decisionNote: string;
  creditMinor: number | null;
  currency: string;
  images: number;
  receipts: number;
};

/** What the page of a garment's fit shows its customer. */
export type GarmentFit = {
  garmentId: string;
  /** With its wearer. */
  name: string;
  orderId: string;
  orderNumber: string;
  isRemake: boolean;
  isGuests: boolean;
  deliveredAt: Date | null;
  garmentType: string;
  /** Whose garment it is; "" once the measurements were removed. */
  label: string;
  /** What is asked about; of a suit the customer says which component. */
  sections: readonly FitSection[];
  feedback: StoredFeedback | null;
  /** Sewn, drawn and reported; how the pattern compares with the body is left out where the reader may not see the body. */
  numbers: readonly FitNumbers[];
  terms: AlterationTerms;
  /** Newest first. */
  requests: readonly MyRequest[];
};

/** A garment with its report, its requests and what may be asked for, for the one whose garment it is. */
export async function findGarmentFit(
  deps: Deps,
  key: GarmentKey,
): Promise<Result<GarmentFit, "forbidden" | "not_found">> {
  const found = await findMyGarment(deps, key);
  if (!found.ok) return found;
  const { db } = deps;
  const garment = found.value;
  const contract = await openNewestContract(deps, garment.orderItemId);
  const { components, styles } = await findLineGarment(db, garment.orderItemId);
  const numbers = await findFitNumbers(deps, garment.id);
  // What compares with a body is for its owner: not by a link (ADR 0061), and not where the numbers were not shared.
  const isHidden = "token" in key || contract?.specification?.measuredByLink === true;
  const images = await listImages(db, garment.id);
  const requests = await listRequestsOfGarment(db, garment.id);
  const count = (requestId: string, kind: "fit" | "receipt") =>
    images.filter((each) => each.requestId === requestId && each.kind === kind).length;
  const { deliveredAt, garmentType, isRemake, orderId, userId } = garment;
  return ok({
    garmentId: garment.id,
    name: contract ? lineName(describeContract(contract)) : garment.name,
    orderId,
    isRemake,
    deliveredAt,
    garmentType,
    orderNumber: orderNumber(orderId),
    isGuests: userId === null,
    label: contract?.specification?.label ?? "",
    sections: fitSectionsOf(
      garmentType,
      components,
      hasSleeves(styles, contract?.specification?.measurements ?? {}),
    ),
    feedback: await findNewestFeedback(deps, garment.id),
    numbers: isHidden ? numbers.map((each) => ({ ...each, easeMm: null })) : numbers,
    terms: await findAlterationTerms(db, garment, deps.clock.now()),
    requests: requests.map((row) => ({
      number: row.number,
      remedy: row.remedy,
      status: row.status,
      createdAt: row.createdAt,
      decisionNote: row.decisionNote,
      creditMinor: row.creditMinor,
      currency: row.currency,
      images: count(row.id, "fit"),
      receipts: count(row.id, "receipt"),
    })),
  });
}

/**
 * Where the fit of each of these garments is reported, by id. `guest` makes private links that work for a day; the caller has
 * proven the order.
 */
export function fitPathsOf(
  { auth, clock }: Pick<Deps, "auth" | "clock">,
  input: { orderId: string; garmentIds: readonly string[]; isGuest: boolean },
): Record<string, string> {
  const { garmentIds, isGuest, orderId } = input;
  const now = clock.now();
  const pathOf = (garmentId: string) =>
    isGuest
      ? garmentPath({ token: garmentToken(auth, { garmentId, days: LINK_DAYS.lookup, now }) })
      : garmentPath({ orderId, garmentId });
  return Object.fromEntries(garmentIds.map((id) => [id, pathOf(id)]));
}
