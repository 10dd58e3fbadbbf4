import { join } from "node:path";
import type { AppDeps } from "#app/web/context.ts";
import { ensureFirstAdmin } from "#features/identity/ensure-first-admin.server.ts";
import { seedDemoCatalogue } from "../demo-seed/demo-seed.server.ts";

const demoDirectory = join(import.meta.dirname, "../../../demo");

/** Puts the demo catalogue into an empty shop and makes the first admin, whose password is shown once. */
export async function fillEmptyShop(deps: AppDeps): Promise<void> {
  if (deps.env.SEED === "demo") await seedDemoCatalogue({ ...deps, demoDirectory });
  const admin = await ensureFirstAdmin(deps);
  if (admin) {
    console.log(
      `The first admin is '${admin.username}' with the password '${admin.password}'; it is shown only this once.`,
    );
  }
}
