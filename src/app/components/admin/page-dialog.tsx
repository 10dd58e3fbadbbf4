import type { ReactNode } from "react";
import { useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ActionFields, ActionResult } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import type { ButtonProps } from "#ui/button.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { DialogProps } from "#ui/dialog.tsx";
import { ConfirmDialog, Dialog } from "#ui/dialog.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";

function withoutDialog(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("dialog");
  return `?${params}`;
}

export function HiddenFields({ fields }: { fields: ActionFields }) {
  return formEntries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

export function usePageDialog(refused: string | null | undefined) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get("dialog");
  const [name, setName] = useState(refused === undefined ? wanted : refused);
  const [round, setRound] = useState(0);
  return {
    name,
    /** Counts openings; a form keyed by it resets each time. */
    round,
    open(dialog: string) {
      setName(dialog);
      setRound(round + 1);
    },
    close() {
      setName(null);
      if (!wanted) return;
      const to = { search: withoutDialog(search) };
      void navigate(to, { replace: true, preventScrollReset: true });
    },
  };
}

type OpenProps = { dialog: string; onOpen: (dialog: string) => void };

/** Opens at once with JavaScript, by a request without. */
export function OpenDialog({ dialog, onOpen, children }: OpenProps & { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const params = [...new URLSearchParams(search)].filter(([name]) => name !== "dialog");
  return (
    <form
      action={pathname}
      data-opens={dialog}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(dialog);
      }}
    >
      {[...params, ["dialog", dialog]].map(([name = "", value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

export function OpenDialogButton({ dialog, onOpen, ...button }: OpenProps & ButtonProps) {
  return (
    <OpenDialog dialog={dialog} onOpen={onOpen}>
      <Button {...button} type="submit" />
    </OpenDialog>
  );
}

type ActionFormProps = {
  id?: string;
  fields: ActionFields;
  onPost: (fields: ActionFields) => void;
  children: ReactNode;
  className?: string;
};

/** Works without JavaScript. */
export function ActionForm(props: ActionFormProps) {
  const { id, fields, onPost, children, className = "contents" } = props;
  const { pathname, search } = useLocation();
  return (
    <form
      id={id}
      method="post"
      action={pathname + withoutDialog(search)}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onPost(fields);
      }}
    >
      <HiddenFields fields={fields} />
      {children}
    </form>
  );
}

/** Focuses the opening button of a dialog that the URL opened. */
function useOpenerOf(open: boolean) {
  const { search } = useLocation();
  const [name] = useState(open ? new URLSearchParams(search).get("dialog") : null);
  if (!name) return undefined;
  return () => document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(name)}"] button`);
}

/** Replaces a dialog until the script runs. */
function InPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="my-5 max-w-160 border border-ink bg-white p-5 sm:p-8">
      <h2 id={id} className="display mb-5 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type FormDialogProps = {
  open: boolean;
  title: ReactNode;
  form: string;
  submitLabel: string;
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
  variant?: "primary" | "danger";
  disabled?: boolean;
} & Pick<DialogProps, "size" | "fillsPhone">;

/** Part of the page until the script runs. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, form, submitLabel, busy, onClose, children } = props;
  const { size = "sm", fillsPhone = false, variant = "primary", disabled = false } = props;
  const { search } = useLocation();
  const isHydrated = useHydrated();
  const opener = useOpenerOf(open);
  const submit = (
    <Button
      type="submit"
      form={form}
      variant={variant}
      busy={busy}
      disabled={isHydrated && disabled}
    >
      {submitLabel}
    </Button>
  );
  if (!isHydrated) {
    return (
      open && (
        <InPage title={title}>
          {children}
          <div className="mt-6 flex flex-wrap gap-3">
            {submit}
            <ButtonLink variant="secondary" to={{ search: withoutDialog(search) }}>
              Cancel
            </ButtonLink>
          </div>
        </InPage>
      )
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      finalFocus={opener}
      dismissible={fillsPhone}
      size={size}
      fillsPhone={fillsPhone}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {submit}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type ConfirmActionProps = {
  open: boolean;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  fields: ActionFields;
  busy?: boolean;
  onClose: () => void;
  onConfirm: (fields: ActionFields) => void;
};

/** Part of the page until the script runs. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { open, title, description, confirmLabel, fields, busy = false, onClose } = props;
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  const opener = useOpenerOf(open);
  if (isHydrated) {
    return (
      <ConfirmDialog
        open={open}
        finalFocus={opener}
        onOpenChange={(next) => !next && onClose()}
        title={title}
        description={description}
        confirmLabel={confirmLabel}
        busy={busy}
        onConfirm={() => props.onConfirm(fields)}
      />
    );
  }
  if (!open) return null;
  const page = withoutDialog(search);
  return (
    <InPage title={title}>
      <form method="post" action={pathname + page}>
        <HiddenFields fields={fields} />
        <p className="text-ink-soft">{description}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" variant="danger">
            {confirmLabel}
          </Button>
          <ButtonLink variant="secondary" to={{ search: page }}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </InPage>
  );
}

type Message = Pick<ActionResult, "notice" | "undo">;

/** Shows the result of a post without JavaScript. */
export function ActionNotice({ result }: { result: Message | null }) {
  const { pathname, search } = useLocation();
  if (!result?.notice) return null;
  const { kind = "info", title, description, link } = result.notice;
  return (
    <Notice kind={kind} live title={title} className="my-5 max-w-prose">
      {description}
      {link && (
        <a href={link.href} target="_blank" rel="noopener" className="link">
          {link.label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {result.undo && (
        <form method="post" action={pathname + withoutDialog(search)} className="mt-2">
          <HiddenFields fields={result.undo} />
          <Button type="submit" size="sm" variant="secondary">
            Undo
          </Button>
        </form>
      )}
    </Notice>
  );
}
