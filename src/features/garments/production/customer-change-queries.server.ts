import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { MEASUREMENT_NAMES } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { getProfile } from "#features/body/measurement/profiles.server.ts";
import type { ContractChange } from "#features/garments/contract/contract-changes.ts";
import {
  changesBetween,
  changesForCustomer,
} from "#features/garments/contract/contract-changes.ts";
import type { OpenContractVersion } from "#features/garments/contract/contract-queries.server.ts";
import { openVersions } from "#features/garments/contract/contract-queries.server.ts";
import { listGarmentsOfOrder } from "#features/garments/garment/garment-queries.server.ts";
import type { LineFacts } from "#features/garments/garment/line-standing.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import {
  isOrderable,
  measurementsWith,
  stylesOfOptions,
} from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import type { MeasuredFit } from "#features/garments/specification/measured-fit.ts";
import { measuredFit, withProfile } from "#features/garments/specification/measured-fit.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { customerView } from "#features/garments/specification/specification.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { Order, OrderLine } from "#features/orders/order/order.ts";
import { findOrderProof } from "#features/orders/order/order-proof.server.ts";
import { findOrderById, findOwnOrder } from "#features/orders/order/order-queries.server.ts";
import { hasOrderEvent } from "#features/orders/order/stored-order-events.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import {
  agreedOption,
  canBeEmpty,
  changeableGroups,
  costsTheSame,
  KEEP_CHOICE,
  NO_CHOICE,
} from "./customer-change-input.ts";

export type ChangeDeps = { db: Queryable; measurementBox: SecretBox };

type Person = {
  actor: Actor | null;
  line: Pick<OrderLine, "productId" | "fit">;
  specification: FitSpecification;
};

const NO_PROFILE = "These measurements are not stored in your account any more.";

/**
 * The stored measurements of the person that a contract is for, as they are now, or what is still to be done about them. Only for the
 * account that has the person.
 */
export async function findStoredFit(
  deps: ChangeDeps,
  { actor, line, specification }: Person,
): Promise<{ fit: MeasuredFit; person: MeasurementProfile } | { problem: string }> {
  const { measuredByLink, profileId } = specification;
  if (!actor || !profileId || measuredByLink) return { problem: NO_PROFILE };
  const found = await getProfile(deps, { actor, profileId });
  const terms = line.productId ? await findTermsOfProduct(deps.db, line.productId) : null;
  if (!found.ok || !found.value.profile || !terms) return { problem: NO_PROFILE };
  const measured = measuredFit(
    found.value.profile,
    measurementsWith(terms, stylesOfOptions(line.fit?.options ?? [], terms.groups)),
  );
  return "fit" in measured
    ? { fit: measured.fit, person: found.value.profile }
    : { problem: measured.problem.message };
}

export type ChangeChoice = {
  /** A choice's id, `KEEP_CHOICE` or `NO_CHOICE`. */
  value: string;
  name: string;
  description: string;
  /** Why it cannot be chosen; null when it can. */
  obstacle: "other_price" | "used_up" | null;
  /** Beside what is agreed. */
  difference: MoneyAmount;
};

export type ChangeGroup = {
  id: string;
  name: string;
  chosen: string;
  choices: readonly ChangeChoice[];
};

function groupsOf(
  { options, currency }: OpenContractVersion["terms"],
  terms: MadeToMeasureTerms,
): ChangeGroup[] {
  const unit = currency === "GYD" ? "GYD" : "USD";
  return changeableGroups(terms.groups, options).map((group) => {
    const agreed = agreedOption(group, options);
    const current = group.choices.find(({ name }) => name === agreed?.choice);
    const choices = group.choices.map((choice): ChangeChoice => {
      const { description, id, name, price } = choice;
      const difference = money(price.minorUnits - (agreed?.priceMinor ?? 0), unit);
      if (id === current?.id)
        return { value: id, name, description, obstacle: null, difference: money(0, unit) };
      const isSame = costsTheSame(choice, agreed);
      const obstacle = isSame ? (isOrderable(choice) ? null : "used_up") : "other_price";
      return { value: id, name, description, obstacle, difference };
    });
    const none = { description: "", obstacle: null, difference: money(0, unit) };
    if (agreed && !current)
      choices.unshift({ ...none, value: KEEP_CHOICE, name: `${agreed.choice} (as agreed)` });
    if (canBeEmpty(group, agreed)) choices.unshift({ ...none, value: NO_CHOICE, name: "None" });
    const chosen = current?.id ?? (agreed ? KEEP_CHOICE : NO_CHOICE);
    return { id: group.id, name: group.name, chosen, choices };
  });
}

/** Whether the form is offered; 'after_gate' and 'over' as `CustomerChangeFailure`. */
export type ChangeState = "open" | "after_gate" | "over" | "unreadable";

/** The state of the form by what stands in the way of the change; an erased contract is found when it is opened. */
export function changeStateOf(facts: LineFacts): Exclude<ChangeState, "unreadable"> {
  const obstacle = obstacleTo("own_change", facts);
  if (obstacle === null || obstacle === "erased") return "open";
  return obstacle === "in_work" || obstacle === "sent" ? "after_gate" : "over";
}

export type CustomerChangeForm = {
  orderId: string;
  orderItemId: string;
  productName: string;
  /** Garments of the line that are still made: a change is for all of them. */
  count: number;
  state: ChangeState;
  /** As the customer reads it. */
  version: OpenContractVersion;
  groups: readonly ChangeGroup[];
  hasMonogram: boolean;
  /** The person's stored measurements beside the contract; null without any of the reader's account. */
  profile: { changes: readonly ContractChange[]; problem: string | null } | null;
  /** The measurements that the atelier can still be asked about, by name; none before the gate, or of numbers that another person has. */
  remeasurable: readonly MeasurementName[];
  /** The atelier was asked about the line, in this or an earlier version. */
  isRequested: boolean;
  /** What the newest version changed; null for a first version. */
  lastChanges: readonly ContractChange[] | null;
};

async function profileBeside(
  deps: ChangeDeps,
  person: Person,
  newest: OpenContractVersion,
): Promise<CustomerChangeForm["profile"]> {
  const { actor, specification } = person;
  if (!actor || !specification.profileId || specification.measuredByLink) return null;
  const stored = await findStoredFit(deps, person);
  if ("problem" in stored)
    return stored.problem === NO_PROFILE ? null : { changes: [], problem: stored.problem };
  const before = { specification, terms: newest.terms };
  const after = { specification: withProfile(specification, stored.fit), terms: newest.terms };
  return { changes: changesBetween(before, after), problem: null };
}

type Standing = {
  order: Order;
  line: OrderLine;
  state: ChangeState;
  specification: FitSpecification | null;
};

/** What the atelier can be asked about a line in work, and whether it was. */
async function remeasuringOf(
  { db }: Pick<ChangeDeps, "db">,
  { line, order, specification, state }: Standing,
): Promise<Pick<CustomerChangeForm, "isRequested" | "remeasurable">> {
  const shown = state === "after_gate" && specification ? customerView(specification) : null;
  return {
    remeasurable: MEASUREMENT_NAMES.filter((name) => shown?.measurements[name] !== undefined),
    isRequested: await hasOrderEvent(db, {
      orderId: order.id,
      type: "remeasured_in_work",
      detail: { productName: line.productName, ...(line.fit && { wearer: line.fit.wearer }) },
    }),
  };
}

async function describe(
  deps: ChangeDeps,
  order: Order,
  { actor, orderItemId }: { actor: Actor | null; orderItemId: string },
): Promise<Result<CustomerChangeForm, "not_found">> {
  const line = order.lines.find(({ id }) => id === orderItemId);
  const versions = line ? await openVersions(deps, [orderItemId]) : [];
  const newest = versions.at(-1);
  if (!line || !newest) return fail("not_found");
  const garments = (await listGarmentsOfOrder(deps.db, order.id)).filter(
    (each) => each.orderItemId === orderItemId,
  );
  const { specification } = newest;
  const state = changeStateOf({
    orderStatus: order.status,
    stages: garments.map(({ stage }) => stage),
    isContractErased: specification === null,
  });
  const former = versions.at(-2);
  const terms = line.productId ? await findTermsOfProduct(deps.db, line.productId) : null;
  const person = specification && { actor, line, specification };
  return ok({
    orderId: order.id,
    orderItemId,
    productName: lineName(line),
    count: garments.filter(({ stage }) => stage !== "cancelled").length,
    state: state === "open" && !specification ? "unreadable" : state,
    version: { ...newest, specification: specification && customerView(specification) },
    groups: terms ? groupsOf(newest.terms, terms) : [],
    hasMonogram: terms?.hasMonogram ?? false,
    profile: person && state === "open" ? await profileBeside(deps, person, newest) : null,
    ...(await remeasuringOf(deps, { order, line, state, specification })),
    lastChanges:
      former?.specification && specification
        ? changesForCustomer(
            { specification: former.specification, terms: former.terms },
            { specification, terms: newest.terms },
          )
        : null,
  });
}

/** What the form of a line of the actor's order shows; 'not_found' for another's and for a line without a contract. */
export async function findOwnChangeForm(
  deps: ChangeDeps,
  input: { actor: Actor; orderId: string; orderItemId: string },
): Promise<Result<CustomerChangeForm, "forbidden" | "not_found">> {
  const own = await findOwnOrder(deps.db, input);
  return own.ok ? describe(deps, own.value, input) : own;
}

/** The same for a guest whose browser has a valid proof of the order; 'forbidden' for everybody else. */
export async function findProvenChangeForm(
  deps: ChangeDeps & { clock: Clock },
  input: { actor: Actor; orderId: string; orderItemId: string },
): Promise<Result<CustomerChangeForm, "forbidden" | "not_found">> {
  const { orderId, orderItemId } = input;
  if ((await findOrderProof(deps, input)) !== "valid") return fail("forbidden");
  const order = await findOrderById(deps.db, orderId);
  return order ? describe(deps, order, { orderItemId, actor: null }) : fail("not_found");
}
