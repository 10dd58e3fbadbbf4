import { and, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#db/schema/identity.server.ts";
import { staffMember } from "#tests/support/production.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signInAs } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { keepAdminsConfirmed } from "#tests/support/sessions.ts";

const { shop, visitor } = shopSuite();

type Owner = { userId: string; browser: Visitor };

/** Two owners in browsers of their own; nobody else is one. */
async function twoOwners(): Promise<readonly [Owner, Owner]> {
  const enter = async (name: string): Promise<Owner> => {
    const { userId } = await shop().inDatabase((db) => staffMember(db, false, name));
    return { userId, browser: await signInAs(visitor(), userId) };
  };
  await shop().inDatabase((db) => db.update(profiles).set({ isOwner: false }));
  const owners = [await enter("Maya"), await enter("Devi")] as const;
  await shop().inDatabase(async (db) => {
    for (const { userId } of owners) {
      await db.update(profiles).set({ isOwner: true }).where(eq(profiles.id, userId));
    }
    await keepAdminsConfirmed(db);
  });
  return owners;
}

const countOwners = () =>
  shop().inDatabase((db) =>
    db.$count(profiles, and(eq(profiles.isOwner, true), ne(profiles.role, "customer"))),
  );

test.each([
  ["lower each other", "withdraw-owner", "the other"],
  ["remove each other", "remove-admin", "the other"],
  ["lower themselves", "withdraw-owner", "herself"],
] as const)("of two owners who %s at the same moment one stays", async (_, intent, target) => {
  for (let round = 0; round < 4; round += 1) {
    const [maya, devi] = await twoOwners();
    const presses = [0, 1, 2].flatMap(() => [
      { by: maya, other: devi },
      { by: devi, other: maya },
    ]);
    const responses = await Promise.all(
      presses.map(({ by, other }) =>
        by.browser.post("/admin/account", {
          intent,
          target: target === "herself" ? by.userId : other.userId,
        }),
      ),
    );
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(await countOwners()).toBe(1);
  }
});
