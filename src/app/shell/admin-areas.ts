import {
  Boxes,
  ChartLine,
  HandHeart,
  History,
  Images,
  Inbox,
  Mail,
  PanelsTopLeft,
  ReceiptText,
  Ruler,
  Settings,
  Shirt,
  Tags,
  UserRound,
  UsersRound,
} from "lucide-react";
import { DASHBOARD_TABS, tabPath } from "#app/components/admin/dashboard-tabs.ts";

export const areaIcons = {
  settings: Settings,
  categories: Tags,
  products: Shirt,
  media: Images,
  "site-images": PanelsTopLeft,
  overview: ChartLine,
  orders: ReceiptText,
  donations: HandHeart,
  inbox: Inbox,
  stock: Boxes,
  atelier: Ruler,
  customers: UsersRound,
  outbox: Mail,
  activity: History,
  account: UserRound,
};

export type AdminArea = {
  label: string;
  path: string;
  icon:
    | "categories"
    | "products"
    | "media"
    | "site-images"
    | "activity"
    | "settings"
    | "overview"
    | "orders"
    | "donations"
    | "inbox"
    | "stock"
    | "atelier"
    | "customers"
    | "outbox"
    | "account";
};

export const contentAreas: readonly AdminArea[] = DASHBOARD_TABS.map(({ value, label }) => ({
  label,
  path: tabPath(value),
  icon: value,
}));

/** The owner's areas of the admin are in this order (decision D7). */
export const businessAreas: readonly AdminArea[] = [
  { label: "Overview", path: "/admin/overview", icon: "overview" },
  { label: "Orders", path: "/admin/orders", icon: "orders" },
  { label: "Donations", path: "/admin/donations", icon: "donations" },
  { label: "Inbox", path: "/admin/inbox", icon: "inbox" },
  { label: "Stock", path: "/admin/stock", icon: "stock" },
  { label: "Made to measure", path: "/admin/atelier", icon: "atelier" },
  { label: "Customers", path: "/admin/customers", icon: "customers" },
  { label: "Outbox", path: "/admin/outbox", icon: "outbox" },
  { label: "Activity", path: "/admin/activity", icon: "activity" },
  { label: "Your account", path: "/admin/account", icon: "account" },
];
