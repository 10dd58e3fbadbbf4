/** Declares this folder's packages, which other checks do not install. */
declare module "lighthouse" {
  type Result = {
    categories: Partial<Record<string, { score: number | null }>>;
    audits: Partial<Record<string, { numericValue?: number }>>;
    environment: { benchmarkIndex: number };
  };
  export default function lighthouse(
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: "silent" },
  ): Promise<{ lhr: Result } | undefined>;
}

declare module "chrome-launcher" {
  export function launch(options: {
    chromeFlags: string[];
    chromePath: string | undefined;
  }): Promise<{ port: number; kill(): void }>;
}
