import { Briefcase, Calendar, Gem, Plus, Shield, Shirt, Sofa, Watch } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useNavigation, useRevalidator } from "react-router";
import { categoryKey, categoryQuery, openCategory } from "#app/components/admin/category-url.ts";
import { DASHBOARD_PATH } from "#app/components/admin/dashboard-tabs.ts";
import {
  ConfirmAction,
  OpenDialogButton,
  usePageDialog,
} from "#app/components/admin/page-dialog.tsx";
import { newProductPath } from "#app/components/admin/product-urls.ts";
import { CardsLoading } from "#app/components/admin/tab-loading.tsx";
import type { ActionResult } from "#app/web/admin-action.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { formatNumber } from "#core/format-number.ts";
import type { AdminCategory } from "#features/catalog/categories/admin-category.ts";
import type { AdminProductList } from "#features/catalog/editing/admin-product-queries.server.ts";
import { categoryPath } from "#features/catalog/listing/collection.ts";
import type { SystemCategoryIcon } from "#features/catalog/products/system-categories.ts";
import { Button, ButtonLink, buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { CategoriesContent } from "./categories-actions.server.ts";
import { CategoryDialog } from "./category-dialog.tsx";
import { categoryRefusal, stayingProducts } from "./category-messages.ts";
import { CategoryProducts } from "./category-products.tsx";

const icons = { Briefcase, Shirt, Sofa, Calendar, Gem, Watch };

/** The owner's categories have none. */
export function CategoryIcon({ icon }: { icon: SystemCategoryIcon | null }) {
  if (icon === null) return null;
  const Icon = icons[icon];
  return <Icon size={16} aria-hidden="true" />;
}

/** Marks a category that cannot be deleted. */
export function SystemShield({ size = 14 }: { size?: number }) {
  return (
    <span className="relative inline-flex text-shield" title="System category">
      <Shield size={size} aria-hidden="true" />
      <span className="sr-only">System category</span>
    </span>
  );
}

type Props = {
  category: AdminCategory;
  products: AdminProductList | null;
  isComing: boolean;
  onOpen: (dialog: string) => void;
};

function ActiveCategory(props: Props) {
  const { category, products, isComing, onOpen } = props;
  const newPath = newProductPath({ key: categoryKey(category), name: category.name });
  return (
    <section aria-labelledby="open-category" className="pt-6">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id="open-category" className="display flex items-center gap-2 text-xl">
            {category.name}
            {category.isSystem && <SystemShield size={18} />}
          </h3>
          <p className="mt-1 max-w-prose text-sm text-ink-soft">
            {category.description && `${category.description} · `}
            {category.inMenu && "In the menu · "}
            <span className="figures text-ink-quiet">
              {category.productCount === 1
                ? "1 product"
                : `${formatNumber(category.productCount)} products`}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink size="sm" to={newPath}>
            Add Product
          </ButtonLink>
          <a
            href={categoryPath({ name: category.name, slug: category.slug ?? null }) ?? "/shop"}
            target="_blank"
            rel="noopener"
            className={buttonClass("secondary", "sm")}
          >
            View Page<span className="sr-only"> (opens in a new tab)</span>
          </a>
          <OpenDialogButton dialog={EDIT} size="sm" variant="secondary" onOpen={onOpen}>
            Edit
          </OpenDialogButton>
          {!category.isSystem && (
            <OpenDialogButton dialog={DELETE} size="sm" variant="secondary" onOpen={onOpen}>
              Delete
            </OpenDialogButton>
          )}
        </div>
      </div>
      {isComing ? <CardsLoading /> : <CategoryProducts products={products} newPath={newPath} />}
    </section>
  );
}

/** Shows the pressed category while its products load. */
function useShownCategory({ categories, active }: CategoriesContent) {
  const { location } = useNavigation();
  const isComing = location?.pathname === DASHBOARD_PATH;
  const coming = isComing && openCategory(categories, new URLSearchParams(location.search));
  return { shown: coming || active, isComing };
}

/** The URL names the open dialog by these. */
const ADD = "new-category";
const EDIT = "edit-category";
const DELETE = "delete-category";

/** Opens the dialog of a form refused without JavaScript. */
function refusedDialog(posted: ActionResult | null): string | null | undefined {
  if (posted === null) return undefined;
  if (posted.done) return null;
  if (posted.intent === "create-category") return ADD;
  return posted.intent === "update-category" ? EDIT : null;
}

type PanelProps = {
  content: CategoriesContent;
  /** Set after a post without JavaScript. */
  posted?: ActionResult | null;
};

export function CategoriesPanel({ content, posted = null }: PanelProps) {
  const { categories } = content;
  const { shown, isComing } = useShownCategory(content);
  const dialog = usePageDialog(refusedDialog(posted));
  return (
    <section aria-labelledby="clothing-categories" className="pt-5">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="clothing-categories" className="display text-xl">
            Clothing Categories
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-ink-soft">
            <SystemShield /> System categories cannot be deleted.
          </p>
        </div>
        <OpenDialogButton dialog={ADD} size="sm" onOpen={dialog.open}>
          <Plus size={16} aria-hidden="true" />
          Add New Category
        </OpenDialogButton>
      </div>
      <Dialogs shown={shown} dialog={dialog} posted={posted} />
      {shown === null ? (
        <NoCategories onOpen={dialog.open} />
      ) : (
        <>
          <CategoryTabs categories={categories} activeKey={categoryKey(shown)} />
          <ActiveCategory
            key={categoryKey(shown)}
            category={shown}
            products={content.products}
            isComing={isComing}
            onOpen={dialog.open}
          />
        </>
      )}
    </section>
  );
}

type DialogsProps = {
  shown: AdminCategory | null;
  dialog: ReturnType<typeof usePageDialog>;
  posted: ActionResult | null;
};

function Dialogs({ shown, dialog, posted }: DialogsProps) {
  const { post, busy } = useAdminAction(categoryRefusal);
  const { name, round, close } = dialog;
  return (
    <>
      {[ADD, EDIT].map((each) => (
        <CategoryDialog
          key={`${each} ${round}`}
          open={name === each && (each === ADD || shown !== null)}
          changed={each === EDIT ? shown : null}
          posted={posted}
          onClose={close}
        />
      ))}
      {shown && (
        <ConfirmAction
          open={name === DELETE && !shown.isSystem}
          title={`Delete ${shown.name}?`}
          description={
            <>
              This will permanently delete this clothing category. This action cannot be undone.
              <span className="mt-3 block">{stayingProducts(shown.productCount)}</span>
            </>
          }
          confirmLabel="Delete"
          fields={{ intent: "delete-category", id: shown.id, version: shown.version }}
          busy={busy}
          onClose={close}
          onConfirm={(fields) => {
            close();
            void post(fields);
          }}
        />
      )}
    </>
  );
}

/** System categories always exist: an empty list means that loading failed (specification 8). */
function NoCategories({ onOpen }: { onOpen: (dialog: string) => void }) {
  const { revalidate, state } = useRevalidator();
  // Announces each failed Retry, because nothing else on the page changes.
  useEffect(() => {
    if (state === "idle") showToast({ kind: "error", title: "Failed to fetch categories" });
  }, [state]);
  return (
    <EmptyState
      title="No clothing categories found."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="secondary" onClick={() => void revalidate()}>
            Retry
          </Button>
          <OpenDialogButton dialog={ADD} onOpen={onOpen}>
            Create your first clothing category
          </OpenDialogButton>
        </div>
      }
    >
      They could not be loaded. Nothing was changed.
    </EmptyState>
  );
}

type CategoryTabsProps = { categories: readonly AdminCategory[]; activeKey: string };

/** System categories have an icon and a shield (specification 2). */
export function CategoryTabs({ categories, activeKey }: CategoryTabsProps) {
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another category opens
  useEffect(() => {
    const open = strip.current?.querySelector("[aria-current]");
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeKey]);
  return (
    <nav ref={strip} aria-label="Clothing categories" className="border-b border-line">
      <ul className="-mb-px flex gap-x-5 overflow-x-auto sm:flex-wrap">
        {categories.map((category) => {
          const key = categoryKey(category);
          return (
            <li key={key} className="shrink-0">
              <Link
                to={{ search: categoryQuery(key) }}
                preventScrollReset
                aria-current={key === activeKey ? "true" : undefined}
                className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent text-sm text-ink-quiet transition-colors -outline-offset-2 hover:text-ink aria-[current=true]:border-ink aria-[current=true]:font-medium aria-[current=true]:text-ink"
              >
                <CategoryIcon icon={category.icon} />
                {category.name}
                {category.isSystem && <SystemShield />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
