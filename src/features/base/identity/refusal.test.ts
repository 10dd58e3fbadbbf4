import { describe, expect, test } from "vitest";
import type { RecordedRefusal, RefusalRun, ResolvedRefusal } from "./refusal.ts";
import {
  ATTEMPTS_OF_RUN,
  describeRun,
  findRun,
  isPasswordKnown,
  MAX_ENTRIES_AN_HOUR,
  maskedName,
  NO_ACCOUNT,
  planEntry,
  REFUSALS,
} from "./refusal.ts";

const NOW = new Date("2026-11-20T14:00:00Z");
const MINUTE_MS = 60_000;
const OWNER_ID = "0199a000-0000-7000-8000-000000000001";

const refusal = (changes: Partial<ResolvedRefusal> = {}): ResolvedRefusal => ({
  kind: "password",
  subjectId: OWNER_ID,
  name: "Rosa",
  account: "of staff",
  page: "/login",
  clientIp: "203.0.113.7",
  device: "Chrome on Android",
  attempts: 1,
  ...changes,
});

let count = 0;

function recorded(
  changes: Partial<ResolvedRefusal> = {},
  { attempts = 1, minutesAgo = 1 }: { attempts?: number; minutesAgo?: number } = {},
): RecordedRefusal {
  const { kind, subjectId, ...fields } = refusal(changes);
  count += 1;
  return {
    id: `entry-${count}`,
    subjectId,
    createdAt: new Date(NOW.getTime() - minutesAgo * MINUTE_MS),
    fields: { ...fields, reason: REFUSALS[kind].reason, attempts },
  };
}

const nothingKnown = () => false;

describe("the name that Activity shows for an account that does not exist", () => {
  test("is the first letter and the host of an email", () => {
    expect(maskedName(" Asha.Persaud@Example.com ")).toBe("a•••@example.com");
  });

  test.each(["mangrove-and-river-7", "hunter2", "", "a@b", "p@ss word@example.com"])(
    "hides what may be a password in the wrong field: %s",
    (submitted) => {
      expect(maskedName(submitted)).toBe("an unknown name");
    },
  );
});

describe("an entry of Activity", () => {
  test("counts a refusal that is alike and from the same network within a quarter of an hour", () => {
    const earlier = recorded({ clientIp: "2001:db8:1:2::5" }, { attempts: 3, minutesAgo: 14 });
    const plan = planEntry(refusal({ clientIp: "2001:db8:1:2::9", attempts: 2 }), [earlier], NOW);
    expect(plan).toEqual({ write: "count", entryId: earlier.id, attempts: 5 });
  });

  test.each<[string, Partial<ResolvedRefusal>, number]>([
    ["fifteen minutes later", {}, 15],
    ["from another network", { clientIp: "203.0.113.8" }, 1],
    ["for another reason", { kind: "limit" }, 1],
    ["of another account", { subjectId: NO_ACCOUNT, name: "a•••@example.com" }, 1],
    ["at another page", { page: "/auth" }, 1],
  ])("is a new one %s", (_, changes, minutesAgo) => {
    const plan = planEntry(refusal(changes), [recorded({}, { minutesAgo })], NOW);
    expect(plan).toMatchObject({ write: "entry", isBeyondLimit: false });
  });

  test("counts what exceeds the limit of an hour, and a flood of customers' names hides nothing of staff", () => {
    const strangers = Array.from({ length: MAX_ENTRIES_AN_HOUR }, (_, index) =>
      recorded({
        subjectId: NO_ACCOUNT,
        name: `${index}•••@example.com`,
        account: "of nobody",
        page: "/auth",
      }),
    );
    const next = refusal({
      subjectId: NO_ACCOUNT,
      name: "z•••@example.com",
      account: "of nobody",
      page: "/auth",
    });
    const beyond = planEntry(next, strangers, NOW);
    expect(beyond).toMatchObject({ write: "entry", isBeyondLimit: true });
    if (beyond.write !== "entry") throw new Error("Not an entry");
    const entry = {
      id: "beyond",
      subjectId: NO_ACCOUNT,
      createdAt: new Date(NOW.getTime() - 40 * MINUTE_MS),
      fields: beyond.fields,
    };
    expect(planEntry(next, [...strangers, entry], NOW)).toEqual({
      write: "count",
      entryId: "beyond",
      attempts: 2,
    });
    expect(planEntry(refusal(), [...strangers, entry], NOW)).toMatchObject({
      write: "entry",
      subjectId: OWNER_ID,
      isBeyondLimit: false,
    });
  });
});

describe("a run", () => {
  const fromNetworks = (networks: number, changes: Partial<ResolvedRefusal> = {}) =>
    Array.from({ length: networks }, (_, index) =>
      recorded({ ...changes, clientIp: `198.51.100.${index}` }),
    );

  test("is ten attempts at an account of staff within an hour, from whatever networks", () => {
    const { staffAccount } = ATTEMPTS_OF_RUN;
    expect(findRun(refusal(), fromNetworks(staffAccount - 1), nothingKnown)).toBeNull();
    expect(findRun(refusal(), fromNetworks(staffAccount), nothingKnown)).toEqual({
      of: "account",
      userId: OWNER_ID,
      name: "Rosa",
    });
  });

  test("is ten attempts from one network at the staff's sign-in, and thirty at the customers'", () => {
    const stranger = {
      subjectId: NO_ACCOUNT,
      name: "an unknown name",
      account: "of nobody",
    } as const;
    const atStaff = [recorded(stranger, { attempts: ATTEMPTS_OF_RUN.networkAtStaffDoor })];
    const run = { of: "network", network: "203.0.113.7" };
    expect(findRun(refusal(stranger), atStaff, nothingKnown)).toEqual(run);
    const atShop = { ...stranger, page: "/auth" } as const;
    const few = [recorded(atShop, { attempts: ATTEMPTS_OF_RUN.network - 1 })];
    expect(findRun(refusal(atShop), few, nothingKnown)).toBeNull();
    const many = [recorded(atShop, { attempts: ATTEMPTS_OF_RUN.network })];
    expect(findRun(refusal(atShop), many, nothingKnown)).toEqual(run);
  });

  test("of an account that the owners know of is no further run of the network that it came from", () => {
    const isKnown = (run: RefusalRun) => run.of === "account";
    expect(findRun(refusal(), [recorded({}, { attempts: 40 })], isKnown)).toBeNull();
    const other = recorded(
      { subjectId: NO_ACCOUNT, name: "x", account: "of nobody" },
      { attempts: 10 },
    );
    expect(
      findRun(refusal(), [other], (run) => run.of === "account" && run.userId === OWNER_ID),
    ).toEqual({
      of: "network",
      network: "203.0.113.7",
    });
  });

  test("of a customer's own codes needs thirty attempts from her network, like her passwords", () => {
    const codes = {
      kind: "app-code",
      account: "of a customer",
      page: "/login/second-factor",
    } as const;
    const ofCustomer = refusal({ ...codes, subjectId: "asha" });
    const tried = (attempts: number) => [recorded({ ...codes, subjectId: "asha" }, { attempts })];
    expect(findRun(ofCustomer, tried(29), nothingKnown)).toBeNull();
    expect(findRun(ofCustomer, tried(30), nothingKnown)).toMatchObject({ of: "network" });
    // She does not come to the pages of the admin by mistake.
    const atAdmin = { kind: "not-staff", page: "/admin", subjectId: "asha" } as const;
    const entries = [recorded({ ...codes, ...atAdmin }, { attempts: 10 })];
    expect(findRun(refusal({ ...codes, ...atAdmin }), entries, nothingKnown)).toMatchObject({
      of: "network",
    });
  });

  test("is none of requests for a fresh proof, which are everyday events", () => {
    const requests = [recorded({ kind: "unconfirmed", page: "/admin/account" }, { attempts: 50 })];
    expect(findRun(refusal(), requests, nothingKnown)).toBeNull();
  });

  test("is described by who, how often, from where and why, the most frequent first", () => {
    const entries = [
      ...fromNetworks(5, { kind: "app-code", page: "/login/second-factor" }),
      recorded({ name: "Maya", subjectId: "maya" }),
    ];
    expect(describeRun(entries)).toEqual([
      "Rosa, 5 attempts, from 198.51.100.0, 198.51.100.1, 198.51.100.2 and 2 more. The password was right, the code of the app was wrong or used already.",
      "Maya, 1 attempt, from 203.0.113.7. The password was wrong.",
    ]);
    expect(isPasswordKnown(entries)).toBe(true);
    expect(isPasswordKnown(entries.slice(5))).toBe(false);
  });

  test("of many names is described in eight lines and the number of the rest", () => {
    const entries = Array.from({ length: 20 }, (_, index) => recorded({ name: `name ${index}` }));
    const lines = describeRun(entries);
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)).toBe("And 12 more, which Activity lists.");
  });
});
