import {
  Boxes,
  ChartLine,
  History,
  Images,
  Inbox,
  Mail,
  PanelsTopLeft,
  ReceiptText,
  Settings,
  Shirt,
  Tags,
  UsersRound,
} from "lucide-react";

/** The mark of each place of the admin, in its rail and in the palette. */
export const areaIcons = {
  settings: Settings,
  categories: Tags,
  products: Shirt,
  media: Images,
  "site-images": PanelsTopLeft,
  overview: ChartLine,
  orders: ReceiptText,
  inbox: Inbox,
  stock: Boxes,
  customers: UsersRound,
  outbox: Mail,
  activity: History,
};
