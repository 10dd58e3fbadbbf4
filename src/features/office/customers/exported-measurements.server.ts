import type { Queryable } from "#db/client.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { listSentGroups } from "#features/body/links/sent-links.server.ts";
import { listMyReads } from "#features/body/measurement/measurement-reads.server.ts";
import { listProfiles } from "#features/body/measurement/profiles.server.ts";
import { listSetApart } from "#features/body/measurement/set-apart-people.server.ts";
import { exportFit } from "#features/garments/alterations/export-fit.server.ts";
import { listOwnSpecifications } from "#features/garments/specification/specification-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { readableSpecification } from "./exported-contracts.server.ts";

type ReadDeps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

/**
 * The actor's measured people with every reading in millimetres, degrees and grams, what was made of them, and who opened them. Of
 * what is set apart until she says whose it is (ADR 0095) she gets the names alone, because the numbers may be a stranger's.
 */
export async function exportMeasurements(deps: ReadDeps, { actor }: { actor: SignedIn }) {
  const people = await listProfiles(deps, { actor });
  const reads = await listMyReads(deps.db, { actor });
  const sent = await listSentGroups(deps, { actor });
  const setApart = await listSetApart(deps, { actor });
  const specified = await listOwnSpecifications(deps, { actor });
  return {
    specifications: specified.map(({ specification, ...rest }) => ({
      ...rest,
      ...readableSpecification(specification),
    })),
    measurementLinks: sent.ok
      ? sent.value.map(({ createdAt, garment, links, name }) => ({
          name,
          garment,
          createdAt,
          // What these people measured is theirs.
          people: links.map(({ createdAt: sentAt, personName, state }) => ({
            name: personName,
            state,
            sentAt,
          })),
        }))
      : [],
    measurements: people.ok
      ? people.value.map(({ profile, consentAt, consentVersion, retention, updatedAt }) => ({
          ...(profile ?? { unreadable: true }),
          consentAt,
          consentVersion,
          retention,
          updatedAt,
        }))
      : [],
    setApartUntilConfirmed: setApart.ok
      ? {
          people: setApart.value.people.map(({ name }) => ({ name })),
          measurementLinks: setApart.value.groups.map(({ name }) => ({ name })),
        }
      : { people: [], measurementLinks: [] },
    fit: await exportFit(deps, { actor }),
    measurementReads: reads.ok
      ? reads.value.map(({ productName, purpose, readAt, staffName, subject }) => ({
          subject,
          garment: productName,
          by: staffName,
          purpose,
          readAt,
        }))
      : [],
  };
}
