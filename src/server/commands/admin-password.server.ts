import { fail } from "#core/result.ts";
import { openDatabase } from "#db/client.server.ts";
import { requireKnownSchema } from "#db/migrate.server.ts";
import type { ResetFailure } from "#features/base/identity/admin-account.server.ts";
import { resetAdminPassword } from "#features/base/identity/admin-account.server.ts";
import { createAuth } from "#platform/auth.server.ts";
import type { Command, CommandContext } from "./command.server.ts";
import { reachDatabase, readArguments } from "./command.server.ts";
import { withHiddenPrompt } from "./hidden-prompt.server.ts";

/** Twice from the terminal, hidden, or one line from a pipe. Null when different or empty. */
function promptPassword(say: (line: string) => void): Promise<string | null> {
  return withHiddenPrompt(say, async ({ isTerminal, next }) => {
    const first = await next("The new password (it is not shown while you type):");
    const again = isTerminal ? await next("The same once more:") : first;
    return first !== "" && first === again ? first : null;
  });
}

function explain(failure: ResetFailure): string {
  switch (failure.code) {
    case "no_admin":
      return "There is no admin yet: 'npm start' makes one and shows the password.";
    case "which_admin":
      return `Say whose password: npm run admin:password NAME, where NAME is one of ${failure.usernames.join(", ")}.`;
    case "unknown_admin":
      return `There is no admin of that name; there is: ${failure.usernames.join(", ")}.`;
    case "weak_password":
      return `${failure.reasons} Nothing was changed.`;
  }
}

async function connect(context: CommandContext) {
  const { env, closing, logger } = context;
  const { url, secrets } = await reachDatabase(context);
  const { db, pool, close } = openDatabase({ url, maxConnections: 1 });
  closing.add("database connection", close);
  const client = await pool.connect();
  const schema = await requireKnownSchema(client).finally(() => client.release());
  // After a killed first start.
  if (!schema) return null;
  const publicUrl = env.PUBLIC_URL ?? "http://localhost";
  const { authSecret, oldAuthSecrets } = secrets;
  return {
    db,
    auth: createAuth({
      db,
      env,
      secret: authSecret,
      oldSecrets: oldAuthSecrets,
      publicUrl,
      logger,
    }),
  };
}

/** `npm run admin:password [NAME]`: sets an admin's password, also while the shop runs. */
export const adminPassword: Command = async (args, context) => {
  const { say } = context;
  const { args: rawArgs, switches } = readArguments(args);
  let password: string | null = null;
  if (switches.has("ask")) {
    password = await promptPassword(say);
    if (password === null) {
      say("The two are not the same; nothing was changed.");
      return 1;
    }
  }
  const deps = await connect(context);
  const dropSecondFactor = switches.has("no-second-factor");
  const done = deps
    ? await resetAdminPassword(deps, {
        username: rawArgs[0] ?? null,
        password,
        dropSecondFactor,
      })
    : fail<ResetFailure>({ code: "no_admin" });
  if (!done.ok) {
    say(explain(done.error));
    return 1;
  }
  const { username } = done.value;
  say(
    password === null
      ? `The new password of '${username}' is '${done.value.password}'; it is shown only this once.`
      : `'${username}' has the new password.`,
  );
  if (dropSecondFactor) say("The second factor is off: the password alone signs in.");
  say("Whoever was signed in under this name is signed out.");
  return 0;
};
