import { isRouteErrorResponse, useRevalidator } from "react-router";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";

/** What stands in the place of a page of the account that is not there or failed; the frame around it stays. */
export function AccountError({ error }: { error: unknown }) {
  const { revalidate } = useRevalidator();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="shell py-20">
      {isMissing ? (
        <>
          <h1 className="sr-only">Not in your account</h1>
          <EmptyState
            title="This is not in your account"
            action={
              <ButtonLink to="/profile" variant="secondary">
                My Account
              </ButtonLink>
            }
          >
            It may have been removed, or it belongs to another account.
          </EmptyState>
        </>
      ) : (
        <ErrorPanel
          heading="h1"
          title="Something went wrong"
          text="This page could not be loaded. Nothing was changed."
          onRetry={() => void revalidate()}
        />
      )}
    </div>
  );
}
