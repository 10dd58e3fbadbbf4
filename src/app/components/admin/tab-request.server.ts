import type { AppDeps } from "#app/web/context.ts";
import type { Actor } from "#features/base/identity/actor.ts";

export type TabRequest = { deps: AppDeps; actor: Actor; params: URLSearchParams };
