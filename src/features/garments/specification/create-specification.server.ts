import { and, eq } from "drizzle-orm";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { findLinkForOrder } from "#features/body/links/order-by-link.server.ts";
import {
  leftToDoText,
  missingTexts,
  unmeasured,
} from "#features/body/measurement/capture-steps.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import {
  garmentTypeOf,
  measurementSetOf,
} from "#features/body/measurement/required-measurements.ts";
import { findCorrections } from "#features/garments/fit-memory/fit-memories.server.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { isOrderable } from "#features/garments/options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "#features/garments/options/terms-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { DraftProblem, EnteredFit } from "./fit-draft.ts";
import {
  choiceField,
  chosenOptions,
  draftProblems,
  measurementsOfDraft,
  NEED_BY_GROUP,
} from "./fit-draft.ts";
import { measuredFit, PERSON_FIELD } from "./measured-fit.ts";
import { openSpecification } from "./seal-specification.server.ts";
import type { FitSpecification } from "./specification.ts";
import type { SubmittedPerson } from "./specification-input.ts";
import { specificationSchema } from "./specification-input.ts";
import { ownedBy } from "./specification-owner.server.ts";
import type { NewSpecification } from "./store-specification.server.ts";
import { storeSpecification } from "./store-specification.server.ts";

type Deps = { db: Database; measurementBox: SecretBox; clock: Clock };

/** `network`: of the sender, an IPv4 address or a /64. */
type Submission = { actor: Actor; network: string; productId: string; submitted: unknown };

/** Messages by field: `person`, `fit`, `choice-<group>`, `monogram`, `remarks`; "" is about the whole form. */
type SpecificationErrors = Readonly<Record<string, string[]>>;

/** 'too_many': the visitor's network, or all visitors, had as many stored as a day allows. */
export type SpecificationRefusal =
  | { code: "not_offered" }
  | { code: "too_many" }
  | { code: "invalid"; errors: SpecificationErrors };

/** The first message of each field. */
function invalid(problems: readonly DraftProblem[]) {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) errors[field] ??= [message];
  return fail({ code: "invalid" as const, errors });
}

/** A form's content: what was entered, and whose measurements it is for. */
type SubmittedForm = { entered: EnteredFit; person: SubmittedPerson };

function readSubmitted(submitted: unknown): Result<SubmittedForm, readonly DraftProblem[]> {
  const parsed = specificationSchema.safeParse(submitted);
  if (parsed.success) {
    const { link, profile, ...fields } = parsed.data;
    const profileId = link === "" ? (profile?.id ?? null) : link;
    return ok({ entered: { ...fields, profileId }, person: { profile, link } });
  }
  return fail(
    parsed.error.issues.map(({ message, path }) => {
      const name = String(path[0] ?? "");
      if (name === "profile") {
        return { field: PERSON_FIELD, message: "These measurements cannot be read." };
      }
      return { field: name === "choices" ? "" : name, message };
    }),
  );
}

/** Choices that are unknown or no longer offered, each at its group; "" where the group itself is gone. */
function goneOptions({ choices }: EnteredFit, terms: MadeToMeasureTerms): DraftProblem[] {
  const problems = terms.groups.flatMap((group) => {
    const chosen = choices[group.id];
    if (chosen === undefined) return [];
    const choice = group.choices.find(({ id }) => id === chosen);
    if (choice && isOrderable(choice)) return [];
    const subject = group.name.toLowerCase();
    const message = choice
      ? `Too little ${choice.name} is left for this garment. Please choose another ${subject}.`
      : `What you chose for ${subject} is no longer offered. Please choose again.`;
    return [{ field: choiceField(group.id), message }];
  });
  const known = new Set(terms.groups.map(({ id }) => id));
  if (Object.keys(choices).some((id) => !known.has(id))) {
    const message = "An option is no longer offered. Please reload the page and choose again.";
    problems.push({ field: "", message });
  }
  return problems;
}

/** Whom the garment is for, as the server knows them. */
type Wearer = {
  profile: MeasurementProfile;
  label: string;
  /** Set where the sender of the link must not read the numbers. */
  linkId: string | null;
  /** What the person of the link was asked to measure themselves for. */
  measuredFor?: string;
};

/** Somebody who measured by a link of the actor; null when the link cannot be ordered with. */
async function findWearerOfLink(
  { db, measurementBox }: Deps,
  { actor, garment, linkId }: { actor: Actor; garment: string; linkId: string },
): Promise<Wearer | null> {
  if (!isSignedIn(actor)) return null;
  const senderId = actor.userId;
  const found = await findLinkForOrder({ db, measurementBox }, { senderId, linkId, garment });
  if (!found) return null;
  const { measuredFor, personName, profile } = found;
  return { profile, label: personName, linkId, measuredFor };
}

const NO_LINK =
  "These measurements can no longer be used. The page of your links shows whether this person is still done.";

/**
 * What keeps a person measured by link from an order, without a value and without what the sender could not change. The link's page
 * asks only for what its garment needs, so more than that takes another link.
 */
function linkProblem(
  { label, measuredFor = "", profile }: Wearer,
  required: readonly MeasurementName[],
) {
  const missing = missingTexts(profile, required);
  const offered = new Set(measurementSetOf(measuredFor)?.required ?? required);
  const beyond = required.filter((name) => !offered.has(name));
  if (unmeasured(profile, beyond).length > 0) {
    const garmentType = garmentTypeOf(measuredFor);
    const way =
      garmentType === measuredFor
        ? `Please ask ${label} to share the numbers, and measure these together.`
        : `Please make ${label} a link for ${garmentTypeName(garmentType).phrase}, or choose one without sleeves.`;
    const message = `${label} was asked to measure for ${garmentTypeName(measuredFor).phrase}, and this one also needs: ${leftToDoText(missingTexts(profile, beyond))}. ${way}`;
    return { field: PERSON_FIELD, message };
  }
  const what =
    missing.length > 0
      ? `still needs: ${leftToDoText(missing)}`
      : "has a value to look at once more";
  const message = `${label} ${what}. Please ask ${label} to open the link again and choose "See or correct the measurements".`;
  return { field: PERSON_FIELD, message };
}

/** Finds a person of the signed-in customer; null for anybody else's. */
async function findOwnProfile(db: Database, actor: Actor, id: string): Promise<string | null> {
  if (!isSignedIn(actor)) return null;
  const own = and(eq(measurementProfiles.id, id), eq(measurementProfiles.userId, actor.userId));
  return (await db.$count(measurementProfiles, own)) > 0 ? id : null;
}

type ChosenProduct = { id: string; garment: string };

/** What fit memory changes in it; nothing for a first garment, whose specification has no such part. */
async function correctionsOf(
  deps: Deps,
  input: Parameters<typeof findCorrections>[1],
): Promise<Pick<FitSpecification, "corrections">> {
  const corrections = await findCorrections(deps, input);
  return corrections.length > 0 ? { corrections } : {};
}

/** A specification that is used again, with what fit memory holds now. */
async function corrected(
  deps: Deps,
  { actor, garment }: { actor: Actor; garment: string },
  { corrections: _former, ...same }: FitSpecification,
): Promise<FitSpecification> {
  const find = { actor, garment, person: same, fit: same.fit };
  return { ...same, ...(await correctionsOf(deps, find)) };
}

async function storeOrRefuse(
  deps: Deps,
  input: NewSpecification,
): Promise<Result<{ specification: string }, SpecificationRefusal>> {
  const reference = await storeSpecification(deps, input);
  return reference.ok ? ok({ specification: reference.value }) : fail({ code: reference.error });
}

function findWearer(
  deps: Deps,
  { actor, garment, person }: { actor: Actor; person: SubmittedPerson; garment: string },
): Promise<Wearer | null> | Wearer | null {
  const { link, profile } = person;
  if (link !== "") return findWearerOfLink(deps, { actor, garment, linkId: link });
  return profile && { profile, label: profile.label.value, linkId: null };
}

/** The values to cut to, or what is still to be done about the person. */
function measuredWearer(
  wearer: Wearer | null,
  { link }: SubmittedPerson,
  measurements: MeasurementSet,
): ReturnType<typeof measuredFit> {
  if (!wearer) {
    const message = link === "" ? "Please say whose garment it is." : NO_LINK;
    return { problem: { field: PERSON_FIELD, message } };
  }
  const measured = measuredFit(wearer.profile, measurements);
  if (wearer.linkId === null || "fit" in measured) return measured;
  return { problem: linkProblem(wearer, measurements.required) };
}

async function findProduct(db: Database, productId: string): Promise<ChosenProduct | null> {
  const [product] = await db
    .select({ id: products.id, garment: products.garmentType })
    .from(products)
    .where(eq(products.id, productId));
  return product ?? null;
}

/**
 * Checks what a visitor or customer submitted for a made-to-measure garment and stores it sealed; the reference goes into the
 * cart. The server decides: terms and options are those of now, and the check engine runs again on the person's readings.
 * Somebody who measured by link is found by the link of the actor, so that the numbers never pass the sender's browser.
 * 'invalid' names each field; 'not_offered' when the product cannot be made to measure; 'too_many' beyond a day's limit of visitors.
 */
export async function createSpecification(
  deps: Deps,
  input: Submission,
): Promise<Result<{ specification: string }, SpecificationRefusal>> {
  const { actor, network, productId } = input;
  const { db } = deps;
  const terms = await findTermsOfProduct(db, productId);
  if (!terms?.isOffered) return fail({ code: "not_offered" });
  const read = readSubmitted(input.submitted);
  if (!read.ok) return invalid(read.error);
  const { entered } = read.value;
  const product = await findProduct(db, productId);
  if (!product) return fail({ code: "not_offered" });
  const { fit, monogram, remarks } = entered;
  const wearer = await findWearer(deps, {
    actor,
    person: read.value.person,
    garment: product.garment,
  });
  const measured = measuredWearer(wearer, read.value.person, measurementsOfDraft(entered, terms));
  const problems = [
    ...("problem" in measured ? [measured.problem] : []),
    ...goneOptions(entered, terms),
    ...draftProblems(entered, terms),
  ];
  if (problems.length > 0 || !wearer || "problem" in measured) return invalid(problems);
  const { label, linkId, profile } = wearer;
  const person = {
    label,
    profileId: linkId ?? (await findOwnProfile(db, actor, profile.id)),
    ...(linkId && { measuredByLink: true as const }),
  };
  const specification: FitSpecification = {
    ...measured.fit,
    ...person,
    posture: profile.posture?.value ?? null,
    shoulders: profile.shoulders?.value ?? null,
    fit,
    remarks,
    monogram: terms.hasMonogram && monogram !== "" ? monogram : null,
    ...(await correctionsOf(deps, { actor, person, garment: product.garment, fit })),
  };
  const chosen = chosenOptions(entered, terms);
  return storeOrRefuse(deps, { actor, network, product, specification, chosen, linkId });
}

/**
 * Stores a line's specification again with other options, fit, monogram and remarks, cut to the measurements it has: for a form
 * that cannot repeat them. Only its owner changes it: the account, or the guest's browser (`ownedBy`).
 * 'invalid' names each field, `person` when measurements are missing.
 */
export async function changeSpecification(
  deps: Deps,
  input: Submission & { specification: string },
): Promise<Result<{ specification: string }, SpecificationRefusal>> {
  const { actor, network, productId } = input;
  const terms = await findTermsOfProduct(deps.db, productId);
  const product = terms?.isOffered ? await findProduct(deps.db, productId) : null;
  if (!terms || !product) return fail({ code: "not_offered" });
  const read = readSubmitted(input.submitted);
  if (!read.ok) return invalid(read.error);
  const { entered } = read.value;
  const { fit, monogram, remarks } = entered;
  const usable = await openUsable(deps, input);
  const before = usable?.specification ?? null;
  const { required } = measurementsOfDraft(entered, terms);
  const isMeasured = before && required.every((name) => before.measurements[name] !== undefined);
  const problems = [
    ...(isMeasured ? [] : [{ field: PERSON_FIELD, message: "Please enter the measurements." }]),
    ...goneOptions(entered, terms),
    ...draftProblems(entered, terms),
  ];
  if (problems.length > 0 || !usable || !before) return invalid(problems);
  const sewn = terms.hasMonogram && monogram !== "" ? monogram : null;
  const find = { actor, garment: product.garment };
  const specification = await corrected(deps, find, { ...before, fit, remarks, monogram: sewn });
  const chosen = chosenOptions(entered, terms);
  const { linkId } = usable;
  return storeOrRefuse(deps, { actor, network, product, specification, chosen, linkId });
}

/** The actor's own specification of this product, with the link that it was measured by. */
async function openUsable(
  { db, measurementBox }: Deps,
  { actor, productId, specification }: { actor: Actor; productId: string; specification: string },
): Promise<{ specification: FitSpecification; linkId: string | null } | null> {
  if (!isId(specification)) return null;
  const [row] = await db
    .select()
    .from(fitSpecifications)
    .where(and(eq(fitSpecifications.id, specification), ownedBy(actor)));
  if (!row) return null;
  const opened = openSpecification(measurementBox, row);
  if (opened?.productId !== productId) return null;
  return { specification: opened.specification, linkId: row.linkId };
}

/** The options of a contract, which names them, as they are offered now; null when one is not. */
function sameOptions(
  agreed: readonly { group: string; choice: string }[],
  { groups }: MadeToMeasureTerms,
): Record<string, string> | null {
  // A day of arrival belonged to that order.
  const options = agreed.filter(({ group }) => group !== NEED_BY_GROUP);
  const found = options.flatMap((option) => {
    const group = groups.find(({ name }) => name === option.group);
    const choice = group?.choices.find(({ name }) => name === option.choice);
    return group && choice ? [[group.id, choice.id]] : [];
  });
  return found.length === options.length ? Object.fromEntries(found) : null;
}

const referenceOf = (stored: Result<string, "too_many">): string | null =>
  stored.ok ? stored.value : null;

/**
 * Stores the specification of an earlier contract again, to order the same garment once more. Null when the customer has to
 * choose or measure again: the garment, an option or the monogram is not offered any more, the garment needs other measurements
 * now, or the person is deleted, by the customer or, measured by link, by themselves. The caller has proven that the contract is the actor's own.
 */
export async function repeatSpecification(
  deps: Deps,
  input: {
    actor: Actor;
    productId: string;
    agreed: {
      specification: FitSpecification;
      options: readonly { group: string; choice: string }[];
    };
  },
): Promise<string | null> {
  const { actor, agreed, productId } = input;
  const { specification } = agreed;
  const terms = await findTermsOfProduct(deps.db, productId);
  const product = terms?.isOffered ? await findProduct(deps.db, productId) : null;
  const choices = terms && sameOptions(agreed.options, terms);
  if (!terms || !product || !choices) return null;
  const { fit, measurements, profileId, remarks } = specification;
  const monogram = specification.monogram ?? "";
  const entered: EnteredFit = { profileId, choices, fit, remarks, monogram };
  const { required } = measurementsOfDraft(entered, terms);
  const isMeasured = required.every((name) => measurements[name] !== undefined);
  const isSame = isMeasured && (monogram === "" || terms.hasMonogram);
  if (!isSame || draftProblems(entered, terms).length > 0) return null;
  const linkId = specification.measuredByLink ? profileId : null;
  const find = { actor, garment: product.garment, linkId: linkId ?? "" };
  const known =
    linkId === null
      ? profileId && (await findOwnProfile(deps.db, actor, profileId))
      : await findWearerOfLink(deps, find);
  if (profileId !== null && !known) return null;
  const chosen = chosenOptions(entered, terms);
  const repeated = await storeSpecification(deps, {
    actor,
    network: null,
    product,
    chosen,
    linkId,
    specification: await corrected(deps, { actor, garment: product.garment }, specification),
  });
  return referenceOf(repeated);
}
