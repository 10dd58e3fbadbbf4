import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sessions } from "#db/schema/identity.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { testAuth } from "#tests/support/identity.ts";
import { openSession } from "#tests/support/sessions.ts";
import { visitor } from "./actor.ts";
import { findMyProfile, saveEmailPreferences, saveProfile } from "./my-profile.server.ts";
import { endSessions, listMySessions, touchSession } from "./sessions.server.ts";

const bench = accountSuite();

describe("the profile", () => {
  // Specification 2.59, 2.63, 3.26
  test("stores the submitted names trimmed, and keeps the email", async () => {
    const actor = await bench.customer("asha@example.com");
    const name = { firstName: "  Asha ", lastName: "Persaud\u0000-Singh" };
    expect((await saveProfile(bench, { actor, name })).ok).toBe(true);
    expect(await findMyProfile(bench.db, { actor })).toMatchObject({
      ok: true,
      value: { firstName: "Asha", lastName: "Persaud -Singh", email: "asha@example.com" },
    });
  });

  test("requires the first name with the message of the registration", async () => {
    const actor = await bench.customer("asha@example.com");
    expect(await saveProfile(bench, { actor, name: { firstName: " ", lastName: "" } })).toEqual({
      ok: false,
      error: {
        code: "invalid",
        errors: { firstName: "First name is required" },
      },
    });
  });

  test("Email Notifications are off and Order Updates on until the customer says otherwise", async () => {
    const actor = await bench.customer("asha@example.com");
    const preferences = async () => {
      const found = await findMyProfile(bench.db, { actor });
      return found.ok && [found.value.emailNotifications, found.value.orderUpdates];
    };
    expect(await preferences()).toEqual([false, true]);
    await saveEmailPreferences(bench, {
      actor,
      preferences: { emailNotifications: true, orderUpdates: false },
    });
    expect(await preferences()).toEqual([true, false]);
  });

  test("needs an account", async () => {
    const forbidden = { ok: false, error: "forbidden" };
    const preferences = { emailNotifications: true, orderUpdates: true };
    expect(await findMyProfile(bench.db, { actor: visitor })).toEqual(forbidden);
    expect(await saveEmailPreferences(bench, { actor: visitor, preferences })).toEqual(forbidden);
  });
});

describe("sessions", () => {
  async function twoPeople() {
    const auth = testAuth(bench.db);
    const asha = await bench.customer("asha@example.com");
    const bibi = await bench.customer("bibi@example.com");
    const hers = [
      await openSession(auth, asha.userId),
      await openSession(auth, asha.userId),
      await openSession(auth, asha.userId),
    ].map((session) => session.id);
    return { asha, bibi, hers, bibis: (await openSession(auth, bibi.userId)).id };
  }
  // Sessions use the real clock.
  const real = { now: () => new Date() };
  const idsOf = async (actor: Parameters<typeof listMySessions>[1]["actor"]) => {
    const found = await listMySessions({ db: bench.db, clock: real }, { actor });
    return found.ok ? found.value.map((session) => session.id).toSorted() : [];
  };

  test("are listed for their owner alone, without ended ones", async () => {
    const { asha, bibi, hers, bibis } = await twoPeople();
    await bench.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.id, hers[0] ?? ""));
    expect(await idsOf(asha)).toEqual(hers.slice(1).toSorted());
    expect(await idsOf(bibi)).toEqual([bibis]);
    expect(await listMySessions(bench, { actor: visitor })).toEqual({
      ok: false,
      error: "forbidden",
    });
  });

  test("end one by one or all but the current one, and never another customer's", async () => {
    const { asha, bibi, hers, bibis } = await twoPeople();
    const [first = "", second = "", third = ""] = hers;
    expect(await endSessions(bench, { actor: bibi, which: { one: first } })).toMatchObject({
      value: 0,
    });
    expect(await endSessions(bench, { actor: asha, which: { one: first } })).toMatchObject({
      value: 1,
    });
    expect(await idsOf(asha)).toEqual([second, third].toSorted());
    await endSessions(bench, { actor: asha, which: { allBut: second } });
    expect(await idsOf(asha)).toEqual([second]);
    expect(await idsOf(bibi)).toEqual([bibis]);
    for (const which of [{ one: "nonsense" }, { allBut: "" }]) {
      expect(await endSessions(bench, { actor: asha, which })).toMatchObject({ value: 0 });
    }
  });

  test("record their last use within five minutes", async () => {
    const { hers } = await twoPeople();
    const [sessionId = ""] = hers;
    const found = async () => {
      const [row] = await bench.db.select().from(sessions).where(eq(sessions.id, sessionId));
      if (!row) throw new Error("The session is gone");
      return row;
    };
    const at = async () => (await found()).updatedAt.toISOString();
    const begun = new Date("2026-11-20T11:50:00Z");
    await bench.db.update(sessions).set({ updatedAt: begun }).where(eq(sessions.id, sessionId));
    await touchSession(bench, { session: await found() });
    expect(await at()).toBe("2026-11-20T12:00:00.000Z");
    bench.clock.advance(4 * 60 * 1000);
    await touchSession(bench, { session: await found() });
    expect(await at()).toBe("2026-11-20T12:00:00.000Z");
  });
});
