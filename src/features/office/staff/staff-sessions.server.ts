import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asConfirmedAdmin } from "#features/base/identity/guards.server.ts";
import type { SessionsToEnd } from "#features/base/identity/sessions.server.ts";
import { endSessions } from "#features/base/identity/sessions.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** Ends the admin's own sessions; returns how many. With a stolen session alone nobody can end the owner's. */
export const endStaffSessions = asConfirmedAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; which: SessionsToEnd },
  ): Promise<Result<number, "forbidden">> => {
    const ended = await endSessions(deps, input);
    return ended.ok ? ok(ended.value) : ended;
  },
);
