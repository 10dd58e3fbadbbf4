import { and, eq, isNull } from "drizzle-orm";
import { measurementLinks } from "#db/schema/measurement-links.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import {
  finishByLink,
  openLink,
  saveByLink,
  startMeasuring,
} from "#features/body/links/measure-by-link.server.ts";
import { LINK_CONSENT } from "#features/body/links/measurement-link.ts";
import { createGroup, createLink } from "#features/body/links/sent-links.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { measuredPerson } from "./measurements.ts";

type Deps = Parameters<typeof saveByLink>[0];

/** The sender asks people for a garment; returns the paths of their links, in the order of the people. */
export async function sendLinks(
  deps: Deps,
  actor: SignedIn,
  { garment = "skirt", people }: { garment?: string; people: readonly string[] },
): Promise<string[]> {
  const group = await createGroup(deps, { actor, submitted: { name: "Wedding of Asha", garment } });
  if (!group.ok) throw new Error(group.error);
  const paths: string[] = [];
  for (const personName of people) {
    const submitted = { personName };
    const link = await createLink(deps, { actor, groupId: group.value, submitted });
    if (!link.ok) throw new Error(link.error);
    paths.push(link.value.path);
  }
  return paths;
}

/** The person of a link has measured all of it and is done; returns the code that opens the numbers on another device. */
export async function finishAtLink(
  deps: Deps,
  path: string,
  person: MeasurementProfile,
): Promise<string> {
  const token = path.split("/").at(-1) ?? "";
  const { version } = LINK_CONSENT;
  const started = await startMeasuring(deps, { token, consentVersion: version });
  if (!started.ok) throw new Error(started.error);
  const { code } = started.value;
  const opened = await openLink(deps, { token, code });
  if (!opened.ok) throw new Error(opened.error);
  const at = deps.clock.now().toISOString();
  const profile = {
    ...person,
    id: opened.value.id,
    posture: { value: "average", at },
    shoulders: { value: "average", at },
  };
  const saved = await saveByLink(deps, { token, code, profile });
  if (!saved.ok) throw new Error(JSON.stringify(saved.error));
  const finished = await finishByLink(deps, { token, code });
  if (!finished.ok) throw new Error(finished.error);
  return code;
}

export type MeasuredLink = { groupId: string; id: string; token: string; code: string };

/**
 * Somebody measures by a link of the sender and is done, as people were done with a part of the values before `finishByLink`
 * compared them with the garment's set; the numbers are not shared.
 */
export async function measureByLink(
  deps: Deps,
  actor: SignedIn,
  {
    garment = "suit",
    personName = "Bibi",
    values,
  }: {
    garment?: string;
    personName?: string;
    values: Partial<Record<MeasurementName, number>>;
  },
): Promise<MeasuredLink> {
  const group = await createGroup(deps, { actor, submitted: { name: "Wedding", garment } });
  if (!group.ok) throw new Error(group.error);
  const groupId = group.value;
  const link = await createLink(deps, { actor, groupId, submitted: { personName } });
  if (!link.ok) throw new Error(link.error);
  const { id } = link.value;
  const token = link.value.path.split("/").at(-1) ?? "";
  const { version } = LINK_CONSENT;
  const started = await startMeasuring(deps, { token, consentVersion: version });
  if (!started.ok) throw new Error(started.error);
  const { code } = started.value;
  const profile = measuredPerson(personName, values, { id });
  const saved = await saveByLink(deps, { token, code, profile });
  if (!saved.ok) throw new Error(saved.error);
  const finished = await finishByLink(deps, { token, code });
  if (!finished.ok) throw new Error(finished.error);
  await deps.db
    .update(measurementLinks)
    .set({ doneAt: deps.clock.now() })
    .where(and(eq(measurementLinks.id, id), isNull(measurementLinks.doneAt)));
  return { groupId, id, token, code };
}
