import { ErrorPanel } from "#ui/notice.tsx";

/** What stands where products could not be loaded, with Retry (specification 2, Shop and collection pages). */
export function ListingError({ title }: { title: string }) {
  return (
    <div className="shell py-20">
      <title>Error Loading Category</title>
      <ErrorPanel
        heading="h1"
        title="Error Loading Category"
        text={`There was an error loading the ${title}. Please try again later.`}
      />
    </div>
  );
}
