import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/identity/actor.ts";

/** What a tab's loader is given: who asks for what. */
export type TabRequest = { deps: AppDeps; actor: Actor; params: URLSearchParams };
