import {
  newSecret,
  rotateMeasurementKeyFile,
  rotateSecretsFile,
} from "#platform/secrets.server.ts";
import type { Command } from "./command.server.ts";
import { readArguments } from "./command.server.ts";

/**
 * `npm run secrets:rotate`: new keys in DATA_DIR/secrets.json and DATA_DIR/measurement-key.json from the next
 * start. Prints new values for keys of the environment.
 */
export const rotateSecrets: Command = async (args, { env, say }) => {
  const forgetOld = readArguments(args).switches.has("forget-old");
  if (env.MEASUREMENT_KEY) {
    say("MEASUREMENT_KEY is in the environment, so it was not changed. Set:");
    say(`  MEASUREMENT_KEY=${newSecret()}, and MEASUREMENT_KEY_OLD to today's MEASUREMENT_KEY`);
  } else {
    await rotateMeasurementKeyFile(env.DATA_DIR, { forgetOld });
  }
  if (env.DATABASE_URL || env.AUTH_SECRET || env.SETTINGS_KEY) {
    say("The secrets of this shop are in its environment, so they were not changed. Set:");
    if (env.AUTH_SECRET) {
      say(`  AUTH_SECRET=${newSecret()}, and AUTH_SECRET_OLD to today's AUTH_SECRET`);
    }
    if (env.SETTINGS_KEY) {
      say(`  SETTINGS_KEY=${newSecret()}, and SETTINGS_KEY_OLD to today's SETTINGS_KEY`);
    }
    return 1;
  }
  await rotateSecretsFile(env.DATA_DIR, { forgetOld });
  say(
    forgetOld
      ? "The former secrets are removed. Restart the shop: cookies and links that they signed end."
      : "New secrets are written and the former ones are kept beside them. Restart the shop to use them; everyone stays signed in.",
  );
  return 0;
};
