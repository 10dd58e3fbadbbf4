import { Link } from "react-router";
import { DASHBOARD_PATH } from "#app/admin/dashboard/dashboard-tabs.ts";
import { settingsQuery } from "#app/admin/settings/settings-url.ts";
import { Notice } from "#ui/notice.tsx";

/** On every page of the admin while shoppers cannot pay: the owner hears of it from the shop, not from a customer. */
export function PaymentTroubleLine({ text }: { text: string }) {
  return (
    <Notice kind="error" title="Card payments do not work at the moment" className="mb-6">
      {text}{" "}
      <Link to={`${DASHBOARD_PATH}${settingsQuery("integrations")}`} className="link">
        See Stripe Integration
      </Link>
    </Notice>
  );
}
