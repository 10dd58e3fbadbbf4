import { data } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { findCustomer } from "#features/customers/customer-queries.server.ts";
import { findBounce } from "#features/mail/bounces.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { BounceNotice } from "../emails/bounce-notice.tsx";
import { preservePage } from "../inbox/preserve-page.ts";
import { useServerNow } from "../inbox/use-server-now.ts";
import type { Route } from "./+types/customer.ts";
import { CustomerFacts } from "./customer-facts.tsx";
import { UNREACHED } from "./customer-form-result.ts";
import { CustomerHistory } from "./customer-history.tsx";
import { CustomerNotes } from "./customer-notes.tsx";
import { EraseForm } from "./erase-form.tsx";
import { handleCustomerForm } from "./handle-customer-form.server.ts";

const MISSING = {
  title: "Nobody has this address",
  text: "No account, order or message is known of it. The person may have been erased.",
  list: { label: "All customers", path: "/admin/customers" },
};

/** An address may hold whatever somebody typed, so that it stands in the query and not in the path. */
const emailIn = (url: URL) => (url.searchParams.get("email") ?? "").replaceAll("\0", "");

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db, clock } = context.get(depsContext);
  const found = await findCustomer(db, { actor, email: emailIn(url) });
  if (found.ok) {
    const bounce = await findBounce(db, { actor, address: found.value.email });
    return { customer: found.value, now: clock.now(), bounce: bounce.ok ? bounce.value : null };
  }
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export function action({ request, context, url }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  return handleCustomerForm(request, context.get(depsContext), { actor, email: emailIn(url) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return preservePage(serverAction, UNREACHED);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${nameOf(loaderData.customer)} | Customers` : "Nobody" },
  { name: "robots", content: "noindex" },
];

const nameOf = ({ name, email }: { name: string; email: string }) => name || email;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={MISSING} />;
}

export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { bounce, customer } = loaderData;
  const now = useServerNow(loaderData.now);
  const name = nameOf(customer);
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs items={[{ label: "Customers", to: "/admin/customers" }, { label: name }]} />
      </div>
      <AdminPage
        title={name}
        lead={customer.account?.isStaff ? <Badge>Runs the house</Badge> : null}
      >
        {bounce && <BounceNotice bounce={bounce} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="lg:order-last">
            <CustomerFacts customer={customer} />
          </div>
          <div className="space-y-10">
            <CustomerHistory customer={customer} now={now} />
            <CustomerNotes notes={customer.notes} given={actionData} />
            <EraseForm customer={customer} given={actionData} />
          </div>
        </div>
      </AdminPage>
    </>
  );
}
