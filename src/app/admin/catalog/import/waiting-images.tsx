import { Form, useNavigation } from "react-router";
import { formatNumber } from "#core/format-number.ts";
import type { WaitingHost } from "#features/catalog/product-import/waiting-images.server.ts";
import { Button } from "#ui/button.tsx";

const imagesLabel = (count: number) => (count === 1 ? "1 image" : `${formatNumber(count)} images`);

/** Renders nothing when no image waits. */
export function WaitingImages({ hosts }: { hosts: readonly WaitingHost[] }) {
  if (hosts.length === 0) return null;
  return (
    <section aria-label="Images that wait" className="border border-line p-5 sm:p-7">
      <h2 className="display text-xl">Images that are not fetched yet</h2>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        Imported products name images on other hosts. Nothing is requested from a host before you
        say so; exports repeat the addresses meanwhile.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {hosts.map((each) => (
          <Host key={each.host} waiting={each} />
        ))}
      </ul>
    </section>
  );
}

function Host({ waiting }: { waiting: WaitingHost }) {
  const { host, images, products, problem, isFetching } = waiting;
  const busy = useNavigation().formData;
  const isSending = (intent: string) => busy?.get("intent") === intent && busy.get("host") === host;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="font-medium break-all">{host}</p>
        <p className="figures text-sm text-ink-soft">
          {imagesLabel(images)} of {products === 1 ? "1 product" : `${products} products`}
          {problem && !isFetching && <> · last attempt: {problem}</>}
        </p>
      </div>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <input type="hidden" name="host" value={host} />
        <Button
          type="submit"
          name="intent"
          value="fetch-images"
          variant="primary"
          busy={isFetching || isSending("fetch-images")}
          busyLabel={`Fetching from ${host}...`}
        >
          Fetch {imagesLabel(images)} from {host}
        </Button>
        <Button
          type="submit"
          name="intent"
          value="forget-images"
          variant="quiet"
          busy={isSending("forget-images")}
        >
          Do not fetch them
        </Button>
      </Form>
    </li>
  );
}
