import { Link } from "react-router";
import { NoBreak } from "#app/components/page/page-parts.tsx";
import { cancellingSentences } from "#features/garments/contract/policy.ts";
import type { PolicySection } from "./policy-page.tsx";

type House = {
  siteName: string;
  address: string;
  contactEmail: string;
  madeToMeasureExtra: string;
  /** Reads like '30 days'. */
  returnWindow: string;
};

/** Lists the terms of the house (specification 2, Terms). */
export function termsSections(house: House): PolicySection[] {
  return [...buying(house), ...made(house), ...law(house)];
}

function buying({ siteName, address }: House): PolicySection[] {
  return [
    {
      id: "who",
      title: "Who we are",
      content: (
        <p>
          These terms are between you and {siteName}
          {address && `, ${address}`}. By ordering from us you accept them. They take away none of
          the rights the law gives you as a consumer.
        </p>
      ),
    },
    {
      id: "orders",
      title: "Orders and prices",
      content: (
        <>
          <p>
            Prices are in US dollars. Shipping is added at checkout, and taxes where they are due.
            The price that counts is the one you see on the payment page.
          </p>
          <p>
            Your order is a contract once it is paid and we have confirmed it by email. Should we be
            unable to fulfil it, because a cloth has run out or a price was plainly wrong, we tell
            you and refund you in full.
          </p>
        </>
      ),
    },
    {
      id: "payment",
      title: "Payment",
      content: (
        <p>
          You pay on the secure page of our payment provider. While it is open we hold your pieces
          for you; when it closes unpaid, they go back on sale and nothing is charged.
        </p>
      ),
    },
  ];
}

const made = ({ madeToMeasureExtra, returnWindow }: House): PolicySection[] => [
  {
    id: "made-to-measure",
    title: "Made to measure",
    content: (
      <>
        <p>
          For a piece made to measure we rely on the measurements that you give before you order. We
          ask when one looks unlikely. Your order has them in a contract, with the options and the
          price, and nothing in it changes without your approval. Small differences of a hand-sewn
          piece, in shade, grain or a few millimetres, belong to it and are no defect. Making takes
          an extra <NoBreak>{madeToMeasureExtra}</NoBreak>.
        </p>
        <p>{cancellingSentences().join(" ")}</p>
      </>
    ),
  },
  {
    id: "ai-fitting",
    title: "AI fitting",
    content: (
      <p>
        AI measurement is Coming Soon and no part of any order today: no photos are taken. When it
        is offered, its results will be a help and no promise of fit, and fitting photos will not be
        stored after processing. See <Link to="/privacy#ai-fitting-photos">Privacy</Link>.
      </p>
    ),
  },
  {
    id: "delivery-and-returns",
    title: "Delivery and returns",
    content: (
      <p>
        Delivery follows our <Link to="/shipping">Shipping</Link> page, returns our{" "}
        <Link to="/returns">Returns</Link> page: {returnWindow} from its delivery for ready-to-wear
        in original condition, and no return of made-to-measure pieces unless they are defective or
        their measurements are significantly different from the order.
      </p>
    ),
  },
  {
    id: "account",
    title: "Your account",
    content: (
      <p>
        Keep your password to yourself and tell us when you think somebody else has it. You may
        delete your account at any time. We may close an account that is used to harm others or the
        shop.
      </p>
    ),
  },
  {
    id: "our-work",
    title: "Our work",
    content: (
      <p>
        Designs, patterns, pictures and words on this site are ours. Show and share them with our
        name; do not sell them, and do not sell copies of our pieces.
      </p>
    ),
  },
  {
    id: "donations",
    title: "Donations to New Dawn",
    content: (
      <p>
        A donation to <Link to="/new-dawn">New Dawn</Link> is not an order: it buys no goods, and
        the return rules do not apply to it. If you donated by mistake, write to us.
      </p>
    ),
  },
];

function law({ contactEmail }: House): PolicySection[] {
  return [
    {
      id: "liability",
      title: "Our liability",
      content: (
        <p>
          We are liable for what we make and promise, up to the price of your order. We are not
          liable for losses that could not be foreseen, or for delays we cannot influence. This
          limits nothing that the law does not allow to be limited.
        </p>
      ),
    },
    {
      id: "governing-law",
      title: "Governing law",
      content: (
        <p>
          These terms are governed by the laws of Guyana. Disputes that we cannot settle between us
          are decided by the courts in Georgetown.
        </p>
      ),
    },
    {
      id: "changes",
      title: "Changes",
      content: (
        <p>
          We may revise these terms; the date at the top says when we last did. Your order follows
          the terms of the day you placed it.
        </p>
      ),
    },
    {
      id: "contact",
      title: "Questions",
      content: (
        <p>
          Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> or use the{" "}
          <Link to="/contact">contact page</Link>.
        </p>
      ),
    },
  ];
}
