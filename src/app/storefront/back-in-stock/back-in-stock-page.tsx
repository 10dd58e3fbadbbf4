import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ProductDetail } from "#features/catalog/product.ts";
import type { SoldOut } from "#features/inventory/sold-out-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, FieldError } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { TrapField } from "../pages/trap-field.tsx";
import type { RestockAlertFormResult } from "./handle-restock-alert-form.server.ts";

type Props = {
  product: ProductDetail;
  soldOut: readonly SoldOut[];
  /** The combination the shopper looked at, where the address says so. */
  chosen: string | null;
  answer: RestockAlertFormResult | undefined;
};

/** Where a shopper leaves an address to hear when a size is there again; a plain form, so that it works without script. */
export function BackInStockPage({ product, soldOut, chosen, answer }: Props) {
  const path = `/product/${product.id}`;
  return (
    <div className="shell max-w-176 pt-6 pb-24 md:pt-10">
      <Link
        to={path}
        className="-my-2 inline-flex items-center gap-2 py-2 text-sm text-ink-quiet transition-colors hover:text-demerara"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to {product.name}
      </Link>
      <p className="eyebrow mt-8">{product.name}</p>
      {answer?.status === "asked" ? (
        <Asked path={path} />
      ) : soldOut.length === 0 ? (
        <NothingGone path={path} name={product.name} />
      ) : (
        <AskForm soldOut={soldOut} chosen={chosen} answer={answer} />
      )}
    </div>
  );
}

const title = "display mt-3 text-title wrap-anywhere outline-none";

function Asked({ path }: { path: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form's button had the focus and is gone: the reader goes on here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={title}>
        We will tell you
      </h1>
      <p className="mt-5 mb-10 max-w-[52ch] text-lg text-ink-soft">
        As soon as it is back, we write to you once. We use the address for nothing else.
      </p>
      <ButtonLink to={path} size="lg">
        Back to the piece
      </ButtonLink>
    </>
  );
}

function NothingGone({ path, name }: { path: string; name: string }) {
  return (
    <>
      <h1 className={title}>Nothing to wait for</h1>
      <p className="mt-5 mb-10 max-w-[52ch] text-lg text-ink-soft">
        What there is of {name} can be ordered right now, on its own page.
      </p>
      <ButtonLink to={path} size="lg">
        See it in the shop
      </ButtonLink>
    </>
  );
}

type FormProps = Pick<Props, "soldOut" | "chosen" | "answer">;

function AskForm({ soldOut, chosen, answer }: FormProps) {
  const { state } = useNavigation();
  const problems = answer?.status === "invalid" ? answer.problems : {};
  const typed = answer && "typed" in answer ? answer.typed : null;
  const first = typed?.variantId || chosen || (soldOut.length === 1 ? soldOut[0]?.variantId : "");
  return (
    <>
      <h1 className={title}>Tell me when it is back</h1>
      <p className="mt-5 mb-8 max-w-[52ch] text-ink-soft">
        Choose your size and leave your email. We write to you once, when it can be ordered again.
      </p>
      {answer?.status === "there" && (
        <Notice kind="info" live className="mb-6">
          That size can be ordered again already. Here is what is still sold out.
        </Notice>
      )}
      {answer?.status === "failed" && (
        <Notice kind="error" live className="mb-6">
          {answer.reason}
        </Notice>
      )}
      {/* The shop's own rules and words, with script and without. */}
      <Form method="post" noValidate className="space-y-7">
        <TrapField />
        <SizeChoice soldOut={soldOut} first={first} error={problems.variantId} />
        <Field label="Email" error={problems.email} className="max-w-104">
          <Input
            type="email"
            name="email"
            autoComplete="email"
            defaultValue={typed?.email}
            required
            maxLength={254}
          />
        </Field>
        <Button type="submit" size="lg" busy={state === "submitting"}>
          Tell me
        </Button>
      </Form>
    </>
  );
}

type ChoiceProps = {
  soldOut: readonly SoldOut[];
  first: string | undefined;
  error: string | undefined;
};

function SizeChoice({ soldOut, first, error }: ChoiceProps) {
  return (
    <fieldset aria-describedby={error ? "size-error" : undefined}>
      <legend className="mb-3 text-sm font-medium">Size</legend>
      <div className="flex flex-wrap gap-2">
        {soldOut.map(({ variantId, size, colorName }) => (
          <label key={variantId}>
            <input
              type="radio"
              name="variantId"
              value={variantId}
              defaultChecked={variantId === first}
              className="peer sr-only"
            />
            <span className="flex min-h-12 min-w-12 cursor-pointer items-center justify-center rounded-hair border border-line bg-paper px-4 text-sm transition-colors peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-demerara hover:border-ink">
              {[size, colorName].filter(Boolean).join(", ")}
            </span>
          </label>
        ))}
      </div>
      <FieldError id="size-error" error={error} />
    </fieldset>
  );
}
