import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/identity/actor.ts";

export type TabRequest = { deps: AppDeps; actor: Actor; params: URLSearchParams };
