import { orderNumber } from "#core/document-number.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpForStock } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { recordCustomerChange } from "#features/base/audit/record-change.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import { isOfArm } from "#features/body/measurement/required-measurements.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { exchangeCloth } from "#features/garments/cloth/exchange-cloth.server.ts";
import type { ContractTerms } from "#features/garments/contract/contract.ts";
import type { ContractContent } from "#features/garments/contract/contract-changes.ts";
import { changesBetween, optionChanges } from "#features/garments/contract/contract-changes.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { writeNextVersion } from "#features/garments/contract/write-version.server.ts";
import { findLineFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import type {
  GarmentRow,
  ProductionDeps,
} from "#features/garments/garment/stored-garments.server.ts";
import { lockGarments, setStage } from "#features/garments/garment/stored-garments.server.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import {
  measurementsWith,
  stylesOfOptions,
} from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import { addProposal } from "#features/garments/proposals/stored-proposals.server.ts";
import { returnToProfile } from "#features/garments/specification/return-to-profile.server.ts";
import { lineName, optionLabels } from "#features/orders/order/line-description.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { orderPage } from "#features/orders/order/order.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOwnOrder, lockOrder } from "#features/orders/order/order-queries.server.ts";
import { recordOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { ChangeErrors, CustomerChange, Question } from "./customer-change-input.ts";
import { applyCustomerChange, choiceFieldOf, PROFILE_FIELD } from "./customer-change-input.ts";
import { changeStateOf, findStoredFit } from "./customer-change-queries.server.ts";
import { garmentChangedEmail, garmentChangedNotice } from "./production-email.ts";

/**
 * 'after_gate': a tailor has approved a garment of the line to be cut. 'over': the order is not paid any more, or no garment is left.
 * 'conflict': the contract has a newer version than the form showed. 'unreadable': the contract cannot be opened.
 */
export type CustomerChangeFailure =
  | { code: "forbidden" | "not_found" | "after_gate" | "over" | "conflict" | "unreadable" }
  | { code: "nothing_changed" }
  | { code: "invalid"; errors: ChangeErrors; questions: readonly Question[] };

type Changed = Result<{ version: number }, CustomerChangeFailure>;

type Target = { orderId: string; orderItemId: string; submitted: CustomerChange };

/**
 * Changes a made-to-measure line of the actor's paid order, as long as none of its garments is approved to be cut: writes the next
 * version of the contract as the customer's, moves its garments back to "received", commits the cloth of a new option, and emails
 * customer and shop. The price never changes. One transaction under the locks of order and garments, so that of a change and an
 * approval at one moment one wins and the other is refused.
 */
export async function changeOwnContract(
  deps: ProductionDeps,
  input: Target & { actor: Actor },
): Promise<Changed> {
  const own = await findOwnOrder(deps.db, input);
  return own.ok ? changeContract(deps, input) : fail({ code: own.error });
}

/** The same for a guest whose browser has a valid proof of the order; 'forbidden' for everybody else. */
export async function changeProvenContract(
  deps: ProductionDeps,
  input: Target & { actor: Actor },
): Promise<Changed> {
  if ((await findOrderProof(deps, input)) !== "valid") return fail({ code: "forbidden" });
  return changeContract(deps, { ...input, actor: null });
}

type Changing = Target & { actor: Actor | null };

async function changeContract(deps: ProductionDeps, input: Changing): Promise<Changed> {
  const written = await inTransaction(deps.db, async (tx) => {
    const outcome = await write(tx, deps, input);
    if (!outcome.ok) return outcome;
    const { changedProducts, version } = outcome.value;
    return ok({ version, change: await bumpForStock(tx, changedProducts) });
  });
  if (!written.ok) return written;
  const { change, version } = written.value;
  if (change) await deps.content.settle(change);
  return ok({ version });
}

type Line = { order: Order; line: OrderLine; garments: readonly GarmentRow[] };

/** The line with its garments locked; fails when it cannot be changed any more. */
async function lockChangeable(
  tx: Transaction,
  { orderId, orderItemId }: Target,
): Promise<Result<Line, { code: "not_found" | "over" | "after_gate" }>> {
  const order = await lockOrder(tx, orderId);
  const line = order?.lines.find(({ id }) => id === orderItemId);
  if (!order || !line?.madeToMeasure) return fail({ code: "not_found" });
  const rows = await lockGarments(tx, [orderItemId]);
  const facts = await findLineFacts(tx, orderItemId);
  if (!facts) return fail({ code: "not_found" });
  const state = changeStateOf(facts);
  if (state !== "open") return fail({ code: state });
  const garments = rows.filter(({ stage }) => stage !== "cancelled");
  return ok({ order, line, garments });
}

const NOT_OFFERED: Pick<
  MadeToMeasureTerms,
  "clothLengthMm" | "components" | "groups" | "hasMonogram" | "measurements"
> = {
  groups: [],
  components: [],
  measurements: { required: [], optional: [] },
  hasMonogram: false,
  clothLengthMm: 0,
};

async function write(
  tx: Transaction,
  deps: ProductionDeps,
  input: Changing,
): Promise<Result<{ version: number; changedProducts: readonly string[] }, CustomerChangeFailure>> {
  const { orderItemId, submitted } = input;
  const locked = await lockChangeable(tx, input);
  if (!locked.ok) return locked;
  const { garments, line, order } = locked.value;
  const newest = await openNewestContract({ ...deps, db: tx }, orderItemId);
  if (!newest) return fail({ code: "not_found" });
  if (!newest.specification) return fail({ code: "unreadable" });
  if (newest.version !== submitted.base) return fail({ code: "conflict" });
  const before: ContractContent = { specification: newest.specification, terms: newest.terms };
  const terms = (line.productId && (await findTermsOfProduct(tx, line.productId))) || NOT_OFFERED;
  const stored = submitted.useProfile
    ? await findStoredFit(
        { ...deps, db: tx },
        { ...input, line, specification: before.specification },
      )
    : null;
  if (stored && "problem" in stored)
    return fail({ code: "invalid", errors: { [PROFILE_FIELD]: stored.problem }, questions: [] });
  const applied = applyCustomerChange(before, submitted, terms, stored?.fit ?? null);
  if (!applied.ok) return fail({ code: "invalid", ...applied.error });
  const after: ContractContent = {
    specification: applied.value.specification,
    terms: { ...applied.value.terms, changedBy: "customer" },
  };
  const unmeasured = unmeasuredArm(before, after, terms);
  if (unmeasured !== null)
    return fail({ code: "invalid", errors: { [PROFILE_FIELD]: unmeasured }, questions: [] });
  if (changesBetween(before, after).length === 0) return fail({ code: "nothing_changed" });
  const exchanged = line.productId
    ? await exchangeCloth(tx, {
        orderItemId,
        productId: line.productId,
        before: before.terms.options,
        after: after.terms.options,
        lengthMm: terms.clothLengthMm * garments.length,
      })
    : ok([]);
  if (!exchanged.ok) {
    const errors = clothErrors(terms.groups, submitted, exchanged.error.clothId);
    return fail({ code: "invalid", errors, questions: [] });
  }
  const now = deps.clock.now();
  const proposalId = await addProposal(tx, deps, {
    origin: "customer",
    orderItemId,
    baseVersion: newest.version,
    content: { ...after, note: "" },
    now,
  });
  const version = await writeNextVersion(tx, deps, newest, { ...after, proposalId });
  await setStage(tx, garments, {
    cause: "contract_change",
    to: "received",
    at: now,
    staff: { userId: null, name: "The customer" },
    note: `Changed by the customer: version ${version} of the contract applies.`,
  });
  await storeNumbers(tx, deps, { ...input, before, after });
  await report(tx, deps, { order, line, garments, before, after, version });
  return ok({ version, changedProducts: exchanged.value });
}

type Stored = Changing & { before: ContractContent; after: ContractContent };

/** Stores the corrected numbers in the customer's account, when the customer wants that. */
async function storeNumbers(
  tx: Transaction,
  deps: ProductionDeps,
  { actor, after, before, submitted }: Stored,
): Promise<void> {
  if (!actor || !submitted.returnToProfile) return;
  await returnToProfile(tx, deps, {
    actor,
    before: before.specification,
    after: after.specification,
    source: "self",
  });
}

/** What is still to be measured of the arm for sleeves that were chosen instead of none; null for nothing. */
function unmeasuredArm(
  before: ContractContent,
  { specification, terms: { options } }: ContractContent,
  terms: typeof NOT_OFFERED,
): string | null {
  const requiredBy = (agreed: typeof options) =>
    measurementsWith(terms, stylesOfOptions(agreed, terms.groups)).required;
  const known = new Set(requiredBy(before.terms.options));
  const missing = requiredBy(options).filter(
    (name) => isOfArm(name) && !known.has(name) && specification.measurements[name] === undefined,
  );
  if (missing.length === 0) return null;
  const names = missing.map((name) => MEASUREMENTS[name].label.toLowerCase()).join(", ");
  return `These sleeves need measurements that the garment does not have yet: ${names}.`;
}

/** Names the group whose chosen cloth is short. */
function clothErrors(
  groups: MadeToMeasureTerms["groups"],
  { choices }: CustomerChange,
  clothId: string,
): ChangeErrors {
  const group = groups.find(({ choices: offered, id }) =>
    offered.some((choice) => choice.id === choices[id] && choice.cloth?.id === clothId),
  );
  const field = group ? choiceFieldOf(group.id) : "";
  return { [field]: "Too little of this cloth is left for your order. Please choose another one." };
}

type Report = Line & { before: ContractContent; after: ContractContent; version: number };

/** What differs, for emails: options by name, and of everything else only that it changed. */
function publicChanges({ after, before }: Pick<Report, "before" | "after">): string[] {
  const options = optionChanges(before.terms, after.terms);
  const groups = new Set(options.map(({ label }) => label));
  const others = changesBetween(before, after).filter(({ label }) => !groups.has(label));
  const names = others.map(({ label }) => label.toLowerCase()).join(", ");
  return [
    ...options.map(
      (each) => `${each.label}: ${each.before ?? "none"}, now ${each.after ?? "none"}`,
    ),
    ...(others.length > 0 ? [`Also changed: ${names}`] : []),
  ];
}

const recordOf = ({ options }: ContractTerms, version: number) => ({
  options: optionLabels(options).join(", "),
  version,
});

async function report(tx: Transaction, deps: ProductionDeps, changed: Report): Promise<void> {
  const { after, before, garments, line, order, version } = changed;
  const { productName } = line;
  await recordOrderEvent(tx, {
    orderId: order.id,
    type: "contract_changed",
    detail: { productName, wearer: line.fit?.wearer ?? "" },
  });
  await recordCustomerChange(tx, {
    action: "changed a garment of",
    subject: "order",
    subjectId: order.id,
    before: recordOf(before.terms, version - 1),
    after: recordOf(after.terms, version),
  });
  const { general } = await getSiteShell(tx);
  const facts = {
    siteName: general.siteName,
    siteUrl: deps.publicUrl,
    contactEmail: general.contactEmail,
    orderNumber: orderNumber(order.id),
    productName: lineName(line),
    changes: publicChanges(changed),
  };
  const key = `${line.id}:${version}`;
  await enqueueEmail(tx, deps.jobs, {
    ...garmentChangedEmail({
      ...facts,
      customerName: order.address?.fullName,
      orderUrl: orderPage(deps.publicUrl, order),
    }),
    dedupeKey: `garment-changed:${key}`,
    recipient: order.customerEmail,
  });
  await enqueueEmail(tx, deps.jobs, {
    ...garmentChangedNotice({
      ...facts,
      garmentUrl: `${deps.publicUrl}/admin/atelier/production/${garments[0]?.id ?? ""}`,
    }),
    dedupeKey: `garment-changed-notice:${key}`,
    recipient: general.contactEmail,
    replyTo: order.customerEmail,
  });
}
