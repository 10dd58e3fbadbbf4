import { and, eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { findCorrections } from "#features/fit-memory/fit-memories.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { MadeToMeasureTerms } from "../options/made-to-measure-terms.ts";
import { findTermsOfProduct } from "../options/terms-queries.server.ts";
import type { ChosenOption, DraftProblem } from "./fit-draft.ts";
import { choiceField, chosenOptions, draftProblems, isOrderable } from "./fit-draft.ts";
import { measuredFit, PERSON_FIELD } from "./measured-fit.ts";
import { sealSpecification } from "./seal-specification.server.ts";
import type { FitSpecification } from "./specification.ts";
import type { SubmittedFit } from "./specification-input.ts";
import { specificationSchema } from "./specification-input.ts";

type Deps = { db: Database; measurementBox: SecretBox; clock: Clock };

/** Messages by field: `person`, `fit`, `choice-<group>`, `monogram`, `remarks`; "" is about the whole form. */
export type SpecificationErrors = Readonly<Record<string, string[]>>;

export type SpecificationRefusal =
  | { code: "not_offered" }
  | { code: "invalid"; errors: SpecificationErrors };

/** The first message of each field. */
function invalid(problems: readonly DraftProblem[]) {
  const errors: Record<string, string[]> = {};
  for (const { field, message } of problems) errors[field] ??= [message];
  return fail({ code: "invalid" as const, errors });
}

function readSubmitted(submitted: unknown): Result<SubmittedFit, readonly DraftProblem[]> {
  const parsed = specificationSchema.safeParse(submitted);
  if (parsed.success) return ok(parsed.data);
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
function goneOptions({ choices }: SubmittedFit, terms: MadeToMeasureTerms): DraftProblem[] {
  const problems = terms.groups.flatMap(({ choices: offered, id, name }) => {
    if (choices[id] === undefined) return [];
    const choice = offered.find((each) => each.id === choices[id]);
    if (choice && isOrderable(choice)) return [];
    const message = choice
      ? `Too little ${choice.name} is left for this garment. Please choose another ${name.toLowerCase()}.`
      : `What you chose for ${name.toLowerCase()} is no longer offered. Please choose again.`;
    return [{ field: choiceField(id), message }];
  });
  const known = new Set(terms.groups.map(({ id }) => id));
  if (Object.keys(choices).some((id) => !known.has(id))) {
    const message = "An option is no longer offered. Please reload the page and choose again.";
    problems.push({ field: "", message });
  }
  return problems;
}

/** Of a signed-in customer, only their own person. */
async function findOwnProfile(db: Database, actor: Actor, id: string): Promise<string | null> {
  if (!isSignedIn(actor)) return null;
  const own = and(eq(measurementProfiles.id, id), eq(measurementProfiles.userId, actor.userId));
  return (await db.$count(measurementProfiles, own)) > 0 ? id : null;
}

type Garment = { id: string; garment: string };

/** What fit memory changes in it; nothing for a first garment, whose specification has no such part. */
async function correctionsOf(
  deps: Deps,
  input: Parameters<typeof findCorrections>[1],
): Promise<Pick<FitSpecification, "corrections">> {
  const corrections = await findCorrections(deps, input);
  return corrections.length > 0 ? { corrections } : {};
}

/** Seals and stores it; returns the reference. */
async function storeSpecification(
  { clock, db, measurementBox }: Deps,
  input: {
    actor: Actor;
    product: Garment;
    specification: FitSpecification;
    chosen: readonly ChosenOption[];
  },
): Promise<string> {
  const { actor, chosen, product, specification } = input;
  const id = crypto.randomUUID();
  const choices = chosen.map(({ choice, group }) => ({ groupId: group.id, choiceId: choice.id }));
  await db.insert(fitSpecifications).values({
    ...{ id, productId: product.id, garment: product.garment, choices },
    userId: isSignedIn(actor) ? actor.userId : null,
    ...sealSpecification(measurementBox, {
      ...{ id, productId: product.id, specification, choices },
    }),
    needsCheck: specification.findingsInsisted.some(({ level }) => level === "stop"),
    createdAt: clock.now(),
  });
  return id;
}

async function findGarment(db: Database, productId: string): Promise<Garment | null> {
  const [product] = await db
    .select({ id: products.id, garment: products.garmentType })
    .from(products)
    .where(eq(products.id, productId));
  return product ?? null;
}

/**
 * Checks what a visitor or customer submitted for a made-to-measure garment and stores it sealed; the reference goes into the
 * cart. The server decides: terms and options are those of now, and the check engine runs again on the person's readings.
 * 'invalid' names each field; 'not_offered' when the product cannot be made to measure.
 */
export async function createSpecification(
  deps: Deps,
  input: { actor: Actor; productId: string; submitted: unknown },
): Promise<Result<{ specification: string }, SpecificationRefusal>> {
  const { actor, productId } = input;
  const { db } = deps;
  const terms = await findTermsOfProduct(db, productId);
  if (!terms?.isOffered) return fail({ code: "not_offered" });
  const read = readSubmitted(input.submitted);
  if (!read.ok) return invalid(read.error);
  const { value: submitted } = read;
  const { choices, fit, monogram, profile, remarks } = submitted;
  const measured = profile
    ? measuredFit(profile, terms.measurements)
    : { problem: { field: PERSON_FIELD, message: "Please say whose garment it is." } };
  const draft = { profileId: null, choices, fit, remarks, monogram };
  const problems = [
    ...("problem" in measured ? [measured.problem] : []),
    ...goneOptions(submitted, terms),
    ...draftProblems(draft, terms),
  ];
  if (problems.length > 0 || !profile || "problem" in measured) return invalid(problems);
  const product = await findGarment(db, productId);
  if (!product) return fail({ code: "not_offered" });
  const person = {
    label: profile.label.value,
    profileId: await findOwnProfile(db, actor, profile.id),
  };
  const specification: FitSpecification = {
    ...measured.fit,
    ...person,
    posture: profile.posture?.value ?? null,
    shoulders: profile.shoulders?.value ?? null,
    ...{ fit, remarks },
    monogram: terms.hasMonogram && monogram !== "" ? monogram : null,
    ...(await correctionsOf(deps, { actor, person, garment: product.garment, fit })),
  };
  const chosen = chosenOptions(draft, terms);
  return ok({
    specification: await storeSpecification(deps, { actor, product, specification, chosen }),
  });
}

/** The options of a contract, which names them, as they are offered now; null when one is not. */
function sameOptions(
  agreed: readonly { group: string; choice: string }[],
  { groups }: MadeToMeasureTerms,
): Record<string, string> | null {
  const found = agreed.flatMap(({ choice: wanted, group: name }) => {
    const group = groups.find((each) => each.name === name);
    const choice = group?.choices.find((each) => each.name === wanted);
    return group && choice ? [[group.id, choice.id]] : [];
  });
  return found.length === agreed.length ? Object.fromEntries(found) : null;
}

/**
 * Stores the specification of an earlier contract again, to order the same garment once more. Null when the customer has to
 * choose or measure again: the garment, an option or the monogram is not offered any more, the garment needs other measurements
 * now, or the customer has deleted the person. The caller has proven that the contract is the actor's own.
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
  const product = terms?.isOffered ? await findGarment(deps.db, productId) : null;
  const choices = terms && sameOptions(agreed.options, terms);
  if (!terms || !product || !choices) return null;
  const { fit, measurements, profileId, remarks } = specification;
  const monogram = specification.monogram ?? "";
  const isMeasured = terms.measurements.required.every((name) => measurements[name] !== undefined);
  const draft = { profileId, choices, fit, remarks, monogram };
  const isSame = isMeasured && (monogram === "" || terms.hasMonogram);
  if (!isSame || draftProblems(draft, terms).length > 0) return null;
  if (profileId !== null && (await findOwnProfile(deps.db, actor, profileId)) === null) return null;
  const chosen = chosenOptions(draft, terms);
  const { corrections: _former, ...same } = specification;
  const person = { profileId, label: specification.label };
  const corrected = {
    ...same,
    ...(await correctionsOf(deps, { actor, person, garment: product.garment, fit })),
  };
  return storeSpecification(deps, { actor, product, specification: corrected, chosen });
}
