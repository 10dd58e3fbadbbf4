import { data } from "react-router";
import { depsContext } from "#app/web/context.ts";
import type { Route } from "./+types/not-found.ts";
import { NotFoundScreen } from "./error-screen.tsx";

/** Responds 404 and logs the path (specification 2). */
export function loader({ url, context }: Route.LoaderArgs) {
  const { logger } = context.get(depsContext);
  logger.info({ path: url.pathname }, "page not found");
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => [
  { title: "Page Not Found" },
  { name: "robots", content: "noindex" },
];

export default function NotFound() {
  return <NotFoundScreen />;
}
